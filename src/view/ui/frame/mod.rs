//! The frame of the window: bars, rail, timeline, palette, dialogs.

pub(crate) mod bar;
pub(crate) mod canvas;
pub(in crate::view::ui) mod details;
pub(crate) mod dialogs;
pub(crate) mod help;
pub(crate) mod palette;
pub(crate) mod rail;
pub(crate) mod share;
pub(crate) mod timeline;
