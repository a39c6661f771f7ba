//! Vectors of eight contacts as stored in memory, component by component.

use super::number::{Row, V2, V3, Wide};
use super::{Vec2, Vec3};
use fearless_simd::Simd;

impl V2<Row> {
    /// The numbers in SIMD vectors.
    #[inline(always)]
    pub fn wide<S: Simd>(&self, simd: S) -> V2<Wide<S>> {
        V2 { u: self.u.wide(simd), w: self.w.wide(simd) }
    }

    /// The numbers of SIMD vectors.
    #[inline(always)]
    pub fn of<S: Simd>(V2 { u, w }: V2<Wide<S>>) -> Self {
        Self { u: Row::of(u), w: Row::of(w) }
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
    pub fn of<S: Simd>(V3 { x, y, z }: V3<Wide<S>>) -> Self {
        Self { x: Row::of(x), y: Row::of(y), z: Row::of(z) }
    }

    /// The vector of contact `k`.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> Vec3 {
        Vec3::new(self.x.0[k], self.y.0[k], self.z.0[k])
    }
}
