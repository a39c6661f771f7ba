//! Whole bodies: deleted, duplicated, copied and pasted. At the start of a run the text of the scene changes, later the run.

use crate::build::ghost::grid;
use crate::build::group::{BodyGroup, Copies, taken};
use crate::build::patch::{apply, is_at_start, say, select};
use crate::build::snaps::half_width;
use crate::build::tools::{tidy, unused_name};
use crate::draw::scale::{extent, up};
use crate::edits::{travel, undo};
use crate::state::layout::Layers;
use crate::state::scene_patch::ScenePatch;
use crate::state::session::Session;
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::Past;
use bevy::ecs::prelude::*;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::scene::text::write::vector;
use stickslip_engine::scene::{BodySpec, Scene};
use stickslip_engine::shapes::Shape;
use stickslip_engine::step::edits::{Edit, QueueEdit};

/// Distance of a copy from its original, in extents of the body.
const BESIDE: f64 = 2.2;
/// Number of places beside a body that are tried for a copy.
const MAX_PLACES: u32 = 50;

/// The bodies that were copied last, at their poses then.
#[derive(Resource, Default)]
pub struct CopiedBodies(Vec<BodySpec>);

/// Deletes the selected bodies.
pub fn delete(world: &mut World) {
    let bodies = selected(world);
    if bodies.is_empty() {
        return;
    }
    let what = tr_with("build-delete", [("body", title(&bodies).into())]);
    let done = if is_at_start(world) {
        let patches: Vec<ScenePatch> =
            bodies.iter().map(|(_, spec)| ScenePatch::DeleteBody(spec.name.clone())).collect();
        apply(world, what, &patches)
    } else {
        // From the last one on, so that the numbers of the others stay.
        let mut indices: Vec<u32> = bodies.iter().map(|(index, _)| *index as u32).collect();
        indices.sort_unstable_by(|a, b| b.cmp(a));
        edit(world, indices.into_iter().map(|body| Edit::Delete { body }).collect());
        true
    };
    if done {
        world.resource_mut::<Layers>().0.selected = None;
    }
}

/// Adds a level floor below all bodies, if there is no plane that carries them.
pub fn floor(world: &mut World) {
    let state = world.resource::<DisplayState>().state.clone();
    let up = up(&state);
    let carries = |body: &BodyState| body.shape == Shape::Plane && (body.q * Vec3::z()).dot(&up) > 0.5;
    if state.bodies.iter().any(carries) {
        say(world, tr("build-has-floor").to_owned());
        return;
    }
    let finite = state.bodies.iter().filter(|body| extent(&body.shape).is_some());
    let bottoms = finite.map(|body| body.x.dot(&up) - half_width(&body.shape, &body.q, &-up));
    let lowest = bottoms.fold(f64::INFINITY, f64::min);
    let height = if lowest.is_finite() { lowest.min(0.0) } else { 0.0 };
    let name = unused_name(&state, tr("tool-floor"));
    let turn = Rotation::rotation_between(&Vec3::z(), &up).filter(|turn| turn.angle() > 1e-9);
    let turn = turn.map_or(String::new(), |q| format!(", rotation: ({:?}, {:?}, {:?}, {:?})", q.w, q.i, q.j, q.k));
    let entry = format!("(name: {name:?}, shape: Plane, position: {}{turn})", vector(&(up * height).map(tidy)));
    let what = tr_with("build-add", [("body", name.as_str().into())]);
    if apply(world, what, &[ScenePatch::AddBody(entry)]) {
        select(world, &[name]);
    }
}

/// Adds copies of the selected bodies beside them, and selects the copies.
pub fn duplicate(world: &mut World) {
    let bodies = selected(world);
    let Some(by) = free_place(&world.resource::<DisplayState>().state, &bodies, true) else { return };
    let specs: Vec<BodySpec> = bodies.iter().map(|(_, spec)| spec.clone()).collect();
    if !is_at_start(world) {
        add(world, &specs, by);
        return;
    }
    let what = tr_with("build-duplicate", [("body", title(&bodies).into())]);
    copy_to(world, what, &specs, &[by]);
}

