//! When the window is drawn next: at once while anything moves or computes, a few more times after the last input,
//! and then only on events, so that a paused window leaves the machine idle.

use crate::app::compare::Compare;
use crate::app::ghost::Ghost;
use crate::app::hand::Grab;
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::retrace::Retrace;
use crate::app::session::{Request, Session};
use crate::world::Clock;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use std::time::Duration;

/// Frames drawn in direct succession after the last input, so that the effect of a click is visible at once.
const AFTERGLOW: u32 = 20;
/// Frames drawn at [`INTERVAL`] after those: tooltips open with a delay.
const LATE: u32 = 4;
/// Interval between late frames, and while a notice is shown.
const INTERVAL: Duration = Duration::from_millis(600);
/// Interval between the frames of an idle window.
const IDLE: Duration = Duration::from_secs(3600);

/// When the next frame is drawn if no event arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextFrame {
    /// Directly after this one.
    Now,
    /// After this time.
    After(Duration),
}

/// What keeps the window drawing.
#[derive(SystemParam)]
pub(crate) struct Activity<'w> {
    clock: Res<'w, Clock>,
    compare: Res<'w, Compare>,
    grab: Res<'w, Grab>,
    past: Res<'w, Past>,
    playback: Res<'w, Playback>,
    requests: Res<'w, Messages<Request>>,
    retrace: Res<'w, Retrace>,
    session: Res<'w, Session>,
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
            || self.retrace.is_running()
            || past.ghost.as_deref().is_some_and(is_behind);
        runs || computes
    }
}

/// Counts the frames since the last activity, or since there were news from outside: user input, or drawing that could
/// not be completed.
pub(crate) fn next_frame(In(news): In<bool>, activity: Activity, mut idle: Local<u32>) -> NextFrame {
    *idle = if news || activity.is_any() { 0 } else { idle.saturating_add(1) };
    match *idle {
        0..=AFTERGLOW => NextFrame::Now,
        idle if idle <= AFTERGLOW + LATE || activity.session.notice.is_some() => NextFrame::After(INTERVAL),
        _ => NextFrame::After(IDLE),
    }
}
