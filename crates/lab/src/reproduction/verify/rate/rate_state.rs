//! The slide law `rate-state`.

use super::runs::{RateCase, built_in, cycle_of, growth, rising, slide, slide_for};
use crate::reproduction::verify::plan::VerifyPlan;
use crate::reproduction::verify::rows::CaseRows;
use crate::theory::root;
use crate::trace::StudyError;
use nalgebra::{Complex, Matrix4};
use stickslip_engine::laws::SlideLaw;
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::math::extremes::{largest, smallest};
use stickslip_engine::laws::pair::probe::Probe;

const G: f64 = 10.0;
/// N, N; m, kg.
const N: f64 = 10.0;
const M: f64 = 1.0;
/// K, N/m, and D = √(m K), N·s/m.
const K: f64 = 1e5;
/// The law's defaults: μ0, a, b, D_c (m), V0 (m/s).
const MU_0: f64 = 0.6;
const A: f64 = 0.01;
const B: f64 = 0.015;
const D_C: f64 = 1e-4;
const V_0: f64 = 1e-3;
const EVOLUTIONS: [&str; 2] = ["Aging", "Slip"];

fn law(evolution: &str, more: &str) -> String {
    format!("RateState(evolution: {evolution}, {more})")
}

fn block(evolution: &str, times: [f64; 2]) -> RateCase {
    RateCase::new(G, [0.6, 0.6], &law(evolution, ""), times)
}

/// A contact without damper under a prescribed motion.
fn contact(evolution: &str, stiffness: f64, dt: f64) -> Result<Probe, StudyError> {
    RateCase { stiffness, ..RateCase::new(G, [0.6, 0.6], &law(evolution, "damping: 0.0"), [dt, 1.0]) }.probe(dt)
}

/// θ of a contact, s.
fn state(probe: &Probe) -> f64 {
    match &probe.laws.slide {
        SlideLaw::RateState(law) => law.state(&probe.memories.slide),
        _ => f64::NAN,
    }
}

/// All rows of the law.
pub(in super::super) fn rate_state(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    steps(rows)?;
    rest(rows)?;
    hold(rows)?;
    critical(rows)?;
    cycles(rows)?;
    implicit(rows)?;
    held(rows)?;
    waits(rows)?;
    wild(rows)
}

/// Steps of speed up and down.
fn steps(rows: &mut CaseRows) -> Result<(), StudyError> {
    let dt = 5e-5;
    for (evolution, [peak, later, end, low], tolerance) in [
        ("Aging", [0.622_941, 0.610_428, 0.588_487, 0.565_996], 5e-4),
        ("Slip", [0.622_852, 0.601_196, 0.588_487, 0.565_673], 1e-3),
    ] {
        let mut probe = contact(evolution, 1e6, dt)?;
        slide_for(&mut probe, V_0, 2.0, N);
        let fast = slide_for(&mut probe, 10.0 * V_0, 0.5, N);
        let slow = slide_for(&mut probe, V_0, 2.0, N);
        let what = |what: &str| format!("{evolution}, 1 to 10 to 1 mm/s: {what}");
        rows.meets(what("peak of mu"), peak, largest(fast.iter().copied()) / N, tolerance);
        let at = fast.get((0.01 / dt).round() as usize - 1).copied().unwrap_or(f64::NAN);
        rows.meets(what("mu 10 ms after the step"), later, at / N, tolerance);
        rows.meets(what("mu at the end"), end, fast.last().map_or(f64::NAN, |load| load / N), tolerance);
        let steady = MU_0 + (A - B) * libm::log(10.0);
        rows.closed_form(what("steady mu at 10 mm/s"), steady, fast.last().map_or(f64::NAN, |load| load / N), 1e-9);
        rows.meets(what("then lowest mu"), low, smallest(slow.iter().copied()) / N, tolerance);
    }
    // A weak direct effect: the argument of asinh exceeds all numbers.
    let weak = RateCase {
        stiffness: 1e6,
        ..RateCase::new(G, [0.6, 0.6], &law("Aging", "a: 5e-4, b: 4e-4, damping: 0.0"), [dt, 1.0])
    };
    let mut probe = weak.probe(dt)?;
    slide_for(&mut probe, V_0, 1.0, N);
    let fast = slide_for(&mut probe, 10.0 * V_0, 0.5, N);
    let expected = MU_0 + 1e-4 * libm::log(10.0);
    rows.closed_form(
        "Aging, a 5e-4, b 4e-4: steady mu at 10 mm/s",
        expected,
        fast.last().map_or(f64::NAN, |load| load / N),
        1e-9,
    );
    // A rigid contact: the direct effect a ln 10, and the state of a time at constant speed.
    let mut probe = contact("Aging", 1e9, 1e-5)?;
    slide_for(&mut probe, V_0, 1.0, N);
    let fast = slide_for(&mut probe, 10.0 * V_0, 0.01, N);
    rows.meets("Aging, K 1e9: peak of mu", MU_0 + A * libm::log(10.0), largest(fast.iter().copied()) / N, 3e-4);
    let aged = 0.1 + 0.9 * libm::exp(-1.0);
    let expected = MU_0 + A * libm::log(10.0) + B * libm::log(aged);
    rows.meets("Aging, K 1e9: mu 10 ms after the step", expected, fast.last().map_or(f64::NAN, |load| load / N), 1e-6);
    Ok(())
}

