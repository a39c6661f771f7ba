//! Polygons under the overlap-area normal force, with static friction as a constraint: closed forms for a square on a
//! plane and for two squares.

use super::plan::VerifyPlan;
use super::rows::{CaseRows, ROUNDING};
use crate::trace::{self, StudyError, Trace, TraceProbe, first_fault, scene};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::{larger, largest, smallest};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// Gravity, m/s².
const G: f64 = 9.81;
/// Edge, m, mass, kg, and moment of inertia, kg·m², of the square.
const EDGE: f64 = 0.1;
const MASS: f64 = 0.27;
const INERTIA: f64 = 4.5e-4;
/// k = Y h, N/m.
const STIFFNESS: f64 = 1e5;

const PROBES: &[(&str, TraceProbe)] = &[
    ("v", trace::speed_up),
    ("z", trace::height),
    ("w", trace::angular_velocity_x),
    ("speed", |state| trace::moving_body(state).map_or(f64::NAN, |body| body.v.norm() + EDGE * body.w.norm())),
    ("used", |state| trace::of_contact(state, |contact| contact.lambda().map_or(f64::NAN, |at| (at - 0.5).abs()))),
    ("tilt", |state| {
        trace::moving_body(state).map_or(f64::NAN, |body| trace::on_plane(state, &(body.q * Vec3::y())).z.abs())
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
    trace::moving_body(state).map_or(f64::NAN, |body| of(body.v.norm(), body.w.norm(), body.x.z))
}

/// Length l of the square against a plane and against an equal square, m: twice the radius of the circle of equal
/// area.
fn length() -> f64 {
    2.0 * EDGE / std::f64::consts::PI.sqrt()
}

/// Overlap of the square at rest on level ground, m.
fn depth() -> f64 {
    MASS * G * length() / (STIFFNESS * EDGE)
}

/// A square rotated by `angle`, rad, about x, with its centre at `height`, m.
fn square(name: &str, angle: f64, height: f64, more: &str) -> String {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let (c, s) = (half * libm::cos(0.5 * angle), half * libm::sin(0.5 * angle));
    format!(
        r#"(name: "{name}", shape: Prism(polygon: [(-0.05, -0.05), (0.05, -0.05), (0.05, 0.05), (-0.05, 0.05)],
            half_height: 0.005), density: 2700.0, motion: Planar(X), rotation: ({c:?}, {s:?}, {c:?}, {s:?}),
            position: (0.0, 0.0, {height:?}), {more})"#
    )
}

/// A scene of `bodies` without friction.
fn frictionless(normal: &str, gravity: f64, bodies: &str, [dt, duration]: [f64; 2]) -> Result<Scene, StudyError> {
    let text = format!(
        r#"Scene(schema: 1, title: "polygons", time: (dt: {dt:e}, duration: {duration:?}), gravity: (0.0, 0.0, {:?}),
            friction: (mu: 0.0, laws: (slide: Dae)), normal: OverlapArea(young: 1e7, {normal}), bodies: [{bodies}])"#,
        -gravity
    );
    Scene::parse("polygons", &text).map_err(|faults| StudyError::new("polygons", first_fault(&faults)))
}

/// A run of `bodies` without friction.
fn smooth(normal: &str, gravity: f64, bodies: &str, times: [f64; 2]) -> Result<Trace, StudyError> {
    trace::trace(&frictionless(normal, gravity, bodies, times)?, PROBES)
}

/// A run of `bodies` without friction: the energy stored in overlaps at the end, J, and the largest change of the
/// total energy (stored, kinetic and potential), J.
fn stored(normal: &str, bodies: &str, times: [f64; 2]) -> Result<[f64; 2], StudyError> {
    let mut simulation = Simulation::with_energy_ledger(&frictionless(normal, G, bodies, times)?);
    let parts = |simulation: &mut Simulation| {
        simulation.state().accounts.map_or([f64::NAN; 2], |accounts| {
            let budget = accounts.budget;
            [budget.contacts.normal.stored, budget.kinetic + budget.potential + budget.contacts.normal.stored]
        })
    };
    let [mut at_end, start] = parts(&mut simulation);
    let mut departure: f64 = 0.0;
    for _ in 0..(times[1] / times[0]).round() as u64 {
        simulation.step();
        let [stored, total] = parts(&mut simulation);
        at_end = stored;
        departure = larger(departure, (total - start).abs());
    }
    simulation.stopped().map_or(Ok([at_end, departure]), |why| Err(StudyError::new("polygons", why)))
}

