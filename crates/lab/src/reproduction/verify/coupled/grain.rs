//! Slide friction along and across a grain: μ₁ = 0.6 along, μ₂ = 0.2 across, and neighbours.

use super::super::VerifyPlan;
use super::super::rows::CaseRows;
use super::stage::{CoupledStage, CoupledState, CoupledWorld, G, LOAD, difference, integral, stop};
use crate::trace::StudyError;
use stickslip_engine::laws::math::extremes::largest;

/// μ₁ and μ₂.
const MU: [f64; 2] = [0.6, 0.2];
/// Rounding of some thousand steps, relative.
const EXACT: f64 = 1e-9;
/// Relative tolerance of an acceleration.
const FIRST_ORDER: f64 = 5e-4;

/// Friction with a grain; `more`: further fields.
fn friction([along, across]: [f64; 2], more: &str) -> String {
    format!(
        "mu_s: {along:?}, mu_k: {along:?}, across: (mu_s: {across:?}, mu_k: {across:?}), slide_damping: Ratio(0.5), {more}"
    )
}

/// The rows of the case `rate-grain`.
pub(in super::super) fn grain(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    drags(rows)?;
    throws(rows)?;
    rigid(rows)?;
    slopes(rows)?;
    turning(rows)?;
    worlds(rows)
}

/// Force over N of steady sliding at an angle from e1, rad, along e1 and e2.
fn sliding([along, across]: [f64; 2], angle: f64, is_collinear: bool) -> [f64; 2] {
    let (c, s) = (libm::cos(angle), libm::sin(angle));
    if is_collinear {
        let size = 1.0 / libm::hypot(c / along, s / across);
        return [size * c, size * s];
    }
    let size = libm::hypot(along * c, across * s);
    [along * along * c / size, across * across * s / size]
}

const RULES: [(&str, bool); 2] = [("Associated", false), ("Collinear", true)];

/// A body too heavy to be slowed, dragged at 30 and 45 degrees from the grain.
fn drags(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (rule, is_collinear) in RULES {
        for (laws, mu, degrees) in [
            ("", MU, 30.0),
            ("", MU, 45.0),
            ("laws: (slide: \"cundall-strack\")", MU, 45.0),
            ("", [0.25, 0.5], 65.0),
            ("", [0.3, 0.3], 20.0),
        ] {
            let way: f64 = f64::to_radians(degrees);
            let fields = friction(mu, &format!("grain_rule: {rule}, {laws}")).replace("Ratio(0.5)", "Coefficient(0.0)");
            // The grain at 20 degrees from x, the motion at `degrees` from the grain.
            let turned = way + 20_f64.to_radians();
            let stage = CoupledStage {
                is_heavy: true,
                grains: [Some(20.0), None],
                ..CoupledStage::thrown(&fields, [0.1 * libm::cos(turned), 0.1 * libm::sin(turned)], 1e-4, 0.3)
            };
            let last = end(&stage.play(&CoupledWorld::AS_WRITTEN)?)?;
            let expected = sliding(mu, way, is_collinear);
            let (c, s) = (libm::cos(20_f64.to_radians()), libm::sin(20_f64.to_radians()));
            let found = [c * last.force.x + s * last.force.y, c * last.force.y - s * last.force.x].map(|f| -f / LOAD);
            let what =
                format!("{rule} {mu:?}{}{laws}, {degrees} degrees: F/N", if laws.is_empty() { "" } else { ", " });
            for (k, name) in [(0, "along"), (1, "across")] {
                rows.closed_form(format!("{what} {name}"), expected[k], found[k], EXACT);
            }
        }
    }
    Ok(())
}

fn end(moments: &[CoupledState]) -> Result<CoupledState, StudyError> {
    moments.last().copied().ok_or_else(|| StudyError::new("grain", "the run has no states"))
}

/// Time and place at which a throw at 45 degrees with 1 m/s stops: `v₁ = v₁₀ s^p, v₂ = v₂₀ s`, p = (μ₁/μ₂)², under the
/// associated rule.
fn throw([along, across]: [f64; 2], speed: f64, is_collinear: bool) -> [f64; 3] {
    let v = speed * std::f64::consts::FRAC_1_SQRT_2;
    if is_collinear {
        let slow = G / (0.5 / (along * along) + 0.5 / (across * across)).sqrt();
        let way = speed * speed / (2.0 * slow) * std::f64::consts::FRAC_1_SQRT_2;
        return [speed / slow, way, way];
    }
    let p = (along / across) * (along / across);
    let rate = |s: f64| libm::hypot(along * v * libm::pow(s, p - 1.0), across * v) / (G * across * across);
    [integral(rate), integral(|s| v * libm::pow(s, p) * rate(s)), integral(|s| v * s * rate(s))]
}

