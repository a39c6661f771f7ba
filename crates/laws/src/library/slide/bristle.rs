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
//! | D | `damping`, else √(m K), N·s/m; the latter is cut where `K z + D ż` would pass μ_s N |
//! | g(v) | strength over N without k_v: `μ_k + (μ_s − μ_k) exp(−(v/v_s)^δ)` (Bo & Pavelescu 1982) |
//! | k_v | `viscous`, s/m |

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Mode, Spring, SpringLoad};
use crate::friction::law::{ContactState, FreeSlip, Memory, Parameter, ParameterForm, Step};
use crate::friction::parameters::FrictionParameters;
use crate::library::slide::complementarity::solved_elsewhere;

/// The vector of [`Memory`] that holds the plastic slip of an implicit step, m.
pub(crate) const PLASTIC: usize = 1;

/// Ends of the range in which the plastic slip of an implicit step is looked for, over z_ss.
const RANGE: [f64; 2] = [1e-12, 1e12];

/// The root nearest to `near`, by small factors, of a function of a positive number: the motion goes on as it was, where a
/// stuck and a sliding contact are both possible.
fn nearest_root(near: f64, f: impl Fn(f64) -> f64) -> f64 {
    let [least, most] = RANGE;
    let start = near.clamp(least, most);
    let rises = f(start) > 0.0;
    let (mut from, mut to) = (start, start);
    while if rises { to < most } else { to > least } && (f(to) > 0.0) == rises {
        (from, to) = (to, if rises { STRIDE * to } else { to / STRIDE });
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (from + to);
        if (f(middle) > 0.0) == rises {
            from = middle;
        } else {
            to = middle;
        }
    }
    0.5 * (from + to)
}

/// Factor by which the search goes on: small, so that it does not step over a pair of roots.
const STRIDE: f64 = 1.25;

/// Halvings of an interval of one factor, to rounding.
const HALVINGS: usize = 52;

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
    /// How the load is coupled to the motion ([`Coupling`]), an index into [`Coupling::WORDS`].
    pub coupling: Option<f64>,
}

/// How a load is coupled to the motion of the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coupling {
    /// The load follows from the motion so far and acts in the next step; Δt must resolve K and D.
    #[default]
    Explicit,
    /// The load follows from the motion that it leads to, found for all contacts of a case together, for any Δt and K;
    /// without D. For K → ∞ this is the slide law `dae`.
    Implicit,
}

impl Coupling {
    /// The words of scene files, the default first.
    pub const WORDS: &'static [&'static str] = &["Explicit", "Implicit"];

    /// The coupling that a parameter selects.
    pub fn of(parameter: Option<f64>) -> Self {
        if parameter == Some(1.0) { Self::Implicit } else { Self::Explicit }
    }

    /// True if the parameter selects the implicit coupling.
    pub(crate) fn is_implicit(parameter: Option<f64>) -> bool {
        Self::of(parameter) == Self::Implicit
    }
}

impl SpeedCurve {
    /// v_s.
    pub(crate) const V_S: Parameter = Parameter {
        name: "v_s",
        meaning: "v_s, slip speed at which static friction has fallen to kinetic friction",
        unit: "m/s",
        default: "1e-3",
        form: ParameterForm::Positive,
    };
    /// δ.
    pub(crate) const SHAPE: Parameter = Parameter {
        name: "shape",
        meaning: "δ, exponent of the fall from static to kinetic friction",
        unit: "1",
        default: "2",
        form: ParameterForm::Positive,
    };
    /// k_v.
    pub(crate) const VISCOUS: Parameter = Parameter {
        name: "viscous",
        meaning: "k_v, growth of friction with speed, over N",
        unit: "s/m",
        default: "0",
        form: ParameterForm::NotNegative,
    };

    /// The parameters in the order v_s, δ, k_v, K, D, coupling.
    pub(crate) fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        let Self { v_s, shape, viscous, stiffness, damping, coupling } = self;
        vec![v_s, shape, viscous, stiffness, damping, coupling]
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
    pub(crate) fn bristle(&self, contact_state: &ContactState) -> Bristle {
        let (mu_s, viscous) = (contact_state.friction.mu_s, self.growth());
        Bristle { viscous, ..Bristle::new(contact_state, mu_s, self.stiffness, self.damping) }
    }
}

/// A slide law of the element whose strength is a [`SpeedCurve`]: the cases of a step that do not depend on how the element
/// yields.
pub(crate) trait SpeedLaw {
    /// The coefficient of friction over the slip speed, K and D.
    fn curve(&self) -> &SpeedCurve;

    /// Strength of the element over N at this slip speed, m/s.
    fn strength(&self, friction: &FrictionParameters, speed: f64) -> f64 {
        self.curve().strength(friction, speed)
    }

