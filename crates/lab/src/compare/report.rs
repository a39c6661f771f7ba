//! Results of a comparison: `summary.csv`, `differences.csv`, `impacts.csv`, and the table for the terminal.

use super::impacts;
use super::layout::{aligned, short};
use super::series::Series;
use super::tally::{BodyTally, RunTally};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stickslip_engine::files::WriteError;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::observe::state::State;
use stickslip_engine::observe::steady_class::{CLASSES, class_name, classes};
use stickslip_engine::record::folder::ResultFolder;
use stickslip_engine::record::hash::state_hash;
use stickslip_engine::record::impacts::ImpactList;
use stickslip_engine::record::rows::{self, Cell, Column};
use stickslip_engine::record::table::{Format, Table};
use stickslip_engine::run::differences::{DifferenceKind, Differences, FirstDifference};
use stickslip_engine::run::rest::RestClock;
use stickslip_engine::scene::text::plural::counted;

/// Maximum number of bodies of each run shown on the terminal.
const MAX_SHOWN_BODIES: usize = 4;

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct ComparisonReport {
    /// The runs.
    pub runs: Vec<RunOutcome>,
    /// The first differences between the runs.
    pub differences: Differences,
    /// The step at which an interruption ended all runs, in words.
    pub interrupted: Option<String>,
}

/// The result of one run.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// Name of the set of laws, as given by the user.
    pub name: String,
    /// Differences from the scene other than the laws, in words.
    pub notes: Vec<String>,
    /// Final state.
    pub state: Arc<State>,
    /// Accumulated motion and loads.
    pub tally: RunTally,
    /// Step size, s.
    pub dt: f64,
    /// Step since which each body has been at rest.
    pub rest: RestClock,
    /// Pairs of bodies that met and parted.
    pub impacts: ImpactList,
    /// Why the run was stopped or interrupted, if it was.
    pub stopped: Option<String>,
    /// Curve of each plotted quantity.
    pub series: Vec<Series>,
}

