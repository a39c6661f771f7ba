//! Slide law of Dieterich and Ruina: friction that depends on the rate of slip and on a state θ, the age of the contact.
//!
//! Sources: J. H. Dieterich, J. Geophysical Research 84 (1979) 2161; A. Ruina, J. Geophysical Research 88 (1983) 10359;
//! regularised as in J. R. Rice and Y. Ben-Zion, PNAS 93 (1996) 3811:
//! `f(V, θ) = a asinh[(V/2V0) exp((μ0 + b ln(V0 θ/D_c))/a)]`; `θ̇ = 1 − Vθ/D_c` (aging) or
//! `θ̇ = −(Vθ/D_c) ln(Vθ/D_c)` (slip). In steady sliding `μ0 + (a − b) ln(V/V0)`.
//!
//! | symbol | here |
//! |---|---|
//! | V | plastic slip rate, m/s: `v_p = V ẑ`, `K‖z‖ = N f(V, θ)` |
//! | θ | s; θ_init exp(`Memory.number`) |
//! | μ0, a, b, D_c, V0 | `mu_0`, else 0.6; `a`, else 0.01; `b`, else 0.015; `d_c`, else 1e-4 m; `v_0`, else 1e-3 m/s |
//! | θ_init | `theta`, else D_c/V0 |
//! | K, D | `stiffness`, else K_E; `damping`, else √(m K), at most 4 N f/V |
//!
//! The step takes V as constant: θ has a closed form, and `‖y‖ − V Δt = (N/K) f(V, θ1(V))`, `y = z0 + v Δt`, is solved
//! for ln V. One root for any Δt if K ≥ b N/D_c (slip law: times 1 + ln max(1, Vθ0/D_c)).
//!
//! Differs: the coefficients μ_s and μ_k of the scene are not used, except that μ_s = 0 means no friction.

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Mode};
use crate::friction::law::{
    ContactState, Law, LawInfo, Memory, Needs, Parameter, ParameterForm, Remembers, Step, Weakening,
};
use crate::friction::parameters::FrictionParameters;
use crate::library::slide::bristle::{Bristle, Coupling, PLASTIC};

/// How the state evolves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evolution {
    /// Dieterich: contacts strengthen at rest.
    #[default]
    Aging,
    /// Ruina: contacts change with slip alone.
    Slip,
}

/// Parameters of the law; the word of `evolution` is an index into [`RateState::EVOLUTIONS`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RateState {
    /// μ0, coefficient of friction in steady sliding at V0; `None` takes 0.6.
    pub mu_0: Option<f64>,
    /// a, direct effect of the rate; `None` takes 0.01.
    pub a: Option<f64>,
    /// b, effect of the state; `None` takes 0.015.
    pub b: Option<f64>,
    /// D_c, slip over which the state is forgotten, m; `None` takes 1e-4.
    pub d_c: Option<f64>,
    /// V0, reference rate, m/s; `None` takes 1e-3.
    pub v_0: Option<f64>,
    /// How the state evolves ([`RateState::evolution`]), an index into [`RateState::EVOLUTIONS`].
    pub evolution: Option<f64>,
    /// θ of a new contact, s; `None` takes D_c/V0.
    pub theta: Option<f64>,
    /// K, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
    /// D, N·s/m; `None` takes √(m K).
    pub damping: Option<f64>,
    /// How the load is coupled to the motion, an index into [`Coupling::WORDS`].
    pub coupling: Option<f64>,
}

impl RateState {
    /// Law id in scene files.
    pub const ID: &'static str = "rate-state";
    /// The values of `evolution`, the default first.
    pub const EVOLUTIONS: &'static [&'static str] = &["Aging", "Slip"];

    /// How the state evolves.
    pub fn evolution(&self) -> Evolution {
        if self.evolution == Some(1.0) { Evolution::Slip } else { Evolution::Aging }
    }

    /// The constants of the law, with its defaults.
    pub fn constants(&self) -> RateConstants {
        let (d_c, v_0) = (self.d_c.unwrap_or(1e-4), self.v_0.unwrap_or(1e-3));
        let first = self.theta.unwrap_or(d_c / v_0);
        RateConstants {
            mu_0: self.mu_0.unwrap_or(0.6),
            a: self.a.unwrap_or(0.01),
            b: self.b.unwrap_or(0.015),
            d_c,
            v_0,
            first,
            evolution: self.evolution(),
            ln: [d_c, v_0, first].map(libm::log),
        }
    }

    /// The largest plastic slip of a step since a contact with this memory began, over D_c.
    pub fn largest_slip(&self, memory: &Memory) -> f64 {
        memory.vectors[0].norm() / self.constants().d_c
    }

    /// θ, s, of a contact with this memory.
    pub fn state(&self, memory: &Memory) -> f64 {
        self.constants().first * libm::exp(memory.number)
    }
}

