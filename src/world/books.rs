//! The energy account of a world: what its contacts hold and have dissipated, carried from step to step.

use crate::laws::energy::{Budget, Charge, ContactTally};
use crate::laws::{Vec2, Vec3};
use crate::world::contact::ContactKey;
use bevy_ecs::prelude::*;

/// The books of lane 0, kept while `on`: switched on before the first step, they close to the integrator's error. Like
/// every memory of the world they belong to a state: who restores one restores them with it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct EnergyLedger {
    /// Kept at all; a run without a reader saves the time.
    pub on: bool,
    /// The budget at the last step.
    pub budget: Budget,
    /// Open contacts in the order of their keys.
    pub open: Vec<ContactEnergy>,
    /// Contacts that have ended.
    pub closed: ContactTally,
    /// Power of the driven bodies at the last step, W.
    pub power: f64,
    /// Torque, N·m, that damped the rocking of bodies at the last step, and their spin, rad/s, by their number.
    pub rocking: Vec<(u32, [Vec3; 2])>,
    /// Edits logged so far.
    pub edits: usize,
    /// The first state has been booked.
    pub begun: bool,
}

/// The account of one contact since its birth.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Account {
    /// Energies, J.
    pub tally: ContactTally,
    /// The sums of all increments of slide (m), roll of i, roll of j and spin (rad), contact frame: how far the bodies have
    /// slid, rolled and spun over each other, whatever the springs remember of it.
    pub travel: [Vec2; 4],
    /// The sums of p_i and of p_j, m, contact frame: the way of the contact point over each surface, laid flat.
    pub paths: [Vec2; 2],
}

/// The account of one contact and what it held at the end of the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactEnergy {
    /// Which contact.
    pub key: ContactKey,
    /// Its age, steps: a contact that ends and begins anew gets a page of its own.
    pub age: u64,
    /// Its accounts.
    pub account: Account,
    /// Slide, roll of i, roll of j, spin at the last step.
    pub held: [Charge; 4],
    /// Normal force, N, and overlap, m, at the last step; of overlapping prisms the elastic part of the force, N, in its place.
    pub normal: (f64, f64),
    /// Still to be given a history by a saturated start, like `held`.
    pub saturating: [bool; 4],
}

impl EnergyLedger {
    /// Empty books that will be kept.
    pub fn kept() -> Self {
        Self { on: true, ..Self::default() }
    }

    /// The account of an open contact.
    pub fn of(&self, key: &ContactKey) -> Option<&Account> {
        let place = self.open.binary_search_by_key(key, |page| page.key).ok()?;
        Some(&self.open[place].account)
    }
}
