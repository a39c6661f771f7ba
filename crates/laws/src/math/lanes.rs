//! Vectors with one lane for each contact that a kernel resolves together: eight where a register holds eight numbers
//! (AVX-512), four elsewhere, so that fewer of a kernel's numbers move between registers and the stack.

use crate::math::number::{Number, V3, WIDTH, Wide, each, transposed};
use fearless_simd::prelude::*;
use fearless_simd::{f64x4, mask64x4, mask64x8};

/// One number for each of `W` contacts.
pub trait Lanes<S: Simd, const W: usize>: Number + SimdFrom<[f64; W], S> {
    /// `x` in every lane.
    fn splat(simd: S, x: f64) -> Self;
    /// Applies `of` to the index of each contact.
    fn each<T>(of: impl FnMut(usize) -> T) -> [T; W];
    /// Loads a row of eight numbers for each contact and transposes them: vector k holds number k of every contact.
    fn columns<R: SimdInto<Wide<S>, S>>(simd: S, row: impl Fn(usize) -> R) -> [Self; WIDTH];
    /// The inverse of [`Self::columns`]: the row of eight numbers of each contact.
    fn rows(columns: [Self; WIDTH]) -> [Wide<S>; W];
    /// The number of each contact.
    fn numbers(self) -> [f64; W];
    /// The mask with these bits, the lowest for the first contact.
    fn mask(simd: S, bits: u8) -> Self::Mask;
    /// The bits of a mask.
    fn bits(mask: Self::Mask) -> u8;
}

impl<S: Simd> Lanes<S, WIDTH> for Wide<S> {
    #[inline(always)]
    fn splat(simd: S, x: f64) -> Self {
        SimdBase::splat(simd, x)
    }
    #[inline(always)]
    fn each<T>(of: impl FnMut(usize) -> T) -> [T; WIDTH] {
        each(of)
    }
    #[inline(always)]
    fn columns<R: SimdInto<Self, S>>(simd: S, row: impl Fn(usize) -> R) -> [Self; WIDTH] {
        crate::math::number::columns(simd, row)
    }
    #[inline(always)]
    fn rows(columns: [Self; WIDTH]) -> [Self; WIDTH] {
        transposed(columns)
    }
    #[inline(always)]
    fn numbers(self) -> [f64; WIDTH] {
        self.into()
    }
    #[inline(always)]
    fn mask(simd: S, bits: u8) -> Self::Mask {
        mask64x8::from_bitmask(simd, u64::from(bits))
    }
    #[inline(always)]
    fn bits(mask: Self::Mask) -> u8 {
        mask.to_bitmask() as u8
    }
}

/// Number of contacts in half a vector.
const HALF: usize = WIDTH / 2;

impl<S: Simd> Lanes<S, HALF> for f64x4<S> {
    #[inline(always)]
    fn splat(simd: S, x: f64) -> Self {
        SimdBase::splat(simd, x)
    }
    #[inline(always)]
    fn each<T>(mut of: impl FnMut(usize) -> T) -> [T; HALF] {
        [of(0), of(1), of(2), of(3)]
    }
    #[inline(always)]
    fn columns<R: SimdInto<Wide<S>, S>>(simd: S, row: impl Fn(usize) -> R) -> [Self; WIDTH] {
        let halves = Self::each(
            #[inline(always)]
            |k| row(k).simd_into(simd).split(),
        );
        let [(a, e), (b, f), (c, g), (d, h)] = halves;
        let ([a, b, c, d], [e, f, g, h]) = (transposed_half([a, b, c, d]), transposed_half([e, f, g, h]));
        [a, b, c, d, e, f, g, h]
    }
    #[inline(always)]
    fn rows([a, b, c, d, e, f, g, h]: [Self; WIDTH]) -> [Wide<S>; HALF] {
        let (first, second) = (transposed_half([a, b, c, d]), transposed_half([e, f, g, h]));
        Self::each(
            #[inline(always)]
            |k| first[k].combine(second[k]),
        )
    }
    #[inline(always)]
    fn numbers(self) -> [f64; HALF] {
        self.into()
    }
    #[inline(always)]
    fn mask(simd: S, bits: u8) -> Self::Mask {
        mask64x4::from_bitmask(simd, u64::from(bits) & 0xf)
    }
    #[inline(always)]
    fn bits(mask: Self::Mask) -> u8 {
        mask.to_bitmask() as u8
    }
}

/// Transposes four registers, by blocks of two numbers: a shuffle within these blocks is cheap.
#[inline(always)]
fn transposed_half<S: Simd>([a, b, c, d]: [f64x4<S>; HALF]) -> [f64x4<S>; HALF] {
    let [(a, e), (b, f), (c, g), (d, h)] = [a.split(), b.split(), c.split(), d.split()];
    [
        a.zip_low(b).combine(c.zip_low(d)),
        a.zip_high(b).combine(c.zip_high(d)),
        e.zip_low(f).combine(g.zip_low(h)),
        e.zip_high(f).combine(g.zip_high(h)),
    ]
}

/// Gathers one number of each element of `of`.
#[inline(always)]
pub fn gather<S: Simd, N: Lanes<S, W>, T, const W: usize>(simd: S, of: &[T; W], number: impl Fn(&T) -> f64) -> N {
    let numbers = N::each(
        #[inline(always)]
        |k| number(&of[k]),
    );
    numbers.simd_into(simd)
}

/// Gathers one vector of each element of `of`.
#[inline(always)]
pub fn vectors<S: Simd, N: Lanes<S, W>, T, const W: usize>(
    simd: S,
    of: &[T; W],
    vector: impl Fn(&T) -> V3<f64>,
) -> V3<N> {
    V3 {
        x: gather(
            simd,
            of,
            #[inline(always)]
            |of| vector(of).x,
        ),
        y: gather(
            simd,
            of,
            #[inline(always)]
            |of| vector(of).y,
        ),
        z: gather(
            simd,
            of,
            #[inline(always)]
            |of| vector(of).z,
        ),
    }
}
