//! Lessons in the window: the measured result depends only on the physics.

use crate::app::files::class_answers::ClassAnswers;
use crate::app::lessons::body_loads::{BodyLoads, FreeBody};
use crate::app::lessons::lesson_session::*;
use crate::app::plots::graphs::Graphs;
use crate::app::state::layout::Layout;
use crate::app::state::location::Place;
use crate::app::state::request::Request;
use crate::app::state::request::{SceneRequest, TimeRequest};
use crate::app::state::session::Session;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::draw::overlay::items::Role;
use crate::laws::Vec3;
use crate::laws::friction::component::FrictionComponent;
use crate::laws::motion::pull::Pull;
use crate::observe::state::State;
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use crate::step::edits::FrictionParameter;
use crate::step::edits::{Edit, QueueEdit};
use crate::step::events::ContactEventKind;
use crate::view::tests::test_window::{frame, window};
use crate::world::Clock;
use bevy::app::App;
use stickslip_lab::builtin;
use stickslip_lab::lessons::answer::LessonAnswer;
use stickslip_lab::lessons::{Lesson, Predict, Prediction, UnaskedOutcome, all};

/// A window with a lesson open.
fn lesson(name: &str) -> App {
    let mut app = window("sphere-up-35");
    ask(&mut app, Request::Scene(SceneRequest::Lesson(name.to_owned())));
    app
}

fn ask(app: &mut App, request: Request) {
    app.world_mut().write_message(request);
    frame(app, 1e-3);
}

fn playing(app: &App) -> ActiveLesson {
    app.world().resource::<LessonSession>().open.clone().expect("a lesson")
}

fn change(app: &mut App, change: impl Fn(&mut ActiveLesson)) {
    change(app.world_mut().resource_mut::<LessonSession>().open.as_mut().expect("a lesson"));
}

/// Pins a prediction of the kind that the lesson asks for.
fn predict(app: &mut App) {
    change(app, |playing| {
        playing.pin(match playing.lesson.predict {
            Predict::Number { low, .. } => Prediction::Number(low),
            Predict::Choice { .. } => Prediction::Choice(0),
        });
    });
}

/// The displayed step.
fn step(app: &App) -> u64 {
    app.world().resource::<Clock>().step
}

/// A lesson that is opened with a prediction has it pinned, and its experiment can begin.
#[test]
fn a_lesson_opens_with_a_prediction() {
    let mut app = lesson("brick-slips");
    let place = Place { prediction: Some(Prediction::Number(19.0)), ..Place::default() };
    app.world_mut().resource_mut::<Session>().place = Some(place);
    frame(&mut app, 1e-3);
    assert_eq!((playing(&app).guess(), playing(&app).number()), (Some(19.0), 19.0));
    app.world_mut().resource_mut::<Playback>().toggle();
    frame(&mut app, 0.1);
    assert!(step(&app) > 0);
}

/// Play, single steps and jumps into the future are refused until there is a prediction; the notice says so.
#[test]
fn nothing_runs_before_the_prediction() {
    let mut app = lesson("brick-slips");
    app.world_mut().resource_mut::<Playback>().toggle();
    frame(&mut app, 0.1);
    assert_eq!((step(&app), app.world().resource::<Playback>().playing), (0, false));
    assert_eq!(app.world().resource::<Session>().notice.as_ref().expect("a notice").0, predict_first());
    app.world_mut().resource_mut::<Playback>().request_steps(5);
    frame(&mut app, 0.1);
    ask(&mut app, Request::Time(TimeRequest::Seek(100)));
    frame(&mut app, 0.1);
    assert_eq!(step(&app), 0);
    predict(&mut app);
    app.world_mut().resource_mut::<Playback>().request_steps(5);
    frame(&mut app, 0.1);
    assert_eq!(step(&app), 5);
}

/// A prediction pinned after the moment was on the screen is not judged by that run: the run starts again.
#[test]
fn a_prediction_after_the_moment_starts_the_run_again() {
    let mut app = lesson("brick-slips");
    ask(&mut app, Request::Layout(Layout::Explore));
    show(&mut app, &[0.25]);
    assert!(playing(&app).met().is_some());
    ask(&mut app, Request::Layout(Layout::Lesson));
    change(&mut app, |playing| playing.pin(Prediction::Number(21.8)));
    (0..3).for_each(|_| frame(&mut app, 0.01));
    let playing = playing(&app);
    assert_eq!((step(&app), playing.outcome(), playing.judged), (0, None, false));
    assert!(playing.met().is_none() && playing.pinned().is_some());
}

