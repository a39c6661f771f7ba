//! `stickslip solvers`.

use crate::cli::failure::Failure;
use crate::cli::support::output::{check_page, say, write};
use crate::scene::Cones;
use crate::scene::text::plural::counted;
use clap::Args;
use std::path::PathBuf;
use stickslip_lab::pages::solvers::{measure_all, page};

/// Flags of `solvers`.
#[derive(Debug, Args)]
pub(crate) struct SolversCommand {
    /// Measure every form and method (passes, unconverged steps, residual, time) and write the page to this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl SolversCommand {
    /// Lists or measures forms and methods.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let Some(file) = &self.report else {
            for (kind, name, about) in Cones::choices() {
                say(&format!("{kind:7} {name:12} {about}"))?;
            }
            return say("in a scene: normal: Rigid, solver: Cones(form: Exact, method: Auto)");
        };
        check_page("--report", file)?;
        let measured = measure_all().map_err(|error| Failure::Other(error.to_string()))?;
        write(file, page(file, &measured).as_bytes())?;
        say(&format!("{} measured, written to {}", counted(measured.len(), "case"), file.display()))
    }
}
