//! Turns a run that another program computed into a recording that plays it.

use std::sync::Arc;
use stickslip_engine::record::build::build;
use stickslip_engine::record::hash::WorldHash;
use stickslip_engine::record::recording::{End, Recording};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Faults, PlayedRun};

/// A recording that plays the run, without the hashes of its states. `name` and `text`: of the scene with the bodies of
/// the run, whose step is the interval between two frames.
pub(super) fn played(name: &str, text: String, run: PlayedRun) -> Recording {
    Recording {
        build: build().to_owned(),
        name: name.to_owned(),
        scene: text,
        end: Some(End { steps: (run.frames.len() as u64).saturating_sub(1), stopped: None }),
        played: Some(Arc::new(run)),
        ..Recording::default()
    }
}

/// Plays the run once to compute the hashes of its states, which a recording in a file needs.
pub(super) fn hashed(mut recording: Recording) -> Result<Recording, Faults> {
    let mut simulation = Simulation::new(&recording.checked_scene()?);
    let mut hash = WorldHash::new(simulation.world());
    for step in 0..=recording.last_step() {
        simulation.steps(u64::from(step > 0));
        recording.hashes.push(hash.compute(simulation.world()));
    }
    Ok(recording)
}
