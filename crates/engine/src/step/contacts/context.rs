//! Data of a step that a solver reads in addition to the rows of its contacts.

use super::narrow::geometry::Geometry;
use super::pair_constants::PairConstants;
use super::table::bodies::BodyColumns;
use crate::laws::Vec3;
use crate::laws::math::number::Row;
use crate::world::CaseRules;
use crate::world::body::BodyRef;
use crate::world::contact::{ContactKey, ContactPair};
use fearless_simd::Level;

/// Everything that a contact reads besides its own row, shared by all contacts of a step.
#[derive(Clone, Copy)]
pub struct StepContext<'a> {
    /// Inputs of contact detection: bodies, planes and classes.
    pub at: Geometry<'a>,
    /// Rotation of each body in the last step, as the numbers of a [`crate::laws::math::turning::Turn`].
    pub turns: &'a [[f64; 4]],
    /// The numbers of the classes' [`crate::laws::friction::contact::KernelConstants`] at this step size.
    pub constants: &'a [[Row; 3]],
    /// Rules of the cases.
    pub rules: &'a [CaseRules],
    /// Components of the bodies, by row.
    pub body: &'a BodyColumns<'a>,
    /// Which contacts are observed.
    pub observed: Observed,
    /// True if a batch of one contact is resolved by the scalar code.
    pub takes_single: bool,
    /// True if a pair damps rocking.
    pub rocks: bool,
    /// True if events are recorded.
    pub are_noted: bool,
    /// True if the table of contacts is larger than the caches.
    pub is_large: bool,
    /// The instruction set to use.
    pub level: Level,
    /// Step size, s.
    pub dt: f64,
}

impl<'a> StepContext<'a> {
    /// The bodies i and j of a contact.
    pub fn pair_of(&self, pair: &ContactPair) -> Option<[BodyRef<'a>; 2]> {
        Some([self.body.get(pair.rows[0])?, self.body.get(pair.rows[1])?])
    }

    /// The load that friction holds on body i of a contact from the start of the run, N, world, if there is one.
    pub fn held(&self, key: &ContactKey) -> Option<Vec3> {
        let rules = self.rules.get(key.case as usize).filter(|_| self.at.step == 0)?;
        rules.held([key.i, key.j])
    }
}

/// Which contacts are observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed {
    /// True if contacts in SIMD lanes are observed as well; all other contacts always are.
    pub simd: bool,
}

impl Observed {
    /// A bit for each row of a block whose contact, if in SIMD lanes, must be resolved singly to be observed.
    #[inline(always)]
    pub fn rows(self) -> u64 {
        if self.simd { u64::MAX } else { 0 }
    }

    /// True if contacts of this class are observed.
    pub fn has(self, class: &PairConstants) -> bool {
        self.simd || !class.is_simd
    }
}
