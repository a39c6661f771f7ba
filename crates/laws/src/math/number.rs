//! Numbers for writing each law once: a plain `f64`, or a SIMD vector of one number for several contacts.
//!
//! Each lane of a vector has the bits that the same expression gives in `f64`, on every processor: IEEE 754 fixes sums,
//! products, quotients and square roots, and nothing here is fused or approximate.

use fearless_simd::prelude::*;
use fearless_simd::{f64x4, f64x8, mask64x4, mask64x8};
use serde::{Deserialize, Serialize};
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Number of contacts per SIMD vector.
pub const WIDTH: usize = 8;

/// One number for each of [`WIDTH`] contacts, in the registers of the instruction set `S`.
pub type Wide<S> = f64x8<S>;

/// The number type of the laws.
pub trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Add<f64, Output = Self>
    + Mul<f64, Output = Self>
{
    /// The result of a comparison, one bit per number.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;

    /// `x` in every lane.
    fn like(self, x: f64) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// `self < other`.
    fn is_below(self, other: Self) -> Self::Mask;
    /// `self` where the mask is set, `other` elsewhere.
    fn where_or(self, mask: Self::Mask, other: Self) -> Self;
    /// True if the mask is set everywhere.
    fn all(mask: Self::Mask) -> bool;
    /// `self` where the mask `good` is set, else the result of `exact` on the arguments.
    fn or_exactly<const K: usize>(
        self,
        good: Self::Mask,
        arguments: [Self; K],
        exact: impl Fn([f64; K]) -> f64,
    ) -> Self;

    /// `self`, or 0 where it is negative; NaN passes through, so that the guard sees it.
    #[inline(always)]
    fn not_negative(self) -> Self {
        let zero = self.like(0.0);
        // Adding +0 removes a negative zero.
        zero.where_or(self.is_below(zero), self) + zero
    }
}

impl Number for f64 {
    type Mask = bool;

    #[inline(always)]
    fn like(self, x: f64) -> Self {
        x
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
    }
    #[inline(always)]
    fn is_below(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn where_or(self, mask: bool, other: Self) -> Self {
        if mask { self } else { other }
    }
    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn or_exactly<const K: usize>(self, good: bool, arguments: [Self; K], exact: impl Fn([f64; K]) -> f64) -> Self {
        if good { self } else { exact(arguments) }
    }
}

/// Implements [`Number`] for a SIMD vector.
macro_rules! number_in_lanes {
    ($vector:ident, $mask:ident, $lanes:expr) => {
        impl<S: Simd> Number for $vector<S> {
            type Mask = $mask<S>;

            #[inline(always)]
            fn like(self, x: f64) -> Self {
                Self::splat(self.simd, x)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                SimdFloat::sqrt(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                SimdBase::abs(self)
            }
            #[inline(always)]
            fn is_below(self, other: Self) -> Self::Mask {
                self.simd_lt(other)
            }
            #[inline(always)]
            fn where_or(self, mask: Self::Mask, other: Self) -> Self {
                mask.select(self, other)
            }
            #[inline(always)]
            fn all(mask: Self::Mask) -> bool {
                mask.all_true()
            }
            #[inline(always)]
            fn or_exactly<const K: usize>(
                self,
                good: Self::Mask,
                arguments: [Self; K],
                exact: impl Fn([f64; K]) -> f64,
            ) -> Self {
                if good.all_true() {
                    return self;
                }
                let mut lanes = <[f64; $lanes]>::from(self);
                let mut columns = [[0.0; $lanes]; K];
                for (column, argument) in columns.iter_mut().zip(&arguments) {
                    argument.store_array(column);
                }
                recompute(&mut lanes, good.to_bitmask(), &columns, exact);
                lanes.simd_into(self.simd)
            }
        }
    };
}

number_in_lanes!(f64x8, mask64x8, WIDTH);
number_in_lanes!(f64x4, mask64x4, WIDTH / 2);

/// Recomputes the lanes whose bit in `good` is not set.
#[cold]
fn recompute<const W: usize, const K: usize>(
    lanes: &mut [f64; W],
    good: u64,
    arguments: &[[f64; W]; K],
    exact: impl Fn([f64; K]) -> f64,
) {
    for (k, lane) in lanes.iter_mut().enumerate().filter(|(k, _)| good >> k & 1 == 0) {
        *lane = exact(std::array::from_fn(|at| arguments[at][k]));
    }
}

/// Applies `of` to bodies i (0) and j (1). Every function and closure that computes with SIMD lanes must be inlined, so
/// that it is compiled for its caller's instruction set; the array functions of the standard library are not.
#[inline(always)]
pub fn both<T>(mut of: impl FnMut(usize) -> T) -> [T; 2] {
    [of(0), of(1)]
}

/// Applies `of` to the index of each contact of a SIMD vector.
#[inline(always)]
pub fn each<T>(mut of: impl FnMut(usize) -> T) -> [T; WIDTH] {
    [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]
}

/// Eight numbers as stored in memory, on one cache line: of one contact, or one number each of eight contacts.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[repr(align(64))]
pub struct Row(pub [f64; WIDTH]);

impl Row {
    /// Loads the numbers into a SIMD vector.
    #[inline(always)]
    pub fn wide<S: Simd>(&self, simd: S) -> Wide<S> {
        self.0.simd_into(simd)
    }

    /// Stores the numbers of a SIMD vector.
    #[inline(always)]
    pub fn from_wide<S: Simd>(numbers: Wide<S>) -> Self {
        let mut row = Self::default();
        numbers.store_array(&mut row.0);
        row
    }
}

/// Loads a row of eight numbers for each of [`WIDTH`] contacts and transposes them: vector k holds number k of every
/// contact.
#[inline(always)]
pub fn columns<S: Simd, R: SimdInto<Wide<S>, S>>(simd: S, row: impl Fn(usize) -> R) -> [Wide<S>; WIDTH] {
    transposed(each(
        #[inline(always)]
        |k| row(k).simd_into(simd),
    ))
}

/// Gathers four numbers for each body of [`WIDTH`] contacts from the table `of`: the first four vectors belong to the
/// first body of each contact, the last four to the second.
#[inline(always)]
pub fn columns_of_both<S: Simd>(simd: S, of: &[[f64; 4]], bodies: impl Fn(usize) -> [u32; 2]) -> [Wide<S>; WIDTH] {
    columns(
        simd,
        #[inline(always)]
        |k| {
            let [i, j] = bodies(k);
            f64x4::simd_from(simd, of[i as usize]).combine(f64x4::simd_from(simd, of[j as usize]))
        },
    )
}

/// Transposes eight registers by three perfect shuffles.
#[inline(always)]
pub fn transposed<S: Simd>(rows: [Wide<S>; WIDTH]) -> [Wide<S>; WIDTH] {
    shuffled(shuffled(shuffled(rows)))
}

/// Interleaves the first and the second half of the registers.
#[inline(always)]
fn shuffled<S: Simd>([a, b, c, d, e, f, g, h]: [Wide<S>; WIDTH]) -> [Wide<S>; WIDTH] {
    let ((a, b), (c, d), (e, f), (g, h)) = (a.interleave(e), b.interleave(f), c.interleave(g), d.interleave(h));
    [a, b, c, d, e, f, g, h]
}

/// The indices of the set bits, lowest first.
#[inline(always)]
pub fn each_bit(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}

/// A vector in the tangent plane, components along u and w.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub struct V2<N> {
    /// Along u.
    pub u: N,
    /// Along w.
    pub w: N,
}

impl<N: Number> V2<N> {
    /// Square of the length.
    #[inline(always)]
    pub fn square(self) -> N {
        self.u * self.u + self.w * self.w
    }
}

impl<N: Number> Add for V2<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { u: self.u + other.u, w: self.w + other.w }
    }
}

