//! The window's driver, tested without a window.

use crate::app::files::open::open;
use crate::app::files::replay;
use crate::app::files::saving::Saving;
use crate::app::state::request::Request;
use crate::app::state::request::{FileRequest, SceneRequest, TimeRequest};
use crate::app::state::session::Session;
use crate::app::state::tuning::Tuning;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::history::History;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::observe::state::State;
use crate::record::hash::{WorldHash, state_hash};
use crate::run::replay::Replay;
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use crate::step::edits::{Edit, QueueEdit};
use crate::step::edits::{EditLog, FrictionParameter};
use crate::step::events::{ContactEvent, EventLog};
use crate::view::tests::test_window::{self, frame};
use crate::world::Clock;
use bevy::app::App;

/// The window's world with a scene open, playing at full speed.
fn window(name: &str) -> App {
    let mut app = test_window::window(name);
    app.world_mut().resource_mut::<Playback>().playing = true;
    app
}

/// With uneven frames and an edit midway, the window is bit-identical to a headless run with the logged edit at the
/// same step.
#[test]
fn the_window_gives_the_bits_of_a_headless_run() {
    let mut app = window("sphere-up-35");
    for k in 0..40 {
        if k == 15 {
            let edit = Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.3 };
            app.world_mut().write_message(QueueEdit(edit));
        }
        frame(&mut app, 0.002 + 0.001 * f64::from(k % 3));
    }
    let seen = app.world().resource::<DisplayState>().state.clone();
    let log = app.world().resource::<EditLog>().0.clone();
    assert!(seen.step > 500, "the window took {} steps", seen.step);
    assert_eq!(log.len(), 1);

    let opened = app.world().resource::<Session>().opened.clone().expect("a scene");
    let mut simulation = Simulation::new(&opened.scene);
    let mut again = Replay::new(log, Vec::new());
    for _ in 0..seen.step {
        again.step(simulation.world());
    }
    assert_eq!(state_hash(&seen), state_hash(&simulation.state()));
}

