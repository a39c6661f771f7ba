//! Results of the bench: tables, figure, and the text for the terminal.

use super::Loop;
use super::drive::DrivenComponent;
use crate::compare::{aligned, short};
use crate::plot::{self, Curve, Figure, FigureWidth, Legend, Panel};
use std::path::Path;
use stickslip_engine::files::WriteError;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::record::folder::{ResultFolder, ResultKind};
use stickslip_engine::record::rows::{Cell, Column, Kind};
use stickslip_engine::record::table::{Format, Table};

/// Approximate number of points of a curve in the figure.
const POINTS: usize = 1500;

/// The responses of all laws of one component.
#[derive(Clone, Debug)]
pub struct ComponentLoops {
    /// The component.
    pub component: DrivenComponent,
    /// One response per law.
    pub loops: Vec<Loop>,
}

const fn number(name: &'static str) -> Column<'static> {
    Column { name, kind: Kind::Number }
}

const fn text(name: &'static str) -> Column<'static> {
    Column { name, kind: Kind::Text }
}

/// Columns of `bench.csv`: one row per component, law and sampled step. Lengths in m and loads in N for slide, rad
/// and N·m for roll and spin.
const BENCH: &[Column] = &[
    text("component"),
    text("law"),
    number("t [s]"),
    number("x_u [m or rad]"),
    number("x_w [m or rad]"),
    number("load_u [N or N m]"),
    number("load_w [N or N m]"),
    number("elastic_u [N or N m]"),
    number("elastic_w [N or N m]"),
    text("mode"),
    number("stored [J]"),
    number("dissipated [J]"),
];

/// Columns of `summary.csv`: one row per component and law.
const SUMMARY: &[Column] = &[
    text("component"),
    text("law"),
    number("peak_load [N or N m]"),
    number("slope [N/m or N m/rad]"),
    number("dissipated_per_cycle [J]"),
    number("creep [m/s or rad/s]"),
    number("dissipated [J]"),
];

/// Name of a law: its identifier, or its name with the parameters given to it.
pub fn name(law: &AnyLaw) -> String {
    law.to_string().trim_matches('"').to_owned()
}

/// Writes every `every`-th step to `bench.csv`, the loops to `loops.svg`, `.png` and `.csv`, and last `summary.csv`.
pub fn write(sheets: &[ComponentLoops], every: usize, dir: &Path) -> Result<(), WriteError> {
    let mut folder = ResultFolder::begin(dir, ResultKind::Loops)?;
    let mut bench = Table::create(folder.create("bench.csv")?, BENCH, Format::Csv, &[])?;
    let mut summary = Table::create(folder.create("summary.csv")?, SUMMARY, Format::Csv, &[])?;
    for (sheet, of) in sheets.iter().flat_map(|sheet| sheet.loops.iter().map(move |of| (sheet, of))) {
        let (component, law) = (sheet.component.name(), name(&of.law));
        let last = of.rows.len().saturating_sub(1);
        for (_, row) in of.rows.iter().enumerate().filter(|(k, _)| (k + 1) % every == 0 || *k == last) {
            let numbers = [row.t, row.x.x, row.x.y, row.load.x, row.load.y, row.elastic.x, row.elastic.y];
            let mut cells = vec![Cell::Text(component), Cell::Text(&law)];
            cells.extend(numbers.map(|x| Cell::Number(x + 0.0)));
            cells.extend([Cell::Text(row.mode.name()), Cell::Number(row.stored), Cell::Number(row.work - row.stored)]);
            bench.write(&cells)?;
        }
        let numbers = [of.cap, of.slope, of.cycle, of.creep, of.dissipated()];
        let cells: Vec<Cell> = [component, &law].map(Cell::Text).into_iter().chain(numbers.map(Cell::Number)).collect();
        summary.write(&cells)?;
    }
    bench.finish()?;
    plot::write_into(&drawn(sheets), &mut folder, "loops")?;
    summary.finish()
}

impl Loop {
    /// Energy dissipated over the whole drive, J.
    pub fn dissipated(&self) -> f64 {
        self.rows.last().map_or(0.0, |row| row.work - row.stored)
    }

    /// Load over displacement along u (or along w, if that motion was larger), thinned to about `points` points.
    pub fn curve(&self, points: usize) -> Vec<(f64, f64)> {
        let displacement = |k: usize| largest(self.rows.iter().map(|row| row.x[k].abs()));
        let k = usize::from(displacement(1) > displacement(0));
        let stride = self.rows.len().div_ceil(points).max(1);
        std::iter::once((0.0, 0.0)).chain(self.rows.iter().step_by(stride).map(|row| (row.x[k], row.load[k]))).collect()
    }
}

/// The figure of the loops, one panel per component.
pub(crate) fn drawn(sheets: &[ComponentLoops]) -> Figure {
    let panel = |sheet: &ComponentLoops| {
        let [displacement, load] = sheet.component.units();
        let symbol = ["slip", "roll", "spin"][sheet.component as usize];
        let curve = |of: &Loop| Curve { name: name(&of.law), points: of.curve(POINTS), style: None };
        Panel {
            x: format!("{symbol} [{displacement}]"),
            y: format!("load [{load}]"),
            curves: sheet.loops.iter().map(curve).collect(),
            legend: Legend::Right,
            ..Panel::default()
        }
    };
    Figure { width: FigureWidth::Page, columns: 1, panels: sheets.iter().map(panel).collect(), shared_legend: false }
}

/// The summary as text for the terminal.
pub fn table(sheets: &[ComponentLoops]) -> String {
    let mut text = String::new();
    for sheet in sheets {
        let [displacement, load] = sheet.component.units();
        let head = [
            sheet.component.name().to_owned(),
            format!("peak load [{load}]"),
            format!("slope [{load}/{displacement}]"),
            "per cycle [J]".to_owned(),
            format!("creep [{displacement}/s]"),
            "dissipated [J]".to_owned(),
        ];
        let number = |x: f64| if x.is_nan() { "-".to_owned() } else { short(x) };
        let line = |of: &Loop| {
            let [cap, slope, cycle, creep, all] = [of.cap, of.slope, of.cycle, of.creep, of.dissipated()].map(number);
            [name(&of.law), cap, slope, cycle, creep, all]
        };
        let lines: Vec<[String; 6]> = std::iter::once(head).chain(sheet.loops.iter().map(line)).collect();
        text += &aligned(&lines);
    }
    text
}
