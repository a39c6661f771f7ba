//! Gathers the contacts of each case for the solver.

use super::memory::DaeMemory;
use super::problem::{DaeBody, DaeKind, DaePoint, DaeProblem, ImplicitPoint, PointNumbers};
use crate::laws::friction::law::ContactState;
use crate::laws::friction::limit::cones::Reaction;
use crate::laws::friction::parameters::Conditions;
use crate::laws::library::slide::dae::{Dae, DaeCoupling, DaeLevel};
use crate::laws::math::extremes::smallest;
use crate::laws::math::number::{Row, V2, V3, both};
use crate::scene::Motion;
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::bodies::{BodyColumns, Mobility, WrenchColumns};
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::motion::integrate::driven_between;
use crate::step::outcome::Outcome;
use crate::step::solve::solver_body::{InverseMass, SolverBody, Velocity, solver_body};
use crate::world::body::{NormalConstraints, Twist, Wrench};
use crate::world::{CaseRules, Clock};

/// Index of a body that is not in the problem yet.
const NOWHERE: u32 = u32::MAX;

/// The inputs for gathering the contacts of a step.
pub(super) struct DaeSources<'a> {
    pub(super) table: &'a ContactTable,
    pub(super) clock: &'a Clock,
    pub(super) outcome: &'a Outcome,
    pub(super) cases: &'a [CaseRules],
    /// True if a known normal force holds a body.
    pub(super) is_held: bool,
    pub(super) bodies: &'a BodyColumns<'a>,
}

