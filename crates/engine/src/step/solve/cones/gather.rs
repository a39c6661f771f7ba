//! Gathers the rigid contacts of a step for the solver.

use super::contact::{RigidContact, TouchingPair, length_of};
use super::islands::Gathered;
use super::methods::problem::ConeRow;
use crate::laws::Vec3;
use crate::laws::friction::contact::ContactPoint;
use crate::laws::friction::element::Mode;
use crate::laws::friction::limit::cones::{Reaction, Rows};
use crate::laws::math::number::both;
use crate::laws::motion::turned;
use crate::scene::Motion;
use crate::shapes::Shape;
use crate::shapes::manifold_point::ManifoldPoint;
use crate::shapes::surface::Placed;
use crate::step::contacts::narrow::manifold::{contact_points, max_approach};
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::bodies::BodyColumns;
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::motion::integrate::{driven, driven_between};
use crate::step::outcome::Outcome;
use crate::step::solve::solver_body::{InverseMass, SolverBody, Velocity, solver_body};
use crate::world::body::{BodyRef, NormalConstraints, Pose, Wrench};
use crate::world::{CaseRules, Clock};
use bevy_ecs::prelude::*;

/// The contact points of a pair in the middle of the step, by feature, and the centres of its bodies then, m.
type HalfWay = (Vec<(u32, ContactPoint)>, [Vec3; 2]);

/// Sources of the rigid contacts and bodies of a step.
pub(super) struct Gathering<'a> {
    table: &'a ContactTable,
    outcome: &'a Outcome,
    pub(super) cases: &'a [CaseRules],
    /// Time at the beginning of the step, s.
    pub(super) start: f64,
    /// Step size, s.
    pub(super) dt: f64,
    pub(super) bodies: &'a BodyColumns<'a>,
    /// Bodies of the problem by row; `None` if no rigid contact touches the body.
    solver_bodies: Vec<Option<SolverBody>>,
}

impl<'a> Gathering<'a> {
    pub(super) fn new(
        (table, clock, outcome): (&'a ContactTable, &Clock, &'a Outcome),
        bodies: &'a BodyColumns<'a>,
        cases: &'a [CaseRules],
        loads: &dyn Fn(Entity) -> Wrench,
    ) -> Self {
        let mut all: Vec<Option<SolverBody>> = vec![None; table.entities.len()];
        let (start, end) = (clock.step as f64 * clock.dt, (clock.step + 1) as f64 * clock.dt);
        for pair in table.touching_pairs() {
            if !table.classes[pair.class as usize].is_rigid() {
                continue;
            }
            for row in pair.rows {
                if all[row as usize].is_none()
                    && let (Some(body), Some(mobility)) = (bodies.get(row), bodies.mobility(row))
                {
                    let case = mobility.name.0;
                    let wrench = loads(table.entities[row as usize]);
                    let at = (&cases[case as usize].gravity, end, clock.dt);
                    let unheld = NormalConstraints::default();
                    let kind = (mobility.motion, mobility.initial_pose);
                    let mut found = solver_body(kind, &body, (&wrench, &unheld), at, case);
                    if let Motion::Driven(drive) = mobility.motion
                        && drive.angular_velocity != Vec3::zeros()
                    {
                        // Its centre may go round as well.
                        let mean = driven_between(drive, mobility.initial_pose, [start, end], clock.dt);
                        found.free = Velocity { v: mean.v, w: mean.w };
                    }
                    all[row as usize] = Some(found);
                }
            }
        }
        Self { table, outcome, cases, start, dt: clock.dt, bodies, solver_bodies: all }
    }

    /// Body of the problem in this row; immovable if no rigid contact touches it.
    pub(super) fn solver_body(&self, row: u32) -> SolverBody {
        let none = SolverBody { mass: InverseMass::NONE, free: Velocity::ZERO, kicked: Vec3::zeros(), case: 0 };
        self.solver_bodies[row as usize].unwrap_or(none)
    }

    /// The rigid contacts in the order of their keys, and the rows and reactions of contacts that cannot press because
    /// neither body can move along the normal: without load, in open mode.
    pub(super) fn gather(&self, columns: &ContactColumns) -> (Vec<Gathered<'a>>, Vec<(usize, Reaction)>) {
        let (mut found, mut idle) = (Vec::new(), Vec::new());
        for pair in &self.table.general {
            let class = &self.table.classes[pair.class as usize];
            if !class.is_rigid() || self.outcome.has_stopped(class.case) {
                continue;
            }
            let [Some(i), Some(j)] = pair.rows.map(|row| self.bodies.get(row)) else { continue };
            let touching = TouchingPair { rows: pair.rows, class, seam: pair.seam.as_deref() };
            let first = columns.extras[pair.first].0.as_deref().filter(|_| pair.living > 0);
            let half_way = first.and_then(|first| self.half_way(&touching, [&i, &j], &first.geometry.point));
            for at in pair.living_rows() {
                let Some(contact) = self.contact(at, (&touching, half_way.as_ref()), [&i, &j], columns) else {
                    continue;
                };
                let n = contact.row.frame[0];
                if pair.rows.iter().any(|row| self.solver_body(*row).mass.moves_along(&n)) {
                    found.push(contact);
                } else {
                    let motion = contact.row.motion(&[velocity(&i), velocity(&j)]);
                    idle.push((at, Reaction { motion, modes: [Mode::Open; 3], ..Reaction::default() }));
                }
            }
        }
        (found, idle)
    }

