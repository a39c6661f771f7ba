//! Explicit springs: normal force from overlap (or known), friction by FN20 and by the law library.

pub(crate) mod any_law;
pub(crate) mod contact;
mod normal;
mod prisms;
pub(crate) mod single;
pub(crate) mod wide;

use crate::laws::friction::law::ContactState;
use crate::laws::math::order::sort_by_key;
use crate::step::contacts::context::{Observed, StepContext};
use crate::step::contacts::narrow::geometry::Geometry;
use crate::step::contacts::pair_constants::SimdMode;
use crate::step::contacts::table::bodies::{BodyColumns, BodyItems};
use crate::step::contacts::table::columns::{ContactMut, with_columns};
use crate::step::contacts::table::reduction::MIN_PART_ROWS;
use crate::step::contacts::table::{ContactTable, LARGE};
use crate::step::events::EventLog;
use crate::step::outcome::Outcome;
use crate::step::schedules::{LoadSystems, SimStart, SimStep, StepSystems};
use crate::step::simd::SimdLevel;
use crate::step::solve::rocking::{RockingTorques, any_rocking, damp_rocking};
use crate::step::workers::Workers;
use crate::world::body::{BodyRef, BodyRow};
use crate::world::contact::Observation;
use crate::world::contact_view::ContactView;
use crate::world::{Cases, Clock};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;

/// The solver of explicit springs, with its damping of rocking.
pub(in crate::step) struct SpringsPlugin;

impl Plugin for SpringsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<RockingTorques>();
        let add = |schedule: &mut Schedule| {
            let solve = (normal::find_normal_forces.run_if(any_shared), resolve).chain().in_set(StepSystems::Solve);
            schedule.add_systems((solve, damp_rocking.run_if(any_rocking).in_set(LoadSystems::Friction)));
        };
        app.edit_schedule(SimStart, add).edit_schedule(SimStep, add);
    }
}

fn any_shared(table: Res<ContactTable>) -> bool {
    table.shares
}

/// `StepSystems::Solve`: resolves every contact from geometry to loads, in one pass over the table.
pub(in crate::step) fn resolve(
    (clock, cases, workers, outcome, observation, simd_mode, simd): (
        Res<Clock>,
        Res<Cases>,
        Res<Workers>,
        Res<Outcome>,
        Res<Observation>,
        Res<SimdMode>,
        Res<SimdLevel>,
    ),
    mut log: ResMut<EventLog>,
    mut table: ResMut<ContactTable>,
    bodies: Query<BodyItems>,
    mut contacts: Query<ContactMut>,
) {
    if table.rows == 0 {
        return;
    }
    table.set_step_size(clock.dt);
    let work = table.work();
    let all_bodies = BodyColumns::new(&bodies, &table.entities);
    let ContactTable {
        bodies: motions,
        turns,
        planes,
        classes,
        constants,
        wide_rows,
        marks,
        reduction,
        sums,
        rocks,
        flips,
        entities,
        ..
    } = &mut *table;
    let stopped = |case: u32| outcome.has_stopped(case);
    let context = StepContext {
        at: Geometry {
            bodies: motions,
            planes,
            classes,
            general: marks,
            stopped: if outcome.cases.is_empty() { None } else { Some(&stopped) },
            step: clock.short(),
        },
        turns,
        constants: &constants.1,
        rules: &cases.0,
        body: &all_bodies,
        observed: Observed { simd: *observation == Observation::All },
        takes_single: *simd_mode != SimdMode::Wide,
        rocks: *rocks,
        are_noted: log.on,
        is_large: *wide_rows > LARGE,
        level: simd.level(),
        dt: clock.dt,
    };
    with_columns(&mut contacts, |columns| {
        workers.run(work, |shared| {
            let threads = if shared { rayon::current_num_threads().min(work / MIN_PART_ROWS) } else { 1 };
            reduction.resolve::<wide::Springs>(&context, (columns, sums), threads);
        });
    });
    let mut events = Vec::new();
    for notes in reduction.notes() {
        flips.append(&mut notes.flips);
        events.append(&mut notes.events);
    }
    sort_by_key(&mut events, |(key, ..)| *key);
    for (key, rows, kind) in events {
        log.push(clock.step, key, rows.map(|row| entities[row as usize]), kind);
    }
}

/// Inputs of the friction laws at a contact of the current world; `None` if the contact has ended.
pub fn contact_state(world: &mut World, contact: &ContactView) -> Option<ContactState> {
    let mut rows = world.query::<crate::world::contact::ContactRow>();
    let mut bodies = world.query::<BodyRow>();
    let table = world.resource::<ContactTable>();
    let (pair, _, motion, _, extras) = rows.iter(world).find(|row| row.3.key == contact.pair.key)?;
    let class = table.classes.get(pair.class as usize)?;
    let both = bodies.get_many(world, [contact.pair.i, contact.pair.j]).ok()?.map(BodyRef::new);
    let dt = world.resource::<Clock>().dt;
    let contact = contact::Contact {
        class,
        is: class.constants(dt),
        point: extras.0.as_deref()?.geometry.point,
        history: contact.history,
        motion: *motion,
        curvatures: [contact.paths.kappa_i, contact.paths.kappa_j],
        grain: extras.0.as_deref()?.geometry.grain,
        reaction: extras.0.as_deref()?.solution.reaction,
        line: extras.0.as_deref()?.geometry.line,
        rocking: 0.0,
        damped_mass: extras.0.as_deref()?.passing.damped_mass,
    };
    Some(any_law::contact_state(&contact, &both, dt))
}
