//! Drives the window: the main loop, requests, actions, presses in the scene.

pub mod actions;
pub mod camera_input;
pub mod contact_paths;
pub mod drag;
pub mod drive;
pub mod language;
pub mod perform;
pub mod redraw;
pub mod requests;
