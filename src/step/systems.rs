//! The systems of a step, in the order in which they run: loops over components that call the laws.

use super::broad::Anchor;
use super::detect::Candidates;
use super::events::{EventLog, Part};
use super::pull::is_held;
use super::round::Rounds;
use super::workers::Workers;
use crate::laws::frame::ContactFrame;
use crate::laws::motion::{inertia_about, rotate, rotate_about, turned};
use crate::laws::normal::{
    HertzPair, effective_mass, effective_modulus, hooke_force, mean_inertia, plane_strain_modulus,
};
use crate::laws::number::Number;
use crate::laws::parameters::{Conditions, Derived, SpinModel};
use crate::laws::path::tangent_path;
use crate::laws::{Rotation, Vec2, Vec3, unit};
use crate::scene::{Drive, Motion, NormalLaw};
use crate::shapes::surface::Placed;
use crate::world::body::{BodyShape, Freedom, Holding, Home, Mass, Pose, Stuff, Supports, Twist, Wrench};
use crate::world::contact::{Frame, LawMemory, Loads, NormalForce, Pair, PairLaw, Paths, Roll, Slide, Spin, Touch};
use crate::world::pull::Pulls;
use crate::world::{Clock, Lane, Lanes};
use bevy_ecs::prelude::*;

/// A tangential step below this part of the body's size is rounding noise, not motion.
pub(super) const STILL: f64 = 1e-14;
/// A path below this part of the body's size has no direction of its own: the curvature of the last one stays.
const DIRECTIONLESS: f64 = 1e-12;

/// `StepSystems::Integrate`: one step of motion with the loads of the last state. Tells whether the pair list is still good:
/// whether the bodies are where it expects them, in space and in the memory.
pub fn move_bodies(
    mut clock: ResMut<Clock>,
    lanes: Res<Lanes>,
    (workers, holding): (Res<Workers>, Res<Holding>),
    rounds: Res<Rounds>,
    mut candidates: ResMut<Candidates>,
    mut bodies: Query<(Entity, &Lane, &Freedom, &Mass, &Wrench, &Supports, &Home, &Anchor, &mut Twist, &mut Pose)>,
) {
    clock.step += 1;
    let (dt, time) = (clock.dt, clock.time());
    let far = candidates.far_squared();
    let Ok(tables) = bodies.contiguous_iter_mut() else { return };
    for (found, of, freedoms, masses, wrenches, supports, homes, anchors, mut twists, mut poses) in tables {
        let (twists, poses) = (twists.bypass_change_detection(), poses.bypass_change_detection());
        let at = rounds.place_of(found);
        let is_good = workers.all((twists, poses), &[], |first, (twists, poses)| {
            let found = &found[first..first + poses.len()];
            let mut is_good = found.is_empty() || at.is_some_and(|at| rounds.lists(found, at + first));
            for (k, (twist, pose)) in (first..).zip(twists.iter_mut().zip(poses)) {
                let gravity = &lanes.0[of[k].0 as usize].gravity;
                let mut acceleration = gravity + wrenches[k].force / masses[k].mass;
                if holding.0 {
                    acceleration = supports[k].remove_from(acceleration);
                }
                let loads = Pushed { acceleration, torque: &wrenches[k].torque, inertia: &masses[k].inertia };
                move_body(&freedoms[k].0, &homes[k], &loads, (time, dt), twist, pose);
                is_good &= far.is_none_or(|far| (pose.x - anchors[k].0).norm_squared() <= far);
            }
            is_good
        });
        candidates.are_old |= !is_good;
    }
}

/// What moves a body in one step.
struct Pushed<'a> {
    /// m/s².
    acceleration: Vec3,
    /// N·m, world.
    torque: &'a Vec3,
    /// kg·m², body axes.
    inertia: &'a Vec3,
}

/// One body over one step from `t` − `dt` to `t`, s.
fn move_body(freedom: &Motion, home: &Home, by: &Pushed, (t, dt): (f64, f64), twist: &mut Twist, pose: &mut Pose) {
    let &Pushed { acceleration: a, torque, inertia } = by;
    match freedom {
        Motion::Fixed => return,
        Motion::Driven(drive) => {
            (*pose, *twist) = driven(drive, home, t);
            return;
        }
        Motion::Free => {
            twist.v += a * dt;
            (pose.q, twist.w) = rotate(inertia, &pose.q, &twist.w, torque, dt);
        }
        Motion::Translating => twist.v += a * dt,
        Motion::Spinning(axis) => {
            twist.v += a * dt;
            (pose.q, twist.w) = rotate_about(axis, inertia, &pose.q, &twist.w, torque, dt);
        }
        Motion::Planar(axis) => {
            twist.v += (a - axis * axis.dot(&a)) * dt;
            (pose.q, twist.w) = rotate_about(axis, inertia, &pose.q, &twist.w, torque, dt);
        }
    }
    pose.x += twist.v * dt;
}

