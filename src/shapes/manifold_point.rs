//! One point of a pair's contact manifold, as found by contact detection.

use crate::laws::Vec3;

/// One point where two bodies touch or nearly touch. World axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint {
    /// Unit normal into body i.
    pub n: Vec3,
    /// Point on the surface of body i, m.
    pub on_i: Vec3,
    /// Point on the surface of body j, m.
    pub on_j: Vec3,
    /// Overlap, m; negative is a gap.
    pub overlap: f64,
    /// Identifies the point within its pair, constant from step to step.
    pub feature: u32,
}

impl ManifoldPoint {
    /// The same point with the two bodies swapped.
    pub(super) fn swapped(self) -> Self {
        Self { n: -self.n, on_i: self.on_j, on_j: self.on_i, ..self }
    }
}
