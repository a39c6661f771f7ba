//! Carries out the actions of keys and the command palette.

use crate::build::materials::PairTable;
use crate::build::toolbox::Toolbox;
use crate::control::actions::Action;
use crate::control::language::set_language;
use crate::display::audio_mix::SoundSettings;
use crate::draw::space::orbit::{Orbit, plane_axis};
use crate::draw::space::units::Units;
use crate::files::jump::CopyText;
use crate::files::saving::{OpenForm, SaveForm, Saving};
use crate::hand::Grab;
use crate::lessons::lesson_session::LessonSession;
use crate::plots::graphs::Graphs;
use crate::state::layout::Layers;
use crate::state::panels::{BrowseFiles, Panels, Popups};
use crate::state::request::Request;
use crate::state::request::{FileRequest, TimeRequest};
use crate::state::session::{Notice, Session};
use crate::state::theme::Theme;
use crate::texts::tr;
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::Past;
use crate::timeline::playback::Playback;
use bevy::ecs::prelude::*;
use stickslip_engine::world::Clock;

/// Carries out the actions that were sent, in order.
pub fn perform_sent(world: &mut World) {
    let sent: Vec<Action> = world.resource_mut::<Messages<Action>>().drain().collect();
    sent.into_iter().for_each(|action| perform(world, action));
}

/// Carries out an action.
pub fn perform(world: &mut World, action: Action) {
    let session = world.resource::<Session>();
    if action.needs_scene() && (session.gallery || session.opened.is_none()) {
        return;
    }
    match action {
        Action::Ask(request) => {
            world.write_message(request);
        }
        Action::Play => world.resource_mut::<Playback>().toggle(),
        Action::ToEvent => world.resource_mut::<Playback>().play_to_event(),
        Action::Steps(steps) => go(world, steps),
        Action::Frames(frames) => {
            let steps = world.resource::<Playback>().steps_per_frame(world.resource::<Clock>().dt);
            go(world, frames * steps.cast_signed());
        }
        Action::NextEvent => seek(world, |past, now| past.timeline.next_event(now)),
        Action::PreviousEvent => seek(world, |past, now| past.timeline.last_event(now)),
        Action::NextBookmark => seek(world, Past::next_bookmark),
        Action::Start => seek(world, |_, _| Some(0)),
        Action::End => seek(world, |past, _| Some(past.timeline.end())),
        Action::Speed(rungs) => world.resource_mut::<Playback>().change_speed(rungs),
        Action::OpenFile => open_file(world),
        Action::Save => save(world),
        Action::SaveAs => {
            world.resource_mut::<Saving>().form = SaveForm::for_session(world.resource::<Session>(), None)
        }
        Action::CopyLesson => copy_lesson(world),
        Action::Palette => world.resource_mut::<Popups>().palette = Some(Default::default()),
        Action::Help => toggle(&mut world.resource_mut::<Popups>().help),
        Action::Tabbing => world.resource_mut::<Popups>().tabbing = true,
        Action::Escape => escape(world),
        Action::Picture(take) => {
            world.write_message(take);
        }
        Action::FullScreen(toggle) => {
            world.write_message(toggle);
        }
        Action::Frame => frame(world),
        Action::Look(yaw, pitch) => world.resource_mut::<Orbit>().look(yaw, pitch),
        Action::Plane => {
            let axis = plane_axis(&world.resource::<DisplayState>().state);
            world.resource_mut::<Orbit>().toggle_plane(axis);
        }
        Action::Camera(change) => change(&mut world.resource_mut::<Orbit>()),
        Action::Plot(quantity) => {
            world.resource_mut::<Graphs>().add(quantity);
            world.resource_mut::<Panels>().plots = true;
        }
        Action::Panels(change) => change(&mut world.resource_mut::<Panels>()),
        Action::Layers(change) => change(&mut world.resource_mut::<Layers>()),
        Action::Layer(part) => toggle(part(&mut world.resource_mut::<Layers>())),
        Action::Theme(change) => change(&mut world.resource_mut::<Theme>()),
        Action::Language(code) => set_language(world, code),
        Action::Sound(change) => change(&mut world.resource_mut::<SoundSettings>()),
    }
}

