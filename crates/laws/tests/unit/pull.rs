//! Tests of `laws::motion::pull`.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use stickslip_laws::Vec3;
use stickslip_laws::math::turning::rotation;
use stickslip_laws::motion::pull::{Pull, PullAxes, Pulled};
use stickslip_laws::motion::schedule::Schedule;

fn body() -> Pulled {
    Pulled {
        x: Vec3::new(1.0, 2.0, 3.0),
        q: rotation(&(Vec3::z() * std::f64::consts::FRAC_PI_2)),
        v: Vec3::new(0.1, 0.0, 0.0),
        w: Vec3::new(0.0, 0.0, 2.0),
    }
}

#[test]
fn a_spring_pulls_its_point_to_where_the_anchor_has_got() {
    let pull = Pull::Spring {
        at: Vec3::new(0.5, 0.0, 0.0), // +y in the world
        anchor: Vec3::new(1.0, 2.5, 3.0),
        velocity: Vec3::new(0.0, 0.2, 0.0),
        since: 1.0,
        stiffness: 100.0,
        damping: 10.0,
        schedule: Schedule::default(),
    };
    let load = pull.load(&body(), |_| None, 3.0);
    // The anchor has moved 0.4 m; the point moves with v + w × r = (0.1 − 1, 0, 0).
    assert!((load.point - Vec3::new(1.0, 2.5, 3.0)).norm() < 1e-12);
    assert!((load.force - Vec3::new(9.0, 40.0 + 2.0, 0.0)).norm() < 1e-12, "{}", load.force);
}

#[test]
fn a_torsion_spring_turns_the_short_way_and_brakes() {
    let target = rotation(&(Vec3::z() * std::f64::consts::PI * 0.75));
    let load = Pull::Torsion { target, stiffness: 4.0, damping: 0.5 }.load(&body(), |_| None, 0.0);
    assert!((load.torque - Vec3::new(0.0, 0.0, std::f64::consts::PI - 1.0)).norm() < 1e-12);
    assert_eq!(load.force, Vec3::zeros());
}

#[test]
fn a_ramp_grows_evenly() {
    let (force, rate) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.0));
    let ramp = |schedule| Pull::Ramp { at: Vec3::zeros(), axes: PullAxes::Body, force, rate, since: 0.5, schedule };
    assert_eq!(ramp(Schedule::default()).load(&body(), |_| None, 2.0).force, Vec3::new(1.0, 3.0, 0.0));
    let halved = Schedule::new(&[[1.0, 1.0], [2.0, 0.0], [2.0, 0.5]]).unwrap();
    assert_eq!(ramp(halved).load(&body(), |_| None, 2.0).force, Vec3::new(0.5, 1.5, 0.0), "the step that begins");
}

/// The end of a spring moves at 0.2 m/s for 1 s, rests for 2 s, and moves at 0.4 m/s.
#[test]
fn the_end_of_a_spring_keeps_to_its_schedule() {
    let schedule = Schedule::new(&[[1.0, 1.0], [1.0, 0.0], [3.0, 0.0], [3.0, 2.0]]).unwrap();
    let (at, anchor, velocity) = (Vec3::zeros(), Vec3::zeros(), Vec3::new(0.0, 0.2, 0.0));
    let pull = Pull::Spring { at, anchor, velocity, since: 0.0, stiffness: 1.0, damping: 1.0, schedule };
    let still = Pulled { v: Vec3::zeros(), w: Vec3::zeros(), ..body() };
    for (t, way, speed) in [(0.5, 0.1, 0.2), (2.0, 0.2, 0.0), (3.0, 0.2, 0.4), (4.0, 0.6, 0.4)] {
        let load = pull.load(&still, |_| None, t);
        assert!((load.anchor.y - way).abs() < 1e-15, "{t}: {}", load.anchor.y);
        assert!((load.force.y - (way - still.x.y + speed)).abs() < 1e-14, "{t}: {}", load.force.y);
    }
}

/// The body has turned by 90° about z: its point at +x is now at world +y, while a thread hanging at +x has not
/// moved.
#[test]
fn a_thread_does_not_turn_with_its_spool() {
    let point = |axes| {
        let (at, force) = (Vec3::new(0.5, 0.0, 0.0), Vec3::z());
        Pull::Ramp { at, axes, force, rate: Vec3::zeros(), since: 0.0, schedule: Schedule::default() }
            .load(&body(), |_| None, 1.0)
            .point
    };
    assert!((point(PullAxes::Body) - Vec3::new(1.0, 2.5, 3.0)).norm() < 1e-15);
    assert_eq!(point(PullAxes::World), Vec3::new(1.5, 2.0, 3.0));
}
