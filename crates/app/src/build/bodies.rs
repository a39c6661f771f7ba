//! Whole bodies: deleted, duplicated, copied and pasted. At the start of a run the text of the scene changes, later the run.

use crate::build::patch::{is_at_start, patch, say, select};
use crate::draw::scale::extent;
use crate::edits::{travel, undo};
use crate::state::layout::Layers;
use crate::state::session::Session;
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::Past;
use bevy::ecs::prelude::*;
use stickslip_engine::laws::{Vec2, Vec3};
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::text::patch::{copy_body, delete_body, free_name};
use stickslip_engine::scene::text::write::{self, add_body};
use stickslip_engine::scene::{BodySpec, Scene};
use stickslip_engine::step::edits::{Edit, QueueEdit};

/// Distance of a copy from its original, in extents of the body.
const BESIDE: f64 = 2.2;
/// Number of places beside a body that are tried for a copy.
const MAX_PLACES: u32 = 50;

/// The body that was copied last, at its pose then.
#[derive(Resource, Default)]
pub struct CopiedBody(Option<BodySpec>);

/// Deletes the selected body.
pub fn delete(world: &mut World) {
    let Some((index, spec)) = selected(world) else { return };
    let name = spec.name;
    let what = tr_with("build-delete", [("body", name.clone().into())]);
    let done = if is_at_start(world) {
        patch(world, what, |opened| delete_body(&opened.text, &opened.scene, &name).map_err(|fault| fault.to_string()))
    } else {
        edit(world, Edit::Delete { body: index as u32 })
    };
    if done {
        world.resource_mut::<Layers>().0.selected = None;
    }
}

/// Adds a copy of the selected body beside it, and selects the copy.
pub fn duplicate(world: &mut World) {
    let Some((index, spec)) = selected(world) else { return };
    let by = free_place(&world.resource::<DisplayState>().state, &spec, Some(index));
    if !is_at_start(world) {
        add(world, BodySpec { position: spec.position + by, ..spec });
        return;
    }
    let (name, copy) = (spec.name.clone(), unused_name(&world.resource::<DisplayState>().state, &spec.name));
    let what = tr_with("build-duplicate", [("body", name.clone().into())]);
    let beside = Vec2::new(by.x, by.y);
    let done = patch(world, what, |opened| {
        let copied = copy_body(&opened.text, &opened.scene, &name, &copy, beside).map_err(|fault| fault.to_string());
        // Where the surface below it ends, the copy is placed in the world.
        match copied {
            Ok(text) if Scene::parse(&opened.name, &text).is_ok() => Ok(text),
            _ => {
                let moved = BodySpec { name: copy.clone(), position: spec.position + by, ..spec };
                add_body(&opened.text, &write::body(&moved)).map_err(|fault| fault.to_string())
            }
        }
    });
    if done {
        select(world, &copy);
    }
}

/// Copies the selected body, to be pasted into this scene or another one.
pub fn copy(world: &mut World) {
    let Some((_, spec)) = selected(world) else { return };
    say(world, tr_with("build-copied", [("body", spec.name.clone().into())]));
    world.insert_resource(CopiedBody(Some(spec)));
}

/// Adds the copied body where it was, or beside what is there by now, and selects it.
pub fn paste(world: &mut World) {
    let Some(spec) = world.get_resource::<CopiedBody>().and_then(|copied| copied.0.clone()) else {
        say(world, tr("build-nothing-copied").to_owned());
        return;
    };
    let by = free_place(&world.resource::<DisplayState>().state, &spec, None);
    add(world, BodySpec { position: spec.position + by, ..spec });
}

/// Adds a body under a free name, and selects it.
fn add(world: &mut World, spec: BodySpec) {
    let name = unused_name(&world.resource::<DisplayState>().state, &spec.name);
    let entry = write::body(&BodySpec { name: name.clone(), ..spec });
    let done = if is_at_start(world) {
        let what = tr_with("build-add", [("body", name.clone().into())]);
        patch(world, what, |opened| add_body(&opened.text, &entry).map_err(|fault| fault.to_string()))
    } else {
        edit(world, Edit::Add(entry))
    };
    if done {
        select(world, &name);
    }
}

/// The name, or with a number, that no body has.
pub fn unused_name(state: &State, name: &str) -> String {
    free_name(name, |name| state.bodies.iter().all(|body| body.name != name))
}

/// Makes an edit of the run.
pub fn edit(world: &mut World, edit: Edit) -> bool {
    undo::note(world, std::slice::from_ref(&edit));
    travel::record_edits(world, vec![QueueEdit(edit)]);
    true
}

/// The selected body: its index, and its definition at rest at its present pose. A notice asks for a selection if there is
/// none.
fn selected(world: &mut World) -> Option<(usize, BodySpec)> {
    let index = world.resource::<Layers>().0.selected;
    let state = world.resource::<DisplayState>().state.clone();
    let body = index.and_then(|index| state.bodies.get(index));
    let Some((index, body)) = index.zip(body) else {
        say(world, tr("build-select").to_owned());
        return None;
    };
    let opened = world.resource::<Session>().opened.as_ref()?;
    let of_scene = opened.scene.bodies.iter().find(|spec| spec.name == body.name).cloned();
    let added = || {
        world.resource::<Past>().timeline.edits().iter().rev().find_map(|(_, edit)| match edit {
            Edit::Add(text) => Scene::body(text).ok().filter(|spec| spec.name == body.name),
            _ => None,
        })
    };
    let spec = of_scene.or_else(added)?;
    // At the start it keeps its velocity, which is part of its definition.
    let is_start = world.resource::<stickslip_engine::world::Clock>().step == 0;
    let [velocity, angular_velocity] =
        if is_start { [spec.velocity, spec.angular_velocity] } else { [Vec3::zeros(); 2] };
    Some((index, BodySpec { position: body.x, rotation: body.q, velocity, angular_velocity, ..spec }))
}

/// How far to move a copy of a body along x, m, so that it is clear of the others; `original`: the index of the body that is
/// copied.
fn free_place(state: &State, spec: &BodySpec, original: Option<usize>) -> Vec3 {
    let size = extent(&spec.shape).unwrap_or(1.0);
    let is_clear = |by: &Vec3| {
        let near = |other: &stickslip_engine::observe::state::BodyState| {
            // A body that stands on another is near its centre: what carries it is no obstacle.
            let reach = extent(&other.shape).filter(|_| other.mass.mass.is_finite() || original.is_none());
            reach.is_some_and(|reach| (other.x - spec.position - by).norm() < 0.9 * (reach + size))
        };
        !state.bodies.iter().enumerate().any(|(index, other)| near(other) && Some(index) != original)
    };
    let first = u32::from(original.is_some());
    let place = |k: u32| Vec3::x() * (BESIDE * size * f64::from(k));
    (first..MAX_PLACES).map(place).find(is_clear).unwrap_or_else(|| place(MAX_PLACES))
}
