//! A8: contacts that move although they stick.

use super::finding::{Audit, CheckId};
use super::intervals::{Intervals, tangential};
use super::tally::Tally;
use std::collections::BTreeMap;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::element::Mode;

/// |F|/μN below which a contact sticks beyond doubt.
const STICKS: f64 = 0.995;
/// Least time for which it sticks, s.
const MIN_TIME: f64 = 0.1;
/// Limit of the drift, m/s.
const LIMIT: f64 = 1e-6;
/// Difference of friction over μN up to which two loads are the same: what yields elastically is then back.
const SAME_LOAD: f64 = 1e-2;

/// A stretch of time in which a point sticks.
#[derive(Default)]
struct Stretch {
    first: usize,
    last: usize,
    intervals: Vec<StuckInterval>,
}

/// A point that sticks, in one interval.
struct StuckInterval {
    /// Slip, m.
    slip: Vec3,
    /// Overlap times the relative angular velocity, m/s: within the overlap it is open which point of both bodies touches.
    depth: f64,
    /// Friction over μN, as a vector.
    used: Vec3,
}

/// Checks creep.
pub(super) fn check(run: &Intervals, audit: &mut Audit) {
    let mut open: BTreeMap<(u32, u32, u32), Stretch> = BTreeMap::new();
    let mut tally = Tally::default();
    let least = 1e-9 * run.largest_normal();
    for at in run.acting() {
        let key = at.contact.key();
        // What slides below its limit is another law of friction, not creep.
        let sticks = at.contact.normal > least
            && at.contact.modes[0] != Some(Mode::Slip)
            && at.contact.used().is_some_and(|used| used < STICKS)
            && run.slip(&at).norm() <= run.sliding_speed(&at);
        let is_next = open.get(&key).is_some_and(|stretch| stretch.last + 1 == at.interval);
        if !(sticks && is_next)
            && let Some(stretch) = open.remove(&key)
        {
            end(run, (key.0, key.1), &stretch, &mut tally);
        }
        if sticks {
            let new = Stretch { first: at.interval, ..Stretch::default() };
            let stretch = open.entry(key).or_insert(new);
            stretch.last = at.interval;
            let [i, j] = [at.contact.i, at.contact.j].map(|body| run.bodies[body as usize].rows[at.interval].w);
            let mean = run.mean_velocity(&at);
            stretch.intervals.push(StuckInterval {
                slip: tangential(&mean, &at.contact.n) * run.dt,
                depth: (i - j).norm() * at.contact.overlap.unwrap_or_default().abs(),
                used: at.contact.friction_on_j.unwrap_or_default() / (at.contact.mu.unwrap_or(1.0) * at.contact.normal),
            });
        }
    }
    open.iter().for_each(|(key, stretch)| end(run, (key.0, key.1), stretch, &mut tally));
    let cause = if run.is_engine("mujoco") {
        "MuJoCo's constraints are soft: impratio, noslip_iterations and an elliptic cone reduce it"
    } else if run.is_engine("drake") {
        "Drake regularises friction by stictionTolerance v_s: v = v_s q/√(1 − q²)"
    } else if run.is_engine("pybullet") {
        "PyBullet stops its iterations at solverResidualThreshold: set it to 0"
    } else {
        "regularised friction, or a solver that stops early"
    };
    tally.report(run, CheckId::A8, audit, |deviation, _| {
        format!("sticks (|F| < {STICKS} μN) and creeps at {:.3} µm/s; {cause}", 1e6 * deviation.worst[0])
    });
}

/// Notes the drift of a stretch: from the first interval that is long enough ago and has the load of the last one, so
/// that neither a vibration nor an elastic deflection counts.
fn end(run: &Intervals, (i, j): (u32, u32), stretch: &Stretch, tally: &mut Tally) {
    let (Some(last), count) = (stretch.intervals.last(), stretch.intervals.len()) else { return };
    let long = (MIN_TIME / run.dt).ceil() as usize;
    let is_same = |at: &StuckInterval| (at.used - last.used).norm() <= SAME_LOAD;
    let from = stretch.intervals.iter().take(count.saturating_sub(long)).position(is_same);
    let Some(from) = from else { return };
    let later = &stretch.intervals[from + 1..];
    let drift = later.iter().map(|at| at.slip).sum::<Vec3>().norm() / (later.len() as f64 * run.dt);
    let depth = later.iter().map(|at| at.depth).sum::<f64>() / later.len() as f64;
    let limit = LIMIT + 2.0_f64.sqrt() * run.digit[1] + depth;
    tally.note((i, Some(j)), run.step(stretch.first + from), drift, limit);
}
