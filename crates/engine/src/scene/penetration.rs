//! Estimates, before a run, how deep springs let bodies sink into bodies that support them or are in their way.

use super::{BodySpec, Motion, NormalLaw, Scene};
use crate::laws::Vec3;
use crate::laws::friction::element::Spring;
use crate::laws::friction::normal::{
    HertzPair, NormalDamping, effective_mass, effective_modulus, hertz_damping, plane_strain_modulus, restitution,
};
use crate::laws::friction::parameters::Damping;
use crate::shapes::Shape;
use crate::shapes::solid::{half_width, reach};

/// A body that its weight or its impact presses into another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Penetration {
    /// Indices of the body and of the body in its way.
    pub(crate) bodies: [usize; 2],
    /// Index of the pair rule with the normal law; `None` for the normal law of the scene.
    pub(crate) rule: Option<usize>,
    /// Expected overlap, m.
    pub(crate) overlap: f64,
    /// Half the thickness of the thinner body along the way, m; with a larger overlap, the bodies pass through each
    /// other.
    pub(crate) half: f64,
    /// Speed of the impact, m/s; 0 if the weight presses at least as deep.
    pub(crate) speed: f64,
    /// Tangent spring and dashpot of all contact points together at this overlap, and the mass on them, kg.
    pub(crate) spring: (Spring, f64),
}

impl Penetration {
    /// An overlap above this fraction of `half` is worth a warning.
    pub(crate) const SMALL: f64 = 0.1;

    /// Message that names the bodies and what presses them together.
    pub(crate) fn message(&self, scene: &Scene) -> String {
        let [body, other] = self.bodies.map(|k| &scene.bodies[k]);
        let why = match self.speed {
            0.0 => format!("the weight of `{}` ({} kg)", body.name, body.mass),
            speed => format!("the impact of `{}` ({} kg, {speed:.3} m/s)", body.name, body.mass),
        };
        format!(
            "{why} presses it {:.2e} m into `{}`, {:.2} times half of the thinner one ({:.2e} m)",
            self.overlap,
            other.name,
            self.overlap / self.half,
            self.half
        )
    }

    /// Remedy: a stiffness with which the overlap is small.
    pub(crate) fn remedy(&self, scene: &Scene) -> String {
        let factor = self.overlap / (Self::SMALL * self.half);
        match scene.normal_of(self.rule) {
            NormalLaw::Hooke { k_n, .. } => {
                let factor = if self.speed > 0.0 { factor * factor } else { factor };
                format!("use a `k_n` of {:.1e} N/m or more, and a `dt` that suits it", k_n * factor)
            }
            _ => {
                let factor = factor * factor.sqrt() * if self.speed > 0.0 { factor } else { 1.0 };
                format!("use a `youngs_modulus` {factor:.1e} times as large, and a `dt` that suits it")
            }
        }
    }
}

/// Maximum number of pairs of bodies; in larger scenes, only bodies that cannot move count as in the way.
const MAX_PAIRS: usize = 1 << 18;
/// Maximum number of pairs of a body and a body that may be in its way; larger scenes are not searched.
const MAX_SEARCHED_PAIRS: usize = 1 << 22;

impl Scene {
    /// Overlaps of each movable body with the first body in its way: straight down, under its weight or in the impact
    /// of its fall, and straight ahead if it moves. Pulled bodies are not considered.
    pub(crate) fn penetrations(&self) -> Vec<Penetration> {
        let (count, is_held) = (self.bodies.len(), |body: &BodySpec| !body.mass.is_finite());
        let walls: Vec<usize> =
            (0..count).filter(|k| count * count <= MAX_PAIRS || is_held(&self.bodies[*k])).collect();
        let has_springs = self.normal_laws().any(|(_, law)| law.presses_by_depth());
        if !has_springs || count * walls.len() > MAX_SEARCHED_PAIRS {
            return Vec::new();
        }
        let is_pulled = |k: usize| self.pulls.iter().any(|pull| pull.body == k);
        let free = (0..count).filter(|k| !is_held(&self.bodies[*k]) && !is_pulled(*k));
        free.flat_map(|k| [self.falling(k, &walls), self.flying(k, &walls)]).flatten().collect()
    }

