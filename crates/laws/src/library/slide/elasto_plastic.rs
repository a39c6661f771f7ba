//! Slide law of Dupont, Hayward, Armstrong and Altpeter: LuGre with an elastic range in which nothing yields.
//!
//! Source: P. Dupont, V. Hayward, B. Armstrong and F. Altpeter, *Single state elastoplastic friction models*, IEEE Trans.
//! Automatic Control 47 (2002) 787: `ż = v − α(z, v) ‖v‖ z/z_ss`; α = 0 if z·v ≤ 0 or ‖z‖ ≤ z_ba, 1 if ‖z‖ ≥ z_ss,
//! between them `½ + ½ sin(π (‖z‖ − ½(z_ss + z_ba))/(z_ss − z_ba))`.
//!
//! | symbol | here |
//! |---|---|
//! | z_ba | `break_away`·μ_k N/K, `break_away` else 0.7 |
//! | F, z_ss, K, D, v_s, δ, k_v | as of `lugre` |
//!
//! The step is implicit in α: with `y = z0 + v Δt` and `x = ‖v‖Δt/z_ss` the deflection is `z1 = q ŷ` with
//! `q (1 + α(q) x) = ‖y‖`, whose left side rises with q. Using α of the last step would overshoot z_ss.
//!
//! Differs: the source has one dimension and writes the sine with a signed z; ‖z‖ is right for both directions.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{
    ContactState, FreeSlip, Law, LawInfo, Memory, Needs, Parameter, ParameterForm, Remembers, Step, Weakening,
};
use crate::friction::parameters::FrictionParameters;
use crate::library::slide::bristle::{Bristle, Coupling, SpeedCurve, SpeedLaw, within};
use std::f64::consts::PI;

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ElastoPlastic {
    /// The strength over the slip speed, K and D.
    pub curve: SpeedCurve,
    /// Deflection at which the bristle begins to yield, over μ_k N/K, in (0, 1); `None` takes 0.7.
    pub break_away: Option<f64>,
}

impl ElastoPlastic {
    /// Deflection at which the bristle begins to yield, over μ_k N/K.
    pub fn elastic_range(&self) -> f64 {
        self.break_away.unwrap_or(0.7)
    }

    /// z_ba, m.
    fn elastic(&self, contact_state: &ContactState, bristle: &Bristle) -> f64 {
        self.elastic_range() * contact_state.friction.mu_k * bristle.normal / bristle.stiffness
    }
}

impl SpeedLaw for ElastoPlastic {
    fn curve(&self) -> &SpeedCurve {
        &self.curve
    }

    fn explicit(
        &self,
        contact_state: &ContactState,
        bristle: &Bristle,
        was: &FrictionSpring<Vec2>,
        strength: f64,
    ) -> Step<Vec2> {
        let steady = strength / bristle.stiffness;
        let elastic = self.elastic(contact_state, bristle);
        let free = bristle.begins(was) + bristle.slip * bristle.dt;
        let length = free.norm();
        if free.dot(&bristle.slip) <= 0.0 || length <= elastic {
            return bristle.yielded(within(free, bristle.longest), Vec2::zeros(), strength);
        }
        let range = YieldRange { elastic, steady };
        let left = range.solve(length, bristle.speed * bristle.dt / steady);
        let z = free * (left / length);
        bristle.yielded(z, z * (range.alpha(left)[0] * bristle.speed / steady), strength)
    }

    fn implicit(
        &self,
        contact_state: &ContactState,
        bristle: &Bristle,
        (was, free): (&FrictionSpring<Vec2>, &FreeSlip),
        memory: &mut Memory,
    ) -> Step<Vec2> {
        let elastic = self.elastic(contact_state, bristle);
        let kept = |v: Vec2, stretched: Vec2| {
            let (length, strength) =
                (stretched.norm(), self.curve.strength(&contact_state.friction, v.norm()) * bristle.normal);
            if bristle.is_slack(strength) {
                return 0.0;
            }
            if stretched.dot(&v) <= 0.0 || length <= elastic {
                return if length > bristle.longest { bristle.longest / length } else { 1.0 };
            }
            let steady = strength / bristle.stiffness;
            YieldRange { elastic, steady }.solve(length, v.norm() * bristle.dt / steady) / length
        };
        bristle.yields(bristle.begins(was), free, kept, memory)
    }
}