/// Adds copies of the selected bodies so that there are `counts` of them along x and y, `by` apart, m, in the axes in which
/// each is placed, and selects the copies. Only at the start of a run.
pub fn row(world: &mut World, counts: [u32; 2], by: [f64; 2]) {
    let bodies = selected(world);
    let specs: Vec<BodySpec> = bodies.iter().map(|(_, spec)| spec.clone()).collect();
    let places = (0..counts[1]).flat_map(|l| (0..counts[0]).map(move |k| [f64::from(k) * by[0], f64::from(l) * by[1]]));
    let places: Vec<Vec3> = places.skip(1).map(|[x, y]| Vec3::new(x, y, 0.0)).collect();
    if specs.is_empty() || places.is_empty() {
        return;
    }
    let what = tr_with("build-row", [("body", title(&bodies).into())]);
    copy_to(world, what, &specs, &places);
}

/// Adds the mirror images of the selected bodies, and selects them. `axis`: of the world, 0 or 1; the mirror stands at the
/// side of the bodies towards the positive end of it if `at_far_end`. Only at the start of a run.
pub fn mirror(world: &mut World, axis: usize, at_far_end: bool) {
    let bodies = selected(world);
    let Some(opened) = world.resource::<Session>().opened.clone().filter(|_| !bodies.is_empty()) else { return };
    let state = world.resource::<DisplayState>().state.clone();
    let indices: Vec<usize> = bodies.iter().map(|(index, _)| *index).collect();
    match Copies::mirrored(&opened, &state, &indices, (axis, at_far_end), grid(&state)) {
        Ok(copies) => make(world, tr_with("build-mirror", [("body", title(&bodies).into())]), &copies),
        Err(why) => say(world, why),
    }
}

/// Copies the selected bodies, to be pasted into this scene or another one.
pub fn copy(world: &mut World) {
    let bodies = selected(world);
    if bodies.is_empty() {
        return;
    }
    say(world, tr_with("build-copied", [("body", title(&bodies).into())]));
    world.insert_resource(CopiedBodies(bodies.into_iter().map(|(_, spec)| spec).collect()));
}

/// Copies the selected bodies and deletes them.
pub fn cut(world: &mut World) {
    copy(world);
    delete(world);
}

/// Adds the copied bodies where they were, or beside what is there by now, and selects them.
pub fn paste(world: &mut World) {
    let specs = world.get_resource::<CopiedBodies>().map_or_else(Vec::new, |copied| copied.0.clone());
    let bodies: Vec<(usize, BodySpec)> = specs.iter().cloned().map(|spec| (usize::MAX, spec)).collect();
    let Some(by) = free_place(&world.resource::<DisplayState>().state, &bodies, false) else {
        say(world, tr("build-nothing-copied").to_owned());
        return;
    };
    add(world, &specs, by);
}

/// Adds bodies moved by `by`, m, world, under free names, and selects them.
fn add(world: &mut World, specs: &[BodySpec], by: Vec3) {
    let copies = Copies::in_world(specs, &taken(&world.resource::<DisplayState>().state), by);
    if is_at_start(world) {
        make(world, tr_with("build-add", [("body", copies.names.join(", ").into())]), &copies);
        return;
    }
    let entries = copies.patches.iter().filter_map(|patch| match patch {
        ScenePatch::AddBody(entry) => Some(Edit::Add(entry.clone())),
        _ => None,
    });
    edit(world, entries.collect());
    select(world, &copies.names);
}

/// Makes copies in the text, and selects them.
fn make(world: &mut World, what: String, copies: &Copies) {
    if apply(world, what, &copies.patches) {
        select(world, &copies.names);
    }
}

/// Adds copies of bodies at these distances from them, m, and selects the copies: along the surfaces on which the bodies stand,
/// or in the world where such a surface ends.
fn copy_to(world: &mut World, what: String, specs: &[BodySpec], places: &[Vec3]) {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return };
    let originals: Vec<String> = specs.iter().map(|spec| spec.name.clone()).collect();
    let mut all = Copies { patches: Vec::new(), names: taken(&world.resource::<DisplayState>().state) };
    let old = all.names.len();
    for by in places {
        let mut copies = Copies::moved(&opened.text, &originals, &all.names, by.xy());
        let parses = |patches: &[ScenePatch]| {
            ScenePatch::apply_all(patches, &opened.text).is_ok_and(|text| Scene::parse(&opened.name, &text).is_ok())
        };
        if !parses(&copies.patches) {
            copies = Copies::in_world(specs, &all.names, *by);
        }
        all.patches.extend(copies.patches);
        all.names.extend(copies.names);
    }
    all.names.drain(..old);
    make(world, what, &all);
}

