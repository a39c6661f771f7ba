//! Small rotations in closed form, without computing an angle, for one step of a contact between round surfaces.
//!
//! Each series below is truncated where its next term is below the rounding of `f64`; larger arguments use `libm`, as
//! does all code here: the standard library's functions come from the system, and their last bit differs between
//! machines.

use crate::math::number::{Number, V3};
use crate::{Rotation, Vec3, unit};
use nalgebra::Quaternion;

/// Below this square of an angle the series are exact to rounding.
const SMALL: f64 = 1e-4;

/// `sin x/x` and `(1 − cos x)/x²` from x².
#[inline(always)]
pub fn sinc_and_versine(square: f64) -> (f64, f64) {
    if square < SMALL {
        let sinc = 1.0 - square * (1.0 / 6.0 - square * (1.0 / 120.0 - square / 5040.0));
        return (sinc, 0.5 - square * (1.0 / 24.0 - square * (1.0 / 720.0 - square / 40320.0)));
    }
    let x = square.sqrt();
    (libm::sin(x) / x, (1.0 - libm::cos(x)) / square)
}

/// `asin x/x` from x² in \[0, 1\]: the arc over the half chord.
#[inline(always)]
pub fn arcsine_ratio<N: Number>(square: N) -> N {
    let tail = square * (15.0 / 336.0) + square * square * (105.0 / 3456.0);
    let series = square * (square * (tail + 3.0 / 40.0) + 1.0 / 6.0) + 1.0;
    series.or_exactly(square.is_below(square.like(SMALL)), [square], |[square]| {
        let x = square.min(1.0).sqrt();
        libm::asin(x) / x
    })
}

/// The angle with this sine and cosine, rad in (−π, π]; the two may share a factor near 1.
#[inline(always)]
pub fn angle<N: Number>(sine: N, cosine: N) -> N {
    let square = sine * sine;
    let small = square.is_below(sine.like(SMALL)) & sine.like(0.9).is_below(cosine);
    let series = sine * arcsine_ratio(square.where_or(small, sine.like(0.0)));
    series.or_exactly(small, [sine, cosine], |[sine, cosine]| libm::atan2(sine, cosine))
}

/// A rotation by less than half a revolution, such as that of a body in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn<N = f64> {
    /// The axis times the sine of half the angle.
    pub sine: V3<N>,
    /// The cosine of half the angle.
    pub cosine: N,
}

impl<N: Number> Turn<N> {
    /// The rotation from the four numbers of [`Self::numbers`].
    #[inline(always)]
    pub fn from_numbers([x, y, z, cosine]: [N; 4]) -> Self {
        Self { sine: V3 { x, y, z }, cosine }
    }

    /// The components x, y, z of [`Self::sine`], then [`Self::cosine`].
    #[inline(always)]
    pub fn numbers(&self) -> [N; 4] {
        [self.sine.x, self.sine.y, self.sine.z, self.cosine]
    }

    /// Rotates a vector; [`Self::NONE`] returns it bit for bit.
    #[inline(always)]
    pub fn apply(&self, v: V3<N>) -> V3<N> {
        let across = self.sine.cross(v);
        let across = across + across;
        v + across * self.cosine + self.sine.cross(across)
    }
}

impl Turn {
    /// No rotation.
    pub const NONE: Self = Self { sine: V3 { x: 0.0, y: 0.0, z: 0.0 }, cosine: 1.0 };

    /// The rotation by this vector (axis times angle, rad).
    #[inline(always)]
    pub fn by(turn: &Vec3) -> Self {
        let quarter = 0.25 * turn.norm_squared();
        let (sinc, versine) = sinc_and_versine(quarter);
        Self { sine: (turn * (0.5 * sinc)).into(), cosine: 1.0 - quarter * versine }
    }

    /// The rotation from one orientation to another, exactly none if they are equal.
    ///
    /// Computed from the difference of the two orientations, which is exact, so that many small rotations add up to the
    /// change of orientation.
    #[inline(always)]
    pub fn between(from: &Rotation, to: &Rotation) -> Self {
        let (d, a) = (to.coords - from.coords, from.coords);
        // The vector part of d times the conjugate of `from`: the axis times the sine of half the angle.
        let half = Vec3::new(
            a.w * d.x - d.w * a.x - d.y * a.z + d.z * a.y,
            a.w * d.y - d.w * a.y - d.z * a.x + d.x * a.z,
            a.w * d.z - d.w * a.z - d.x * a.y + d.y * a.x,
        );
        let square = half.norm_squared();
        if square > 0.01 || d.w.abs() > 0.5 {
            let turn = to * from.inverse();
            return Self { sine: Vec3::from(turn.vector()).into(), cosine: turn.w };
        }
        Self { sine: half.into(), cosine: (1.0 - square).sqrt() }
    }
}

/// The rotation by this vector (axis times angle, rad): the exponential map.
#[inline(always)]
pub fn rotation(turn: &Vec3) -> Rotation {
    let Turn { sine, cosine } = Turn::by(turn);
    Rotation::new_unchecked(Quaternion::new(cosine, sine.x, sine.y, sine.z))
}

/// The smallest rotation that takes z to this direction; about x for the opposite one. `None` for a vector of length 0.
pub fn z_to(direction: &Vec3) -> Option<Rotation> {
    let z = unit(direction, 1e-14)?;
    let across = Vec3::z().cross(&z);
    let axis = unit(&across, 1e-14).unwrap_or_else(Vec3::x);
    Some(rotation(&(axis * libm::atan2(across.norm(), z.z))))
}

/// The vector of a rotation (axis times angle, rad, at most π long): the inverse of [`rotation`].
pub fn rotation_vector(q: &Rotation) -> Vec3 {
    let half = Vec3::from(q.vector()) * q.w.signum();
    let sine = half.norm();
    if sine == 0.0 { Vec3::zeros() } else { half * (2.0 * libm::atan2(sine, q.w.abs()) / sine) }
}

/// The orientation after a rotation (axis times angle, rad, world).
#[inline(always)]
pub fn turned_by(q: &Rotation, turn: &Vec3) -> Rotation {
    let turned = rotation(turn).into_inner() * q.into_inner();
    // One Newton step restores unit length, which is off by rounding only.
    Rotation::new_unchecked(turned * (1.5 - 0.5 * turned.norm_squared()))
}
