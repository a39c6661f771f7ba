//! Polygons under the overlap-area normal force, with static friction as a constraint: closed forms for a square on a
//! plane and for two squares.

use super::plan::VerifyPlan;
use super::rows::CaseRows;
use crate::laws::Vec3;
use crate::laws::extremes::largest;
use crate::record::state::State;
use crate::scene::Scene;
use crate::study::trace::{self, Probe, StudyError, Trace, first_fault, scene};

/// m/s².
const G: f64 = 9.81;
/// Edge of the square, m, its mass, kg, and moment of inertia, kg·m².
const EDGE: f64 = 0.1;
const MASS: f64 = 0.27;
const INERTIA: f64 = 4.5e-4;
/// k = Y h, N/m.
const STIFFNESS: f64 = 1e5;

const PROBES: &[(&str, Probe)] = &[
    ("v", trace::speed_up),
    ("z", trace::height),
    ("w", trace::turn_x),
    ("speed", |state| trace::mover(state).map_or(f64::NAN, |body| body.v.norm() + EDGE * body.w.norm())),
    ("used", |state| trace::of_contact(state, |contact| contact.lambda().map_or(f64::NAN, |at| (at - 0.5).abs()))),
    ("tilt", |state| {
        trace::mover(state).map_or(f64::NAN, |body| trace::on_plane(state, &(body.q * Vec3::y())).z.abs())
    }),
    ("energy", energy),
    ("parting", |state| match &state.bodies[..] {
        [lower, upper] => upper.v.z - lower.v.z,
        _ => f64::NAN,
    }),
];

/// Kinetic and potential energy of the square, J.
fn energy(state: &State) -> f64 {
    let of = |v: f64, w: f64, z: f64| 0.5 * (MASS * v * v + INERTIA * w * w) + MASS * G * z;
    trace::mover(state).map_or(f64::NAN, |body| of(body.v.norm(), body.w.norm(), body.x.z))
}

/// l of the square against a plane and against its like, m: twice the radius of the circle of its area.
fn length() -> f64 {
    2.0 * EDGE / std::f64::consts::PI.sqrt()
}

/// The overlap of the square at rest on level ground, m.
fn depth() -> f64 {
    MASS * G * length() / (STIFFNESS * EDGE)
}

/// A square that is turned by `angle`, rad, about x, with its centre at this height, m.
fn square(name: &str, angle: f64, height: f64, more: &str) -> String {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let (c, s) = (half * libm::cos(0.5 * angle), half * libm::sin(0.5 * angle));
    format!(
        r#"(name: "{name}", shape: Prism(polygon: [(-0.05, -0.05), (0.05, -0.05), (0.05, 0.05), (-0.05, 0.05)],
            half_height: 0.005), density: 2700.0, motion: Planar(X), rotation: ({c:?}, {s:?}, {c:?}, {s:?}),
            position: (0.0, 0.0, {height:?}), {more})"#
    )
}

/// A run of these bodies, without friction.
fn smooth(normal: &str, gravity: f64, bodies: &str, [dt, duration]: [f64; 2]) -> Result<Trace, StudyError> {
    let text = format!(
        r#"Scene(schema: 1, title: "polygons", time: (dt: {dt:e}, duration: {duration:?}), gravity: (0.0, 0.0, {:?}),
            friction: (mu: 0.0, laws: (slide: Dae)), normal: OverlapArea(young: 1e7, {normal}), bodies: [{bodies}])"#,
        -gravity
    );
    let scene = Scene::parse("polygons", &text).map_err(|faults| StudyError::new("polygons", first_fault(&faults)))?;
    trace::trace(&scene, PROBES)
}

const GROUND: &str = r#"(name: "ground", shape: Plane)"#;

/// Static and sliding on a slope.
pub(super) fn slope(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let (sin, cos) = (libm::sin(15f64.to_radians()), libm::cos(15f64.to_radians()));
    let run = trace::trace(&scene("dae-incline", &[])?, PROBES)?;
    rows.closed_form(
        "15 degrees, mu 0.5: distance of lambda from 1/2, tan(alpha)/(2 mu)",
        sin / cos,
        run.end("used"),
        1e-6,
    );
    // The bed of springs under the square against its weight's lever.
    let bed = STIFFNESS * EDGE * EDGE * EDGE / (12.0 * length());
    let tilt = MASS * G * sin * 0.5 * EDGE / (bed - MASS * G * cos * 0.5 * EDGE);
    rows.closed_form("15 degrees: tilt at rest [rad]", tilt, run.end("tilt"), 1e-3 * tilt);
    let speeds = run.column("speed")?;
    let late = largest(speeds[speeds.len() / 2..].iter().copied());
    rows.closed_form("15 degrees: speed from 0.5 s on, largest [m/s]", 0.0, late, 1e-10);
    let steep = [("bodies.ground.shape.degrees", "30.0")];
    let run = trace::trace(&scene("dae-incline", &steep)?, PROBES)?;
    let expected = G * (0.5 - 0.5 * 0.75_f64.sqrt());
    // What it still rocks shows in the velocities at both ends.
    rows.closed_form("30 degrees, mu 0.5: acceleration [m/s^2]", expected, -run.slope("v", 0.5, 1.0), 5e-4);
    Ok(())
}

