//! Impacts within a step: bodies move up to the time at which their surfaces meet, the impulses act there, with the
//! arms and normals at the impact, and the bodies move on for the rest of the step.
//!
//! Impulses that acted at the beginning of the step, across the remaining gap, would turn a body by the wrong arm, and
//! a rebound would start from above the ground. Linear and angular momentum are conserved for any impulses, because the
//! two bodies of a contact share one point of application and all impulses of an island act at one time. If its pairs
//! meet at different times, the step is split there ([`MAX_SPLITS`]).
//!
//! Velocities of symplectic Euler belong to the middle of a step: at the time t after the beginning of the step, the
//! velocity is the one before the impact less `a (Δt/2 − t)`, where a is the acceleration by the other loads.

use super::contact::{self, RigidContact};
use super::correct;
use super::gather::{Gathering, velocity};
use super::islands::Island;
use super::methods::problem::{ConeRow, Problem};
use super::methods::solved::SolvedIsland;
use super::outcome::IslandStep;
use super::restitution::Bounce;
use crate::laws::Vec3;
use crate::laws::friction::contact::ContactPoint;
use crate::laws::math::extremes::larger;
use crate::laws::motion::{apply_inertia, apply_inverse_inertia};
use crate::scene::Motion;
use crate::shapes::Shape;
use crate::step::motion::integrate::{AppliedLoads, move_body};
use crate::step::solve::solver_body::{InverseMass, Velocity};
use crate::world::body::{Pose, Twist};
use std::ops::Range;

/// Surfaces closer than this fraction of the smaller body's size touch.
const TOUCHING: f64 = 1e-9;
/// Maximum number of iterations for the time of an impact, by the narrow phase, and the change at which they end, as a
/// fraction of the step.
const ROUNDS: usize = 8;
const FOUND: f64 = 1e-14;
/// Maximum number of splits of a step, and of contacts of an island for which a step is split; beyond, the impacts of
/// an island act together at the time of the first.
const MAX_SPLITS: usize = 8;
const MAX_SPLIT_CONTACTS: usize = 64;
/// Impacts this close, as a fraction of the step, are simultaneous.
const TOGETHER: f64 = 1e-9;

/// When the surfaces of a pair meet if the bodies coast.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PairMeeting {
    /// The surfaces touch, or approach slowly or not at all: the bias of the row closes the gap.
    Slow,
    /// The surfaces pass each other, or the step ends before they meet.
    Misses,
    /// The surfaces meet after this time, s.
    After(f64),
}

/// State of an island's bodies at a time within the step.
struct SubstepState {
    /// Time since the beginning of the step, s.
    time: f64,
    poses: Vec<Pose>,
    /// Velocities with which the bodies coast to an impact, and velocities at the beginning of the step or after the
    /// last impact.
    coast: Vec<Velocity>,
    before: Vec<Velocity>,
}

impl<'a> Gathering<'a> {
    /// Finds impulses and motion of an island over the step.
    pub(super) fn advance(&self, island: &mut Island) -> IslandStep {
        let now = self.velocities_before(island);
        let coast = coasting(island, &now);
        let fast = self.fast(island);
        let mut step = IslandStep::new(island);
        if island.problem.rows.iter().any(|row| row.rates(&coast)[0] < -fast) {
            let poses = island.bodies.iter().map(|row| self.pose(*row)).collect();
            self.impacts(island, SubstepState { time: 0.0, poses, coast, before: now }, fast, &mut step);
        } else {
            let found = self.solve(island, 0.0, &now);
            let cones = &self.cases[island.case as usize].solver;
            step.displaced = island.problem.displacing(&found.at, &island.sizes, self.dt, cones.tolerance * self.dt);
            step.add(island, &found, &now, (cones.tolerance, self.dt));
        }
        step
    }

    /// Approach velocity above which an approach can be an impact, m/s; a slower approach is that of resting bodies
    /// that gravity presses together.
    fn fast(&self, island: &Island) -> f64 {
        let rules = &self.cases[island.case as usize];
        2.0 * rules.gravity.norm() * self.dt + 10.0 * rules.solver.tolerance
    }

    fn pose(&self, row: u32) -> Pose {
        let still = Pose { x: Vec3::zeros(), q: crate::laws::Rotation::identity() };
        self.bodies.get(row).map_or(still, |body| *body.pose)
    }

