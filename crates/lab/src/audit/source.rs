//! Runs to audit: from a run folder, from the recording of an imported run, or from a recording that is run again.

use std::sync::Arc;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_engine::record::build::build;
use stickslip_engine::record::recording::Recording;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::scene::{
    Faults, HeaderBody, LoadsAct, PlayedBody, PlayedContact, PlayedFrame, PlayedRun, RunHeader, Scene,
};

/// A run with what an audit needs of its bodies.
#[derive(Clone, Debug)]
pub struct AuditInput {
    /// Header and frames.
    pub run: Arc<PlayedRun>,
    /// Size of each body, m; infinite for a plane, `None` without a shape.
    pub sizes: Vec<Option<f64>>,
}

impl AuditInput {
    /// A run whose bodies have the shapes of this scene, in the same order.
    pub fn new(run: impl Into<Arc<PlayedRun>>, scene: &Scene) -> Self {
        let run = run.into();
        let size = |(of, header): (&stickslip_engine::scene::BodySpec, &HeaderBody)| {
            header.shape.is_some().then(|| of.shape.size())
        };
        let sizes = scene.bodies.iter().zip(&run.header.bodies).map(size).collect();
        Self { run, sizes }
    }
}

/// The run of a recording: that of its frames, or that of this program, which is run again.
pub fn of_recording(recording: &Recording) -> Result<AuditInput, Faults> {
    let scene = recording.checked_scene()?;
    if let Some(played) = &recording.played {
        return Ok(AuditInput::new(Arc::clone(played), &scene));
    }
    let mut simulation = Simulation::new(&scene);
    let mut timeline = Timeline::begin(simulation.world());
    timeline.replay(recording.edits.clone(), recording.hashes.clone(), recording.last_step());
    let header = RunHeader::of_scene(&scene, 1, format!("stickslip {}", build()));
    let mut run = PlayedRun { header, frames: Vec::new() };
    for step in 0..=recording.last_step() {
        timeline.seek(simulation.world(), step);
        run.frames.push(frame(&simulation.state()));
    }
    if run.header.acts == LoadsAct::Before {
        // A pull acts from its state on, the loads of rigid contacts act before theirs.
        for k in (1..run.frames.len()).rev() {
            let last: Vec<_> = run.frames[k - 1].bodies.iter().map(|at| at.external).collect();
            run.frames[k].bodies.iter_mut().zip(last).for_each(|(at, external)| at.external = external);
        }
    }
    Ok(AuditInput::new(run, &scene))
}

/// A state of this program as a frame.
fn frame(state: &State) -> PlayedFrame {
    let pulled = |index: usize| {
        let of_body = || state.pulls.iter().filter(|pull| pull.body == index);
        let sum: [Vec3; 2] =
            [of_body().map(|pull| pull.load.force).sum(), of_body().map(|pull| pull.load.torque).sum()];
        of_body().next().map(|_| sum)
    };
    let bodies = (0..).zip(&state.bodies).map(|(index, body)| PlayedBody {
        body: index,
        x: body.x,
        q: body.q,
        velocity: Some([body.v, body.w]),
        external: pulled(index as usize),
    });
    PlayedFrame {
        step: state.step,
        bodies: bodies.collect(),
        contacts: state.with_departed().contacts.iter().map(contact).collect(),
    }
}

fn contact(view: &ContactView) -> PlayedContact {
    let (key, loads) = (&view.pair.key, &view.loads);
    let (roll_i, roll_j, spin) = (loads.roll_on_i(), loads.roll_on_j(), loads.spin_on_i);
    PlayedContact {
        i: key.i,
        j: key.j,
        feature: key.feature,
        c: view.touch.c,
        n: view.acted.map_or(view.touch.n, |acted| acted.n),
        arms: view.acted.map(|acted| acted.arms),
        overlap: Some(view.touch.overlap),
        normal: view.normal.n,
        friction_on_j: Some(loads.friction_on_j),
        torques: Some([roll_i + spin, roll_j - spin]),
        mu: Some(view.law.friction.mu_s),
        modes: [view.slide.0.mode, view.roll.i.mode, view.roll.j.mode, view.spin.0.mode].map(Some),
        capped: (view.slide.0.damping.norm() > 0.0).then(|| view.slide.0.elastic.norm()),
        ..PlayedContact::default()
    }
}
