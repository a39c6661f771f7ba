//! Undo and redo in the window's driver.

use crate::app::edits::undo::*;
use crate::app::state::request::Request;
use crate::app::state::request::{EditRequest, SceneRequest};
use crate::app::state::session::Session;
use crate::app::state::tuning::Tuning;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::laws::friction::limit::cones::ConeForm;
use crate::laws::motion::pull::Pull;
use crate::laws::motion::schedule::Schedule;
use crate::record::hash::state_hash;
use crate::scene::Cones;
use crate::step::edits::Edit;
use crate::step::edits::{FrictionParameter, QueueEdit};
use crate::view::tests::test_window::{frame, window};
use crate::world::{Cases, Clock};
use bevy::app::App;

fn mu_s(app: &App) -> f64 {
    app.world().resource::<Cases>().0[0].friction.mu_s
}

fn ask(app: &mut App, request: Request) {
    app.world_mut().write_message(request);
    frame(app, 0.01);
    while app.world().resource::<Past>().goal.is_some() {
        frame(app, 0.01);
    }
}

fn run(app: &mut App, frames: usize) {
    app.world_mut().resource_mut::<Playback>().playing = true;
    for _ in 0..frames {
        frame(app, 0.01);
    }
    app.world_mut().resource_mut::<Playback>().playing = false;
}

fn edit(app: &mut App, edit: Edit) {
    app.world_mut().write_message(QueueEdit(edit));
}

fn basic(which: FrictionParameter, value: f64) -> Edit {
    Edit::Basic { rule: None, which, value }
}

fn hash(app: &App) -> u64 {
    state_hash(&app.world().resource::<DisplayState>().state)
}

/// Undoing a parameter returns to the step at which it was set, as undoing a kick does; the notice says so. Redoing it
/// returns to the run with it.
#[test]
fn a_parameter_is_undone_by_going_back() {
    let mut app = window("sphere-up-35");
    let notice = |app: &App| app.world().resource::<Session>().notice.clone().expect("a notice").0;
    run(&mut app, 3);
    let (before, step) = (hash(&app), app.world().resource::<Clock>().step);
    edit(&mut app, basic(FrictionParameter::MuS, 0.4));
    run(&mut app, 3);
    let (after, end) = (hash(&app), app.world().resource::<Clock>().step);
    assert_eq!(mu_s(&app), 0.4);
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(app.world().resource::<Tuning>().sets[0].now.mu_s, 0.25);
    assert_eq!((hash(&app), app.world().resource::<Past>().timeline.end()), (before, step));
    assert_eq!(notice(&app), format!("undone: μs = 0.4; the run is back at step {step}, before it"));
    run(&mut app, 1);
    assert_eq!(mu_s(&app), 0.25);
    ask(&mut app, Request::Edit(EditRequest::Redo));
    assert_eq!((hash(&app), mu_s(&app)), (after, 0.4));
    assert_eq!(notice(&app), format!("redone: μs = 0.4; the run is at step {end} again"));
}

/// Undoing one of two edits of the same step leaves the other.
#[test]
fn an_edit_of_the_same_step_stays() {
    let mut app = window("sphere-up-35");
    edit(&mut app, basic(FrictionParameter::EtaR, 0.4));
    frame(&mut app, 0.01);
    edit(&mut app, Edit::Tilt { body: 0, degrees: 10.0, rate: 10.0 });
    frame(&mut app, 0.01);
    run(&mut app, 2);
    ask(&mut app, Request::Edit(EditRequest::Undo));
    let eta_r = |app: &App| FrictionParameter::EtaR.read(&app.world().resource::<Cases>().0[0].friction);
    assert_eq!((eta_r(&app), app.world().resource::<Past>().timeline.edits().len()), (Some(0.4), 1));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(eta_r(&app), Some(0.3));
}

/// After a restart, which sets the parameters again in its own order, undo takes back the last one set and leaves the
/// other.
#[test]
fn after_a_restart_the_last_parameter_is_undone() {
    let mut app = window("sphere-up-35");
    for (which, value) in [(FrictionParameter::MuS, 0.3), (FrictionParameter::EtaR, 0.4), (FrictionParameter::MuS, 0.5)]
    {
        edit(&mut app, basic(which, value));
        frame(&mut app, 0.01);
    }
    run(&mut app, 2);
    ask(&mut app, Request::Scene(SceneRequest::Reset));
    run(&mut app, 2);
    let now = |app: &App| {
        let friction = app.world().resource::<Cases>().0[0].friction;
        (friction.mu_s, FrictionParameter::EtaR.read(&friction))
    };
    assert_eq!(now(&app), (0.5, Some(0.4)));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(now(&app), (0.3, Some(0.4)));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(now(&app), (0.3, Some(0.3)));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(now(&app), (0.25, Some(0.3)));
}

/// One slider drag is one undo entry; while paused, its old value is the one before the drag.
#[test]
fn a_drag_of_a_slider_is_undone_as_one() {
    let mut app = window("sphere-up-35");
    for k in 1..20 {
        edit(&mut app, basic(FrictionParameter::MuS, 0.25 + 0.01 * f64::from(k)));
        frame(&mut app, 0.02);
    }
    for _ in 0..100 {
        frame(&mut app, 0.02);
    }
    edit(&mut app, basic(FrictionParameter::MuS, 0.9));
    frame(&mut app, 0.02);
    assert_eq!(app.world().resource::<Undo>().depth(), 2);
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(app.world().resource::<Tuning>().sets[0].now.mu_s, 0.25 + 0.01 * 19.0);
    ask(&mut app, Request::Edit(EditRequest::Undo));
    run(&mut app, 1);
    assert_eq!(mu_s(&app), 0.25);
}

