//! A round contact in the full form that every other contact has: what follows from its compact components, its bodies
//! and its laws.

use super::classes::Class;
use super::kernel::{Parts, Place, place};
use super::{Ball, Flat, Rounds};
use crate::laws::element::{Capped, Deflection, Mode, Spring};
use crate::laws::frame::ContactFrame;
use crate::laws::parameters::Derived;
use crate::laws::turning::{matrix, transported};
use crate::laws::{Rotation, Vec3};
use crate::world::Clock;
use crate::world::body::{Pose, Twist};
use crate::world::contact::{Contact, Frame, LawMemory, Loads, NormalForce, Pair, Paths, Roll, Slide, Spin, Touch};
use crate::world::round::{RoundMemory, RoundMotion, RoundPair};
use bevy_ecs::prelude::*;

/// The compact components of a contact.
pub type RoundRow<'a> = (&'a RoundPair, &'a RoundMemory, &'a RoundMotion);

/// The two bodies of a contact.
pub type Bodies = [(Pose, Twist); 2];

/// The bodies of this contact.
pub fn bodies_of(rounds: &Rounds, world: &World, pair: &RoundPair) -> Option<Bodies> {
    let [i, j] = ends(rounds, pair)?.map(|entity| world.get_entity(entity).ok());
    let of = |entity: EntityRef| Some((*entity.get::<Pose>()?, *entity.get::<Twist>()?));
    Some([of(i?)?, of(j?)?])
}

fn ends(rounds: &Rounds, pair: &RoundPair) -> Option<[Entity; 2]> {
    let [i, j] = pair.rows.map(|row| rounds.entities.get(row as usize).copied());
    Some([i?, j?])
}

/// Every round contact that touches, in the order of the keys.
pub fn contacts(world: &World) -> Vec<Contact> {
    let Some(rounds) = world.get_resource::<Rounds>().filter(|rounds| !rounds.loads.is_empty()) else {
        return Vec::new();
    };
    let dt = world.resource::<Clock>().dt;
    let Some(mut query) = world.try_query::<RoundRow>() else { return Vec::new() };
    let touching = query.iter(world).filter(|row| row.0.touches());
    touching.filter_map(|row| full(rounds, row, &bodies_of(rounds, world, row.0)?, dt)).collect()
}

/// The same inside a system.
pub fn contacts_in(rounds: &Rounds, rows: &Query<RoundRow>, bodies: &Query<(&Pose, &Twist)>, dt: f64) -> Vec<Contact> {
    let one = |row: RoundRow| {
        let both = bodies.get_many(ends(rounds, row.0)?).ok()?;
        full(rounds, row, &both.map(|(pose, twist)| (*pose, *twist)), dt)
    };
    rows.iter().filter(|row| row.0.touches()).filter_map(one).collect()
}

/// One contact in full.
pub fn full(rounds: &Rounds, row: RoundRow, bodies: &Bodies, dt: f64) -> Option<Contact> {
    let (pair, memory, motion) = row;
    let class = &rounds.classes[pair.class as usize];
    let [(pose_i, _), (pose_j, _)] = bodies;
    let at = place_of(class, bodies.map(|(pose, _)| pose))?;
    let to = at.to(class);
    let (on_i, on_j) = (pose_i.x + to[0], pose_j.x + to[1]);
    let [from_i, from_j] = starts(memory, &to, &[*pose_i, *pose_j]);
    let now = ContactFrame { n: memory.n, u: memory.u, w: memory.n.cross(&memory.u) };
    let last = if pair.age == 0 { now } else { last_frame(class, bodies, &now, dt).unwrap_or(now) };
    let paint = |q: &Rotation| [now.u, now.w].map(|v| q.inverse_transform_vector(&v));
    let frame = Frame { now, last, in_i: paint(&pose_i.q), in_j: paint(&pose_j.q), psi: motion.psi };
    let derived = class.springs(motion.normal);
    let parts = parts(class, pair, memory, motion, &derived, dt);
    let (slide, roll, spin) = (Slide(parts.slide), Roll { i: parts.roll[0], j: parts.roll[1] }, Spin(parts.spin));
    let ends = pair.rows.map(|row| rounds.entities[row as usize]);
    Some(Contact {
        pair: Pair { key: pair.key, i: ends[0], j: ends[1], age: u64::from(pair.age) },
        law: class.law,
        touch: Touch { c: (on_i + on_j) * 0.5, n: memory.n, on_i, on_j, overlap: motion.overlap },
        frame,
        paths: Paths {
            p_i: motion.paths[0],
            p_j: motion.paths[1],
            from_i,
            from_j,
            kappa_i: class.curvatures[0],
            kappa_j: class.curvatures[1],
        },
        normal: NormalForce { n: motion.normal, share: 1.0, patch: class.patch(motion.normal), derived },
        loads: Loads::of(&frame, motion.normal, &slide, &roll, &spin),
        slide,
        roll,
        spin,
        memory: LawMemory::default(),
    })
}

