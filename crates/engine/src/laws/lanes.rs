//! Vectors of as many contacts as a kernel resolves together: eight where a register holds eight numbers (AVX-512),
//! four elsewhere, so that fewer of a kernel's numbers move between registers and the stack.

use super::number::{Number, V3, WIDTH, Wide, each, transposed};
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
        super::number::columns(simd, row)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::element::Spring;
    use crate::laws::normal::hertz_force;
    use crate::laws::number::V2;
    use crate::laws::turning::{Turn, angle, arcsine_ratio, transported};
    use fearless_simd::{Level, dispatch};

    /// Exercises the operations of the laws on nine numbers of one contact.
    #[inline(always)]
    fn laws<N: Number>([a, b, c, d, e, f, g, h, x]: [N; 9]) -> [N; 9] {
        let (n0, n, u0) = (V3 { x: a, y: b, z: c }, V3 { x: d, y: e, z: f }, V3 { x: g, y: h, z: x });
        let u = transported(u0, n0, n);
        let turned = Turn { sine: n * x, cosine: a }.apply(u0);
        let spring = Spring { stiffness: a, static_cap: b.abs(), kinetic_cap: b.abs() * 0.5, damping: c };
        let (slips, saturate) = (a.is_below(b), c.is_below(d) & e.is_below(f));
        let (along, drive) = (V2 { u: a, w: x }, V2 { u: d, w: e });
        let (stretched, saturated, slips) = spring.stretched(along, V2 { u: g, w: h }, drive, slips, saturate);
        let given = a.where_or(saturated, b).where_or(slips, c);
        let force = hertz_force([b, c], x * x, d);
        [u.x, u.y, u.z, turned.y, angle(g, h), arcsine_ratio(x * x), stretched.u, given, force]
    }

    /// [`laws`] of the contacts `from` and after in lanes, contact by contact.
    #[inline(always)]
    fn found<S: Simd, N: Lanes<S, W>, const W: usize>(
        simd: S,
        contacts: &[[f64; 9]; WIDTH],
        from: usize,
    ) -> [[f64; W]; 9] {
        let at = |k: usize| N::each(|lane| contacts[from + lane][k]).simd_into(simd);
        laws::<N>([at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)]).map(N::numbers)
    }

    /// Rows of eight numbers after [`Lanes::columns`] and [`Lanes::rows`].
    #[inline(always)]
    fn there_and_back<S: Simd, N: Lanes<S, W>, const W: usize>(
        simd: S,
        rows: &[[f64; WIDTH]; WIDTH],
    ) -> Vec<[f64; WIDTH]> {
        let columns = N::columns(simd, |k| rows[k]);
        for (k, column) in columns.iter().enumerate() {
            assert_eq!(column.numbers(), N::each(|lane| rows[lane][k]), "column {k}");
        }
        N::rows(columns).map(<[f64; WIDTH]>::from).to_vec()
    }

    /// Small and large angles, stick, slip and saturated starts, in any combination: each lane matches the single
    /// contact bit for bit.
    #[test]
    fn a_lane_has_the_bits_of_one_number() {
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for round in 0..500 {
            let size = if round % 2 == 0 { 1.0 } else { 1e-3 };
            let contacts: [[f64; 9]; WIDTH] = each(|_| [0.0; 9]).map(|row| row.map(|_| random() * size));
            for level in [Level::new(), Level::baseline()] {
                let eight = dispatch!(level, simd => found::<_, Wide<_>, WIDTH>(simd, &contacts, 0));
                let halves =
                    [0, HALF].map(|from| dispatch!(level, simd => found::<_, f64x4<_>, HALF>(simd, &contacts, from)));
                for (lane, contact) in contacts.iter().enumerate() {
                    for (k, expected) in laws(*contact).into_iter().enumerate() {
                        for got in [eight[k][lane], halves[lane / HALF][k][lane % HALF]] {
                            let same = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
                            assert!(same, "{level:?}, number {k} of {contact:?}: {got:e}, alone {expected:e}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn rows_become_columns_and_back() {
        let rows = each(|row| each(|k| (WIDTH * row + k) as f64));
        for level in [Level::new(), Level::baseline()] {
            let eight = dispatch!(level, simd => there_and_back::<_, Wide<_>, WIDTH>(simd, &rows));
            let half = dispatch!(level, simd => there_and_back::<_, f64x4<_>, HALF>(simd, &rows));
            assert_eq!((&eight[..], &half[..]), (&rows[..], &rows[..HALF]), "{level:?}");
        }
    }
}
