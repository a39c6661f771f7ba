//! Eyes and hands: the window.

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]

pub(crate) mod export;
pub(crate) mod input;
pub mod render;
#[cfg(test)]
pub(crate) mod tests;
pub mod ui;
mod window;

pub use export::movie::{Film, film};
pub use export::snapshot::{SnapshotError, snapshot};
pub use window::{AppStart, StartError, run};
