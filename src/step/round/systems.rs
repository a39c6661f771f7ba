//! The systems of round contacts, in the order in which they run.

use super::lanes::Around;
use super::look::place;
use super::table::Table;
use super::{Ball, LARGE, Rounds};
use crate::laws::frame::ContactFrame;
use crate::laws::number::Row;
use crate::laws::turning::Turn;
use crate::laws::{Rotation, Vec3};
use crate::scene::NormalLaw;
use crate::step::Outcome;
use crate::step::detect::touch_down_between;
use crate::step::events::EventLog;
use crate::step::guard;
use crate::step::workers::{Columns, Workers};
use crate::world::body::{Body, Holding, Mass, Pose, Supports, Twist, Wrench};
use crate::world::round::{APART, RoundMemory, RoundMotion, RoundPair, RoundPast};
use crate::world::{Clock, Lanes};
use bevy_ecs::prelude::*;

/// `StepSystems::Detect`: how each body stands, moves and turned in this step. The list of bodies is in the order of
/// their table: [`crate::step::broad::refresh_pairs`] has seen to that. What the guard would look at is looked at as it goes
/// by.
pub fn follow_bodies(
    (clock, workers): (Res<Clock>, Res<Workers>),
    mut rounds: ResMut<Rounds>,
    bodies: Query<(Entity, &Pose, &Twist)>,
) {
    rounds.are_calm = false;
    if rounds.rows == 0 {
        return;
    }
    let Ok(chunks) = bodies.contiguous_iter() else { return };
    let tables: Vec<_> = chunks.map(|(found, poses, twists)| (rounds.place_of(found), poses, twists)).collect();
    let Rounds { entities, balls, turns, before, flats, smallest, are_calm, .. } = &mut *rounds;
    let (dt, smallest) = (clock.dt, *smallest);
    *are_calm = true;
    for (at, poses, twists) in tables {
        let Some(at) = at else {
            *are_calm = false;
            continue;
        };
        let at = at..at + poses.len();
        let columns = (&mut balls[at.clone()], (&mut turns[at.clone()], &mut before[at]));
        *are_calm &= workers.all(columns, &[], |first, (balls, (turns, before))| {
            let rows = balls.iter_mut().zip(turns).zip(before).zip(poses[first..].iter().zip(&twists[first..]));
            let mut are_calm = true;
            for (((ball, turn), before), (pose, twist)) in rows {
                *ball = Ball::of(&pose.x, &twist.v);
                *turn = Turn::between(before, &pose.q).numbers();
                *before = pose.q;
                are_calm &= guard::moves_calmly(pose, twist, smallest, dt);
            }
            are_calm
        });
    }
    for flat in flats {
        if let Ok((_, pose, twist)) = bodies.get(entities[flat.row as usize]) {
            (flat.up, flat.w) = (pose.q * Vec3::z(), twist.w);
        }
    }
}

/// `StepSystems::Detect`: under a known normal force the normal motion is a constraint: what approaches the other body
/// stops there when the contact begins.
pub fn touch_down(
    mut rounds: ResMut<Rounds>,
    lanes: Res<Lanes>,
    mut outcome: ResMut<Outcome>,
    names: Query<&Body>,
    mut bodies: Query<&mut Twist>,
    pairs: Query<&RoundPair>,
) {
    if !rounds.known {
        return;
    }
    let Rounds { entities, balls, flats, classes, .. } = &mut *rounds;
    for pair in pairs.iter().filter(|pair| !pair.touches()) {
        let class = &classes[pair.class as usize];
        if !class.law.is_known() || outcome.has_stopped(class.lane) {
            continue;
        }
        let [row_i, row_j] = pair.rows.map(|row| row as usize);
        let Some(place) = place(class, &balls[row_i], &balls[row_j], flats) else { continue };
        let both = [entities[row_i], entities[row_j]];
        if class.law.normal == NormalLaw::KnownWeight && class.moves == [true; 2] {
            let why = crate::step::detect::weight_between_movables(both.map(|e| names.get(e).ok()));
            outcome.stop(class.lane, lanes.0.len(), why);
            continue;
        }
        if let Ok([mut twist_i, mut twist_j]) = bodies.get_many_mut(both) {
            touch_down_between([&mut twist_i, &mut twist_j], class.moves, &place.n.into());
            balls[row_i] = balls[row_i].with_velocity(&twist_i.v);
            balls[row_j] = balls[row_j].with_velocity(&twist_j.v);
        }
    }
}

