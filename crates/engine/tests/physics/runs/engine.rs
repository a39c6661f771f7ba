//! Regression tests of contacts, many of them from two earlier engines that had come to differ; each test failed before
//! its fix.

use crate::support::scene;
use bevy_app::App;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::contact::{
    ContactHistory, KernelVariant, Modes, NormalModel, StepMotion, Surface, advance,
};
use stickslip_engine::laws::friction::element::DampingRule;
use stickslip_engine::laws::friction::element::{Mode, Spring};
use stickslip_engine::laws::math::number::V2;
use stickslip_engine::prelude::RigidBody;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::shapes::Shape;
use stickslip_engine::step::contacts::pair_constants::SimdMode;
use stickslip_engine::step::edits::{Edit, FrictionParameter, QueueEdit};
use stickslip_engine::step::events::{ContactEventKind, EventLog};
use stickslip_engine::step::{self, Outcome, StepPlugin, spawn};
use stickslip_engine::world::Clock;
use stickslip_engine::world::body::Pose;

fn parse(friction: &str, normal: &str, bodies: &str) -> Scene {
    let text = format!(
        r#"Scene(schema: 1, title: "A test", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.8),
        friction: ({friction}), normal: {normal}, bodies: [{bodies}])"#
    );
    Scene::parse("test", &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

const FRICTION: &str = "mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.1, spin: Heuristic(eta_psi: 0.01, curvature: 5.0)";

fn with_width(scene: &Scene, width: SimdMode) -> Simulation {
    let mut simulation = Simulation::new(scene);
    simulation.world().insert_resource(width);
    spawn::load(simulation.world(), scene);
    simulation
}

/// One engine had n = z, the other a normal with NaN.
#[test]
fn two_balls_with_one_centre_part_along_z() {
    let ball =
        |name: &str| format!(r#"(name: "{name}", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.3, 0.1, 2.0)),"#);
    let scene = parse(FRICTION, "Hooke(k_n: 1e3, damping: Ratio(0.1))", &(ball("a") + &ball("b")));
    for width in [SimdMode::Wide, SimdMode::Auto, SimdMode::One] {
        let mut simulation = with_width(&scene, width);
        let state = simulation.state();
        assert_eq!(state.contacts[0].frame.now.n, Vec3::z(), "{width:?}");
        assert_eq!(state.contacts[0].normal.n, 1e3 * 0.2, "{width:?}: k_n times both radii");
        simulation.steps(100);
        assert_eq!(simulation.stopped(), None, "{width:?}");
        let state = simulation.state();
        assert!(state.bodies[0].x.z > state.bodies[1].x.z, "{width:?}: they part");
    }
}

/// A Hertz patch vanishes with N, so no threshold is left: a moving contact slips, as slide does at N = 0. One engine
/// released the spin without recording it.
#[test]
fn at_no_normal_force_the_spin_of_a_patch_slips_as_slide_does() {
    let variant = KernelVariant {
        surfaces: [Surface::Plane, Surface::Sphere],
        normal: NormalModel::Hertz { tension: false },
        rolls: false,
        spins: true,
        patch: true,
        damping: DampingRule::PAPER,
    };
    let mut modes = Modes { slip: [false; 4], saturate: [false; 4] };
    let mut history = ContactHistory { spin: 1e-3, slide: V2 { u: 1e-5, w: 0.0 }, ..ContactHistory::default() };
    let motion = StepMotion { paths: [V2 { u: 1e-6, w: 0.0 }, V2::default()], psi: 1e-4, ..StepMotion::default() };
    let springs = stickslip_engine::laws::friction::contact::ContactSprings {
        slide: Spring { stiffness: 1e5, ..Spring::default() },
        ..Default::default()
    };
    let loads = advance(&variant, &springs, [0.0, 5.0], &mut history, &mut modes, &motion);
    assert_eq!((modes.slip[0], modes.slip[3]), (true, true));
    assert_eq!((history.spin, loads.spin.total()), (0.0, 0.0));
    assert_eq!((history.slide, loads.slide.total()), (V2::default(), V2::default()));
}

/// The mode age of a component that is off stayed constant in one engine and counted in the other: it is the number of
/// steps since the mode last changed, or the age of the contact if it never did.
#[test]
fn a_component_that_is_off_keeps_counting() {
    let friction = "mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.0, spin: Off";
    let ball = r#"(name: "floor", shape: Plane), (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0,
        on: (surface: "floor", at: (0.0, 0.0), velocity: (0.0, 1.0)))"#;
    let boxed = r#"(name: "floor", shape: Plane), (name: "box", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0,
        on: (surface: "floor", at: (0.0, 0.0), velocity: (0.0, 1.0)))"#;
    for (bodies, width) in [(ball, SimdMode::Auto), (ball, SimdMode::One), (boxed, SimdMode::Auto)] {
        let mut simulation = with_width(&parse(friction, "Hooke(k_n: 1e6, damping: Ratio(0.5))", bodies), width);
        simulation.steps(300);
        for contact in simulation.state().contacts {
            let (roll, spin) = (&contact.roll.i, &contact.spin.0);
            assert_eq!([roll.mode_age, spin.mode_age], [contact.pair.age; 2], "{width:?}");
            assert_eq!((roll.mode, spin.mode, spin.history), (Mode::Stick, Mode::Stick, 0.0));
        }
    }
}

