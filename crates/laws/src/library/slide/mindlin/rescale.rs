//! Slide law of Mindlin without partial slip whose displacement shrinks with the contact radius a: `T = K_t(δ) ξ`, and
//! `ξ ← ξ a/a_before` in a step in which a falls.
//!
//! Sources: R. D. Mindlin, *Compliance of elastic bodies in contact*, J. Appl. Mech. 16 (1949) 259 (K_t); LAMMPS,
//! *pair_style granular*, `tangential mindlin_rescale` (after O. R. Walton, personal communication there).
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
//! As the overlap falls, T falls as a² and not as a: LAMMPS keeps the law for old input and advises
//! `mindlin-rescale-force`.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Law, LawInfo, Memory, Needs, Remembers, Step};
use crate::library::slide::mindlin::no_slip::{NoSlip, shrinking};

/// Parameters of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MindlinRescale {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub mu: Option<f64>,
    /// Tangential stiffness K_t, N/m; `None` takes 8 G_eff √(R_eff δ) if E and ν are known, else K_E.
    pub stiffness: Option<f64>,
    /// Dashpot coefficient D_t in stick, N·s/m; `None` takes the damping coefficient of the normal force.
    pub damping: Option<f64>,
}

impl MindlinRescale {
    fn no_slip(&self) -> NoSlip {
        NoSlip { mu: self.mu, stiffness: self.stiffness, damping: self.damping }
    }
}

impl Law for MindlinRescale {
    type Deflection = Vec2;

    const INFO: LawInfo = LawInfo {
        id: "mindlin-rescale",
        name: "Mindlin, the displacement rescaled",
        formula: "F = K_t ξ + D_t v, at most μN; K_t = 8 G_eff √(R_eff δ); ξ ← ξ a/a_before while a = √(R_eff δ) falls",
        source: "Mindlin 1949; LAMMPS, tangential mindlin_rescale",
        notes: "One coefficient of friction. Needs the overlap. T falls as a², and as N rises it grows without motion, which returns more work than it took.",
        columns: "S: ξ. E: K_t ξ. D: D_t v, 0 in slip. Slip where the force reaches μN.",
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
        self.no_slip().step_of_displacement(contact_state, was, kept)
    }
}
