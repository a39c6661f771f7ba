//! Saves the world as a scene file by editing the text it was opened from, so that comments survive.

use crate::laws::Vec3;
use crate::laws::math::order::sort_by_key;
use crate::laws::motion::pull::Pull;
use crate::laws::motion::schedule::Schedule;
use crate::laws::pair::choice::Friction;
use crate::laws::pair::friction_parameter::FrictionParameter;
use crate::scene::{BodySpec, Drive, Motion, PullSpec, Scene, TimedEdit, set, text::write};
use crate::shapes::Shape;
use crate::world::body::{Body, BodyShape, ElasticMaterial, Grain, Mass, MotionType, Pose, Twist};
use crate::world::pull::Pulls;
use crate::world::{CaseId, CaseRules, Cases, Clock};
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;

/// Slopes that differ by no more than this are equal, degrees: a tilted plane reaches its slope only within rounding.
const SLOPE_TOLERANCE: f64 = 1e-9;

/// Text of a scene that starts with the current parameters and, with `poses`, from the current poses and velocities.
/// `text` is the text that was opened; everything unchanged keeps its wording. What the scene's own `edits:` have changed
/// by now is changed again by them; with `poses`, a start from now, the parameters are those of now and only the edits to
/// come remain.
///
/// The entry of a body with a changed start is rewritten as a whole and loses its comments. A scene does not store
/// contact histories, so contacts begin undeformed. An error says why the world cannot be saved as a scene.
pub fn scene_text(world: &mut World, text: &str, poses: bool) -> Result<String, String> {
    let file = Scene::parse("scene", text).map_err(|faults| faults.to_string())?;
    let now = specs(world);
    let fault = |fault: crate::scene::Fault| fault.to_string();
    let clock = *world.resource::<Clock>();
    let known = if poses { file.clone() } else { after_edits(&file, clock.step) };
    let mut new = parameters(world, &known, text.to_owned())?;
    if poses && clock.step > 0 && !file.edits.is_empty() {
        new = set(&new, "edits", &edits_to_come(&file, &clock)).map_err(fault)?;
    }
    for old in &file.bodies {
        match now.iter().find(|body| body.name == old.name) {
            None => {
                new = write::without_mentions(&new, &old.name).map_err(fault)?;
                new = write::replace_body(&new, &old.name, None).map_err(fault)?;
            }
            Some(body) if poses && moved(old, body) => {
                new = write::replace_body(&new, &old.name, Some(&write::body(body))).map_err(fault)?;
            }
            Some(body) => {
                if let Some(degrees) = tilted(old, body) {
                    let path = format!("bodies.{}.shape", old.name);
                    new = set(&new, &path, &format!("Incline(degrees: {degrees:?})")).map_err(fault)?;
                }
            }
        }
    }
    for body in now.iter().filter(|body| file.bodies.iter().all(|old| old.name != body.name)) {
        new = write::add_body(&new, &write::body(body)).map_err(fault)?;
    }
    if !poses {
        new = drives(world, &file, new)?;
    }
    new = pulls(world, &file, new, poses)?;
    let check = Scene::parse("scene", &new).map_err(|faults| match faults.faults().first() {
        Some(first) => first.to_string(),
        None => faults.to_string(),
    });
    check.map(|_| new)
}

/// The scene with the changes of its edits made that act before a step.
fn after_edits(file: &Scene, step: u64) -> Scene {
    let mut rules = CaseRules::from_scene(file);
    rules.make_changes(..step);
    let CaseRules { gravity, friction, pairs, solver, .. } = rules;
    Scene { gravity, friction, pairs, solver, ..file.clone() }
}

/// The list of the edits that have not acted yet, their times counted from now.
fn edits_to_come(file: &Scene, clock: &Clock) -> String {
    let later = file.edits.iter().filter(|edit| edit.step(file.dt) >= clock.step);
    let entry = |edit: &TimedEdit| {
        let at = (edit.at - clock.time()).max(0.0);
        format!("(at: {at:?}, set: {:?}, to: {})", edit.path, edit.value)
    };
    format!("[{}]", later.map(entry).collect::<Vec<_>>().join(", "))
}

/// Bodies of case 0 in their current state, in scene order. A body whose drive has ended becomes fixed; the times of a
/// running drive count from now.
pub fn specs(world: &mut World) -> Vec<BodySpec> {
    let now = world.resource::<Clock>().time();
    let mut bodies: Vec<(u32, BodySpec)> = world
        .query::<(&CaseId, &Body, &BodyShape, &MotionType, &Mass, (&ElasticMaterial, &Grain), &Pose, &Twist)>()
        .iter(world)
        .filter(|row| *row.0 == CaseId(0))
        .map(|(_, body, shape, motion_type, mass, (elastic, grain), pose, twist)| {
            let spec = BodySpec {
                name: body.name.clone(),
                material: body.material.clone(),
                shape: shape.0.clone(),
                motion: from_now_on(&motion_type.0, now),
                mass: mass.mass,
                inertia: mass.inertia,
                elastic: elastic.0,
                grain: grain.0,
                position: pose.x,
                rotation: pose.q,
                velocity: twist.v,
                angular_velocity: twist.w,
            };
            (body.index, spec)
        })
        .collect();
    sort_by_key(&mut bodies, |(index, _)| *index);
    bodies.into_iter().map(|(_, spec)| spec).collect()
}

