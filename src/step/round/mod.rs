//! Contacts of balls with balls and planes under the paper's laws, the bulk of a large scene: the same physics as
//! [`super::systems`], in one pass over compact components (see [`crate::world::round`]).
//!
//! Between round surfaces all stiffnesses and dampings are constants of the pair, the path follows from the normals, and
//! frames turn with the bodies. What is here and what there is decided pair by pair in [`classes::class_of`]; bodies and
//! pairs of both kinds mix freely.
//!
//! The bits do not depend on the number of threads: each contact writes its own loads, and those of a body are added up
//! in the order of its contacts' keys.

pub mod classes;
pub mod kernel;
pub mod lanes;
pub mod pairs;
pub mod show;
pub mod systems;

use crate::laws::turning::Turn;
use crate::laws::{Rotation, Vec3};
use crate::step::events::What;
use crate::world::body::Wrench;
use crate::world::contact::ContactKey;
use bevy_ecs::prelude::*;
use classes::{Class, Constants};
use kernel::RoundLoad;
use std::sync::Arc;

/// Rows and bodies are shared out among the threads in blocks of this many.
const BLOCK: usize = 1024;
/// Loads are added up whenever so many rows are done, while they are still near in memory.
const WINDOW: usize = 16 * BLOCK;

/// A body at this step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Centre, m.
    pub x: Vec3,
    /// Velocity, m/s.
    pub v: Vec3,
    /// What the last step turned it by: the numbers of a [`Turn`].
    pub turn: [f64; 4],
}

impl Ball {
    /// At rest.
    pub fn at(x: Vec3) -> Self {
        Self { x, v: Vec3::zeros(), turn: Turn::NONE.numbers() }
    }
}

/// A plane at this step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flat {
    /// Place of the body in the list of bodies.
    pub row: u32,
    /// Its surface normal.
    pub up: Vec3,
    /// Its angular velocity, rad/s.
    pub w: Vec3,
}

/// The bodies and constants of round contacts, and the loads of this step. Nothing here outlives a step that the
/// components do not hold: all of it can be made anew from them.
#[derive(Resource, Default)]
pub struct Rounds {
    /// Bodies in the order of their table.
    pub entities: Vec<Entity>,
    /// Their state, in the same order.
    pub balls: Vec<Ball>,
    /// Planes among them.
    pub flats: Vec<Flat>,
    /// Constants of the pairs.
    pub classes: Vec<Class>,
    /// Their numbers at the step size beside them, s.
    pub constants: (f64, Vec<Constants>),
    /// How many pairs there are.
    pub rows: usize,
    /// Loads of some of them at a time, in the order of their table.
    pub loads: Vec<RoundLoad>,
    /// The sums of the loads on each body.
    pub sums: Vec<Wrench>,
    /// What happened in each block of contacts.
    pub notes: Vec<Notes>,
    /// How they stood at the last step.
    pub before: Vec<Rotation>,
    /// A pair has a known normal force.
    pub known: bool,
}

impl Rounds {
    /// Makes the numbers of the classes anew where the step size, s, is another.
    fn set_step_size(&mut self, dt: f64) {
        if self.constants.0 != dt || self.constants.1.len() != self.classes.len() {
            self.constants = (dt, self.classes.iter().map(|class| class.constants(dt)).collect());
        }
    }

    /// Where the bodies of one table begin in the list of bodies. Queries may come to the tables in different orders;
    /// within a table all have the same.
    pub fn place_of(&self, table: &[Entity]) -> Option<usize> {
        let first = table.first()?;
        let at = self.entities.iter().position(|entity| entity == first)?;
        (self.entities.get(at..at + table.len()) == Some(table)).then_some(at)
    }
}

/// What happened in one block of contacts.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    on: bool,
    events: Vec<(ContactKey, What)>,
}

impl Notes {
    fn push(&mut self, key: ContactKey, what: What) {
        if self.on {
            self.events.push((key, what));
        }
    }
}

/// How many threads a step may use, for scenes large enough to gain by it.
#[derive(Resource, Clone, Default)]
pub enum Workers {
    /// As many as the machine has cores.
    #[default]
    All,
    /// The caller's alone.
    One,
    /// Those of this pool.
    Pool(Arc<rayon::ThreadPool>),
}

impl Workers {
    /// So many threads.
    pub fn of(threads: usize) -> Self {
        match threads {
            0 | 1 => Self::One,
            n => {
                rayon::ThreadPoolBuilder::new().num_threads(n).build().map_or(Self::All, |pool| Self::Pool(pool.into()))
            }
        }
    }

    /// Runs `work` with its argument true where it should share itself out, for so many pieces of work.
    fn run<R: Send>(&self, pieces: usize, work: impl FnOnce(bool) -> R + Send) -> R {
        match self {
            Self::All if pieces > 8 * BLOCK && rayon::current_num_threads() > 1 => work(true),
            Self::Pool(pool) if pieces > 2 * BLOCK => pool.install(|| work(true)),
            _ => work(false),
        }
    }
}
