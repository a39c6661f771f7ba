//! How redundant contacts share their load.
//!
//! Under a face, and between more points of friction than the bodies have motions, the impulses are not determined, and where
//! contacts slide the motion depends on how they share their load. Bodies that are nearly rigid decide: of all solutions the
//! one is taken that equal compliances of all rows leave as they vanish, y + c x in place of y, c → 0. It does not depend on
//! the order of bodies and contacts, nor on where the iteration began.

use super::newton::Unknowns;
use super::problem::{ConeRow, Iterate, Problem};
use crate::laws::cones::{Rows, clip};
use crate::laws::extremes::larger;
use crate::step::solve::solver_body::InverseMass;
use nalgebra::Matrix3;

/// Compliances that are tried, as fractions of the largest diagonal element of a normal row: with a smaller one fewer contacts
/// change their mode on the way to zero, but rounding grows.
const COMPLIANCES: [f64; 3] = [1e-4, 1e-6, 1e-8];
/// Maximum number of Newton steps at one compliance.
const STEPS: usize = 20;
/// Norm of the conditions at which a compliant problem is solved, as a fraction of that at rest under the impulses.
const SOLVED: f64 = 1e-13;

impl Problem {
    /// Replaces a solution by the one in which equal compliances share the load, if the impulses are not determined and its
    /// residual is below `tolerance`, m/s.
    pub(super) fn share(&self, at: &mut Iterate, tolerance: f64) {
        if !self.is_redundant(at, tolerance) {
            return;
        }
        let stiffest = self.rows.iter().map(|row| row.steps.part[0]).filter(|step| *step > 0.0);
        let most = stiffest.map(f64::recip).fold(0.0, larger);
        for part in COMPLIANCES {
            if let Some(shared) = self.limit_of(at, part * most)
                && self.residual(&shared) < tolerance
            {
                *at = shared;
                return;
            }
        }
    }

    /// True if the rows that can carry a load, of contacts that press or that nothing keeps from it, are more than the motions of
    /// the bodies.
    fn is_redundant(&self, at: &Iterate, tolerance: f64) -> bool {
        let parts = |limits: [f64; 3]| [2, 2, 1].into_iter().zip(limits).filter(|(_, limit)| *limit > 0.0);
        let is_loaded = |(row, x): &(&ConeRow, &Rows)| {
            x[0] > 0.0 || self.normal_rate(row.bias, &row.rates(&at.velocities), &row.cone) < tolerance
        };
        let loaded = self.rows.iter().zip(&at.x).filter(is_loaded);
        let rows: usize =
            loaded.map(|(row, _)| 1 + parts(row.cone.limits).map(|(count, _)| count).sum::<usize>()).sum();
        rows > self.masses.iter().map(motions).sum()
    }

    /// The solution for vanishing compliance, extrapolated from those with `compliance`, 1/kg, a half and a quarter of it.
    fn limit_of(&self, at: &Iterate, compliance: f64) -> Option<Iterate> {
        let (mut next, mut unknowns) = (at.clone(), Unknowns::new(self));
        let mut found = Vec::new();
        for part in [1.0, 0.5, 0.25] {
            unknowns.set_compliance(part * compliance);
            next = self.compliant(&unknowns, next)?;
            found.push(next.x.clone());
        }
        let [whole, half, quarter] = found.as_slice() else { return None };
        // The parabola through the three, at zero.
        let limit = |k: usize| -> Rows {
            std::array::from_fn(|row| (whole[k][row] - 6.0 * half[k][row] + 8.0 * quarter[k][row]) / 3.0)
        };
        let inside = |(k, row): (usize, &ConeRow)| {
            let x = limit(k);
            clip(&x, &row.cone.map(|part| part * larger(x[0], 0.0)))
        };
        Some(self.at(self.rows.iter().enumerate().map(inside).collect()))
    }

    /// The solution with the compliance of these unknowns from a start near it; `None` if Newton's method does not find it.
    fn compliant(&self, unknowns: &Unknowns, mut at: Iterate) -> Option<Iterate> {
        let load = at.x.iter().flatten().map(|x| x * x).sum::<f64>().sqrt();
        let solved = SOLVED * load * self.rows.iter().map(|row| row.steps.part[0].recip()).fold(0.0, larger);
        let mut damping = super::newton::MIN_DAMPING;
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
