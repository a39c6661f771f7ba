//! Files of the window: scenes, recordings, plots, films; opening, and places to go to.

pub mod address;
pub mod class_answers;
#[cfg(not(target_arch = "wasm32"))]
pub mod file_watch;
pub mod film_file;
pub mod jump;
pub mod link;
pub mod open;
pub mod plot_files;
pub mod recent;
pub mod replay;
pub mod saving;