const GROUND: &str = r#"(name: "ground", shape: Plane)"#;

/// A square on a slope, static and sliding, and a column of bricks.
pub(super) fn slope(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let (sin, cos) = (libm::sin(15f64.to_radians()), libm::cos(15f64.to_radians()));
    let run = trace::trace(&scene("dae-incline", &[])?, PROBES)?;
    rows.closed_form(
        "15 degrees, mu 0.5: distance of lambda from 1/2, tan(alpha)/(2 mu)",
        sin / cos,
        run.end("used"),
        ROUNDING,
    );
    // The bed of springs under the square balances the lever of its weight.
    let bed = STIFFNESS * EDGE * EDGE * EDGE / (12.0 * length());
    let tilt = MASS * G * sin * 0.5 * EDGE / (bed - MASS * G * cos * 0.5 * EDGE);
    rows.closed_form("15 degrees: tilt at rest [rad]", tilt, run.end("tilt"), 6e-4 * tilt);
    let speeds = run.column("speed")?;
    let late = largest(speeds[speeds.len() / 2..].iter().copied());
    rows.closed_form("15 degrees: speed from 0.5 s on, largest [m/s]", 0.0, late, ROUNDING);
    let steep = [("bodies.ground.shape.degrees", "30.0")];
    let run = trace::trace(&scene("dae-incline", &steep)?, PROBES)?;
    let expected = G * (0.5 - 0.5 * 0.75_f64.sqrt());
    // The residual rocking shows in the velocities at both ends.
    rows.closed_form("30 degrees, mu 0.5: acceleration [m/s^2]", expected, -run.slope("v", 0.5, 1.0), 3.5e-4);
    column(rows)
}

/// Ten bricks on each other. The lower face of each brick holds the weight of all bricks above it, so each contact
/// uses the same share of its friction. The faces of the lower bricks are turned by up to 0.003 rad on their springs.
fn column(rows: &mut CaseRows) -> Result<(), StudyError> {
    let scene = scene("dae-bricks", &[])?;
    let mut simulation = Simulation::new(&scene);
    let steps = |time: f64| (time / scene.dt).round() as u64;
    simulation.steps(steps(2.5));
    let mut slip: f64 = 0.0;
    for _ in steps(2.5)..steps(scene.duration) {
        simulation.step();
        slip = larger(slip, simulation.dae().last.residual * scene.dt);
    }
    if let Some(why) = simulation.stopped() {
        return Err(StudyError::new("dae-bricks", why));
    }
    let state = simulation.state();
    let used = || state.contacts.iter().map(|contact| contact.lambda().map_or(f64::NAN, |at| (at - 0.5).abs()));
    let expected = libm::tan(20f64.to_radians());
    rows.count("ten bricks on 20 degrees, mu 0.5: contacts", 10, used().count() as u64);
    rows.closed_form(
        "ten bricks: largest distance of lambda from 1/2, tan(alpha)/(2 mu)",
        expected,
        largest(used()),
        3e-3,
    );
    rows.closed_form("ten bricks: smallest distance of lambda from 1/2", expected, smallest(used()), 3e-7);
    rows.closed_form("ten bricks: slip from 2.5 s on, largest [m/s]", 0.0, slip, 1.4e-11);
    Ok(())
}

/// Circumradius of the hexagon, and depth of each wall in it, m.
const HEXAGON: f64 = 0.05;
const PRESSED: f64 = 1e-4;

