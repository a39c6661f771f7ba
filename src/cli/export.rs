//! `stickslip export`.

use super::complete::scenes;
use super::failure::Failure;
use super::support::interrupt;
use super::support::output::say;
use super::support::progress::StepProgress;
use super::support::source::{self, SceneChanges, Source};
use crate::run::drive::RunPlan;
use crate::scene::Scene;
use crate::scene::text::plural::counted;
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use stickslip_lab::interop::{lammps, vtk, xyz};

/// Approximate number of states written without `--every`.
const DEFAULT_STATES: u64 = 200;

/// Flags of `export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// A scene file, `-` for standard input, the name of a built-in scene, or a recording
    #[arg(add = scenes())]
    scene: OsString,
    /// The format: vtk writes bodies.pvd and contacts.pvd for ParaView, with a VTP file per sampled step; xyz writes
    /// bodies.xyz for OVITO; lammps writes in.scene and data.scene, with which LAMMPS runs the scene
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: To,
    /// Folder for the files; created if missing
    #[arg(long, value_name = "DIR", value_parser = super::support::output::folder())]
    out: PathBuf,
    #[command(flatten)]
    changes: SceneChanges,
    /// Write every N-th step, and the last [default: about 200 states in all]
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
}

/// `--to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// VTK XML PolyData and its PVD lists, for ParaView.
    Vtk,
    /// Extended XYZ, for OVITO.
    Xyz,
    /// An input deck and a data file for LAMMPS.
    Lammps,
}

impl Export {
    /// Runs the scene and writes the files.
    pub(crate) fn execute(self) -> Result<(), Failure> {
        let recorded = source::is_recording_file(&self.scene);
        if recorded && !self.changes.is_empty() {
            let help = "leave out --set, --dt and --duration, or export its scene";
            return Err(Failure::Input(miette::miette!(help = help, "a recording is exported as it was recorded")));
        }
        if recorded && self.to == To::Lammps {
            let help = "give the scene that was recorded";
            return Err(Failure::Input(miette::miette!(help = help, "LAMMPS runs a scene, not a recording")));
        }
        let replay = recorded.then(|| source::recording(Path::new(&self.scene))).transpose()?;
        let source = match &replay {
            Some(recording) => Source::new(recording.name.clone(), recording.scene.clone()),
            None => Source::find(&self.scene)?.changed(&self.changes)?,
        };
        let scene = replay.as_ref().map_or_else(|| source.scene(), source::scene_of)?;
        let plan = RunPlan { name: &source.name, replay: replay.as_ref(), ..RunPlan::new(&scene, &source.text) };
        let every = self.every.unwrap_or((plan.steps() / DEFAULT_STATES).max(1));
        if self.to == To::Lammps {
            return self.deck(&scene, &source.text, every);
        }
        let plan = RunPlan { every, stop: Some(interrupt::flag()), ..plan };
        let progress = StepProgress::new(plan.steps());
        let out = self.out.display();
        let tell = |step| progress.tell(step);
        let ((written, stopped), files) = match self.to {
            To::Xyz => (xyz::export(&plan, &self.out, tell)?, format!("{out}/{}", xyz::FRAMES)),
            _ => (vtk::export(&plan, &self.out, tell)?, format!("{out}/bodies.pvd and {out}/contacts.pvd")),
        };
        progress.finish();
        let interval = if every == 1 { "per step".to_owned() } else { format!("every {every} steps") };
        say(&format!("{}, one {interval}, in {files}", counted(written as usize, "state")))?;
        stopped.map_or(Ok(()), |why| Err(Failure::Guard(why)))
    }

    /// Writes the deck and reports what it leaves out.
    fn deck(&self, scene: &Scene, text: &str, every: u64) -> Result<(), Failure> {
        let deck = lammps::export(scene, text, every, &self.out).map_err(|error| match error {
            lammps::DeckError::Scene(parts) => {
                let help = "docs/lammps.md lists what LAMMPS can express";
                Failure::Input(miette::miette!(help = help, "LAMMPS cannot express this scene:\n{parts}"))
            }
            lammps::DeckError::File(error) => Failure::Other(error.to_string()),
        })?;
        say(&format!(
            "{} of {}, {} and {} in {out}; in that folder, run: lmp -in {}",
            counted(deck.atoms, "ball"),
            counted(deck.types, "type"),
            counted(deck.walls, "wall"),
            counted(deck.steps as usize, "step"),
            lammps::DECK,
            out = self.out.display(),
        ))?;
        say("Not carried over to LAMMPS:")?;
        deck.lost.all().iter().try_for_each(|loss| say(&format!("- {loss}")))
    }
}
