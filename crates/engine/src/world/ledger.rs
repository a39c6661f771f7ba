//! Energy ledger of a world: the energy that contacts store and have dissipated, carried from step to step.

use crate::laws::friction::energy::{Budget, ContactAccounts, SpringState};
use crate::laws::{Vec2, Vec3};
use crate::world::contact::ContactKey;
use bevy_ecs::prelude::*;

/// Energy ledger of case 0, kept while `on`. If it is switched on before the first step, it closes to the integration
/// error. Snapshots save and restore it with the rest of the state.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct EnergyLedger {
    /// True if the ledger is kept. A run that does not need it saves the time.
    pub on: bool,
    /// Energy budget of the case after the last step.
    pub budget: Budget,
    /// Open contacts in the order of their keys.
    pub open: Vec<ContactEnergy>,
    /// Energies, J, summed over the contacts that have ended.
    pub closed: ContactAccounts,
    /// Power supplied by driven bodies and pulls at the last step, W.
    pub power: f64,
    /// Rocking damping at the last step, by body number: torque on the body, N·m, and angular velocity, rad/s, world.
    pub rocking: Vec<(u32, [Vec3; 2])>,
    /// Length of the edit log at the last step. When it grows, the residual of the budget is booked as work of edits.
    pub edits: usize,
    /// True once the first state has been booked.
    pub begun: bool,
}

/// Energies and paths of one contact, summed since the contact began.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Account {
    /// Energies stored and dissipated by each component, J.
    pub tally: ContactAccounts,
    /// The sums of all increments of slide (m), roll of i, roll of j and spin (rad), contact frame: the total sliding,
    /// rolling and spinning of the bodies over each other, whatever the springs retain of it.
    pub travel: [Vec2; 4],
    /// The sums of p_i and of p_j, m, contact frame: the path of the contact point over each surface, unrolled into the
    /// plane.
    pub paths: [Vec2; 2],
    /// Plastic slip path ∫‖v_p‖ dt, m: the lengths of what the spring of slide does not keep of its increments, summed.
    /// A law that yields in stick, such as LuGre, slips there too; a purely elastic motion adds nothing.
    pub plastic_slip: f64,
}

/// The account of one contact and its state at the end of the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactEnergy {
    /// Key of the contact.
    pub key: ContactKey,
    /// Age of the contact, steps. A contact that ends and begins again gets a new account.
    pub age: u64,
    /// Energies and paths since the contact began.
    pub account: Account,
    /// State of slide, roll of i, roll of j and spin at the last step.
    pub held: [SpringState; 4],
    /// Normal force, N, and overlap, m, at the last step; for overlapping prisms the second is the elastic part of the
    /// force, N.
    pub normal: (f64, f64),
    /// Whether each component still awaits a saturated start, in the order of `held`.
    pub saturating: [bool; 4],
}

impl EnergyLedger {
    /// An empty ledger, switched on.
    pub fn kept() -> Self {
        Self { on: true, ..Self::default() }
    }

    /// The account of an open contact; `None` if no open contact has this key.
    pub fn account(&self, key: &ContactKey) -> Option<&Account> {
        let place = self.open.binary_search_by_key(key, |entry| entry.key).ok()?;
        Some(&self.open[place].account)
    }
}
