//! The slide law `stribeck`.

use super::runs::{BRICK, RateCase, built_in, cycle, growth, integral, mode_changes, slide, slide_for, spread};
use crate::reproduction::verify::plan::VerifyPlan;
use crate::reproduction::verify::rows::CaseRows;
use crate::theory::root;
use crate::trace::StudyError;
use std::f64::consts::{PI, TAU};
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::component::FrictionComponent;
use stickslip_engine::laws::friction::element::Mode;

const G: f64 = 9.81;
const MU: [f64; 2] = [0.4, 0.3];
/// Spring of the belt, N/m.
const SPRING: f64 = 100.0;

/// μ(v) of the closed forms.
fn mu(v_s: f64, viscous: f64, v: f64) -> f64 {
    MU[1] + (MU[0] - MU[1]) * libm::exp(-(v / v_s) * (v / v_s)) + viscous * v
}

/// μ'(v), s/m.
fn slope(v_s: f64, viscous: f64, v: f64) -> f64 {
    viscous - (MU[0] - MU[1]) * 2.0 * v / (v_s * v_s) * libm::exp(-(v / v_s) * (v / v_s))
}

fn law(v_s: f64, viscous: f64) -> String {
    format!("Stribeck(v_s: {v_s:?}, viscous: {viscous:?})")
}

/// A block on a belt, held by a spring with the damper `c`, N·s/m, that starts stuck.
fn belt(law: &str, velocity: f64, c: f64, times: [f64; 2]) -> RateCase {
    RateCase { velocity, ..RateCase::new(G, MU, law, times) }.on_belt(velocity).held(SPRING, c, 0.0, 0.0)
}

/// All rows of the law.
pub(in super::super) fn stribeck(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    squeal(rows)?;
    quiet(rows)?;
    stop(rows)?;
    slopes(rows)?;
    driven(rows)?;
    implicit(rows)?;
    ramps(rows)
}

/// Stick–slip on a belt at 0.1 m/s.
fn squeal(rows: &mut CaseRows) -> Result<(), StudyError> {
    let (v, delta, omega) = (0.1, (MU[0] - MU[1]) * G / SPRING, SPRING.sqrt());
    let rigid = 2.0 * delta / v + (PI + 2.0 * libm::atan(v / (omega * delta))) / omega;
    let stiff = RateCase { stiffness: 1e7, ..belt(&law(1e-9, 0.0), v, 0.0, [2e-5, 3.0]) };
    rows.meets(
        "belt, v_s to 0, K 1e7: period of the rigid block [s]",
        rigid,
        cycle(&stiff.run()?, "x", 0.5)?.period,
        1e-3,
    );
    for (v_s, expected, tolerance) in [
        (1e-9, [0.6722, 0.043_633_0, 0.015_227_0], 1e-3),
        (1e-3, [0.675_647, 0.043_874_2, 0.014_985_8], 5e-4),
        (0.01, [0.700_031, 0.045_467_5, 0.013_392_6], 5e-4),
        (0.05, [0.740_226, 0.047_689_5, 0.011_171_8], 5e-4),
    ] {
        let block = RateCase { shape: BRICK, ..belt(&law(v_s, 0.0), v, 0.0, [5e-5, 3.5]) };
        rows.cycle(&format!("belt, v_s {v_s:e}: stretch [m]"), expected, &cycle(&block.run()?, "x", 0.8)?, tolerance);
    }
    Ok(())
}

