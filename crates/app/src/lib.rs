//! **stickslip-app**: the state of the window and the logic that updates it, and what is drawn of a state, as pure functions; no
//! panels, no rendering.
//!
//! The folders in order: none imports a later one.
//!
//! | folder | holds |
//! |---|---|
//! | `texts` | the texts of the window by key, in the language chosen |
//! | `draw` | arrows, scales, formats, equations: pure functions of the state of a step |
//! | `state` | the open scene, layout and panels, keys and pointer, parameters; changes of a panel as messages |
//! | `timeline` | the displayed step, the way back and the steps ahead, history curves, the ghost of another run |
//! | `hand` | the body that the user holds; picking; the forms of manual actions and schedules |
//! | `plots` | quantities, reference curves, closed forms, limits, labels |
//! | `lessons` | the open lesson, its board, the loads on its body |
//! | `display` | how a step is read for display and turned into sound |
//! | `edits` | jumps, alternative futures, undo and redo, step size; past curves for late selections |
//! | `files` | scenes, recordings, plots and films on disk; opening; a place in a run as a command or address |
//! | `studies` | runs under other laws, the law bench, the audit of an imported run, the gallery |
//! | `build` | bodies built by hand: changes of the scene's text with undo, templates, copies |
//! | `control` | the main loop (`drive`), requests, actions and their keys, presses in the scene, redraws |
//!
//! It is a part of the program `stickslip`, not an interface that others can rely on. Without the feature `view` it has what the
//! command line draws: `texts` and `draw`.

#![allow(missing_docs, reason = "its users are the rooms of one program")]
#![allow(
    clippy::disallowed_methods,
    reason = "rates on the wall clock, steps of sliders, and what is only drawn: no number of a run comes from them"
)]

pub mod draw;
pub mod texts;

#[cfg(feature = "view")]
pub mod build;
#[cfg(feature = "view")]
pub mod control;
#[cfg(feature = "view")]
pub mod display;
#[cfg(feature = "view")]
pub mod edits;
#[cfg(feature = "view")]
pub mod files;
#[cfg(feature = "view")]
pub mod hand;
#[cfg(feature = "view")]
pub mod lessons;
#[cfg(feature = "view")]
pub mod plots;
#[cfg(feature = "view")]
mod plugin;
#[cfg(feature = "view")]
pub mod state;
#[cfg(feature = "view")]
pub mod studies;
#[cfg(feature = "view")]
pub mod timeline;

#[cfg(feature = "view")]
pub use plugin::AppPlugin;
#[cfg(feature = "view")]
pub use state::app_start::AppStart;
#[cfg(feature = "view")]
pub use state::location::{ContactSelector, Place};
