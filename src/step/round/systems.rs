//! The systems of round contacts, in the order in which they run.

use super::kernel::{self, Around, place};
use super::{BLOCK, Ball, Load, Notes, Rounds, Workers};
use crate::laws::frame::ContactFrame;
use crate::laws::turning::between;
use crate::laws::{Rotation, Vec3};
use crate::scene::NormalLaw;
use crate::step::Outcome;
use crate::step::detect::touch_down_between;
use crate::step::events::{EventLog, What};
use crate::world::body::{Body, Mass, Pose, Supports, Twist, Wrench};
use crate::world::round::{APART, RoundMemory, RoundMotion, RoundPair};
use crate::world::{Clock, Lanes};
use bevy_ecs::prelude::*;
use rayon::prelude::*;

/// `StepSystems::Detect`: how each body stands, moves and turned in this step. The list of bodies is in the order of
/// their table: [`crate::step::broad::refresh_pairs`] has seen to that.
pub fn follow_bodies(workers: Res<Workers>, mut rounds: ResMut<Rounds>, bodies: Query<(Entity, &Pose, &Twist)>) {
    if rounds.loads.is_empty() {
        return;
    }
    let Ok(chunks) = bodies.contiguous_iter() else { return };
    let tables: Vec<_> = chunks.map(|(found, poses, twists)| (rounds.place_of(found), poses, twists)).collect();
    let Rounds { entities, balls, before, flats, .. } = &mut *rounds;
    let follow = |((ball, before), (pose, twist)): ((&mut Ball, &mut Rotation), (&Pose, &Twist))| {
        *ball = Ball { x: pose.x, v: twist.v, turn: between(before, &pose.q) };
        *before = pose.q;
    };
    for (at, poses, twists) in tables {
        let Some(at) = at else { continue };
        let count = poses.len();
        let (here, last) = (&mut balls[at..at + count], &mut before[at..at + count]);
        workers.run(count, |shared| {
            if shared {
                let blocks = here.par_chunks_mut(BLOCK).zip(last.par_chunks_mut(BLOCK));
                let blocks = blocks.zip(poses.par_chunks(BLOCK).zip(twists.par_chunks(BLOCK)));
                blocks.for_each(|((here, last), (poses, twists))| {
                    here.iter_mut().zip(last).zip(poses.iter().zip(twists)).for_each(follow);
                });
            } else {
                here.iter_mut().zip(last).zip(poses.iter().zip(twists)).for_each(follow);
            }
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
            touch_down_between([&mut twist_i, &mut twist_j], class.moves, &place.n);
            (balls[row_i].v, balls[row_j].v) = (twist_i.v, twist_j.v);
        }
    }
}

/// `StepSystems::Friction`: every round contact from where it touches to its loads, in one pass over its components.
pub fn resolve(
    (clock, lanes, workers, outcome): (Res<Clock>, Res<Lanes>, Res<Workers>, Res<Outcome>),
    mut log: ResMut<EventLog>,
    mut rounds: ResMut<Rounds>,
    poses: Query<&Pose>,
    mut contacts: Query<(&mut RoundPair, &mut RoundMemory, &mut RoundMotion)>,
) {
    let Rounds { entities, balls, flats, classes, loads, notes, .. } = &mut *rounds;
    if loads.is_empty() {
        return;
    }
    let around = Around { balls, flats, lanes: &lanes.0, dt: clock.dt };
    let born = |row: u32, n: &_| match poses.get(entities[row as usize]) {
        Ok(pose) => ContactFrame::born(*n, &pose.q),
        Err(_) => ContactFrame::born(*n, &Default::default()),
    };
    let any_stopped = !outcome.lanes.is_empty();
    let block = |(pairs, memories, motions, loads, notes): Block| {
        let rows = pairs.iter_mut().zip(memories).zip(motions).zip(loads);
        for (((pair, memory), motion), load) in rows {
            let class = &classes[pair.class as usize];
            if any_stopped && outcome.has_stopped(class.lane) {
                continue;
            }
            let [i, j] = pair.rows;
            match place(class, &balls[i as usize], &balls[j as usize], flats) {
                Some(place) => {
                    let row = (&mut *pair, &mut *memory, &mut *motion);
                    *load = kernel::step(row, (class, &place), &around, |n| born(i, n), notes);
                }
                None if pair.touches() => {
                    (pair.age, *load) = (APART, Load::default());
                    notes.push(pair.key, What::End);
                }
                None => {}
            }
        }
    };
    notes.iter_mut().for_each(|notes| notes.on = log.on);
    let Ok(mut chunks) = contacts.contiguous_iter_mut() else { return };
    if let Some((mut pairs, mut memories, mut motions)) = chunks.next() {
        let pairs = pairs.bypass_change_detection();
        let memories = memories.bypass_change_detection();
        let motions = motions.bypass_change_detection();
        workers.run(loads.len(), |shared| {
            if shared {
                let blocks = pairs.par_chunks_mut(BLOCK).zip(memories.par_chunks_mut(BLOCK));
                let blocks = blocks.zip(motions.par_chunks_mut(BLOCK)).zip(loads.par_chunks_mut(BLOCK));
                let blocks = blocks.zip(notes.par_iter_mut());
                blocks.for_each(|((((a, b), c), d), e)| block((a, b, c, d, e)));
            } else {
                let blocks = pairs.chunks_mut(BLOCK).zip(memories.chunks_mut(BLOCK));
                let blocks = blocks.zip(motions.chunks_mut(BLOCK)).zip(loads.chunks_mut(BLOCK));
                blocks.zip(notes.iter_mut()).for_each(|((((a, b), c), d), e)| block((a, b, c, d, e)));
            }
        });
    }
    for (key, what) in notes.iter_mut().flat_map(|notes| notes.events.drain(..)) {
        log.push(clock.step, key, what);
    }
}

/// The same block of each of the columns.
type Block<'a> = (&'a mut [RoundPair], &'a mut [RoundMemory], &'a mut [RoundMotion], &'a mut [Load], &'a mut Notes);

