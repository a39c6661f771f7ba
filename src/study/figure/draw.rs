//! From figures to files: SVG, PNG at 300 dpi, CSV.

use super::panels::{Curve, Figure, FigureWidth, Legend, Map, Panel, Style};
use crate::record::write_error::WriteError;
use kuva::plot::BandPlot;
use kuva::prelude::{
    Layout, LegendEntry, LegendPosition, LegendShape, LinePlot, Plot, PngBackend, ReferenceLine, SvgBackend, Theme,
};
use std::path::{Path, PathBuf};

/// Pixels of a millimetre at 96 dpi, the unit of SVG.
const PX_PER_MM: f64 = 96.0 / 25.4;
/// Colours that colour-blind readers can tell apart (Okabe and Ito), one per curve; the line styles differ too.
const COLOURS: [&str; 6] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#000000"];
/// Dashes and gaps of the line styles, px.
const DASHES: [&[f64]; 4] = [&[], &[6.0, 2.5], &[1.8, 1.8], &[7.0, 2.0, 1.8, 2.0]];
/// The same for the short thick lines of the legend.
const LEGEND_DASHES: [&str; 4] = ["", "5 4", "1 4", "6 4 1 4"];
/// Pale ones for the cells of maps, in order of lightness, so that they differ in grey too.
const PALE: [&str; 4] = ["#F7F7F7", "#C6E2F5", "#F2C879", "#86B59A"];
/// Gaps between panels, px.
const SPACING: f64 = 8.0;
/// About what axes and labels take from a panel, px.
const MARGINS: (f64, f64) = (62.0, 62.0);

/// The figure as the text of an SVG file.
pub fn svg(figure: &Figure) -> String {
    SvgBackend::new().render_scene(&scene(figure))
}

/// Writes `stem.svg`, `stem.png` and `stem.csv`.
pub fn write(figure: &Figure, stem: &Path) -> Result<Vec<PathBuf>, WriteError> {
    let scene = scene(figure);
    let at = |extension: &str| stem.with_extension(extension);
    let write = |path: &Path, bytes: &[u8]| std::fs::write(path, bytes).map_err(|e| WriteError::at(path, e));
    write(&at("svg"), SvgBackend::new().render_scene(&scene).as_bytes())?;
    let png = PngBackend::new().with_scale(300.0 / 96.0).render_scene(&scene);
    write(&at("png"), &png.map_err(|why| WriteError::at(&at("png"), why))?)?;
    write(&at("csv"), data(figure).as_bytes())?;
    Ok(["svg", "png", "csv"].map(at).to_vec())
}

fn scene(figure: &Figure) -> kuva::render::render::Scene {
    let rows = figure.panels.len().div_ceil(figure.columns);
    let width = PX_PER_MM * if figure.width == FigureWidth::Page { 174.0 } else { 84.0 };
    let cell = (width - SPACING * (figure.columns as f64 + 1.0)) / figure.columns as f64;
    let square = figure.panels.iter().any(|panel| panel.map.is_some() || panel.equal);
    let height = if square { cell.min(340.0) } else { (0.66 * cell).max(200.0) };
    let size = (cell - MARGINS.0, height - MARGINS.1);
    let panels = figure.panels.iter();
    let (plots, layouts): (Vec<_>, Vec<_>) =
        panels.map(|panel| (plots(panel, size), layout(panel, size, figure.shared_legend))).unzip();
    let mut grid = kuva::prelude::Figure::new(rows, figure.columns)
        .with_plots(plots)
        .with_layouts(layouts)
        .with_cell_size(cell, height)
        .with_spacing(SPACING)
        .with_padding(SPACING);
    if figure.panels.len() > 1 {
        grid = grid.with_labels_lowercase();
    }
    if let Some(first) = figure.panels.first().filter(|_| figure.shared_legend) {
        grid = grid.with_shared_legend_bottom().with_shared_legend_entries(entries(first));
    }
    grid.render()
}

/// One row per point: panel, quantity, curve, x, y, with nine digits; cells of a map as points of the curve that their
/// class names.
fn data(figure: &Figure) -> String {
    let mut text = "panel,quantity,curve,x,y\n".to_string();
    let short = |x: f64| format!("{x:.8e}").parse().unwrap_or(x);
    for (k, panel) in figure.panels.iter().enumerate() {
        let letter = char::from(b'a' + k as u8);
        let quoted = |text: &str| if text.contains(',') { format!("\"{text}\"") } else { text.to_string() };
        let quantity = quoted(&format!("{} over {}", panel.y, panel.x));
        let mut row = |curve: &str, x: f64, y: f64| {
            let (x, y): (f64, f64) = (short(x), short(y));
            text += &format!("{letter},{quantity},{},{x:?},{y:?}\n", quoted(curve));
        };
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

    /// A rectangle for every run of cells of one class in a row.
    fn bands(&self) -> Vec<Plot> {
        let (dx, dy) = self.cell();
        let mut bands = Vec::new();
        for (i, row) in self.cells.iter().enumerate() {
            let mut from = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let x = [from, from + run.len()].map(|k| self.x.0 + k as f64 * dx);
                let (low, high) = (self.y.0 + i as f64 * dy, self.y.0 + (i + 1) as f64 * dy);
                let band = BandPlot::new(x.to_vec(), vec![low; 2], vec![high; 2]);
                bands.push(Plot::Band(band.with_color(PALE[run[0] % PALE.len()]).with_opacity(1.0)));
                from += run.len();
            }
        }
        bands
    }
}

