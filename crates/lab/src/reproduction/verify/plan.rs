//! Reference data of a verification.

use crate::reproduction::reference::ReferenceSource;

/// The reference data, and how much of it to use.
#[derive(Clone, Copy, Debug)]
pub struct VerifyPlan<'a> {
    /// Source of the curves.
    pub source: ReferenceSource<'a>,
    /// The full class map instead of every fourth row.
    pub whole: bool,
    /// The full matrix of closed forms beside the papers instead of a sample of it.
    pub matrix: bool,
}

impl VerifyPlan<'_> {
    /// The built-in curves, the thinned class map and the sample of closed forms.
    pub const SHIPPED: Self = VerifyPlan { source: ReferenceSource::Shipped, whole: false, matrix: false };
}
