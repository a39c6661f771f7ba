//! How redundant contacts share their load.
//!
//! Under a face, and with more friction points than the bodies have degrees of freedom, the impulses are not
//! determined, and where contacts slide, the motion depends on how they share their load. The solver takes the solution
//! of nearly rigid bodies, the limit of equal compliances of all rows as they vanish: y + c x in place of y, c → 0. It
//! does not depend on the order of bodies and contacts, nor on where the iteration began.

use crate::laws::friction::limit::cones::Rows;
use crate::laws::math::extremes::larger;
use crate::step::solve::cones::methods::apgd::SolverProgress;
use crate::step::solve::cones::methods::newton::{Unknowns, parts};
use crate::step::solve::cones::methods::problem::{ConeRow, Iterate, Problem};
use crate::step::solve::cones::methods::solved::{Remedy, SolvedIsland};
use crate::step::solve::solver_body::InverseMass;
use nalgebra::{DMatrix, DVector, Dyn, LU, Matrix3};

/// Compliances on the way to none, as fractions of the largest diagonal element of a normal row: with a smaller one fewer contacts
/// change their mode from there to zero, but rounding grows.
const VANISHING: [f64; 5] = [1e-4, 1e-5, 1e-6, 1e-7, 1e-8];
/// Compliances before them if Newton's method does not find the first solution from the start.
const LARGE: [f64; 4] = [1.0, 0.1, 1e-2, 1e-3];
/// Maximum number of Newton steps at one compliance.
const STEPS: usize = 20;
/// Norm of the conditions at which a compliant problem is solved, as a fraction of that at rest under the impulses.
const SOLVED: f64 = 1e-13;
/// Compliance of the factorisation of a direct step, as a fraction of the largest diagonal element of a normal row.
const DIRECT_COMPLIANCE: f64 = 1e-5;
/// Maximum number of direct steps, and of refinements of each, which end at this fraction of the velocities by which the rows
/// give way.
const DIRECT_STEPS: usize = 4;
const REFINEMENTS: usize = 6;
const REFINED: f64 = 1e-9;
/// Change of the impulses, as a fraction of them, after which a further direct step would change them by its square.
const CONVERGED: f64 = 1e-6;
/// A direct step that changes the impulses by more than this fraction of the step before turns back: contacts change their mode
/// to and fro.
const CONTRACTS: f64 = 0.3;
/// Largest number of moving bodies of an island that shares its load, and of one whose modes compliances decide where the direct
/// steps do not. In a pile, most islands with more bodies are clusters that share nothing but a neighbour.
const MAX_MOVING: usize = 5;
const MAX_MOVING_COMPLIANT: usize = 3;
/// Norm of the conditions with a compliance near the limit, as a fraction of the velocities by which the rows give way.
const IS_LIMIT: f64 = 0.05;

impl Problem {
    /// Replaces a solution by the one in which equal compliances share the load, if the impulses are not determined; its
    /// residual is at most `tolerance`, m/s, or no larger than before.
    pub(in crate::step::solve::cones) fn share(&self, at: &mut Iterate, tolerance: f64) {
        if !self.is_redundant(at, tolerance) {
            return;
        }
        let enough = larger(tolerance, self.residual(at));
        let by_compliances = || {
            let mut unknowns = Unknowns::new(self);
            let mut follow = |compliances: &[f64]| self.follow(&mut unknowns, at.clone(), compliances, enough);
            follow(&VANISHING).or_else(|| follow(&[&LARGE[..], &VANISHING].concat()))
        };
        let is_small = self.moving().count() <= MAX_MOVING_COMPLIANT;
        let directly = self.share_directly(at, enough).map(|(shared, ..)| shared);
        if let Some(shared) = directly.or_else(|| is_small.then(by_compliances).flatten()) {
            *at = shared;
        }
    }

    /// Solves an island whose impulses are not determined from those of the step before, whose residual is `first`, m/s, and shares
    /// them; `None` if it is not redundant or its contacts change their mode.
    pub(super) fn share_at_once(&self, start: &Iterate, first: f64, tolerance: f64) -> Option<SolvedIsland> {
        if !self.is_redundant(start, tolerance) {
            return None;
        }
        let (at, iterations, residual) = self.share_directly(start, tolerance)?;
        let mut progress = SolverProgress { iterations, residual, ..SolverProgress::from(first) };
        progress.record_residual(residual);
        progress.history.end(iterations, residual);
        Some(SolvedIsland { at, progress, remedy: Remedy::default() })
    }

    /// Largest diagonal element of a normal row, 1/kg.
    fn most_movable(&self) -> f64 {
        let steps = self.rows.iter().map(|row| row.steps.part[0]).filter(|step| *step > 0.0);
        steps.map(f64::recip).fold(0.0, larger)
    }

