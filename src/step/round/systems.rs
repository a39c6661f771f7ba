//! The systems of round contacts, in the order in which they run.

use super::kernel::RoundLoad;
use super::lanes::{self, Around, Block};
use super::look::{SPAN, each_bit, place};
use super::{Ball, Notes, Rounds, WINDOW};
use crate::laws::frame::ContactFrame;
use crate::laws::number::{Lanes as SideBySide, Row};
use crate::laws::turning::Turn;
use crate::laws::{Rotation, Vec3};
use crate::scene::NormalLaw;
use crate::step::Outcome;
use crate::step::detect::touch_down_between;
use crate::step::events::EventLog;
use crate::step::workers::{BLOCK, Workers};
use crate::world::body::{Body, Mass, Pose, Supports, Twist, Wrench};
use crate::world::round::{APART, RoundMemory, RoundMotion, RoundPair, RoundPast};
use crate::world::{Clock, Lanes};
use bevy_ecs::prelude::*;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};
use rayon::prelude::*;

/// `StepSystems::Detect`: how each body stands, moves and turned in this step. The list of bodies is in the order of
/// their table: [`crate::step::broad::refresh_pairs`] has seen to that.
pub fn follow_bodies(workers: Res<Workers>, mut rounds: ResMut<Rounds>, bodies: Query<(Entity, &Pose, &Twist)>) {
    if rounds.rows == 0 {
        return;
    }
    let Ok(chunks) = bodies.contiguous_iter() else { return };
    let tables: Vec<_> = chunks.map(|(found, poses, twists)| (rounds.place_of(found), poses, twists)).collect();
    let Rounds { entities, balls, turns, before, flats, .. } = &mut *rounds;
    let follow =
        |(((ball, turn), before), (pose, twist)): (((&mut Ball, &mut [f64; 4]), &mut Rotation), (&Pose, &Twist))| {
            *ball = Ball::of(&pose.x, &twist.v);
            *turn = Turn::between(before, &pose.q).numbers();
            *before = pose.q;
        };
    for (at, poses, twists) in tables {
        let Some(at) = at else { continue };
        let count = poses.len();
        let at = at..at + count;
        let (here, turns, last) = (&mut balls[at.clone()], &mut turns[at.clone()], &mut before[at]);
        workers.run(count, |shared| {
            if shared {
                let blocks = here.par_chunks_mut(BLOCK).zip(turns.par_chunks_mut(BLOCK));
                let blocks = blocks.zip(last.par_chunks_mut(BLOCK));
                let blocks = blocks.zip(poses.par_chunks(BLOCK).zip(twists.par_chunks(BLOCK)));
                blocks.for_each(|(((here, turns), last), (poses, twists))| {
                    here.iter_mut().zip(turns).zip(last).zip(poses.iter().zip(twists)).for_each(follow);
                });
            } else {
                here.iter_mut().zip(turns).zip(last).zip(poses.iter().zip(twists)).for_each(follow);
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
    let Rounds { entities, balls, turns, flats, classes, constants, rows, loads, sums, notes, .. } = &mut *rounds;
    let around = Around {
        balls,
        turns,
        flats,
        classes,
        constants: &constants.1,
        rules: &lanes.0,
        any_stopped: !outcome.lanes.is_empty(),
        stopped: &|lane| outcome.has_stopped(lane),
        step: u32::try_from(clock.step).unwrap_or(APART - 1),
        dt: clock.dt,
        born_with: |row: u32, n: &Vec3| ContactFrame::born(*n, &orientation(&poses, entities[row as usize])),
    };
    let level = Level::new();
    let resolve = |block: &mut Block| dispatch!(level, simd => lanes::resolve(simd, &around, block));
    let add = |pairs: &[RoundPair], loads: &[RoundLoad], notes: &Notes, first: usize, sums: &mut [Row]| {
        dispatch!(level, simd => add_loads(simd, pairs, loads, notes, first, sums));
    };
    notes.iter_mut().for_each(|notes| notes.on = log.on);
    sums.fill(Row::default());
    let Ok(mut chunks) = contacts.contiguous_iter_mut() else { return };
    if let Some((mut pairs, mut memories, mut motions, mut pasts)) = chunks.next() {
        let pairs = pairs.bypass_change_detection().chunks_mut(WINDOW);
        let memories = memories.bypass_change_detection().chunks_mut(WINDOW);
        let motions = motions.bypass_change_detection().chunks_mut(WINDOW);
        let pasts = pasts.bypass_change_detection().chunks_mut(WINDOW);
        let windows = pairs.zip(memories).zip(motions).zip(pasts).zip(notes.chunks_mut(WINDOW / BLOCK));
        workers.run(*rows, |shared| {
            for ((((pairs, memories), motions), pasts), notes) in windows {
                let loads = &mut loads[..pairs.len()];
                if shared {
                    let blocks = pairs.par_chunks_mut(BLOCK).zip(memories.par_chunks_mut(BLOCK));
                    let blocks = blocks.zip(motions.par_chunks_mut(BLOCK)).zip(pasts.par_chunks_mut(BLOCK));
                    let blocks = blocks.zip(loads.par_chunks_mut(BLOCK)).zip(notes.par_iter_mut());
                    blocks.for_each(|rows| resolve(&mut Block::of(rows)));
                    let share = sums.len().div_ceil(rayon::current_num_threads());
                    sums.par_chunks_mut(share).enumerate().for_each(|(k, sums)| {
                        let blocks = pairs.chunks(BLOCK).zip(loads.chunks(BLOCK)).zip(&*notes);
                        blocks.for_each(|((pairs, loads), notes)| add(pairs, loads, notes, k * share, sums));
                    });
                } else {
                    let blocks = pairs.chunks_mut(BLOCK).zip(memories.chunks_mut(BLOCK));
                    let blocks = blocks.zip(motions.chunks_mut(BLOCK)).zip(pasts.chunks_mut(BLOCK));
                    for (rows, notes) in blocks.zip(loads.chunks_mut(BLOCK)).zip(notes) {
                        let mut block = Block::of((rows, notes));
                        resolve(&mut block);
                        add(block.pairs, block.loads, block.notes, 0, sums);
                    }
                }
            }
        });
    }
    for (key, what) in notes.iter_mut().flat_map(|notes| notes.events.drain(..)) {
        log.push(clock.step, key, what);
    }
}

fn orientation(poses: &Query<&Pose>, body: Entity) -> Rotation {
    poses.get(body).map_or(Rotation::identity(), |pose| pose.q)
}

/// Adds the loads of a block's contacts to the sums of the bodies from place `first` on, in the order of the contacts' keys.
#[inline(always)]
fn add_loads<S: Simd>(
    simd: S,
    pairs: &[RoundPair],
    loads: &[RoundLoad],
    notes: &Notes,
    first: usize,
    sums: &mut [Row],
) {
    let touching = notes.touching.iter().enumerate();
    for (span, bits) in touching.take(pairs.len().div_ceil(SPAN)) {
        let (pairs, loads) = (&pairs[span * SPAN..], &loads[span * SPAN..]);
        for k in each_bit(*bits) {
            let ([i, j], RoundLoad([on_i, on_j])) = (&pairs[k].rows, &loads[k]);
            for (body, load) in [(*i, on_i), (*j, on_j)] {
                if let Some(Row(sum)) = sums.get_mut((body as usize).wrapping_sub(first)) {
                    let added = <SideBySide<S>>::simd_from(simd, *sum) + <SideBySide<S>>::simd_from(simd, load.0);
                    added.store_array(sum);
                }
            }
        }
    }
}

/// `StepSystems::Loads`: adds to each body the loads of its round contacts.
pub fn sum_loads(
    rounds: Res<Rounds>,
    mut bodies: Query<(Entity, &mut Wrench)>,
    mut held: Query<(&Mass, &mut Supports)>,
    contacts: Query<(&RoundPair, &RoundMotion)>,
) {
    if rounds.rows == 0 {
        return;
    }
    let Ok(chunks) = bodies.contiguous_iter_mut() else { return };
    for (found, mut wrenches) in chunks {
        let Some(first) = rounds.place_of(found) else { continue };
        for (wrench, sum) in wrenches.bypass_change_detection().iter_mut().zip(&rounds.sums[first..]) {
            let [fx, fy, fz, tx, ty, tz, ..] = sum.0;
            wrench.force += Vec3::new(fx, fy, fz);
            wrench.torque += Vec3::new(tx, ty, tz);
        }
    }
    if rounds.known {
        support(&rounds, &mut held, &contacts);
    }
}

/// Notes the normals along which known normal forces hold the bodies.
fn support(rounds: &Rounds, bodies: &mut Query<(&Mass, &mut Supports)>, contacts: &Query<(&RoundPair, &RoundMotion)>) {
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
            }
        }
    }
}
