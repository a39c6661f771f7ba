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
pub mod look;
pub mod pairs;
pub mod shares;
pub mod show;
pub mod systems;
pub mod table;

use crate::laws::number::Row;
use crate::laws::{Rotation, Vec3};
use crate::step::events::What;
use crate::world::contact::ContactKey;
use bevy_ecs::prelude::*;
use classes::Class;
use shares::Shares;

/// With more pairs than this, a step waits for the memory of the machine.
const LARGE: usize = 16 * 1024;

/// Centre of a body, m, and the opposite of its velocity, m/s: the difference of two is the way from body j to body i, and
/// the velocity of j against i.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball(pub Row);

impl Ball {
    /// At this place with this velocity.
    #[inline(always)]
    pub fn of(x: &Vec3, v: &Vec3) -> Self {
        Self(Row([x.x, x.y, x.z, -v.x, -v.y, -v.z, 0.0, 0.0]))
    }

    /// The same body with another velocity, m/s.
    pub fn with_velocity(&self, v: &Vec3) -> Self {
        let [x, y, z, ..] = self.0.0;
        Self::of(&Vec3::new(x, y, z), v)
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
    /// What the last step turned them by: the numbers of a [`crate::laws::turning::Turn`].
    pub turns: Vec<[f64; 4]>,
    /// Planes among them.
    pub flats: Vec<Flat>,
    /// Constants of the pairs.
    pub classes: Vec<Class>,
    /// The numbers of their [`classes::Constants`] at the step size beside them, s.
    pub constants: (f64, Vec<[Row; 3]>),
    /// How many pairs there are.
    pub rows: usize,
    /// Which thread takes which.
    pub shares: Shares,
    /// The sums of the loads on each body: force, N, and torque, N·m.
    pub sums: Vec<Row>,
    /// How they stood at the last step.
    pub before: Vec<Rotation>,
    /// A pair has a known normal force.
    pub known: bool,
    /// The size of the smallest body, m.
    pub smallest: f64,
    /// True if no body had a fault when it was looked at, and none when its loads were summed: the guard need not look
    /// again.
    pub are_calm: bool,
}

impl Rounds {
    /// Makes the numbers of the classes anew where the step size, s, is another.
    fn set_step_size(&mut self, dt: f64) {
        if self.constants.0 != dt || self.constants.1.len() != self.classes.len() {
            self.constants = (dt, self.classes.iter().map(|class| class.constants(dt).rows()).collect());
        }
    }

    /// Where the bodies of one table begin in the list of bodies. Queries may come to the tables in different orders;
    /// within a table all have the same, which [`crate::step::systems::move_bodies`] looks after.
    pub fn place_of(&self, table: &[Entity]) -> Option<usize> {
        self.entities.iter().position(|entity| Some(entity) == table.first())
    }

    /// True if these bodies stand one by one in the list of bodies, from this place on.
    pub fn lists(&self, bodies: &[Entity], at: usize) -> bool {
        self.entities.get(at..at + bodies.len()) == Some(bodies)
    }
}

/// What happened to some contacts.
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
