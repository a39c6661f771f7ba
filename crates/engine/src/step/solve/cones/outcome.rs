//! Outcome of a step for an island: loads of the contacts, loads and motion of the bodies.

use super::islands::Island;
use super::methods::apgd::SolverProgress;
use super::methods::problem::ConeRow;
use super::methods::solved::{Remedy, SolvedIsland};
use crate::laws::Vec3;
use crate::laws::friction::limit::cones::{Reaction, Rows, modes, residual};
use crate::laws::math::extremes::larger;
use crate::laws::math::number::both;
use crate::step::solve::solver_body::Velocity;
use crate::world::body::{Pose, Twist, Wrench};
use crate::world::contact::Acted;

/// The outcome of a step for an island.
pub(super) struct IslandStep {
    /// Convergence of all solves of the island in this step.
    pub(super) progress: SolverProgress,
    /// What was done because a solve of the island failed.
    pub(super) remedy: Remedy,
    /// Largest residual of each contact at the end of a solve, m/s.
    pub(super) residuals: Vec<f64>,
    /// Reaction of each contact.
    pub(super) reactions: Vec<Reaction>,
    /// Where each contact pressed last; `None` if it did not.
    pub(super) acted: Vec<Option<Acted>>,
    /// Loads of the contacts on each body, averaged over the step.
    pub(super) wrenches: Vec<Wrench>,
    /// Corrections of position, m, and orientation, rad, after the motion; `None` if there are none.
    pub(super) displaced: Option<Vec<Velocity>>,
    /// Pose and velocity of each body at the end of the step, if there was an impact within it.
    pub(super) moved: Option<Vec<(Pose, Twist)>>,
}

impl IslandStep {
    pub(super) fn new(island: &Island) -> Self {
        Self {
            progress: SolverProgress::default(),
            remedy: Remedy::default(),
            residuals: vec![0.0; island.contacts.len()],
            reactions: vec![Reaction::default(); island.contacts.len()],
            acted: vec![None; island.contacts.len()],
            wrenches: vec![Wrench::default(); island.bodies.len()],
            displaced: None,
            moved: None,
        }
    }

    /// Adds the impulses of a solution. An impulse x does the work x·(y_before + y_after)/2: together with the work of
    /// the other loads, this sums to the change of kinetic energy, and a contact at rest does no work against gravity.
    /// `before`: the velocities before the impulses and the loads of the step.
    pub(super) fn add(
        &mut self,
        island: &Island,
        found: &SolvedIsland,
        before: &[Velocity],
        (tolerance, dt): (f64, f64),
    ) {
        let SolvedIsland { at, progress, remedy } = found;
        self.remedy = self.remedy.or(*remedy);
        let form = remedy.form(island.problem.form);
        self.progress = match self.progress.iterations {
            0 => progress.clone(),
            _ => {
                let residual = larger(self.progress.residual, progress.residual);
                SolverProgress { residual, ..self.progress.clone().then(progress.clone()) }
            }
        };
        // Slower motions are within the error of the solver.
        let still = 10.0 * larger(self.progress.residual, tolerance);
        for (k, row) in island.problem.rows.iter().enumerate() {
            // A solver may leave a contact that opens with the rounding of a load.
            let x = &if at.x[k][0] > 0.0 { at.x[k] } else { Rows::default() };
            let (after, before) = (row.rates(&at.velocities), row.rates(before));
            let residual = residual(form, x, &after, row.bias, &row.cone, row.steps.all);
            self.residuals[k] = larger(self.residuals[k], residual);
            let work = |rows: std::ops::Range<usize>| rows.map(|r| 0.5 * x[r] * (before[r] + after[r])).sum::<f64>();
            let reaction = &mut self.reactions[k];
            for (load, impulse) in reaction.load.iter_mut().zip(row.unscaled(x)) {
                *load += impulse / dt;
            }
            for (sum, work) in reaction.work.iter_mut().zip([work(0..1), work(1..3), work(3..5), work(5..6)]) {
                *sum += work;
            }
            (reaction.motion, reaction.modes) = (row.motion(&at.velocities), modes(x, &after, &row.cone, still));
            let (impulse, torque) = row.impulses(x, row.length / dt);
            let force = impulse / dt;
            if x[0] > 0.0 {
                self.acted[k] = Some(joined(self.acted[k].as_ref(), row, force));
            }
            let [i, j] = row.bodies;
            self.wrenches[i].force += force;
            self.wrenches[i].torque += row.arms[0].cross(&force) + torque;
            self.wrenches[j].force -= force;
            self.wrenches[j].torque -= row.arms[1].cross(&force) + torque;
        }
    }
}

/// The impulse of a row, as the mean force on body i, N, with the one that acted before in the step: one force at the arms that
/// give it the torques of both, but for the part along the force.
fn joined(before: Option<&Acted>, row: &ConeRow, force: Vec3) -> Acted {
    let &ConeRow { frame: [n, u, _], arms, .. } = row;
    let Some(before) = before else { return Acted { n, u, arms, force } };
    let whole = before.force + force;
    let arms = both(|k| {
        let missing = (before.arms[k] - arms[k]).cross(&before.force);
        arms[k] + whole.cross(&missing) / whole.norm_squared()
    });
    Acted { n, u, arms, force: whole }
}