    /// Velocities at the beginning of the step; for a body that loads do not move, its velocity over the whole step.
    fn velocities_before(&self, island: &Island) -> Vec<Velocity> {
        let now = |row: &u32| self.bodies.get(*row).filter(|body| body.mass.mass.is_finite());
        let all = island.bodies.iter().zip(&island.problem.free);
        all.map(|(row, free)| now(row).map_or(*free, |body| velocity(&body))).collect()
    }

    /// Advances an island through the impacts of the step to its end.
    fn impacts(&self, island: &mut Island, mut at: SubstepState, fast: f64, step: &mut IslandStep) {
        for (place, row) in island.bodies.iter().enumerate() {
            island.problem.free[place].w = self.solver_body(*row).kicked;
        }
        at.coast = coasting(island, &at.before);
        let (mut splits, mut is_settled) = (0, false);
        loop {
            let left = self.dt - at.time;
            let meetings = self.meetings(island, &at, left, fast);
            let strikes = touches(island).any(|k| island.problem.rows[k].rates(&at.coast)[0] < -fast);
            let first = next(&meetings, 0.0);
            let is_last = match first {
                Some(_) if strikes => false,
                Some(first) => next(&meetings, first + TOGETHER * self.dt).is_none(),
                None => true,
            };
            if is_last || splits == MAX_SPLITS || island.contacts.len() > MAX_SPLIT_CONTACTS {
                let wait = if strikes { 0.0 } else { first.unwrap_or(0.0) };
                return self.last_part(island, at, (&meetings, wait), step);
            }
            if !is_settled && touches(island).next().is_some() {
                self.settle(island, &mut at, step);
                is_settled = true;
            } else {
                self.coast(island, &mut at, first.unwrap_or(left));
                (splits, is_settled) = (splits + 1, false);
            }
        }
    }

    /// Applies the impulses of the contacts that touch.
    fn settle(&self, island: &mut Island, at: &mut SubstepState, step: &mut IslandStep) {
        let apart = vec![PairMeeting::Misses; island.contacts.len()];
        self.set_biases(island, &apart, self.dt - at.time);
        let found = self.solve(island, at.time, &at.before);
        step.add(island, &found, &at.before, (self.tolerance(island), self.dt));
        island.problem.free = found.at.velocities;
        (at.coast, at.before) = (island.problem.free.clone(), island.problem.free.clone());
    }

    /// Moves the bodies for `part`, s, without loads or impulses.
    fn coast(&self, island: &mut Island, at: &mut SubstepState, part: f64) {
        let velocities = std::mem::take(&mut at.coast);
        at.coast = self.drift(island, &mut at.poses, &velocities, (at.time, part));
        (at.before, island.problem.free) = (at.coast.clone(), at.coast.clone());
        self.place(island, &at.poses, (&velocities, part));
        at.time += part;
    }

    /// Moves the bodies for `wait`, s, to the first impact, applies all impulses there, and moves the bodies to the end
    /// of the step.
    fn last_part(
        &self,
        island: &mut Island,
        mut at: SubstepState,
        (meetings, wait): (&[PairMeeting], f64),
        step: &mut IslandStep,
    ) {
        let mut later = meetings.to_vec();
        if wait > 0.0 {
            let from = at.poses.clone();
            self.drift(island, &mut at.poses, &at.coast, (at.time, wait));
            self.keep_momentum(island, [&from, &at.poses], &mut at.before);
            let mut free = std::mem::take(&mut island.problem.free);
            self.keep_momentum(island, [&from, &at.poses], &mut free);
            island.problem.free = free;
            self.place(island, &at.poses, (&at.coast, wait));
            at.time += wait;
            for meeting in &mut later {
                if let PairMeeting::After(time) = meeting {
                    *time -= wait;
                }
            }
        }
        let left = self.dt - at.time;
        self.set_biases(island, &later, left);
        let found = self.solve(island, at.time, &at.before);
        let tolerance = self.tolerance(island);
        step.add(island, &found, &at.before, (tolerance, self.dt));
        let apart = island.problem.displacing(&found.at, &island.sizes, left, tolerance * left);
        let mut velocities = self.drift(island, &mut at.poses, &found.at.velocities, (at.time, left));
        let moved = island.bodies.iter().zip(&mut at.poses).zip(&mut velocities);
        for (((row, pose), at), by) in moved.zip(apart.iter().flatten()) {
            if let Some(body) = self.bodies.get(*row) {
                correct(pose, &mut at.w, by, &body.mass.inertia);
            }
        }
        let twist = |at: Velocity| Twist { v: at.v, w: at.w };
        step.moved = Some(at.poses.into_iter().zip(velocities.into_iter().map(twist)).collect());
    }

