//! Rigid contacts, and their rows at any pose of the bodies.

use super::methods::problem::{BlockSteps, ConeRow};
use crate::laws::friction::contact::ContactPoint;
use crate::laws::friction::frame::ContactFrame;
use crate::laws::friction::limit::cones::{FrictionCone, Limits};
use crate::laws::{Vec2, Vec3};
use crate::scene::NormalLaw;
use crate::step::contacts::narrow::seam::Seam;
use crate::step::contacts::pair_constants::PairConstants;
use crate::step::solve::solver_body::{InverseMass, Velocity};
use crate::world::body::BodyRef;

/// A rigid contact, without its geometry.
#[derive(Clone, Copy)]
pub(super) struct RigidContact<'a> {
    /// Row in the table of contacts.
    pub(super) at: usize,
    /// Rows of bodies i and j in the list of bodies.
    pub(super) bodies: [u32; 2],
    /// Manifold feature, which identifies the contact within its pair.
    pub(super) feature: u32,
    /// Laws and constants of the pair.
    pub(super) class: &'a PairConstants,
    /// First tangent u of the contact frame, world.
    pub(super) tangent: Vec3,
    /// e1, the direction of the grain, components (u, w); zero without one.
    pub(super) grain: Vec2,
    /// Effective radius R_eff, m; 0 if the surfaces cannot roll on each other.
    pub(super) radius: f64,
    /// Length L that scales rotations, m ([`length_of`]).
    pub(super) length: f64,
    /// The bodies next to an immovable one of the pair, if there are any.
    pub(super) seam: Option<&'a Seam>,
}

impl<'a> RigidContact<'a> {
    /// The pair of the contact.
    pub(super) fn pair(&self) -> TouchingPair<'a> {
        TouchingPair { rows: self.bodies, class: self.class, seam: self.seam }
    }
}

/// A pair of bodies with rigid contacts.
pub(super) struct TouchingPair<'a> {
    /// Rows of bodies i and j in the list of bodies.
    pub(super) rows: [u32; 2],
    pub(super) class: &'a PairConstants,
    /// The bodies next to an immovable one of the pair, if there are any.
    pub(super) seam: Option<&'a Seam>,
}

impl RigidContact<'_> {
    /// Coefficient of restitution e, and the slowest approach that bounces, m/s, under `gravity`, m/s².
    pub(super) fn restitution(&self, gravity: f64) -> (f64, f64) {
        match self.class.law.normal {
            NormalLaw::Rigid { restitution, threshold } => {
                (restitution, threshold.unwrap_or_else(|| NormalLaw::slowest_bounce(gravity, self.class.size)))
            }
            _ => (0.0, 0.0),
        }
    }

    /// The rows at a contact point of bodies with these inverse masses, free velocities and centres. The impulses on
    /// both bodies act at one point, else their angular momentum would change. The point divides the gap in the ratio
    /// of the inverse masses; against an immovable body it lies on the surface of the movable one.
    pub(super) fn row(&self, point: &ContactPoint, bodies: [(&InverseMass, &Velocity, &Vec3); 2], dt: f64) -> ConeRow {
        let masses_and_velocities = bodies.map(|(mass, free, _)| (mass, free));
        let (n, u) = (Vec3::from(point.n), &self.tangent);
        let frame = match n.dot(u).abs() < FLAT {
            true => ContactFrame::with_tangent(n, *u),
            false => ContactFrame::carried(n, u, &n.cross(u)),
        };
        let [i, j] = masses_and_velocities.map(|(mass, _)| mass.linear);
        let fraction = if i + j > 0.0 { j / (i + j) } else { 0.5 };
        let feet = self.class.feet(point).map(Vec3::from);
        let gap_vector = bodies[1].2 + feet[1] - (bodies[0].2 + feet[0]);
        let friction = self.class.friction();
        let [mu, rho, sigma] = friction.cone(self.radius);
        let limits = [mu, rho / self.length, sigma / self.length];
        let across = friction.across.filter(|_| self.grain != Vec2::zeros()).map(|across| across.mu_k);
        let (axes, cone) = scaled_rows(&frame, limits, (self.grain, across), friction.is_joined());
        let gap = -point.overlap;
        let mut row = ConeRow {
            bodies: [0, 1],
            frame: [frame.n, frame.u, frame.w],
            slides: slides(&frame, axes.slides, masses_and_velocities),
            turns: axes.turns,
            arms: [feet[0] + gap_vector * fraction, feet[1] - gap_vector * (1.0 - fraction)],
            length: self.length,
            cone,
            is_scaled: across.is_some() || friction.is_joined(),
            bias: closing_bias(gap, dt),
            gap,
            steps: BlockSteps::default(),
        };
        let mut memory = [Velocity::ZERO; 2];
        let block = row.block(&masses_and_velocities.map(|(mass, _)| *mass), &mut memory);
        row.steps = BlockSteps::from_block(&block, cone.is_joined);
        row
    }
}