/// The work of a law outside its own component is booked in that other component, even if it is off: `constant-torque`
/// brakes the spin of a contact without spin friction, EDEM's rocking damping the roll. Before, the first was in no
/// account, and the second in the account of roll torques that do not cancel.
#[test]
fn loads_beside_a_component_that_is_off_are_booked() {
    for (laws, spins) in [("roll: ConstantTorque(mu_r: 0.05)", true), ("spin: EdemDisk(mu: 0.3)", false)] {
        let spin = if spins { "Off" } else { "Heuristic(eta_psi: 0.01, curvature: 5.0)" };
        let friction = format!("mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.0, spin: {spin}, laws: ({laws})");
        let bodies = r#"(name: "floor", shape: Plane), (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0,
            on: (surface: "floor", at: (0.0, 0.0), velocity: (0.0, 1.0), spin: 5.0))"#;
        let scene = parse(&friction, "Hooke(k_n: 1e5, damping: Ratio(0.5))", bodies);
        let mut simulation = Simulation::with_energy_ledger(&scene);
        let start = simulation.state().accounts.expect("the account is kept").budget.kinetic;
        simulation.steps(3000);
        assert_eq!(simulation.stopped(), None);
        let budget = simulation.state().accounts.expect("the account is kept").budget;
        let contacts = &budget.contacts;
        let own = if spins { contacts.spin.damping } else { contacts.roll_j.damping + contacts.roll_i.damping };
        assert!(own > 1e-4 * start, "{laws}: {own:e} J of {start} J");
        // The integration is of first order: at this step, 5e-3 of the energy through the contacts.
        assert!(budget.residual().abs() < 5e-3 * start, "{laws}: residual {:e} J", budget.residual());
        assert!(budget.unpaired.abs() < 0.05 * own, "{laws}: unpaired {:e} J beside {own:e} J", budget.unpaired);
    }
}

/// A ball that rolls off a box keeps one contact from the face over the edge, with its histories; it used to begin anew
/// at the edge.
#[test]
fn a_ball_rolls_over_the_edge_of_a_box_in_one_contact() {
    let bodies = r#"(name: "box", shape: Box(half_extents: (0.5, 0.5, 0.1)), motion: Fixed, position: (0.0, 0.0, -0.1)),
        (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.47, 0.09999),
         velocity: (0.0, 0.2, 0.0), angular_velocity: (-2.0, 0.0, 0.0))"#;
    let mut simulation = Simulation::new(&parse(FRICTION, "Hooke(k_n: 1e6, damping: Ratio(0.5))", bodies));
    let (mut over, mut last) = (0, 0);
    for _ in 0..4000 {
        simulation.step();
        let state = simulation.state();
        let Some(contact) = state.contacts.first() else { break };
        let tilt = contact.touch.n.z.abs();
        over += usize::from(tilt < 0.995);
        // Faces, edges and corners are flat (README); the ball is round.
        assert_eq!((contact.paths.kappa_i, contact.paths.kappa_j), (0.0, 10.0));
        assert!(contact.normal.derived.roll_j.is_on());
        last = contact.pair.age;
    }
    assert!(over > 200 && last > 1000, "{over} steps over the edge, the contact was {last} steps old");
    let events = simulation.world().resource_mut::<EventLog>().take();
    let begun = events.iter().filter(|event| event.kind == ContactEventKind::Begin).count();
    assert_eq!(begun, 1, "it never let go before the ball fell");
}

