//! Slide law of Mindlin without partial slip, incremental in a load that shrinks with the contact radius a:
//! `dT = K_t(δ) dξ`, and `T ← T a/a_before` in a step in which a falls. No cycle of N and ξ returns more work than it took.
//!
//! Sources: R. D. Mindlin, *Compliance of elastic bodies in contact*, J. Appl. Mech. 16 (1949) 259 (K_t); C. Thornton, S. J.
//! Cummins and P. W. Cleary, *An investigation of the comparative behaviour of alternative contact force models during
//! inelastic collisions*, Powder Technology 233 (2013) 30, (18); LAMMPS, *pair_style granular*,
//! `tangential mindlin_rescale/force`.
//!
//! | symbol | here |
//! |---|---|
//! | K_t | `stiffness`, else `8 G_eff √(R_eff δ)` where E, ν and the overlap are known, else K_E |
//! | D_t | `damping`, else the damping coefficient of the normal force: LAMMPS's η_t = x_γt η_n with x_γt = 1 |
//! | μ | `mu`, else μ_k |
//! | a | √(R_eff δ) |
//!
//! Differs: LAMMPS leaves the dashpot on in slip, where the stored part is the capped force less the dashpot's; here the
//! spring holds the capped force, as under `mindlin-tsuji`.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Remembers, Step};
use crate::library::slide::mindlin::no_slip::{NoSlip, shrinking};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MindlinRescaleForce {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Tangential stiffness K_t, N/m; `None` takes 8 G_eff √(R_eff δ) if E and ν are known, else K_E.
    pub stiffness: Option<f64>,
    /// Dashpot coefficient D_t in stick, N·s/m; `None` takes the damping coefficient of the normal force.
    pub damping: Option<f64>,
}

impl MindlinRescaleForce {
    fn no_slip(&self) -> NoSlip {
        NoSlip { mu: self.mu, stiffness: self.stiffness, damping: self.damping }
    }
}

impl Law for MindlinRescaleForce {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "mindlin-rescale-force",
        name: "Mindlin, the load rescaled",
        formula: "dT = K_t dξ, T + D_t v at most μN; K_t = 8 G_eff √(R_eff δ); T ← T a/a_before while a = √(R_eff δ) falls",
        source: "Mindlin 1949; Thornton, Cummins & Cleary 2013, (18); LAMMPS, tangential mindlin_rescale/force",
        notes: "One coefficient of friction. Needs the overlap. Creates no energy in any cycle of N and ξ.",
        columns: "S: T/stiffness, else T/K_E. E: T. D: D_t v, 0 in slip. Slip where the force reaches μN.",
        parameters: NoSlip::PARAMETERS,
        needs: Needs::Overlap,
        remembers: Remembers::Deflection,
        symmetric: true,
    };

    fn numbers(&mut self) -> Vec<&mut Option<f64>> {
        vec![&mut self.mu, &mut self.stiffness, &mut self.damping]
    }

    fn step(&self, contact_state: &ContactState, was: &FrictionSpring<Vec2>, memory: &mut Memory) -> Step<Vec2> {
        let kept = shrinking(contact_state, memory);
        self.no_slip().step_of_load(contact_state, was, kept)
    }

    fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<Vec2>, _: &Memory) -> f64 {
        self.no_slip().stored(contact_state, now)
    }
}
