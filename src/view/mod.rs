//! The window: rendering, input and UI.
//!
//! | folder | does |
//! |---|---|
//! | `render` | bodies, arrows, ghosts, grounds, cameras and colours |
//! | `input` | keyboard, mouse, clipboard, screen reader |
//! | `sound` | samples to the loudspeaker |
//! | `ui` | one file per panel, and the labels over the scene |
//! | `export` | screenshots, gallery thumbnails, movies |
//! | `tests` | end-to-end tests of the window |
//!
//! `window` and `start` assemble the app, for the window and for off-screen pictures; `desktop` opens the window where
//! it is not part of a web page. The view reads the simulation and never writes to it: it sends edits as
//! `QueueEdit` messages.

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
pub(crate) mod export;
mod icon;
pub(crate) mod input;
pub mod render;
mod sound;
mod start;
#[cfg(test)]
pub(crate) mod tests;
pub mod ui;
mod window;

pub use crate::app::AppStart;
pub use crate::app::files::film_file::Film;
pub use crate::app::state::start_error::StartError;
#[cfg(not(target_arch = "wasm32"))]
pub use desktop::run;
pub use export::movie::film;
pub use export::snapshot::{SnapshotError, snapshot};
pub use window::{app, begin};
