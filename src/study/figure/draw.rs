//! From figures to files: SVG, PNG at 300 dpi, CSV.

use super::{Curve, Figure, Legend, Map, Panel, Width};
use crate::record::table::WriteError;
use kuva::prelude::{
    ColorMap, Heatmap, Layout, LegendEntry, LegendPosition, LegendShape, LinePlot, LineStyle, Plot, PngBackend,
    ReferenceLine, SvgBackend,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Pixels of a millimetre at 96 dpi, the unit of SVG.
const PX_PER_MM: f64 = 96.0 / 25.4;
/// Colours that colour-blind readers can tell apart (Okabe and Ito), one per curve; the line styles differ too.
const COLOURS: [&str; 6] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#000000"];
/// Pale ones for the cells of maps, in order of lightness, so that they differ in grey too.
const PALE: [&str; 4] = ["#F5F5F5", "#BFE0F2", "#F0C27B", "#8FBF9F"];
/// Gaps, in px.
const SPACING: f64 = 6.0;

/// Writes `stem.svg`, `stem.png` and `stem.csv`.
pub fn write(figure: &Figure, stem: &Path) -> Result<Vec<PathBuf>, WriteError> {
    let rows = figure.panels.len().div_ceil(figure.columns);
    let width = PX_PER_MM * if figure.width == Width::Page { 174.0 } else { 84.0 };
    let cell = (width - SPACING * (figure.columns as f64 + 1.0)) / figure.columns as f64;
    let tall = figure.panels.iter().any(|panel| panel.map.is_some() || panel.equal);
    let height = if tall { cell.min(330.0) } else { (0.68 * cell).max(190.0) };
    let (plots, layouts): (Vec<_>, Vec<_>) = figure.panels.iter().map(|panel| (plots(panel), layout(panel))).unzip();
    let grid = kuva::prelude::Figure::new(rows, figure.columns)
        .with_plots(plots)
        .with_layouts(layouts)
        .with_cell_size(cell, height)
        .with_spacing(SPACING)
        .with_padding(SPACING);
    let grid = if figure.panels.len() > 1 { grid.with_labels_lowercase() } else { grid };
    let scene = grid.render();
    let at = |extension: &str| stem.with_extension(extension);
    let write = |path: &Path, bytes: &[u8]| std::fs::write(path, bytes).map_err(|e| WriteError::at(path, e));
    write(&at("svg"), SvgBackend::new().with_embedded_font(true).render_scene(&scene).as_bytes())?;
    let png = PngBackend::new().with_scale(300.0 / 96.0).render_scene(&scene);
    write(&at("png"), &png.map_err(|why| WriteError::at(&at("png"), why))?)?;
    write(&at("csv"), data(figure).as_bytes())?;
    Ok(["svg", "png", "csv"].map(at).to_vec())
}

/// One row per point: panel, curve, x, y; cells of a map as points of the curve that their class names.
fn data(figure: &Figure) -> String {
    let mut text = "panel,curve,x,y\n".to_string();
    for (k, panel) in figure.panels.iter().enumerate() {
        let letter = char::from(b'a' + k as u8);
        let title = if panel.title.is_empty() { String::new() } else { format!("{}: ", panel.title) };
        let name = format!("{letter}) {title}{} over {}", panel.y, panel.x).replace('"', "'");
        let mut row = |curve: &str, x: f64, y: f64| text += &format!("\"{name}\",\"{curve}\",{x:?},{y:?}\n");
        for curve in &panel.curves {
            curve.points.iter().for_each(|(x, y)| row(&curve.name, *x, *y));
        }
        if let Some(map) = &panel.map {
            let (dx, dy) = map.cell();
            for (i, cells) in map.cells.iter().enumerate() {
                for (j, class) in cells.iter().enumerate() {
                    let (x, y) = (map.x.0 + (j as f64 + 0.5) * dx, map.y.0 + (i as f64 + 0.5) * dy);
                    row(map.classes[*class], x, y);
                }
            }
        }
        panel.levels.iter().for_each(|(y, label)| row(label, f64::NAN, *y));
        panel.marks.iter().for_each(|(x, label)| row(label, *x, f64::NAN));
    }
    text
}

impl Map {
    /// Width and height of a cell.
    fn cell(&self) -> (f64, f64) {
        let columns = self.cells.first().map_or(1, Vec::len);
        ((self.x.1 - self.x.0) / columns as f64, (self.y.1 - self.y.0) / self.cells.len() as f64)
    }
}

fn plots(panel: &Panel) -> Vec<Plot> {
    let mut plots: Vec<Plot> = panel.map.iter().map(|map| Plot::Heatmap(heatmap(map))).collect();
    plots.extend(panel.curves.iter().enumerate().map(|(k, curve)| Plot::Line(line(curve, k))));
    plots
}

fn line(curve: &Curve, place: usize) -> LinePlot {
    let k = curve.style.unwrap_or(place);
    let style = match k % 4 {
        0 => LineStyle::Solid,
        1 => LineStyle::Custom("5 2".into()),
        2 => LineStyle::Custom("1.5 1.5".into()),
        _ => LineStyle::Custom("6 1.5 1.5 1.5".into()),
    };
    LinePlot::new()
        .with_data(curve.points.iter().copied())
        .with_color(COLOURS[k % COLOURS.len()])
        .with_stroke_width(1.2)
        .with_line_style(style)
}

fn heatmap(map: &Map) -> Heatmap {
    let top = (map.classes.len() - 1).max(1) as f64;
    let colour = move |x: f64| PALE[((x * top).round() as usize).min(PALE.len() - 1)].to_string();
    let cells = map.cells.iter().rev().map(|row| row.iter().map(|class| *class as f64).collect::<Vec<f64>>());
    Heatmap::new()
        .with_data(cells)
        .with_x_range(map.x.0, map.x.1)
        .with_y_range(map.y.0, map.y.1)
        .with_cell_size(1.02)
        .with_color_map(ColorMap::Custom(Arc::new(colour)))
}

fn layout(panel: &Panel) -> Layout {
    let mut layout = Layout::auto_from_plots(&plots(panel))
        .with_x_label(&panel.x)
        .with_y_label(&panel.y)
        .with_show_grid(false)
        .with_box_axes()
        .with_clamp_axis()
        .with_title_size(10)
        .with_label_size(10)
        .with_tick_size(9)
        .with_body_size(9)
        .with_ticks(5)
        .with_axis_line_width(0.8);
    if !panel.title.is_empty() {
        layout = layout.with_title(&panel.title);
    }
    if let Some((low, high)) = panel.x_range {
        layout = layout.with_x_axis_min(low).with_x_axis_max(high);
    }
    if let Some((low, high)) = panel.y_range {
        layout = layout.with_y_axis_min(low).with_y_axis_max(high);
    }
    for (value, label) in &panel.levels {
        let line = ReferenceLine::horizontal(*value).with_color("#666666").with_stroke_width(0.7).with_label(label);
        layout = layout.with_reference_line(line);
    }
    for (value, label) in &panel.marks {
        let line = ReferenceLine::vertical(*value).with_color("#999999").with_stroke_width(0.7).with_label(label);
        layout = layout.with_reference_line(line);
    }
    if panel.equal {
        layout = layout.with_equal_aspect();
    }
    legend(layout, panel)
}

fn legend(layout: Layout, panel: &Panel) -> Layout {
    let position = match panel.legend {
        Legend::Off => return layout,
        Legend::TopRight => LegendPosition::InsideTopRight,
        Legend::TopLeft => LegendPosition::InsideTopLeft,
        Legend::BottomRight => LegendPosition::InsideBottomRight,
        Legend::BottomLeft => LegendPosition::InsideBottomLeft,
    };
    let mut entries = Vec::new();
    for (k, class) in panel.map.iter().flat_map(|map| map.classes.iter().enumerate()) {
        entries.push(entry((*class).to_string(), PALE[k % PALE.len()], LegendShape::Rect, None));
    }
    for (place, curve) in panel.curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty()) {
        let k = curve.style.unwrap_or(place);
        let dashes = ["", "5 2", "1.5 1.5", "6 1.5 1.5 1.5"][k % 4];
        let dashes = (!dashes.is_empty()).then(|| dashes.to_string());
        entries.push(entry(curve.name.clone(), COLOURS[k % COLOURS.len()], LegendShape::Line, dashes));
    }
    if entries.is_empty() { layout } else { layout.with_legend_entries(entries).with_legend_position(position) }
}

fn entry(label: String, colour: &str, shape: LegendShape, dasharray: Option<String>) -> LegendEntry {
    LegendEntry { label, color: colour.to_string(), shape, dasharray }
}
