//! `stickslip polygons`.

use crate::cli::failure::Failure;
use crate::cli::support::output::{check_page, say};
use crate::cli::support::progress::PartsProgress;
use crate::scene::text::plural::counted;
use clap::Args;
use std::path::PathBuf;
use stickslip_lab::plot::write;
use stickslip_lab::reproduction::polygons::{PolygonPlan, draw_box, draw_centre, draw_heap, measure_all, page};

/// Computing time of a run on one core of a machine of 2026, s.
const SECONDS: f64 = 36.0;
/// The same of a run at the numbers of the source, in runs of the usual size: four times the polygons, 2.5 times the steps.
const SOURCE_SIZE: f64 = 10.0;

/// Flags of `polygons`.
#[derive(Debug, Args)]
pub(crate) struct PolygonsCommand {
    /// Folder for SVG, PNG and CSV files; created if missing
    #[arg(long, value_name = "DIR", default_value = "figures", value_parser = crate::cli::support::output::folder())]
    out: PathBuf,
    /// Write the page with the tables to this file, with the pictures in --out
    #[arg(long, value_name = "FILE", default_value = "polygons.md")]
    report: PathBuf,
    /// Number of fillings of the box
    #[arg(long, value_name = "N", default_value_t = PolygonPlan::SHIPPED.fillings, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=1000))]
    fillings: u64,
    /// Divide the step size by this
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=100))]
    finer: u64,
    /// Take the numbers of the source, 1008 and 1622 polygons, three fillings of each, and pour the heaps slowly too: a
    /// night on two cores
    #[arg(long, conflicts_with_all = ["fillings", "finer"])]
    source_size: bool,
}

impl PolygonsCommand {
    /// Runs the four cases and writes the page and the figures.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        check_page("--report", &self.report)?;
        let shipped = PolygonPlan::SHIPPED;
        let plan = match self.source_size {
            true => PolygonPlan::SOURCE_SIZE,
            false => PolygonPlan { fillings: self.fillings, dt: shipped.dt / self.finer as f64, ..shipped },
        };
        let other = |error: &dyn std::fmt::Display| Failure::Other(error.to_string());
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let size = if self.source_size { SOURCE_SIZE } else { self.finer as f64 };
        let seconds = SECONDS * size * plan.runs() as f64 / cores as f64;
        let progress = PartsProgress::begin("run", plan.runs(), seconds);
        let measured = measure_all(&plan, &|part| progress.done(part)).map_err(|error| other(&error))?;
        progress.end();
        std::fs::create_dir_all(&self.out).map_err(|error| other(&error))?;
        let figures = match self.source_size {
            true => vec![
                ("polygons-source-box", draw_box(&measured)),
                ("polygons-source-heap", draw_heap(&measured)),
                ("polygons-source-centre", draw_centre(&measured)),
            ],
            false => vec![("polygons-box", draw_box(&measured)), ("polygons-heap", draw_heap(&measured))],
        };
        for (name, figure) in figures {
            write(&figure, &self.out.join(name)).map_err(|error| other(&error))?;
        }
        let text = page(&self.report, &self.out, &plan, &measured);
        crate::cli::support::output::write(&self.report, text.as_bytes())?;
        say(&format!("{}, written to {}", counted(plan.runs(), "run"), self.report.display()))
    }
}