/// Lowest and highest of the given limits or the data.
fn range(given: Option<(f64, f64)>, values: impl Iterator<Item = f64>) -> (f64, f64) {
    given.unwrap_or_else(|| values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x))))
}

fn plots(panel: &Panel, (width, height): (f64, f64)) -> Vec<Plot> {
    let points = || panel.curves.iter().flat_map(|curve| &curve.points);
    let x = range(panel.x_range, points().map(|(x, _)| *x));
    let y = range(panel.y_range, points().map(|(_, y)| *y));
    let scale = (width / (x.1 - x.0).max(1e-300), height / (y.1 - y.0).max(1e-300));
    let mut plots: Vec<Plot> = panel.map.iter().flat_map(Map::bands).collect();
    for (place, curve) in panel.curves.iter().enumerate() {
        let style = style(curve, place);
        for piece in dashes(&curve.points, DASHES[style.dash], scale) {
            let line = LinePlot::new().with_data(piece).with_color(COLOURS[style.colour]).with_stroke_width(1.3);
            plots.push(Plot::Line(line));
        }
    }
    plots
}

/// The style of a curve: its own, or that of its place.
fn style(curve: &Curve, place: usize) -> Style {
    curve.style.unwrap_or(Style { colour: place % COLOURS.len(), dash: place % DASHES.len() })
}

/// Cuts a curve into dashes, so that SVG and PNG show the same ones; `scale` is px per unit of x and y.
fn dashes(points: &[(f64, f64)], pattern: &[f64], scale: (f64, f64)) -> Vec<Vec<(f64, f64)>> {
    let Some(first) = points.first().filter(|_| !pattern.is_empty()) else { return vec![points.to_vec()] };
    let (mut pieces, mut piece) = (Vec::new(), vec![*first]);
    let (mut k, mut left) = (0, pattern[0]);
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let length = ((to.0 - from.0) * scale.0).hypot((to.1 - from.1) * scale.1);
            if length <= left || !length.is_finite() {
                left -= length;
                piece.push(to);
                break;
            }
            let part = left / length;
            from = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
            piece.push(from);
            if k % 2 == 0 {
                pieces.push(std::mem::take(&mut piece));
            }
            piece = vec![from];
            k += 1;
            left = pattern[k % pattern.len()];
        }
    }
    if k % 2 == 0 {
        pieces.push(piece);
    }
    pieces
}

fn layout(panel: &Panel, size: (f64, f64), shared_legend: bool) -> Layout {
    let theme = Theme { legend_border: "#bbbbbb".into(), ..Theme::default() };
    let mut layout = Layout::auto_from_plots(&plots(panel, size))
        .with_x_label(&panel.x)
        .with_y_label(&panel.y)
        .with_theme(theme)
        .with_show_grid(false)
        .with_box_axes()
        .with_clamp_axis()
        .with_title_size(10)
        .with_label_size(10)
        .with_tick_size(9)
        .with_body_size(9)
        .with_ticks(if size.0 < 200.0 { 4 } else { 6 })
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
    let position = match panel.legend {
        Legend::Off => return layout,
        Legend::TopRight => LegendPosition::InsideTopRight,
        Legend::TopLeft => LegendPosition::InsideTopLeft,
        Legend::BottomRight => LegendPosition::InsideBottomRight,
        Legend::BottomLeft => LegendPosition::InsideBottomLeft,
        Legend::Right => LegendPosition::OutsideRightMiddle,
    };
    let entries = entries(panel);
    if entries.is_empty() || shared_legend {
        return layout;
    }
    layout.with_legend_entries(entries).with_legend_position(position)
}

fn entries(panel: &Panel) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    for (k, class) in panel.map.iter().flat_map(|map| map.classes.iter().enumerate()) {
        entries.push(entry((*class).to_string(), PALE[k % PALE.len()], LegendShape::Rect, ""));
    }
    for (place, curve) in panel.curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty()) {
        let style = style(curve, place);
        entries.push(entry(curve.name.clone(), COLOURS[style.colour], LegendShape::Line, LEGEND_DASHES[style.dash]));
    }
    entries
}

fn entry(label: String, colour: &str, shape: LegendShape, dashes: &str) -> LegendEntry {
    let dasharray = (!dashes.is_empty()).then(|| dashes.to_string());
    LegendEntry { label, color: colour.to_string(), shape, dasharray }
}