/// `StepSystems::Friction`: every round contact from where it touches to its loads, in one pass over its components.
pub fn resolve(
    (clock, lanes, workers, outcome): (Res<Clock>, Res<Lanes>, Res<Workers>, Res<Outcome>),
    mut log: ResMut<EventLog>,
    mut rounds: ResMut<Rounds>,
    poses: Query<&Pose>,
    mut contacts: Query<(&mut RoundPair, &mut RoundMemory, &mut RoundMotion, &mut RoundPast)>,
) {
    if rounds.rows == 0 {
        return;
    }
    rounds.set_step_size(clock.dt);
    let Rounds { entities, balls, turns, flats, classes, constants, rows, shares, sums, .. } = &mut *rounds;
    let around = Around {
        balls,
        turns,
        flats,
        classes,
        constants: &constants.1,
        rules: &lanes.0,
        any_stopped: !outcome.lanes.is_empty(),
        stopped: &|lane| outcome.has_stopped(lane),
        are_noted: log.on,
        is_large: *rows > LARGE,
        step: u32::try_from(clock.step).unwrap_or(APART - 1),
        dt: clock.dt,
        born_with: |row: u32, n: &Vec3| ContactFrame::born(*n, &orientation(&poses, entities[row as usize])),
    };
    let Ok(mut chunks) = contacts.contiguous_iter_mut() else { return };
    if let Some((mut pairs, mut memories, mut motions, mut pasts)) = chunks.next() {
        let table = Table {
            pairs: pairs.bypass_change_detection(),
            memories: memories.bypass_change_detection(),
            motions: motions.bypass_change_detection(),
            pasts: pasts.bypass_change_detection(),
        };
        workers.run(table.rows(), |shared| shares.resolve(&around, (table, sums), shared));
    }
    let mut events: Vec<_> = shares.notes().flat_map(|notes| notes.events.drain(..)).collect();
    events.sort_by_key(|(key, _)| *key);
    events.into_iter().for_each(|(key, what)| log.push(clock.step, key, what));
}

fn orientation(poses: &Query<&Pose>, body: Entity) -> Rotation {
    poses.get(body).map_or(Rotation::identity(), |pose| pose.q)
}

/// `StepSystems::Loads`: begins the sum of the loads on each body, with those of its round contacts.
pub fn sum_loads(
    (workers, mut rounds): (Res<Workers>, ResMut<Rounds>),
    mut holding: ResMut<Holding>,
    mut bodies: Query<(Entity, &mut Wrench)>,
    mut held: Query<(&Mass, &mut Supports)>,
    contacts: Query<(&RoundPair, &RoundMotion)>,
) {
    if holding.0 {
        held.iter_mut().for_each(|(_, mut supports)| *supports = Supports::default());
        holding.0 = false;
    }
    let Ok(chunks) = bodies.contiguous_iter_mut() else { return };
    for (found, mut wrenches) in chunks {
        let wrenches = wrenches.bypass_change_detection();
        let Some(first) = rounds.place_of(found).filter(|_| rounds.rows > 0) else {
            wrenches.fill(Wrench::default());
            rounds.are_calm = false;
            continue;
        };
        let Rounds { shares, sums, are_calm, .. } = &mut *rounds;
        let sums = &mut sums[first..first + wrenches.len()];
        let cuts = shares.cuts(first, wrenches.len());
        *are_calm &= workers.all((sums, wrenches), &cuts, |at, (sums, wrenches)| {
            shares.add_late(first + at, sums);
            let mut are_calm = true;
            for (wrench, Row([fx, fy, fz, tx, ty, tz, ..])) in wrenches.iter_mut().zip(sums) {
                *wrench = Wrench { force: Vec3::new(*fx, *fy, *fz), torque: Vec3::new(*tx, *ty, *tz) };
                are_calm &= guard::is_loaded_calmly(wrench);
            }
            are_calm
        });
    }
    rounds.shares.forget_late();
    if rounds.known {
        holding.0 |= support(&rounds, &mut held, &contacts);
    }
}

/// Notes the normals along which known normal forces hold the bodies; true if there are any.
fn support(
    rounds: &Rounds,
    bodies: &mut Query<(&Mass, &mut Supports)>,
    contacts: &Query<(&RoundPair, &RoundMotion)>,
) -> bool {
    let mut any = false;
    for (pair, motion) in contacts.iter().filter(|row| row.0.touches()) {
        let class = &rounds.classes[pair.class as usize];
        let holds = match class.law.normal {
            NormalLaw::KnownForce(_) => true,
            NormalLaw::KnownWeight => motion.read().normal > 0.0,
            NormalLaw::Hooke { .. } | NormalLaw::Hertz { .. } => false,
        };
        let [i, j] = pair.rows.map(|row| &rounds.balls[row as usize]);
        let Some(place) = place(class, i, j, &rounds.flats).filter(|_| holds) else { continue };
        for row in &pair.rows {
            if let Ok((mass, mut supports)) = bodies.get_mut(rounds.entities[*row as usize])
                && mass.mass.is_finite()
            {
                supports.add(&place.n.into());
                any = true;
            }
        }
    }
    any
}
