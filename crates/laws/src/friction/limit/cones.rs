//! Friction cones of a rigid contact: limits, projection, residual.
//!
//! Source: A. Tasora, M. Anitescu, *A complementarity-based rolling friction model for rigid contacts* (Meccanica
//! 2013), appendices A to C. The multipliers of a contact are impulses x = (γ_n, γ_u, γ_w, τ_u, τ_w, τ_n), N·s and
//! N·m·s; the velocities of its rows are y = (V·n, V·u, V·w, W·u, W·w, W·n) with V = v_i − v_j at the contact point and
//! W = ω_i − ω_j. The cone is
//!
//! `K: ‖γ_t‖ ≤ μ γ_n, ‖τ_r‖ ≤ ρ γ_n, |τ_n| ≤ σ γ_n`, its dual `K*: y_n ≥ s(y) = μ ‖V_t‖ + ρ ‖W_t‖ + σ |W_n|`.
//!
//! Slide friction that differs along and across a grain ([`crate::friction::limit::anisotropy`]) is the same cone in scaled rows, `y'_k =
//! μ_k y_k, x'_k = x_k/μ_k` with a limit of 1; so is the ellipsoid that joins slide, roll and spin
//! ([`crate::friction::limit::limit_surface`]), whose five rows form one part.
//!
//! A length L, m, makes rotational rows comparable with translational ones: y' = (V, L W), τ' = τ/L, ρ' = ρ/L, σ' =
//! σ/L. All functions here work with such scaled rows, in which the cone has the same form.

use crate::friction::element::Mode;
use serde::{Deserialize, Serialize};

/// One number for each row of a contact: normal, slide (u, w), roll (u, w), spin.
pub type Rows = [f64; 6];

/// Which equations hold between multipliers and velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConeForm {
    /// `x ∈ K, ŷ = y + (b + s(y)) e_n ∈ K*, x·ŷ = 0` (De Saxcé, Feng 1998): Coulomb's law, without lift.
    #[default]
    Exact,
    /// `x ∈ K, y + b e_n ∈ K*, x·(y + b e_n) = 0` (Tasora & Anitescu): convex; a contact that slides, rolls or spins is
    /// lifted by s(y) Δt in each step.
    Relaxed,
}

/// μ (1), ρ/L and σ/L (1): the limits of slide, roll and spin over the normal impulse, scaled.
pub type Limits = [f64; 3];

/// The rows of slide, roll and spin.
pub const PARTS: [std::ops::Range<usize>; 3] = [1..3, 3..5, 5..6];

/// The cone of a contact: the limits of its parts over the normal impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionCone {
    /// Limits of the parts; 0 for a part without friction.
    pub limits: Limits,
    /// True if slide, roll and spin, in scaled rows, form one part.
    pub is_joined: bool,
}

impl FrictionCone {
    /// A cone whose parts are slide, roll and spin.
    #[inline]
    pub fn apart(limits: Limits) -> Self {
        Self { limits, is_joined: false }
    }

    /// The cone of five scaled rows.
    #[inline]
    pub fn joined() -> Self {
        Self { limits: [1.0, 0.0, 0.0], is_joined: true }
    }

    /// The rows of each part; none for the second and third part of a joined cone.
    #[inline]
    pub fn parts(&self) -> [std::ops::Range<usize>; 3] {
        if self.is_joined { [1..6, 6..6, 6..6] } else { PARTS }
    }

    /// The cone with its limits changed.
    #[inline]
    pub fn map(&self, change: impl Fn(f64) -> f64) -> Self {
        Self { limits: self.limits.map(change), ..*self }
    }
}

/// Euclidean norm of the rows of one part.
#[inline]
fn size(part: &[f64]) -> f64 {
    match part {
        [one] => one.abs(),
        _ => part.iter().map(|x| x * x).sum::<f64>().sqrt(),
    }
}

