//! Slide law LuGre: bristles that yield from the first load on.
//!
//! Source: C. Canudas de Wit, H. Olsson, K. J. Åström and P. Lischinsky, *A new model for control of systems with
//! friction*, IEEE Trans. Automatic Control 40 (1995) 419; in the plane, with the common ‖v‖: E. Velenis, P. Tsiotras,
//! C. Canudas de Wit and M. Sorine, Vehicle System Dynamics 43 (2005) 3:
//! `ż = v − ‖v‖ z/z_ss`, `F = σ0 z + σ1 ż + σ2 v`, `z_ss = g(v) N/σ0`, `g = μ_k + (μ_s − μ_k) exp(−(v/v_s)^δ)`.
//!
//! | symbol | here |
//! |---|---|
//! | σ0 | K: `stiffness`, else K_E |
//! | σ1 | D: `damping`, else √(m K) within μ_s N; at most 4 g N/‖v‖ (cf. Barabanov & Ortega 2000) |
//! | σ2 | `viscous`·N |
//! | v_s, δ | `v_s`, else 1e-3 m/s; `shape`, else 2 |
//!
//! The step is exact for a constant v: `z1 = E z0 + (1 − E) z_ss v̂`, `E = exp(−‖v‖Δt/z_ss)`.
//!
//! Differs: σ0 is constant under a changing N, as K_E is; tyre models take σ0 ∝ N.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{
    ContactState, FreeSlip, Law, LawInfo, Memory, Needs, Parameter, Remembers, Step, Weakening,
};
use crate::friction::parameters::FrictionParameters;
use crate::library::slide::bristle::{Bristle, Coupling, SpeedCurve, SpeedLaw};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lugre {
    /// The strength over the slip speed, σ0 and σ1.
    pub curve: SpeedCurve,
}

impl SpeedLaw for Lugre {
    fn curve(&self) -> &SpeedCurve {
        &self.curve
    }

    fn explicit(&self, _: &ContactState, bristle: &Bristle, was: &FrictionSpring<Vec2>, strength: f64) -> Step<Vec2> {
        let steady = strength / bristle.stiffness;
        let x = bristle.speed * bristle.dt / steady;
        let kept = libm::exp(-x);
        // (1 − E)/x, which is 1 at rest.
        let taken = if x > 0.0 { -libm::expm1(-x) / x } else { 1.0 };
        let z = bristle.begins(was) * kept + bristle.slip * (bristle.dt * taken);
        bristle.yielded(z, z * (bristle.speed / steady), strength)
    }

    fn implicit(
        &self,
        contact_state: &ContactState,
        bristle: &Bristle,
        (was, free): (&FrictionSpring<Vec2>, &FreeSlip),
        memory: &mut Memory,
    ) -> Step<Vec2> {
        let strength = |v: Vec2| self.curve.strength(&contact_state.friction, v.norm()) * bristle.normal;
        let kept = |v: Vec2, _: Vec2| bristle.retained(v.norm(), strength(v));
        bristle.yields(bristle.begins(was), free, kept, memory)
    }
}

impl Law for Lugre {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "lugre",
        name: "LuGre",
        formula: "F = K z + D ż + k_v N v; ż = v − |v| z/z_ss; z_ss = g(v) N/K; g = μ_k + (μ_s − μ_k) exp(−(v/v_s)^δ)",
        source: "Canudas de Wit, Olsson, Åström & Lischinsky 1995; Velenis, Tsiotras, Canudas de Wit & Sorine 2005",
        notes: "Defect: the bristle yields under any load, so that a body shaken below its break-away load creeps without \
                end (`elasto-plastic` does not). The viscous part acts beyond the cap, and so does a `damping` that is given.",
        columns: "S: z. E: K z. D: D ż + k_v N v. Slip where more than half of the motion is plastic; the bristle creeps in stick, \
                  too.",
        parameters: &[
            SpeedCurve::V_S,
            SpeedCurve::SHAPE,
            SpeedCurve::VISCOUS,
            Parameter::K_T,
            Bristle::CUT_DAMPING,
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
