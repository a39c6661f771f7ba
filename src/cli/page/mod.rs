//! Commands that print or write what the pages of `docs` show.

pub(crate) mod figure;
pub(crate) mod language;
pub(crate) mod laws;
pub(crate) mod polygons;
pub(crate) mod quantities;
pub(crate) mod solvers;
pub(crate) mod verify;
