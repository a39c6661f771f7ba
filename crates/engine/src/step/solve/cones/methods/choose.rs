//! Chooses the solution method for an island and its stopping criteria.

use crate::laws::friction::limit::cones::{ConeForm, Rows};
use crate::laws::math::extremes::larger;
use crate::scene::{ConeMethod, Cones};
use crate::step::solve::cones::methods::anderson::Mixing;
use crate::step::solve::cones::methods::apgd::SolverProgress;
use crate::step::solve::cones::methods::block_lu::EliminationOrder;
use crate::step::solve::cones::methods::problem::{Iterate, Problem};
use crate::step::solve::cones::methods::smoothing::Smoothing;
use crate::step::solve::cones::methods::solved::{Remedy, SolvedIsland};
use crate::step::solve::solver_body::InverseMass;

/// Up to this many products of blocks per contact, a factorisation costs at most about 40 sweeps, and the smoothed problem
/// is followed to the end wherever nothing else solves an island.
const CHEAP: usize = 12;
/// Up to this many products of blocks, Newton steps are used at all.
const MAX_PRODUCTS: usize = 200_000;
/// Residual to which the smoothed problem of a larger island is solved if it was not usable, as a fraction of gΔt.
const FINE: f64 = 2e-3;
/// Number of sweeps after each Newton step, found by trials on steps of a collapsing pile.
const SWEEPS_BETWEEN: u64 = 40;
/// Maximum number of factorisations, and of those while the residual is not usable ([`crate::step::solve::cones::methods::guard`]).
const MAX_FACTORS: u64 = 40;
const MAX_FACTORS_UNUSABLE: u64 = 120;
/// Islands of up to this many contacts are solved beyond the tolerance, at little cost, because any residual becomes a
/// displacement in every step.
const TINY: usize = 12;
/// Fraction of the tolerance to which tiny islands are solved.
const POLISH: f64 = 1e-4;
/// Number of sweeps in which the residual must fall tenfold; otherwise `auto` switches to another method: for tiny
/// islands, and for others.
const PATIENCE: [u64; 2] = [100, 40];
/// Coefficient of sliding friction above which accelerated sweeps are worse than plain ones.
const STEEP: f64 = 1.0;
/// Plain sweeps before the accelerated ones, which cost twice as much.
const PLAIN_SWEEPS: u64 = 8;

impl Problem {
    /// Iterates from the impulses `start` by the chosen method; every method does at least one pass.
    pub(in crate::step::solve::cones) fn iterate(&self, cones: &Cones, start: Vec<Rows>) -> SolvedIsland {
        let mut at = self.at(start);
        let (tolerance, most) = (cones.tolerance, cones.max_iterations);
        // The impulses of the last step, which share their load, may solve this one.
        let first = if self.rows.len() > TINY { 0.0 } else { self.residual(&at) };
        let is_shared = first < tolerance;
        if !is_shared
            && cones.method == ConeMethod::Auto
            && let Some(solved) = self.share_at_once(&at, first, POLISH * tolerance)
        {
            return solved;
        }
        let progress = match cones.method {
            ConeMethod::GaussSeidel => self.sweeps(&mut at, tolerance, most, None),
            ConeMethod::Apgd => self.after_a_sweep(&mut at, |at| self.descend(at, tolerance, most - 1)),
            ConeMethod::Newton => self.after_a_sweep(&mut at, |at| self.newton(at, tolerance, most - 1)),
            ConeMethod::Auto => self.automatic(&mut at, tolerance, most),
        };
        if !is_shared {
            self.refresh(&mut at);
            self.share(&mut at, tolerance);
        }
        // Recomputes the velocities, which have accumulated rounding from many small changes.
        self.refresh(&mut at);
        let residual = self.residual(&at);
        let mut progress = SolverProgress { residual, ..progress };
        progress.history.end(progress.iterations, residual);
        SolvedIsland { at, progress, remedy: Remedy::default() }
    }

    fn after_a_sweep(&self, at: &mut Iterate, rest: impl FnOnce(&mut Iterate) -> SolverProgress) -> SolverProgress {
        self.sweep(at);
        self.refresh(at);
        let first = SolverProgress { iterations: 1, ..SolverProgress::default() };
        first.then(rest(at))
    }

