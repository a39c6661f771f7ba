//! Section 4.4: spinning spheres.

use crate::plot::sketch::{Viewpoint, arrow, states};
use crate::plot::{Curve, Figure, Legend, Panel};
use crate::trace::{self, StudyError, Trace, TraceProbe, scene};
use rayon::prelude::*;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::State;

const PROBES: &[(&str, TraceProbe)] = &[
    ("w", trace::angular_velocity_n),
    ("angle", trace::frame_angle),
    ("psi", trace::signed_spin_deflection),
    ("y", trace::up),
    ("z", trace::height),
    ("tilt", trace::tilt),
];

/// Runs a built-in scene with edits (path and value) and records the quantities of sections 4.4 and 4.5.
pub(super) fn run(name: &str, edits: &[(&str, &str)]) -> Result<Trace, StudyError> {
    trace::trace(&scene(name, edits)?, PROBES)
}

/// Figure 11 (13): the ball with its axes and the contact frame at four times, η_ψ = 0.006.
pub(super) fn snapshots() -> Result<Figure, StudyError> {
    let times = [0.0, 2.0, 4.0, 8.0];
    let states = states(&scene("sphere-spin-0.006", &[])?, &times)?;
    let viewpoint = Viewpoint::from(-60.0, 30.0);
    let panel =
        |(t, state): (&f64, &State)| viewpoint.ball(state, &Vec3::new(0.0, 0.0, 0.15), 0.6).titled(format!("{t} s"));
    Ok(Figure::page(4, times.iter().zip(&states).map(panel).collect()).with_shared_legend())
}

/// Figure 12 (14): ω(t) for four η_ψ, its overshoot, and the contact frames at the start and at rest.
pub(super) fn heuristic() -> Result<Figure, StudyError> {
    let runs = ["0.006", "0.008", "0.010", "0.012"].map(|eta| Ok((eta, run(&format!("sphere-spin-{eta}"), &[])?)));
    let runs = runs.into_iter().collect::<Result<Vec<_>, StudyError>>()?;
    let omega = |from, scale| {
        let curve =
            |(eta, ball): &(&str, Trace)| Curve::from_trace(format!("η_ψ = {eta}"), ball, "w", scale).within(from, 8.0);
        runs.iter().map(curve).collect()
    };
    let axes = |name: &str, degrees: f64, colour| {
        [degrees, degrees + 90.0].map(|degrees| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            Curve::new(name, arrow((0.0, 0.0), (cos, sin))).styled(colour, 0)
        })
    };
    let mut frames = Vec::new();
    for (k, (_, ball)) in runs.iter().enumerate() {
        frames.extend(axes("", ball.end("angle"), k));
    }
    let start = runs.first().map_or(f64::NAN, |(_, ball)| ball.at("angle", 0.0));
    frames.extend(axes("u, w at the start", start, 5));
    let frames = Panel {
        x: "x".into(),
        y: "y".into(),
        curves: frames,
        x_range: Some((-1.15, 1.15)),
        y_range: Some((-1.15, 1.15)),
        legend: Legend::Off,
        equal: true,
        ..Panel::default()
    };
    let panels = vec![
        Panel::over_time("ω [rad/s]", omega(0.0, 1.0)).with_x(0.0, 8.0).with_y(-0.1, 1.0).with_zero(),
        Panel::over_time("ω [mrad/s]", omega(3.0, 1e3)).with_x(3.0, 8.0).with_y(-6.0, 6.0).with_zero(),
        frames,
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// Ψ(t) in the first row and ω(t) in the second, one column per scene and one curve per K_E, N/m, up to time `end`.
pub(super) fn over_stiffness(scenes: &[(&str, &str)], stiffnesses: &[&str], end: f64) -> Result<Figure, StudyError> {
    let duration = format!("{end:?}");
    let runs = |(_, name): &(&str, &str)| -> Result<Vec<Trace>, StudyError> {
        let one = |k_e: &&str| run(name, &[("friction.k_e", k_e), ("time.duration", &duration)]);
        stiffnesses.par_iter().map(one).collect()
    };
    let runs = scenes.iter().map(runs).collect::<Result<Vec<_>, StudyError>>()?;
    let mut panels = Vec::new();
    for (y, column, scale) in [("Ψ [mrad]", "psi", 1e3), ("ω [rad/s]", "w", 1.0)] {
        for ((title, _), runs) in scenes.iter().zip(&runs) {
            let curve = |(k_e, run): (&&str, &Trace)| Curve::from_trace(format!("K_E = {k_e} N/m"), run, column, scale);
            let curves = stiffnesses.iter().zip(runs).map(curve).collect();
            panels.push(Panel::over_time(y, curves).with_x(0.0, end).with_zero().titled(*title));
        }
    }
    Ok(Figure::page(scenes.len(), panels).with_shared_legend())
}

/// Figure 12 (14), second part: Ψ(t) and ω(t) with the Hertz patch, three balls, four K_E.
pub(super) fn hertz() -> Result<Figure, StudyError> {
    let balls = [
        ("test 1: steel, R = 20 mm", "hertz-spin-steel-20mm"),
        ("test 2: steel, R = 40 mm", "hertz-spin-steel-40mm"),
        ("test 3: glass, R = 20 mm", "hertz-spin-glass-20mm"),
    ];
    over_stiffness(&balls, &["5e5", "1e6", "5e6", "1e7"], 5.0)
}