/// The number at which the slider starts is no prediction.
#[test]
fn an_untouched_number_is_not_chosen() {
    let mut app = lesson("brick-slips");
    assert!(!playing(&app).is_chosen());
    change(&mut app, |playing| playing.choose(3.0));
    assert!(playing(&app).is_chosen() && playing(&app).number() == 3.0);
}

/// A prediction is shown as its number or as the answer that was chosen.
#[test]
fn a_prediction_is_shown_in_words() {
    for (name, text) in [("brick-slips", "0.0°"), ("braking", "Sooner, after some 5 m.")] {
        let mut app = lesson(name);
        assert_eq!(playing(&app).prediction_text(), None);
        predict(&mut app);
        assert_eq!(playing(&app).prediction_text().as_deref(), Some(text));
    }
}

/// Plays the demonstration in frames of these lengths, s, until the lesson pauses itself.
fn show(app: &mut App, walls: &[f64]) {
    app.world_mut().write_message(Request::Scene(SceneRequest::Rerun));
    change(app, ActiveLesson::show_me);
    app.world_mut().resource_mut::<Playback>().playing = true;
    for k in 0..4000 {
        frame(app, walls[k % walls.len()]);
        if playing(app).has_rested() {
            return;
        }
    }
    panic!("the moment never came");
}

/// 60 frames per second, 4, or a mix: the same slope at the same step, equal to the timeline event and to atan μ_s
/// except for the damper's share while the board turns.
#[test]
fn the_speed_of_the_screen_does_not_change_what_is_measured() {
    let mut outcomes = Vec::new();
    for walls in [&[1.0 / 60.0][..], &[0.25], &[0.004, 0.5, 0.031]] {
        let mut app = lesson("brick-slips");
        change(&mut app, |playing| playing.pin(Prediction::Number(25.0)));
        show(&mut app, walls);
        let outcome = playing(&app).outcome().cloned().expect("an outcome");
        let events = app.world().resource::<Past>().timeline.events().to_vec();
        let slip = events
            .iter()
            .find(|e| matches!(e.kind, ContactEventKind::Changed { component: FrictionComponent::Slide, .. }))
            .expect("an event");
        assert_eq!(outcome.step, slip.step, "{walls:?}");
        outcomes.push(outcome);
    }
    assert!(outcomes.windows(2).all(|pair| pair[0] == pair[1]), "{outcomes:?}");
    let slope = outcomes[0].measured.expect("a slope");
    assert!((slope - 0.4f64.atan().to_degrees()).abs() < 0.03, "{slope}");
    assert!(!outcomes[0].right);
}

/// A prediction and its outcome are kept as one answer of the session; answers of several make a histogram.
#[test]
fn the_outcome_is_kept_as_an_answer() {
    let mut app = lesson("brick-slips");
    change(&mut app, |playing| playing.pin(Prediction::Number(25.0)));
    frame(&mut app, 0.1);
    let answers = |app: &App| app.world().resource::<LessonSession>().answers.clone();
    assert_eq!(answers(&app), [LessonAnswer::new("", "brick-slips", Prediction::Number(25.0), None)]);
    show(&mut app, &[0.25]);
    let outcome = playing(&app).outcome().cloned();
    let kept = LessonAnswer::new("", "brick-slips", Prediction::Number(25.0), outcome.as_ref());
    assert_eq!((kept.right, kept.values.as_str()), (Some(false), ""));
    assert_eq!(answers(&app), [kept]);
    let (first, second) = (answers(&app), answers(&app));
    ask(&mut app, Request::Answers(first));
    ask(&mut app, Request::Answers(second));
    let class = app.world().resource::<ClassAnswers>();
    assert!(class.open && class.histograms.len() == 1 && class.histograms[0].right == [0, 2], "{class:?}");
}

/// The verdict stays when the user seeks back to review the moment; a prediction made before the moment stays open
/// until then.
#[test]
fn a_jump_over_the_moment_does_not_lose_it() {
    let mut app = lesson("friction-drops");
    change(&mut app, |playing| playing.pin(Prediction::Number(3.0)));
    show(&mut app, &[0.1]);
    let outcome = playing(&app).outcome().cloned().expect("an outcome");
    assert!(outcome.right, "{outcome:?}");
    ask(&mut app, Request::Time(TimeRequest::Seek(10)));
    while app.world().resource::<Past>().goal.is_some() {
        frame(&mut app, 0.1);
    }
    assert_eq!(playing(&app).outcome(), Some(&outcome));
    change(&mut app, |playing| {
        playing.unpin();
        playing.pin(Prediction::Number(3.0));
    });
    frame(&mut app, 0.1);
    assert_eq!(playing(&app).outcome(), None);
    let end = app.world().resource::<Past>().timeline.end();
    ask(&mut app, Request::Time(TimeRequest::Seek(end)));
    while app.world().resource::<Past>().goal.is_some() {
        frame(&mut app, 0.1);
    }
    frame(&mut app, 0.1);
    assert_eq!(playing(&app).outcome(), Some(&outcome));
}

