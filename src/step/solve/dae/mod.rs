//! Static friction as a constraint: the friction of all contacts with the slide law `dae`, by the equations of
//! [`crate::laws::dae`].
//!
//! The equations are in docs/dae.md. The solver runs in `Loads`: by then normal forces, springs, pulls and gravity are
//! known and give the velocities that the bodies would have at the end of the next step. Sweeps over the contacts in
//! the order of their keys, starting from the friction of the last step, compute each friction from the velocities that
//! include all the others, and update the velocities of both bodies at once. The frictions are then added to the loads
//! on the bodies: like springs, they act in the next step.

mod gather;
mod memory;
mod problem;
mod report;
mod rounds;
mod spread;
mod sweep;

pub use report::{DaeCase, DaeReport, DaeStep};

use crate::laws::cones::Reaction;
use crate::laws::element::{Mode, Parts};
use crate::laws::law::Memory;
use crate::step::contacts::bodies::{BodyColumns, BodyItems, WrenchColumns};
use crate::step::contacts::columns::{ContactColumns, ContactMut, with_columns};
use crate::step::contacts::table::ContactTable;
use crate::step::events::{EventLog, EventNotes, What};
use crate::step::guard;
use crate::step::outcome::Outcome;
use crate::step::simd::SimdLevel;
use crate::step::solve::springs::contact::keep;
use crate::world::body::{ConstraintsInUse, Wrench};
use crate::world::{Cases, Clock};
use bevy_ecs::prelude::*;
use gather::DaeSources;
use memory::DaeMemory;
use problem::{DaeBody, DaeProblem, DaeRow};

/// True if a pair of the table has the slide law `dae`.
pub(in crate::step) fn any_dae(table: Res<ContactTable>) -> bool {
    table.dae
}

/// `StepSystems::Loads`, after all other loads: finds the friction of these contacts and adds it to the loads on the
/// bodies.
pub(in crate::step) fn resist(
    (clock, lanes, outcome, simd, holding): (
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
    report.begin(lanes.0.len());
    let all_bodies = BodyColumns::of(&bodies, &table.entities);
    let mut wrenches = WrenchColumns::of(&mut wrenches, &table.entities);
    let mut notes = EventNotes { on: log.on, events: Vec::new() };
    let mut all_finite = true;
    with_columns(&mut contacts, |mut columns| {
        let sources = DaeSources {
            table: &table,
            clock: &clock,
            outcome: &outcome,
            lanes: &lanes.0,
            is_held: holding.0,
            bodies: &all_bodies,
        };
        let count = sources.gather(&columns, &mut wrenches, &mut memory);
        for at in 0..count {
            if memory.problems[at].rows.is_empty() {
                continue;
            }
            let (step, is_exhausted) = memory.solve(at, simd.level());
            let problem = &mut memory.problems[at];
            report.note(problem.lane, step, is_exhausted);
            for row in &problem.rows {
                store(row, &problem.bodies, (&table, clock.short()), &mut columns, &mut notes);
            }
            all_finite &= push(problem, &mut wrenches);
        }
    });
    table.all_finite &= all_finite;
    notes.events.into_iter().for_each(|(key, what)| log.push(clock.step, key, what));
}

/// Stores the result of a contact in its row.
fn store(
    row: &DaeRow,
    bodies: &[DaeBody],
    (table, step): (&ContactTable, u32),
    columns: &mut ContactColumns,
    notes: &mut EventNotes,
) {
    let at = row.at as usize;
    let (pair, identity) = (&mut columns.pairs[at], &mut columns.identities[at]);
    let Some(extras) = columns.extras[at].0.as_deref_mut() else { return };
    let modes = pair.modes.with(0, row.mode);
    if extras.reaction.is_none() {
        // A contact that begins has no previous mode.
        pair.modes = modes;
    } else if modes != pair.modes {
        let variant = &table.classes[pair.class as usize].variant;
        keep(modes, variant, step, &mut pair.modes, identity, notes);
    }
    let parting = row.parting(bodies, table.classes[pair.class as usize].mass);
    let [jammed, jams] = [extras.parting, parting].map(|parting| parting.is_some_and(|parting| parting < 0.0));
    if jammed != jams {
        notes.push(identity.key, What::Painleve(jams));
    }
    extras.parting = parting;
    let work = row.work(&extras.memories.slide.vectors[0]);
    extras.reaction = Some(Reaction {
        load: [row.normal, row.load.x, row.load.y, 0.0, 0.0, 0.0],
        motion: [0.0, -row.now.x, -row.now.y, 0.0, 0.0, 0.0],
        work: [0.0, work, 0.0, 0.0],
        modes: [row.mode, Mode::Stick, Mode::Stick],
    });
    extras.memories.slide = Memory { vectors: [row.load, row.now], number: row.lambda() };
    extras.loads.slide = Parts { elastic: row.load.into(), damping: Default::default() };
}

/// Adds the friction of a case to the loads on its bodies; true if it is finite.
fn push(problem: &mut DaeProblem, wrenches: &mut WrenchColumns) -> bool {
    let DaeProblem { rows, bodies, places, sums, .. } = problem;
    sums.clear();
    sums.resize(bodies.len(), Wrench::default());
    for DaeRow { bodies, tangents: [u, w], arms, load, .. } in &*rows {
        let force = u * load.x + w * load.y;
        for (k, sign) in [(0, 1.0), (1, -1.0)] {
            let sum = &mut sums[bodies[k] as usize];
            sum.force += force * sign;
            sum.torque += arms[k].cross(&force) * sign;
        }
    }
    let mut all_finite = true;
    for (place, sum) in places.iter().zip(sums) {
        if let Some(wrench) = wrenches.get(*place) {
            wrench.force += sum.force;
            wrench.torque += sum.torque;
            all_finite &= guard::load_is_finite(wrench);
        }
    }
    all_finite
}
