//! The table of all contacts: which pairs are near, where they touch, and how their loads are summed.
//!
//! All contacts have the same components ([`crate::world::contact`]), filled in by contact detection: spheres and
//! planes eight pairs at a time (`geometry`), other shapes pair by pair (`manifold`). A solver (`step::solve`) turns
//! them into loads, which `reduction` sums on each body in the order of the contacts' keys, whatever the number of
//! threads.

pub(crate) mod block;
pub(crate) mod bodies;
pub(crate) mod build;
pub(crate) mod columns;
pub(crate) mod context;
pub(crate) mod geometry;
pub(crate) mod hand_over;
pub(crate) mod manifold;
pub mod narrow;
pub(crate) mod neighbours;
pub(crate) mod pair;
pub mod pair_constants;
pub(crate) mod prisms;
pub(crate) mod reduction;
pub(crate) mod seam;
pub(crate) mod sums;
pub mod table;
pub(in crate::step) mod touching;