/// Bouncing, rocking and hits without friction.
pub(super) fn bed(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let on_ground = |square: String| format!("{GROUND}, {square}");
    let rest = 0.5 * EDGE - depth();
    let body = on_ground(square("square", 0.0, rest - 0.2 * depth(), ""));
    let run = smooth("damping: 0.0", G, &body, [1e-5, 0.1])?;
    let expected = STIFFNESS * EDGE / (length() * MASS);
    let heights: Vec<f64> = run.column("z")?.iter().map(|z| z - rest).collect();
    let found = square_of_frequency(&heights, run.dt);
    rows.closed_form("bounces on a plane with omega^2 = k w/(l m) [1/s^2]", expected, found, 1e-3 * expected);

    let righting = STIFFNESS * EDGE * EDGE * EDGE / (12.0 * length()) - MASS * G * 0.5 * EDGE;
    for gamma in [0.0, 0.2] {
        let body = on_ground(square("square", 1e-4, rest, ""));
        let run = smooth(&format!("damping: 0.0, rotation: (damping: {gamma:?})"), G, &body, [1e-5, 0.1])?;
        let spins = run.column("w")?;
        let decay = gamma * (STIFFNESS * MASS).sqrt() * EDGE * EDGE / (8.0 * INERTIA);
        let expected = righting / INERTIA - decay * decay;
        let what = |what: &str| format!("rocks, gamma_t {gamma}: {what}");
        let found = square_of_frequency(spins, run.dt);
        rows.closed_form(
            what("omega^2 = (k w^3/(12 l) - m g H/2)/I - delta^2 [1/s^2]"),
            expected,
            found,
            0.01 * expected,
        );
        let found = decay_of(spins, run.dt);
        rows.closed_form(what("delta = gamma_t sqrt(k m) w^2/(8 I) [1/s]"), decay, found, 0.01 * decay + 1e-3);
    }

    // On its corner, with room to fall: the overlap is a triangle that turns and shifts.
    let body = on_ground(square("square", 0.3, 0.08, ""));
    let run = smooth("damping: 0.0", G, &body, [2e-6, 0.09])?;
    let (before, after) = (run.at("energy", 0.0), run.end("energy"));
    let lifts = run.end("z") > run.at("z", 0.075);
    rows.closed_form("dropped on a corner without damping: it comes off (1)", 1.0, f64::from(u8::from(lifts)), 0.0);
    rows.closed_form("dropped on a corner: energy before and after [J]", before, after, 1e-3 * before);

    // ζ = ½ γ √(w/l) of two equal squares as of one on a plane; N does not pull.
    let upper = square("upper", 0.0, EDGE + 1e-3, "velocity: (0.0, 0.0, -1.0)");
    let pair = format!("{}, {upper}", square("lower", 0.0, 0.0, ""));
    let run = smooth("damping: 1.0", 0.0, &pair, [1e-5, 0.02])?;
    let phi = libm::acos(0.5 * (EDGE / length()).sqrt());
    let restitution = libm::exp(-2.0 * phi * libm::cos(phi) / libm::sin(phi));
    rows.closed_form("two squares, gamma 1: restitution", restitution, run.end("parting"), 2e-3);
    Ok(())
}

/// The times at which a series goes up through 0.
fn ups(series: &[f64], dt: f64) -> Vec<f64> {
    let crossing = |(k, pair): (usize, &[f64])| {
        (pair[0] < 0.0 && pair[1] >= 0.0).then(|| (k as f64 + pair[0] / (pair[0] - pair[1])) * dt)
    };
    series.windows(2).enumerate().filter_map(crossing).collect()
}

/// ω² of a swing, 1/s²; NaN of what does not swing.
fn square_of_frequency(series: &[f64], dt: f64) -> f64 {
    let ups = ups(series, dt);
    match ups[..] {
        [first, .., last] => {
            let omega = std::f64::consts::TAU * (ups.len() - 1) as f64 / (last - first);
            omega * omega
        }
        _ => f64::NAN,
    }
}

/// The rate at which the extremes of a swing get smaller, 1/s, while they are more than rounding; NaN of what has none.
fn decay_of(series: &[f64], dt: f64) -> f64 {
    let is_extreme = |s: &[f64]| (s[1] - s[0]) * (s[2] - s[1]) <= 0.0 && s[1] != s[2];
    let all = series.windows(3).enumerate().filter(|(_, s)| is_extreme(s)).map(|(k, s)| (k as f64 * dt, s[1].abs()));
    let extremes: Vec<(f64, f64)> = all.take_while(|(_, size)| *size > 1e-6).collect();
    match extremes[..] {
        [first, .., last] => libm::log(first.1 / last.1) / (last.0 - first.0),
        _ => f64::NAN,
    }
}
