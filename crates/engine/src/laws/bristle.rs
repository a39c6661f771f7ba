//! The elastic element of the slide laws that depend on speed or on rest: a deflection z that yields with a plastic slip
//! velocity v_p.
//!
//! `ż = v − v_p`, `F = K z + D ż + k_v N v`; the first term is the elastic part of the load, the others are the damping
//! part. The laws differ in v_p alone: `stribeck`, `lugre`, `elasto-plastic` and `rate-state`.
//!
//! | symbol | here |
//! |---|---|
//! | v | slip velocity of the bodies, `v_j − v_i`, m/s |
//! | z | the history, m, in the contact frame |
//! | K | `stiffness`, else the stiffness given for slide, or K_E, N/m |
//! | D | `damping`, else √(m K), N·s/m |
//! | g(v) | strength over N without k_v: `μ_k + (μ_s − μ_k) exp(−(v/v_s)^δ)` (Bo & Pavelescu 1982) |
//! | k_v | `viscous`, s/m |

use super::Vec2;
use super::element::{FrictionSpring, Mode, Spring};
use super::law::{ContactState, Parameter, ParameterForm, Step};
use super::parameters::FrictionParameters;

/// A plastic slip below this fraction of the largest deflection in one step is rounding.
const STILL: f64 = 1e-9;

/// Parameters of a coefficient of friction that falls with the slip speed, and of the spring; `None` takes the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpeedCurve {
    /// v_s, speed at which static friction has fallen to kinetic friction, m/s; `None` takes 1e-3.
    pub v_s: Option<f64>,
    /// δ, exponent of the fall; `None` takes 2.
    pub shape: Option<f64>,
    /// k_v, viscous friction over N, s/m; `None` takes 0.
    pub viscous: Option<f64>,
    /// K, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
    /// D, N·s/m; `None` takes √(m K).
    pub damping: Option<f64>,
}

impl SpeedCurve {
    /// v_s.
    pub(super) const V_S: Parameter = Parameter {
        name: "v_s",
        meaning: "v_s, slip speed at which static friction has fallen to kinetic friction",
        unit: "m/s",
        default: "1e-3",
        form: ParameterForm::Positive,
    };
    /// δ.
    pub(super) const SHAPE: Parameter = Parameter {
        name: "shape",
        meaning: "δ, exponent of the fall from static to kinetic friction",
        unit: "1",
        default: "2",
        form: ParameterForm::Positive,
    };
    /// k_v.
    pub(super) const VISCOUS: Parameter = Parameter {
        name: "viscous",
        meaning: "k_v, growth of friction with speed, over N",
        unit: "s/m",
        default: "0",
        form: ParameterForm::NotNegative,
    };

    /// The parameters in the order v_s, δ, k_v, K, D.
    pub(super) fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.v_s, &mut self.shape, &mut self.viscous, &mut self.stiffness, &mut self.damping]
    }

    /// v_s, m/s.
    pub fn reference_speed(&self) -> f64 {
        self.v_s.unwrap_or(1e-3)
    }

    /// δ.
    pub fn exponent(&self) -> f64 {
        self.shape.unwrap_or(2.0)
    }

    /// k_v, s/m.
    pub fn growth(&self) -> f64 {
        self.viscous.unwrap_or(0.0)
    }

    /// g(v), the coefficient of friction at this slip speed, m/s, without the viscous part.
    pub fn strength(&self, friction: &FrictionParameters, speed: f64) -> f64 {
        let (ratio, shape) = (speed / self.reference_speed(), self.exponent());
        let power = if shape == 2.0 { ratio * ratio } else { libm::pow(ratio, shape) };
        friction.mu_k + (friction.mu_s - friction.mu_k) * libm::exp(-power)
    }

    /// μ(v) = g(v) + k_v v, the coefficient of friction in steady sliding at this speed, m/s.
    pub fn mu(&self, friction: &FrictionParameters, speed: f64) -> f64 {
        self.strength(friction, speed) + self.growth() * speed
    }

    /// The largest |g'(v)|, s/m: the steepest fall of friction with speed; infinite for δ < 1.
    pub fn steepest_fall(&self, friction: &FrictionParameters) -> f64 {
        let (fall, shape) = ((friction.mu_s - friction.mu_k) / self.reference_speed(), self.exponent());
        match shape {
            _ if fall == 0.0 => 0.0,
            shape if shape < 1.0 => f64::INFINITY,
            // δ p^(1 − 1/δ) e^(−p) with p = (v/v_s)^δ is largest at p = 1 − 1/δ.
            shape => {
                let power = 1.0 - 1.0 / shape;
                fall * shape * if power > 0.0 { libm::pow(power, power) * libm::exp(-power) } else { 1.0 }
            }
        }
    }

    /// The element of these parameters at a contact.
    pub(super) fn bristle(&self, contact_state: &ContactState) -> Bristle {
        let (mu_s, viscous) = (contact_state.friction.mu_s, self.growth());
        Bristle { viscous, ..Bristle::new(contact_state, mu_s, self.stiffness, self.damping) }
    }
}

