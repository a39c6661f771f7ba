//! Conditional damping of rotation: bodies that rock on each other slow down, and no rotation is reversed (Krengel &
//! Matuttis, section 10; [`crate::laws::friction::normal::overlap_area`]).
//!
//! The springs find the torque of each contact. [`damp_rocking`] runs in `Loads`, once all other torques except the
//! friction of the slide law `dae` are known. The torques of a pair are opposite, but those applied, limited for each
//! body separately, are not: angular momentum is not conserved.

use crate::laws::Vec3;
use crate::laws::friction::normal::overlap_area::limited_torque;
use crate::laws::motion::inertia_about;
use crate::scene::Motion;
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::bodies::{BodyColumns, BodyItems, Mobility, WrenchColumns};
use crate::step::contacts::table::columns::{ContactMut, with_columns};
use crate::step::outcome::Outcome;
use crate::world::Clock;
use crate::world::body::Wrench;
use bevy_ecs::prelude::*;

/// Torques that damped the rotation of bodies in the last step.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct RockingTorques(pub Vec<RockingTorque>);

/// The damping torque on one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RockingTorque {
    /// Case of the body, and its number in the case.
    pub body: (u32, u32),
    /// Damping torque about the centre of mass, N·m, world.
    pub torque: Vec3,
    /// Angular velocity of the body when the torque was found, rad/s, world.
    pub spin: Vec3,
}

/// Limits that the contacts of a body put on its damping torque.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::step) struct RockingLimits {
    /// Sums of the negative and of the positive torques about `axis`, N·m.
    torques: [f64; 2],
    /// Unit normal of the plane in which the body moves.
    axis: Vec3,
    /// Sums over the partners: Σ N ω, N·rad/s (ω = 0 for a partner that the body does not follow), and Σ N, N.
    partners: [f64; 2],
}

impl RockingLimits {
    /// Adds a contact with this torque, N·m, about the axis, this normal force, N, and angular velocity of the partner
    /// about the axis, rad/s (0 if the body does not follow it).
    #[inline(always)]
    fn add(&mut self, axis: &Vec3, torque: f64, (normal, turning): (f64, f64)) {
        self.axis = *axis;
        self.torques[usize::from(torque > 0.0)] += torque;
        self.partners[0] += normal * turning;
        self.partners[1] += normal;
    }
}

/// True if a pair of the table damps rocking.
pub(in crate::step) fn any_rocking(table: Res<ContactTable>) -> bool {
    table.rocks
}

/// `StepSystems::Loads`: adds the rocking damping torques to the loads on the bodies.
pub(in crate::step) fn damp_rocking(
    (clock, outcome, table): (Res<Clock>, Res<Outcome>, Res<ContactTable>),
    bodies: Query<BodyItems>,
    mut wrenches: Query<(Entity, &mut Wrench)>,
    mut contacts: Query<ContactMut>,
    (mut torques, mut limits): (ResMut<RockingTorques>, Local<Vec<RockingLimits>>),
) {
    torques.0.clear();
    let all_bodies = BodyColumns::new(&bodies, &table.entities);
    let mut wrenches = WrenchColumns::new(&mut wrenches, &table.entities);
    limits.clear();
    limits.resize(table.entities.len(), RockingLimits::default());
    with_columns(&mut contacts, |columns| {
        for pair in table.touching_pairs() {
            let class = &table.classes[pair.class as usize];
            let Some(area) = class.area.as_ref().filter(|area| area.spring.rotation > 0.0) else { continue };
            let Some(extras) = columns.extras[pair.first].0.as_deref() else { continue };
            let (torque, axis) = (extras.passing.rocking, &area.plane.a);
            let normal = columns.motions[pair.first].normal;
            let [i, j] = pair.rows;
            let turning = |row: u32| if area.follows { axis.dot(&all_bodies.spin(row).into()) } else { 0.0 };
            limits[i as usize].add(axis, torque, (normal, turning(j)));
            limits[j as usize].add(axis, -torque, (normal, turning(i)));
        }
    });
    for (row, RockingLimits { torques: limits, axis, partners }) in limits.iter().enumerate() {
        if *limits == [0.0; 2] {
            continue;
        }
        let row = row as u32;
        let (Some(body), Some(Mobility { motion, name, .. })) = (all_bodies.get(row), all_bodies.mobility(row)) else {
            continue;
        };
        let turns = matches!(motion, Motion::Free | Motion::Planar(_) | Motion::Spinning(_));
        let Some(wrench) = wrenches.get(row) else { continue };
        if !turns || outcome.has_stopped(name.0) {
            continue;
        }
        let follow = if partners[1] > 0.0 { partners[0] / partners[1] } else { 0.0 };
        let inertia = inertia_about(&body.mass.inertia, &body.pose.q, axis);
        let excess = axis.dot(&body.twist.w) - follow;
        let total = axis.dot(&wrench.torque) + inertia * excess / clock.dt;
        let torque = axis * limited_torque(total, *limits);
        wrench.torque += torque;
        torques.0.push(RockingTorque { body: name, torque, spin: body.twist.w });
    }
}
