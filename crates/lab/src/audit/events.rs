//! A12, A13, A14: chatter, stale loads, restitution and hops.

use super::finding::{Audit, AuditFinding, CheckId};
use super::intervals::{Acting, Intervals};
use super::tally::Tally;
use std::collections::BTreeMap;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::element::Mode;

/// Limit of begins and ends, and of reversals of friction, 1/s.
const MAX_RATE: f64 = 20.0;
/// Least number of events of which a rate is formed.
const MIN_EVENTS: usize = 10;
/// |F|/μN from which a reversal counts.
const MIN_USED: f64 = 0.1;
/// Steps with the same load that are stale if the momentum says otherwise.
const STALE: usize = 3;
/// Part by which friction may miss its limit.
const LIMIT_FIT: f64 = 1e-3;
/// Error of the momentum over g from which an unchanged load is stale.
const MIN_ERROR: f64 = 1e-3;

/// What happened at one point so far.
struct TrackedPoint<'a> {
    last: Acting<'a>,
    /// Intervals for which the load has not changed while V did.
    same: usize,
}

/// Events of a pair.
#[derive(Default)]
struct PairEvents {
    first: Option<u64>,
    begins_and_ends: usize,
    reversals: usize,
}

/// Checks events.
pub(super) fn check(run: &Intervals, audit: &mut Audit) {
    let mut points: BTreeMap<(u32, u32, u32), TrackedPoint> = BTreeMap::new();
    let mut pairs: BTreeMap<(u32, u32), PairEvents> = BTreeMap::new();
    let (mut stale, mut impacts, mut hops) = (Tally::default(), Impacts::default(), Impacts::default());
    for at in run.acting() {
        let (key, events) = (at.contact.key(), pairs.entry((at.contact.i, at.contact.j)).or_default());
        let last = points.get(&key).filter(|point| point.last.interval + 1 == at.interval);
        let same = match last {
            None => {
                // The end of the last contact, and the beginning of this one.
                events.begins_and_ends +=
                    usize::from(points.contains_key(&key)) + usize::from(at.interval > run.first());
                impacts.note(run, &at);
                0
            }
            Some(point) => {
                hops.note_hop(run, &at);
                events.reversals += usize::from(reverses(&point.last, &at));
                if is_same(&point.last, &at) && moves(run, &at) { point.same + 1 } else { 0 }
            }
        };
        events.first.get_or_insert(run.step(at.interval));
        if same >= STALE && errs(run, &at) && (run.has_balance() || !is_at_limit(run, &at)) {
            stale.note((key.0, Some(key.1)), run.step(at.interval), (same + 1) as f64, STALE as f64);
        }
        points.insert(key, TrackedPoint { last: at, same });
    }
    stale.report(run, CheckId::A13, audit, |deviation, _| {
        let cause = if run.is_engine("rapier") { "; Rapier keeps the last values of pairs that sleep" } else { "" };
        let steps = deviation.worst[0];
        format!("the load has kept its bits for {steps:.0} steps while the motion asks for another: values of an earlier step{cause}")
    });
    let time = (run.count() - 1) as f64 * run.dt;
    for ((i, j), events) in pairs {
        for (count, what) in
            [(events.begins_and_ends, "contacts begin and end"), (events.reversals, "friction reverses")]
        {
            let rate = count as f64 / time;
            if count >= MIN_EVENTS && rate > MAX_RATE {
                audit.findings.push(AuditFinding {
                    check: CheckId::A12,
                    step: events.first.unwrap_or_default(),
                    i: run.name(i).to_owned(),
                    j: run.name(j).to_owned(),
                    value: rate,
                    limit: MAX_RATE,
                    says: format!(
                        "{what} {rate:.0} times per s: a step that is long for the stiffness, or a normal that flips"
                    ),
                });
            }
        }
    }
    audit.remarks.extend(impacts.restitution().into_iter().chain(hops.hops()));
}

fn reverses(before: &Acting, at: &Acting) -> bool {
    let is_used = |at: &Acting| at.contact.used().is_some_and(|used| used > MIN_USED);
    let friction = |at: &Acting| at.contact.friction_on_j.unwrap_or_default();
    is_used(before) && is_used(at) && friction(before).dot(&friction(at)) < 0.0
}