    /// The step under the strength g N, N, which is positive.
    fn explicit(
        &self,
        contact_state: &ContactState,
        bristle: &Bristle,
        was: &FrictionSpring<Vec2>,
        strength: f64,
    ) -> Step<Vec2>;

    /// The implicit step under the free slip `free`.
    fn implicit(
        &self,
        contact_state: &ContactState,
        bristle: &Bristle,
        by: (&FrictionSpring<Vec2>, &FreeSlip),
        memory: &mut Memory,
    ) -> Step<Vec2>;

    /// One step of the law.
    fn advance(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        let bristle = self.curve().bristle(contact_state);
        if let Some(step) = bristle.committed(contact_state, was, (self.curve().coupling, memory)) {
            return step;
        }
        if let Some(free) = &contact_state.free {
            return self.implicit(contact_state, &bristle, (was, free), memory);
        }
        let strength = self.strength(&contact_state.friction, bristle.speed) * bristle.normal;
        if bristle.is_slack(strength) {
            return bristle.slack();
        }
        self.explicit(contact_state, &bristle, was, strength)
    }
}

/// The elastic element at one contact point in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bristle {
    /// K of this point, N/m.
    pub stiffness: f64,
    /// D of this point, N·s/m.
    pub damping: f64,
    /// True for the default of D, which keeps spring and damper within the static cap.
    pub is_capped: bool,
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
    pub(crate) const DAMPING: Parameter = Parameter {
        name: "damping",
        meaning: "D, damper of the elastic deflection",
        unit: "N s/m",
        default: "√(m K)",
        form: ParameterForm::NotNegative,
    };

    /// D of the laws whose default of it stays within the cap.
    pub(crate) const CUT_DAMPING: Parameter =
        Parameter { default: "√(m K), cut where the load would pass μ_s N", ..Self::DAMPING };

    /// Coupling of the load to the motion.
    pub(crate) const COUPLING: Parameter = Parameter {
        name: "coupling",
        meaning: "the load follows from the motion so far, or from the motion that it leads to",
        unit: "1",
        default: "Explicit",
        form: ParameterForm::Word(Coupling::WORDS),
    };

    /// The element with the largest coefficient of friction `mu`, K and D, without k_v.
    pub(crate) fn new(contact_state: &ContactState, mu: f64, stiffness: Option<f64>, damping: Option<f64>) -> Self {
        let k = contact_state.stiffness(stiffness);
        let is_capped = damping.is_none();
        let damping = damping.unwrap_or_else(|| (contact_state.at.mass * k).sqrt());
        let (stiffness, normal) = (k * contact_state.at.share, contact_state.normal());
        Self {
            stiffness,
            damping: damping * contact_state.at.share,
            is_capped,
            viscous: 0.0,
            normal,
            longest: if stiffness > 0.0 { mu * normal / stiffness } else { 0.0 },
            slip: contact_state.by.slip,
            speed: contact_state.by.slip.norm(),
            dt: contact_state.dt,
        }
    }

    /// True if friction has no strength, N: without normal force the element holds nothing.
    pub(crate) fn is_slack(&self, strength: f64) -> bool {
        !(strength > 0.0 && self.stiffness > 0.0)
    }

    /// The element without strength.
    pub(crate) fn slack(&self) -> Step<Vec2> {
        let spring = Spring { stiffness: self.stiffness, damping: self.damping, ..Spring::default() };
        let (mode, nothing) = (Mode::from_slips(self.speed > 0.0), Vec2::zeros());
        Step { mode, history: nothing, elastic: nothing, damping: nothing, spring, saturate: false }
    }

    /// The deflection before this step, m: the normal force may have fallen since.
    pub(crate) fn begins(&self, was: &FrictionSpring<Vec2>) -> Vec2 {
        within(was.history, self.longest)
    }

    /// D under the strength g N, N, of an element whose plastic slip velocity, m/s, is at most `fastest` or ‖v‖; at most
    /// 4 g N over that speed. Otherwise a contact that begins to touch while it slides has a force far beyond friction, and
    /// the dissipation may become negative: `K‖v‖z²/z_ss + (D + k_v N)v² − D‖v‖ z·v/z_ss` is not if
    /// `D²‖v‖ ≤ 4 g N (D + k_v N)`.
    pub(crate) fn damper(&self, strength: f64, fastest: f64) -> f64 {
        self.damping.min(4.0 * strength / self.speed.max(fastest))
    }

    /// The step that ends with the deflection z, m, and the plastic slip velocity v_p, m/s, under the strength g N, N.
    pub(crate) fn yielded(&self, z: Vec2, plastic: Vec2, strength: f64) -> Step<Vec2> {
        let slips =
            plastic.dot(&self.slip) > 0.5 * self.speed * self.speed && plastic.norm() * self.dt > STILL * self.longest;
        let load =
            SpringLoad { elastic: z * self.stiffness, damping: (self.slip - plastic) * self.damper(strength, 0.0) };
        let SpringLoad { elastic, damping } =
            if self.is_capped { load.within(self.stiffness * self.longest) } else { load };
        Step {
            mode: Mode::from_slips(slips),
            history: z,
            elastic,
            damping: damping + self.slip * (self.viscous * self.normal),
            spring: self.spring(strength),
            saturate: false,
        }
    }

    /// The step in which the solver of coupled friction has found the load: the deflection takes the real motion less the
    /// plastic slip that belongs to the load. `None` without such a load.
    pub(crate) fn committed(
        &self,
        contact_state: &ContactState,
        was: &FrictionSpring<Vec2>,
        (coupling, memory): (Option<f64>, &Memory),
    ) -> Option<Step<Vec2>> {
        let found = contact_state.reaction.as_ref().filter(|_| Coupling::of(coupling) == Coupling::Implicit)?;
        let load = Vec2::new(found.load[1], found.load[2]);
        let history = was.history + self.slip * self.dt - memory.vectors[PLASTIC];
        Some(Step { history, ..solved_elsewhere(found.modes[0], load) })
    }

    /// φ = 1/(1 + ‖v‖Δt/z_ss), what is left of the deflection under the strength g N, N; 0 without strength.
    pub(crate) fn retained(&self, speed: f64, strength: f64) -> f64 {
        let steady = strength / self.stiffness;
        if steady > 0.0 { 1.0 / (1.0 + speed * self.dt / steady) } else { 0.0 }
    }

    /// K̂ = 1/(1/K + Δt²/m_t), N/m: the load at the end of a step per way of the free slip.
    pub(crate) fn held(&self, free: &FreeSlip) -> f64 {
        self.stiffness / (1.0 + self.stiffness * self.dt * free.per_load(self.dt))
    }

    /// The implicit step that ends with the deflection z1 and the slip velocity v⁺, m/s; notes its plastic slip.
    pub(crate) fn coupled(&self, begins: Vec2, z: Vec2, velocity: Vec2, memory: &mut Memory) -> Step<Vec2> {
        let plastic = begins + velocity * self.dt - z;
        memory.vectors[PLASTIC] = plastic;
        let slips =
            plastic.dot(&velocity) > 0.5 * self.dt * velocity.norm_squared() && plastic.norm() > STILL * self.longest;
        Step {
            history: z,
            elastic: z * self.stiffness,
            damping: velocity * (self.viscous * self.normal),
            ..solved_elsewhere(Mode::from_slips(slips), Vec2::zeros())
        }
    }

    /// The implicit step of an element that keeps the part φ of its deflection, `z1 = φ (z0 + v⁺Δt)`; `kept`: φ at v⁺, m/s,
    /// and z0 + v⁺Δt, m.
    pub(crate) fn yields(
        &self,
        begins: Vec2,
        free: &FreeSlip,
        kept: impl Fn(Vec2, Vec2) -> f64,
        memory: &mut Memory,
    ) -> Step<Vec2> {
        let per_load = free.per_load(self.dt);
        // φ = 1/(1 + x). The load is K φ (z0 + v⁺Δt) + k_v N v⁺.
        let velocity = |x: f64| {
            let spring = self.stiffness / (1.0 + x);
            let slope = spring * self.dt + self.viscous * self.normal;
            (free.velocity - begins * (spring * per_load)) / (1.0 + slope * per_load)
        };
        let stretched = |velocity: Vec2| begins + velocity * self.dt;
        // x that a motion gives less x that leads to it.
        let excess = |x: f64| {
            let velocity = velocity(x);
            1.0 / kept(velocity, stretched(velocity)) - 1.0 - x
        };
        let x = nearest_root(1.0 / kept(self.slip, stretched(self.slip)) - 1.0, excess);
        let velocity = velocity(x);
        let z = stretched(velocity) * kept(velocity, stretched(velocity));
        self.coupled(begins, z, velocity, memory)
    }

    /// Stiffness, thresholds and damping under the kinetic strength, N.
    pub(crate) fn spring(&self, strength: f64) -> Spring {
        Spring {
            stiffness: self.stiffness,
            static_cap: self.longest,
            kinetic_cap: strength / self.stiffness,
            damping: self.damping + self.viscous * self.normal,
        }
    }
}

/// A deflection scaled back to the length `most`, m.
pub(crate) fn within(z: Vec2, most: f64) -> Vec2 {
    let size = z.norm();
    if size > most { z * (most / size) } else { z }
}
