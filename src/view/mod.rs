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
//! | `draw_list`, `flag`, `transport`, `scale`, `format` | the overlays and their numbers: pure functions of the state |
//! | `sync`, `grounds`, `meshes`, `gizmos`, `labels`, `legend`, `theme` | bodies, arrows and texts on the screen |
//! | `camera`, `keys` | hands |
//! | `chains`, `crowd`, `beads` | scenes of many: force chains, colours by value, balls as one mesh |
//! | `compare`, `law_bench` | other laws beside the run on the screen; one contact under all laws |
//! | `panels` | one file each |
//! | `reader` | names and texts for readers of the screen |
//! | `snapshot`, `pictures`, `movie` | pictures, those of the gallery, films |
//!
//! The view reads the world and never writes to it: edits are sent as `Tune` messages.

pub mod app;
pub mod beads;
pub mod camera;
pub mod chains;
pub mod clipboard;
pub mod compare;
pub mod course;
pub mod crowd;
pub mod draw_list;
pub mod equations;
pub mod flag;
pub mod forecast;
pub mod format;
pub mod gallery_scenes;
pub mod ghost;
pub mod gizmos;
pub mod goto;
pub mod grab;
pub mod grounds;
#[cfg(test)]
mod hands_tests;
pub mod history;
pub mod inspect;
pub mod keys;
pub mod labels;
pub mod law_bench;
pub mod legend;
pub mod look;
pub mod meshes;
#[cfg(test)]
mod monkey_tests;
pub mod movie;
pub mod panels;
pub mod past;
pub mod pictures;
pub mod playback;
pub mod pull_list;
pub mod reader;
#[cfg(test)]
mod reader_tests;
pub mod replay;
pub mod saving;
pub mod scale;
pub mod session;
pub mod snapshot;
pub mod sync;
#[cfg(test)]
mod test_window;
pub mod theme;
pub mod ticks;
pub mod traces;
pub mod transport;
pub mod undo;
#[cfg(test)]
mod walk_tests;

pub use app::{AppStart, StartError, run};
pub use goto::{Between, Place};
pub use movie::{Film, film};
pub use snapshot::{SnapshotError, snapshot};
