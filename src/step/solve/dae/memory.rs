//! Chooses the coordinates for a case and keeps the solver's buffers.

use super::coordinates::{Coordinates, InPlane, InSpace};
use super::problem::{DaeBody, DaeProblem};
use super::report::DaeStep;
use super::store::DaeResults;
use super::sweep::OctetRows;
use crate::shapes::surface::any_tangents;
use crate::step::solve::mover::{InverseMass, Velocity};
use fearless_simd::{Level, Simd, dispatch};

/// Directions within this angle (rad) of a plane lie in it.
pub(super) const FLAT: f64 = 1e-12;

/// Buffers of the solver, kept from step to step.
#[derive(Debug, Default)]
pub(in crate::step) struct DaeMemory {
    pub(super) problems: Vec<DaeProblem>,
    /// The place in its problem of each body, by its row.
    pub(super) places: Vec<u32>,
    in_plane: OctetRows<InPlane, 1, 3, 4>,
    in_space: OctetRows<InSpace, 2, 6, 8>,
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
        match plane(problem) {
            Some(plane) => dispatch!(level, simd => solved(simd, problem, (&plane, in_plane), results)),
            None => dispatch!(level, simd => solved(simd, problem, (&InSpace, in_space), results)),
        }
    }
}

/// Solves a problem in these coordinates.
#[inline(always)]
fn solved<S: Simd, C: Coordinates<T, D, P>, const T: usize, const D: usize, const P: usize>(
    simd: S,
    problem: &mut DaeProblem,
    (space, rows): (&C, &mut OctetRows<C, T, D, P>),
    results: &mut DaeResults,
) -> (DaeStep, bool) {
    rows.fill(simd, problem, space, results.columns);
    let (sweeps, is_exhausted) = rows.sweep(simd, problem);
    (DaeStep { sweeps, ..rows.store(simd, problem, results) }, is_exhausted)
}

/// The plane in which all bodies of the case move and touch, if any: friction then has one direction.
fn plane(problem: &DaeProblem) -> Option<InPlane> {
    let a = problem.across.filter(|_| problem.is_flat)?;
    let stays = |velocity: &Velocity| {
        velocity.v.dot(&a).abs() <= FLAT * velocity.v.norm() && velocity.w.cross(&a).norm() <= FLAT * velocity.w.norm()
    };
    let is_flat = |body: &DaeBody| match &body.mass.held {
        Some(held) => *held == a || *held == -a,
        None => body.mass == InverseMass::NONE,
    };
    let flat = problem.bodies.iter().all(|body| is_flat(body) && stays(&body.end));
    let (e1, e2) = any_tangents(&a);
    flat.then_some(InPlane { a, e1, e2 })
}
