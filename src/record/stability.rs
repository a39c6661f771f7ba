//! Checks Δt against the critical time step of each spring of each contact.
//!
//! The scheme is explicit (symplectic Euler, damping from the last step): a spring K with damping D on an effective
//! inertia m is stable while `K Δt² + 2 D Δt < 4 m`. Exceeding it is reported, not refused: some of the paper's own
//! scenes do so while they slip, and the guard stops a run that diverges.

use crate::laws::Vec3;
use crate::laws::element::Spring;
use crate::laws::extremes::{larger, smallest};
use crate::laws::motion::{apply_inverse_inertia, inertia_about};
use crate::laws::normal::{effective_mass, hertz_damping};
use crate::laws::parameters::{Derived, Given};
use crate::record::state::{BodyState, ContactView, State};
use crate::scene::NormalLaw;
use crate::shapes::overlap::common_extent;
use serde::{Deserialize, Serialize};

/// The largest Δt/Δt_crit seen so far, by component; 0 where the component never acted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stability {
    /// Slide spring on the effective mass of the contact point.
    pub slide: f64,
    /// Roll spring.
    pub roll: f64,
    /// Spin spring.
    pub spin: f64,
    /// Normal spring (Hooke or Hertz at the present overlap).
    pub normal: f64,
    /// An undamped normal spring has acted: such a contact never comes to rest and may chatter.
    pub undamped_normal: bool,
}

impl Stability {
    /// Updates the maxima from every contact of a state.
    pub fn note(&mut self, state: &State, dt: f64) {
        for contact in &state.contacts {
            let body = |index: u32| state.bodies.get(index as usize);
            let (Some(i), Some(j)) = (body(contact.pair.key.i), body(contact.pair.key.j)) else { continue };
            self.note_contact(contact, [i, j], dt);
        }
    }

    fn note_contact(&mut self, contact: &ContactView, pair: [&BodyState; 2], dt: f64) {
        let derived = steepest(contact);
        let frame = &contact.frame.now;
        let compliance = |t: &Vec3| pair.iter().map(|body| yields_to(body, &contact.touch.c, t)).sum::<f64>();
        let point_mass = 1.0 / larger(compliance(&frame.u), compliance(&frame.w));
        self.slide = larger(self.slide, over_critical(&derived.slide, point_mass, dt));
        let least = |axis: &Vec3| smallest(pair.iter().map(|body| inertia(body, axis)));
        let rolling = smallest([least(&frame.u), least(&frame.w)]);
        for spring in [&derived.roll_i, &derived.roll_j] {
            self.roll = larger(self.roll, over_critical(spring, rolling, dt));
        }
        self.spin = larger(self.spin, over_critical(&derived.spin, least(&frame.n), dt));
        let mass = effective_mass(pair[0].mass.mass, pair[1].mass.mass);
        if let Some(spring) = normal_spring(contact, pair, mass) {
            self.normal = larger(self.normal, over_critical(&spring, mass, dt));
            self.undamped_normal |= spring.damping == 0.0;
        }
    }

    /// Warnings for the user, one line each.
    pub fn warnings(&self) -> Vec<String> {
        let parts = [("slide", self.slide), ("roll", self.roll), ("spin", self.spin), ("normal", self.normal)];
        let over = parts.iter().filter(|(_, ratio)| ratio.is_nan() || *ratio >= 1.0).map(|(name, ratio)| {
            format!(
                "dt is {} times the critical step of the {name} spring: sticking contacts oscillate or diverge; \
                 use a smaller dt, less damping or a smaller stiffness",
                if *ratio < 1e4 { format!("{ratio:.2}") } else { format!("{ratio:.1e}") }
            )
        });
        let undamped = self.undamped_normal.then(|| {
            "the normal force has no damping: bodies bounce forever and may chatter; add `damping: Ratio(0.1)`"
                .to_string()
        });
        over.chain(undamped).collect()
    }
}

/// Δt/Δt_crit of one spring on an inertia; 0 if either is zero.
pub(crate) fn over_critical(spring: &Spring, inertia: f64, dt: f64) -> f64 {
    let (k, d) = (spring.stiffness, spring.damping);
    if inertia.is_infinite() || (k == 0.0 && d == 0.0) {
        return 0.0;
    }
    // Positive root of K t² + 2 D t − 4 m = 0, in the form that also holds for K = 0.
    let critical = 4.0 * inertia / (d + (d * d + 4.0 * k * inertia).sqrt());
    dt / critical
}

