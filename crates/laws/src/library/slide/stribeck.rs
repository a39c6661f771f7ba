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
//! The rule of stick and slip is the paper's ([`Spring::step`](crate::friction::element::Spring::step)) with the static cap
//! μ_s N/K and the kinetic cap μ(v) N/K; for v_s → 0 the law is the paper's. The dashpot acts in stick alone, cut so that
//! the total stays within μ_s N.
//!
//! Trap: a cap taken from the plastic rate ‖Δz_p‖/Δt would put a massless slider with falling friction in series with a
//! spring, which has no solution: the load jumps between static and kinetic friction.

use crate::Vec2;
use crate::friction::element::{DashpotRule, FrictionSpring, Mode, Spring};
use crate::friction::law::{
    ContactState, FreeSlip, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step, Weakening,
};
use crate::friction::parameters::FrictionParameters;
use crate::library::slide::bristle::{Bristle, Coupling, SpeedCurve, SpeedLaw, within};
use crate::math::extremes::larger;

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stribeck {
    /// The coefficient of friction over the slip speed, K and D.
    pub curve: SpeedCurve,
}

impl SpeedLaw for Stribeck {
    fn curve(&self) -> &SpeedCurve {
        &self.curve
    }

    /// k_v is part of the cap here.
    fn strength(&self, friction: &FrictionParameters, speed: f64) -> f64 {
        self.curve.mu(friction, speed)
    }

    fn explicit(&self, _: &ContactState, bristle: &Bristle, was: &FrictionSpring<Vec2>, strength: f64) -> Step<Vec2> {
        let spring = Spring { damping: bristle.damping, ..bristle.spring(strength) };
        // In slip the deflection may be longer than in stick: friction grows with k_v v.
        let begins = within(was.history, larger(spring.static_cap, spring.kinetic_cap));
        let (slips, by) = (was.mode == Mode::Slip, bristle.slip * bristle.dt);
        let rated = spring.per_step(bristle.dt);
        let step = rated.step(begins, by, by, slips, false, RULE);
        Step {
            mode: Mode::from_slips(step.slips),
            history: step.history,
            elastic: step.load.elastic,
            damping: step.load.damping,
            spring,
            saturate: false,
        }
    }

    fn implicit(
        &self,
        contact_state: &ContactState,
        bristle: &Bristle,
        (was, free): (&FrictionSpring<Vec2>, &FreeSlip),
        memory: &mut Memory,
    ) -> Step<Vec2> {
        // k_v is part of μ(v) here.
        let bristle = Bristle { viscous: 0.0, ..*bristle };
        let (begins, per_load) = (within(was.history, bristle.longest), free.per_load(bristle.dt));
        let stretched = begins + free.velocity * bristle.dt;
        let length = stretched.norm();
        let along = if length > 0.0 { stretched / length } else { Vec2::zeros() };
        let slips = |load: f64| free.velocity - along * (load * per_load);
        let holds = if bristle.is_slack(bristle.normal) { 0.0 } else { bristle.held(free) * length };
        let cap = |load: f64| self.curve.mu(&contact_state.friction, slips(load).norm()) * bristle.normal;
        let stays = was.mode != Mode::Slip && holds <= contact_state.friction.mu_s * bristle.normal * (1.0 + SLACK);
        let load = if stays { None } else { smallest_root(holds, |load| load - cap(load)) };
        let (mode, load) = (Mode::from_slips(load.is_some()), load.unwrap_or(holds));
        let z = if bristle.stiffness > 0.0 { along * (load / bristle.stiffness) } else { Vec2::zeros() };
        Step { mode, ..bristle.coupled(begins, z, slips(load), memory) }
    }
}

/// Relative slack of the static cap, as of the explicit spring.
const SLACK: f64 = 1e-9;
/// Number of intervals in which the smallest root is looked for.
const INTERVALS: usize = 64;

/// The smallest root below `most` of a function that begins below 0; `None` if it stays below 0.
fn smallest_root(most: f64, f: impl Fn(f64) -> f64) -> Option<f64> {
    let place = |k: usize| most * k as f64 / INTERVALS as f64;
    let end = (1..=INTERVALS).find(|k| f(place(*k)) >= 0.0)?;
    let (mut low, mut high) = (place(end - 1), place(end));
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if f(middle) >= 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// The dashpot acts in stick, within μ_s N.
const RULE: DashpotRule = DashpotRule { in_slip: false, uncapped: false };

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
        parameters: &[
            SpeedCurve::V_S,
            SpeedCurve::SHAPE,
            SpeedCurve::VISCOUS,
            Parameter::K_T,
            Bristle::DAMPING,
            Bristle::COUPLING,
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
        self.curve.numbers()
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        self.advance(contact_state, was, memory)
    }
}
