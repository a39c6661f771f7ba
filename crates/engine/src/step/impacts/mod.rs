//! Impacts: finds the pairs of bodies that meet and part, and sums the loads between them.
//!
//! | contact | meets in the state | parts in the state |
//! |---|---|---|
//! | springs, `dae`, known force | in which the surfaces first touch | in which they no longer touch |
//! | rigid | before the first step with a normal impulse | after the last one in a row |
//!
//! Spring loads act from one state to the next, so their sum over the states from the meeting on, times Δt, is the
//! change of momentum that the pair causes between the two states. Impulses of rigid contacts have acted within the
//! step, and are read before the bodies move.
//!
//! Nothing here changes the run, and nothing runs in a world without an [`ImpactLog`].

mod log;
mod rows;

pub use log::{Impact, ImpactLog, ImpactSums, MAX_IMPACTS, MAX_OPEN};

use super::edits::EditLog;
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::bodies::{BodyColumns, BodyItems};
use crate::world::Clock;
use crate::world::body::Twist;
use crate::world::contact::{ContactRow, PairLaw};
use bevy_ecs::prelude::*;
use log::{ImpactPair, Meeting, OpenImpact};
use rows::ContactRows;
use std::ops::Range;

/// True in a world that logs impacts.
pub(in crate::step) fn are_logged(log: Option<Res<ImpactLog>>) -> bool {
    log.is_some()
}

/// Begins a log of impacts in a world between two steps. Pairs that touch now have no impact until they have parted.
pub fn begin(world: &mut World) {
    let mut contacts = world.query::<ContactRow<'static>>();
    let table = world.resource::<ContactTable>();
    let is_spring = |class: u32| table.classes.get(class as usize).is_some_and(|class| !class.is_rigid());
    let touching = contacts.iter(world).filter(|row| row.0.touches() && is_spring(row.0.class));
    let keys = touching.map(|row| row.3.key).filter(|key| key.case == 0);
    let now = (world.resource::<Clock>().step, world.resource::<EditLog>().0.len());
    let log = ImpactLog::begin_with(keys.map(|key| [key.i, key.j]), now);
    world.insert_resource(log);
}

/// `StepSystems::Guard`, once the state is complete: notes which pairs with springs have met or parted, and adds the loads
/// that act from now on.
pub(in crate::step) fn note_springs(
    (clock, table, edits): (Res<Clock>, Res<ContactTable>, Res<EditLog>),
    mut log: ResMut<ImpactLog>,
    bodies: Query<BodyItems>,
    contacts: Query<ContactRow<'static>>,
) {
    let is_edited = log.edits != edits.0.len();
    if table.flips.is_empty() && log.open.is_empty() && !is_edited {
        return;
    }
    let Some(rows) = ContactRows::read(&contacts, (&table, &clock)) else { return };
    let all_bodies = BodyColumns::new(&bodies, &table.entities);
    for run in rows.flipped() {
        let Some((pair, _)) = rows.pair_at(run.start).filter(|(_, class)| !class.is_rigid()) else { continue };
        let is_known = log.meetings.contains_key(&pair);
        match (rows.touch(&run), is_known) {
            (true, false) => {
                if let Some(open) = open(&rows, &all_bodies, pair, run.start) {
                    log.begin(open);
                }
            }
            (false, true) => log.end(pair, clock.step, |body_rows| twists(&all_bodies, pair, body_rows)),
            _ => {}
        }
    }
    if is_edited {
        log.edits = edits.0.len();
        discard_parted(&mut log, &rows);
    }
    let mut lost = Vec::new();
    for (pair, open) in log.open.iter_mut().filter(|(_, open)| !open.impact.is_rigid) {
        match rows.run_of(*pair, open.row).filter(|run| rows.touch(run)) {
            Some(run) => {
                (open.row, open.body_rows) = (run.start, rows.body_rows(run.start));
                open.impact.sums.add(rows.spring_loads(run), clock.dt);
            }
            None => lost.push(*pair),
        }
    }
    lost.into_iter().for_each(|pair| log.discard(pair));
}