/// How bodies are named to the user.
fn title(bodies: &[(usize, BodySpec)]) -> String {
    match bodies {
        [(_, only)] => only.name.clone(),
        [(_, first), others @ ..] => {
            tr_with("build-and-more", [("body", first.name.as_str().into()), ("more", others.len().into())])
        }
        [] => String::new(),
    }
}

/// Makes edits of the run, which can be undone.
pub fn edit(world: &mut World, edits: Vec<Edit>) {
    undo::note(world, &edits);
    travel::record_edits(world, edits.into_iter().map(QueueEdit).collect());
}

/// The selected bodies: their indices, and their definitions at rest at their present poses. A notice asks for a selection if
/// there is none.
fn selected(world: &mut World) -> Vec<(usize, BodySpec)> {
    let selected = world.resource::<Layers>().0.selected;
    let state = &world.resource::<DisplayState>().state;
    let indices = world.resource::<BodyGroup>().indices(state, selected);
    let bodies: Vec<(usize, BodySpec)> =
        indices.into_iter().filter_map(|index| Some((index, defined(world, index)?))).collect();
    if bodies.is_empty() {
        say(world, tr("build-select").to_owned());
    }
    bodies
}

/// The definition of a body at rest at its present pose. At the start it keeps its velocity, which is part of its definition.
fn defined(world: &World, index: usize) -> Option<BodySpec> {
    let body = world.resource::<DisplayState>().state.bodies.get(index)?;
    let opened = world.resource::<Session>().opened.as_ref()?;
    let of_scene = opened.scene.bodies.iter().find(|spec| spec.name == body.name).cloned();
    let added = || {
        world.resource::<Past>().timeline.edits().iter().rev().find_map(|(_, edit)| match edit {
            Edit::Add(text) => Scene::body(text).ok().filter(|spec| spec.name == body.name),
            _ => None,
        })
    };
    let spec = of_scene.or_else(added)?;
    let is_start = world.resource::<stickslip_engine::world::Clock>().step == 0;
    let [velocity, angular_velocity] =
        if is_start { [spec.velocity, spec.angular_velocity] } else { [Vec3::zeros(); 2] };
    Some(BodySpec { position: body.x, rotation: body.q, velocity, angular_velocity, ..spec })
}

/// How far to move copies of bodies along x, m, so that they are clear of the others; `None` without bodies. `is_beside`: they
/// are copied beside the originals, whose carriers are no obstacle.
fn free_place(state: &State, bodies: &[(usize, BodySpec)], is_beside: bool) -> Option<Vec3> {
    let sizes = bodies.iter().map(|(_, spec)| extent(&spec.shape).unwrap_or(1.0));
    let along =
        |side: f64| bodies.iter().zip(sizes.clone()).map(move |((_, spec), size)| side * spec.position.x + size);
    let [left, right] = [-1.0, 1.0].map(|side| along(side).fold(f64::NEG_INFINITY, f64::max));
    // The width of the bodies together is that from the leftmost to the rightmost end.
    let step = if bodies.is_empty() { return None } else { 0.5 * BESIDE * (left + right) };
    let near = |(_, spec): &(usize, BodySpec), by: &Vec3| {
        let size = extent(&spec.shape).unwrap_or(1.0);
        state.bodies.iter().enumerate().any(|(index, other)| {
            // A body that stands on another is near its centre: what carries it is no obstacle.
            let reach = extent(&other.shape).filter(|_| other.mass.mass.is_finite() || !is_beside);
            let is_near = reach.is_some_and(|reach| (other.x - spec.position - by).norm() < 0.9 * (reach + size));
            is_near && !(is_beside && bodies.iter().any(|(own, _)| *own == index))
        })
    };
    let is_clear = |by: &Vec3| !bodies.iter().any(|body| near(body, by));
    let place = |k: u32| Vec3::x() * (step * f64::from(k));
    Some((u32::from(is_beside)..MAX_PLACES).map(place).find(is_clear).unwrap_or_else(|| place(MAX_PLACES)))
}
