//! Position pass: separates overlapping bodies by the smallest mass-weighted displacement, without changing velocities.

use super::methods::problem::{ConeRow, Iterate, Problem};
use crate::laws::math::extremes::larger;
use crate::step::solve::solver_body::Velocity;

/// An overlap below this fraction of the smaller body's size is rounding.
const ROUNDING: f64 = 1e-12;
/// Maximum number of sweeps over the normal rows.
const MAX_SWEEPS: usize = 200;

impl Problem {
    /// Displacements of the bodies, m, and rotations, rad, after which no contact overlaps; `None` if no contact needs
    /// a correction. `left`: time for which the bodies move with the velocities of the iterate, s; `sizes`: size of the
    /// smaller body of each contact, m; `tolerance`: largest overlap left uncorrected, m.
    pub(super) fn displacing(&self, at: &Iterate, sizes: &[f64], left: f64, tolerance: f64) -> Option<Vec<Velocity>> {
        // Gap Φ⁺ after the motion, without a correction. The bias of surfaces that pass each other allows an approach
        // by more than their gap.
        let allowed = |row: &ConeRow| if row.gap > 0.0 { larger(row.gap, row.bias * left) } else { row.gap };
        let open: Vec<f64> = self.rows.iter().map(|row| allowed(row) + row.rates(&at.velocities)[0] * left).collect();
        // The solver leaves overlaps within its tolerance; correcting them would only cost angular momentum.
        let overlaps = |(gap, size): (&f64, &f64)| *gap < -ROUNDING * size && *gap < -tolerance;
        if !open.iter().zip(sizes).any(overlaps) {
            return None;
        }
        let mut velocities = vec![Velocity::ZERO; self.masses.len()];
        let mut pushes = vec![0.0; self.rows.len()];
        for _ in 0..MAX_SWEEPS {
            let mut worst: f64 = 0.0;
            for ((row, open), push) in self.rows.iter().zip(&open).zip(&mut pushes) {
                let n = &row.frame[0];
                let gap = open + row.sliding(&velocities).dot(n);
                let new = *push - row.steps.part[0] * gap;
                let new = if new > 0.0 { new } else { 0.0 };
                if new == *push {
                    continue;
                }
                worst = larger(worst, (new - *push).abs() / row.steps.part[0]);
                row.push_world(&(n * (new - *push)), &Default::default(), &self.masses, &mut velocities);
                *push = new;
            }
            if worst < tolerance {
                break;
            }
        }
        Some(velocities)
    }
}
