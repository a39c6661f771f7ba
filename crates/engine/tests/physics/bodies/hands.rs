//! Manual actions on a running simulation: pulls, tilts, kicks, bodies placed, added and deleted; against theory where
//! there is one, and every edit bit-identical when replayed from its log.

use crate::builtin;
use crate::support::{body, scene};
use std::f64::consts::PI;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::motion::pull::{Pull, PullAxes};
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::observe::state::State;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::record::save::scene_text;
use stickslip_engine::run::replay::Replay;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::edits::{Edit, EditLog, FrictionParameter, QueueEdit, Refused, slope};
use stickslip_engine::step::snapshot::Snapshot;

const DT: f64 = 1e-4;

fn tune(simulation: &mut Simulation, edit: Edit) {
    simulation.world().write_message(QueueEdit(edit));
}

/// Steps until `ready` holds, at most `most` steps.
fn until(simulation: &mut Simulation, most: u64, ready: impl Fn(&State) -> bool) -> State {
    for _ in 0..most {
        simulation.step();
        let state = simulation.state();
        if ready(&state) {
            return state;
        }
    }
    panic!("not reached within {most} steps; stopped: {:?}", simulation.stopped());
}

fn slips(state: &State) -> bool {
    state.contacts.iter().any(|contact| contact.slide.0.mode == Mode::Slip)
}

/// A block of mass m pulled by a spring k at the speed V. With ω² = k/m and A = (μs − μk) N / k, slip begins at the
/// extension μs N / k, oscillates about μk N / k and ends A below it, for any V, after (2/ω)(π − atan(A ω / V)); then
/// the block sticks for 2 A / V.
#[test]
fn a_block_on_a_spring_goes_in_the_saw_tooth_of_theory() {
    let scene = scene("block-on-a-spring", &[]);
    let (m, g, k, v, mu_s, mu_k): (f64, f64, f64, f64, f64, f64) = (1.0, 10.0, 50.0, 0.02, 0.4, 0.3);
    let (normal, omega) = (m * g, (k / m).sqrt());
    let a: f64 = (mu_s - mu_k) * normal / k;
    let (slip, stick) = (2.0 / omega * (PI - (a * omega / v).atan()), 2.0 * a / v);
    let mut simulation = Simulation::new(&scene);
    let (mut was, mut begins, mut ends) = (Mode::Stick, Vec::new(), Vec::new());
    for _ in 0..100_000 {
        simulation.step();
        let state = simulation.state();
        let (mode, force) = (state.contacts[0].slide.0.mode, state.pulls[0].load.force.y);
        if mode != was {
            if mode == Mode::Slip { &mut begins } else { &mut ends }.push((state.time, force));
        }
        was = mode;
    }
    assert!(begins.len() >= 3 && ends.len() >= 2, "{begins:?} {ends:?}");
    // The contact's own spring yields by k/K_E = 5e-4 of the pull; its dashpot rings when the block stops.
    for (_, force) in &begins {
        assert!((force / (mu_s * normal) - 1.0).abs() < 2e-3, "slips at {force} N");
    }
    for (_, force) in &ends {
        assert!((force / ((2.0 * mu_k - mu_s) * normal) - 1.0).abs() < 5e-3, "sticks at {force} N");
    }
    assert!((begins[0].0 / (mu_s * normal / (k * v)) - 1.0).abs() < 2e-3, "first slip at {} s", begins[0].0);
    for pair in begins.windows(2) {
        let period = pair[1].0 - pair[0].0;
        assert!((period / (slip + stick) - 1.0).abs() < 5e-3, "period {period} s, theory {}", slip + stick);
    }
}

