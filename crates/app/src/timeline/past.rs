//! The past of the open run: the current position in its timeline, the jump in progress, and the future truncated by
//! an edit, kept as a ghost.

use crate::state::session::{Opened, Session};
use crate::timeline::ghost::Ghost;
use crate::timeline::history::History;
use bevy::ecs::prelude::*;
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::world::played::FIXED;

/// The recording being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRecording {
    /// File of the recording.
    pub file: String,
    /// Version and commit of the program that recorded it.
    pub build: String,
    /// Last recorded step, if the recording is truncated.
    pub cut_off: Option<u64>,
    /// True if another program computed the motion.
    pub is_imported: bool,
}

/// The past of the open run.
#[derive(Resource, Default)]
pub struct Past {
    /// Snapshots, edits and events.
    pub timeline: Timeline,
    /// Target step of the jump in progress.
    pub goal: Option<u64>,
    /// If set, the jump reads a recording to its end, for its events and curves, then returns to this step.
    pub back_to: Option<u64>,
    /// The future truncated by the last edit in the past.
    pub ghost: Option<Box<Ghost>>,
    /// Curves of the previous run, if the scene was restarted with other parameters.
    pub before: Option<Box<History>>,
    /// Bookmarked steps, in order.
    pub bookmarks: Vec<u64>,
    /// The recording being played, until an edit branches off from it.
    pub replay: Option<PlayedRecording>,
    /// Step at which the jump in progress began; progress is measured from it.
    pub from: u64,
    /// The scene that the run began with, if saving has since merged the run's edits into the open scene.
    pub began_with: Option<Box<Opened>>,
}

impl Past {
    /// The past of a new run.
    pub fn begin(world: &mut World) {
        let timeline = Timeline::begin(world);
        world.insert_resource(Self { timeline, ..Self::default() });
    }

    /// The scene that the run began with, to which the edits of the timeline apply.
    pub fn scene<'a>(&'a self, session: &'a Session) -> Option<&'a Opened> {
        self.began_with.as_deref().or(session.opened.as_ref())
    }

    /// Progress of the jump in progress, in \[0, 1\]; `None` if there is none.
    pub fn progress(&self, now: u64) -> Option<f64> {
        let goal = self.goal?;
        let whole = goal.saturating_sub(self.from).max(1);
        Some(1.0 - goal.saturating_sub(now).min(whole) as f64 / whole as f64)
    }

    /// Reason why the run can neither be edited nor repeated under other laws; `None` if it can.
    pub fn fixed(&self) -> Option<&'static str> {
        self.replay.as_ref().is_some_and(|replay| replay.is_imported).then_some(FIXED)
    }

    /// Toggles the bookmark at a step.
    pub fn bookmark(&mut self, step: u64) {
        match self.bookmarks.binary_search(&step) {
            Ok(place) => {
                self.bookmarks.remove(place);
            }
            Err(place) => self.bookmarks.insert(place, step),
        }
    }

    /// The bookmark after this step, wrapping around to the first.
    pub fn next_bookmark(&self, step: u64) -> Option<u64> {
        let place = self.bookmarks.partition_point(|mark| *mark <= step);
        self.bookmarks.get(place).or(self.bookmarks.first()).copied()
    }
}
