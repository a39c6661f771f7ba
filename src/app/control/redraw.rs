//! Decides when the window is drawn next: at once while anything moves or computes, a few more times after the last
//! input, and then only on events, so that a paused window leaves the machine idle.

use crate::app::edits::backfill::HistoryBackfill;
use crate::app::hand::Grab;
use crate::app::state::session::{Request, Session};
use crate::app::studies::compare::Compare;
use crate::app::studies::run_audit::RunAudit;
use crate::app::timeline::ghost::Ghost;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::world::Clock;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::time::{Real, Time};
use std::time::Duration;

/// Minimum number of frames drawn in direct succession after the last input, so that the effect is visible at once.
const MIN_FRAMES: u32 = 8;
/// Minimum duration of direct succession after the last input, so that animations finish.
const MIN_FRAMES_TIME: Duration = Duration::from_millis(350);
/// Number of frames drawn at [`INTERVAL`] afterwards, because tooltips open with a delay.
const LATE_FRAMES: u32 = 4;
/// Interval between late frames, and while a notice is shown.
const INTERVAL: Duration = Duration::from_millis(600);
/// Interval between the frames of an idle window.
const IDLE: Duration = Duration::from_secs(3600);

/// When the next frame is drawn if no event arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextFrame {
    /// Directly after the present frame.
    Now,
    /// After this delay.
    After(Duration),
}

/// Resources that determine whether the window must keep drawing.
#[derive(SystemParam)]
pub(crate) struct Activity<'w> {
    audit: Res<'w, RunAudit>,
    clock: Res<'w, Clock>,
    compare: Res<'w, Compare>,
    grab: Res<'w, Grab>,
    past: Res<'w, Past>,
    playback: Res<'w, Playback>,
    requests: Res<'w, Messages<Request>>,
    backfill: Res<'w, HistoryBackfill>,
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
            || self.backfill.is_running()
            || self.audit.is_working()
            || past.ghost.as_deref().is_some_and(is_behind);
        runs || computes
    }
}

/// Frames drawn since the last activity.
#[derive(Default)]
pub(crate) struct IdleFrames {
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
pub(crate) struct PipelineWait {
    /// Number of waiting pipelines in the last frame.
    waiting: usize,
    /// Time at which that number last changed.
    since: Duration,
}

impl PipelineWait {
    /// Takes the number of waiting pipelines at the time `now`; true while another frame may complete one.
    pub(crate) fn note(&mut self, waiting: usize, now: Duration) -> bool {
        if waiting != self.waiting {
            *self = Self { waiting, since: now };
        }
        waiting > 0 && now.saturating_sub(self.since) < MAX_PIPELINE_WAIT
    }
}

/// Decides when to draw the next frame, from the frames drawn since the last activity. `news` is activity from outside:
/// user input, or drawing that could not be completed.
pub(crate) fn next_frame(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::tests::test_window::{frame, window};
    use bevy::app::App;

    /// A pipeline whose shader never comes keeps the window drawing for ten seconds, not for ever; one that completes
    /// starts the time again.
    #[test]
    fn a_pipeline_that_never_completes_lets_the_window_rest() {
        let mut wait = PipelineWait::default();
        let mut at = |waiting, seconds| wait.note(waiting, Duration::from_secs(seconds));
        assert!(!at(0, 0));
        assert!(at(3, 1) && at(3, 9));
        assert!(at(1, 10) && at(1, 19));
        assert!(!at(1, 20) && !at(1, 1000));
        assert!(at(2, 1001), "a new one");
        assert!(!at(0, 1002));
    }

    /// The decision of one frame, `seconds` after the last.
    fn next(app: &mut App, news: bool, seconds: f64) -> NextFrame {
        frame(app, seconds);
        app.world_mut().run_system_cached_with(next_frame, news).expect("a decision")
    }

    /// A paused window draws a few frames after an input, then a few late ones, then none; a run at its end, after a
    /// jump back and after an undo, too.
    #[test]
    fn a_paused_window_rests() {
        let mut app = window("brick-slips");
        let rests = |app: &mut App, what: &str| {
            let mut modes = Vec::new();
            app.world_mut().resource_mut::<Session>().notice = None;
            for _ in 0..60 {
                modes.push(next(app, false, 0.1));
            }
            assert_eq!(modes.last(), Some(&NextFrame::After(IDLE)), "{what}");
        };
        rests(&mut app, "at the start");
        assert_eq!(next(&mut app, true, 0.1), NextFrame::Now, "after an input");
        rests(&mut app, "after an input");
        app.world_mut().resource_mut::<Playback>().playing = true;
        // The scene has 0.04 s.
        assert_eq!(next(&mut app, false, 0.01), NextFrame::Now, "while it plays");
        app.world_mut().resource_mut::<Playback>().stop();
        rests(&mut app, "paused");
        app.world_mut().write_message(Request::Seek(3));
        rests(&mut app, "after a jump");
    }
}