impl<N: Number> Sub for V2<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { u: self.u - other.u, w: self.w - other.w }
    }
}

impl<N: Number> Mul<N> for V2<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: N) -> Self {
        Self { u: self.u * factor, w: self.w * factor }
    }
}

impl<N: Number> Neg for V2<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { u: -self.u, w: -self.w }
    }
}

/// A vector in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub struct V3<N> {
    /// Along x.
    pub x: N,
    /// Along y.
    pub y: N,
    /// Along z.
    pub z: N,
}

impl<N: Number> V3<N> {
    /// `vector` in every lane.
    #[inline(always)]
    pub fn like(number: N, vector: &crate::Vec3) -> Self {
        Self { x: number.like(vector.x), y: number.like(vector.y), z: number.like(vector.z) }
    }

    /// `self · other`.
    #[inline(always)]
    pub fn dot(self, other: Self) -> N {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// `self × other`.
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// `self` where the mask is set, `other` elsewhere.
    #[inline(always)]
    pub fn where_or(self, mask: N::Mask, other: Self) -> Self {
        Self { x: self.x.where_or(mask, other.x), y: self.y.where_or(mask, other.y), z: self.z.where_or(mask, other.z) }
    }
}

impl<N: Number> Add for V3<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl<N: Number> Sub for V3<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl<N: Number> Mul<N> for V3<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: N) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

impl<N: Number> Neg for V3<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}

impl From<crate::Vec2> for V2<f64> {
    #[inline(always)]
    fn from(v: crate::Vec2) -> Self {
        Self { u: v.x, w: v.y }
    }
}

impl From<V2<f64>> for crate::Vec2 {
    #[inline(always)]
    fn from(v: V2<f64>) -> Self {
        Self::new(v.u, v.w)
    }
}

impl From<crate::Vec3> for V3<f64> {
    #[inline(always)]
    fn from(v: crate::Vec3) -> Self {
        Self { x: v.x, y: v.y, z: v.z }
    }
}

impl From<V3<f64>> for crate::Vec3 {
    #[inline(always)]
    fn from(v: V3<f64>) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}
