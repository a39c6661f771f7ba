//! Eyes and hands: the window.
//!
//! | file | does |
//! |---|---|
//! | `app` | puts the parts together, for the window and for pictures off screen |
//! | `session` | what is open; the loop that steps the world and shows the state reached |
//! | `look` | the state read for the screen |
//! | `playback` | how many steps are due |
//! | `replay` | recordings: saved, opened |
//! | `goto` | a step and a contact, from the command line and as a command to share |
//! | `past`, `ghost` | jumps to any step of the run, and the future that an edit has cut off |
//! | `history`, `forecast` | the past as curves, and the closed form they are compared with |
//! | `inspect`, `equations` | which contact is looked at, and its law with the numbers put in |
//! | `load_disks` | the loads of a rigid contact within the limits of its friction cones |
//! | `gauge` | λ of static friction as a constraint |
//! | `overlap` | the overlap of two prisms and their contact line |
//! | `draw_list`, `flag`, `transport`, `scale`, `format` | the overlays and their numbers: pure functions of the state |
//! | `sync`, `grounds`, `meshes`, `gizmos`, `labels`, `legend`, `theme` | bodies, arrows and texts on the screen |
//! | `camera`, `plane_grid`, `keys` | the eye and hands |
//! | `chains`, `crowd`, `beads` | scenes of many: force chains, colours by value, balls as one mesh |
//! | `compare`, `law_bench` | other laws beside the run on the screen; one contact under all laws |
//! | `panels` | one file each |
//! | `reader` | names and texts for readers of the screen |
//! | `snapshot`, `pictures`, `movie` | pictures, those of the gallery, films |
//!
//! The view reads the world and never writes to it: edits are sent as `Tune` messages.

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]

pub(crate) mod app;
pub(crate) mod beads;
pub mod camera;
pub(crate) mod chains;
pub(crate) mod clipboard;
pub(crate) mod compare;
pub(crate) mod course;
pub(crate) mod crowd;
#[cfg(test)]
mod dae_tests;
pub mod draw_list;
pub(crate) mod equations;
pub(crate) mod flag;
pub(crate) mod forecast;
pub(crate) mod format;
pub(crate) mod gallery_scenes;
pub(crate) mod gauge;
pub(crate) mod ghost;
pub(crate) mod gizmos;
pub(crate) mod goto;
pub(crate) mod grab;
pub(crate) mod grounds;
#[cfg(test)]
mod hands_tests;
pub(crate) mod history;
pub(crate) mod inspect;
pub(crate) mod keys;
pub mod labels;
pub(crate) mod law_bench;
pub(crate) mod legend;
pub(crate) mod load_disks;
pub(crate) mod look;
pub(crate) mod meshes;
#[cfg(test)]
mod monkey_tests;
pub(crate) mod movie;
pub(crate) mod overlap;
pub(crate) mod panels;
pub(crate) mod past;
pub(crate) mod pictures;
pub(crate) mod plane_grid;
pub(crate) mod playback;
pub(crate) mod pull_list;
pub(crate) mod reader;
#[cfg(test)]
mod reader_tests;
pub(crate) mod replay;
#[cfg(test)]
mod rigid_tests;
pub(crate) mod saving;
pub mod scale;
pub(crate) mod session;
pub(crate) mod snapshot;
pub mod sync;
#[cfg(test)]
mod test_window;
pub(crate) mod theme;
pub(crate) mod ticks;
pub(crate) mod traces;
pub(crate) mod transport;
pub(crate) mod undo;
#[cfg(test)]
mod walk_tests;

pub use app::{AppStart, StartError, run};
pub use goto::{Between, Place};
pub use movie::{Film, film};
pub use snapshot::{SnapshotError, snapshot};