    /// Residual below which an island is solved, m/s.
    fn tolerance(&self, island: &Island) -> f64 {
        self.cases[island.case as usize].solver.tolerance
    }

    /// Moves the bodies of an island without loads for `time`, s, from `begin`, s, after the beginning of the step;
    /// returns the velocities at the end.
    fn drift(
        &self,
        island: &Island,
        poses: &mut [Pose],
        velocities: &[Velocity],
        (begin, time): (f64, f64),
    ) -> Vec<Velocity> {
        let moved = island.bodies.iter().zip(poses).zip(velocities);
        moved.map(|((row, pose), velocity)| self.drift_body(*row, pose, velocity, (begin, time))).collect()
    }

    /// Moves one body without loads, as [`Gathering::drift`] does for an island.
    fn drift_body(&self, row: u32, pose: &mut Pose, velocity: &Velocity, (begin, time): (f64, f64)) -> Velocity {
        let (Some(body), Some(mobility)) = (self.bodies.get(row), self.bodies.mobility(row)) else { return *velocity };
        let mut twist = Twist { v: velocity.v, w: velocity.w };
        let unloaded =
            AppliedLoads { acceleration: Vec3::zeros(), torque: &Vec3::zeros(), inertia: &body.mass.inertia };
        move_body(
            mobility.motion,
            mobility.initial_pose,
            &unloaded,
            (self.start + begin + time, time),
            &mut twist,
            pose,
        );
        if body.mass.mass.is_finite() { Velocity { v: twist.v, w: twist.w } } else { *velocity }
    }

    /// Changes the angular velocity of each free body so that its angular momentum is the same at the second pose as at
    /// the first.
    fn keep_momentum(&self, island: &Island, [from, to]: [&[Pose]; 2], velocities: &mut [Velocity]) {
        for (place, row) in island.bodies.iter().enumerate() {
            let Some((body, mobility)) = self.bodies.get(*row).zip(self.bodies.mobility(*row)) else { continue };
            if *mobility.motion == Motion::Free {
                let (inertia, w) = (&body.mass.inertia, &mut velocities[place].w);
                *w = apply_inverse_inertia(inertia, &to[place].q, &apply_inertia(inertia, &from[place].q, w));
            }
        }
    }

    /// Finds the rows of an island at the poses `poses`. A contact whose point no longer exists takes a point that no
    /// other contact has, such as an edge's for a corner's; without such a point, its gap becomes the size of the
    /// smaller body. A pair without any point keeps its rows, with the gaps left after moving for `time`, s, with
    /// `velocities`.
    fn place(&self, island: &mut Island, poses: &[Pose], (velocities, time): (&[Velocity], f64)) {
        for (place, row) in island.bodies.iter().enumerate() {
            if let Some((body, mobility)) = self.bodies.get(*row).zip(self.bodies.mobility(*row)) {
                island.problem.masses[place] = InverseMass::restricted(mobility.motion, body.mass, &poses[place].q);
            }
        }
        let mut points = Vec::new();
        for pair in pairs(&island.contacts) {
            let at = island.problem.rows[pair.start].bodies.map(|place| &poses[place]);
            self.points(island, pair.start, at, &mut points);
            let of = |feature: u32| points.iter().position(|(other, _)| *other == feature);
            let same: Vec<Option<usize>> = pair.clone().map(|k| of(island.contacts[k].feature)).collect();
            let mut others = (0..points.len()).filter(|at| !same.contains(&Some(*at)));
            for (k, same) in pair.zip(&same) {
                let old = &island.problem.rows[k];
                island.problem.rows[k] = match same.or_else(|| others.next()) {
                    Some(found) => self.row(island, k, &points[found].1, at),
                    None if points.is_empty() => ConeRow { gap: old.gap + old.rates(velocities)[0] * time, ..*old },
                    None => ConeRow { gap: island.sizes[k], ..*old },
                };
            }
        }
    }

    /// The rows of a contact at this point of its bodies at these poses.
    fn row(&self, island: &Island, k: usize, point: &ContactPoint, poses: [&Pose; 2]) -> ConeRow {
        let problem = &island.problem;
        let bodies = problem.rows[k].bodies;
        let [i, j] = bodies.map(|place| (&problem.masses[place], &problem.free[place]));
        let pair_bodies = [(i.0, i.1, &poses[0].x), (j.0, j.1, &poses[1].x)];
        ConeRow { bodies, ..island.contacts[k].row(point, pair_bodies, self.dt) }
    }

