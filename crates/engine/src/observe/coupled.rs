//! Critical step of contacts that act together: four points under one face form a stiffer spring than one point alone.
//!
//! Symplectic Euler with the damping of the previous state is stable while the largest eigenvalue of `M⁻¹(Δt²K + 2ΔtC)`
//! is below 4, where K and C are the current stiffness and damping of all contacts. Power iteration with Chebyshev
//! acceleration finds the motion x of this eigenvalue; with `xᵀMx = 1`, `α = xᵀKx` and `β = xᵀCx`, the critical step is
//! `4/(β + √(β² + 4α))`.

use crate::laws::Vec3;
use crate::laws::friction::element::Spring;
use crate::laws::math::extremes::largest;
use crate::world::inverse_mass::{InverseMass, Velocity};
use serde::{Deserialize, Serialize};

/// Maximum number of iterations; most states need fewer.
const MAX_ITERATIONS: usize = 60;
/// Upper end of the eigenvalues that the Chebyshev filter suppresses; the critical step has the eigenvalue 4.
const FILTER_LIMIT: f64 = 3.8;
/// The iteration has converged when it changes the critical step by less than this fraction.
const TOLERANCE: f64 = 1e-6;
/// Safety factor on Δt/Δt_crit when the iteration does not converge: among many nearly equal eigenvalues, its ratio is
/// too low by a few 1e-3.
const UNCONVERGED_MARGIN: f64 = 1.005;

/// Component of a contact that a spring represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContactComponent {
    /// Slide.
    Slide,
    /// Roll.
    Roll,
    /// Spin.
    Spin,
    /// Normal force.
    Normal,
}

impl ContactComponent {
    const ALL: [Self; 4] = [Self::Slide, Self::Roll, Self::Spin, Self::Normal];

    /// Name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slide => "slide",
            Self::Roll => "roll",
            Self::Spin => "spin",
            Self::Normal => "normal",
        }
    }
}

/// One row of a contact: a spring and dashpot along one direction of the relative motion of its bodies.
pub(crate) struct SpringRow {
    /// Indices of bodies i and j.
    pub(crate) bodies: [usize; 2],
    /// Translational direction; the deflection rate is `along·(v_i − v_j) + about_i·ω_i + about_j·ω_j`.
    pub(crate) along: Vec3,
    /// Rotational directions of bodies i and j, about their centres.
    pub(crate) about: [Vec3; 2],
    pub(crate) spring: Spring,
    pub(crate) part: ContactComponent,
}

impl SpringRow {
    /// Deflection rate in a motion of the bodies.
    fn rate(&self, motion: &[Velocity]) -> f64 {
        let [i, j] = self.bodies.map(|body| &motion[body]);
        self.along.dot(&(i.v - j.v)) + self.about[0].dot(&i.w) + self.about[1].dot(&j.w)
    }

    /// Adds a load along this row to `loads`; the force on body j is opposite to the force on body i.
    fn push(&self, load: f64, loads: &mut [Velocity]) {
        for (body, sign, about) in [(self.bodies[0], 1.0, &self.about[0]), (self.bodies[1], -1.0, &self.about[1])] {
            loads[body].v += self.along * (sign * load);
            loads[body].w += about * load;
        }
    }

    /// Inverse effective mass along this row, 1/kg or 1/(kg·m²).
    fn inverse_effective_mass(&self, masses: &[InverseMass]) -> f64 {
        let [i, j] = self.bodies;
        masses[i].twice_energy(&self.along, &self.about[0]) + masses[j].twice_energy(&-self.along, &self.about[1])
    }
}

/// Δt/Δt_crit of one spring and dashpot on an inertia, kg or kg·m²; 0 if the inertia is infinite or both coefficients
/// are 0.
pub fn critical_ratio(spring: &Spring, inertia: f64, dt: f64) -> f64 {
    let (k, d) = (spring.stiffness, spring.damping);
    if inertia.is_infinite() || (k == 0.0 && d == 0.0) {
        return 0.0;
    }
    // Positive root of K t² + 2 D t − 4 m = 0, in a form that also holds for K = 0.
    let critical = 4.0 * inertia / (d + (d * d + 4.0 * k * inertia).sqrt());
    dt / critical
}

