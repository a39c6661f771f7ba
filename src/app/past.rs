//! The past of the open run: where the person stands in it, the jump under way, and the future that an edit has cut off,
//! kept as a ghost.

use crate::app::ghost::Ghost;
use crate::app::history::History;
use crate::run::timeline::Timeline;
use bevy::ecs::prelude::*;

/// The recording that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedRecording {
    /// Its file.
    pub file: String,
    /// Version and commit of the program that recorded it.
    pub build: String,
    /// Its last step, if it was cut off.
    pub cut_off: Option<u64>,
}

/// The past of the open run.
#[derive(Resource, Default)]
pub(crate) struct Past {
    /// Snapshots, edits and events.
    pub timeline: Timeline,
    /// The step a jump is on its way to.
    pub goal: Option<u64>,
    /// The jump reads a recording to its end, for its events and curves, and comes back to this step.
    pub back_to: Option<u64>,
    /// The future that the last edit in the past has cut off.
    pub ghost: Option<Box<Ghost>>,
    /// The curves of the run before, if it was begun anew with other parameters.
    pub before: Option<Box<History>>,
    /// Steps a person has marked, in order.
    pub bookmarks: Vec<u64>,
    /// The recording that is played, until an edit branches off from it.
    pub replay: Option<PlayedRecording>,
    /// Where the jump under way began, for its progress.
    pub from: u64,
}

impl Past {
    /// The past of a run that begins now.
    pub(crate) fn begin(world: &mut World) {
        let timeline = Timeline::begin(world);
        world.insert_resource(Self { timeline, ..Self::default() });
    }

    /// How far the jump under way has come, in \[0, 1\]; `None` without one.
    pub(crate) fn progress(&self, now: u64) -> Option<f64> {
        let goal = self.goal?;
        let whole = goal.saturating_sub(self.from).max(1);
        Some(1.0 - goal.saturating_sub(now).min(whole) as f64 / whole as f64)
    }

    /// Marks a step, or takes its mark away.
    pub(crate) fn bookmark(&mut self, step: u64) {
        match self.bookmarks.binary_search(&step) {
            Ok(place) => {
                self.bookmarks.remove(place);
            }
            Err(place) => self.bookmarks.insert(place, step),
        }
    }

    /// The bookmark after this step; after the last one comes the first.
    pub(crate) fn next_bookmark(&self, step: u64) -> Option<u64> {
        let place = self.bookmarks.partition_point(|mark| *mark <= step);
        self.bookmarks.get(place).or(self.bookmarks.first()).copied()
    }
}
