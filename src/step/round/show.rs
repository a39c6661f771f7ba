//! A round contact in the full form that every other contact has: what follows from its compact components, its bodies
//! and its laws.

use super::classes::Class;
use super::kernel::Place;
use super::look::place;
use super::{Ball, Flat, Rounds};
use crate::laws::element::{Capped, Deflection, Mode, Spring};
use crate::laws::frame::ContactFrame;
use crate::laws::parameters::Derived;
use crate::laws::turning::{Turn, transported};
use crate::laws::{Rotation, Vec2, Vec3};
use crate::world::Clock;
use crate::world::body::{Pose, Twist};
use crate::world::contact::{Contact, Frame, LawMemory, Loads, NormalForce, Pair, Paths, Roll, Slide, Spin, Touch};
use crate::world::round::{Memory, RoundPair, RoundRow};
use bevy_ecs::prelude::*;

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
    let Some(rounds) = world.get_resource::<Rounds>().filter(|rounds| rounds.rows > 0) else {
        return Vec::new();
    };
    let clock = world.resource::<Clock>();
    let Some(mut query) = world.try_query::<RoundRow>() else { return Vec::new() };
    let count = query.iter(world).filter(|row| row.0.touches()).count();
    let touching = query.iter(world).filter(|row| row.0.touches());
    let mut contacts = Vec::with_capacity(count);
    contacts.extend(touching.filter_map(|row| full(rounds, row, &bodies_of(rounds, world, row.0)?, clock)));
    contacts
}

/// The same inside a system.
pub fn contacts_in(
    rounds: &Rounds,
    rows: &Query<RoundRow>,
    bodies: &Query<(&Pose, &Twist)>,
    clock: &Clock,
) -> Vec<Contact> {
    let one = |row: RoundRow| {
        let both = bodies.get_many(ends(rounds, row.0)?).ok()?;
        full(rounds, row, &both.map(|(pose, twist)| (*pose, *twist)), clock)
    };
    rows.iter().filter(|row| row.0.touches()).filter_map(one).collect()
}

