//! Bodies and laws of a scene in the terms of LAMMPS: atoms and their types, coefficients of a pair, walls.

pub(super) mod atoms;
pub(super) mod body_pair;
mod coefficients;
mod normal;
mod tangential;
mod turning;
pub(super) mod walls;

pub(super) use coefficients::words;
