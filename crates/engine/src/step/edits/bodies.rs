//! Edits of bodies: kick, tilt, place, add, delete.

use super::edit::finite;
use crate::laws::math::turning::rotation_vector;
use crate::laws::motion::pull::{LinkEnd, Pull};
use crate::laws::motion::schedule::Schedule;
use crate::laws::{Rotation, Vec3};
use crate::scene::{BodyChange, BodySpec, Drive, Motion, NormalLaw, Scene, overlap_fault};
use crate::shapes::Shape;
use crate::step::contacts::table::build::end_contacts;
use crate::step::{broad, spawn};
use crate::world::body::{Body, BodyShape, InitialPose, MotionType, NormalConstraints, Pose, Twist, Wrench};
use crate::world::contact::ContactIdentity;
use crate::world::pull::{Driving, Pulls};
use crate::world::{CaseId, Cases, Clock};
use bevy_ecs::prelude::*;

/// The entities of the body with this number, one per case, in the order of the cases; an error if there is none.
pub(super) fn each(world: &mut World, index: u32) -> Result<Vec<Entity>, String> {
    let mut found: Vec<(CaseId, Entity)> = world
        .query::<(Entity, &CaseId, &Body)>()
        .iter(world)
        .filter(|(_, _, body)| body.index == index)
        .map(|(entity, case, _)| (*case, entity))
        .collect();
    found.sort();
    if found.is_empty() {
        return Err(format!("there is no body {index}"));
    }
    Ok(found.into_iter().map(|(_, entity)| entity).collect())
}

/// The motion type of a body; an error if loads do not move it.
pub(super) fn movable_motion(world: &World, entity: Entity) -> Result<Motion, String> {
    match world.get::<MotionType>(entity) {
        Some(MotionType(motion)) if !matches!(motion, Motion::Fixed | Motion::Driven(_)) => Ok(*motion),
        _ => Err("this body is fixed or driven: loads do not move it".to_owned()),
    }
}

/// Restricts a velocity and an angular velocity to the components that the motion type allows.
fn allowed(motion: &Motion, v: &Vec3, w: &Vec3) -> (Vec3, Vec3) {
    match motion {
        Motion::Free => (*v, *w),
        Motion::Fixed | Motion::Driven(_) => (Vec3::zeros(), Vec3::zeros()),
        Motion::Translating => (*v, Vec3::zeros()),
        Motion::Spinning(axis) => (*v, axis * axis.dot(w)),
        Motion::Planar(axis) => (v - axis * axis.dot(v), axis * axis.dot(w)),
    }
}

pub(super) fn kick(world: &mut World, index: u32, velocity: &Vec3, angular_velocity: &Vec3) -> Result<(), String> {
    finite(&[*velocity, *angular_velocity])?;
    for entity in each(world, index)? {
        let (v, w) = allowed(&movable_motion(world, entity)?, velocity, angular_velocity);
        if let Some(mut twist) = world.get_mut::<Twist>(entity) {
            twist.v += v;
            twist.w += w;
        }
    }
    Ok(())
}

/// Slope of a plane about its own x axis, rad; positive if the plane's y axis rises.
pub fn slope(rotation: &Rotation) -> f64 {
    libm::atan2((rotation * Vec3::y()).z, (rotation * Vec3::z()).z)
}

/// Longest time in which a plane that is tilted reaches its rate of rotation, or leaves it, s.
const MAX_EASE: f64 = 0.4;
/// Angle over the rate that is the least such time, rad: 1.5°, so that a slow turn by a little has no jerk.
const MIN_EASE_ANGLE: f64 = 1.5 * std::f64::consts::PI / 180.0;
/// How much harder than usual a turn is braked at most.
const BRAKE: f64 = 4.0;

/// The factor on a rate of rotation over time that turns a plane by an angle and leaves it at rest. `angle`, rad, not
/// negative; `rate`, rad/s, positive; `moves`: the part of the rate at which it turns already, negative if away. The
/// factor rises evenly to 1, stays, and falls evenly to 0; a plane that is too fast to stop so is braked harder, and one
/// that is too fast even then turns too far and comes back. A plane that turns away stops evenly first.
fn eased(angle: f64, rate: f64, moves: f64, start: f64) -> Result<Schedule, String> {
    let stop = if moves < 0.0 { -moves * MAX_EASE } else { 0.0 };
    let onward =
        eased_rows(angle / rate - 0.5 * moves * stop, MIN_EASE_ANGLE / rate, if stop > 0.0 { 0.0 } else { moves });
    let away = (stop > 0.0).then_some([0.0, moves]);
    let rows = away.into_iter().chain(onward.into_iter().map(|[t, factor]| [stop + t, factor]));
    let mut rows: Vec<[f64; 2]> = rows.map(|[t, factor]| [start + t, factor]).collect();
    rows.dedup();
    Schedule::new(&rows).map_err(|fault| fault.what.to_owned())
}