/// A force that grows at a set rate breaks the block away at μs N, and the log of the gesture gives the same bits.
#[test]
fn a_growing_force_breaks_away_at_the_static_limit() {
    let scene = Scene { pulls: Vec::new(), ..scene("block-on-a-spring", &[]) };
    let mut simulation = Simulation::new(&scene);
    let ramp = Pull::Ramp {
        at: Vec3::zeros(),
        axes: PullAxes::Body,
        force: Vec3::zeros(),
        rate: Vec3::new(0.0, 8.0, 0.0),
        since: 0.0,
        schedule: Default::default(),
    };
    tune(&mut simulation, Edit::Hold { body: 1, pull: ramp });
    let state = until(&mut simulation, 10_000, slips);
    let force = state.pulls[0].load.force.y;
    // From 4 N = μ_s N on the block of 1 kg accelerates, and slips when the spring has the part of the load as well that its
    // dashpot carried, K_D Ṡ with Ṡ = 8 N/s over K_E: after t of Ṡ t + (8 N/s) t³/6 = K_D Ṡ/K_E.
    let (k, rate) = (1e5_f64, 8.0);
    let (speed, gap) = (rate / k, k.sqrt() * rate / (k * k));
    let mut t = 0.0;
    for _ in 0..20 {
        t = gap / (speed + rate * t * t / 6.0);
    }
    let expected = 4.0 + rate * t;
    assert!((force - expected).abs() < 1e-3, "breaks away at {force} N, not {expected}");
    tune(&mut simulation, Edit::Release { body: 1 });
    simulation.steps(5000);
    let state = simulation.state();
    assert!(state.pulls.is_empty() && body(&state, "block").v.norm() < 1e-5, "{:?}", body(&state, "block").v);
    replay(&scene, &mut simulation);
}

/// Under a known weight, the support carries the part that the hand does not, and releases when the hand carries all of
/// it.
#[test]
fn a_hand_lifts_a_ball_off_the_ground() {
    let scene =
        scene("sphere-up-35", &[("bodies.incline.shape.degrees", "0.0"), ("bodies.ball.on.velocity", "(0.0, 0.0)")]);
    let mut simulation = Simulation::new(&scene);
    let up = |force: f64| Pull::Ramp {
        at: Vec3::zeros(),
        axes: PullAxes::Body,
        force: Vec3::z() * force,
        rate: Vec3::zeros(),
        since: 0.0,
        schedule: Default::default(),
    };
    tune(&mut simulation, Edit::Hold { body: 1, pull: up(40.0) });
    simulation.steps(10);
    assert!((simulation.state().contacts[0].normal.n - 9.0).abs() < 1e-9, "5 kg at 9.8 m/s², 40 N lifted");
    tune(&mut simulation, Edit::Hold { body: 1, pull: up(60.0) });
    simulation.steps(1000);
    let state = simulation.state();
    assert!(state.contacts.is_empty());
    // Two steps pass before the first full load acts: the hand's evaluation, and the loads of the last state.
    let expected = 0.5 * (60.0 / 5.0 - 9.8) * 0.1 * 0.1;
    assert!((body(&state, "ball").x.z - 0.2 - expected).abs() < 2e-4, "{}", body(&state, "ball").x.z);
}

/// A hand's spring at the centre of a free sphere makes it oscillate at √(k/m), like a spring of the scene.
#[test]
fn a_spring_swings_a_ball_with_the_frequency_of_theory() {
    let scene = Scene { gravity: Vec3::zeros(), ..scene("sphere-up-35", &[]) };
    let mut simulation = Simulation::new(&scene);
    let anchor = Vec3::new(0.0, 0.0, 3.0);
    tune(&mut simulation, Edit::Place { body: 1, position: Vec3::new(0.1, 0.0, 3.0), rotation: Rotation::identity() });
    let stop = -body(&simulation.state(), "ball").v;
    tune(&mut simulation, Edit::Kick { body: 1, velocity: stop, angular_velocity: Vec3::zeros() });
    let spring = Pull::Spring {
        at: Vec3::zeros(),
        anchor,
        velocity: Vec3::zeros(),
        since: 0.0,
        stiffness: 80.0,
        damping: 0.0,
        schedule: Default::default(),
    };
    tune(&mut simulation, Edit::Hold { body: 1, pull: spring });
    let period = 2.0 * PI * (5.0_f64 / 80.0).sqrt();
    simulation.steps((0.5 * period / DT).round() as u64);
    let x = body(&simulation.state(), "ball").x;
    assert!((x.x + 0.1).abs() < 2e-4 && x.y.abs() < 1e-12, "{x}");
}