/// A contact rests without load, then slides.
fn rest(rows: &mut CaseRows) -> Result<(), StudyError> {
    let peaks = [(1.0, 0.636_216), (10.0, 0.668_691), (100.0, 0.703_003), (1000.0, 0.737_518)];
    for (time, aging) in peaks {
        for (evolution, peak) in [("Aging", aging), ("Slip", 0.600_230)] {
            let mut probe = contact(evolution, K, 1e-2)?;
            slide_for(&mut probe, 0.0, time, N);
            let aged = if evolution == "Aging" { D_C / V_0 + time } else { D_C / V_0 };
            let what = format!("{evolution}, rests for {time} s");
            rows.closed_form(
                format!("{what}: state over its closed form, difference from 1"),
                0.0,
                state(&probe) / aged - 1.0,
                1e-12,
            );
            probe.contact_state.dt = 1e-4;
            let loads = slide_for(&mut probe, V_0, 1.0, N);
            rows.meets(format!("{what}: peak of mu at 1 mm/s"), peak, largest(loads) / N, 1e-4);
        }
    }
    Ok(())
}

/// Slide, hold, slide.
fn hold(rows: &mut CaseRows) -> Result<(), StudyError> {
    let times = [1.0, 10.0, 100.0, 1000.0];
    for (evolution, ends, peaks) in [
        ("Aging", [0.572_073, 0.569_775, 0.569_128, 0.568_932], [0.632_976, 0.665_864, 0.700_257, 0.734_797]),
        ("Slip", [0.561_577, 0.547_638, 0.535_579, 0.524_876], [0.610_920, 0.620_038, 0.630_889, 0.643_025]),
    ] {
        for (time, (end, peak)) in times.into_iter().zip(ends.into_iter().zip(peaks)) {
            let mut probe = contact(evolution, 1e4, 1e-3)?;
            slide_for(&mut probe, V_0, 1.0, N);
            let mut held = slide_for(&mut probe, 0.0, 1.0, N);
            probe.contact_state.dt = 1e-2;
            held.extend(slide_for(&mut probe, 0.0, time - 1.0, N));
            probe.contact_state.dt = 5e-4;
            let loads = slide_for(&mut probe, V_0, 1.0, N);
            let what = format!("{evolution}, slides, holds for {time} s, slides");
            rows.meets(
                format!("{what}: mu at the end of the hold"),
                end,
                held.last().map_or(f64::NAN, |load| load / N),
                3e-4,
            );
            rows.meets(format!("{what}: peak of mu"), peak, largest(loads) / N, 3e-4);
        }
    }
    Ok(())
}

/// Growth, 1/s, and angular frequency, 1/s, of a small oscillation about steady sliding at `v`, m/s, on a spring of `k`,
/// N/m: the least damped pair of eigenvalues of the linearised equations of stretch, speed, deflection and ln θ.
fn linear(k: f64, v: f64) -> [f64; 2] {
    let d = (M * K).sqrt();
    // δV = V/a (K δz/N − b δ ln θ), δ(ln θ)' = −δV/D_c − V/D_c δ ln θ.
    let (by_z, by_state) = (v / A * K / N, -v / A * B);
    #[rustfmt::skip]
    let matrix = Matrix4::new(
        0.0, -1.0, 0.0, 0.0,
        k / M, -d / M, (d * by_z - K) / M, d * by_state / M,
        0.0, 1.0, -by_z, -by_state,
        0.0, 0.0, -by_z / D_C, (-by_state - v) / D_C,
    );
    let values = matrix.complex_eigenvalues();
    let oscillating = values.iter().filter(|value| value.im > 0.0);
    let faster = |best: [f64; 2], value: &Complex<f64>| if value.re > best[0] { [value.re, value.im] } else { best };
    oscillating.fold([f64::NEG_INFINITY, f64::NAN], faster)
}