/// What the full form of a contact has of memory and loads, without the rest of it.
pub struct Kept {
    /// Unit normal and first tangent of its frame, world.
    pub frame: [Vec3; 2],
    /// Material points of bodies i and j from which the next paths start, m, body axes.
    pub from: [Vec3; 2],
    /// The four components with their loads.
    pub parts: Parts,
}

/// The same numbers as [`full`] gives, in a fraction of its time.
pub fn kept(rounds: &Rounds, row: RoundRow, poses: &[Pose; 2], dt: f64) -> Option<Kept> {
    let (pair, memory, motion) = row;
    let class = &rounds.classes[pair.class as usize];
    Some(Kept {
        frame: [memory.n, memory.u],
        from: starts(memory, &place_of(class, *poses)?.to(class), poses),
        parts: parts(class, pair, memory, motion, &class.springs(motion.normal), dt),
    })
}

/// The material points from which the next paths start, m, body axes; `to` from the bodies' centres to their surfaces.
fn starts(memory: &RoundMemory, to: &[Vec3; 2], poses: &[Pose; 2]) -> [Vec3; 2] {
    [0, 1].map(|k| poses[k].q.inverse_transform_vector(if memory.waits[k] { &memory.from[k] } else { &to[k] }))
}

/// Where the bodies touch, at any gap.
fn place_of(class: &Class, poses: [Pose; 2]) -> Option<Place> {
    let [i, j] = poses.map(|pose| Ball { x: pose.x, v: Vec3::zeros(), turn: Default::default() });
    let up = |pose: &Pose| Flat { row: 0, up: pose.q * Vec3::z(), w: Vec3::zeros() };
    place(&class.alone(), &i, &j, &[up(&poses[0]), up(&poses[1])])
}

/// The frame of the step before: its normal from where the bodies were, its tangent brought back as body i turned.
fn last_frame(class: &Class, bodies: &Bodies, now: &ContactFrame, dt: f64) -> Option<ContactFrame> {
    let before =
        bodies.map(|(pose, twist)| Pose { x: pose.x - twist.v * dt, q: Rotation::new(twist.w * -dt) * pose.q });
    let n = place_of(class, before)?.n;
    let back = matrix(&(bodies[0].1.w * -dt));
    let u = transported(&(back * now.u), &(back * now.n), &n)?;
    Some(ContactFrame { n, u, w: n.cross(&u) })
}

/// The four components with the increments and loads of the last step; none at birth.
fn parts(
    class: &Class,
    pair: &RoundPair,
    memory: &RoundMemory,
    motion: &RoundMotion,
    springs: &Derived,
    dt: f64,
) -> Parts {
    let mut parts = memory.parts();
    if pair.age == 0 {
        return parts;
    }
    let damped = class.friction().damping_in_slip;
    let [p_i, p_j] = motion.paths;
    loaded(&mut parts.slide, p_i - p_j, &springs.slide, dt, damped);
    let [rolls, spins] = class.is_on();
    if rolls {
        loaded(&mut parts.roll[0], p_i * class.curvatures[0], &springs.roll_i, dt, damped);
        loaded(&mut parts.roll[1], p_j * class.curvatures[1], &springs.roll_j, dt, damped);
    }
    if spins {
        loaded(&mut parts.spin, motion.psi, &springs.spin, dt, damped);
    }
    parts
}

/// Increment and loads of a component after its step, as [`Capped::advance`] gives them.
fn loaded<V: Deflection>(part: &mut Capped<V>, increment: V, spring: &Spring, dt: f64, damping_in_slip: bool) {
    part.increment = increment;
    part.elastic = part.history.times(spring.stiffness);
    if part.mode == Mode::Stick || damping_in_slip {
        part.damping = increment.times(spring.damping / dt);
    }
}
