//! A contact processed individually: from its row to its springs and its load.

use crate::laws::friction::component::FrictionComponent;
use crate::laws::friction::contact::{
    ContactHistory, ContactLoad, ContactPoint, FrictionLoads, KernelConstants, KernelVariant, StepMotion, Surface,
    load, normal_force,
};
use crate::laws::friction::frame::ContactFrame;
use crate::laws::friction::law::Relative;
use crate::laws::friction::limit::anisotropy::grain_direction;
use crate::laws::friction::limit::cones::Reaction;
use crate::laws::friction::normal::mean_inertia;
use crate::laws::friction::normal::overlap_area::{self, approach, rocking_torque};
use crate::laws::friction::parameters::{Conditions, Derived};
use crate::laws::friction::tracking::{carry_frame, counter_spin, follow, path_scale, surface_path};
use crate::laws::math::number::{V2, V3, both};
use crate::laws::math::turning::Turn;
use crate::laws::{Vec2, Vec3, unit};
use crate::step::contacts::context::StepContext;
use crate::step::contacts::narrow::geometry::PairGeometry;
use crate::step::contacts::pair_constants::{PairConstants, PairShape};
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::events::{ContactEventKind, EventNotes};
use crate::world::body::BodyRef;
use crate::world::contact::{ContactIdentity, ContactLine, ContactModes, ContactPair};

/// A path below this fraction of the body's size has no direction: the last curvature is kept.
const DIRECTIONLESS: f64 = 1e-12;

/// A contact being processed.
pub(super) struct Contact<'a> {
    pub(super) class: &'a PairConstants,
    pub(super) is: KernelConstants,
    pub(super) point: ContactPoint,
    pub(super) history: ContactHistory,
    pub(super) motion: StepMotion,
    /// κ_i and κ_j along the paths, 1/m.
    pub(super) curvatures: [f64; 2],
    /// e1, the direction of the grain of one of the bodies, components (u, w); zero without one.
    pub(super) grain: Vec2,
    /// For a rigid contact, the result of the constraint solver.
    pub(super) reaction: Option<Reaction>,
    /// The contact line of two overlapping prisms.
    pub(super) line: Option<ContactLine>,
    /// Torque that damps the rocking of the prisms, before it is limited, N·m.
    pub(super) rocking: f64,
    /// [`PassingValues::damped_mass`](crate::world::contact::PassingValues::damped_mass), kg.
    pub(super) damped_mass: f64,
}

/// Results of a step of a contact, apart from the histories.
#[derive(Clone, Copy, Default)]
pub(super) struct ContactOutcome {
    pub(super) springs: Derived,
    pub(super) patch: f64,
    pub(super) loads: FrictionLoads,
    pub(super) increments: [[f64; 2]; 4],
}

impl<'a> Contact<'a> {
    /// Reads the contact in this row, with its current geometry and normal force.
    pub(super) fn read(context: &StepContext<'a>, columns: &ContactColumns, row: usize, found: &PairGeometry) -> Self {
        let class_of = columns.pairs[row].class as usize;
        let class = &context.at.classes[class_of];
        let is = {
            let [a, b, c] = &context.constants[class_of];
            KernelConstants::from_rows(&[a.0, b.0, c.0])
        };
        let mut motion = columns.motions[row];
        let extras = columns.extras[row].0.as_deref();
        let point = match extras.filter(|_| !class.is_wide) {
            Some(extras) => extras.geometry.point,
            None => found.point(class),
        };
        let general = extras.filter(|_| class.shape == PairShape::General);
        let curvatures = general.map_or(class.curvatures, |extras| extras.geometry.curvatures);
        if class.is_wide {
            let weight = V3::from(class.weight(&context.rules[class.case as usize].gravity)).dot(point.n);
            let approach = found.rate().dot(point.n);
            motion.normal = normal_force(class.variant.normal, is.normal, point.overlap, approach, weight);
            (motion.overlap, motion.share) = (point.overlap, 1.0);
        }
        let reaction = extras.and_then(|extras| extras.solution.reaction);
        let line = extras.and_then(|extras| extras.geometry.line);
        let grain = extras.map_or_else(Vec2::zeros, |extras| extras.geometry.grain);
        let mut rocking = 0.0;
        if let (Some(area), Some(line), Some([i, j])) = (&class.area, &line, context.pair_of(&columns.pairs[row])) {
            let (rate, spins) = (V3::from(j.twist.v - i.twist.v), [i, j].map(|body| V3::from(body.twist.w)));
            let approach = approach(point.n, (rate, spins), point.feet, line.ends);
            motion.normal = overlap_area::normal_force(is.normal, [point.overlap, line.width], approach);
            (motion.overlap, motion.share) = (point.overlap, 1.0);
            let axes = [area.plane.a.into(), point.n];
            rocking = rocking_torque(area.spring.rotation, axes, (rate, spins), class.arms(&point), line.ends);
        }
        let (history, damped_mass) = (columns.histories[row], extras.map_or(0.0, |extras| extras.passing.damped_mass));
        Self { class, is, point, history, motion, curvatures, grain, reaction, line, rocking, damped_mass }
    }

