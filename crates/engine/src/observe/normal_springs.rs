//! Normal forces of a state, linearized about the current motion as springs and dashpots.

use crate::laws::Vec3;
use crate::laws::friction::element::Spring;
use crate::laws::friction::normal::{
    Approach, HertzPair, area_radius, effective_mass, effective_modulus, hertz_damping, plane_strain_modulus,
};
use crate::observe::state::{BodyState, ContactView, State};
use crate::scene::NormalLaw;
use crate::shapes::Shape;
use crate::shapes::overlap::common_extent;
use crate::world::inverse_mass::InverseMass;

impl BodyState {
    /// Inverse mass M⁻¹, restricted to the motion type of the body.
    pub(crate) fn inverse_mass(&self) -> InverseMass {
        InverseMass::restricted(&self.motion, &self.mass, &self.q)
    }

    fn is_round(&self) -> bool {
        matches!(self.shape, Shape::Sphere { .. } | Shape::Plane)
    }
}

impl State {
    /// Bodies i and j of a contact; `None` if the state does not have them.
    pub(crate) fn pair(&self, contact: &ContactView) -> Option<[&BodyState; 2]> {
        let body = |index: u32| self.bodies.get(index as usize);
        Some([body(contact.pair.key.i)?, body(contact.pair.key.j)?])
    }
}

/// Effective modulus and radius of a Hertz contact; `None` if both bodies are rigid.
fn hertz(contact: &ContactView, pair: [&BodyState; 2]) -> Option<HertzPair> {
    let modulus = |body: &BodyState| body.elastic.map(|e| plane_strain_modulus(e.youngs_modulus, e.poisson_ratio));
    let modulus = effective_modulus(modulus(pair[0]), modulus(pair[1]))?;
    let curvature = |body: &BodyState, on: &Vec3| {
        let local = |v: &Vec3| body.q.inverse_transform_vector(v);
        body.shape.mean_curvature(&local(&(on - body.x)), &local(&contact.touch.n))
    };
    let size = pair[0].shape.size().min(pair[1].shape.size());
    let sum = curvature(pair[0], &contact.touch.on_i) + curvature(pair[1], &contact.touch.on_j);
    Some(HertzPair { modulus, radius: area_radius(sum, size) })
}

/// Normal spring and dashpot of each contact of a state, in the order of the contacts; `None` for a normal force that
/// is known or found by a solver. `resting_loads`: minimum force that each contact will carry, N, by contact; empty for none.
pub(crate) fn normal_springs(state: &State, resting_loads: &[f64]) -> Vec<Option<Spring>> {
    let mut springs = Vec::with_capacity(state.contacts.len());
    let of_one_pair = |a: &ContactView, b: &ContactView| (a.pair.i, a.pair.j) == (b.pair.i, b.pair.j);
    for points in state.contacts.chunk_by(of_one_pair) {
        let first = springs.len();
        let Some(pair) = state.pair(&points[0]) else {
            springs.resize(first + points.len(), None);
            continue;
        };
        let stiffness = |(k, point): (usize, &ContactView)| {
            stiffness(point, pair, resting_loads.get(first + k).copied().unwrap_or(0.0))
        };
        let stiffness: Vec<_> = points.iter().enumerate().map(stiffness).collect();
        let masses = damped_masses(points, pair, &stiffness);
        let of = |((point, stiffness), mass): ((&ContactView, &Option<f64>), f64)| {
            let stiffness = (*stiffness)?;
            let damping = damping(point, pair, stiffness, mass);
            Some(Spring { stiffness, damping, ..Spring::default() })
        };
        springs.extend(points.iter().zip(&stiffness).zip(masses).map(of));
    }
    springs
}

/// Tangent stiffness of the normal force, N/m, of a contact that will carry at least `resting_load`, N; `None` without a
/// normal spring.
fn stiffness(contact: &ContactView, pair: [&BodyState; 2], resting_load: f64) -> Option<f64> {
    let touch = &contact.touch;
    match contact.law.normal {
        NormalLaw::Hooke { k_n, .. } => Some(k_n),
        NormalLaw::Hertz { .. } => {
            let hertz = hertz(contact, pair)?;
            let least = hertz.overlap(resting_load);
            let overlap = if touch.overlap > least { touch.overlap } else { least };
            Some(hertz.stiffness(overlap)).filter(|stiffness| *stiffness > 0.0)
        }
        // k A/l is linear in the mean depth A/b while b is constant: stiffness k b/l.
        NormalLaw::OverlapArea { .. } if touch.overlap > 0.0 => Some(touch.line?.elastic / touch.overlap),
        _ => None,
    }
}

/// Mass that the dashpot of each contact point of a pair damps, kg ([`Approach::mass`]).
fn damped_masses(points: &[ContactView], pair: [&BodyState; 2], stiffness: &[Option<f64>]) -> Vec<f64> {
    let most = effective_mass(pair[0].mass.mass, pair[1].mass.mass);
    if !points[0].law.normal.shares_damping() || pair.iter().all(|body| body.is_round()) {
        return vec![most; points.len()];
    }
    let masses = pair.map(BodyState::inverse_mass);
    let twice_energy = |k: usize, force: &Vec3, torque: &Vec3| masses[k].twice_energy(force, torque);
    let arms = |point: &ContactView| pair.map(|body| point.touch.c - body.x);
    let mut approach = Approach::default();
    for (point, stiffness) in points.iter().zip(stiffness) {
        let arms = arms(point);
        let velocity = |k: usize| pair[k].v + pair[k].w.cross(&arms[k]);
        let rate = (velocity(1) - velocity(0)).dot(&point.touch.n);
        approach.add(&point.touch.n, &arms, stiffness.unwrap_or(0.0), rate);
    }
    let joint = approach.period_squared(twice_energy);
    let mass = |(point, stiffness): (&ContactView, &Option<f64>)| {
        Approach::mass(joint, (&point.touch.n, &arms(point)), stiffness.unwrap_or(0.0), twice_energy, most)
    };
    points.iter().zip(stiffness).map(mass).collect()
}

/// Damping coefficient of a normal force, N·s/m, for this stiffness, N/m, and mass, kg.
fn damping(contact: &ContactView, pair: [&BodyState; 2], stiffness: f64, mass: f64) -> f64 {
    match contact.law.normal {
        NormalLaw::Hooke { damping, .. } => damping.coefficient(mass, stiffness),
        NormalLaw::Hertz { damping_ratio, .. } => hertz_damping(stiffness, mass, damping_ratio),
        NormalLaw::OverlapArea { young, damping, .. } => {
            let Some(prism) = pair.iter().find(|body| body.shape.prism().is_some()) else { return 0.0 };
            let axis = prism.q * Vec3::z();
            let ends = pair.map(|body| body.shape.prism().map(|prism| prism.ends(body.x.dot(&axis))));
            damping * stiffness * (mass / (young * common_extent(ends))).sqrt()
        }
        _ => 0.0,
    }
}
