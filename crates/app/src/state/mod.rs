//! The window's own state: the open scene, layout, panels, keys and pointer, parameters.

pub(crate) mod app_start;
pub mod change;
pub mod inspect;
pub mod keyboard;
pub mod layout;
pub mod location;
pub mod marks;
#[cfg(target_arch = "wasm32")]
pub mod page_clipboard;
pub mod panels;
pub mod pointer;
pub mod request;
pub mod scene_patch;
pub mod session;
pub mod share;
pub mod sliders;
pub mod start_error;
pub mod theme;
pub mod touch;
pub mod tuning;