    /// Overlap of body `k` with the first body under it: under its weight or in the impact of its fall, whichever is
    /// deeper.
    fn falling(&self, k: usize, walls: &[usize]) -> Option<Penetration> {
        let (body, g) = (&self.bodies[k], self.gravity.norm());
        let down = self.gravity.try_normalize(0.0)?;
        if matches!(&body.motion, Motion::Planar(axis) if axis.cross(&down).norm() < 1e-6) {
            return None;
        }
        let (other, gap, across) = self.first_ahead(k, &down, walls)?;
        let start = (body.velocity - self.bodies[other].velocity).dot(&down);
        let speed = if gap > 1e-6 * body.shape.size() || start > 0.0 {
            (start.max(0.0) * start.max(0.0) + 2.0 * g * gap).sqrt()
        } else {
            0.0
        };
        if gap > 0.5 * g * self.duration * self.duration + start.abs() * self.duration {
            return None;
        }
        let rule = self.rule_of(body, &self.bodies[other]);
        let spring = ContactSpring::new(self.normal_of(rule), [body, &self.bodies[other]])?;
        let (weight, impact) = (spring.under(body.mass * g * across), spring.at(speed * across));
        let half = self.thinner([k, other], &down);
        let (overlap, speed) = if impact > weight { (impact, speed) } else { (weight, 0.0) };
        Some(Penetration { bodies: [k, other], rule, overlap, half, speed, spring: spring.tangent(overlap) })
    }

    /// Overlap of moving body `k` with the first body straight ahead; `None` if it does not get there or falls too far
    /// on the way.
    fn flying(&self, k: usize, walls: &[usize]) -> Option<Penetration> {
        let body = &self.bodies[k];
        let ahead = body.velocity.try_normalize(0.0)?;
        let (other, gap, across) = self.first_ahead(k, &ahead, walls)?;
        let speed = (body.velocity - self.bodies[other].velocity).dot(&ahead);
        let time = gap / speed;
        let half = self.thinner([k, other], &ahead);
        let drop = 0.5 * self.gravity.norm() * time * time;
        if speed.is_nan() || speed <= 0.0 || time > self.duration || drop > half {
            return None;
        }
        let rule = self.rule_of(body, &self.bodies[other]);
        let spring = ContactSpring::new(self.normal_of(rule), [body, &self.bodies[other]])?;
        let overlap = spring.at(speed * across);
        Some(Penetration { bodies: [k, other], rule, overlap, half, speed, spring: spring.tangent(overlap) })
    }

    /// Half the thickness of the thinner of two bodies in this direction, m.
    fn thinner(&self, pair: [usize; 2], direction: &Vec3) -> f64 {
        let [a, b] = pair.map(|k| {
            let body = &self.bodies[k];
            half_width(&body.shape, body.rotation.inverse_transform_vector(direction))
        });
        a.min(b)
    }

    /// The first body that the centre of body `k` meets along `direction`: its index, the gap between the two surfaces,
    /// m, and the component of `direction` into its surface.
    fn first_ahead(&self, k: usize, direction: &Vec3, walls: &[usize]) -> Option<(usize, f64, f64)> {
        let body = &self.bodies[k];
        let extent = |of: &BodySpec, d: &Vec3| reach(&of.shape, of.rotation.inverse_transform_vector(d));
        let gap = |other: &BodySpec| {
            if matches!(other.shape, Shape::Plane) {
                let up = other.rotation * Vec3::z();
                let across = -up.dot(direction);
                let height = (body.position - other.position).dot(&up);
                let meets = across > 0.1 && height > 0.0;
                return meets.then(|| ((height - extent(body, &-up)) / across, across));
            }
            let between = other.position - body.position;
            let along = between.dot(direction);
            let meets = along > 0.0 && is_on_line(other, &between, direction);
            meets.then(|| (along - extent(body, direction) - extent(other, &-direction), 1.0))
        };
        let others = walls.iter().filter(|other| **other != k);
        let found = others.filter_map(|other| gap(&self.bodies[*other]).map(|(gap, across)| (*other, gap, across)));
        let nearest = found.min_by(|a, b| a.1.total_cmp(&b.1))?;
        Some((nearest.0, if nearest.1 > 0.0 { nearest.1 } else { 0.0 }, nearest.2))
    }
}

