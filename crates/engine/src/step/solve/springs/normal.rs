//! Normal forces of pairs of any shape, and how the points of a pair share them.

use super::contact::area_radius;
use crate::laws::Vec3;
use crate::laws::friction::contact::{ContactPoint, NormalModel, normal_force};
use crate::laws::friction::normal::Approach;
use crate::laws::math::number::V3;
use crate::step::contacts::narrow::neighbours::joint;
use crate::step::contacts::narrow::pair::{GeneralPair, PairRows, each_range};
use crate::step::contacts::pair_constants::{PairConstants, PairShape};
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::bodies::{BodyColumns, BodyItems};
use crate::step::contacts::table::columns::{ContactColumns, ContactMut, with_columns};
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
    let all_bodies = BodyColumns::new(&bodies, &table.entities);
    let context = NormalContext { classes: &table.classes, cases: &cases, bodies: &all_bodies };
    let force = |pair: &GeneralPair, rows: PairRows| {
        if pair.living > 0 && context.classes[pair.class as usize].area.is_none() {
            context.find(std::iter::once((pair, 0)), &mut rows.columns());
        }
    };
    with_columns(&mut contacts, |columns| each_range(&workers, &*table.general, columns, |pairs| pairs.each(force)));
    let groups = || table.seams.iter().filter_map(|group| joint(group, &table.general));
    if groups().next().is_some() {
        with_columns(&mut contacts, |mut columns| {
            groups().for_each(|group| context.find(group.map(|pair| (pair, pair.first)), &mut columns));
        });
    }
}

/// Data of the step from which the normal forces of general pairs are computed.
struct NormalContext<'a> {
    classes: &'a [PairConstants],
    cases: &'a Cases,
    bodies: &'a BodyColumns<'a>,
}

impl<'a> NormalContext<'a> {
    /// Finds N of the contacts of pairs that are one pair, each with the first of its rows in `columns`, and their shares of
    /// the whole.
    fn find<'p>(&self, pairs: impl Iterator<Item = (&'p GeneralPair, usize)> + Clone, columns: &mut ContactColumns) {
        self.share_damping(pairs.clone(), columns);
        let count: usize = pairs.clone().map(|(pair, _)| pair.living).sum();
        let mut total = 0.0;
        for (pair, first) in pairs.clone() {
            let class = &self.classes[pair.class as usize];
            let [Some(i), Some(j)] = self.bodies_of(pair) else { return };
            let mut weight = class.weight(&self.cases.0[class.case as usize].gravity);
            let (supported, sign) = if class.moves[1] { (&j, 1.0) } else { (&i, -1.0) };
            if let Some(pulls) = supported.pulls {
                weight += pulls.force * sign;
            }
            for row in first..first + pair.living {
                let Some(extras) = columns.extras[row].0.as_deref() else { continue };
                let (point, mut motion) = (&extras.geometry.point, columns.motions[row]);
                motion.normal = if class.is_rigid() {
                    extras.solution.reaction.map_or(0.0, |reaction| reaction.load[0])
                } else {
                    let mass = class.damped_mass(extras.passing.damped_mass);
                    let constants = class.normal_constants(radius_of(class, point, &[i, j]), mass);
                    let approach = class.approach(point, &[i, j]).dot(point.n);
                    let known = if class.law.is_known() { count as f64 } else { 1.0 };
                    let weight = V3::from(weight).dot(point.n);
                    normal_force(class.variant.normal, constants, point.overlap, approach, weight) / known
                };
                motion.overlap = point.overlap;
                total += motion.pressing();
                columns.motions[row] = motion;
            }
        }
        for (pair, first) in pairs {
            for motion in &mut columns.motions[first..first + pair.living] {
                motion.share = if total > 0.0 { motion.pressing() / total } else { 1.0 / count as f64 };
            }
        }
    }

    fn bodies_of(&self, pair: &GeneralPair) -> [Option<BodyRef<'a>>; 2] {
        pair.rows.map(|row| self.bodies.get(row))
    }

    /// Finds the mass by which each contact point is damped, from the joint approach of the points of all pairs. Body 0 is i
    /// of the first pair.
    fn share_damping<'p>(
        &self,
        pairs: impl Iterator<Item = (&'p GeneralPair, usize)> + Clone,
        columns: &mut ContactColumns,
    ) {
        let Some((first_pair, _)) = pairs.clone().next() else { return };
        let first_class = &self.classes[first_pair.class as usize];
        if !first_class.shares_damping() {
            return;
        }
        let mass = |k: usize| {
            let (of, body) = (self.bodies.mobility(first_pair.rows[k])?, self.bodies.get(first_pair.rows[k])?);
            Some(InverseMass::restricted(of.motion, body.mass, &body.pose.q))
        };
        let [Some(mass_i), Some(mass_j)] = [mass(0), mass(1)] else { return };
        let masses = [mass_i, mass_j];
        let twice_energy = |k: usize, force: &Vec3, torque: &Vec3| masses[k].twice_energy(force, torque);
        // In a group the immovable body may be i of one pair and j of another.
        let place = |class: &PairConstants, point: &ContactPoint| {
            let (n, arms) = (Vec3::from(point.n), class.arms(point).map(Vec3::from));
            if class.moves == first_class.moves { (n, arms) } else { (-n, [arms[1], arms[0]]) }
        };
        let mut approach = Approach::default();
        for (pair, first) in pairs.clone() {
            let class = &self.classes[pair.class as usize];
            let [Some(i), Some(j)] = self.bodies_of(pair) else { return };
            let bodies = [i, j];
            for extras in columns.extras[first..first + pair.living].iter().filter_map(|extras| extras.0.as_deref()) {
                let (n, arms) = place(class, &extras.geometry.point);
                let rate = class.approach(&extras.geometry.point, &bodies).dot(extras.geometry.point.n);
                let stiffness = class
                    .normal_stiffness(radius_of(class, &extras.geometry.point, &bodies), extras.geometry.point.overlap);
                approach.add(&n, &arms, stiffness, rate);
            }
        }
        let joint = approach.period_squared(twice_energy);
        for (pair, first) in pairs {
            let class = &self.classes[pair.class as usize];
            let [Some(i), Some(j)] = self.bodies_of(pair) else { return };
            let rows = &mut columns.extras[first..first + pair.living];
            for extras in rows.iter_mut().filter_map(|extras| extras.0.as_deref_mut()) {
                let (n, arms) = place(class, &extras.geometry.point);
                let stiffness = class
                    .normal_stiffness(radius_of(class, &extras.geometry.point, &[i, j]), extras.geometry.point.overlap);
                extras.passing.damped_mass = Approach::mass(joint, (&n, &arms), stiffness, twice_energy, class.mass);
            }
        }
    }
}

/// R_eff of a contact area, m. For pairs of any shape it is evaluated only under the Hertz law, which alone needs it.
fn radius_of(class: &PairConstants, point: &ContactPoint, bodies: &[BodyRef; 2]) -> f64 {
    match (class.shape, class.variant.normal) {
        (PairShape::General, NormalModel::Hertz { .. }) => area_radius(class, point, bodies),
        _ => class.round_radius(),
    }
}
