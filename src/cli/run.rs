//! `stickslip run`.

use super::complete::scenes;
use super::failure::Failure;
use super::support::interrupt;
use super::support::output::replaceable;
use super::support::progress::warn;
use super::support::run_text::describe;
use super::support::source::{self, SceneChanges, Source};
use super::support::verbosity::Verbosity;
use crate::files::{Destination, read_text};
use crate::observe::advice;
use crate::record::build::another;
use crate::record::recording::{Difference, Recording};
use crate::record::summary::Summary;
use crate::record::table::Format;
use crate::run::checkpoint::Checkpoint;
use crate::run::drive::{RunPlan, resume, run};
use crate::scene::Scene;
use crate::scene::text::plural::counted;
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Flags of `run`.
#[derive(Debug, Args)]
pub(crate) struct RunCommand {
    /// A scene file, `-` for standard input, or the name of a built-in scene
    #[arg(required_unless_present_any = ["replay", "continued"], add = scenes())]
    scene: Option<OsString>,
    /// Folder for the tables (world, bodies, contacts, events; pulls if there are any) and summary.json; created if missing
    #[arg(long, value_name = "DIR", value_parser = super::support::output::folder())]
    out: Option<PathBuf>,
    #[command(flatten)]
    changes: SceneChanges,
    /// Write every N-th step; the first and the last are always written
    #[arg(long, value_name = "STEPS", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// File format of the tables
    #[arg(long, value_enum, default_value_t = TableFormat::Csv)]
    format: TableFormat,
    /// Record the run: one file with the scene, its settings, the edits and the hash of every state
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Replay a recording, with the edits made in it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scene", "set", "dt", "duration"])]
    replay: Option<PathBuf>,
    /// With --replay: exit with code 1 if a state differs from the recorded one, and name the first step that does
    #[arg(long)]
    verify: bool,
    /// Threads per step (default: the machine's); the results are bitwise the same
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// With --out: write a checkpoint at this interval of simulated time, for --continue
    #[arg(long, value_name = "S", requires = "out", allow_hyphen_values = true)]
    checkpoint: Option<f64>,
    /// Continue the run in this folder from its newest intact checkpoint, bitwise as if unbroken
    #[arg(long = "continue", value_name = "DIR", conflicts_with_all = [
        "scene", "out", "duration", "dt", "every", "set", "format", "record", "replay", "checkpoint",
    ])]
    continued: Option<PathBuf>,
    #[command(flatten)]
    verbosity: Verbosity,
}

/// `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum TableFormat {
    Csv,
    Parquet,
}

impl TableFormat {
    /// The format, if this build has it.
    pub(super) fn checked(self) -> Result<Format, Failure> {
        match self {
            Self::Csv => Ok(Format::Csv),
            Self::Parquet if cfg!(feature = "parquet") => Ok(Format::Parquet),
            Self::Parquet => {
                let why = "this build has no Parquet: build it with `--features parquet`, or use `--format csv`";
                Err(Failure::Input(miette::miette!(why)))
            }
        }
    }
}

