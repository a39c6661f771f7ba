//! Chooses the coordinates for a case and keeps the solver's buffers.

use super::problem::{DaeBody, DaeProblem, DaeRow};
use super::report::DaeStep;
use super::sweep::{InPlane, InSpace, OctetRows, Sweeps};
use crate::shapes::surface::any_tangents;
use crate::step::solve::mover::{InverseMass, Velocity};
use fearless_simd::{Level, dispatch};

/// Directions within this angle (rad) of a plane lie in it.
const FLAT: f64 = 1e-12;

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
    /// Finds the friction of all contacts of the problem with this index; returns statistics of the step, and whether
    /// the sweeps ended above the tolerance.
    ///
    /// The friction forces minimise `½ fᵀAf + u₀·f/Δt` over ‖f_c‖ ≤ μN_c, where A maps friction forces to changes of
    /// slip acceleration and u₀ is the slip without friction: a convex problem with unique accelerations, while the
    /// forces need not be unique.
    pub(super) fn solve(&mut self, at: usize, level: Level) -> (DaeStep, bool) {
        let Self { problems, in_plane, in_space, .. } = self;
        let problem = &mut problems[at];
        match plane(problem) {
            Some(plane) => {
                let sweeps = Sweeps::of(problem, plane, in_plane);
                dispatch!(level, simd => sweeps.run(simd))
            }
            None => {
                let sweeps = Sweeps::of(problem, InSpace, in_space);
                dispatch!(level, simd => sweeps.run(simd))
            }
        }
    }
}

/// The plane in which all bodies of the case move and touch, if any: friction then has one direction.
fn plane(problem: &DaeProblem) -> Option<InPlane> {
    let a = problem.bodies.iter().find_map(|body| body.mass.held)?;
    let stays = |velocity: &Velocity| {
        velocity.v.dot(&a).abs() <= FLAT * velocity.v.norm() && velocity.w.cross(&a).norm() <= FLAT * velocity.w.norm()
    };
    let is_flat = |body: &DaeBody| match &body.mass.held {
        Some(held) => *held == a || *held == -a,
        None => body.mass == InverseMass::NONE,
    };
    let in_plane = |row: &DaeRow| row.along.is_some() && row.tangents[0].cross(&row.tangents[1]).dot(&a).abs() <= FLAT;
    let flat = problem.bodies.iter().all(|body| is_flat(body) && stays(&body.end)) && problem.rows.iter().all(in_plane);
    let (e1, e2) = any_tangents(&a);
    flat.then_some(InPlane { a, e1, e2 })
}
