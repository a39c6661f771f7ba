//! Whether the mouse builds: the panel *Build* is open, and the run stands at its start.

use crate::build::patch::is_start;
use crate::lessons::lesson_session::LessonSession;
use crate::state::panels::{BuildMode, Panels};
use crate::state::session::Session;
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