/// The constants of a rate-and-state law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateConstants {
    /// μ0.
    pub mu_0: f64,
    /// a.
    pub a: f64,
    /// b.
    pub b: f64,
    /// D_c, m.
    pub d_c: f64,
    /// V0, m/s.
    pub v_0: f64,
    /// θ of a new contact, s.
    pub first: f64,
    /// How the state evolves.
    pub evolution: Evolution,
    /// Logarithms of D_c, V0 and θ_init.
    ln: [f64; 3],
}

/// Above this logarithm of its argument, asinh is a logarithm to rounding.
const LARGE: f64 = 20.0;

/// asinh w and its slope over ln w, of the logarithm of w: w itself may exceed all numbers.
fn asinh_of_log(ln_w: f64) -> [f64; 2] {
    if ln_w > LARGE {
        return [ln_w + std::f64::consts::LN_2, 1.0];
    }
    let w = libm::exp(ln_w);
    [libm::asinh(w), w / (1.0 + w * w).sqrt()]
}

impl RateConstants {
    /// Coefficient of friction in steady sliding at the rate V, m/s: f(V, D_c/V).
    pub fn steady(&self, rate: f64) -> f64 {
        self.coefficient(libm::log(rate), self.ln[0] - libm::log(rate))[0]
    }

    /// f at ln V and ln θ, and its slopes over both.
    fn coefficient(&self, ln_rate: f64, ln_state: f64) -> [f64; 3] {
        let (a, b, [ln_d_c, ln_v_0, _]) = (self.a, self.b, self.ln);
        let strength = self.mu_0 + b * (ln_v_0 + ln_state - ln_d_c);
        let [value, slope] = asinh_of_log(ln_rate - std::f64::consts::LN_2 - ln_v_0 + strength / a);
        [a * value, a * slope, b * slope]
    }

    /// Growth of ln θ in the time `dt`, s, at the constant rate V = exp(`ln_rate`), m/s, and its slope over ln V; `state`:
    /// θ before, s, and its logarithm.
    fn aged(&self, [state, ln_state]: [f64; 2], ln_rate: f64, dt: f64) -> [f64; 2] {
        let slid = libm::exp(ln_rate) * dt / self.d_c;
        // E − 1.
        let lost = libm::expm1(-slid);
        match self.evolution {
            Evolution::Aging => {
                // (1 − E)/s, which is 1 at rest, and its slope over ln V.
                let grown = if slid > 0.0 { -lost / slid } else { 1.0 };
                let slope = if slid > 1e-4 { 1.0 + lost - grown } else { -0.5 * slid };
                let change = dt / state * grown + lost;
                [libm::log1p(change), (dt / state * slope - slid * (1.0 + lost)) / (1.0 + change)]
            }
            Evolution::Slip => {
                let ln_ratio = ln_rate + ln_state - self.ln[0];
                [lost * ln_ratio, lost - slid * (1.0 + lost) * ln_ratio]
            }
        }
    }

    /// Growth of ln θ, θ in s, in the time `dt`, s, without slip.
    fn rested(&self, state: f64, dt: f64) -> f64 {
        match self.evolution {
            Evolution::Aging => libm::log1p(dt / state),
            Evolution::Slip => 0.0,
        }
    }
}

/// The equation of a step: `‖y‖ − V Δt = (N/K) f(V, θ1(V))`.
struct RateStep<'a> {
    constants: &'a RateConstants,
    /// ‖y‖, m.
    length: f64,
    /// N/K, m.
    yielding: f64,
    /// θ0, s, and its logarithm.
    state: [f64; 2],
    /// Step size Δt, s.
    dt: f64,
}

/// Largest number of iterations of each of the two searches for the rate.
const MAX_ITERATIONS: usize = 60;

/// A Newton step of ln V below this leaves an error of its square: rounding.
const SMALL: f64 = 1e-9;

