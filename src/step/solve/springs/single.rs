//! One contact of any shape under any law, through the same equations of [`crate::laws::contact`] as eight spheres side
//! by side.

use super::StepContext;
use super::library;
use super::wide::keep;
use crate::laws::Vec3;
use crate::laws::contact::{
    ContactHistory, ContactLoad, ContactPoint, FrictionLoads, Increments, KernelConstants, KernelVariant, Modes,
    Surface, advance, carry_frame, counter_spin, follow_round, load, normal_force, roll_increment, round_path,
    slide_increment, surface_path,
};
use crate::laws::frame::ContactFrame;
use crate::laws::normal::mean_inertia;
use crate::laws::number::{V2, V3, both};
use crate::laws::parameters::{Conditions, Derived};
use crate::laws::turning::Turn;
use crate::laws::unit;
use crate::step::contacts::ContactTable;
use crate::step::contacts::EventNotes;
use crate::step::contacts::class::{PairClass, PairShape};
use crate::step::contacts::columns::ContactColumns;
use crate::step::contacts::geometry::{PairGeometry, round_pair};
use crate::step::events::What;
use crate::world::Clock;
use crate::world::body::BodyRef;
use crate::world::contact::{ContactExtras, ContactModes, ContactRow, Extras};

/// A path below this part of the body's size has no direction of its own: the curvature of the last one stays.
const DIRECTIONLESS: f64 = 1e-12;

/// A contact as it is worked on.
pub(super) struct Contact<'a> {
    pub(super) class: &'a PairClass,
    pub(super) is: KernelConstants,
    pub(super) point: ContactPoint,
    pub(super) history: ContactHistory,
    pub(super) motion: Increments,
    /// κ_i and κ_j along the paths, 1/m.
    pub(super) curvatures: [f64; 2],
}

/// What a step made of a contact beside its histories.
#[derive(Clone, Copy, Default)]
pub(super) struct ContactOutcome {
    pub(super) springs: Derived,
    pub(super) patch: f64,
    pub(super) loads: FrictionLoads,
    pub(super) increments: [[f64; 2]; 4],
}

impl<'a> Contact<'a> {
    /// The contact in this row, where it touches now, with its normal force.
    fn read(context: &StepContext<'a>, columns: &ContactColumns, row: usize, found: &PairGeometry) -> Self {
        let class_of = columns.pairs[row].class as usize;
        let class = &context.at.classes[class_of];
        let is = {
            let [a, b, c] = &context.constants[class_of];
            KernelConstants::of(&[a.0, b.0, c.0])
        };
        let mut motion = columns.motions[row].read();
        let extras = columns.extras[row].0.as_deref();
        let point = match extras.filter(|_| !class.is_wide) {
            Some(extras) => extras.point,
            None => found.point(class),
        };
        let general = extras.filter(|_| class.shape == PairShape::General);
        let curvatures = general.map_or(class.curvatures, |extras| extras.curvatures);
        if class.is_wide {
            let weight = V3::from(class.weight(&context.rules[class.lane as usize].gravity)).dot(point.n);
            let approach = found.rate().dot(point.n);
            motion.normal = normal_force(class.variant.normal, is.normal, point.overlap, approach, weight);
            (motion.overlap, motion.share) = (point.overlap, 1.0);
        }
        Self { class, is, point, history: columns.histories[row].read(), motion, curvatures }
    }

