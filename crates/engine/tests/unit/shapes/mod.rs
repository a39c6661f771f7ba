//! Tests of `shapes`, file by file.

mod hull;
mod manifold_point;
mod overlap;
mod touch;
mod union;