/// The spring below which steady sliding is unstable, and how fast it is.
fn critical(rows: &mut CaseRows) -> Result<(), StudyError> {
    let soft = N * (B - A) / D_C;
    for (v, printed, with_contact) in [(0.2e-3, 502.0, 507.740), (1e-3, 550.0, 571.667), (5e-3, 1750.0, 2242.05)] {
        rows.meets(
            format!("{v} m/s: critical spring of a rigid contact [N/m]"),
            printed,
            soft * (1.0 + M * v * v / (N * A * D_C)),
            1e-12,
        );
        let critical = root(soft, 10.0 * soft, |k| -linear(k, v)[0]);
        rows.meets(format!("{v} m/s: critical spring with K and D [N/m]"), with_contact, critical, 2e-6);
    }
    let critical = root(soft, 10.0 * soft, |k| -linear(k, V_0)[0]);
    for (part, growing, omega) in [(0.9, 0.227_040, 6.851_46), (1.1, -0.229_005, 7.613_39)] {
        let k = part * critical;
        let expected = linear(k, V_0);
        rows.meets(format!("spring of {part} k_c, 1 mm/s: growth, closed form [1/s]"), growing, expected[0], 1e-5);
        rows.meets(
            format!("spring of {part} k_c, 1 mm/s: angular frequency, closed form [1/s]"),
            omega,
            expected[1],
            1e-5,
        );
        for evolution in EVOLUTIONS {
            let run = block(evolution, [1e-4, 5.5])
                .on_belt(V_0)
                .held(k, 0.0, 1e-6 - MU_0 * N / k, 0.0)
                .deflected(MU_0 * N / K)
                .run()?;
            let found = growth(&run, "x", [0.5, 5.5])?;
            rows.meets(format!("{evolution}, spring of {part} k_c, 1 mm/s: growth [1/s]"), expected[0], found[0], 1e-2);
            rows.meets(
                format!("{evolution}, spring of {part} k_c, 1 mm/s: angular frequency [1/s]"),
                expected[1],
                found[1],
                1e-2,
            );
        }
    }
    Ok(())
}

/// Stick–slip on a spring of 300 N/m that is pulled at 1 mm/s.
fn cycles(rows: &mut CaseRows) -> Result<(), StudyError> {
    let k = 300.0;
    // The second slip is not yet that of the steady cycle: its extremes are those of the reference.
    let run = block("Slip", [1e-4, 34.0]).held(k, 0.0, 0.0, V_0).run()?;
    let spring: Vec<f64> =
        run.column("x")?.iter().enumerate().map(|(step, x)| k * (V_0 * run.time(step) - x)).collect();
    let what = |what: &str| format!("Slip, spring of 300 N/m at 1 mm/s: {what}");
    rows.meets(what("period [s]"), 2.126_247, cycle_of(&spring, run.dt, 27.0).period, 5e-4);
    let second = (22.0 / run.dt) as usize..(24.5 / run.dt) as usize;
    let stretch = || spring.get(second.clone()).unwrap_or_default().iter().copied();
    rows.meets(what("second peak of the spring force [N]"), 6.130_949, largest(stretch()), 5e-4);
    rows.meets(what("spring force after the second slip [N]"), 5.679_517, smallest(stretch()), 5e-4);
    let speed = run.column("v")?.get(second.clone()).unwrap_or_default().iter().copied();
    rows.meets(what("speed of the second slip [m/s]"), 0.012_092_4, largest(speed), 5e-4);
    let run = block("Aging", [2e-4, 30.5]).held(k, 0.0, 0.0, V_0).run()?;
    let passes = rising(&run, "v", 5e-3)?;
    for (place, time) in [22.335_70, 26.881_18, 30.346_30].into_iter().enumerate() {
        let found = passes.get(place).copied().unwrap_or(f64::NAN);
        rows.meets(
            format!("Aging, spring of 300 N/m at 1 mm/s: passes 5 mm/s, time {} [s]", place + 1),
            time,
            found,
            1e-4,
        );
    }
    let spring = run.column("x")?.iter().enumerate().map(|(step, x)| k * (V_0 * run.time(step) - x));
    let until = (24.0 / run.dt) as usize;
    rows.meets(
        "Aging, spring of 300 N/m at 1 mm/s: first peak of the spring force [N]",
        6.611_428,
        largest(spring.take(until)),
        1e-4,
    );
    let fastest = largest(run.column("v")?.iter().take(until).copied());
    rows.meets("Aging, spring of 300 N/m at 1 mm/s: speed of the first slip [m/s]", 0.040_756_9, fastest, 5e-4);
    Ok(())
}

