//! Building by hand: gestures that change the open scene's text before the run begins, and its bodies afterwards.

pub mod bodies;
pub mod build_mode;
pub mod check;
pub mod ghost;
pub mod group;
pub mod handles;
pub mod lines;
pub mod materials;
pub mod patch;
pub mod reshape;
pub mod selected_entry;
mod snaps;
pub mod templates;
pub mod toolbox;
pub mod tools;
