//! Slide and spin under one limit surface: a disk of 1 kg and 0.1 m, μ = 0.3, thrown with 1 m/s and 10 rad/s, and
//! neighbours.

use super::super::VerifyPlan;
use super::super::rows::CaseRows;
use super::grain::most;
use super::stage::{CoupledStage, CoupledState, CoupledWorld, G, LOAD, difference, stop};
use crate::trace::StudyError;
use stickslip_engine::laws::friction::limit::limit_surface::{disk, hertz};
use stickslip_engine::laws::math::extremes::largest;

/// Radius of the disk, m.
const A: f64 = 0.1;
/// I/m a² of a uniform disk.
const DISK: f64 = 0.5;
/// Relative error of v/aω at 0.05 m/s at Δt = 1e-4 s, in which v changes by 3e-4 m/s.
const FIRST_ORDER: f64 = 5e-3;
/// Rounding of some thousand steps.
const EXACT: f64 = 1e-9;

/// F/μN and T/μNa of a surface at ε = v/aω.
type LimitCurves = fn(f64) -> [f64; 2];

/// The ellipsoid through the torque ⅔ μNa.
fn ellipsoid(epsilon: f64) -> [f64; 2] {
    let limit: f64 = 2.0 / 3.0;
    let size = libm::hypot(epsilon, limit);
    [epsilon / size, limit * limit / size]
}

