//! Keys, mouse, clipboard, and the reader of the screen.

pub(crate) mod clipboard;
pub(crate) mod grab;
pub(crate) mod keys;
pub(crate) mod mouse;
pub(crate) mod pick;
pub(crate) mod reader;
