//! Stops a run that diverged or whose bodies pass through each other, naming the bodies, quantity and step. With
//! several cases, only that case stops.

use crate::laws::Vec3;
use crate::laws::math::extremes::{larger, smallest};
use crate::laws::math::order::sort_by_key;
use crate::shapes::Shape;
use crate::shapes::solid::half_width;
use crate::step::contacts::narrow::pair::GeneralPair;
use crate::step::contacts::table::ContactTable;
use crate::step::outcome::Outcome;
use crate::step::read::{Contacts, keys_of};
use crate::step::workers::Workers;
use crate::world::body::{Body, BodyShape, Pose, Twist, Wrench};
use crate::world::contact::{ContactIdentity, ContactPair, StepMotion};
use crate::world::contact_view::ContactView;
use crate::world::pull::Pulls;
use crate::world::{CaseId, Cases, Clock};
use bevy_ecs::prelude::*;

/// True until the guard stops the run.
pub(crate) fn may_continue(outcome: Res<Outcome>) -> bool {
    outcome.stopped.is_none()
}

/// `StepSystems::Guard`: checks that every body's state is finite, and that no body that moves farther than its own size or
/// rotates more than half a turn in one step has come near another body (it would jump over contacts). A body that flies
/// freely may be as fast as it likes.
pub(crate) fn check(
    clock: Res<Clock>,
    cases: Res<Cases>,
    (workers, mut outcome): (Res<Workers>, ResMut<Outcome>),
    all: Query<(&BodyShape, &Pose, &Twist, &Wrench)>,
    bodies: Query<(Entity, &CaseId, &Body, &BodyShape, &Pose, &Twist, &Wrench)>,
    table: Res<ContactTable>,
    contacts: Query<(&ContactPair, &ContactIdentity)>,
    pulled: Query<(), With<Pulls>>,
) {
    // The range check of the step runs before pulls and before contacts remove velocity, so it does not suffice with
    // those.
    let are_checked = table.all_finite && !table.known && pulled.is_empty();
    if are_checked || all_in_range(&clock, &workers, &all) {
        return;
    }
    for (entity, case, body, shape, pose, twist, wrench) in &bodies {
        if is_in_range(shape, pose, twist, wrench, clock.dt) || outcome.has_stopped(case.0) {
            continue;
        }
        let fault = not_finite(pose, twist, wrench).or_else(|| {
            let fault = too_fast(shape, twist, clock.dt)?;
            let others = bodies.iter().filter(|other| other.0 != entity && other.1 == case);
            let swept = SweptBody { reach: shape.0.reach(), x: pose.x, by: twist.v * clock.dt };
            let mut met =
                others.filter(|(.., shape, pose, twist, _)| swept.meets(&shape.0, pose, &(twist.v * clock.dt)));
            met.next().map(|(_, _, other, ..)| format!("{fault}, past body {} \"{}\",", other.index, other.name))
        });
        let Some(fault) = fault else { continue };
        let touching = keys_of(&table, &contacts, entity);
        let contact = match touching.first() {
            Some(key) => format!("its contact is {}-{} point {}", key.i, key.j, key.feature),
            None => "it has no contact".to_string(),
        };
        let why = format!(
            "body {} \"{}\": {fault} at step {} (t = {} s); {contact}. \
             A smaller dt, a smaller stiffness or more damping usually cures this.",
            body.index,
            body.name,
            clock.step,
            clock.time()
        );
        outcome.stop(case.0, cases.0.len(), why);
    }
}

/// A body on its way through a step.
struct SweptBody {
    /// Radius of its bounding sphere, m.
    reach: f64,
    /// Centre at the end of the step, m, and its way in the step, m.
    x: Vec3,
    by: Vec3,
}