    /// Carries the frame and tracks the contact point over both bodies.
    pub(super) fn follow(
        &mut self,
        turns: &[Turn; 2],
        last_normal: V3<f64>,
        bodies: impl FnOnce() -> Option<[BodyRef<'a>; 2]>,
    ) {
        let Self { class, is, point, history, motion, curvatures, .. } = self;
        let surfaces = class.variant.surfaces;
        if class.follows_chords {
            return follow(surfaces, is, history, motion, (point, last_normal), turns);
        }
        let Some(bodies) = bodies() else { return };
        let n = point.n;
        let was = [turns[0].apply(history.from[0]), turns[1].apply(history.from[1])];
        let normals = both(|k| match surfaces[k] {
            Surface::Sphere => was[k],
            Surface::Plane => n,
            Surface::Other => turns[k].apply(last_normal),
        });
        let frame = carry_frame(n, history.u, normals, turns);
        let [(from_i, p_i), (from_j, p_j)] = both(|k| {
            let (ends, tangents) = ([point.material(surfaces[k], k), was[k]], [frame.u, frame.w]);
            match surfaces[k] {
                Surface::Other => {
                    shape_path(&bodies[k], ends, [n, frame.u, frame.w], is.still[k], class.size, &mut curvatures[k])
                }
                surface => {
                    let scale = |square| path_scale(surface, is.reach[k], ends[0] - ends[1], square);
                    surface_path(ends, tangents, is.still[k], scale)
                }
            }
        });
        (history.from, history.u) = ([from_i, from_j], frame.u);
        (motion.paths, motion.psi) = ([p_i, counter_spin(p_j, frame.turn)], frame.psi);
    }

    /// Finds the direction of the grain at the present pose. One that is normal to the contact plane keeps its last
    /// direction, which turns with its body.
    pub(super) fn turn_grain(&mut self, [i, j]: &[BodyRef; 2]) {
        if self.class.friction().is_isotropic() {
            return;
        }
        let Some((k, body, local)) = [i, j].into_iter().enumerate().find_map(|(k, b)| Some((k, b, b.grain?))) else {
            self.grain = Vec2::zeros();
            return;
        };
        let frame = ContactFrame::with_tangent(Vec3::from(self.point.n), self.history.u.into());
        // The frame turns with body i.
        let turned = if k == 0 { 0.0 } else { -self.motion.psi };
        let last = counter_spin(self.grain.into(), [libm::sin(turned), libm::cos(turned)]);
        self.grain = grain_direction(&frame.components(&(body.pose.q * local)), &last.into());
    }

    /// The springs at the current normal force and curvature, and the Hertz contact radius a, m.
    pub(super) fn springs(&self, bodies: &[BodyRef; 2]) -> (Derived, f64) {
        let at = self.conditions(bodies);
        let friction = self.class.friction();
        let mut springs = friction.derive(&Conditions { normal: 1.0, ..at }).under(at.normal);
        if self.class.variant.patch {
            springs.spin = friction.spin_spring(&at);
        }
        (springs, at.patch)
    }

    /// The inputs from which the paper's springs are derived.
    pub(super) fn conditions(&self, [i, j]: &[BodyRef; 2]) -> Conditions {
        let Self { class, point, motion, curvatures, history, .. } = self;
        let n = Vec3::from(point.n);
        let total = if motion.share > 0.0 { motion.pressing() / motion.share } else { 0.0 };
        let about = |axis: &Vec3| mean_inertia(i.inertia_about(axis), j.inertia_about(axis));
        let frame = ContactFrame::with_tangent(n, history.u.into());
        // The axis n × p̂ about which a body rolls along its path p; w without motion.
        let roll = |p: V2<f64>| unit(&n.cross(&frame.to_world(&p.into())), 0.0).unwrap_or(frame.w);
        let patch = match class.needs_patch() {
            true => class.hertz(self.area_radius(&[*i, *j])).map_or(0.0, |pair| pair.patch(total)),
            false => 0.0,
        };
        let kappa = 0.5 * (curvatures[0] + curvatures[1]);
        let variant = &class.variant;
        // Most faces neither roll nor spin and need no inertia.
        let is_paper = class.friction().is_linear_paper();
        let rolls = !is_paper || variant.rolls && kappa > 0.0;
        Conditions {
            normal: total,
            share: motion.share,
            kappa,
            mass: mean_inertia(i.mass.mass, j.mass.mass),
            roll_inertia: if rolls { both(|k| about(&roll(motion.paths[k]))) } else { [0.0; 2] },
            spin_inertia: if variant.spins || !is_paper { about(&n) } else { 0.0 },
            patch,
        }
    }

    /// R_eff of the contact area, m ([`area_radius`]).
    pub(super) fn area_radius(&self, bodies: &[BodyRef; 2]) -> f64 {
        area_radius(self.class, &self.point, bodies)
    }

    /// Sets the increments of a contact that has existed for `time`, s, since its surfaces met.
    ///
    /// The paths follow from the velocities: with n common to both surfaces, `n × (ω_j − ω_i) = κ_i p_i + κ_j p_j` per
    /// unit time (D. J. Montana, *The kinematics of contact and grasp*, Int. J. Robotics Research 7 (1988) 17, for
    /// curvatures that are the same in all directions), and `p_i − p_j` is the slip. Surfaces that cannot roll slide on
    /// one point of body j.
    pub(super) fn infer_motion(&mut self, bodies: &[BodyRef; 2], time: f64) {
        let by = relative(self, bodies);
        let [kappa_i, kappa_j] = self.curvatures;
        let kappa = kappa_i + kappa_j;
        let over_i = if kappa > 0.0 { (by.roll + by.slip * kappa_j) / kappa } else { by.slip };
        self.motion.paths = [over_i, over_i - by.slip].map(|rate| V2::from(rate * time));
        self.motion.psi = by.spin * time;
    }

    /// Rate at which the overlap grows, m/s.
    pub(super) fn approach(&self, found: &PairGeometry, bodies: &[BodyRef; 2]) -> f64 {
        let n = self.point.n;
        if self.class.is_wide { found.rate().dot(n) } else { V3::from(surface_rate(self, bodies)).dot(n) }
    }

    /// The load on the bodies in the next step. Loads from the rigid contact solver have already acted and are left
    /// out.
    pub(super) fn load(&self, friction: &FrictionLoads) -> ContactLoad {
        let Self { class, is, point, history, motion, .. } = self;
        let (mut normal, mut acts) = (motion.normal, *friction);
        // The `dae` solver finds these loads later in the step.
        leave_out(&mut acts, class.friction().laws.coupled());
        if class.is_rigid() {
            normal = 0.0;
            leave_out(&mut acts, class.friction().cones());
        }
        load(class.variant.surfaces, is.reach, point, history.u, normal, &acts)
    }
}

/// Leaves out the loads of slide, roll and spin that are found elsewhere.
fn leave_out(acts: &mut FrictionLoads, [slide, roll, spin]: [bool; 3]) {
    if slide {
        acts.slide = Default::default();
    }
    if roll {
        acts.roll = Default::default();
    }
    if spin {
        acts.spin = Default::default();
    }
}

/// Time for which the surfaces have touched, s, in the step of size `dt`, s, in which their contact begins with this
/// overlap, m, and rate of approach, m/s. 0 where the time is unknown: at the start of a run, and under a known or
/// rigid normal force or a constraint, where the overlap does not measure it.
pub(super) fn time_since_touch(class: &PairConstants, overlap: f64, approach: f64, (step, dt): (u32, f64)) -> f64 {
    if step == 0 || class.law.is_known() || class.law.has_constraint() {
        return 0.0;
    }
    if overlap < approach * dt { overlap / approach } else { dt }
}

/// Velocity of body j's surface relative to body i's at the contact point, m/s, world.
fn surface_rate(contact: &Contact, [i, j]: &[BodyRef; 2]) -> Vec3 {
    let arms = contact.class.arms(&contact.point);
    let velocity = |k: usize, body: &BodyRef| body.twist.v + body.twist.w.cross(&arms[k].into());
    velocity(1, j) - velocity(0, i)
}

/// Relative motion of bodies i and j, in the contact frame.
pub(super) fn relative(contact: &Contact, bodies: &[BodyRef; 2]) -> Relative {
    let Contact { point, history, motion, .. } = contact;
    let now = ContactFrame::with_tangent(Vec3::from(point.n), history.u.into());
    let [i, j] = bodies;
    let turning: Vec3 = i.twist.w - j.twist.w;
    let flat = now.components(&turning);
    Relative {
        paths: motion.paths.map(Vec2::from),
        slip: now.components(&surface_rate(contact, bodies)),
        roll: Vec2::new(flat.y, -flat.x), // −n × (u a + w b) = u b − w a
        spin: now.n.dot(&turning),
        psi: motion.psi,
    }
}

/// Relative motion in the contact frame, with the mean slip velocity of the step of `dt`, s, that ends now.
///
/// The velocities are those with which the bodies moved through the step, but the arms to the contact point are those of its
/// end: in the middle they were shorter by half of what they turn with the body and move over its surface. Without it a body at
/// rest on a turntable slips inwards by Ω² r Δt/2, and a ball that rolls down between two others slips sideways.
pub(super) fn mean_motion(contact: &Contact, bodies: &[BodyRef; 2], dt: f64) -> Relative {
    let by = relative(contact, bodies);
    let n = Vec3::from(contact.point.n);
    let frame = ContactFrame::with_tangent(n, contact.history.u.into());
    let [kappa_i, kappa_j] = contact.curvatures;
    let over_i = match contact.class.moves {
        _ if kappa_i + kappa_j > 0.0 => (by.roll + by.slip * kappa_j) / (kappa_i + kappa_j),
        // Flat surfaces slide on one point of the movable body.
        [true, false] => Vec2::zeros(),
        [false, true] => by.slip,
        _ => by.slip * 0.5,
    };
    let arms = contact.class.arms(&contact.point).map(Vec3::from);
    let change = |k: usize, over: Vec2| {
        let w = &bodies[k].twist.w;
        w.cross(&(w.cross(&arms[k]) + frame.to_world(&over)))
    };
    let less = (change(1, over_i - by.slip) - change(0, over_i)) * (0.5 * dt);
    Relative { slip: by.slip - frame.components(&less), ..by }
}

/// R_eff of the contact area, m. A pair without curvature (flat on flat) uses the size of the smaller body.
pub(in crate::step) fn area_radius(class: &PairConstants, point: &ContactPoint, bodies: &[BodyRef; 2]) -> f64 {
    let n = Vec3::from(point.n);
    let mean = |k: usize| match class.variant.surfaces[k] {
        Surface::Other => bodies[k].mean_curvature(&point.feet[k].into(), &n),
        _ => class.curvatures[k],
    };
    crate::laws::friction::normal::area_radius(mean(0) + mean(1), class.size)
}

/// Material point and path of the contact point over a body of any shape; updates the curvature along the path. Arcs
/// are measured in body axes.
fn shape_path(
    body: &BodyRef,
    [to, was]: [V3<f64>; 2],
    [n, u, w]: [V3<f64>; 3],
    still: f64,
    size: f64,
    curvature: &mut f64,
) -> (V3<f64>, V2<f64>) {
    let local = |v: V3<f64>| body.pose.q.inverse_transform_vector(&Vec3::from(v));
    let (to_local, was_local) = (local(to), local(was));
    let mut arc = body.shape.arc(&was_local, &to_local);
    let (from, mut path) = surface_path([to, was], [u, w], still, |square| arc / square.sqrt());
    if path.square() == 0.0 {
        return (from, path);
    }
    let mut along = u * path.u + w * path.w;
    if let Some(geodesic) = body.shape.geodesic(&was_local, &to_local) {
        along = V3::from(body.pose.q * geodesic);
        arc = geodesic.norm();
        path = V2 { u: along.dot(u), w: along.dot(w) };
    }
    // A constant curvature is set when the contact begins.
    if arc > DIRECTIONLESS * size && body.shape.constant_curvature().is_none() {
        *curvature = body.shape.curvature(&to_local, &local(n), &(local(along) / arc));
    }
    (from, path)
}

/// Stores the modes of a contact, and records the mode changes of the components that are switched on.
pub(in crate::step::solve) fn keep(
    now: ContactModes,
    variant: &KernelVariant,
    step: u32,
    pair: &mut ContactPair,
    identity: &mut ContactIdentity,
    notes: &mut EventNotes,
) {
    for component in FrictionComponent::ALL {
        let is_on = match component {
            FrictionComponent::Slide => true,
            FrictionComponent::RollI | FrictionComponent::RollJ => variant.rolls,
            FrictionComponent::Spin => variant.spins,
        };
        let (from, to) = (pair.modes.mode(component), now.mode(component));
        if is_on && from != to {
            identity.changed[component] = step;
            notes.push(identity.key, pair.rows, ContactEventKind::Changed { component, from, to });
        }
    }
    pair.modes = now;
}
