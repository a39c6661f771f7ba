//! Handles user requests.

use crate::build::{bodies, patch, templates, toolbox};
use crate::control::actions::Action;
use crate::edits::undo;
use crate::files::class_answers::ClassAnswers;
use crate::files::saving::{self, OpenForm, Saving};
use crate::lessons::lesson_session::{LessonSession, predict_first};
use crate::state::panels::Panels;
use crate::state::request::Request;
use crate::state::request::{BuildRequest, EditRequest, FileRequest, SceneRequest, TimeRequest};
use crate::state::session::Session;
use crate::timeline::past::Past;
use crate::{edits::travel, files::jump, files::link, files::open, files::replay, lessons::lesson_session};
use bevy::app::{AppExit, Update};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::path::Path;
use stickslip_engine::world::Clock;

/// Handles all requests since the last frame, in order.
pub fn answer(world: &mut World) {
    let requests: Vec<Request> = world.resource_mut::<Messages<Request>>().drain().collect();
    requests.into_iter().for_each(|request| consider(world, request));
}

/// True if a pending request shows another scene, which makes everything drawn so far in this frame obsolete.
pub fn show_another_scene(requests: Res<Messages<Request>>) -> bool {
    requests.iter_current_update_messages().any(shows_another_scene)
}

/// Runs `Update` once more within this frame, to open the requested scene and draw its bodies.
pub fn update_again(world: &mut World) {
    world.run_schedule(Update);
}

fn shows_another_scene(request: &Request) -> bool {
    match request {
        Request::Scene(request) => request.shows_another_scene(),
        Request::Sure(request) => shows_another_scene(request),
        _ => false,
    }
}

/// Handles a request, or asks for confirmation if it would lose unsaved changes.
fn consider(world: &mut World, request: Request) {
    let loses = matches!(&request, Request::Scene(request) if request.leaves_scene());
    if loses && saving::unsaved(world) {
        world.resource_mut::<Saving>().ask = Some(request);
        return;
    }
    do_request(world, request);
}

fn do_request(world: &mut World, request: Request) {
    match request {
        Request::Scene(request) => show_scene(world, request),
        Request::Time(request) => travel_in_time(world, request),
        Request::Edit(request) => undo_or_redo(world, request),
        Request::Build(request) => build(world, request),
        Request::File(request) => write_file(world, request),
        Request::Layout(layout) => open::set_layout(world, layout),
        Request::Answers(answers) => world.resource_mut::<ClassAnswers>().show(answers),
        Request::Sure(request) => do_request(world, *request),
    }
}

/// Undoes or redoes an edit of the run, or at its ends the change of the text that began or ended it.
fn undo_or_redo(world: &mut World, request: EditRequest) {
    match request {
        EditRequest::Undo => {
            if !patch::undo(world) {
                undo::undo(world);
            }
        }
        EditRequest::Redo => {
            if !patch::redo(world) {
                undo::redo(world);
            }
        }
    }
}

fn build(world: &mut World, request: BuildRequest) {
    match request {
        BuildRequest::Place => toolbox::place(world),
        BuildRequest::PlaceInMiddle => toolbox::place_in_middle(world),
        BuildRequest::Floor => bodies::floor(world),
        BuildRequest::Patch { what, patches } => {
            patch::apply(world, what, &patches);
        }
        BuildRequest::Select(names) => patch::select(world, &names),
        BuildRequest::Delete => bodies::delete(world),
        BuildRequest::Duplicate => bodies::duplicate(world),
        BuildRequest::Row { counts, by } => bodies::row(world, counts, by),
        BuildRequest::Mirror { axis, at_far_end } => bodies::mirror(world, axis, at_far_end),
        BuildRequest::Copy => bodies::copy(world),
        BuildRequest::Cut => bodies::cut(world),
        BuildRequest::Paste => bodies::paste(world),
        BuildRequest::StartHere => patch::start_here(world),
    }
}

fn show_scene(world: &mut World, request: SceneRequest) {
    match request {
        SceneRequest::New(template) => new_scene(world, template),
        SceneRequest::Open(opened) => {
            // What is chosen is shown from its start even if it has the name of what is open.
            world.resource_mut::<Session>().opened = None;
            open::open(world, *opened);
        }
        SceneRequest::Lesson(name) => open::begin(world, &name),
        SceneRequest::Replay { file, recording, scene } => replay::open(world, &file, *recording, *scene),
        SceneRequest::Reset if world.resource::<Past>().replay.is_some() => travel::seek(world, 0),
        SceneRequest::Reset => {
            open::reset(world);
            lesson_session::restart(world);
        }
        SceneRequest::Rerun => open::reset(world),
        SceneRequest::Reload => open::reload(world),
        SceneRequest::Gallery => world.resource_mut::<Session>().gallery = true,
        SceneRequest::Quit => {
            world.write_message(AppExit::Success);
        }
    }
}

/// Opens a new scene from a template, and the panel to build in it.
fn new_scene(world: &mut World, template: &str) {
    match templates::new(template) {
        Ok(opened) => {
            // It is another scene even if the open one is new, too.
            world.resource_mut::<Session>().opened = None;
            world.resource_mut::<Panels>().open_build();
            open::open(world, opened);
            // Once more, after the layout of the new scene has arranged the panels.
            world.write_message(Action::Panels(Panels::open_build));
        }
        Err(why) => patch::say(world, why),
    }
}

fn travel_in_time(world: &mut World, request: TimeRequest) {
    match request {
        TimeRequest::Seek(step) => seek(world, step),
        TimeRequest::Swap => travel::swap(world),
        TimeRequest::Forget => world.resource_mut::<Past>().ghost = None,
        TimeRequest::Bookmark => {
            world.resource_scope(|world, mut past: Mut<Past>| past.bookmark(world.resource::<Clock>().step))
        }
        TimeRequest::Finer => travel::finer(world),
        TimeRequest::Rebuild(by) => travel::rebuild(world, by),
    }
}

fn write_file(world: &mut World, request: FileRequest) {
    match request {
        FileRequest::Open(path) => open_file(world, &path),
        FileRequest::Save { path, poses, then } => {
            let then = then.map(|then| *then);
            if !saving::save(world, &path, poses) {
                // The form stays open so that the path can be corrected.
                let form = saving::SaveForm { poses, ..saving::SaveForm::at(path.display().to_string(), then) };
                world.resource_mut::<Saving>().form = Some(form);
            } else if let Some(then) = then {
                do_request(world, then);
            }
        }
        FileRequest::Record => {
            replay::save(world);
        }
        FileRequest::Repro(key) => jump::repro(world, key),
        FileRequest::Link => link::copy(world),
    }
}

/// Opens a file; if it has a fault, the form to open files shows it, and the open scene stays.
fn open_file(world: &mut World, path: &Path) {
    match saving::open(path) {
        Ok(request) => {
            let mut saving = world.resource_mut::<Saving>();
            (saving.open_form, saving.seen) = (None, None);
            consider(world, request);
        }
        Err(faults) => {
            let form = OpenForm { faults: Some(faults), ..OpenForm::at(path.display().to_string()) };
            world.resource_mut::<Saving>().open_form = Some(form);
        }
    }
}

/// Jumps to a step; one that has not been computed is refused while the open lesson waits for the prediction.
fn seek(world: &mut World, step: u64) {
    let is_new = step > world.resource::<Past>().timeline.reached();
    if is_new && world.resource::<LessonSession>().awaits_prediction() {
        let now = world.resource::<Time<Real>>().elapsed_secs_f64();
        world.resource_mut::<Session>().say(predict_first(), now);
        return;
    }
    travel::seek(world, step);
}
