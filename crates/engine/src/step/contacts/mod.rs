//! The table of all contacts: which pairs are near, where they touch, and how their loads are summed.
//!
//! All contacts have the same components ([`crate::world::contact`]), filled in by contact detection: spheres and
//! planes eight pairs at a time (`geometry`), other shapes pair by pair (`manifold`). A solver (`step::solve`) turns
//! them into loads, which `reduction` sums on each body in the order of the contacts' keys, whatever the number of
//! threads.

pub mod narrow;
pub mod table;

pub(crate) mod context;
pub mod pair_constants;
