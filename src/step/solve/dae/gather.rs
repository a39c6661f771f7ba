//! Gathers the contacts of each case for the solver.

use super::problem::{DaeBody, DaeProblem, DaeRow};
use super::spread::spread;
use crate::laws::dae::{Dae, DaeContact, DaeLevel};
use crate::laws::element::Mode;
use crate::laws::extremes::smallest;
use crate::laws::frame::ContactFrame;
use crate::laws::number::both;
use crate::laws::{Vec2, Vec3};
use crate::scene::Motion;
use crate::step::contacts::bodies::BodyColumns;
use crate::step::contacts::class::PairClass;
use crate::step::contacts::columns::ContactColumns;
use crate::step::contacts::table::ContactTable;
use crate::step::integrate::driven_between;
use crate::step::outcome::Outcome;
use crate::step::solve::mover::{Mover, MoverRow, Velocity, mover};
use crate::world::body::{NormalConstraints, Twist, Wrench};
use crate::world::{CaseRules, Clock};
use bevy_ecs::prelude::*;

/// Body not yet in the problem.
const NOWHERE: u32 = u32::MAX;

/// The inputs for gathering the contacts of a step.
pub(super) struct DaeSources<'a, 'w, 's> {
    pub(super) table: &'a ContactTable,
    pub(super) clock: &'a Clock,
    pub(super) outcome: &'a Outcome,
    pub(super) lanes: &'a [CaseRules],
    pub(super) bodies: &'a BodyColumns<'a>,
    pub(super) movers: &'a Query<'w, 's, (MoverRow, &'static NormalConstraints)>,
}

impl DaeSources<'_, '_, '_> {
    /// Gathers the contacts of each case in the order of their keys, which is that of their rows; returns the number of
    /// problems used.
    pub(super) fn gather(
        &self,
        columns: &ContactColumns,
        loads: &dyn Fn(Entity) -> Wrench,
        problems: &mut Vec<DaeProblem>,
    ) -> usize {
        let mut count = 0;
        let mut places = vec![NOWHERE; self.table.entities.len()];
        for pair in self.table.general.iter().filter(|pair| pair.living > 0) {
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
                    && let Some(body) = self.body(row, loads)
                {
                    places[row as usize] = problem.bodies.len() as u32;
                    problem.bodies.push(body);
                    problem.places.push(row);
                }
            }
            let bodies = pair.rows.map(|row| places[row as usize]);
            if bodies.contains(&NOWHERE) {
                continue;
            }
            let bodies = bodies.map(|place| place as usize);
            problem.has_accelerations |= law.level() == DaeLevel::Acceleration;
            let first = problem.rows.len();
            for at in pair.living_rows() {
                if let Some(row) = self.contact((at, bodies), (class, law), columns, &problem.bodies) {
                    problem.rows.push(row);
                }
            }
            spread(&mut problem.rows[first..]);
            problem.pairs.push(first..problem.rows.len());
        }
        count
    }

    /// A body with its velocities now and at the end of the step without the unknown friction.
    fn body(&self, row: u32, loads: &dyn Fn(Entity) -> Wrench) -> Option<DaeBody> {
        let entity = *self.table.entities.get(row as usize)?;
        let (body, (kind, supports)) = (self.bodies.get(row)?, self.movers.get(entity).ok()?);
        let (motion, home, case) = kind;
        let Clock { step, dt } = *self.clock;
        let time = |step: f64| step * dt;
        let [before, now, after] = [time(step as f64 - 1.0), time(step as f64), time((step + 1) as f64)];
        let at = (&self.lanes[case.0 as usize].gravity, after, dt);
        let Mover { mass, free, .. } = mover((&motion.0, home), &body, (&loads(entity), supports), at, case.0);
        let velocity = |twist: &Twist| Velocity { v: twist.v, w: twist.w };
        let [now, end] = match &motion.0 {
            Motion::Fixed => [Velocity::ZERO; 2],
            Motion::Driven(drive) => {
                [[before, now], [now, after]].map(|times| velocity(&driven_between(drive, home, times, dt)))
            }
            _ => [velocity(body.twist), free],
        };
        let is_driven = matches!(motion.0, Motion::Driven(_));
        Some(DaeBody { mass, supports: *supports, now, end, is_driven })
    }

    /// A contact point, with the friction of the last step clipped to the current limit.
    fn contact(
        &self,
        (at, bodies): (usize, [usize; 2]),
        (class, law): (&PairClass, &Dae),
        columns: &ContactColumns,
        all: &[DaeBody],
    ) -> Option<DaeRow> {
        let extras = columns.extras[at].0.as_deref()?;
        let (point, motion) = (&extras.point, columns.motions[at].read());
        let n = Vec3::from(point.n);
        let frame = ContactFrame::with_tangent(n, columns.histories[at].read().u.into());
        let arms = class.arms(point);
        let arms = both(|k| {
            let (arm, body) = (Vec3::from(arms[k]), &all[bodies[k]]);
            // A point of a driven body moves along its chord, with its velocity at mid-step.
            if body.is_driven { arm + body.end.w.cross(&arm) * (0.5 * self.clock.dt) } else { arm }
        });
        let across = bodies.iter().find_map(|body| all[*body].mass.held);
        let along = across.and_then(|a| DaeContact::tangent(&a, &n)).map(|t| frame.components(&t));
        let limit = class.friction().dae_mu()? * motion.normal;
        let mut row = DaeRow {
            at,
            bodies,
            tangents: [frame.u, frame.w],
            arms,
            normal: motion.normal,
            share: motion.share,
            limit,
            dt: self.clock.dt,
            along,
            level: law.level(),
            coupling: law.coupling(),
            now: Vec2::zeros(),
            before: None,
            load: Vec2::zeros(),
            mode: Mode::Slip,
        };
        row.now = row.rate(all);
        if extras.reaction.is_some() {
            let [load, before] = extras.memories.slide.vectors;
            (row.load, row.before) = (DaeContact::within(limit, load.into()).0.into(), Some(before));
        }
        Some(row)
    }
}
