//! Schedules changed during a run: driven bodies, springs and forces follow the closed form of the new factor from
//! where they are, a replay has the same bits, and a saved scene has the new tables.

use crate::support::body;
use stickslip_engine::laws::motion::schedule::Schedule;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::observe::state::State;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::record::save::scene_text;
use stickslip_engine::run::replay::Replay;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Motion, Scene};
use stickslip_engine::step::edits::{Edit, EditLog, QueueEdit, Refused};
use stickslip_engine::step::snapshot::Snapshot;

const DT: f64 = 1e-3;

/// Angular velocity of the table, rad/s, its velocity and that of the spring's end, m/s.
const TURN: f64 = 0.7;
const SPEED: f64 = 0.01;

/// A table that turns about a pivot beside it, moves and shakes; a spring and a force on two balls that nothing touches.
fn text(motion: &str, pull: &str) -> String {
    format!(
        r#"Scene(schema: 1, title: "schedules", time: (dt: 1e-3, duration: 4.0), gravity: (0.0, 0.0, 0.0),
        friction: (mu_s: 0.4, mu_k: 0.3, k_e: 1e5), normal: Hooke(k_n: 1e5, damping: Ratio(0.5)),
        bodies: [
            // The table.
            (name: "table", shape: Box(half_extents: (0.1, 0.1, 0.01)), position: (0.2, 0.0, 0.0),
             motion: Driven(velocity: (0.0, {SPEED:?}, 0.0), angular_velocity: (0.0, 0.0, {TURN:?}), pivot: (0.0, 0.1, 0.0),
                            shake: (0.0, 0.0, 1e-3), frequency: 3.0{motion})),
            (name: "sprung", shape: Sphere(radius: 0.1), mass: 1.0, position: (5.0, 0.0, 0.0)),
            (name: "forced", shape: Sphere(radius: 0.1), mass: 2.0, position: (9.0, 0.0, 0.0)),
        ],
        pulls: [(body: "sprung", stiffness: 1e3, damping: Ratio(1.0), velocity: (0.0, {SPEED:?}, 0.0){pull}),
                (body: "forced", force: (0.0, 3.0, 0.0))])"#
    )
}

