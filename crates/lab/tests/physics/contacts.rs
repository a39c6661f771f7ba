//! Contacts resolved eight at a time and one by one, and large scenes on several threads.

use crate::support::{body, scene};
use bevy_ecs::prelude::Entity;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::smallest;
use stickslip_engine::observe::state::State;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{BodySpec, Elastic, NormalLaw, Scene};
use stickslip_engine::shapes::Shape;
use stickslip_engine::step::contacts::pair_constants::{PairConstants, SimdMode};
use stickslip_engine::step::contacts::table::ContactTable;
use stickslip_engine::step::edits::{Edit, QueueEdit};
use stickslip_engine::step::spawn;
use stickslip_engine::world::CaseId;
use stickslip_engine::world::body::{Body, BodyShape, Mass, Pose, Twist, Wrench};
use stickslip_engine::world::contact::{ContactHistory, ContactIdentity, ContactPair, Observation, StepMotion};
use stickslip_engine::world::contact_view::ContactView;
use stickslip_lab::builtin;

/// The state after a number of steps small enough that both variants still agree: contacts of many balls are chaotic.
fn end(mut simulation: Simulation, steps: u64) -> State {
    simulation.steps(steps);
    assert_eq!(simulation.stopped(), None);
    simulation.state()
}

/// Numbers of contacts of balls, and of all bodies, that are resolved eight at a time, touching or not.
fn rows_in_simd(simulation: &mut Simulation) -> [usize; 2] {
    let world = simulation.world();
    let mut pairs = world.query::<&ContactPair>();
    let table = world.resource::<ContactTable>();
    let classes: Vec<_> = pairs.iter(world).map(|pair| &table.classes[pair.class as usize]).collect();
    let count = |is: fn(&PairConstants) -> bool| classes.iter().filter(|class| is(class)).count();
    [count(|class| class.is_wide), count(|class| class.is_simd)]
}

/// All numbers that contacts and bodies keep from step to step, and the next loads.
fn kept(
    simulation: &mut Simulation,
) -> (Vec<impl PartialEq + std::fmt::Debug + use<>>, Vec<impl PartialEq + std::fmt::Debug + use<>>) {
    let world = simulation.world();
    let mut rows = world.query::<(&ContactPair, &ContactHistory, &StepMotion, &ContactIdentity)>();
    let touching = rows.iter(world).filter(|row| row.0.touches());
    let bits = |rows: &[f64]| rows.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let mut contacts: Vec<_> = touching
        .map(|(pair, history, motion, identity)| {
            let [first, second] = history.numbers();
            let numbers = [bits(&first), bits(&second), bits(&motion.numbers())];
            (identity.key, identity.changed, pair.modes, pair.began, numbers)
        })
        .collect();
    contacts.sort_by_key(|contact| contact.0);
    let mut bodies = world.query::<(&CaseId, &Body, &Pose, &Twist, &Wrench)>();
    let all = |v: &Vec3| bits(v.as_slice());
    let body = |(_, body, pose, twist, wrench): (&CaseId, &Body, &Pose, &Twist, &Wrench)| {
        let of = [&pose.x, &twist.v, &twist.w, &wrench.force, &wrench.torque].map(all);
        (body.index, of, bits(pose.q.coords.as_slice()))
    };
    let mut bodies: Vec<_> = bodies.iter(world).map(body).collect();
    bodies.sort_by_key(|body| body.0);
    (contacts, bodies)
}

/// A body has equal bits in every number at every step, whether its contacts are resolved eight at a time, one by one
/// with the geometry of eight, or one by one throughout, in every built-in scene that has balls or prisms.
#[test]
fn eight_side_by_side_are_one_by_one() {
    let mut compared = [0, 0];
    for name in builtin::all().iter().map(|(name, _)| *name) {
        let scene = scene(name, &[]);
        let uses_simd = |shape: &Shape| matches!(shape, Shape::Sphere { .. }) || shape.prism().is_some();
        if !scene.bodies.iter().any(|body| uses_simd(&body.shape)) {
            continue;
        }
        let steps = if scene.bodies.len() > 100 { 40 } else { 1500 };
        let with = |width: SimdMode| {
            let mut simulation = Simulation::new(&scene);
            simulation.world().insert_resource(width);
            spawn::load(simulation.world(), &scene);
            simulation
        };
        let (mut wide, mut observed, mut one) = (with(SimdMode::Wide), with(SimdMode::Auto), with(SimdMode::One));
        wide.world().insert_resource(Observation::General);
        assert_eq!(rows_in_simd(&mut one), [0, 0], "{name}");
        let [balls, all] = rows_in_simd(&mut wide);
        let mut touches = 0;
        for step in 0..steps {
            let (a, b, c) = (kept(&mut wide), kept(&mut observed), kept(&mut one));
            assert_eq!(a, b, "{name}: wide and observed, step {step}");
            assert_eq!(b, c, "{name}: observed and one by one, step {step}");
            touches = touches.max(a.0.len());
            let (seen, alone) = (observed.state(), one.state());
            assert_eq!(seen.contacts.len(), a.0.len(), "{name}: every contact is seen, step {step}");
            for (a, b) in seen.contacts.iter().zip(&alone.contacts) {
                // The `Debug` text of a number has all its digits; entities and shapes are removed from it.
                let text = |contact: &ContactView| {
                    let mut contact = contact.clone();
                    (contact.pair.i, contact.pair.j) = (Entity::PLACEHOLDER, Entity::PLACEHOLDER);
                    format!("{contact:?}")
                };
                assert_eq!(text(a), text(b), "{name}: step {step}");
            }
            for simulation in [&mut wide, &mut observed, &mut one] {
                simulation.step();
            }
        }
        if touches > 0 {
            compared[0] += usize::from(balls > 0);
            compared[1] += usize::from(all > balls);
        }
    }
    let [balls, prisms] = compared;
    assert!(balls >= 10 && prisms >= 4, "only {balls} scenes have balls side by side, and {prisms} prisms");
}

