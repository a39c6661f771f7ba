//! Section 4.4, spinning spheres, and 4.5, an ellipsoid.

use super::panels::{Curve, Figure, Legend, Panel};
use crate::laws::Vec3;
use crate::record::state::State;
use crate::study::trace::{self, Probe, StudyError, Trace, mover, scene};

const PROBES: &[(&str, Probe)] = &[
    ("w", trace::turn_n),
    ("angle", trace::frame_angle),
    ("psi", trace::twist),
    ("y", trace::up),
    ("z", height),
    ("tilt", tilt),
];

fn height(state: &State) -> f64 {
    mover(state).map_or(f64::NAN, |body| body.x.z)
}

/// Angle of the body's long axis z from upright, degrees.
fn tilt(state: &State) -> f64 {
    mover(state).map_or(f64::NAN, |body| (body.q * Vec3::z()).z.clamp(-1.0, 1.0).acos().to_degrees())
}

fn run(name: &str, edits: &[(&str, &str)]) -> Result<Trace, StudyError> {
    trace::trace(&scene(name, edits)?, PROBES)
}

/// Figures 11 and 12 (13, 14): ω(t) for four η_ψ, and the contact frames when the ball has come to rest.
pub(super) fn heuristic() -> Result<Figure, StudyError> {
    let (mut omega, mut frames) = (Vec::new(), Vec::new());
    for (k, eta) in ["0.006", "0.008", "0.010", "0.012"].into_iter().enumerate() {
        let ball = run(&format!("sphere-spin-{eta}"), &[])?;
        omega.push(Curve::of(format!("ηψ = {eta}"), &ball, "w", 1.0));
        let angle = ball.end("angle").to_radians();
        let tip = |turn: f64, length: f64| (length * (angle + turn).cos(), length * (angle + turn).sin());
        let right = std::f64::consts::FRAC_PI_2;
        // u and w as one line from tip to tip through the origin; u has a head.
        let head = |back: f64| (0.88 * angle.cos() + back * angle.sin(), 0.88 * angle.sin() - back * angle.cos());
        let (u, w) = (tip(0.0, 1.0), tip(right, 1.0));
        let points = vec![w, (0.0, 0.0), u, head(0.06), u, head(-0.06)];
        frames.push(Curve::new(format!("ηψ = {eta}"), points).styled(k, 0));
    }
    let omega = Panel {
        x: "time [s]".into(),
        y: "ω [rad/s]".into(),
        curves: omega,
        x_range: Some((0.0, 8.0)),
        levels: vec![(0.0, String::new())],
        ..Panel::default()
    };
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
    Ok(Figure::page(2, vec![omega, frames]))
}

fn over_stiffness(names: &[(&str, &str)], stiffnesses: &[&str], end: &str) -> Result<Vec<Panel>, StudyError> {
    let mut panels = Vec::new();
    for (title, name) in names {
        let mut curves = Vec::new();
        for k_e in stiffnesses {
            let ball = run(name, &[("friction.k_e", k_e), ("time.duration", end)])?;
            curves.push(Curve::of(format!("K_E = {k_e} N/m"), &ball, "w", 1.0));
        }
        panels.push(Panel {
            title: (*title).to_string(),
            x: "time [s]".into(),
            y: "ω [rad/s]".into(),
            curves,
            levels: vec![(0.0, String::new())],
            ..Panel::default()
        });
    }
    Ok(panels)
}

/// Figure 12 (14), second: ω(t) with the Hertz patch, three balls, four K_E.
pub(super) fn hertz() -> Result<Figure, StudyError> {
    let names = [
        ("steel, R = 20 mm", "hertz-spin-steel-20mm"),
        ("steel, R = 40 mm", "hertz-spin-steel-40mm"),
        ("glass, R = 20 mm", "hertz-spin-glass-20mm"),
    ];
    Ok(Figure::page(3, over_stiffness(&names, &["5e5", "1e6", "5e6", "1e7"], "5.0")?).with_shared_legend())
}

/// Section 4.5.2: ω(t) of the ellipsoid in two poses, as published and with its own inertia.
pub(super) fn ellipsoid() -> Result<Figure, StudyError> {
    let published = [
        ("upright, as published", "ellipsoid-spin-upright-published"),
        ("flat, as published", "ellipsoid-spin-flat-published"),
    ];
    let mut panels = over_stiffness(&published, &["5e6", "1e7", "5e7", "1e8"], "2.0")?;
    let own = [("upright, own inertia", "ellipsoid-spin-upright"), ("flat, own inertia", "ellipsoid-spin-flat")];
    panels.extend(over_stiffness(&own, &["5e6", "1e7", "5e7", "1e8"], "8.0")?);
    Ok(Figure::page(2, panels).with_shared_legend())
}

/// Section 4.5.1: height, path and tilt of the ellipsoid that falls over, for two dampings.
pub(super) fn ellipsoid_falls() -> Result<Figure, StudyError> {
    let runs = [
        ("damping as the equations", run("ellipsoid-falls", &[])?),
        ("damping as published", run("ellipsoid-falls-published-damping", &[])?),
    ];
    let panel = |y: &str, column: &str, legend| Panel {
        x: "time [s]".into(),
        y: y.into(),
        curves: runs.iter().map(|(name, run)| Curve::of(*name, run, column, 1.0)).collect(),
        legend,
        ..Panel::default()
    };
    let panels = vec![
        panel("height [m]", "z", Legend::TopRight),
        panel("y of the centre [m]", "y", Legend::Off),
        panel("tilt [degrees]", "tilt", Legend::Off),
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}
