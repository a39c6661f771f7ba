//! Where runs of one scene under different laws diverge: the first step at which each pair of runs differs, by kind of
//! difference.

use crate::laws::Vec3;
use crate::laws::friction::component::{FrictionComponent, PerComponent};
use crate::laws::friction::element::Mode;
use crate::laws::friction::law::Remembers;
use crate::laws::math::extremes::{larger, smallest};
use crate::laws::math::turning::rotation_vector;
use crate::laws::pair::choice::{AnyLaw, Laws};
use crate::observe::state::{BodyState, ContactView, State};
use crate::world::contact::ContactKey;
use std::sync::Arc;

/// Default relative difference above which two runs count as different.
pub const THRESHOLD: f64 = 1e-3;

/// Kind of difference between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DifferenceKind {
    /// Position (relative to the size of the body) or orientation (rad) of a body.
    Pose,
    /// Stick or slip of a component that has a history in both runs, or a contact that exists in only one run (a rigid
    /// contact without load does not count).
    Mode,
    /// Friction force of a contact, relative to its normal force.
    Force,
    /// Roll or spin torque of a contact on one of its bodies, relative to its normal force times the size of the
    /// smaller body.
    Torque,
}

impl DifferenceKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Pose, Self::Mode, Self::Force, Self::Torque];

    /// Name: `pose`, `mode`, `force` or `torque`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pose => "pose",
            Self::Mode => "mode",
            Self::Force => "force",
            Self::Torque => "torque",
        }
    }
}

/// A difference between two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstDifference {
    /// Kind of the difference.
    pub kind: DifferenceKind,
    /// First step at which the states differ.
    pub step: u64,
    /// Time of the step, s.
    pub time: f64,
    /// Relative size as defined by [`DifferenceKind`]; 1 for modes.
    pub size: f64,
    /// Name of the body, or names of the two bodies of the contact.
    pub of: String,
    /// Value in each run, as text with its unit.
    pub values: [String; 2],
}

/// The first differences between each pair of several runs.
#[derive(Clone, Debug)]
pub struct Differences {
    /// Relative difference above which two runs count as different.
    pub threshold: f64,
    count: usize,
    found: Vec<[Option<FirstDifference>; 4]>,
}

impl Differences {
    /// Starts a comparison of `count` runs.
    pub fn new(count: usize, threshold: f64) -> Self {
        Self { threshold, count, found: vec![[const { None }; 4]; count * count.saturating_sub(1) / 2] }
    }

    /// All pairs (a, b) of run indices with a < b.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.count;
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
    }

    /// The first difference of this kind between two runs.
    pub fn first(&self, a: usize, b: usize, kind: DifferenceKind) -> Option<&FirstDifference> {
        self.between(a, b)?[kind as usize].as_ref()
    }

    /// The first difference of any kind between two runs.
    pub fn earliest(&self, a: usize, b: usize) -> Option<&FirstDifference> {
        self.between(a, b)?.iter().flatten().min_by_key(|found| found.step)
    }

    fn between(&self, a: usize, b: usize) -> Option<&[Option<FirstDifference>; 4]> {
        let place = self.pairs().position(|pair| pair == (a.min(b), a.max(b)))?;
        self.found.get(place)
    }

    /// True once every pair of runs has differed in every kind.
    pub fn is_complete(&self) -> bool {
        self.found.iter().flatten().all(Option::is_some)
    }

    /// Compares the states of all runs at one step; `None` for a run that is not at this step.
    pub fn note(&mut self, states: &[Option<Arc<State>>]) {
        let pairs: Vec<(usize, usize)> = self.pairs().collect();
        for ((a, b), found) in pairs.into_iter().zip(&mut self.found) {
            let (Some(Some(a)), Some(Some(b))) = (states.get(a), states.get(b)) else { continue };
            for kind in DifferenceKind::ALL {
                let slot = &mut found[kind as usize];
                if slot.as_ref().is_none_or(|known| known.step > a.step) {
                    *slot = difference(kind, a, b, self.threshold).or(slot.take());
                }
            }
        }
    }

    /// Discards all differences after this step, because the runs will continue differently from there.
    pub fn forget_after(&mut self, step: u64) {
        for slot in self.found.iter_mut().flatten() {
            if slot.as_ref().is_some_and(|found| found.step > step) {
                *slot = None;
            }
        }
    }
}

fn difference(kind: DifferenceKind, a: &State, b: &State, threshold: f64) -> Option<FirstDifference> {
    let (size, of, values) = match kind {
        DifferenceKind::Pose => a.bodies.iter().zip(&b.bodies).find_map(|(p, q)| pose(p, q, threshold))?,
        DifferenceKind::Mode => modes(a, b)?,
        DifferenceKind::Force => contacts(a, b).find_map(|(p, q)| force(a, p?, q?, threshold))?,
        DifferenceKind::Torque => contacts(a, b).find_map(|(p, q)| torque(a, p?, q?, threshold))?,
    };
    Some(FirstDifference { kind, step: a.step, time: a.time, size, of, values })
}

/// Relative size of the difference, names of the bodies, and the value in each run.
type DifferenceValues = (f64, String, [String; 2]);

/// Size of a body, m; 1 m for a plane.
fn size(body: &BodyState) -> f64 {
    let size = body.shape.size();
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}

fn pose(a: &BodyState, b: &BodyState, threshold: f64) -> Option<DifferenceValues> {
    let place = (a.x - b.x).norm() / size(a);
    let turn = rotation_vector(&(b.q * a.q.inverse())).norm();
    if larger(place, turn) <= threshold {
        return None;
    }
    let angle = |body: &BodyState| format!("turned by {:.6} rad", rotation_vector(&body.q).norm());
    let point = |body: &BodyState| format!("({:.6}, {:.6}, {:.6}) m", body.x.x, body.x.y, body.x.z);
    let values = if place >= turn { [point(a), point(b)] } else { [angle(a), angle(b)] };
    Some((larger(place, turn), a.name.clone(), values))
}

