//! What a verification compares with.

use crate::study::reference::ReferenceSource;

/// What to compare with, and how much of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VerifyPlan<'a> {
    /// Where the curves are from.
    pub source: ReferenceSource<'a>,
    /// The whole class map, not every fourth row of it.
    pub whole: bool,
}

impl VerifyPlan<'_> {
    /// The curves that come with the program, the class map thinned.
    pub(crate) const SHIPPED: Self = VerifyPlan { source: ReferenceSource::Shipped, whole: false };
}