impl RunCommand {
    /// Runs the scene.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        if let Some(dir) = &self.continued {
            return self.resume(dir);
        }
        let format = self.format.checked()?;
        // clap drops a `requires` rule if the required argument conflicts with a given one, so check it here.
        if self.verify && self.replay.is_none() {
            let help = "give the recording: `stickslip run --replay FILE --verify`";
            return Err(Failure::Input(miette::miette!(help = help, "--verify without --replay")));
        }
        self.check_record()?;
        self.check_checkpoint(format)?;
        let replay = self.replay.as_deref().map(source::recording).transpose()?;
        let source = match &replay {
            Some(recording) => Source::new(recording.name.clone(), recording.scene.clone()),
            None => Source::find(self.scene.as_deref().unwrap_or_default())?.changed(&self.changes)?,
        };
        let scene = replay.as_ref().map_or_else(|| source.scene(), source::scene_of)?;
        let plan = RunPlan {
            name: &source.name,
            out: self.out.as_deref(),
            every: self.every,
            format,
            replay: replay.as_ref(),
            record: self.record.as_deref(),
            checkpoint: self.checkpoint,
            ..self.plan(&scene, &source.text)
        };
        let progress = self.verbosity.progress(plan.steps());
        let mut told = Vec::new();
        let summary = run(&plan, |step| {
            // By now the scene is known to be one that can run.
            if step == 0 && plan.replay.is_none() {
                told = advice::step_size(&scene);
                told.iter().for_each(|warning| warn(warning));
            }
            progress.tell(step);
        })?;
        progress.finish();
        self.end(summary, &plan, &told)
    }

    /// Resumes the run in a folder.
    fn resume(&self, dir: &Path) -> Result<(), Failure> {
        if let Some(summary) = finished(dir) {
            // The run may have been killed just before it removed them.
            Checkpoint::clear(dir).map_err(|error| Failure::Other(error.to_string()))?;
            let text = || format!("the run in {} is already complete", dir.display());
            return self.verbosity.print(&summary, text);
        }
        let checkpoint = Checkpoint::newest(dir).map_err(|error| {
            let help = "start the run again: `stickslip run SCENE --out DIR --checkpoint S` keeps checkpoints";
            Failure::Input(miette::miette!(help = help, "{error}"))
        })?;
        let source = Source::new(checkpoint.name.clone(), checkpoint.text.clone());
        let scene = source.scene()?;
        let record = checkpoint.recording_file(dir);
        let plan = RunPlan {
            name: &source.name,
            record: record.as_deref(),
            out: Some(dir),
            every: checkpoint.every,
            checkpoint: Some(checkpoint.interval),
            ..self.plan(&scene, &source.text)
        };
        let progress = self.verbosity.progress(plan.steps());
        let summary = resume(&plan, checkpoint, |step| progress.tell(step))?;
        progress.finish();
        self.end(summary, &plan, &[])
    }

    /// A run of this scene on the requested number of threads, which the user can interrupt.
    fn plan<'a>(&self, scene: &'a Scene, text: &'a str) -> RunPlan<'a> {
        let threads = self.threads.map(|threads| threads as usize);
        RunPlan { threads, stop: Some(interrupt::flag()), ..RunPlan::new(scene, text) }
    }

    /// Reports the result of the run; an error if it ended early. With `--quiet`, no warning already `told` is repeated.
    fn end(&self, summary: Summary, plan: &RunPlan, told: &[String]) -> Result<(), Failure> {
        self.verbosity.print(&summary, || describe(&summary, plan))?;
        if self.verbosity.quiet {
            let all = [summary.warnings.as_slice(), &summary.dt_over_critical.warnings()].concat();
            all.iter().filter(|warning| !told.contains(warning)).for_each(|warning| warn(warning));
        }
        if summary.interrupted {
            let help = match (plan.checkpoint, plan.out) {
                (Some(_), Some(dir)) => format!("; `stickslip run --continue {}` continues it", dir.display()),
                _ => String::new(),
            };
            return Err(Failure::Other(summary.stopped.unwrap_or_default() + &help));
        }
        if let Some(recording) = plan.replay {
            self.compared(recording, &summary)?;
        }
        match summary.stopped.filter(|_| !self.verify) {
            Some(why) => Err(Failure::Guard(why)),
            None => Ok(()),
        }
    }
}

/// True if the path names a pipe, a device or standard output.
fn is_stream(path: &Path) -> bool {
    Destination::from_path(path).is_ok_and(|destination| destination.is_stream())
}

/// The summary of a completed run in this folder.
fn finished(dir: &Path) -> Option<serde_json::Value> {
    let summary: serde_json::Value = serde_json::from_str(&read_text(dir.join("summary.json")).ok()?).ok()?;
    summary.get("stopped").is_some_and(serde_json::Value::is_null).then_some(summary)
}

