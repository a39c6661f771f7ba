//! Decides when the window is drawn next: at once while anything moves or computes, a few more times after the last
//! input, and then only on events, so that a paused window leaves the machine idle.

use crate::edits::backfill::HistoryBackfill;
use crate::hand::Grab;
use crate::state::request::Request;
use crate::state::session::Session;
use crate::state::share::Share;
use crate::studies::compare::Compare;
use crate::studies::run_audit::RunAudit;
use crate::timeline::ghost::Ghost;
use crate::timeline::past::Past;
use crate::timeline::playback::Playback;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::time::{Real, Time};
use std::time::Duration;
use stickslip_engine::world::Clock;

/// Minimum number of frames drawn in direct succession after the last input, so that the effect is visible at once.
const MIN_FRAMES: u32 = 8;
/// Minimum duration of direct succession after the last input, so that animations finish.
const MIN_FRAMES_TIME: Duration = Duration::from_millis(350);
/// Number of frames drawn at [`INTERVAL`] afterwards, because tooltips open with a delay.
const LATE_FRAMES: u32 = 4;
/// Interval between late frames, and while a notice is shown.
const INTERVAL: Duration = Duration::from_millis(600);
/// Interval between the frames of an idle window.
pub const IDLE: Duration = Duration::from_secs(3600);

/// When the next frame is drawn if no event arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextFrame {
    /// Directly after the present frame.
    Now,
    /// After this delay.
    After(Duration),
}

/// Resources that determine whether the window must keep drawing.
#[derive(SystemParam)]
pub struct Activity<'w> {
    audit: Res<'w, RunAudit>,
    clock: Res<'w, Clock>,
    compare: Res<'w, Compare>,
    grab: Res<'w, Grab>,
    past: Res<'w, Past>,
    playback: Res<'w, Playback>,
    requests: Res<'w, Messages<Request>>,
    backfill: Res<'w, HistoryBackfill>,
    session: Res<'w, Session>,
    share: Res<'w, Share>,
}

impl Activity<'_> {
    /// True while the picture changes by itself.
    fn is_any(&self) -> bool {
        let Self { playback, past, clock, .. } = self;
        let runs = playback.playing || playback.single > 0 || self.grab.held.is_some();
        let is_behind = |ghost: &Ghost| ghost.state.is_none() && clock.step >= ghost.from;
        let computes = !self.requests.is_empty()
            || past.goal.is_some()
            || self.compare.behind
            || self.backfill.is_running()
            || self.audit.is_working()
            || self.share.progress.is_some()
            || past.ghost.as_deref().is_some_and(is_behind);
        runs || computes
    }
}

/// Frames drawn since the last activity.
#[derive(Default)]
pub struct IdleFrames {
    /// Number of frames drawn in direct succession.
    close: u32,
    /// Number of frames drawn at [`INTERVAL`].
    late: u32,
    /// Time of the last activity.
    since: Duration,
}

/// Time for which an unchanged set of waiting pipelines keeps the window drawing. A shader that has not arrived by then
/// does not arrive by drawing on.
const MAX_PIPELINE_WAIT: Duration = Duration::from_secs(10);

/// Whether pipelines that wait for their shaders keep the window drawing.
#[derive(Clone, Copy, Debug, Default)]
pub struct PipelineWait {
    /// Number of waiting pipelines in the last frame.
    waiting: usize,
    /// Time at which that number last changed.
    since: Duration,
}

impl PipelineWait {
    /// Takes the number of waiting pipelines at the time `now`; true while another frame may complete one.
    pub fn note(&mut self, waiting: usize, now: Duration) -> bool {
        if waiting != self.waiting {
            *self = Self { waiting, since: now };
        }
        waiting > 0 && now.saturating_sub(self.since) < MAX_PIPELINE_WAIT
    }
}

/// Decides when to draw the next frame, from the frames drawn since the last activity. `news` is activity from outside:
/// user input, or drawing that could not be completed.
pub fn next_frame(
    In(news): In<bool>,
    activity: Activity,
    time: Res<Time<Real>>,
    mut idle: Local<IdleFrames>,
) -> NextFrame {
    let now = time.elapsed();
    if news || activity.is_any() {
        *idle = IdleFrames { since: now, ..IdleFrames::default() };
    }
    if idle.close < MIN_FRAMES || now - idle.since < MIN_FRAMES_TIME {
        idle.close += 1;
        NextFrame::Now
    } else if idle.late < LATE_FRAMES || activity.session.notice.is_some() {
        idle.late = idle.late.saturating_add(1);
        NextFrame::After(INTERVAL)
    } else {
        NextFrame::After(IDLE)
    }
}
