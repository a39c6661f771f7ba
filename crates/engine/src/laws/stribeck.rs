//! Slide law of Stribeck: the paper's capped spring, whose kinetic coefficient falls with the slip speed.
//!
//! Source: L. C. Bo and D. Pavelescu, *The friction-speed relation and its influence on the critical velocity of
//! stick-slip motion*, Wear 82 (1982) 277; R. Stribeck, VDI-Zeitschrift 46 (1902) 1341:
//! `μ(v) = μ_k + (μ_s − μ_k) exp(−(v/v_s)^δ) + k_v v`.
//!
//! | symbol | here |
//! |---|---|
//! | v | slip speed of the bodies, m/s, never the plastic rate of the spring |
//! | v_s, δ, k_v | `v_s`, else 1e-3 m/s; `shape`, else 2; `viscous`, else 0 |
//! | K, D | `stiffness`, else K_E; `damping`, else √(m K) |
//!
//! The rule of stick and slip is the paper's ([`Spring::step`](super::element::Spring::step)) with the static cap
//! μ_s N/K and the kinetic cap μ(v) N/K; for v_s → 0 the law is the paper's. The dashpot acts in stick alone, cut so that
//! the total stays within μ_s N.
//!
//! Trap: a cap taken from the plastic rate ‖Δz_p‖/Δt would put a massless slider with falling friction in series with a
//! spring, which has no solution: the load jumps between static and kinetic friction.

use super::Vec2;
use super::bristle::{Bristle, SpeedCurve, within};
use super::element::{DampingRule, FrictionSpring, Mode, Spring};
use super::extremes::larger;
use super::law::{ContactState, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stribeck {
    /// The coefficient of friction over the slip speed, K and D.
    pub curve: SpeedCurve,
}

/// The dashpot acts in stick, within μ_s N.
const RULE: DampingRule = DampingRule { in_slip: false, slide_capped: true };

impl Law for Stribeck {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "stribeck",
        name: "Stribeck",
        formula: "F = K z, |z| ≤ μ_s N/K in stick, μ(v) N/K in slip; μ(v) = μ_k + (μ_s − μ_k) exp(−(v/v_s)^δ) + k_v v",
        source: "Bo & Pavelescu 1982; Stribeck 1902",
        notes: "No memory of rest: waiting does not strengthen it, and friction follows the speed at once. Where μ(v) falls, \
                steady sliding on a soft spring squeals. A fall steeper than m/(N Δt) is blurred over some steps.",
        columns: "S: z. E: K z. D: D v in stick, within μ_s N. Slip where the spring is at its cap.",
        parameters: &[SpeedCurve::V_S, SpeedCurve::SHAPE, SpeedCurve::VISCOUS, Parameter::K_T, Bristle::DAMPING],
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        self.curve.numbers()
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        let bristle = self.curve.bristle(contact_state);
        let strength = self.curve.mu(&contact_state.friction, bristle.speed) * bristle.normal;
        if bristle.is_slack(strength) {
            return bristle.slack();
        }
        let spring = Spring { damping: bristle.damping, ..bristle.spring(strength) };
        // In slip the deflection may be longer than in stick: friction grows with k_v v.
        let begins = within(was.history, larger(spring.static_cap, spring.kinetic_cap));
        let (slips, by) = (was.mode == Mode::Slip, bristle.slip * bristle.dt);
        let rated = spring.per_step(bristle.dt);
        let step = rated.step(begins, by, by, slips, false, RULE.in_slip);
        // A spring in slip has no dashpot to cut.
        let load = if step.slips { step.load } else { rated.held(step.load, RULE) };
        Step {
            mode: Mode::from_slips(step.slips),
            history: step.history,
            elastic: load.elastic,
            damping: load.damping,
            spring,
            saturate: false,
        }
    }
}
