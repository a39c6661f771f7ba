//! Recordings in the window: saving the run so far, opening and playing a recording.

use crate::draw::text::format::counted;
use crate::files::saving::free_name;
use crate::state::inspect::{Inspect, Tab};
use crate::state::session::{Opened, Session};
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::{Past, PlayedRecording};
use crate::{edits::travel, files::open};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use stickslip_engine::files::{WriteError, write_whole};
use stickslip_engine::observe::many_body::{MAX_FULLY_READ, is_many_body};
use stickslip_engine::record::build::another;
use stickslip_engine::record::hash::WorldHash;
use stickslip_engine::record::recording::Recording;
use stickslip_engine::scene::Scene;

/// The run so far as a recording; `None` if no scene is open.
pub fn recording(world: &World) -> Option<Recording> {
    let past = world.resource::<Past>();
    let opened = past.scene(world.resource::<Session>())?;
    Some(past.timeline.recording(&opened.name, &opened.text))
}

/// Saves the run so far in the current folder under an unused name, and returns the name.
pub fn save(world: &mut World) -> Option<String> {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    if !world.contains_resource::<WorldHash>() {
        let text = format!(
            "not recorded: with more than {MAX_FULLY_READ} bodies, hashing each state in the window would take as long as the \
             step; use `stickslip run SCENE --record FILE`"
        );
        world.resource_mut::<Session>().say(text, now);
        return None;
    }
    let recording = recording(world)?;
    let path = free_name("stickslip", "rec");
    let mut bytes = Vec::new();
    let written = recording.write(&mut bytes).map_err(|error| WriteError::at(&path, error));
    let written = written.and_then(|()| write_whole(&path, &bytes));
    let text = match &written {
        Ok(()) => format!(
            "{} and {} recorded in {}",
            counted(recording.last_step() as usize, "step"),
            counted(recording.edits.len(), "edit"),
            path.display()
        ),
        Err(error) => error.to_string(),
    };
    world.resource_mut::<Session>().say(text, now);
    written.is_ok().then(|| path.display().to_string())
}

/// Opens a recording at its start.
pub fn open(world: &mut World, file: &str, recording: Recording, scene: Scene) {
    let last = recording.last_step();
    let cut_off = recording.end.is_none().then_some(last);
    let is_imported = recording.played.is_some();
    let Recording { build, name, scene: text, edits, hashes, .. } = recording;
    open::open(world, Opened { name, file: None, text, scene });
    if let Some(builds) = another(if is_imported { "imported" } else { "recorded" }, &build) {
        let now = world.resource::<Time<Real>>().elapsed_secs_f64();
        world.resource_mut::<Session>().say(builds, now);
    }
    if is_imported {
        // It has nothing to tune.
        world.resource_mut::<Inspect>().tab = Tab::Inspect;
    }
    WorldHash::enable(world);
    let mut past = world.resource_mut::<Past>();
    past.timeline.replay(edits, hashes, last);
    past.replay = Some(PlayedRecording { file: file.to_owned(), build, cut_off, is_imported });
    // Re-simulating a many-body scene would take minutes.
    if is_many_body(world.resource::<DisplayState>().state.bodies.len()) {
        travel::seek(world, 0);
    } else {
        travel::read_through(world, 0);
    }
}
