//! Places checked bodies in the world.

use crate::laws::{Rotation, Vec3};
use crate::scene::check::bodies::body::{body, disk_axis};
use crate::scene::check::bodies::body_draft::{BodyDraft, Placement};
use crate::scene::check::bodies::fill::{FilledBody, expand};
use crate::scene::check::bodies::resting::RestingSurface;
use crate::scene::check::read::Check;
use crate::scene::language::{BODY, ON};
use crate::scene::text::nearest::advice;
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, Motion};
use crate::shapes::Shape;
use crate::shapes::solid::reach;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A component of a motion below this fraction of the motion counts as rounding.
const ROUNDING: f64 = 1e-6;

/// Pose and motion of a body at the start.
#[derive(Clone)]
struct InitialState {
    shape: Shape,
    position: Vec3,
    /// Body axes to world axes.
    rotation: Rotation,
    /// Axes as written in the file to world axes.
    axes: Rotation,
    velocity: Vec3,
    angular_velocity: Vec3,
    /// Outward normal of the surface on which the body is placed, world; `None` for a body placed in the world.
    normal: Option<Vec3>,
}

/// A body that is placed on another one.
pub(in crate::scene::check) struct Support {
    /// Index of the entry of the body in the file.
    pub(in crate::scene::check) entry: usize,
    /// Indices of the body and of the one below it, with the bodies of fills counted.
    pub(in crate::scene::check) body: usize,
    pub(in crate::scene::check) carrier: usize,
    /// Outward normal of the surface, a unit vector, world.
    pub(in crate::scene::check) normal: Vec3,
    /// Centre of the body from that of the one below it, m, world.
    pub(in crate::scene::check) offset: Vec3,
    /// True if the body begins at the overlap of its static load.
    pub(in crate::scene::check) is_settled: bool,
}

/// The bodies of `bodies:`, placed in the world.
pub(in crate::scene::check) struct PlacedBodies<'a> {
    /// All bodies, including the bodies of fills; `None` if one has a fault.
    pub(in crate::scene::check) all: Option<Vec<BodySpec>>,
    /// The entries with a fill.
    pub(in crate::scene::check) fills: Vec<FilledBody<'a>>,
    /// The settled bodies, and those placed on a body that is itself placed on another one.
    pub(in crate::scene::check) supports: Vec<Support>,
}

/// Checks and places the bodies one by one; keeps drafts only of bodies on which others are placed, as a scene may have
/// a million bodies. `up`: direction against gravity, unit vector.
pub(in crate::scene::check) fn place_all<'a>(check: &mut Check, nodes: &[Node<'a>], up: Vec3) -> PlacedBodies<'a> {
    let carriers = Carriers::new(check, nodes, up);
    let (mut all, mut fills, mut complete) = (Vec::with_capacity(nodes.len()), Vec::new(), true);
    let (mut supports, mut first) = (Vec::new(), BTreeMap::new());
    for (k, node) in nodes.iter().enumerate() {
        let own = if carriers.drafts.contains_key(&k) { None } else { body(check, node) };
        let Some(draft) = carriers.drafts.get(&k).map_or(own.as_ref(), Option::as_ref) else {
            complete = false;
            continue;
        };
        if let Some(points) = &draft.fill {
            fills.push(FilledBody { node: node.clone(), name: draft.name.clone(), count: points.len() });
        }
        let known = carriers.states.get(&k).cloned();
        if carriers.drafts.contains_key(&k) {
            first.insert(k, all.len());
        }
        match known.unwrap_or_else(|| carriers.state(check, draft)) {
            Some(state) => {
                supports.extend(carriers.support(draft, &state, [k, all.len()]));
                expand(draft, spec(check, draft, state), &mut all);
            }
            None => complete = false,
        }
    }
    for support in &mut supports {
        support.carrier = first.get(&support.carrier).copied().unwrap_or(0);
    }
    PlacedBodies { all: complete.then_some(all), fills, supports }
}

/// Bodies that other bodies name in `on`.
struct Carriers<'a> {
    /// Index of the first body with each of these names.
    numbers: BTreeMap<String, usize>,
    /// Drafts by index; `None` if the body has a fault.
    drafts: BTreeMap<usize, Option<BodyDraft<'a>>>,
    /// Initial states by index; `None` if the body cannot be placed.
    states: BTreeMap<usize, Option<InitialState>>,
    /// Remedies for names that no body has, for at most [`Self::MAX_ADVISED`] of them.
    remedies: BTreeMap<String, String>,
    /// Direction against gravity, unit vector.
    up: Vec3,
}