/// Directions of the friction rows of a contact, scaled by the limits that the cone then lacks.
struct RowAxes {
    slides: [Vec3; 2],
    turns: [Vec3; 3],
}

/// The rows of friction and their cone: unscaled; or, with a limit `across` the grain e1 (components (u, w)), the slide
/// rows along and across e1, scaled by their limits; or all five rows scaled, if one ellipsoid limits them.
fn scaled_rows(
    frame: &ContactFrame,
    limits: Limits,
    (grain, across): (Vec2, Option<f64>),
    is_joined: bool,
) -> (RowAxes, FrictionCone) {
    let [mu, rho, sigma] = limits;
    let mut axes = RowAxes { slides: [frame.u, frame.w], turns: [frame.u, frame.w, frame.n] };
    if let Some(across) = across {
        let along = frame.to_world(&grain);
        axes.slides = [along * mu, frame.n.cross(&along) * across];
    } else if is_joined {
        axes.slides = axes.slides.map(|row| row * mu);
    }
    if is_joined {
        let [a, b, n] = axes.turns;
        axes.turns = [a * rho, b * rho, n * sigma];
        return (axes, FrictionCone::joined());
    }
    (axes, FrictionCone::apart([if across.is_some() { 1.0 } else { mu }, rho, sigma]))
}

/// Bias b of a normal row, m/s: the approach velocity that closes `gap`, m, within `time`, s, and that the contact
/// therefore allows; 0 without a gap.
pub(super) fn closing_bias(gap: f64, time: f64) -> f64 {
    if gap > 0.0 { gap / time } else { 0.0 }
}

/// Length L = √(I/m), m: the mean over the movable bodies, where I is the mean of the three principal moments.
pub(super) fn length_of(bodies: [&BodyRef; 2]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for body in bodies.into_iter().filter(|body| body.mass.mass.is_finite()) {
        let inertia = body.mass.inertia.sum() / 3.0;
        (sum, count) = (sum + (inertia / body.mass.mass).sqrt(), count + 1.0);
    }
    if count > 0.0 && sum > 0.0 { sum / count } else { 1.0 }
}

/// Directions of the slide rows: `tangents` or, if both bodies move in one plane that does not contain the normal, their
/// components within that plane. Slide out of the plane ends with the approach: friction against it would do the same
/// as the normal force, and their proportion would be undetermined.
fn slides(
    frame: &ContactFrame,
    tangents: [Vec3; 2],
    masses_and_velocities: [(&InverseMass, &Velocity); 2],
) -> [Vec3; 2] {
    let stays_in = |(mass, Velocity { v, w }): (&InverseMass, &Velocity), a: &Vec3| {
        let is_flat = a.dot(v).abs() <= FLAT * v.norm() && w.cross(a).norm() <= FLAT * w.norm();
        *mass == InverseMass::NONE && is_flat
    };
    let axis = match masses_and_velocities.map(|(mass, _)| mass.held) {
        [Some(a), Some(b)] if a == b || a == -b => a,
        [Some(a), None] if stays_in(masses_and_velocities[1], &a) => a,
        [None, Some(a)] if stays_in(masses_and_velocities[0], &a) => a,
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

/// Sine of the largest angle at which a normal counts as lying in a plane.
const IN_PLANE: f64 = 1e-9;
/// Sine of the largest angle by which a tangent may leave the contact plane, or a motion its plane of motion.
const FLAT: f64 = 1e-12;