/// The nearest point of K to `x`. A part whose limit is 0 becomes 0.
#[inline]
pub fn project(x: &Rows, cone: &FrictionCone) -> Rows {
    let (parts, limits) = (cone.parts(), &cone.limits);
    let sizes = parts.clone().map(|part| size(&x[part]));
    // The parts in descending order of size over limit; a limit of 0 is left out.
    let mut order = [0, 1, 2];
    let slope = |k: usize| if limits[k] > 0.0 { sizes[k] / limits[k] } else { f64::NEG_INFINITY };
    order.sort_by(|a, b| slope(*b).total_cmp(&slope(*a)));
    let (mut along, mut square, mut normal) = (x[0], 1.0, x[0]);
    for k in order {
        if normal >= slope(k) {
            break;
        }
        along += limits[k] * sizes[k];
        square += limits[k] * limits[k];
        normal = along / square;
    }
    let mut nearest = [0.0; 6];
    if normal <= 0.0 {
        return nearest;
    }
    nearest[0] = normal;
    for (k, part) in parts.into_iter().enumerate() {
        let most = limits[k] * normal;
        let scale = if most <= 0.0 {
            0.0
        } else if sizes[k] > most {
            most / sizes[k]
        } else {
            1.0
        };
        for row in part {
            nearest[row] = x[row] * scale;
        }
    }
    nearest
}

/// Clips each part of `x` to its own radius, N·s, in place of the limit: the product of disks that remains once the normal impulse is known.
#[inline]
pub fn clip(x: &Rows, radii: &FrictionCone) -> Rows {
    let mut inside = *x;
    inside[0] = if x[0] > 0.0 { x[0] } else { 0.0 };
    for (k, part) in radii.parts().into_iter().enumerate() {
        shorten(&mut inside[part], radii.limits[k]);
    }
    inside
}

/// Scales a part down to a norm of at most `radius`.
#[inline]
pub fn shorten(part: &mut [f64], radius: f64) {
    let length = size(part);
    if length > radius {
        let scale = if radius > 0.0 { radius / length } else { 0.0 };
        part.iter_mut().for_each(|x| *x *= scale);
    }
}

/// s(y) = μ ‖V_t‖ + ρ ‖W_t‖ + σ |W_n|, m/s: the speed at which the relaxed form lifts the contact.
#[inline]
pub fn lift(y: &Rows, cone: &FrictionCone) -> f64 {
    cone.parts().into_iter().zip(cone.limits).map(|(part, limit)| limit * size(&y[part])).sum()
}

/// `‖x − Π_K(x − η ŷ)‖/η`, m/s: the distance of a contact from a solution.
///
/// - `bias`: b of the normal row, m/s; `eta`: η > 0, inverse of the largest eigenvalue of the contact's own block, kg
#[inline]
pub fn residual(form: ConeForm, x: &Rows, y: &Rows, bias: f64, cone: &FrictionCone, eta: f64) -> f64 {
    let lifted = if form == ConeForm::Exact { lift(y, cone) } else { 0.0 };
    distance(x, &project(&against(x, y, bias + lifted, eta), cone)) / eta
}

/// x − η (y + b e_n): a step against the motion of the rows.
#[inline]
pub fn against(x: &Rows, y: &Rows, bias: f64, eta: f64) -> Rows {
    let mut back: Rows = std::array::from_fn(|k| x[k] - eta * y[k]);
    back[0] -= eta * bias;
    back
}

/// ‖x − y‖.
#[inline]
pub fn distance(x: &Rows, y: &Rows) -> f64 {
    (0..6).map(|k| (x[k] - y[k]) * (x[k] - y[k])).sum::<f64>().sqrt()
}

/// Stick, slip or open of slide, roll and spin: a part sticks inside (1 − 1e-9) of its limit, or where its motion is
/// below `still`, m/s (scaled rows). A part without a limit slips; the parts of a joined cone have one mode.
#[inline]
pub fn modes(x: &Rows, y: &Rows, cone: &FrictionCone, still: f64) -> [Mode; 3] {
    let mut modes = [Mode::Open; 3];
    if x[0] > 0.0 {
        for (k, part) in cone.parts().into_iter().enumerate() {
            let inside = size(&x[part.clone()]) < (1.0 - 1e-9) * cone.limits[k] * x[0];
            modes[k] = Mode::from_slips(!(inside || size(&y[part]) < still));
        }
        if cone.is_joined {
            modes = [modes[0]; 3];
        }
    }
    modes
}

/// The result of a constraint solver for one contact, contact frame: the load that acted in the step leading to the
/// present state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reaction {
    /// γ/Δt and τ/Δt: N (n, u, w) and N·m (u, w, n), on body i.
    pub load: Rows,
    /// Velocities of the contact's rows at the end of that step: V, m/s (n, u, w), and W, rad/s (u, w, n), of body i
    /// relative to body j.
    pub motion: Rows,
    /// Work of normal, slide, roll and spin load on the two bodies in that step, J: x_k (y_k⁻ + y_k⁺)/2, with the
    /// velocities before and after the step.
    pub work: [f64; 4],
    /// Modes of slide, roll and spin.
    pub modes: [Mode; 3],
}