fn scene(text: &str) -> Scene {
    Scene::parse("schedules", text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

fn tune(simulation: &mut Simulation, body: u32, pull: Option<usize>, rows: &[[f64; 2]]) {
    let schedule = if rows.is_empty() { Schedule::default() } else { Schedule::new(rows).expect("a table") };
    simulation.world().write_message(QueueEdit(Edit::Schedule { body, pull, schedule }));
}

/// Steps to a time, s.
fn at(simulation: &mut Simulation, time: f64) -> State {
    simulation.steps((time / DT).round() as u64 - simulation.step_count());
    assert_eq!(simulation.stopped(), None);
    simulation.state()
}

/// The centre of the table at the time `t`, s, after the whole velocities have acted for `tau`, s, m.
fn table(tau: f64, t: f64) -> (Vec3, Rotation) {
    let (pivot, turn) = (Vec3::new(0.0, 0.1, 0.0), Rotation::from_axis_angle(&Vec3::z_axis(), TURN * tau));
    let shake = Vec3::z() * 1e-3 * (std::f64::consts::TAU * 3.0 * t).sin();
    (pivot + turn * (Vec3::new(0.2, 0.0, 0.0) - pivot) + Vec3::y() * SPEED * tau + shake, turn)
}

/// Replays the log of a simulation, from its start and from a snapshot before the edits: the same bits.
fn replay(scene: &Scene, simulation: &mut Simulation, moment: &Snapshot) {
    let (log, seen) = (simulation.world().resource::<EditLog>().0.clone(), simulation.state());
    let play = |simulation: &mut Simulation| {
        let mut replay = Replay::new(log.clone(), Vec::new());
        while simulation.step_count() < seen.step {
            replay.step(simulation.world());
        }
        state_hash(&simulation.state())
    };
    assert_eq!(play(&mut Simulation::new(scene)), state_hash(&seen));
    moment.restore(simulation.world());
    assert_eq!(play(simulation), state_hash(&seen), "from step {}", moment.step());
}

/// A drive that is constant, held from 0.5 s, faster from 1 s, and constant again from 1.5 s on: position and orientation
/// follow the time τ for which the whole velocities would have had to act, without a jump; `from` and `until` return with
/// the empty table.
#[test]
fn a_driven_body_continues_from_its_pose() {
    for (motion, taus) in [
        ("", [0.3, 0.5, 0.5, 1.0, 1.5, 1.501, 2.0]),
        (", from: 0.2, until: 1.8", [0.1, 0.3, 0.3, 0.8, 1.3, 1.301, 1.6]),
        (", schedule: [(0.1, 0.0), (0.1, 1.0)]", [0.2, 0.4, 0.4, 0.9, 1.4, 1.401, 1.9]),
    ] {
        let scene = scene(&text(motion, ""));
        let mut simulation = Simulation::new(&scene);
        let mut moment = None;
        for (time, tau) in [0.3, 0.5, 1.0, 1.25, 1.5, 1.501, 2.0].into_iter().zip(taus) {
            let state = at(&mut simulation, time);
            let (x, q) = table(tau, time);
            let table = body(&state, "table");
            assert!((table.x - x).norm() < 1e-12, "{motion} {time}: {:?}, theory {x:?}", table.x);
            assert!((table.q.coords - q.coords).norm() < 1e-12, "{motion} {time}");
            if time == 0.5 {
                moment = Some(Snapshot::take(simulation.world(), None));
                tune(&mut simulation, 0, None, &[[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]]);
            } else if time == 1.5 {
                tune(&mut simulation, 0, None, &[]);
            }
        }
        replay(&scene, &mut simulation, &moment.expect("a snapshot"));
    }
}

/// The end of a spring goes on from where it is, under any table; a force takes the new factor at once.
#[test]
fn springs_and_forces_follow_the_new_factor() {
    let scene = scene(&text("", ", schedule: [(0.0, 0.5), (2.0, 0.5)]"));
    let mut simulation = Simulation::new(&scene);
    simulation.steps(500);
    let moment = Snapshot::take(simulation.world(), None);
    let anchor = |state: &State| state.pulls[0].load.anchor.y;
    let start = anchor(&simulation.state());
    assert!((start - SPEED * 0.25).abs() < 1e-15);
    tune(&mut simulation, 1, Some(0), &[[0.5, 1.0], [1.0, 1.0], [1.0, 0.0], [2.0, 4.0]]);
    tune(&mut simulation, 2, Some(0), &[[0.0, 0.25], [1.0, 0.25], [1.0, -1.0]]);
    for (time, way, factor) in [(0.75, 0.25, 0.25), (1.0, 0.5, -1.0), (2.0, 2.5, -1.0), (2.5, 4.5, -1.0)] {
        let state = at(&mut simulation, time);
        assert!((anchor(&state) - start - SPEED * way).abs() < 1e-14, "{time}: {}", anchor(&state));
        assert!((state.pulls[1].load.force.y - 3.0 * factor).abs() < 1e-14, "{time}: {:?}", state.pulls[1].load.force);
    }
    tune(&mut simulation, 1, Some(0), &[]);
    let state = at(&mut simulation, 3.0);
    assert!((anchor(&state) - start - SPEED * 5.0).abs() < 1e-14, "{}", anchor(&state));
    replay(&scene, &mut simulation, &moment);
}

/// What has no schedule is refused and changes nothing; a recording with a wrong table cannot be read.
#[test]
fn what_has_no_schedule_is_refused() {
    let scene = scene(&text("", ""));
    for (body, pull, reason) in [
        (1, None, "only a driven body has a schedule"),
        (7, None, "no body 7"),
        (1, Some(1), "no spring or force 1"),
        (0, Some(0), "no spring or force 0"),
    ] {
        let (mut simulation, mut plain) = (Simulation::new(&scene), Simulation::new(&scene));
        tune(&mut simulation, body, pull, &[[0.0, 2.0]]);
        simulation.steps(5);
        plain.steps(5);
        let refused = simulation.world().resource::<Refused>().0.clone();
        assert!(refused.len() == 1 && refused[0].1.contains(reason), "{refused:?}");
        assert!(simulation.world().resource::<EditLog>().0.is_empty());
        assert_eq!(state_hash(&simulation.state()), state_hash(&plain.state()));
    }
    let written = |rows: &str| format!("Schedule(body: 0, pull: Some(1), schedule: {rows})");
    let read = |rows: &str| ron::from_str::<Edit>(&written(rows)).map_err(|error| error.to_string());
    assert!(read("[(0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]").is_ok() && read("[]").is_ok());
    assert!(read("[(1.0, 1.0), (0.5, 0.0)]").expect_err("times that fall").contains("must not fall"));
    assert!(read("[(1.0, 1.0), (1.0, 0.0), (1.0, 2.0)]").expect_err("three rows").contains("three rows of one time"));
}

/// A saved scene has the new tables, the rest as written; one saved with poses goes on as the run does.
#[test]
fn the_new_tables_are_saved() {
    let rows = [[0.5, 1.0], [1.0, 1.0], [1.0, 0.25]];
    let written = "[(0.5, 1.0), (1.0, 1.0), (1.0, 0.25)]";
    for motion in ["", ", from: 0.2, until: 0.8", ", schedule: [(0.0, 0.5)]"] {
        let text = text(motion, "");
        let mut simulation = Simulation::new(&scene(&text));
        simulation.steps(600);
        for (body, pull) in [(0, None), (1, Some(0)), (2, Some(0))] {
            tune(&mut simulation, body, pull, &rows);
        }
        simulation.steps(300);
        let saved = scene_text(simulation.world(), &text, false).expect("a scene");
        assert_eq!(saved.matches(written).count(), 3, "{saved}");
        assert!(saved.contains("// The table.") && !saved.contains("until"), "{saved}");
        let now = scene(&saved);
        let Motion::Driven(drive) = now.bodies[0].motion else { panic!("{:?}", now.bodies[0].motion) };
        assert_eq!((drive.schedule.pairs().as_deref(), drive.head_start), (Some(&rows[..]), 0.0));
        assert_eq!(scene_text(simulation.world(), &saved, false).as_deref(), Ok(saved.as_str()), "saved again");
        // Without the shake, whose phase a scene with poses does not keep, the paths agree from now on.
        let still = text.replace("1e-3), frequency", "0.0), frequency");
        let mut running = Simulation::new(&scene(&still));
        running.steps(600);
        tune(&mut running, 0, None, &rows);
        tune(&mut running, 1, Some(0), &rows);
        running.steps(300);
        let saved = scene_text(running.world(), &still, true).expect("a scene");
        let mut again = Simulation::new(&scene(&saved));
        running.steps(400);
        again.steps(400);
        let (a, b) = (running.state(), again.state());
        assert!((body(&a, "table").x - body(&b, "table").x).norm() < 1e-12, "{motion}\n{saved}");
        assert!((a.pulls[0].load.anchor - b.pulls[0].load.anchor).norm() < 1e-12, "{motion}\n{saved}");
        // A table that is taken away again is the factor 1.
        tune(&mut simulation, 1, Some(0), &[]);
        simulation.steps(1);
        let saved = scene_text(simulation.world(), &text, false).expect("a scene");
        assert_eq!(saved.matches(written).count(), 2, "{saved}");
    }
}
