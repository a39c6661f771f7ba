//! Checks `shape:` of a body.

pub(in crate::scene::check) mod checked_shape;
pub(in crate::scene::check) mod polyhedron;
pub(in crate::scene::check) mod shape;
pub(in crate::scene::check) mod walls;
