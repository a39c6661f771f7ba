//! The window's own state: the open scene, layout, panels, keys and pointer, parameters.

pub(in crate::app) mod app_start;
pub(crate) mod change;
pub(crate) mod inspect;
pub(crate) mod keyboard;
pub(crate) mod layout;
pub(crate) mod location;
#[cfg(target_arch = "wasm32")]
pub mod page_clipboard;
pub(crate) mod panels;
pub(crate) mod pointer;
pub(crate) mod session;
pub(crate) mod sliders;
pub(crate) mod start_error;
pub(crate) mod theme;
pub(crate) mod touch;
pub(crate) mod tuning;
