//! The ghost: a second run, drawn as pale bodies at the displayed step. It has its own world: the future truncated by
//! an edit in the past, which continues with its own edits; the run with a finer step; or the bodies of an imported
//! run, stepped here.

use crate::draw::overlay::traces::Trails;
use crate::state::session::Opened;
use crate::texts::tr_with;
use crate::timeline::history::History;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use stickslip_engine::observe::many_body::{MAX_FULLY_READ, is_many_body};
use stickslip_engine::observe::state::{State, observe};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::step::Outcome;
use stickslip_engine::step::edits::EditLog;
use stickslip_engine::world::{CaseId, Clock};
use stickslip_lab::interop::run_folder::SteppedBy;

/// Time budget of the ghost per frame, s; it must not slow down playback.
const SHARE: f64 = 0.02;
/// Time budget per frame of a ghost for which the run waits, s.
const FINER_SHARE: f64 = 0.05;
/// Steps of a finer ghost per step of the run.
pub const FINER: u64 = 10;

/// Reason why a scene with this number of bodies has no ghost; `None` if ghosts are supported.
pub fn refused(bodies: usize) -> Option<String> {
    is_many_body(bodies).then(|| tr_with("notice-no-ghost", [("bodies", MAX_FULLY_READ.into())]))
}

/// What a ghost is beside the displayed run.
#[derive(Clone, Debug, PartialEq)]
pub enum GhostKind {
    /// The future that an edit truncated.
    Future,
    /// The displayed run, repeated with a tenth of the step size.
    Finer,
    /// The run before the scene was changed. `is_alike`: it has the same bodies, so its curves can be drawn beside the others.
    Before {
        /// True if body for body the two runs have the same names.
        is_alike: bool,
    },
    /// The bodies of an imported run, stepped by our own laws: how, and the scene.
    Rebuilt(SteppedBy, Box<Opened>),
}

/// The alternative future.
pub struct Ghost {
    /// What it is beside the displayed run.
    pub kind: GhostKind,
    /// Timeline of the ghost.
    pub timeline: Timeline,
    /// Curves of the ghost.
    pub history: History,
    /// Trails of the ghost.
    pub trails: Trails,
    /// The step at which the two futures diverge.
    pub from: u64,
    /// Steps of the ghost per step of the main run.
    pub fine: u64,
    /// State of the ghost at the displayed step; `None` before the futures diverge and while the ghost catches up.
    pub state: Option<State>,
    world: World,
}

impl Ghost {
    /// A ghost with this timeline, diverging at step `from`.
    pub fn new(timeline: Timeline, history: History, trails: Trails, from: u64) -> Self {
        let world = Simulation::batch(&[]).into_world();
        let mut ghost = Self { kind: GhostKind::Future, timeline, history, trails, from, fine: 1, state: None, world };
        ghost.timeline.load(&mut ghost.world, from);
        ghost
    }

    /// The run before the scene was changed, from its start.
    pub fn before(timeline: Timeline, history: History, trails: Trails, is_alike: bool) -> Self {
        Self { kind: GhostKind::Before { is_alike }, ..Self::new(timeline, history, trails, 0) }
    }

    /// Its curves, from the step where the runs diverge; `None` if they belong to other bodies than those of the run.
    pub fn curves(&self) -> Option<(&History, u64)> {
        (self.kind != GhostKind::Before { is_alike: false }).then_some((&self.history, self.from))
    }

    /// A ghost that repeats the run and its edits from step `from` on with a tenth of the step size. Contact histories
    /// and loads carry over: none of them depends on the step size.
    pub fn finer(timeline: &Timeline, history: History, from: u64) -> Self {
        let mut coarse = timeline.clone();
        let mut world = coarse.world_at(from);
        let Clock { step, dt } = *world.resource::<Clock>();
        world.insert_resource(Clock { step: step * FINER, dt: dt / FINER as f64 });
        world.insert_resource(EditLog::default());
        let mut timeline = Timeline::begin(&mut world);
        let to_come = coarse.edits().iter().filter(|(at, _)| *at >= step);
        timeline.replay(to_come.map(|(at, edit)| (at * FINER, edit.clone())).collect(), Vec::new(), 0);
        Self {
            kind: GhostKind::Finer,
            timeline,
            history,
            trails: Trails::default(),
            from,
            fine: FINER,
            state: None,
            world,
        }
    }

    /// The bodies of an imported run from step `from` on, in the scene `opened`, with `fine` steps per step of the run.
    pub fn rebuilt(by: SteppedBy, opened: Opened, history: History, from: u64, fine: u64) -> Self {
        let mut world = Simulation::new(&opened.scene).into_world();
        world.insert_resource(Clock { step: from * fine, dt: opened.scene.dt });
        let timeline = Timeline::begin(&mut world);
        let kind = GhostKind::Rebuilt(by, Box::new(opened));
        Self { kind, timeline, history, trails: Trails::default(), from, fine, state: None, world }
    }

    /// True if the ghost is computed while the run is displayed, which waits for it.
    pub fn is_awaited(&self) -> bool {
        !matches!(self.kind, GhostKind::Future | GhostKind::Before { .. })
    }

    /// The last step of the main run that the ghost has reached.
    pub fn end(&self) -> u64 {
        self.timeline.end() / self.fine
    }

