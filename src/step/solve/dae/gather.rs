//! Gathers the contacts of each case for the solver.

use super::memory::DaeMemory;
use super::problem::{DaeBody, DaeProblem, DaeRow};
use super::spread::spread;
use crate::laws::dae::{Dae, DaeContact, DaeLevel};
use crate::laws::element::Mode;
use crate::laws::extremes::smallest;
use crate::laws::frame::ContactFrame;
use crate::laws::number::both;
use crate::laws::{Vec2, Vec3};
use crate::scene::Motion;
use crate::step::contacts::bodies::{BodyColumns, Freedom, WrenchColumns};
use crate::step::contacts::class::PairClass;
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
            let Some(law) = class.friction().laws.dae() else { continue };
            if self.outcome.has_stopped(class.lane) {
                continue;
            }
            if count == 0 || problems[count - 1].lane != class.lane {
                problems.resize_with(problems.len().max(count + 1), DaeProblem::default);
                problems[count].begin(class.lane);
                count += 1;
            }
            let problem = &mut problems[count - 1];
            problem.sweeps = problem.sweeps.max(law.sweeps());
            problem.tolerance = smallest([problem.tolerance, law.tolerance()]);
            for row in pair.rows {
                if places[row as usize] == NOWHERE
                    && let Some(wrench) = wrenches.get(row)
                    && let Some(body) =
                        next(&mut problem.bodies, problem.places.len(), |body| self.body(row, wrench, body))
                {
                    places[row as usize] = body;
                    problem.places.push(row);
                }
            }
            let bodies = pair.rows.map(|row| places[row as usize]);
            if bodies.contains(&NOWHERE) {
                continue;
            }
            problem.has_accelerations |= law.level() == DaeLevel::Acceleration;
            let first = problem.count;
            for at in pair.living_rows() {
                let (all, from) = (&problem.bodies, (at, bodies));
                let is_found =
                    next(&mut problem.rows, problem.count, |row| self.contact(from, (class, law), columns, all, row));
                problem.count += usize::from(is_found.is_some());
            }
            spread(&mut problem.rows[first..problem.count]);
            problem.pairs.push(first..problem.count);
        }
        for problem in &mut problems[..count] {
            problem.bodies.truncate(problem.places.len());
            problem.rows.truncate(problem.count);
        }
        count
    }

    /// A body with its velocities now and at the end of the step without the unknown friction.
    #[inline(always)]
    fn body(&self, row: u32, wrench: &Wrench, to: &mut DaeBody) -> Option<()> {
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
        to.supports = (!supports.is_empty()).then(|| Box::new(*supports));
        (to.mass, to.now, to.end, to.is_driven) = (mass, now, end, matches!(motion, Motion::Driven(_)));
        Some(())
    }

    /// A contact point, with the friction of the last step clipped to the current limit.
    #[inline(always)]
    fn contact(
        &self,
        (at, bodies): (usize, [u32; 2]),
        (class, law): (&PairClass, &Dae),
        columns: &ContactColumns,
        all: &[DaeBody],
        row: &mut DaeRow,
    ) -> Option<()> {
        let extras = columns.extras[at].0.as_deref()?;
        let (point, motion) = (&extras.point, columns.motions[at].read());
        let n = Vec3::from(point.n);
        let frame = ContactFrame::with_tangent(n, columns.histories[at].read().u.into());
        let (arms, both_bodies) = (class.arms(point), bodies.map(|body| &all[body as usize]));
        row.arms = both(|k| {
            let (arm, body) = (Vec3::from(arms[k]), both_bodies[k]);
            // A point of a driven body moves along its chord, with its velocity at mid-step.
            if body.is_driven { arm + body.end.w.cross(&arm) * (0.5 * self.clock.dt) } else { arm }
        });
        let across = both_bodies.iter().find_map(|body| body.mass.held);
        row.along = across.and_then(|a| DaeContact::tangent(&a, &n)).map(|t| frame.components(&t));
        (row.at, row.bodies, row.tangents) = (at as u32, bodies, [frame.u, frame.w]);
        (row.normal, row.share) = (motion.normal, motion.share);
        row.limit = class.friction().dae_mu()? * motion.normal;
        (row.dt, row.level, row.coupling, row.mode) = (self.clock.dt, law.level(), law.coupling(), Mode::Slip);
        row.now = row.rate(all);
        (row.load, row.before) = (Vec2::zeros(), None);
        if extras.reaction.is_some() {
            let [load, before] = extras.memories.slide.vectors;
            (row.load, row.before) = (DaeContact::within(row.limit, load.into()).0.into(), Some(before));
        }
        Some(())
    }
}

/// Fills the next place of a list of `count`, whose old elements are written over; its number, if `fill` succeeds.
#[inline(always)]
fn next<T: Default>(list: &mut Vec<T>, count: usize, fill: impl FnOnce(&mut T) -> Option<()>) -> Option<u32> {
    if count == list.len() {
        list.push(T::default());
    }
    fill(&mut list[count])?;
    Some(count as u32)
}
