//! Commands of studies: many runs, compared or measured.

pub(crate) mod audit;
pub(crate) mod bench;
pub(crate) mod bench_law;
pub(crate) mod compare;
pub(crate) mod engines;
pub(crate) mod fit;
pub(crate) mod sweep;
