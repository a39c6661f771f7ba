//! One body on a plane: N = mg cos α in every step, so that velocities are those of the closed form at any step size, and
//! x = Δt Σ v.

use crate::support::{BALL, G, along, block, body, moving_ball, on_slope, parse, run};
use stickslip::laws::element::Mode;
use stickslip::laws::extremes::larger;

/// The step sizes of every case, s.
const STEPS: [f64; 3] = [1e-2, 1e-3, 1e-4];
/// Relative: the rounding of some ten thousand steps, and the residual of each (1e-9 m/s).
const EXACT: f64 = 1e-8;

fn assert_near(what: &str, found: f64, expected: f64, relative: f64) {
    assert!((found - expected).abs() <= relative * expected.abs(), "{what}: {found:?}, expected {expected:?}");
}

/// Rolls, is slowed by 5ρg/7R and stops for good.
#[test]
fn a_ball_with_roll_friction_rolls_and_stops() {
    let slowing = 5.0 * 2e-3 * G / 0.7;
    for (dt, x_end) in STEPS.into_iter().zip([3.562_789_700, 3.567_287_989, 3.567_737_972]) {
        let scene = on_slope(0.0, "mu: 0.5, rho: 2e-3", dt, &moving_ball(1.0, [-10.0, 0.0, 0.0]));
        let (mut worst, mut end) = (0.0, (0.0, 0.0, 0.0));
        run(&scene, (8.0 / dt).round() as u64, |state| {
            let ball = body(state, "body");
            let v = (1.0 - slowing * state.time).max(0.0);
            worst = larger((along(state, &ball.v) - v).abs(), worst);
            worst = larger((ball.w.x + v / 0.1).abs() * 0.1, worst);
            worst = larger((ball.x.z - 0.1).abs(), worst);
            end = (ball.x.y, ball.v.norm(), ball.w.norm());
        });
        assert!(worst < EXACT, "dt {dt}: {worst:e}");
        assert_near("x", end.0, x_end, EXACT);
        assert!(end.1 < 1e-12 && end.2 < 1e-12, "{end:?}");
    }
}

/// Rests while tan α ≤ ρ/R, rolls without sliding up to tan α = 3.5 μ − 2.5 ρ/R, slides beyond.
#[test]
fn a_ball_on_an_incline_rests_rolls_or_slides() {
    let rest = on_slope(0.019, "mu: 0.5, rho: 2e-3", 1e-2, BALL);
    let (mut first, mut way) = (None, 0.0);
    run(&rest, 10_000, |state| {
        let x = body(state, "body").x;
        way = larger((x - *first.get_or_insert(x)).norm(), way);
    });
    assert!(way < 1e-9, "rests: {way:e} m");

    for (mu, tan) in [(0.5, 0.3_f64), (0.2, 0.64), (0.2, 0.8)] {
        let (sin, cos) = (tan / (1.0 + tan * tan).sqrt(), 1.0 / (1.0 + tan * tan).sqrt());
        let rolls = tan < 3.5 * mu - 2.5 * 0.02;
        let (a, turning) = match rolls {
            true => (5.0 * G * (sin - 0.02 * cos) / 7.0, 5.0 * G * (sin - 0.02 * cos) / 0.7),
            false => (G * (sin - mu * cos), 2.5 * G * cos * (mu - 0.02) / 0.1),
        };
        for dt in STEPS {
            let scene = on_slope(tan, &format!("mu: {mu:?}, rho: 2e-3"), dt, BALL);
            let mut worst = 0.0;
            run(&scene, (1.0 / dt).round() as u64, |state| {
                let ball = body(state, "body");
                // Downhill is −y; then it turns about +x.
                worst = larger((along(state, &ball.v) + a * state.time).abs() / a, worst);
                worst = larger((ball.w.x - turning * state.time).abs() / turning, worst);
            });
            assert!(worst < EXACT, "mu {mu}, tan {tan}, dt {dt}: {worst:e}");
        }
    }
}

/// Is slowed by 2.5σg/R² and stops in the step after 2.0387 s.
#[test]
fn a_spinning_ball_stops() {
    let slowing = 2.5 * 2e-3 * G / 0.01;
    for (dt, angle_end) in STEPS.into_iter().zip([10.143_707, 10.188_680, 10.193_180]) {
        let scene = on_slope(0.0, "mu: 0.5, sigma: 2e-3", dt, &moving_ball(0.0, [0.0, 0.0, 10.0]));
        let (mut worst, mut angle) = (0.0, 0.0);
        run(&scene, (2.5 / dt).round() as u64, |state| {
            let w = body(state, "body").w.z;
            worst = larger((w - (10.0 - slowing * state.time).max(0.0)).abs(), worst);
            angle += w * dt;
        });
        assert!(worst < 10.0 * EXACT, "dt {dt}: {worst:e}");
        // Given to eight digits.
        assert_near("angle", angle, angle_end, 5e-8);
    }
}

