//! The slip measure of section 2.1: s = |‖p_i‖ − ‖p_j‖|.

use crate::support::{body, contact, scene, trajectory};
use stickslip_engine::laws::extremes::largest;
use stickslip_engine::record::quantity::{Quantity, Subject};
use stickslip_engine::record::state::State;

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
