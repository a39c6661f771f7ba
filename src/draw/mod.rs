//! What is to be seen, as pure functions of the state: neither panels nor rendering.

#![allow(clippy::disallowed_methods, reason = "what is only drawn may differ in its last bit")]

pub(crate) mod chains;
pub(crate) mod crowd;
pub mod draw_list;
pub(crate) mod equations;
pub(crate) mod flag;
pub(crate) mod format;
pub(crate) mod gauge;
pub(crate) mod load_disks;
pub(crate) mod overlap;
pub(crate) mod pull_list;
pub mod scale;
pub(crate) mod ticks;
pub(crate) mod traces;
pub(crate) mod transport;
