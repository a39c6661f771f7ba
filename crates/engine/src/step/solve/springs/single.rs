//! One contact of any shape under any law, through the same equations of [`crate::laws::friction::contact`] as the SIMD lanes.

use super::any_law;
use super::contact::{Contact, ContactOutcome, keep, time_since_touch};
use crate::laws::friction::component::{FrictionComponent, PerComponent};
use crate::laws::friction::contact::{
    ContactHistory, ContactLoad, ContactPoint, ContactSprings, FrictionLoads, KernelVariant, Modes, StepMotion,
    Surface, advance, roll_increment, slide_increment,
};
use crate::laws::friction::element::{Mode, SpringLoad};
use crate::laws::friction::frame::ContactFrame;
use crate::laws::math::number::{V2, V3, both};
use crate::laws::math::turning::Turn;
use crate::laws::{Vec2, Vec3};
use crate::step::contacts::context::StepContext;
use crate::step::contacts::narrow::geometry::{PairGeometry, round_pair};
use crate::step::contacts::pair_constants::{PairConstants, PairShape};
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::events::{ContactEventKind, EventNotes};
use crate::world::Clock;
use crate::world::body::BodyRef;
use crate::world::contact::{
    Began, ContactDetails, ContactExtras, ContactGeometry, ContactModes, ContactPair, ContactRow, SeenContact,
};

