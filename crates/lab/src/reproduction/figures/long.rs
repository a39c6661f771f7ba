//! Figures whose runs take minutes: the angle of rest, and the drum of polygons.

use crate::plot::{Curve, Figure, Legend, Panel};
use crate::reproduction::polygon_drum::drum_run;
use crate::reproduction::rest_angle::{EDGE, HeapShape, RestingHeap, SECONDS, resting_heap};
use crate::trace::StudyError;
use rayon::prelude::*;
use stickslip_engine::laws::math::extremes::largest;

/// Distance from the axis up to which the heaps are drawn, m; balls that roll away go farther.
const WIDTH: f64 = 0.6;
/// ρ/R of the balls.
const ROLL_LIMITS: [f64; 3] = [0.02, 0.1, 0.3];

/// Outlines of heaps of balls with three roll limits and of cubes and octahedra without, and their slopes.
pub(super) fn rest_angle() -> Result<Figure, StudyError> {
    let balls = ROLL_LIMITS.map(HeapShape::Balls);
    let all: Vec<HeapShape> = balls.into_iter().chain([HeapShape::Cubes, HeapShape::Octahedra]).collect();
    let heaps = all.par_iter().map(|shape| Ok((*shape, resting_heap(*shape, EDGE, SECONDS)?)));
    let heaps = heaps.collect::<Result<Vec<_>, StudyError>>()?;
    let name = |shape: &HeapShape, degrees: f64| format!("{}: {degrees:.0}°", shape.name());
    let near = |heap: &RestingHeap| heap.outline.iter().copied().filter(|(r, _)| *r < WIDTH).collect();
    let outlines = heaps.iter().map(|(shape, heap)| Curve::new(name(shape, heap.degrees), near(heap)));
    let steepest = largest(heaps.iter().map(|(_, heap)| heap.degrees));
    let slopes = heaps.iter().filter_map(|(shape, heap)| match shape {
        HeapShape::Balls(rho) => Some((*rho, heap.degrees)),
        _ => None,
    });
    let solids = heaps.iter().filter(|(shape, _)| !matches!(shape, HeapShape::Balls(_)));
    let angles = Panel {
        x: "ρ/R of the balls".into(),
        y: "slope [degrees]".into(),
        curves: vec![Curve::new("balls", slopes.collect()).styled(5, 0)],
        levels: solids.map(|(shape, heap)| (heap.degrees, shape.name())).collect(),
        y_range: Some((0.0, 5.0 * (steepest / 5.0).ceil())),
        legend: Legend::Off,
        ..Panel::default()
    };
    let outline = Panel {
        x: "distance from the axis [m]".into(),
        y: "highest centre [m]".into(),
        curves: outlines.collect(),
        legend: Legend::Off,
        ..Panel::default()
    };
    Ok(Figure::page(2, vec![outline, angles]).with_shared_legend())
}

/// Rotation of polygons in a drum, with damping relative to the neighbours and relative to no rotation.
pub(super) fn polygon_drum() -> Result<Figure, StudyError> {
    let runs = [true, false].into_par_iter().map(|follow| Ok((follow, drum_run(follow, 6.0)?)));
    let runs = runs.collect::<Result<Vec<_>, StudyError>>()?;
    let rings = runs.iter().map(|(follow, run)| {
        let word = if *follow { "follows the neighbours" } else { "does not follow" };
        let [mean, rms] = run.carried;
        let name = format!(
            "{word}: carried polygons {mean:+.3} ± {rms:.3}, flowing {:.2}, energy {:.1e} J",
            run.flowing, run.energy
        );
        Curve::new(name, run.rings.clone())
    });
    let rings = Panel {
        x: "distance from the axis [m]".into(),
        y: "ω/ω of the drum".into(),
        curves: rings.collect(),
        levels: vec![(1.0, "turns with the drum".into())],
        legend: Legend::Off,
        ..Panel::default()
    };
    let deviation = runs.iter().map(|(_, run)| Curve::new("", run.deviation.clone()));
    let deviation = Panel::over_time("carried: rms of ω/ω₀ − 1", deviation.collect());
    Ok(Figure::page(2, vec![rings, deviation]).with_shared_legend())
}