/// Slides until t = 2 v0/(g(7μ − 5ρ/R)), then rolls with v_K.
#[test]
fn a_bowling_ball_slides_and_then_rolls() {
    for (rho, ends) in [(0.0, [25.0 / 7.0; 3]), (2e-3, [3.460_715_714, 3.461_416_429, 3.461_528_543])] {
        for (dt, end) in STEPS.into_iter().zip(ends) {
            let scene = on_slope(0.0, &format!("mu: 0.2, rho: {rho:?}"), dt, &moving_ball(5.0, [0.0; 3]));
            let first = 10.0 / (G * (1.4 - 50.0 * rho));
            let mut found = None;
            let mut worst = 0.0;
            run(&scene, (1.0 / dt).round() as u64, |state| {
                let ball = body(state, "body");
                let v = along(state, &ball.v);
                if state.time < first {
                    worst = larger((v - (5.0 - 0.2 * G * state.time)).abs(), worst);
                } else if found.is_none() {
                    found = Some((v, v + 0.1 * ball.w.x));
                }
            });
            let (v, slip) = found.unwrap();
            assert!(worst < 5.0 * EXACT, "{worst:e}");
            assert_near("v", v, end, EXACT);
            assert!(slip.abs() < EXACT, "rho {rho}, dt {dt}: slips by {slip:e}");
        }
    }
}

/// Stays below the limit angle, slides above it with g(sin α − μ cos α).
#[test]
fn a_block_on_an_incline() {
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
        // At rest a step takes one sweep; the first few find the forces.
        assert!(report.iterations < report.steps + 2000, "{report:?}");
    }
    for dt in STEPS {
        let (sin, cos) = (0.6 / 1.36_f64.sqrt(), 1.0 / 1.36_f64.sqrt());
        let scene = on_slope(0.6, "mu: 0.5", dt, &block(0.0));
        let a = G * (sin - 0.5 * cos);
        let mut worst = 0.0;
        run(&scene, (0.5 / dt).round() as u64, |state| {
            let v = along(state, &body(state, "body").v);
            worst = larger((v + a * state.time).abs() / a, worst);
        });
        assert!(worst < EXACT, "dt {dt}: {worst:e}");
    }
}

/// Set down with 2 m/s: no lift in the exact form; in the relaxed one it flies up with μ v_1, 32.6 mm high at every step size.
#[test]
fn a_block_set_down_with_speed() {
    for dt in STEPS {
        let scene = on_slope(0.0, "mu: 0.5", dt, &block(2.0));
        let (mut worst, mut lift) = (0.0, 0.0);
        run(&scene, (0.5 / dt).round() as u64, |state| {
            let block = body(state, "body");
            worst = larger((along(state, &block.v) - (2.0 - 0.5 * G * state.time).max(0.0)).abs(), worst);
            lift = larger((block.x.z - 0.1).abs(), lift);
        });
        assert!(worst < 2.0 * EXACT && lift < 1e-12, "dt {dt}: {worst:e}, {lift:e}");

        let mut relaxed = scene.clone();
        relaxed.solver.form = stickslip::laws::cones::Form::Relaxed;
        let (mut first, mut top) = (None, 0.0);
        run(&relaxed, (0.2 / dt).round() as u64, |state| {
            let block = body(state, "body");
            first.get_or_insert((along(state, &block.v), block.v.z));
            top = larger(block.x.z - 0.1, top);
        });
        let (v, up) = first.unwrap();
        let expected = (2.0 - 0.5 * G * dt) / 1.25;
        assert_near("relaxed v", v, expected, EXACT);
        assert_near("relaxed v_z", up, 0.5 * expected, EXACT);
        // Free flight in steps: v²/2g + v Δt/2, less than a step of it at the top.
        let height = (0.5 * expected).powi(2) / (2.0 * G);
        assert!((top - height).abs() < expected * dt, "dt {dt}: {top} against {height}");
    }
}

/// Limits of slide and of spin act apart: v − μgt, ω_n − (2.5 σ g/R²)t, and the slide force turns the ball.
#[test]
fn slide_and_spin_are_independent() {
    for dt in STEPS {
        let scene = on_slope(0.0, "mu: 0.3, sigma: 2e-3", dt, &moving_ball(2.0, [0.0, 0.0, 20.0]));
        let mut end = (0.0, 0.0, 0.0);
        run(&scene, (0.1 / dt).round() as u64, |state| {
            let ball = body(state, "body");
            end = (along(state, &ball.v), ball.w.z, -ball.w.x);
        });
        for (found, expected) in [(end.0, 2.0 - 0.3 * G * 0.1), (end.1, 20.0 - 4.905 * 0.1), (end.2, 2.5 * 0.3 * G)] {
            assert_near("rate", found, expected, EXACT);
        }
    }
}

/// A cylinder that is pushed at its axle: it rolls with (F − ρN/R)/1.5m, and rests while F ≤ ρN/R.
#[test]
fn a_cylinder_pushed_at_its_axle_rolls_or_rests() {
    for (force, rho) in [(1.0, 0.0), (1.0, 2e-3), (0.15, 2e-3)] {
        let text = format!(
            "Scene(schema: 1, title: \"t\", time: (dt: 1e-3, duration: 10.0), gravity: (0.0, {force:?}, -9.81),
             friction: (mu: 0.5, rho: {rho:?}), normal: Rigid,
             bodies: [(name: \"ground\", shape: Plane), (name: \"body\", shape: Cylinder(radius: 0.1, half_height: 0.1), mass: 1.0,
                 position: (0.0, 0.0, 0.1), rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 90.0))])"
        );
        let expected = ((force - rho * G / 0.1) / 1.5).max(0.0);
        let mut a = f64::NAN;
        run(&parse(&text), 1000, |state| a = body(state, "body").v.y / state.time);
        assert!((a - expected).abs() < EXACT, "F {force}, rho {rho}: {a:?}, expected {expected:?}");
    }
}
