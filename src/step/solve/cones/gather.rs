//! Gathers the rigid contacts of a step for the solver.

use super::islands::Gathered;
use super::problem::{BlockSteps, ConeRow};
use crate::laws::Vec3;
use crate::laws::cones::{Reaction, Rows};
use crate::laws::element::Mode;
use crate::laws::frame::ContactFrame;
use crate::laws::number::both;
use crate::scene::NormalLaw;
use crate::step::contacts::bodies::BodyColumns;
use crate::step::contacts::class::PairClass;
use crate::step::contacts::columns::ContactColumns;
use crate::step::contacts::table::ContactTable;
use crate::step::outcome::Outcome;
use crate::step::solve::mover::{InverseMass, Mover, MoverRow, Velocity, mover};
use crate::world::body::{BodyRef, NormalConstraints, Wrench};
use crate::world::{CaseId, CaseRules, Clock};
use bevy_ecs::prelude::*;

/// Contacts and bodies of this step.
pub(super) struct Gathering<'a> {
    table: &'a ContactTable,
    outcome: &'a Outcome,
    lanes: &'a [CaseRules],
    dt: f64,
    bodies: &'a BodyColumns<'a>,
    /// By row; `None` if no rigid contact touches the body.
    movers: Vec<Option<Mover>>,
}

impl<'a> Gathering<'a> {
    pub(super) fn of(
        (table, clock, outcome): (&'a ContactTable, &Clock, &'a Outcome),
        bodies: &'a BodyColumns<'a>,
        lanes: &'a [CaseRules],
        movers: &Query<MoverRow>,
        loads: &dyn Fn(Entity) -> Wrench,
    ) -> Self {
        let mut all: Vec<Option<Mover>> = vec![None; table.entities.len()];
        let end = (clock.step + 1) as f64 * clock.dt;
        for pair in table.touching_pairs() {
            if !table.classes[pair.class as usize].is_rigid() {
                continue;
            }
            for row in pair.rows {
                if all[row as usize].is_none()
                    && let (Some(body), Ok(kind)) = (bodies.get(row), movers.get(table.entities[row as usize]))
                {
                    let (motion, home, CaseId(lane)) = kind;
                    let wrench = loads(table.entities[row as usize]);
                    let at = (&lanes[*lane as usize].gravity, end, clock.dt);
                    let unheld = NormalConstraints::default();
                    all[row as usize] = Some(mover((&motion.0, home), &body, (&wrench, &unheld), at, *lane));
                }
            }
        }
        Self { table, outcome, lanes, dt: clock.dt, bodies, movers: all }
    }

    /// M⁻¹, free velocity and case of a body.
    pub(super) fn mover(&self, row: u32) -> (InverseMass, Velocity, u32) {
        let none = Mover { mass: InverseMass::NONE, free: Velocity::ZERO, lane: 0 };
        let Mover { mass, free, lane } = self.movers[row as usize].unwrap_or(none);
        (mass, free, lane)
    }

    /// The rigid contacts in the order of their keys, and the rows of those that cannot press, because no body of theirs
    /// can move along their normal: they are open, and move as they do.
    pub(super) fn gather(&self, columns: &ContactColumns) -> (Vec<Gathered>, Vec<(usize, Reaction)>) {
        let (mut found, mut idle) = (Vec::new(), Vec::new());
        // Scratch space for the blocks of single contacts.
        let mut memory = [Velocity::ZERO; 2];
        for pair in &self.table.general {
            let class = &self.table.classes[pair.class as usize];
            if !class.is_rigid() || self.outcome.has_stopped(class.lane) {
                continue;
            }
            let [Some(i), Some(j)] = pair.rows.map(|row| self.bodies.get(row)) else { continue };
            for at in pair.living_rows() {
                let Some(contact) = self.contact(at, class, pair.rows, [&i, &j], columns, &mut memory) else {
                    continue;
                };
                let n = contact.row.frame[0];
                if pair.rows.iter().any(|row| self.mover(*row).0.moves_along(&n)) {
                    found.push(contact);
                } else {
                    let motion = contact.row.motion(&contact.row.rates(&[velocity(&i), velocity(&j)]));
                    idle.push((at, Reaction { motion, modes: [Mode::Open; 3], ..Reaction::default() }));
                }
            }
        }
        (found, idle)
    }

