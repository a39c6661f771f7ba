//! Small turns, in closed form without an angle: what one step of a contact between round surfaces needs.
//!
//! Each series below is cut where its next term lies under the rounding of `f64`; larger arguments take the functions
//! of the standard library.

use super::{Rotation, Vec3};
use nalgebra::{Matrix3, Quaternion};

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
    (x.sin() / x, (1.0 - x.cos()) / square)
}

/// `asin x/x` from x² in \[0, 1\]: the arc over the half chord.
#[inline(always)]
pub fn arcsine_ratio(square: f64) -> f64 {
    if square < SMALL {
        return 1.0
            + square * (1.0 / 6.0 + square * (3.0 / 40.0 + square * (15.0 / 336.0 + square * (105.0 / 3456.0))));
    }
    let x = square.min(1.0).sqrt();
    x.asin() / x
}

/// The angle with this sine and cosine, rad in (−π, π]; the two may have a common factor near 1.
#[inline(always)]
pub fn angle(sine: f64, cosine: f64) -> f64 {
    if cosine > 0.9 && sine * sine < SMALL { sine * arcsine_ratio(sine * sine) } else { sine.atan2(cosine) }
}

/// Sine and cosine.
#[inline(always)]
pub fn sin_cos(x: f64) -> (f64, f64) {
    let square = x * x;
    let (sinc, versine) = sinc_and_versine(square);
    (x * sinc, 1.0 - square * versine)
}

/// The matrix that turns by the vector `turn` (axis times angle, rad): exactly the identity for zero.
#[inline(always)]
pub fn matrix(turn: &Vec3) -> Matrix3<f64> {
    let (sinc, versine) = sinc_and_versine(turn.norm_squared());
    turn_matrix(turn, &(turn * sinc), &(turn * versine))
}

/// The orientation after a turn (axis times angle, rad, world): the exponential map.
#[inline(always)]
pub fn turned_by(q: &Rotation, turn: &Vec3) -> Rotation {
    let quarter = 0.25 * turn.norm_squared();
    let (sinc, versine) = sinc_and_versine(quarter);
    let half = turn * (0.5 * sinc);
    let turned = Quaternion::new(1.0 - quarter * versine, half.x, half.y, half.z) * q.into_inner();
    // A step of Newton brings the length back to 1; it is off by rounding alone.
    Rotation::new_unchecked(turned * (1.5 - 0.5 * turned.norm_squared()))
}

/// The matrix of the turn from one orientation to another: exactly the identity where they are the same.
///
/// It is taken from the difference of the two, which has no rounding of its own, so that many small turns add up to
/// what the orientations say.
#[inline(always)]
pub fn between(from: &Rotation, to: &Rotation) -> Matrix3<f64> {
    let (d, a) = (to.coords - from.coords, from.coords);
    // The vector part of d times the conjugate of `from`: the axis times the sine of half the angle.
    let half = Vec3::new(
        a.w * d.x - d.w * a.x - d.y * a.z + d.z * a.y,
        a.w * d.y - d.w * a.y - d.z * a.x + d.x * a.z,
        a.w * d.z - d.w * a.z - d.x * a.y + d.y * a.x,
    );
    let square = half.norm_squared();
    if square > 0.01 || d.w.abs() > 0.5 {
        return (to * from.inverse()).to_rotation_matrix().into_inner();
    }
    let (a, b) = (half * (2.0 * (1.0 - square).sqrt()), half * 2.0);
    turn_matrix(&half, &a, &b)
}

/// `1 + [a]× + v bᵀ − (v·b) 1`, for b along v.
#[inline(always)]
fn turn_matrix(v: &Vec3, a: &Vec3, b: &Vec3) -> Matrix3<f64> {
    let (xx, yy, zz) = (v.x * b.x, v.y * b.y, v.z * b.z);
    let (xy, xz, yz) = (v.x * b.y, v.x * b.z, v.y * b.z);
    #[rustfmt::skip]
    let matrix = Matrix3::new(
        1.0 - (yy + zz), xy - a.z, xz + a.y,
        xy + a.z, 1.0 - (xx + zz), yz - a.x,
        xz - a.y, yz + a.x, 1.0 - (xx + yy),
    );
    matrix
}

/// The tangent at the normal `n` that lies closest to the tangent `u0` at the normal `n0`, both carried here by a body:
/// u0 turned by the smallest turn that takes n0 to n.
///
/// It is the frame of [`super::frame::ContactFrame::carried`] (FN20 Appendix B): of all frames at n the one that
/// maximises `u0·u + w0·w`, because the part of the smallest turn that is not symmetric has its axis across n0.
/// `None` where n is nearly opposite to n0. The length is brought back to 1 by a step of Newton.
#[inline(always)]
pub fn transported(u0: &Vec3, n0: &Vec3, n: &Vec3) -> Option<Vec3> {
    let cosine = n0.dot(n);
    if cosine < -0.5 {
        return None;
    }
    let u = u0 - (n0 + n) * (u0.dot(n) / (1.0 + cosine));
    Some(u * (1.5 - 0.5 * u.norm_squared()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::frame::ContactFrame;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() <= 4.0 * f64::EPSILON * b.abs().max(1e-3), "{a:e} is not {b:e}");
    }

    #[test]
    fn the_series_are_the_functions() {
        for x in [0.0, 1e-12, 1e-6, 1e-3, 0.0099, 0.01, 0.0101, 0.3, 1.0] {
            let (sine, cosine) = sin_cos(x);
            near(sine, f64::sin(x));
            near(cosine, f64::cos(x));
            near(angle(sine, cosine), x);
            near(angle(-sine, cosine), -x);
            near(x * arcsine_ratio(x * x), f64::asin(x));
        }
        near(angle(0.0, -1.0), std::f64::consts::PI);
        near(angle(1.0, 0.0), std::f64::consts::FRAC_PI_2);
    }

    #[test]
    fn the_matrix_is_the_rotation() {
        for size in [0.0, 1e-9, 1e-4, 0.02, 2.0] {
            let turn = Vec3::new(0.3, -0.9, 0.5) * size;
            let expected = Rotation::new(turn).to_rotation_matrix().into_inner();
            assert!((matrix(&turn) - expected).norm() < 4.0 * f64::EPSILON, "{size}");
            let q = Rotation::new(Vec3::new(-1.0, 0.4, 2.0));
            let to = turned_by(&q, &turn);
            assert!((to.coords - (Rotation::new(turn) * q).coords).norm() < 4.0 * f64::EPSILON, "{size}");
            assert!((between(&q, &to) - expected).norm() < 8.0 * f64::EPSILON, "{size}");
        }
        assert_eq!(matrix(&Vec3::zeros()), Matrix3::identity());
    }

    #[test]
    fn the_smallest_turn_gives_the_frame_of_appendix_b() {
        for size in [1e-8, 1e-3, 0.4, 1.5] {
            let q = Rotation::new(Vec3::new(0.2, 0.4, -0.7));
            let (n0, u0) = (q * Vec3::z(), q * Vec3::x());
            let n = Rotation::new(Vec3::new(-0.8, 0.5, 0.3) * size) * n0;
            let expected = ContactFrame::carried(n, &u0, &n0.cross(&u0)).u;
            let u = transported(&u0, &n0, &n).expect("not opposite");
            assert!((u - expected).norm() < 1e-15, "{size}: {u} is not {expected}");
        }
    }
}
