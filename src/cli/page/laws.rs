//! `stickslip laws`.

use crate::cli::complete;
use crate::cli::failure::Failure;
use crate::cli::support::output::{check_page, say, write};
use crate::laws::pair::choice::AnyLaw;
use crate::scene::text::nearest;
use crate::scene::text::plural::counted;
use clap::Args;
use std::path::PathBuf;
use stickslip_lab::pages::laws::{card, measure_all, over_speed, page};

/// Flags of `laws`.
#[derive(Debug, Args)]
pub(crate) struct LawsCommand {
    /// Laws to describe (default: one line for each law)
    #[arg(add = complete::laws())]
    ids: Vec<String>,
    /// Measure every law (creep, chatter, overshoot, energy, momentum) and write the page to this file
    #[arg(long, value_name = "FILE", conflicts_with = "ids")]
    report: Option<PathBuf>,
}

impl LawsCommand {
    /// Lists, describes or measures the laws.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let laws = AnyLaw::all();
        if let Some(file) = &self.report {
            check_page("--report", file)?;
            let measured = measure_all().map_err(|error| Failure::Other(error.to_string()))?;
            let over_speed = over_speed().map_err(|error| Failure::Other(error.to_string()))?;
            write(file, page(file, &measured, &over_speed).as_bytes())?;
            return say(&format!("{} measured, written to {}", counted(measured.len(), "law"), file.display()));
        }
        for id in &self.ids {
            if !laws.iter().any(|law| law.info().id == id) {
                let advice = nearest::advice(id, laws.iter().map(|law| law.info().id), "the laws are");
                return Err(Failure::Input(miette::miette!(help = advice, "there is no law `{id}`")));
            }
        }
        if !self.ids.is_empty() {
            let wanted = laws.iter().filter(|law| self.ids.iter().any(|id| law.info().id == id));
            return wanted.into_iter().try_for_each(|law| say(&card(law)));
        }
        for law in &laws {
            let names: Vec<&str> = law.info().parameters.iter().map(|parameter| parameter.name).collect();
            let line =
                format!("{:5}  {:20} {:28} {}", law.component(), law.info().id, names.join(", "), law.info().source);
            say(&line)?;
        }
        say(
            "`stickslip laws ID...` describes a law; in a scene: friction: (..., laws: (slide: \"ID\", roll: \"ID\", spin: \"ID\"))",
        )
    }
}
