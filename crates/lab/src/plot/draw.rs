//! Renders figures as files: SVG, PNG at 300 dpi, CSV.

use super::legend;
use super::panels::{Figure, FigureWidth, Legend, Map, Panel};
use super::stroke::{COLOURS, DASHES, PALE, STROKE, dashes, style};
use kuva::plot::BandPlot;
use kuva::prelude::{
    LabelConfig, Layout, LegendEntry, LegendPosition, LegendShape, LinePlot, Plot, PngBackend, ReferenceLine,
    SvgBackend, Theme, TickFormat,
};
use std::path::{Path, PathBuf};
use stickslip_engine::files::{WriteError, write_whole};
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::record::folder::ResultFolder;

/// Pixels per millimetre at 96 dpi, the unit of SVG.
const PX_PER_MM: f64 = 96.0 / 25.4;
/// SVG dash patterns of the line styles in the legend of a panel, where lines are thick.
const LEGEND_DASHES: [&str; 4] = ["", "4 5", "1 5", "6 4 1 4"];
/// Gaps between panels, px.
const SPACING: f64 = 8.0;
/// Space for labels and ticks of a panel on its left, right, top and bottom, px.
const MARGINS: [f64; 4] = [54.0, 14.0, 14.0, 36.0];
/// Space on the left, right, top and bottom of a drawing without ticks, px.
const BARE: [f64; 4] = [6.0, 6.0, 10.0, 6.0];
/// Additional space for a heading, px.
const HEADING: f64 = 14.0;

/// The figure as the text of an SVG file.
pub fn svg(figure: &Figure) -> String {
    SvgBackend::new().render_scene(&scene(figure))
}

/// Writes `stem.svg`, `stem.png` and `stem.csv`; returns their paths.
pub fn write(figure: &Figure, stem: &Path) -> Result<Vec<PathBuf>, WriteError> {
    let at = |extension: &str| stem.with_extension(extension);
    let mut written = Vec::new();
    for (extension, bytes) in files(figure).map_err(|why| WriteError::at(&at("png"), why))? {
        write_whole(&at(extension), &bytes)?;
        written.push(at(extension));
    }
    Ok(written)
}

/// Writes the files of [`write()`] into a result folder.
pub fn write_into(figure: &Figure, folder: &mut ResultFolder, stem: &str) -> Result<(), WriteError> {
    let files = files(figure).map_err(|why| WriteError::at(&folder.path().join(stem), why))?;
    files.iter().try_for_each(|(extension, bytes)| folder.write(&format!("{stem}.{extension}"), bytes))
}

/// Extension and bytes of each file of a figure; the error comes from the renderer.
fn files(figure: &Figure) -> Result<[(&'static str, Vec<u8>); 3], String> {
    let scene = scene(figure);
    let png = PngBackend::new().with_scale(300.0 / 96.0).render_scene(&scene).map_err(|why| why.to_string())?;
    let svg = SvgBackend::new().render_scene(&scene).into_bytes();
    Ok([("svg", svg), ("png", png), ("csv", data(figure).into_bytes())])
}

fn scene(figure: &Figure) -> kuva::render::render::Scene {
    let rows = figure.panels.len().div_ceil(figure.columns);
    let width = PX_PER_MM * if figure.width == FigureWidth::Page { 174.0 } else { 84.0 };
    let cell = (width - SPACING * (figure.columns as f64 + 1.0)) / figure.columns as f64;
    let height = figure.panels.iter().map(|panel| height(panel, cell));
    let height = largest(height);
    let panels = figure.panels.iter();
    let (plots, layouts): (Vec<_>, Vec<_>) = panels.map(|panel| drawn(panel, (cell, height), figure)).unzip();
    let mut grid = kuva::prelude::Figure::new(rows, figure.columns)
        .with_plots(plots)
        .with_layouts(layouts)
        .with_cell_size(cell, height)
        .with_spacing(SPACING)
        .with_padding(SPACING);
    if figure.panels.len() > 1 {
        let letters: Vec<String> = (b'a'..).take(figure.panels.len()).map(|k| char::from(k).to_string()).collect();
        let style = LabelConfig { size: 12, ..LabelConfig::default() };
        grid = grid.with_labels_custom(letters.iter().map(String::as_str).collect(), style);
    }
    let mut scene = grid.render();
    if figure.shared_legend {
        legend::below(figure, &mut scene);
    }
    scene
}

/// The data as CSV, one row per point: panel, quantity, curve, x, y, with nine digits; a cell of a map is a point of
/// a curve named after its class.
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
                    row(&map.classes[*class], x, y);
                }
            }
        }
        panel.levels.iter().for_each(|(y, label)| row(label, f64::NAN, *y));
        panel.marks.iter().for_each(|(x, label)| row(label, *x, f64::NAN));
    }
    text
}

