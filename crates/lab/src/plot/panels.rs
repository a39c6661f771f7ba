//! Contents of a figure: panels, their curves, levels and maps.

use crate::trace::Trace;

/// Largest deviation of an omitted point from the line between its neighbours, as a fraction of the curve's range.
const THINNED: f64 = 2e-5;

/// Width of a figure in a two-column journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureWidth {
    /// One column, 84 mm.
    Column,
    /// The whole page, 174 mm.
    Page,
}

/// A figure: a grid of panels.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Width on the printed page.
    pub width: FigureWidth,
    /// Panels per row.
    pub columns: usize,
    /// The panels.
    pub panels: Vec<Panel>,
    /// One legend below all panels; curves of the same name in several panels share an entry.
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
    /// Limits of x; by default the limits of the data.
    pub x_range: Option<(f64, f64)>,
    /// Limits of y; by default the limits of the data.
    pub y_range: Option<(f64, f64)>,
    /// Position of the legend.
    pub legend: Legend,
    /// True for an equal scale in x and y.
    pub equal: bool,
    /// True for a drawing in perspective, without ticks and labels.
    pub bare: bool,
}

/// Position of a panel's legend.
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
    /// Outside the panel, on its right.
    Right,
    /// No legend.
    Off,
}

/// A curve; its index in the panel determines colour and line style.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name in the legend; an empty name has no entry.
    pub name: String,
    /// Points.
    pub points: Vec<(f64, f64)>,
    /// Colour and dashes; by default those of the curve's index.
    pub style: Option<Style>,
}

/// Colour and dashes of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Index of the colour: blue, vermilion, green, purple, orange, black.
    pub colour: usize,
    /// Index of the pattern: solid, dashed, dotted, dash-dotted.
    pub dash: usize,
}

/// A grid of coloured cells, each of one class.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Class index of each cell, rows from low to high y.
    pub cells: Vec<Vec<usize>>,
    /// Edges of the grid in x.
    pub x: (f64, f64),
    /// Edges of the grid in y.
    pub y: (f64, f64),
    /// Names of the classes.
    pub classes: Vec<String>,
}

impl Figure {
    /// A figure over the full page width with `columns` panels per row.
    pub fn page(columns: usize, panels: Vec<Panel>) -> Self {
        Self { width: FigureWidth::Page, columns, panels, shared_legend: false }
    }

    /// Adds one legend below all panels.
    pub fn with_shared_legend(self) -> Self {
        Self { shared_legend: true, ..self }
    }
}

impl Panel {
    /// A panel of curves over time, thinned.
    pub fn over_time(y: &str, curves: Vec<Curve>) -> Self {
        let curves = curves.into_iter().map(Curve::thinned).collect();
        Self { x: "time [s]".into(), y: y.into(), curves, legend: Legend::Off, ..Self::default() }
    }

    /// Adds lines at μ_s N and μ_k N; `load` is N.
    pub fn with_caps(self, load: f64, mu_s: f64, mu_k: f64) -> Self {
        Self { levels: vec![(mu_s * load, "μₛN".into()), (mu_k * load, "μₖN".into())], ..self }
    }

    /// Adds a line at zero.
    pub fn with_zero(self) -> Self {
        Self { levels: vec![(0.0, String::new())], ..self }
    }

    /// Sets the limits of y.
    pub fn with_y(self, low: f64, high: f64) -> Self {
        Self { y_range: Some((low, high)), ..self }
    }

    /// Sets the limits of x.
    pub fn with_x(self, low: f64, high: f64) -> Self {
        Self { x_range: Some((low, high)), ..self }
    }

    /// Sets the heading.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }
}

impl Curve {
    /// A curve through `points`, in the default style.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, style: None }
    }

    /// A series of a run over time at every step; `scale` converts the unit. A series that the run did not record has
    /// no points, which [`make`](crate::reproduction::figures::make) reports as an error.
    pub fn from_trace(name: impl Into<String>, trace: &Trace, column: &str, scale: f64) -> Self {
        let values = trace.column(column).unwrap_or_default().iter().enumerate();
        Self::new(name, values.map(|(k, value)| (trace.time(k), scale * value)).collect())
    }

    /// Acceleration from a recorded velocity: the integrator has v(t + Δt) = v(t) + Δt a(t), so the difference
    /// quotient is exactly a(t).
    pub fn rate(name: impl Into<String>, trace: &Trace, column: &str, scale: f64) -> Self {
        let pairs = trace.column(column).unwrap_or_default().windows(2).enumerate();
        Self::new(name, pairs.map(|(k, v)| (trace.time(k), scale * (v[1] - v[0]) / trace.dt)).collect())
    }

    /// Keeps the points between two times, s.
    pub fn within(mut self, from: f64, to: f64) -> Self {
        self.points.retain(|(t, _)| (from - 1e-9..=to + 1e-9).contains(t));
        self
    }

    /// Removes points that lie within [`THINNED`] of the curve's range from the line between the remaining ones
    /// (Ramer, Douglas and Peucker, by distance in y): visually identical, with all peaks and jumps.
    pub fn thinned(mut self) -> Self {
        let Some(last) = self.points.len().checked_sub(1) else { return self };
        let values = || self.points.iter().map(|(_, y)| *y);
        let range = values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min);
        let mut keep = vec![false; self.points.len()];
        (keep[0], keep[last]) = (true, true);
        let mut open = vec![(0, last)];
        while let Some((from, to)) = open.pop() {
            let ((x0, y0), (x1, y1)) = (self.points[from], self.points[to]);
            let off = |k: usize| (self.points[k].1 - y0 - (y1 - y0) * (self.points[k].0 - x0) / (x1 - x0)).abs();
            let farthest = (from + 1..to).max_by(|a, b| off(*a).total_cmp(&off(*b)));
            if let Some(k) = farthest.filter(|k| off(*k) > THINNED * range) {
                keep[k] = true;
                open.extend([(from, k), (k, to)]);
            }
        }
        let mut keep = keep.into_iter();
        self.points.retain(|_| keep.next().unwrap_or(true));
        self
    }

    /// Sets colour and dashes.
    pub fn styled(self, colour: usize, dash: usize) -> Self {
        Self { style: Some(Style { colour, dash }), ..self }
    }
}
