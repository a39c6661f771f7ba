//! The table of contacts: bodies and constants of the pairs, and the loads of a step.

pub(crate) mod block;
pub(crate) mod bodies;
pub(crate) mod build;
pub(crate) mod columns;
pub(crate) mod reduction;
pub(crate) mod sums;
pub(in crate::step) mod touching;

use crate::laws::Rotation;
use crate::laws::math::number::Row;
use crate::step::contacts::narrow::geometry::GeneralRows;
use crate::step::contacts::narrow::geometry::{BodyMotion, PlaneState};
use crate::step::contacts::narrow::pair::GeneralPair;
use crate::step::contacts::narrow::prisms::{BodyOutline, Clearance};
use crate::step::contacts::pair_constants::PairConstants;
use crate::step::contacts::table::bodies::place_of;
use crate::step::contacts::table::reduction::LoadReduction;
use crate::world::contact::ContactBundle;
use bevy_ecs::change_detection::Tick;
use bevy_ecs::prelude::*;

/// With more rows than this, a step is limited by memory access.
pub(in crate::step) const LARGE: usize = 16 * 1024;

/// Bodies and constants of the contacts, and the loads of this step. It holds no state of its own: everything that
/// outlives a step is in components, from which it can be rebuilt.
#[derive(Resource, Default)]
pub struct ContactTable {
    /// Bodies in table order.
    pub entities: Vec<Entity>,
    /// Centre and velocity of each body, in table order.
    pub bodies: Vec<BodyMotion>,
    /// Rotation of each body in the last step, as the numbers of a [`crate::laws::math::turning::Turn`].
    pub turns: Vec<[f64; 4]>,
    /// Planes among the bodies.
    pub planes: Vec<PlaneState>,
    /// Laws and constants of the pairs.
    pub classes: Vec<PairConstants>,
    /// The step size, s, and the [`crate::laws::friction::contact::KernelConstants`] of each class for it, as rows.
    pub constants: (f64, Vec<[Row; 3]>),
    /// Number of rows.
    pub rows: usize,
    /// Pairs whose geometry is found one by one, in the order of their rows.
    pub general: Vec<GeneralPair>,
    /// How far each general pair is from touching.
    pub clearances: Vec<Clearance>,
    /// Indices of the general pairs tested in this step.
    pub due: Vec<u32>,
    /// Indices of the general pairs that touch.
    pub touching: Vec<u32>,
    /// Rows of the general pairs.
    pub marks: GeneralRows,
    /// True if a general pair may touch at several points, which share its normal force.
    pub shares: bool,
    /// Rigid contacts that pressed within the last step and ended in it.
    pub departed: Vec<ContactBundle>,
    /// Groups of general pairs, by number, that are one pair: of one movable body with immovable ones next to each other.
    pub seams: Vec<Vec<u32>>,
    /// Number of rows that belong to no general pair.
    pub wide_rows: usize,
    /// Assignment of rows to threads.
    pub reduction: LoadReduction,
    /// The sums of the loads on each body: force, N, and torque, N·m.
    pub sums: Vec<Row>,
    /// Orientations of the bodies at the last step.
    pub before: Vec<Rotation>,
    /// True if a pair has a known normal force.
    pub known: bool,
    /// True if a pair is rigid.
    pub rigid: bool,
    /// True if the solver of coupled friction finds a load of a pair.
    pub coupled: bool,
    /// Outlines of the bodies that press by the area of their overlap, each in the plane of its pairs.
    pub outlines: Vec<BodyOutline>,
    /// Upper bound of the path of each outline's points since the list of pairs was built, m.
    pub travels: Vec<f64>,
    /// True if a pair damps rocking.
    pub rocks: bool,
    /// The size of the smallest body, m.
    pub smallest: f64,
    /// All poses, twists and wrenches passed the range check of this step; the guard may skip them.
    pub all_finite: bool,
    /// Bodies farther apart than this are not listed, m; `None` if all pairs are.
    pub skin: Option<f64>,
    /// Rows of the contacts that began or ended since contacts were last marked as
    /// [`Touching`](crate::world::contact::Touching).
    pub flips: Vec<u32>,
    /// When the scene's rules were last written before the list of pairs was built; `None` if it is yet to be built.
    pub rules_at: Option<Tick>,
    /// The list must be rebuilt: a body has moved too far or changed its row, or a pair needs more rows.
    pub is_old: bool,
}

/// Takes a list without its elements, but with their memory.
fn without_elements<T>(list: &mut Vec<T>) -> Vec<T> {
    list.clear();
    std::mem::take(list)
}

impl ContactTable {
    /// An empty table with the memory of its largest lists.
    pub(in crate::step::contacts) fn emptied(&mut self) -> Self {
        Self {
            classes: without_elements(&mut self.classes),
            constants: (0.0, without_elements(&mut self.constants.1)),
            general: without_elements(&mut self.general),
            clearances: without_elements(&mut self.clearances),
            due: without_elements(&mut self.due),
            touching: without_elements(&mut self.touching),
            ..Self::default()
        }
    }

    /// Lists no contact, as if no bodies were near each other.
    pub(in crate::step) fn forget_rows(&mut self) {
        (self.rows, self.wide_rows, self.marks) = (0, 0, GeneralRows::default());
        (self.known, self.rigid, self.coupled, self.rocks, self.shares) = (false, false, false, false, false);
        self.general.clear();
        self.seams.clear();
        self.clearances.clear();
        self.due.clear();
        self.touching.clear();
    }

    /// Recomputes the constants of the classes if the step size, s, has changed.
    pub(in crate::step) fn set_step_size(&mut self, dt: f64) {
        let (of, constants) = &mut self.constants;
        if *of != dt || constants.len() != self.classes.len() {
            *of = dt;
            constants.clear();
            constants.extend(self.classes.iter().map(|class| class.constants(dt).numbers().map(Row)));
        }
    }

    /// The bodies of these rows.
    pub fn bodies_of(&self, rows: [u32; 2]) -> [Entity; 2] {
        rows.map(|row| self.entities.get(row as usize).copied().unwrap_or(Entity::PLACEHOLDER))
    }

    /// The work of a step, in rows of spheres; a contact of other shapes costs about ten times as much.
    pub fn work(&self) -> usize {
        self.wide_rows + 10 * self.touching_pairs().map(|pair| pair.living).sum::<usize>()
    }

    /// The general pairs that touch, in the order of their rows.
    pub fn touching_pairs(&self) -> impl Iterator<Item = &GeneralPair> {
        self.touching.iter().map(|number| &self.general[*number as usize])
    }

    /// The square of half the skin, m²: a body that has moved that far may touch an unlisted one. For rigid contacts,
    /// which are found before bodies touch, the square of a quarter.
    pub fn far_squared(&self) -> Option<f64> {
        let part = if self.rigid { 0.25 } else { 0.5 };
        self.skin.map(|skin| (part * skin) * (part * skin))
    }

    /// Index of a table's first body in the list of bodies.
    pub fn place_of(&self, table: &[Entity]) -> Option<usize> {
        place_of(&self.entities, table)
    }

    /// True if these bodies are listed consecutively, starting at this index.
    pub fn lists(&self, bodies: &[Entity], at: usize) -> bool {
        self.entities.get(at..at + bodies.len()) == Some(bodies)
    }
}
