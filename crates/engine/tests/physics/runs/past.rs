//! Seeking in a run: any past step is restored with the bits of the first pass, including edits and branches.

use crate::builtin;
use bevy_ecs::component::ComponentId;
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::State;
use stickslip_engine::record::hash::{WorldHash, state_hash};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::scene::{Scene, set};
use stickslip_engine::step::edits::{Edit, EditLog, FrictionParameter, QueueEdit};
use stickslip_engine::step::spawn::{BodyDefinition, MovingState};
use stickslip_engine::world::Clock;
use stickslip_engine::world::body::Body;
use stickslip_engine::world::contact::{ContactBundle, ContactPair};

/// A built-in scene with another duration.
fn scene(name: &str, duration: f64) -> Scene {
    let text = builtin::text(name).unwrap_or_else(|| panic!("no built-in scene {name}"));
    let text = set(text, "time.duration", &duration.to_string()).expect("a duration");
    Scene::parse(name, &text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Forty balls that fall on each other and on a plane: enough that the broad phase rebuilds its pairs.
fn falling_balls() -> Scene {
    let mut bodies = String::from(r#"(name: "floor", shape: Plane, motion: Fixed),"#);
    for k in 0..40 {
        let (x, y, z) = (f64::from(k % 3), f64::from(k / 3 % 3), f64::from(k / 9));
        let place = (0.21 * x + 0.013 * z, 0.21 * y - 0.007 * z, 0.12 + 0.22 * z);
        bodies += &format!(r#"(name: "b{k}", shape: Sphere(radius: 0.1), mass: 1.0, position: {place:?}),"#);
    }
    let text = format!(
        r#"Scene(schema: 1, title: "Hail", time: (dt: 2e-4, duration: 3.0), gravity: (0.0, 0.0, -9.8),
        friction: (mu_s: 0.3, mu_k: 0.2, k_e: 1e4, eta_r: 0.2, spin: Heuristic(eta_psi: 0.01, curvature: 5.0)),
        normal: Hooke(k_n: 2e4, damping: Ratio(0.2)), bodies: [{bodies}])"#
    );
    Scene::parse("hail", &text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The scenes of these tests: mode changes, driven ramps, ellipsoids on steps, contacts that begin and end, many
/// bodies.
fn scenes() -> Vec<Scene> {
    let built_in = ["sphere-up-35", "ramp-tilts", "shaken-plate", "ellipsoid-down-stairs", "stack-rolls-apart"];
    let mut scenes: Vec<Scene> = built_in.map(|name| scene(name, 3.0)).into();
    scenes.push(falling_balls());
    scenes
}

fn steps(scene: &Scene) -> u64 {
    (scene.duration / scene.dt).round() as u64
}

/// Two edits: less friction after a third of the time, a kick after two thirds.
fn two_edits(scene: &Scene) -> Vec<(u64, Edit)> {
    let n = steps(scene);
    let body = scene.bodies.iter().rposition(|body| body.mass.is_finite()).expect("a body that moves") as u32;
    let kick = Edit::Kick { body, velocity: Vec3::new(0.1, 0.2, 0.0), angular_velocity: Vec3::new(0.3, 0.0, 1.0) };
    vec![(n / 3, Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.1 }), (2 * n / 3 + 1, kick)]
}

/// The hash of every step of a plain run without a timeline: the reference for seeking.
fn first_pass(scene: &Scene, edits: &[(u64, Edit)]) -> Vec<u64> {
    let mut simulation = Simulation::new(scene);
    let mut hash = WorldHash::new(simulation.world());
    let mut hashes = vec![hash.compute(simulation.world())];
    for now in 0..steps(scene) {
        for (_, edit) in edits.iter().filter(|(step, _)| *step == now) {
            simulation.world().write_message(QueueEdit(edit.clone()));
        }
        simulation.step();
        hashes.push(hash.compute(simulation.world()));
    }
    assert_eq!(simulation.stopped(), None, "{}", scene.title);
    hashes
}

/// A run with a timeline, to its end.
struct TimelineRun {
    simulation: Simulation,
    timeline: Timeline,
    hash: WorldHash,
}

impl TimelineRun {
    fn run(scene: &Scene, edits: &[(u64, Edit)], memory: usize) -> Self {
        let mut kept = Self::begin(Simulation::new(scene), memory);
        for (step, edit) in edits {
            kept.go(*step);
            kept.timeline.edit(*step, edit.clone());
        }
        kept.go(steps(scene));
        kept
    }

    fn begin(mut simulation: Simulation, memory: usize) -> Self {
        let timeline = Timeline::with_memory(simulation.world(), memory);
        let hash = WorldHash::new(simulation.world());
        Self { simulation, timeline, hash }
    }

    /// Seeks to a step and returns the hash there.
    fn go(&mut self, step: u64) -> u64 {
        self.timeline.seek(self.simulation.world(), step);
        assert_eq!(self.simulation.step_count(), step);
        self.hash.compute(self.simulation.world())
    }
}

/// Deterministic pseudo-random numbers below `below`.
fn random(n: usize, below: u64) -> Vec<u64> {
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    (0..n).map(|_| next()).collect()
}

#[test]
fn twenty_random_steps_of_three_seconds_come_back_to_the_bit() {
    for scene in scenes() {
        let edits = two_edits(&scene);
        let hashes = first_pass(&scene, &edits);
        let mut kept = TimelineRun::run(&scene, &edits, 64 << 20);
        assert_eq!(kept.timeline.edits(), edits, "{}", scene.title);
        for step in random(20, steps(&scene) + 1) {
            assert_eq!(kept.go(step), hashes[step as usize], "{}, step {step}", scene.title);
        }
    }
}

/// Seeking is also exact with memory for only a few snapshots, and on one and on two threads.
#[test]
fn a_timeline_short_of_memory_and_other_threads_change_no_bit() {
    let scene = falling_balls();
    let edits = two_edits(&scene);
    let hashes = first_pass(&scene, &edits);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut kept = TimelineRun::run(&scene, &edits, 2 << 20);
            assert!(kept.timeline.bytes() <= 2 << 20, "{} bytes", kept.timeline.bytes());
            assert!(kept.timeline.snapshots() < 100, "{} snapshots", kept.timeline.snapshots());
            for step in random(6, steps(&scene) + 1) {
                assert_eq!(kept.go(step), hashes[step as usize], "{threads} threads, step {step}");
            }
        });
    }
}

/// The whole state is restored, not only the hashed part: every component of every body and contact, and the energy
/// budget.
#[test]
fn the_whole_state_comes_back() {
    for scene in scenes() {
        let mut kept = TimelineRun::begin(Simulation::with_energy_ledger(&scene), 64 << 20);
        let marks = [150, 1400, 2900];
        let seen: Vec<State> = marks.map(|step| (kept.go(step), kept.simulation.state()).1).into();
        for (step, seen) in marks.iter().zip(&seen).rev() {
            kept.go(*step);
            // Contacts of a restored state are new entities, bodies are the old ones.
            assert_eq!(&kept.simulation.state(), seen, "{}, step {step}", scene.title);
            assert_eq!(state_hash(seen), kept.hash.compute(kept.simulation.world()));
        }
    }
}

#[test]
fn an_edit_in_the_past_branches_and_the_old_future_is_still_there() {
    let scene = scene("stack-rolls-apart", 1.0);
    let edits = two_edits(&scene);
    let old = first_pass(&scene, &edits);
    let mut kept = TimelineRun::run(&scene, &edits, 64 << 20);
    let ghost = kept.timeline.clone();
    kept.go(5000);
    let other = Edit::Gravity(Vec3::new(0.0, 0.5, -9.0));
    kept.timeline.edit(5000, other.clone());
    assert_eq!(kept.timeline.reached(), 5000);
    let branch = first_pass(&scene, &[edits[0].clone(), (5000, other)]);
    assert_ne!(branch[9000], old[9000]);
    for step in [9000, 5001, 4999, 10_000] {
        assert_eq!(kept.go(step), branch[step as usize], "step {step} of the branch");
    }
    kept.timeline = ghost;
    kept.timeline.load(kept.simulation.world(), 7000);
    for step in [7000, 10_000, 3000] {
        assert_eq!(kept.go(step), old[step as usize], "step {step} of the old future");
    }
}

#[test]
fn going_on_from_the_past_keeps_future_edits_and_events() {
    let scene = scene("sphere-up-35", 1.0);
    let edits = two_edits(&scene);
    let mut kept = TimelineRun::run(&scene, &edits, 64 << 20);
    let events = kept.timeline.events().to_vec();
    assert!(events.len() > 3, "{} events", events.len());
    assert!(events.is_sorted());
    kept.go(100);
    kept.go(10_000);
    assert_eq!(kept.timeline.events(), events);
    assert_eq!(kept.simulation.world().resource::<EditLog>().0, edits);
    let first = events.iter().map(|event| event.step).find(|step| *step > 0).expect("an event");
    assert_eq!(kept.timeline.next_event(0), Some(first));
    assert_eq!(kept.timeline.last_event(first + 1), Some(first));
}

/// An invalid edit is not applied, and is not part of the past.
#[test]
fn an_edit_without_sense_is_not_kept() {
    let scene = scene("sphere-up-35", 0.1);
    let mut kept = TimelineRun::begin(Simulation::with_energy_ledger(&scene), 64 << 20);
    kept.timeline.edit(0, Edit::Basic { rule: None, which: FrictionParameter::MuS, value: f64::NAN });
    kept.timeline.edit(0, Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.4 });
    kept.go(10);
    assert_eq!(kept.timeline.edits(), [(0, Edit::Basic { rule: None, which: FrictionParameter::MuS, value: 0.4 })]);
}

