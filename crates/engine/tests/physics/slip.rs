//! The slip measure of section 2.1, s = |‖p_i‖ − ‖p_j‖|, and friction in steady slip.

use crate::support::{body, contact, scene, trajectory};
use stickslip_engine::laws::SlideLaw;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::observe::quantity::{Quantity, Subject};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// The slip measure of a state's first contact, as in plots and tables, m.
fn slip(state: &State) -> f64 {
    let of = Subject::Contact(state.contacts[0].pair.key);
    Quantity::find(of, "s", "").expect("the slip measure").value(state)
}

/// A sliding brick: the contact point moves by v Δt over the plane and not at all over the brick, so s = v Δt.
#[test]
fn the_slip_measure_of_a_sliding_brick_is_its_way() {
    let edits = [("bodies.incline.shape.degrees", "0.0"), ("bodies.brick.on.velocity", "(0.0, 1.0)")];
    for state in &trajectory(&scene("brick-slips", &edits), 200)[1..] {
        let way = body(state, "brick").v.norm() * 1e-4;
        assert!((slip(state) - way).abs() < 1e-9 * way, "step {}: {} m, moved {way} m", state.step, slip(state));
    }
}

/// A rolling ball: two arcs of equal length. The remainder is the creep of the slide spring.
#[test]
fn the_slip_measure_of_a_rolling_ball_is_nothing() {
    let edits =
        [("bodies.ball.velocity", "(0.0, 1.0, 0.0)"), ("bodies.ball.angular_velocity", "(-9.21658986, 0.0, 0.0)")];
    let states = trajectory(&scene("bowling-ball", &edits), 2000);
    let late = states[1000..].iter().map(|state| slip(state) / (body(state, "ball").v.norm() * 1e-4));
    let most = largest(late);
    assert!(most < 1e-4, "slips by {most:e} of its way");
}

/// s = |‖p_i‖ − ‖p_j‖| ≤ ‖ΔS‖ always, with equality in the plane motion of section 4.3, where both paths have one
/// direction.
#[test]
fn the_slip_measure_is_at_most_the_increment_of_slide() {
    for (name, plane) in [("sphere-up-35", true), ("bowling-ball", false)] {
        let mut apart = 0.0_f64;
        for state in &trajectory(&scene(name, &[]), 500)[1..] {
            let c = contact(state);
            let (s, increment) = (c.paths.relative_slip(), c.slide.0.increment.norm());
            assert!(s <= increment * (1.0 + 1e-9) + 1e-18, "{name}, step {}: {s} > {increment}", state.step);
            apart = largest([apart, (increment - s) / increment]);
        }
        assert_eq!(apart < 1e-6, plane, "{name}: {apart:e}");
    }
}

/// In steady slip friction is μ_k N under every law, or μ(v) N under those with a μ(v), at any step that is stable: a ball
/// that cannot turn slides on its static overlap and slows down by μ g. Within 1e-3: μ(v) is taken at the mean speed.
#[test]
fn friction_in_steady_slip_is_mu_k_n_under_every_law() {
    let g = 9.81;
    for law in SlideLaw::all().into_iter().filter(|law| !AnyLaw::Slide(*law).is_cone()) {
        for dt in [1e-5, 1e-4, 5e-4] {
            let name = AnyLaw::Slide(law);
            let text = format!(
                r#"Scene(schema: 1, title: "slides", time: (dt: {dt:e}, duration: 1.0), gravity: (0.0, 0.0, -{g:?}),
                friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5, laws: (slide: {name})), normal: Hooke(k_n: 1e6, restitution: 0.5),
                bodies: [(name: "ground", shape: Plane, motion: Fixed),
                    (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, motion: Translating, youngs_modulus: 1e8,
                     poisson_ratio: 0.3, position: (0.0, 0.0, {:?}), velocity: (1.2, 1.6, 0.0))])"#,
                0.1 - g / 1e6
            );
            let scene = Scene::parse("slides", &text).unwrap_or_else(|faults| panic!("{faults}"));
            let mut simulation = Simulation::new(&scene);
            let mut speed_at = |time: f64| {
                simulation.steps((time / dt).round() as u64);
                assert_eq!(simulation.stopped(), None);
                body(&simulation.state(), "ball").v.norm()
            };
            let [before, after] = [speed_at(0.05), speed_at(0.1)];
            let mu = law.steady_mu(&scene.friction, 0.5 * (before + after)).unwrap_or(0.4);
            let ratio = (before - after) / (mu * g * 0.1);
            assert!((ratio - 1.0).abs() < 1e-3, "{name} at {dt} s: {ratio} of mu N");
        }
    }
}
