//! Solution methods for an island, and how they are chosen and judged.

pub(in crate::step::solve::cones) mod anderson;
pub(crate) mod apgd;
pub(crate) mod block_lu;
pub(in crate::step::solve::cones) mod choose;
pub(in crate::step::solve::cones) mod convergence;
pub(in crate::step::solve::cones) mod gauss_seidel;
pub(in crate::step::solve::cones) mod guard;
pub(in crate::step::solve::cones) mod newton;
pub(crate) mod problem;
pub(in crate::step::solve::cones) mod sharing;
pub(crate) mod smoothing;
pub(crate) mod solved;
