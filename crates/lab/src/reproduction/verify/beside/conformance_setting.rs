//! Shared by the cases that compare engines: bodies, gravity, and how they are run.

use super::moment::{StageBody, StageState};
use super::shapes::StageShape;
use super::stage::{Actor, Stage, StageLaw};
use super::trial::TrialValue;
use super::world::{StageUnits, World, WorldPose};
use stickslip_engine::laws::Vec3;

/// Gravity, m/s².
pub(super) const G: f64 = 9.81;
/// Half extents of the block of 1 kg, m.
pub(super) const BLOCK: [f64; 3] = [0.1, 0.1, 0.05];
/// Radius of the balls, m.
pub(super) const BALL: f64 = 0.1;
/// Law and step size with which a case is run.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaseSetting {
    pub(super) law: StageLaw,
    /// Step size, s.
    pub(super) dt: f64,
}

pub(super) type SettingOutcome = Result<Vec<TrialValue>, String>;

impl CaseSetting {
    /// A stage of bodies on Earth; springs under a block compress by a few µm.
    pub(super) fn stage(&self, actors: Vec<Actor>) -> Stage {
        let gravity = Vec3::z() * -G;
        Stage { gravity, stiffness: 1e6, ball: BALL, ..Stage::new(self.law, self.dt, actors) }
    }

    /// The stage at these times, s.
    pub(super) fn play(&self, stage: &Stage, times: &[f64]) -> Result<Vec<StageState>, String> {
        stage.play(&World::new(StageUnits::SI, WorldPose::AsWritten), times)
    }

    /// The block on level ground with velocity `v`, m/s.
    pub(super) fn block(&self, v: Vec3) -> Stage {
        let block = Actor { x: Vec3::z() * BLOCK[2], v, ..Actor::new("block", StageShape::Box(BLOCK)) };
        self.stage(vec![Actor::ground(), block])
    }
}

/// A body at two times, given by their indices in `seen`.
pub(super) fn at<'a>(seen: &'a [StageState], name: &str, times: [usize; 2]) -> Result<[&'a StageBody; 2], String> {
    let body = |k: usize| seen.get(k).ok_or("there is no such time")?.body(name);
    Ok([body(times[0])?, body(times[1])?])
}