/// Pose and velocity of a driven body at time `t`, s.
pub(super) fn driven(drive: &Drive, home: &Home, t: f64) -> (Pose, Twist) {
    let moving = t > drive.from && t <= drive.until;
    let tau = t.clamp(drive.from, drive.until.max(drive.from)) - drive.from;
    let phase = std::f64::consts::TAU * drive.frequency;
    let q = turned(&Rotation::identity(), &drive.angular_velocity, tau);
    let arm = q * (home.0.x - drive.pivot);
    let shake = drive.shake * (phase * t).sin();
    let now = if moving { 1.0 } else { 0.0 };
    let pose = Pose { x: drive.pivot + arm + drive.velocity * tau + shake, q: q * home.0.q };
    let turn = drive.angular_velocity.cross(&arm);
    let v = (drive.velocity + turn) * now + drive.shake * (phase * (phase * t).cos());
    (pose, Twist { v, w: drive.angular_velocity * now })
}

/// `StepSystems::Frame`: carries each contact frame on both bodies, and finds the spin angle ψ between the two.
pub fn carry_frames(bodies: Query<&Pose>, mut contacts: Query<(&Pair, &Touch, &mut Frame)>) {
    for (pair, touch, mut frame) in &mut contacts {
        let Ok([i, j]) = bodies.get_many([pair.i, pair.j]) else {
            continue;
        };
        if pair.age == 0 {
            continue;
        }
        frame.last = frame.now;
        frame.now = carried(&touch.n, &i.q, &frame.in_i);
        frame.psi = frame.now.angle_from(&carried(&touch.n, &j.q, &frame.in_j));
        let (u, w) = (frame.now.u, frame.now.w);
        frame.in_i = [i.q.inverse_transform_vector(&u), i.q.inverse_transform_vector(&w)];
        frame.in_j = [j.q.inverse_transform_vector(&u), j.q.inverse_transform_vector(&w)];
    }
}

/// The frame at the normal `n` that a body with the orientation `q` brings along from its `painted` tangents.
#[inline(always)]
fn carried(n: &Vec3, q: &Rotation, painted: &[Vec3; 2]) -> ContactFrame {
    ContactFrame::carried(*n, &(q * painted[0]), &(q * painted[1]))
}

/// `StepSystems::Paths`: how far the contact point moved over each surface, and how curved the surface is along the way.
pub fn trace_paths(bodies: Query<(&BodyShape, &Pose)>, mut contacts: Query<(&Pair, &Touch, &Frame, &mut Paths)>) {
    for (pair, touch, frame, mut paths) in &mut contacts {
        let Ok([i, j]) = bodies.get_many([pair.i, pair.j]) else {
            continue;
        };
        if pair.age == 0 {
            continue;
        }
        let size = i.0.0.size().min(j.0.0.size());
        let paths = &mut *paths;
        paths.p_i = path_on(i, &touch.on_i, frame, size, &mut paths.from_i, &mut paths.kappa_i);
        let p = path_on(j, &touch.on_j, frame, size, &mut paths.from_j, &mut paths.kappa_j);
        let (sin, cos) = if frame.psi == 0.0 { (frame.psi, 1.0) } else { frame.psi.sin_cos() };
        paths.p_j = Vec2::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos); // the counter-spin, figure 3
    }
}

