//! Tests of [`crate::app::control::redraw`] in the window.

use crate::app::control::redraw::*;
use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::state::session::Session;
use crate::app::timeline::playback::Playback;
use crate::view::tests::test_window::{frame, window};
use bevy::app::App;
use std::time::Duration;

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
    app.world_mut().write_message(Request::Time(TimeRequest::Seek(3)));
    rests(&mut app, "after a jump");
}
