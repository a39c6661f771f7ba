//! The contacts of a case, gathered for the solver.

use crate::laws::dae::DaeLevel;
use crate::laws::number::{Row, V3};
use crate::laws::{Vec2, Vec3};
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

/// A contact as the table has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct DaePoint {
    /// Its row in the table of contacts, and its class.
    pub(super) at: u32,
    pub(super) class: u32,
    /// Indices of bodies i and j.
    pub(super) bodies: [u32; 2],
    /// Unit normal into body i, and first tangent.
    pub(super) n: V3<f64>,
    pub(super) u: V3<f64>,
    /// From the centres of i and j to the contact point, m; of a driven body at mid-step, because its point moves along
    /// the chord.
    pub(super) arms: [V3<f64>; 2],
    /// The normal to the plane in which body i, or else j, moves; 0 if neither is planar.
    pub(super) across: V3<f64>,
    /// N, N, and its share of the pair's normal force.
    pub(super) normal: f64,
    pub(super) share: f64,
    /// μ.
    pub(super) mu: f64,
    pub(super) level: DaeLevel,
    /// Friction on body i in the last step, N, and slip velocity at the beginning of that step, m/s, components (u, w);
    /// `None` for a contact that begins.
    pub(super) last: Option<[Vec2; 2]>,
}

/// The contacts of a case.
#[derive(Debug, Default)]
pub(in crate::step) struct DaeProblem {
    pub(super) lane: u32,
    /// Δt, s.
    pub(super) dt: f64,
    /// Rows of its bodies in the step's list.
    pub(super) rows: Vec<u32>,
    pub(super) bodies: Vec<DaeBody>,
    pub(super) points: Vec<DaePoint>,
    /// Friction on each body: force, N, and torque, N·m.
    pub(super) sums: Vec<Row>,
    /// The contacts of each pair of bodies. `pairs` are solved together; `lagged` take the friction of all others from
    /// the last step.
    pub(super) pairs: Vec<Range<usize>>,
    pub(super) lagged: Vec<Range<usize>>,
    /// The largest sweep limit and the smallest tolerance of its laws.
    pub(super) sweeps: u64,
    pub(super) tolerance: f64,
    /// True if a constraint is imposed at acceleration level.
    pub(super) has_accelerations: bool,
    /// The normal to the plane in which the first planar body moves, and whether the normals of all contacts lie in it.
    /// (Each contact has a body that can move; one before the first planar body cannot be in a plane.)
    across: Option<Vec3>,
    is_flat: bool,
}

/// Directions within this angle (rad) of a plane lie in it.
const FLAT: f64 = 1e-12;

impl DaeProblem {
    /// Clears the problem for this case.
    pub(super) fn begin(&mut self, lane: u32, dt: f64) {
        self.rows.clear();
        self.points.clear();
        self.pairs.clear();
        self.lagged.clear();
        (self.lane, self.dt, self.sweeps, self.tolerance) = (lane, dt, 0, f64::INFINITY);
        (self.has_accelerations, self.across, self.is_flat) = (false, None, true);
    }

    /// The next body, which has this row in the step's list.
    #[inline(always)]
    pub(super) fn add_body(&mut self, row: u32, body: DaeBody) {
        self.across = self.across.or(body.mass.held);
        // Old elements of the list are written over.
        match self.bodies.get_mut(self.rows.len()) {
            Some(old) => *old = body,
            None => self.bodies.push(body),
        }
        self.rows.push(row);
    }

    /// The next contact.
    #[inline(always)]
    pub(super) fn add_point(&mut self, point: DaePoint) {
        self.is_flat &= self.across.is_some_and(|a| a.dot(&point.n.into()).abs() <= FLAT);
        self.points.push(point);
    }

    /// The normal to the plane in which all bodies move and touch, if any: friction then has one direction.
    pub(super) fn plane(&self) -> Option<Vec3> {
        let a = self.across.filter(|_| self.is_flat)?;
        let stays = |velocity: &Velocity| {
            velocity.v.dot(&a).abs() <= FLAT * velocity.v.norm()
                && velocity.w.cross(&a).norm() <= FLAT * velocity.w.norm()
        };
        let moves_in_it = |body: &DaeBody| match &body.mass.held {
            Some(held) => *held == a || *held == -a,
            None => body.mass == InverseMass::NONE,
        };
        self.bodies.iter().all(|body| moves_in_it(body) && stays(&body.now) && stays(&body.end)).then_some(a)
    }
}
