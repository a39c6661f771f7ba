//! The state of the window and what drives it: neither panels nor rendering.

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]

pub(crate) mod compare;
pub(crate) mod course;
pub(crate) mod forecast;
pub(crate) mod gallery;
pub(crate) mod ghost;
pub(crate) mod goto;
pub(crate) mod history;
pub(crate) mod inspect;
pub(crate) mod law_bench;
pub(crate) mod look;
pub(crate) mod past;
pub(crate) mod playback;
pub(crate) mod replay;
pub(crate) mod saving;
pub(crate) mod session;
pub(crate) mod undo;

pub use goto::{Between, Place};
