//! The whole state between two steps, saved and restored: a run continued from it is bit-identical.
//!
//! A snapshot contains everything with memory: bodies, contacts with all their components, pulls, the rules of the
//! cases, the clock, the outcome and the energy ledger. Driven motions are functions of time. The log of edits is not
//! included: it belongs to the whole run, and the caller who restores a state supplies the edits that follow.

use super::apply_changes::mark_driving;
use super::broad::{self, Anchor};
use super::edits::{EditLog, QueueEdit};
use super::outcome::Outcome;
use super::schedules::set_played;
use super::solve::cones::{ConesReport, Convergence};
use super::solve::dae::DaeReport;
use super::spawn::{BodyDefinition, MovingState, body};
use crate::laws::Vec3;
use crate::laws::math::order::sort_by_key;
use crate::scene::PlayedRun;
use crate::step::contacts::narrow::Collider;
use crate::step::contacts::table::ContactTable;
use crate::world::body::{
    Body, BodyShape, ConstraintsInUse, ElasticMaterial, Grain, InitialPose, Mass, MotionType, NormalConstraints, Pose,
    Redefined, Twist, Wrench,
};
use crate::world::contact::{BYTES, ContactBundle, ContactDetails, ContactPair, ContactRow, Touching};
use crate::world::ledger::{ContactEnergy, EnergyLedger};
use crate::world::played::PlayedMotion;
use crate::world::pull::Pulls;
use crate::world::{CaseId, Cases, Clock};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A state between two steps.
#[derive(Clone)]
pub struct Snapshot {
    clock: Clock,
    outcome: Outcome,
    cases: Cases,
    /// Constant components of each body, shared with earlier snapshots; ordered by case and number.
    kinds: Arc<Vec<(BodyDefinition, Collider)>>,
    /// Variable components of each body, ordered by case and number.
    moving: Vec<MovingState>,
    /// Touching contacts, ordered by key.
    contacts: Vec<ContactBundle>,
    /// Pulls of the bodies that have any, by case and number.
    pulls: Vec<((u32, u32), Pulls)>,
    ledger: EnergyLedger,
    cones: ConesReport,
    convergence: Convergence,
    dae: DaeReport,
    /// Recorded motion that the world plays; `None` if it computes the motion.
    played: Option<Arc<PlayedRun>>,
}

/// Changes of the state since the start of an unedited scene, for a file: together with the scene they give the whole
/// state. Bodies and contacts are ordered as in a [`Snapshot`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChangedState {
    step: u64,
    moving: Vec<MovingState>,
    contacts: Vec<ContactBundle>,
    /// Force, N, and torque, N·m, of the pulls on each body that has any, by case and number.
    pulls: Vec<((u32, u32), [Vec3; 2])>,
    /// Reports of the constraint solvers so far.
    cones: ConesReport,
    dae: DaeReport,
}

impl ChangedState {
    /// Steps done.
    pub fn step(&self) -> u64 {
        self.step
    }
}

impl Snapshot {
    /// The changes since the start of the scene, which must be unedited and without an energy ledger.
    pub fn changed(self) -> ChangedState {
        let pulls = self.pulls.into_iter().map(|(name, pulls)| (name, [pulls.force, pulls.torque])).collect();
        let Self { clock, moving, contacts, cones, dae, .. } = self;
        ChangedState { step: clock.step, moving, contacts, pulls, cones, dae }
    }

    /// Applies the changes to this snapshot of the scene's start; `None` if they belong to another scene.
    pub fn with(mut self, changed: ChangedState) -> Option<Self> {
        let ChangedState { step, moving, contacts, pulls, cones, dae } = changed;
        let bodies = self.moving.len() as u64;
        let is_of_it = |contact: &ContactBundle| {
            let key = &contact.identity.key;
            (key.case as usize) < self.cases.0.len() && u64::from(key.i.max(key.j)) < bodies
        };
        let pulled = self.pulls.iter().map(|(name, _)| name).eq(pulls.iter().map(|(name, _)| name));
        if moving.len() != self.moving.len() || !pulled || !contacts.iter().all(is_of_it) {
            return None;
        }
        for ((_, here), (_, [force, torque])) in self.pulls.iter_mut().zip(pulls) {
            (here.force, here.torque) = (force, torque);
        }
        self.clock.step = step;
        self.cases.0.iter_mut().for_each(|case| case.make_changes(..step));
        (self.moving, self.contacts, self.cones, self.dae) = (moving, contacts, cones, dae);
        Some(self)
    }