/// Balls of many sizes scattered about the origin, every seventh of them fixed: the list has exactly the pairs with a
/// movable ball that are nearer than the skin, a quarter of the smallest radius; for few balls, and for enough to share
/// among threads.
#[test]
fn the_list_has_every_near_pair() {
    for count in [600, 9000_u32] {
        let mut scene = scene("ball-on-ball", &[]);
        let ball = scene.bodies.iter().find(|body| body.mass.is_finite()).expect("a ball").clone();
        let side = 0.02 * f64::from(count).cbrt();
        let mut random = (1..).map(|k: u32| (f64::from(k) * 0.618_033_988_749_894_9 * f64::from(k % 1009)).fract());
        let mut next = || random.next().expect("it has no end");
        scene.bodies.clear();
        for k in 0..count {
            let position = Vec3::new(next() - 0.5, next() - 0.5, next() - 0.5) * side;
            let shape = Shape::Sphere { radius: 0.003 + 0.006 * next() };
            let mass = if k % 7 == 0 { f64::INFINITY } else { ball.mass };
            scene.bodies.push(BodySpec { name: format!("b{k}"), position, shape, mass, ..ball.clone() });
        }
        let movable = |body: &&BodySpec| body.mass.is_finite();
        let skin = 0.25 * smallest(scene.bodies.iter().filter(movable).map(|b| b.shape.size()));
        let mut near = Vec::new();
        for (i, a) in (0..).zip(&scene.bodies) {
            let others = (0..).zip(&scene.bodies).skip(i as usize + 1);
            let others = others.filter(|(_, b)| a.mass.is_finite() || b.mass.is_finite());
            let reach = |b: &BodySpec| a.shape.size() + b.shape.size() + skin;
            near.extend(others.filter(|(_, b)| (a.position - b.position).norm() <= reach(b)).map(|(j, _)| (i, j)));
        }
        assert!(near.len() > count as usize / 2, "only {} pairs", near.len());
        let mut simulation = Simulation::new(&scene);
        let world = simulation.world();
        let mut listed: Vec<(u32, u32)> =
            world.query::<&ContactIdentity>().iter(world).map(|row| (row.key.i, row.key.j)).collect();
        listed.sort_unstable();
        assert!(listed == near, "{count} balls: {} pairs in the list, {} are near", listed.len(), near.len());
    }
}

/// A lattice of 4096 beads that fall on each other: bit-identical on one, two and five threads, with the bodies in the
/// order of their numbers and, after three are deleted, in another order.
#[test]
fn threads_inside_a_step_change_no_bit() {
    let scene = Scene::parse("heap", &stickslip_lab::generate::text("box-settle", 4096).expect("a scene"));
    let mut scene = scene.expect("a good scene");
    scene.dt = 4e-5;
    let hashes = |threads: usize| {
        let mut simulation = Simulation::new(&scene);
        simulation.use_threads(threads);
        simulation.steps(2000);
        let pile = simulation.state();
        assert!(pile.contacts.len() > 4096, "only {} contacts", pile.contacts.len());
        for body in [5, 1700, 3000] {
            simulation.world().write_message(QueueEdit(Edit::Delete { body }));
        }
        let fewer = end(simulation, 100);
        assert_eq!(fewer.bodies.len() + 3, pile.bodies.len());
        [state_hash(&pile), state_hash(&fewer)]
    };
    let alone = hashes(1);
    assert_eq!((hashes(2), hashes(5)), (alone, alone));
}

