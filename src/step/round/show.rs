//! A round contact in the full form that every other contact has: what follows from its compact components, its bodies
//! and its laws.

use super::Rounds;
use super::classes::Class;
use super::kernel::{Parts, Place, place};
use crate::laws::element::{Capped, Deflection, Mode, Spring};
use crate::laws::frame::ContactFrame;
use crate::laws::parameters::Derived;
use crate::laws::{Rotation, Vec3};
use crate::world::Clock;
use crate::world::body::Pose;
use crate::world::contact::{Frame, Loads, NormalForce, Pair, PairLaw, Paths, Roll, Slide, Spin, Touch};
use crate::world::round::{RoundMemory, RoundMotion, RoundPair};
use bevy_ecs::prelude::*;

/// All components of a contact.
pub type Full = (Pair, PairLaw, Touch, Frame, Paths, NormalForce, Slide, Roll, Spin, Loads);

/// The compact components of a contact.
pub type RoundRow<'a> = (&'a RoundPair, &'a RoundMemory, &'a RoundMotion);

/// Every round contact that touches, in the order of the keys.
pub fn contacts(world: &mut World) -> Vec<(Entity, Full)> {
    let Some(rounds) = world.get_resource::<Rounds>().filter(|rounds| !rounds.loads.is_empty()) else {
        return Vec::new();
    };
    let dt = world.resource::<Clock>().dt;
    let entities = rounds.entities.clone();
    let pose = |world: &World, row: u32| world.get::<Pose>(entities[row as usize]).copied();
    let mut query = world.query::<(Entity, &RoundPair, &RoundMemory, &RoundMotion)>();
    let rounds = world.resource::<Rounds>();
    let touching = query.iter(world).filter(|row| row.1.touches());
    let full = touching.filter_map(|(entity, pair, memory, motion)| {
        let poses = [pose(world, pair.rows[0])?, pose(world, pair.rows[1])?];
        Some((entity, full(rounds, (pair, memory, motion), [&poses[0], &poses[1]], dt)?))
    });
    full.collect()
}

/// One contact in full.
pub fn full(rounds: &Rounds, row: RoundRow, [pose_i, pose_j]: [&Pose; 2], dt: f64) -> Option<Full> {
    let (pair, memory, motion) = row;
    let class = &rounds.classes[pair.class as usize];
    let [i, j] = pair.rows.map(|row| &rounds.balls[row as usize]);
    let at = place(&Class { gap: f64::INFINITY, ..class.clone() }, i, j, &rounds.flats)?;
    let [x_i, x_j] = [pose_i.x, pose_j.x];
    let touch = Touch {
        c: 0.5 * (x_i + at.to[0] + x_j + at.to[1]),
        n: memory.n,
        on_i: x_i + at.to[0],
        on_j: x_j + at.to[1],
        overlap: motion.overlap,
    };
    let now = ContactFrame { n: memory.n, u: memory.u, w: memory.n.cross(&memory.u) };
    let paint = |q: &Rotation| [now.u, now.w].map(|v| q.inverse_transform_vector(&v));
    let frame = Frame {
        now,
        last: last_frame(rounds, pair, &now, dt).unwrap_or(now),
        in_i: paint(&pose_i.q),
        in_j: paint(&pose_j.q),
        psi: motion.psi,
    };
    let paths = Paths {
        p_i: motion.paths[0],
        p_j: motion.paths[1],
        from_i: pose_i.q.inverse_transform_vector(&memory.from[0]),
        from_j: pose_j.q.inverse_transform_vector(&memory.from[1]),
        kappa_i: class.curvatures[0],
        kappa_j: class.curvatures[1],
    };
    let derived = shown(class, motion.normal);
    let normal = NormalForce { n: motion.normal, share: 1.0, patch: class.patch(motion.normal), derived };
    let parts = parts(class, pair, memory, motion, &derived, dt);
    let (slide, roll, spin) =
        (Slide(parts.slide), Roll { i: parts.roll[0], j: parts.roll[1] }, Spin(parts.spin));
    let loads = Loads::of(&frame, motion.normal, &slide, &roll, &spin);
    let ends = pair.rows.map(|row| rounds.entities[row as usize]);
    let pair = Pair { key: pair.key, i: ends[0], j: ends[1], age: u64::from(pair.age) };
    Some((pair, class.law, touch, frame, paths, normal, slide, roll, spin, loads))
}

fn shown(class: &Class, n: f64) -> Derived {
    class.springs(n)
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

/// The frame of the step before: its normal from where the bodies were, its tangent brought back as body i turned.
fn last_frame(rounds: &Rounds, pair: &RoundPair, now: &ContactFrame, dt: f64) -> Option<ContactFrame> {
    if pair.age == 0 {
        return None;
    }
    let class = &rounds.classes[pair.class as usize];
    let class = Class { gap: f64::INFINITY, ..class.clone() };
    let back = |row: u32| {
        let mut ball = rounds.balls[row as usize];
        ball.x -= ball.v * dt;
        ball
    };
    let mut flats = rounds.flats.clone();
    for flat in &mut flats {
        flat.up = rounds.balls[flat.row as usize].turn.transpose() * flat.up;
    }
    let Place { n, .. } = place(&class, &back(pair.rows[0]), &back(pair.rows[1]), &flats)?;
    let turn = rounds.balls[pair.rows[0] as usize].turn;
    let n_now: Vec3 = turn.transpose() * now.n;
    let u = crate::laws::turning::transported(&(turn.transpose() * now.u), &n_now, &n)?;
    Some(ContactFrame { n, u, w: n.cross(&u) })
}
