//! Handles steps that are not solved: they add no energy, and the relaxed form replaces an exact one that is far from
//! solved.
//!
//! Impulses x change the kinetic energy by `q(x) = x·(y⁻ + y⁺)/2`, the work of the contacts, with y⁻ the velocities
//! before the impulses and y⁺ = y⁻ + G x after them. A solution without restitution has x·(y⁺ + b e_n) ≤ 0 with biases
//! b ≥ 0 and γ_n ≥ 0, so that q(x) ≤ −x·G x/2 ≤ 0. Other impulses are scaled to α x, which stays in the cones, with
//! `q(α x) = α x·y⁻ + α² x·G x/2 = 0`: α = −2 x·y⁻/x·G x, or 0 if x·y⁻ ≥ 0. With restitution, y⁻ is the velocity whose
//! mean with y⁺ is the mean velocity during the impact, which makes q the work of the impact.

use crate::laws::friction::limit::cones::{ConeForm, Rows};
use crate::scene::Cones;
use crate::step::solve::cones::methods::problem::Problem;
use crate::step::solve::cones::methods::solved::{Remedy, SolvedIsland};
use crate::step::solve::solver_body::Velocity;

/// Gain of energy, as a fraction of x·G x/2, that counts as rounding: an elastic impact keeps its energy to this.
const ROUNDING: f64 = 1e-10;

impl Problem {
    /// Solves the problem; in the relaxed form if the exact one stays above a tenth of gΔt. Impulses that would add
    /// energy are scaled down.
    pub(in crate::step::solve::cones) fn solve(&self, cones: &Cones, start: Vec<Rows>) -> SolvedIsland {
        let mut found = self.solve_or_relax(cones, start);
        self.remove_gain(&mut found, &self.free);
        found
    }

    /// Solves the problem; in the relaxed form if the exact one stays above a tenth of gΔt, and the relaxed one ends
    /// closer to its solution.
    pub(in crate::step::solve::cones) fn solve_or_relax(&self, cones: &Cones, start: Vec<Rows>) -> SolvedIsland {
        let found = self.iterate(cones, start);
        let residual = found.progress.residual;
        if residual < cones.tolerance || self.is_usable(residual) || self.form == ConeForm::Relaxed {
            return found;
        }
        let relaxed = Self { form: ConeForm::Relaxed, ..self.clone() };
        let other = relaxed.iterate(cones, found.at.x.clone());
        if other.progress.residual.is_nan() || other.progress.residual >= found.progress.residual {
            return found;
        }
        let remedy = Remedy { is_relaxed: true, is_scaled: false };
        SolvedIsland { progress: found.progress.then(other.progress), at: other.at, remedy }
    }

    /// Scales the impulses down if they would add energy to bodies that have the velocities `before` them.
    pub fn remove_gain(&self, found: &mut SolvedIsland, before: &[Velocity]) {
        let (mut pull, mut push) = (0.0, 0.0);
        for (row, x) in self.rows.iter().zip(&found.at.x) {
            let [old, free, new] = [before, &self.free, &found.at.velocities].map(|of| row.rates(of));
            pull += (0..6).map(|k| 0.5 * x[k] * (old[k] + free[k])).sum::<f64>();
            push += (0..6).map(|k| 0.5 * x[k] * (new[k] - free[k])).sum::<f64>();
        }
        if pull + push <= ROUNDING * push {
            return;
        }
        let share = if pull < 0.0 { -pull / push } else { 0.0 };
        // Also without a number: impulses that are none do nothing.
        let scaled = |x: &f64| if share > 0.0 { share * x } else { 0.0 };
        found.at.x.iter_mut().flatten().for_each(|x| *x = scaled(x));
        self.refresh(&mut found.at);
        let solved = Self { form: found.remedy.form(self.form), ..self.clone() };
        found.progress.residual = solved.residual(&found.at);
        found.progress.history.end(found.progress.iterations, found.progress.residual);
        found.remedy.is_scaled = true;
    }
}
