//! Drives from files: displacements over time, or the history of a contact in a run.

use super::drive::{BenchDrive, DriveRow, MAX_STEPS, Sample};
use std::collections::BTreeMap;
use std::path::Path;
use stickslip_engine::laws::Vec2;
use stickslip_engine::observe::state::ContactView;

/// Why a file cannot be used as a drive, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}; {remedy}")]
pub struct DriveFault {
    /// What is wrong, with file and line if known.
    pub what: String,
    /// How to correct it.
    pub remedy: String,
}

impl DriveFault {
    fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { what: what.into(), remedy: remedy.into() }
    }
}

/// Columns of a displacement file besides `t [s]`; at least one of the first five is required.
const DISPLACEMENTS: [&str; 6] = ["slip_u [m]", "slip_w [m]", "roll_u [rad]", "roll_w [rad]", "spin [rad]", "N [N]"];

/// A CSV file with headers.
struct CsvSheet {
    name: String,
    heads: BTreeMap<String, usize>,
    rows: Vec<csv::StringRecord>,
}

impl CsvSheet {
    fn read(path: &Path) -> Result<Self, DriveFault> {
        let name = path.display().to_string();
        let broken =
            |why: csv::Error| DriveFault::new(format!("cannot read {name}: {why}"), "give a CSV file with headers");
        let mut reader = csv::Reader::from_path(path).map_err(broken)?;
        let heads = reader.headers().map_err(broken)?.iter().enumerate().map(|(k, head)| (head.trim().to_owned(), k));
        let heads = heads.collect();
        let rows = reader.records().collect::<Result<_, _>>().map_err(broken)?;
        Ok(Self { name, heads, rows })
    }

    fn has(&self, head: &str) -> bool {
        self.heads.contains_key(head)
    }

    fn cell<'a>(&self, row: &'a csv::StringRecord, head: &str) -> Result<&'a str, DriveFault> {
        let column = self.heads.get(head).ok_or_else(|| {
            let given: Vec<&str> = self.heads.keys().map(String::as_str).take(12).collect();
            DriveFault::new(
                format!("{}:1: there is no column `{head}`", self.name),
                format!("add it; the file has {}", given.join(", ")),
            )
        })?;
        Ok(row.get(*column).unwrap_or_default().trim())
    }

    fn number(&self, row: &csv::StringRecord, head: &str) -> Result<f64, DriveFault> {
        let cell = self.cell(row, head)?;
        cell.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(|| {
            let line = row.position().map_or(0, csv::Position::line);
            DriveFault::new(format!("{}:{line}: `{head}` is `{cell}`", self.name), "write a finite number")
        })
    }
}

/// Reads a displacement file: `t [s]` (ascending) and some of `slip_u [m]`, `slip_w [m]`, `roll_u [rad]`,
/// `roll_w [rad]`, `spin [rad]`, `N [N]`, with displacements counted from the start.
pub fn file(path: &Path, normal: f64, dt: f64) -> Result<BenchDrive, DriveFault> {
    let sheet = CsvSheet::read(path)?;
    if !DISPLACEMENTS[..5].iter().any(|head| sheet.has(head)) {
        let what = format!("{}:1: no column gives a displacement", sheet.name);
        return Err(DriveFault::new(what, format!("give `t [s]` and some of {}", DISPLACEMENTS.join(", "))));
    }
    let mut places: Vec<DriveRow> = Vec::new();
    for row in &sheet.rows {
        let t = sheet.number(row, "t [s]")?;
        let of = |head: &str| if sheet.has(head) { sheet.number(row, head) } else { Ok(0.0) };
        let [slip_u, slip_w, roll_u, roll_w, spin, _] = DISPLACEMENTS;
        let place = DriveRow {
            t,
            slip: Vec2::new(of(slip_u)?, of(slip_w)?),
            roll: Vec2::new(of(roll_u)?, of(roll_w)?),
            spin: of(spin)?,
            normal: if sheet.has("N [N]") { Some(sheet.number(row, "N [N]")?) } else { None },
        };
        let line = row.position().map_or(0, csv::Position::line);
        if place.normal.is_some_and(|normal| normal < 0.0) {
            let remedy = "a normal force cannot pull: give 0 or a positive number";
            return Err(DriveFault::new(format!("{}:{line}: N is negative", sheet.name), remedy));
        }
        if places.last().is_some_and(|before| before.t >= t) {
            return Err(DriveFault::new(
                format!("{}:{line}: the time does not increase", sheet.name),
                "sort the rows by time",
            ));
        }
        places.push(place);
    }
    if places.len() < 2 {
        return Err(DriveFault::new(format!("{}: there are fewer than two rows", sheet.name), "give two or more"));
    }
    let steps = (places[places.len() - 1].t - places[0].t) / dt;
    if steps > MAX_STEPS {
        let what = format!("{}: its time span has {steps:.1e} steps of {dt} s", sheet.name);
        return Err(DriveFault::new(what, format!("times are in s; at most {MAX_STEPS:.0e} steps, set by --dt")));
    }
    Ok(BenchDrive::table(&places, normal, dt))
}