/// Bodies that friction turns or keeps from turning: a hexagon between six walls, and a ball that rolls or slides.
pub(super) fn turning(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    // Each overlap is a trapezoid between a side of the hexagon and the wall.
    let (apothem, side) = (HEXAGON * 0.75_f64.sqrt(), HEXAGON);
    let inner = side + 2.0 * PRESSED / 3f64.sqrt();
    let area = 0.5 * (side + inner) * PRESSED;
    let lever = apothem - PRESSED / 3.0 * (side + 2.0 * inner) / (side + inner);
    let whole = 1.5 * 3f64.sqrt() * side * side;
    let normal = STIFFNESS * area / (2.0 * (whole / std::f64::consts::PI).sqrt());
    // Density times thickness: 27 kg/m².
    let inertia = 27.0 * whole * side * side * 5.0 / 12.0;
    let held = 6.0 * 0.5 * normal * lever;
    let run = |part: f64, duration: &str| {
        // A couple of two forces, 0.02 m either side of the centre.
        let force = part * held / 0.04;
        let [up, down] = [force, -force].map(|force| format!("(0.0, 0.0, {force:?})"));
        let edits = [("pulls.0.force", &*up), ("pulls.1.force", &*down), ("time.duration", duration)];
        trace::trace(
            &scene("dae-wheel", &edits)?,
            &[("w", |state| trace::moving_body(state).map_or(f64::NAN, |body| body.w.x))],
        )
    };
    let fastest = largest(run(0.98, "0.05")?.column("w")?.iter().map(|w| w.abs()));
    rows.closed_form("0.98 of what six walls hold: angular velocity, largest [rad/s]", 0.0, fastest, 1.4e-11);
    let above = run(1.02, "1e-4")?;
    let expected = 0.02 * held * above.dt / inertia;
    let what = "1.02 of what they hold: angular velocity after a step, 0.02 M dt/I [rad/s]";
    rows.closed_form(what, expected, above.end("w").abs(), 3e-5 * expected);

    for (degrees, mu) in [(10.0f64, 0.5), (40.0, 0.1)] {
        let text = format!(
            r#"Scene(schema: 1, title: "ball", time: (dt: 1e-4, duration: 0.5), friction: (mu: {mu:?}, laws: (slide: Dae)),
                gravity: (0.0, 0.0, {:?}), normal: Known(Weight), bodies: [
                (name: "ground", shape: Incline(degrees: {degrees:?})),
                (name: "ball", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: "ground"))])"#,
            -G
        );
        let ball = Scene::parse("ball", &text).map_err(|faults| StudyError::new("ball", first_fault(&faults)))?;
        let run = trace::trace(&ball, PROBES)?;
        let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
        let (along, around) = if mu > 2.0 / 7.0 * sin / cos {
            (5.0 / 7.0 * G * sin, 5.0 / 7.0 * G * sin)
        } else {
            (G * (sin - mu * cos), 2.5 * mu * G * cos)
        };
        let what = |what: &str| format!("a ball on {degrees} degrees, mu {mu}: {what}");
        rows.closed_form(what("acceleration [m/s^2]"), along, -run.slope("v", 0.0, 0.5), ROUNDING * along);
        rows.closed_form(
            what("angular acceleration times R [m/s^2]"),
            around,
            0.1 * run.slope("w", 0.0, 0.5),
            ROUNDING * around,
        );
    }
    Ok(())
}

