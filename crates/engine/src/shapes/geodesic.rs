//! The shortest path between two nearby points of an ellipsoid.

use crate::laws::Vec3;

/// Integration substeps per rotation of the normal, 1/rad.
const SUBSTEPS: f64 = 1e3;
/// Maximum number of substeps.
const MAX_SUBSTEPS: f64 = 1e4;
/// Maximum number of corrections to the initial direction; each reduces the error by about half the square of the
/// turned angle.
const CORRECTIONS: usize = 60;

/// The geodesic from one surface point of an ellipsoid to a nearby one: its length along its direction of arrival at
/// `to`, m, in the ellipsoid's axes. `None` if the normals of the two points differ by more than 60°: such a point has
/// jumped, and the path is unknown.
///
/// A geodesic accelerates only along the normal: `x'' = −λ D x` with `D = diag(1/a²)` and `λ = (x'·D x')/(x·D² x)`. It
/// is integrated backwards from `to` (fourth-order Runge–Kutta with steps that rotate the normal by at most 1e-3: an
/// error of about 1e-14 of the length) and aimed until it reaches `from`. The displacement is integrated instead of the
/// point, so that short paths keep their precision.
pub fn path(semi_axes: &Vec3, from: &Vec3, to: &Vec3) -> Option<Vec3> {
    let inverse = semi_axes.map(|a| 1.0 / (a * a));
    let normal = |x: &Vec3| inverse.component_mul(x).try_normalize(0.0);
    let (n, n_from) = (normal(to)?, normal(from)?);
    if n.dot(&n_from) < 0.5 {
        return None;
    }
    let chord = from - to;
    let tangential = |v: &Vec3| v - n * n.dot(v);
    let sharpest = semi_axes.max() / (semi_axes.min() * semi_axes.min());
    let mut velocity = tangential(&chord);
    let mut off = f64::INFINITY;
    for _ in 0..CORRECTIONS {
        let count = (SUBSTEPS * sharpest * velocity.norm()).clamp(1.0, MAX_SUBSTEPS).ceil();
        let miss = tangential(&(chord - follow(&inverse, to, velocity, count)));
        if miss.norm() >= off {
            break; // only rounding is left
        }
        off = miss.norm();
        velocity += miss;
    }
    (off <= 1e-9 * velocity.norm()).then_some(-velocity)
}

/// The displacement along the geodesic that leaves `start` with this velocity, after unit time.
fn follow(inverse: &Vec3, start: &Vec3, velocity: Vec3, count: f64) -> Vec3 {
    let acceleration = |y: &Vec3, v: &Vec3| {
        let gradient = inverse.component_mul(&(start + y));
        gradient * (-inverse.dot(&v.component_mul(v)) / gradient.norm_squared())
    };
    let h = 1.0 / count;
    let (mut y, mut v) = (Vec3::zeros(), velocity);
    for _ in 0..count as usize {
        let a1 = acceleration(&y, &v);
        let v2 = v + a1 * (0.5 * h);
        let a2 = acceleration(&(y + v * (0.5 * h)), &v2);
        let v3 = v + a2 * (0.5 * h);
        let a3 = acceleration(&(y + v2 * (0.5 * h)), &v3);
        let v4 = v + a3 * h;
        let a4 = acceleration(&(y + v3 * h), &v4);
        y += (v + v2 * 2.0 + v3 * 2.0 + v4) * (h / 6.0);
        v += (a1 + a2 * 2.0 + a3 * 2.0 + a4) * (h / 6.0);
    }
    y
}