/// The history of point `feature` of the contact of bodies `i` and `j`, from the `contacts.csv` of a run, which must
/// have rows for every step. From a table of several runs (`compare`) the first set of laws is taken.
pub fn recorded(path: &Path, [i, j]: [&str; 2], feature: u64, dt: f64) -> Result<BenchDrive, DriveFault> {
    let sheet = CsvSheet::read(path)?;
    let mut totals: BTreeMap<u64, f64> = BTreeMap::new();
    let mut wanted = Vec::new();
    let laws =
        if sheet.has("laws") { sheet.rows.first().map(|row| sheet.cell(row, "laws")).transpose()? } else { None };
    for row in &sheet.rows {
        let of_set = laws.is_none_or(|laws| sheet.cell(row, "laws") == Ok(laws));
        if of_set && sheet.cell(row, "i")? == i && sheet.cell(row, "j")? == j {
            let step = sheet.number(row, "step")? as u64;
            *totals.entry(step).or_default() += sheet.number(row, "N [N]")?;
            if sheet.number(row, "feature")? as u64 == feature {
                wanted.push((step, row));
            }
        }
    }
    let (first, rest) = wanted.split_first().ok_or_else(|| {
        let what = format!("{}: there is no contact of `{i}` and `{j}` (feature {feature})", sheet.name);
        DriveFault::new(what, "name body i, then body j, as in the columns i and j")
    })?;
    let mut samples = Vec::with_capacity(rest.len());
    let mut last = first.0;
    for (step, row) in rest {
        if *step != last + 1 {
            let what = format!("{}: steps {last} and {step} of this contact do not follow each other", sheet.name);
            return Err(DriveFault::new(
                what,
                "write the rows of every step (`--every 1`), of one uninterrupted contact",
            ));
        }
        last = *step;
        samples.push(sample(&sheet, row, totals.get(step).copied().unwrap_or_default())?);
    }
    Ok(BenchDrive { dt, samples, period: None })
}

fn sample(sheet: &CsvSheet, row: &csv::StringRecord, total: f64) -> Result<Sample, DriveFault> {
    let of = |head: &str| sheet.number(row, head);
    let paths = [Vec2::new(of("p_i_u [m]")?, of("p_i_w [m]")?), Vec2::new(of("p_j_u [m]")?, of("p_j_w [m]")?)];
    let curvatures = [of("kappa_i [1/m]")?, of("kappa_j [1/m]")?];
    Ok(Sample {
        slip: Vec2::new(of("dS_u [m]")?, of("dS_w [m]")?),
        roll: paths[0] * curvatures[0] + paths[1] * curvatures[1],
        spin: of("psi [rad]")?,
        paths: Some(paths),
        normal: total,
        share: if total > 0.0 { of("N [N]")? / total } else { 1.0 },
        curvatures: Some(curvatures),
        overlap: Some(of("overlap [m]")?),
    })
}

/// Motion and normal force of a contact in its last step; `total` is the normal force of all points of its pair, N.
pub fn sample_of(contact: &ContactView, total: f64) -> Sample {
    let paths = [contact.paths.p_i, contact.paths.p_j];
    let curvatures = [contact.paths.kappa_i, contact.paths.kappa_j];
    Sample {
        slip: contact.slide.0.increment,
        roll: paths[0] * curvatures[0] + paths[1] * curvatures[1],
        spin: contact.frame.psi,
        paths: Some(paths),
        normal: total,
        share: if total > 0.0 { contact.normal.n / total } else { 1.0 },
        curvatures: Some(curvatures),
        overlap: Some(contact.touch.overlap),
    }
}