/// The contacts of two states, matched by key; `None` where a contact exists in only one state.
fn contacts<'a>(
    a: &'a State,
    b: &'a State,
) -> impl Iterator<Item = (Option<&'a ContactView>, Option<&'a ContactView>)> {
    let of = |state: &'a State, key: &ContactKey| {
        let place = state.contacts.binary_search_by_key(key, |contact| contact.pair.key).ok()?;
        state.contacts.get(place)
    };
    let with_a = a.contacts.iter().map(move |contact| (Some(contact), of(b, &contact.pair.key)));
    let alone = b.contacts.iter().filter(move |contact| of(a, &contact.pair.key).is_none());
    with_a.chain(alone.map(|contact| (None, Some(contact))))
}

fn name(state: &State, key: &ContactKey) -> String {
    let body = |index: u32| state.bodies.get(index as usize).map_or("?", |body| body.name.as_str());
    let pair = format!("{}-{}", body(key.i), body(key.j));
    if key.feature == 0 { pair } else { format!("{pair}:{}", key.feature) }
}

/// False for a rigid contact without load: a gap that may close does not count as a contact.
fn presses(contact: &&ContactView) -> bool {
    !contact.law.normal.is_rigid() || contact.normal.n != 0.0
}

/// True for a rigid contact that has not been solved yet.
fn is_new(contact: Option<&ContactView>) -> bool {
    contact.is_some_and(|contact| contact.law.normal.is_rigid() && contact.reaction.is_none())
}

fn modes(a: &State, b: &State) -> Option<DifferenceValues> {
    let mut solved = contacts(a, b).filter(|(p, q)| !is_new(*p) && !is_new(*q));
    solved.find_map(|(p, q)| match (p.filter(presses), q.filter(presses)) {
        (None, None) => None,
        (Some(p), Some(q)) => {
            let (first, second) = (compared(p), compared(q));
            let of = |component: FrictionComponent| {
                let [one, other] = [first[component]?, second[component]?];
                (one != other).then(|| {
                    let word = |mode: Mode| format!("{} {}", component.name(), mode.name());
                    (1.0, name(a, &p.pair.key), [word(one), word(other)])
                })
            };
            FrictionComponent::ALL.into_iter().find_map(of)
        }
        (one, other) => {
            let key = one.or(other)?.pair.key;
            let word = |there: Option<&ContactView>| if there.is_some() { "contact" } else { "no contact" }.to_owned();
            Some((1.0, name(a, &key), [word(one), word(other)]))
        }
    })
}

/// Modes of slide, roll of i, roll of j and spin; `None` for a component that is off or whose law keeps no history.
fn compared(contact: &ContactView) -> PerComponent<Option<Mode>> {
    let Laws { slide, roll, spin } = contact.law.friction.laws;
    let derived = &contact.normal.derived;
    let of = |law: AnyLaw, on: bool, mode: Mode| (on && law.info().remembers != Remembers::Nothing).then_some(mode);
    PerComponent {
        slide: of(AnyLaw::Slide(slide), derived.slide.is_on(), contact.slide.0.mode),
        roll_i: of(AnyLaw::Roll(roll), derived.roll_i.is_on(), contact.roll.i.mode),
        roll_j: of(AnyLaw::Roll(roll), derived.roll_j.is_on(), contact.roll.j.mode),
        spin: of(AnyLaw::Spin(spin), derived.spin.is_on(), contact.spin.0.mode),
    }
}

fn force(state: &State, a: &ContactView, b: &ContactView, threshold: f64) -> Option<DifferenceValues> {
    let [p, q] = [a, b].map(|contact| contact.loads.friction_on_j);
    let (apart, scale) = ((p - q).norm(), larger(a.normal.n, b.normal.n));
    let alike = apart <= threshold * scale;
    (!alike).then(|| (apart / scale, name(state, &a.pair.key), [p, q].map(|v| vector(&v, "N"))))
}

fn torque(state: &State, a: &ContactView, b: &ContactView, threshold: f64) -> Option<DifferenceValues> {
    let arm = [a.pair.key.i, a.pair.key.j].into_iter().filter_map(|k| state.bodies.get(k as usize));
    let arm = smallest(arm.map(|body| body.shape.size()).filter(|size| *size > 0.0));
    let arm = if arm.is_finite() { arm } else { 1.0 };
    let on_i = |c: &ContactView| c.loads.roll_on_i() + c.loads.spin_on_i;
    let on_j = |c: &ContactView| c.loads.roll_on_j() - c.loads.spin_on_i;
    let torques = [[on_i(a), on_i(b)], [on_j(a), on_j(b)]];
    let apart = |[p, q]: &[Vec3; 2]| (p - q).norm();
    let (most, scale) = (larger(apart(&torques[0]), apart(&torques[1])), larger(a.normal.n, b.normal.n) * arm);
    let [p, q] = if apart(&torques[0]) > apart(&torques[1]) { torques[0] } else { torques[1] };
    let alike = most <= threshold * scale;
    (!alike).then(|| (most / scale, name(state, &a.pair.key), [p, q].map(|v| vector(&v, "N m"))))
}

fn vector(v: &Vec3, unit: &str) -> String {
    format!("({:.4e}, {:.4e}, {:.4e}) {unit}", v.x + 0.0, v.y + 0.0, v.z + 0.0)
}
