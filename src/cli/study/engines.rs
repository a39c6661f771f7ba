//! `stickslip engines`.

use crate::cli::failure::Failure;
use crate::cli::support::output::{replaceable, say, write};
use crate::cli::support::progress::tell;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};
use stickslip_lab::engines::{EngineRow, csv_of_rows, date, line, own_rows, page, rows_of_csv};

/// Seconds of a day.
const DAY: u64 = 86_400;
/// First words of a page made here.
const PAGE: &str = "# Engines compared with closed forms";

/// Flags of `engines`.
#[derive(Debug, Args)]
pub(crate) struct EnginesCommand {
    /// Numbers of the cases: 4 13 [default: all]
    #[arg(value_name = "CASE", allow_negative_numbers = true)]
    cases: Vec<u8>,
    /// Write the page that compares the engines, and its rows beside it as CSV
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// A Python with the package stickslip and the engines
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: PathBuf,
}

impl EnginesCommand {
    /// Runs the cases by our own solvers, then by the engines that Python has.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        if let Some(file) = &self.report {
            replaceable("--report", file, "is another file", is_page)?;
        }
        let mut rows = own_rows(&self.cases);
        rows.iter().try_for_each(|row| say(&line(row)))?;
        let others = self.others()?;
        others.iter().try_for_each(|row| say(&line(row)))?;
        rows.extend(others);
        let Some(file) = &self.report else { return Ok(()) };
        let today = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / DAY);
        write(file, page(&rows, &date(today)).as_bytes())?;
        write(&file.with_extension("csv"), csv_of_rows(&rows).as_bytes())?;
        say(&format!("written to {}", file.display()))
    }

    /// The rows of other engines; what was not run is told in a line each.
    fn others(&self) -> Result<Vec<EngineRow>, Failure> {
        let numbers = self.cases.iter().map(|case| format!("{case:02}"));
        let run = Command::new(&self.python)
            .args(["-m", "stickslip.engines", "--csv"])
            .args(numbers)
            .stderr(Stdio::piped())
            .output();
        let missing = |why: &str| {
            tell(&format!(
                "not run: other engines, {why}; pip install the package of this program, mujoco, drake, pybullet, newton"
            ));
            Ok(Vec::new())
        };
        let Ok(run) = run else { return missing(&format!("there is no {}", self.python.display())) };
        let errors = String::from_utf8_lossy(&run.stderr);
        errors.lines().filter(|line| line.starts_with("not run:")).for_each(tell);
        if !run.status.success() {
            return missing(errors.lines().last().unwrap_or("it failed"));
        }
        rows_of_csv(&String::from_utf8_lossy(&run.stdout))
            .map_err(|why| Failure::Other(format!("{} -m stickslip.engines: {why}", self.python.display())))
    }
}

/// True for a page that this command made.
fn is_page(file: &Path) -> bool {
    crate::files::read_text(file).is_ok_and(|text| text.starts_with(PAGE))
}
