//! Mindlin's stiffness without partial slip, for histories that follow a changing contact radius: the common part of
//! `mindlin-force`, `mindlin-rescale` and `mindlin-rescale-force`.
//!
//! While the radius a of the contact area changes, a spring of stiffness `K_t = 8 G_eff a` leaves open how the load
//! changes without motion. The load may follow the stiffness (`mindlin-tsuji`) or keep its value, and either may be
//! reduced as the area shrinks. Work of shear at one radius and of its removal at another, from ½ T²/K_t put in:
//!
//! | law | load, a falling | work back over work put in | load, a rising | back over put in |
//! |---|---|---|---|---|
//! | `mindlin-tsuji` | ∝ a | a/a_0 < 1 | ∝ a | a/a_0 > 1 |
//! | `mindlin-force` | constant | a_0/a > 1 | constant | a_0/a < 1 |
//! | `mindlin-rescale` | ∝ a² | (a/a_0)³ < 1 | ∝ a | a/a_0 > 1 |
//! | `mindlin-rescale-force` | ∝ a | a/a_0 < 1 | constant | a_0/a < 1 |
//!
//! Only the last never returns more than was put in (D. Elata and J. G. Berryman, Mech. Mater. 24 (1996) 229, on the
//! energy that the others create; I. Agnolin and J.-N. Roux, Phys. Rev. E 76 (2007) 061302, appendix A).

use crate::Vec2;
use crate::friction::element::{FrictionSpring, Spring};
use crate::friction::law::{ContactState, Memory, Parameter, Step, capped_together};

/// The parameters of the laws without partial slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NoSlip {
    /// Coefficient of friction μ; `None` takes μ_k.
    pub(crate) mu: Option<f64>,
    /// K_t, N/m; `None` takes that of the overlap ([`ContactState::mindlin_stiffness`]).
    pub(crate) stiffness: Option<f64>,
    /// D_t, N·s/m; `None` takes the damping coefficient of the normal force.
    pub(crate) damping: Option<f64>,
}

impl NoSlip {
    /// Descriptions of the parameters, in the order of the fields.
    pub(crate) const PARAMETERS: &'static [Parameter] =
        &[Parameter::MU, Parameter::K_MINDLIN, Parameter { default: "that of the normal force law", ..Parameter::D_T }];

    /// K_t of this point, N/m.
    fn stiffness(&self, contact_state: &ContactState) -> f64 {
        contact_state.mindlin_stiffness(self.stiffness) * contact_state.at.share
    }

    /// Load per history of a law that stores the load, N/m: `stiffness`, else K_E, for a history in metres that does not
    /// depend on the overlap.
    fn per_history(&self, contact_state: &ContactState) -> f64 {
        contact_state.stiffness(self.stiffness) * contact_state.at.share
    }

    /// Spring, cap and dashpot of this point.
    fn spring(&self, contact_state: &ContactState) -> Spring {
        let cap = contact_state.mu(self.mu) * contact_state.normal();
        let damping = self.damping.unwrap_or(contact_state.normal_damping) * contact_state.at.share;
        Spring::from_load_caps([cap, cap], self.stiffness(contact_state), damping)
    }

    /// A step of a law that stores the displacement, of which the fraction `kept` remains.
    pub(crate) fn step_of_displacement(
        &self,
        contact_state: &ContactState,
        was: &FrictionSpring<Vec2>,
        kept: f64,
    ) -> Step<Vec2> {
        let was = FrictionSpring { history: was.history * kept, ..*was };
        capped_together(self.spring(contact_state), &was, contact_state.by.slip, contact_state.dt)
    }

    /// A step of a law that stores the load, of which the fraction `kept` remains.
    pub(crate) fn step_of_load(
        &self,
        contact_state: &ContactState,
        was: &FrictionSpring<Vec2>,
        kept: f64,
    ) -> Step<Vec2> {
        let (spring, per_history) = (self.spring(contact_state), self.per_history(contact_state));
        // The displacement of a spring of the present stiffness under the stored load. A point without a share of the
        // normal force has no stiffness, and no load.
        let scale = if spring.stiffness > 0.0 { per_history / spring.stiffness } else { 0.0 };
        let was = FrictionSpring { history: was.history * (kept * scale), ..*was };
        let step = capped_together(spring, &was, contact_state.by.slip, contact_state.dt);
        let history = if scale > 0.0 { step.history / scale } else { Vec2::zeros() };
        Step { history, ..step }
    }

    /// Energy recovered by removing the load at this overlap, ½ T²/K_t, J.
    pub(crate) fn stored(&self, contact_state: &ContactState, now: &FrictionSpring<Vec2>) -> f64 {
        let k = self.stiffness(contact_state);
        if k > 0.0 { 0.5 * now.elastic.norm_squared() / k } else { 0.0 }
    }
}

/// The fraction a/a_before of the contact radius that remains after a step in which it shrinks, else 1; a = √(R_eff δ).
/// `memory.number`: δ of the last step, m, 0 for a new contact.
pub(crate) fn shrinking(contact_state: &ContactState, memory: &mut Memory) -> f64 {
    let before = std::mem::replace(&mut memory.number, contact_state.overlap);
    if contact_state.overlap < before { (contact_state.overlap / before).sqrt() } else { 1.0 }
}