/// Steady sliding on the belt: where it is stable, how it grows, and up to which speed a squeal survives.
fn quiet(rows: &mut CaseRows) -> Result<(), StudyError> {
    let (v_s, k_v) = (0.05, 0.05);
    // μ' is lowest at v_s/√2.
    let lowest = v_s / 2.0_f64.sqrt();
    let ends = [root(0.0, lowest, |v| -slope(v_s, k_v, v)), root(lowest, 1.0, |v| slope(v_s, k_v, v))];
    rows.closed_form("v_s 0.05, k_v 0.05: steady sliding is stable below [m/s]", 6.2510e-4, ends[0], 1e-6);
    rows.closed_form("v_s 0.05, k_v 0.05: steady sliding is stable above [m/s]", 0.114_094_6, ends[1], 1e-6);
    let damped = root(lowest, 1.0, |v| slope(v_s, 0.0, v) + 2.0 / G);
    rows.closed_form("v_s 0.05, damper 2 N s/m: steady sliding is stable above [m/s]", 0.095_128_2, damped, 1e-6);
    for (v, window) in [(0.09, [0.3, 2.0]), (0.12, [0.4, 3.0]), (0.15, [0.4, 3.0])] {
        let strength = mu(v_s, k_v, v) * G;
        let steady = strength / SPRING;
        let block = RateCase::new(G, MU, &law(v_s, k_v), [1e-4, window[1]]);
        let block = block.on_belt(v).held(SPRING, 0.0, 1e-5 - steady, 0.0).deflected(strength / 1e5);
        let expected = -0.5 * slope(v_s, k_v, v) * G;
        rows.meets(
            format!("v_s 0.05, k_v 0.05, belt {v} m/s: growth of a small oscillation [1/s]"),
            expected,
            growth(&block.run()?, "x", window)?[0],
            2e-3,
        );
    }
    let scene = built_in("belt-squeals", &[], 1)?;
    let fades = growth(&scene, "1", [1.0, 11.0])?[0];
    rows.meets("scene belt-squeals, block that glides: growth [1/s]", -0.5 * slope(v_s, k_v, 0.12) * G, fades, 5e-3);
    let squeals = cycle(&scene, "2", 4.0)?;
    rows.meets(
        "scene belt-squeals, block that began stuck: from end to end [m]",
        37.3e-3,
        squeals.highest - squeals.lowest,
        2e-3,
    );
    for (k_v, c, limit) in [(0.05, 0.0, 0.499_31), (0.0, 2.0, 0.186_67)] {
        for (part, squeals) in [(0.995, true), (1.005, false)] {
            let run = belt(&law(v_s, k_v), part * limit, c, [2e-4, 2.0]).run()?;
            let sticks = run.change(FrictionComponent::Slide, Mode::Stick, 1);
            rows.condition(
                format!(
                    "v_s 0.05, k_v {k_v}, damper {c} N s/m, started stuck: it squeals at {part} x {limit} m/s (1: yes)"
                ),
                squeals,
                !sticks.is_nan(),
            );
        }
    }
    Ok(())
}

/// A thrown block stops.
fn stop(rows: &mut CaseRows) -> Result<(), StudyError> {
    let (v_s, first, k) = (0.05, 0.3, 1e5);
    for (mass, v_s) in [(1.0, v_s), (3.0, 0.1)] {
        let slows = |v: f64| mu(v_s, 0.0, v) * G;
        let time = integral(|v| 1.0 / slows(v), [0.0, first]);
        let way = integral(|v| v / slows(v), [0.0, first]);
        let times = if mass == 1.0 { [0.097_850_6, 0.015_168_3] } else { [time, way] };
        for dt in [1e-4, 5e-4] {
            let block = RateCase { velocity: first, mass, ..RateCase::new(G, MU, &law(v_s, 0.0), [dt, 0.4]) };
            let run = block.run()?;
            let what = format!("{mass} kg thrown at 0.3 m/s, v_s {v_s}, dt {dt:e}");
            rows.closed_form(format!("{what}: closed form of the time [s]"), times[0], time, 1e-7);
            rows.meets(format!("{what}: stops after [s]"), time, run.zero("v", 0.0), 0.01);
            // The spring takes back part of the way: at last it holds nothing.
            rows.meets(format!("{what}: way [m]"), way - 0.000_044 * mass * 1e5 / k, run.end("x"), 0.01);
        }
    }
    Ok(())
}

/// Two speeds on one slope.
fn slopes(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (tan, v_s, k_v, [rest, runs]) in [(0.33, 0.05, 0.2, [0.03, 0.08]), (0.34, 0.04, 0.3, [0.02, 0.09])] {
        let lowest = root(1e-6, 3.0 * v_s, |v| if v < v_s / 2.0_f64.sqrt() { -1.0 } else { slope(v_s, k_v, v) });
        let stable = root(lowest, 10.0, |v| mu(v_s, k_v, v) - tan);
        let unstable = root(0.0, lowest, |v| tan - mu(v_s, k_v, v));
        if tan == 0.33 {
            rows.closed_form("slope 0.33, k_v 0.2, v_s 0.05: the stable speed [m/s]", 0.149_937_8, stable, 1e-7);
            rows.closed_form("slope 0.33, k_v 0.2, v_s 0.05: the unstable speed [m/s]", 0.067_004_0, unstable, 1e-7);
        }
        for (first, ends) in [(rest, 0.0), (runs, stable), (1.0, stable)] {
            let ground = format!("Incline(degrees: {:?})", libm::atan(tan).to_degrees());
            let block = RateCase { velocity: -first, ground, ..RateCase::new(G, MU, &law(v_s, k_v), [1e-3, 12.0]) };
            rows.closed_form(
                format!("slope {tan}, k_v {k_v}, v_s {v_s}: from {first} m/s to [m/s]"),
                ends,
                -block.run()?.end("v"),
                1e-6,
            );
        }
    }
    Ok(())
}

