//! Vectors, rotations, and numbers, single or in SIMD lanes.

pub mod extremes;
pub(crate) mod interned;
pub mod lanes;
pub mod number;
pub mod order;
pub(crate) mod rows;
pub mod turning;
pub(crate) mod vector;
