//! Slide law of Mindlin without partial slip, incremental in the load: `dT = K_t(δ) dξ`, and a change of N alone leaves T.
//!
//! Sources: R. D. Mindlin, *Compliance of elastic bodies in contact*, J. Appl. Mech. 16 (1949) 259 (K_t); LAMMPS,
//! *pair_style granular*, `tangential mindlin/force`: "the accumulated elastic tangential force characterizes the contact
//! history, instead of the accumulated tangential displacement".
//!
//! | symbol | here |
//! |---|---|
//! | K_t | `stiffness`, else `8 G_eff √(R_eff δ)` where E, ν and the overlap are known, else K_E |
//! | D_t | `damping`, else the damping coefficient of the normal force: LAMMPS's η_t = x_γt η_n with x_γt = 1 |
//! | μ | `mu`, else μ_k |
//!
//! Differs: LAMMPS leaves the dashpot on in slip, where the stored part is the capped force less the dashpot's; here the
//! spring holds the capped force, as under `mindlin-tsuji`.
//! A load kept while the contact softens returns more work than it took (`no_slip.rs`).

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Remembers, Step};
use crate::library::slide::mindlin::no_slip::NoSlip;

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MindlinForce {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Tangential stiffness K_t, N/m; `None` takes 8 G_eff √(R_eff δ) if E and ν are known, else K_E.
    pub stiffness: Option<f64>,
    /// Dashpot coefficient D_t in stick, N·s/m; `None` takes the damping coefficient of the normal force.
    pub damping: Option<f64>,
}

impl MindlinForce {
    fn no_slip(&self) -> NoSlip {
        NoSlip { mu: self.mu, stiffness: self.stiffness, damping: self.damping }
    }
}

impl Law for MindlinForce {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "mindlin-force",
        name: "Mindlin, the load stored",
        formula: "dT = K_t dξ, T + D_t v at most μN; K_t = 8 G_eff √(R_eff δ)",
        source: "Mindlin 1949; LAMMPS, tangential mindlin/force",
        notes: "One coefficient of friction. T does not change with N, up to μN: removing T at a smaller overlap returns more work than it took.",
        columns: "S: T/stiffness, else T/K_E. E: T. D: D_t v, 0 in slip. Slip where the force reaches μN.",
        parameters: NoSlip::PARAMETERS,
        needs: Needs::Nothing,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu, &mut self.stiffness, &mut self.damping]
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, _: &mut Memory) -> Step<Vec2> {
        self.no_slip().step_of_load(contact_state, was, 1.0)
    }

    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<Vec2>, _: &Memory) -> f64 {
        self.no_slip().stored(contact_state, now)
    }
}
