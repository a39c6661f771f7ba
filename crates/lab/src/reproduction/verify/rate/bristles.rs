//! The slide laws `lugre` and `elasto-plastic`.

use super::runs::{RateCase, break_away, built_in, cycle, integral, mode_changes, random, slide, slide_for, spread};
use crate::reproduction::verify::plan::VerifyPlan;
use crate::reproduction::verify::rows::CaseRows;
use crate::trace::StudyError;
use std::f64::consts::{PI, TAU};
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::pair::probe::Probe;

const G: f64 = 10.0;
/// N of the driven contacts, N, and K, N/m.
const N: f64 = 10.0;
const K: f64 = 1e5;
const MU: [f64; 2] = [0.15, 0.1];
/// v_s, m/s, and k_v, s/m: the values of the source.
const V_S: f64 = 1e-3;
const K_V: f64 = 0.04;
/// z_ss at rest, m.
const Z_S: f64 = MU[0] * N / K;

/// A ramp of 10 s up and one down.
const RAMPS: &str = "[(0.0, 0.0), (10.0, 1.0), (20.0, 0.0)]";

/// A law by its name in scenes, with the source's values.
fn law(name: &str, more: &str) -> String {
    format!("{name}(v_s: {V_S:?}, viscous: {K_V:?}, {more})")
}

/// A law without damper and viscous part.
fn bare(name: &str, more: &str) -> String {
    format!("{name}(v_s: {V_S:?}, damping: 0.0, {more})")
}

fn block(law: &str, times: [f64; 2]) -> RateCase {
    RateCase::new(G, MU, law, times)
}

/// Δt for a force that grows at this rate, N/s: load and speed are read one step late.
fn slow(rate: f64) -> f64 {
    if rate < 2.0 { 1e-4 } else { 1e-4 / rate }
}

/// g(v).
fn strength(v: f64) -> f64 {
    MU[1] + (MU[0] - MU[1]) * libm::exp(-(v / V_S) * (v / V_S))
}

/// α of `elasto-plastic` at the deflection ζ z_s, at rest.
fn alpha(zeta: f64, break_away: f64) -> f64 {
    let begins = break_away * MU[1] / MU[0];
    match zeta {
        zeta if zeta <= begins => 0.0,
        zeta => 0.5 + 0.5 * libm::sin(PI * (zeta - 0.5 * (1.0 + begins)) / (1.0 - begins)),
    }
}

/// Quasi-static sliding from no load to ζ, over z_s: ∫ dζ/(1 − αζ).
fn loading(zeta: f64, alpha: impl Fn(f64) -> f64) -> f64 {
    integral(|at| 1.0 / (1.0 - alpha(at) * at), [0.0, zeta])
}

/// Drift of a load cycle between two fractions of μ_s N, m: ∫ αζ/(1 − αζ) dζ.
fn drift([low, high]: [f64; 2], alpha: impl Fn(f64) -> f64) -> f64 {
    Z_S * integral(|at| alpha(at) * at / (1.0 - alpha(at) * at), [low, high])
}

/// A force that grows at four rates: the largest friction, and when the block is at 1 cm/s.
fn break_aways(rows: &mut CaseRows) -> Result<(), StudyError> {
    let expected = [
        (1.0, 1.432_415, 1.481_92),
        (5.0, 1.313_209, 0.298_709),
        (10.0, 1.219_952, 0.153_879),
        (50.0, 1.007_469, 0.038_409_3),
    ];
    for (rate, most, time) in expected {
        let run = block(&law("Lugre", ""), [slow(rate), 2.0 / rate + 0.05]).pulled(0.0, rate).run()?;
        let [found, when] = break_away(&run, 0.01)?;
        rows.meets(format!("force of {rate} N/s: largest friction [N]"), most, found, 5e-4);
        rows.meets(format!("force of {rate} N/s: 1 cm/s after [s]"), time, when, 5e-4);
    }
    Ok(())
}

