//! Rigid contacts with friction cones: impulses of all contacts of a step together, by the equations of
//! [`crate::laws::cones`].
//!
//! The equations are in docs/solvers.md. In each step the contacts found at the last pose, with the velocities that the
//! bodies would have without them, determine the impulses; these are added to the other loads, and the bodies move;
//! remaining overlaps are corrected in position without a change of velocity. The loads shown for a contact are
//! therefore those that acted in the step before.

mod anderson;
mod apgd;
mod choose;
mod convergence;
mod gather;
mod gauss_seidel;
mod islands;
mod newton;
mod position;
mod problem;
mod report;

pub use convergence::{Convergence, HardestIsland, ResidualHistory};
pub use report::{CaseReport, ConesReport, LastStep};

use crate::laws::Vec3;
use crate::laws::cones::{Reaction, modes};
use crate::laws::extremes::larger;
use crate::laws::motion::turned;
use crate::step::broad::Anchor;
use crate::step::contacts::bodies::{BodyColumns, BodyItems};
use crate::step::contacts::columns::{ContactColumns, ContactMut, with_columns};
use crate::step::contacts::table::ContactTable;
use crate::step::outcome::Outcome;
use crate::step::solve::mover::MoverRow;
use crate::step::solve::mover::Velocity;
use crate::step::workers::{BLOCK, Workers};
use crate::world::body::{BodyRef, Pose, Twist, Wrench};
use crate::world::{Cases, Clock};
use bevy_ecs::prelude::*;
use choose::SolvedIsland;
use gather::Gathering;
use islands::{Island, islands};
use rayon::prelude::*;

/// Cost of a contact over all iterations of a step, in rows of spheres.
const WORK: usize = 256;

/// Position corrections to apply after the motion: row of the body, displacement, m, and rotation, rad, world.
#[derive(Resource, Clone, Debug, Default)]
pub(in crate::step) struct Displacements(Vec<(u32, Vec3, Vec3)>);

/// True if a pair of the table is rigid.
pub(in crate::step) fn any_rigid(table: Res<ContactTable>) -> bool {
    table.rigid
}

/// `StepSystems::Constrain`: finds the impulses of the rigid contacts and adds them to the loads on the bodies.
pub(in crate::step) fn constrain(
    (clock, lanes, workers, outcome): (Res<Clock>, Res<Cases>, Res<Workers>, Res<Outcome>),
    table: Res<ContactTable>,
    bodies: Query<BodyItems>,
    (movers, mut wrenches): (Query<MoverRow>, Query<&mut Wrench>),
    mut contacts: Query<ContactMut>,
    (mut report, mut convergence, mut displacements): (ResMut<ConesReport>, ResMut<Convergence>, ResMut<Displacements>),
) {
    displacements.0.clear();
    report.begin(lanes.0.len());
    convergence.begin(lanes.0.len());
    let all_bodies = BodyColumns::of(&bodies, &table.entities);
    let dt = clock.dt;
    with_columns(&mut contacts, |mut columns| {
        let islands = {
            let loads = |entity| wrenches.get(entity).map_or_else(|_| Wrench::default(), |wrench| *wrench);
            let gathering = Gathering::of((&table, &clock, &outcome), &all_bodies, &lanes.0, &movers, &loads);
            let form = |lane: u32| lanes.0[lane as usize].solver.form;
            let (found, idle) = gathering.gather(&columns);
            for (at, reaction) in idle {
                if let Some(extras) = columns.extras[at].0.as_deref_mut() {
                    extras.reaction = Some(reaction);
                }
            }
            islands(form, found, table.entities.len(), |row| gathering.mover(row))
        };
        let contacts: usize = islands.iter().map(|island| island.contacts.len()).sum();
        let solve = |island: &Island| island.problem.solve(&lanes.0[island.lane as usize].solver, island.start.clone());
        let solved: Vec<SolvedIsland> = workers.run(WORK * contacts.min(64 * BLOCK), |shared| match shared {
            true => islands.par_iter().map(solve).collect(),
            false => islands.iter().map(solve).collect(),
        });
        for (island, found) in islands.iter().zip(&solved) {
            let cones = &lanes.0[island.lane as usize].solver;
            report.note(island.lane, &found.progress, cones.tolerance, island.contacts.len());
            convergence.note(island.lane, &found.progress.history, cones.tolerance, island.contacts.len());
            // Slower motions are below the accuracy of the solver.
            let still = 10.0 * larger(found.progress.residual, cones.tolerance);
            let before = velocities_before(island, &all_bodies);
            keep(island, found, &mut columns, &before, (dt, still));
            push_bodies(island, found, &table, &mut wrenches, dt);
            let apart = island.problem.displacing(&found.at, &island.sizes, dt, cones.tolerance);
            for (row, by) in island.bodies.iter().zip(apart.iter().flatten()) {
                displacements.0.push((*row, by.v * dt, by.w * dt));
            }
        }
    });
    report.end();
}

