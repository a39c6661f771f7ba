//! How bodies move in a step: contact loads, pulls, integration.

pub(crate) mod integrate;
pub(crate) mod loads;
pub(crate) mod pull;
