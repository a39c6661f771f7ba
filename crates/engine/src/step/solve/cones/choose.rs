//! Chooses the solution method for an island and its stopping criteria.

use super::anderson::Mixing;
use super::apgd::SolverProgress;
use super::problem::{Iterate, Problem};
use crate::laws::cones::Rows;
use crate::scene::{ConeMethod, Cones};

/// A direct method pays off up to this many contacts.
const SMALL: usize = 64;
/// Islands of up to this many contacts are solved beyond the tolerance, at little cost, because any residual becomes a
/// displacement in every step.
const TINY: usize = 12;
/// Fraction of the tolerance to which tiny islands are solved.
const POLISH: f64 = 1e-4;
/// Number of sweeps in which the residual must fall tenfold; otherwise `auto` switches to another method.
const PATIENCE: u64 = 100;
/// Plain sweeps before the accelerated ones, which cost twice as much.
const PLAIN_SWEEPS: u64 = 8;

/// Solution of an island, and how it was reached.
pub(super) struct SolvedIsland {
    pub(super) at: Iterate,
    pub(super) progress: SolverProgress,
}

impl Problem {
    /// Solves the problem from the impulses `start`; every method does at least one pass.
    pub(super) fn solve(&self, cones: &Cones, start: Vec<Rows>) -> SolvedIsland {
        let mut at = self.at(start);
        let (tolerance, most) = (cones.tolerance, cones.max_iterations);
        let progress = match cones.method {
            ConeMethod::GaussSeidel => self.sweeps(&mut at, tolerance, most, None),
            ConeMethod::Apgd => self.after_a_sweep(&mut at, |at| self.descend(at, tolerance, most - 1)),
            ConeMethod::Newton => self.after_a_sweep(&mut at, |at| self.newton(at, tolerance, most - 1)),
            ConeMethod::Auto => self.automatic(&mut at, tolerance, most),
        };
        // Recomputes the velocities, which have accumulated rounding from many small changes.
        self.refresh(&mut at);
        let residual = self.residual(&at);
        let mut progress = SolverProgress { residual, ..progress };
        progress.history.end(progress.iterations, residual);
        SolvedIsland { at, progress }
    }

    fn after_a_sweep(&self, at: &mut Iterate, rest: impl FnOnce(&mut Iterate) -> SolverProgress) -> SolverProgress {
        self.sweep(at);
        self.refresh(at);
        let first = SolverProgress { iterations: 1, ..SolverProgress::default() };
        first.then(rest(at))
    }

    /// Sweeps; if the residual falls less than tenfold in a hundred of them, a small island switches to the direct
    /// method and a large one to gradient descent.
    fn automatic(&self, at: &mut Iterate, tolerance: f64, most: u64) -> SolverProgress {
        let count = self.rows.len();
        let mut done = self.sweeps(at, tolerance, most, Some(PATIENCE));
        self.refresh(at);
        if !done.is_within(tolerance) && done.iterations < most {
            let rest = most - done.iterations;
            done = done.then(match count > SMALL {
                true => self.descend(at, tolerance, rest),
                false => self.newton(at, tolerance, rest),
            });
        }
        if count <= TINY && !done.is_within(POLISH * tolerance) && done.iterations < most {
            done = done.then(self.newton(at, POLISH * tolerance, 1));
        }
        done
    }

    /// Sweeps until the residual is below `tolerance`, m/s, or for `most` sweeps; gives up if it falls less than
    /// tenfold in `patience` of them. An unsolved problem is left at the best iterate evaluated, because accelerated
    /// sweeps do not improve monotonically.
    fn sweeps(&self, at: &mut Iterate, tolerance: f64, most: u64, patience: Option<u64>) -> SolverProgress {
        let mut progress = SolverProgress { residual: f64::INFINITY, ..SolverProgress::default() };
        let (mut next_check, mut mark) = (1, (0, f64::INFINITY));
        let (mut mixing, mut start) = (None, Vec::new());
        let mut best: Option<(f64, Iterate)> = None;
        while progress.iterations < most {
            let is_mixed = (PLAIN_SWEEPS..most - 1).contains(&progress.iterations);
            if is_mixed {
                start.clone_from(&at.x);
            }
            self.sweep(at);
            progress.iterations += 1;
            if is_mixed {
                mixing.get_or_insert_with(|| Mixing::new(self)).mix(self, &start, at);
            }
            if progress.iterations < next_check && progress.iterations < most {
                continue;
            }
            // Evaluating the residual costs as much as a sweep.
            next_check = progress.iterations + 1 + progress.iterations.min(32) / 8;
            progress.residual = self.residual(at);
            progress.record_residual(progress.residual);
            if progress.residual < tolerance {
                return progress;
            }
            if progress.residual.is_nan() {
                break;
            }
            if best.as_ref().is_none_or(|(least, _)| progress.residual < *least) {
                best = Some((progress.residual, at.clone()));
            }
            if let Some(patience) = patience
                && progress.iterations >= mark.0 + patience
            {
                if progress.residual > 0.1 * mark.1 {
                    break;
                }
                mark = (progress.iterations, progress.residual);
            }
        }
        if let Some(best) = best {
            (progress.residual, *at) = best;
        }
        progress
    }
}