/// Slow steps are taken beside the window: frames do not wait for them, an edit makes the one under way void, and the bits
/// are those of a headless run, with its events, curves and snapshots.
#[test]
fn slow_steps_are_taken_beside_the_window_with_the_same_bits() {
    let mut app = window("stack-stands");
    let (mut waited, mut taken) = (0, 0);
    while app.world().resource::<Clock>().step < 60 {
        let before = app.world().resource::<Clock>().step;
        // As slow as a large pile.
        app.world_mut().resource_mut::<Past>().timeline.note_pace(1e3, 1);
        if before == 25 && app.world().resource::<EditLog>().0.is_empty() {
            let edit = Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.3 };
            app.world_mut().write_message(QueueEdit(edit));
        }
        frame(&mut app, 0.01);
        match app.world().resource::<Clock>().step - before {
            0 => waited += 1,
            1 => taken += 1,
            more => panic!("{more} steps in a frame"),
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    // The first frame at least began a step and did not wait for it.
    assert!(waited > 0 && taken == 60, "{waited} frames without a step");
    let seen = app.world().resource::<DisplayState>().state.clone();
    let log = app.world().resource::<EditLog>().0.clone();
    assert_eq!(log.iter().map(|(step, _)| *step).collect::<Vec<_>>(), [25]);
    let opened = app.world().resource::<Session>().opened.clone().expect("a scene");
    let mut simulation = Simulation::new(&opened.scene);
    WorldHash::enable(simulation.world());
    let (mut again, mut hashes, mut events) = (Replay::new(log, Vec::new()), Vec::new(), Vec::new());
    for _ in 0..seen.step {
        simulation.world().resource_mut::<EventLog>().take();
        hashes.extend(again.step(simulation.world()));
        events.extend(simulation.world().resource_mut::<EventLog>().take());
    }
    assert_eq!(state_hash(&seen), state_hash(&simulation.state()));
    let past = &app.world().resource::<Past>().timeline;
    assert_eq!(past.hashes()[1..], hashes);
    let named = |events: &[ContactEvent]| {
        let later = events.iter().filter(|event| event.step > 0);
        later.map(|event| (event.step, event.key, event.kind)).collect::<Vec<_>>()
    };
    assert!(!events.is_empty() && named(past.events()) == named(&events), "{events:?}");
}

/// A scene too slow for real time plays slower, skips no step, and shows the state of the step counter.
#[test]
fn the_state_shown_is_the_state_simulated() {
    let mut app = window("stack-stands");
    for _ in 0..5 {
        frame(&mut app, 0.4);
    }
    let seen = app.world().resource::<DisplayState>().state.clone();
    let mut simulation = Simulation::new(&app.world().resource::<Session>().opened.clone().expect("a scene").scene);
    simulation.steps(seen.step);
    assert_eq!(state_hash(&seen), state_hash(&simulation.state()));
}

fn seek(app: &mut App, step: u64) {
    app.world_mut().resource_mut::<Playback>().stop();
    app.world_mut().write_message(Request::Time(TimeRequest::Seek(step)));
    frame(app, 0.01);
    arrive(app);
}

fn arrive(app: &mut App) {
    for _ in 0..1000 {
        if app.world().resource::<Past>().goal.is_none() {
            return;
        }
        frame(app, 0.01);
    }
    panic!("the jump to step {:?} does not end", app.world().resource::<Past>().goal);
}

fn seen(app: &App) -> State {
    (*app.world().resource::<DisplayState>().state).clone()
}

/// Seeking back and forth in a run with an edit, and past its end, restores the exact state of each step and sets the
/// sliders to its parameters.
#[test]
fn a_jump_shows_the_very_state_of_that_step() {
    let mut app = window("sphere-up-35");
    let mut passed = Vec::new();
    for k in 0..40 {
        if k == 15 {
            let edit = Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.3 };
            app.world_mut().write_message(QueueEdit(edit));
        }
        frame(&mut app, 0.002 + 0.001 * f64::from(k % 3));
        passed.push(seen(&app));
    }
    let edited = app.world().resource::<EditLog>().0[0].0;
    let curves = app.world().resource::<History>().bucket_count();
    for k in [3, 30, 0, 39, 14, 16] {
        seek(&mut app, passed[k].step);
        assert_eq!(seen(&app), passed[k]);
        let mu_s = app.world().resource::<Tuning>().sets[0].now.mu_s;
        assert_eq!(mu_s, if passed[k].step > edited { 0.3 } else { 0.25 }, "at step {}", passed[k].step);
    }
    assert_eq!(
        app.world().resource::<History>().bucket_count(),
        curves,
        "a jump into the past adds nothing to the plots"
    );
    let last = passed[39].step;
    seek(&mut app, last + 500);
    assert_eq!(app.world().resource::<Past>().timeline.reached(), last + 500);
    assert_eq!(seen(&app).step, last + 500);
}

/// Replaying from the past without an edit reproduces the same future; the next event pauses at its step.
#[test]
fn time_stops_at_the_next_event() {
    let mut app = window("sphere-up-35");
    for _ in 0..60 {
        frame(&mut app, 0.01);
    }
    let events: Vec<u64> = app.world().resource::<Past>().timeline.events().iter().map(|event| event.step).collect();
    let first = *events.iter().find(|step| **step > 0).expect("an event");
    seek(&mut app, 0);
    app.world_mut().resource_mut::<Playback>().play_to_event();
    for _ in 0..60 {
        frame(&mut app, 0.01);
    }
    assert_eq!(seen(&app).step, first);
    assert!(!app.world().resource::<Playback>().playing);
}

/// After an edit in the past, the old future continues as the ghost at the displayed step and can be swapped in.
#[test]
fn an_edit_in_the_past_keeps_the_old_future_as_a_ghost() {
    let mut app = window("sphere-up-35");
    for _ in 0..30 {
        frame(&mut app, 0.01);
    }
    let end = seen(&app).step;
    seek(&mut app, end);
    let old = seen(&app);
    let at = end / 3;
    seek(&mut app, at);
    app.world_mut().write_message(QueueEdit(Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.05 }));
    seek(&mut app, end);
    let new = seen(&app);
    assert_ne!(state_hash(&new), state_hash(&old));
    let ghost = |app: &mut App| {
        for _ in 0..100 {
            frame(app, 0.01);
        }
        let past = app.world().resource::<Past>();
        let ghost = past.ghost.as_ref().expect("a ghost");
        assert_eq!(ghost.from, at);
        ghost.state.as_ref().map(state_hash)
    };
    assert_eq!(ghost(&mut app), Some(state_hash(&old)));
    app.world_mut().write_message(Request::Time(TimeRequest::Swap));
    assert_eq!(ghost(&mut app), Some(state_hash(&new)));
    assert_eq!(state_hash(&seen(&app)), state_hash(&old));
    assert!(app.world().resource::<EditLog>().0.is_empty());
    // Before the branch point there is only one state.
    seek(&mut app, at - 10);
    assert_eq!(ghost(&mut app), None);
    seek(&mut app, end);
    assert_eq!(state_hash(&seen(&app)), state_hash(&old));
}

