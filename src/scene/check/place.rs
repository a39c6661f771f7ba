//! From a checked body to one that stands in the world.

use super::body::disk_axis;
use super::body_draft::{BodyDraft, Placement};
use super::read::Check;
use crate::laws::{Rotation, Vec3};
use crate::scene::nearest::advice;
use crate::scene::{BodySpec, Motion};
use crate::shapes::Shape;
use crate::shapes::solid::reach;

/// A part of a motion smaller than this share of the whole counts as rounding.
const ROUNDING: f64 = 1e-6;

/// A plane on which bodies can be put.
struct PlacedSurface {
    position: Vec3,
    /// Surface axes (x, up-slope, normal) to world axes.
    rotation: Rotation,
}

/// Puts every body in its place.
pub(super) fn place_all(check: &mut Check, drafts: &[BodyDraft], names: &[String]) -> Vec<Option<BodySpec>> {
    drafts.iter().map(|draft| place(check, draft, drafts, names)).collect()
}

fn place(check: &mut Check, draft: &BodyDraft, drafts: &[BodyDraft], names: &[String]) -> Option<BodySpec> {
    let checked = &draft.shape;
    let shape = disk_axis(checked, &draft.place, &draft.rotation).unwrap_or_else(|| checked.shape.clone());
    let (position, rotation, velocity, angular_velocity) = match &draft.place {
        Placement::On { at, velocity, spin, .. } => {
            let surface = surface(check, draft, drafts, names)?;
            let rotation = surface.rotation * draft.rotation * checked.turn;
            let normal = surface.rotation * Vec3::z();
            let height = reach(&shape, rotation.inverse() * -normal);
            let position = surface.position + surface.rotation * Vec3::new(at[0], at[1], height);
            (position, rotation, surface.rotation * Vec3::new(velocity[0], velocity[1], 0.0), normal * *spin)
        }
        Placement::World { position, velocity, angular_velocity } => {
            let rotation = draft.rotation * checked.turn;
            (position + draft.rotation * checked.centre, rotation, *velocity, *angular_velocity)
        }
    };
    let body = BodySpec {
        name: draft.name.clone(),
        material: draft.material.clone(),
        motion: placed_motion(draft, &shape, position, rotation),
        shape,
        mass: draft.mass,
        inertia: draft.inertia,
        elastic: draft.elastic,
        position,
        rotation,
        velocity,
        angular_velocity,
    };
    check_disk(check, draft, &body);
    check_motion(check, draft, &body);
    Some(body)
}

/// The motion with what follows from the place: the pivot of a drive, the plane of a disk.
fn placed_motion(draft: &BodyDraft, shape: &Shape, position: Vec3, rotation: Rotation) -> Motion {
    match (draft.motion.motion, shape) {
        (Motion::Driven(mut drive), _) => {
            drive.pivot = draft.motion.pivot.unwrap_or(position);
            Motion::Driven(drive)
        }
        (Motion::Free, Shape::Disk { axis, .. }) => Motion::Planar(rotation * axis),
        (motion, _) => motion,
    }
}

/// The plane that `on` names.
fn surface(check: &mut Check, draft: &BodyDraft, drafts: &[BodyDraft], names: &[String]) -> Option<PlacedSurface> {
    let Placement::On { surface: (node, name), .. } = &draft.place else { return None };
    let Some(carrier) = drafts.iter().find(|carrier| carrier.name == *name) else {
        // A body that is named but has faults of its own is not missing.
        if !names.contains(name) {
            let remedy = advice(name, names.iter().map(String::as_str), "the bodies are");
            check.fault(node, format!("there is no body `{name}`"), remedy);
        }
        return None;
    };
    match (&carrier.shape.shape, &carrier.place) {
        (Shape::Plane, Placement::World { position, .. }) => {
            Some(PlacedSurface { position: *position, rotation: carrier.rotation * carrier.shape.turn })
        }
        _ => {
            let remedy = "name a body with the shape Plane or Incline, or give a `position` instead of `on`";
            check.fault(node, format!("a body cannot be put on `{name}`, which is not a plane"), remedy);
            None
        }
    }
}

/// A disk moves across its own axis only.
fn check_disk(check: &mut Check, draft: &BodyDraft, body: &BodySpec) {
    let (Shape::Disk { axis, .. }, Motion::Planar(given) | Motion::Spinning(given)) = (&body.shape, body.motion) else {
        return;
    };
    if (body.rotation * axis).cross(&given).norm() > ROUNDING {
        let message = "the axis of the motion is not the axis of the disk";
        check.fault(&draft.node, message, "leave out `motion`, or give the disk the same `axis`");
    }
}

/// The first velocities must be ones the motion allows.
fn check_motion(check: &mut Check, draft: &BodyDraft, body: &BodySpec) {
    let (v, w) = (body.velocity, body.angular_velocity);
    let turns_aside = |axis: &Vec3| w.cross(axis).norm() > ROUNDING * w.norm();
    let (message, remedy) = match body.motion {
        Motion::Translating if w != Vec3::zeros() => {
            ("the body turns at the start, but its motion is Translating", "take away its spin")
        }
        Motion::Planar(axis) if v.dot(&axis).abs() > ROUNDING * v.norm() => {
            ("the body moves out of its plane at the start", "give a velocity across the axis, or another axis")
        }
        Motion::Planar(axis) | Motion::Spinning(axis) if turns_aside(&axis) => {
            ("the body turns about another axis than its motion allows", "let it turn about the axis of its motion")
        }
        _ => return,
    };
    check.fault(&draft.node, message, remedy);
}