/// A small heap alone, and 120 copies of it as cases of one world with more pairs than fit the caches: neither
/// prefetching nor the distribution of pairs changes a bit.
#[test]
fn a_heap_among_many_moves_as_alone() {
    let mut scene = scene("box-settle", &[("bodies.grain.fill.count", "(6, 6, 4)")]);
    scene.dt = 4e-5;
    let alone = end(Simulation::new(&scene), 1600);
    assert!(alone.contacts.len() > 100, "only {} contacts", alone.contacts.len());
    let mut many = Simulation::batch(&vec![scene; 120]);
    many.use_threads(2);
    many.steps(1600);
    assert!(rows_in_simd(&mut many)[0] > 20_000);
    for case in [0, 1, 58, 119] {
        assert_eq!(state_hash(&many.case_state(case)), state_hash(&alone), "case {case}");
    }
}

/// A body of a pile that moves too far in one step, past others, and a load beyond the range of numbers: the run stops in
/// that step and names body, quantity and reason; a ball just slow enough continues.
#[test]
fn the_guard_sees_every_body_of_a_pile() {
    let pile = scene("box-settle", &[("bodies.grain.fill.count", "(6, 6, 4)")]);
    let size = 0.005;
    // Two radii and half a turn in one step are the limits of the guard beside other bodies.
    let (fast, spun) = (2.0 * size / pile.dt, std::f64::consts::PI / pile.dt);
    for (v, w, fault) in [
        (-1.01 * fast, 0.0, Some("velocity 1.0103e3 m/s moves it farther than its own size in one step, past body")),
        // Away from the others it may be as fast as it likes.
        (1.01 * fast, 1.01 * spun, None),
        (0.99 * fast, 0.0, None),
        (0.0, 0.99 * spun, None),
    ] {
        let mut simulation = Simulation::new(&pile);
        simulation.steps(3);
        // The topmost ball of the last column, thrown upwards, meets nothing. It falls at 0.3 m/s.
        let body = pile.bodies.len() as u32 - 1;
        let (velocity, angular_velocity) = (Vec3::z() * v, Vec3::z() * w);
        simulation.world().write_message(QueueEdit(Edit::Kick { body, velocity, angular_velocity }));
        simulation.steps(1);
        let why = simulation.stopped().map(str::to_owned);
        let expected = fault.map(|fault| format!("body {body} \"{}\": {fault}", pile.bodies[body as usize].name));
        assert_eq!(why.is_some(), expected.is_some(), "{why:?}");
        let (why, expected) = (why.unwrap_or_default(), expected.unwrap_or_default());
        assert!(
            why.starts_with(&expected) && (why.is_empty() || why.contains("\", at step 4 ")),
            "{why}, not {expected}"
        );
    }
    // Balls of 10 m that overlap by 1 m: (4/3) E* √(R/2) δ^1.5 with E* = E / (2 (1 − ν²)) is more than 1.8e308 N.
    let mut scene = scene("ball-on-ball", &[]);
    let ball = scene.bodies.iter().find(|body| body.mass.is_finite()).expect("a ball").clone();
    let hard = Elastic { youngs_modulus: 1.7e308, poisson_ratio: 0.3 };
    scene.normal = NormalLaw::Hertz { damping_ratio: 0.1, tension: false };
    scene.bodies = (0..2)
        .map(|k| BodySpec {
            name: format!("b{k}"),
            position: Vec3::x() * 19.0 * f64::from(k),
            shape: Shape::Sphere { radius: 10.0 },
            elastic: Some(hard),
            ..ball.clone()
        })
        .collect();
    let mut simulation = Simulation::new(&scene);
    assert_eq!(rows_in_simd(&mut simulation)[0], 1);
    let why = simulation.stopped().unwrap_or_default();
    assert!(why.starts_with("body 0 \"b0\": force is not finite"), "{why}");
}

/// Bodies of a `fill` are on the lattice within the jitter, with the masses of balls.
#[test]
fn a_fill_stands_for_its_bodies() {
    let scene = scene("box-settle", &[("bodies.grain.fill.count", "(3, 2, 2)")]);
    assert_eq!(scene.bodies.len(), 5 + 12);
    let mut simulation = Simulation::new(&scene);
    let state = simulation.state();
    let (first, last) = (body(&state, "grain-0"), body(&state, "grain-11"));
    let apart = last.x - first.x;
    for (k, cells) in [2.0, 1.0, 1.0].into_iter().enumerate() {
        assert!((apart[k] - cells * 0.0108).abs() <= 2.0 * 0.00035, "axis {k}: {apart}");
    }
    let world = simulation.world();
    let masses: Vec<f64> = world
        .query::<(&Mass, &BodyShape)>()
        .iter(world)
        .filter(|(mass, _)| mass.mass.is_finite())
        .map(|(mass, _)| mass.mass)
        .collect();
    let expected = 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.005_f64.powi(3);
    assert!(masses.len() == 12 && masses.iter().all(|m| (m - expected).abs() < 1e-12 * expected));
}