    fn contact(
        &self,
        at: usize,
        class: &PairClass,
        rows: [u32; 2],
        bodies: [&BodyRef; 2],
        columns: &ContactColumns,
        memory: &mut [Velocity; 2],
    ) -> Option<Gathered> {
        let extras = columns.extras[at].0.as_deref()?;
        let point = &extras.point;
        let n = Vec3::from(point.n);
        let frame = ContactFrame::with_tangent(n, columns.histories[at].read().u.into());
        let arms = class.arms(point).map(Vec3::from);
        let movers = both(|k| self.movers[rows[k] as usize]);
        let [Some(i), Some(j)] = movers else { return None };
        let length = length_of(bodies);
        let curvature = extras.curvatures[0] + extras.curvatures[1];
        let radius = if curvature > 0.0 { 1.0 / curvature } else { 0.0 };
        let [mu, rho, sigma] = class.friction().cone(radius);
        let gap = -point.overlap;
        let masses = [i.mass, j.mass];
        let slides = slides(&frame, [&i, &j]);
        let mut row = ConeRow {
            bodies: [0, 1],
            frame: [frame.n, frame.u, frame.w],
            slides,
            arms,
            length,
            limits: [mu, rho / length, sigma / length],
            bias: if gap > 0.0 { gap / self.dt } else { 0.0 },
            gap,
            steps: BlockSteps::default(),
        };
        row.steps = BlockSteps::of(&row.block(&masses, memory));
        if let NormalLaw::Rigid { restitution, threshold } = class.law.normal
            && restitution > 0.0
        {
            let now = both(|k| {
                if bodies[k].mass.mass.is_finite() {
                    velocity(bodies[k])
                } else {
                    movers[k].map_or(Velocity::ZERO, |m| m.free)
                }
            });
            let (before, free) = (row.rates(&now)[0], row.rates(&[i.free, j.free])[0]);
            // It is hit in this step, fast enough to bounce (Newton's rule).
            if before < -threshold && gap + free * self.dt < 0.0 {
                row.bias = restitution * before;
            }
        }
        let is_warm = self.lanes[class.lane as usize].solver.warm_start;
        let scale = row.scale();
        let load = extras.reaction.filter(|_| is_warm).map_or([0.0; 6], |reaction| reaction.load);
        let mut start: Rows = std::array::from_fn(|k| load[k] * self.dt / scale[k]);
        if slides != [frame.u, frame.w] {
            let friction = slides[0] * start[1] + slides[1] * start[2];
            (start[1], start[2]) = (friction.dot(&frame.u), friction.dot(&frame.w));
        }
        let moves = |k: usize| (rows[k], bodies[k].mass.mass.is_finite());
        Some(Gathered { at, bodies: [moves(0), moves(1)], row, start: inside(start, &row), size: class.size })
    }
}

/// The directions in which a contact slides: u and w or, if both bodies are held in a plane that its normal is not in, what
/// the plane leaves of them. The slide across the plane ends with the approach; friction along it and the normal force
/// would do the same, in any proportion.
fn slides(frame: &ContactFrame, movers: [&Mover; 2]) -> [Vec3; 2] {
    let tangents = [frame.u, frame.w];
    let stays_in = |body: &Mover, a: &Vec3| {
        let Velocity { v, w } = &body.free;
        let is_flat = a.dot(v).abs() <= FLAT * v.norm() && w.cross(a).norm() <= FLAT * w.norm();
        body.mass == InverseMass::NONE && is_flat
    };
    let axis = match movers.map(|body| body.mass.held) {
        [Some(a), Some(b)] if a == b || a == -b => a,
        [Some(a), None] if stays_in(movers[1], &a) => a,
        [None, Some(a)] if stays_in(movers[0], &a) => a,
        _ => return tangents,
    };
    let along = axis.cross(&frame.n);
    let sine = along.norm();
    if axis.dot(&frame.n).abs() < IN_PLANE || sine == 0.0 {
        return tangents;
    }
    let along = along / sine;
    tangents.map(|tangent| along * along.dot(&tangent))
}

/// The sine of an angle, rad, up to which a normal, and up to which a motion, is in a plane.
const IN_PLANE: f64 = 1e-9;
const FLAT: f64 = 1e-12;

/// The impulses of the last step, clipped to the current limits.
fn inside(start: Rows, row: &ConeRow) -> Rows {
    crate::laws::cones::clip(&start, &row.limits.map(|limit| limit * start[0]))
}

fn velocity(body: &BodyRef) -> Velocity {
    Velocity { v: body.twist.v, w: body.twist.w }
}

/// L = √(I/m), the mean over the movable bodies, m; I is the mean of the three moments.
fn length_of(bodies: [&BodyRef; 2]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for body in bodies.into_iter().filter(|body| body.mass.mass.is_finite()) {
        let inertia = body.mass.inertia.sum() / 3.0;
        (sum, count) = (sum + (inertia / body.mass.mass).sqrt(), count + 1.0);
    }
    if count > 0.0 && sum > 0.0 { sum / count } else { 1.0 }
}