impl Law for ElastoPlastic {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "elasto-plastic",
        name: "Dupont and Hayward",
        formula: "F = K z + D ż + k_v N v; ż = v − α |v| z/z_ss; α rises from 0 at |z| = z_ba to 1 at z_ss; z_ba = r μ_k N/K",
        source: "Dupont, Hayward, Armstrong & Altpeter 2002",
        notes: "Below r μ_k N exactly elastic: a shaken body does not creep. Between z_ba and z_ss it yields as LuGre does. \
                The viscous part acts beyond the cap, and so does a `damping` that is given.",
        columns: "S: z. E: K z. D: D ż + k_v N v. Slip where more than half of the motion is plastic.",
        parameters: &[
            SpeedCurve::V_S,
            SpeedCurve::SHAPE,
            SpeedCurve::VISCOUS,
            Parameter::K_T,
            Bristle::CUT_DAMPING,
            Bristle::COUPLING,
            Parameter {
                name: "break_away",
                meaning: "r, load at which the bristle begins to yield, over μ_k N",
                unit: "1",
                default: "0.7",
                form: ParameterForm::Fraction,
            },
        ],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn steady_mu(&self, friction: &FrictionParameters, speed: f64) -> Option<f64> {
        Some(self.curve.mu(friction, speed))
    }

    fn weakening(&self, friction: &FrictionParameters) -> Option<Weakening> {
        Some(Weakening::WithSpeed(self.curve.steepest_fall(friction)))
    }

    fn own_stiffness(&self) -> Option<f64> {
        self.curve.stiffness
    }

    fn is_implicit(&self) -> bool {
        Coupling::is_implicit(self.curve.coupling)
    }

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        let mut numbers = self.curve.numbers();
        numbers.push(&mut self.break_away);
        numbers
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        self.advance(contact_state, was, memory)
    }
}

/// The deflections between which the bristle begins to yield and yields wholly, m: z_ba and z_ss.
#[derive(Clone, Copy, Debug)]
pub(crate) struct YieldRange {
    pub elastic: f64,
    pub steady: f64,
}

/// Largest number of iterations; halving alone needs 53.
const MAX_ITERATIONS: usize = 60;

/// A Newton step below this fraction leaves an error of its square: rounding.
const SMALL: f64 = 1e-9;

impl YieldRange {
    /// α and dα/d‖z‖ (1/m) at the deflection ‖z‖, m.
    pub(crate) fn alpha(&self, length: f64) -> [f64; 2] {
        if length <= self.elastic {
            return [0.0; 2];
        }
        if length >= self.steady {
            return [1.0, 0.0];
        }
        let width = self.steady - self.elastic;
        let (sine, cosine) = libm::sincos(PI * (length - 0.5 * (self.steady + self.elastic)) / width);
        [0.5 + 0.5 * sine, 0.5 * PI * cosine / width]
    }

    /// The root q of `q (1 + α(q) x) = length`, m.
    pub(crate) fn solve(&self, length: f64, x: f64) -> f64 {
        let whole = length / (1.0 + x);
        if whole >= self.steady {
            return whole;
        }
        let (mut low, mut high) = (self.elastic, length.min(self.steady));
        let mut q = whole.clamp(low, high);
        for _ in 0..MAX_ITERATIONS {
            let [alpha, slope] = self.alpha(q);
            let over = q * (1.0 + alpha * x) - length;
            if over > 0.0 {
                high = q;
            } else {
                low = q;
            }
            let newton = q - over / (1.0 + (alpha + q * slope) * x);
            let is_inside = newton >= low && newton <= high;
            let next = if is_inside { newton } else { 0.5 * (low + high) };
            if (next - q).abs() <= if is_inside { SMALL } else { f64::EPSILON } * q {
                return next;
            }
            q = next;
        }
        q
    }
}