/// A brick on a plane that tilts slowly slides at atan μs, under a known weight as under an elastic overlap, and stays
/// on the plane all the time. The brick is flat: the upper corners of a tall one carry less, yield first and take the
/// rest with them.
#[test]
fn a_brick_on_a_tilting_plane_goes_at_the_angle_of_friction() {
    for (normal, motion) in [("Known(Weight)", "Translating"), ("Hooke(k_n: 1e6, damping: Ratio(0.5))", "Free")] {
        let scene = scene(
            "brick-slips",
            &[
                ("bodies.incline.shape.degrees", "0.0"),
                ("bodies.brick.shape.half_extents", "(0.1, 0.15, 0.002)"),
                ("normal", normal),
                ("bodies.brick.motion", motion),
            ],
        );
        let mut simulation = Simulation::new(&scene);
        simulation.steps(500);
        tune(&mut simulation, Edit::Tilt { body: 0, degrees: 20.0, rate: 5.0 });
        let state = until(&mut simulation, 40_000, |state| {
            assert!(!state.contacts.is_empty(), "{normal}: lost at {} s", state.time);
            state.contacts.iter().all(|contact| contact.slide.0.mode == Mode::Slip)
        });
        let plane = body(&state, "incline");
        let degrees = (plane.q * Vec3::y()).z.asin().to_degrees();
        let expected = 0.25_f64.atan().to_degrees();
        assert!((degrees - expected).abs() < 0.15, "{normal}: went at {degrees}°, atan μs is {expected}°");
        simulation.steps(5_000);
        let state = simulation.state();
        let (plane, brick) = (body(&state, "incline"), body(&state, "brick"));
        let height = plane.q.inverse_transform_vector(&(brick.x - plane.x)).z;
        assert!((height - 0.002).abs() < 1e-5, "{normal}: {height} m over the plane");
        assert!((plane.q.inverse() * brick.q).angle() < 1e-5, "{normal}: the brick's face is on the plane");
        replay(&scene, &mut simulation);
    }
}

/// A plane that is tilted gathers and loses its rate evenly: ½ (5/0.4) t² degrees from rest, 20° after 4 s and 0.4 s for
/// both ends; another tilt on the way keeps its rate, one backwards stops as evenly first, and one that is too near
/// to stop for is passed and comes back.
#[test]
fn a_tilted_plane_starts_and_stops_evenly() {
    let scene = scene("brick-slips", &[("bodies.incline.shape.degrees", "0.0"), ("friction.mu_s", "2.0")]);
    let at = |simulation: &mut Simulation| {
        let plane = body(&simulation.state(), "incline").clone();
        [slope(&plane.q), (plane.q.inverse() * plane.w).x].map(f64::to_degrees)
    };
    let is = |[slope, rate]: [f64; 2], [expected, rate_expected]: [f64; 2], when: &str| {
        let off = (slope - expected).abs() < 1e-9 && (rate - rate_expected).abs() < 1e-9;
        assert!(off, "{when}: {slope}° at {rate}°/s, not {expected}° at {rate_expected}°/s");
    };
    let mut simulation = Simulation::new(&scene);
    let tilt = |simulation: &mut Simulation, degrees: f64| tune(simulation, Edit::Tilt { body: 0, degrees, rate: 5.0 });
    tilt(&mut simulation, 20.0);
    let steps = |simulation: &mut Simulation, seconds: f64| {
        let count = (seconds / scene.dt).round();
        simulation.steps(count as u64);
    };
    steps(&mut simulation, 0.2);
    is(at(&mut simulation), [0.25, 2.5], "at 0.2 s");
    steps(&mut simulation, 0.6);
    is(at(&mut simulation), [3.0, 5.0], "at 0.8 s");
    tilt(&mut simulation, 25.0);
    steps(&mut simulation, 0.2);
    is(at(&mut simulation), [4.0, 5.0], "0.2 s after another slope");
    steps(&mut simulation, 5.0);
    is(at(&mut simulation), [25.0, 0.0], "at the end");
    tilt(&mut simulation, 5.0);
    steps(&mut simulation, 2.0);
    is(at(&mut simulation), [16.0, -5.0], "on the way back");
    tilt(&mut simulation, 20.0);
    steps(&mut simulation, 0.2);
    is(at(&mut simulation), [15.25, -2.5], "on the way to a stop");
    steps(&mut simulation, 0.4);
    is(at(&mut simulation), [15.25, 2.5], "turned round");
    steps(&mut simulation, 0.4);
    // The turn asked for would take 0.3 s to its rate: braked four times as hard it goes on by ½ · 5 · 0.075°, and comes
    // back within 0.21 s.
    tilt(&mut simulation, 17.01);
    steps(&mut simulation, 0.075);
    is(at(&mut simulation), [17.1875, 0.0], "too near to stop for");
    steps(&mut simulation, 0.4);
    is(at(&mut simulation), [17.01, 0.0], "come back");
    // A short turn does not reach the rate: ½ (5/0.3) t² up to its middle.
    tilt(&mut simulation, 17.16);
    steps(&mut simulation, 0.05);
    is(at(&mut simulation), [17.01 + 0.5 * 5.0 / 0.3 * 0.0025, 5.0 / 0.3 * 0.05], "in a short turn");
    steps(&mut simulation, 0.2);
    is(at(&mut simulation), [17.16, 0.0], "after a short turn");
}