impl<'a> Carriers<'a> {
    /// Maximum number of missing names that are compared with all body names.
    const MAX_ADVISED: usize = 50;

    fn new(check: &mut Check, nodes: &[Node<'a>], up: Vec3) -> Self {
        let names: BTreeSet<_> = nodes.iter().filter_map(|node| node.text_at(&[&BODY.on, &ON.surface])).collect();
        let mut numbers = BTreeMap::new();
        for (k, node) in nodes.iter().enumerate().filter(|_| !names.is_empty()) {
            if let Some(name) = node.text_at(&[&BODY.name]).filter(|name| names.contains(name)) {
                numbers.entry(name.into_owned()).or_insert(k);
            }
        }
        let drafts: BTreeMap<_, _> = numbers.values().map(|k| (*k, body(check, &nodes[*k]))).collect();
        let missing = names.iter().filter(|name| !numbers.contains_key(name.as_ref())).take(Self::MAX_ADVISED);
        let remedy = |name: &Cow<str>| {
            let all: Vec<_> = nodes.iter().filter_map(|node| node.text_at(&[&BODY.name])).collect();
            (name.clone().into_owned(), advice(name, all.iter().map(Cow::as_ref), "the bodies are"))
        };
        let remedies = missing.map(remedy).collect();
        let mut carriers = Self { numbers, drafts, states: BTreeMap::new(), remedies, up };
        for k in carriers.drafts.keys().copied().collect::<Vec<_>>() {
            carriers.place_with_support(check, k);
        }
        carriers
    }

    fn draft(&self, number: usize) -> Option<&BodyDraft<'a>> {
        self.drafts.get(&number)?.as_ref()
    }

    /// The body on which this one is placed: its number, and the node that names it.
    fn carrier_of(&self, number: usize) -> Option<(usize, &Node<'a>)> {
        let Placement::On { surface: (node, name), .. } = &self.draft(number)?.place else { return None };
        Some((*self.numbers.get(name)?, node))
    }

    /// Places a carrier after all those below it; a loop over the chain, which may be long.
    fn place_with_support(&mut self, check: &mut Check, number: usize) {
        let (mut chain, mut met, mut next) = (Vec::new(), BTreeSet::new(), Some(number));
        while let Some(number) = next.filter(|number| !self.states.contains_key(number)) {
            chain.push(number);
            met.insert(number);
            let below = self.carrier_of(number);
            if let Some((_, node)) = below.filter(|(below, _)| met.contains(below)) {
                let what = if chain.len() == 1 { "itself" } else { "a body that is placed on it" };
                check.fault(
                    node,
                    format!("a body cannot be placed on {what}"),
                    "name another body, or give a `position`",
                );
                self.states.extend(chain.iter().map(|number| (*number, None)));
                return;
            }
            next = below.map(|(below, _)| below);
        }
        for number in chain.into_iter().rev() {
            let state = self.draft(number).and_then(|draft| self.state(check, draft));
            self.states.insert(number, state);
        }
    }

    /// Initial state of a body whose carrier, if it has one, is placed.
    fn state(&self, check: &mut Check, draft: &BodyDraft) -> Option<InitialState> {
        let checked = &draft.shape;
        let shape = disk_axis(checked, &draft.place, &draft.rotation).unwrap_or_else(|| checked.shape.clone());
        let Placement::On { surface: (node, name), at, velocity, spin, angular_velocity, impact, .. } = &draft.place
        else {
            let Placement::World { position, velocity, angular_velocity } = draft.place else { return None };
            return Some(InitialState {
                shape,
                position: position + draft.rotation * checked.centre,
                rotation: draft.rotation * checked.turn,
                axes: draft.rotation,
                velocity,
                angular_velocity,
                normal: None,
            });
        };
        let (surface, carrier) = self.surface(check, node, name)?;
        let axes = surface.rotation * draft.rotation;
        let rotation = axes * checked.turn;
        let pose = (&carrier.shape, carrier.position, carrier.rotation);
        if let Err((what, remedy)) = surface.admits((&shape, &rotation), at, pose) {
            check.fault(node, format!("`{}` {what} `{name}`", draft.name), remedy);
            return None;
        }
        let normal = surface.rotation * Vec3::z();
        let height = reach(&shape, rotation.inverse() * -normal);
        Some(InitialState {
            shape,
            position: surface.position + surface.rotation * Vec3::new(at.x, at.y, height),
            rotation,
            axes,
            velocity: match impact {
                Some(impact) => impact.velocity(&surface.rotation),
                None => surface.rotation * Vec3::new(velocity.x, velocity.y, 0.0),
            },
            angular_velocity: angular_velocity.unwrap_or(normal * *spin),
            normal: Some(normal),
        })
    }

