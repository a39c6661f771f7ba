//! `stickslip figure`: the paper's figures made again, as SVG and PNG with the data behind each as CSV.

mod draw;
mod ellipsoid;
mod slide;
mod sphere;
mod spin;
mod stack;
mod tables;

pub use draw::{svg, write};

use super::trace::{StudyError, Trace};
use crate::record::table::WriteError;
use std::path::{Path, PathBuf};

/// FigureWidth of a figure in a two-column journal.
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
    /// FigureWidth on paper.
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

impl Style {
    /// A black solid line.
    pub const BLACK: Self = Self { colour: 5, dash: 0 };
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
    fn page(columns: usize, panels: Vec<Panel>) -> Self {
        Self { width: FigureWidth::Page, columns, panels, shared_legend: false }
    }

    /// The same with one legend below for all panels.
    fn with_shared_legend(self) -> Self {
        Self { shared_legend: true, ..self }
    }
}

/// A figure of the paper and how to make it.
pub struct Recipe {
    /// Name to select it by, and of its files.
    pub id: &'static str,
    /// What it shows and where the paper has it.
    pub title: &'static str,
    make: Make,
}

enum Make {
    Figure(fn() -> Result<Figure, StudyError>),
    Table(fn() -> Result<tables::FigureTable, StudyError>),
}

/// Everything that can be made, in the paper's order.
pub fn recipes() -> &'static [Recipe] {
    use Make::{Figure as F, Table as T};
    &[
        Recipe {
            id: "table-1",
            title: "Table 1: roll stiffness and threshold by curvature",
            make: T(tables::curvature),
        },
        Recipe { id: "brick-damping", title: "4.1 A brick sticks, with and without damping", make: F(slide::damping) },
        Recipe { id: "brick-angles", title: "4.1 A brick on three inclines", make: F(slide::angles) },
        Recipe { id: "disk", title: "4.2 A sliding disk begins to roll and stops", make: F(slide::disk) },
        Recipe { id: "disk-damping", title: "4.2 The disk with three dampings", make: F(slide::disk_damping) },
        Recipe {
            id: "disk-legacy",
            title: "4.2 The disk under a constant roll torque and under the paper's law",
            make: F(slide::disk_legacy),
        },
        Recipe { id: "sphere-35", title: "4.3 A sphere goes up an incline of 35 degrees", make: F(sphere::up_35) },
        Recipe { id: "sphere-35-frames", title: "4.3 The same in four snapshots", make: F(sphere::snapshots) },
        Recipe { id: "sphere-classes", title: "4.3 Steady states and their borders", make: F(sphere::classes) },
        Recipe { id: "spin", title: "4.4 A spinning sphere, heuristic model", make: F(spin::heuristic) },
        Recipe { id: "spin-hertz", title: "4.4 A spinning sphere, Hertz model", make: F(spin::hertz) },
        Recipe { id: "ellipsoid-falls", title: "4.5.1 An ellipsoid falls over", make: F(spin::ellipsoid_falls) },
        Recipe { id: "ellipsoid-poses", title: "4.5.1 Poses of the falling ellipsoid", make: F(ellipsoid::poses) },
        Recipe { id: "table-7", title: "4.5.2 Curvature and spin friction (table 7, 5)", make: T(tables::spin) },
        Recipe { id: "ellipsoid-spin", title: "4.5.2 A spinning ellipsoid, two poses", make: F(spin::ellipsoid) },
        Recipe { id: "stack-mass", title: "4.6 Critical mass of the stack's top ball", make: F(stack::critical_mass) },
        Recipe { id: "stack-snapshots", title: "4.6 The stack before and after", make: F(stack::snapshots) },
    ]
}

/// Why a figure was not made.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// The study behind it.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A file.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Makes a figure; gives the files written.
pub fn make(recipe: &Recipe, dir: &Path) -> Result<Vec<PathBuf>, FigureError> {
    std::fs::create_dir_all(dir).map_err(|e| WriteError::at(dir, e))?;
    match recipe.make {
        Make::Figure(make) => Ok(draw::write(&make()?, &dir.join(recipe.id))?),
        Make::Table(make) => Ok(make()?.write(&dir.join(recipe.id))?),
    }
}

impl Curve {
    /// A curve through these points.
    fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, style: None }
    }

    /// A series of a run over time, up to about two thousand points; `scale` changes its unit.
    fn of(name: impl Into<String>, trace: &Trace, column: &str, scale: f64) -> Self {
        Self::until(name, trace, column, scale, f64::INFINITY)
    }

    /// The same up to time `end`.
    fn until(name: impl Into<String>, trace: &Trace, column: &str, scale: f64, end: f64) -> Self {
        let values = trace.column(column);
        let count = values.len().min((end / trace.dt).round().min(1e12) as usize + 1);
        let stride = count.div_ceil(2000).max(1);
        let points = (0..count).step_by(stride).map(|k| (trace.time(k), scale * values[k])).collect();
        Self::new(name, points)
    }

    /// The same with this colour and these dashes.
    fn styled(self, colour: usize, dash: usize) -> Self {
        Self { style: Some(Style { colour, dash }), ..self }
    }
}