/// A ball on a plane under a known weight stays in contact while the plane tilts, rests after it, and rolls down.
#[test]
fn a_plane_that_stops_tilting_leaves_no_normal_velocity() {
    let scene = scene(
        "sphere-up-35",
        &[("bodies.incline.shape.degrees", "0.0"), ("bodies.ball.on", "(surface: \"incline\", at: (0.0, 0.3))")],
    );
    let mut simulation = Simulation::new(&scene);
    tune(&mut simulation, Edit::Tilt { body: 0, degrees: 3.0, rate: 10.0 });
    simulation.steps(4_502);
    let state = simulation.state();
    let (plane, ball) = (body(&state, "incline"), body(&state, "ball"));
    assert_eq!(plane.w, Vec3::zeros(), "3° at 10°/s take 0.3 s, and half of it for the start and the end");
    let local = plane.q.inverse_transform_vector(&ball.v);
    assert!(local.z.abs() < 1e-12, "{local}");
    simulation.steps(10_000);
    let ball = simulation.state();
    let height = plane.q.inverse_transform_vector(&body(&ball, "ball").x).z;
    assert!((height - 0.2).abs() < 1e-9 && !ball.contacts.is_empty(), "{height}");
}

/// The effect of each edit, and its replay from the log alone with the same bits.
#[test]
fn every_edit_is_replayed_from_its_log_bit_for_bit() {
    let scene = scene("sphere-up-35", &[]);
    let ball = "(name: \"pebble\", shape: Sphere(radius: 0.05), mass: 0.1, position: (0.5, 0.0, 0.5))";
    let spring = Pull::Spring {
        at: Vec3::new(0.0, 0.1, 0.0),
        anchor: Vec3::new(0.3, 0.2, 0.4),
        velocity: Vec3::zeros(),
        since: 0.0,
        stiffness: 200.0,
        damping: 5.0,
        schedule: Default::default(),
    };
    let torsion = Pull::Torsion { target: Rotation::identity(), stiffness: 2.0, damping: 0.05 };
    let (x, q) = (Vec3::new(0.1, 0.2, 0.6), Rotation::from_axis_angle(&Vec3::x_axis(), 0.3));
    let edits = [
        Edit::Basic { rule: None, which: FrictionParameter::EtaR, value: 0.1 },
        Edit::Gravity(Vec3::new(0.0, 0.1, -9.0)),
        Edit::Kick { body: 1, velocity: Vec3::new(0.3, 0.0, 0.0), angular_velocity: Vec3::new(0.0, 0.0, 4.0) },
        Edit::Hold { body: 1, pull: spring },
        Edit::Hold { body: 1, pull: torsion },
        Edit::Release { body: 1 },
        Edit::Tilt { body: 0, degrees: 20.0, rate: 30.0 },
        Edit::Add(ball.to_owned()),
        Edit::Place { body: 1, position: x, rotation: q },
        Edit::Delete { body: 1 },
        Edit::Kick { body: 1, velocity: Vec3::new(0.0, 0.3, 0.0), angular_velocity: Vec3::zeros() },
    ];
    for (k, edit) in edits.iter().enumerate() {
        let mut simulation = Simulation::new(&scene);
        // The edits before it, then the edit alone between two runs of steps.
        let mut moments = Vec::new();
        for (n, before) in edits[..=k].iter().enumerate() {
            simulation.steps(40 + 7 * n as u64);
            moments.push(Snapshot::take(simulation.world(), None));
            tune(&mut simulation, before.clone());
        }
        simulation.steps(200);
        assert_eq!(simulation.stopped(), None, "{edit:?}");
        let log = simulation.world().resource::<EditLog>().0.clone();
        assert_eq!(log.last().map(|(_, last)| last), Some(edit), "{:?}", simulation.world().resource::<Refused>());
        let without = {
            let mut plain = Simulation::new(&scene);
            play(&mut plain, &log[..k], simulation.step_count());
            state_hash(&plain.state())
        };
        assert_ne!(without, state_hash(&simulation.state()), "{edit:?} changes nothing");
        replay(&scene, &mut simulation);
        // Also from before any of the edits, and into a world in another state.
        let (end, seen) = (simulation.step_count(), state_hash(&simulation.state()));
        for moment in &moments {
            moment.restore(simulation.world());
            play(&mut simulation, &log, end);
            assert_eq!(state_hash(&simulation.state()), seen, "{edit:?} from step {}", moment.step());
        }
    }
}

