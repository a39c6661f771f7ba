//! `stickslip open` and `stickslip` alone.

use super::Failure;
use super::source::Source;
use clap::Args;

/// Flags of `open`.
#[derive(Debug, Args)]
pub struct Open {
    /// A scene file, or the name of a built-in scene
    scene: String,
    /// Change a value of the scene: friction.mu_s=0.3
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
}

impl Open {
    /// Opens the window on the scene.
    pub fn execute(self) -> Result<(), Failure> {
        let source = Source::find(&self.scene)?.with(&self.set)?;
        let scene = source.scene()?;
        let _ = scene;
        Err(Failure::Other("no window yet".into()))
    }
}

/// Opens the window at the gallery of built-in scenes.
pub fn gallery() -> Result<(), Failure> {
    Err(Failure::Other("no window yet".into()))
}
