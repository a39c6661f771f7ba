//! External loads, and bodies carried by a moving support.

use crate::laws::Vec3;
use crate::laws::motion::turned;
use crate::scene::{Motion, NormalLaw};
use crate::step::contacts::table::ContactTable;
use crate::step::motion::integrate::driven;
use crate::world::body::{Body, InitialPose, Mass, MotionType, Pose, Twist, Wrench};
use crate::world::contact::{ContactRow, PairLaw};
use crate::world::pull::{Driving, Pulls};
use crate::world::{CaseId, Clock};
use bevy_ecs::prelude::*;

/// `StepSystems::Detect`: evaluates the pulls at the current state. A link between bodies is evaluated once, for the body
/// that owns it; the other body gets the opposite force.
pub(crate) fn find_pulls(
    clock: Res<Clock>,
    mut pulled: Query<(&CaseId, &Body, &mut Pulls, &Pose, &Twist)>,
    all: Query<(&CaseId, &Body, Entity, &Pose, &Twist)>,
) {
    let mut ends: Vec<_> =
        pulled.iter().flat_map(|(case, _, pulls, ..)| pulls.linked().map(|body| (case.0, body))).collect();
    ends.sort_unstable();
    let mut linked = vec![None; ends.len()];
    for (case, body, entity, pose, twist) in all.iter().filter(|_| !ends.is_empty()) {
        let number = (case.0, body.index);
        let first = ends.partition_point(|end| *end < number);
        for (_, found) in ends.iter().zip(&mut linked).skip(first).take_while(|(end, _)| **end == number) {
            *found = Some((entity, pose.pulled(twist)));
        }
    }
    let other = |case: u32, body: u32| linked[ends.binary_search(&(case, body)).ok()?];
    let mut opposite = Vec::new();
    for (case, body, mut pulls, pose, twist) in &mut pulled {
        let (mut force, mut torque) = Default::default();
        let others = |body| other(case.0, body).map(|(_, state)| state);
        for (number, (pull, load)) in pulls.all().zip(pulls.loads(pose.pulled(twist), others, clock.time())).enumerate()
        {
            force += load.force;
            torque += load.torque + (load.point - pose.x).cross(&load.force);
            if let Some((entity, state)) = pull.linked().and_then(|body| other(case.0, body)) {
                opposite.push(((case.0, body.index, number), entity, load.force, (load.anchor - state.x)));
            }
        }
        (pulls.force, pulls.torque) = (force, torque);
    }
    // The order of the sum does not depend on that of the entities.
    opposite.sort_unstable_by_key(|(owner, ..)| *owner);
    for (_, entity, force, arm) in opposite {
        if let Ok((_, _, mut pulls, ..)) = pulled.get_mut(entity) {
            pulls.force -= force;
            pulls.torque -= arm.cross(&force);
        }
    }
}

/// `StepSystems::Loads`: adds the pulls to the contact loads of their bodies.
pub(crate) fn add_pulls(mut bodies: Query<(&Pulls, &mut Wrench)>) {
    for (pulls, mut wrench) in &mut bodies {
        wrench.force += pulls.force;
        wrench.torque += pulls.torque;
    }
}

/// `StepSystems::Integrate`, before the motion: a moving support carries the bodies that a known normal force holds on
/// it.
///
/// The normal motion of such a contact is a constraint: the body's velocity along n becomes that of the support below
/// its centre, and the residue from the rotation of n (second order in Δt) is removed from its position. Nothing is
/// imposed along the surface, where friction acts. A body that cannot rotate freely (`Translating`) keeps its face on
/// the support and so rotates with it. Contacts with an overlap law are not corrected, because the overlap pushes the
/// body along.
pub(crate) fn carry_bodies(
    clock: Res<Clock>,
    table: Res<ContactTable>,
    carriers: Query<(&MotionType, &InitialPose, &Twist), With<Driving>>,
    contacts: Query<ContactRow>,
    mut bodies: Query<(&MotionType, &Mass, &mut Pose, &mut Twist), Without<Driving>>,
) {
    if !table.known || carriers.is_empty() {
        return;
    }
    let t = (clock.step + 1) as f64 * clock.dt;
    let mut last = None;
    for (pair, _, motion, _, extras) in contacts.iter().filter(|row| row.0.touches()) {
        // One contact per pair is enough.
        let class = &table.classes[pair.class as usize];
        let Some(extras) = extras.0.as_deref().filter(|_| !class.is_wide && last != Some(pair.rows)) else { continue };
        last = Some(pair.rows);
        let [i, j] = pair.rows.map(|row| table.entities[row as usize]);
        let (carrier, carried, side) = match (carriers.get(i), carriers.get(j)) {
            (Ok(carrier), Err(_)) => (carrier, j, -1.0),
            (Err(_), Ok(carrier)) => (carrier, i, 1.0),
            _ => continue,
        };
        let (MotionType(Motion::Driven(drive)), initial_pose, before) = carrier else { continue };
        let (pose, twist) = driven(drive, initial_pose, t);
        let still = |twist: &Twist| twist.v.norm_squared() == 0.0 && twist.w.norm_squared() == 0.0;
        if still(&twist) && still(before) {
            continue;
        }
        if !is_held(&class.law, motion.normal) {
            continue;
        }
        let Ok((motion_type, mass, mut x, mut velocity)) = bodies.get_mut(carried) else { continue };
        if mass.mass.is_infinite() {
            continue;
        }
        let n = Vec3::from(extras.geometry.point.n) * side;
        let under = twist.v + twist.w.cross(&(x.x - pose.x));
        let lacking = (under - velocity.v).dot(&n);
        velocity.v += n * lacking;
        x.x += n * extras.geometry.point.overlap;
        if matches!(motion_type.0, Motion::Translating) {
            velocity.w = twist.w;
            x.q = turned(&x.q, &twist.w, clock.dt);
        }
    }
}

/// True if the normal motion of a contact with normal force `normal`, N, is currently constrained.
pub(crate) fn is_held(law: &PairLaw, normal: f64) -> bool {
    match law.normal {
        NormalLaw::KnownForce(_) => true,
        NormalLaw::KnownWeight => normal > 0.0,
        NormalLaw::Hooke { .. } | NormalLaw::Hertz { .. } | NormalLaw::OverlapArea { .. } | NormalLaw::Rigid { .. } => {
            false
        }
    }
}
