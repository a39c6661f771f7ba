//! Tests of `laws::friction::energy`.

use stickslip_laws::Vec2;
use stickslip_laws::friction::element::{DampingRule, FrictionSpring, Mode, Spring, Start};
use stickslip_laws::friction::energy::{EnergyAccount, SpringState};

const SPRING: Spring = Spring { stiffness: 1e5, static_cap: 1e-4, kinetic_cap: 1e-4, damping: 0.0 };

/// A spring pulled in one direction through twice its cap d: an ideally plastic spring with the cap force F = K d
/// takes the work F x − ½ F d over a distance x, of which ½ F d is stored.
#[test]
fn a_plastic_spring_dissipates_its_cap_force_times_the_slipped_way() {
    let (mut part, mut tally) = (FrictionSpring::<f64>::new(Start::In(Mode::Stick), 0.0), EnergyAccount::default());
    let ds = 1e-6;
    let mut before = SpringState::new(&part, &SPRING);
    for _ in 0..200 {
        part.advance(ds, ds, &SPRING, 1e-4, DampingRule::PAPER.slide());
        let now = SpringState::new(&part, &SPRING);
        tally.book(&before, &now, &Vec2::new(ds, 0.0), false);
        before = now;
    }
    let (force, cap, way) = (10.0, 1e-4, 2e-4);
    assert!((tally.stored - 0.5 * force * cap).abs() < 1e-9 * force * cap);
    // Stick may overshoot the cap by rounding only, so the two parts meet to rounding.
    assert!((tally.slip - force * (way - cap)).abs() < 1e-6 * force * cap, "{tally:?}");
    assert!((tally.absorbed() - (force * way - 0.5 * force * cap)).abs() < 1e-6 * force * cap);
    assert_eq!((tally.damping, tally.stiffness, tally.given), (0.0, 0.0, 0.0));
}

/// A closed loop in stick returns the work it took.
#[test]
fn a_loop_below_the_cap_costs_nothing() {
    let (mut part, mut tally) =
        (FrictionSpring::<Vec2>::new(Start::In(Mode::Stick), Vec2::zeros()), EnergyAccount::default());
    let mut before = SpringState::new(&part, &SPRING);
    let steps = 360;
    for k in 0..steps {
        let angle = |k: i32| std::f64::consts::TAU * f64::from(k) / f64::from(steps);
        let at = |k: i32| Vec2::new(1.0 - libm::cos(angle(k)), libm::sin(angle(k))) * 4e-5;
        let ds = at(k + 1) - at(k);
        part.advance(ds, ds, &SPRING, 1e-4, DampingRule::PAPER.slide());
        let now = SpringState::new(&part, &SPRING);
        tally.book(&before, &now, &ds, false);
        before = now;
    }
    assert!(tally.stored.abs() < 1e-18 && tally.slip.abs() < 1e-15, "{tally:?}");
}

/// A stretched spring whose stiffness doubles stores twice the energy without any work being done.
#[test]
fn a_change_of_stiffness_is_booked_as_such() {
    let history = Vec2::new(1e-5, 0.0);
    let charge =
        |stiffness: f64| SpringState { history, elastic: history * stiffness, stiffness, ..SpringState::default() };
    let (soft, hard) = (charge(1e5), charge(2e5));
    let mut tally = EnergyAccount::new(&soft);
    assert_eq!(tally.absorbed(), 0.0);
    tally.book(&soft, &hard, &Vec2::zeros(), false);
    assert_eq!(tally.slip, 0.0);
    assert!((tally.stiffness + soft.stored()).abs() < 1e-20, "{tally:?}");
    assert!(tally.absorbed().abs() < 1e-20);
}
