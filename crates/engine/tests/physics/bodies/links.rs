//! Springs and ropes between bodies, ropes to a point of the world, and finite ramps, against closed forms.

use crate::support::{body, trajectory};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::laws::motion::pull::Pull;
use stickslip_engine::observe::state::State;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::record::save::scene_text;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::edits::{Edit, QueueEdit};
use stickslip_engine::step::snapshot::Snapshot;

const DT: f64 = 1e-4;

fn parsed(gravity: f64, normal: &str, bodies: &str, pulls: &str) -> Scene {
    let text = text(gravity, normal, bodies, pulls);
    Scene::parse("links", &text).unwrap_or_else(|f| panic!("{:?}\n{text}", f.lines().collect::<Vec<_>>()))
}

fn text(gravity: f64, normal: &str, bodies: &str, pulls: &str) -> String {
    format!(
        "Scene(schema: 1, title: \"links\", time: (dt: {DT:?}, duration: 1.0), gravity: (0.0, 0.0, {:?}), \
         friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5), normal: {normal}, bodies: [{bodies}], pulls: [{pulls}])",
        -gravity
    )
}

fn ball(name: &str, size: f64, mass: f64, at: [f64; 3], more: &str) -> String {
    let [x, y, z] = at;
    format!(
        "(name: \"{name}\", shape: Sphere(radius: {size:?}), mass: {mass:?}, position: ({x:?}, {y:?}, {z:?}), {more})"
    )
}

fn momentum(state: &State) -> Vec3 {
    state.bodies.iter().map(|body| body.v * body.mass.mass).sum()
}

fn angular_momentum(state: &State) -> Vec3 {
    let own = |moment: Vec3, w: Vec3| moment.component_mul(&w); // balls: their axes do not matter
    state.bodies.iter().map(|b| b.x.cross(&(b.v * b.mass.mass)) + own(b.mass.inertia, b.w)).sum()
}

/// Two free balls oscillate about their rest length with ω = √(k (1/m₁ + 1/m₂)), whatever their sizes, and with their
/// centre of mass at rest. The error of phase and amplitude is first order in ω Δt.
#[test]
fn two_bodies_on_a_spring_oscillate_with_their_reduced_mass() {
    for (size, masses, k) in [(0.1, [1.0, 3.0], 400.0), (1e-6, [1e-15, 2e-15], 1e-12), (1e3, [1e12, 1e12], 1e14)] {
        let [a, b] = masses;
        let (rest, apart) = (4.0 * size, 5.0 * size);
        let bodies = [ball("a", size, a, [0.0; 3], ""), ball("b", size, b, [0.0, apart, 0.0], "")].join(", ");
        for (owner, other) in [("a", "b"), ("b", "a")] {
            let pull = format!("(body: \"{owner}\", to: \"{other}\", rest_length: {rest:?}, stiffness: {k:?})");
            let omega = (k * (1.0 / a + 1.0 / b)).sqrt();
            let states = trajectory(&parsed(0.0, "Hooke(k_n: 1.0)", &bodies, &pull), 2000);
            let off = largest(states.iter().map(|state| {
                let length = (body(state, "b").x - body(state, "a").x).norm();
                let expected = rest + (apart - rest) * libm::cos(omega * state.time);
                (length - expected).abs() / (apart - rest)
            }));
            assert!(off < 2.0 * omega * DT, "{owner}: {off} of {}", omega * DT);
            let drift = largest(states.iter().map(|state| momentum(state).norm()));
            assert!(drift < 1e-13 * a * omega * size, "{drift}");
        }
    }
}