fn throws(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (rule, is_collinear) in RULES {
        for (mu, speed) in [(MU, 1.0), ([0.5, 0.3], 0.8)] {
            let v = speed * std::f64::consts::FRAC_1_SQRT_2;
            let stage = CoupledStage {
                grains: [Some(0.0), None],
                ..CoupledStage::thrown(&friction(mu, &format!("grain_rule: {rule}")), [v, v], 1e-4, 0.6)
            };
            let moments = stage.play(&CoupledWorld::AS_WRITTEN)?;
            let [time, x, y] = throw(mu, speed, is_collinear);
            let what = format!("{rule} {mu:?}, thrown at 45 degrees with {speed} m/s:");
            let last = end(&moments)?;
            // A new contact has no friction in its first step, and stops within some steps of the closed form.
            for (name, expected, found, tolerance) in [
                ("stops at t [s]", time, stop(&moments), 4.0 * stage.dt),
                ("x [m]", x, last.x.x, stage.dt * speed),
                ("y [m]", y, last.x.y, stage.dt * speed),
            ] {
                rows.closed_form(format!("{what} {name}"), expected, found, tolerance);
            }
            if !is_collinear {
                let p = (mu[0] / mu[1]) * (mu[0] / mu[1]);
                let ratio = |moment: &CoupledState| moment.v.x / v / libm::pow(moment.v.y / v, p) - 1.0;
                let slides = moments.iter().filter(|moment| moment.t > 0.05 && moment.v.x > 0.05 * v);
                // One step of the explicit integration is 3e-3 of v₁ at the end.
                rows.closed_form(
                    format!("{what} v₁/v₁₀ over (v₂/v₂₀)^p − 1"),
                    0.0,
                    largest(slides.map(|m| ratio(m).abs())),
                    2e-2,
                );
            }
            let lost = moments.windows(2).map(|two| two[0].lost[0] - two[1].lost[0]);
            rows.closed_form(format!("{what} most slip given back in a step [J]"), 0.0, most(lost), 1e-15);
        }
    }
    Ok(())
}

/// The largest value, at least 0; NaN if one is NaN.
pub(super) fn most(values: impl Iterator<Item = f64>) -> f64 {
    largest(values.chain([0.0]))
}

/// Exact cones: every step solves `v⁺ = v − gΔt (μ_i² v_i⁺/r)`, `r = √(Σ μ_j² v_j⁺²)`, or stops.
fn rigid_step(v: [f64; 2], mu: [f64; 2], dt: f64) -> [f64; 2] {
    let root = |r: f64| [0, 1].map(|k| v[k] / (1.0 + G * dt * mu[k] * mu[k] / r));
    let size = |v: [f64; 2]| libm::hypot(mu[0] * v[0], mu[1] * v[1]);
    // Stick: the impulse that stops the body is within the ellipse.
    if libm::hypot(v[0] / mu[0], v[1] / mu[1]) <= G * dt {
        return [0.0; 2];
    }
    let (mut low, mut high) = (0.0, size(v));
    for _ in 0..200 {
        let r = 0.5 * (low + high);
        if size(root(r)) > r { low = r } else { high = r }
    }
    root(0.5 * (low + high))
}

