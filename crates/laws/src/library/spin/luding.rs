//! Spin law of Luding: the slide law on a spinning velocity, whose pseudo force acts as a torque about n.
//!
//! Source: S. Luding, *Cohesive, frictional powders: contact models for tension*, Granular Matter 10 (2008) 235; FN20
//! Appendix A.3: `v_o = R_eff [n·(ω_i − ω_j)] n`, a pseudo force F_sp from v_o by the slide law's spring and dashpot,
//! `M_sp = R_eff F_sp`.
//!
//! | symbol | here |
//! |---|---|
//! | caps of F_sp | `mu_o N`; if not given, the torque caps of the scene's spin model apply (η_ψ μN/𝒦 or ½ μNa) |
//! | stiffness of F_sp | `stiffness`, else K_E; for the torque `K R_eff²` |
//! | damping | the scene's `spin_damping` for this torque stiffness |
//!
//! Differs: the history is kept as an angle, `∫v_o dt/R_eff`.

use crate::friction::element::{FrictionSpring, Spring};
use crate::friction::law::{
    ContactState, Law, LawInfo, Memory, Needs, Parameter, ParameterForm, Remembers, Step, capped_together,
};
use crate::friction::parameters::FrictionParameters;

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LudingSpin {
    /// Spin friction coefficient μ_o, static and kinetic; `None` takes the torque caps of the scene's spin model.
    pub mu_o: Option<f64>,
    /// Stiffness of the pseudo force, N/m; `None` takes the stiffness given for slide, or K_E.
    pub stiffness: Option<f64>,
}

impl Law for LudingSpin {
    type Deflection = f64;

    const INFO: LawInfo = LawInfo {
        id: "luding-spin",
        name: "Luding, spin",
        formula: "v_o = R_eff n·(ω_i − ω_j); F_sp by Luding's slide rule; M = R_eff F_sp",
        source: "Luding 2008; Fang & Negrut 2020, A.3",
        notes: "Spring and dashpot are tested together, as in slide.",
        columns: "Psi: ∫v_o dt/R_eff. Tspin_E, Tspin_D: spring and dashpot.",
        parameters: &[
            Parameter {
                name: "mu_o",
                meaning: "μ_o, spin friction coefficient, static and kinetic",
                unit: "1",
                default: "the torques of the scene's spin model",
                form: ParameterForm::NotNegative,
            },
            Parameter { meaning: "stiffness of the pseudo-force", ..Parameter::K_T },
        ],
        needs: Needs::SpinModel,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu_o, &mut self.stiffness]
    }

    fn takes_stiffness(&self, friction: &FrictionParameters) -> bool {
        // Without an own coefficient, the caps are those of the paper's spin spring.
        self.mu_o.is_none() || self.stiffness.is_none() && friction.slide_given.stiffness.is_none()
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<f64>, _: &mut Memory) -> Step<f64> {
        capped_together(self.spring(contact_state), was, contact_state.by.spin, contact_state.dt)
    }
}

impl LudingSpin {
    fn spring(&self, contact_state: &ContactState) -> Spring {
        let (r, n) = (contact_state.area_radius, contact_state.normal());
        let k = contact_state.stiffness(self.stiffness) * r * r;
        let damping = contact_state.friction.spin_given.damping.coefficient(contact_state.at.spin_inertia, k);
        let caps = match self.mu_o {
            Some(mu) => [mu * r * n; 2],
            None => {
                let papers = contact_state.friction.derive(&contact_state.at).spin;
                [papers.static_cap, papers.kinetic_cap].map(|cap| cap * papers.stiffness)
            }
        };
        Spring::from_load_caps(caps, k * contact_state.at.share, damping * contact_state.at.share)
    }
}