impl SweptBody {
    /// True if the bounding sphere meets the bounds of another body, now at `pose`, that moved by `by`, m, in the step: its
    /// box in its own axes, the half-space below a plane, or the wall of a bowl or tube and what is beyond.
    fn meets(&self, other: &Shape, pose: &Pose, by: &Vec3) -> bool {
        let local = |v: Vec3| pose.q.inverse_transform_vector(&v);
        let (end, way) = (local(self.x - pose.x), local(self.by - by));
        let start = end - way;
        let farthest = |distance: &dyn Fn(&Vec3) -> f64| larger(distance(&start), distance(&end));
        match other {
            Shape::Plane => -farthest(&|at| -at.z) < self.reach,
            Shape::Bowl { radius } => farthest(&|at| at.norm()) > radius - self.reach,
            Shape::Tube { radius } => farthest(&|at| libm::hypot(at.x, at.y)) > radius - self.reach,
            _ => self.crosses(other, &start, &way),
        }
    }

    /// True if the way from `start` by `way`, m, in the axes of a bounded shape, comes nearer than the reach to its box.
    fn crosses(&self, other: &Shape, start: &Vec3, way: &Vec3) -> bool {
        // The part of the way, from 0 to 1, on which all coordinates lie within the box.
        let (mut from, mut to) = (0.0, 1.0);
        for axis in [Vec3::x_axis(), Vec3::y_axis(), Vec3::z_axis()] {
            let high = other.support(&axis).dot(&axis) + self.reach - start.dot(&axis);
            let low = other.support(&-axis).dot(&axis) - self.reach - start.dot(&axis);
            let speed = way.dot(&axis);
            if speed == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return false;
                }
                continue;
            }
            let [enters, leaves] = if speed > 0.0 { [low / speed, high / speed] } else { [high / speed, low / speed] };
            from = larger(from, enters);
            to = smallest([to, leaves]);
        }
        from <= to
    }
}

/// Steps between two depth checks of spheres and planes, whose overlaps are small compared with their sizes.
const SPHERES_EVERY: u64 = 8;

/// True if a contact may be too deep: its overlap exceeds half of the smallest thickness of its bodies.
/// [`check_overlaps`] then decides.
pub(crate) fn any_is_deep(
    clock: Res<Clock>,
    table: Res<ContactTable>,
    rows: Query<(&ContactPair, &StepMotion)>,
) -> bool {
    let Some((pairs, motions)) = rows.contiguous_iter().ok().and_then(|mut tables| tables.next()) else { return false };
    let max_overlap = |class: u32| table.classes.get(class as usize).map_or(f64::INFINITY, |class| class.max_overlap);
    let general = |pair: &GeneralPair| {
        let most = max_overlap(pair.class);
        most.is_finite() && motions[pair.living_rows()].iter().any(|motion| motion.overlap > most)
    };
    let spheres = || {
        let mut all = pairs.iter().zip(motions);
        all.any(|(pair, motion)| pair.touches() && motion.overlap > max_overlap(pair.class))
    };
    table.touching_pairs().any(general) || table.wide_rows > 0 && clock.step.is_multiple_of(SPHERES_EVERY) && spheres()
}

/// `StepSystems::Guard`, if [`any_is_deep`]: stops a case in which two bodies approach while they overlap by more than
/// half the width of the thinner one along the normal, because the springs would push it out on the other side. Bodies
/// that overlap as deeply but separate, such as after an overlapping start, are allowed.
pub(crate) fn check_overlaps(
    (clock, cases): (Res<Clock>, Res<Cases>),
    mut outcome: ResMut<Outcome>,
    contacts: Contacts,
    bodies: Query<(&Body, &BodyShape, &Pose, &Twist)>,
) {
    let mut deep: Vec<_> = contacts.iter().filter(|contact| contact.law.normal.presses_by_depth()).collect();
    sort_by_key(&mut deep, |contact| contact.pair.key);
    for contact in deep {
        let ContactView { pair, touch, .. } = &contact;
        let Ok([i, j]) = bodies.get_many([pair.i, pair.j]) else { continue };
        let [half_i, half_j] =
            [i, j].map(|(_, shape, pose, _)| half_width(&shape.0, pose.q.inverse_transform_vector(&touch.n)));
        let half = half_i.min(half_j);
        let [on_i, on_j] = [i, j].map(|(_, _, pose, twist)| twist.v + twist.w.cross(&(touch.c - pose.x)));
        let is_approaching = (on_j - on_i).dot(&touch.n) > 0.0;
        if touch.overlap <= half || !is_approaching || outcome.has_stopped(pair.key.case) {
            continue;
        }
        let why = format!(
            "bodies {} \"{}\" and {} \"{}\" overlap by {:.4e} m at step {} (t = {} s), more than half of the thinner one \
             ({half:.4e} m): they pass through each other. A larger normal stiffness usually cures this, or a smaller dt.",
            i.0.index,
            i.0.name,
            j.0.index,
            j.0.name,
            touch.overlap,
            clock.step,
            clock.time()
        );
        outcome.stop(pair.key.case, cases.0.len(), why);
    }
}