/// All rows of `lugre`.
pub(in super::super) fn lugre(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    steady(rows)?;
    let area = |reach: f64| 4.0 * K * Z_S * (reach - Z_S * libm::tanh(reach / Z_S));
    rows.meets("loop of 30 um: closed form [J]", 9.323_752e-5, area(30e-6), 1e-6);
    for reach in [30e-6, 10e-6, 6e-6] {
        let found = hysteresis(&bare("Lugre", ""), reach)?;
        rows.meets(format!("loop of {reach:e} m at 1 um/s: area [J]"), area(reach), found[0], 1e-4);
    }
    lag(rows)?;
    break_aways(rows)?;
    stick_slip(rows, "Lugre", [6.362_720, 1.507_988, 0.741_239], 33)?;
    let creep = |low: f64, high: f64| Z_S * libm::log((1.0 - low * low) / (1.0 - high * high));
    rows.meets(
        "load of 0.75 +- 0.375 N: closed form of the drift [m per cycle]",
        11.432_10e-6,
        creep(0.25, 0.75),
        1e-6,
    );
    for (mean, swing) in [(0.75, 0.375), (0.6, 0.3)] {
        rows.meets(
            format!("load of {mean} +- {swing} N, 0.1 Hz: drift [m per cycle]"),
            creep((mean - swing) / (MU[0] * N), (mean + swing) / (MU[0] * N)),
            shaken(&law("Lugre", ""), mean, swing)?,
            5e-3,
        );
    }
    let on_and_off = block(&law("Lugre", ""), [1e-3, 22.0]).pulled_over(0.75, RAMPS).run()?;
    let expected = -Z_S * libm::log(1.0 - 0.25);
    rows.meets("0.75 N on and off: closed form of what stays [m]", 4.315_23e-6, expected, 1e-6);
    rows.meets("0.75 N on and off: it stays out by [m]", expected, on_and_off.end("x"), 2e-3);
    let shaken = built_in("creeping-block", &[], 1)?;
    let expected = 10.0 * creep(0.1, 0.65 / (MU[0] * N));
    rows.meets("scene creeping-block: closed form from 5 s to 10 s [m]", 29.69e-6, expected, 2e-4);
    rows.meets(
        "scene creeping-block: from 5 s to 10 s [m]",
        expected,
        shaken.at("1", 10.0) - shaken.at("1", 5.0),
        5e-3,
    );
    let stays = shaken.at("2", 10.0) - shaken.at("2", 5.0);
    rows.closed_form("scene creeping-block, elasto-plastic: from 5 s to 10 s [m]", 0.0, stays, 1e-13);
    // The explicit spring would need steps below 3.9e-3 s.
    for (dt, tolerance) in [(4e-3, 5e-3), (8e-3, 5e-3), (1e-2, 6e-3)] {
        let (k, v) = (2.0, 0.1);
        let run = block(&law("Lugre", "coupling: Implicit"), [dt, 66.0]).held(k, 0.0, 0.0, v).run()?;
        let spring: Vec<f64> = run.column("x")?.iter().enumerate().map(|(n, x)| k * (v * run.time(n) - x)).collect();
        let period = super::runs::cycle_of(&spring, run.dt, 10.0).period;
        rows.meets(
            format!("spring of 2 N/m at 0.1 m/s, implicit, dt {dt:e}: period [s]"),
            6.362_720,
            period,
            tolerance,
        );
    }
    circle(rows)?;
    wild(rows, &bare("Lugre", ""))
}

/// All rows of `elasto-plastic`.
pub(in super::super) fn elasto_plastic(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let name = "ElastoPlastic";
    for (reach, area, tip) in [(6e-6, 0.0, 0.4), (10e-6, 3.7419e-7, 0.659_905), (30e-6, 8.551_306e-5, 0.989_765)] {
        let found = hysteresis(&bare(name, ""), reach)?;
        let most = if area == 0.0 { 1e-18 } else { 5e-3 * area };
        rows.closed_form(format!("loop of {reach:e} m at 1 um/s: area [J]"), area, found[0], most);
        rows.meets(format!("loop of {reach:e} m at 1 um/s: deflection at its tip over z_s"), tip, found[1], 5e-3);
    }
    for (zeta, way) in [(0.6, 9.0596e-6), (0.8, 13.4952e-6), (0.9, 18.7326e-6), (0.99, 45.4747e-6)] {
        let expected = Z_S * loading(zeta, |at| alpha(at, 0.7));
        rows.meets(format!("first loading to {zeta} mu_s N: closed form of the way [m]"), way, expected, 1e-5);
        let found = first_loading(&bare(name, ""), zeta)?;
        rows.meets(format!("first loading to {zeta} mu_s N: way [m]"), expected, found, 1e-3);
        let found = first_loading(&bare("Lugre", ""), zeta)?;
        rows.meets(
            format!("first loading of lugre to {zeta} mu_s N: way [m]"),
            -Z_S * libm::log(1.0 - zeta),
            found,
            1e-3,
        );
    }
    for (part, mean, swing, expected) in [
        (0.7, 0.75, 0.375, Some(0.788_513e-6)),
        (0.9, 0.75, 0.375, Some(0.201_723e-6)),
        (0.7, 0.5, 0.15, None),
        (0.8, 0.8, 0.2, Some(f64::NAN)),
    ] {
        let closed = drift([(mean - swing) / (MU[0] * N), (mean + swing) / (MU[0] * N)], |at| alpha(at, part));
        let found = shaken(&law(name, &format!("break_away: {part:?}")), mean, swing)?;
        let what = format!("r {part}, load of {mean} +- {swing} N, 0.1 Hz: drift [m per cycle]");
        match expected {
            None => rows.closed_form(what, 0.0, found, 1e-14),
            Some(printed) => {
                if !printed.is_nan() {
                    rows.meets(format!("{what}, closed form"), printed, closed, 1e-4);
                }
                rows.meets(what, closed, found, 3e-3);
            }
        }
    }
    for (rate, most) in [(1.0, 1.443_543), (5.0, 1.368_633), (10.0, 1.318_508), (50.0, 1.171_980)] {
        let run = block(&law(name, ""), [slow(rate), 2.0 / rate + 0.05]).pulled(0.0, rate).run()?;
        rows.meets(format!("force of {rate} N/s: largest friction [N]"), most, break_away(&run, 0.01)?[0], 5e-4);
    }
    let on_and_off = block(&law(name, "break_away: 0.9"), [1e-3, 22.0]).pulled_over(0.75, RAMPS).run()?;
    rows.closed_form("r 0.9, 0.75 N on and off: it stays out by [m]", 0.0, on_and_off.end("x"), 1e-15);
    stick_slip(rows, name, [6.375_861, 1.509_757, 0.740_109], 17)?;
    wild(rows, &bare(name, ""))
}

