//! The future that an edit in the past has cut off: it goes on in a world of its own, with its own edits, and is drawn
//! as pale bodies at the very step on the screen.

use super::meshes::{self, Paint};
use super::panels::plots::History;
use super::past::Past;
use super::scale::moves;
use super::sync::{Drawn, Units, transform};
use super::theme::Theme;
use super::traces::Trails;
use crate::record::state::{State, observe};
use crate::record::tape::Tape;
use crate::sim::Simulation;
use crate::step::Outcome;
use crate::step::tune::EditLog;
use crate::world::{Clock, Lane};
use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use std::time::Instant;

/// Time for the ghost in one frame of the screen, s: it must not slow down what is played.
const SHARE: f64 = 0.02;
/// A finer ghost takes so many steps in one.
const FINER: u64 = 10;

/// The other future.
pub struct Ghost {
    /// Its past.
    pub tape: Tape,
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
    pub fn new(tape: Tape, history: History, trails: Trails, from: u64) -> Self {
        let world = Simulation::lanes(&[]).into_world();
        let mut ghost = Self { tape, history, trails, from, fine: 1, state: None, world };
        ghost.tape.load(&mut ghost.world, from);
        ghost
    }

    /// The same run from a step on, with a tenth of its step size. Histories and loads go on as they are: none of them
    /// depends on the step size.
    pub fn finer(tape: &Tape, history: History, from: u64) -> Self {
        let mut world = Simulation::lanes(&[]).into_world();
        let mut coarse = tape.clone();
        coarse.load(&mut world, from);
        coarse.seek(&mut world, from);
        let Clock { step, dt } = *world.resource::<Clock>();
        world.insert_resource(Clock { step: step * FINER, dt: dt / FINER as f64 });
        world.insert_resource(EditLog::default());
        let mut tape = Tape::begin(&mut world);
        let to_come = coarse.edits().iter().filter(|(at, _)| *at >= step);
        tape.replay(to_come.map(|(at, edit)| (at * FINER, edit.clone())).collect(), Vec::new());
        Self { tape, history, trails: Trails::default(), from, fine: FINER, state: None, world }
    }

    /// The last step of the run on the screen to which it is known.
    pub fn end(&self) -> u64 {
        self.tape.end() / self.fine
    }

    /// Exchanges its past with another one.
    pub fn swap(&mut self, tape: &mut Tape, history: &mut History, trails: &mut Trails) {
        std::mem::swap(&mut self.tape, tape);
        std::mem::swap(&mut self.history, history);
        std::mem::swap(&mut self.trails, trails);
        self.state = None;
        self.tape.load(&mut self.world, self.from);
    }

    /// Goes to this step, or a part of the way.
    pub fn follow(&mut self, step: u64) {
        if step < self.from {
            self.state = None;
            return;
        }
        let step = step * self.fine;
        if self.state.as_ref().is_some_and(|state| state.step == step) {
            return;
        }
        self.tape.rewind(&mut self.world, step);
        let start = Instant::now();
        while self.world.resource::<Clock>().step < step && self.world.resource::<Outcome>().stopped.is_none() {
            self.tape.step(&mut self.world);
            let now = self.world.resource::<Clock>().step;
            if now == self.tape.reached() && self.history.wants(now) {
                let state = observe(&mut self.world, Lane(0));
                self.history.push(&state);
            }
            if start.elapsed().as_secs_f64() > SHARE {
                break;
            }
        }
        let there = self.world.resource::<Clock>().step == step;
        self.state = there.then(|| observe(&mut self.world, Lane(0)));
    }
}

/// A pale body of the ghost, by its number in the scene.
#[derive(Component, Clone, Copy, Debug)]
pub struct Pale(usize);

/// Draws the bodies of the ghost where they are, and nothing without a ghost.
pub fn draw(
    mut commands: Commands,
    past: Res<Past>,
    units: Res<Units>,
    theme: Res<Theme>,
    mut pale: Query<(Entity, &Pale, &mut Transform, &mut Visibility)>,
    mut paint: Paint,
) {
    let Some(ghost) = &past.ghost else {
        for (entity, ..) in &pale {
            commands.entity(entity).despawn();
        }
        return;
    };
    for (_, Pale(index), mut place, mut visible) in &mut pale {
        let body = ghost.state.as_ref().and_then(|state| state.bodies.get(*index));
        visible.set_if_neq(if body.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        if let Some(body) = body {
            place.set_if_neq(transform(body, &units));
        }
    }
    let Some(state) = ghost.state.as_ref().filter(|_| pale.is_empty()) else { return };
    for (index, body) in state.bodies.iter().enumerate().filter(|(_, body)| moves(body)) {
        if let Some(mesh) = meshes::mesh(&body.shape, &units, 1.0) {
            commands.spawn((Drawn, Pale(index), paint.pale(mesh, &theme), NotShadowCaster, transform(body, &units)));
        }
    }
}
