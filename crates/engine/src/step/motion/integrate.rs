//! Motion of the bodies over one step under the loads of the last state, and the body data that contacts read.

use crate::laws::math::turning::Turn;
use crate::laws::motion::{rotate, rotate_about, turned};
use crate::laws::{Rotation, Vec3};
use crate::scene::{Drive, Motion};
use crate::step::broad::Anchor;
use crate::step::checks::guard;
use crate::step::contacts::narrow::geometry::BodyMotion;
use crate::step::contacts::table::ContactTable;
use crate::step::workers::Workers;
use crate::world::body::{ConstraintsInUse, InitialPose, Mass, MotionType, NormalConstraints, Pose, Twist, Wrench};
use crate::world::{CaseId, Cases, Clock};
use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::prelude::*;

/// `StepSystems::Integrate`: moves the bodies for one step under the loads of the last state. Marks the pair list as
/// outdated if a body has moved too far for it, or has another place in memory.
pub(crate) fn move_bodies(
    mut clock: ResMut<Clock>,
    cases: Res<Cases>,
    (workers, constraints_in_use): (Res<Workers>, Res<ConstraintsInUse>),
    mut table: ResMut<ContactTable>,
    mut bodies: Query<(
        Entity,
        &CaseId,
        &MotionType,
        &Mass,
        &Wrench,
        &NormalConstraints,
        &InitialPose,
        &Anchor,
        &mut Twist,
        &mut Pose,
    )>,
) {
    clock.step += 1;
    let (dt, time) = (clock.dt, clock.time());
    let far = table.far_squared();
    let Ok(chunks) = bodies.contiguous_iter_mut() else { return };
    for (found, of, motion_types, masses, wrenches, normal_constraints, initial_poses, anchors, twists, poses) in chunks
    {
        let (twists, mut twist_ticks) = ContiguousMut::bypass_change_detection_split(twists);
        let (poses, mut pose_ticks) = ContiguousMut::bypass_change_detection_split(poses);
        let now = pose_ticks.this_run();
        let columns = ((twists, poses), (twist_ticks.changed_mut(), pose_ticks.changed_mut()));
        let at = table.place_of(found);
        let is_good = workers.all(columns, &[], |first, ((twists, poses), (twist_ticks, pose_ticks))| {
            let found = &found[first..first + poses.len()];
            let mut is_good = found.is_empty() || at.is_some_and(|at| table.lists(found, at + first));
            let rows = twists.iter_mut().zip(poses).zip(twist_ticks.iter_mut().zip(pose_ticks));
            for (k, ((twist, pose), ticks)) in (first..).zip(rows) {
                let gravity = &cases.0[of[k].0 as usize].gravity;
                let mut acceleration = gravity + wrenches[k].force / masses[k].mass;
                if constraints_in_use.0 {
                    acceleration = normal_constraints[k].remove_from(acceleration);
                }
                let loads = AppliedLoads { acceleration, torque: &wrenches[k].torque, inertia: &masses[k].inertia };
                move_body(&motion_types[k].0, &initial_poses[k], &loads, (time, dt), twist, pose);
                if motion_types[k].0 != Motion::Fixed {
                    (*ticks.0, *ticks.1) = (now, now);
                }
                is_good &= far.is_none_or(|far| (pose.x - anchors[k].0).norm_squared() <= far);
            }
            is_good
        });
        table.is_old |= !is_good;
    }
}

/// Acceleration, torque and inertia that determine the motion of a body in one step.
pub(in crate::step) struct AppliedLoads<'a> {
    /// Acceleration of the centre of mass, m/s², world.
    pub(in crate::step) acceleration: Vec3,
    /// Torque about the centre of mass, N·m, world.
    pub(in crate::step) torque: &'a Vec3,
    /// Principal moments of inertia, kg·m², body axes.
    pub(in crate::step) inertia: &'a Vec3,
}