/// Δt/Δt_crit of all rows together, and the component that contributes most to the critical motion; `None` if nothing
/// can move. `masses`: inverse masses, by body index.
pub(crate) fn joint_critical_ratio(
    masses: &[InverseMass],
    rows: &[SpringRow],
    dt: f64,
) -> Option<(f64, ContactComponent)> {
    let alone = |row: &SpringRow| critical_ratio(&row.spring, 1.0 / row.inverse_effective_mass(masses), 1.0);
    let fastest = largest(rows.iter().map(alone));
    if rows.is_empty() || fastest == 0.0 {
        return None;
    }
    let mut step = 1.0 / fastest;
    let weight = |spring: &Spring, step: f64| step * (spring.stiffness * step + 2.0 * spring.damping);
    let still =
        JointMotion { velocity: vec![Velocity::ZERO; masses.len()], momentum: vec![Velocity::ZERO; masses.len()] };
    let (mut last, mut now) = (still.clone(), still);
    let start = |(k, row): (usize, &SpringRow)| weight(&row.spring, step) * libm::cos(1.3 * k as f64 + 0.7);
    let mut loads: Vec<f64> = rows.iter().enumerate().map(start).collect();
    let (mut has_converged, mut parts) = (false, [0.0; 4]);
    for round in 0..MAX_ITERATIONS {
        // Chebyshev polynomials of the operator: bounded by 1 up to CLUSTER, they grow fastest beyond it.
        let [of_now, of_last] = if round == 0 { [0.0; 2] } else { [-2.0, -1.0] };
        last.advance(&now, (masses, rows, &loads), [4.0 / FILTER_LIMIT, of_now, of_last]);
        std::mem::swap(&mut last, &mut now);
        let size = now.size();
        now.scale(1.0 / size);
        last.scale(1.0 / size);
        let (mut alpha, mut beta) = (0.0, 0.0);
        for (row, rate) in rows.iter().zip(&mut loads) {
            *rate = row.rate(&now.velocity);
            alpha += row.spring.stiffness * *rate * *rate;
            beta += row.spring.damping * *rate * *rate;
        }
        let before = std::mem::replace(&mut step, 4.0 / (beta + (beta * beta + 4.0 * alpha).sqrt()));
        parts = [0.0; 4];
        for (row, load) in rows.iter().zip(&mut loads) {
            let rate = *load;
            *load *= weight(&row.spring, step);
            parts[row.part as usize] += rate * *load;
        }
        has_converged = (step - before).abs() <= TOLERANCE * step;
        if has_converged {
            break;
        }
    }
    let part = ContactComponent::ALL.into_iter().max_by(|a, b| parts[*a as usize].total_cmp(&parts[*b as usize]))?;
    Some((dt / step * if has_converged { 1.0 } else { UNCONVERGED_MARGIN }, part))
}

/// A motion of all bodies, defined up to a factor, with its momenta.
#[derive(Clone)]
struct JointMotion {
    velocity: Vec<Velocity>,
    momentum: Vec<Velocity>,
}

impl JointMotion {
    /// Replaces this motion by `caused` times the motion that these loads of the rows cause, plus `of_now` times `now`,
    /// plus `of_last` times itself.
    fn advance(
        &mut self,
        now: &Self,
        (masses, rows, loads): (&[InverseMass], &[SpringRow], &[f64]),
        [caused, of_now, of_last]: [f64; 3],
    ) {
        for (momentum, now) in self.momentum.iter_mut().zip(&now.momentum) {
            *momentum = Velocity { v: momentum.v * of_last + now.v * of_now, w: momentum.w * of_last + now.w * of_now };
        }
        for (row, load) in rows.iter().zip(loads) {
            row.push(load * caused, &mut self.momentum);
        }
        for ((velocity, momentum), mass) in self.velocity.iter_mut().zip(&self.momentum).zip(masses) {
            *velocity = mass.velocity_change(&momentum.v, &momentum.w);
        }
    }

    /// Norm of the motion, √(xᵀMx).
    fn size(&self) -> f64 {
        let both = self.velocity.iter().zip(&self.momentum);
        both.map(|(velocity, momentum)| velocity.v.dot(&momentum.v) + velocity.w.dot(&momentum.w)).sum::<f64>().sqrt()
    }

    fn scale(&mut self, by: f64) {
        for part in self.velocity.iter_mut().chain(&mut self.momentum) {
            (part.v, part.w) = (part.v * by, part.w * by);
        }
    }
}
