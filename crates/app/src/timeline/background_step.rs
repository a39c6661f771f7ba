//! Slow steps beside the window: a second world takes the next step on a thread of its own, so that no frame waits for it.
//!
//! The window keeps the state before the step until the step is done; then it takes over the new state, and the second
//! world continues. The bits are those of a step in the window's own world. An edit discards a step in progress; the
//! step after an edit is taken in the window's world, so that edits in every frame do not hold up the run.

use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task, TaskPool};
use stickslip_engine::record::hash::WorldHash;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::run::timeline::{NewStep, Timeline};
use stickslip_engine::step;
use stickslip_engine::step::edits::EditLog;
use stickslip_engine::step::snapshot::Snapshot;
use stickslip_engine::world::Clock;
use stickslip_engine::world::contact::Observation;

/// Time of a step from which it is taken beside the window, s.
const SLOW: f64 = 0.05;

/// The run up to a step: what a step under way continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RunPoint {
    version: u64,
    edits: usize,
    step: u64,
}

/// A step that was taken.
struct AheadStep {
    twin: Box<World>,
    made: NewStep,
    /// Wall time, s.
    seconds: f64,
}

/// The step under way.
#[derive(Resource, Default)]
pub struct StepAhead {
    work: Option<(RunPoint, Task<AheadStep>)>,
    /// The second world, at a point of the run.
    twin: Option<(RunPoint, Box<World>)>,
    /// True if an edit made the last step under way void.
    was_void: bool,
}

/// Where the next step is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NextStep {
    /// In the window's world, by the caller.
    Here,
    /// Beside the window, where it is under way.
    UnderWay,
    /// It was taken beside the window, in this wall time, s, and the window has its state.
    Taken(f64),
}

/// True if steps of this wall time, s, are taken beside the window. A page has no threads.
pub fn is_used(pace: f64) -> bool {
    pace >= SLOW && !cfg!(target_arch = "wasm32")
}

impl StepAhead {
    fn advance(&mut self, world: &mut World, timeline: &mut Timeline) -> NextStep {
        let here = RunPoint::new(world, timeline);
        let edits_are_due = timeline.edits().last().is_some_and(|(step, _)| *step >= here.step);
        if !is_used(timeline.pace()) || edits_are_due {
            (self.work, self.twin) = (None, None);
            return NextStep::Here;
        }
        match &mut self.work {
            Some((of, _)) if *of != here => {
                (self.work, self.was_void) = (None, true);
                NextStep::Here
            }
            Some((_, task)) => {
                let Some(AheadStep { twin, made, seconds }) = check_ready(task) else { return NextStep::UnderWay };
                self.work = None;
                timeline.adopt(world, made);
                self.twin = Some((RunPoint::new(world, timeline), twin));
                self.begin(world, timeline);
                NextStep::Taken(seconds)
            }
            None if std::mem::take(&mut self.was_void) => NextStep::Here,
            None => {
                self.begin(world, timeline);
                NextStep::UnderWay
            }
        }
    }

    /// Begins the step after the present state.
    fn begin(&mut self, world: &mut World, timeline: &Timeline) {
        let here = RunPoint::new(world, timeline);
        let twin = self.twin.take().filter(|(of, _)| *of == here).map(|(_, twin)| twin);
        let start = twin.is_none().then(|| (Snapshot::take(world, None), world.resource::<EditLog>().clone()));
        let (observation, is_hashed) = (*world.resource::<Observation>(), world.contains_resource::<WorldHash>());
        let work = async move {
            let mut twin = twin.unwrap_or_else(|| Box::new(Simulation::batch(&[]).into_world()));
            if let Some((state, log)) = start {
                state.restore(&mut twin);
                twin.insert_resource(log);
            }
            twin.insert_resource(observation);
            if is_hashed && !twin.contains_resource::<WorldHash>() {
                WorldHash::enable(&mut twin);
            }
            let start = Instant::now();
            step::run(&mut twin, 1);
            let seconds = start.elapsed().as_secs_f64();
            AheadStep { made: NewStep::new(&mut twin), twin, seconds }
        };
        self.work = Some((here, AsyncComputeTaskPool::get_or_init(TaskPool::new).spawn(work)));
    }
}

impl RunPoint {
    fn new(world: &World, timeline: &Timeline) -> Self {
        let step = world.resource::<Clock>().step;
        Self { version: timeline.version(), edits: timeline.edits().len(), step }
    }
}

/// Whether the next step of the run is under way, or was taken, beside the window.
pub fn advance(world: &mut World, timeline: &mut Timeline) -> NextStep {
    if !is_used(timeline.pace()) || !world.contains_resource::<StepAhead>() {
        return NextStep::Here;
    }
    world.resource_scope(|world, mut ahead: Mut<StepAhead>| ahead.advance(world, timeline))
}
