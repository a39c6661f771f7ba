//! Reference data of a verification.

use crate::study::reference::ReferenceSource;

/// The reference data, and how much of it to use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VerifyPlan<'a> {
    /// Source of the curves.
    pub source: ReferenceSource<'a>,
    /// The full class map instead of every fourth row.
    pub whole: bool,
}

impl VerifyPlan<'_> {
    /// The built-in curves and the thinned class map.
    pub(crate) const SHIPPED: Self = VerifyPlan { source: ReferenceSource::Shipped, whole: false };
}