/// Prescribed motion: the load follows the speed of the bodies, and lags on a circle.
fn driven(rows: &mut CaseRows) -> Result<(), StudyError> {
    let normal = 10.0;
    for (v_s, speed) in [(1e-2, 1e-2), (1e-3, 1e-3), (1e-2, 5e-3)] {
        for dt in [1e-4, 1e-3] {
            let mut probe = RateCase::new(G, MU, &law(v_s, 0.0), [dt, 1.0]).probe(dt)?;
            slide_for(&mut probe, speed, 1.0, normal);
            let loads = slide_for(&mut probe, speed, 0.1, normal);
            let expected = mu(v_s, 0.0, speed) * normal;
            rows.closed_form(
                format!("driven at {speed} m/s, v_s {v_s}, dt {dt:e}: load over mu(v) N, largest difference from 1"),
                0.0,
                spread(&loads, expected),
                1e-9,
            );
        }
    }
    for (radius, speed) in [(1e-3, 0.01), (2e-3, 0.02)] {
        let (dt, k) = (1e-4, 1e4);
        let block = RateCase { stiffness: k, ..RateCase::new(G, MU, &law(0.01, 0.0), [dt, 1.0]) };
        let (mut probe, turn) = (block.probe(dt)?, speed * dt / radius);
        let steps = (4.0 * TAU / turn).round() as usize;
        let mut last = Vec2::zeros();
        for step in 0..steps {
            last = Vec2::new(libm::cos(step as f64 * turn), libm::sin(step as f64 * turn));
            slide(&mut probe, last * speed, normal);
        }
        let (load, strength) = (probe.slide.load(), mu(0.01, 0.0, speed) * normal);
        let lag = libm::atan2(load.x * last.y - load.y * last.x, load.dot(&last));
        let what = format!("circle of {radius} m at {speed} m/s");
        rows.meets(format!("{what}: load [N]"), strength, load.norm(), 1e-4);
        rows.meets(format!("{what}: lag [rad]"), libm::asin(strength / (k * radius)), lag, 1e-4);
    }
    Ok(())
}

/// A stiff contact at a step that its spring would not allow.
fn implicit(rows: &mut CaseRows) -> Result<(), StudyError> {
    for dt in [2e-4, 1e-3, 5e-3] {
        let block = belt("Stribeck(v_s: 0.01, coupling: Implicit)", 0.1, 0.0, [dt, 6.0]);
        let run = RateCase { stiffness: 1e9, ..block }.run()?;
        let what = format!("belt, v_s 0.01, implicit, K 1e9, dt {dt:e}: period of the rigid block [s]");
        rows.meets(what, 0.700_518_6, cycle(&run, "x", 0.8)?.period, 1e-2);
    }
    Ok(())
}

/// Growing forces, and the belt without a dashpot.
fn ramps(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (rate, mass) in [(1.0, 1.0), (10.0, 1.0), (10.0, 0.5)] {
        let time = MU[0] * mass * G / rate;
        let block = RateCase { mass, ..RateCase::new(G, MU, &law(1e-3, 0.0), [1e-4, time + 0.1]) }.pulled(0.0, rate);
        let slips = block.run()?.change(FrictionComponent::Slide, Mode::Slip, 1);
        rows.closed_form(format!("{mass} kg, force of {rate} N/s: slips at [s]"), time, slips, 3e-3);
    }
    let changes = |law: &str| -> Result<u64, StudyError> {
        Ok(mode_changes(&belt(law, 0.1, 0.0, [1e-4, 8.0]).run()?, [0.0, 8.0]))
    };
    let (damped, rings) = (changes(&law(0.05, 0.0))?, changes("Stribeck(v_s: 0.05, damping: 0.0)")?);
    rows.condition("belt, v_s 0.05: fewer than 30 changes of mode in 8 s (1: yes)", true, damped < 30);
    rows.condition("belt, v_s 0.05, no dashpot: rings, with more than 200 (1: yes)", true, rings > 200);
    Ok(())
}