impl RateStep<'_> {
    /// Left minus right side at ln V, m, and its slope over ln V.
    fn excess(&self, ln_rate: f64) -> [f64; 2] {
        let slid = libm::exp(ln_rate) * self.dt;
        let [growth, aging] = self.constants.aged(self.state, ln_rate, self.dt);
        let [f, direct, evolving] = self.constants.coefficient(ln_rate, self.state[1] + growth);
        [self.length - slid - self.yielding * f, -slid - self.yielding * (direct + evolving * aging)]
    }

    /// True if the equation has one root for any Δt.
    fn has_one_root(&self, ln_most: f64) -> bool {
        let RateConstants { b, d_c, evolution, ln, .. } = *self.constants;
        let aged = (ln_most + self.state[1] - ln[0]).max(0.0);
        let steepest = if evolution == Evolution::Slip { 1.0 + aged } else { 1.0 };
        b * self.yielding * steepest <= d_c
    }

    /// ln V between which the fastest root lies: from above, the first at which friction no longer takes all.
    fn bracket(&self, most: f64) -> [f64; 2] {
        let (mut low, mut high, mut stride) = (most, most, 1.0);
        for _ in 0..MAX_ITERATIONS {
            if self.excess(low)[0] >= 0.0 {
                break;
            }
            (high, low, stride) = (low, low - stride, 2.0 * stride);
        }
        [low, high]
    }

    /// ln V; `ln_before`: of the rate that the deflection before the step belongs to.
    fn solve(&self, ln_before: f64) -> f64 {
        let most = libm::log(self.length / self.dt);
        // The only root is found from anywhere; of several the fastest is taken.
        let is_near = ln_before.is_finite() && ln_before < most && self.has_one_root(most);
        let [mut low, mut high] = if is_near { [f64::NEG_INFINITY, most] } else { self.bracket(most) };
        let (mut u, mut stride) = (if is_near { ln_before } else { low }, 1.0);
        for _ in 0..MAX_ITERATIONS {
            let [excess, slope] = self.excess(u);
            if excess >= 0.0 {
                low = u;
            } else {
                high = u;
            }
            let newton = u - excess / slope;
            let is_inside = newton >= low && newton <= high;
            let next = match low.is_finite() {
                _ if is_inside => newton,
                true => 0.5 * (low + high),
                false => u - stride,
            };
            if (next - u).abs() <= if is_inside { SMALL } else { f64::EPSILON } * (1.0 + u.abs()) {
                return next;
            }
            (u, stride) = (next, 2.0 * stride);
        }
        u
    }

    /// ln V of a deflection of this length, m, at the state before the step.
    fn rate_of(&self, length: f64) -> f64 {
        let RateConstants { mu_0, a, b, ln: [ln_d_c, ln_v_0, _], .. } = *self.constants;
        let ratio = length / (a * self.yielding);
        let ln_w = if ratio > LARGE { ratio - std::f64::consts::LN_2 } else { libm::log(libm::sinh(ratio)) };
        ln_w + std::f64::consts::LN_2 + ln_v_0 - (mu_0 + b * (self.state[1] + ln_v_0 - ln_d_c)) / a
    }
}

/// The longer of two vectors.
fn longer(a: Vec2, b: Vec2) -> Vec2 {
    if b.norm_squared() > a.norm_squared() { b } else { a }
}

impl Law for RateState {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: Self::ID,
        name: "Dieterich and Ruina",
        formula: "K|z| = N f(V, θ); ż = v − V ẑ; f = a asinh[(V/2V0) exp((μ0 + b ln(V0θ/D_c))/a)]; θ̇ = 1 − Vθ/D_c, or \
                  −(Vθ/D_c) ln(Vθ/D_c)",
        source: "Dieterich 1979; Ruina 1983; Rice & Ben-Zion 1996",
        notes: "Creeps under any load: it has no static friction, only a slowness. Aging heals at rest, Slip fits steps of \
                speed, neither does both. Takes μ0, not μ_s and μ_k, of which μ_s = 0 switches it off. K must exceed N(b − a)/D_c. Accurate for V Δt ≤ 0.1 D_c. \
                Damper beyond the cap.",
        columns: "S: z. E: K z = N f. D: D ż. Slip where Vθ/D_c > ½: weakening or steady; else healing.",
        parameters: &[
            Parameter {
                name: "mu_0",
                meaning: "μ0, friction coefficient in steady sliding at V0",
                unit: "1",
                default: "0.6",
                form: ParameterForm::Positive,
            },
            Parameter {
                name: "a",
                meaning: "a, growth of friction with the rate of slip, per e-fold",
                unit: "1",
                default: "0.01",
                form: ParameterForm::Positive,
            },
            Parameter {
                name: "b",
                meaning: "b, growth of friction with the state θ, per e-fold",
                unit: "1",
                default: "0.015",
                form: ParameterForm::NotNegative,
            },
            Parameter {
                name: "d_c",
                meaning: "D_c, slip over which a contact forgets its state",
                unit: "m",
                default: "1e-4",
                form: ParameterForm::Positive,
            },
            Parameter {
                name: "v_0",
                meaning: "V0, reference rate of slip",
                unit: "m/s",
                default: "1e-3",
                form: ParameterForm::Positive,
            },
            Parameter {
                name: "evolution",
                meaning: "how the state θ evolves: with time and slip, or with slip alone",
                unit: "1",
                default: "Aging",
                form: ParameterForm::Word(Self::EVOLUTIONS),
            },
            Parameter {
                name: "theta",
                meaning: "θ of a new contact",
                unit: "s",
                default: "D_c/V0",
                form: ParameterForm::Positive,
            },
            Parameter::K_T,
            Bristle::DAMPING,
            Bristle::COUPLING,
        ],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn steady_mu(&self, _: &FrictionParameters, speed: f64) -> Option<f64> {
        Some(self.constants().steady(speed))
    }

