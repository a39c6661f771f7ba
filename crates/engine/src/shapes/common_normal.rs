//! The common normal of two convex bodies, to rounding: balls and ellipsoids, and from a start close to the normal also
//! rims, corners and ends of capsules.
//!
//! With the support function h of a body (farthest extent along a direction) the overlap of two bodies along the unit
//! normal n, pointing from j into i, is `f(n) = h_j(n) + h_i(−n) − n·(x_i − x_j)`. Its minimum over all n is the
//! overlap, and there the two support points lie on one line along n: the common normal. It is found by Newton's method
//! on the sphere of directions, with a shorter step where the full one would not descend.

use super::Shape;
use super::manifold_point::ManifoldPoint;
use super::surface::{Placed, any_tangents};
use crate::laws::Vec3;
use nalgebra::{Matrix2, Matrix3, Vector2};

/// Maximum number of Newton steps; convergence is quadratic and takes three to six.
const STEPS: usize = 50;
/// Newton's method stops after a step smaller than this, rad.
const LAST_STEP: f64 = 1e-9;

/// True if both shapes are ellipsoids or balls.
pub fn applies_to(i: &Shape, j: &Shape) -> bool {
    let smooth = |shape: &Shape| matches!(shape, Shape::Ellipsoid { .. } | Shape::Sphere { .. });
    smooth(i) && smooth(j)
}

/// The nearest or deepest point of two smooth convex bodies. `Ok(None)` if their centres coincide or are too far apart
/// for a contact; `Err` with a direction along which their separation exceeds `gap`, m.
///
/// `last`: a direction near the common normal, such as that of the previous step.
pub fn touch(i: &Placed, j: &Placed, gap: f64, last: Option<Vec3>) -> Result<Option<ManifoldPoint>, Vec3> {
    let between = i.x - j.x;
    let distance = between.norm();
    if distance == 0.0 || distance > i.shape.reach() + j.shape.reach() + gap.max(0.0) {
        return Ok(None);
    }
    let n = descend(i, j, &between, last.unwrap_or(between / distance));
    let (on_i, on_j) = (i.support(&-n), j.support(&n));
    let overlap = n.dot(&(on_j - on_i));
    if overlap < -gap {
        return Err(n);
    }
    Ok(Some(ManifoldPoint { n, on_i, on_j, overlap, feature: 0 }))
}

/// The overlap of two bodies along the unit direction `n` from j into i, m: an upper bound of that along the common
/// normal.
pub fn overlap(i: &Placed, j: &Placed, n: &Vec3) -> f64 {
    n.dot(&(j.support(n) - i.support(&-n)))
}

/// The unit direction of smallest overlap near `start`, by Newton's method; `between`: from the centre of j to that of
/// i, m.
pub(super) fn descend(i: &Placed, j: &Placed, between: &Vec3, start: Vec3) -> Vec3 {
    let size = i.shape.size().min(j.shape.size());
    let mut n = start;
    let mut f = overlap(i, j, &n);
    for _ in 0..STEPS {
        let (e1, e2) = any_tangents(&n);
        let gradient = (j.support(&n) - j.x) - (i.support(&-n) - i.x) - between;
        let slope = Vector2::new(e1.dot(&gradient), e2.dot(&gradient));
        if slope.norm() < 1e-15 * size {
            break;
        }
        let bend = spread(j, &n) + spread(i, &n);
        let h = |a: &Vec3, b: &Vec3| a.dot(&(bend * b));
        let hessian = Matrix2::new(h(&e1, &e1), h(&e1, &e2), h(&e2, &e1), h(&e2, &e2)) - Matrix2::identity() * f;
        let newton = hessian.try_inverse().map(|inverse| -inverse * slope).filter(|step| step.dot(&slope) < 0.0);
        if let Some(last) = newton.filter(|step| step.norm_squared() < LAST_STEP * LAST_STEP) {
            // The remaining error is of the order of this step squared: rounding.
            let next = n + e1 * last.x + e2 * last.y;
            return next / next.norm();
        }
        let step = newton.unwrap_or_else(|| -slope / (bend.trace() + f.abs()));
        let Some((next, value)) = shorten(i, j, &n, (e1 * step.x + e2 * step.y, f)) else { break };
        n = next;
        f = value;
    }
    n
}

/// The first halving of the step that does not increase the overlap; `None` if only rounding is left.
fn shorten(i: &Placed, j: &Placed, n: &Vec3, (step, f): (Vec3, f64)) -> Option<(Vec3, f64)> {
    let rounding = 4.0 * f64::EPSILON * (i.shape.size() + j.shape.size());
    let mut scale = 1.0;
    for _ in 0..40 {
        let next = n + step * scale;
        let next = next / next.norm();
        let value = overlap(i, j, &next);
        if value <= f + rounding {
            return Some((next, value));
        }
        scale *= 0.5;
    }
    None
}

/// Second derivative of the support function at the direction n (even in n), m: how fast the support point moves as the
/// direction rotates. World axes.
fn spread(body: &Placed, n: &Vec3) -> Matrix3<f64> {
    match body.shape {
        Shape::Ellipsoid { semi_axes, .. } => {
            let local = body.q.inverse_transform_vector(n);
            let squares = semi_axes.component_mul(semi_axes);
            let a = squares.component_mul(&local);
            let h = a.dot(&local).sqrt();
            let r = body.q.to_rotation_matrix();
            let inner = (Matrix3::from_diagonal(&squares) - a * a.transpose() / (h * h)) / h;
            r * inner * r.transpose()
        }
        // The support point moves along the rim.
        Shape::Cylinder { radius, .. } => {
            let axis = body.q * nalgebra::Vector3::z();
            let around = axis.cross(n);
            around * around.transpose() * (radius / (around.norm_squared() * around.norm()))
        }
        // Corners do not move.
        Shape::Box { .. } | Shape::Polyhedron(_) => Matrix3::zeros(),
        Shape::Sphere { radius } | Shape::Capsule { radius, .. } => (Matrix3::identity() - n * n.transpose()) * *radius,
        _ => (Matrix3::identity() - n * n.transpose()) * body.shape.size(),
    }
}
