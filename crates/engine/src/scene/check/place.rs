//! Places checked bodies in the world.

use super::body::{body, disk_axis};
use super::body_draft::{BodyDraft, Placement};
use super::fill::{FilledBody, expand};
use super::read::Check;
use crate::laws::{Rotation, Vec3};
use crate::scene::language::{BODY, ON};
use crate::scene::nearest::advice;
use crate::scene::raw::Node;
use crate::scene::{BodySpec, Motion};
use crate::shapes::Shape;
use crate::shapes::solid::reach;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A component of a motion below this fraction of the motion counts as rounding.
const ROUNDING: f64 = 1e-6;

/// A plane on which bodies can be placed.
struct PlacedSurface {
    position: Vec3,
    /// Rotation from surface axes (x, up-slope, normal) to world axes.
    rotation: Rotation,
}

/// The bodies of `bodies:`, placed in the world.
pub(super) struct PlacedBodies<'a> {
    /// All bodies, including the bodies of fills; `None` if one has a fault.
    pub(super) all: Option<Vec<BodySpec>>,
    /// The entries with a fill.
    pub(super) fills: Vec<FilledBody<'a>>,
}

/// Checks and places the bodies one by one; keeps drafts only of bodies on which others are placed, as a scene may have
/// a million bodies.
pub(super) fn place_all<'a>(check: &mut Check, nodes: &[Node<'a>]) -> PlacedBodies<'a> {
    let surfaces = NamedSurfaces::new(check, nodes);
    let (mut all, mut fills, mut complete) = (Vec::with_capacity(nodes.len()), Vec::new(), true);
    for (k, node) in nodes.iter().enumerate() {
        let own = if surfaces.drafts.contains_key(&k) { None } else { body(check, node) };
        let Some(draft) = surfaces.drafts.get(&k).map_or(own.as_ref(), Option::as_ref) else {
            complete = false;
            continue;
        };
        if let Some(points) = &draft.fill {
            fills.push(FilledBody { node: node.clone(), name: draft.name.clone(), count: points.len() });
        }
        match place(check, draft, &surfaces) {
            Some(body) => expand(draft, body, &mut all),
            None => complete = false,
        }
    }
    PlacedBodies { all: complete.then_some(all), fills }
}

/// Bodies that other bodies name in `on`.
struct NamedSurfaces<'a> {
    /// Index of the first body with each of these names.
    numbers: BTreeMap<String, usize>,
    /// Drafts by index; `None` if the body has a fault.
    drafts: BTreeMap<usize, Option<BodyDraft<'a>>>,
    /// Remedies for names that no body has, for at most [`Self::MAX_ADVISED`] of them.
    remedies: BTreeMap<String, String>,
}

impl<'a> NamedSurfaces<'a> {
    /// Maximum number of missing names that are compared with all body names.
    const MAX_ADVISED: usize = 50;

    fn new(check: &mut Check, nodes: &[Node<'a>]) -> Self {
        let names: BTreeSet<_> = nodes.iter().filter_map(|node| node.text_at(&[&BODY.on, &ON.surface])).collect();
        let mut numbers = BTreeMap::new();
        for (k, node) in nodes.iter().enumerate().filter(|_| !names.is_empty()) {
            if let Some(name) = node.text_at(&[&BODY.name]).filter(|name| names.contains(name)) {
                numbers.entry(name.into_owned()).or_insert(k);
            }
        }
        let drafts = numbers.values().map(|k| (*k, body(check, &nodes[*k]))).collect();
        let missing = names.iter().filter(|name| !numbers.contains_key(name.as_ref())).take(Self::MAX_ADVISED);
        let remedy = |name: &Cow<str>| {
            let all: Vec<_> = nodes.iter().filter_map(|node| node.text_at(&[&BODY.name])).collect();
            (name.clone().into_owned(), advice(name, all.iter().map(Cow::as_ref), "the bodies are"))
        };
        let remedies = missing.map(remedy).collect();
        Self { numbers, drafts, remedies }
    }
}

fn place(check: &mut Check, draft: &BodyDraft, surfaces: &NamedSurfaces) -> Option<BodySpec> {
    let checked = &draft.shape;
    let shape = disk_axis(checked, &draft.place, &draft.rotation).unwrap_or_else(|| checked.shape.clone());
    let (position, rotation, velocity, angular_velocity) = match &draft.place {
        Placement::On { at, velocity, spin, .. } => {
            let surface = surface(check, draft, surfaces)?;
            let rotation = surface.rotation * draft.rotation * checked.turn;
            let normal = surface.rotation * Vec3::z();
            let height = reach(&shape, rotation.inverse() * -normal);
            let position = surface.position + surface.rotation * Vec3::new(at.x, at.y, height);
            (position, rotation, surface.rotation * Vec3::new(velocity.x, velocity.y, 0.0), normal * *spin)
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

/// Motion of a body, completed by its placement: the pivot of a drive, the plane of a disk.
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

/// The plane that `on` of a body names.
fn surface(check: &mut Check, draft: &BodyDraft, surfaces: &NamedSurfaces) -> Option<PlacedSurface> {
    let Placement::On { surface: (node, name), .. } = &draft.place else { return None };
    let Some(number) = surfaces.numbers.get(name) else {
        let remedy = surfaces.remedies.get(name).map_or("name a body of the scene", String::as_str);
        check.fault(node, format!("there is no body `{name}`"), remedy);
        return None;
    };
    // A surface with faults of its own is not reported as missing.
    let carrier = surfaces.drafts.get(number)?.as_ref()?;
    match (&carrier.shape.shape, &carrier.place) {
        (Shape::Plane, Placement::World { position, .. }) => {
            Some(PlacedSurface { position: *position, rotation: carrier.rotation * carrier.shape.turn })
        }
        _ => {
            let remedy = "name a body with the shape Plane or Incline, or give a `position` instead of `on`";
            check.fault(node, format!("a body cannot be placed on `{name}`, which is not a plane"), remedy);
            None
        }
    }
}

/// Checks that the axis of the motion of a disk is the axis of the disk.
fn check_disk(check: &mut Check, draft: &BodyDraft, body: &BodySpec) {
    let (Shape::Disk { axis, .. }, Motion::Planar(given) | Motion::Spinning(given)) = (&body.shape, body.motion) else {
        return;
    };
    if (body.rotation * axis).cross(&given).norm() > ROUNDING {
        let message = "the axis of the motion is not the axis of the disk";
        check.fault(&draft.node, message, "leave out `motion`, or give the disk the same `axis`");
    }
}

/// Checks that the motion type allows the initial velocities.
fn check_motion(check: &mut Check, draft: &BodyDraft, body: &BodySpec) {
    let (v, w) = (body.velocity, body.angular_velocity);
    let turns_aside = |axis: &Vec3| w.cross(axis).norm() > ROUNDING * w.norm();
    let (message, remedy) = match body.motion {
        Motion::Translating if w != Vec3::zeros() => {
            ("the body rotates at the start, but its motion is Translating", "remove its spin")
        }
        Motion::Planar(axis) if v.dot(&axis).abs() > ROUNDING * v.norm() => {
            ("the body moves out of its plane at the start", "give a velocity normal to the axis, or another axis")
        }
        Motion::Planar(axis) | Motion::Spinning(axis) if turns_aside(&axis) => {
            ("the body rotates about an axis that its motion does not allow", "rotate it about the axis of its motion")
        }
        _ => return,
    };
    check.fault(&draft.node, message, remedy);
}