    /// Swaps the ghost's timeline, curves and trails with those of the main run.
    pub fn swap(&mut self, timeline: &mut Timeline, history: &mut History, trails: &mut Trails) {
        std::mem::swap(&mut self.timeline, timeline);
        std::mem::swap(&mut self.history, history);
        std::mem::swap(&mut self.trails, trails);
        self.state = None;
        self.timeline.load(&mut self.world, self.from);
    }

    /// True if an awaited ghost has not reached this step: the run waits so that the two can be compared.
    pub fn is_behind(&self, step: u64) -> bool {
        let on_its_way = self.state.is_none() && self.world.resource::<Outcome>().stopped.is_none();
        self.is_awaited() && step >= self.from && on_its_way
    }

    /// Number of main-run steps that an awaited ghost can follow within a frame, at least one.
    pub fn max_steps(&self) -> u64 {
        // 80 % of the time budget, to absorb occasional slow steps.
        let pace = self.timeline.pace();
        let steps = 0.8 * FINER_SHARE / (pace * self.fine as f64);
        if self.is_awaited() && pace > 0.0 { (steps as u64).max(1) } else { u64::MAX }
    }

    /// Advances to a step of the main run, or part of the way if the time budget runs out.
    pub fn follow(&mut self, step: u64) {
        if step < self.from {
            self.state = None;
            return;
        }
        let step = step * self.fine;
        if self.state.as_ref().is_some_and(|state| state.step == step) {
            return;
        }
        self.timeline.rewind(&mut self.world, step);
        // `max_steps` limits the run to what an awaited ghost can follow in its budget. On a busy machine the ghost gets
        // more time, so that it does not vanish for a frame.
        let share = if self.is_awaited() { 3.0 * FINER_SHARE } else { SHARE };
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
    use stickslip_engine::record::hash::state_hash;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    /// Started at step 0, the finer ghost is bit-identical to a run with a tenth of the step size; branched off
    /// later, it starts from the run's state and deviates by no more than the step-size error.
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
        let mut ghost = Ghost::finer(&timeline, History::new(&scene).sparser(FINER), 0);
        reach(&mut ghost, 300);
        let mut fine = Simulation::new(&Scene { dt: scene.dt / FINER as f64, ..scene.clone() });
        fine.steps(300 * FINER);
        assert_eq!(ghost.state.as_ref().map(state_hash), Some(state_hash(&fine.state())));
        timeline.seek(&mut world, 600);
        let mut late = Ghost::finer(&timeline, History::new(&scene).sparser(FINER), 400);
        late.follow(399);
        assert!(late.state.is_none() && !late.is_behind(399));
        reach(&mut late, 600);
        let (of_run, of_ghost) = (observe(&mut world, CaseId(0)), late.state.expect("a state"));
        assert!((of_run.time - of_ghost.time).abs() < 1e-12);
        let apart = (of_run.bodies[1].x - of_ghost.bodies[1].x).norm();
        assert!(apart > 0.0 && apart < 1e-4, "{apart}");
    }

    /// A ball in free fall, one row every 10 ms of an engine with explicit steps, and its ghost from row 20 on: at row 50 the
    /// ghost has fallen as long as the ball, and they differ by no more than the error of the larger step, g Δt t/2 each.
    #[test]
    fn a_ghost_of_an_imported_run_is_stepped_here() {
        use stickslip_engine::laws::{Rotation, Vec3};
        use stickslip_engine::scene::{HeaderBody, PlayedBody, PlayedFrame, PlayedRun, RunHeader};
        use stickslip_lab::interop::run_folder::rebuild;

        let shape = Some(serde_json::json!({ "Sphere": { "radius": 0.1 } }));
        let ball = HeaderBody { name: "ball".into(), shape, mass: Some(1.0), ..HeaderBody::default() };
        let gravity = Vec3::new(0.0, 0.0, -9.81);
        let header = RunHeader { dt: 1e-2, every: 1, gravity, bodies: vec![ball], ..RunHeader::default() };
        let frame = |step: u64| {
            let t = 0.01 * step as f64;
            let (x, v) = (gravity * (0.5 * t * t), gravity * t);
            let velocity = Some([v, Vec3::zeros()]);
            let body = PlayedBody { body: 0, x, q: Rotation::identity(), velocity, external: None };
            PlayedFrame { step, bodies: vec![body], contacts: Vec::new() }
        };
        let run = PlayedRun { header, frames: (0..60).map(frame).collect() };
        for by in SteppedBy::ALL {
            let rebuilt = rebuild("falls", &run, 20, by).unwrap_or_else(|fault| panic!("{fault}"));
            let fine = rebuilt.steps_per_row;
            let history = History::new(&rebuilt.scene).sparser(fine);
            let opened = Opened { name: "falls".into(), file: None, text: rebuilt.text, scene: rebuilt.scene };
            let mut ghost = Ghost::rebuilt(by, opened, history, 20, fine);
            ghost.follow(19);
            assert!(ghost.state.is_none() && !ghost.is_behind(19));
            ghost.follow(50);
            while ghost.is_behind(50) {
                ghost.follow(50);
            }
            let state = ghost.state.as_ref().expect("a state");
            assert!((state.time - 0.5).abs() < 1e-9, "{}", state.time);
            let apart = (state.bodies[0].x - run.frames[50].bodies[0].x).norm();
            assert!(apart < 0.5 * 9.81 * 0.01 * 0.3 * 1.01, "{by:?}: {apart}");
        }
    }
}
