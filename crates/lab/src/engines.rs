//! Cases with closed forms, run by this program's solvers and by other engines: rows, and the page that compares them.

use crate::reproduction::verify::{ConformanceValue, conformance_values, short};
use std::collections::BTreeMap;
use stickslip_engine::record::build::VERSION;
use stickslip_engine::record::table::put_text;

/// Head of the rows as CSV; `python3 -m stickslip.engines --csv` prints rows without it.
const HEAD: &str = "engine,version,setting,case,what,value,want,ok";

/// What follows the table: the closed forms behind the stars, written by hand.
const READING: &str = include_str!("engines.md");

/// A value of a case, computed by an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineRow {
    /// Name of the engine.
    pub engine: String,
    /// Version of the engine.
    pub version: String,
    /// Settings with which the engine ran.
    pub setting: String,
    /// Number of the case.
    pub case: u8,
    /// Quantity, with its unit.
    pub what: String,
    /// Value.
    pub value: f64,
    /// Closed form; `None` for a value that is named and not judged.
    pub want: Option<f64>,
    /// Whether the value agrees with the closed form.
    pub ok: Option<bool>,
}

/// The rows of this program's own solvers, of the cases with these numbers or of all.
pub fn own_rows(numbers: &[u8]) -> Vec<EngineRow> {
    let row = |found: ConformanceValue| EngineRow {
        engine: "stickslip".to_owned(),
        version: VERSION.to_owned(),
        setting: found.setting,
        case: found.case,
        what: found.what,
        value: found.measured,
        want: Some(found.expected),
        // A value that is not a number agrees with nothing.
        ok: Some((found.measured - found.expected).abs() <= found.tolerance),
    };
    conformance_values(numbers).into_iter().map(row).collect()
}

/// Reads rows that another engine's runner printed; an error names the line.
pub fn rows_of_csv(text: &str) -> Result<Vec<EngineRow>, String> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for (line, row) in (1..).zip(reader.records()) {
        let row = row.map_err(|error| error.to_string())?;
        let cells: Vec<&str> = row.iter().collect();
        let [engine, version, setting, case, what, value, want, ok] = cells[..] else {
            return Err(format!("line {line} has {} cells", cells.len()));
        };
        let parsed =
            (case.parse(), value.parse(), Some(want).filter(|want| !want.is_empty()).map(str::parse).transpose());
        let (Ok(case), Ok(value), Ok(want)) = parsed else { return Err(format!("line {line} has no numbers")) };
        let ok = match ok {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        let [engine, version, setting, what] = [engine, version, setting, what].map(str::to_owned);
        rows.push(EngineRow { engine, version, setting, case, what, value, want, ok });
    }
    Ok(rows)
}

/// The rows as CSV.
pub fn csv_of_rows(rows: &[EngineRow]) -> String {
    let mut table = format!("{HEAD}\n");
    for row in rows {
        for text in [&row.engine, &row.version, &row.setting] {
            put_text(&mut table, text);
            table.push(',');
        }
        table += &format!("{:02},", row.case);
        put_text(&mut table, &row.what);
        let ok = row.ok.map_or("", |ok| if ok { "yes" } else { "no" });
        table += &format!(",{:?},{},{ok}\n", row.value, row.want.map_or_else(String::new, |want| format!("{want:?}")));
    }
    table
}

/// A row as a line for a reader.
pub fn line(row: &EngineRow) -> String {
    let EngineRow { engine, setting, case, what, value, want, ok, .. } = row;
    let want = want.map_or_else(String::new, |want| format!(" (closed form {})", short(want)));
    let differs = if *ok == Some(false) { " differs" } else { "" };
    format!("{engine} {setting} · {case:02} {what}: {}{want}{differs}", short(*value))
}

/// The page that compares the engines: a table of cases and settings, in which `*` marks what differs, and what is known
/// of the reasons. `date`: of the run.
pub fn page(rows: &[EngineRow], date: &str) -> String {
    let mut settings: Vec<(&str, &str, &str)> = Vec::new();
    let mut cells: BTreeMap<(u8, &str), BTreeMap<usize, &EngineRow>> = BTreeMap::new();
    for row in rows {
        let setting = (row.engine.as_str(), row.version.as_str(), row.setting.as_str());
        let column = settings.iter().position(|known| *known == setting).unwrap_or_else(|| {
            settings.push(setting);
            settings.len() - 1
        });
        cells.entry((row.case, row.what.as_str())).or_default().insert(column, row);
    }
    let mut text = format!(
        "# Engines compared with closed forms\n\nMade by `stickslip engines --report` on {date}. `*` marks a value that differs from its \
         closed form by more than the tolerance of the case; an empty cell was not run or is not offered. A cell says that a value \
         *differs from* Coulomb's law and rigid bodies, never that an engine is wrong: soft contact, regularised friction and pyramids \
         are choices.\n\n| column | engine | version | setting |\n|---|---|---|---|\n"
    );
    for (number, (engine, version, setting)) in (1..).zip(&settings) {
        text += &format!("| {number} | {engine} | {version} | {setting} |\n");
    }
    let head: String = (1..=settings.len()).map(|number| format!(" {number} |")).collect();
    text += &format!("\n| case | closed form |{head}\n|---|---|{}\n", "---|".repeat(settings.len()));
    for ((case, what), of_case) in &cells {
        let want = of_case.values().find_map(|row| row.want).map_or_else(String::new, short);
        text += &format!("| {case:02} {what} | {want} |");
        for column in 0..settings.len() {
            let cell = of_case.get(&column).map(|row| {
                let star = if row.ok == Some(false) { "\\*" } else { "" };
                format!("{}{star}", short(row.value))
            });
            text += &format!(" {} |", cell.unwrap_or_default());
        }
        text.push('\n');
    }
    let judged = |column: usize| cells.values().filter_map(move |row| row.get(&column)).filter_map(|row| row.ok);
    text += "| agree | |";
    for column in 0..settings.len() {
        text += &format!(" {}/{} |", judged(column).filter(|ok| *ok).count(), judged(column).count());
    }
    text.push('\n');
    text + READING
}

/// Date of a day counted from 1970-01-01, as `2026-11-26`, in the Gregorian calendar.
pub fn date(days: u64) -> String {
    let mut year = 1970;
    let mut left = days;
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while left >= 365 + u64::from(is_leap(year)) {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, left + 1)
}
