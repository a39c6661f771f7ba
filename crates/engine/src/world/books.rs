//! The energy account of a world: the energy that contacts store and have dissipated, carried from step to step.

use crate::laws::energy::{Budget, Charge, ContactTally};
use crate::laws::{Vec2, Vec3};
use crate::world::contact::ContactKey;
use bevy_ecs::prelude::*;

/// The energy ledger of case 0, kept while `on`: if switched on before the first step, it closes to the integration
/// error. Like all memory it is part of the state, and is restored with it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct EnergyLedger {
    /// True if the ledger is kept; a run that does not need it saves the time.
    pub on: bool,
    /// The budget at the last step.
    pub budget: Budget,
    /// Open contacts in the order of their keys.
    pub open: Vec<ContactEnergy>,
    /// Contacts that have ended.
    pub closed: ContactTally,
    /// Power of the driven bodies at the last step, W.
    pub power: f64,
    /// Torque, N·m, that damped the rocking of bodies at the last step, and their angular velocity, rad/s, by body
    /// number.
    pub rocking: Vec<(u32, [Vec3; 2])>,
    /// Edits logged so far.
    pub edits: usize,
    /// True once the first state is booked.
    pub begun: bool,
}

/// The account of one contact since its birth.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Account {
    /// Energies, J.
    pub tally: ContactTally,
    /// The sums of all increments of slide (m), roll of i, roll of j and spin (rad), contact frame: the total sliding,
    /// rolling and spinning of the bodies over each other, whatever the springs retain of it.
    pub travel: [Vec2; 4],
    /// The sums of p_i and of p_j, m, contact frame: the path of the contact point over each surface, unrolled into the
    /// plane.
    pub paths: [Vec2; 2],
}

/// The account of one contact and its state at the end of the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactEnergy {
    /// Which contact.
    pub key: ContactKey,
    /// Its age, steps: a contact that ends and begins again gets a new account.
    pub age: u64,
    /// Its accounts.
    pub account: Account,
    /// State of slide, roll of i, roll of j and spin at the last step.
    pub held: [Charge; 4],
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

    /// The account of an open contact.
    pub fn of(&self, key: &ContactKey) -> Option<&Account> {
        let place = self.open.binary_search_by_key(key, |page| page.key).ok()?;
        Some(&self.open[place].account)
    }
}