/// `StepSystems::Loads`: adds to each body the loads of its round contacts, in the order of their keys.
pub fn sum_loads(
    rounds: Res<Rounds>,
    workers: Res<Workers>,
    mut bodies: Query<(Entity, &mut Wrench)>,
    mut held: Query<(&Mass, &mut Supports)>,
    contacts: Query<(&RoundPair, &RoundMemory, &RoundMotion)>,
) {
    if rounds.loads.is_empty() {
        return;
    }
    let sum = |row: usize, wrench: &mut Wrench| {
        let (from, to) = (rounds.starts[row] as usize, rounds.starts[row + 1] as usize);
        for side in &rounds.sides[from..to] {
            let load = &rounds.loads[(side >> 1) as usize];
            if side & 1 == 0 {
                wrench.force += load.force;
                wrench.torque += load.torques[0];
            } else {
                wrench.force -= load.force;
                wrench.torque += load.torques[1];
            }
        }
    };
    let Ok(chunks) = bodies.contiguous_iter_mut() else { return };
    for (found, mut chunk) in chunks {
        let Some(first) = rounds.place_of(found) else { continue };
        let (count, wrenches) = (found.len(), chunk.bypass_change_detection());
        let block = |(k, block): (usize, &mut [Wrench])| {
            block.iter_mut().enumerate().for_each(|(at, wrench)| sum(first + k * BLOCK + at, wrench));
        };
        workers.run(count, |shared| {
            if shared {
                wrenches.par_chunks_mut(BLOCK).enumerate().for_each(block);
            } else {
                wrenches.chunks_mut(BLOCK).enumerate().for_each(block);
            }
        });
    }
    if rounds.known {
        support(&rounds, &mut held, &contacts);
    }
}

/// Notes the normals along which known normal forces hold the bodies.
fn support(
    rounds: &Rounds,
    bodies: &mut Query<(&Mass, &mut Supports)>,
    contacts: &Query<(&RoundPair, &RoundMemory, &RoundMotion)>,
) {
    for (pair, memory, motion) in contacts.iter().filter(|row| row.0.touches()) {
        let holds = match rounds.classes[pair.class as usize].law.normal {
            NormalLaw::KnownForce(_) => true,
            NormalLaw::KnownWeight => motion.normal > 0.0,
            NormalLaw::Hooke { .. } | NormalLaw::Hertz { .. } => false,
        };
        for row in pair.rows.iter().filter(|_| holds) {
            if let Ok((mass, mut supports)) = bodies.get_mut(rounds.entities[*row as usize])
                && mass.mass.is_finite()
            {
                supports.add(&memory.n);
            }
        }
    }
}