/// Time, s, and factor of a turn that takes `time` at its whole rate and begins at the part `moves` of it, not negative;
/// `least`: the shortest time to reach the rate, s.
fn eased_rows(time: f64, least: f64, moves: f64) -> Vec<[f64; 2]> {
    let ease = if 0.5 * time > least { 0.5 * time } else { least };
    let ease = if ease < MAX_EASE { ease } else { MAX_EASE };
    let way_to_stop = 0.5 * moves * moves * ease;
    if time == 0.0 {
        vec![[0.0, 0.0]]
    } else if way_to_stop > BRAKE * time {
        let back = ((way_to_stop / BRAKE - time) / ease).sqrt();
        let [stop, turn] = [moves * ease / BRAKE, back * ease];
        vec![[0.0, moves], [stop, 0.0], [stop + turn, -back], [stop + 2.0 * turn, 0.0]]
    } else if way_to_stop >= time {
        vec![[0.0, moves], [2.0 * time / moves, 0.0]]
    } else {
        let reached = (0.5 * moves * moves + time / ease).sqrt();
        let peak = if reached < 1.0 { reached } else { 1.0 };
        let (rise, fall) = ((peak - moves).abs() * ease, peak * ease);
        let stay = (time - 0.5 * (moves + peak) * rise - 0.5 * peak * fall) / peak;
        let stay = if stay > 0.0 { stay } else { 0.0 };
        vec![[0.0, moves], [rise, peak], [rise + stay, peak], [rise + stay + fall, 0.0]]
    }
}

pub(super) fn tilt(world: &mut World, index: u32, degrees: f64, rate: f64) -> Result<(), String> {
    if !(degrees.abs() < 90.0 && rate.is_finite() && rate > 0.0) {
        return Err("a slope must lie between -90 and 90 degrees, and its rate must be positive".to_owned());
    }
    let clock = *world.resource::<Clock>();
    for entity in each(world, index)? {
        let (Some(BodyShape(Shape::Plane)), Some(pose), Some(twist), Some(MotionType(motion))) = (
            world.get::<BodyShape>(entity),
            world.get::<Pose>(entity),
            world.get::<Twist>(entity),
            world.get::<MotionType>(entity),
        ) else {
            return Err("only a plane can be tilted".to_owned());
        };
        if matches!(motion, Motion::Driven(drive) if drive.shake != Vec3::zeros()) {
            return Err("this plane is shaken by its motion in the scene".to_owned());
        }
        let angle = degrees.to_radians() - slope(&pose.q);
        let turning = pose.q * Vec3::x() * rate.to_radians().copysign(angle);
        let moves = twist.w.dot(&turning) / turning.norm_squared();
        let schedule = eased(angle.abs(), rate.to_radians(), moves, clock.time())?;
        let drive = Drive {
            velocity: Vec3::zeros(),
            angular_velocity: turning,
            pivot: pose.x,
            from: clock.time(),
            until: clock.time(),
            schedule,
            head_start: -schedule.elapsed(0.0, clock.time()),
            shake: Vec3::zeros(),
            frequency: 0.0,
        };
        let initial_pose = InitialPose(*pose);
        world.entity_mut(entity).insert((MotionType(Motion::Driven(drive)), initial_pose, Driving));
    }
    Ok(())
}

/// Gives a driven body another factor over time. The pose continues: it is a function of the time for which the whole
/// velocities would have had to act, which starts from its value now.
pub(super) fn reschedule(world: &mut World, index: u32, schedule: Schedule) -> Result<(), String> {
    let now = world.resource::<Clock>().time();
    let mut changed = Vec::new();
    for entity in each(world, index)? {
        let Some(MotionType(Motion::Driven(drive))) = world.get::<MotionType>(entity) else {
            return Err("only a driven body has a schedule".to_owned());
        };
        changed.push((entity, drive.with_schedule(schedule, now)));
    }
    for (entity, drive) in changed {
        world.entity_mut(entity).insert(MotionType(Motion::Driven(drive)));
    }
    Ok(())
}

pub(super) fn place(world: &mut World, index: u32, position: &Vec3, rotation: &Rotation) -> Result<(), String> {
    finite(&[*position, rotation.vector().into_owned()])?;
    for entity in each(world, index)? {
        let (Some(MotionType(motion)), Some(old)) = (world.get::<MotionType>(entity), world.get::<Pose>(entity)) else {
            continue;
        };
        match motion {
            Motion::Driven(_) => return Err("a driven body follows its prescribed motion".to_owned()),
            Motion::Spinning(axis) | Motion::Planar(axis) => {
                let turn = rotation_vector(&(rotation * old.q.inverse()));
                if turn.cross(axis).norm() > 1e-6 * turn.norm().max(1e-3) {
                    return Err("this body rotates only about the axis of its motion".to_owned());
                }
            }
            Motion::Free | Motion::Fixed | Motion::Translating => {}
        }
        let pose = Pose { x: *position, q: *rotation };
        teleport(world, entity, pose);
        world.entity_mut(entity).insert(InitialPose(pose));
    }
    Ok(())
}