/// True if all bodies are certainly valid ([`is_in_range`]).
fn all_in_range(clock: &Clock, workers: &Workers, bodies: &Query<(&BodyShape, &Pose, &Twist, &Wrench)>) -> bool {
    let Ok(mut tables) = bodies.contiguous_iter() else { return false };
    tables.all(|(shapes, poses, twists, wrenches)| {
        workers.all(((shapes, poses), (twists, wrenches)), &[], |_, ((shapes, poses), (twists, wrenches))| {
            let rows = shapes.iter().zip(poses).zip(twists).zip(wrenches);
            rows.fold(true, |in_range, (((shape, pose), twist), wrench)| {
                in_range & is_in_range(shape, pose, twist, wrench, clock.dt)
            })
        })
    })
}

/// True if a body is certainly valid, tested by a single sum of its numbers. If the sum is not finite, a number is not
/// finite or is too large, and [`not_finite`] and [`too_fast`] decide.
#[inline]
fn is_in_range(shape: &BodyShape, pose: &Pose, twist: &Twist, wrench: &Wrench, dt: f64) -> bool {
    motion_is_finite(pose, twist, shape.0.size(), dt) && load_is_finite(wrench)
}

/// True if the motion of a body is certainly valid: finite, and with a margin less than twice `size`, m, and half a
/// turn per step. `size` must not exceed the size of the body.
#[inline(always)]
pub(in crate::step) fn motion_is_finite(pose: &Pose, twist: &Twist, size: f64, dt: f64) -> bool {
    let (far, wide) = (twist.v.norm_squared() * dt * dt, twist.w.norm_squared() * dt * dt);
    (pose.x + twist.v + twist.w).sum().is_finite() & (far < 3.9 * size * size) & (wide < 9.0)
}

/// True if the loads on a body are certainly valid.
#[inline(always)]
pub(in crate::step) fn load_is_finite(wrench: &Wrench) -> bool {
    (wrench.force + wrench.torque).sum().is_finite()
}

/// The quantity of a body that is not finite, if any.
fn not_finite(pose: &Pose, twist: &Twist, wrench: &Wrench) -> Option<String> {
    let quantities = [
        ("position", &pose.x),
        ("velocity", &twist.v),
        ("angular velocity", &twist.w),
        ("force", &wrench.force),
        ("torque", &wrench.torque),
    ];
    let bad = quantities.into_iter().find(|(_, value)| !value.iter().all(|x| x.is_finite()));
    bad.map(|(name, value)| format!("{name} is not finite ({}, {}, {})", value.x, value.y, value.z))
}

/// How a body moves too far in one step to find its contacts, if it does.
fn too_fast(shape: &BodyShape, twist: &Twist, dt: f64) -> Option<String> {
    let (move_by, turn_by) = (twist.v.norm() * dt, twist.w.norm() * dt);
    if move_by > 2.0 * shape.0.size() {
        return Some(format!("velocity {:.4e} m/s moves it farther than its own size in one step", twist.v.norm()));
    }
    (turn_by > std::f64::consts::PI)
        .then(|| format!("angular velocity {:.4e} rad/s turns it more than half a turn in one step", twist.w.norm()))
}
