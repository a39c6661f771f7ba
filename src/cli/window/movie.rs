//! `stickslip movie`.

use crate::cli::complete::scenes;
use crate::cli::failure::Failure;
use crate::cli::support::output::say;
use crate::cli::support::progress::bar;
use crate::cli::support::source::{self, Source};
use crate::cli::window::snapshot::size;
use crate::scene::text::plural::counted;
use crate::view::{Film, SnapshotError, film};
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Longest movie when no speed is given, s.
const MAX_DEFAULT_LENGTH: f64 = 8.0;

/// Flags of `movie`.
#[derive(Debug, Args)]
pub(crate) struct Movie {
    /// A scene file, `-` for standard input, the name of a built-in scene, or a recording
    #[arg(add = scenes())]
    scene: OsString,
    /// The GIF or MP4 file, or a folder for PNG pictures
    #[arg(long, value_name = "FILE|DIR")]
    out: PathBuf,
    /// Simulated time of the first picture, s
    #[arg(long, value_name = "S", default_value_t = 0.0, allow_hyphen_values = true)]
    from: f64,
    /// Simulated time of the last picture, s [default: the end]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    to: Option<f64>,
    /// Pictures per second
    #[arg(long, default_value_t = 25.0, allow_hyphen_values = true)]
    fps: f64,
    /// Simulated seconds per second [default: 1, or slower for a movie of 8 s]
    #[arg(long, allow_hyphen_values = true)]
    speed: Option<f64>,
    /// Width and height in pixels
    #[arg(long, default_value = "800x500", value_parser = size, value_name = "WxH")]
    size: (u32, u32),
    /// Change a value of the scene: friction.mu_s=0.3
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
}

impl Movie {
    /// Makes the movie.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let recorded = source::is_recording_file(&self.scene);
        let recording = recorded.then(|| source::recording(Path::new(&self.scene))).transpose()?;
        let source = match &recording {
            Some(_) if !self.set.is_empty() => {
                return Err(bad("--set cannot change what was recorded", "leave it out"));
            }
            Some(recording) => Source::new(recording.name.clone(), recording.scene.clone()),
            None => Source::find(&self.scene)?.with(&self.set)?,
        };
        let scene = recording.as_ref().map_or_else(|| source.scene(), source::scene_of)?;
        let end = recording.as_ref().map_or(scene.duration, |recording| recording.last_step() as f64 * scene.dt);
        let span = [self.from, self.to.unwrap_or(end)];
        let speed = self.speed.unwrap_or(((span[1] - span[0]) / MAX_DEFAULT_LENGTH).min(1.0));
        self.check(span, speed)?;
        let plan = Film {
            scene: &scene,
            recording: recording.as_ref(),
            span,
            fps: self.fps,
            speed,
            size: self.size,
            out: &self.out,
        };
        let bar = bar(plan.times().len() as u64, "{bar:40} {pos}/{len} pictures  ETA {eta}");
        let made = film(&plan, |pictures| bar.set_position(pictures as u64));
        bar.finish_and_clear();
        let (pictures, diverged) = made.map_err(|error| match error {
            SnapshotError::Stopped(why) => Failure::Guard(why),
            other => Failure::Other(other.to_string()),
        })?;
        if let Some(step) = diverged {
            say(&format!("warning: the run DIVERGED from the recording at step {step}"))?;
        }
        let [from, to] = span;
        let length = pictures as f64 / self.fps;
        let pictures = counted(pictures, "picture");
        say(&format!("{}: {pictures}, {from} s to {to} s in {length:.1} s", self.out.display()))
    }

    fn check(&self, [from, to]: [f64; 2], speed: f64) -> Result<(), Failure> {
        if !(from.is_finite() && to.is_finite() && 0.0 <= from && from < to) {
            return Err(bad(&format!("from {from} s to {to} s: no such time span"), "give 0 <= --from < --to"));
        }
        if !(1.0..=100.0).contains(&self.fps) {
            return Err(bad(&format!("--fps {}: no such frame rate", self.fps), "give 1 to 100 pictures per second"));
        }
        if !(speed.is_finite() && speed > 0.0) {
            return Err(bad(&format!("--speed {speed}: no such speed"), "give simulated seconds per second, above 0"));
        }
        Ok(())
    }
}

fn bad(what: &str, help: &str) -> Failure {
    Failure::Input(miette::miette!(help = help, "{what}"))
}
