//! Eyes and hands: the window.
//!
//! | folder | does |
//! |---|---|
//! | `render` | bodies, arrows, ghosts, grounds, the camera and colours |
//! | `input` | keys, mouse, the hand that pulls, clipboard, the reader of the screen |
//! | `ui` | a file for each panel, and the texts over the scene |
//! | `export` | pictures, those of the gallery, films |
//! | `tests` | the window as a person works it |
//!
//! `window` and `start` put them together, for the window and for pictures off screen. The view reads the world and never writes to
//! it: edits are sent as `Tune` messages.

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]

pub(crate) mod export;
mod icon;
pub(crate) mod input;
pub mod render;
mod start;
#[cfg(test)]
pub(crate) mod tests;
pub mod ui;
mod window;

pub use crate::app::film_file::Film;
pub use export::movie::film;
pub use export::snapshot::{SnapshotError, snapshot};
pub use start::StartError;
pub use window::{AppStart, run};