/// The path of the contact point on one body, components (u, w). The differences are taken in the body's own axes, so
/// that a body at rest adds up no rounding.
#[inline(always)]
fn path_on(
    (shape, pose): (&BodyShape, &Pose),
    now: &Vec3,
    frame: &Frame,
    size: f64,
    from: &mut Vec3,
    kappa: &mut f64,
) -> Vec2 {
    let (shape, place) = (&shape.0, Placed { shape: &shape.0, x: pose.x, q: pose.q });
    let to = place.to_local(now);
    let n = &frame.now.n;
    let arc = shape.arc(from, &to);
    let Some(path) = tangent_path(&(pose.q * (to - *from)), n, arc, STILL * size) else {
        return Vec2::zeros();
    };
    let (path, arc) = match shape.geodesic(from, &to) {
        Some(geodesic) => (pose.q * geodesic, geodesic.norm()),
        None => (path, arc),
    };
    // A constant curvature is known since the contact's birth.
    if arc > DIRECTIONLESS * size && shape.constant_curvature().is_none() {
        let along = pose.q.inverse_transform_vector(&path) / arc;
        *kappa = shape.curvature(&to, &pose.q.inverse_transform_vector(n), &along);
    }
    *from = to;
    frame.now.components(&path)
}

/// `StepSystems::Friction`: N of each contact, its share in the pair's, and the springs at that N and κ.
pub fn find_normal_forces(
    candidates: Res<Candidates>,
    lanes: Res<Lanes>,
    bodies: Query<(&BodyShape, &Pose, &Twist, &Mass, &Stuff, Option<&Pulls>)>,
    mut contacts: Query<(&PairLaw, &Touch, &Paths, &Frame, &mut NormalForce)>,
) {
    for pair in candidates.pairs.iter().filter(|pair| !pair.points.is_empty()) {
        let Ok([i, j]) = bodies.get_many([pair.i, pair.j]) else {
            continue;
        };
        let partner =
            |(shape, pose, twist, mass, stuff, pulled)| Partner::of((shape, pose, twist, mass, stuff)).pulled(pulled);
        let (i, j) = (partner(i), partner(j));
        let count = pair.points.len() as f64;
        let mut total = 0.0;
        for (_, entity) in &pair.points {
            let Ok((law, touch, paths, frame, mut normal)) = contacts.get_mut(*entity) else {
                continue;
            };
            let gravity = &lanes.0[pair.key.lane as usize].gravity;
            normal.n = normal_force(law, touch, &i, &j, gravity, count);
            total += normal.n;
            if pair.points.len() == 1 {
                set_springs(&mut normal, law, touch, paths, frame, &i, &j, (total, count));
            }
        }
        for (_, entity) in pair.points.iter().filter(|_| pair.points.len() > 1) {
            if let Ok((law, touch, paths, frame, mut normal)) = contacts.get_mut(*entity) {
                set_springs(&mut normal, law, touch, paths, frame, &i, &j, (total, count));
            }
        }
    }
}

/// The share of one point in the normal force of its pair (`total` on `count` points), and its springs.
#[inline(always)]
fn set_springs(
    normal: &mut NormalForce,
    law: &PairLaw,
    touch: &Touch,
    paths: &Paths,
    frame: &Frame,
    i: &Partner,
    j: &Partner,
    (total, count): (f64, f64),
) {
    normal.share = if total > 0.0 { normal.n / total } else { 1.0 / count };
    let at = conditions(law, touch, paths, frame, i, j, (total, normal.share));
    normal.patch = at.patch;
    normal.derived = law.friction.derive(&at);
}

/// One of the two bodies of a contact, as the normal force sees it.
pub(super) struct Partner<'a> {
    place: Placed<'a>,
    /// Its velocities.
    pub(super) twist: &'a Twist,
    /// Its mass and inertia.
    pub(super) mass: &'a Mass,
    /// Its elastic constants.
    pub(super) stuff: &'a Stuff,
    pulled: Option<&'a Pulls>,
}

