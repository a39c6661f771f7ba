//! One block on an incline: properties that the closed forms of `stickslip verify cones-block` do not show. (Single
//! bodies against closed forms are all in `verify`; `tests/cli/commands/verify.rs` runs it.)

use super::support::{G, block, body, on_slope, parse, run};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::math::extremes::{larger, largest};
use stickslip_engine::observe::state::State;

/// Below the limit angle the block stays at rest, sticks in every step, and each step takes one sweep.
#[test]
fn a_block_that_rests_takes_one_sweep_a_step() {
    for dt in [1e-2, 1e-3] {
        let scene = on_slope(0.49, "mu: 0.5", dt, &block(0.0));
        let (mut first, mut at_50, mut at_100) = (None, 0.0, 0.0);
        let report = run(&scene, (100.0 / dt).round() as u64, |state| {
            let x = body(state, "body").x;
            let way = (x - *first.get_or_insert(x)).norm();
            if state.time < 50.0 {
                at_50 = way;
            }
            at_100 = way;
            if state.step > 2 {
                let modes: Vec<Mode> = state.contacts.iter().map(|contact| contact.slide.0.mode).collect();
                assert!(modes.iter().all(|mode| *mode == Mode::Stick), "step {}: {modes:?}", state.step);
            }
        });
        assert!(at_100 < 1e-9 && (at_100 - at_50).abs() < 1e-12, "dt {dt}: {at_50:e} {at_100:e}");
        // At rest a step takes one sweep; the first few steps find the forces.
        assert!(report.iterations < report.steps + 2000, "{report:?}");
    }
}

/// Solver settings: every formulation with every method.
fn solvers() -> impl Iterator<Item = String> {
    let forms = ["Exact", "Relaxed"].into_iter();
    forms.flat_map(|form| {
        ["Auto", "GaussSeidel", "Newton", "Apgd"].map(|method| format!("Cones(form: {form}, method: {method})"))
    })
}

fn largest_normal(state: &State) -> f64 {
    largest(state.contacts.iter().map(|contact| contact.normal.n).chain([0.0]))
}

/// Walls across the axis of a planar body cannot press on it: the body slides between them as without them, with v = v₀
/// − μ g t (the relaxed formulation lifts it a little, and it lands again), and no point carries more load than that.
#[test]
fn walls_that_a_planar_body_cannot_push_do_not_press() {
    for solver in solvers() {
        let scene = parse(&format!(
            r#"Scene(schema: 1, title: "slot", time: (dt: 1e-3, duration: 0.1), gravity: (0.0, 0.0, -{G}),
            friction: (mu: 0.4), normal: Rigid, solver: {solver}, bodies: [
            (name: "floor", shape: Plane),
            (name: "left", shape: Plane, position: (-0.05, 0.0, 0.0),
             rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 90.0)),
            (name: "right", shape: Plane, position: (0.05, 0.0, 0.0),
             rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: -90.0)),
            (name: "body", shape: Box(half_extents: (0.05, 0.05, 0.05)), mass: 0.1, motion: Planar(X),
             position: (0.0, 0.0, 0.05), velocity: (0.0, 1.0, 0.0))])"#
        ));
        let (mut speed, mut most) = (0.0, 0.0_f64);
        run(&scene, 100, |state| {
            speed = body(state, "body").v.y;
            most = larger(most, largest_normal(state));
            let walls = state.contacts.iter().filter(|contact| contact.touch.n.x.abs() > 0.5);
            let are_open = walls.map(|contact| contact.slide.0.mode == Mode::Open);
            assert!(state.step == 0 || are_open.eq([true; 8]), "{solver}: {:?}", state.step);
        });
        let expected = 1.0 - 0.4 * G * 0.1;
        assert!((speed - expected).abs() < if solver.contains("Exact") { 1e-9 } else { 2e-3 }, "{solver}: {speed}");
        // Relaxed: the block falls back onto the floor, with at most its momentum in one step.
        let limit = if solver.contains("Exact") { 0.1 * G } else { 0.1 * 1.0 / 1e-3 };
        assert!(most < limit, "{solver}: {most}");
    }
}

/// A planar ball meets a fixed one nearly along the normal of its plane, within the friction cone: the load ends the
/// approach in the plane and is no larger than needed, N sin θ Δt = m v_r; every method finds it.
#[test]
fn a_planar_ball_on_one_beside_its_plane_is_stopped_by_a_finite_load() {
    let [x, y, z] = [0.094, 0.01, 0.1_f64];
    // The other ball is at rest, or turns in the plane so slowly that friction has no effect.
    let others = ["Fixed", "Driven(angular_velocity: (1e-9, 0.0, 0.0))"];
    for (solver, other) in solvers().flat_map(|solver| others.map(|other| (solver.clone(), other))) {
        let scene = parse(&format!(
            r#"Scene(schema: 1, title: "beside", time: (dt: 1e-3, duration: 0.3), gravity: (0.0, 0.0, -{G}),
            friction: (mu: 0.4), normal: Rigid, solver: {solver}, bodies: [
            (name: "fixed", shape: Sphere(radius: 0.05), motion: {other}, position: (0.0, 0.0, 0.0)),
            (name: "body", shape: Sphere(radius: 0.05), mass: 0.1, motion: Planar(X), position: ({x}, {y}, {z}))])"#
        ));
        let mut loads = Vec::new();
        run(&scene, 300, |state| loads.push(largest_normal(state)));
        // The ball falls to the height at which the centres are 0.1 m apart and the balls touch.
        let touching = (0.01 - x * x - y * y).sqrt();
        let speed = (2.0 * G * (z - touching)).sqrt();
        let (cosine, sine) = (touching / touching.hypot(y), touching.hypot(y) / 0.1);
        let expected = 0.1 * speed * cosine / sine / 1e-3;
        // A gap takes the first part of the impulse, and the step of first touch is known to within one step of
        // falling.
        let found = largest(loads.windows(2).map(|pair| pair[0] + pair[1]));
        assert!((found / expected - 1.0).abs() < 0.03, "{solver}, {other}: {found}, expected {expected}");
    }
}

/// The torque of a turning table on a ball that cannot turn is σN, and ρN about a horizontal axis, although nothing
/// moves.
#[test]
fn a_body_that_cannot_turn_takes_the_full_torque_of_a_turning_table() {
    let tables = [("sigma", "0.0, 0.0, 2.0"), ("rho", "1e-2, 0.0, 0.0")];
    for (solver, (limit, turning)) in solvers().flat_map(|solver| tables.map(|table| (solver.clone(), table))) {
        let scene = parse(&format!(
            r#"Scene(schema: 1, title: "table", time: (dt: 1e-3, duration: 0.1), gravity: (0.0, 0.0, -{G}),
            friction: (mu: 0.4, {limit}: 1e-3), normal: Rigid, solver: {solver}, bodies: [
            (name: "table", shape: Plane, motion: Driven(angular_velocity: ({turning}))),
            (name: "body", shape: Sphere(radius: 0.05), mass: 0.1, motion: Translating, position: (0.0, 0.0, 0.05))])"#
        ));
        let mut torque = 0.0;
        run(&scene, 100, |state| {
            let loads = &state.contacts[0].loads;
            torque = if limit == "sigma" { loads.spin_on_i.norm() } else { loads.roll_on_j().norm() };
        });
        let expected = 1e-3 * 0.1 * G;
        assert!((torque / expected - 1.0).abs() < 1e-3, "{solver}, {limit}: {torque}, expected {expected}");
    }
}
