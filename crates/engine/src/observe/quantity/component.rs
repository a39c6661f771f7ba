//! Values shared by several contact quantities: a friction component as plain numbers, the rotation of the contact
//! frame.

use super::row::SubjectAt;
use crate::laws::friction::element::{FrictionSpring, Mode, Spring};
use crate::laws::friction::energy::Plane;
use crate::laws::math::extremes::{larger, smallest};
use crate::laws::{Vec2, Vec3};
use crate::observe::state::ContactView;

/// One friction component of a contact, as plain numbers; a spin value is the first of each two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Component {
    /// Micro-deflection S, Θ or Ψ: m or rad.
    pub history: Vec2,
    /// Increment of the micro-deflection in the last step.
    pub increment: Vec2,
    /// Elastic load, N or N·m.
    pub elastic: Vec2,
    /// Damping load, N or N·m.
    pub damping: Vec2,
    /// Stick or slip.
    pub mode: Mode,
    /// Steps since the mode changed.
    pub mode_age: u64,
    /// Stiffness, thresholds, damping coefficient.
    pub spring: Spring,
    /// Elastic load at the static and at the kinetic threshold, N or N·m; for a load found by a solver, its limit,
    /// twice.
    pub limits: [f64; 2],
}

/// The k-th component of a contact: slide, roll of i, roll of j, spin.
pub fn component(contact: &ContactView, k: usize) -> Component {
    let (derived, friction) = (&contact.normal.derived, &contact.law.friction);
    let (component, given) = match k {
        0 => (Component::of(&contact.slide.0, &derived.slide), &friction.slide_given),
        1 => (Component::of(&contact.roll.i, &derived.roll_i), &friction.roll_given),
        2 => (Component::of(&contact.roll.j, &derived.roll_j), &friction.roll_given),
        _ => (Component::of(&contact.spin.0, &derived.spin), &friction.spin_given),
    };
    if contact.played.is_some() {
        return component;
    }
    let part = [0, 1, 1, 2][k];
    if contact.reaction.is_some() && friction.cones()[part] {
        let limit = cone(contact)[part] * contact.normal.n;
        return Component { limits: [limit; 2], ..component };
    }
    let [rho, sigma] = friction.dae_torques(radius(contact));
    if let Some(limit) = [friction.dae_mu(), rho, sigma][part] {
        return Component { limits: [limit * contact.normal.n; 2], ..component };
    }
    match given.curves {
        // Stiffness at the present deflection.
        Some(curves) => {
            let Spring { static_cap, kinetic_cap, .. } = component.spring;
            let limits = [curves.stick.load(static_cap), curves.slip.load(kinetic_cap)];
            Component { limits: limits.map(|load| load * contact.normal.share), ..component }
        }
        None => component,
    }
}

/// μ (1), ρ and σ (m) of a rigid contact; ρ and σ where they follow from the curvature.
pub fn cone(contact: &ContactView) -> [f64; 3] {
    contact.law.friction.cone(radius(contact))
}

/// R_eff, m; 0 if the pair does not roll.
fn radius(contact: &ContactView) -> f64 {
    let curvature = contact.paths.kappa_i + contact.paths.kappa_j;
    if curvature > 0.0 { 1.0 / curvature } else { 0.0 }
}

impl Component {
    fn of<V: Plane>(part: &FrictionSpring<V>, spring: &Spring) -> Self {
        Self {
            history: part.history.plane(),
            increment: part.increment.plane(),
            elastic: part.elastic.plane(),
            damping: part.damping.plane(),
            mode: part.mode,
            mode_age: part.mode_age,
            spring: *spring,
            limits: spring.thresholds(),
        }
    }

    /// Elastic plus damping load.
    pub fn load(&self) -> Vec2 {
        self.elastic + self.damping
    }

    /// Deflection divided by its static threshold; without a spring, load divided by its limit; 0 if there is neither.
    pub fn used(&self) -> f64 {
        if self.spring.static_cap > 0.0 {
            self.history.norm() / self.spring.static_cap
        } else if self.limits[0] > 0.0 {
            self.elastic.norm() / self.limits[0]
        } else {
            0.0
        }
    }

    /// True if it has a spring, or the limit of a rigid contact.
    pub fn is_on(&self) -> bool {
        self.spring.is_on() || self.limits[0] > 0.0
    }
}

/// Rotation of a contact frame during the step that led to a state, rad.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameTurn {
    /// Rotation of u.
    pub u: f64,
    /// Rotation of n.
    pub n: f64,
    /// Spin of the bodies about n: |ω·n| Δt of the faster one.
    pub spin: f64,
}

impl FrameTurn {
    /// Rotation of a contact's frame; zero if the contact began in this step.
    pub fn of(at: &SubjectAt) -> Self {
        let (state, contact) = (at.state, &at.state.contacts[at.index]);
        let (now, Some(last)) = (&contact.frame.now, &contact.frame.last) else { return Self::default() };
        if contact.pair.age == 0 || state.step == 0 {
            return Self::default();
        }
        let angle = |a: &Vec3, b: &Vec3| 2.0 * libm::asin(smallest([0.5 * (a - b).norm(), 1.0]));
        let dt = state.time / state.step as f64;
        let spin = |body: u32| state.bodies.get(body as usize).map_or(0.0, |body| body.w.dot(&now.n).abs() * dt);
        let key = contact.pair.key;
        Self { u: angle(&now.u, &last.u), n: angle(&now.n, &last.n), spin: larger(spin(key.i), spin(key.j)) }
    }

    /// How far u rotated beyond the bound |Δu| ≤ |Δn| + |ω·n| Δt of a frame carried over, rad; 0 if within it. A
    /// second-order term is allowed: a frame carried along a bent path rotates by half the product of its rotations.
    pub fn excess(&self) -> f64 {
        let allowed = self.n + self.spin;
        larger(self.u - allowed - allowed * allowed - 1e-12, 0.0)
    }
}