    /// Saves the state of the world. The constant components are shared with `last` if they are equal.
    pub fn take(world: &mut World, last: Option<&Self>) -> Self {
        let mut bodies: Vec<((BodyDefinition, Collider), MovingState)> =
            world.query::<SavedRow>().iter(world).map(parts).collect();
        sort_by_key(&mut bodies, |((kind, _), _)| (kind.case, kind.body.index));
        let (kinds, moving): (Vec<_>, Vec<_>) = bodies.into_iter().unzip();
        let same = |last: &&Self| last.kinds.iter().map(|(kind, _)| kind).eq(kinds.iter().map(|(kind, _)| kind));
        let shared = last.filter(same).map(|last| Arc::clone(&last.kinds));
        let mut rows = world.query::<ContactRow>();
        let touching = rows.iter(world).filter(|row| row.0.touches());
        let mut contacts: Vec<_> = touching.map(ContactBundle::from_row).collect();
        sort_by_key(&mut contacts, |contact| contact.identity.key);
        let pulled = world.query::<(&CaseId, &Body, &Pulls)>();
        let mut pulls: Vec<_> =
            { pulled }.iter(world).map(|(case, body, pulls)| ((case.0, body.index), pulls.clone())).collect();
        sort_by_key(&mut pulls, |(name, _)| *name);
        Self {
            pulls,
            clock: *world.resource::<Clock>(),
            outcome: world.resource::<Outcome>().clone(),
            cases: world.resource::<Cases>().clone(),
            kinds: shared.unwrap_or_else(|| Arc::new(kinds)),
            moving,
            contacts,
            ledger: world.resource::<EnergyLedger>().clone(),
            cones: world.resource::<ConesReport>().clone(),
            convergence: world.resource::<Convergence>().clone(),
            dae: world.resource::<DaeReport>().clone(),
            played: world.get_resource::<PlayedMotion>().map(|played| Arc::clone(&played.0)),
        }
    }

    /// Steps done.
    pub fn step(&self) -> u64 {
        self.clock.step
    }

    /// Recorded motion that the world plays; `None` if it computes the motion.
    pub fn played(&self) -> Option<Arc<PlayedRun>> {
        self.played.clone()
    }

    /// Approximate memory use, bytes.
    pub fn bytes(&self) -> usize {
        let own =
            size_of::<Self>() + size_of::<BodyDefinition>() * self.kinds.len() / Arc::strong_count(&self.kinds).max(1);
        let entries = size_of::<ContactEnergy>() * self.ledger.open.len();
        let extras = self.contacts.iter().filter(|contact| contact.extras.0.is_some()).count();
        own + size_of::<MovingState>() * self.moving.len()
            + BYTES * self.contacts.len()
            + size_of::<ContactDetails>() * extras
            + entries
            + self.convergence.bytes()
    }

    /// Restores the state in `world`. A body reuses the entity with its case and number, if there is one; contacts get
    /// new entities. Queued edits are dropped, and edits logged at or after this step are removed.
    pub fn restore(&self, world: &mut World) {
        set_played(world, self.played.clone());
        self.restore_bodies(world);
        let old: Vec<Entity> = world.query_filtered::<Entity, With<ContactPair>>().iter(world).collect();
        for entity in old {
            world.despawn(entity);
        }
        world.insert_resource(ConstraintsInUse::default());
        world.insert_resource(self.clock);
        world.insert_resource(self.outcome.clone());
        world.insert_resource(self.cases.clone());
        world.insert_resource(self.ledger.clone());
        world.insert_resource(self.cones.clone());
        world.insert_resource(self.convergence.clone());
        world.insert_resource(self.dae.clone());
        world.resource_mut::<Messages<QueueEdit>>().clear();
        world.resource_mut::<EditLog>().0.retain(|(step, _)| *step < self.clock.step);
        world.insert_resource(ContactTable::default());
        world.insert_resource(Redefined::default());
        world.spawn_batch(self.contacts.clone().into_iter().map(|contact| (contact, Touching)));
        broad::pair_bodies(world);
    }

    /// Restores the bodies, each in the entity with its case and number if there is one.
    fn restore_bodies(&self, world: &mut World) {
        let there = world.query::<(Entity, &CaseId, &Body)>();
        let mut there: BTreeMap<(u32, u32), Entity> =
            { there }.iter(world).map(|(entity, case, body)| ((case.0, body.index), entity)).collect();
        for ((kind, collider), moving) in self.kinds.iter().zip(&self.moving) {
            let name = (kind.case.0, kind.body.index);
            let entity = there.remove(&name).unwrap_or_else(|| world.spawn_empty().id());
            world.entity_mut(entity).insert(body(kind.clone(), collider.clone(), *moving)).remove::<Pulls>();
            mark_driving(world, entity);
            if let Ok(at) = self.pulls.binary_search_by_key(&name, |(name, _)| *name) {
                world.entity_mut(entity).insert(self.pulls[at].1.clone());
            }
        }
        for entity in there.into_values() {
            world.despawn(entity);
        }
    }
}

/// Query for all components of a body.
type SavedRow<'a> = (
    (
        &'a CaseId,
        &'a Body,
        &'a BodyShape,
        &'a MotionType,
        &'a Mass,
        (&'a ElasticMaterial, &'a Grain),
        &'a InitialPose,
        &'a Collider,
    ),
    (&'a Pose, &'a Twist, &'a Wrench, &'a NormalConstraints, &'a Anchor),
);

fn parts((still, moves): SavedRow) -> ((BodyDefinition, Collider), MovingState) {
    let (case, body, shape, motion_type, mass, (elastic, grain), initial_pose, collider) = still;
    let kind = BodyDefinition {
        case: *case,
        body: body.clone(),
        shape: shape.clone(),
        motion_type: *motion_type,
        mass: *mass,
        elastic: *elastic,
        grain: *grain,
        initial_pose: *initial_pose,
    };
    let (pose, twist, wrench, normal_constraints, anchor) = moves;
    let moving = MovingState {
        pose: *pose,
        twist: *twist,
        wrench: *wrench,
        normal_constraints: *normal_constraints,
        anchor: *anchor,
    };
    ((kind, collider.clone()), moving)
}