impl Map {
    /// Width and height of a cell, in the units of x and y.
    fn cell(&self) -> (f64, f64) {
        let columns = self.cells.first().map_or(1, Vec::len);
        ((self.x.1 - self.x.0) / columns as f64, (self.y.1 - self.y.0) / self.cells.len() as f64)
    }

    /// One rectangle per run of cells of one class in a row.
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

/// The given limits, or the lowest and highest value of the data.
fn range(given: Option<(f64, f64)>, values: impl Iterator<Item = f64>) -> (f64, f64) {
    given.unwrap_or_else(|| values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x))))
}

/// Height of a panel of width `cell`, px.
fn height(panel: &Panel, cell: f64) -> f64 {
    let [left, right, top, bottom] = margins(panel);
    match (panel.x_range, panel.y_range) {
        (Some(x), Some(y)) if panel.equal => (cell - left - right) * (y.1 - y.0) / (x.1 - x.0) + top + bottom,
        _ if panel.map.is_some() => cell.min(340.0),
        _ => (0.62 * cell).max(170.0),
    }
}

/// Space for labels, ticks and heading of a panel on its left, right, top and bottom, px.
fn margins(panel: &Panel) -> [f64; 4] {
    let [left, right, top, bottom] = if panel.bare { BARE } else { MARGINS };
    [left, right, if panel.title.is_empty() { top } else { top + HEADING }, bottom]
}

/// The plots and the layout of a panel in a cell of `cell` px (width, height).
fn drawn(panel: &Panel, cell: (f64, f64), figure: &Figure) -> (Vec<Plot>, Layout) {
    let [left, right, top, bottom] = margins(panel);
    let size = (cell.0 - left - right, cell.1 - top - bottom);
    let plots = plots(panel, size);
    let mut layout = layout(panel, &plots, size, figure.shared_legend);
    if panel.legend != Legend::Right || figure.shared_legend {
        layout = layout.with_force_margins(left, right).with_force_margins_y(top, bottom);
    }
    (plots, layout)
}

fn plots(panel: &Panel, (width, height): (f64, f64)) -> Vec<Plot> {
    let points = || panel.curves.iter().flat_map(|curve| &curve.points);
    let x = range(panel.x_range, points().map(|(x, _)| *x));
    let y = range(panel.y_range, points().map(|(_, y)| *y));
    let scale = (width / (x.1 - x.0).max(1e-300), height / (y.1 - y.0).max(1e-300));
    let mut plots: Vec<Plot> = panel.map.iter().flat_map(Map::bands).collect();
    for (place, curve) in panel.curves.iter().enumerate() {
        let style = style(curve, place);
        let pieces = dashes(&curve.points, DASHES[style.dash], scale).into_iter();
        // Skip dashes beyond the axes: they would only enlarge the file.
        let shown =
            |piece: &Vec<(f64, f64)>| !piece.iter().all(|(_, v)| *v < y.0) && !piece.iter().all(|(_, v)| *v > y.1);
        for piece in pieces.filter(shown) {
            let line = LinePlot::new().with_data(piece).with_color(COLOURS[style.colour]).with_stroke_width(STROKE);
            plots.push(Plot::Line(line));
        }
    }
    plots
}

fn layout(panel: &Panel, plots: &[Plot], size: (f64, f64), shared_legend: bool) -> Layout {
    let theme = Theme { legend_border: "#bbbbbb".into(), ..Theme::default() };
    let mut layout = Layout::auto_from_plots(plots)
        .with_x_label(&panel.x)
        .with_y_label(&panel.y)
        .with_theme(theme)
        .with_show_grid(false)
        .with_box_axes()
        .with_clamp_axis()
        .with_title_size(10)
        .with_label_size(10)
        .with_tick_size(9)
        .with_x_label_offset(0.0, -3.0)
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
    if panel.bare {
        let none = TickFormat::Custom(std::sync::Arc::new(|_| String::new()));
        layout = layout.with_tick_format(none).with_tick_length(0.0).with_tick_width(0.0);
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
        entries.push(entry(class.clone(), PALE[k % PALE.len()], LegendShape::Rect, ""));
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
