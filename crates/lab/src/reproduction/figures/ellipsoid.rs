//! Section 4.5: an ellipsoid falls over and spins.

use super::spin::{over_stiffness, run};
use crate::plot::sketch::{closed, states};
use crate::plot::{Curve, Figure, Legend, Panel};
use crate::trace::{StudyError, moving_body, scene};
use stickslip_engine::shapes::Shape;

/// Times of the poses in the paper, s.
const TIMES: [f64; 6] = [0.0, 0.75, 0.9, 1.8, 2.1, 3.0];
/// K_E, N/m, from which the spin stiffnesses of section 4.5.2 follow.
const STIFFNESSES: [&str; 4] = ["5e6", "1e7", "5e7", "1e8"];

/// Figure 12 of section 4.5.1: the outline from the side at six times, with the body's long axis.
pub(super) fn poses() -> Result<Figure, StudyError> {
    let scene = scene("ellipsoid-falls", &[])?;
    let mut panels = Vec::new();
    for (time, state) in TIMES.iter().zip(states(&scene, &TIMES)?) {
        let Some(body) = moving_body(&state) else { continue };
        let Shape::Ellipsoid { semi_axes, .. } = body.shape else { continue };
        // The motion is planar: the ellipsoid rotates about x only.
        let (sin, cos) = body.q.scaled_axis().x.sin_cos();
        let at = |y: f64, z: f64| (body.x.y + cos * y - sin * z, body.x.z + sin * y + cos * z);
        let outline = closed(|angle| at(semi_axes.y * angle.cos(), semi_axes.z * angle.sin()));
        panels.push(Panel {
            title: format!("{time} s"),
            x: "y [m]".into(),
            y: "z [m]".into(),
            curves: vec![
                Curve::new("outline", outline).styled(5, 0),
                Curve::new("long axis", vec![at(0.0, 0.0), at(0.0, semi_axes.z)]).styled(0, 0),
                Curve::new("", vec![(-0.5, 0.0), (1.5, 0.0)]).styled(5, 0),
            ],
            x_range: Some((-0.5, 1.5)),
            y_range: Some((-0.1, 1.1)),
            legend: Legend::Off,
            equal: true,
            ..Panel::default()
        });
    }
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// Section 4.5.1: height, path and tilt of the toppling ellipsoid, for two dampings.
pub(super) fn falls() -> Result<Figure, StudyError> {
    let runs = [
        ("damping as the equations", run("ellipsoid-falls", &[])?),
        ("damping as published", run("ellipsoid-falls-published-damping", &[])?),
    ];
    let panel = |y: &str, column: &str| {
        Panel::over_time(y, runs.iter().map(|(name, run)| Curve::from_trace(*name, run, column, 1.0)).collect())
    };
    let panels = vec![panel("height [m]", "z"), panel("y of the centre [m]", "y"), panel("tilt [degrees]", "tilt")];
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// Figure 12 (14) of section 4.5.2: Ψ(t) and ω(t) of the ellipsoid in two poses, as published.
pub(super) fn spin() -> Result<Figure, StudyError> {
    let poses = [("upright", "ellipsoid-spin-upright-published"), ("flat", "ellipsoid-spin-flat-published")];
    over_stiffness(&poses, &STIFFNESSES, 2.0)
}

/// Ψ(t) and ω(t) of the ellipsoid in two poses, with its own moments of inertia.
pub(super) fn spin_own_inertia() -> Result<Figure, StudyError> {
    let poses = [("upright", "ellipsoid-spin-upright"), ("flat", "ellipsoid-spin-flat")];
    over_stiffness(&poses, &STIFFNESSES, 8.0)
}