fn rigid(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (mu, dt) in [(MU, 1e-2), ([0.3, 0.5], 5e-3)] {
        let v = std::f64::consts::FRAC_1_SQRT_2;
        let stage = CoupledStage {
            is_rigid: true,
            grains: [Some(0.0), None],
            ..CoupledStage::thrown(&format!("mu: {:?}, across: (mu: {:?})", mu[0], mu[1]), [v, v], dt, 0.6)
        };
        let moments = stage.play(&CoupledWorld::AS_WRITTEN)?;
        let (mut now, mut x, mut worst, mut steps) = ([v, v], [0.0; 2], 0.0, 0);
        for moment in &moments[1..] {
            now = rigid_step(now, mu, dt);
            x = [x[0] + dt * now[0], x[1] + dt * now[1]];
            steps += u64::from(now != [0.0; 2]);
            let off = (moment.v.x - now[0]).abs() + (moment.v.y - now[1]).abs();
            worst = largest([worst, off]);
        }
        let what = format!("rigid {mu:?}, Δt {dt}:");
        rows.closed_form(format!("{what} largest error of v [m/s]"), 0.0, worst, 1e-9);
        let last = end(&moments)?;
        rows.closed_form(format!("{what} x [m]"), x[0], last.x.x, 1e-9);
        rows.closed_form(format!("{what} y [m]"), x[1], last.x.y, 1e-9);
        let moved = moments.iter().filter(|moment| moment.t > 0.0 && moment.v.norm() > 1e-8).count();
        rows.count(format!("{what} steps in motion"), steps, moved as u64);
        if mu == MU {
            for (name, expected, found) in [
                ("v₁ after a step [m/s]", 0.651_696_0, moments[1].v.x),
                ("v₂ after a step [m/s]", 0.700_489_1, moments[1].v.y),
                ("x at rest [m]", 0.048_707_7, last.x.x),
                ("y at rest [m]", 0.162_116_8, last.x.y),
            ] {
                rows.closed_form(format!("{what} {name}"), expected, found, 1e-7);
            }
            rows.count(format!("{what} stops in step"), 42, moved as u64 + 1);
        }
    }
    Ok(())
}

/// Slopes with the grain at β to downhill: the limit of rest, the direction of the start, and the steady run.
fn slopes(rows: &mut CaseRows) -> Result<(), StudyError> {
    let slope = |tan: f64, degrees: f64, rule: &str, is_rigid: bool, seconds: f64| {
        let fields = match is_rigid {
            true => format!("mu: {:?}, across: (mu: {:?})", MU[0], MU[1]),
            false => friction(MU, &format!("grain_rule: {rule}")),
        };
        let dt = if is_rigid { 1e-3 } else { 1e-4 };
        // Downhill is x, the grain at −β from it.
        CoupledStage {
            slope: tan * G,
            is_rigid,
            grains: [Some(-degrees), None],
            ..CoupledStage::thrown(&fields, [0.0; 2], dt, seconds)
        }
    };
    for degrees in [30.0_f64, 60.0] {
        let beta = degrees.to_radians();
        let limit = 1.0 / libm::hypot(libm::cos(beta) / MU[0], libm::sin(beta) / MU[1]);
        for (rule, is_rigid) in [("Associated", false), ("Collinear", false), ("Associated", true)] {
            let what = format!("{}{rule}, slope, grain at {degrees} degrees:", if is_rigid { "rigid " } else { "" });
            let rest = end(&slope(0.99 * limit, degrees, rule, is_rigid, 0.5).play(&CoupledWorld::AS_WRITTEN)?)?;
            rows.condition(
                format!("{what} rests at 0.99 of the limit"),
                true,
                rest.x.norm() < 1e-3 && rest.v.norm() < 1e-6,
            );
            let run = slope(1.01 * limit, degrees, rule, is_rigid, 0.5).play(&CoupledWorld::AS_WRITTEN)?;
            let last = end(&run)?;
            rows.condition(format!("{what} slides at 1.01 of the limit"), true, last.v.norm() > 5e-3);
            // The start is across the ellipse at the load, or downhill.
            let begin = match rule {
                "Associated" => libm::atan(libm::tan(beta) * (MU[0] / MU[1]) * (MU[0] / MU[1])).to_degrees(),
                _ => degrees,
            };
            let from_grain = libm::atan2(last.v.y, last.v.x).to_degrees() + degrees;
            rows.closed_form(format!("{what} starts at [degrees from the grain]"), begin, from_grain, 0.5);
        }
    }
    for (rule, is_collinear) in RULES {
        let (tan, degrees): (f64, f64) = (0.5, 30.0);
        let [phi, a] = steady(tan, degrees.to_radians(), is_collinear);
        // The world of this table has N = m g cos α; here N = m g, so that all accelerations are 1/cos α times as large.
        let stage = slope(tan, degrees, rule, false, 0.4);
        let way = phi - degrees.to_radians();
        let stage = CoupledStage { velocity: [0.2 * libm::cos(way), 0.2 * libm::sin(way)], ..stage };
        let moments = stage.play(&CoupledWorld::AS_WRITTEN)?;
        let (from, last) = (moments[1000], end(&moments)?);
        let direction = libm::atan2(last.v.y, last.v.x).to_degrees() + degrees;
        let cos = 1.0 / (1.0 + tan * tan).sqrt();
        let what = format!("{rule}, tan α {tan}, grain at {degrees} degrees:");
        rows.closed_form(format!("{what} runs at [degrees from the grain]"), phi.to_degrees(), direction, 1e-3);
        let rate = (last.v.norm() - from.v.norm()) / (last.t - from.t) * cos;
        rows.closed_form(format!("{what} acceleration [m/s²]"), a, rate, FIRST_ORDER * a);
    }
    Ok(())
}