/// A limit: its name, its fields for an area of radius `a`, m, its surface, and whether its radius is that of a Hertz
/// contact.
fn limits(a: f64) -> [(&'static str, String, LimitCurves, bool); 3] {
    // K_ψ = ½ a² K and T = ⅔ μNa.
    let same =
        format!("limit: Ellipsoid, spin: Heuristic(eta_psi: {:?}, curvature: /{:?})", 8.0 / 9.0, 4.0 / (3.0 * a));
    [
        ("Disk", format!("limit: Disk(radius: ${a:?})"), disk, false),
        ("Hertz", "limit: Hertz".to_owned(), hertz, true),
        ("Ellipsoid", same, ellipsoid, false),
    ]
}

/// A disk of radius `a`, m, and 1 kg, thrown with `v`, m/s, and `w`, rad/s, under a limit.
fn thrown(limit: &str, (a, mu): (f64, f64), [v, w]: [f64; 2], is_hertz: bool) -> CoupledStage {
    let fields = format!("mu_s: {mu:?}, mu_k: {mu:?}, slide_damping: Ratio(0.5), spin_damping: Ratio(0.5), {limit}");
    CoupledStage {
        inertia: DISK * a * a,
        spin: w,
        // The contact radius of a ball of 0.1 m is a: a³ = ¾ N R/E.
        modulus: is_hertz.then_some(0.75 * G * 0.1 / (a * a * a)),
        ..CoupledStage::thrown(&fields, [v, 0.0], 1e-4, 1.5 * v / (mu * G) + 0.1)
    }
}

/// The rows of the case `rate-limit`.
pub(in super::super) fn limit(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    surfaces(rows)?;
    throws(rows)?;
    independent(rows)?;
    rigid(rows)?;
    worlds(rows)
}

fn end(moments: &[CoupledState]) -> Result<CoupledState, StudyError> {
    moments.last().copied().ok_or_else(|| StudyError::new("limit", "the run has no states"))
}

/// A disk too heavy to be slowed, at ε = 1/2, 1 and 2.
fn surfaces(rows: &mut CaseRows) -> Result<(), StudyError> {
    let tables = [
        [[0.483_843_8, 0.547_748_4], [0.848_826_4, 0.282_942_1], [0.967_687_5, 0.127_809_2]],
        [[0.552_233_1, 0.455_592_3], [0.883_572_9, 0.220_893_2], [0.974_278_6, 0.101_909_3]],
        // ε/√(ε² + T₀²) and T₀²/√(ε² + T₀²).
        [0.5, 1.0, 2.0].map(ellipsoid),
    ];
    for ((name, limit, _, is_hertz), table) in limits(A).into_iter().zip(tables) {
        for (epsilon, [force, torque]) in [0.5, 1.0, 2.0].into_iter().zip(table) {
            let stage = thrown(&limit, (A, 0.3), [epsilon, 10.0], is_hertz);
            let stage = CoupledStage {
                friction: stage.friction.replace("Ratio(0.5)", "Coefficient(0.0)"),
                is_heavy: true,
                modulus: stage.modulus.map(|e| e * LOAD / G),
                duration: 0.01,
                ..stage
            };
            let last = end(&stage.play(&CoupledWorld::AS_WRITTEN)?)?;
            let normal = 0.3 * LOAD;
            let what = format!("{name}, ε = {epsilon}:");
            // Printed to seven places.
            rows.closed_form(format!("{what} F/μN"), force, -last.force.x / normal, 1e-7);
            rows.closed_form(format!("{what} T/μNa"), torque, -last.torque / (normal * A), 1e-7);
            rows.closed_form(format!("{what} F across/μN"), 0.0, last.force.y / normal, 0.0);
        }
    }
    Ok(())
}

/// Time, way, angle and the ratio v/aω at v = 0.05 m/s of a throw: `v̇ = −μgF`, `ω̇ = −μgaT m/I`, by Runge and Kutta.
fn throw(surface: LimitCurves, (a, mu): (f64, f64), [v, w]: [f64; 2]) -> [f64; 4] {
    let rate = |[v, w]: [f64; 2]| {
        let [force, torque] = surface(v / (a * w));
        [-mu * G * force, -mu * G * torque / (DISK * a)]
    };
    let h = 1e-5;
    let (mut at, mut time, mut way, mut angle, mut ratio) = ([v, w], 0.0, 0.0, 0.0, f64::NAN);
    let plus = |[v, w]: [f64; 2], [a, b]: [f64; 2], h: f64| [v + h * a, w + h * b];
    while at[0] > 20.0 * h * mu * G && at[1] > 20.0 * h * mu * G / a {
        let k1 = rate(at);
        let k2 = rate(plus(at, k1, 0.5 * h));
        let k3 = rate(plus(at, k2, 0.5 * h));
        let k4 = rate(plus(at, k3, h));
        let next = [0, 1].map(|k| at[k] + h / 6.0 * (k1[k] + 2.0 * k2[k] + 2.0 * k3[k] + k4[k]));
        // Simpson's rule with the middle of Hermite's cubic.
        let middle = [0, 1].map(|k| 0.5 * (at[k] + next[k]) + h / 8.0 * (k1[k] - rate(next)[k]));
        way += h / 6.0 * (at[0] + 4.0 * middle[0] + next[0]);
        angle += h / 6.0 * (at[1] + 4.0 * middle[1] + next[1]);
        time += h;
        if ratio.is_nan() && next[0] < 0.05 {
            let part = (at[0] - 0.05) / (at[0] - next[0]);
            ratio = 0.05 / (a * (at[1] + part * (next[1] - at[1])));
        }
        at = next;
    }
    // What is left takes some 20 steps.
    let [slow, turn] = rate(at);
    let left = if at[0] / -slow > at[1] / -turn { at[0] / -slow } else { at[1] / -turn };
    [time + left, way + 0.5 * at[0] * left, angle + 0.5 * at[1] * left, ratio]
}

fn throws(rows: &mut CaseRows) -> Result<(), StudyError> {
    let table = [
        [0.455_419, 0.216_580_8, 2.460_358, 0.688_282],
        [0.480_141, 0.215_480_9, 2.727_692, 0.449_592],
        [0.425_427, 0.208_034_2, 2.205_365, 0.716_871],
    ];
    for ((name, limit, surface, is_hertz), expected) in limits(A).into_iter().zip(table) {
        compare(rows, &format!("{name}, 1 m/s, 10 rad/s"), &thrown(&limit, (A, 0.3), [1.0, 10.0], is_hertz), expected)?;
        let independent = throw(surface, (A, 0.3), [1.0, 10.0]);
        for (k, what) in ["t", "x", "angle", "v/aω"].into_iter().enumerate() {
            let what = format!("{name}, 1 m/s, 10 rad/s: {what} of the equations of motion");
            rows.closed_form(what, expected[k], independent[k], 1e-4 * expected[k]);
        }
    }
    for ((a, mu), start) in [((0.05, 0.5), [0.6, 25.0]), ((0.1, 0.2), [0.3, 12.0])] {
        for (name, limit, surface, is_hertz) in limits(a) {
            let expected = throw(surface, (a, mu), start);
            let what = format!("{name}, a {a} m, μ {mu}, {} m/s, {} rad/s", start[0], start[1]);
            compare(rows, &what, &thrown(&limit, (a, mu), start, is_hertz), expected)?;
        }
    }
    Ok(())
}

/// Compares time, way, angle and the ratio at 0.05 m/s of a run, also with half the step.
fn compare(rows: &mut CaseRows, what: &str, stage: &CoupledStage, expected: [f64; 4]) -> Result<(), StudyError> {
    for dt in [1e-4, 5e-5] {
        let duration = 1.1 * expected[0] + 0.02;
        let moments = CoupledStage { dt, duration, ..stage.clone() }.play(&CoupledWorld::AS_WRITTEN)?;
        let last = end(&moments)?;
        let passes = moments.windows(2).find(|two| two[1].v.x < 0.05);
        let a = (stage.inertia / (DISK * stage.mass)).sqrt();
        let ratio = passes.map_or(f64::NAN, |two| {
            let part = (two[0].v.x - 0.05) / (two[0].v.x - two[1].v.x);
            0.05 / (a * (two[0].w + part * (two[1].w - two[0].w)))
        });
        let found = [stop(&moments), last.x.x, last.angle, ratio];
        // A new contact has no friction in its first step, and stops within some steps of the equations of motion.
        let tolerances = [4.0 * dt, dt * stage.velocity[0], dt * stage.spin, FIRST_ORDER * dt / 1e-4 * expected[3]];
        for (k, name) in ["stops at t [s]", "x [m]", "angle [rad]", "v/aω at 0.05 m/s"].into_iter().enumerate() {
            rows.closed_form(format!("{what}, Δt {dt}: {name}"), expected[k], found[k], tolerances[k]);
        }
        let aside = largest(moments.iter().map(|moment| moment.x.y.abs()));
        rows.closed_form(format!("{what}, Δt {dt}: way aside [m]"), 0.0, aside, 0.0);
        let sum = |moment: &CoupledState| moment.lost[0] + moment.lost[1];
        let given = most(moments.windows(2).map(|two| sum(&two[0]) - sum(&two[1])));
        rows.closed_form(format!("{what}, Δt {dt}: most slip of both given back in a step [J]"), 0.0, given, 1e-15);
    }
    Ok(())
}

/// The same throw with independent limits: slide and spin stop by themselves.
fn independent(rows: &mut CaseRows) -> Result<(), StudyError> {
    let [_, _, (_, ellipsoid, ..)] = limits(A);
    let stage = thrown(&ellipsoid.replace("Ellipsoid", "Independent"), (A, 0.3), [1.0, 10.0], false);
    let moments = stage.play(&CoupledWorld::AS_WRITTEN)?;
    let last = end(&moments)?;
    let rest = |of: fn(&CoupledState) -> f64| moments.iter().find(|m| of(m) <= 1e-3).map_or(f64::NAN, |m| m.t);
    for (name, expected, found) in [
        ("slides for [s]", 0.339_789, rest(|m| m.v.x)),
        ("slides [m]", 0.169_894_7, last.x.x),
        ("spins for [s]", 0.254_842, rest(|m| m.w / 10.0)),
        ("spins [rad]", 1.274_210, last.angle),
    ] {
        // Within some steps, and a step of the way.
        rows.closed_form(format!("Independent: {name}"), expected, found, 1e-3 * expected);
    }
    Ok(())
}

/// A step of the exact cone under the ellipsoid of μ and σ: `v⁺ = v − gΔt μ² v⁺/r`, `ω⁺ = ω − (m/I) gΔt σ² ω⁺/r`, `r =
/// √(μ²v⁺² + σ²ω⁺²)`, or a stop.
fn rigid_step([v, w]: [f64; 2], [mu, sigma]: [f64; 2], (inertia, dt): (f64, f64)) -> [f64; 2] {
    if libm::hypot(v / mu, inertia * w / sigma) <= G * dt {
        return [0.0; 2];
    }
    let root = |r: f64| [v / (1.0 + G * dt * mu * mu / r), w / (1.0 + G * dt * sigma * sigma / (inertia * r))];
    let size = |[v, w]: [f64; 2]| libm::hypot(mu * v, sigma * w);
    let (mut low, mut high) = (0.0, size([v, w]));
    for _ in 0..200 {
        let r = 0.5 * (low + high);
        if size(root(r)) > r { low = r } else { high = r }
    }
    root(0.5 * (low + high))
}

fn rigid(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (mu, sigma, dt, start) in [(0.3, 0.02, 1e-2, [1.0, 10.0]), (0.5, 0.01, 2e-3, [0.5, 30.0])] {
        let fields = format!("mu: {mu:?}, sigma: ${sigma:?}, limit: Ellipsoid");
        let inertia = DISK * A * A;
        let stage = CoupledStage {
            is_rigid: true,
            inertia,
            spin: start[1],
            ..CoupledStage::thrown(&fields, [start[0], 0.0], dt, 0.6)
        };
        let moments = stage.play(&CoupledWorld::AS_WRITTEN)?;
        let (mut now, mut way, mut worst, mut steps) = (start, [0.0; 2], 0.0, 0);
        for moment in &moments[1..] {
            now = rigid_step(now, [mu, sigma], (inertia, dt));
            way = [way[0] + dt * now[0], way[1] + dt * now[1]];
            steps += u64::from(now != [0.0; 2]);
            worst = largest([worst, (moment.v.x - now[0]).abs() + A * (moment.w - now[1]).abs()]);
        }
        let last = end(&moments)?;
        let moved = moments.iter().filter(|m| m.t > 0.0 && m.v.norm() + A * m.w.abs() > 1e-8).count();
        let what = format!("rigid ellipsoid, μ {mu}, σ {sigma} m:");
        rows.closed_form(format!("{what} largest error of v and 0.1 m ω [m/s]"), 0.0, worst, 1e-9);
        rows.closed_form(format!("{what} x [m]"), way[0], last.x.x, 1e-9);
        rows.closed_form(format!("{what} angle [rad]"), way[1], last.angle, 1e-8);
        rows.count(format!("{what} steps in motion"), steps, moved as u64);
        if mu == 0.3 {
            for (name, expected, found) in [
                ("v after a step [m/s]", 0.975_533_3, moments[1].v.x),
                ("ω after a step [rad/s]", 9.781_925_4, moments[1].w),
                ("x at rest [m]", 0.203_159_3, last.x.x),
                ("angle at rest [rad]", 2.153_828_4, last.angle),
            ] {
                rows.closed_form(format!("{what} {name}"), expected, found, 1e-7);
            }
            rows.count(format!("{what} stops in step"), 43, moved as u64 + 1);
        }
    }
    Ok(())
}

/// The throw in other worlds. The histories of `fang-negrut` turn with the first body, so that its numbers are those of
/// the exchanged bodies to the order of a step alone (docs/laws.md); `cundall-strack` does not tell them apart.
fn worlds(rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut stages: Vec<(String, CoupledStage, bool)> = Vec::new();
    for (name, limit, _, is_hertz) in limits(A) {
        for (law, is_symmetric) in [("fang-negrut", false), ("cundall-strack", true)] {
            let fields = format!("{limit}, laws: (slide: \"{law}\")");
            let stage = CoupledStage { dt: 2e-4, duration: 0.2, ..thrown(&fields, (A, 0.3), [0.7, 10.0], is_hertz) };
            stages.push((format!("{name}, {law}"), stage, is_symmetric));
        }
    }
    let fields = "mu: 0.3, sigma: $0.02, limit: Ellipsoid";
    let rigid = CoupledStage {
        is_rigid: true,
        inertia: DISK * A * A,
        spin: 10.0,
        ..CoupledStage::thrown(fields, [0.7, 0.1], 1e-3, 0.2)
    };
    stages.push(("rigid ellipsoid".to_owned(), rigid, true));
    for (name, stage, is_symmetric) in stages {
        let reference = stage.play(&CoupledWorld::AS_WRITTEN)?;
        for (world, other) in CoupledWorld::others().into_iter().filter(|(_, other)| is_symmetric || !other.is_swapped)
        {
            let found = difference(&stage.play(&other)?, &reference);
            let tolerance = if other.threads > 1 { 0.0 } else { EXACT };
            rows.closed_form(format!("{name}: largest difference, {world}"), 0.0, found, tolerance);
        }
    }
    Ok(())
}
