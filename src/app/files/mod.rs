//! Files of the window: scenes, recordings, plots, films; opening, and places to go to.

pub mod address;
pub(crate) mod class_answers;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod file_watch;
pub(crate) mod film_file;
pub(crate) mod jump;
pub(crate) mod open;
pub(crate) mod plot_files;
pub(crate) mod replay;
pub(crate) mod saving;
