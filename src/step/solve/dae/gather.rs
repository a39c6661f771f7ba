//! Gathers the contacts of each case for the solver.

use super::memory::{DaeMemory, FLAT};
use super::problem::{DaeBody, DaePoint, DaeProblem};
use crate::laws::dae::{DaeCoupling, DaeLevel};
use crate::laws::extremes::smallest;
use crate::scene::Motion;
use crate::step::contacts::bodies::{BodyColumns, Freedom, WrenchColumns};
use crate::step::contacts::columns::ContactColumns;
use crate::step::contacts::table::ContactTable;
use crate::step::integrate::driven_between;
use crate::step::outcome::Outcome;
use crate::step::solve::mover::{Mover, Velocity, mover};
use crate::world::body::{NormalConstraints, Twist, Wrench};
use crate::world::{CaseRules, Clock};

/// Body not yet in the problem.
const NOWHERE: u32 = u32::MAX;

/// The inputs for gathering the contacts of a step.
pub(super) struct DaeSources<'a> {
    pub(super) table: &'a ContactTable,
    pub(super) clock: &'a Clock,
    pub(super) outcome: &'a Outcome,
    pub(super) lanes: &'a [CaseRules],
    /// A known normal force holds a body.
    pub(super) is_held: bool,
    pub(super) bodies: &'a BodyColumns<'a>,
}

impl DaeSources<'_> {
    /// Gathers the contacts of each case in the order of their keys, which is that of their rows; returns the number of
    /// problems used.
    pub(super) fn gather(
        &self,
        columns: &ContactColumns,
        wrenches: &mut WrenchColumns,
        DaeMemory { problems, places, .. }: &mut DaeMemory,
    ) -> usize {
        let mut count = 0;
        places.clear();
        places.resize(self.table.entities.len(), NOWHERE);
        for pair in self.table.touching_pairs() {
            let class = &self.table.classes[pair.class as usize];
            let Some((law, mu)) = class.friction().laws.dae().zip(class.friction().dae_mu()) else { continue };
            if self.outcome.has_stopped(class.lane) {
                continue;
            }
            if count == 0 || problems[count - 1].lane != class.lane {
                problems.resize_with(problems.len().max(count + 1), DaeProblem::default);
                problems[count].begin(class.lane, self.clock.dt);
                count += 1;
            }
            let problem = &mut problems[count - 1];
            for row in pair.rows {
                if places[row as usize] == NOWHERE
                    && let Some(wrench) = wrenches.get(row)
                    && self.body(row, wrench, problem).is_some()
                {
                    places[row as usize] = problem.places.len() as u32;
                    problem.places.push(row);
                }
            }
            let bodies = pair.rows.map(|row| places[row as usize]);
            if bodies.contains(&NOWHERE) {
                continue;
            }
            let DaeProblem { points, pairs, lagged, across, is_flat, .. } = problem;
            let (first, level) = (points.len(), law.level());
            for at in pair.living_rows() {
                let Some(extras) = columns.extras[at].0.as_deref() else { continue };
                let (n, arms) = (extras.point.n, class.arms(&extras.point));
                *is_flat &= across.is_some_and(|a| a.dot(&n.into()).abs() <= FLAT);
                points.push(DaePoint { at: at as u32, class: pair.class, bodies, n, arms, mu, level });
            }
            if points.len() > first {
                let which = if law.coupling() == DaeCoupling::Lagged { lagged } else { pairs };
                which.push(first..points.len());
            }
            problem.sweeps = problem.sweeps.max(law.sweeps());
            problem.tolerance = smallest([problem.tolerance, law.tolerance()]);
            problem.has_accelerations |= law.level() == DaeLevel::Acceleration;
        }
        for problem in &mut problems[..count] {
            problem.bodies.truncate(problem.places.len());
        }
        count
    }

    /// A body with its velocities now and at the end of the step without the unknown friction.
    #[inline(always)]
    fn body(&self, row: u32, wrench: &Wrench, problem: &mut DaeProblem) -> Option<()> {
        let (body, Freedom { motion, home, name, supports }) = (self.bodies.get(row)?, self.bodies.freedom(row)?);
        let Clock { step, dt } = *self.clock;
        let time = |step: f64| step * dt;
        let [before, now, after] = [time(step as f64 - 1.0), time(step as f64), time((step + 1) as f64)];
        let at = (&self.lanes[name.0 as usize].gravity, after, dt);
        let unheld = NormalConstraints::default();
        let supports = if self.is_held { supports } else { &unheld };
        let Mover { mass, free, .. } = mover((motion, home), &body, (wrench, supports), at, name.0);
        let velocity = |twist: &Twist| Velocity { v: twist.v, w: twist.w };
        let [now, end] = match motion {
            Motion::Fixed => [Velocity::ZERO; 2],
            Motion::Driven(drive) => {
                [[before, now], [now, after]].map(|times| velocity(&driven_between(drive, home, times, dt)))
            }
            _ => [velocity(body.twist), free],
        };
        problem.across = problem.across.or(mass.held);
        // Old elements of the list are written over.
        let place = problem.places.len();
        if place == problem.bodies.len() {
            problem.bodies.push(DaeBody::default());
        }
        let to = &mut problem.bodies[place];
        to.supports = (!supports.is_empty()).then(|| Box::new(*supports));
        (to.mass, to.now, to.end, to.is_driven) = (mass, now, end, matches!(motion, Motion::Driven(_)));
        Some(())
    }
}