/// Undoing a kick returns to the moment before it, bit for bit; redoing it is bit-identical too.
#[test]
fn a_kick_is_undone_by_going_back() {
    let mut app = window("sphere-up-35");
    run(&mut app, 4);
    let before = hash(&app);
    let kick = Edit::Kick { body: 1, velocity: crate::laws::Vec3::x(), angular_velocity: crate::laws::Vec3::zeros() };
    edit(&mut app, kick);
    run(&mut app, 4);
    let after = hash(&app);
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(hash(&app), before);
    ask(&mut app, Request::Edit(EditRequest::Redo));
    assert_eq!(hash(&app), after);
    // Undone again, the run continues as if there had been no kick.
    ask(&mut app, Request::Edit(EditRequest::Undo));
    run(&mut app, 4);
    let speed = app.world().resource::<DisplayState>().state.bodies[1].v.x;
    assert_eq!(speed, 0.0, "no kick is left in the past");
}

/// A mouse spring with all its moves is one undo entry.
#[test]
fn a_pull_of_the_hand_is_one_undo_entry() {
    use crate::laws::Vec3;
    let mut app = window("brick-slips");
    let before = hash(&app);
    for k in 0..10 {
        let anchor = Vec3::new(0.0, 0.02 * f64::from(k), 0.1);
        let pull = Pull::Spring {
            at: Vec3::zeros(),
            anchor,
            velocity: Vec3::zeros(),
            since: 0.0,
            stiffness: 50.0,
            damping: 1.0,
            schedule: Default::default(),
        };
        edit(&mut app, Edit::Hold { body: 1, pull });
        run(&mut app, 1);
    }
    edit(&mut app, Edit::Release { body: 1 });
    run(&mut app, 2);
    assert_eq!(app.world().resource::<Undo>().depth(), 1);
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(hash(&app), before);
}

/// A restart keeps the parameters and forgets the edits of bodies.
#[test]
fn a_new_start_keeps_the_parameters() {
    let mut app = window("sphere-up-35");
    edit(&mut app, basic(FrictionParameter::MuS, 0.4));
    app.world_mut().resource_mut::<Tuning>().note(&basic(FrictionParameter::MuS, 0.4));
    edit(&mut app, Edit::Tilt { body: 0, degrees: 10.0, rate: 10.0 });
    run(&mut app, 3);
    ask(&mut app, Request::Scene(SceneRequest::Reset));
    run(&mut app, 1);
    assert_eq!(mu_s(&app), 0.4);
}

/// Undo restores the solver's formulation, also that of a restarted run, and a restarted scene keeps the chosen one.
#[test]
fn a_chosen_solver_is_undone_and_kept() {
    let mut app = window("rigid-block-set-down");
    let relaxed = Cones { form: ConeForm::Relaxed, ..Cones::default() };
    let solver = |app: &App| app.world().resource::<Cases>().0[0].solver.form;
    run(&mut app, 2);
    edit(&mut app, Edit::Solver(relaxed));
    run(&mut app, 2);
    assert_eq!(solver(&app), ConeForm::Relaxed);
    ask(&mut app, Request::Scene(SceneRequest::Reset));
    run(&mut app, 2);
    assert_eq!(solver(&app), ConeForm::Relaxed, "kept");
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(
        app.world().resource::<Tuning>().solver.expect("rigid contacts")[1].form,
        ConeForm::Exact,
        "shown at once"
    );
    run(&mut app, 2);
    assert_eq!(solver(&app), ConeForm::Exact);
    ask(&mut app, Request::Edit(EditRequest::Redo));
    run(&mut app, 2);
    assert_eq!(solver(&app), ConeForm::Relaxed);
}

/// A schedule that is changed during the run is undone and redone as any parameter.
#[test]
fn a_schedule_is_undone_by_going_back() {
    let mut app = window("block-on-a-spring");
    let schedule = |app: &mut App| pull_of_scene(app.world_mut(), 1, 0).and_then(|pull| pull.schedule());
    let table = Schedule::new(&[[0.0, 1.0], [1.0, 0.0]]).expect("a table");
    run(&mut app, 3);
    let before = hash(&app);
    edit(&mut app, Edit::Schedule { body: 1, pull: Some(0), schedule: table });
    run(&mut app, 3);
    let after = hash(&app);
    assert_eq!(schedule(&mut app), Some(table));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!((hash(&app), schedule(&mut app)), (before, Some(Schedule::default())));
    let notice = app.world().resource::<Session>().notice.clone().expect("a notice").0;
    assert!(notice.starts_with("undone: schedule of 2 rows"), "{notice}");
    ask(&mut app, Request::Edit(EditRequest::Redo));
    assert_eq!((hash(&app), schedule(&mut app)), (after, Some(table)));
}

/// A coefficient across the grain is undone; the panel shows it.
#[test]
fn a_coefficient_across_the_grain_is_undone() {
    let mut app = window("across-the-grain");
    let shown =
        |app: &App| app.world().resource::<Tuning>().sets[1].now.across.map(|across| [across.mu_s, across.mu_k]);
    run(&mut app, 2);
    for (which, value) in [(FrictionParameter::MuKAcross, 0.1), (FrictionParameter::MuSAcross, 0.15)] {
        edit(&mut app, Edit::Basic { rule: Some(0), which, value });
    }
    run(&mut app, 2);
    let across = app.world().resource::<Cases>().0[0].pairs[0].friction.across.expect("a grain");
    assert_eq!([across.mu_s, across.mu_k], [0.15, 0.1]);
    while app.world().resource::<Undo>().depth() > 0 {
        ask(&mut app, Request::Edit(EditRequest::Undo));
    }
    run(&mut app, 1);
    assert_eq!(shown(&app), Some([0.2, 0.2]));
}
