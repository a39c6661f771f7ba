//! Sound output: a thin layer that hands the samples of the synthesiser to the system.
//!
//! On a desktop they go through a pipe to a player that the system already has (`pipe`): a sound library would need
//! headers to build on Linux, and some fifty packages for two other systems. On a web page they go to Web Audio
//! (`web`).

#[cfg(not(target_arch = "wasm32"))]
mod pipe;
#[cfg(target_arch = "wasm32")]
mod web;

use crate::app::display::audio_mix::{SoundSettings, listen};
use crate::app::display::sound::SoundFrame;
use crate::app::state::session::Notice;
use bevy::prelude::*;
#[cfg(not(target_arch = "wasm32"))]
use pipe::PipeSpeaker as Speaker;
#[cfg(target_arch = "wasm32")]
use web::WebSpeaker as Speaker;

/// Plays what the run sounds like, while sound is on.
pub(crate) struct SoundPlugin;

impl Plugin for SoundPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Last, listen.pipe(play));
    }
}

/// Plays the sound of a frame; a notice says why if it cannot, and sound is then off.
fn play(
    In(frame): In<SoundFrame>,
    mut settings: ResMut<SoundSettings>,
    mut notices: MessageWriter<Notice>,
    mut speaker: Local<Option<Speaker>>,
) {
    let Some(open) = (if settings.on { Some(speaker.get_or_insert_default()) } else { speaker.as_mut() }) else {
        return;
    };
    // What is switched off fades before it is closed.
    let volume = if settings.on { settings.volume } else { 0.0 };
    let heard = open.hear(&frame, volume);
    if !settings.on && open.is_silent() {
        *speaker = None;
    } else if let Err(why) = heard {
        notices.write(Notice::new(why));
        (settings.on, *speaker) = (false, None);
    }
}