impl<'a> Partner<'a> {
    /// From its components.
    pub(super) fn of(
        (shape, pose, twist, mass, stuff): (&'a BodyShape, &'a Pose, &'a Twist, &'a Mass, &'a Stuff),
    ) -> Self {
        Self { place: Placed { shape: &shape.0, x: pose.x, q: pose.q }, twist, mass, stuff, pulled: None }
    }

    fn pulled(self, pulled: Option<&'a Pulls>) -> Self {
        Self { pulled, ..self }
    }

    fn velocity_at(&self, point: &Vec3) -> Vec3 {
        self.twist.v + self.twist.w.cross(&(point - self.place.x))
    }

    fn mean_curvature(&self, on_surface: &Vec3, n: &Vec3) -> f64 {
        let n = self.place.q.inverse_transform_vector(n);
        self.place.shape.mean_curvature(&self.place.to_local(on_surface), &n)
    }

    fn modulus(&self) -> Option<f64> {
        self.stuff.0.map(|e| plane_strain_modulus(e.youngs_modulus, e.poisson_ratio))
    }

    #[inline(always)]
    fn inertia_about(&self, axis: &Vec3) -> f64 {
        if self.mass.mass.is_finite() { inertia_about(&self.mass.inertia, &self.place.q, axis) } else { f64::INFINITY }
    }
}

/// N of one point of a pair with `count` points.
#[inline(always)]
fn normal_force(law: &PairLaw, touch: &Touch, i: &Partner, j: &Partner, gravity: &Vec3, count: f64) -> f64 {
    let rate = || velocity_between(i, j, &touch.c).dot(&touch.n);
    let mass = effective_mass(i.mass.mass, j.mass.mass);
    match law.normal {
        NormalLaw::KnownForce(force) => force / count,
        NormalLaw::KnownWeight => {
            let into_support = if j.mass.mass.is_finite() { touch.n } else { -touch.n };
            let pulled = if j.mass.mass.is_finite() { j.pulled } else { i.pulled };
            let weight = mass * gravity.dot(&into_support);
            pulled.map_or(weight, |pulls| weight + pulls.force.dot(&into_support)).not_negative() / count
        }
        NormalLaw::Hooke { k_n, damping } => hooke_force(k_n, damping, touch.overlap, rate(), mass),
        NormalLaw::Hertz { damping_ratio } => {
            hertz(touch, i, j).map_or(0.0, |pair| pair.force(touch.overlap, rate(), mass, damping_ratio))
        }
    }
}

/// Velocity of body j's material point at `c` against body i's, m/s, world.
#[inline(always)]
pub(super) fn velocity_between(i: &Partner, j: &Partner, c: &Vec3) -> Vec3 {
    j.velocity_at(c) - i.velocity_at(c)
}

/// The Hertz data of a contact; `None` if both bodies are rigid.
pub(super) fn hertz(touch: &Touch, i: &Partner, j: &Partner) -> Option<HertzPair> {
    let modulus = effective_modulus(i.modulus(), j.modulus())?;
    Some(HertzPair { modulus, radius: effective_radius(touch, i, j) })
}

/// R_eff of the contact area, m. A pair without curvature (flat on flat) takes the size of the smaller body.
#[inline(always)]
pub(super) fn effective_radius(touch: &Touch, i: &Partner, j: &Partner) -> f64 {
    let curvature = i.mean_curvature(&touch.on_i, &touch.n) + j.mean_curvature(&touch.on_j, &touch.n);
    let size = i.place.shape.size().min(j.place.shape.size());
    if curvature * size > 1e-6 { 1.0 / curvature } else { size }
}

/// What the springs of the paper are derived from, at `share` of the pair's normal force `total`.
#[inline(always)]
pub(super) fn conditions(
    law: &PairLaw,
    touch: &Touch,
    paths: &Paths,
    frame: &Frame,
    i: &Partner,
    j: &Partner,
    (total, share): (f64, f64),
) -> Conditions {
    let n = &touch.n;
    let needs_patch = law.friction.spin == SpinModel::Hertz || matches!(law.normal, NormalLaw::Hertz { .. });
    let patch = if needs_patch { hertz(touch, i, j).map_or(0.0, |pair| pair.patch(total)) } else { 0.0 };
    Conditions {
        normal: total,
        share,
        kappa: 0.5 * (paths.kappa_i + paths.kappa_j),
        mass: mean_inertia(i.mass.mass, j.mass.mass),
        roll_inertia: [
            inertia_of_pair(i, j, &roll_axis(frame, n, &paths.p_i)),
            inertia_of_pair(i, j, &roll_axis(frame, n, &paths.p_j)),
        ],
        spin_inertia: inertia_of_pair(i, j, n),
        patch,
    }
}

/// Mean moment of inertia of the two bodies about a world axis, kg·m².
#[inline(always)]
fn inertia_of_pair(i: &Partner, j: &Partner, axis: &Vec3) -> f64 {
    mean_inertia(i.inertia_about(axis), j.inertia_about(axis))
}

/// The axis `n × p̂` about which a body rolls along its path p; w while it does not move.
#[inline(always)]
fn roll_axis(frame: &Frame, n: &Vec3, p: &Vec2) -> Vec3 {
    unit(&n.cross(&frame.now.to_world(p)), 0.0).unwrap_or(frame.now.w)
}

/// `StepSystems::Friction`: slide, roll and spin by the paper's laws, none in the step of a contact's birth. A contact
/// under other laws has [`Memories`](crate::laws::choice::Memories) and is left to the library.
pub fn apply_friction(
    clock: Res<Clock>,
    mut log: ResMut<EventLog>,
    mut contacts: Query<(&Pair, &PairLaw, &Paths, &Frame, &NormalForce, &LawMemory, &mut Slide, &mut Roll, &mut Spin)>,
) {
    let dt = clock.dt;
    for (pair, law, paths, frame, normal, memory, mut slide, mut roll, mut spin) in &mut contacts {
        if pair.age == 0 || memory.0.is_some() {
            continue;
        }
        let Derived { slide: on_slide, roll_i, roll_j, spin: on_spin } = &normal.derived;
        let damped = law.friction.damping_in_slip;
        let ds = paths.p_i - paths.p_j; // (1a)
        let (log, step) = (&mut *log, clock.step);
        slide.0.advance(ds, ds, on_slide, dt, damped);
        log.note(step, pair.key, Part::Slide, &slide.0);
        if roll_i.is_on() {
            roll.i.advance(paths.p_i * paths.kappa_i, -ds, roll_i, dt, damped);
            roll.j.advance(paths.p_j * paths.kappa_j, ds, roll_j, dt, damped);
            log.note(step, pair.key, Part::RollI, &roll.i);
            log.note(step, pair.key, Part::RollJ, &roll.j);
        } else {
            roll.i.release();
            roll.j.release();
        }
        if on_spin.is_on() {
            spin.0.advance(frame.psi, frame.psi, on_spin, dt, damped);
            log.note(step, pair.key, Part::Spin, &spin.0);
        } else {
            spin.0.release();
        }
    }
}

/// `StepSystems::Loads`: adds what each contact does to its bodies, on each body in the order of the contacts' keys.
/// [`super::round::systems::sum_loads`] has begun the sums.
pub fn sum_loads(
    candidates: Res<Candidates>,
    mut holding: ResMut<Holding>,
    mut bodies: Query<(&Pose, &Mass, &mut Wrench, &mut Supports)>,
    mut contacts: Query<(&Pair, &PairLaw, &Touch, &Frame, &NormalForce, &Slide, &Roll, &Spin, &mut Loads)>,
) {
    for (_, entity) in candidates.pairs.iter().flat_map(|pair| &pair.points) {
        let Ok((pair, law, touch, frame, normal, slide, roll, spin, mut loads)) = contacts.get_mut(*entity) else {
            continue;
        };
        let held = is_held(law, normal);
        *loads = Loads::of(frame, normal.n, slide, roll, spin);
        let force = loads.normal_on_i - loads.friction_on_j;
        let on_i = (force, loads.roll_on_i() + loads.spin_on_i);
        let on_j = (-force, loads.roll_on_j() - loads.spin_on_i);
        for (entity, (force, torque)) in [(pair.i, on_i), (pair.j, on_j)] {
            let Ok((pose, mass, mut wrench, mut supports)) = bodies.get_mut(entity) else {
                continue;
            };
            wrench.force += force;
            wrench.torque += torque + (touch.c - pose.x).cross(&force);
            if held && mass.mass.is_finite() {
                supports.add(&touch.n);
                holding.0 = true;
            }
        }
    }
}

impl Loads {
    /// Forces and torques of one contact in the world (FN20 section 3).
    #[inline(always)]
    pub(super) fn of(frame: &Frame, normal: f64, slide: &Slide, roll: &Roll, spin: &Spin) -> Self {
        let frame = &frame.now;
        let n = &frame.n;
        // Torque on body b is −n_b × T_b with n_i = n, n_j = −n.
        let on_i = |load: &Vec2| -n.cross(&frame.to_world(load));
        let on_j = |load: &Vec2| n.cross(&frame.to_world(load));
        Self {
            friction_on_j: -frame.to_world(&slide.0.load()),
            normal_on_i: n * normal,
            roll_elastic_i: on_i(&roll.i.elastic),
            roll_damping_i: on_i(&roll.i.damping),
            roll_elastic_j: on_j(&roll.j.elastic),
            roll_damping_j: on_j(&roll.j.damping),
            spin_on_i: n * -spin.0.load(),
        }
    }
}