/// A gust sets the brick off on a board that has hardly begun to tilt: this is not judged, gives nothing away and does not
/// pause the run. The slip at the angle of friction, once the brick has come to rest, is judged.
#[test]
fn a_slip_off_theory_is_not_judged_and_the_true_one_is() {
    let mut app = lesson("brick-slips");
    change(&mut app, |playing| playing.pin(Prediction::Number(0.5)));
    let gust = |across: f64| QueueEdit(Edit::Gravity(Vec3::new(0.0, across, -9.81)));
    app.world_mut().write_message(gust(-6.0));
    app.world_mut().resource_mut::<Playback>().playing = true;
    let until = |app: &mut App, ready: &dyn Fn(&ActiveLesson) -> bool| {
        for _ in 0..2000 {
            if ready(&playing(app)) {
                return playing(app);
            }
            frame(app, 0.01);
        }
        panic!("{:?}", playing(app).outcome());
    };
    let early = until(&mut app, &|playing| playing.outcome().is_some());
    let outcome = early.outcome().expect("an outcome");
    assert!(outcome.measured.is_some_and(|slope| slope < 1.0) && !early.judged, "{outcome:?}");
    assert_eq!(outcome.instead, Some(UnaskedOutcome::OffTheory));
    assert_eq!(app.world().resource::<LessonSession>().answers[0].right, None);
    app.world_mut().write_message(gust(0.0));
    let late = until(&mut app, &|playing| playing.judged);
    let outcome = late.outcome().expect("an outcome");
    assert!(outcome.instead.is_none() && !outcome.right && outcome.step > early.met().expect("a moment").step);
    assert!((outcome.measured.expect("a slope") - 0.4f64.atan().to_degrees()).abs() < 0.05, "{outcome:?}");
    // Before the true one was reached, there was the first one, and the run had not paused.
    until(&mut app, &|playing| playing.has_rested());
}

/// A restart asks again: no prediction, its slider at its start, nothing that judges it; what has been learnt stays.
#[test]
fn a_restart_begins_the_question_anew() {
    let mut app = lesson("brick-slips");
    change(&mut app, |playing| playing.pin(Prediction::Number(21.5)));
    show(&mut app, &[0.25]);
    app.world_mut().resource_mut::<Playback>().playing = true;
    ask(&mut app, Request::Scene(SceneRequest::Reset));
    (0..3).for_each(|_| frame(&mut app, 0.1));
    let playing = playing(&app);
    assert_eq!((playing.pinned(), playing.outcome(), playing.met()), (None, None, None));
    assert_eq!((playing.number(), playing.is_chosen(), playing.showing, playing.judged), (0.0, false, None, true));
    assert_eq!((step(&app), app.world().resource::<Playback>().playing), (0, false));
    assert!(app.world().resource::<Session>().notice.as_ref().is_none_or(|notice| notice.0 != predict_first()));
}

/// Under a pull that sets in at once, the block reaches its speed on its spring before it slips: friction is measured
/// once it slides.
#[test]
fn a_sudden_pull_is_judged_by_the_friction_of_sliding() {
    let mut app = lesson("friction-drops");
    change(&mut app, |playing| playing.pin(Prediction::Number(3.0)));
    let Edit::Hold { body, pull: Pull::Ramp { at, axes, since, .. } } = playing(&app).lesson.demo[0].1 else {
        panic!("no pull")
    };
    let pull = Pull::Ramp {
        at,
        axes,
        since,
        force: Vec3::new(0.0, 30.0, 0.0),
        rate: Vec3::zeros(),
        schedule: Default::default(),
    };
    app.world_mut().write_message(QueueEdit(Edit::Hold { body, pull }));
    frame(&mut app, 0.01);
    app.world_mut().resource_mut::<Playback>().playing = true;
    (0..400).for_each(|_| {
        if !playing(&app).judged {
            frame(&mut app, 0.01)
        }
    });
    let measured = playing(&app).outcome().and_then(|outcome| outcome.measured).expect("an outcome");
    assert!((measured - 3.0).abs() < 0.02, "{measured} N");
}

