//! A run that another program computed as a recording that plays it.

use std::sync::Arc;
use stickslip_engine::record::build::BUILD;
use stickslip_engine::record::hash::WorldHash;
use stickslip_engine::record::recording::{End, Recording};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Faults, PlayedRun};

/// Plays the run once to compute the hashes of its states. `name` and `text`: of the scene with the bodies of the run,
/// whose step is the interval between two frames.
pub(super) fn played_once(name: &str, text: &str, run: PlayedRun) -> Result<Recording, Faults> {
    let frames = run.frames.len() as u64;
    let mut recording = Recording {
        build: BUILD.to_owned(),
        name: name.to_owned(),
        scene: text.to_owned(),
        played: Some(Arc::new(run)),
        end: Some(End { steps: frames.saturating_sub(1), stopped: None }),
        ..Recording::default()
    };
    let mut simulation = Simulation::new(&recording.checked_scene()?);
    let mut hash = WorldHash::new(simulation.world());
    for step in 0..frames {
        simulation.steps(u64::from(step > 0));
        recording.hashes.push(hash.compute(simulation.world()));
    }
    Ok(recording)
}
