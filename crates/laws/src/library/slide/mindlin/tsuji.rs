//! Slide law of Tsuji: stiffness from the Hertz–Mindlin contact, damping equal to that of the normal force.
//!
//! Source: Y. Tsuji, T. Tanaka and T. Ishida, *Lagrangian numerical simulation of plug flow of cohesionless particles
//! in a horizontal pipe*, Powder Technology 71 (1992) 239, as FN20 Appendix A.1 (5), (6) gives it:
//! `K_t = 8 G_eff √(R_eff δ_n)`, `D_t = D_n = α √(m K_n) δ_n^{1/4}`, the force capped at μN.
//!
//! | symbol | here |
//! |---|---|
//! | G_eff | `1/G_eff = (2 − ν_i)/G_i + (2 − ν_j)/G_j`, `G = E/(2(1 + ν))`; a rigid partner adds nothing |
//! | K_n | `4/3 E_eff √R_eff`, of `N = K_n δ^{3/2}` |
//! | α | `alpha`; not given, D_t is the damping coefficient of the pair's own normal law (for a Hertz damping ratio ζ: α = √5 ζ) |
//! | δ_n | the overlap; under a known N, the Hertz overlap of N |
//! | m | m_eff, as in the normal law |
//!
//! Differs: the source caps the force without stating the state of the spring afterwards; here the spring holds the
//! capped force.

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Spring};
use crate::friction::law::{
    ContactState, Law, LawInfo, Memory, Needs, Parameter, ParameterForm, Remembers, Step, capped_together,
};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MindlinTsuji {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Damping constant α; `None` takes the damping coefficient of the normal force.
    pub alpha: Option<f64>,
}

impl Law for MindlinTsuji {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "mindlin-tsuji",
        name: "Mindlin, after Tsuji",
        formula: "F = K_t ξ + D_t v, at most μN; K_t = 8 G_eff √(R_eff δ); D_t = D_n = α √(m K_n) δ^¼",
        source: "Tsuji, Tanaka & Ishida 1992; Fang & Negrut 2020, A.1 (5), (6)",
        notes: "Needs E and ν. One coefficient of friction. K_E is not used.",
        columns: "S: ξ. E: K_t ξ. D: D_t v, 0 in slip. Slip where the force reaches μN.",
        parameters: &[
            Parameter::MU,
            Parameter {
                name: "alpha",
                meaning: "α, damping constant, a function of the restitution",
                unit: "1",
                default: "that of the normal force law",
                form: ParameterForm::NotNegative,
            },
        ],
        needs: Needs::Shear { damping: 1 },
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu, &mut self.alpha]
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        let k = contact_state.mindlin_stiffness(None); // (5)
        let damping = match (self.alpha, contact_state.elastic) {
            (Some(alpha), Some(elastic)) => {
                let k_n = 4.0 / 3.0 * elastic.modulus * contact_state.area_radius.sqrt();
                alpha * (contact_state.effective_mass * k_n).sqrt() * libm::pow(contact_state.overlap, 0.25) // (6)
            }
            _ => contact_state.normal_damping,
        };
        let cap = contact_state.mu(self.mu) * contact_state.normal();
        let spring = Spring::from_load_caps([cap, cap], k * contact_state.at.share, damping * contact_state.at.share);
        capped_together(spring, was, contact_state.by.slip, contact_state.dt)
    }
}
