//! Drives the window: the main loop, requests, actions, presses in the scene.

pub(crate) mod actions;
pub(crate) mod camera_input;
pub(crate) mod contact_paths;
pub(crate) mod drag;
pub(crate) mod drive;
pub(crate) mod language;
pub(crate) mod perform;
pub(crate) mod redraw;
pub(crate) mod requests;