    /// The contact points of the pair of contact k at these poses, by feature.
    fn points(&self, island: &Island, k: usize, poses: [&Pose; 2], out: &mut Vec<(u32, ContactPoint)>) {
        let row = &island.problem.rows[k];
        self.points_at(&island.contacts[k].pair(), poses, (row.frame[0], -row.gap), out);
    }

    /// For each contact, when the surfaces of its pair meet.
    fn meetings(&self, island: &Island, at: &SubstepState, left: f64, fast: f64) -> Vec<PairMeeting> {
        let mut all = Vec::with_capacity(island.contacts.len());
        for pair in pairs(&island.contacts) {
            let meeting = self.meeting(island, pair.clone(), at, left, fast);
            let rate = |k: usize| island.problem.rows[k].rates(&at.coast)[0];
            all.extend(pair.map(|k| if rate(k) < -fast { meeting } else { PairMeeting::Slow }));
        }
        all
    }

    fn meeting(&self, island: &Island, pair: Range<usize>, at: &SubstepState, left: f64, fast: f64) -> PairMeeting {
        let rows = &island.problem.rows;
        let mut time = f64::INFINITY;
        let mut touching = Vec::new();
        for k in pair.clone() {
            let rate = rows[k].rates(&at.coast)[0];
            if rows[k].gap <= TOUCHING * island.sizes[k] {
                touching.push(island.contacts[k].feature);
            } else if rate < -fast {
                let linear = rows[k].gap / -rate;
                time = if linear < time { linear } else { time };
            }
        }
        if time >= left * (1.0 - TOGETHER) {
            return if time.is_finite() { PairMeeting::Misses } else { PairMeeting::Slow };
        }
        let contact = &island.contacts[pair.start];
        let places = rows[pair.start].bodies;
        let shapes = contact.bodies.map(|row| self.bodies.get(row).map(|body| body.shape));
        if let [Some(Shape::Sphere { radius: a }), Some(Shape::Sphere { radius: b })] = shapes {
            let [i, j] = places;
            let (d, u) = (at.poses[i].x - at.poses[j].x, at.coast[i].v - at.coast[j].v);
            return match spheres_meet(&d, &u, a + b) {
                Some(time) if time < left * (1.0 - TOGETHER) => PairMeeting::After(time),
                _ => PairMeeting::Misses,
            };
        }
        for _ in 0..ROUNDS {
            let Some(more) = self.time_left(island, pair.start, (&touching, at), time) else { break };
            time += more;
            if time >= left * (1.0 - TOGETHER) {
                return PairMeeting::Misses;
            }
            if more.abs() <= FOUND * self.dt {
                break;
            }
        }
        PairMeeting::After(if time > 0.0 { time } else { 0.0 })
    }

    /// Time, s, after `time`, s, at which the nearest point of a pair that does not touch yet meets the other body, by
    /// the speed at `time`; `None` if the point does not approach.
    fn time_left(
        &self,
        island: &Island,
        first: usize,
        (touching, at): (&[u32], &SubstepState),
        time: f64,
    ) -> Option<f64> {
        let places = island.problem.rows[first].bodies;
        let mut poses = places.map(|place| at.poses[place]);
        let [i, j] = places.map(|place| (island.bodies[place], &at.coast[place]));
        let [from_i, from_j] = &mut poses;
        let velocities =
            [(i, from_i), (j, from_j)].map(|((row, coast), pose)| self.drift_body(row, pose, coast, (at.time, time)));
        let mut points = Vec::new();
        let [pose_i, pose_j] = &poses;
        self.points(island, first, [pose_i, pose_j], &mut points);
        let nearest = points.iter().filter(|(feature, _)| !touching.contains(feature));
        let (_, point) = nearest.max_by(|(_, a), (_, b)| a.overlap.total_cmp(&b.overlap))?;
        let row = self.row(island, first, point, [pose_i, pose_j]);
        let rate = ConeRow { bodies: [0, 1], ..row }.rates(&velocities)[0];
        (rate < 0.0).then(|| -point.overlap / -rate)
    }

    /// Sets the biases with which the gaps of an island close within `left`, s. Surfaces that pass each other or meet
    /// later get a bias with which they do not push.
    fn set_biases(&self, island: &mut Island, meetings: &[PairMeeting], left: f64) {
        let Problem { rows, free, .. } = &mut island.problem;
        for (k, row) in rows.iter_mut().enumerate() {
            let is_closed = row.gap <= TOUCHING * island.sizes[k];
            row.bias = if is_closed && left < self.dt { 0.0 } else { contact::closing_bias(row.gap, left) };
            let misses = match meetings[k] {
                PairMeeting::Slow => false,
                PairMeeting::Misses => true,
                PairMeeting::After(time) => time >= left * (1.0 - TOGETHER),
            };
            if misses && !is_closed {
                row.bias = larger(row.bias, -row.rates(free)[0]);
            }
        }
    }