/// Steady sliding.
fn steady(rows: &mut CaseRows) -> Result<(), StudyError> {
    for v in [0.5e-3, 1e-3, 2e-3, 10e-3, 100e-3] {
        let mut probe = block(&law("Lugre", ""), [1e-4, 1.0]).probe(1e-4)?;
        slide_for(&mut probe, v, 60.0 * Z_S / v + 1e-3, N);
        let loads = slide_for(&mut probe, v, 1e-3, N);
        let expected = (strength(v) + K_V * v) * N;
        rows.closed_form(
            format!("steady at {v} m/s: load over {expected:.7} N, difference from 1"),
            0.0,
            spread(&loads, expected),
            1e-9,
        );
    }
    Ok(())
}

/// Legs of a slow triangle: small loops close after some.
const LEGS: usize = 41;

/// Area of the loop of a slow triangle of this amplitude, m, in J, and the deflection at its tip over z_s.
fn hysteresis(law: &str, reach: f64) -> Result<[f64; 2], StudyError> {
    let (dt, speed) = (1e-3, 1e-6);
    let mut probe = block(law, [dt, 1.0]).probe(dt)?;
    let steps = (reach / speed / dt).round() as usize;
    let mut area = 0.0;
    // From 0 to the tip, then back and forth until the loop closes; the last two legs are one loop.
    for leg in 0..LEGS {
        let sign = if leg % 2 == 0 { 1.0 } else { -1.0 };
        for _ in 0..if leg == 0 { steps } else { 2 * steps } {
            let before = probe.slide.load().x;
            slide(&mut probe, Vec2::new(sign * speed, 0.0), N);
            if leg + 2 >= LEGS {
                area += 0.5 * (before + probe.slide.load().x) * sign * speed * dt;
            }
        }
    }
    Ok([area, probe.slide.history.x / Z_S])
}

/// Way over which a slow contact is loaded to the fraction ζ of μ_s N, m.
fn first_loading(law: &str, zeta: f64) -> Result<f64, StudyError> {
    let dt = 1e-3;
    let mut probe = block(law, [dt, 1.0]).probe(dt)?;
    let (mut way, mut before) = (0.0, 0.0);
    for _ in 0..200_000 {
        slide(&mut probe, Vec2::new(1e-6, 0.0), N);
        let now = probe.slide.history.x / Z_S;
        if now >= zeta {
            return Ok(way + 1e-6 * dt * (zeta - before) / (now - before));
        }
        (way, before) = (way + 1e-6 * dt, now);
    }
    Ok(f64::NAN)
}

/// Friction lags behind a speed that rises and falls.
fn lag(rows: &mut CaseRows) -> Result<(), StudyError> {
    let dt = 1e-4;
    let mut probe = block(&law("Lugre", ""), [dt, 1.0]).probe(dt)?;
    let mut loads = Vec::new();
    for k in 1..=(TAU * 5.0 / 100.0 / dt) as usize {
        slide(&mut probe, Vec2::new(2e-3 + 1e-3 * libm::sin(100.0 * k as f64 * dt), 0.0), N);
        loads.push(probe.slide.load().x);
    }
    for (what, phase, expected) in [("rising", 4.0 * TAU, 1.027_731), ("falling", 4.0 * TAU + PI, 1.007_701)] {
        // The load number k − 1 is that of the time k Δt.
        let place = phase / 100.0 / dt - 1.0;
        let (k, part) = (place.floor() as usize, place.fract());
        let load = loads[k] + part * (loads[k + 1] - loads[k]);
        rows.meets(format!("speed of 2 + sin 100 t mm/s: load at 2 mm/s, {what} [N]"), expected, load, 1e-3);
    }
    Ok(())
}