/// A recording reproduces the run: reopened, it plays the same states; a changed hash is reported as divergence at
/// its step; an edit ends the replay.
#[test]
fn a_recorded_session_is_replayed_and_a_divergence_is_shown() {
    let mut app = window("sphere-up-35");
    for k in 0..30 {
        if k == 10 {
            app.world_mut().write_message(QueueEdit(Edit::Basic {
                rule: None,
                which: FrictionParameter::MuK,
                value: 0.1,
            }));
        }
        frame(&mut app, 0.01);
    }
    let end = app.world().resource::<Past>().timeline.end();
    seek(&mut app, end);
    let last = seen(&app);
    let mut recording = replay::recording(app.world()).expect("a run");
    assert_eq!(recording.last_step(), last.step);
    assert_eq!(recording.edits.len(), 1);
    // The entities of another window may be others.
    let events_of = |app: &App| -> Vec<_> {
        let events = app.world().resource::<Past>().timeline.events();
        events.iter().map(|event| (event.step, event.key, event.kind)).collect()
    };
    let events = events_of(&app);
    assert!(events.len() > 2);
    let replayed = |recording: crate::record::recording::Recording| {
        let mut app = window("stack-stands");
        let scene = Box::new(Scene::parse("recorded", &recording.scene).expect("no fault"));
        let request =
            Request::Scene(SceneRequest::Replay { file: "a.rec".to_owned(), recording: Box::new(recording), scene });
        app.world_mut().write_message(request);
        frame(&mut app, 0.01);
        arrive(&mut app);
        // The recording was read to the end: all events and curves are known, and the start is displayed.
        assert_eq!((seen(&app).step, events_of(&app)), (0, events.clone()));
        assert_eq!(app.world().resource::<History>().last_step(), Some(end));
        seek(&mut app, end);
        app
    };
    let mut app = replayed(recording.clone());
    assert_eq!(state_hash(&seen(&app)), state_hash(&last));
    let past = app.world().resource::<Past>();
    assert!(past.replay.is_some());
    assert_eq!((past.timeline.difference(), past.timeline.edits().len()), (None, 1));
    seek(&mut app, end / 2);
    app.world_mut().write_message(QueueEdit(Edit::Gravity(crate::laws::Vec3::zeros())));
    frame(&mut app, 0.01);
    let past = app.world().resource::<Past>();
    assert!(past.replay.is_none() && past.ghost.is_some());
    recording.hashes[777] ^= 1;
    let app = replayed(recording);
    let difference = app.world().resource::<Past>().timeline.difference();
    assert_eq!(difference.map(|difference| difference.step), Some(777));
}

/// During playback, the ghost with a tenth of the step size is at the displayed step in every frame with a new one,
/// and receives the edits made meanwhile.
#[test]
fn the_run_waits_for_the_finer_ghost() {
    let mut app = window("roll-and-spin");
    seek(&mut app, 200);
    app.world_mut().write_message(Request::Time(TimeRequest::Finer));
    app.world_mut().resource_mut::<Playback>().playing = true;
    let (mut last, mut met) = (200, 0);
    for k in 0..200 {
        if k == 50 {
            app.world_mut().write_message(QueueEdit(Edit::Basic {
                rule: None,
                which: FrictionParameter::MuK,
                value: 0.05,
            }));
        }
        frame(&mut app, 0.03);
        let (now, past) = (seen(&app).step, app.world().resource::<Past>());
        let ghost = past.ghost.as_ref().expect("a ghost");
        assert!(now == last || ghost.state.is_some() || ghost.is_behind(now), "step {now}");
        if let Some(state) = &ghost.state {
            assert_eq!(state.step, 10 * now);
            met += u32::from(now > last);
            last = now;
        }
    }
    assert!(met > 20 && last > 1000, "met {met} times up to step {last}");
    let past = app.world().resource::<Past>();
    assert_eq!(past.timeline.edits().len(), 1);
    let of_ghost = past.ghost.as_ref().expect("a ghost").timeline.edits();
    assert_eq!(of_ghost.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [10 * past.timeline.edits()[0].0]);
}

