//! A rigid contact, and its rows at any pose of its bodies.

use super::problem::{BlockSteps, ConeRow};
use crate::laws::Vec3;
use crate::laws::contact::ContactPoint;
use crate::laws::frame::ContactFrame;
use crate::scene::NormalLaw;
use crate::step::contacts::class::PairClass;
use crate::step::solve::mover::{InverseMass, Velocity};
use crate::world::body::BodyRef;

/// A rigid contact, apart from where it is.
#[derive(Clone, Copy)]
pub(super) struct RigidContact<'a> {
    /// Its row in the table of contacts.
    pub(super) at: usize,
    /// Rows of bodies i and j in the step's list.
    pub(super) bodies: [u32; 2],
    /// Identifies it among the contacts of its pair.
    pub(super) feature: u32,
    /// Laws and constants of its pair.
    pub(super) class: &'a PairClass,
    /// First tangent of its frame, world.
    pub(super) tangent: Vec3,
    /// R_eff of its surfaces, m; 0 if they cannot roll on each other.
    pub(super) radius: f64,
    /// L, m.
    pub(super) length: f64,
}

impl RigidContact<'_> {
    /// Coefficient of restitution e, and the slowest approach that bounces, m/s, under gravity, m/s².
    pub(super) fn restitution(&self, gravity: f64) -> (f64, f64) {
        match self.class.law.normal {
            NormalLaw::Rigid { restitution, threshold } => {
                (restitution, threshold.unwrap_or_else(|| NormalLaw::slowest_bounce(gravity, self.class.size)))
            }
            _ => (0.0, 0.0),
        }
    }

    /// The rows at a contact point of bodies with these inverse masses, free velocities and centres. The impulses act at one point
    /// for both bodies, or their angular momentum would change: it divides the gap as the inverse masses do, so that it
    /// is on the surface of the body that a fixed one meets.
    pub(super) fn row(&self, point: &ContactPoint, bodies: [(&InverseMass, &Velocity, &Vec3); 2], dt: f64) -> ConeRow {
        let movers = bodies.map(|(mass, free, _)| (mass, free));
        let (n, u) = (Vec3::from(point.n), &self.tangent);
        let frame = match n.dot(u).abs() < FLAT {
            true => ContactFrame::with_tangent(n, *u),
            false => ContactFrame::carried(n, u, &n.cross(u)),
        };
        let [i, j] = movers.map(|(mass, _)| mass.linear);
        let fraction = if i + j > 0.0 { j / (i + j) } else { 0.5 };
        let feet = self.class.feet(point).map(Vec3::from);
        let gap_vector = bodies[1].2 + feet[1] - (bodies[0].2 + feet[0]);
        let [mu, rho, sigma] = self.class.friction().cone(self.radius);
        let gap = -point.overlap;
        let mut row = ConeRow {
            bodies: [0, 1],
            frame: [frame.n, frame.u, frame.w],
            slides: slides(&frame, movers),
            arms: [feet[0] + gap_vector * fraction, feet[1] - gap_vector * (1.0 - fraction)],
            length: self.length,
            limits: [mu, rho / self.length, sigma / self.length],
            bias: closing(gap, dt),
            gap,
            steps: BlockSteps::default(),
        };
        let mut memory = [Velocity::ZERO; 2];
        row.steps = BlockSteps::of(&row.block(&movers.map(|(mass, _)| *mass), &mut memory));
        row
    }
}

/// The approach velocity that closes a gap, m, within `time`, s: a contact lets its surfaces approach by that much; m/s.
pub(super) fn closing(gap: f64, time: f64) -> f64 {
    if gap > 0.0 { gap / time } else { 0.0 }
}

/// L = √(I/m), the mean over the movable bodies, m; I is the mean of the three moments.
pub(super) fn length_of(bodies: [&BodyRef; 2]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for body in bodies.into_iter().filter(|body| body.mass.mass.is_finite()) {
        let inertia = body.mass.inertia.sum() / 3.0;
        (sum, count) = (sum + (inertia / body.mass.mass).sqrt(), count + 1.0);
    }
    if count > 0.0 && sum > 0.0 { sum / count } else { 1.0 }
}

/// The directions in which a contact slides: u and w or, if both bodies are held in a plane that its normal is not in, what
/// the plane leaves of them. The slide across the plane ends with the approach; friction along it and the normal force
/// would do the same, in any proportion.
fn slides(frame: &ContactFrame, movers: [(&InverseMass, &Velocity); 2]) -> [Vec3; 2] {
    let tangents = [frame.u, frame.w];
    let stays_in = |(mass, Velocity { v, w }): (&InverseMass, &Velocity), a: &Vec3| {
        let is_flat = a.dot(v).abs() <= FLAT * v.norm() && w.cross(a).norm() <= FLAT * w.norm();
        *mass == InverseMass::NONE && is_flat
    };
    let axis = match movers.map(|(mass, _)| mass.held) {
        [Some(a), Some(b)] if a == b || a == -b => a,
        [Some(a), None] if stays_in(movers[1], &a) => a,
        [None, Some(a)] if stays_in(movers[0], &a) => a,
        _ => return tangents,
    };
    let along = axis.cross(&frame.n);
    let sine = along.norm();
    if axis.dot(&frame.n).abs() < IN_PLANE || sine == 0.0 {
        return tangents;
    }
    let along = along / sine;
    tangents.map(|tangent| along * along.dot(&tangent))
}

/// The sine of an angle, rad, up to which a normal, and up to which a motion, is in a plane.
const IN_PLANE: f64 = 1e-9;
const FLAT: f64 = 1e-12;
