//! A8: contacts that stick and move nevertheless.

use super::finding::{Audit, CheckId};
use super::intervals::Intervals;
use super::tally::Tally;
use std::collections::BTreeMap;
use stickslip_engine::laws::Vec3;

/// |F|/μN below which a contact sticks beyond doubt.
const STICKS: f64 = 0.995;
/// Least time for which it sticks, s.
const MIN_TIME: f64 = 0.1;
/// Limit of the drift, m/s.
const LIMIT: f64 = 1e-6;

/// A stretch of time in which a point sticks.
#[derive(Clone)]
struct Stretch {
    first: usize,
    last: usize,
    /// Slip of each interval, m: its sum over the later half is the drift, which no vibration changes.
    slips: Vec<Vec3>,
    /// Overlap times the relative angular velocity, m/s: within the overlap it is open which point of both bodies touches.
    depth: Vec<f64>,
}

/// Checks creep.
pub(super) fn check(run: &Intervals, audit: &mut Audit) {
    let mut open: BTreeMap<(u32, u32, u32), Stretch> = BTreeMap::new();
    let mut tally = Tally::default();
    let least = 1e-9 * run.largest_normal();
    for at in run.acting() {
        let key = at.contact.key();
        let sticks = at.contact.normal > least && at.contact.used().is_some_and(|used| used < STICKS);
        let is_next = open.get(&key).is_some_and(|stretch| stretch.last + 1 == at.interval);
        if !(sticks && is_next)
            && let Some(stretch) = open.remove(&key)
        {
            end(run, (key.0, key.1), &stretch, &mut tally);
        }
        if sticks {
            let new = Stretch { first: at.interval, last: at.interval, slips: Vec::new(), depth: Vec::new() };
            let stretch = open.entry(key).or_insert(new);
            stretch.last = at.interval;
            let [i, j] = [at.contact.i, at.contact.j].map(|body| run.bodies[body as usize].rows[at.interval].w);
            stretch.depth.push((i - j).norm() * at.contact.overlap.unwrap_or_default().abs());
            let mean = run.mean_velocity(&at);
            stretch.slips.push((mean - at.contact.n * at.contact.n.dot(&mean)) * run.dt);
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

/// Notes the drift of a stretch: of its later half, after the load has settled.
fn end(run: &Intervals, (i, j): (u32, u32), stretch: &Stretch, tally: &mut Tally) {
    let time = (stretch.last + 1 - stretch.first) as f64 * run.dt;
    if time <= MIN_TIME {
        return;
    }
    let half = stretch.slips.len() / 2;
    let later = &stretch.slips[half..];
    let drift = later.iter().sum::<Vec3>().norm() / (later.len() as f64 * run.dt);
    let depth = stretch.depth[half..].iter().sum::<f64>() / later.len() as f64;
    tally.note((i, Some(j)), run.step(stretch.first + half), drift, LIMIT + 2.0_f64.sqrt() * run.digit[1] + depth);
}