/// True if a line along `direction`, through the point at `-between` from the centre of `body`, certainly passes
/// through `body`.
fn is_on_line(body: &BodySpec, between: &Vec3, direction: &Vec3) -> bool {
    let Shape::Box { half_extents } = &body.shape else {
        return !body.shape.is_wall() && between.cross(direction).norm() < body.shape.inradius();
    };
    // Clip the line against the three slabs of the box.
    let [at, along] = [&-between, direction].map(|v| body.rotation.inverse_transform_vector(v));
    let (mut enters, mut leaves) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in 0..3 {
        let ends = [-half_extents[axis], half_extents[axis]].map(|end| (end - at[axis]) / along[axis]);
        if along[axis] == 0.0 {
            if at[axis].abs() > half_extents[axis] {
                return false;
            }
            continue;
        }
        enters = enters.max(ends[0].min(ends[1]));
        leaves = leaves.min(ends[0].max(ends[1]));
    }
    enters < leaves
}

/// The springs between two bodies that touch at the maximum number of points, acting together.
struct ContactSpring {
    /// Number of contact points.
    points: f64,
    /// Mass that an impact stops, m_eff, kg.
    mass: f64,
    /// Damping ratio of the points together.
    ratio: f64,
    law: SpringLaw,
}

enum SpringLaw {
    /// Stiffness k_n of one point, N/m.
    Hooke(f64),
    Hertz(HertzPair),
}

impl ContactSpring {
    fn new(law: &NormalLaw, [a, b]: [&BodySpec; 2]) -> Option<Self> {
        let mass = effective_mass(a.mass, b.mass);
        let points = match [a, b].map(|body| body.shape.face_corners()) {
            counts if counts.contains(&1) => 1.0,
            [of_a, of_b] => of_a.min(of_b).min(8) as f64,
        };
        let (law, ratio) = match *law {
            NormalLaw::Hooke { k_n, damping, .. } => {
                let ratio = match damping {
                    NormalDamping::Restitution(ratio) => ratio,
                    NormalDamping::Given(Damping::Ratio(ratio)) => ratio * points.sqrt(),
                    NormalDamping::Given(Damping::Coefficient(c)) => 0.5 * c * (points / (k_n * mass)).sqrt(),
                };
                (SpringLaw::Hooke(k_n), ratio)
            }
            NormalLaw::Hertz { damping_ratio, .. } => {
                let modulus = |body: &BodySpec| {
                    body.elastic.map(|elastic| plane_strain_modulus(elastic.youngs_modulus, elastic.poisson_ratio))
                };
                let radius = |body: &BodySpec| match body.shape {
                    Shape::Sphere { radius } => 1.0 / radius,
                    _ => 0.0,
                };
                let curvature = radius(a) + radius(b);
                let size = a.shape.size().min(b.shape.size());
                let radius = crate::laws::friction::normal::area_radius(curvature, size);
                let modulus = effective_modulus(modulus(a), modulus(b))?;
                (SpringLaw::Hertz(HertzPair { modulus, radius }), damping_ratio)
            }
            _ => return None,
        };
        Some(Self { points, mass, ratio, law })
    }

    /// Tangent spring and dashpot at this overlap, m, and the mass on them, kg.
    fn tangent(&self, overlap: f64) -> (Spring, f64) {
        let (stiffness, damping) = match &self.law {
            SpringLaw::Hooke(k_n) => {
                let stiffness = self.points * k_n;
                (stiffness, Damping::Ratio(self.ratio).coefficient(self.mass, stiffness))
            }
            SpringLaw::Hertz(pair) => {
                let stiffness = self.points * pair.stiffness(overlap);
                (stiffness, hertz_damping(stiffness, self.mass, self.ratio))
            }
        };
        (Spring { stiffness, damping, ..Spring::default() }, self.mass)
    }

    /// Overlap, m, under a static force, N.
    fn under(&self, force: f64) -> f64 {
        match &self.law {
            SpringLaw::Hooke(k_n) => force / (self.points * k_n),
            SpringLaw::Hertz(pair) => pair.overlap(force / self.points),
        }
    }

    /// Largest overlap, m, in an impact at this speed, m/s: `v√(m/k) √e` for a damped Hooke spring (at δ̇ = 0, where
    /// the return begins, half of the logarithmic loss has passed), and the equivalent in δ^{5/4} for Hertz.
    fn at(&self, speed: f64) -> f64 {
        let loss = restitution(self.ratio).sqrt();
        match &self.law {
            SpringLaw::Hooke(k_n) => speed * (self.mass / (self.points * k_n)).sqrt() * loss,
            SpringLaw::Hertz(pair) => {
                let energy = 0.5 * self.mass * speed * speed * loss * loss / self.points;
                libm::pow(energy / pair.stored(1.0), 0.4)
            }
        }
    }
}
