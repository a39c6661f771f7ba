//! Rigid contacts with friction cones: impulses of all contacts of a step together, by the equations of
//! [`crate::laws::friction::limit::cones`].
//!
//! The equations are in docs/solvers.md. In each step, the contacts found at the last pose and the velocities that the
//! bodies would have without contacts determine the impulses. These are added to the other loads, and the bodies move.
//! Remaining overlaps are corrected in position without a change of linear velocity. The loads shown for a contact are
//! therefore those that acted in the step before.

pub(crate) mod methods;

mod contact;
mod gather;
mod impact;
mod islands;
mod outcome;
mod position;
mod report;
mod restitution;

pub use methods::convergence::{Convergence, HardestIsland, ResidualHistory};
pub use report::{CaseReport, ConesReport, LastStep};

use crate::laws::motion::{apply_inertia, turned};
use crate::laws::{Rotation, Vec3};
use crate::step::broad::Anchor;
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::bodies::{BodyColumns, BodyItems};
use crate::step::contacts::table::columns::{ContactMut, with_columns};
use crate::step::impacts::{are_logged, note_rigid};
use crate::step::motion::integrate::move_bodies;
use crate::step::outcome::Outcome;
use crate::step::schedules::{SimStep, StepSystems};
use crate::step::solve::solver_body::Velocity;
use crate::step::workers::{BLOCK, Workers};
use crate::world::body::{Mass, Pose, Twist, Wrench};
use crate::world::{Cases, Clock};
use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use gather::Gathering;
use islands::{Island, islands};
use outcome::IslandStep;
use rayon::prelude::*;

/// Cost of a contact over all iterations of a step, in rows of spheres.
const WORK: usize = 256;

/// Motions of bodies, by row, that do not result from integrating the loads.
#[derive(Resource, Clone, Debug, Default)]
struct Displacements(Vec<(u32, Displacement)>);

/// Change that the rigid contact solver makes to the motion of a body.
#[derive(Clone, Copy, Debug)]
enum Displacement {
    /// A position correction, m, and a rotation, rad, world, after the motion.
    By(Velocity),
    /// Pose and velocity at the end of a step with an impact within it.
    To(Pose, Twist),
}

/// The solver of rigid contacts: impulses before the bodies move, corrections after.
pub(in crate::step) struct ConesPlugin;

impl Plugin for ConesPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ConesReport>().init_resource::<Convergence>().init_resource::<Displacements>();
        app.edit_schedule(SimStep, |schedule| {
            let constrain = (constrain.run_if(any_rigid), note_rigid.run_if(are_logged)).chain();
            let displace = displace.run_if(any_rigid).after(move_bodies);
            schedule.add_systems((constrain.in_set(StepSystems::Constrain), displace.in_set(StepSystems::Integrate)));
        });
    }
}

/// True if a pair of the table is rigid.
fn any_rigid(table: Res<ContactTable>) -> bool {
    table.rigid
}

/// `StepSystems::Constrain`: finds the impulses of the rigid contacts and adds them to the loads on the bodies.
fn constrain(
    (clock, cases, workers, outcome): (Res<Clock>, Res<Cases>, Res<Workers>, Res<Outcome>),
    table: Res<ContactTable>,
    bodies: Query<BodyItems>,
    mut wrenches: Query<&mut Wrench>,
    mut contacts: Query<ContactMut>,
    (mut report, mut convergence, mut displacements): (ResMut<ConesReport>, ResMut<Convergence>, ResMut<Displacements>),
) {
    displacements.0.clear();
    report.begin(cases.0.len());
    convergence.begin(cases.0.len());
    let all_bodies = BodyColumns::new(&bodies, &table.entities);
    with_columns(&mut contacts, |columns| {
        let loads = |entity| wrenches.get(entity).map_or_else(|_| Wrench::default(), |wrench| *wrench);
        let gathering = Gathering::new((&table, &clock, &outcome), &all_bodies, &cases.0, &loads);
        let form = |case: u32| {
            let rules = &cases.0[case as usize];
            (rules.solver.form, rules.gravity.norm() * clock.dt)
        };
        let (found, idle) = gathering.gather(&columns);
        let mut keep = |at: usize, reaction, acted| {
            if let Some(extras) = columns.extras[at].0.as_deref_mut() {
                (extras.solution.reaction, extras.solution.acted) = (Some(reaction), acted);
            }
        };
        idle.into_iter().for_each(|(at, reaction)| keep(at, reaction, None));
        let mut islands = islands(form, found, table.entities.len(), |row| gathering.solver_body(row));
        let contacts: usize = islands.iter().map(|island| island.contacts.len()).sum();
        let advance = |island: &mut Island| gathering.advance(island);
        let steps: Vec<IslandStep> = workers.run(WORK * contacts.min(64 * BLOCK), |shared| match shared {
            true => islands.par_iter_mut().map(advance).collect(),
            false => islands.iter_mut().map(advance).collect(),
        });
        for (island, step) in islands.iter().zip(steps) {
            let tolerance = cases.0[island.case as usize].solver.tolerance;
            report.note(island.case, &step, tolerance, island.contacts.len());
            convergence.note(island.case, &step.progress.history, tolerance, island.contacts.len());
            for (k, contact) in island.contacts.iter().enumerate() {
                keep(contact.at, step.reactions[k], step.acted[k]);
                let residual = step.residuals[k];
                if residual.is_nan() || residual >= tolerance {
                    convergence.unsolved.push((columns.identities[contact.at].key, residual));
                }
            }
            for (row, load) in island.bodies.iter().zip(&step.wrenches) {
                if let Ok(mut wrench) = wrenches.get_mut(table.entities[*row as usize]) {
                    wrench.force += load.force;
                    wrench.torque += load.torque;
                }
            }
            let by = step.displaced.into_iter().flatten().map(Displacement::By);
            let to = step.moved.into_iter().flatten().map(|(pose, twist)| Displacement::To(pose, twist));
            displacements.0.extend(island.bodies.iter().copied().zip(by.chain(to)));
        }
    });
    report.end();
}

/// Applies a position correction `by`, m and rad, to a body. The angular velocity `w`, rad/s, is unchanged, or reduced
/// where the rotational energy would rise; `inertia`: principal moments, kg·m².
fn correct(pose: &mut Pose, w: &mut Vec3, by: &Velocity, inertia: &Vec3) {
    let energy = |q: &Rotation| w.dot(&apply_inertia(inertia, q, w));
    let before = energy(&pose.q);
    pose.x += by.v;
    pose.q = turned(&pose.q, &by.w, 1.0);
    let after = energy(&pose.q);
    if after > before {
        *w *= (before / after).sqrt();
    }
}

/// `StepSystems::Integrate`, after the motion: applies the position corrections, and the motion through impacts.
fn displace(
    displacements: Res<Displacements>,
    mut table: ResMut<ContactTable>,
    mut bodies: Query<(&mut Pose, &mut Twist, &Anchor, &Mass)>,
) {
    let far = table.far_squared();
    for (row, displacement) in &displacements.0 {
        let found = table.entities.get(*row as usize).map(|entity| bodies.get_mut(*entity));
        let Some(Ok((mut pose, mut twist, anchor, mass))) = found else { continue };
        match displacement {
            Displacement::By(by) => {
                correct(&mut pose, &mut twist.w, by, &mass.inertia);
            }
            Displacement::To(at, with) if mass.mass.is_finite() => (*pose, *twist) = (*at, *with),
            Displacement::To(..) => {}
        }
        let is_far = far.is_some_and(|far| (pose.x - anchor.0).norm_squared() > far);
        table.is_old |= is_far;
    }
}
