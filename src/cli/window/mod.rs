//! Commands that draw.

pub(crate) mod movie;
pub(crate) mod open;
pub(crate) mod snapshot;