/// Moves one body over the step from `t` − `dt` to `t`, s.
pub(in crate::step) fn move_body(
    motion_type: &Motion,
    initial_pose: &InitialPose,
    by: &AppliedLoads,
    (t, dt): (f64, f64),
    twist: &mut Twist,
    pose: &mut Pose,
) {
    let &AppliedLoads { acceleration: a, torque, inertia } = by;
    match motion_type {
        Motion::Fixed => return,
        Motion::Driven(drive) => {
            (*pose, *twist) = driven(drive, initial_pose, t);
            return;
        }
        Motion::Free => {
            twist.v += a * dt;
            (pose.q, twist.w) = rotate(inertia, &pose.q, &twist.w, torque, dt);
        }
        Motion::Translating => twist.v += a * dt,
        Motion::Spinning(axis) => {
            twist.v += a * dt;
            (pose.q, twist.w) = rotate_about(axis, inertia, &pose.q, &twist.w, torque, dt);
        }
        Motion::Planar(axis) => {
            twist.v += (a - axis * axis.dot(&a)) * dt;
            (pose.q, twist.w) = rotate_about(axis, inertia, &pose.q, &twist.w, torque, dt);
        }
    }
    pose.x += twist.v * dt;
}

/// Pose and velocity of a driven body at time `t`, s; `initial_pose`: the pose from which the motion starts.
pub(in crate::step) fn driven(drive: &Drive, initial_pose: &InitialPose, t: f64) -> (Pose, Twist) {
    let (tau, now) = (drive.elapsed(t), drive.factor(t));
    let phase = std::f64::consts::TAU * drive.frequency;
    let q = turned(&Rotation::identity(), &drive.angular_velocity, tau);
    let arm = q * (initial_pose.0.x - drive.pivot);
    let shake = drive.shake * libm::sin(phase * t);
    let pose = Pose { x: drive.pivot + arm + drive.velocity * tau + shake, q: q * initial_pose.0.q };
    let turn = drive.angular_velocity.cross(&arm);
    let v = (drive.velocity + turn) * now + drive.shake * (phase * libm::cos(phase * t));
    (pose, Twist { v, w: drive.angular_velocity * now })
}

/// Mean velocity of a driven body over the step of size `dt` from time `from` to `to`, s.
pub(in crate::step) fn driven_between(
    drive: &Drive,
    initial_pose: &InitialPose,
    [from, to]: [f64; 2],
    dt: f64,
) -> Twist {
    let [before, after] = [from, to].map(|t| driven(drive, initial_pose, t).0.x);
    let turning = drive.elapsed_between(from, to);
    Twist { v: (after - before) / dt, w: drive.angular_velocity * (turning / dt) }
}

/// `StepSystems::Detect`: stores position, velocity and rotation of each body for the contacts.
/// [`crate::step::broad::refresh_pairs`] ensures that the list of bodies is in table order. The same pass does the
/// range check of the guard.
pub(crate) fn follow_bodies(
    (clock, workers): (Res<Clock>, Res<Workers>),
    mut table: ResMut<ContactTable>,
    moving: Query<(Entity, &Pose, &Twist)>,
) {
    table.all_finite = false;
    if table.rows == 0 {
        return;
    }
    let Ok(chunks) = moving.contiguous_iter() else { return };
    let chunks: Vec<_> = chunks.map(|(found, poses, twists)| (table.place_of(found), poses, twists)).collect();
    let ContactTable { entities, bodies, turns, before, planes, smallest, all_finite, .. } = &mut *table;
    let (dt, smallest) = (clock.dt, *smallest);
    *all_finite = true;
    for (at, poses, twists) in chunks {
        let Some(at) = at else {
            *all_finite = false;
            continue;
        };
        let at = at..at + poses.len();
        let columns = (&mut bodies[at.clone()], (&mut turns[at.clone()], &mut before[at]));
        *all_finite &= workers.all(columns, &[], |first, (bodies, (turns, before))| {
            let rows = bodies.iter_mut().zip(turns).zip(before).zip(poses[first..].iter().zip(&twists[first..]));
            let mut all_finite = true;
            for (((ball, turn), before), (pose, twist)) in rows {
                *ball = BodyMotion::new(&pose.x, &twist.v);
                *turn = Turn::between(before, &pose.q).numbers();
                *before = pose.q;
                all_finite &= guard::motion_is_finite(pose, twist, smallest, dt);
            }
            all_finite
        });
    }
    for plane in planes {
        if let Ok((_, pose, twist)) = moving.get(entities[plane.row as usize]) {
            (plane.up, plane.w) = (pose.q * Vec3::z(), twist.w);
        }
    }
}
