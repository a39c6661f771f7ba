//! Changes of the open scene's text. Each begins a new run and can be undone; the camera, the overlays and the changed
//! parameters stay.

use crate::build::group::BodyGroup;
use crate::build::reshape::Reshaped;
use crate::draw::overlay::traces::Trails;
use crate::edits::document::{Document, DocumentChange, KeptRun};
use crate::edits::travel;
use crate::edits::undo::Undo;
use crate::files::open;
use crate::lessons::lesson_session::{self, LessonSession};
use crate::state::layout::Layers;
use crate::state::scene_patch::ScenePatch;
use crate::state::session::{Opened, Session};
use crate::state::tuning::Tuning;
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use crate::timeline::ghost::{self, Ghost, GhostKind};
use crate::timeline::history::History;
use crate::timeline::past::Past;
use crate::timeline::playback::Playback;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use stickslip_engine::record::save::scene_text;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::edits::{Edit, QueueEdit};
use stickslip_engine::world::Clock;

/// True if a gesture changes the text of the scene: the run stands at its start, and nothing else owns it, as a recording
/// does, or a lesson in which nothing is built. Later a gesture is an edit of the run.
pub fn is_at_start(world: &World) -> bool {
    is_start(world.resource(), world.resource(), world.get_resource(), world.resource())
}

/// [`is_at_start`] from the resources that decide it.
pub fn is_start(session: &Session, past: &Past, lesson: Option<&LessonSession>, clock: &Clock) -> bool {
    let has_text = session.opened.as_ref().is_some_and(|opened| !opened.text.is_empty());
    let owned = lesson.and_then(|lesson| lesson.open.as_ref()).is_some_and(|playing| !playing.lesson.builds);
    has_text && !owned && past.replay.is_none() && past.fixed().is_none() && clock.step == 0
}

/// Makes changes of the text as one, if the run stands at its start; a notice says so if it does not. What they rename stays
/// selected.
pub fn apply(world: &mut World, what: String, patches: &[ScenePatch]) -> bool {
    if !is_at_start(world) {
        say(world, tr("build-needs-start").to_owned());
        return false;
    }
    let done = patch(world, what, |opened| ScenePatch::apply_all(patches, &opened.text));
    for change in patches {
        if let ScenePatch::Rename { new, .. } = change
            && done
        {
            select(world, std::slice::from_ref(new));
        }
    }
    done
}

/// Makes edits of bodies as changes of the text, if the run stands at its start: then a pose, a new body or a deleted one belongs to
/// the scene that is saved, and no step is taken. Returns the edits that are left for the run.
pub fn instead(world: &mut World, edits: Vec<QueueEdit>) -> Vec<QueueEdit> {
    let is_left = |world: &mut World, edit: &Edit| match of_edit(world, edit).filter(|_| is_at_start(world)) {
        Some((what, patches)) => !apply(world, what, &patches),
        None => true,
    };
    edits.into_iter().filter(|QueueEdit(edit)| is_left(world, edit)).collect()
}

/// The change of the text that an edit of a body would be at the start.
fn of_edit(world: &World, edit: &Edit) -> Option<(String, Vec<ScenePatch>)> {
    let state = &world.resource::<DisplayState>().state;
    let opened = world.resource::<Session>().opened.as_ref()?;
    let named = |key: &'static str, name: &str| tr_with(key, [("body", name.into())]);
    Some(match edit {
        Edit::Place { body, position, rotation } => {
            let name = &state.bodies.get(*body as usize)?.name;
            let reshaped = Reshaped::new(opened, state, *body as usize, 0.0)?;
            (named("build-move", name), reshaped.placed(*position, *rotation))
        }
        Edit::Add(text) => (named("build-add", &Scene::body(text).ok()?.name), vec![ScenePatch::AddBody(text.clone())]),
        Edit::Delete { body } => {
            let name = &state.bodies.get(*body as usize)?.name;
            (named("build-delete", name), vec![ScenePatch::DeleteBody(name.clone())])
        }
        _ => return None,
    })
}

/// Changes the text of the open scene and begins its run anew; returns false, with a notice that says why, if the new text
/// has a fault. `what`: the change, as it is named to the user.
pub fn patch(world: &mut World, what: String, change: impl FnOnce(&Opened) -> Result<String, String>) -> bool {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return false };
    let changed = change(&opened).and_then(|text| match Scene::parse(&opened.name, &text) {
        Ok(scene) => Ok(Opened { text, scene, ..opened.clone() }),
        Err(faults) => Err(faults.faults().first().map_or_else(String::new, ToString::to_string)),
    });
    let new = match changed {
        Ok(new) => new,
        Err(why) => {
            say(world, tr_with("build-refused", [("what", what.into()), ("why", why.into())]));
            return false;
        }
    };
    let parameters = world.resource::<Tuning>().changes();
    let ghost = ghost_of_before(world, &opened.scene, &new.scene);
    let run = kept(world, opened);
    world.resource_mut::<Document>().push(what, run);
    show(world, new);
    for edit in &parameters {
        world.resource_mut::<Tuning>().note(edit);
    }
    travel::record_edits(world, parameters.into_iter().map(QueueEdit).collect());
    world.resource_mut::<Past>().ghost = ghost;
    true
}

