//! The log of impacts: pairs of bodies that have met and parted, with the impulses between them.

use crate::laws::Vec3;
use crate::laws::math::extremes::larger;
use crate::laws::motion::impact::ImpactMotion;
use crate::world::body::Twist;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Largest number of impacts listed; later ones are only counted.
pub const MAX_IMPACTS: usize = 10_000;

/// Largest number of pairs whose loads are summed at a time. When another pair meets, the one that met first is given up:
/// it is the most likely to stay in contact. So a pile costs no more than this number of contacts.
pub const MAX_OPEN: usize = 512;

/// Numbers of bodies i and j of a pair, i < j.
pub(super) type ImpactPair = [u32; 2];

/// An impact: two bodies met, and have parted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Impact {
    /// Numbers of bodies i and j, i < j.
    pub bodies: [u32; 2],
    /// Step of the state in which they met, and of that in which they have parted.
    pub steps: [u64; 2],
    /// Sums over the time between.
    pub sums: ImpactSums,
    /// Velocities of bodies i and j in the state in which they met.
    pub before: [Twist; 2],
    /// Velocities of bodies i and j in the state in which they have parted.
    pub after: [Twist; 2],
    /// μ_k of the pair.
    pub mu_k: f64,
    /// True for a rigid contact, whose impulses act within a step: force, overlap and time of contact mean nothing.
    pub is_rigid: bool,
}

/// Sums over the time in which two bodies touch, over all points of the pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImpactSums {
    /// J_n, N·s: impulse of the normal force.
    pub normal: f64,
    /// Impulse of the friction force on body j, N·s, world.
    pub friction_on_j: Vec3,
    /// Impulse of the normal force on body i, N·s, world: its direction is the mean normal.
    pub normal_on_i: Vec3,
    /// Arms from the centres of bodies i and j to the contact points, times their normal impulse, N·m·s, world.
    pub arms: [Vec3; 2],
    /// Largest normal force, N.
    pub largest_force: f64,
    /// Largest overlap of a point, m.
    pub largest_overlap: f64,
    /// Number of steps with a normal force.
    pub loaded_steps: u64,
}

/// One contact point of a pair in one step.
pub(super) struct PointLoad {
    /// Normal force, N.
    pub(super) normal: f64,
    /// Unit normal into body i, world.
    pub(super) n: Vec3,
    /// Friction force on body j, N, world.
    pub(super) friction_on_j: Vec3,
    /// From the centres of bodies i and j to the point, m, world.
    pub(super) arms: [Vec3; 2],
    /// Overlap, m.
    pub(super) overlap: f64,
}

impl ImpactSums {
    /// Adds the loads of the points of a pair, which act for a step of `dt`, s.
    pub(super) fn add(&mut self, points: impl Iterator<Item = PointLoad>, dt: f64) {
        let mut total = 0.0;
        for PointLoad { normal, n, friction_on_j, arms, overlap } in points {
            let impulse = normal * dt;
            self.normal += impulse;
            self.normal_on_i += n * impulse;
            self.friction_on_j += friction_on_j * dt;
            for (sum, arm) in self.arms.iter_mut().zip(arms) {
                *sum += arm * impulse;
            }
            self.largest_overlap = larger(self.largest_overlap, overlap);
            total += normal;
        }
        self.largest_force = larger(self.largest_force, total);
        self.loaded_steps += u64::from(total != 0.0);
    }
}

impl Impact {
    /// Relative motion before and after, at the mean contact point and along the mean normal, both weighted by the normal
    /// impulse.
    pub fn motion(&self) -> ImpactMotion {
        let ImpactSums { normal, normal_on_i, arms, .. } = &self.sums;
        let arms = arms.map(|arm| arm / *normal);
        let surface = |[i, j]: &[Twist; 2]| j.v + j.w.cross(&arms[1]) - i.v - i.w.cross(&arms[0]);
        ImpactMotion {
            n: normal_on_i.normalize(),
            surface: [surface(&self.before), surface(&self.after)],
            centre: [&self.before, &self.after].map(|[i, j]| j.v - i.v),
        }
    }
}

/// A pair that touches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Meeting {
    /// In contact since the start: no impact.
    FromStart,
    /// Its loads are summed.
    Summed,
    /// Its loads are not summed, for want of room.
    GivenUp,
}