impl RunCommand {
    /// Checks that a recording replaces only an older recording.
    fn check_record(&self) -> Result<(), Failure> {
        let Some(file) = &self.record else { return Ok(()) };
        let tables = ["world", "bodies", "contacts", "events", "pulls"];
        let tables = tables.map(|stem| [format!("{stem}.csv"), format!("{stem}.parquet")]);
        let mut written = tables.iter().flatten().map(String::as_str).chain(["summary.json"]);
        let (what, help) = if self.out.as_ref().is_some_and(|dir| written.any(|name| dir.join(name) == *file)) {
            ("--out writes a file of that name", "give the recording another name")
        } else if self.out.as_ref() == Some(file) {
            ("it is the folder of --out", "give the recording the name of a file")
        } else if self.out.as_ref().is_some_and(|dir| file.parent() == Some(dir) && !dir.exists()) {
            // The folder does not exist yet: this run creates it.
            return Ok(());
        } else {
            return replaceable("--record", file, "is not a recording", |file| source::is_recording_file(file));
        };
        Err(Failure::Input(miette::miette!(help = help, "--record {}: {what}", file.display())))
    }

    /// Checks that checkpoints are a positive time apart and that the tables can be resumed.
    fn check_checkpoint(&self, format: Format) -> Result<(), Failure> {
        let (what, help) = match self.checkpoint {
            Some(seconds) if !(seconds.is_finite() && seconds > 0.0) => {
                (format!("--checkpoint {seconds}: it must be positive"), "give a time in s, of the simulation")
            }
            Some(_) if format != Format::Csv => (
                "--checkpoint with --format parquet: a Parquet file cannot be read, and so not resumed, before it \
                 has its end"
                    .to_owned(),
                "use --format csv, which common table tools convert to Parquet",
            ),
            Some(_) if self.replay.is_some() => (
                "--checkpoint with --replay: a checkpoint does not contain the changes made by edits".to_owned(),
                "replay without --checkpoint; if the recording has no edits, run its scene with --checkpoint instead",
            ),
            Some(_) if self.record.as_deref().is_some_and(is_stream) => (
                "--checkpoint with --record to a pipe or device: what was written there cannot be continued".to_owned(),
                "record to a file, or leave out --checkpoint",
            ),
            Some(_) if self.record.as_ref().is_some_and(|file| file.to_str().is_none()) => (
                "--checkpoint with --record: the name of the recording is not UTF-8".to_owned(),
                "give the recording another name",
            ),
            _ => return Ok(()),
        };
        Err(Failure::Input(miette::miette!(help = help, "{what}")))
    }

    /// Reports how the run compares with the recording.
    fn compared(&self, recording: &Recording, summary: &Summary) -> Result<(), Failure> {
        let file = self.replay.as_deref().unwrap_or(Path::new("")).display();
        let stopped = recording.end.as_ref().map(|end| &end.stopped);
        let verdict = match (&summary.difference, stopped) {
            (Some(Difference { step, recorded, found }), _) => Err(format!(
                "{file}: DIVERGED at step {step}: the recorded state is {recorded:016x}, here it is {found:016x}{}",
                another("recorded", &recording.build).map_or(String::new(), |builds| format!(" ({builds})"))
            )),
            (None, None) => Err(format!(
                "{file}: the recording was cut off; it is good up to step {}, and every state up to there is the same",
                recording.last_step()
            )),
            (None, Some(stopped)) if *stopped != summary.stopped => {
                Err(format!("{file}: the recorded run ended differently: {stopped:?}, here {:?}", summary.stopped))
            }
            _ => {
                let builds =
                    another("recorded", &recording.build).map_or(String::new(), |builds| format!("; {builds}"));
                let steps = counted(summary.steps as usize, "step");
                Ok(format!("{file}: all states of {steps} are bit-identical to the recording{builds}"))
            }
        };
        match verdict {
            Ok(text) => self.verbosity.remark(&text),
            Err(why) if self.verify => Err(Failure::Other(why)),
            Err(why) => self.verbosity.warn(&why),
        }
    }
}
