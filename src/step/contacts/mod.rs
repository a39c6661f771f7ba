//! The one table of contacts: which pairs are near, where they touch, and how loads are added up.
//!
//! All contacts have the same components ([`crate::world::contact`]). Geometry fills them in: of spheres and planes eight
//! pairs at a time ([`geometry`]), of any other shapes pair by pair ([`manifold`]). A solver
//! ([`crate::step::solve`]) turns them into loads, which [`reduction`] adds up on each body in the order of the
//! contacts' keys, whatever the number of threads.

pub mod bodies;
pub mod build;
pub mod class;
pub mod columns;
pub mod geometry;
pub mod manifold;
pub mod narrow;
pub mod read;
pub mod reduction;

use crate::laws::number::Row;
use crate::laws::{Rotation, Vec3};
use crate::step::events::What;
use crate::world::contact::ContactKey;
use bevy_ecs::prelude::*;
use class::PairClass;
use manifold::GeneralPair;
use reduction::LoadReduction;

/// With more rows than this, a step waits for the memory of the machine.
pub(in crate::step) const LARGE: usize = 16 * 1024;

/// Centre of a body, m, and the opposite of its velocity, m/s: the difference of two is the way from body j to body i, and
/// the velocity of j against i.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyMotion(pub Row);

impl BodyMotion {
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
pub struct PlaneState {
    /// Place of the body in the list of bodies.
    pub row: u32,
    /// Its surface normal.
    pub up: Vec3,
    /// Its angular velocity, rad/s.
    pub w: Vec3,
}

/// Whether contacts of spheres and planes are resolved eight side by side.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// Eight at a time where there is more than one and nobody observes them.
    #[default]
    Auto,
    /// Eight at a time, also one that is alone.
    Wide,
    /// One by one, as contacts of any other shape; for checks: the bits are the same.
    One,
}

/// Bodies and constants of the contacts, and the loads of this step. Nothing here outlives a step that the components do
/// not hold: all of it can be made anew from them.
#[derive(Resource, Default)]
pub struct ContactTable {
    /// Bodies in the order of their table.
    pub entities: Vec<Entity>,
    /// Their state, in the same order.
    pub bodies: Vec<BodyMotion>,
    /// What the last step turned them by: the numbers of a [`crate::laws::turning::Turn`].
    pub turns: Vec<[f64; 4]>,
    /// Planes among them.
    pub planes: Vec<PlaneState>,
    /// Laws and constants of the pairs.
    pub classes: Vec<PairClass>,
    /// The numbers of their [`crate::laws::contact::KernelConstants`] at the step size beside them, s.
    pub constants: (f64, Vec<[Row; 3]>),
    /// How many rows there are.
    pub rows: usize,
    /// Pairs whose geometry is found one by one, in the order of their rows.
    pub general: Vec<GeneralPair>,
    /// Which thread takes which rows.
    pub reduction: LoadReduction,
    /// The sums of the loads on each body: force, N, and torque, N·m.
    pub sums: Vec<Row>,
    /// How the bodies stood at the last step.
    pub before: Vec<Rotation>,
    /// A pair has a known normal force.
    pub known: bool,
    /// The size of the smallest body, m.
    pub smallest: f64,
    /// All poses, twists and wrenches passed the range check of this step; the guard may skip them.
    pub all_finite: bool,
    /// Bodies farther apart than this are not in the list, m; `None`: all pairs are.
    pub skin: Option<f64>,
    /// The list is to be made anew: a body has moved too far, stands elsewhere in its table, or a pair needs more rows.
    pub is_old: bool,
}

impl ContactTable {
    /// Makes the numbers of the classes anew where the step size, s, is another.
    pub(in crate::step) fn set_step_size(&mut self, dt: f64) {
        if self.constants.0 != dt || self.constants.1.len() != self.classes.len() {
            self.constants = (dt, self.classes.iter().map(|class| class.constants(dt).numbers().map(Row)).collect());
        }
    }

    /// How much there is to do in a step, in rows of spheres; a contact of other shapes takes some ten times as long.
    pub fn work(&self) -> usize {
        self.rows + 10 * self.general.iter().map(GeneralPair::points).sum::<usize>()
    }

    /// The square of half the skin, m²: who has moved that far may touch what is not in the list.
    pub fn far_squared(&self) -> Option<f64> {
        self.skin.map(|skin| 0.25 * skin * skin)
    }

    /// Where the bodies of one table begin in the list of bodies. Queries may come to the tables in different orders;
    /// within a table all have the same, which [`crate::step::integrate::move_bodies`] looks after.
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
pub struct EventNotes {
    pub(in crate::step) on: bool,
    pub(in crate::step) events: Vec<(ContactKey, What)>,
}

impl EventNotes {
    pub(in crate::step) fn push(&mut self, key: ContactKey, what: What) {
        if self.on {
            self.events.push((key, what));
        }
    }
}