/// A pair that touches and whose loads are summed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct OpenImpact {
    /// The impact so far; what follows the parting is not known yet.
    pub(super) impact: Impact,
    /// First row of the pair in the table of contacts when last read; another pair may have it now.
    pub(super) row: usize,
    /// Rows of the bodies when last read.
    pub(super) body_rows: [u32; 2],
}

/// The impacts of case 0 so far, in a world that logs them: the systems of a step that fill the log run only where this
/// resource is.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImpactLog {
    /// The impacts, in the order in which the pairs parted.
    listed: Vec<Impact>,
    /// Number of pairs that met and parted beyond those listed.
    left_out: u64,
    /// All pairs that touch; of rigid pairs, those that press.
    pub(super) meetings: BTreeMap<ImpactPair, Meeting>,
    /// The pairs whose loads are summed.
    pub(super) open: BTreeMap<ImpactPair, OpenImpact>,
    /// The same pairs, in the order in which they met.
    order: BTreeSet<(u64, ImpactPair)>,
    /// The rigid pairs that pressed in the last step, in order.
    pub(super) pressing: Vec<ImpactPair>,
    /// Step of the state with which the log began.
    pub(super) begun: u64,
    /// Number of edits so far.
    pub(super) edits: usize,
}

impl ImpactLog {
    /// A log that begins in the state after this step and number of edits, with these spring pairs in contact.
    pub(super) fn begin_with(pairs: impl Iterator<Item = ImpactPair>, (begun, edits): (u64, usize)) -> Self {
        Self { meetings: pairs.map(|pair| (pair, Meeting::FromStart)).collect(), begun, edits, ..Self::default() }
    }

    /// The first [`MAX_IMPACTS`] impacts, in the order in which the pairs parted.
    pub fn listed(&self) -> &[Impact] {
        &self.listed
    }

    /// Number of pairs that met and parted and are not listed, because the list was full or too many pairs touched at a
    /// time ([`MAX_OPEN`]).
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Notes that a pair has met.
    pub(super) fn begin(&mut self, open: OpenImpact) {
        let pair = open.impact.bodies;
        if self.listed.len() >= MAX_IMPACTS {
            self.meetings.insert(pair, Meeting::GivenUp);
            return;
        }
        if self.open.len() >= MAX_OPEN
            && let Some((_, first)) = self.order.pop_first()
        {
            self.open.remove(&first);
            self.meetings.insert(first, Meeting::GivenUp);
        }
        self.meetings.insert(pair, Meeting::Summed);
        self.order.insert((open.impact.steps[0], pair));
        self.open.insert(pair, open);
    }

    /// Notes that a pair has parted in this step; `after`: the velocities of bodies i and j, given where their rows were
    /// last. Bodies that touched without pressing had no impact.
    pub(super) fn end(&mut self, pair: ImpactPair, step: u64, after: impl FnOnce([u32; 2]) -> Option<[Twist; 2]>) {
        let Some(open) = self.forget(pair) else { return };
        let Some(after) = after(open.body_rows).filter(|_| open.impact.sums.normal != 0.0) else { return };
        if self.listed.len() >= MAX_IMPACTS {
            self.left_out += 1;
            return;
        }
        let [begin, _] = open.impact.steps;
        self.listed.push(Impact { steps: [begin, step], after, ..open.impact });
        if self.listed.len() >= MAX_IMPACTS {
            self.give_up();
        }
    }

    /// Forgets a pair that has parted; counts it if its loads were given up. Returns what is known of it.
    fn forget(&mut self, pair: ImpactPair) -> Option<OpenImpact> {
        if self.meetings.remove(&pair)? == Meeting::GivenUp {
            self.left_out += 1;
        }
        self.drop_sums(pair)
    }

    /// Forgets a pair whose contact an edit ended.
    pub(super) fn discard(&mut self, pair: ImpactPair) {
        self.meetings.remove(&pair);
        self.drop_sums(pair);
    }

    fn drop_sums(&mut self, pair: ImpactPair) -> Option<OpenImpact> {
        let open = self.open.remove(&pair)?;
        self.order.remove(&(open.impact.steps[0], pair));
        Some(open)
    }

    /// Sums no more loads: the list is full.
    fn give_up(&mut self) {
        self.order.clear();
        for pair in std::mem::take(&mut self.open).into_keys() {
            self.meetings.insert(pair, Meeting::GivenUp);
        }
    }
}
