//! The contacts of a case, gathered for the solver.

use crate::laws::Vec3;
use crate::laws::dae::DaeLevel;
use crate::laws::number::{Row, V3};
use crate::step::solve::mover::{InverseMass, Velocity};
use crate::world::body::NormalConstraints;
use std::ops::Range;

/// A body.
#[derive(Clone, Debug, Default)]
pub(super) struct DaeBody {
    /// M⁻¹.
    pub(super) mass: InverseMass,
    /// Constraints on it by known normal forces, if any.
    pub(super) supports: Option<Box<NormalConstraints>>,
    /// Current velocity.
    pub(super) now: Velocity,
    /// Velocity at the end of the step, without the unknown friction.
    pub(super) end: Velocity,
    /// Its motion is prescribed.
    pub(super) is_driven: bool,
}

impl DaeBody {
    /// Change of its velocities by this force, N, and torque, N·m, per second.
    #[inline(always)]
    pub(super) fn pushed(&self, force: Vec3, torque: &Vec3) -> Velocity {
        let force = self.supports.as_ref().map_or(force, |supports| supports.remove_from(force));
        self.mass.of(&force, torque)
    }
}

/// A contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct DaePoint {
    /// Its row in the table of contacts, and its class.
    pub(super) at: u32,
    pub(super) class: u32,
    /// Indices of bodies i and j.
    pub(super) bodies: [u32; 2],
    /// Unit normal into body i.
    pub(super) n: V3<f64>,
    /// From the centres of i and j to the contact point, m.
    pub(super) arms: [V3<f64>; 2],
    /// μ.
    pub(super) mu: f64,
    pub(super) level: DaeLevel,
}

/// The contacts of a case.
#[derive(Debug, Default)]
pub(in crate::step) struct DaeProblem {
    pub(super) lane: u32,
    /// Δt, s.
    pub(super) dt: f64,
    /// Rows of its bodies in the step's list.
    pub(super) places: Vec<u32>,
    pub(super) bodies: Vec<DaeBody>,
    pub(super) points: Vec<DaePoint>,
    /// Friction on each body: force, N, and torque, N·m.
    pub(super) sums: Vec<Row>,
    /// The contacts of each pair of bodies; those of pairs that take the friction of the others from the last step.
    pub(super) pairs: Vec<Range<usize>>,
    pub(super) lagged: Vec<Range<usize>>,
    /// The largest sweep limit and the smallest tolerance of its laws.
    pub(super) sweeps: u64,
    pub(super) tolerance: f64,
    /// True if a constraint is imposed at acceleration level.
    pub(super) has_accelerations: bool,
    /// The normal to the plane in which the first planar body moves, and whether all contacts so far lie in it.
    pub(super) across: Option<Vec3>,
    pub(super) is_flat: bool,
}

impl DaeProblem {
    /// Clears the problem for this case.
    pub(super) fn begin(&mut self, lane: u32, dt: f64) {
        self.places.clear();
        self.points.clear();
        self.pairs.clear();
        self.lagged.clear();
        (self.lane, self.dt, self.sweeps, self.tolerance) = (lane, dt, 0, f64::INFINITY);
        (self.has_accelerations, self.across, self.is_flat) = (false, None, true);
    }
}
