//! Chooses the coordinates for a case and keeps the solver's buffers.

use super::coordinates::{Coordinates, InPlane, InSpace};
use super::problem::DaeProblem;
use super::report::DaeStep;
use super::store::DaeResults;
use super::sweep::WideBatches;
use crate::shapes::outline::MotionPlane;
use fearless_simd::{Level, Simd, dispatch};

/// Buffers of the solver, kept from step to step.
#[derive(Debug, Default)]
pub(in crate::step) struct DaeMemory {
    pub(super) problems: Vec<DaeProblem>,
    /// Index of each body in its problem, by row in the list of bodies.
    pub(super) indices: Vec<u32>,
    in_plane: WideBatches<InPlane, 1, 3, 4>,
    in_space: WideBatches<InSpace, 2, 6, 8>,
}

impl DaeMemory {
    /// Finds and stores the friction of all contacts of the problem with this index, and sums it by bodies; returns
    /// statistics of the step, and whether the sweeps ended above the tolerance.
    ///
    /// The friction forces minimise `½ fᵀAf + u₀·f/Δt` over ‖f_c‖ ≤ μN_c, where A maps friction forces to changes of
    /// slip acceleration and u₀ is the slip without friction: a convex problem with unique accelerations, while the
    /// forces need not be unique.
    pub(super) fn solve(&mut self, at: usize, level: Level, results: &mut DaeResults) -> (DaeStep, bool) {
        let Self { problems, in_plane, in_space, .. } = self;
        let problem = &mut problems[at];
        match problem.plane() {
            Some(a) => {
                let plane = InPlane(MotionPlane::across(&a));
                dispatch!(level, simd => solved(simd, problem, (&plane, in_plane), results))
            }
            None => dispatch!(level, simd => solved(simd, problem, (&InSpace, in_space), results)),
        }
    }
}

/// Solves a problem in these coordinates.
#[inline(always)]
fn solved<S: Simd, C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize>(
    simd: S,
    problem: &mut DaeProblem,
    (space, batches): (&C, &mut WideBatches<C, T, D, P>),
    results: &mut DaeResults,
) -> (DaeStep, bool) {
    batches.fill(simd, problem, space);
    let (sweeps, is_exhausted) = batches.sweep(simd, problem);
    (DaeStep { sweeps, ..batches.store(simd, problem, results) }, is_exhausted)
}