const fn number(name: &'static str) -> Column<'static> {
    Column { name, kind: rows::Kind::Number }
}

const fn text(name: &'static str) -> Column<'static> {
    Column { name, kind: rows::Kind::Text }
}

/// Columns of `summary.csv`: one row per run and body that can move.
const SUMMARY: &[Column] = &[
    text("laws"),
    text("body"),
    text("class"),
    number("rest_time [s]"),
    number("distance [m]"),
    number("v [m/s]"),
    number("w [rad/s]"),
    number("largest_v [m/s]"),
    number("creep [m/s]"),
    number("chatter_slide [1/s]"),
    number("chatter_roll [1/s]"),
    number("chatter_spin [1/s]"),
    number("energy_error [J]"),
    number("dissipated [J]"),
    number("time [s]"),
    text("stopped"),
    text("state_hash"),
    text("notes"),
    Column { name: "impacts_left_out", kind: rows::Kind::Count },
];

/// Columns of `differences.csv`: one row per pair of runs and kind of difference.
const DIFFERENCES: &[Column] = &[
    text("laws_a"),
    text("laws_b"),
    text("kind"),
    number("t [s]"),
    text("step"),
    text("of"),
    number("relative"),
    number("threshold"),
    text("a"),
    text("b"),
];

impl ComparisonReport {
    /// Writes `summary.csv`, the last of the files. Values that do not apply (no rest, no creep) are NaN or empty.
    pub(super) fn write_summary(&self, folder: &mut ResultFolder) -> Result<(), WriteError> {
        let mut table = Table::create(folder.create("summary.csv")?, SUMMARY, Format::Csv, &[])?;
        self.summary_rows(|row| table.write(row))?;
        table.finish()
    }

    /// Calls `visit` with each row of `summary.csv`.
    fn summary_rows<E>(&self, mut visit: impl FnMut(&[Cell]) -> Result<(), E>) -> Result<(), E> {
        for run in &self.runs {
            let (hash, classes) = (format!("{:016x}", state_hash(&run.state)), classes(&run.state));
            let notes = run.notes.join("; ");
            for tally in &run.tally.bodies {
                visit(&run.row(tally, classes[tally.index], [&hash, &notes]))?;
            }
        }
        Ok(())
    }

    /// Writes `differences.csv`; values are empty where two runs do not differ.
    pub(super) fn write_differences(&self, folder: &mut ResultFolder) -> Result<(), WriteError> {
        let mut table = Table::create(folder.create("differences.csv")?, DIFFERENCES, Format::Csv, &[])?;
        self.difference_rows(|row| table.write(row))?;
        table.finish()
    }

    /// Writes `impacts.csv`: the same impact of each run in adjacent rows.
    pub(super) fn write_impacts(&self, folder: &mut ResultFolder) -> Result<(), WriteError> {
        let headers = impacts::headers();
        let file = folder.create("impacts.csv")?;
        let mut table = Table::create(file, &impacts::columns(&headers), Format::Csv, &[])?;
        impacts::side_by_side(self.impacts()).iter().try_for_each(|impact| table.write(&impact.row()))?;
        table.finish()
    }

    /// The impacts of each run, with the name of its laws.
    fn impacts(&self) -> impl Iterator<Item = (&str, &ImpactList)> + Clone {
        self.runs.iter().map(|run| (run.name.as_str(), &run.impacts))
    }

    /// Calls `visit` with each row of `differences.csv`.
    fn difference_rows<E>(&self, mut visit: impl FnMut(&[Cell]) -> Result<(), E>) -> Result<(), E> {
        for (a, b) in self.differences.pairs() {
            for kind in DifferenceKind::ALL {
                let found = self.differences.first(a, b, kind);
                let step = found.map_or(String::new(), |found| found.step.to_string());
                let number = |of: fn(&FirstDifference) -> f64| Cell::Number(found.map_or(f64::NAN, of));
                let word = |of: fn(&FirstDifference) -> &str| Cell::Text(found.map_or("", of));
                visit(&[
                    Cell::Text(&self.runs[a].name),
                    Cell::Text(&self.runs[b].name),
                    Cell::Text(kind.name()),
                    number(|found| found.time),
                    Cell::Text(&step),
                    word(|found| &found.of),
                    number(|found| found.size),
                    Cell::Number(self.differences.threshold),
                    word(|found| &found.values[0]),
                    word(|found| &found.values[1]),
                ])?;
            }
        }
        Ok(())
    }
}

impl RunOutcome {
    /// Time since which a body has been at rest, s; `None` if it moves.
    fn rests(&self, index: usize) -> Option<f64> {
        self.rest.since(0, index).map(|step| step as f64 * self.dt)
    }

    /// The row of a body in `summary.csv`; `hash` is the hash of the final state, as in the `summary.json` of a run.
    fn row<'a>(&'a self, tally: &BodyTally, class: Option<&'a str>, [hash, notes]: [&'a str; 2]) -> Vec<Cell<'a>> {
        let body = &self.state.bodies[tally.index];
        let rest = self.rests(tally.index);
        let creep = self.tally.creep(tally, &self.state);
        let mut row = vec![Cell::Text(&self.name), Cell::Text(&body.name)];
        row.push(Cell::Text(class.unwrap_or("")));
        let numbers = [rest.unwrap_or(f64::NAN), tally.path, body.v.norm(), body.w.norm(), tally.fastest];
        row.extend(numbers.map(Cell::Number));
        row.push(Cell::Number(creep.unwrap_or(f64::NAN)));
        row.extend(self.tally.chatter(tally).map(Cell::Number));
        row.extend([self.tally.energy_error, self.tally.dissipated, self.state.time].map(Cell::Number));
        row.extend([self.stopped.as_deref().unwrap_or(""), hash, notes].map(Cell::Text));
        row.push(Cell::Count(self.impacts.left_out));
        row
    }

    /// The line of a body on the terminal.
    fn line(&self, tally: &BodyTally, class: Option<&str>) -> [String; 9] {
        let body = &self.state.bodies[tally.index];
        let end = match (&self.stopped, self.rests(tally.index)) {
            (Some(_), _) => format!("stopped at {:.4} s", self.state.time),
            (None, Some(rest)) => format!("at rest since {rest:.4} s"),
            (None, None) => class.unwrap_or("free").to_owned(),
        };
        let creep = self.tally.creep(tally, &self.state);
        let chatter = largest(self.tally.chatter(tally));
        [
            self.name.clone(),
            body.name.clone(),
            end,
            short(tally.path),
            short(body.v.norm()),
            short(body.w.norm()),
            creep.map_or_else(|| "moves".to_owned(), short),
            short(chatter),
            short(self.tally.energy_error),
        ]
    }
}

