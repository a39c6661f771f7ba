//! Vectors of eight contacts as stored in memory, component by component.

use crate::math::number::{Row, V2, V3, Wide};
use crate::{Vec2, Vec3};
use fearless_simd::Simd;

impl V2<Row> {
    /// The numbers in SIMD vectors.
    #[inline(always)]
    pub fn wide<S: Simd>(&self, simd: S) -> V2<Wide<S>> {
        V2 { u: self.u.wide(simd), w: self.w.wide(simd) }
    }

    /// The numbers of SIMD vectors.
    #[inline(always)]
    pub fn from_wide<S: Simd>(V2 { u, w }: V2<Wide<S>>) -> Self {
        Self { u: Row::from_wide(u), w: Row::from_wide(w) }
    }

    /// The vector of contact `k`.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Vec2 {
        Vec2::new(self.u.0[k], self.w.0[k])
    }
}

impl V3<Row> {
    /// The numbers in SIMD vectors.
    #[inline(always)]
    pub fn wide<S: Simd>(&self, simd: S) -> V3<Wide<S>> {
        V3 { x: self.x.wide(simd), y: self.y.wide(simd), z: self.z.wide(simd) }
    }

    /// The numbers of SIMD vectors.
    #[inline(always)]
    pub fn from_wide<S: Simd>(V3 { x, y, z }: V3<Wide<S>>) -> Self {
        Self { x: Row::from_wide(x), y: Row::from_wide(y), z: Row::from_wide(z) }
    }

    /// The vector of contact `k`.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Vec3 {
        Vec3::new(self.x.0[k], self.y.0[k], self.z.0[k])
    }
}
