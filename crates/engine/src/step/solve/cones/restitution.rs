//! Restitution with friction.
//!
//! Newton's rule, `y_n⁺ = −e y_n⁻`, may gain energy where friction reverses the slip of a body that is not round. The
//! energetic rule blends two solutions, x₀ for e = 0 and x_e for Newton's rule: x = x₀ + θ (x_e − x₀), which is in the
//! cones because they are convex. For a single pair θ gives back e² of the work that the normal impulses took (W. J.
//! Stronge, Proc. R. Soc. A 431 (1990) 169), as far as two solutions determine it; in any island θ is at most the root
//! of `E(θ) = ½ x·(y⁻ + y⁺)`, the work of all contacts, so that none gains energy. Central impacts, those without
//! friction and those that slide throughout have θ = 1, where both rules are the same.

use super::methods::problem::Problem;
use super::methods::solved::SolvedIsland;
use crate::laws::friction::limit::cones::Rows;
use crate::laws::math::extremes::larger;
use crate::scene::{Cones, ImpactRule};
use crate::step::solve::solver_body::Velocity;

/// Distance from 1 within which θ counts as 1.
const ROUNDING: f64 = 1e-12;

/// Restitution of a contact that bounces in this step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounce {
    /// Coefficient of restitution e.
    pub(super) e: f64,
    /// Bias b of the normal row, m/s, without restitution and with e.
    pub(super) biases: [f64; 2],
}

impl Problem {
    /// Solves the problem with the bounces of its contacts. `before`: velocities whose mean with those after the impact
    /// is the mean velocity of the bodies in it; `is_single`: all contacts are of one pair.
    pub(super) fn solve_bouncing(
        &mut self,
        cones: &Cones,
        start: Vec<Rows>,
        (bounces, before, is_single): (&[Option<Bounce>], &[Velocity], bool),
    ) -> SolvedIsland {
        if bounces.iter().all(Option::is_none) {
            return self.solve(cones, start);
        }
        self.set_biases(bounces, 1);
        if cones.impact == ImpactRule::Newton {
            return self.solve_or_relax(cones, start);
        }
        let mut full = self.solve_or_relax(cones, start);
        self.set_biases(bounces, 0);
        let plastic = self.solve(cones, full.at.x.clone());
        let work = ImpactWork::new(self, [&plastic, &full], before);
        let share = work.share(if is_single { work.energetic([&plastic, &full], bounces) } else { 1.0 });
        if share == 1.0 {
            self.remove_gain(&mut full, before);
            return full;
        }
        let blend = |x: &Rows, y: &Rows| std::array::from_fn(|k| x[k] + share * (y[k] - x[k]));
        let at = self.at(plastic.at.x.iter().zip(&full.at.x).map(|(x, y)| blend(x, y)).collect());
        let residual = larger(plastic.progress.residual, full.progress.residual);
        let mut progress = full.progress.then(plastic.progress);
        progress.residual = residual;
        progress.history.end(progress.iterations, residual);
        let mut found = SolvedIsland { at, progress, remedy: full.remedy.or(plastic.remedy) };
        self.remove_gain(&mut found, before);
        found
    }

    fn set_biases(&mut self, bounces: &[Option<Bounce>], which: usize) {
        for (row, bounce) in self.rows.iter_mut().zip(bounces) {
            row.bias = bounce.map_or(row.bias, |bounce| bounce.biases[which]);
        }
    }
}

/// `E(θ) = c₀ + c₁ θ + c₂ θ²`, J, the work of all contacts in an impact.
struct ImpactWork {
    terms: [f64; 3],
    /// Normal velocities of each contact.
    normal: Vec<NormalRates>,
}

/// Normal velocities of a contact in an impact, m/s.
struct NormalRates {
    /// Before the impact, and after it for e = 0.
    before: f64,
    plastic: f64,
    /// Gain of the velocity after the impact by full restitution.
    gain: f64,
}

impl ImpactWork {
    fn new(problem: &Problem, [plastic, full]: [&SolvedIsland; 2], before: &[Velocity]) -> Self {
        let dot = |a: &Rows, b: &Rows| (0..6).map(|k| a[k] * b[k]).sum::<f64>();
        let mut work = Self { terms: [0.0; 3], normal: Vec::with_capacity(problem.rows.len()) };
        for (k, row) in problem.rows.iter().enumerate() {
            let rates = |at: &[Velocity]| row.rates(at);
            let (old, y0, ye) = (rates(before), rates(&plastic.at.velocities), rates(&full.at.velocities));
            let (x0, xe) = (&plastic.at.x[k], &full.at.x[k]);
            let gain: Rows = std::array::from_fn(|k| xe[k] - x0[k]);
            let sum: Rows = std::array::from_fn(|k| old[k] + y0[k]);
            let change: Rows = std::array::from_fn(|k| ye[k] - y0[k]);
            work.terms[0] += 0.5 * dot(x0, &sum);
            work.terms[1] += 0.5 * (dot(&gain, &sum) + dot(x0, &change));
            work.terms[2] += 0.5 * dot(&gain, &change);
            // Change of velocity by the other loads between the impact and the end of the step.
            let later = 0.5 * (rates(&problem.free)[0] - old[0]);
            work.normal.push(NormalRates { before: old[0] + later, plastic: y0[0] - later, gain: change[0] });
        }
        work
    }

    /// θ by Stronge's hypothesis: the normal impulses give back e² of the work taken by the impulses without
    /// restitution.
    fn energetic(&self, [plastic, full]: [&SolvedIsland; 2], bounces: &[Option<Bounce>]) -> f64 {
        let (mut taken, mut given) = (0.0, 0.0);
        for (k, rates) in self.normal.iter().enumerate() {
            let (x0, xe) = (plastic.at.x[k][0], full.at.x[k][0]);
            let e = bounces[k].map_or(0.0, |bounce| bounce.e);
            let work = -0.5 * x0 * (rates.before + rates.plastic);
            taken += if work > 0.0 { e * e * work } else { 0.0 };
            given += 0.5 * (xe - x0) * (2.0 * rates.plastic + rates.gain);
        }
        if given > taken { (taken / given).sqrt() } else { 1.0 }
    }

    /// The largest θ up to `wanted` at which all contacts together do no positive work on the bodies.
    fn share(&self, wanted: f64) -> f64 {
        let [c, b, a] = self.terms;
        let energy = |theta: f64| c + theta * (b + theta * a);
        let mut theta = wanted;
        // c₀ ≤ 0 up to the error of the solver.
        if energy(theta) > ROUNDING * c.abs() && c < 0.0 {
            // The positive root, in the form without cancellation.
            let root = (b * b - 4.0 * a * c).sqrt();
            theta = if b > 0.0 { -2.0 * c / (b + root) } else { (root - b) / (2.0 * a) };
            theta = if theta < wanted { theta } else { wanted };
        }
        if theta > 1.0 - ROUNDING { 1.0 } else { theta }
    }
}