impl<'a> Contact<'a> {
    /// Computes slide, roll and spin by the laws of the pair; `dt`: time in which the increments were made, s.
    fn apply_friction(
        &mut self,
        dt: f64,
        modes: &mut ContactModes,
        extras: Option<&mut ContactDetails>,
        bodies: impl Fn() -> Option<[BodyRef<'a>; 2]>,
    ) -> (KernelVariant, ContactOutcome) {
        let class = self.class;
        if class.is_solved_elsewhere {
            let [_, u, w, ..] = self.reaction.map_or([0.0; 6], |found| found.load);
            let slide = SpringLoad { elastic: V2 { u, w }, damping: V2::default() };
            let loads = FrictionLoads { slide, ..FrictionLoads::default() };
            let increments = slide_increments(&self.motion);
            return (class.variant, ContactOutcome { loads, increments, ..ContactOutcome::default() });
        }
        if !class.friction().is_linear_paper() {
            let Some((extras, bodies)) = extras.zip(bodies()) else {
                return (class.variant, ContactOutcome::default());
            };
            return any_law::advance(self, dt, modes, &mut extras.memories, &bodies);
        }
        let (springs, patch) = match class.springs(self.motion.pressing()) {
            Some(springs) => (springs, class.patch(self.motion.pressing())),
            None => bodies().map_or_else(Default::default, |bodies| self.springs(&bodies)),
        };
        // Surfaces that lie flat on each other, or fit into each other, cannot roll (Table 1).
        let rolls = class.variant.rolls && self.curvatures[0] + self.curvatures[1] > 0.0;
        let variant = KernelVariant { rolls, ..class.variant };
        let Self { history, motion, curvatures, .. } = self;
        let mut now = masks(*modes);
        let loads = advance(&variant, &ContactSprings::per_step(&springs, dt), *curvatures, history, &mut now, motion);
        *modes = ContactModes::of_bits(now.slip, now.saturate);
        let nothing = [0.0; 2];
        let vector = |v: V2<f64>| [v.u, v.w];
        let roll = |k: usize| if rolls { vector(roll_increment(motion.paths[k], curvatures[k])) } else { nothing };
        let spin = if variant.spins { [motion.psi, 0.0] } else { nothing };
        let increments = [vector(slide_increment(motion.paths)), roll(0), roll(1), spin];
        (variant, ContactOutcome { springs, patch, loads, increments })
    }
}

/// The increments of a contact whose friction a constraint solver finds: slide alone.
fn slide_increments(motion: &StepMotion) -> [[f64; 2]; 4] {
    let by = slide_increment(motion.paths);
    [[by.u, by.w], [0.0; 2], [0.0; 2], [0.0; 2]]
}

/// Recomputes the springs and loads of a contact in SIMD lanes that was not observed, from its histories and
/// increments, for a reader. The frame of the step before is unknown.
pub(in crate::step) fn reconstruct(table: &ContactTable, row: ContactRow, clock: &Clock) -> Option<ContactDetails> {
    let (pair, history, motion, _, found) = row;
    let class = table.classes.get(pair.class as usize).filter(|class| class.is_simd)?;
    if !class.is_wide {
        let mut found = found.0.as_deref()?.clone();
        let increments = slide_increments(motion);
        found.seen = SeenContact { increments, last_tangent: None, step: clock.short(), ..found.seen };
        return Some(found);
    }
    let (found, time) = touch_of(class, pair, table, clock)?;
    let (history, motion) = (*history, *motion);
    let springs = class.springs(motion.pressing())?;
    let point = found.point(class);
    let patch = class.patch(motion.pressing());
    let mut extras = ContactDetails {
        geometry: ContactGeometry { point, curvatures: class.curvatures, patch, ..ContactGeometry::default() },
        seen: SeenContact { springs, step: clock.short(), ..SeenContact::default() },
        ..ContactDetails::default()
    };
    if time > 0.0 {
        let (now, at) = (masks(pair.modes).slip, ContactSprings::per_step(&springs, time));
        let KernelVariant { rolls, spins, damping: rule, .. } = class.variant;
        let ds = slide_increment(motion.paths);
        extras.seen.loads.slide = slide_of(class, pair, (&history, &motion), &at);
        extras.seen.increments[0] = [ds.u, ds.w];
        for k in [0, 1].into_iter().filter(|_| rolls) {
            let by = roll_increment(motion.paths[k], class.curvatures[k]);
            extras.seen.loads.roll[k] = at.roll[k].load(history.roll[k], by, now[1 + k], rule.roll());
            extras.seen.increments[1 + k] = [by.u, by.w];
        }
        if spins {
            extras.seen.loads.spin = at.spin.load(history.spin, motion.psi, now[3], rule.spin());
            extras.seen.increments[3] = [motion.psi, 0.0];
        }
    }
    Some(extras)
}

/// Geometry of a contact of spheres or planes in this step, and the time over which its friction was resolved, s.
fn touch_of(
    class: &PairConstants,
    pair: &ContactPair,
    table: &ContactTable,
    clock: &Clock,
) -> Option<(PairGeometry, f64)> {
    let [i, j] = pair.rows.map(|body| table.bodies.get(body as usize));
    let (found, _) = round_pair(class, i?, j?, &table.planes, class.gap);
    let time = match pair.age(clock.step) {
        0 => {
            let point = found.point(class);
            time_since_touch(class, point.overlap, found.rate().dot(point.n), (clock.short(), clock.dt))
        }
        _ => clock.dt,
    };
    Some((found, time))
}

/// Slide load on body i of a contact that was resolved in SIMD lanes, N, from what it stored.
fn slide_of(
    class: &PairConstants,
    pair: &ContactPair,
    (history, motion): (&ContactHistory, &StepMotion),
    at: &ContactSprings,
) -> SpringLoad<V2<f64>> {
    let [slips, ..] = masks(pair.modes).slip;
    at.slide.load(history.slide, slide_increment(motion.paths), slips, class.variant.damping.slide())
}

/// Where a contact touches, and its slide load on body i, N, contact frame (u, w), whether the step observed the contact
/// or not: the numbers of [`reconstruct`], without the others.
pub(in crate::step) fn read_slide(
    table: &ContactTable,
    row: ContactRow,
    clock: &Clock,
) -> Option<(ContactPoint, V2<f64>)> {
    let (pair, history, motion, _, extras) = row;
    let class = table.classes.get(pair.class as usize)?;
    let extras = extras.0.as_deref().filter(|extras| !class.is_wide || extras.seen.step == clock.short());
    if let Some(extras) = extras {
        return Some((extras.geometry.point, extras.seen.loads.slide.total()));
    }
    let (found, time) = touch_of(class, pair, table, clock)?;
    let at = (time > 0.0).then_some(ContactSprings::per_step(&class.springs(motion.normal)?, time));
    let load = at.map_or_else(V2::default, |at| slide_of(class, pair, (history, motion), &at).total());
    Some((found.point(class), load))
}

fn masks(modes: ContactModes) -> Modes<f64> {
    let is = |bit: u8| modes.to_byte() >> bit & 1 == 1;
    Modes { slip: [is(0), is(1), is(2), is(3)], saturate: [is(4), is(5), is(6), is(7)] }
}

/// Advances the contact in this row one step; returns the load on the bodies.
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
    let last_normal = extras.as_ref().map_or(contact.point.n, |extras| extras.seen.last_normal);
    contact.follow(&turns, last_normal, bodies);
    let mut modes = pair.modes;
    let (variant, outcome) = contact.apply_friction(context.dt, &mut modes, extras, bodies);
    if modes != pair.modes {
        keep(modes, &variant, context.at.step, &mut columns.pairs[row], &mut columns.identities[row], notes);
    }
    store(context, columns, row, &contact, Some(tangent), &outcome);
    contact.load(&outcome.loads)
}

