//! The table of contacts: bodies and constants of the pairs, and the loads of a step.

use super::bodies::place_of;
use super::class::PairClass;
use super::geometry::GeneralRows;
use super::geometry::{BodyMotion, PlaneState};
use super::pair::GeneralPair;
use super::reduction::LoadReduction;
use crate::laws::Rotation;
use crate::laws::number::Row;
use bevy_ecs::prelude::*;

/// With more rows than this, a step waits for the memory of the machine.
pub(in crate::step) const LARGE: usize = 16 * 1024;

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
    /// Which rows those are.
    pub marks: GeneralRows,
    /// How many rows are not.
    pub wide_rows: usize,
    /// Which thread takes which rows.
    pub reduction: LoadReduction,
    /// The sums of the loads on each body: force, N, and torque, N·m.
    pub sums: Vec<Row>,
    /// How the bodies stood at the last step.
    pub before: Vec<Rotation>,
    /// A pair has a known normal force.
    pub known: bool,
    /// A pair is rigid.
    pub rigid: bool,
    /// A pair has the slide law `dae`.
    pub dae: bool,
    /// A pair presses by the area of its overlap.
    pub overlaps: bool,
    /// A pair damps rocking.
    pub rocks: bool,
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
        self.wide_rows + 10 * self.general.iter().map(|pair| pair.living).sum::<usize>()
    }

    /// The square of half the skin, m²: who has moved that far may touch what is not in the list. Half of that where contacts are
    /// rigid, which are found before bodies touch.
    pub fn far_squared(&self) -> Option<f64> {
        let part = if self.rigid { 0.25 } else { 0.5 };
        self.skin.map(|skin| (part * skin) * (part * skin))
    }

    /// Where the bodies of one table begin in the list of bodies.
    pub fn place_of(&self, table: &[Entity]) -> Option<usize> {
        place_of(&self.entities, table)
    }

    /// True if these bodies stand one by one in the list of bodies, from this place on.
    pub fn lists(&self, bodies: &[Entity], at: usize) -> bool {
        self.entities.get(at..at + bodies.len()) == Some(bodies)
    }
}