/// Frames the selected body, or those that move; while the user builds, all of finite size.
fn frame(world: &mut World) {
    let (units, selected) = (*world.resource::<Units>(), world.resource::<Layers>().0.selected);
    let is_whole = selected.is_none() && world.resource::<Panels>().shows_build();
    world.resource_scope(|world, mut orbit: Mut<Orbit>| {
        let state = &world.resource::<DisplayState>().state;
        match is_whole {
            true => orbit.frame_whole(state, &units),
            false => orbit.frame(state, &units, selected),
        }
    });
}

fn toggle(on: &mut bool) {
    *on = !*on;
}

/// Steps forward by this number of steps; backward if negative.
fn go(world: &mut World, steps: i64) {
    if steps > 0 {
        world.resource_mut::<Playback>().request_steps(steps.unsigned_abs());
    } else {
        seek(world, |_, now| Some(now.saturating_sub(steps.unsigned_abs())));
    }
}

/// Pauses and jumps to the step that `goal` derives from the present one; key strokes between two slow frames
/// accumulate.
fn seek(world: &mut World, goal: impl FnOnce(&Past, u64) -> Option<u64>) {
    let past = world.resource::<Past>();
    let asked =
        world.resource::<Messages<Request>>().iter_current_update_messages().filter_map(|request| match request {
            Request::Time(TimeRequest::Seek(step)) => Some(*step),
            _ => None,
        });
    let now = asked.last().or(past.goal).unwrap_or(world.resource::<Clock>().step);
    if let Some(step) = goal(past, now) {
        world.resource_mut::<Playback>().stop();
        world.write_message(Request::Time(TimeRequest::Seek(step)));
    }
}

/// Shows the form to open a file; on a page, whose files have no paths, the browser's dialog.
fn open_file(world: &mut World) {
    if cfg!(target_arch = "wasm32") {
        world.write_message(BrowseFiles);
    } else {
        world.resource_mut::<Saving>().open_form = Some(OpenForm::at(String::new()));
    }
}

/// Saves to the open file, or asks for a path.
fn save(world: &mut World) {
    let session = world.resource::<Session>();
    let Some(opened) = &session.opened else { return };
    if let Some(path) = opened.file.clone() {
        world.write_message(Request::File(FileRequest::Save { path, poses: false, then: None }));
    } else {
        world.resource_mut::<Saving>().form = SaveForm::for_session(world.resource::<Session>(), None);
    }
}

/// Copies the command that opens the lesson.
fn copy_lesson(world: &mut World) {
    let open = world.resource::<LessonSession>().open.as_ref();
    let lesson = open.map(|playing| format!("stickslip open --lesson {}", playing.name));
    world.write_message(Notice::new(tr(if lesson.is_some() { "notice-copied" } else { "notice-no-lesson" })));
    world.write_message_batch(lesson.map(CopyText));
}

/// Lays the tool down, closes the list of shortcuts or the gallery, else clears the selection.
fn escape(world: &mut World) {
    let session = world.resource::<Session>();
    if world.resource::<Grab>().grip.is_some() {
        // Escape lets go of what is held, and no more.
    } else if world.resource::<Toolbox>().tool.is_some() {
        *world.resource_mut::<Toolbox>() = Toolbox::default();
    } else if world.resource::<Popups>().help {
        world.resource_mut::<Popups>().help = false;
    } else if world.resource::<PairTable>().is_open {
        world.resource_mut::<PairTable>().is_open = false;
    } else if session.gallery && session.opened.is_some() {
        world.resource_mut::<Session>().gallery = false;
    } else {
        world.resource_mut::<Layers>().0.selected = None;
    }
}
