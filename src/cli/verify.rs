//! `stickslip verify`.

use super::failure::Failure;
use super::output::say;
use crate::scene::nearest;
use crate::study::verify::{VerifyRow, cases, short, verify};
use clap::Args;
use std::path::{Path, PathBuf};

/// Flags of `verify`.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Cases to check (default: all)
    ids: Vec<String>,
    /// Print one JSON document instead of a table
    #[arg(long)]
    json: bool,
    /// Folder with the published curves, to compare these too (default: ../shared/reference if it is there)
    #[arg(long, value_name = "DIR")]
    reference: Option<PathBuf>,
    /// List the cases
    #[arg(long)]
    list: bool,
}

impl Verify {
    /// Runs the cases; fails if a number is not the paper's.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        if self.list {
            return cases().iter().try_for_each(|case| say(&format!("{:18} {}", case.id, case.title)));
        }
        for id in &self.ids {
            if !cases().iter().any(|case| case.id == id) {
                let advice = nearest::advice(id, cases().iter().map(|case| case.id), "the cases are");
                return Err(Failure::Input(miette::miette!(help = advice, "there is no case `{id}`")));
            }
        }
        let usual = Path::new("../shared/reference");
        let reference = self.reference.as_deref().or_else(|| usual.is_dir().then_some(usual));
        if let Some(folder) = reference.filter(|folder| !folder.is_dir()) {
            let help = "give the folder that has `paper` and `rerun` in it";
            return Err(Failure::Input(miette::miette!(help = help, "{} is no folder", folder.display())));
        }
        let rows = verify(&self.ids, reference).map_err(|error| Failure::Other(error.to_string()))?;
        if self.json {
            say(&serde_json::to_string_pretty(&rows).map_err(|error| Failure::Other(error.to_string()))?)?;
        } else {
            print(&rows, reference.is_some())?;
        }
        match rows.iter().filter(|row| !row.ok).count() {
            0 => Ok(()),
            failed => Err(Failure::Other(format!("{failed} of {} rows are not ok", rows.len()))),
        }
    }
}

fn print(rows: &[VerifyRow], curves: bool) -> Result<(), Failure> {
    say("case, quantity, paper, measured, tolerance, ok")?;
    for row in rows {
        let ok = match (row.ok, row.erratum) {
            (true, None) => "ok",
            (true, Some(_)) => "erratum",
            (false, _) => "NOT OK",
        };
        let (measured, quantity) = (short(row.measured), &row.quantity);
        say(&format!("{}, {quantity}, {}, {measured}, {}, {ok}", row.case, short(row.paper), short(row.tolerance)))?;
        if let Some(why) = row.erratum {
            say(&format!("    erratum: {why}"))?;
        }
    }
    if !curves {
        say("(no published curves compared: give their folder with --reference)")?;
    }
    let (good, errata) =
        (rows.iter().filter(|row| row.ok).count(), rows.iter().filter(|row| row.erratum.is_some()).count());
    say(&format!("{good} of {} rows are ok, {errata} of them errata of the paper", rows.len()))
}
