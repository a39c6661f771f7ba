//! Every lesson, played headless by its demonstration: a correct prediction is confirmed, a wrong one is not.

mod answer;
mod answer_link;
mod expression;
mod histogram;
mod trials;

use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::motion::pull::Pull;
use stickslip_engine::run::replay::Replay;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::step::edits::{Edit, EditLog, FrictionParameter, QueueEdit, Refused};
use stickslip_lab::lessons::expression::Expression;
use stickslip_lab::lessons::{Lesson, LessonOutcome, Predict, Prediction, UnaskedOutcome, all};

/// Plays the demonstration and returns the outcome of each prediction.
fn play(name: &str, lesson: &Lesson, predictions: &[Prediction]) -> Vec<LessonOutcome> {
    let scene = lesson.scene().unwrap_or_else(|why| panic!("{name}: {why}"));
    let mut simulation = Simulation::new(&scene);
    let start = simulation.state();
    let demo = lesson.demo.iter().map(|(time, edit)| ((time / scene.dt).ceil() as u64, edit.clone()));
    let mut demo = Replay::new(demo.collect(), Vec::new());
    while simulation.step_count() < (scene.duration / scene.dt) as u64 {
        demo.step(simulation.world());
        let state = simulation.state();
        let judged = |prediction: &Prediction| lesson.judge(*prediction, &state, &start, false).expect("an expression");
        let outcomes: Vec<LessonOutcome> = predictions.iter().filter_map(judged).collect();
        if !outcomes.is_empty() {
            assert_eq!(simulation.world().resource::<EditLog>().0.len(), lesson.demo.len(), "{name}");
            return outcomes;
        }
    }
    let refused = simulation.world().resource::<Refused>().0.clone();
    panic!("{name}: its moment never comes; {:?} {refused:?}", simulation.stopped());
}

/// A number predicts what the lesson asks for, or one of its answers, from 1; what cannot be chosen is refused.
#[test]
fn a_number_is_a_prediction() {
    let number = lesson("brick-slips");
    assert_eq!(number.prediction(19.0), Ok(Prediction::Number(19.0)));
    assert!(number.prediction(f64::NAN).is_err() && number.prediction(-1.0).is_err());
    let is_choice = |lesson: &Lesson| matches!(lesson.predict, Predict::Choice { .. });
    let lessons = all().iter().map(|(name, _)| lesson(name));
    let choice = lessons.into_iter().find(is_choice).expect("a lesson with answers");
    assert_eq!(choice.prediction(1.0), Ok(Prediction::Choice(0)));
    for none in [0.0, 1.5, 99.0] {
        assert!(choice.prediction(none).expect_err("no answer").starts_with("the answers are 1 to "), "{none}");
    }
}

#[test]
fn the_right_answer_reaches_the_goal_and_a_wrong_one_does_not() {
    assert!(all().len() >= 8);
    for (name, text) in all() {
        let lesson = Lesson::parse(text).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(!lesson.plots.is_empty() && lesson.rest > 0.0, "{name}");
        let numeric = matches!(lesson.predict, Predict::Number { .. });
        assert_eq!(lesson.told.contains("{}"), numeric, "{name}: `told` has the number that was measured");
        assert!(lesson.wrong.starts_with("Not quite"), "{name}: {}", lesson.wrong);
        assert!(lesson.scene().expect("a scene").bodies.iter().any(|body| body.name == lesson.body), "{name}");
        let (right, wrong) = match &lesson.predict {
            Predict::Number { answer, tolerance, low, high, .. } => {
                let mut simulation = Simulation::new(&lesson.scene().expect("a scene"));
                simulation.step();
                let state = simulation.state();
                let answer = Expression::parse(answer).expect("an expression").value(&state).expect("a number");
                assert!(*low <= answer && answer <= *high, "{name}: {answer}");
                let off = [answer - 2.5 * tolerance, answer + 2.5 * tolerance];
                (Prediction::Number(answer), off.map(Prediction::Number).to_vec())
            }
            Predict::Choice { options, answer } => {
                let others = (0..options.len()).filter(|k| k != answer);
                (Prediction::Choice(*answer), others.map(Prediction::Choice).collect())
            }
        };
        let all: Vec<Prediction> = std::iter::once(right).chain(wrong).collect();
        let outcomes = play(name, &lesson, &all);
        assert!(outcomes[0].right, "{name}: {:?}", outcomes[0]);
        assert!(outcomes[1..].iter().all(|outcome| !outcome.right), "{name}: {outcomes:?}");
        assert!(outcomes.iter().all(|outcome| outcome.instead.is_none()), "{name}: {outcomes:?}");
        if let (Some(measured), Some(theory)) = (outcomes[0].measured, outcomes[0].theory) {
            assert!((measured - theory).abs() < 0.04 * theory, "{name}: {measured}, theory {theory}");
        }
    }
}