/// Bouncing, rocking and impacts without friction.
pub(super) fn bed(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let on_ground = |square: String| format!("{GROUND}, {square}");
    let rest = 0.5 * EDGE - depth();
    let body = on_ground(square("square", 0.0, rest - 0.2 * depth(), ""));
    let run = smooth("damping: 0.0", G, &body, [1e-5, 0.1])?;
    let expected = STIFFNESS * EDGE / (length() * MASS);
    let heights: Vec<f64> = run.column("z")?.iter().map(|z| z - rest).collect();
    let found = square_of_frequency(&heights, run.dt);
    rows.closed_form("bounces on a plane with omega^2 = k w/(l m) [1/s^2]", expected, found, 8e-6 * expected);

    let righting = STIFFNESS * EDGE * EDGE * EDGE / (12.0 * length()) - MASS * G * 0.5 * EDGE;
    for (gamma, of_omega, of_delta) in [(0.0, 5e-6, 1.5e-5), (0.2, 2.5e-3, 0.15)] {
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
            of_omega * expected,
        );
        let found = decay_of(spins, run.dt);
        rows.closed_form(what("delta = gamma_t sqrt(k m) w^2/(8 I) [1/s]"), decay, found, of_delta);
    }

    // On its corner, with room to fall: the overlap is a triangle that turns and shifts.
    let body = on_ground(square("square", 0.3, 0.08, ""));
    let run = smooth("damping: 0.0", G, &body, [2e-6, 0.09])?;
    let (before, after) = (run.at("energy", 0.0), run.end("energy"));
    let lifts = run.end("z") > run.at("z", 0.075);
    rows.condition("dropped on a corner without damping: it comes off (1: yes)", true, lifts);
    rows.closed_form("dropped on a corner: energy before and after [J]", before, after, 9e-7 * before);

    let [_, departure] = stored("damping: 0.0", &body, [2e-6, 0.09])?;
    rows.closed_form(
        "dropped on a corner: change of the energy with that of the overlap, largest [J]",
        0.0,
        departure,
        1e-4 * before,
    );
    let [found, _] = stored("damping: 0.5", &on_ground(square("square", 0.0, rest, "")), [1e-4, 0.1])?;
    let expected = 0.5 * MASS * G * depth();
    let what = "at rest: energy stored in the overlap, (m g)^2 l/(2 k w) [J]";
    rows.closed_form(what, expected, found, 3e-12 * expected);

    // ζ = ½ γ √(w/l) for two equal squares as for one on a plane; N is never attractive.
    let upper = square("upper", 0.0, EDGE + 1e-3, "velocity: (0.0, 0.0, -1.0)");
    let pair = format!("{}, {upper}", square("lower", 0.0, 0.0, ""));
    let run = smooth("damping: 1.0", 0.0, &pair, [1e-5, 0.02])?;
    let phi = libm::acos(0.5 * (EDGE / length()).sqrt());
    let restitution = libm::exp(-2.0 * phi * libm::cos(phi) / libm::sin(phi));
    rows.closed_form("two squares, gamma 1: restitution", restitution, run.end("parting"), 1.9e-3);
    Ok(())
}

/// Times of the upward zero crossings of a series, s.
fn upward_crossings(series: &[f64], dt: f64) -> Vec<f64> {
    let crossing = |(k, pair): (usize, &[f64])| {
        (pair[0] < 0.0 && pair[1] >= 0.0).then(|| (k as f64 + pair[0] / (pair[0] - pair[1])) * dt)
    };
    series.windows(2).enumerate().filter_map(crossing).collect()
}

/// ω² of an oscillation, 1/s²; NaN for a series without one.
fn square_of_frequency(series: &[f64], dt: f64) -> f64 {
    let crossings = upward_crossings(series, dt);
    match crossings[..] {
        [first, .., last] => {
            let omega = std::f64::consts::TAU * (crossings.len() - 1) as f64 / (last - first);
            omega * omega
        }
        _ => f64::NAN,
    }
}

/// Decay rate of the extremes of an oscillation, 1/s, while they exceed rounding noise; NaN for a series without one.
fn decay_of(series: &[f64], dt: f64) -> f64 {
    let is_extreme = |s: &[f64]| (s[1] - s[0]) * (s[2] - s[1]) <= 0.0 && s[1] != s[2];
    let all = series.windows(3).enumerate().filter(|(_, s)| is_extreme(s)).map(|(k, s)| (k as f64 * dt, s[1].abs()));
    let extremes: Vec<(f64, f64)> = all.take_while(|(_, size)| *size > 1e-6).collect();
    match extremes[..] {
        [first, .., last] => libm::log(first.1 / last.1) / (last.0 - first.0),
        _ => f64::NAN,
    }
}
