//! Conditional damping of rotation: bodies that rock on each other slow down, and none is reversed (Krengel & Matuttis,
//! section 10; [`crate::laws::overlap_area`]).
//!
//! It runs in `Loads`, once all other torques except the friction of the slide law `dae` are known. The torques of a
//! pair are opposite, but those applied, limited for each body separately, are not: angular momentum is not conserved.

use crate::laws::Vec3;
use crate::laws::extremes::{larger, smallest};
use crate::laws::motion::inertia_about;
use crate::laws::number::both;
use crate::laws::overlap_area::limited_torque;
use crate::scene::Motion;
use crate::step::contacts::bodies::{BodyColumns, BodyItems};
use crate::step::contacts::columns::{ContactMut, with_columns};
use crate::step::contacts::table::ContactTable;
use crate::step::outcome::Outcome;
use crate::world::body::{Body, MotionType, Wrench};
use crate::world::{CaseId, Clock};
use bevy_ecs::prelude::*;

/// The torques that damped the rotation of bodies in the last step.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct RockingTorques(pub Vec<RockingTorque>);

/// The damping torque on one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RockingTorque {
    /// Case of the body, and its number there.
    pub body: (u32, u32),
    /// N·m, world.
    pub torque: Vec3,
    /// Angular velocity of the body when the torque was found, rad/s, world.
    pub spin: Vec3,
}

/// Limits that the contacts of a body put on its damping torque.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::step) struct Limits {
    /// The sums of the negative and the positive torques, N·m.
    torques: [f64; 2],
    /// The axis of the plane in which it moves.
    axis: Vec3,
    /// Σ N ω of the partners it follows, N/s, and Σ N, N.
    partners: [f64; 2],
}

/// True if a pair of the table damps rocking.
pub(in crate::step) fn any_rocking(table: Res<ContactTable>) -> bool {
    table.rocks
}

/// `StepSystems::Loads`: adds the rocking damping torques to the loads on the bodies.
pub(in crate::step) fn damp_rocking(
    (clock, outcome, table): (Res<Clock>, Res<Outcome>, Res<ContactTable>),
    bodies: Query<BodyItems>,
    (movers, mut wrenches): (Query<(&Body, &MotionType, &CaseId)>, Query<&mut Wrench>),
    mut contacts: Query<ContactMut>,
    (mut torques, mut limits): (ResMut<RockingTorques>, Local<Vec<Limits>>),
) {
    torques.0.clear();
    let all_bodies = BodyColumns::of(&bodies, &table.entities);
    limits.clear();
    limits.resize(table.entities.len(), Limits::default());
    with_columns(&mut contacts, |columns| {
        for pair in table.general.iter().filter(|pair| pair.living > 0) {
            let class = &table.classes[pair.class as usize];
            let Some(area) = class.area.as_ref().filter(|area| area.spring.rotation > 0.0) else { continue };
            let [Some(i), Some(j)] = pair.rows.map(|row| all_bodies.get(row)) else { continue };
            let Some(extras) = columns.extras[pair.first].0.as_deref() else { continue };
            let (Some(line), n) = (&extras.line, Vec3::from(extras.point.n)) else { continue };
            let arms = both(|k| Vec3::from(class.arms(&extras.point)[k]));
            let a = &area.plane.a;
            let rate = i.twist.v + i.twist.w.cross(&arms[0]) - j.twist.v - j.twist.w.cross(&arms[1]);
            let spins = [a.dot(&i.twist.w), a.dot(&j.twist.w)];
            let torque = area.spring.rocking_torque([a, &n], &line.ends.map(Vec3::from), &rate, spins[0] - spins[1]);
            let normal = columns.motions[pair.first].read().normal;
            for (k, torque) in [torque, -torque].into_iter().enumerate() {
                let limits = &mut limits[pair.rows[k] as usize];
                limits.axis = *a;
                limits.torques[0] += smallest([torque, 0.0]);
                limits.torques[1] += larger(torque, 0.0);
                limits.partners[1] += normal;
                if area.follows {
                    limits.partners[0] += normal * spins[1 - k];
                }
            }
        }
    });
    for (row, Limits { torques: limits, axis, partners }) in limits.iter().enumerate() {
        if *limits == [0.0; 2] {
            continue;
        }
        let entity = table.entities[row];
        let (Some(body), Ok((name, motion, case))) = (all_bodies.get(row as u32), movers.get(entity)) else { continue };
        let turns = matches!(motion.0, Motion::Free | Motion::Planar(_) | Motion::Spinning(_));
        let Ok(mut wrench) = wrenches.get_mut(entity) else { continue };
        if !turns || outcome.has_stopped(case.0) {
            continue;
        }
        let follow = if partners[1] > 0.0 { partners[0] / partners[1] } else { 0.0 };
        let inertia = inertia_about(&body.mass.inertia, &body.pose.q, axis);
        let excess = axis.dot(&body.twist.w) - follow;
        let total = axis.dot(&wrench.torque) + inertia * excess / clock.dt;
        let torque = axis * limited_torque(total, *limits);
        wrench.torque += torque;
        torques.0.push(RockingTorque { body: (case.0, name.index), torque, spin: body.twist.w });
    }
}
