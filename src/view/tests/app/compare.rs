//! Compared runs: same step, same edits, bit-identical to separate runs.

use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::state::session::Session;
use crate::app::studies::compare::*;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::playback::Playback;
use crate::laws::pair::choice::AnyLaw;
use crate::record::hash::state_hash;
use crate::record::table::Format;
use crate::run::differences::THRESHOLD;
use crate::run::differences::{DifferenceKind, Differences};
use crate::run::simulation::Simulation;
use crate::scene::{LawSet, Scene};
use crate::step::edits::Edit;
use crate::step::edits::{FrictionParameter, QueueEdit};
use crate::view::tests::test_window::{frame, window};
use bevy::app::App;
use stickslip_lab::builtin;
use stickslip_lab::compare::{ComparePlan, PlannedRun, compare};

const SETS: &str = "roll=constant-torque,slide=cundall-strack/roll=luding-roll";

fn beside(name: &str) -> App {
    let mut app = window(name);
    let compare = Compare::new(LawSet::list(SETS).expect("sets"));
    app.insert_resource(compare);
    app
}

/// Plays until this step is displayed and all runs have reached it.
fn play_to(app: &mut App, step: u64) {
    app.world_mut().write_message(Request::Time(TimeRequest::Seek(step)));
    for _ in 0..400 {
        frame(app, 0.004);
        let compare = app.world().resource::<Compare>();
        if app.world().resource::<DisplayState>().state.step == step
            && !compare.beside.runs.is_empty()
            && !compare.behind
        {
            return;
        }
    }
    panic!("step {step} was not reached");
}

/// After an edit, a law change and a jump back, every run is at the displayed step; the twin is bit-identical to the
/// displayed run, and the others to separate runs under their laws with the same edit.
#[test]
fn every_run_has_the_step_on_the_screen_and_its_own_bits() {
    let mut app = beside("disk-panels-bc");
    play_to(&mut app, 300);
    let other = AnyLaw::for_component("slide").into_iter().nth(1).expect("a law");
    for edit in
        [Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.15 }, Edit::Law { rule: None, law: other }]
    {
        app.world_mut().write_message(QueueEdit(edit));
    }
    frame(&mut app, 0.0);
    for step in [900, 200, 350] {
        play_to(&mut app, step);
        let seen = app.world().resource::<DisplayState>().state.clone();
        let opened = app.world().resource::<Session>().opened.clone().expect("a scene");
        let compare = app.world().resource::<Compare>();
        let hash = |k: usize| state_hash(compare.state(k).expect("a state"));
        assert_eq!(hash(0), state_hash(&seen), "the twin at step {step}");
        for (k, set) in LawSet::list(SETS).expect("sets").iter().enumerate() {
            let mut alone = Simulation::new(&opened.scene.under(set).expect("no fault"));
            alone.steps(step.min(300));
            if step > 300 {
                let edit = Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.15 };
                alone.world().write_message(QueueEdit(edit));
                alone.steps(step - 300);
            }
            assert_eq!(hash(k + 1), state_hash(&alone.state()), "{} at step {step}", set.name);
        }
    }
}

/// After a jump back, the table has the values of the displayed step, not those of the last sample.
#[test]
fn a_jump_back_takes_the_table_along() {
    let mut app = beside("disk-panels-bc");
    for step in [904, 200] {
        play_to(&mut app, step);
        let compare = app.world().resource::<Compare>();
        let scene = app.world().resource::<Session>().opened.clone().expect("a scene").scene;
        let others = LawSet::list(SETS).expect("sets").into_iter().map(|set| scene.under(&set).expect("no fault"));
        for (k, under) in std::iter::once(scene.clone()).chain(others).enumerate() {
            let mut alone = Simulation::new(&under);
            alone.steps(step);
            let speed = alone.state().bodies[compare.body].v.norm();
            assert_eq!(compare.value(k), Some(speed), "run {k} at step {step}");
        }
        let (_, _, last) = compare.samples.last().expect("a sample");
        assert_eq!(step == 904, compare.value(0) == Some(last[0][compare.quantity]), "step {step}");
    }
}