fn from_now_on(motion: &Motion, now: f64) -> Motion {
    let Motion::Driven(drive) = motion else { return *motion };
    if drive.shake == Vec3::zeros() && drive.has_ended(now) {
        return Motion::Fixed;
    }
    Motion::Driven(Drive {
        pivot: drive.pivot + drive.velocity * drive.elapsed(now),
        schedule: drive.schedule.since(now),
        head_start: 0.0,
        from: if drive.schedule.is_given() { 0.0 } else { (drive.from - now).max(0.0) },
        until: if drive.schedule.is_given() { f64::INFINITY } else { (drive.until - now).max(0.0) },
        ..*drive
    })
}

fn moved(old: &BodySpec, now: &BodySpec) -> bool {
    let at = |a: &BodySpec| (a.position, a.rotation, a.velocity, a.angular_velocity, a.motion);
    at(old) != at(now)
}

/// New slope of a fixed plane, degrees; `None` if it is unchanged.
fn tilted(old: &BodySpec, now: &BodySpec) -> Option<f64> {
    if old.shape != Shape::Plane || !matches!(old.motion, Motion::Fixed) {
        return None;
    }
    let (before, after) = (write::slope_degrees(&old.rotation)?, write::slope_degrees(&now.rotation)?);
    ((before - after).abs() > SLOPE_TOLERANCE).then(|| round(after))
}

/// Rounds to ten decimals, which drops the rounding error of a slope.
fn round(value: f64) -> f64 {
    (value * 1e10).round() / 1e10
}

/// Writes changed gravity, solver settings and friction to the text.
fn parameters(world: &World, file: &Scene, mut text: String) -> Result<String, String> {
    let Some(rules) = world.resource::<Cases>().0.first() else { return Ok(text) };
    let set = |text: &str, path: &str, value: &str| set(text, path, value).map_err(|fault| fault.to_string());
    if rules.gravity != file.gravity {
        text = set(&text, "gravity", &write::vector(&rules.gravity))?;
    }
    if rules.solver != file.solver {
        text = set(&text, "solver", &rules.solver.to_string())?;
    }
    for (path, value) in changes("friction", &file.friction, &rules.friction) {
        text = set_parameter(&text, &path, &value)?;
    }
    // A rule inherits from the new default, so compare with the inherited values.
    let inherited = Scene::parse("scene", &text).map_or_else(|_| file.pairs.clone(), |scene| scene.pairs);
    for (n, (old, now)) in inherited.iter().zip(&rules.pairs).enumerate() {
        for (path, value) in changes(&format!("pairs.{n}.friction"), &old.friction, &now.friction) {
            text = set_parameter(&text, &path, &value)?;
        }
    }
    Ok(text)
}

/// Sets a parameter in the text. If the file gives the single μ of a rigid contact as `mu_s` and `mu_k`, sets both.
fn set_parameter(text: &str, path: &str, value: &str) -> Result<String, String> {
    let set = |text: &str, path: &str| set(text, path, value).map_err(|fault| fault.to_string());
    let new = set(text, path)?;
    if !path.ends_with(".mu") || Scene::parse("scene", &new).is_ok() {
        return Ok(new);
    }
    set(&set(text, &format!("{path}_s"))?, &format!("{path}_k"))
}

/// Path and new value of each parameter that differs.
fn changes(path: &str, old: &Friction, now: &Friction) -> Vec<(String, String)> {
    let changed = |which: FrictionParameter| Some((which.read(old)?, which.read(now)?)).filter(|(old, now)| old != now);
    let change =
        |which: FrictionParameter| Some((format!("{path}.{}", which.path_in(now)), format!("{:?}", changed(which)?.1)));
    let basic = FrictionParameter::all().filter_map(change);
    let laws = old.laws.each().into_iter().zip(now.laws.each()).filter(|(old, now)| old != now);
    basic.chain(laws.map(|(_, law)| (format!("{path}.laws.{}", law.component()), law.to_string()))).collect()
}

