//! One step of motion: symplectic Euler, velocity first, then position (FN20 section 4); rotation by splitting.

pub mod impact;
pub mod pull;
pub mod schedule;

use crate::math::turning::{rotation, turned_by};
use crate::{Rotation, Vec3};

/// Moment of inertia about a unit axis (world), kg·m².
#[inline(always)]
pub fn inertia_about(principal: &Vec3, q: &Rotation, axis: &Vec3) -> f64 {
    let a = q.inverse_transform_vector(axis);
    principal.dot(&a.component_mul(&a))
}

/// The world inertia tensor of a body applied to a world vector: `R I Rᵀ a`.
pub fn apply_inertia(principal: &Vec3, q: &Rotation, a: &Vec3) -> Vec3 {
    q * principal.component_mul(&q.inverse_transform_vector(a))
}

/// The inverse of the world inertia tensor applied to a world vector: `R I⁻¹ Rᵀ a`.
pub fn apply_inverse_inertia(principal: &Vec3, q: &Rotation, a: &Vec3) -> Vec3 {
    q * q.inverse_transform_vector(a).component_div(principal)
}

/// The orientation after rotating with `w` (world, rad/s) for `dt`, s; `q` bit for bit if `w` is 0.
#[inline(always)]
pub fn turned(q: &Rotation, w: &Vec3, dt: f64) -> Rotation {
    let angle = w * dt;
    if angle == Vec3::zeros() { *q } else { turned_by(q, &angle) }
}

/// Orientation and angular velocity (world) of a free rigid body one step later.
///
/// The torque changes the world angular momentum L; the body then rotates free of torque. This is Euler's
/// equation with the gyroscopic term, which vanishes for three equal moments.
#[inline(always)]
pub fn rotate(principal: &Vec3, q: &Rotation, w: &Vec3, torque: &Vec3, dt: f64) -> (Rotation, Vec3) {
    if is_round(principal) {
        let w = w + torque * (dt / principal.x);
        return (turned_by(q, &(w * dt)), w);
    }
    drift(principal, q, &(apply_inertia(principal, q, w) + torque * dt), dt)
}

/// Mean angular velocity (world, rad/s) over one step of a torque-free body that starts with `w`, by the trapezoidal
/// rule: it gives the body's rotation in the step to second order in `dt`.
///
/// A constraint solver predicts the end of a step from this velocity. Under the impulses it finds, [`rotate`] turns the
/// body with the predicted mean velocity, except for `dt` times the gyroscopic change that these impulses cause.
pub fn mean_rate(principal: &Vec3, q: &Rotation, w: &Vec3, dt: f64) -> Vec3 {
    if is_round(principal) {
        return *w;
    }
    (w + drift(principal, q, &apply_inertia(principal, q, w), dt).1) * 0.5
}

/// True for three equal moments, where the angular velocity has the direction of the angular momentum.
#[inline(always)]
fn is_round(principal: &Vec3) -> bool {
    principal.x == principal.y && principal.y == principal.z
}

/// Rotation for `dt` with constant world angular momentum L, by symmetric splitting of the kinetic energy
///
/// `Σ P_k²/2I_k = |L|²/2I_m + Σ (1/I_k − 1/I_m) P_k²/2`, with `P = Rᵀ L` and I_m the middle moment.
///
/// Each part alone is a rotation in closed form: the first about L, the others about a body axis. Their second-order
/// composition (R. I. McLachlan, *Explicit Lie–Poisson integration and the Euler equations*, Phys. Rev. Lett. 71 (1993)
/// 3043) conserves L to rounding, and energy without drift, at any `dt`. With two equal moments one part is absent and
/// the other two commute: the motion is exact.
fn drift(principal: &Vec3, q: &Rotation, momentum: &Vec3, dt: f64) -> (Rotation, Vec3) {
    let [a, b, middle] = split_axes(principal);
    let mean = momentum * (dt / principal[middle]);
    let mut p = q.inverse_transform_vector(&mean);
    let mut q1 = *q;
    for (k, part) in [(b, 0.5), (a, 1.0), (b, 0.5)] {
        let angle = p[k] * excess(principal, k, middle) * part;
        if angle != 0.0 {
            let turn = rotation(&Vec3::ith(k, angle));
            (q1, p) = (q1 * turn, turn.inverse_transform_vector(&p));
        }
    }
    let q1 = turned(&q1, &mean, 1.0);
    let w = apply_inverse_inertia(principal, &q1, momentum);
    // L is stored only as ω; the rounding error in the length of q1 would accumulate in it over many steps.
    let lost = momentum - apply_inertia(principal, &q1, &w);
    (q1, w + apply_inverse_inertia(principal, &q1, &lost))
}

/// `I_m/I_k − 1`: relative excess of the rotation rate about body axis k over that of a body with three moments I_m.
fn excess(principal: &Vec3, k: usize, middle: usize) -> f64 {
    principal[middle] / principal[k] - 1.0
}

/// Body axes of the splitting: the outer moment with the larger excess in magnitude, the other outer moment, the middle
/// moment.
fn split_axes(principal: &Vec3) -> [usize; 3] {
    let mut order = [0, 1, 2];
    order.sort_by(|i, j| principal[*i].total_cmp(&principal[*j]));
    let [least, middle, most] = order;
    let is_long = excess(principal, least, middle) >= -excess(principal, most, middle);
    if is_long { [least, most, middle] } else { [most, least, middle] }
}

/// Orientation and angular velocity (world) one step later of a body that rotates only about the fixed unit `axis`
/// (world).
pub fn rotate_about(axis: &Vec3, principal: &Vec3, q: &Rotation, w: &Vec3, torque: &Vec3, dt: f64) -> (Rotation, Vec3) {
    let rate = axis.dot(w) + axis.dot(torque) * dt / inertia_about(principal, q, axis);
    let w = axis * rate;
    (turned(q, &w, dt), w)
}
