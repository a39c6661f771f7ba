//! `stickslip figure`.

use crate::cli::failure::Failure;
use crate::cli::support::output::{check_page, say};
use crate::cli::support::progress::PartsProgress;
use crate::scene::text::nearest;
use clap::Args;
use std::path::PathBuf;
use stickslip_lab::reproduction::figures::{Recipe, make, recipes};
use stickslip_lab::reproduction::report;
use stickslip_lab::reproduction::verify::VerifyPlan;

/// Flags of `figure`.
#[derive(Debug, Args)]
pub(crate) struct FigureCommand {
    /// Figures to make (default: all but those that take minutes)
    ids: Vec<String>,
    /// Folder for SVG, PNG and CSV files; created if missing
    #[arg(long, value_name = "DIR", default_value = "figures", value_parser = crate::cli::support::output::folder())]
    out: PathBuf,
    /// Write the page on the reproduction of the paper to this file, with the pictures in --out
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// List the figures
    #[arg(long)]
    list: bool,
}

impl FigureCommand {
    /// Makes the figures.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        if self.list {
            return recipes().iter().try_for_each(|recipe| say(&format!("{:18} {}", recipe.id, recipe.title)));
        }
        for id in &self.ids {
            if !recipes().iter().any(|recipe| recipe.id == id) {
                let advice = nearest::advice(id, recipes().iter().map(|recipe| recipe.id), "the figures are");
                return Err(Failure::Input(miette::miette!(help = advice, "there is no figure `{id}`")));
            }
        }
        self.report.iter().try_for_each(|page| check_page("--report", page))?;
        let named = |id: &str| self.ids.iter().any(|wanted| wanted == id);
        let is_wanted = |recipe: &&Recipe| named(recipe.id) || (self.ids.is_empty() && !recipe.is_long());
        let recipes: Vec<_> = recipes().iter().filter(is_wanted).collect();
        let progress = PartsProgress::begin("figure", recipes.len(), recipes.iter().map(|recipe| recipe.seconds).sum());
        for recipe in recipes {
            let files = make(recipe, &self.out).map_err(|error| Failure::Other(error.to_string()))?;
            let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            progress.done(recipe.id);
            say(&format!("{}: {}", recipe.title, names.join(" ")))?;
        }
        progress.end();
        if let Some(page) = &self.report {
            let plan = VerifyPlan { whole: true, ..VerifyPlan::SHIPPED };
            let text = report::page(page, &self.out, &plan);
            let text = text.map_err(|error| Failure::Other(error.to_string()))?;
            crate::cli::support::output::write(page, text.as_bytes())?;
            say(&format!("written to {}", page.display()))?;
        }
        Ok(())
    }
}
