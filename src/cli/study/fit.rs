//! `stickslip fit`.

use crate::cli::failure::Failure;
use crate::cli::support::interrupt::unless_interrupted;
use crate::cli::support::output::{replaceable, say, say_json};
use crate::cli::support::progress::bar;
use crate::cli::support::source::{self, Source};
use crate::files::read_text;
use crate::scene::text::nearest;
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use stickslip_lab::fit::{
    Fit, FitError, FitFile, FitProgress, Named, SeriesFile, SeriesFit, builtin, is_table, solve, solve_series,
    write_csv, write_series,
};

const EXAMPLES: &str = "A fit file (RON):
  Fit(
      schema: 1,
      scene: \"bowling-ball\",                         // a built-in scene, or a file next to this one
      set: [(\"friction.mu_k\", 0.1)],                 // the same for every run
      duration: 60.0,                                // longest simulated time of a run
      parameter: \"friction.eta_r\",
      bracket: (0.03, 0.3),                          // its lowest and highest value
      measured: StoppingDistance(body: \"ball\"),
      measurements: [                                // or csv: (file: \"rolls.csv\", value: \"d [m]\", ...)
          (value: 4.0, uncertainty: 0.1, set: [(\"bodies.ball.velocity\", (0.0, 1.0, 0.0)),
                                               (\"bodies.ball.angular_velocity\", (-9.217, 0.0, 0.0))]),
      ],
  )
Several parameters, from a table of a quantity over time (docs/fitting.md):
      parameters: [(path: \"friction.mu_s\", bracket: (0.3, 0.6)), (path: \"friction.mu_k\", bracket: (0.1, 0.3))],
      series: (file: \"pull.csv\", time: \"t [s]\", value: \"F [N]\", of: Pull(body: \"block\", along: (0.0, 1.0, 0.0))),
What can be measured: StoppingDistance(body), StoppingTime(body, of: Velocity | AngularVelocity), StoppingAngle(body),
StoppingAngleDegrees(body), LimitAngle(body, surface), LimitAngleDegrees(body, surface).

Examples:
  stickslip fit fit-roll                     roll friction from the distances that a ball rolls
  stickslip fit fit-slide --json             kinetic friction from the distances that a brick slides
  stickslip fit fit-limit-angle              static friction from the slope at which a brick slips
  stickslip fit my.ron --out fitted.csv      one row per measurement, with its residual";

/// Flags of `fit`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FitCommand {
    /// A fit file, `-` for standard input, or the name of a built-in fit
    #[arg(required_unless_present = "list")]
    fit: Option<OsString>,
    /// Write a CSV table with one row per measurement: model, residual, and the parameter value from it alone
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON document instead of a table
    #[arg(long)]
    json: bool,
    /// Threads (default: the machine's)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// List the built-in fits
    #[arg(long)]
    list: bool,
}

impl FitCommand {
    /// Runs the fit.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let Some(name) = self.fit.as_deref().filter(|_| !self.list) else {
            return builtin::all().iter().try_for_each(|(name, text)| {
                let title = FitFile::parse(&Named { name, text }).map_or_else(|_| String::new(), |file| file.title);
                say(&format!("{name:20}  {title}"))
            });
        };
        let plan = load(name)?;
        if let Some(out) = &self.out {
            replaceable("--out", out, "is not a table of `fit`", is_table)?;
        }
        let jobs = self.jobs.map_or_else(stickslip_lab::sweep::default_jobs, usize::from);
        let failed = |error: crate::files::WriteError| Failure::Other(error.to_string());
        let out = self.out.as_deref();
        match plan {
            Plan::One(fit) => {
                let report = solved(move |tell| solve(&fit, jobs, tell))?;
                out.map_or(Ok(()), |out| write_csv(&report, out)).map_err(failed)?;
                if self.json { say_json(&report) } else { shown(&report.text(), out) }
            }
            Plan::Series(fit) => {
                let report = solved(move |tell| solve_series(&fit, jobs, tell))?;
                out.map_or(Ok(()), |out| write_series(&report, out)).map_err(failed)?;
                if self.json { say_json(&report) } else { shown(&report.text(), out) }
            }
        }
    }
}

/// What a fit file asks for.
enum Plan {
    /// One parameter, from numbers measured once a run.
    One(Fit),
    /// Several parameters, from a time series.
    Series(SeriesFit),
}

/// Prints a report, and where its table was written.
fn shown(report: &str, out: Option<&Path>) -> Result<(), Failure> {
    let written = out.map_or(String::new(), |out| format!("\nwritten to {}", out.display()));
    say(&format!("{report}{written}"))
}

/// Finds the values, or ends with an error at a signal.
fn solved<R: Send + 'static>(
    find: impl FnOnce(Box<dyn FnMut(FitProgress)>) -> Result<R, FitError> + Send + 'static,
) -> Result<R, Failure> {
    let bar = bar(0, "{bar:40} {pos}/{len} runs  ETA {eta}");
    let shown = bar.clone();
    let tell = move |at: FitProgress| {
        shown.set_length(at.planned as u64);
        shown.set_position(at.runs as u64);
    };
    let report = unless_interrupted(move || find(Box::new(tell)));
    bar.finish_and_clear();
    match report? {
        Some(report) => report.map_err(failure),
        None => {
            Err(Failure::Other("interrupted by a signal: the fit has no value, and nothing was written".to_owned()))
        }
    }
}

/// Reads and checks a fit, from a file, standard input or built in.
fn load(path: &OsStr) -> Result<Plan, Failure> {
    let name = &source::shown(path);
    let text = match path.to_str().and_then(builtin::text) {
        Some(text) => text.to_string(),
        None => source::read_named(path).map_err(|error| {
            let advice = nearest::advice(name, builtin::all().iter().map(|(name, _)| *name), "built-in fits");
            let help = format!("give a file that exists or a built-in fit; {advice}");
            Failure::Input(miette::miette!(help = help, "cannot read {name}: {error}"))
        })?,
    };
    let from = Named { name, text: &text };
    let beside = |file: &str| Path::new(path).parent().map_or_else(|| PathBuf::from(file), |dir| dir.join(file));
    let scene = |file: &str| {
        let scene = beside(file);
        Source::find(if scene.is_file() { scene.into_os_string() } else { OsString::from(file) })
    };
    let table = |file: &str, field: &str| {
        let path = beside(file);
        let text = read_text(&path).map_err(|error| {
            let message = format!("cannot read {}: {error}", path.display());
            failure(from.fault(field, message, "give the name of a table next to the fit file"))
        })?;
        Ok::<_, Failure>((path.display().to_string(), text))
    };
    if SeriesFile::is_one(&text) {
        let file = SeriesFile::parse(&from).map_err(failure)?;
        let (scene, (name, text)) = (scene(&file.scene)?, table(&file.series.file, "series.file")?);
        let table = Named { name: &name, text: &text };
        return SeriesFit::new(file, &from, &scene.text, &table).map(Plan::Series).map_err(failure);
    }
    let file = FitFile::parse(&from).map_err(failure)?;
    let scene = scene(&file.scene)?;
    let table = file.csv.as_ref().map(|columns| table(&columns.file, "csv.file")).transpose()?;
    let table = table.as_ref().map(|(name, text)| Named { name, text });
    Fit::new(file, &from, &scene.text, table.as_ref()).map(Plan::One).map_err(failure)
}

fn failure(error: FitError) -> Failure {
    match error {
        FitError::Faults(faults) => (*faults).into(),
        FitError::Refused { message, remedy } => Failure::Input(miette::miette!(help = remedy, "{message}")),
        FitError::Guard(why) => Failure::Guard(why),
    }
}
