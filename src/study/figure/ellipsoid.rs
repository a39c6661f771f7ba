//! Poses of the falling ellipsoid (4.5.1).

use super::panels::{Curve, Figure, Legend, Panel};
use crate::run::simulation::Simulation;
use crate::shapes::Shape;
use crate::study::trace::{StudyError, scene};

/// Times of the paper's poses, s.
const TIMES: [f64; 6] = [0.0, 0.75, 0.9, 1.8, 2.1, 3.0];

/// Figure 12 of section 4.5.1: the outline from the side at six times, with the body's own long axis.
pub(super) fn poses() -> Result<Figure, StudyError> {
    let scene = scene("ellipsoid-falls", &[])?;
    let mut simulation = Simulation::new(&scene);
    let mut panels = Vec::new();
    for time in TIMES {
        let last = (time / scene.dt).round() as u64;
        simulation.steps(last - simulation.step_count());
        if let Some(why) = simulation.stopped() {
            return Err(StudyError::new(&scene.title, why));
        }
        let state = simulation.state();
        let Some(body) = state.bodies.iter().find(|body| body.mass.mass.is_finite()) else { continue };
        let Shape::Ellipsoid { semi_axes, .. } = body.shape else { continue };
        // The motion is planar: the ellipsoid turns about x alone.
        let (sin, cos) = body.q.scaled_axis().x.sin_cos();
        let at = |y: f64, z: f64| (body.x.y + cos * y - sin * z, body.x.z + sin * y + cos * z);
        let outline = (0..=90).map(|k| {
            let angle = f64::from(k) * std::f64::consts::TAU / 90.0;
            at(semi_axes.y * angle.cos(), semi_axes.z * angle.sin())
        });
        let (left, right) = (body.x.y - 0.65, body.x.y + 0.65);
        panels.push(Panel {
            title: format!("{time} s"),
            x: "y [m]".into(),
            y: "z [m]".into(),
            curves: vec![
                Curve::new("outline", outline.collect()).styled(5, 0),
                Curve::new("long axis", vec![at(0.0, 0.0), at(0.0, semi_axes.z)]).styled(0, 0),
                Curve::new("ground", vec![(left, 0.0), (right, 0.0)]).styled(5, 0),
            ],
            x_range: Some((left, right)),
            y_range: Some((-0.1, 1.1)),
            legend: Legend::Off,
            equal: true,
            ..Panel::default()
        });
    }
    Ok(Figure::page(3, panels))
}