    /// Carries the frame and follows the contact point over both bodies.
    fn follow(&mut self, turns: &[Turn; 2], last_normal: V3<f64>, bodies: impl FnOnce() -> Option<[BodyRef<'a>; 2]>) {
        let Self { class, is, point, history, motion, curvatures } = self;
        let surfaces = class.variant.surfaces;
        if class.shape != PairShape::General {
            return follow_round(surfaces, is, history, motion, point, turns);
        }
        let Some(bodies) = bodies() else { return };
        let n = point.n;
        let was = [turns[0].of(history.from[0]), turns[1].of(history.from[1])];
        let normals = both(|k| match surfaces[k] {
            Surface::Sphere => was[k],
            Surface::Plane => n,
            Surface::Other => turns[k].of(last_normal),
        });
        let frame = carry_frame(n, history.u, normals, turns);
        let [(from_i, p_i), (from_j, p_j)] = both(|k| {
            let (ends, tangents) = ([point.material(surfaces[k], k), was[k]], [frame.u, frame.w]);
            match surfaces[k] {
                Surface::Other => {
                    shape_path(&bodies[k], ends, [n, frame.u, frame.w], is.still[k], class.size, &mut curvatures[k])
                }
                surface => surface_path(ends, tangents, is.still[k], |square| round_path(surface, is.reach[k], square)),
            }
        });
        (history.from, history.u) = ([from_i, from_j], frame.u);
        (motion.paths, motion.psi) = ([p_i, counter_spin(p_j, frame.turn)], frame.psi);
    }

    /// Slide, roll and spin by the laws of the pair.
    fn rub(
        &mut self,
        context: &StepContext,
        modes: &mut ContactModes,
        extras: Option<&mut Extras>,
        bodies: impl Fn() -> Option<[BodyRef<'a>; 2]>,
    ) -> (KernelVariant, ContactOutcome) {
        let class = self.class;
        if !class.friction().laws.is_paper() {
            let Some((extras, bodies)) = extras.zip(bodies()) else {
                return (class.variant, ContactOutcome::default());
            };
            return library::advance(self, context.dt, modes, &mut extras.memories, &bodies);
        }
        let (springs, patch) = match class.springs(self.motion.normal) {
            Some(springs) => (springs, class.patch(self.motion.normal)),
            None => bodies().map_or_else(Default::default, |bodies| self.springs(&bodies)),
        };
        // A pair of surfaces that lie flat on each other or fit into each other cannot roll (Table 1).
        let rolls = class.variant.rolls && self.curvatures[0] + self.curvatures[1] > 0.0;
        let variant = KernelVariant { rolls, ..class.variant };
        let Self { history, motion, curvatures, .. } = self;
        let mut now = masks(*modes);
        let loads = advance(&variant, &springs.per_step(context.dt), *curvatures, history, &mut now, motion);
        *modes = ContactModes::of_bits(now.slip, now.saturate);
        let nothing = [0.0; 2];
        let vector = |v: V2<f64>| [v.u, v.w];
        let roll = |k: usize| if rolls { vector(roll_increment(motion.paths[k], curvatures[k])) } else { nothing };
        let spin = if variant.spins { [motion.psi, 0.0] } else { nothing };
        let increments = [vector(slide_increment(motion.paths)), roll(0), roll(1), spin];
        (variant, ContactOutcome { springs, patch, loads, increments })
    }

    /// The springs at the normal force and curvature of this step, and the Hertz contact radius, m.
    fn springs(&self, bodies: &[BodyRef; 2]) -> (Derived, f64) {
        let at = self.conditions(bodies);
        let friction = self.class.friction();
        let mut springs = friction.derive(&Conditions { normal: 1.0, ..at }).under(at.normal);
        if self.class.variant.patch {
            springs.spin = friction.spin_spring(&at);
        }
        (springs, at.patch)
    }

    /// What the springs of the paper are derived from.
    pub(super) fn conditions(&self, [i, j]: &[BodyRef; 2]) -> Conditions {
        let Self { class, point, motion, curvatures, history, .. } = self;
        let n = Vec3::from(point.n);
        let total = if motion.share > 0.0 { motion.normal / motion.share } else { 0.0 };
        let about = |axis: &Vec3| mean_inertia(i.inertia_about(axis), j.inertia_about(axis));
        let frame = ContactFrame::with_tangent(n, history.u.into());
        // The axis n × p̂ about which a body rolls along its path p; w while it does not move.
        let roll = |p: V2<f64>| unit(&n.cross(&frame.to_world(&p.into())), 0.0).unwrap_or(frame.w);
        let patch = match class.needs_patch() {
            true => class.hertz(self.area_radius(&[*i, *j])).map_or(0.0, |pair| pair.patch(total)),
            false => 0.0,
        };
        let kappa = 0.5 * (curvatures[0] + curvatures[1]);
        let variant = &class.variant;
        // Most faces neither roll nor spin, and then nobody asks about what.
        let is_paper = class.friction().laws.is_paper();
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

    /// The load on its bodies.
    fn load(&self, friction: &FrictionLoads) -> ContactLoad {
        let Self { class, is, point, history, motion, .. } = self;
        load(class.variant.surfaces, is.reach, point, history.u, motion.normal, friction)
    }
}

/// R_eff of the contact area, m. A pair without curvature (flat on flat) takes the size of the smaller body.
pub(in crate::step) fn area_radius(class: &PairClass, point: &ContactPoint, bodies: &[BodyRef; 2]) -> f64 {
    let n = Vec3::from(point.n);
    let mean = |k: usize| match class.variant.surfaces[k] {
        Surface::Other => bodies[k].mean_curvature(&point.feet[k].into(), &n),
        _ => class.curvatures[k],
    };
    crate::laws::normal::area_radius(mean(0) + mean(1), class.size)
}

/// The path of the contact point over a body of any shape, and its curvature along it; the differences of arcs are taken in
/// the body's own axes.
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
    // A constant curvature is known since the contact's birth.
    if arc > DIRECTIONLESS * size && body.shape.constant_curvature().is_none() {
        *curvature = body.shape.curvature(&to_local, &local(n), &(local(along) / arc));
    }
    (from, path)
}

/// What a reader wants of a contact of spheres or planes that nobody observed when it was resolved: its springs and loads at
/// the histories and increments that it has. The frame of the step before is not known.
pub(in crate::step) fn unobserved(table: &ContactTable, row: ContactRow, clock: &Clock) -> Option<Extras> {
    let (pair, history, motion, ..) = row;
    let class = table.classes.get(pair.class as usize).filter(|class| class.is_wide)?;
    let both = pair.rows.map(|body| table.bodies.get(body as usize));
    let [Some(i), Some(j)] = both else { return None };
    let (found, _) = round_pair(class, i, j, &table.planes);
    let (history, motion) = (history.read(), motion.read());
    let springs = class.springs(motion.normal)?;
    let mut extras = Extras {
        point: found.point(class),
        curvatures: class.curvatures,
        springs,
        patch: class.patch(motion.normal),
        step: clock.short(),
        ..Extras::default()
    };
    if pair.age(clock.step) > 0 {
        let (now, at) = (masks(pair.modes).slip, springs.per_step(clock.dt));
        let KernelVariant { rolls, spins, damped, .. } = class.variant;
        let ds = slide_increment(motion.paths);
        extras.loads.slide = at.slide.load(history.slide, ds, now[0], damped);
        extras.increments[0] = [ds.u, ds.w];
        for k in [0, 1].into_iter().filter(|_| rolls) {
            let by = roll_increment(motion.paths[k], class.curvatures[k]);
            extras.loads.roll[k] = at.roll[k].load(history.roll[k], by, now[1 + k], damped);
            extras.increments[1 + k] = [by.u, by.w];
        }
        if spins {
            extras.loads.spin = at.spin.load(history.spin, motion.psi, now[3], damped);
            extras.increments[3] = [motion.psi, 0.0];
        }
    }
    Some(extras)
}

fn masks(modes: ContactModes) -> Modes<f64> {
    let is = |bit: u8| modes.0 >> bit & 1 == 1;
    Modes { slip: [is(0), is(1), is(2), is(3)], saturate: [is(4), is(5), is(6), is(7)] }
}

/// One step of the contact in this row: what it does to its bodies.
pub(super) fn step(
    context: &StepContext,
    columns: &mut ContactColumns,
    row: usize,
    found: &PairGeometry,
    notes: &mut EventNotes,
) -> ContactLoad {
    let mut contact = Contact::read(context, columns, row, found);
    let pair = columns.pairs[row];
    let tangent = contact.history.u;
    let turns = both(|k| Turn::from_numbers(context.turns[pair.rows[k] as usize]));
    let bodies = || context.pair_of(&pair);
    let extras = columns.extras[row].0.as_deref_mut();
    let last_normal = extras.as_ref().map_or(contact.point.n, |extras| extras.last_normal);
    contact.follow(&turns, last_normal, bodies);
    let mut modes = pair.modes;
    let (variant, outcome) = contact.rub(context, &mut modes, extras, bodies);
    if modes != pair.modes {
        keep(modes, &variant, context.at.step, &mut columns.pairs[row].modes, &mut columns.identities[row], notes);
    }
    store(context, columns, row, &contact, Some(tangent), &outcome);
    contact.load(&outcome.loads)
}

/// A contact at its birth: a frame, the histories it starts with, a normal force and no friction.
pub(super) fn begin(
    context: &StepContext,
    columns: &mut ContactColumns,
    row: usize,
    found: &PairGeometry,
    notes: &mut EventNotes,
) -> ContactLoad {
    let mut contact = Contact::read(context, columns, row, found);
    let (class, friction) = (contact.class, contact.class.friction());
    let pair = &mut columns.pairs[row];
    let bodies = context.pair_of(pair);
    let n = Vec3::from(contact.point.n);
    let u = bodies.as_ref().map_or_else(Vec3::x, |[i, _]| ContactFrame::born(n, &i.pose.q).u);
    let (slide, roll_i, roll_j, spin) = friction.born();
    contact.history = ContactHistory {
        from: both(|k| contact.point.material(class.variant.surfaces[k], k)),
        u: u.into(),
        slide: slide.history.into(),
        roll: [roll_i.history.into(), roll_j.history.into()],
        spin: spin.history,
    };
    (contact.motion.paths, contact.motion.psi) = Default::default();
    let saturate = [slide.saturate, roll_i.saturate, roll_j.saturate, spin.saturate];
    pair.modes = ContactModes::of([slide.mode, roll_i.mode, roll_j.mode, spin.mode], saturate);
    pair.born = context.at.step;
    columns.identities[row].changed = [context.at.step; 4];
    if let Some(bodies) = bodies.filter(|_| class.shape == PairShape::General) {
        contact.curvatures = both(|k| match class.variant.surfaces[k] {
            Surface::Other => bodies[k].mean_curvature(&contact.point.feet[k].into(), &n),
            _ => class.curvatures[k],
        });
    }
    if class.is_wide {
        notes.push(columns.identities[row].key, What::Begin);
    }
    let (springs, patch) = match class.springs(contact.motion.normal) {
        Some(springs) => (springs, class.patch(contact.motion.normal)),
        None => bodies.map_or_else(Default::default, |bodies| contact.springs(&bodies)),
    };
    if let Some(extras) = columns.extras[row].0.as_deref_mut() {
        extras.memories = Default::default();
    }
    store(context, columns, row, &contact, None, &ContactOutcome { springs, patch, ..ContactOutcome::default() });
    contact.load(&FrictionLoads::default())
}

/// Keeps what a contact remembers and did, and for its readers, if it has any, everything else.
fn store(
    context: &StepContext,
    columns: &mut ContactColumns,
    row: usize,
    contact: &Contact,
    last_tangent: Option<V3<f64>>,
    outcome: &ContactOutcome,
) {
    let Contact { class, point, history, motion, curvatures, .. } = contact;
    columns.histories[row] = (*history).into();
    columns.motions[row] = (*motion).into();
    let ContactExtras(extras) = &mut columns.extras[row];
    if !class.is_wide
        && let Some(extras) = extras
    {
        extras.curvatures = *curvatures;
    }
    if !context.observed.has(class) {
        return;
    }
    let extras = extras.get_or_insert_default();
    let was_seen = if class.is_wide {
        (extras.last_normal, extras.point) = (extras.point.n, *point);
        extras.step + 1 == context.at.step
    } else {
        extras.last_normal != V3::default()
    };
    extras.last_tangent = last_tangent.filter(|_| was_seen);
    extras.curvatures = *curvatures;
    extras.step = context.at.step;
    let ContactOutcome { springs, patch, loads, increments } = *outcome;
    (extras.springs, extras.patch, extras.loads, extras.increments) = (springs, patch, loads, increments);
}