/// The copied table has one row per sample, with the values of the curves.
#[test]
fn the_curves_are_copied_as_a_table() {
    let mut app = beside("disk-panels-bc");
    play_to(&mut app, 400);
    let compare = app.world().resource::<Compare>();
    let table = compare.table();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0][..3], ["t [s]", "step", "|v| [m/s] displayed"]);
    assert_eq!(rows[0].len(), 2 + compare.beside.runs.len());
    assert_eq!(rows.len(), 1 + compare.samples.len());
    let last = rows.last().expect("a row");
    let state = compare.state(2).expect("a state");
    assert_eq!(last[1], "400");
    assert_eq!(last[4].parse(), Ok(state.bodies[compare.body].v.norm()));
}

/// Frames of many steps miss no difference: the results match `stickslip compare`.
#[test]
fn the_first_differences_are_those_of_the_command() {
    let mut app = beside("disk-panels-bc");
    app.world_mut().resource_mut::<Playback>().playing = true;
    play_to(&mut app, 1200);
    let text = builtin::text("disk-panels-bc").expect("a scene");
    let mut scene = Scene::parse("disk", text).expect("no fault");
    scene.duration = 0.12;
    let sets = LawSet::list(&format!("scene,{SETS}")).expect("sets");
    let runs = sets.iter().map(|set| PlannedRun::new(&scene, set).expect("no fault")).collect();
    let plan = ComparePlan {
        runs,
        text,
        out: None,
        every: 1,
        format: Format::Csv,
        threshold: THRESHOLD,
        plot: Vec::new(),
        stop: None,
    };
    let report = compare(&plan, |_| ()).expect("no files are written");
    let seen = app.world().resource::<Compare>();
    for (a, b) in report.differences.pairs() {
        for kind in DifferenceKind::ALL {
            let step = |of: &Differences| of.first(a, b, kind).map(|found| found.step);
            assert_eq!(step(&seen.beside.differences), step(&report.differences), "{a} {b} {}", kind.name());
        }
    }
    assert!(seen.beside.differences.first(0, 1, DifferenceKind::Pose).is_some(), "the disks part within 0.12 s");
}

/// A disk coming to rest: constant torque makes its roll torque change sign forever, the laws of the paper and of
/// Luding do not; while the disk still slides, no law is reported to jitter.
#[test]
fn the_law_that_jitters_at_rest_is_named() {
    let mut app = beside("disk-panels-bc");
    play_to(&mut app, 200);
    let jitters = |app: &App| -> Vec<Option<String>> {
        app.world().resource::<Compare>().beside.runs.iter().map(|run| run.kept.jitters()).collect()
    };
    assert_eq!(jitters(&app), [None, None, None]);
    play_to(&mut app, 14_600);
    let now = jitters(&app);
    assert!(now[1].as_ref().is_some_and(|loads| loads.contains("roll torque")), "{now:?}");
    assert_eq!((&now[0], &now[2]), (&None, &None));
}

/// Rigid contacts compared with displayed springs are bit-identical to a separate run. Spring edits reach them if
/// their limits depend on the parameter: μ_k does, μ_s does not. The differences from springs are reported.
#[test]
fn rigid_contacts_run_beside_springs() {
    let mut app = window("sphere-up-35");
    let sets = LawSet::list("complementarity,complementarity/Cones(form: Relaxed)").expect("sets");
    app.insert_resource(Compare::new(sets.clone()));
    play_to(&mut app, 100);
    for (which, value) in [(FrictionParameter::MuS, 0.3), (FrictionParameter::MuK, 0.15)] {
        app.world_mut().write_message(QueueEdit(Edit::Basic { rule: None, which, value }));
    }
    frame(&mut app, 0.0);
    play_to(&mut app, 400);
    let opened = app.world().resource::<Session>().opened.clone().expect("a scene");
    let compare = app.world().resource::<Compare>();
    assert_eq!(compare.fault, None);
    for (k, set) in sets.iter().enumerate() {
        let mut alone = Simulation::new(&opened.scene.under(set).expect("no fault"));
        alone.steps(100);
        alone.world().write_message(QueueEdit(Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.15 }));
        alone.steps(300);
        let state = compare.state(k + 1).expect("a state");
        assert_eq!(state_hash(state), state_hash(&alone.state()), "{}", set.name);
        assert!(compare.beside.runs[k + 1].kept.notes[0].contains("μk = 0.2"), "{}", set.name);
    }
    let lifted = |k: usize| -compare.state(k).expect("a state").contacts.first().map_or(0.0, |c| c.touch.overlap);
    assert!(lifted(1).abs() < 1e-9 && lifted(2) > 1e-6, "{} {}", lifted(1), lifted(2));
}
