//! A10, A11: jumps of the contact frame, and depth.

use super::finding::{Audit, CheckId};
use super::intervals::{Acting, Intervals};
use super::tally::Tally;
use std::collections::BTreeMap;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::frame::transported;
use stickslip_engine::laws::math::turning::Turn;

/// Limit of the turn of the engine's tangent beyond the transported one, degrees.
const MAX_TURN: f64 = 5.0;
/// Turn of the normal up to which a turn of the tangent is a jump, degrees.
const MAX_TILT: f64 = 1.0;
/// Limit of a jump of C, over the size.
const MAX_JUMP: f64 = 0.1;
/// Limit of the overlap, over the size.
const MAX_DEPTH: f64 = 0.01;
/// Gap, over the size, from which a load over a gap is named.
const GAP: f64 = 1e-4;

/// Checks frames and depths.
pub(super) fn check(run: &Intervals, audit: &mut Audit) {
    let (mut turns, mut jumps, mut depths) = (Tally::default(), Tally::default(), Tally::default());
    let mut last: BTreeMap<(u32, u32, u32), Acting> = BTreeMap::new();
    let (least, mut gap) = (1e-9 * run.largest_normal(), (0.0, 0_u64));
    for at in run.acting() {
        let (pair, step, size) = ((at.contact.i, Some(at.contact.j)), run.step(at.interval), run.size(&at));
        let before = last.insert(at.contact.key(), at).filter(|before| before.interval + 1 == at.interval);
        if let Some(before) = before {
            if let Some(turn) = turn(run, &before, &at) {
                turns.note(pair, step, turn, MAX_TURN);
            }
            jumps.note(pair, step, jump(run, &before, &at) / size, MAX_JUMP);
        }
        if let Some(overlap) = at.contact.overlap {
            depths.note(pair, step, overlap / size, MAX_DEPTH);
            if overlap < -GAP * size && at.contact.normal > least && -overlap / size > gap.0 {
                gap = (-overlap / size, step);
            }
        }
    }
    if gap.0 > 0.0 {
        audit
            .remarks
            .push(format!("A11: contacts press over gaps of up to {:.2e} of the size, at step {}", gap.0, gap.1));
    }
    let mujoco = run.is_engine("mujoco");
    turns.report(run, CheckId::A10, audit, |deviation, _| {
        let cause = if mujoco { "; MuJoCo's frame jumps where |n_y| passes 0.5" } else { "" };
        let value = deviation.worst[0];
        format!("the engine's tangent turns by {value:.0}° in a step while the normal keeps its direction: warm-started or pyramidal friction turns along{cause}")
    });
    jumps.report(run, CheckId::A10, audit, |deviation, _| {
        format!(
            "the contact point jumps by {:.0} % of the size in a step: another point has its feature, or one point stands for \
             several",
            100.0 * deviation.worst[0]
        )
    });
    depths.report(run, CheckId::A11, audit, |deviation, _| {
        let cause = if mujoco {
            ": soft constraints (solref, solimp)"
        } else {
            ": a stiffness or a correction that is too small"
        };
        format!("the bodies overlap by {:.1} % of the size{cause}", 100.0 * deviation.worst[0])
    });
}

/// Turn of the engine's tangent beyond the one that both bodies carry there, degrees: the smaller of the two; `None`
/// if the tangent is not known or the normal turns.
fn turn(run: &Intervals, before: &Acting, at: &Acting) -> Option<f64> {
    let (u0, u) = (before.contact.tangent?, at.contact.tangent?);
    let degrees = |a: &Vec3, b: &Vec3| libm::atan2(a.cross(b).norm(), a.dot(b)).to_degrees();
    if degrees(&before.contact.n, &at.contact.n) >= MAX_TILT {
        return None;
    }
    // Not carried by any body, as a frame that follows from the normal alone.
    let free = degrees(&transported(u0.into(), before.contact.n.into(), at.contact.n.into()).into(), &u);
    let carried = [at.contact.i, at.contact.j].map(|body| {
        let rows = &run.bodies[body as usize].rows;
        let turn = Turn::between(&rows[run.pose_row(before)].q, &rows[run.pose_row(at)].q);
        let [u0, n0] = [u0, before.contact.n].map(|v| turn.apply(v.into()));
        degrees(&transported(u0, n0, at.contact.n.into()).into(), &u)
    });
    Some(carried.into_iter().fold(free, |least, next| if next < least { next } else { least }))
}

/// How much farther C moved than both surfaces can carry it, m.
fn jump(run: &Intervals, before: &Acting, at: &Acting) -> f64 {
    let arms = run.arms(at);
    let speed = |body: u32, arm: f64| {
        let row = &run.bodies[body as usize].rows[at.interval - 1];
        row.v.norm() + row.w.norm() * arm
    };
    let speeds = [speed(at.contact.i, arms[0].norm()), speed(at.contact.j, arms[1].norm())];
    (at.contact.c - before.contact.c).norm() - (speeds[0] + speeds[1]) * run.dt
}