    /// The solution in which equal compliances share the load, by Newton steps to it from a start near it, with their number
    /// and its residual, m/s; `None` if the steps do not contract, or that is not `enough`.
    fn share_directly(&self, start: &Iterate, enough: f64) -> Option<(Iterate, u64, f64)> {
        let compliance = DIRECT_COMPLIANCE * self.most_movable();
        let mut unknowns = Unknowns::new(self);
        let (mut at, mut last) = (start.clone(), f64::INFINITY);
        for done in 1..=DIRECT_STEPS {
            let value = self.condition_values(&unknowns, &at);
            let slopes = self.slopes(&unknowns, &at);
            let slope = slopes.whole(&unknowns);
            let x = unknowns.impulses(&at);
            let softness = slopes.by_rate * compliance;
            let gives_way = &softness * &x;
            let factors = (&slope + softness).lu();
            let step = limit_step(&factors, &slope, &value, &gives_way)?;
            at = self.stepped(&unknowns, &at, &step);
            let change = step.norm();
            if change > CONTRACTS * last {
                return None;
            }
            last = change;
            if change > CONVERGED * x.norm() {
                continue;
            }
            let near = self.stepped(&unknowns, &at, &-factors.solve(&gives_way)?);
            unknowns.set_compliance(compliance);
            let is_limit = self.condition_values(&unknowns, &near).norm() <= IS_LIMIT * compliance * x.norm();
            let residual = self.residual(&at);
            return (is_limit && residual <= enough).then_some((at, done as u64, residual));
        }
        None
    }

    /// Numbers of motions of the bodies that move.
    fn moving(&self) -> impl Iterator<Item = usize> {
        self.masses.iter().map(motions).filter(|count| *count > 0)
    }

    /// True if the rows that can carry a load, of contacts that press or that nothing keeps from it, are more than the motions of
    /// the bodies, which are few.
    fn is_redundant(&self, at: &Iterate, tolerance: f64) -> bool {
        if self.moving().count() > MAX_MOVING {
            return false;
        }
        let is_loaded = |(row, x): &(&ConeRow, &Rows)| {
            x[0] > 0.0 || self.normal_rate(row.bias, &row.rates(&at.velocities), &row.cone) < tolerance
        };
        let loaded = self.rows.iter().zip(&at.x).filter(is_loaded);
        let rows: usize = loaded.map(|(row, _)| 1 + parts(&row.cone).map(|(_, part)| part.len()).sum::<usize>()).sum();
        rows > self.moving().sum()
    }

    /// The solution for vanishing compliance, by way of those with the `compliances`, as fractions of the largest diagonal element
    /// of a normal row: from the first of them from which the way to none ends with a residual of `enough`, m/s.
    fn follow(&self, unknowns: &mut Unknowns, start: Iterate, compliances: &[f64], enough: f64) -> Option<Iterate> {
        let mut next = start;
        for compliance in compliances.iter().map(|part| part * self.most_movable()) {
            unknowns.set_compliance(compliance);
            next = self.compliant(unknowns, next)?;
            let slopes = self.slopes(unknowns, &next);
            let compliant = slopes.whole(unknowns);
            let softness = slopes.by_rate * compliance;
            let gives_way = &softness * unknowns.impulses(&next);
            let value = self.condition_values(unknowns, &next) - &gives_way;
            let step = limit_step(&compliant.clone().lu(), &(compliant - softness), &value, &gives_way)?;
            let limit = self.stepped(unknowns, &next, &step);
            if self.residual(&limit) <= enough {
                return Some(limit);
            }
        }
        None
    }

    /// The solution with the compliance of these unknowns from a start near it; `None` if Newton's method does not find it.
    fn compliant(&self, unknowns: &Unknowns, mut at: Iterate) -> Option<Iterate> {
        let load = at.x.iter().flatten().map(|x| x * x).sum::<f64>().sqrt();
        let solved = SOLVED * load * self.rows.iter().map(|row| row.steps.part[0].recip()).fold(0.0, larger);
        let mut damping = crate::step::solve::cones::methods::newton::MIN_DAMPING;
        for _ in 0..STEPS {
            if self.condition_values(unknowns, &at).norm() <= solved {
                return Some(at);
            }
            if !self.newton_step(unknowns, &mut at, &mut damping) {
                break;
            }
        }
        (self.condition_values(unknowns, &at).norm() <= 1e3 * solved).then_some(at)
    }
}

/// Newton step to the limit of vanishing compliance, from impulses at which the rigid conditions have the values `value`, the
/// derivative `rigid`, and the rows give way by `gives_way`, m/s.
///
/// With the derivatives A by the impulses and M by the row velocities, zᵀA = 0, the limit fulfils zᵀM x = 0. The factors of
/// A + c M give both: the first solution fulfils the second condition, and refinements, which keep it, the first.
fn limit_step(
    factors: &LU<f64, Dyn, Dyn>,
    rigid: &DMatrix<f64>,
    value: &DVector<f64>,
    gives_way: &DVector<f64>,
) -> Option<DVector<f64>> {
    let mut step = factors.solve(&-(value + gives_way))?;
    for _ in 0..REFINEMENTS {
        let rest = -(value + rigid * &step);
        if rest.norm() <= REFINED * gives_way.norm() {
            break;
        }
        step += factors.solve(&rest)?;
    }
    Some(step)
}

/// Number of motions of a body: along axes and about them.
fn motions(mass: &InverseMass) -> usize {
    let linear = if mass.linear == 0.0 {
        0
    } else if mass.held.is_some() {
        2
    } else {
        3
    };
    let angular = if mass.angular == Matrix3::zeros() {
        0
    } else {
        let trace = mass.angular.trace();
        if mass.angular.determinant() > 1e-9 * trace * trace * trace { 3 } else { 1 }
    };
    linear + angular
}
