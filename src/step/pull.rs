//! Loads from outside, and bodies that a moving support carries along.

use super::detect::Candidates;
use super::systems::driven;
use crate::laws::motion::turned;
use crate::scene::{Motion, NormalLaw};
use crate::world::Clock;
use crate::world::body::{Freedom, Home, Mass, Pose, Twist, Wrench};
use crate::world::contact::{NormalForce, PairLaw, Touch};
use crate::world::pull::{Driving, Pulls};
use bevy_ecs::prelude::*;

/// `StepSystems::Friction`, before the normal forces: the pulls at the current state.
pub fn find_pulls(clock: Res<Clock>, mut bodies: Query<(&mut Pulls, &Pose, &Twist)>) {
    for (mut pulls, pose, twist) in &mut bodies {
        let (mut force, mut torque) = Default::default();
        for load in pulls.loads(pose, twist, clock.time()) {
            force += load.force;
            torque += load.torque + (load.point - pose.x).cross(&load.force);
        }
        (pulls.force, pulls.torque) = (force, torque);
    }
}

/// `StepSystems::Loads`: adds the pulls to the contact loads of their bodies.
pub fn add_pulls(mut bodies: Query<(&Pulls, &mut Wrench)>) {
    for (pulls, mut wrench) in &mut bodies {
        wrench.force += pulls.force;
        wrench.torque += pulls.torque;
    }
}

/// `StepSystems::Integrate`, before the motion: a support that moves takes along what a known normal force holds on it.
///
/// The normal motion of such a contact is a constraint: the body's velocity along n becomes that of the support under
/// its centre, and what the turning of n leaves over (second order in Δt) is taken out of its position. Along the
/// surface nothing is given; that is the business of friction. A body that does not turn (`Translating`) keeps its face
/// on the support, so it turns with it. Contacts with an overlap law need none of this: there the overlap pushes.
pub fn carry_bodies(
    clock: Res<Clock>,
    candidates: Res<Candidates>,
    carriers: Query<(&Freedom, &Home, &Twist), With<Driving>>,
    contacts: Query<(&PairLaw, &Touch, &NormalForce)>,
    mut bodies: Query<(&Freedom, &Mass, &mut Pose, &mut Twist), Without<Driving>>,
) {
    if carriers.is_empty() {
        return;
    }
    let t = (clock.step + 1) as f64 * clock.dt;
    for pair in &candidates.pairs {
        let Some((_, contact)) = pair.points.first() else { continue };
        let (carrier, carried, side) = match (carriers.get(pair.i), carriers.get(pair.j)) {
            (Ok(carrier), Err(_)) => (carrier, pair.j, -1.0),
            (Err(_), Ok(carrier)) => (carrier, pair.i, 1.0),
            _ => continue,
        };
        let (Freedom(Motion::Driven(drive)), home, before) = carrier else { continue };
        let (pose, twist) = driven(drive, home, t);
        let still = |twist: &Twist| twist.v.norm_squared() == 0.0 && twist.w.norm_squared() == 0.0;
        if still(&twist) && still(before) {
            continue;
        }
        let Ok((law, touch, normal)) = contacts.get(*contact) else { continue };
        if !is_held(law, normal) {
            continue;
        }
        let Ok((freedom, mass, mut x, mut velocity)) = bodies.get_mut(carried) else { continue };
        if mass.mass.is_infinite() {
            continue;
        }
        let n = touch.n * side;
        let under = twist.v + twist.w.cross(&(x.x - pose.x));
        let lacking = (under - velocity.v).dot(&n);
        velocity.v += n * lacking;
        x.x += n * touch.overlap;
        if matches!(freedom.0, Motion::Translating) {
            velocity.w = twist.w;
            x.q = turned(&x.q, &twist.w, clock.dt);
        }
    }
}

/// True if the normal motion of the contact is a constraint now.
pub fn is_held(law: &PairLaw, normal: &NormalForce) -> bool {
    match law.normal {
        NormalLaw::KnownForce(_) => true,
        NormalLaw::KnownWeight => normal.n > 0.0,
        NormalLaw::Hooke { .. } | NormalLaw::Hertz { .. } => false,
    }
}
