//! Tests of `reproduction::drift`.

use stickslip_engine::laws::Vec2;
use stickslip_lab::internals::{Pendulum, PendulumMethod, PendulumState, Projected, rotation_growth};

const METHODS: [PendulumMethod; 3] = [PendulumMethod::Midpoint, PendulumMethod::Classical, PendulumMethod::Bdf2];

fn start(x: [f64; 2], v: [f64; 2]) -> PendulumState {
    PendulumState { x: Vec2::from(x), v: Vec2::from(v) }
}

fn end(pendulum: &Pendulum, from: PendulumState, dt: f64, seconds: f64) -> PendulumState {
    pendulum.run(from, dt, (seconds / dt).round() as usize).last().copied().expect("a state")
}

/// A rotation at 1 rad/s without gravity grows by |R| in each step. BDF2 starts with a step of the other method,
/// whose error its second root, |z| < 0.4, forgets: the factor is that of the later steps.
#[test]
fn a_free_rotation_grows_as_the_stability_function() {
    for method in METHODS {
        for dt in [0.2, 0.05] {
            let states = Pendulum::plain(0.0, method).run(start([1.0, 0.0], [0.0, 1.0]), dt, 400);
            let found = libm::pow(states[400].x.norm() / states[200].x.norm(), 1.0 / 200.0) - 1.0;
            let expected = rotation_growth(method, dt) - 1.0;
            assert!((found - expected).abs() < 1e-9 * expected.abs() + 1e-14, "{method:?} {dt}: {found} {expected}");
        }
    }
}

/// An inconsistent start follows x·x = l² + 2 s t; the classical method to 1e-5, as its drift in 2 s is 2e-5.
#[test]
fn an_inconsistent_start_goes_to_infinity_or_to_the_pivot() {
    for s in [0.1, -0.1] {
        let pendulum = Pendulum::plain(9.81, PendulumMethod::Classical);
        let found = end(&pendulum, start([1.0, 0.0], [s, 0.0]), 0.005, 2.0).x.norm();
        let expected = (1.0 + 4.0 * s).sqrt();
        assert!((found - expected).abs() < 1e-5, "{s}: {found} {expected}");
    }
}

/// With α = β and a start with x·v = s, ½ (x·x − l²) = s t exp(−α t).
#[test]
fn baumgarte_is_a_critically_damped_oscillator() {
    let [alpha, s] = [10.0, 0.1];
    let pendulum = Pendulum { baumgarte: [alpha; 2], ..Pendulum::plain(9.81, PendulumMethod::Classical) };
    for t in [0.1, 0.3, 1.0] {
        let now = end(&pendulum, start([1.0, 0.0], [s, 0.0]), 1e-3, t);
        let found = 0.5 * (now.x.norm_squared() - 1.0);
        let expected = s * t * libm::exp(-alpha * t);
        assert!((found - expected).abs() < 1e-8, "{t}: {found} {expected}");
    }
}

/// In a swing from the horizontal the drift falls with the order of the method, and grows as t² because the
/// velocity drifts too; with the velocity projected it grows as t, with both projected it is rounding.
#[test]
fn a_swing_drifts_with_the_order_and_projection_ends_it() {
    let swing = start([1.0, 0.0], [0.0, 0.0]);
    for (method, order) in METHODS.into_iter().zip([2.0, 4.0, 2.0]) {
        let drift = |dt: f64| end(&Pendulum::plain(9.81, method), swing, dt, 10.0).drift();
        let found = libm::log2(drift(0.005) / drift(0.0025));
        assert!((found - order).abs() < 0.15, "{method:?}: {found}");
    }
    let of = |projected, seconds| {
        let pendulum = Pendulum { projected, ..Pendulum::plain(9.81, PendulumMethod::Classical) };
        end(&pendulum, swing, 0.01, seconds).drift()
    };
    let growth = |projected| libm::log2(of(projected, 40.0) / of(projected, 20.0));
    assert!((growth(Projected::Nothing) - 2.0).abs() < 0.2, "{}", growth(Projected::Nothing));
    assert!((growth(Projected::Velocity) - 1.0).abs() < 0.2, "{}", growth(Projected::Velocity));
    assert!(of(Projected::Both, 40.0).abs() < 1e-14);
}
