//! The contact frame (n, u, w): created on body i, carried from step to step by both bodies (FN20 section 2.2, Appendix
//! B).

use crate::math::number::{Number, V3};
use crate::{Rotation, Vec3, unit};

/// A right-handed orthonormal frame, `u × w = n`, with n pointing into body i. World axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactFrame {
    /// Normal, into body i.
    pub n: Vec3,
    /// First tangent.
    pub u: Vec3,
    /// Second tangent, `n × u`.
    pub w: Vec3,
}

impl ContactFrame {
    /// The frame of a new contact: arbitrary in the paper; here body i's x axis (y if the normal is closer to x)
    /// projected onto the tangent plane. It depends only on body i's axes, so it rotates with the scene.
    pub fn new(n: Vec3, axes_of_i: &Rotation) -> Self {
        let local = axes_of_i.inverse_transform_vector(&n);
        let axis = if local.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() };
        Self::carried(n, &(axes_of_i * axis), &n.cross(&(axes_of_i * axis)))
    }

    /// Builds the frame from its normal and first tangent.
    #[inline]
    pub fn with_tangent(n: Vec3, u: Vec3) -> Self {
        Self { n, u, w: n.cross(&u) }
    }

    /// The frame with normal `n` closest to last step's tangents `u0`, `w0` as carried to this step by a body: it
    /// maximises `u0·u + w0·w` (Appendix B).
    ///
    /// With any tangent pair e1, e2, `u = cosθ e1 + sinθ e2` and `θ = atan2(u0·e2 − w0·e1, u0·e1 + w0·e2)`; the sine
    /// and cosine follow from the two sums without an angle.
    #[inline(always)]
    pub fn carried(n: Vec3, u0: &Vec3, w0: &Vec3) -> Self {
        let (e1, e2) = tangents(&n, u0);
        let (c, s) = (u0.dot(&e1) + w0.dot(&e2), u0.dot(&e2) - w0.dot(&e1));
        // A sine this small vanishes in the sum of squares; this is the case in most steps.
        let length = if s.abs() <= 1e-17 * c { c } else { libm::hypot(c, s) };
        let (c, s) = if length > 0.0 { (c / length, s / length) } else { (1.0, 0.0) };
        let u = e1 * c + e2 * s;
        Self { n, u, w: n.cross(&u) }
    }

    /// The world vector with the components `(u, w)`.
    #[inline(always)]
    pub fn to_world(&self, p: &crate::Vec2) -> Vec3 {
        self.u * p.x + self.w * p.y
    }

    /// The components `(u, w)` of a world vector.
    #[inline]
    pub fn components(&self, p: &Vec3) -> crate::Vec2 {
        crate::Vec2::new(self.u.dot(p), self.w.dot(p))
    }
}

/// Two orthonormal tangents with `e1 × e2 = n`, e1 along `hint` if possible.
#[inline(always)]
fn tangents(n: &Vec3, hint: &Vec3) -> (Vec3, Vec3) {
    let flat = hint - n * n.dot(hint);
    let e1 = unit(&flat, 1e-6).unwrap_or_else(|| {
        let axis = if n.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() };
        let flat = axis - n * n.dot(&axis);
        flat / flat.norm()
    });
    (e1, n.cross(&e1))
}

/// The tangent at the normal `n` closest to the tangent `u0` at the normal `n0`, both carried to this step by a body:
/// u0 rotated by the smallest rotation that takes n0 to n.
///
/// This is the frame of [`ContactFrame::carried`] (FN20 Appendix B): of all frames at n, the one that
/// maximises `u0·u + w0·w`, because the antisymmetric part of the smallest rotation has its axis normal to n0. One
/// Newton step restores unit length.
#[inline(always)]
pub fn transported<N: Number>(u0: V3<N>, n0: V3<N>, n: V3<N>) -> V3<N> {
    let cosine = n0.dot(n);
    let u = u0 - (n0 + n) * (u0.dot(n) / (cosine + 1.0));
    let u = u * (u.dot(u) * -0.5 + 1.5);
    let near = cosine.like(-0.5).is_below(cosine);
    if N::all(near) {
        return u;
    }
    // Beyond 120° the smallest rotation loses precision.
    let all = [u0.x, u0.y, u0.z, n0.x, n0.y, n0.z, n.x, n.y, n.z];
    let carried = |[a, b, c, d, e, f, x, y, z]: [f64; 9]| {
        let (u0, n0) = (Vec3::new(a, b, c), Vec3::new(d, e, f));
        ContactFrame::carried(Vec3::new(x, y, z), &u0, &n0.cross(&u0)).u
    };
    V3 {
        x: u.x.or_exactly(near, all, |all| carried(all).x),
        y: u.y.or_exactly(near, all, |all| carried(all).y),
        z: u.z.or_exactly(near, all, |all| carried(all).z),
    }
}