/// Forgets the spring pairs whose contacts an edit has ended: nothing marks their rows.
fn discard_parted(log: &mut ImpactLog, rows: &ContactRows) {
    let touches = |pair: &ImpactPair| rows.run_of(*pair, usize::MAX).is_some_and(|run| rows.touch(&run));
    let parted: Vec<ImpactPair> = log
        .meetings
        .keys()
        .filter(|pair| log.pressing.binary_search(pair).is_err() && !touches(pair))
        .copied()
        .collect();
    parted.into_iter().for_each(|pair| log.discard(pair));
}

/// `StepSystems::Constrain`, before the bodies move: notes which rigid pairs press in this step, and adds their impulses.
pub(in crate::step) fn note_rigid(
    (clock, table): (Res<Clock>, Res<ContactTable>),
    mut log: ResMut<ImpactLog>,
    bodies: Query<BodyItems>,
    contacts: Query<ContactRow<'static>>,
) {
    if !table.rigid && log.pressing.is_empty() {
        return;
    }
    let Some(rows) = ContactRows::read(&contacts, (&table, &clock)) else { return };
    let all_bodies = BodyColumns::new(&bodies, &table.entities);
    let mut pressing = Vec::new();
    for found in table.touching_pairs() {
        let run: Range<usize> = found.living_rows();
        let Some((pair, class)) = rows.pair_at(run.start).filter(|(_, class)| class.is_rigid()) else { continue };
        if !rows.presses(&run) {
            continue;
        }
        pressing.push(pair);
        if !log.meetings.contains_key(&pair) {
            let touching = -PairLaw::touching(class.size);
            if clock.step == log.begun && rows.overlap(&run) >= touching {
                log.meetings.insert(pair, Meeting::FromStart);
            } else if let Some(open) = open(&rows, &all_bodies, pair, run.start) {
                log.begin(open);
            }
        }
        if let Some(open) = log.open.get_mut(&pair) {
            open.body_rows = found.rows;
            open.impact.sums.add(rows.rigid_loads(run), clock.dt);
        }
    }
    pressing.sort_unstable();
    for pair in std::mem::replace(&mut log.pressing, pressing) {
        if log.pressing.binary_search(&pair).is_err() {
            log.end(pair, clock.step, |body_rows| twists(&all_bodies, pair, body_rows));
        }
    }
}

/// The impact of a pair that meets in the present state; `row`: first row of the pair.
fn open(rows: &ContactRows, bodies: &BodyColumns, pair: ImpactPair, row: usize) -> Option<OpenImpact> {
    let (_, class) = rows.pair_at(row)?;
    let body_rows = rows.body_rows(row);
    let before = twists(bodies, pair, body_rows)?;
    let impact = Impact {
        bodies: pair,
        steps: [rows.step(); 2],
        sums: ImpactSums::default(),
        before,
        after: before,
        mu_k: class.friction().parameters.mu_k,
        is_rigid: class.is_rigid(),
    };
    Some(OpenImpact { impact, row, body_rows })
}

/// Velocities of the bodies of a pair, which were last in these rows; `None` if one of them is no longer there.
fn twists(bodies: &BodyColumns, pair: ImpactPair, body_rows: [u32; 2]) -> Option<[Twist; 2]> {
    let is_body = |row: u32, index: u32| bodies.mobility(row).is_some_and(|body| body.name == (0, index));
    let find = |row: u32, index: u32| match is_body(row, index) {
        true => Some(row),
        false => (0..bodies.count() as u32).find(|row| is_body(*row, index)),
    };
    let twist = |k: usize| Some(*bodies.get(find(body_rows[k], pair[k])?)?.twist);
    Some([twist(0)?, twist(1)?])
}