/// Writes the changed schedules of the scene's driven bodies, which count from the start of a run as in the file.
fn drives(world: &mut World, file: &Scene, mut text: String) -> Result<String, String> {
    let now: Vec<(String, Motion)> = world
        .query::<(&CaseId, &Body, &MotionType)>()
        .iter(world)
        .filter(|row| *row.0 == CaseId(0))
        .map(|(_, body, motion)| (body.name.clone(), motion.0))
        .collect();
    for spec in &file.bodies {
        let same = now.iter().find(|(name, _)| *name == spec.name).map(|(_, motion)| *motion);
        let (Motion::Driven(old), Some(Motion::Driven(new))) = (spec.motion, same) else { continue };
        // A tilt replaces the whole motion.
        let path = |of: &Drive| (of.velocity, of.angular_velocity, of.pivot, of.shake, of.frequency);
        let time = |of: &Drive| (of.schedule, of.from, of.until);
        // A table stands in place of `from` and `until`.
        let new = if new.schedule.is_given() { Drive { from: 0.0, until: f64::INFINITY, ..new } } else { new };
        if path(&new) != path(&old) || time(&new) == time(&old) {
            continue;
        }
        let motion = format!("bodies.{}.motion", spec.name);
        let (path, value) = match (old.schedule.is_given(), new.schedule.is_given()) {
            (true, true) => (format!("{motion}.schedule"), write::schedule(&new.schedule)),
            _ => (motion, write::motion(&Motion::Driven(new))),
        };
        text = set(&text, &path, &value).map_err(|fault| fault.to_string())?;
    }
    Ok(text)
}

/// The table of a schedule in a field that the file has or takes: the factor 1 where there is none.
fn rows(schedule: &Schedule) -> String {
    if schedule.is_given() { write::schedule(schedule) } else { "[(0.0, 1.0)]".to_owned() }
}

/// Updates the pulls of the scene: stiffness, speed and schedule of springs, schedule of forces; with `poses` also the
/// present anchor, and the present value of a growing force.
fn pulls(world: &mut World, file: &Scene, mut text: String, poses: bool) -> Result<String, String> {
    let now = world.resource::<Clock>().time();
    let names: BTreeSet<String> = world.query::<&Body>().iter(world).map(|body| body.name.clone()).collect();
    let held: Vec<(String, Vec<Pull>)> = world
        .query::<(&Body, &Pulls)>()
        .iter(world)
        .map(|(b, pulls)| (b.name.clone(), pulls.of_scene.clone()))
        .collect();
    let lives = |body: u32| names.contains(&file.bodies[body as usize].name);
    // A link ended with the body at its other end, and its entry with it.
    let specs: Vec<&PullSpec> = file.pulls.iter().filter(|spec| spec.pull.linked().is_none_or(lives)).collect();
    let mut place = 0;
    for (n, spec) in specs.iter().enumerate() {
        let name = &file.bodies[spec.body].name;
        let nth = specs[..n].iter().filter(|other| other.body == spec.body).count();
        let Some(pull) = held.iter().find(|(body, _)| body == name).and_then(|(_, pulls)| pulls.get(nth)) else {
            continue; // the body was removed, and the entry with it
        };
        for (field, value) in pull_changes(&spec.pull, pull, now, poses) {
            text = set(&text, &format!("pulls.{place}.{field}"), &value).map_err(|fault| fault.to_string())?;
        }
        place += 1;
    }
    Ok(text)
}

/// The fields of a pull that differ from the file, with their new values.
fn pull_changes(old: &Pull, pull: &Pull, now: f64, poses: bool) -> Vec<(&'static str, String)> {
    let from_now = |schedule: &Schedule| if poses { schedule.since(now) } else { *schedule };
    let differs = |old: &Schedule, schedule: &Schedule| *old != from_now(schedule);
    let mut fields = Vec::new();
    if let (Some(k0), Some(stiffness)) = (old.stiffness(), pull.stiffness()) {
        fields.push((k0 != stiffness, "stiffness", format!("{stiffness:?}")));
    }
    if let (Some(first), Some(end)) = (old.moving_end(), pull.moving_end()) {
        fields.extend([
            (first.velocity != end.velocity, "velocity", write::vector(&end.velocity)),
            // Without an anchor in the file, it would begin where the body is by now.
            (poses, "anchor", write::vector(&end.position(now))),
            (differs(&first.schedule, &end.schedule), "schedule", rows(&from_now(&end.schedule))),
        ]);
    }
    match (old, pull) {
        // Without a length in the file, it would be the distance by now.
        (_, Pull::Link { rest_length, .. }) => fields.push((poses, "rest_length", format!("{rest_length:?}"))),
        (Pull::Ramp { force: first, schedule: s0, .. }, Pull::Ramp { force, rate, since, schedule, .. }) => {
            let start = force + rate * (now - since);
            fields.extend([
                (poses && start != *first, "force", write::vector(&start)),
                (differs(s0, schedule), "schedule", rows(&from_now(schedule))),
            ]);
        }
        _ => {}
    }
    fields.into_iter().filter_map(|(changed, field, value)| changed.then_some((field, value))).collect()
}
