//! A simulation without a window: the same schedules, called by hand.

use crate::record::state::{State, observe};
use crate::record::summary::REST_SPEED;
use crate::scene::Scene;
use crate::step::{Outcome, SimStep, StepPlugin};
use crate::world::body::{Body, BodyShape, Twist};
use crate::world::{Clock, Lane, spawn};
use bevy_app::App;
use bevy_ecs::prelude::*;

/// One world with a scene in it.
pub struct Simulation {
    app: App,
    moving: QueryState<(&'static Body, &'static BodyShape, &'static Twist)>,
}

impl Simulation {
    /// Loads a scene; the state is that of step 0.
    pub fn new(scene: &Scene) -> Self {
        let mut app = App::empty();
        app.add_plugins(StepPlugin);
        spawn::load(app.world_mut(), scene);
        let moving = app.world_mut().query();
        Self { app, moving }
    }

    /// One step of Δt. Does nothing once the guard has stopped the run.
    pub fn step(&mut self) {
        self.app.world_mut().run_schedule(SimStep);
    }

    /// `n` steps.
    pub fn steps(&mut self, n: u64) {
        for _ in 0..n {
            self.step();
        }
    }

    /// Steps done.
    pub fn step_count(&self) -> u64 {
        self.app.world().resource::<Clock>().step
    }

    /// Why the guard stopped the run, if it did.
    pub fn stopped(&self) -> Option<&str> {
        self.app.world().resource::<Outcome>().stopped.as_deref()
    }

    /// Everything that can be seen now.
    pub fn state(&mut self) -> State {
        observe(self.app.world_mut(), Lane(0))
    }

    /// Step size, s.
    pub fn dt(&self) -> f64 {
        self.app.world().resource::<Clock>().dt
    }

    /// Tells of every body of lane 0, by its number, whether it rests now (no point of it faster than
    /// [`REST_SPEED`](crate::record::summary::REST_SPEED)).
    pub fn for_each_rest(&mut self, mut tell: impl FnMut(usize, bool)) {
        for (body, shape, twist) in self.moving.iter(self.app.world()) {
            let turning = twist.w.norm();
            let turning = if turning == 0.0 { 0.0 } else { turning * shape.0.size() };
            tell(body.index as usize, twist.v.norm() + turning < REST_SPEED);
        }
    }

    /// The world itself.
    pub fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }
}