/// The three values of each worksheet: what it says is what happens, to one digit less than printed.
#[test]
fn the_values_to_try_give_what_the_worksheet_says() {
    let mut wrong = Vec::new();
    for (name, text) in all() {
        let lesson = Lesson::parse(text).unwrap_or_else(|why| panic!("{name}: {why}"));
        for trial in &lesson.trials.values {
            let mut changed = lesson.clone();
            changed.demo.extend(trial.edits.iter().map(|edit| (0.0, edit.clone())));
            changed.demo.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            let outcome = play(name, &changed, &[trial.result]).remove(0);
            let is_so = match (trial.result, outcome.measured) {
                (Prediction::Number(said), Some(measured)) => (measured - said).abs() < 0.02 * said,
                _ => outcome.right,
            };
            if !is_so {
                wrong.push(format!("{name} at {}: {outcome:?}", trial.value));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each block slips at the arctangent of its own pair's μ_s, and then accelerates with its μ_k.
#[test]
fn wood_and_ice_slip_at_their_own_angles() {
    let lesson = lesson("two-materials");
    let mut simulation = Simulation::new(&lesson.scene().expect("a scene"));
    simulation.world().write_message(QueueEdit(lesson.demo[0].1.clone()));
    let value = |simulation: &mut Simulation, text: &str| {
        Expression::parse(text).expect("an expression").value(&simulation.state()).expect("a value")
    };
    for (block, mu_s) in [("ice block", 0.05f64), ("wooden block", 0.5)] {
        // The jerk of the board that starts to turn, at 5°/s, makes the ice slip by some micrometres.
        let slid = format!("slid({block})");
        while value(&mut simulation, &slid) < 0.05 {
            simulation.step();
        }
        let angle = value(&mut simulation, "slope(board)") - 5.0 * value(&mut simulation, &slid);
        let theory = mu_s.atan().to_degrees();
        assert!((angle - theory).abs() < 0.05, "{block}: {angle}, theory {theory}");
    }
    // The board stops at 32°; from there on it is at rest.
    simulation.steps(20_000);
    let before = simulation.state();
    simulation.steps(1000);
    let after = simulation.state();
    let (sin, cos) = 32f64.to_radians().sin_cos();
    for (body, mu_k) in [(2, 0.3), (1, 0.03)] {
        let acceleration = (after.bodies[body].v.norm() - before.bodies[body].v.norm()) / 0.1;
        let theory = 9.8 * (sin - mu_k * cos);
        assert!((acceleration - theory).abs() < 1e-3 * theory, "{acceleration}, theory {theory}");
    }
}

/// v²/(2 μ_k g) for the locked wheel; for the rolling one v²/(2 a) with the deceleration of its brake, up to the limit
/// μ_s g of rolling.
#[test]
fn a_rolling_wheel_stops_where_static_friction_says() {
    let lesson = lesson("braking");
    let (g, v, mu_s, mu_k) = (9.81, 10.0, 1.0, 0.7);
    let inertia = 1.0 / (300.0 * 0.3 * 0.3);
    for eta_r in [0.4, 0.6, 0.74] {
        let mut lesson = lesson.clone();
        lesson.set.push(("friction.eta_r".to_owned(), eta_r.to_string()));
        let mut simulation = Simulation::new(&lesson.scene().expect("a scene"));
        simulation.steps(30_000);
        let state = simulation.state();
        let travelled = |body: usize| state.bodies[body].x.y;
        let brake = 2.0 * eta_r * mu_k / (1.0 + inertia);
        assert!(brake < mu_s, "{brake}");
        for (body, theory) in [(1, v * v / (2.0 * mu_k * g)), (2, v * v / (2.0 * brake * g))] {
            assert!((travelled(body) - theory).abs() < 2e-3 * theory, "{}, theory {theory}", travelled(body));
            assert!(state.bodies[body].v.norm() < 1e-3, "{eta_r}: {:?}", state.bodies[body].v);
        }
    }
}

/// A question about a friction that is turned off begins with it turned off.
#[test]
fn a_lesson_begins_as_its_question_says() {
    let scene = lesson("ball-that-would-not-stop").scene().expect("a scene");
    assert_eq!(FrictionParameter::EtaR.read(&scene.friction), Some(0.0));
}

fn lesson(name: &str) -> Lesson {
    let (_, text) = all().iter().find(|(known, _)| *known == name).expect("a lesson");
    Lesson::parse(text).expect("no fault")
}

/// Theory follows the friction of the run: with μ_s = 0.6 the brick slips at atan 0.6, and the lesson says so.
#[test]
fn theory_knows_the_friction_of_the_run() {
    let mut lesson = lesson("brick-slips");
    lesson.demo.insert(0, (0.0, Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.6 }));
    if let Edit::Tilt { degrees, .. } = &mut lesson.demo[1].1 {
        *degrees = 35.0;
    }
    let outcome = &play("brick-slips", &lesson, &[Prediction::Number(21.8)])[0];
    let (measured, theory) = (outcome.measured.expect("an angle"), outcome.theory.expect("an angle"));
    assert!((theory - 0.6f64.atan().to_degrees()).abs() < 1e-9, "{theory}");
    assert!((measured - theory).abs() < 0.05 && !outcome.right, "{outcome:?}");
}

/// A run with other values than those of the question is not judged: the lesson reports which answer occurred.
#[test]
fn a_run_with_other_values_is_not_judged() {
    let lesson = lesson("ball-that-would-not-stop");
    let scene = lesson.scene().expect("a scene");
    let mut simulation = Simulation::new(&scene);
    let start = simulation.state();
    let on = Edit::Basic { rule: None, which: FrictionParameter::EtaR, value: 0.1 };
    simulation.world().write_message(QueueEdit(on));
    simulation.steps((3.01 / scene.dt) as u64);
    let outcome = lesson.judge(Prediction::Choice(1), &simulation.state(), &start, false).expect("an expression");
    let ball = &simulation.state().bodies[1];
    let happened = if ball.v.norm() < 0.01 { 0 } else { 2 };
    let told = Some(UnaskedOutcome::Option(happened));
    assert_eq!(outcome.expect("it is over").instead, told, "v = {}", ball.v.norm());
}

/// A run in which a body was moved by hand is not judged, except where the lesson asks for a pull.
#[test]
fn a_run_that_was_disturbed_is_not_judged() {
    let pull = Pull::Spring {
        at: Vec3::zeros(),
        anchor: Vec3::zeros(),
        velocity: Vec3::zeros(),
        since: 0.0,
        stiffness: 1.0,
        damping: 0.0,
        schedule: Default::default(),
    };
    let hold = Edit::Hold { body: 1, pull };
    let kick = Edit::Kick { body: 1, velocity: Vec3::y(), angular_velocity: Vec3::zeros() };
    let tilt = Edit::Tilt { body: 0, degrees: 20.0, rate: 4.0 };
    for (name, expected) in [("brick-slips", [true, true, false]), ("friction-drops", [false, true, false])] {
        let edits = [&hold, &kick, &tilt].map(|edit| lesson(name).is_disturbed_by(edit));
        assert_eq!(edits, expected, "{name}");
    }
    for (name, prediction) in [("brick-slips", Prediction::Number(21.8)), ("which-stack", Prediction::Choice(1))] {
        let lesson = lesson(name);
        assert!(lesson.demo.iter().all(|(_, edit)| !lesson.is_disturbed_by(edit)), "{name}");
        let scene = lesson.scene().expect("a scene");
        let mut simulation = Simulation::new(&scene);
        let start = simulation.state();
        lesson.demo.iter().for_each(|(_, edit)| {
            simulation.world().write_message(QueueEdit(edit.clone()));
        });
        while !Expression::parse(&lesson.moment).expect("no fault").holds(&simulation.state()).expect("a value") {
            simulation.steps(100);
        }
        let state = simulation.state();
        let judged = [false, true].map(|is_disturbed| {
            let outcome = lesson.judge(prediction, &state, &start, is_disturbed).expect("an expression");
            outcome.expect("its moment has come").instead.is_some()
        });
        assert_eq!(judged, [false, true], "{name}");
    }
}

/// The squeal of the block ends with a fast pull, and with μ_k = μ_s and a faster pull, but not with the lesson's pull.
#[test]
fn the_squeal_ends_when_the_lesson_says_so() {
    let lesson = lesson("spring-pull");
    let goal = Expression::parse(&lesson.goal.as_ref().expect("a goal").holds).expect("an expression");
    for (speed, mu_k, ends) in [(0.02, 0.3, false), (0.1, 0.3, false), (0.3, 0.3, true), (0.1, 0.4, true)] {
        let mut simulation = Simulation::new(&lesson.scene().expect("a scene"));
        let velocity = Vec3::new(0.0, speed, 0.0);
        let edits = [
            Edit::Puller { body: 1, number: 0, stiffness: 50.0, velocity },
            Edit::Basic { rule: None, which: FrictionParameter::MuK, value: mu_k },
        ];
        edits.into_iter().for_each(|edit| {
            simulation.world().write_message(QueueEdit(edit));
        });
        let mut ended = false;
        for _ in 0..1000 {
            simulation.steps(100);
            ended |= goal.holds(&simulation.state()).expect("an expression");
        }
        assert_eq!(ended, ends, "{speed} m/s, mu_k = {mu_k}");
    }
}

/// The box hops equally high at any step size (the lesson's measure is off by half a step of its flight), and not at
/// all in the exact formulation.
#[test]
fn the_hop_does_not_depend_on_the_step() {
    let mut lesson = lesson("why-does-the-box-hop");
    let theory = 1000.0 * 0.25 * 4.0 / (1.25f64 * 1.25 * 2.0 * 9.81);
    for dt in [1e-2, 1e-3, 1e-4] {
        lesson.set = vec![("time.dt".to_owned(), format!("{dt:e}"))];
        let measured = play("hop", &lesson, &[Prediction::Number(0.0)])[0].measured.expect("a height");
        let half_a_step = 1000.0 * 0.5 * 0.8 * dt;
        assert!((measured - theory).abs() < 1.5 * half_a_step, "{dt}: {measured} mm, theory {theory}");
    }
    let goal = Expression::parse(&lesson.goal.as_ref().expect("a goal").holds).expect("an expression");
    for (form, stays) in [("Exact", true), ("Relaxed", false)] {
        lesson.set = vec![("solver".to_owned(), format!("Cones(form: {form})"))];
        let mut simulation = Simulation::new(&lesson.scene().expect("a scene"));
        let mut held = false;
        for _ in 0..100 {
            simulation.step();
            held |= goal.holds(&simulation.state()).expect("an expression");
        }
        assert_eq!(held, stays, "{form}");
    }
}

/// The crate holds on a ramp that is built if tan α < μ_s, and only then; the goal asks for 20° or more.
#[test]
fn a_ramp_that_is_built_holds_as_theory_says() {
    let mut lesson = lesson("a-ramp-that-holds");
    assert!(lesson.builds);
    let goal = Expression::parse(&lesson.goal.as_ref().expect("a goal").holds).expect("an expression");
    for (degrees, mu_s) in
        [(15.0f64, 0.5), (20.0, 0.5), (26.0, 0.5), (27.0, 0.5), (20.0, 0.35), (30.0, 0.58), (30.0, 0.57)]
    {
        let mu_k = 0.3f64.min(mu_s);
        lesson.set = [("bodies.ramp.shape.degrees", degrees), ("friction.mu_s", mu_s), ("friction.mu_k", mu_k)]
            .map(|(path, value)| (path.to_owned(), format!("{value:?}")))
            .to_vec();
        let scene = lesson.scene().expect("a scene");
        let mut simulation = Simulation::new(&scene);
        let start = simulation.state();
        simulation.steps((2.01 / scene.dt) as u64);
        let state = simulation.state();
        let holds = degrees.to_radians().tan() < mu_s;
        let answer = Prediction::Choice(if holds { 0 } else { 2 });
        let outcome = lesson.judge(answer, &state, &start, false).expect("an expression").expect("its moment has come");
        assert!(outcome.right && outcome.instead.is_none(), "{degrees}°, {mu_s}: {outcome:?}");
        let is_done = goal.holds(&state).expect("an expression");
        assert_eq!(is_done, holds && degrees >= 20.0, "{degrees}°, {mu_s}");
    }
}

/// Numbers of the lesson: the ball on springs stops where the lesson says, at 1e-4 s; at a step size of rigid contacts
/// its springs diverge.
#[test]
fn springs_stop_the_ball_where_the_lesson_says() {
    let mut lesson = lesson("springs-or-cones");
    let springs = "(mu_s: 0.5, mu_k: 0.5, k_e: 1e5, eta_r: 0.02, spin: Off)";
    for (dt, stops) in [("1e-4", true), ("1e-2", false)] {
        lesson.set = [("time.dt", dt), ("friction", springs), ("normal", "Hooke(k_n: 1e6, damping: Ratio(0.5))")]
            .map(|(path, value)| (path.to_owned(), value.to_owned()))
            .to_vec();
        let scene = lesson.scene().expect("a scene");
        let mut simulation = Simulation::new(&scene);
        simulation.steps((7.5 / scene.dt) as u64);
        let ball = simulation.state().bodies[1].clone();
        let stopped = (ball.x.y - 3.567).abs() < 2e-3 && ball.v.norm() < 1e-6;
        assert_eq!(stopped && simulation.stopped().is_none(), stops, "{dt}: {:?} {:?}", ball.x, ball.v);
    }
}

/// Texts of scenes have powers of ten as in print, and no commands; those are in the documentation.
#[test]
fn texts_of_scenes_are_prose() {
    for (name, text) in stickslip_lab::builtin::all() {
        let about = stickslip_engine::scene::Scene::parse(name, text).expect("no fault").about;
        let parts = about.as_bytes().windows(4);
        let is_code = |part: &[u8]| part[0].is_ascii_digit() && &part[1..3] == b"e-" && part[3].is_ascii_digit();
        assert!(!parts.into_iter().any(is_code) && !about.contains("stickslip generate"), "{name}: {about}");
    }
}

/// The texts of a lesson, in order, with a name for each.
fn texts(lesson: &Lesson) -> Vec<(String, &str)> {
    let mut all: Vec<(String, &str)> = vec![
        ("title".to_owned(), &lesson.title),
        ("question".to_owned(), &lesson.question),
        ("task".to_owned(), &lesson.task),
        ("told".to_owned(), &lesson.told),
        ("right".to_owned(), &lesson.right),
        ("wrong".to_owned(), &lesson.wrong),
        ("explain".to_owned(), &lesson.explain),
        ("next".to_owned(), &lesson.next),
    ];
    all.extend(lesson.plots.iter().map(|plot| ("plots".to_owned(), plot.name.as_str())));
    match &lesson.predict {
        Predict::Number { name, .. } => all.push(("name".to_owned(), name)),
        Predict::Choice { options, .. } => {
            all.extend(options.iter().map(|(text, _)| ("options".to_owned(), text.as_str())));
        }
    }
    all.extend(lesson.act.iter().map(|act| ("act".to_owned(), act.as_str())));
    all.extend(lesson.goal.iter().map(|goal| ("done".to_owned(), goal.done.as_str())));
    all
}

/// The languages besides English: those that the window has texts in.
fn languages() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/texts");
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let texts = files.filter(|file| file.extension().is_some_and(|extension| extension == "ftl"));
    let codes = texts.map(|file| file.file_stem().expect("a name").to_str().expect("a code").to_owned());
    let others: Vec<_> = codes.filter(|code| code != "en").collect();
    assert!(others.len() >= 2, "{others:?}");
    others
}

/// Every lesson has every text in every language, with the same places for values.
#[test]
fn every_lesson_is_in_every_language() {
    for (name, _) in all() {
        let english = lesson(name);
        for code in languages() {
            let place = format!("assets/texts/{code}/lessons/{name}.ron");
            let other = Lesson::read(name, &code).unwrap_or_else(|why| panic!("{why}"));
            let scene = other.scene().unwrap();
            let is_there = |name: &String| scene.bodies.iter().any(|body| body.name == *name);
            assert!(
                other.names.keys().all(is_there),
                "{place}: a word for a body that is not there: {:?}",
                other.names
            );
            for ((what, own), (_, other)) in texts(&english).into_iter().zip(texts(&other)) {
                assert!(!other.trim().is_empty() && (own != other || own.len() < 9), "{place}: {what} is in English");
                for part in ["{}", "{theory}"] {
                    let count = |text: &str| text.matches(part).count();
                    assert_eq!(count(own), count(other), "{place}: {part} in `{what}`");
                }
            }
        }
    }
}
