//! Handles user requests.

use crate::edits::undo;
use crate::files::class_answers::ClassAnswers;
use crate::files::saving::{self, Saving};
use crate::lessons::lesson_session::{LessonSession, predict_first};
use crate::state::session::{Request, Session};
use crate::timeline::past::Past;
use crate::{edits::travel, files::jump, files::open, files::replay, lessons::lesson_session};
use bevy::app::{AppExit, Update};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
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
        Request::Open(_) | Request::Replay { .. } | Request::Lesson(_) | Request::Gallery => true,
        Request::Reset | Request::Rerun => true,
        Request::Sure(request) => shows_another_scene(request),
        _ => false,
    }
}

/// Handles a request, or asks for confirmation if it would lose unsaved changes.
fn consider(world: &mut World, request: Request) {
    let loses = matches!(
        request,
        Request::Open(_) | Request::Replay { .. } | Request::Lesson(_) | Request::Reload | Request::Quit
    );
    if loses && saving::unsaved(world) {
        world.resource_mut::<Saving>().ask = Some(request);
        return;
    }
    do_request(world, request);
}

fn do_request(world: &mut World, request: Request) {
    match request {
        Request::Open(opened) => open::open(world, *opened),
        Request::Sure(request) => do_request(world, *request),
        Request::Lesson(name) => open::begin(world, &name),
        Request::Quit => {
            world.write_message(AppExit::Success);
        }
        Request::Save { path, poses, then } => {
            let then = then.map(|then| *then);
            if !saving::save(world, &path, poses) {
                // The form stays open so that the path can be corrected.
                let form = saving::SaveForm { poses, ..saving::SaveForm::at(path.display().to_string(), then) };
                world.resource_mut::<Saving>().form = Some(form);
            } else if let Some(then) = then {
                do_request(world, then);
            }
        }
        Request::Answers(answers) => world.resource_mut::<ClassAnswers>().show(answers),
        Request::Gallery => world.resource_mut::<Session>().gallery = true,
        Request::Reset if world.resource::<Past>().replay.is_some() => travel::seek(world, 0),
        Request::Reset => {
            open::reset(world);
            lesson_session::restart(world);
        }
        Request::Rerun => open::reset(world),
        Request::Undo => undo::undo(world),
        Request::Redo => undo::redo(world),
        Request::Reload => open::reload(world),
        Request::Seek(step) => seek(world, step),
        Request::Swap => travel::swap(world),
        Request::Forget => world.resource_mut::<Past>().ghost = None,
        Request::Record => {
            replay::save(world);
        }
        Request::Repro(key) => jump::repro(world, key),
        Request::Layout(layout) => open::set_layout(world, layout),
        Request::Finer => travel::finer(world),
        Request::Rebuild(by) => travel::rebuild(world, by),
        Request::Bookmark => {
            world.resource_scope(|world, mut past: Mut<Past>| past.bookmark(world.resource::<Clock>().step))
        }
        Request::Replay { file, recording, scene } => replay::open(world, &file, *recording, *scene),
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