/// Begins the contact in this row: frame, initial histories, normal force, and the friction of the time since the
/// surfaces met. Returns the load on the bodies.
pub(super) fn begin(
    context: &StepContext,
    columns: &mut ContactColumns,
    row: usize,
    found: &PairGeometry,
    notes: &mut EventNotes,
) -> ContactLoad {
    let mut contact = Contact::read(context, columns, row, found);
    let bodies = context.pair_of(&columns.pairs[row]);
    let mut modes = contact.begin(bodies.as_ref());
    let mut extras = columns.extras[row].0.as_deref_mut();
    if let Some(extras) = extras.as_deref_mut() {
        (extras.memories, extras.solution.reaction, extras.solution.acted) = Default::default();
        contact.reaction = None;
    }
    let time = bodies.as_ref().map_or(0.0, |bodies| {
        let approach = contact.approach(found, bodies);
        time_since_touch(contact.class, contact.point.overlap, approach, (context.at.step, context.dt))
    });
    let held = context.held(&columns.identities[row].key);
    let outcome = match bodies {
        Some(bodies) if time != 0.0 => {
            contact.infer_motion(&bodies, time);
            contact.apply_friction(time, &mut modes, extras, || Some(bodies)).1
        }
        Some(bodies) if held.is_some() => {
            let rest = contact.at_rest(Some(&bodies), context.dt);
            let loads = held.and_then(|force| {
                any_law::hold(
                    &mut contact,
                    &force,
                    context.dt,
                    (&mut modes, extras.map(|all| &mut all.memories)),
                    &bodies,
                )
            });
            ContactOutcome { loads: loads.unwrap_or(rest.loads), ..rest }
        }
        _ => contact.at_rest(bodies.as_ref(), context.dt),
    };
    let pair = &mut columns.pairs[row];
    (pair.modes, pair.began) = (modes, Began::at(context.at.step));
    columns.identities[row].changed = PerComponent::each(|_| context.at.step);
    if contact.class.is_wide {
        notes.push(columns.identities[row].key, pair.rows, ContactEventKind::Begin);
    }
    store(context, columns, row, &contact, None, &outcome);
    contact.load(&outcome.loads)
}