/// A spring of the scene continues from the position of its anchor when its speed changes.
#[test]
fn a_puller_changes_its_speed_without_a_jump() {
    let scene = scene("block-on-a-spring", &[]);
    let mut simulation = Simulation::new(&scene);
    simulation.steps(10_000);
    let before = simulation.state().pulls[0].load.anchor.y;
    tune(&mut simulation, Edit::Puller { body: 1, number: 0, stiffness: 50.0, velocity: Vec3::new(0.0, 0.5, 0.0) });
    simulation.steps(10);
    let after = simulation.state().pulls[0].load.anchor.y;
    assert!((after - before - 10.0 * DT * 0.5).abs() < 1e-12, "{before} {after}");
    replay(&scene, &mut simulation);
}

/// A block slides across the grain of a board under springs or rigid: with μ₂ halved on the way it decelerates by μ₂ g of
/// each part. The log gives the same bits, the saved scene has the new coefficient, and μ_s below μ_k is refused.
#[test]
fn friction_across_a_grain_changes_while_a_block_slides() {
    let (spring, rigid) = ("mu_s: 0.6, mu_k: 0.6, k_e: 1e5, slide_damping: Ratio(0.5)", "mu: 0.6");
    for (friction, across, normal) in
        [(spring, "(mu_s: 0.2, mu_k: 0.2)", "Known(Weight)"), (rigid, "(mu: 0.2)", "Rigid")]
    {
        let text = format!(
            "Scene(schema: 1, title: \"t\", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.81), \
             friction: ({friction}, across: {across}), normal: {normal}, \
             bodies: [(name: \"board\", shape: Plane, grain: (1.0, 0.0, 0.0)), \
             (name: \"block\", shape: Box(half_extents: (0.1, 0.1, 0.01)), mass: 1.0, motion: Translating, \
             on: (surface: \"board\", at: (0.0, 0.0), velocity: (0.0, 1.0)))])"
        );
        let scene = Scene::parse("grain", &text).unwrap_or_else(|faults| panic!("{normal}: {faults}"));
        let mut simulation = Simulation::new(&scene);
        let is_rigid = normal == "Rigid";
        assert_eq!(FrictionParameter::MuKAcross.read(&scene.friction), (!is_rigid).then_some(0.2));
        simulation.steps(2_000);
        let which = if is_rigid { FrictionParameter::MuSAcross } else { FrictionParameter::MuKAcross };
        tune(&mut simulation, Edit::Basic { rule: None, which, value: 0.1 });
        simulation.steps(2_000);
        let v = body(&simulation.state(), "block").v;
        let expected = 1.0 - 9.81 * (0.2 * 0.2 + 0.1 * 0.2);
        assert!((v.y - expected).abs() < 2e-3 && v.x.abs() < 1e-9, "{normal}: {v}, theory {expected}");
        if !is_rigid {
            tune(&mut simulation, Edit::Basic { rule: None, which: FrictionParameter::MuSAcross, value: 0.05 });
            simulation.steps(1);
            let refused = simulation.world().resource::<Refused>().0.clone();
            assert!(refused[0].1.contains("mu_s = 0.05 would be below mu_k = 0.1 across the grain"), "{refused:?}");
        }
        let saved = scene_text(simulation.world(), &text, false).expect("a scene");
        let expected = if is_rigid { "across: (mu: 0.1)" } else { "across: (mu_s: 0.2, mu_k: 0.1)" };
        assert!(saved.contains(expected), "{saved}");
        replay(&scene, &mut simulation);
    }
}