/// Velocities at the beginning of the step; for a body that loads do not move, its velocity over the whole step.
fn velocities_before(island: &Island, bodies: &BodyColumns) -> Vec<Velocity> {
    let now = |row: &u32| bodies.get(*row).filter(|body| body.mass.mass.is_finite());
    let of = |body: BodyRef| Velocity { v: body.twist.v, w: body.twist.w };
    island.bodies.iter().zip(&island.problem.free).map(|(row, free)| now(row).map_or(*free, of)).collect()
}

/// Stores the result of each contact in its row. An impulse x does the work x·(y_before + y_after)/2: summed with the
/// other loads this is the change of kinetic energy, and a contact at rest does no work against gravity.
fn keep(
    island: &Island,
    found: &SolvedIsland,
    columns: &mut ContactColumns,
    before: &[Velocity],
    (dt, still): (f64, f64),
) {
    let SolvedIsland { at, .. } = found;
    let problem = &island.problem;
    for (k, row) in problem.rows.iter().enumerate() {
        let Some(extras) = columns.extras[island.contacts[k]].0.as_deref_mut() else { continue };
        let (x, after, before) = (&at.x[k], row.rates(&at.velocities), row.rates(before));
        let work = |rows: std::ops::Range<usize>| rows.map(|r| 0.5 * x[r] * (before[r] + after[r])).sum();
        let scale = row.scale();
        extras.reaction = Some(Reaction {
            load: std::array::from_fn(|r| x[r] * scale[r] / dt),
            motion: row.motion(&after),
            work: [work(0..1), work(1..3), work(3..5), work(5..6)],
            modes: modes(x, &after, &row.limits, still),
        });
    }
}

/// Adds the impulses of an island to the loads on its bodies, as forces and torques over the step.
fn push_bodies(
    island: &Island,
    found: &SolvedIsland,
    table: &ContactTable,
    wrenches: &mut Query<&mut Wrench>,
    dt: f64,
) {
    let mut sums = vec![Wrench::default(); island.bodies.len()];
    for (row, x) in island.problem.rows.iter().zip(&found.at.x) {
        let (impulse, torque) = row.impulses(x, row.length / dt);
        let force = impulse / dt;
        let [i, j] = row.bodies;
        sums[i].force += force;
        sums[i].torque += row.arms[0].cross(&force) + torque;
        sums[j].force -= force;
        sums[j].torque -= row.arms[1].cross(&force) + torque;
    }
    for (row, sum) in island.bodies.iter().zip(sums) {
        if let Ok(mut wrench) = wrenches.get_mut(table.entities[*row as usize]) {
            wrench.force += sum.force;
            wrench.torque += sum.torque;
        }
    }
}

/// `StepSystems::Integrate`, after the motion: applies the position corrections.
pub(in crate::step) fn displace(
    displacements: Res<Displacements>,
    mut table: ResMut<ContactTable>,
    mut bodies: Query<(&mut Pose, &Anchor), With<Twist>>,
) {
    let far = table.far_squared();
    for (row, way, turn) in &displacements.0 {
        let Some(Ok((mut pose, anchor))) = table.entities.get(*row as usize).map(|entity| bodies.get_mut(*entity))
        else {
            continue;
        };
        pose.x += way;
        pose.q = turned(&pose.q, turn, 1.0);
        let is_far = far.is_some_and(|far| (pose.x - anchor.0).norm_squared() > far);
        table.is_old |= is_far;
    }
}