/// Direction from the grain, rad, and acceleration of a steady run down a slope whose downhill is at β from the grain.
fn steady(tan: f64, beta: f64, is_collinear: bool) -> [f64; 2] {
    let cos = 1.0 / (1.0 + tan * tan).sqrt();
    let net = |phi: f64| {
        let friction = sliding(MU, phi, is_collinear);
        [G * cos * (tan * libm::cos(beta) - friction[0]), G * cos * (tan * libm::sin(beta) - friction[1])]
    };
    let across = |phi: f64| {
        let [a, b] = net(phi);
        b * libm::cos(phi) - a * libm::sin(phi)
    };
    if is_collinear {
        let [a, b] = net(beta);
        return [beta, libm::hypot(a, b)];
    }
    let (mut low, mut high) = (beta, std::f64::consts::FRAC_PI_2);
    for _ in 0..200 {
        let phi = 0.5 * (low + high);
        if across(phi) > 0.0 { low = phi } else { high = phi }
    }
    let [a, b] = net(low);
    [low, libm::hypot(a, b)]
}

/// The grain of the body turns at 90 degrees a second while it is dragged at 0.1 m/s: read at 45 degrees.
fn turning(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (rule, expected) in [("Associated", [0.447_213_6, 0.357_698]), ("Collinear", [0.268_328_2, 0.0])] {
        let fields = friction(MU, &format!("grain_rule: {rule}")).replace("Ratio(0.5)", "Coefficient(0.0)");
        let stage = CoupledStage {
            is_heavy: true,
            inertia: 1.0,
            spin: std::f64::consts::FRAC_PI_2,
            // At 45 degrees after half a second.
            grains: [None, Some(0.0)],
            ..CoupledStage::thrown(&fields, [0.1, 0.0], 1e-4, 0.5)
        };
        let last = end(&stage.play(&CoupledWorld::AS_WRITTEN)?)?;
        let found = [last.force.x, last.force.y].map(|f| -f / LOAD);
        for (k, name) in [(0, "against the drag"), (1, "across it")] {
            // Printed to six places. The load lags by 7e-5 behind that of a grain at rest: the deflection is 1e-3 of the
            // way on which the grain turns by a radian.
            rows.closed_form(format!("{rule}, grain turns: F/N {name}"), expected[k], found[k].abs(), 1e-6);
        }
    }
    Ok(())
}

/// The throw in other worlds.
fn worlds(rows: &mut CaseRows) -> Result<(), StudyError> {
    let v = std::f64::consts::FRAC_1_SQRT_2;
    let springs = |rule: &str, law: &str| CoupledStage {
        grains: [None, Some(25.0)],
        ..CoupledStage::thrown(&friction(MU, &format!("grain_rule: {rule}, {law}")), [v, 0.3], 2e-4, 0.3)
    };
    let cones = CoupledStage {
        is_rigid: true,
        grains: [Some(25.0), None],
        ..CoupledStage::thrown("mu: 0.6, across: (mu: 0.2)", [v, 0.3], 1e-3, 0.3)
    };
    for (name, stage) in [
        ("Associated", springs("Associated", "")),
        ("Collinear", springs("Collinear", "")),
        ("Associated, cundall-strack", springs("Associated", "laws: (slide: \"cundall-strack\")")),
        ("rigid", cones),
    ] {
        let reference = stage.play(&CoupledWorld::AS_WRITTEN)?;
        for (world, other) in CoupledWorld::others() {
            let found = difference(&stage.play(&other)?, &reference);
            rows.closed_form(
                format!("{name}: largest difference, {world}"),
                0.0,
                found,
                if world == "two threads" { 0.0 } else { EXACT },
            );
        }
    }
    Ok(())
}