/// An invalid edit changes no bit, is not logged and reports its reason.
#[test]
fn a_senseless_edit_is_refused_with_its_reason() {
    let scene = scene("brick-slips", &[]);
    let nan = Vec3::new(0.0, f64::NAN, 0.0);
    let still = Pull::Torsion { target: Rotation::identity(), stiffness: 1.0, damping: 0.0 };
    let edits = [
        (Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.1 }, "below mu_k"),
        (Edit::Basic { rule: Some(3), which: FrictionParameter::MuS, value: 0.5 }, "no such pair rule"),
        (Edit::Kick { body: 0, velocity: Vec3::x(), angular_velocity: Vec3::zeros() }, "fixed or driven"),
        (Edit::Kick { body: 1, velocity: nan, angular_velocity: nan }, "not finite"),
        (Edit::Kick { body: 9, velocity: Vec3::x(), angular_velocity: Vec3::zeros() }, "no body 9"),
        (Edit::Hold { body: 0, pull: still }, "fixed or driven"),
        (Edit::Release { body: 1 }, "no pull holds"),
        (Edit::Puller { body: 1, number: 0, stiffness: 1.0, velocity: Vec3::zeros() }, "no spring 0"),
        (Edit::Tilt { body: 1, degrees: 10.0, rate: 1.0 }, "only a plane"),
        (Edit::Tilt { body: 0, degrees: 95.0, rate: 1.0 }, "between -90 and 90"),
        (Edit::Place { body: 1, position: nan, rotation: Rotation::identity() }, "not finite"),
        (
            Edit::Add("(name: \"brick\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0, 0, 9))".into()),
            "already used",
        ),
        (Edit::Add("(name: \"x\", shape: Sphere(radius: -0.1), mass: 1.0, position: (0, 0, 9))".into()), "positive"),
        (Edit::Delete { body: 5 }, "no body 5"),
    ];
    let mut plain = Simulation::new(&scene);
    plain.steps(20);
    for (edit, reason) in edits {
        let mut simulation = Simulation::new(&scene);
        simulation.steps(10);
        tune(&mut simulation, edit.clone());
        simulation.steps(10);
        assert!(simulation.world().resource::<EditLog>().0.is_empty(), "{edit:?}");
        let refused = simulation.world().resource::<Refused>().0.clone();
        assert!(refused.len() == 1 && refused[0].1.contains(reason), "{edit:?}: {refused:?}");
        assert_eq!(state_hash(&simulation.state()), state_hash(&plain.state()), "{edit:?}");
    }
}

/// A kick gives a body only velocities that its motion type allows.
#[test]
fn a_kick_respects_the_motion_of_the_body() {
    let mut simulation = Simulation::new(&scene("brick-slips", &[]));
    tune(&mut simulation, Edit::Kick { body: 1, velocity: Vec3::zeros(), angular_velocity: Vec3::new(0.0, 0.0, 5.0) });
    simulation.steps(20);
    assert_eq!(body(&simulation.state(), "brick").w, Vec3::zeros(), "a translating brick does not turn");
}

/// Faults of a spring of a scene are reported with their location.
#[test]
fn a_faulty_spring_is_an_error_at_its_place() {
    let text = builtin::text("block-on-a-spring").expect("a scene");
    for (from, to, reason) in [
        ("body: \"block\", at", "body: \"blok\", at", "there is no body `blok`"),
        ("body: \"block\", at", "body: \"table\", at", "fixed or driven"),
        ("stiffness: 50.0", "stifness: 50.0", "unknown field `stifness`"),
        ("stiffness: 50.0", "stiffness: 0.0", "must be positive"),
        ("at: (0.0, 0.1, 0.0), stiffness: 50.0, ", "", "missing field `stiffness`"),
        ("velocity: (0.0, 0.02, 0.0))", "velocity: (0.0, 0.02))", "3 numbers"),
        ("stiffness: 50.0", "force: (0.0, 1.0, 0.0)", "unknown field `velocity`"),
        ("stiffness: 50.0, velocity: (0.0, 0.02, 0.0))", "force: (0.0, 1.0))", "3 numbers"),
        ("stiffness: 50.0, velocity", "force: (0.0, 1.0, 0.0), axes: Wold, rate", "unknown choice `Wold`"),
    ] {
        assert!(text.contains(from), "{from}");
        let faults = Scene::parse("block.ron", &text.replace(from, to)).expect_err(reason);
        let line = faults.lines().find(|line| line.message.contains(reason));
        let line = line.unwrap_or_else(|| panic!("{reason}: {:?}", faults.faults()));
        assert!(line.path.starts_with("pulls.0"), "{line}");
        assert_eq!(line.line, 20, "{line}");
    }
}

/// Runs to `steps` with the edits of a log, each before the step at which it was logged.
fn play(simulation: &mut Simulation, log: &[(u64, Edit)], steps: u64) {
    let mut replay = Replay::new(log.to_vec(), Vec::new());
    while simulation.step_count() < steps {
        replay.step(simulation.world());
    }
}

/// Replays the log of a simulation and checks that the result has the same bits.
fn replay(scene: &Scene, simulation: &mut Simulation) {
    let (log, seen) = (simulation.world().resource::<EditLog>().0.clone(), simulation.state());
    let mut again = Simulation::new(scene);
    play(&mut again, &log, seen.step);
    assert_eq!(state_hash(&again.state()), state_hash(&seen));
}
