//! `stickslip snapshot`.

use crate::cli::complete::scenes;
use crate::cli::failure::Failure;
use crate::cli::support::output::say;
use crate::cli::support::source::Source;
use crate::view::{SnapshotError, snapshot};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// Flags of `snapshot`.
#[derive(Debug, Args)]
pub(crate) struct SnapshotCommand {
    /// A scene file, `-` for standard input, or the name of a built-in scene
    #[arg(add = scenes())]
    scene: OsString,
    /// Times of the pictures, s
    #[arg(long, required = true, num_args = 1.., value_name = "S", allow_negative_numbers = true)]
    at: Vec<f64>,
    /// The PNG file; with several times, the time is added to each name
    #[arg(long, value_name = "PNG")]
    out: PathBuf,
    /// Width and height in pixels
    #[arg(long, default_value = "1280x800", value_parser = size, value_name = "WxH")]
    size: (u32, u32),
    /// Change a value of the scene: friction.mu_s=0.3
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
}

pub(super) fn size(text: &str) -> Result<(u32, u32), String> {
    let parsed = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match parsed {
        Some((w, h)) if (16..=8192).contains(&w) && (16..=8192).contains(&h) => Ok((w, h)),
        _ => Err("write it as 1280x800, each number from 16 to 8192".to_string()),
    }
}

impl SnapshotCommand {
    /// Draws the pictures.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let scene = Source::find(&self.scene)?.with(&self.set)?.scene()?;
        if let Some(t) = self.at.iter().find(|t| !(t.is_finite() && **t >= 0.0)) {
            return Err(Failure::Input(miette::miette!(help = "give times of 0 s or more", "--at {t}: no such time")));
        }
        let files = snapshot(&scene, &self.at, &self.out, self.size).map_err(|error| match error {
            SnapshotError::Stopped(why) => Failure::Guard(why),
            other => Failure::Other(other.to_string()),
        })?;
        files.iter().try_for_each(|file| say(&file.display().to_string()))
    }
}