/// A contact spring of 1e7 N/m, which would need steps below 6e-4 s, against itself in short steps.
fn implicit(rows: &mut CaseRows) -> Result<(), StudyError> {
    let k = 300.0;
    let period = |dt: f64| -> Result<f64, StudyError> {
        let law = law("Slip", "stiffness: 1e7, coupling: Implicit");
        let run = RateCase::new(G, [0.6, 0.6], &law, [dt, 24.0]).held(k, 0.0, 0.0195, V_0).run()?;
        let spring: Vec<f64> =
            run.column("x")?.iter().enumerate().map(|(n, x)| k * (0.0195 + V_0 * run.time(n) - x)).collect();
        Ok(cycle_of(&spring, run.dt, 12.0).period)
    };
    let reference = period(2.5e-4)?;
    for (dt, fraction) in [(1e-3, 4e-3), (1e-2, 4e-2)] {
        let what = format!("Slip, spring of 300 N/m at 1 mm/s, implicit, K 1e7, dt {dt:e}: period over that at 2.5e-4");
        rows.meets(what, 1.0, period(dt)? / reference, fraction);
    }
    Ok(())
}

/// A block held by 5.5 N, below the steady strength: it creeps.
fn held(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (evolution, slips) in
        [("Aging", [1.152_25e-7, 2.816_27e-7, 3.670_25e-7]), ("Slip", [5.504_15e-6, 2.343_16e-5, 4.850_83e-5])]
    {
        let run = block(evolution, [1e-3, 100.0]).pulled_over(5.5, "[(0.0, 0.0), (1.0, 1.0)]").run()?;
        for (time, slip) in [2.0, 11.0, 100.0].into_iter().zip(slips) {
            rows.meets(
                format!("{evolution}, held by 5.5 N: slip at {time} s [m]"),
                slip,
                run.at("x", time) - 5.5 / K,
                2e-3,
            );
        }
    }
    Ok(())
}

/// Three blocks that have rested on their belts for 1 s, 10 s and 100 s.
fn waits(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (evolution, peaks) in [("Aging", [0.643_228, 0.670_045, 0.703_500]), ("Slip", [0.603_545; 3])] {
        let edits = [("time.dt", "2e-3"), ("friction.laws.slide.evolution", evolution)];
        let run = built_in("rested-block", &edits, 3)?;
        for ((name, rest), peak) in [("1", 1), ("2", 10), ("3", 100)].into_iter().zip(peaks) {
            let force = largest(run.column(name)?.iter().copied()) * 1e4;
            rows.meets(
                format!("scene rested-block, {evolution}: peak of the spring over N after {rest} s"),
                peak,
                force / N,
                1e-3,
            );
        }
    }
    Ok(())
}

/// A hundred thousand random steps stay finite, and the load is that of the state.
fn wild(rows: &mut CaseRows) -> Result<(), StudyError> {
    for evolution in EVOLUTIONS {
        let mut probe = contact(evolution, K, 1e-4)?;
        let mut random = super::runs::random(47);
        let (mut is_finite, mut is_within) = (true, true);
        for _ in 0..100_000 {
            let (speed, normal) = (10.0 * libm::pow(random(), 8.0), 10.0 * random());
            let angle = std::f64::consts::TAU * random();
            let dt = 0.1 * libm::pow(random(), 8.0) + 1e-12;
            probe.contact_state.dt = dt;
            let before = probe.slide.history.norm();
            slide(&mut probe, Vec2::new(libm::cos(angle), libm::sin(angle)) * speed, normal);
            let (load, state) = (probe.slide.load().norm(), state(&probe));
            is_finite &= load.is_finite() && state.is_finite();
            // The deflection can be lost in the step, no more.
            let rate = speed + before / dt;
            let bound = MU_0 + A * libm::log1p(rate / V_0) + B * libm::log1p(state * V_0 / D_C);
            is_within &= load <= bound * normal * (1.0 + 1e-9);
        }
        rows.condition(format!("{evolution}, 100 000 random steps: finite (1: yes)"), true, is_finite);
        let what =
            format!("{evolution}, 100 000 random steps: load within f of the largest rate and of the state (1: yes)");
        rows.condition(what, true, is_within);
    }
    Ok(())
}