    /// How a placed body rests on another one, which is named by the index of its entry; `None` if neither it settles
    /// nor a body below it can. `numbers`: index of the entry and of the body.
    fn support(&self, draft: &BodyDraft, state: &InitialState, [entry, body]: [usize; 2]) -> Option<Support> {
        let Placement::On { surface: (_, name), settled, .. } = &draft.place else { return None };
        let carrier = *self.numbers.get(name)?;
        let is_settled = *settled;
        if !is_settled && self.carrier_of(carrier).is_none() {
            return None;
        }
        let offset = state.position - self.states.get(&carrier)?.as_ref()?.position;
        Some(Support { entry, body, carrier, normal: state.normal?, offset, is_settled })
    }

    /// The surface of the body that `on` names, and that body.
    fn surface(&self, check: &mut Check, node: &Node, name: &str) -> Option<(RestingSurface, &InitialState)> {
        let Some(number) = self.numbers.get(name) else {
            let remedy = self.remedies.get(name).map_or("name a body of the scene", String::as_str);
            check.fault(node, format!("there is no body `{name}`"), remedy);
            return None;
        };
        // A carrier with faults of its own is not reported as missing.
        let (draft, carrier) = (self.draft(*number)?, self.states.get(number)?.as_ref()?);
        let pose = (carrier.position, carrier.rotation, carrier.axes);
        let surface = RestingSurface::from_shape(&carrier.shape, pose, &self.up).filter(|_| draft.fill.is_none());
        if surface.is_none() {
            let what = if draft.fill.is_some() { "is many bodies" } else { "has no surface that faces upwards" };
            let remedy = "name another body, or give a `position` instead of `on`";
            check.fault(node, format!("a body cannot be placed on `{name}`, which {what}"), remedy);
        }
        Some((surface?, carrier))
    }
}

/// The body in this initial state.
fn spec(check: &mut Check, draft: &BodyDraft, state: InitialState) -> BodySpec {
    let InitialState { shape, position, rotation, velocity, angular_velocity, .. } = state;
    let body = BodySpec {
        name: draft.name.clone(),
        material: draft.material.clone(),
        motion: placed_motion(draft, &shape, position, rotation),
        shape,
        mass: draft.mass,
        inertia: draft.inertia,
        elastic: draft.elastic,
        grain: draft.grain,
        position,
        rotation,
        velocity,
        angular_velocity,
    };
    check_disk(check, draft, &body);
    check_motion(check, draft, &body);
    body
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
    if let Some((message, remedy)) = forbidden(&body.motion, &body.velocity, &body.angular_velocity) {
        check.fault(&draft.node, format!("{message} at the start"), remedy);
    }
}

/// Why a motion type does not allow a velocity `v`, m/s, or an angular velocity `w`, rad/s, and the remedy; `None` if it
/// does.
pub(in crate::scene::check) fn forbidden(motion: &Motion, v: &Vec3, w: &Vec3) -> Option<(&'static str, &'static str)> {
    let turns_aside = |axis: &Vec3| w.cross(axis).norm() > ROUNDING * w.norm();
    match motion {
        Motion::Translating if *w != Vec3::zeros() => {
            Some(("the body, whose motion is Translating, rotates", "remove its spin"))
        }
        Motion::Planar(axis) if v.dot(axis).abs() > ROUNDING * v.norm() => {
            Some(("the body moves out of its plane", "give a velocity normal to the axis, or another axis"))
        }
        Motion::Planar(axis) | Motion::Spinning(axis) if turns_aside(axis) => Some((
            "the body rotates about an axis that its motion does not allow",
            "rotate it about the axis of its motion",
        )),
        _ => None,
    }
}