/// A component of a body or contact that snapshots omit would be lost silently.
#[test]
fn a_snapshot_knows_every_component() {
    let mut simulation = Simulation::new(&falling_balls());
    simulation.steps(1500);
    let world = simulation.world();
    assert!(world.resource::<Clock>().step == 1500);
    let mut known: BTreeSet<ComponentId> =
        world.register_bundle::<ContactBundle>().explicit_components().iter().copied().collect();
    known.extend(world.register_bundle::<(BodyDefinition, MovingState)>().explicit_components());
    known.insert(world.register_component::<stickslip_engine::step::contacts::narrow::Collider>());
    // Every contact of a snapshot touches, so restoring marks them all.
    known.insert(world.register_component::<stickslip_engine::world::contact::Touching>());
    let entities: Vec<Entity> =
        world.query_filtered::<Entity, Or<(With<Body>, With<ContactPair>)>>().iter(world).collect();
    assert!(entities.len() > 41, "bodies and contacts");
    for entity in entities {
        for id in world.entity(entity).archetype().components() {
            let name = world.components().get_name(*id).expect("a name");
            assert!(
                known.contains(id),
                "{name} is not in a snapshot: add it to `ContactBundle`, `BodyDefinition` or `MovingState`"
            );
        }
    }
}

/// Edits that change the set of bodies: a hand that pulls, a body added, placed, deleted, a floor that tilts.
#[test]
fn edits_of_bodies_come_back_too() {
    use stickslip_engine::laws::Rotation;
    use stickslip_engine::laws::motion::pull::Pull;
    let text = r#"Scene(schema: 1, title: "Hands", time: (dt: 2e-4, duration: 0.6), gravity: (0.0, 0.0, -9.8),
        friction: (mu_s: 0.3, mu_k: 0.2, k_e: 1e4, eta_r: 0.2, spin: Heuristic(eta_psi: 0.01, curvature: 5.0)),
        normal: Hooke(k_n: 2e4, damping: Ratio(0.2)), bodies: [
            (name: "floor", shape: Plane, motion: Fixed),
            (name: "a", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.1)),
            (name: "b", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, position: (0.3, 0.0, 0.1)),
            (name: "c", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.02, 0.31)),
        ])"#;
    let scene = Scene::parse("hands", text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let zero = Vec3::zeros();
    let pull = Pull::Spring {
        at: Vec3::new(0.0, 0.0, 0.1),
        anchor: Vec3::new(0.3, 0.1, 0.4),
        velocity: Vec3::new(0.5, 0.0, 0.0),
        since: 0.02,
        stiffness: 80.0,
        damping: 1.0,
        schedule: Default::default(),
    };
    let new = r#"(name: "d", shape: Sphere(radius: 0.1), mass: 2.0, position: (0.3, 0.05, 0.5))"#;
    let rotation = Rotation::from_scaled_axis(Vec3::new(0.1, 0.2, 0.3));
    let edits = vec![
        (100, Edit::Hold { body: 1, pull }),
        (400, Edit::Release { body: 1 }),
        (500, Edit::Add(new.to_owned())),
        (900, Edit::Place { body: 2, position: Vec3::new(0.6, 0.0, 0.3), rotation }),
        (1200, Edit::Tilt { body: 0, degrees: 8.0, rate: 40.0 }),
        (1600, Edit::Delete { body: 3 }),
        (1600, Edit::Kick { body: 3, velocity: Vec3::new(0.0, 0.3, 0.0), angular_velocity: zero }),
        (2000, Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.1 }),
    ];
    let hashes = first_pass(&scene, &edits);
    let mut kept = TimelineRun::run(&scene, &edits, 64 << 20);
    assert_eq!(kept.timeline.edits(), edits, "every one of them was made");
    for step in random(40, steps(&scene) + 1) {
        assert_eq!(kept.go(step), hashes[step as usize], "step {step}");
    }
    // An edit applied at once, as in the paused window, has the same effect.
    let mut shown = TimelineRun::begin(Simulation::new(&scene), 64 << 20);
    for (step, edit) in &edits {
        shown.go(*step);
        shown.timeline.edit(*step, edit.clone());
        shown.timeline.apply(shown.simulation.world());
    }
    assert_eq!(shown.go(steps(&scene)), *hashes.last().expect("steps"));
    assert_eq!(shown.timeline.edits(), edits);
}