impl DaeSources<'_> {
    /// Gathers the contacts of each case in row order, which is the order of their keys; returns the number of problems
    /// used.
    pub(super) fn gather(
        &self,
        columns: &ContactColumns,
        wrenches: &mut WrenchColumns,
        DaeMemory { problems, indices, .. }: &mut DaeMemory,
    ) -> usize {
        let mut count = 0;
        indices.clear();
        indices.resize(self.table.entities.len(), NOWHERE);
        for pair in self.table.touching_pairs() {
            let class = &self.table.classes[pair.class as usize];
            if !class.is_coupled() {
                continue;
            }
            // A law with implicit coupling is solved like the default `dae`.
            let law = class.friction().laws.dae().copied().unwrap_or_default();
            if self.outcome.has_stopped(class.case) {
                continue;
            }
            if count == 0 || problems[count - 1].case != class.case {
                problems.resize_with(problems.len().max(count + 1), DaeProblem::default);
                problems[count].begin(class.case, self.clock.dt);
                count += 1;
            }
            let problem = &mut problems[count - 1];
            for row in pair.rows {
                if indices[row as usize] == NOWHERE
                    && let Some(wrench) = wrenches.get(row)
                    && let Some(body) = self.body(row, wrench)
                {
                    indices[row as usize] = problem.rows.len() as u32;
                    problem.add_body(row, body);
                }
            }
            let [i, j] = pair.rows;
            let bodies = [indices[i as usize], indices[j as usize]];
            if bodies.contains(&NOWHERE) {
                continue;
            }
            let coupled = DaeKind::ALL.into_iter().zip(class.friction().laws.coupled()).filter(|(_, is_on)| *is_on);
            for (kind, _) in coupled {
                let first = problem.points.len();
                for at in pair.living_rows() {
                    let [i, j] = bodies;
                    let both = [&problem.bodies[i as usize], &problem.bodies[j as usize]];
                    if let Some(point) = self.point((at, pair.class, bodies), both, (&law, kind), columns) {
                        let implicit = self.implicit(&point, columns);
                        problem.add_point(point, implicit);
                    }
                }
                let DaeProblem { points, pairs, lagged, .. } = &mut *problem;
                if points.len() > first {
                    let is_lagged = kind == DaeKind::Slide && law.coupling() == DaeCoupling::Lagged;
                    let which = if is_lagged { lagged } else { pairs };
                    which.push(first..points.len());
                }
            }
            problem.sweeps = problem.sweeps.max(law.sweeps());
            problem.tolerance = smallest([problem.tolerance, law.tolerance()]);
            problem.has_single |= law.level() == DaeLevel::Acceleration;
        }
        for problem in &mut problems[..count] {
            problem.bodies.truncate(problem.rows.len());
        }
        count
    }

    /// A body with its velocities now and at the end of the step without the unknown friction.
    #[inline(always)]
    fn body(&self, row: u32, wrench: &Wrench) -> Option<DaeBody> {
        let (body, Mobility { motion, initial_pose, name, normal_constraints }) =
            (self.bodies.get(row)?, self.bodies.mobility(row)?);
        let Clock { step, dt } = *self.clock;
        let time = |step: f64| step * dt;
        let [before, now, after] = [time(step as f64 - 1.0), time(step as f64), time((step + 1) as f64)];
        let at = (&self.cases[name.0 as usize].gravity, after, dt);
        let unheld = NormalConstraints::default();
        let normal_constraints = if self.is_held { normal_constraints } else { &unheld };
        let SolverBody { mass, free, .. } =
            solver_body((motion, initial_pose), &body, (wrench, normal_constraints), at, name.0);
        let velocity = |twist: &Twist| Velocity { v: twist.v, w: twist.w };
        let [now, end] = match motion {
            Motion::Fixed => [Velocity::ZERO; 2],
            Motion::Driven(drive) => {
                [[before, now], [now, after]].map(|times| velocity(&driven_between(drive, initial_pose, times, dt)))
            }
            _ => [velocity(body.twist), free],
        };
        let normal_constraints = (!normal_constraints.is_empty()).then(|| Box::new(*normal_constraints));
        let (is_driven, moves) = (matches!(motion, Motion::Driven(_)), mass != InverseMass::NONE);
        Some(DaeBody { mass, normal_constraints, now, end, is_driven, moves })
    }

    /// The data of a contact; `None` if its row has no extras.
    #[inline(always)]
    fn point(
        &self,
        (at, class, bodies): (usize, u32, [u32; 2]),
        both_bodies: [&DaeBody; 2],
        (law, kind): (&Dae, DaeKind),
        columns: &ContactColumns,
    ) -> Option<DaePoint> {
        let extras = columns.extras[at].0.as_deref()?;
        let constants = &self.table.classes[class as usize];
        let arms = constants.arms(&extras.geometry.point);
        let motion = &columns.motions[at];
        let (normal, share) = (motion.pressing(), motion.share);
        let begins = extras.solution.reaction.is_none();
        let friction = constants.friction();
        let [rho, sigma] = {
            let curvature = extras.geometry.curvatures[0] + extras.geometry.curvatures[1];
            friction.dae_torques(if curvature > 0.0 { 1.0 / curvature } else { 0.0 })
        };
        let lever = if kind == DaeKind::Slide { 0.0 } else { constants.size };
        let mu = match kind {
            DaeKind::Slide => friction.dae_mu().unwrap_or(friction.mu_s),
            DaeKind::Roll => rho? / lever,
            DaeKind::Spin => sigma? / lever,
        };
        let numbers = PointNumbers {
            n: extras.geometry.point.n,
            u: columns.histories[at].u,
            normal,
            share,
            arms: both(|k| {
                let DaeBody { is_driven, end, .. } = both_bodies[k];
                if *is_driven { arms[k] + V3::from(end.w).cross(arms[k]) * (0.5 * self.clock.dt) } else { arms[k] }
            }),
            mu,
            lever,
            is_spin: if kind == DaeKind::Spin { 1.0 } else { 0.0 },
            across: both_bodies.iter().find_map(|body| body.mass.held).map_or_else(V3::default, V3::from),
            last: match extras.solution.reaction {
                None => Default::default(),
                Some(_) if kind != DaeKind::Slide => {
                    let memories = &extras.memories;
                    let memory = if kind == DaeKind::Roll { &memories.roll } else { &memories.spin };
                    let [torque, rate] = memory.vectors;
                    [V2::from(torque) * (1.0 / lever), V2::from(rate) * lever]
                }
                // The memory of a law with implicit coupling is its own.
                Some(Reaction { motion: [_, u, w, ..], .. }) if friction.laws.slide.is_implicit() => {
                    [extras.seen.loads.slide.total(), V2 { u: -u, w: -w }]
                }
                Some(_) => extras.memories.slide.vectors.map(Into::into),
            },
        };
        let [a, b, c] = numbers.numbers();
        let numbers = [Row(a), Row(b), Row(c)];
        let level = if kind == DaeKind::Slide { law.level() } else { DaeLevel::Velocity };
        Some(DaePoint { kind, at: at as u32, class, bodies, level, implicit: None, begins, numbers })
    }

    /// What a slide law with implicit coupling reads at a contact; `None` under `dae`.
    fn implicit(&self, point: &DaePoint, columns: &ContactColumns) -> Option<ImplicitPoint> {
        let (at, class) = (point.at as usize, &self.table.classes[point.class as usize]);
        let friction = class.friction();
        if point.kind != DaeKind::Slide || !friction.laws.slide.is_implicit() {
            return None;
        }
        let extras = columns.extras[at].0.as_deref()?;
        let (normal, share) = (columns.motions[at].pressing(), columns.motions[at].share);
        let total = if share > 0.0 { normal / share } else { 0.0 };
        let state = ContactState::ball_on_plane(friction.parameters, class.size, class.mass, None, self.clock.dt);
        let at_point = Conditions { normal: total, share, ..state.at };
        let (slide, ..) = columns.pairs[at].modes.springs(&columns.histories[at]);
        let contact_state = ContactState { at: at_point, ..state };
        Some(ImplicitPoint::new(friction.laws.slide, contact_state, slide, extras.memories.slide))
    }
}