/// A link that holds bodies off their centres conserves momentum to rounding, and angular momentum to the order of the
/// integration; both ends get the torque of the force. Which body owns it does not matter.
#[test]
fn a_link_off_the_centres_conserves_both_momenta() {
    let bodies = [
        ball("a", 0.1, 1.0, [0.0; 3], "angular_velocity: (0.0, 3.0, 1.0)"),
        ball("b", 0.1, 2.0, [0.0, 0.5, 0.1], "velocity: (0.3, 0.0, -0.2), angular_velocity: (1.0, 0.0, -2.0)"),
    ]
    .join(", ");
    let link = |owner: [&str; 2], at: [&str; 2]| {
        let pull = format!(
            "(body: \"{}\", at: {}, to: \"{}\", to_at: {}, rest_length: 0.3, stiffness: 200.0, damping: Coefficient(1.0))",
            owner[0], at[0], owner[1], at[1]
        );
        trajectory(&parsed(0.0, "Hooke(k_n: 1.0)", &bodies, &pull), 5000)
    };
    let points = ["(0.08, 0.0, 0.0)", "(0.0, -0.05, 0.05)"];
    let (one, two) = (link(["a", "b"], points), link(["b", "a"], [points[1], points[0]]));
    let (p, l) = (momentum(&one[0]), angular_momentum(&one[0]));
    let [lost, turned] = [
        largest(one.iter().map(|state| (momentum(state) - p).norm())),
        largest(one.iter().map(|state| (angular_momentum(state) - l).norm())),
    ];
    assert!(lost < 1e-12 && turned < 2e-4 * l.norm(), "{lost} {turned}");
    let spun = body(&one[5000], "a").w - body(&one[0], "a").w;
    assert!(spun.norm() > 0.1, "the ends get a torque: {spun}");
    let apart = largest(one.iter().zip(&two).map(|(a, b)| (body(a, "a").x - body(b, "a").x).norm()));
    assert!(apart < 1e-11, "{apart}");
}

/// A ball on a slack rope falls freely, to the last bit, until the rope is straight; it then hangs m g/k below that.
#[test]
fn a_rope_lets_fall_until_it_is_straight() {
    let ball = ball("ball", 0.05, 0.5, [0.0, 0.0, 1.0], "");
    let rope = "(body: \"ball\", anchor: (0.0, 0.0, 1.0), rest_length: 0.2, only_tension: true, stiffness: 1e3, \
                damping: Ratio(0.3))";
    let states = trajectory(&parsed(9.81, "Hooke(k_n: 1.0)", &ball, rope), 30_000);
    let free = trajectory(&parsed(9.81, "Hooke(k_n: 1.0)", &ball, ""), 2000);
    for (state, free) in states.iter().zip(&free).take_while(|(state, _)| state.bodies[0].x.z > 0.8 + 1e-9) {
        assert_eq!(state.bodies[0].x, free.bodies[0].x, "step {}", state.step);
    }
    let taut = states.iter().find(|state| state.pulls[0].load.force.z > 0.0).expect("a taut rope");
    assert!((taut.time - (2.0 * 0.2 / 9.81_f64).sqrt()).abs() < 2.0 * DT, "{}", taut.time);
    assert!(states.iter().all(|state| state.pulls[0].load.force.z >= 0.0), "a rope does not push");
    let hangs = states[30_000].bodies[0].x.z;
    assert!((hangs - (0.8 - 0.5 * 9.81 / 1e3)).abs() < 1e-9, "{hangs}");
}