/// The elastic element at one contact point in one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bristle {
    /// K of this point, N/m.
    pub stiffness: f64,
    /// D of this point, N·s/m.
    pub damping: f64,
    /// k_v, s/m.
    pub viscous: f64,
    /// N of this point, N.
    pub normal: f64,
    /// Largest deflection, m: μ_s N/K.
    pub longest: f64,
    /// v, m/s.
    pub slip: Vec2,
    /// ‖v‖, m/s.
    pub speed: f64,
    /// Step size Δt, s.
    pub dt: f64,
}

impl Bristle {
    /// D of the laws with a damper on the elastic element.
    pub(super) const DAMPING: Parameter = Parameter {
        name: "damping",
        meaning: "D, damper of the elastic deflection",
        unit: "N s/m",
        default: "√(m K)",
        form: ParameterForm::NotNegative,
    };

    /// The element with the largest coefficient of friction `mu`, K and D, without k_v.
    pub(super) fn new(contact_state: &ContactState, mu: f64, stiffness: Option<f64>, damping: Option<f64>) -> Self {
        let k = contact_state.stiffness(stiffness);
        let damping = damping.unwrap_or_else(|| (contact_state.at.mass * k).sqrt());
        let (stiffness, normal) = (k * contact_state.at.share, contact_state.normal());
        Self {
            stiffness,
            damping: damping * contact_state.at.share,
            viscous: 0.0,
            normal,
            longest: if stiffness > 0.0 { mu * normal / stiffness } else { 0.0 },
            slip: contact_state.by.slip,
            speed: contact_state.by.slip.norm(),
            dt: contact_state.dt,
        }
    }

    /// True if friction has no strength, N: without normal force the element holds nothing.
    pub(super) fn is_slack(&self, strength: f64) -> bool {
        !(strength > 0.0 && self.stiffness > 0.0)
    }

    /// The element without strength.
    pub(super) fn slack(&self) -> Step<Vec2> {
        let spring = Spring { stiffness: self.stiffness, damping: self.damping, ..Spring::default() };
        let (mode, nothing) = (Mode::from_slips(self.speed > 0.0), Vec2::zeros());
        Step { mode, history: nothing, elastic: nothing, damping: nothing, spring, saturate: false }
    }

    /// The deflection before this step, m: the normal force may have fallen since.
    pub(super) fn begins(&self, was: &FrictionSpring<Vec2>) -> Vec2 {
        within(was.history, self.longest)
    }

    /// The step that ends with the deflection z, m, and the plastic slip velocity v_p, m/s, under the strength g N, N.
    ///
    /// The damper never exceeds 4 g N/‖v‖: with this bound the dissipation
    /// `K‖v‖z²/z_ss + (D + k_v N)v² − D‖v‖ z·v/z_ss` is never negative, because `D²‖v‖ ≤ 4 g N (D + k_v N)`.
    pub(super) fn yielded(&self, z: Vec2, plastic: Vec2, strength: f64) -> Step<Vec2> {
        let damping = self.damping.min(4.0 * strength / self.speed);
        let slips =
            plastic.dot(&self.slip) > 0.5 * self.speed * self.speed && plastic.norm() * self.dt > STILL * self.longest;
        Step {
            mode: Mode::from_slips(slips),
            history: z,
            elastic: z * self.stiffness,
            damping: (self.slip - plastic) * damping + self.slip * (self.viscous * self.normal),
            spring: self.spring(strength),
            saturate: false,
        }
    }

    /// Stiffness, thresholds and damping under the kinetic strength, N.
    pub(super) fn spring(&self, strength: f64) -> Spring {
        Spring {
            stiffness: self.stiffness,
            static_cap: self.longest,
            kinetic_cap: strength / self.stiffness,
            damping: self.damping + self.viscous * self.normal,
        }
    }
}

/// A deflection scaled back to the length `most`, m.
pub(super) fn within(z: Vec2, most: f64) -> Vec2 {
    let size = z.norm();
    if size > most { z * (most / size) } else { z }
}