/// An edit before the moment starts another run with its own moment; the old future returns with its own.
#[test]
fn the_moment_goes_with_the_future_it_belongs_to() {
    let mut app = lesson("brick-slips");
    change(&mut app, |playing| playing.pin(Prediction::Number(25.0)));
    show(&mut app, &[0.25]);
    let first = playing(&app).outcome().cloned().expect("an outcome");
    ask(&mut app, Request::Time(TimeRequest::Seek(100)));
    while app.world().resource::<Past>().goal.is_some() {
        frame(&mut app, 0.1);
    }
    app.world_mut().write_message(QueueEdit(Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.45 }));
    frame(&mut app, 0.1);
    assert_eq!(playing(&app).met(), None);
    app.world_mut().resource_mut::<Playback>().playing = true;
    for _ in 0..400 {
        frame(&mut app, 0.25);
        if playing(&app).has_rested() {
            break;
        }
    }
    let second = playing(&app).outcome().expect("an outcome").measured.expect("a slope");
    assert!((second - 0.45f64.atan().to_degrees()).abs() < 0.03, "{second}");
    ask(&mut app, Request::Time(TimeRequest::Swap));
    for _ in 0..200 {
        frame(&mut app, 0.1);
    }
    assert_eq!(playing(&app).met().map(|met| met.step), Some(first.step));
}

/// A body held before the moment: the demonstration does not join in, and the run is not judged, in a lesson about a
/// slope; in one about a pull it is the experiment.
#[test]
fn a_pull_by_hand_is_judged_only_where_the_lesson_asks_for_it() {
    for (name, number, is_asked) in [("brick-slips", 21.8, false), ("friction-drops", 3.0, true)] {
        let mut app = lesson(name);
        change(&mut app, |playing| playing.pin(Prediction::Number(number)));
        let place = app.world().resource::<DisplayState>().state.bodies[1].x;
        let (at, velocity) = (Vec3::zeros(), Vec3::y() * 0.3);
        let pull = Pull::Spring {
            at,
            anchor: place,
            velocity,
            since: 0.0,
            stiffness: 50.0,
            damping: 5.0,
            schedule: Default::default(),
        };
        app.world_mut().write_message(QueueEdit(Edit::Hold { body: 1, pull }));
        app.world_mut().resource_mut::<Playback>().playing = true;
        for _ in 0..400 {
            frame(&mut app, 0.02);
            if playing(&app).judged {
                break;
            }
        }
        let playing = playing(&app);
        assert_eq!(playing.showing, None, "{name}: the demonstration has joined in");
        let outcome = playing.outcome().expect("an outcome");
        assert_eq!((outcome.instead.is_none(), playing.is_disturbed), (is_asked, !is_asked), "{name}: {outcome:?}");
        let why = playing.intervention(UnaskedOutcome::Curves);
        assert!(why.starts_with(if is_asked { "You changed" } else { "You moved a body" }));
    }
}

/// Lesson controls do not count as unsaved work; adding a body does.
#[test]
fn a_lesson_asks_for_no_saving() {
    let mut app = lesson("brick-slips");
    predict(&mut app);
    app.world_mut().write_message(QueueEdit(Edit::Tilt { body: 0, degrees: 10.0, rate: 4.0 }));
    app.world_mut().write_message(QueueEdit(Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.45 }));
    app.world_mut().resource_mut::<Playback>().single = 5;
    frame(&mut app, 0.1);
    assert_eq!(app.world().resource::<crate::step::edits::EditLog>().0.len(), 2);
    assert!(!crate::app::files::saving::unsaved(app.world_mut()));
    app.world_mut().write_message(QueueEdit(Edit::Delete { body: 1 }));
    app.world_mut().resource_mut::<Playback>().single = 5;
    frame(&mut app, 0.1);
    assert!(crate::app::files::saving::unsaved(app.world_mut()));
}

/// In a lesson, a brick carried along by its board has no arrow; one that slides down has.
#[test]
fn what_does_not_seem_to_move_has_no_arrow_in_a_lesson() {
    let mut app = lesson("brick-slips");
    predict(&mut app);
    app.world_mut().write_message(QueueEdit(Edit::Tilt { body: 0, degrees: 30.0, rate: 4.0 }));
    let arrows = |app: &App| {
        let shown = app.world().resource::<DisplayState>();
        shown.list.arrows.iter().filter(|arrow| arrow.role == Role::Velocity).count()
    };
    while app.world().resource::<DisplayState>().state.time < 0.1 {
        app.world_mut().resource_mut::<Playback>().single = 100;
        frame(&mut app, 0.1);
    }
    let brick = app.world().resource::<DisplayState>().state.bodies[1].v.norm();
    assert!(brick > 1e-4 && arrows(&app) == 0, "{brick} m/s");
    show(&mut app, &[0.25]);
    assert_eq!(arrows(&app), 1);
}