/// A winch pulls a crate by a rope: it starts once the force is μ_s m g, under known, elastic and rigid contacts; a second
/// crate tied to it by a rope that starts straight starts when both springs in series carry both loads.
#[test]
fn a_crate_on_a_rope_starts_at_its_static_limit() {
    const SPEED: f64 = 0.05;
    for normal in ["Known(Weight)", "Hooke(k_n: 1e6, restitution: 0.0)", "Rigid"] {
        let friction = if normal == "Rigid" { "mu: 0.5" } else { "mu_s: 0.5, mu_k: 0.4, k_e: 1e6" };
        let bodies = "(name: \"floor\", shape: Plane), \
             (name: \"a\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, motion: Translating, \
              on: (surface: \"floor\", settled: true)), \
             (name: \"b\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, motion: Translating, \
              on: (surface: \"floor\", at: (0.0, -0.5), settled: true))";
        let winch = format!(
            "(body: \"a\", anchor: (0.0, 1.0, 0.1), velocity: (0.0, {SPEED:?}, 0.0), rest_length: 1.0, only_tension: true, \
             stiffness: 100.0)"
        );
        let tow = "(body: \"b\", to: \"a\", only_tension: true, stiffness: 200.0)";
        let scene =
            text(9.81, normal, bodies, &format!("{winch}, {tow}")).replace("mu_s: 0.5, mu_k: 0.4, k_e: 1e5", friction);
        let scene = Scene::parse("winch", &scene).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()));
        let mut simulation = Simulation::new(&scene);
        let mut moved = None;
        while moved.is_none() && simulation.state().time < 1.5 {
            simulation.step();
            let state = simulation.state();
            moved = (body(&state, "a").v.y > 1e-3).then_some(state.time);
        }
        assert_eq!(simulation.stopped(), None);
        let expected = 0.5 * 9.81 / (100.0 * SPEED);
        // Until the speed is noticed, v = k V t²/(2 m), and the friction spring has been displaced by μ_s m g/K_E.
        let late = (2.0 * 1e-3 / (100.0 * SPEED)).sqrt() + 0.5 * 9.81 / 1e6 / SPEED + 3.0 * DT;
        let moved = moved.expect("the crate starts");
        assert!((expected - DT..expected + late).contains(&moved), "{normal}: {moved} for {expected}");
        // The second crate starts by the tension of its own rope.
        let mut tension = 0.0;
        while body(&simulation.state(), "b").v.y < 1e-3 && simulation.state().time < 3.0 {
            tension = simulation.state().pulls.iter().find(|pull| pull.body == 2).expect("a rope").load.force.y;
            simulation.step();
        }
        assert!((tension - 0.5 * 9.81).abs() < 0.1, "{normal}: {tension}");
    }
}

/// The weight that presses a body on a plane is less by what a rope carries, from whichever end it is named.
#[test]
fn a_link_changes_the_known_weight_of_the_body_at_its_other_end() {
    let bodies = "(name: \"floor\", shape: Plane), (name: \"block\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 2.0, \
         motion: Translating, on: (surface: \"floor\")), (name: \"balloon\", shape: Sphere(radius: 0.1), mass: 1.0, \
         position: (0.0, 0.0, 1.0))";
    for ends in ["body: \"balloon\", to: \"block\"", "body: \"block\", to: \"balloon\""] {
        let pulls =
            format!("({ends}, stiffness: 500.0, damping: Ratio(1.0)), (body: \"balloon\", force: (0.0, 0.0, 14.81))");
        let states = trajectory(&parsed(9.81, "Known(Weight)", bodies, &pulls), 20_000);
        let normal: f64 = states[20_000].contacts.iter().map(|contact| contact.normal.n).sum();
        assert!((normal - (2.0 * 9.81 - 5.0)).abs() < 1e-6, "{ends}: {normal}");
    }
}

/// A link ends with the body at its other end; the numbers of later bodies move up, and the saved scene says so.
#[test]
fn a_link_ends_with_its_body_and_follows_the_numbers_of_the_others() {
    let names = ["a", "b", "c", "d"];
    let bodies: Vec<String> = (0..4).map(|k| ball(names[k], 0.1, 1.0, [0.0, k as f64, 0.0], "")).collect::<Vec<_>>();
    let pulls =
        "(body: \"c\", to: \"b\", stiffness: 10.0), (body: \"c\", to: \"d\", rest_length: 0.5, stiffness: 20.0)";
    let text = text(0.0, "Hooke(k_n: 1.0)", &bodies.join(", "), pulls);
    let mut simulation = Simulation::new(&Scene::parse("links", &text).expect("no fault"));
    simulation.world().write_message(QueueEdit(Edit::Delete { body: 1 }));
    simulation.steps(100);
    let state = simulation.state();
    let [pull] = state.pulls.as_slice() else { panic!("{:?}", state.pulls) };
    assert!(matches!(pull.pull, Pull::Link { .. }) && pull.pull.linked() == Some(2) && pull.body == 1);
    assert!(body(&state, "d").v.y < 0.0 && body(&state, "a").v.norm() == 0.0);
    let saved = scene_text(simulation.world(), &text, true).expect("a text");
    let again = Scene::parse("saved", &saved).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()));
    let [spec] = again.pulls.as_slice() else { panic!("{saved}") };
    assert!(matches!(spec.pull, Pull::Link { rest_length: 0.5, stiffness: 20.0, .. }), "{saved}");
}