/// Moves a body. Its contacts end with their loads and histories; its pulls act on.
fn teleport(world: &mut World, entity: Entity, pose: Pose) {
    end_contacts(world, |_, bodies| bodies.contains(&entity));
    let pulls = world.get::<Pulls>(entity);
    let wrench = pulls.map_or_else(Wrench::default, |pulls| Wrench { force: pulls.force, torque: pulls.torque });
    world.entity_mut(entity).insert((pose, wrench, NormalConstraints::default()));
}

/// Sets the velocity or the pose of a body that loads move, as an edit of the scene does. Under a known normal force a
/// velocity keeps only its part along the surfaces, as at the beginning of a contact.
pub(super) fn set_state(world: &mut World, entity: Entity, to: &BodyChange) {
    let Some(pose) = world.get::<Pose>(entity).copied() else { return };
    match to {
        BodyChange::Position { origin, centre } => {
            teleport(world, entity, Pose { x: origin + pose.q * centre, ..pose });
        }
        BodyChange::Rotation(q) => teleport(world, entity, Pose { q: *q, ..pose }),
        BodyChange::Velocity(v) => {
            let held = world.get::<NormalConstraints>(entity).copied().unwrap_or_default();
            if let Some(mut twist) = world.get_mut::<Twist>(entity) {
                twist.v = *v + (twist.v - held.remove_from(twist.v)) - (*v - held.remove_from(*v));
            }
        }
        BodyChange::AngularVelocity(w) => {
            if let Some(mut twist) = world.get_mut::<Twist>(entity) {
                twist.w = *w;
            }
        }
    }
}

pub(super) fn add(world: &mut World, text: &str) -> Result<(), String> {
    let spec = Scene::body(text).map_err(|faults| match faults.faults().first() {
        Some(fault) => fault.to_string(),
        None => faults.to_string(),
    })?;
    let bodies: Vec<(CaseId, u32, String)> =
        world.query::<(&CaseId, &Body)>().iter(world).map(|(case, b)| (*case, b.index, b.name.clone())).collect();
    if bodies.iter().any(|(_, _, name)| *name == spec.name) {
        return Err(format!("the name `{}` is already used", spec.name));
    }
    refuse_overlap(world, &spec)?;
    for case in (0..world.resource::<Cases>().0.len() as u32).map(CaseId) {
        let index = bodies.iter().filter(|(of, _, _)| *of == case).map(|(_, index, _)| index + 1).max();
        spawn::spawn_body(world, case, index.unwrap_or(0), &spec);
    }
    broad::pair_bodies(world);
    Ok(())
}

/// An error if a case has the normal law `OverlapArea` and this body is incompatible with it.
fn refuse_overlap(world: &mut World, spec: &BodySpec) -> Result<(), String> {
    let prisms: Vec<(String, Vec3)> = world
        .query::<(&Body, &BodyShape, &InitialPose)>()
        .iter(world)
        .filter(|(_, shape, _)| shape.0.prism().is_some())
        .map(|(body, _, initial_pose)| (body.name.clone(), initial_pose.0.q * Vec3::z()))
        .collect();
    let first = prisms.first().map(|(name, axis)| (name.as_str(), *axis));
    let rules = &world.resource::<Cases>().0;
    let under = rules.iter().find(|rules| matches!(rules.normal, NormalLaw::OverlapArea { .. }));
    match under.and_then(|rules| overlap_fault(spec, &rules.gravity, first)) {
        Some([message, remedy, _]) => Err(format!("{message}; {remedy}")),
        None => Ok(()),
    }
}

pub(super) fn delete(world: &mut World, index: u32) -> Result<(), String> {
    let gone = each(world, index)?;
    let cases = world.resource::<Cases>().0.len();
    if world.query::<&Body>().iter(world).count() <= cases {
        return Err("a scene needs a body".to_owned());
    }
    for entity in gone {
        end_contacts(world, |_, bodies| bodies.contains(&entity));
        world.despawn(entity);
    }
    world.resource_mut::<Cases>().0.iter_mut().for_each(|rules| rules.forget_body(index as usize));
    // Later bodies move up by one number; the order of all pairs is unchanged.
    let up = |number: &mut u32| *number -= u32::from(*number > index);
    let bodies = world.query::<(Entity, &Body)>();
    let bodies: Vec<_> = { bodies }.iter(world).map(|(entity, body)| (entity, body.clone())).collect();
    for (entity, mut body) in bodies {
        up(&mut body.index);
        world.entity_mut(entity).insert(body);
    }
    for mut identity in world.query::<&mut ContactIdentity>().iter_mut(world) {
        up(&mut identity.key.i);
        up(&mut identity.key.j);
    }
    for mut pulls in world.query::<&mut Pulls>().iter_mut(world) {
        pulls.of_scene.retain(|pull| pull.linked() != Some(index));
        for pull in &mut pulls.of_scene {
            if let Pull::Link { end: LinkEnd::Body { body, .. }, .. } = pull {
                up(body);
            }
        }
    }
    broad::pair_bodies(world);
    Ok(())
}
