//! What a figure holds: panels, their curves, levels and maps.

use crate::study::trace::Trace;

/// Width of a figure in a two-column journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureWidth {
    /// One column, 84 mm.
    Column,
    /// The whole page, 174 mm.
    Page,
}

/// A figure: panels beside and below each other.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Width on paper.
    pub width: FigureWidth,
    /// Panels per row.
    pub columns: usize,
    /// The panels.
    pub panels: Vec<Panel>,
    /// One legend below for all panels, that of the first.
    pub shared_legend: bool,
}

/// One pair of axes.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// Heading; may be empty.
    pub title: String,
    /// Label of the x axis, with its unit.
    pub x: String,
    /// Label of the y axis, with its unit.
    pub y: String,
    /// Curves.
    pub curves: Vec<Curve>,
    /// Horizontal lines: value and label.
    pub levels: Vec<(f64, String)>,
    /// Vertical lines: value and label.
    pub marks: Vec<(f64, String)>,
    /// Coloured cells behind the curves.
    pub map: Option<Map>,
    /// Limits of x, if not those of the data.
    pub x_range: Option<(f64, f64)>,
    /// Limits of y, if not those of the data.
    pub y_range: Option<(f64, f64)>,
    /// Where the legend stands.
    pub legend: Legend,
    /// The same scale in x and y.
    pub equal: bool,
}

/// Where a panel's legend stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Legend {
    /// Upper right.
    #[default]
    TopRight,
    /// Upper left.
    TopLeft,
    /// Lower right.
    BottomRight,
    /// Lower left.
    BottomLeft,
    /// Beside the panel, on its right.
    Right,
    /// None.
    Off,
}

/// A curve; its place in the panel decides colour and line style.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Legend.
    pub name: String,
    /// Points.
    pub points: Vec<(f64, f64)>,
    /// Colour and dashes, if not those of its place.
    pub style: Option<Style>,
}

/// Colour and dashes of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Number of the colour: blue, vermilion, green, purple, orange, black.
    pub colour: usize,
    /// Number of the pattern: solid, dashed, dotted, dash-dotted.
    pub dash: usize,
}

/// Cells of a few classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Class number of each cell, rows from low to high y.
    pub cells: Vec<Vec<usize>>,
    /// Edges of the cells in x.
    pub x: (f64, f64),
    /// Edges of the cells in y.
    pub y: (f64, f64),
    /// Names of the classes.
    pub classes: Vec<&'static str>,
}

impl Figure {
    /// Panels over the whole page, `columns` of them in a row.
    pub(super) fn page(columns: usize, panels: Vec<Panel>) -> Self {
        Self { width: FigureWidth::Page, columns, panels, shared_legend: false }
    }

    /// The same with one legend below for all panels.
    pub(super) fn with_shared_legend(self) -> Self {
        Self { shared_legend: true, ..self }
    }
}

impl Curve {
    /// A curve through these points.
    pub(super) fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, style: None }
    }

    /// A series of a run over time, up to about two thousand points; `scale` changes its unit.
    pub(super) fn of(name: impl Into<String>, trace: &Trace, column: &str, scale: f64) -> Self {
        Self::until(name, trace, column, scale, f64::INFINITY)
    }

    /// The same up to time `end`.
    pub(super) fn until(name: impl Into<String>, trace: &Trace, column: &str, scale: f64, end: f64) -> Self {
        let values = trace.column(column);
        let count = values.len().min((end / trace.dt).round().min(1e12) as usize + 1);
        let stride = count.div_ceil(2000).max(1);
        let points = (0..count).step_by(stride).map(|k| (trace.time(k), scale * values[k])).collect();
        Self::new(name, points)
    }

    /// The same with this colour and these dashes.
    pub(super) fn styled(self, colour: usize, dash: usize) -> Self {
        Self { style: Some(Style { colour, dash }), ..self }
    }
}