    /// Sweeps; if the residual falls too slowly, a tiny island switches to the direct method with the full matrix, and
    /// another one to [`Self::large`].
    fn automatic(&self, at: &mut Iterate, tolerance: f64, most: u64) -> SolverProgress {
        let count = self.rows.len();
        let mut done = self.sweeps(at, tolerance, most, Some(PATIENCE[usize::from(count > TINY)]));
        self.refresh(at);
        if !done.is_within(tolerance) && done.iterations < most {
            let rest = most - done.iterations;
            done = match count <= TINY {
                true => done.then(self.newton(at, tolerance, rest)),
                false => self.large(at, done, tolerance, most),
            };
        }
        if count <= TINY && !done.is_within(POLISH * tolerance) && done.iterations < most {
            done = done.then(self.newton(at, POLISH * tolerance, 1));
        }
        done
    }

    /// Continues after sweeps that stalled: in the exact form by Newton steps and sweeps in turn; then along the path of the
    /// smoothed problem, if its factors are cheap; then by sweeps, or gradient descent in the relaxed form. In an island with
    /// dear factors the path is followed only while the residual is not usable.
    fn large(&self, at: &mut Iterate, mut done: SolverProgress, tolerance: f64, most: u64) -> SolverProgress {
        let moves: Vec<bool> = self.masses.iter().map(|mass| *mass != InverseMass::NONE).collect();
        let order = EliminationOrder::new(&moves, self.rows.iter().map(|row| row.bodies));
        let products = order.products();
        let smoothing = Smoothing::new(self, &order);
        if products <= MAX_PRODUCTS && self.form == ConeForm::Exact {
            let rest = most - done.iterations;
            done = done.then(self.alternate(at, &smoothing, tolerance, rest));
        }
        let is_cheap = products <= CHEAP * self.rows.len();
        if is_cheap && !done.is_within(tolerance) {
            done = done.then(smoothing.follow(at, tolerance, [MAX_FACTORS, MAX_FACTORS_UNUSABLE]));
        }
        if !done.is_within(tolerance) && done.iterations < most {
            let rest = most - done.iterations;
            done = done.then(match self.form {
                ConeForm::Exact => self.sweeps(at, tolerance, rest, None),
                ConeForm::Relaxed => self.descend(at, tolerance, rest),
            });
            self.refresh(at);
        }
        if !is_cheap && products <= MAX_PRODUCTS && !self.is_usable(done.residual) {
            done = done.then(smoothing.follow(at, larger(FINE * self.kick, tolerance), [0, MAX_FACTORS_UNUSABLE]));
        }
        done
    }

    /// Alternates whole Newton steps on slightly smoothed conditions, which change the impulses of contacts that move
    /// slowly by as much as it takes, and accelerated sweeps, which correct what the steps did to all others. Neither
    /// gets far alone: sweeps change an impulse by η times the velocity of the contact, and the steps do not know which
    /// contacts stick or slip after them. A second step before the sweeps costs more than it gains. Ends below `tolerance`,
    /// m/s, or after `most` steps and sweeps; leaves the best iterate.
    fn alternate(&self, best: &mut Iterate, smoothing: &Smoothing, tolerance: f64, most: u64) -> SolverProgress {
        let mut done = SolverProgress::from(self.residual(best));
        let mut at = best.clone();
        while done.iterations + 1 < most && !done.is_within(tolerance) {
            let Some(next) = smoothing.leap(&at, done.residual) else { break };
            at = next;
            let swept = self.sweeps(&mut at, tolerance, SWEEPS_BETWEEN.min(most - done.iterations - 1), None);
            self.refresh(&mut at);
            done.history.extend(done.iterations + 1, &swept.history);
            done.iterations += 1 + swept.iterations;
            if !swept.residual.is_finite() {
                break;
            }
            if swept.residual < done.residual {
                done.residual = swept.residual;
                best.clone_from(&at);
            }
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
        let is_steep = self.rows.iter().any(|row| row.cone.limits[0] > STEEP);
        let mut best: Option<(f64, Iterate)> = None;
        while progress.iterations < most {
            let is_mixed = !is_steep && (PLAIN_SWEEPS..most - 1).contains(&progress.iterations);
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