/// The plots of every lesson show something, and sampling continues after a restart.
#[test]
fn the_plots_of_a_lesson_are_followed() {
    for (name, _) in all() {
        let mut app = lesson(name);
        for request in [Request::Scene(SceneRequest::Reset), Request::Scene(SceneRequest::Reset)] {
            predict(&mut app);
            app.world_mut().resource_mut::<Playback>().single = 20;
            while app.world().resource::<Clock>().step < 20 {
                frame(&mut app, 0.1);
                let left = 20u64.saturating_sub(app.world().resource::<Clock>().step);
                app.world_mut().resource_mut::<Playback>().single = left;
            }
            let world = app.world();
            let history = world.resource::<crate::app::timeline::history::History>();
            for graph in &world.resource::<Graphs>().list {
                let crate::app::plots::graphs::Content::Curves { x, ys } = &graph.of else { panic!("curves") };
                for quantity in x.iter().chain(ys) {
                    let known = history.samples(quantity).filter(|sample| sample.first.is_finite()).count();
                    assert!(known > 15, "{name}: {} has {known} samples", quantity.symbol());
                }
            }
            ask(&mut app, request);
        }
    }
}

/// The forces of the inset sum to mass times the acceleration of the next step.
#[test]
fn the_forces_sum_to_mass_times_acceleration() {
    for name in ["brick-slips", "sphere-up-35", "block-on-a-spring", "ramp-tilts"] {
        let scene = Scene::parse(name, builtin::text(name).unwrap()).unwrap();
        let mut simulation = Simulation::new(&scene);
        simulation.steps(300);
        let before = simulation.state();
        simulation.step();
        let after = simulation.state();
        let forces = FreeBody::from_state(&before, 1).unwrap();
        let ma = (after.bodies[1].v - before.bodies[1].v) * (before.bodies[1].mass.mass / scene.dt);
        let scale = forces.weight.norm();
        assert!((forces.sum() - ma).norm() < 1e-9 * scale, "{name}: {} {}", forces.sum(), ma);
    }
}

/// A ball on two others slips on both at μ_k N though the friction forces nearly cancel: 4/5 of μ_s N are used.
#[test]
fn what_is_used_of_friction_does_not_cancel() {
    let lesson = Lesson::parse(all().iter().find(|(name, _)| *name == "which-stack").expect("a lesson").1).unwrap();
    let mut simulation = Simulation::new(&lesson.scene().unwrap());
    simulation.steps(10_000);
    let state = simulation.state();
    let top = state.bodies.iter().position(|body| body.name == "top").expect("a ball");
    let forces = FreeBody::from_state(&state, top).expect("a body");
    assert!((forces.used / forces.limits[0] - 0.8).abs() < 0.01, "{forces:?}");
    assert!(forces.friction.norm() < 0.7 * forces.used, "{forces:?}");
}

/// The start of a lesson and the state after its first step.
fn first_states(name: &str) -> [(ActiveLesson, State); 2] {
    let (_, text) = all().iter().find(|(known, _)| *known == name).expect("a lesson");
    let lesson = Lesson::parse(text).expect("a lesson");
    let mut simulation = Simulation::new(&lesson.scene().expect("a scene"));
    [0, 1].map(|steps| {
        simulation.steps(steps);
        let state = simulation.state();
        (ActiveLesson::new(name, lesson.clone(), state.clone().into()).expect("an expression"), state)
    })
}

/// The net force that is shown before the first step is that of the first step; where friction or contacts have yet to
/// answer what pulls, it is said to follow. From then on the loads are known.
#[test]
fn the_forces_at_the_start_are_known_or_said_to_follow() {
    let mut unknown = 0;
    for (name, _) in all() {
        let [start, first] =
            first_states(name).map(|(playing, state)| BodyLoads::from_state(&playing, &state).expect("a body"));
        assert!(first.are_known, "{name}");
        let off = (start.free.sum() - first.free.sum()).norm();
        assert!(!start.are_known || off < 1e-3 * first.longest, "{name}: the net force changes by {off} N");
        unknown += u32::from(!start.are_known);
    }
    assert!(unknown > 0, "every lesson knows its forces at step 0");
}

/// A single body has its name; of several it is said what they are, too.
#[test]
fn the_title_of_the_forces_names_the_body() {
    for (name, title) in [
        ("brick-slips", "forces on the brick"),
        ("which-stack", "forces on the ball \"top\""),
        ("what-holds-a-block", "forces on the block \"constraint\""),
    ] {
        let [(playing, state), _] = first_states(name);
        assert_eq!(BodyLoads::from_state(&playing, &state).expect("a body").title, title, "{name}");
    }
}
