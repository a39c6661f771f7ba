//! Sums the contact loads on each body, and collects the directions along which known normal forces hold it.

use crate::laws::Vec3;
use crate::laws::math::number::Row;
use crate::scene::NormalLaw;
use crate::step::checks::guard;
use crate::step::contacts::narrow::geometry::round_normal;
use crate::step::contacts::table::ContactTable;
use crate::step::motion::pull::is_held;
use crate::step::outcome::Outcome;
use crate::step::workers::Workers;
use crate::world::Cases;
use crate::world::body::{Body, ConstraintsInUse, Mass, NormalConstraints, Wrench};
use crate::world::contact::{ContactExtras, ContactPair, StepMotion};
use bevy_ecs::prelude::*;

/// `StepSystems::Loads`: sets the wrench of each body to the sum of its contact loads, to which later systems add the
/// other loads.
pub(crate) fn sum_loads(
    (workers, mut table): (Res<Workers>, ResMut<ContactTable>),
    mut constraints_in_use: ResMut<ConstraintsInUse>,
    mut bodies: Query<(Entity, &mut Wrench)>,
    mut held: Query<(&Mass, &mut NormalConstraints)>,
    contacts: Query<(&ContactPair, &StepMotion, &ContactExtras)>,
    (cases, names, mut outcome): (Res<Cases>, Query<&Body>, ResMut<Outcome>),
) {
    if constraints_in_use.0 {
        held.iter_mut().for_each(|(_, mut constraints)| *constraints = NormalConstraints::default());
        constraints_in_use.0 = false;
    }
    let Ok(chunks) = bodies.contiguous_iter_mut() else { return };
    for (found, mut wrenches) in chunks {
        let wrenches = &mut *wrenches;
        let Some(first) = table.place_of(found).filter(|_| table.rows > 0) else {
            wrenches.fill(Wrench::default());
            table.all_finite = false;
            continue;
        };
        let ContactTable { reduction, sums, all_finite, .. } = &mut *table;
        let sums = &mut sums[first..first + wrenches.len()];
        let cuts = reduction.cuts(first, wrenches.len());
        *all_finite &= workers.all((sums, wrenches), &cuts, |at, (sums, wrenches)| {
            reduction.add_deferred(first + at, sums);
            let mut all_finite = true;
            for (wrench, Row([fx, fy, fz, tx, ty, tz, ..])) in wrenches.iter_mut().zip(sums) {
                *wrench = Wrench { force: Vec3::new(*fx, *fy, *fz), torque: Vec3::new(*tx, *ty, *tz) };
                all_finite &= guard::load_is_finite(wrench);
            }
            all_finite
        });
    }
    table.reduction.forget_deferred();
    if table.known {
        let mut shared = None;
        constraints_in_use.0 |= support(&table, &mut held, &contacts, &mut shared);
        if let Some((case, body)) = shared {
            let name = names.get(body).map_or("", |body| body.name.as_str());
            outcome.stop(case, cases.0.len(), weight_on_two(name));
        }
    }
}

/// Collects the normals along which known normal forces hold the bodies; true if there are any. Sets `shared` to the
/// case and entity of a body whose known weight rests on supports with different normals.
fn support(
    table: &ContactTable,
    bodies: &mut Query<(&Mass, &mut NormalConstraints)>,
    contacts: &Query<(&ContactPair, &StepMotion, &ContactExtras)>,
    shared: &mut Option<(u32, Entity)>,
) -> bool {
    let mut any = false;
    for (pair, motion, extras) in contacts.iter().filter(|row| row.0.touches()) {
        let class = &table.classes[pair.class as usize];
        if !is_held(&class.law, motion.normal) {
            continue;
        }
        let [i, j] = pair.rows.map(|row| &table.bodies[row as usize]);
        let n = match extras.0.as_deref() {
            Some(extras) if !class.is_wide => extras.geometry.point.n,
            _ => round_normal(class, i, j, &table.planes),
        };
        for row in &pair.rows {
            if let Ok((mass, mut constraints)) = bodies.get_mut(table.entities[*row as usize])
                && mass.mass.is_finite()
            {
                if class.law.normal == NormalLaw::KnownWeight && constraints.differ_from(&n.into()) {
                    shared.get_or_insert((class.case, table.entities[*row as usize]));
                }
                constraints.add(&n.into());
                any = true;
            }
        }
    }
    any
}

/// Error message for a known weight on supports with different normals.
fn weight_on_two(body: &str) -> String {
    format!(
        "body \"{body}\" lies on two surfaces with different normals under `normal: Known(Weight)`, which does not determine how \
         they share its weight; give `Hooke` or `Hertz`, or `Known(Force(..))` for each pair"
    )
}
