//! Edits of a running simulation: queued as messages, applied at the start of the next step, and logged by step, so
//! that a session can be replayed without a window.

mod bodies;
pub(crate) mod edit;
mod friction;
mod laws;
mod pulls;
mod timed;

pub use crate::laws::pair::friction_parameter::FrictionParameter;
pub use bodies::slope;
pub use edit::{ApplyEdits, Edit, EditLog, QueueEdit, Refused};
pub(in crate::step) use timed::{are_changes_due, make_changes};

use edit::finite;

use super::checks::integrity;
use super::outcome::Outcome;
use super::{apply_changes, broad};
use crate::laws::Vec3;
use crate::scene::Cones;
use crate::step::contacts::table::ContactTable;
use crate::world::body::Redefined;
use crate::world::contact::ContactPair;
use crate::world::played::{FIXED, PlayedMotion};
use crate::world::{Cases, Clock};
use bevy_ecs::prelude::*;

/// True if [`apply_edits`] has something to do: an edit, a definition of a body or a rule that was written, or contacts
/// that are no longer in one table.
pub(in crate::step) fn are_due(
    (outcome, edits): (Res<Outcome>, Res<Messages<QueueEdit>>),
    (bodies, cases, table): (Res<Redefined>, Res<Cases>, Res<ContactTable>),
    contacts: Query<&ContactPair>,
) -> bool {
    let is_written = !edits.is_empty() || apply_changes::is_due(&bodies, &cases, &table);
    outcome.stopped.is_none() && (is_written || !integrity::are_whole(&contacts, &table))
}

/// `StepSystems::Tune`, if `are_due`: applies the queued edits and logs them. An invalid edit (μ_s < μ_k, a value that
/// is not finite or negative, no such rule or body) changes nothing, is not logged, and is reported in [`Refused`]. Stops
/// the run if contacts were taken out of their table.
pub fn apply_edits(world: &mut World) {
    if integrity::refuse_foreign(world) {
        return;
    }
    let edits: Vec<QueueEdit> = world.resource_mut::<Messages<QueueEdit>>().drain().collect();
    let step = world.resource::<Clock>().step;
    for QueueEdit(edit) in edits {
        match apply(world, &edit) {
            Ok(()) => world.resource_mut::<EditLog>().0.push((step, edit)),
            Err(why) => world.resource_mut::<Refused>().0.push((edit, why)),
        }
    }
    // The contact table and its constants depend on laws, pulls and carriers.
    broad::pair_bodies(world);
}

fn apply(world: &mut World, edit: &Edit) -> Result<(), String> {
    if world.contains_resource::<PlayedMotion>() {
        return Err(FIXED.to_owned());
    }
    match edit {
        Edit::Basic { rule, which, value } => friction::set(world, *rule, *which, *value),
        Edit::Law { rule, law } => laws::choose(world, *rule, *law),
        Edit::Gravity(g) => set_gravity(&mut world.resource_mut::<Cases>(), g),
        Edit::Kick { body, velocity, angular_velocity } => bodies::kick(world, *body, velocity, angular_velocity),
        Edit::Hold { body, pull } => pulls::hold(world, *body, pull),
        Edit::Release { body } => pulls::release(world, *body),
        Edit::Puller { body, number, stiffness, velocity } => {
            pulls::change(world, *body, *number, *stiffness, velocity)
        }
        Edit::Schedule { body, pull: Some(number), schedule } => pulls::reschedule(world, *body, *number, *schedule),
        Edit::Schedule { body, pull: None, schedule } => bodies::reschedule(world, *body, *schedule),
        Edit::Tilt { body, degrees, rate } => bodies::tilt(world, *body, *degrees, *rate),
        Edit::Place { body, position, rotation } => bodies::place(world, *body, position, rotation),
        Edit::Add(text) => bodies::add(world, text),
        Edit::Delete { body } => bodies::delete(world, *body),
        Edit::Solver(solver) => set_solver(&mut world.resource_mut::<Cases>(), solver),
    }
}

fn set_solver(cases: &mut Cases, solver: &Cones) -> Result<(), String> {
    solver.check()?;
    for case in &mut cases.0 {
        case.solver = *solver;
    }
    Ok(())
}

fn set_gravity(cases: &mut Cases, g: &Vec3) -> Result<(), String> {
    finite(&[*g])?;
    for case in &mut cases.0 {
        case.gravity = *g;
    }
    Ok(())
}