/// Many-body scenes have no ghost, and the window explains why.
#[test]
fn a_many_body_run_has_no_ghost() {
    let mut app = window("box-settle");
    app.world_mut().write_message(Request::Time(TimeRequest::Finer));
    frame(&mut app, 0.01);
    assert!(app.world().resource::<Past>().ghost.is_none());
    let notice = &app.world().resource::<Session>().notice;
    assert!(notice.as_ref().is_some_and(|(text, _)| text.contains("more than 300 bodies")), "{notice:?}");
}

/// In a many-body scene, a plotted body force sums all contacts, even those not drawn.
#[test]
fn the_plots_of_many_bodies_have_the_forces_of_the_simulation() {
    use crate::observe::quantity::{Quantity, Subject};
    let mut app = window("heap");
    frame(&mut app, 0.01);
    app.world_mut().resource_mut::<Playback>().playing = false;
    app.world_mut().write_message(Request::Time(TimeRequest::Seek(1500)));
    while seen(&app).step < 1500 {
        frame(&mut app, 0.01);
    }
    let full = crate::observe::state::observe(app.world_mut(), crate::world::CaseId(0));
    let shown = app.world().resource::<DisplayState>();
    let plotted: Vec<Subject> = app.world().resource::<History>().subjects().collect();
    let forces = plotted.iter().filter(|of| matches!(of, Subject::Body(_))).map(|of| {
        let force = Quantity::find(*of, "F_E", "| |").expect("a row");
        (force.value(&shown.state), force.value(&full))
    });
    let forces: Vec<(f64, f64)> = forces.collect();
    assert!(forces.iter().any(|(_, there)| *there > 1e-6), "{forces:?}");
    assert!(forces.iter().all(|(here, there)| (here - there).abs() < 1e-12), "{forces:?}");
    assert!(shown.list.discs.is_empty() && shown.state.contacts.len() < full.contacts.len());
}

/// A save writes the run's edits into the open scene; the recording keeps the scene that the run began with.
#[test]
fn a_saved_run_is_recorded_from_its_own_start() {
    let folder = temp_dir::TempDir::new().expect("a folder");
    let mut app = window("sphere-up-35");
    let text = |app: &App| app.world().resource::<Session>().opened.as_ref().expect("a scene").text.clone();
    let began_with = text(&app);
    frame(&mut app, 0.01);
    app.world_mut().write_message(QueueEdit(Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.1 }));
    frame(&mut app, 0.01);
    app.world_mut().write_message(Request::File(FileRequest::Save {
        path: folder.path().join("ball.ron"),
        poses: false,
        then: None,
    }));
    frame(&mut app, 0.01);
    assert!(text(&app).contains("mu_k: 0.1"), "{}", text(&app));
    let recording = replay::recording(app.world()).expect("a run");
    assert_eq!((recording.scene, recording.edits.len()), (began_with, 1));
}

/// A path that cannot be written returns to the form for correction.
#[test]
fn a_save_that_fails_asks_again() {
    let mut app = window("sphere-up-35");
    let path = std::path::PathBuf::from("no such folder/ball.ron");
    app.world_mut().write_message(Request::File(FileRequest::Save {
        path,
        poses: true,
        then: Some(Box::new(Request::Scene(SceneRequest::Quit))),
    }));
    frame(&mut app, 0.01);
    let form = app.world().resource::<Saving>().form.clone().expect("the form");
    assert_eq!((form.path.as_str(), form.poses), ("no such folder/ball.ron", true));
    assert!(form.then.is_some(), "what was to follow is forgotten");
}

/// A valid scene that fails in simulation warns when opened and while it stays open.
#[test]
fn a_scene_with_a_warning_says_so() {
    let mut app = window("ellipsoid-falls-undamped");
    frame(&mut app, 0.01);
    let session = app.world().resource::<Session>();
    assert!(session.warnings.len() == 1 && session.warnings[0].contains("the normal force has no damping"));
    assert_eq!(session.notice.as_ref().map(|(text, _)| text), session.warnings.first());
    let another = test_window::opened("sphere-up-35");
    open(app.world_mut(), another);
    assert!(app.world().resource::<Session>().warnings.is_empty());
}
