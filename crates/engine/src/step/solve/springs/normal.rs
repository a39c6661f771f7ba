//! Normal forces of pairs of any shape, and how the points of a pair share them.

use super::contact::area_radius;
use crate::laws::Vec3;
use crate::laws::contact::{ContactPoint, NormalModel, normal_force};
use crate::laws::normal::Approach;
use crate::laws::number::V3;
use crate::step::contacts::bodies::{BodyColumns, BodyItems};
use crate::step::contacts::columns::{ContactColumns, ContactMut, with_columns};
use crate::step::contacts::pair::{GeneralPair, PairRows, each_range};
use crate::step::contacts::pair_constants::{PairConstants, PairShape};
use crate::step::contacts::table::ContactTable;
use crate::step::workers::Workers;
use crate::world::Cases;
use crate::world::body::BodyRef;
use crate::world::inverse_mass::InverseMass;
use bevy_ecs::prelude::*;

/// `StepSystems::Solve`: finds N of the contacts of each general pair that may touch at several points, and their
/// shares of its normal force.
pub(super) fn find_normal_forces(
    cases: Res<Cases>,
    workers: Res<Workers>,
    table: Res<ContactTable>,
    bodies: Query<BodyItems>,
    mut contacts: Query<ContactMut>,
) {
    let ContactTable { general, classes, .. } = &*table;
    let all_bodies = BodyColumns::new(&bodies, &table.entities);
    let force = |pair: &GeneralPair, rows: PairRows| {
        let class = &classes[pair.class as usize];
        let living = pair.living;
        if living == 0 || class.area.is_some() {
            return;
        }
        let mut columns = rows.columns();
        let [Some(i), Some(j)] = pair.rows.map(|row| all_bodies.get(row)) else { return };
        let gravity = &cases.0[class.case as usize].gravity;
        let mut weight = class.weight(gravity);
        let (supported, sign) = if class.moves[1] { (&j, 1.0) } else { (&i, -1.0) };
        if let Some(pulls) = supported.pulls {
            weight += pulls.force * sign;
        }
        if class.shares_damping() {
            share_damping((pair, class), &mut columns, &all_bodies, &[i, j]);
        }
        let mut total = 0.0;
        for row in 0..living {
            let Some(extras) = columns.extras[row].0.as_deref() else { continue };
            let (point, mut motion) = (&extras.point, columns.motions[row]);
            motion.normal = if class.is_rigid() {
                extras.reaction.map_or(0.0, |reaction| reaction.load[0])
            } else {
                let mass = class.damped_mass(extras.damped_mass);
                let constants = class.normal_constants(radius_of(class, point, &[i, j]), mass);
                let approach = class.approach(point, &[i, j]).dot(point.n);
                let known = if class.law.is_known() { living as f64 } else { 1.0 };
                let weight = V3::from(weight).dot(point.n);
                normal_force(class.variant.normal, constants, point.overlap, approach, weight) / known
            };
            motion.overlap = point.overlap;
            total += motion.pressing();
            columns.motions[row] = motion;
        }
        for motion in &mut columns.motions[..living] {
            motion.share = if total > 0.0 { motion.pressing() / total } else { 1.0 / living as f64 };
        }
    };
    with_columns(&mut contacts, |columns| each_range(&workers, &**general, columns, |pairs| pairs.each(force)));
}

/// R_eff of a contact area, m. For pairs of any shape it is evaluated only under the Hertz law, which alone needs it.
fn radius_of(class: &PairConstants, point: &ContactPoint, bodies: &[BodyRef; 2]) -> f64 {
    match (class.shape, class.variant.normal) {
        (PairShape::General, NormalModel::Hertz { .. }) => area_radius(class, point, bodies),
        _ => class.round_radius(),
    }
}

/// Finds the mass by which each contact point of a pair is damped, from the joint approach of the points.
fn share_damping(
    (pair, class): (&GeneralPair, &PairConstants),
    columns: &mut ContactColumns,
    all: &BodyColumns,
    bodies: &[BodyRef; 2],
) {
    let [Some(of_i), Some(of_j)] = pair.rows.map(|row| all.mobility(row)) else { return };
    let [i, j] = bodies;
    let masses = [(of_i, i), (of_j, j)].map(|(of, body)| InverseMass::restricted(of.motion, body.mass, &body.pose.q));
    let twice_energy = |k: usize, force: &Vec3, torque: &Vec3| masses[k].twice_energy(force, torque);
    let place = |point: &ContactPoint| (Vec3::from(point.n), class.arms(point).map(Vec3::from));
    let stiffness = |point: &ContactPoint| class.normal_stiffness(radius_of(class, point, bodies), point.overlap);
    let mut approach = Approach::default();
    for extras in columns.extras[..pair.living].iter().filter_map(|extras| extras.0.as_deref()) {
        let (n, arms) = place(&extras.point);
        let rate = class.approach(&extras.point, bodies).dot(extras.point.n);
        approach.add(&n, &arms, stiffness(&extras.point), rate);
    }
    let joint = approach.period_squared(twice_energy);
    for extras in columns.extras[..pair.living].iter_mut().filter_map(|extras| extras.0.as_deref_mut()) {
        let (n, arms) = place(&extras.point);
        extras.damped_mass = Approach::mass(joint, (&n, &arms), stiffness(&extras.point), twice_energy, class.mass);
    }
}