impl Contact<'_> {
    /// Sets frame, initial histories and curvatures of a contact that begins, without motion; returns the initial
    /// modes.
    fn begin(&mut self, bodies: Option<&[BodyRef; 2]>) -> ContactModes {
        let (class, friction, point) = (self.class, self.class.friction(), self.point);
        let (n, surfaces) = (Vec3::from(point.n), class.variant.surfaces);
        let u = bodies.map_or_else(Vec3::x, |[i, _]| ContactFrame::new(n, &i.pose.q).u);
        let first = friction.laws.initial(friction);
        let (slide, roll_i, roll_j, spin) = &first;
        self.history = ContactHistory {
            from: both(|k| point.material(surfaces[k], k)),
            u: u.into(),
            slide: slide.history.into(),
            roll: [roll_i.history.into(), roll_j.history.into()],
            spin: spin.history,
        };
        (self.motion.paths, self.motion.psi) = Default::default();
        if let Some(bodies) = bodies.filter(|_| class.shape == PairShape::General) {
            self.curvatures = both(|k| match surfaces[k] {
                Surface::Other => bodies[k].mean_curvature(&point.feet[k].into(), &n),
                _ => class.curvatures[k],
            });
        }
        self.grain = Vec2::zeros();
        if let Some(bodies) = bodies {
            self.turn_grain(bodies);
        }
        let modes = ContactModes::of_springs(&first);
        if !class.is_rigid() {
            return modes;
        }
        let [slides, rolls, spins] = friction.cones();
        let cones = PerComponent { slide: slides, roll_i: rolls, roll_j: rolls, spin: spins };
        let open = FrictionComponent::ALL.into_iter().filter(|component| cones[*component]);
        open.fold(modes, |modes, component| modes.with(component, Mode::Open))
    }

    /// The springs of a contact that has not moved yet, without load.
    fn at_rest(&self, bodies: Option<&[BodyRef; 2]>, dt: f64) -> ContactOutcome {
        let (class, friction) = (self.class, self.class.friction());
        let (mut springs, patch) = match class.springs(self.motion.pressing()) {
            _ if !class.friction().has_springs() => Default::default(),
            _ if !class.friction().laws.is_paper() => {
                bodies.map_or_else(Default::default, |bodies| any_law::at_rest(self, dt, bodies))
            }
            Some(springs) => (springs, class.patch(self.motion.pressing())),
            None => bodies.map_or_else(Default::default, |bodies| self.springs(bodies)),
        };
        let [slides, rolls, spins] = friction.laws.coupled();
        if slides {
            springs.slide = Default::default();
        }
        if rolls {
            (springs.roll_i, springs.roll_j) = Default::default();
        }
        if spins {
            springs.spin = Default::default();
        }
        ContactOutcome { springs, patch, ..ContactOutcome::default() }
    }
}

/// Stores the memory and increments of a contact and, if the contact is observed, springs, loads and the previous
/// frame.
fn store(
    context: &StepContext,
    columns: &mut ContactColumns,
    row: usize,
    contact: &Contact,
    last_tangent: Option<V3<f64>>,
    outcome: &ContactOutcome,
) {
    let Contact { class, point, history, motion, curvatures, .. } = contact;
    (columns.histories[row], columns.motions[row]) = (*history, *motion);
    let ContactExtras(extras) = &mut columns.extras[row];
    if !class.is_wide
        && let Some(extras) = extras
    {
        (extras.geometry.curvatures, extras.passing.rocking, extras.geometry.grain) =
            (*curvatures, contact.rocking, contact.grain);
    }
    if !context.observed.has(class) {
        return;
    }
    let extras = extras.get_or_insert_default();
    let was_seen = if class.is_wide {
        (extras.seen.last_normal, extras.geometry.point) = (extras.geometry.point.n, *point);
        extras.seen.step + 1 == context.at.step
    } else {
        extras.seen.last_normal != V3::default()
    };
    extras.seen.last_tangent = last_tangent.filter(|_| was_seen);
    extras.geometry.curvatures = *curvatures;
    extras.seen.step = context.at.step;
    let ContactOutcome { springs, patch, loads, increments } = *outcome;
    (extras.seen.springs, extras.geometry.patch, extras.seen.loads, extras.seen.increments) =
        (springs, patch, loads, increments);
}
