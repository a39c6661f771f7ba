//! Static friction as a constraint: the friction of all contacts with the slide law `dae`, by the equations of
//! [`crate::laws::library::slide::dae`].
//!
//! The equations are in docs/dae.md. The solver runs in `Loads`: by then normal forces, springs, pulls and gravity are
//! known and give the velocities that the bodies would have at the end of the next step. Sweeps over the contacts in
//! the order of their keys, starting from the friction of the last step, compute each friction from velocities that
//! include all the others, and update the velocities of both bodies immediately. The frictions are then added to the
//! loads on the bodies: like springs, they act in the next step.

mod coordinates;
mod gather;
mod memory;
mod problem;
mod report;
mod rounds;
mod spread;
mod store;
mod sweep;
mod wide_batch;

pub use report::{DaeCase, DaeReport, DaeStep};

use crate::laws::Vec3;
use crate::laws::math::number::Row;
use crate::step::checks::guard;
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::bodies::{BodyColumns, BodyItems, WrenchColumns};
use crate::step::contacts::table::columns::{ContactMut, with_columns};
use crate::step::events::{EventLog, EventNotes};
use crate::step::outcome::Outcome;
use crate::step::schedules::{LoadSystems, SimStart, SimStep};
use crate::step::simd::SimdLevel;
use crate::step::solve::rocking::damp_rocking;
use crate::world::body::{ConstraintsInUse, Wrench};
use crate::world::{Cases, Clock};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use gather::DaeSources;
use memory::DaeMemory;
use problem::DaeProblem;
use store::DaeResults;

/// The solver of static friction as a constraint.
pub(in crate::step) struct DaePlugin;

impl Plugin for DaePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<DaeReport>();
        let add = |schedule: &mut Schedule| {
            let solve = solve_static_friction.run_if(any_dae).after(damp_rocking);
            schedule.add_systems(solve.in_set(LoadSystems::Friction));
        };
        app.edit_schedule(SimStart, add).edit_schedule(SimStep, add);
    }
}

/// True if a pair of the table has the slide law `dae`.
fn any_dae(table: Res<ContactTable>) -> bool {
    table.coupled
}

/// `StepSystems::Loads`, after all other loads: finds the friction of the contacts with the slide law `dae` and adds it
/// to the loads on the bodies.
fn solve_static_friction(
    (clock, cases, outcome, simd, constraints_in_use): (
        Res<Clock>,
        Res<Cases>,
        Res<Outcome>,
        Res<SimdLevel>,
        Res<ConstraintsInUse>,
    ),
    mut table: ResMut<ContactTable>,
    bodies: Query<BodyItems>,
    mut wrenches: Query<(Entity, &mut Wrench)>,
    mut contacts: Query<ContactMut>,
    (mut report, mut log, mut memory): (ResMut<DaeReport>, ResMut<EventLog>, Local<DaeMemory>),
) {
    report.begin(cases.0.len());
    let all_bodies = BodyColumns::new(&bodies, &table.entities);
    let mut wrenches = WrenchColumns::new(&mut wrenches, &table.entities);
    let mut notes = EventNotes { on: log.on, ..EventNotes::default() };
    let mut all_finite = true;
    with_columns(&mut contacts, |mut columns| {
        let sources = DaeSources {
            table: &table,
            clock: &clock,
            outcome: &outcome,
            cases: &cases.0,
            is_held: constraints_in_use.0,
            bodies: &all_bodies,
        };
        let count = sources.gather(&columns, &mut wrenches, &mut memory);
        let (table, step) = (&*table, clock.short());
        let mut results = DaeResults { table, step, columns: &mut columns, notes: &mut notes };
        for at in 0..count {
            if memory.problems[at].points.is_empty() {
                continue;
            }
            let (step, is_exhausted) = memory.solve(at, simd.level(), &mut results);
            let problem = &memory.problems[at];
            report.note(problem.case, step, is_exhausted);
            all_finite &= push(problem, &mut wrenches);
        }
    });
    table.all_finite &= all_finite;
    for (key, bodies, kind) in notes.events {
        log.push(clock.step, key, table.bodies_of(bodies), kind);
    }
}

/// Adds the friction of a case to the loads on its bodies; true if it is finite.
fn push(DaeProblem { rows, sums, .. }: &DaeProblem, wrenches: &mut WrenchColumns) -> bool {
    let mut all_finite = true;
    for (row, Row([x, y, z, a, b, c, ..])) in rows.iter().zip(sums) {
        if let Some(wrench) = wrenches.get(*row) {
            wrench.force += Vec3::new(*x, *y, *z);
            wrench.torque += Vec3::new(*a, *b, *c);
            all_finite &= guard::load_is_finite(wrench);
        }
    }
    all_finite
}
