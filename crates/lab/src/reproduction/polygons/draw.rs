//! The figures of `docs/polygons.md`.

use super::measure::MeasuredVariant;
use crate::plot::{Curve, Figure, FigureWidth, Legend, Panel};

/// The energies in the box over one period, one curve per case.
pub fn draw_box(measured: &[MeasuredVariant]) -> Figure {
    let panel = |part: usize, label: &str| {
        let curve = |of: &MeasuredVariant| {
            let phases = of.boxes.first().map_or(0, |shaken| shaken.cycle.len());
            let mean =
                |k: usize| of.boxes.iter().map(|shaken| shaken.cycle[k][part]).sum::<f64>() / of.boxes.len() as f64;
            // Repeats the first phase at the end.
            let points = (0..=phases).map(|k| (k as f64 / phases as f64, 1e3 * mean(k % phases)));
            Curve { name: of.variant.name().to_owned(), points: points.collect(), style: None }
        };
        plain("phase ft", label, measured.iter().map(curve).collect())
    };
    page(3, vec![panel(0, "E_com [mJ]"), panel(1, "E_diff [mJ]"), panel(2, "E_rot [mJ]")])
}

/// Energy of the heap over time and its outline, one curve per case.
pub fn draw_heap(measured: &[MeasuredVariant]) -> Figure {
    let curves = |of: &dyn Fn(&MeasuredVariant) -> Vec<(f64, f64)>| {
        let curve = |result: &MeasuredVariant| Curve {
            name: result.variant.name().to_owned(),
            points: of(result),
            style: None,
        };
        measured.iter().map(curve).collect()
    };
    let energy = |variant: &MeasuredVariant| {
        let moving = variant.heaps.iter().take(1).flat_map(|heap| &heap.energy);
        let moving = moving.filter(|(_, energy)| *energy > 0.0);
        moving.map(|(t, energy)| (*t, libm::log10(*energy))).collect()
    };
    let outline = |variant: &MeasuredVariant| variant.heaps.first().map_or(Vec::new(), |heap| heap.outline.clone());
    let panels = vec![
        plain("time [s]", "log10 of E per body [J]", curves(&energy)),
        // The limits exclude single polygons that roll further.
        Panel { x_range: Some((-1.2, 1.2)), ..plain("y [m]", "highest centre [m]", curves(&outline)) },
    ];
    page(2, panels)
}

/// Height of the centre of mass over the Sauter radius, over time: the first heap of each pour, one panel per pour.
pub fn draw_centre(measured: &[MeasuredVariant]) -> Figure {
    let pours = measured.first().map_or(Vec::new(), |variant| {
        variant.heaps.chunk_by(|a, b| a.pour == b.pour).map(|heaps| heaps[0].pour).collect()
    });
    let panel = |pour: &Option<f64>| {
        let curve = |variant: &MeasuredVariant| {
            let heap = variant.heaps.iter().find(|heap| heap.pour == *pour);
            Curve::new(variant.variant.name(), heap.map_or(Vec::new(), |heap| heap.centre.clone()))
        };
        let title = pour.map_or("the hopper hangs".to_owned(), |rise| format!("the hopper rises at {rise} m/s"));
        plain("time [s]", "z/r", measured.iter().map(curve).collect()).titled(title)
    };
    page(pours.len().max(1), pours.iter().map(panel).collect())
}

fn plain(x: &str, y: &str, curves: Vec<Curve>) -> Panel {
    Panel { x: x.to_owned(), y: y.to_owned(), curves, legend: Legend::Off, ..Panel::default() }
}

fn page(columns: usize, panels: Vec<Panel>) -> Figure {
    Figure { width: FigureWidth::Page, columns, panels, shared_legend: true }
}
