//! Comparisons with the suite of another program.

use super::super::rows::{CaseRows, RowKind};
use crate::trace::StudyError;
use rayon::prelude::*;
use stickslip_engine::laws::math::extremes::larger;

/// A test of a published suite, and why its comparisons have the tolerance that they have.
#[derive(Clone, Copy, Debug)]
pub(super) struct SuiteTest {
    /// Program or publication, and the test.
    pub(super) source: &'static str,
    /// Reason for the tolerance.
    pub(super) reason: &'static str,
}

/// An expected value and the one of a run.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    kind: RowKind,
    test: SuiteTest,
    quantity: String,
    expected: f64,
    measured: f64,
    tolerance: f64,
    suite: Option<f64>,
}

impl SuiteTest {
    /// A value with an absolute tolerance.
    pub(super) fn within(
        self,
        quantity: impl Into<String>,
        expected: f64,
        measured: f64,
        tolerance: f64,
    ) -> Comparison {
        let quantity = quantity.into();
        Comparison { kind: RowKind::Suite, test: self, quantity, expected, measured, tolerance, suite: None }
    }

    /// A value with a relative tolerance.
    pub(super) fn near(self, quantity: impl Into<String>, expected: f64, measured: f64, relative: f64) -> Comparison {
        self.within(quantity, expected, measured, relative * expected.abs())
    }

    /// A value read off a figure, with an absolute tolerance.
    pub(super) fn figure(
        self,
        quantity: impl Into<String>,
        expected: f64,
        measured: f64,
        tolerance: f64,
    ) -> Comparison {
        Comparison { kind: RowKind::Figure, ..self.within(quantity, expected, measured, tolerance) }
    }

    /// A value of the suite that the law here does not share: the run must agree with `expected`, the closed form of the
    /// law, within an absolute tolerance, and `suite` must differ from it.
    pub(super) fn differs(
        self,
        quantity: impl Into<String>,
        suite: f64,
        (expected, tolerance): (f64, f64),
        measured: f64,
    ) -> Comparison {
        let compared = self.within(quantity, expected, measured, tolerance);
        Comparison { kind: RowKind::Definition, suite: Some(suite), ..compared }
    }
}

impl CaseRows {
    /// Adds the row of a comparison.
    fn compare(&mut self, comparison: Comparison) {
        let Comparison { kind, test, quantity, expected, measured, tolerance, suite } = comparison;
        let row = self.add(kind, quantity, expected, measured, tolerance);
        if let Some(suite) = suite {
            row.ok &= (suite - expected).abs() > tolerance;
        }
        (row.source, row.reason, row.printed) = (Some(test.source), Some(test.reason), suite);
    }

    /// Runs each entry of a table in parallel, and adds its comparisons in the order of the table.
    pub(super) fn compare_all<T: Sync>(
        &mut self,
        table: &[T],
        run: impl Fn(&T) -> Result<Vec<Comparison>, StudyError> + Sync,
    ) -> Result<(), StudyError> {
        let found: Result<Vec<Vec<Comparison>>, StudyError> = table.par_iter().map(&run).collect();
        found?.into_iter().flatten().for_each(|comparison| self.compare(comparison));
        Ok(())
    }
}

/// All pairs of two lists.
pub(super) fn pairs<A: Copy, B: Copy>(a: &[A], b: &[B]) -> Vec<(A, B)> {
    a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b))).collect()
}

/// Largest deviation of a series from its expected value, over all steps; NaN if a value is.
pub(super) fn farthest(values: &[f64], dt: f64, expected: impl Fn(f64) -> f64) -> f64 {
    let off = values.iter().enumerate().map(|(k, value)| (value - expected(k as f64 * dt)).abs());
    off.fold(if values.is_empty() { f64::NAN } else { 0.0 }, larger)
}
