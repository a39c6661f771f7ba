//! Anderson acceleration of the sweeps (D. G. Anderson, J. ACM 12 (1965) 547; H. F. Walker, P. Ni, SIAM J. Numer. Anal.
//! 49 (2011) 1715, type II): the next iterate is the combination of the previous ones that minimises the change by a
//! sweep.

use crate::laws::friction::limit::cones::{ConeForm, Rows, clip, project};
use crate::step::solve::cones::methods::problem::{Iterate, Problem};
use nalgebra::{SMatrix, SVector};
use std::collections::VecDeque;

/// Number of earlier sweeps in the combination.
const DEPTH: usize = 5;
/// Regularisation of the least-squares matrix, as a fraction of its trace added to the diagonal: nearly equal sweeps do
/// not determine a combination.
const REGULAR: f64 = 1e-14;

/// Change and result of a sweep.
struct Swept {
    change: Vec<Rows>,
    end: Vec<Rows>,
    /// Squared norm of the change, weighted by [`Mixing::weights`].
    square: f64,
}

/// Differences of change and result between consecutive sweeps.
struct SweepDifference {
    change: Vec<Rows>,
    end: Vec<Rows>,
}

/// History of the last sweeps.
pub(in crate::step::solve::cones) struct Mixing {
    /// 1/η of each contact, which makes the square of an impulse twice the energy that it gives the contact alone, so
    /// that light and heavy bodies count equally.
    weights: Vec<f64>,
    last: Option<Swept>,
    differences: VecDeque<SweepDifference>,
    /// Products of the changes of two differences, the lower triangle, row by row.
    products: VecDeque<Vec<f64>>,
}

impl Mixing {
    pub(in crate::step::solve::cones) fn new(problem: &Problem) -> Self {
        let weights = problem.rows.iter().map(|row| 1.0 / row.steps.all).collect();
        Self {
            weights,
            last: None,
            differences: VecDeque::with_capacity(DEPTH),
            products: VecDeque::with_capacity(DEPTH),
        }
    }

    fn dot(&self, a: &[Rows], b: &[Rows]) -> f64 {
        let one = |(a, b): (&Rows, &Rows)| (0..6).map(|k| a[k] * b[k]).sum::<f64>();
        a.iter().zip(b).zip(&self.weights).map(|(pair, weight)| weight * one(pair)).sum()
    }

    /// Replaces `at`, the result of a sweep from `start`, by the combination. If the last combination more than doubled
    /// the change by a sweep, it is undone and the history cleared.
    pub(in crate::step::solve::cones) fn mix(&mut self, problem: &Problem, start: &[Rows], at: &mut Iterate) {
        let end = at.x.clone();
        let change = subtract(&end, start);
        let square = self.dot(&change, &change);
        if let Some(last) = self.last.take() {
            let is_worse = square.is_nan() || square > 4.0 * last.square;
            if is_worse {
                self.differences.clear();
                self.products.clear();
                at.x = last.end;
                problem.refresh(at);
                return;
            }
            if self.differences.len() == DEPTH {
                self.differences.pop_front();
                self.products.pop_front();
                for row in &mut self.products {
                    row.remove(0);
                }
            }
            let change = subtract(&change, &last.change);
            self.differences.push_back(SweepDifference { change, end: subtract(&end, &last.end) });
            self.products.extend(self.differences.back().map(|new| self.row_of_products(new)));
        }
        if let Some(mixture) = self.mixture(&change) {
            for (difference, share) in self.differences.iter().zip(mixture.iter()) {
                for (x, by) in at.x.iter_mut().zip(&difference.end) {
                    (0..6).for_each(|k| x[k] -= share * by[k]);
                }
            }
            problem.clip_to_cones(&mut at.x);
            problem.refresh(at);
        }
        self.last = Some(Swept { change, end, square });
    }

    fn row_of_products(&self, new: &SweepDifference) -> Vec<f64> {
        self.differences.iter().map(|old| self.dot(&new.change, &old.change)).collect()
    }

    /// Coefficients of the differences that minimise the change; `None` without history.
    fn mixture(&self, change: &[Rows]) -> Option<SVector<f64, DEPTH>> {
        if self.differences.is_empty() {
            return None;
        }
        let mut matrix = SMatrix::<f64, DEPTH, DEPTH>::zeros();
        let mut right = SVector::<f64, DEPTH>::zeros();
        for (i, (a, products)) in self.differences.iter().zip(&self.products).enumerate() {
            right[i] = self.dot(&a.change, change);
            for (j, product) in products.iter().enumerate() {
                matrix[(i, j)] = *product;
                matrix[(j, i)] = *product;
            }
        }
        let trace = matrix.trace();
        for k in 0..DEPTH {
            let is_used = k < self.differences.len();
            matrix[(k, k)] += if is_used { REGULAR * trace } else { 1.0 };
        }
        Some(matrix.cholesky()?.solve(&right))
    }
}

impl Problem {
    /// Clips the impulses to the cones of their contacts.
    pub(in crate::step::solve::cones) fn clip_to_cones(&self, impulses: &mut [Rows]) {
        for (x, row) in impulses.iter_mut().zip(&self.rows) {
            *x = match self.form {
                ConeForm::Exact => clip(x, &row.cone.map(|limit| limit * x[0])),
                ConeForm::Relaxed => project(x, &row.cone),
            };
        }
    }
}

fn subtract(a: &[Rows], b: &[Rows]) -> Vec<Rows> {
    a.iter().zip(b).map(|(a, b)| std::array::from_fn(|k| a[k] - b[k])).collect()
}
