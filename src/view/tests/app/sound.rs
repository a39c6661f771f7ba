//! Tests of [`crate::app::display::audio_mix`] in the window.

use crate::app::display::audio_mix::*;
use crate::app::display::sound::SoundFrame;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::view::tests::test_window::{frame, window};
use bevy::app::App;

fn heard(app: &mut App, wall: f64) -> SoundFrame {
    frame(app, wall);
    app.world_mut().run_system_cached(listen).expect("a sound")
}

/// A brick above its angle of friction: silent while paused, then a click where it begins to slip and noise that
/// grows brighter, ten times duller at a tenth of the speed, silent again once paused.
#[test]
fn a_frame_sounds_while_it_plays() {
    let mut app = window("brick-slips");
    // The first frame has no time before it.
    heard(&mut app, 0.01);
    assert_eq!(heard(&mut app, 0.01), SoundFrame { duration: 0.01, ..SoundFrame::default() });
    app.world_mut().resource_mut::<Playback>().playing = true;
    let frames: Vec<SoundFrame> = (0..38).map(|_| heard(&mut app, 0.001)).collect();
    let clicks: Vec<usize> = (0..38).filter(|k| !frames[*k].clicks.is_empty()).collect();
    let slips = app.world().resource::<Past>().timeline.events().iter().filter(|event| click(event.kind) == Some(0.5));
    // Each of its four corners begins to slip, in one step.
    assert_eq!(slips.count(), 4);
    let began = *clicks.last().expect("a click");
    assert!((10..30).contains(&began), "{clicks:?}");
    assert!(frames[..began].iter().all(|frame| frame.force == 0.0));
    assert!(frames[began + 2..].iter().all(|frame| frame.force > 0.1 && frame.speed > 0.0));
    app.world_mut().resource_mut::<Playback>().stop();
    heard(&mut app, 0.001);
    assert_eq!(heard(&mut app, 0.001).force, 0.0);
}