/// True if the contact slips, as told, or with the friction of one of its limits, which may be the same from step to step.
fn is_at_limit(run: &Intervals, at: &Acting) -> bool {
    let Some((used, mu)) = at.contact.used().zip(at.contact.mu) else { return at.contact.modes[0] == Some(Mode::Slip) };
    let kinetic = run.run.header.kinetic_between(at.contact.i, at.contact.j);
    let is_full = |limit: f64| (used * mu / limit - 1.0).abs() < LIMIT_FIT;
    at.contact.modes[0] == Some(Mode::Slip) || is_full(mu) || kinetic.is_some_and(is_full)
}

/// True if the loads have the same bits.
fn is_same(before: &Acting, at: &Acting) -> bool {
    let bits = |at: &Acting| {
        let friction = at.contact.friction_on_j.unwrap_or_default();
        [at.contact.normal, friction.x, friction.y, friction.z].map(f64::to_bits)
    };
    at.contact.normal > 0.0 && bits(before) == bits(at)
}

/// True if V changes in an interval by more than its digits.
fn moves(run: &Intervals, at: &Acting) -> bool {
    (run.velocity(at, at.interval) - run.velocity(at, at.interval - 1)).norm() > 10.0 * run.digit[1]
}

/// True if the momentum of a body of the contact errs in an interval, or if no body has a mass.
fn errs(run: &Intervals, at: &Acting) -> bool {
    let error = |body: u32| {
        let track = &run.bodies[body as usize];
        let mass = track.mass.filter(|_| run.has_balance())?;
        let a = (track.rows[at.interval].v - track.rows[at.interval - 1].v) / run.dt;
        let acts = run.acting_in(at.interval);
        let force: Vec3 = acts
            .filter_map(|other| match (other.contact.i == body, other.contact.j == body) {
                (true, _) => Some(-other.contact.force_on_j()),
                (_, true) => Some(other.contact.force_on_j()),
                _ => None,
            })
            .sum();
        let external = run.external(body as usize, at.interval)[0];
        Some((a - run.run.header.gravity - (force + external) / mass).norm() / run.scale())
    };
    let errors: Vec<f64> = [at.contact.i, at.contact.j].into_iter().filter_map(error).collect();
    errors.is_empty() || errors.iter().any(|error| error.is_nan() || *error > MIN_ERROR)
}

/// Normal velocities at the beginning of contacts, or in contacts.
#[derive(Default)]
struct Impacts {
    count: usize,
    /// Smallest and largest restitution, or the largest speed.
    range: [f64; 2],
    step: u64,
}

impl Impacts {
    /// Notes a contact that begins with an approach that no digit explains.
    fn note(&mut self, run: &Intervals, at: &Acting) {
        let n = &at.contact.n;
        let [before, after] = [at.interval - 1, at.interval].map(|row| n.dot(&run.velocity(at, row)));
        if before > -run.sliding_speed(at) {
            return;
        }
        let e = -after / before;
        if self.count == 0 {
            self.range = [e, e];
        }
        self.range =
            [if e < self.range[0] { e } else { self.range[0] }, if e > self.range[1] { e } else { self.range[1] }];
        self.count += 1;
    }

    /// Notes a contact that slid without approach and is thrown off.
    fn note_hop(&mut self, run: &Intervals, at: &Acting) {
        let (n, speed) = (&at.contact.n, run.sliding_speed(at));
        let [before, after] = [at.interval - 1, at.interval].map(|row| n.dot(&run.velocity(at, row)));
        let slides = run.slip(at).norm() > speed;
        if slides && before.abs() < 0.1 * speed && after > speed {
            if self.count == 0 {
                self.step = run.step(at.interval);
            }
            self.range[1] = if after > self.range[1] { after } else { self.range[1] };
            self.count += 1;
        }
    }

    fn restitution(&self) -> Option<String> {
        let [low, high] = self.range;
        (self.count > 0).then(|| {
            format!(
                "A14: {} impacts; normal velocity after the first step over that before: {low:.3} to {high:.3}",
                self.count
            )
        })
    }

    fn hops(&self) -> Option<String> {
        (self.count > 0).then(|| {
            format!(
                "A14: sliding contacts are thrown off {} times, at up to {:.3} m/s, first at step {}: convex contact lifts what \
                 slides",
                self.count, self.range[1], self.step
            )
        })
    }
}