    /// Solves an island at `time` after the beginning of the step, s. `before`: velocities before the other loads,
    /// which decide whether a contact bounces.
    fn solve(&self, island: &mut Island, time: f64, before: &[Velocity]) -> SolvedIsland {
        let rules = &self.cases[island.case as usize];
        let gravity = rules.gravity.norm();
        let mut start = std::mem::take(&mut island.start);
        start.resize(island.contacts.len(), [0.0; 6]);
        if island.contacts.iter().all(|contact| contact.restitution(gravity).0 == 0.0) {
            return island.problem.solve(&rules.solver, start);
        }
        let later: Vec<Velocity> = island.bodies.iter().map(|row| self.later(*row, time)).collect();
        let Problem { rows, free, .. } = &island.problem;
        let bounce = |(contact, row): (&RigidContact, &ConeRow)| {
            let (e, threshold) = contact.restitution(gravity);
            let (rate, later) = (row.rates(free)[0], row.rates(&later)[0]);
            let biases = [-later, e * (rate - later) - later];
            let is_hit = row.rates(before)[0] < -threshold && rate + row.bias < 0.0;
            (e > 0.0 && is_hit && biases[1] < 0.0).then_some(Bounce { e, biases })
        };
        let bounces: Vec<Option<Bounce>> = island.contacts.iter().zip(rows).map(bounce).collect();
        let less_twice = |at: &Velocity, by: &Velocity| Velocity { v: at.v - by.v * 2.0, w: at.w - by.w * 2.0 };
        let middle: Vec<Velocity> = free.iter().zip(&later).map(|(at, later)| less_twice(at, later)).collect();
        let is_single = island.contacts.iter().all(|contact| contact.bodies == island.contacts[0].bodies);
        island.problem.solve_bouncing(&rules.solver, start, (&bounces, &middle, is_single))
    }

    /// Change of velocity of a body by the loads that are not rigid contacts, from `time` after the beginning of the
    /// step to its middle.
    fn later(&self, row: u32, time: f64) -> Velocity {
        let (solver_body, body) = (self.solver_body(row), self.bodies.get(row));
        body.filter(|body| body.mass.mass.is_finite()).map_or(Velocity::ZERO, |body| {
            let share = 0.5 - time / self.dt;
            Velocity { v: (solver_body.free.v - body.twist.v) * share, w: Vec3::zeros() }
        })
    }
}

/// Velocity of each body on its way to an impact: the velocity at the beginning of the step for a body in contact,
/// whose other loads are balanced, and at the end of the step for a body that moves freely.
fn coasting(island: &Island, now: &[Velocity]) -> Vec<Velocity> {
    let mut coast = island.problem.free.clone();
    for k in touches(island) {
        for place in island.problem.rows[k].bodies {
            coast[place] = now[place];
        }
    }
    coast
}

/// Indices of the contacts that touch.
fn touches<'a>(island: &'a Island) -> impl Iterator<Item = usize> + 'a {
    (0..island.contacts.len()).filter(|k| island.problem.rows[*k].gap <= TOUCHING * island.sizes[*k])
}

/// The first meeting after `time`, s.
fn next(meetings: &[PairMeeting], time: f64) -> Option<f64> {
    let times = meetings.iter().filter_map(|meeting| match meeting {
        PairMeeting::After(t) if *t >= time => Some(*t),
        _ => None,
    });
    times.reduce(|a, b| if b < a { b } else { a })
}

/// Range of contacts of each pair.
fn pairs<'a>(contacts: &'a [RigidContact]) -> impl Iterator<Item = Range<usize>> + use<'a> {
    let mut from = 0;
    let ranges: Vec<_> = contacts
        .chunk_by(|a, b| a.bodies == b.bodies)
        .map(|pair| {
            from += pair.len();
            from - pair.len()..from
        })
        .collect();
    ranges.into_iter()
}

/// When two spheres with the sum of radii `reach` meet, s: the first root of |d + t u| = reach.
fn spheres_meet(d: &Vec3, u: &Vec3, reach: f64) -> Option<f64> {
    let (a, b, c) = (u.norm_squared(), d.dot(u), d.norm_squared() - reach * reach);
    let square = b * b - a * c;
    // The root in the form without cancellation; for b < 0, the spheres approach.
    (b < 0.0 && square >= 0.0).then(|| c / (square.sqrt() - b))
}