    fn weakening(&self, _: &FrictionParameters) -> Option<Weakening> {
        let RateConstants { a, b, d_c, .. } = self.constants();
        Some(Weakening::WithSlip { at_once: b / d_c, steady: (b - a) / d_c })
    }

    fn own_stiffness(&self) -> Option<f64> {
        self.stiffness
    }

    fn is_implicit(&self) -> bool {
        Coupling::is_implicit(self.coupling)
    }

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        let Self { mu_0, a, b, d_c, v_0, evolution, theta, stiffness, damping, coupling } = self;
        vec![mu_0, a, b, d_c, v_0, evolution, theta, stiffness, damping, coupling]
    }

    /// A pair without friction has none under this law either.
    fn is_on(&self, contact_state: &ContactState) -> bool {
        contact_state.friction.mu_s > 0.0
    }

    /// Memory: ln(θ/θ_init), the longest plastic slip of a step and the plastic slip of the last one, m.
    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        let constants = self.constants();
        let bristle = Bristle::new(contact_state, 0.0, self.stiffness, self.damping);
        let ln_state = constants.ln[2] + memory.number;
        let state = constants.first * libm::exp(memory.number);
        if let Some(step) = bristle.committed(contact_state, was, (self.coupling, memory)) {
            return step;
        }
        // The slip and the spring of an implicit step are those under all other loads.
        let slip = contact_state.free.map_or(bristle.slip, |free| free.velocity);
        let stiffness = contact_state.free.map_or(bristle.stiffness, |free| bristle.held(&free));
        let free = was.history + slip * bristle.dt;
        let length = free.norm();
        if bristle.is_slack(bristle.normal) || length == 0.0 {
            memory.number += constants.rested(state, bristle.dt);
            memory.vectors[PLASTIC] = free;
            return Step { mode: Mode::Stick, ..bristle.slack() };
        }
        let yielding = bristle.normal / stiffness;
        let step = RateStep { constants: &constants, length, yielding, state: [state, ln_state], dt: bristle.dt };
        let ln_rate = step.solve(step.rate_of(was.history.norm() * bristle.stiffness / stiffness));
        let [growth, _] = constants.aged(step.state, ln_rate, bristle.dt);
        let ln_state = ln_state + growth;
        let [f, ..] = constants.coefficient(ln_rate, ln_state);
        memory.number += growth;
        let (along, deflection) = (free / length, bristle.normal * f / bristle.stiffness);
        let (history, rate) = (along * deflection, along * libm::exp(ln_rate));
        memory.vectors[PLASTIC] = rate * bristle.dt;
        memory.vectors[0] = longer(memory.vectors[0], memory.vectors[PLASTIC]);
        Step {
            mode: Mode::from_slips(ln_rate + ln_state - constants.ln[0] > -std::f64::consts::LN_2),
            history,
            elastic: history * bristle.stiffness,
            damping: if contact_state.free.is_some() {
                Vec2::zeros()
            } else {
                (slip - rate) * bristle.damper(f * bristle.normal, rate.norm())
            },
            spring: Bristle { longest: deflection, ..bristle }.spring(f * bristle.normal),
            saturate: false,
        }
    }
}