/// Stick–slip on a spring of 2 N/m that is pulled at 0.1 m/s; `changes`: of the mode, in 60 s.
fn stick_slip(rows: &mut CaseRows, name: &str, expected: [f64; 3], changes: u64) -> Result<(), StudyError> {
    let (k, v) = (2.0, 0.1);
    let run = block(&law(name, ""), [5e-4, 66.0]).held(k, 0.0, 0.0, v).run()?;
    let spring: Vec<f64> = run.column("x")?.iter().enumerate().map(|(step, x)| k * (v * run.time(step) - x)).collect();
    let found = super::runs::cycle_of(&spring, run.dt, 10.0);
    rows.cycle("spring of 2 N/m at 0.1 m/s: spring force [N]", expected, &found, 1e-4);
    if name == "Lugre" {
        let fine = block(&law(name, ""), [2e-4, 24.0]).held(k, 0.0, 0.0, v).run()?;
        let fastest = cycle(&fine, "v", 10.0)?.highest;
        rows.meets("spring of 2 N/m at 0.1 m/s: largest speed [m/s]", 0.369_816, fastest, 1e-4);
    }
    rows.count(
        "spring of 2 N/m at 0.1 m/s: changes of mode in nine cycles",
        changes,
        mode_changes(&run, [0.0, 9.0 * expected[0]]),
    );
    Ok(())
}

/// Drift of a block on a plate per cycle, m: a steady pull `mean`, N, and the inertia of a shake of 0.1 Hz, `swing`, N.
fn shaken(law: &str, mean: f64, swing: f64) -> Result<f64, StudyError> {
    let frequency = 0.1;
    let amplitude = swing / (TAU * frequency * TAU * frequency);
    let ground = format!("Plane, motion: Driven(shake: (0.0, {amplitude:?}, 0.0), frequency: {frequency:?})");
    let block = RateCase { ground, velocity: amplitude * TAU * frequency, ..block(law, [1e-3, 40.0]) };
    let run = block.pulled(mean, 0.0).run()?;
    // The plate is where it began after each cycle.
    Ok(0.5 * (run.at("x", 40.0) - run.at("x", 20.0)))
}

/// A circle: the deflection lags behind.
fn circle(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (radius, speed, dt) in [(20e-6, 0.01, 1e-5), (40e-6, 0.02, 1e-5)] {
        let steady = strength(speed) * N / K;
        let mut probe = block(&bare("Lugre", ""), [dt, 1.0]).probe(dt)?;
        let turn = speed * dt / radius;
        let mut last = Vec2::zeros();
        for k in 0..40_000 {
            last = Vec2::new(libm::cos(f64::from(k) * turn), libm::sin(f64::from(k) * turn));
            slide(&mut probe, last * speed, N);
        }
        let z = probe.slide.history;
        let ratio = steady / radius;
        let what = format!("circle of {radius:e} m at {speed} m/s");
        rows.meets(
            format!("{what}: deflection over z_ss"),
            1.0 / (1.0 + ratio * ratio).sqrt(),
            z.norm() / steady,
            1e-4,
        );
        let lag = libm::atan2(z.x * last.y - z.y * last.x, z.dot(&last));
        rows.meets(format!("{what}: lag [rad]"), libm::atan(ratio) - 0.5 * turn, lag, 1e-4);
    }
    Ok(())
}

/// A hundred thousand random steps stay finite and within μ_s N/K.
fn wild(rows: &mut CaseRows, law: &str) -> Result<(), StudyError> {
    let mut probe: Probe = block(law, [1e-4, 1.0]).probe(1e-4)?;
    let mut random = random(47);
    let mut is_within = true;
    for _ in 0..100_000 {
        let (speed, angle, normal) = (10.0 * libm::pow(random(), 8.0), TAU * random(), 10.0 * random());
        probe.contact_state.dt = 0.1 * libm::pow(random(), 8.0) + 1e-12;
        slide(&mut probe, Vec2::new(libm::cos(angle), libm::sin(angle)) * speed, normal);
        let size = probe.slide.history.norm();
        is_within &= size <= MU[0] * normal / K * (1.0 + 1e-12) && probe.slide.load().norm().is_finite();
    }
    rows.condition("100 000 random steps: finite, within mu_s N/K (1: yes)", true, is_within);
    Ok(())
}
