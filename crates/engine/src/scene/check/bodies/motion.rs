//! Checks `motion:` of a body.

use crate::laws::Vec3;
use crate::laws::motion::schedule::Schedule;
use crate::scene::check::pair::friction::curve;
use crate::scene::check::read::{Check, unit};
use crate::scene::language::{AXIS, DRIVEN, LETTER, MOTION};
use crate::scene::text::raw::Node;
use crate::scene::{Drive, Motion};

/// A checked motion. `pivot`: centre of rotation of a drive, m, world; `None` for the centre of the body.
#[derive(Clone, Copy, Debug)]
pub(in crate::scene::check) struct CheckedMotion {
    pub(in crate::scene::check) motion: Motion,
    pub(in crate::scene::check) pivot: Option<Vec3>,
}

impl From<Motion> for CheckedMotion {
    fn from(motion: Motion) -> Self {
        Self { motion, pivot: None }
    }
}

/// Reads the motion of a body.
pub(in crate::scene::check) fn motion(check: &mut Check, node: &Node) -> Option<CheckedMotion> {
    let (name, payload) = check.variant(node, &MOTION)?;
    match name {
        "Free" => Some(Motion::Free.into()),
        "Fixed" => Some(Motion::Fixed.into()),
        "Translating" => Some(Motion::Translating.into()),
        "Spinning" => axis(check, &payload).map(|axis| Motion::Spinning(axis).into()),
        "Planar" => axis(check, &payload).map(|axis| Motion::Planar(axis).into()),
        _ => drive(check, &payload),
    }
}

/// Reads an axis as `((0, 0, 1))`, `(0, 0, 1)`, `(axis: (0, 0, 1))` or `(Z)`.
fn axis(check: &mut Check, payload: &Node) -> Option<Vec3> {
    if payload.fields().is_some_and(|fields| !fields.is_empty()) {
        let table = check.fields(payload, &AXIS.table)?;
        return table.required(check, &AXIS.axis, letter_or_direction);
    }
    match payload.only() {
        Some(value) => letter_or_direction(check, &value),
        None => check.direction(payload),
    }
}

fn letter_or_direction(check: &mut Check, node: &Node) -> Option<Vec3> {
    if node.variant().is_none() {
        return check.direction(node);
    }
    Some(match check.variant(node, &LETTER)?.0 {
        "X" => Vec3::x(),
        "Y" => Vec3::y(),
        _ => Vec3::z(),
    })
}

/// Reads a factor over time.
pub(in crate::scene::check) fn schedule(check: &mut Check, node: &Node) -> Option<Schedule> {
    curve(check, node, Schedule::new)
}

fn drive(check: &mut Check, payload: &Node) -> Option<CheckedMotion> {
    let table = check.fields(payload, &DRIVEN.table)?;
    let velocity = table.or(check, &DRIVEN.velocity, Vec3::zeros(), Check::vector);
    let angular_velocity = table.or(check, &DRIVEN.angular_velocity, Vec3::zeros(), Check::vector);
    let pivot = table.optional(check, &DRIVEN.pivot, Check::point);
    let from = table.or(check, &DRIVEN.from, 0.0, Check::not_negative);
    let until = table.or(check, &DRIVEN.until, f64::INFINITY, Check::not_negative);
    let schedule = table.or(check, &DRIVEN.schedule, Schedule::default(), schedule);
    let shake = table.or(check, &DRIVEN.shake, Vec3::zeros(), Check::vector);
    let frequency = table.or(check, &DRIVEN.frequency, 0.0, Check::not_negative);
    let drive = Drive {
        velocity: velocity?,
        angular_velocity: angular_velocity?,
        pivot: Vec3::zeros(),
        from: from?,
        until: until?,
        schedule: schedule?,
        head_start: 0.0,
        shake: shake?,
        frequency: frequency?,
    };
    if let Some(node) = table.get(&DRIVEN.until).filter(|_| drive.until < drive.from) {
        let message = format!("ends at {:?} s, before it begins at {:?} s", drive.until, drive.from);
        check.fault(node, message, "give `until` a later time than `from`");
    }
    for field in [&DRIVEN.from, &DRIVEN.until] {
        if let Some(node) = table.get(field).filter(|_| drive.schedule.is_given()) {
            check.fault(node, "conflicts with `schedule`, which has its own times", "keep one of them");
        }
    }
    if let Some(node) = table.get(&DRIVEN.shake).filter(|_| unit(drive.shake).is_some() && drive.frequency == 0.0) {
        check.fault(node, "a shake needs a frequency", "add `frequency: ...` in Hz");
    }
    Some(CheckedMotion { motion: Motion::Driven(drive), pivot: pivot? })
}