/// The end face of a cylinder is as flat as a plane; it used to have a tenth of the curvature of the side.
#[test]
fn the_end_of_a_cylinder_is_flat() {
    let bodies = r#"(name: "table", shape: Cylinder(radius: 0.5, half_height: 0.1), motion: Fixed, position: (0.0, 0.0, -0.1)),
        (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.1, 0.09999), velocity: (0.0, 0.2, 0.0))"#;
    let mut simulation = Simulation::new(&parse(FRICTION, "Hooke(k_n: 1e6, damping: Ratio(0.5))", bodies));
    simulation.steps(500);
    let state = simulation.state();
    assert_eq!((state.contacts[0].paths.kappa_i, state.contacts[0].paths.kappa_j), (0.0, 10.0));
}

/// η_r = 0 switches roll friction off, set in a file or by a slider, even beside a given stiffness.
#[test]
fn a_slider_at_zero_is_a_zero_in_the_file() {
    let given = scene("disk-panel-a", &[]);
    let mut slid = Simulation::new(&given);
    slid.world().write_message(QueueEdit(Edit::Basic { rule: None, which: FrictionParameter::EtaR, value: 0.0 }));
    slid.steps(10);
    let mut written = Simulation::new(&scene("disk-panel-a", &[("friction.eta_r", "0.0")]));
    written.steps(10);
    let spring = |simulation: &mut Simulation| simulation.state().contacts[0].normal.derived.roll_j;
    assert_eq!((spring(&mut slid), spring(&mut written)), (Spring::default(), Spring::default()));
}

/// How two supports share a weight does not follow from the weight, and a support that is shaken or swung across its
/// surface presses with more than it: both are refused before the first step.
#[test]
fn a_known_weight_is_refused_where_it_does_not_say_the_normal_force() {
    let groove = r#"(name: "left", shape: Incline(degrees: 30.0)), (name: "right", shape: Incline(degrees: -30.0)),
        (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.11547005383792516))"#;
    let simulation = Simulation::new(&parse(FRICTION, "Known(Weight)", groove));
    let why = simulation.stopped().unwrap_or_default();
    assert!(why.contains("\"ball\" lies on two surfaces") && why.contains("`Hertz`"), "{why}");
    let plate = |drive: &str| {
        format!(
            r#"Scene(schema: 1, title: "A test", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -9.8),
            friction: ({FRICTION}), normal: Known(Weight), bodies: [
            (name: "plate", shape: Plane, motion: Driven({drive})),
            (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: "plate", at: (0.0, 0.0)))])"#
        )
    };
    // Along its surface; turning about its normal; tilting slowly, at 0.1 rad/s and 1 m: 0.01 m/s² of 9.8.
    let slow = ["angular_velocity: (0.0, 0.0, 9.0)", "angular_velocity: (0.1, 0.0, 0.0), pivot: (0.0, -1.0, 0.0)"];
    for drive in ["shake: (0.0, 0.005, 0.0), frequency: 4.0"].iter().chain(&slow) {
        assert!(Scene::parse("along", &plate(drive)).is_ok(), "{drive}");
    }
    // Across its surface; tilting at 1 rad/s and 1 m: a tenth of gravity.
    let fast = "angular_velocity: (1.0, 0.0, 0.0), pivot: (0.0, -1.0, 0.0)";
    for drive in ["shake: (0.0, 0.0, 0.005), frequency: 4.0", fast] {
        let faults = Scene::parse("across", &plate(drive)).expect_err("a fault");
        let said = faults.faults()[0].to_string();
        assert!(said.contains("`Known(Weight)` does not give") && said.contains("`Hooke`"), "{said}");
    }
}

/// The plugin in another app, with one body and then two: such a world has no cases, and the plugin used to panic.
#[test]
fn the_plugin_needs_no_scene() {
    let mut app = App::new();
    app.add_plugins(StepPlugin);
    let ball = RigidBody::new("ball", Shape::Sphere { radius: 0.1 }, 2.0).at(Vec3::new(0.0, 0.0, 0.1));
    let ball = app.world_mut().spawn(ball.bundle()).id();
    step::run(app.world_mut(), 10);
    assert_eq!(app.world().resource::<Clock>().step, 10);
    // Symplectic Euler: g Δt² n (n + 1)/2 below the initial height.
    let fallen = 0.1 - app.world().get::<Pose>(ball).expect("a pose").x.z;
    assert!((fallen - 9.81e-8 * 55.0).abs() < 1e-15, "{fallen}");
    app.world_mut().spawn(RigidBody::fixed("floor", Shape::Plane).bundle());
    step::run(app.world_mut(), 3000);
    assert_eq!(app.world().resource::<Outcome>().stopped, None);
    let z = app.world().get::<Pose>(ball).expect("a pose").x.z;
    // k_n = 1e6 N/m carries 2 kg.
    assert!((z - (0.1 - 2.0 * 9.81 / 1e6)).abs() < 1e-7, "{z}");
}