/// A comparison as JSON: its title, the rows of `summary.csv`, `differences.csv` and `impacts.csv` by their headers, and
/// why it was interrupted, if it was. A number that a table leaves out is null.
pub fn document(title: &str, report: &ComparisonReport) -> Value {
    let (mut summary, mut differences, mut all) = (Vec::new(), Vec::new(), Vec::new());
    let keep = |rows: &mut Vec<Value>, columns: &[Column], row: &[Cell]| {
        let cells = columns.iter().zip(row).map(|(column, cell)| (column.name.to_owned(), value(cell)));
        rows.push(Value::Object(cells.collect::<Map<_, _>>()));
        Ok::<_, std::convert::Infallible>(())
    };
    let Ok(()) = report.summary_rows(|row| keep(&mut summary, SUMMARY, row));
    let Ok(()) = report.difference_rows(|row| keep(&mut differences, DIFFERENCES, row));
    let headers = impacts::headers();
    let columns = impacts::columns(&headers);
    for impact in impacts::side_by_side(report.impacts()) {
        let Ok(()) = keep(&mut all, &columns, &impact.row());
    }
    json!({
        "title": title,
        "summary": summary,
        "differences": differences,
        "impacts": all,
        "interrupted": report.interrupted,
    })
}

/// The cell as JSON.
fn value(cell: &Cell) -> Value {
    match *cell {
        Cell::Number(number) if number.is_finite() => json!(number),
        Cell::Number(_) | Cell::Nothing => Value::Null,
        Cell::Count(count) => json!(count),
        Cell::Text(text) => json!(text),
    }
}

/// The text for the terminal: one line per run and body, and where each run diverges from the first.
pub fn table(report: &ComparisonReport) -> String {
    let head =
        ["laws", "body", "end", "distance [m]", "|v| [m/s]", "|w| [rad/s]", "creep [m/s]", "chatter [1/s]", "dE [J]"];
    let mut lines: Vec<[String; 9]> = vec![head.map(str::to_owned)];
    for run in &report.runs {
        let classes = classes(&run.state);
        lines.extend(run.tally.bodies.iter().take(MAX_SHOWN_BODIES).map(|tally| run.line(tally, classes[tally.index])));
    }
    let mut text = aligned(&lines) + &legend(&lines);
    let moving = report.runs.first().map_or(0, |run| run.tally.bodies.len());
    if moving > MAX_SHOWN_BODIES {
        text += &format!("and {}, in summary.csv\n", counted(moving - MAX_SHOWN_BODIES, "more body"));
    }
    text += &impacts::text(report.impacts());
    for run in &report.runs {
        text.extend(run.notes.iter().map(|note| format!("{}: {note}\n", run.name)));
    }
    let Some(first) = report.runs.first() else { return text };
    for (b, run) in report.runs.iter().enumerate().skip(1) {
        let found = |kind: DifferenceKind| {
            let found = report.differences.first(0, b, kind);
            found.map_or(format!("no {}", kind.name()), |found| format!("{} at t = {:.6} s", kind.name(), found.time))
        };
        let kinds: Vec<String> = DifferenceKind::ALL.map(found).to_vec();
        let earliest = report.differences.earliest(0, b).map_or("no difference".to_owned(), |found| {
            format!("first difference at t = {:.6} s ({} of {})", found.time, found.kind.name(), found.of)
        });
        text += &format!("{} against {}: {earliest}; {}\n", run.name, first.name, kinds.join(", "));
    }
    text
}

/// The line that explains the classes in the column `end`; empty if there are none.
fn legend(lines: &[[String; 9]]) -> String {
    let is_shown = |class: &&&str| lines.iter().any(|[_, _, end, ..]| end == **class);
    let shown = CLASSES.iter().filter(is_shown).map(|class| format!("{class} {}", class_name(class)));
    let shown = shown.collect::<Vec<_>>();
    if shown.is_empty() { String::new() } else { format!("end: {}\n", shown.join(", ")) }
}
