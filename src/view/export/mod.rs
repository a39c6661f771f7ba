//! Pictures and films.

pub(crate) mod movie;
pub(crate) mod pictures;
pub(crate) mod snapshot;