/// The run that was played last as a ghost beside that of the changed scene: the present one, or the ghost that it has. `None`
/// if no run was played, or if the steps of the two are not the same.
fn ghost_of_before(world: &mut World, old: &Scene, new: &Scene) -> Option<Box<Ghost>> {
    let (history, trails) = (world.resource::<History>().clone(), world.resource::<Trails>().clone());
    let mut past = world.resource_mut::<Past>();
    let is_alike = old.bodies.len() == new.bodies.len()
        && old.bodies.iter().zip(&new.bodies).all(|(old, new)| old.name == new.name);
    let kept = past.ghost.take_if(|ghost| matches!(ghost.kind, GhostKind::Before { .. }));
    if old.dt != new.dt || ghost::refused(new.bodies.len().max(old.bodies.len())).is_some() {
        return None;
    }
    if past.timeline.end() > 0 {
        return Some(Box::new(Ghost::before(past.timeline.clone(), history, trails, is_alike)));
    }
    kept.map(|mut ghost| {
        let was_alike = ghost.kind == GhostKind::Before { is_alike: true };
        ghost.kind = GhostKind::Before { is_alike: was_alike && is_alike };
        ghost
    })
}

/// Makes the displayed state the start of the scene.
pub fn start_here(world: &mut World) {
    let Some(text) = world.resource::<Session>().opened.as_ref().map(|opened| opened.text.clone()) else { return };
    let now = scene_text(world, &text, true);
    world.resource_mut::<Playback>().playing = false;
    patch(world, tr("build-start-here").to_owned(), |_| now);
}

/// Undoes the last change of the text, if the run has no edit since; returns false otherwise.
pub fn undo(world: &mut World) -> bool {
    let has_edits = world.resource::<Undo>().depth() > 0;
    if has_edits || !world.resource::<Document>().can_undo() {
        return false;
    }
    swap(world, Document::undo, "build-undone")
}

/// Makes the change of the text again that was undone last, if the run has nothing to redo; returns false otherwise.
pub fn redo(world: &mut World) -> bool {
    let has_edits = world.resource::<Undo>().can_redo();
    if has_edits || !world.resource::<Document>().can_redo() {
        return false;
    }
    swap(world, Document::redo, "build-redone")
}

/// Shows the run on the other side of a change; `told`: key of the notice.
fn swap(
    world: &mut World,
    turn: impl FnOnce(&mut Document, Box<dyn FnOnce() -> KeptRun>) -> Option<DocumentChange>,
    told: &str,
) -> bool {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return false };
    let now = kept(world, opened);
    let Some(change) = turn(&mut world.resource_mut::<Document>(), Box::new(move || now)) else { return false };
    let KeptRun { opened, began_with, undo, timeline, step } = change.run;
    world.resource_mut::<Playback>().playing = false;
    show(world, opened);
    world.insert_resource(undo);
    world.resource_mut::<Past>().began_with = began_with;
    travel::restore_timeline(world, timeline, step);
    say(world, tr_with(told, [("what", change.what.into())]));
    true
}

/// The present run.
fn kept(world: &mut World, opened: Opened) -> KeptRun {
    let undo = std::mem::take(&mut *world.resource_mut::<Undo>());
    let past = world.resource::<Past>();
    let (timeline, began_with) = (past.timeline.clone(), past.began_with.clone());
    KeptRun { opened, began_with, undo, timeline, step: world.resource::<Clock>().step }
}

/// Shows a new version of the open scene; the selected body stays selected if it still exists.
fn show(world: &mut World, opened: Opened) {
    let state = world.resource::<DisplayState>().state.clone();
    let selected = world.resource::<Layers>().0.selected.and_then(|index| state.bodies.get(index));
    let again = selected.and_then(|body| opened.scene.bodies.iter().position(|spec| spec.name == body.name));
    open::open(world, opened);
    // In a lesson the prediction is about what is built now.
    lesson_session::restart(world);
    world.resource_mut::<Layers>().0.selected = again;
}

/// Selects bodies by name; the card shows the first.
pub fn select(world: &mut World, names: &[String]) {
    let bodies = &world.resource::<DisplayState>().state.bodies;
    let index = names.first().and_then(|name| bodies.iter().position(|body| body.name == *name));
    world.resource_mut::<Layers>().0.selected = index;
    world.insert_resource(BodyGroup::of(names));
}

/// Shows a notice.
pub fn say(world: &mut World, text: String) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_mut::<Session>().say(text, now);
}