/// The springs of a contact; for load and damping curves with the steepest slope, an upper bound.
fn steepest(contact: &ContactView) -> Derived {
    let (friction, share) = (&contact.law.friction, contact.normal.share);
    let of = |given: &Given, spring: &Spring| {
        let stiffness = given.curves.map_or(spring.stiffness, |curves| curves.steepest() * share);
        let damping = given.damping_curve.map_or(spring.damping, |curve| curve.steepest() * share);
        if spring.is_on() { Spring { stiffness, damping, ..*spring } } else { *spring }
    };
    let Derived { slide, roll_i, roll_j, spin } = &contact.normal.derived;
    Derived {
        slide: of(&friction.slide_given, slide),
        roll_i: of(&friction.roll_given, roll_i),
        roll_j: of(&friction.roll_given, roll_j),
        spin: of(&friction.spin_given, spin),
    }
}

/// Inverse effective mass of the body at `c` along the unit vector `t`, 1/kg.
fn yields_to(body: &BodyState, c: &Vec3, t: &Vec3) -> f64 {
    if !body.mass.mass.is_finite() {
        return 0.0;
    }
    let arm = c - body.x;
    let turning = match body.motion {
        crate::scene::Motion::Translating => Vec3::zeros(),
        _ => apply_inverse_inertia(&body.mass.inertia, &body.q, &arm.cross(t)),
    };
    1.0 / body.mass.mass + turning.cross(&arm).dot(t)
}

/// The normal force linearized at the present overlap as a spring and dashpot, if there is one. `mass`: m_eff, kg.
fn normal_spring(contact: &ContactView, pair: [&BodyState; 2], mass: f64) -> Option<Spring> {
    let (touch, force) = (&contact.touch, contact.normal.n);
    let (stiffness, damping) = match contact.law.normal {
        NormalLaw::Hooke { k_n, damping } => (k_n, damping.coefficient(mass, k_n)),
        NormalLaw::Hertz { damping_ratio } if touch.overlap > 0.0 && force > 0.0 => {
            let stiffness = hertz_stiffness(contact, pair, mass, damping_ratio);
            (stiffness, hertz_damping(stiffness, mass, damping_ratio))
        }
        NormalLaw::OverlapArea { young, damping, .. } if touch.overlap > 0.0 => {
            let axis = pair.iter().find(|body| body.shape.prism().is_some())?.q * Vec3::z();
            let ends = pair.map(|body| body.shape.prism().map(|prism| prism.ends(body.x.dot(&axis))));
            // k A/l is linear in the mean depth A/b while b is constant: stiffness k b/l.
            let stiffness = touch.line?.elastic / touch.overlap;
            (stiffness, damping * stiffness * (mass / (young * common_extent(ends))).sqrt())
        }
        _ => return None,
    };
    Some(Spring { stiffness, damping, ..Spring::default() })
}

/// Tangent stiffness S_n of a Hertz contact from its force `N = (2/3) S_n δ + 2√(5/6) ζ √(S_n m_eff) δ̇`, N/m.
fn hertz_stiffness(contact: &ContactView, [i, j]: [&BodyState; 2], mass: f64, damping_ratio: f64) -> f64 {
    let (touch, force) = (&contact.touch, contact.normal.n);
    let velocity = |body: &BodyState| body.v + body.w.cross(&(touch.c - body.x));
    let linear = hertz_damping(1.0, mass, damping_ratio) * (velocity(j) - velocity(i)).dot(&touch.n);
    // √S_n is the positive root of a quadratic, in the form without cancellation.
    let square = (linear * linear + 8.0 / 3.0 * touch.overlap * force).sqrt();
    let root = if linear > 0.0 { 2.0 * force / (linear + square) } else { 0.75 * (square - linear) / touch.overlap };
    root * root
}

fn inertia(body: &BodyState, axis: &Vec3) -> f64 {
    if body.mass.mass.is_finite() { inertia_about(&body.mass.inertia, &body.q, axis) } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_that_is_no_number_is_told() {
        let spring = Spring { stiffness: 1.0, ..Spring::default() };
        assert!(over_critical(&spring, f64::NAN, 1e-4).is_nan());
        let found = Stability { slide: f64::NAN, ..Stability::default() };
        assert_eq!(found.warnings().len(), 1, "{:?}", found.warnings());
    }
}
