//! `stickslip sweep` and `stickslip merge`.

use crate::cli::complete::sweeps;
use crate::cli::failure::Failure;
use crate::cli::support::output::{replaceable, say};
use crate::cli::support::progress::{bar, tell};
use crate::cli::support::source::{self, Source};
use crate::cli::support::verbosity::Verbosity;
use crate::files::{Destination, WriteError, remove};
use crate::scene::text::plural::counted;
use crate::scene::{Scene, text::nearest};
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stickslip_lab::sweep::journal::Journal;
use stickslip_lab::sweep::manifest::{Manifest, Shard};
use stickslip_lab::sweep::spec::{Sweep, SweepFile};
use stickslip_lab::sweep::{Finished, SweepProgress, builtin, default_jobs, journal_path, merge, run};

const EXAMPLES: &str = "A sweep file (RON):
  Sweep(
      schema: 1,
      scene: \"sphere-up-35\",                         // a built-in scene, or a file next to this one
      set: [(\"friction.slide_damping\", Ratio(0.5))], // the same for every case
      duration: 3.0,
      axes: [                                        // the last axis varies fastest
          (\"bodies.incline.shape.degrees\", Range(from: 4.0, to: 12.0, step: 0.5)),
          (\"bodies.ball.mass\", List([0.5, 1, 5])),
          (\"friction.k_e\", LogRange(from: 1e4, to: 1e6, count: 5)),
      ],
      keep: [class(\"ball\"), velocity(\"ball\"), angular_velocity(\"ball\"), position(\"ball\"), rest_time(\"ball\"),
             mode_changes(body: \"ball\", what: slide, first: 2), quantity(\"Fn(ball)\")],  // `stickslip quantities`
      find: Bisect(path: \"friction.eta_r\", low: 0.05, high: 1.0, tolerance: 0.01, condition: rests(\"ball\")),
  )                                                  // find is optional; conditions: rests, class, above

Examples:
  stickslip sweep sphere-classes --out map.csv
  stickslip sweep my.ron --out my.parquet --resume
  stickslip sweep my.ron --out part2.csv --shard 2/4 --resume     one task of a job array
  stickslip merge part1.csv part2.csv part3.csv part4.csv --out all.csv";

/// Flags of `sweep`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SweepCommand {
    /// A sweep file, `-` for standard input, or the name of a built-in sweep
    #[arg(required_unless_present = "list", add = sweeps())]
    sweep: Option<OsString>,
    /// The table, one row per case: NAME.csv or NAME.parquet (default: the sweep's name with .csv)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue an earlier run of the same sweep; start it if there is none
    #[arg(long)]
    resume: bool,
    /// With --resume: continue a table begun by another build of the program; its manifest then names both
    #[arg(long, requires = "resume")]
    allow_other_build: bool,
    /// Replace an existing table
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Run only the I-th of N shards, counted from 1
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// Threads (default: the machine's)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// List the built-in sweeps
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    verbosity: Verbosity,
}

/// Flags of `merge`.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The tables of all shards of one sweep, in any order
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The merged table, CSV or Parquet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Merge shards from different builds of the program; the manifest names them all
    #[arg(long)]
    allow_other_build: bool,
}

impl SweepCommand {
    /// Runs the sweep.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let Some(name) = self.sweep.as_deref().filter(|_| !self.list) else {
            return builtin::all().iter().try_for_each(|(name, text)| {
                let title = SweepFile::parse(name, text).map_or_else(|_| String::new(), |file| file.title);
                say(&format!("{name:20}  {title}"))
            });
        };
        let sweep = load(name)?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let out = self.out.clone().unwrap_or_else(|| default_out(name, shard));
        let parquet = out.extension().is_some_and(|extension| extension == "parquet");
        if parquet && cfg!(not(feature = "parquet")) {
            let help = "build it with `--features parquet`, or give a name that ends in .csv";
            return Err(Failure::Input(miette::miette!(help = help, "this build has no Parquet")));
        }
        let finished = match self.open(&sweep, name, &out, shard)? {
            Some(journal) => self.finish(&sweep, journal, &out, shard)?,
            None => Finished { written: 0, total: shard.cases(sweep.cases()).len(), wall: Duration::ZERO, stopped: 0 },
        };
        let result = SweepResult {
            title: &sweep.title,
            cases: finished.written,
            stopped: finished.stopped,
            total: finished.total,
            wall_seconds: finished.wall.as_secs_f64(),
            out: out.display().to_string(),
        };
        self.verbosity.print(&result, || describe(&result))
    }

    /// Runs the cases that are left, and converts the table if it is to be Parquet.
    fn finish(&self, sweep: &Sweep, journal: Journal, out: &Path, shard: Shard) -> Result<Finished, Failure> {
        let bar = Bar::new(self.verbosity.quiet);
        let jobs = self.jobs.map_or_else(default_jobs, usize::from);
        let finished = run(sweep, journal, shard, jobs, |progress| bar.tell(progress)).map_err(other)?;
        bar.bar.finish_and_clear();
        if journal_path(out) != out {
            merge::finish_parquet(&journal_path(out), out).map_err(other)?;
        }
        Ok(finished)
    }

    /// The file to append to: new, or that of an earlier run; `None` if nothing is left to do.
    fn open(&self, sweep: &Sweep, name: &OsStr, out: &Path, shard: Shard) -> Result<Option<Journal>, Failure> {
        let manifest = Manifest::new(sweep, &source::shown(name), shard);
        let path = &journal_path(out);
        check_not_read(sweep, name, out)?;
        let is_stream = Destination::from_path(out).map_err(input)?.is_stream();
        if is_stream && self.resume {
            let help = "leave out --resume, or give --out the name of a file";
            let why = "what was written to a pipe or device cannot be continued";
            return Err(Failure::Input(miette::miette!(help = help, "--out {}: {why}", out.display())));
        }
        if is_stream || self.force || !(path.exists() || out.exists()) {
            let journal = Journal::create(path, &manifest).map_err(other)?;
            if path != out {
                // The rows of an older Parquet table must not remain next to the new ones.
                remove(out).and_then(|()| Manifest::remove(out)).map_err(other)?;
            }
            return Ok(Some(journal));
        }
        if !self.resume {
            let help = "continue it with --resume, replace it with --force, or give another --out";
            return Err(Failure::Input(miette::miette!(help = help, "{} exists", out.display())));
        }
        if let Some(old) = merge::finished_parquet(out).map_err(input)? {
            return self.both(out, old, manifest).map(|_| None);
        }
        let old = Manifest::read(path).map_err(input)?;
        let both = self.both(path, old, manifest)?;
        Journal::resume(path, &both).map(Some).map_err(input)
    }

    /// The manifest of a table that this build continues; an error if it may not.
    fn both(&self, path: &Path, old: Manifest, manifest: Manifest) -> Result<Manifest, Failure> {
        if !old.is_same_sweep(&manifest) {
            let help = "its scene, axes or shard differ: give another --out, or --force";
            return Err(Failure::Input(miette::miette!(
                help = help,
                "{} belongs to a different sweep",
                path.display()
            )));
        }
        if old.program == manifest.program {
            return Ok(manifest);
        }
        if !self.allow_other_build {
            let help = "two builds may differ in the last digit: start again with --force or another --out, or mix them \
                        with --allow-other-build";
            let (path, began, now) = (path.display(), old.program, manifest.program);
            return Err(Failure::Input(miette::miette!(help = help, "{path} was begun by {began}, this is {now}")));
        }
        let mut both = old;
        both.add_builds(&manifest.program);
        Ok(both)
    }
}

/// An error if the sweep would overwrite its own file or its scene.
fn check_not_read(sweep: &Sweep, name: &OsStr, out: &Path) -> Result<(), Failure> {
    let dir = Path::new(name).parent().filter(|_| built_in(name).is_none());
    let read = dir.into_iter().flat_map(|dir| [PathBuf::from(name), dir.join(&sweep.scene_name)]);
    let is_written = |file: PathBuf| {
        let file = file.canonicalize().ok();
        file.is_some() && [out, &journal_path(out)].iter().any(|out| out.canonicalize().ok() == file)
    };
    if { read }.any(is_written) {
        let (what, help) = ("it is the sweep file or its scene", "give another --out");
        return Err(Failure::Input(miette::miette!(help = help, "--out {}: {what}", out.display())));
    }
    Ok(())
}

impl Merge {
    /// Merges the shards.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        if let Some(part) = self.parts.iter().find(|part| **part == self.out) {
            let help = "give --out a different name";
            return Err(Failure::Input(miette::miette!(
                help = help,
                "{} is both a shard and the output",
                part.display()
            )));
        }
        replaceable("--out", &self.out, "is not a table of a sweep", |_| Manifest::read(&self.out).is_ok())?;
        match merge::merge(&self.parts, &self.out, self.allow_other_build) {
            Ok(cases) => say(&format!("{} written to {}", counted(cases, "case"), self.out.display())),
            Err(error) => Err(Failure::Input(miette::miette!("{error}"))),
        }
    }
}

/// The text of the built-in sweep with this name.
fn built_in(name: &OsStr) -> Option<&'static str> {
    name.to_str().and_then(builtin::text)
}

/// Reads and checks a sweep, from a file, standard input or built in.
pub(crate) fn load(path: &OsStr) -> Result<Sweep, Failure> {
    let name = &source::shown(path);
    let text = match built_in(path) {
        Some(text) => text.to_string(),
        None => source::read_named(path).map_err(|error| {
            let names = builtin::all().iter().map(|(name, _)| *name);
            let advice = nearest::advice(name, names, "built-in sweeps");
            let help = format!("give a file that exists or a built-in sweep; {advice}");
            Failure::Input(miette::miette!(help = help, "cannot read {name}: {error}"))
        })?,
    };
    let file = SweepFile::parse(name, &text).map_err(Failure::from)?;
    let beside = Path::new(path).parent().map(|dir| dir.join(&file.scene)).filter(|path| path.is_file());
    let scene = match beside {
        Some(path) => Source::find(path),
        None => Source::find(&file.scene),
    };
    let scene = scene.map_err(|failure| match failure {
        Failure::Input(report) => {
            no_scene(name, &file.scene, report.to_string(), report.help().map(|help| help.to_string()))
        }
        other => other,
    })?;
    check_is_scene(name, &file.scene, &scene)?;
    Sweep::new(file, &scene.text).map_err(|error| Failure::from(error.located(name, &text)))
}

/// A case may make the scene illegal, but `scene:` itself must name a valid one.
fn check_is_scene(sweep: &str, given: &str, scene: &Source) -> Result<(), Failure> {
    let Err(faults) = Scene::parse(&scene.name, &scene.text) else { return Ok(()) };
    match faults.lines().find(|line| line.path.is_empty()) {
        Some(line) => Err(no_scene(sweep, given, format!("that is not a scene: {line}"), None)),
        None => Ok(()),
    }
}

/// Error: `scene:` of a sweep does not name a scene.
fn no_scene(sweep: &str, given: &str, why: String, help: Option<String>) -> Failure {
    let help = help.unwrap_or_else(|| "name a built-in scene, or a scene file next to the sweep".to_owned());
    Failure::Input(miette::miette!(help = help, "{sweep}: scene: {given:?}: {why}"))
}

/// Name of the table of a sweep: that of its file or, from standard input, `sweep`.
fn default_out(name: &OsStr, shard: Shard) -> PathBuf {
    let stem = Path::new(name).file_stem().filter(|stem| *stem != "-");
    let stem = stem.map_or_else(|| "sweep".into(), |stem| stem.to_string_lossy().into_owned());
    match shard {
        Shard::WHOLE => PathBuf::from(format!("{stem}.csv")),
        Shard { index, count } => PathBuf::from(format!("{stem}.{index}-of-{count}.csv")),
    }
}

fn other(error: impl ToString) -> Failure {
    Failure::Other(error.to_string())
}

/// A table that cannot be continued.
fn input(error: WriteError) -> Failure {
    Failure::Input(miette::miette!(help = "give another --out, or --force", "{error}"))
}

/// The result of a sweep.
#[derive(Debug, Serialize)]
struct SweepResult<'a> {
    title: &'a str,
    /// Cases computed by this command.
    cases: usize,
    /// Cases of this command that did not complete.
    stopped: usize,
    /// Cases in the table.
    total: usize,
    wall_seconds: f64,
    /// The table.
    out: String,
}

fn describe(result: &SweepResult) -> String {
    let SweepResult { title, cases, stopped, total, wall_seconds: seconds, out } = result;
    let rate = *cases as f64 / seconds.max(1e-9);
    let mut text =
        format!("{title}\n{} in {seconds:.2} s ({rate:.0} cases/s), {total} in {out}", counted(*cases, "case"));
    if *stopped > 0 {
        let cases = counted(*stopped, "case");
        text += &format!("\n{cases} did not complete; column `stopped` gives the reason");
    }
    text
}

/// A bar on a terminal; elsewhere occasional plain lines.
struct Bar {
    bar: ProgressBar,
    start: Instant,
    first: std::cell::Cell<Option<usize>>,
    last_report: std::cell::Cell<Duration>,
    is_silent: bool,
}

impl Bar {
    fn new(is_silent: bool) -> Self {
        let bar =
            if is_silent { ProgressBar::hidden() } else { bar(0, "{bar:40} {pos}/{len} cases  {per_sec}  ETA {eta}") };
        Self { bar, start: Instant::now(), first: Default::default(), last_report: Default::default(), is_silent }
    }

    fn tell(&self, at: SweepProgress) {
        let Some(first) = self.first.get() else {
            self.first.set(Some(at.done));
            self.bar.set_length(at.total as u64);
            self.bar.set_position(at.done as u64);
            self.bar.reset_eta();
            return;
        };
        self.bar.set_position(at.done as u64);
        let now = self.start.elapsed();
        if self.bar.is_hidden() && !self.is_silent && now >= self.last_report.get() + Duration::from_secs(5) {
            self.last_report.set(now);
            let rate = (at.done - first) as f64 / now.as_secs_f64();
            let eta = (at.total - at.done) as f64 / rate;
            tell(&format!("{}/{} cases, {rate:.0}/s, ETA {eta:.0} s", at.done, at.total));
        }
    }
}