    fn contact(
        &self,
        at: usize,
        (&TouchingPair { rows, class, seam }, half_way): (&TouchingPair<'a>, Option<&HalfWay>),
        bodies: [&BodyRef; 2],
        columns: &ContactColumns,
    ) -> Option<Gathered<'a>> {
        let extras = columns.extras[at].0.as_deref()?;
        let [Some(i), Some(j)] = both(|k| self.solver_bodies[rows[k] as usize]) else { return None };
        let curvature = extras.geometry.curvatures[0] + extras.geometry.curvatures[1];
        let contact = RigidContact {
            at,
            bodies: rows,
            feature: columns.identities[at].key.feature,
            class,
            tangent: columns.histories[at].u.into(),
            grain: extras.geometry.grain,
            radius: if curvature > 0.0 { 1.0 / curvature } else { 0.0 },
            length: length_of(bodies),
            seam,
        };
        let [x, y] = bodies.map(|body| &body.pose.x);
        let mut row = contact.row(&extras.geometry.point, [(&i.mass, &i.free, x), (&j.mass, &j.free, y)], self.dt);
        // Not where the point has gone by then.
        if let Some((points, [x, y])) = half_way
            && let Some((_, point)) = points.iter().find(|(feature, _)| *feature == contact.feature)
        {
            let later = contact.row(point, [(&i.mass, &i.free, x), (&j.mass, &j.free, y)], self.dt);
            row = ConeRow { bias: row.bias, gap: row.gap, ..later };
        }
        let is_warm = self.cases[class.case as usize].solver.warm_start;
        let load = extras.solution.reaction.filter(|_| is_warm).map_or([0.0; 6], |reaction| reaction.load);
        let start = row.scaled(&load.map(|load| load * self.dt));
        let moves = both(|k| bodies[k].mass.mass.is_finite());
        Some(Gathered { contact, moves, row, start: inside(start, &row), size: class.size })
    }

    /// The contacts of a pair with a support that rotates: arms and normals of the beginning of the step would let a body that
    /// rides on it go along the tangent, to r √(1 + (ωΔt)²). `None` for other pairs; those of movable bodies keep the arms at
    /// which their impulses conserve angular momentum. `point`: of one of its contacts at the beginning.
    fn half_way(&self, pair: &TouchingPair<'a>, bodies: [&BodyRef; 2], point: &ContactPoint) -> Option<HalfWay> {
        let mobilities = pair.rows.map(|row| self.bodies.mobility(row));
        let turns = |k: usize| match mobilities[k]?.motion {
            Motion::Driven(drive) => Some(drive).filter(|drive| drive.angular_velocity != Vec3::zeros()),
            _ => None,
        };
        if turns(0).is_none() && turns(1).is_none() {
            return None;
        }
        let pose = |k: usize| match mobilities[k]?.motion {
            Motion::Driven(drive) => Some(driven(drive, mobilities[k]?.initial_pose, self.start + 0.5 * self.dt).0),
            _ => {
                let (pose, twist) = (bodies[k].pose, bodies[k].twist);
                Some(Pose { x: pose.x + twist.v * (0.5 * self.dt), q: turned(&pose.q, &twist.w, 0.5 * self.dt) })
            }
        };
        let poses = [pose(0)?, pose(1)?];
        let mut points = Vec::new();
        self.points_at(pair, [&poses[0], &poses[1]], (point.n.into(), point.overlap), &mut points);
        Some((points, poses.map(|pose| pose.x)))
    }

    /// The contact points of a pair at these poses, by feature; `last`: normal and overlap, m, near them.
    pub(super) fn points_at(
        &self,
        &TouchingPair { rows, class, seam }: &TouchingPair<'a>,
        poses: [&Pose; 2],
        last: (Vec3, f64),
        out: &mut Vec<(u32, ContactPoint)>,
    ) {
        out.clear();
        let [Some(i), Some(j)] = rows.map(|row| self.bodies.get(row)) else { return };
        let gravity = self.cases[class.case as usize].gravity.norm();
        // Includes all points that were near at the beginning of the step, after any motion within the step.
        let gap = 2.0 * max_approach(&[i, j], gravity, self.dt) + 1e-3 * class.size;
        let placed = |shape: &'a Shape, pose: &Pose| Placed { shape, x: pose.x, q: pose.q };
        let at = [placed(i.shape, poses[0]), placed(j.shape, poses[1])];
        let mut found: Vec<ManifoldPoint> = Vec::new();
        let colliders = || {
            let [i, j] = rows.map(|row| self.bodies.collider(row));
            Some([i?, j?])
        };
        contact_points([&at[0], &at[1]], colliders, (gap, class.slots, Some(last)), &mut found);
        if let Some(seam) = seam.filter(|_| !found.is_empty()) {
            seam.keep(self.bodies, (rows, &at), (gap, class.slots, class.size), colliders, &mut found);
        }
        let on_surfaces = |point: ManifoldPoint| {
            let arms = [point.on_i - at[0].x, point.on_j - at[1].x];
            (point.feature, ContactPoint::on_surfaces(point.n, point.overlap, arms))
        };
        out.extend(found.into_iter().map(on_surfaces));
    }
}

/// Clips the impulses of the last step to the current limits.
fn inside(start: Rows, row: &ConeRow) -> Rows {
    crate::laws::friction::limit::cones::clip(&start, &row.cone.map(|limit| limit * start[0]))
}

/// Current velocity of a body.
pub(super) fn velocity(body: &BodyRef) -> Velocity {
    Velocity { v: body.twist.v, w: body.twist.w }
}
