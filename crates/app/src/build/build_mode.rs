//! Whether the mouse builds: the panel *Build* is open, and the run stands at its start.

use crate::build::patch::is_start;
use crate::lessons::lesson_session::LessonSession;
use crate::state::inspect::{Inspect, Tab};
use crate::state::layout::Layers;
use crate::state::panels::{BuildMode, Panels};
use crate::state::session::Session;
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::Past;
use crate::timeline::playback::Playback;
use bevy::ecs::prelude::*;
use stickslip_engine::world::Clock;

/// Follows the panels and the run.
pub fn follow(
    (session, past, lesson): (Res<Session>, Res<Past>, Res<LessonSession>),
    (clock, panels, playback): (Res<Clock>, Res<Panels>, Res<Playback>),
    mut mode: ResMut<BuildMode>,
) {
    let is_open = panels.shows_build() && !session.gallery && !playback.playing;
    mode.set_if_neq(BuildMode(is_open && is_start(&session, &past, Some(&lesson), &clock)));
}

/// Shows the page of a body in the right panel when the body is selected while the mouse builds.
pub fn show_body(
    (mode, layers, shown): (Res<BuildMode>, Res<Layers>, Res<DisplayState>),
    mut inspect: ResMut<Inspect>,
    mut last: Local<Option<String>>,
) {
    let selected = layers.0.selected.and_then(|index| shown.state.bodies.get(index)).map(|body| &body.name);
    if selected != last.as_ref() {
        *last = selected.cloned();
        if mode.0 && last.is_some() && inspect.tab != Tab::Body {
            inspect.tab = Tab::Body;
        }
    }
}