/// One contact in full.
pub fn full(rounds: &Rounds, row: RoundRow, bodies: &Bodies, clock: &Clock) -> Option<Contact> {
    let (pair, memory, motion, past) = (row.0, row.1.read(), row.2.read(), row.3);
    let class = &rounds.classes[pair.class as usize];
    let [(pose_i, _), (pose_j, _)] = bodies;
    let at = place_of(class, bodies.map(|(pose, _)| pose))?;
    let (n, foot, u) = (Vec3::from(at.n), Vec3::from(at.foot), Vec3::from(memory.u));
    let (on_i, on_j) = (pose_i.x + reach(class, 0, n, foot), pose_j.x + reach(class, 1, n, foot));
    let [from_i, from_j] = starts(class, &memory, [pose_i, pose_j]);
    let now = ContactFrame { n, u, w: n.cross(&u) };
    let age = pair.age(clock.step);
    let last = if age == 0 { now } else { last_frame(class, bodies, &now, clock.dt).unwrap_or(now) };
    let paint = |q: &Rotation| [now.u, now.w].map(|v| q.inverse_transform_vector(&v));
    let frame = Frame { now, last, in_i: paint(&pose_i.q), in_j: paint(&pose_j.q), psi: motion.psi };
    let derived = class.springs(motion.normal);
    let parts = parts(class, row, &derived, clock);
    let (slide, roll, spin) = parts;
    let ends = pair.rows.map(|row| rounds.entities[row as usize]);
    Some(Contact {
        pair: Pair { key: past.key, i: ends[0], j: ends[1], age },
        law: class.law,
        touch: Touch { c: (on_i + on_j) * 0.5, n, on_i, on_j, overlap: motion.overlap },
        frame,
        paths: Paths {
            p_i: motion.paths[0].into(),
            p_j: motion.paths[1].into(),
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
    /// Slide with its load.
    pub slide: Slide,
    /// Roll with its loads.
    pub roll: Roll,
    /// Spin with its load.
    pub spin: Spin,
}

/// The same numbers as [`full`] gives, in a fraction of its time.
pub fn kept(rounds: &Rounds, row: RoundRow, poses: &[Pose; 2], clock: &Clock) -> Option<Kept> {
    let (pair, memory, motion) = (row.0, row.1.read(), row.2.read());
    let class = &rounds.classes[pair.class as usize];
    let frame = [place_of(class, *poses)?.n.into(), memory.u.into()];
    let (slide, roll, spin) = parts(class, row, &class.springs(motion.normal), clock);
    Some(Kept { frame, from: starts(class, &memory, [&poses[0], &poses[1]]), slide, roll, spin })
}

/// From the centre of body `k` to its surface or material point, m: of a ball along a unit normal, of a plane to its foot.
fn reach(class: &Class, k: usize, unit: Vec3, foot: Vec3) -> Vec3 {
    match (class.recipe.planes[k], k) {
        (true, _) => foot,
        (_, 0) => unit * -class.radii[0],
        _ => unit * class.radii[k],
    }
}

/// The material points from which the next paths start, m, body axes.
fn starts(class: &Class, memory: &Memory, poses: [&Pose; 2]) -> [Vec3; 2] {
    let from = |k: usize| Vec3::from(memory.from[k]);
    [0, 1].map(|k| poses[k].q.inverse_transform_vector(&reach(class, k, from(k), from(k))))
}

/// Where the bodies touch, at any gap.
fn place_of(class: &Class, poses: [Pose; 2]) -> Option<Place> {
    let [i, j] = poses.map(|pose| Ball::of(&pose.x, &Vec3::zeros()));
    let up = |pose: &Pose| Flat { row: 0, up: pose.q * Vec3::z(), w: Vec3::zeros() };
    place(&class.alone(), &i, &j, &[up(&poses[0]), up(&poses[1])])
}

/// The frame of the step before: its normal from where the bodies were, its tangent brought back as body i turned.
fn last_frame(class: &Class, bodies: &Bodies, now: &ContactFrame, dt: f64) -> Option<ContactFrame> {
    let before =
        bodies.map(|(pose, twist)| Pose { x: pose.x - twist.v * dt, q: Rotation::new(twist.w * -dt) * pose.q });
    let n = place_of(class, before)?.n;
    let back = Turn::by(&(bodies[0].1.w * -dt));
    let u = transported(back.of(now.u.into()), back.of(now.n.into()), n);
    let (n, u) = (Vec3::from(n), Vec3::from(u));
    Some(ContactFrame { n, u, w: n.cross(&u) })
}

/// Slide, roll and spin with the increments and loads of the last step; none at birth.
fn parts(
    class: &Class,
    (pair, memory, motion, past): RoundRow,
    springs: &Derived,
    clock: &Clock,
) -> (Slide, Roll, Spin) {
    let (memory, motion) = (memory.read(), motion.read());
    let part = |k| (pair.modes.now(k), past.age(k, clock.step), pair.modes.saturate(k));
    let mut slide = at_rest(part(0), Vec2::from(memory.slide));
    let mut roll_i = at_rest(part(1), Vec2::from(memory.roll[0]));
    let mut roll_j = at_rest(part(2), Vec2::from(memory.roll[1]));
    let mut spin = at_rest(part(3), memory.spin);
    if pair.age(clock.step) > 0 {
        let (dt, damped) = (clock.dt, class.friction().damping_in_slip);
        let [p_i, p_j] = motion.paths.map(Vec2::from);
        loaded(&mut slide, p_i - p_j, &springs.slide, dt, damped);
        if class.recipe.rolls {
            loaded(&mut roll_i, p_i * class.curvatures[0], &springs.roll_i, dt, damped);
            loaded(&mut roll_j, p_j * class.curvatures[1], &springs.roll_j, dt, damped);
        }
        if class.recipe.spins {
            loaded(&mut spin, motion.psi, &springs.spin, dt, damped);
        }
    }
    (Slide(slide), Roll { i: roll_i, j: roll_j }, Spin(spin))
}

/// A component without its loads.
fn at_rest<V: Deflection>((mode, mode_age, saturate): (Mode, u64, bool), history: V) -> Capped<V> {
    Capped { mode, mode_age, history, increment: V::ZERO, elastic: V::ZERO, damping: V::ZERO, saturate }
}

/// Increment and loads of a component after its step, as [`Capped::advance`] gives them.
fn loaded<V: Deflection>(part: &mut Capped<V>, increment: V, spring: &Spring, dt: f64, damping_in_slip: bool) {
    part.increment = increment;
    part.elastic = part.history.times(spring.stiffness);
    if part.mode == Mode::Stick || damping_in_slip {
        part.damping = increment.times(spring.damping / dt);
    }
}