/// Saved with its poses, a spring whose other end or length the file leaves to the start goes on as the run does.
#[test]
fn a_saved_spring_keeps_its_anchor_and_length() {
    let bodies = [ball("a", 0.1, 1.0, [0.0; 3], "velocity: (0.0, 0.5, 0.0)"), ball("b", 0.1, 1.0, [0.0, 1.0, 0.0], "")];
    let pulls = "(body: \"a\", stiffness: 30.0), (body: \"a\", to: \"b\", stiffness: 50.0)";
    let text = text(0.0, "Hooke(k_n: 1.0)", &bodies.join(", "), pulls);
    let mut simulation = Simulation::new(&Scene::parse("springs", &text).expect("no fault"));
    simulation.steps(700);
    let saved = scene_text(simulation.world(), &text, true).expect("a text");
    let mut again = Simulation::new(&Scene::parse("saved", &saved).expect("no fault"));
    simulation.steps(300);
    again.steps(300);
    assert_eq!(body(&simulation.state(), "b").x, body(&again.state(), "b").x, "{saved}");
}

/// A run with links goes on from a snapshot as it went.
#[test]
fn a_link_is_part_of_a_snapshot() {
    let bodies = [ball("a", 0.1, 1.0, [0.0; 3], "velocity: (0.0, 0.5, 0.0)"), ball("b", 0.1, 1.0, [0.0, 1.0, 0.0], "")];
    let scene = parsed(0.0, "Hooke(k_n: 1.0)", &bodies.join(", "), "(body: \"a\", to: \"b\", stiffness: 50.0)");
    let mut simulation = Simulation::new(&scene);
    simulation.steps(200);
    let kept = Snapshot::take(simulation.world(), None);
    simulation.steps(300);
    let there = state_hash(&simulation.state());
    kept.restore(simulation.world());
    simulation.steps(300);
    assert_eq!(state_hash(&simulation.state()), there);
}

/// A ball on a ramp moves as on a plane of that slope, from any size, turned about z too; a box under the angle of friction
/// stays.
#[test]
fn a_ramp_is_an_incline_with_ends() {
    for (size, degrees) in [(0.1, 20.0), (0.1, -35.0), (1e-3, 20.0), (10.0, 20.0)] {
        let run = |shape: &str| {
            let bodies = format!(
                "(name: \"ground\", shape: {shape}), (name: \"ball\", shape: Sphere(radius: {size:?}), mass: 1.0, \
                 on: (surface: \"ground\", at: (0.0, 0.0)))"
            );
            trajectory(&parsed(9.81, "Known(Weight)", &bodies, ""), 1000)
        };
        let plane = run(&format!("Incline(degrees: {degrees:?})"));
        let ramp = run(&format!(
            "Ramp(length: {l:?}, width: {l:?}, thickness: {size:?}, degrees: {degrees:?}), position: (0.0, 0.0, 0.0)",
            l = 1.0 + 10.0 * size
        ));
        let way = |states: &[State], k: usize| body(&states[k], "ball").x - body(&states[0], "ball").x;
        let off = largest((0..=1000).map(|k| (way(&ramp, k) - way(&plane, k)).norm()));
        let gone = way(&plane, 1000).norm();
        assert!(gone > 1e-2 && off < 1e-9 * gone, "{size} {degrees}: {off} of {gone}");
    }
    let bodies = "(name: \"floor\", shape: Plane), \
         (name: \"ramp\", shape: Ramp(length: 1.0, width: 0.4, thickness: 0.1, degrees: 20.0), on: (surface: \"floor\"), \
          ), (name: \"box\", shape: Box(half_extents: (0.05, 0.05, 0.05)), mass: 1.0, \
          on: (surface: \"ramp\", at: (0.0, 0.2), settled: true))";
    let states = trajectory(&parsed(9.81, "Hooke(k_n: 1e5, restitution: 0.1)", bodies, ""), 3000);
    let ramp = body(&states[0], "ramp");
    let lowest = ramp.x.z - 0.5 * (20.0_f64.to_radians().sin() + 0.1 * 20.0_f64.to_radians().cos());
    assert!(lowest.abs() < 1e-12, "its lower edge is on the floor: {lowest}");
    let slid = (body(&states[3000], "box").x - body(&states[1000], "box").x).norm();
    assert!(slid < 1e-9, "{slid}");
}
