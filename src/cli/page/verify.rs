//! `stickslip verify`.

use crate::cli::failure::Failure;
use crate::cli::support::interrupt::unless_interrupted;
use crate::cli::support::output::{check_page, say, say_json, write};
use crate::cli::support::progress::PartsProgress;
use crate::laws::math::extremes::larger;
use crate::scene::text::nearest;
use crate::scene::text::plural::counted;
use clap::Args;
use rayon::current_num_threads;
use std::path::PathBuf;
use std::sync::Arc;
use stickslip_lab::reproduction::reference::ReferenceSource;
use stickslip_lab::reproduction::suites_page::page;
use stickslip_lab::reproduction::verify::{VerifyPlan, VerifyRow, cases, table, verify, wanted};

/// Flags of `verify`.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Cases to check (default: all)
    ids: Vec<String>,
    /// Print one JSON document instead of a table
    #[arg(long)]
    json: bool,
    /// Folder with the full published curves (default: the thinned built-in ones)
    #[arg(long, value_name = "DIR")]
    reference: Option<PathBuf>,
    /// Check all 23571 cells of the class map instead of every fourth row, and all closed forms of the named cases
    /// instead of a sample
    #[arg(long)]
    whole: bool,
    /// List the cases
    #[arg(long)]
    list: bool,
    /// Run the suites of other programs and write their page to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ids", "json", "whole", "list"])]
    report: Option<PathBuf>,
}

impl Verify {
    /// Runs the cases; fails if a number differs from the paper's or from its closed form.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        if self.list {
            return cases().iter().try_for_each(|case| say(&format!("{:19} {}", case.id, case.title)));
        }
        for id in &self.ids {
            if !cases().iter().any(|case| case.id == id) {
                let advice = nearest::advice(id, cases().iter().map(|case| case.id), "the cases are");
                return Err(Failure::Input(miette::miette!(help = advice, "there is no case `{id}`")));
            }
        }
        if let Some(folder) = self.reference.as_ref().filter(|folder| !folder.is_dir()) {
            let help = "give the folder that contains `paper` and `rerun`";
            return Err(Failure::Input(miette::miette!(help = help, "{} is not a folder", folder.display())));
        }
        if let Some(file) = &self.report {
            check_page("--report", file)?;
            let text = page(&format!("stickslip verify --report {}", file.display()), &self.plan());
            write(file, text.map_err(|error| Failure::Other(error.to_string()))?.as_bytes())?;
            return say(&format!("written to {}", file.display()));
        }
        let json = self.json;
        let rows = self.rows()?;
        if json {
            say_json(&rows)?;
        } else {
            say(&table(&rows))?;
        }
        match rows.iter().filter(|row| !row.ok).count() {
            0 => Ok(()),
            1 => Err(Failure::Other(format!("1 of {} is not ok", counted(rows.len(), "row")))),
            failed => Err(Failure::Other(format!("{failed} of {} are not ok", counted(rows.len(), "row")))),
        }
    }
}

impl Verify {
    fn plan(&self) -> VerifyPlan<'_> {
        let source = self.reference.as_deref().map_or(ReferenceSource::Shipped, ReferenceSource::Folder);
        VerifyPlan { source, whole: self.whole, matrix: self.whole && !self.ids.is_empty() }
    }

    /// Runs the cases, or ends with an error at a signal.
    fn rows(self) -> Result<Vec<VerifyRow>, Failure> {
        let wanted = wanted(&self.ids);
        let count = wanted.len();
        let takes: Vec<f64> = wanted.iter().map(|case| case.takes(&self.plan())).collect();
        let seconds = takes.iter().sum::<f64>() / current_num_threads().max(1) as f64;
        let seconds = larger(seconds, takes.into_iter().fold(0.0, larger));
        let progress = Arc::new(PartsProgress::begin("case", count, seconds));
        let shown = Arc::clone(&progress);
        let rows = unless_interrupted(move || verify(&wanted, &self.plan(), &|case| shown.done(case.id)));
        progress.end();
        match rows? {
            Some(rows) => rows.map_err(|error| Failure::Other(error.to_string())),
            None => {
                let (done, all) = (progress.count_done(), counted(count, "case"));
                Err(Failure::Other(format!(
                    "interrupted by a signal after {done} of {all}: the others are not compared"
                )))
            }
        }
    }
}
