//! Reference data and extent of a verification.

use crate::reproduction::reference::ReferenceSource;

/// The reference data, and how many of the runs to make.
#[derive(Clone, Copy, Debug)]
pub struct VerifyPlan<'a> {
    /// Source of the curves.
    pub source: ReferenceSource<'a>,
    /// True for the full class map, false for every fourth row of it.
    pub whole: bool,
    /// True for the full matrix of closed forms beyond the papers, false for a sample of it.
    pub matrix: bool,
}

impl VerifyPlan<'_> {
    /// The built-in curves, the thinned class map and the sample of closed forms.
    pub const SHIPPED: Self = VerifyPlan { source: ReferenceSource::Shipped, whole: false, matrix: false };
}
