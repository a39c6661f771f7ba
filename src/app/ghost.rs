//! The future that an edit in the past has cut off: it goes on in a world of its own, with its own edits, and is drawn
//! as pale bodies at the very step on the screen.

use crate::app::history::History;
use crate::draw::traces::Trails;
use crate::record::crowd::{FEW, is_crowd};
use crate::record::state::{State, observe};
use crate::run::simulation::Simulation;
use crate::run::timeline::Timeline;
use crate::step::Outcome;
use crate::step::tune::EditLog;
use crate::world::{CaseId, Clock};
use bevy::ecs::prelude::*;
use std::time::Instant;

/// Time for the ghost in one frame of the screen, s: it must not slow down what is played.
const SHARE: f64 = 0.02;
/// The same for one with a tenth of the step, for which the run waits.
const FINER_SHARE: f64 = 0.05;
/// A finer ghost takes so many steps in one.
pub(crate) const FINER: u64 = 10;

/// Why a scene of so many bodies has no ghost; `None` if it has.
pub(crate) fn refused(bodies: usize) -> Option<String> {
    is_crowd(bodies).then(|| {
        format!(
            "scenes of more than {FEW} bodies have no ghost: a second world as large would take the time of the first"
        )
    })
}

/// The other future.
pub(crate) struct Ghost {
    /// Its past.
    pub timeline: Timeline,
    /// Its curves.
    pub history: History,
    /// Its trails.
    pub trails: Trails,
    /// Step at which the two futures part.
    pub from: u64,
    /// Its steps in one of the run on the screen.
    pub fine: u64,
    /// Its state at the step on the screen; `None` before they part, and while it is catching up.
    pub state: Option<State>,
    world: World,
}

impl Ghost {
    /// Of this past, which parts at step `from`.
    pub(crate) fn new(timeline: Timeline, history: History, trails: Trails, from: u64) -> Self {
        let world = Simulation::lanes(&[]).into_world();
        let mut ghost = Self { timeline, history, trails, from, fine: 1, state: None, world };
        ghost.timeline.load(&mut ghost.world, from);
        ghost
    }

    /// The same run from a step on, with a tenth of its step size. Histories and loads go on as they are: none of them
    /// depends on the step size.
    pub(crate) fn finer(timeline: &Timeline, history: History, from: u64) -> Self {
        let mut coarse = timeline.clone();
        let mut world = coarse.world_at(from);
        let Clock { step, dt } = *world.resource::<Clock>();
        world.insert_resource(Clock { step: step * FINER, dt: dt / FINER as f64 });
        world.insert_resource(EditLog::default());
        let mut timeline = Timeline::begin(&mut world);
        let to_come = coarse.edits().iter().filter(|(at, _)| *at >= step);
        timeline.replay(to_come.map(|(at, edit)| (at * FINER, edit.clone())).collect(), Vec::new());
        Self { timeline, history, trails: Trails::default(), from, fine: FINER, state: None, world }
    }

    /// The last step of the run on the screen to which it is known.
    pub(crate) fn end(&self) -> u64 {
        self.timeline.end() / self.fine
    }

    /// Exchanges its past with another one.
    pub(crate) fn swap(&mut self, timeline: &mut Timeline, history: &mut History, trails: &mut Trails) {
        std::mem::swap(&mut self.timeline, timeline);
        std::mem::swap(&mut self.history, history);
        std::mem::swap(&mut self.trails, trails);
        self.state = None;
        self.timeline.load(&mut self.world, self.from);
    }

    /// A finer one has not come to this step yet: the run waits for it, so that the two can be compared.
    pub(crate) fn is_behind(&self, step: u64) -> bool {
        let on_its_way = self.state.is_none() && self.world.resource::<Outcome>().stopped.is_none();
        self.fine > 1 && step >= self.from && on_its_way
    }

    /// So many steps of the run it can follow within a frame, at least one.
    pub(crate) fn most_steps(&self) -> u64 {
        // Its share, less a fifth: a step now and then takes longer.
        let pace = self.timeline.pace();
        let steps = 0.8 * FINER_SHARE / (pace * self.fine as f64);
        if self.fine > 1 && pace > 0.0 { (steps as u64).max(1) } else { u64::MAX }
    }

    /// Goes to this step, or a part of the way.
    pub(crate) fn follow(&mut self, step: u64) {
        if step < self.from {
            self.state = None;
            return;
        }
        let step = step * self.fine;
        if self.state.as_ref().is_some_and(|state| state.step == step) {
            return;
        }
        self.timeline.rewind(&mut self.world, step);
        // The run has taken no more steps than a finer one can follow in its share; where the machine was busy elsewhere it
        // gets more, so that it does not vanish for a frame.
        let share = if self.fine > 1 { 3.0 * FINER_SHARE } else { SHARE };
        let (start, first) = (Instant::now(), self.world.resource::<Clock>().step);
        while self.world.resource::<Clock>().step < step && self.world.resource::<Outcome>().stopped.is_none() {
            self.timeline.step(&mut self.world);
            let now = self.world.resource::<Clock>().step;
            if now == self.timeline.reached() && self.history.wants(now) {
                let state = observe(&mut self.world, CaseId(0));
                self.history.push(&state);
            }
            if start.elapsed().as_secs_f64() > share {
                break;
            }
        }
        let last = self.world.resource::<Clock>().step;
        self.timeline.note_pace(start.elapsed().as_secs_f64(), last - first);
        let there = last == step;
        self.state = there.then(|| observe(&mut self.world, CaseId(0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::hash::state_hash;
    use crate::scene::{Scene, builtin};

    /// From the start on, the finer ghost has the bits of a run of the scene with a tenth of the step; branched off later
    /// it begins with the state of the run, and parts from it by no more than the step accounts for.
    #[test]
    fn the_finer_ghost_is_a_run_with_a_tenth_of_the_step() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        let mut world = Simulation::new(&scene).into_world();
        let mut timeline = Timeline::begin(&mut world);
        let reach = |ghost: &mut Ghost, step: u64| {
            ghost.follow(step);
            while ghost.is_behind(step) {
                ghost.follow(step);
            }
        };
        let mut ghost = Ghost::finer(&timeline, History::of(&scene).sparser(FINER), 0);
        reach(&mut ghost, 300);
        let mut fine = Simulation::new(&Scene { dt: scene.dt / FINER as f64, ..scene.clone() });
        fine.steps(300 * FINER);
        assert_eq!(ghost.state.as_ref().map(state_hash), Some(state_hash(&fine.state())));
        timeline.seek(&mut world, 600);
        let mut late = Ghost::finer(&timeline, History::of(&scene).sparser(FINER), 400);
        late.follow(399);
        assert!(late.state.is_none() && !late.is_behind(399));
        reach(&mut late, 600);
        let (of_run, of_ghost) = (observe(&mut world, CaseId(0)), late.state.expect("a state"));
        assert!((of_run.time - of_ghost.time).abs() < 1e-12);
        let apart = (of_run.bodies[1].x - of_ghost.bodies[1].x).norm();
        assert!(apart > 0.0 && apart < 1e-4, "{apart}");
    }
}
