//! The paper's own laws: capped springs on the paths of the contact point (slide, roll) and on the frame angle (spin).
//!
//! Source: FN20 section 3, equations (1) to (3d), (13). The springs are those of
//! [`Friction::derive`](super::parameters::Friction::derive), the rule of stick and slip is [`FrictionSpring::advance`]; here
//! they are put together.
//!
//! Differs: a tangential motion below 1e-14 of the smaller body's size is rounding and moves nothing; it waits in the
//! material point until it is seen ([`surface_path`](super::contact::surface_path)). A spring that has come to its static cap
//! from below may exceed it by 1e-9 before it yields, so that rounding does not decide at α = atan μ_s
//! ([`Spring::cap`]). κ is that at the new contact point; below 1e-12 of the size a path has no direction, and the last κ
//! stays.
//!
//! Slide turns with body i (the frame is i's), so the order of the two bodies matters a little where they slide and spin
//! together; the roll torques of the two bodies need not be equal and opposite (Appendix A.2).

use super::Vec2;
use super::contact::{roll_increment, slide_increment};
use super::element::{FrictionSpring, Spring};
use super::law::{Card, Needs, Relative, Remembers};
use super::number::V2;

/// What a user should know of the slide law.
pub const SLIDE: Card = Card {
    id: "fang-negrut",
    name: "Fang and Negrut",
    formula: "F = K_E S + K_D ΔS/Δt; S ← S + p_i − p_j, at most μ_s N/K_E in stick, μ_k N/K_E in slip",
    source: "Fang & Negrut 2020, 3.1 (1)",
    notes: "Comes to a full stop; tells static from kinetic friction. No damping in slip.",
    columns: "S: micro-deflection. E: K_E S. D: K_D ΔS/Δt, 0 in slip.",
    parameters: &[],
    needs: Needs::Nothing,
    remembers: Remembers::Deflection,
    symmetric: false,
};

/// What a user should know of the roll law.
pub const ROLL: Card = Card {
    id: "fang-negrut",
    name: "Fang and Negrut",
    formula: "T_b = K_R Θ_b + D_R κ_b p_b/Δt; Θ_b ← Θ_b + κ_b p_b, at most κ μN/K_E; K_R = η_r K_E/κ²",
    source: "Fang & Negrut 2020, 3.2 (2)",
    notes: "Comes to a full stop. Each body has its own torque: the pair's need not cancel.",
    columns: "Theta: micro-deflection of each body. TrollE: K_R Θ. TrollD: dashpot, 0 in slip.",
    parameters: &[],
    needs: Needs::Nothing,
    remembers: Remembers::Deflection,
    symmetric: false,
};

/// What a user should know of the spin law.
pub const SPIN: Card = Card {
    id: "fang-negrut",
    name: "Fang and Negrut",
    formula: "T = K_ψ Ψ + D_ψ ψ/Δt; Ψ ← Ψ + ψ; heuristic: K_ψ = η_ψ K_E/𝒦², cap 𝒦μN/K_E; Hertz: K_ψ = ½a²K_E, cap μN/(K_E a)",
    source: "Fang & Negrut 2020, 3.3 (3), (13)",
    notes: "Comes to a full stop. The scene's `spin:` says which of the two, or that there is none.",
    columns: "Psi: micro-deflection. Tspin_E: −K_ψ Ψ. Tspin_D: dashpot, 0 in slip.",
    parameters: &[],
    needs: Needs::Nothing,
    remembers: Remembers::Deflection,
    symmetric: true,
};

/// One step of slide friction.
#[inline(always)]
pub fn slide(slide: &mut FrictionSpring<Vec2>, by: &Relative, spring: &Spring, dt: f64, damping_in_slip: bool) {
    let ds = Vec2::from(slide_increment(by.paths.map(V2::from)));
    slide.advance(ds, ds, spring, dt, damping_in_slip);
}

/// One step of roll friction of bodies i and j, with curvatures κ_i and κ_j along their paths.
#[inline(always)]
pub fn roll(
    [i, j]: [&mut FrictionSpring<Vec2>; 2],
    by: &Relative,
    kappa: [f64; 2],
    springs: [&Spring; 2],
    dt: f64,
    damping_in_slip: bool,
) {
    let ds = Vec2::from(slide_increment(by.paths.map(V2::from)));
    let rolled = |k: usize| Vec2::from(roll_increment(by.paths[k].into(), kappa[k]));
    i.advance(rolled(0), -ds, springs[0], dt, damping_in_slip);
    j.advance(rolled(1), ds, springs[1], dt, damping_in_slip);
}

/// One step of spin friction.
#[inline(always)]
pub fn spin(spin: &mut FrictionSpring<f64>, by: &Relative, spring: &Spring, dt: f64, damping_in_slip: bool) {
    spin.advance(by.psi, by.psi, spring, dt, damping_in_slip);
}
