//! Contact geometry of pairs of any shape, one by one: finds their contact points and assigns them to rows.
//!
//! The rows of a pair are contiguous; those that touch come first, in the order of their features. A point keeps its
//! row, and so its history, as long as its feature persists.

use crate::laws::Vec3;
use crate::laws::friction::contact::{ContactPoint, FrictionLoads};
use crate::laws::math::number::V2;
use crate::laws::math::turning::Turn;
use crate::scene::NormalLaw;
use crate::shapes::common_normal;
use crate::shapes::feature_contact::Finding;
use crate::shapes::manifold_point::{ManifoldPoint, reduce};
use crate::shapes::overlap::OverlapFinder;
use crate::shapes::surface::Placed;
use crate::shapes::touch::touch;
use crate::step::contacts::narrow::geometry::round_point;
use crate::step::contacts::narrow::geometry::{BodyMotion, PlaneState};
use crate::step::contacts::narrow::hand_over::hand_over;
use crate::step::contacts::narrow::pair::{GeneralPair, PairFault, PairRange, PairRows, SomePairs, each_range};
use crate::step::contacts::narrow::prisms::{self, AreaPair, BodyOutline, Clearance, PrismTouch};
use crate::step::contacts::narrow::{Collider, LastContact, manifold};
use crate::step::contacts::pair_constants::{PairConstants, PairShape};
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::bodies::{BodyColumns, BodyItems};
use crate::step::contacts::table::columns::{ContactColumns, ContactMut, with_columns};
use crate::step::events::{ContactEventKind, EventLog};
use crate::step::outcome::Outcome;
use crate::step::simd::SimdLevel;
use crate::step::workers::Workers;
use crate::world::body::{Body, BodyRef, Twist};
use crate::world::contact::{
    Began, ContactBundle, ContactDetails, ContactExtras, ContactKey, ContactLine, ContactModes, ContactPair,
};
use crate::world::{Cases, Clock};
use bevy_ecs::prelude::*;
use fearless_simd::{Simd, dispatch};
use std::cell::RefCell;

/// Data of the step that contact detection of all pairs reads.
struct DetectionContext<'a> {
    classes: &'a [PairConstants],
    motions: &'a [BodyMotion],
    bodies: &'a BodyColumns<'a>,
    planes: &'a [PlaneState],
    /// Outlines of the bodies under the overlap-area law.
    outlines: &'a [BodyOutline],
    step: u32,
    /// Step size, s.
    dt: f64,
    /// Gravity of each case, m/s².
    gravity: &'a [f64],
}

/// Contact detection results of a pair, before they are stored in the pair's rows.
#[derive(Default)]
struct PairFindings {
    /// Contact points, by feature.
    points: Vec<(u32, ContactPoint)>,
    /// The contact line of two prisms that overlap.
    line: Option<ContactLine>,
    /// Scratch list of the narrow phase.
    manifold: Vec<ManifoldPoint>,
    overlaps: OverlapFinder,
}

thread_local! {
    /// Scratch space.
    static FOUND: RefCell<PairFindings> = RefCell::default();
}

/// Appends to `out` the points at which two placed bodies are closer than `gap`, m, at most `slots` of them; `last`:
/// the contact of the last step, if any. `None` if there is no contact detection for these shapes.
pub(in crate::step) fn contact_points<'a>(
    [i, j]: [&Placed; 2],
    colliders: impl FnOnce() -> Option<[&'a Collider; 2]>,
    (gap, slots, last): (f64, usize, LastContact),
    out: &mut Vec<ManifoldPoint>,
) -> Option<Finding> {
    let found = match touch(i, j, gap, out) {
        true => Some(Finding::Complete),
        false => colliders().and_then(|[a, b]| manifold((i, a), (j, b), (gap, last), out)),
    };
    reduce(out, slots);
    if let ([point], 1) = (&mut **out, slots) {
        // The single point of a sphere keeps one feature as it moves from a face over an edge.
        point.feature = 0;
    }
    found
}

/// Upper bound on the approach of the surfaces of two bodies in a step of `dt`, s: Δt (2 V + Σ ω R + 2 g Δt), m.
pub(in crate::step) fn max_approach([i, j]: &[BodyRef; 2], gravity: f64, dt: f64) -> f64 {
    // A wall rotating about its own centre moves the surface at the other body's position.
    let turning = |one: &BodyRef, other: &BodyRef| {
        let reach = one.shape.reach();
        let arm = if reach.is_finite() { reach } else { (other.pose.x - one.pose.x).norm() };
        one.twist.w.norm() * arm
    };
    let speed = 2.0 * (i.twist.v - j.twist.v).norm() + turning(i, j) + turning(j, i);
    dt * (speed + 2.0 * gravity * dt)
}

/// Lists the pairs whose bodies may have moved far enough to touch otherwise than before.
fn list_due(due: &mut Vec<u32>, clearances: &[Clearance], travels: &[f64]) {
    due.clear();
    due.extend((0..).zip(clearances).filter(|(_, clearance)| clearance.is_due(travels)).map(|(number, _)| number));
}

/// `StepSystems::Detect`: finds where each general pair touches now. Contacts that begin get their birth step here and
/// their histories when they are resolved.
pub(crate) fn find_contacts(
    (clock, cases, workers, simd): (Res<Clock>, Res<Cases>, Res<Workers>, Res<SimdLevel>),
    (mut log, mut outcome): (ResMut<EventLog>, ResMut<Outcome>),
    mut table: ResMut<ContactTable>,
    bodies: Query<BodyItems>,
    names: Query<&Body>,
    mut contacts: Query<ContactMut>,
) {
    table.departed.clear();
    if table.general.is_empty() {
        return;
    }
    let all_bodies = BodyColumns::new(&bodies, &table.entities);
    let table = &mut *table;
    let (outlines, travels, clearances) = (&mut table.outlines, &mut table.travels, &mut table.clearances);
    let (due, touching, flips) = (&mut table.due, &mut table.touching, &mut table.flips);
    let departed = &mut table.departed;
    let ContactTable { general, marks, entities, bodies: motions, planes, classes, before, turns, .. } = table;
    let level = simd.level();
    workers.all((&mut outlines[..], &mut travels[..]), &[], |_, (outlines, travels)| {
        for (outline, travel) in outlines.iter_mut().zip(travels) {
            let row = outline.row as usize;
            let turn = Turn::from_numbers(turns[row]);
            *travel += outline.place((&motions[row].centre(), &before[row]), &turn);
        }
        true
    });
    list_due(due, clearances, travels);
    let gravity: Vec<f64> = cases.0.iter().map(|case| case.gravity.norm()).collect();
    let (step, dt, gravity) = (clock.short(), clock.dt, &*gravity);
    let context = DetectionContext { classes, motions, planes, outlines, bodies: &all_bodies, step, dt, gravity };
    let stopped = &*outcome;
    let find = |pairs: PairRange<SomePairs>| {
        FOUND.with_borrow_mut(|found| {
            dispatch!(level, simd => pairs.each(
                #[inline(always)]
                |pair, rows| {
                    pair.clear = 0.0;
                    if !stopped.has_stopped(pair.key.case) {
                        pair.find(simd, &context, rows, found);
                    }
                },
            ));
        });
    };
    let pairs = SomePairs { all: general, from: 0, some: due };
    with_columns(&mut contacts, |columns| each_range(&workers, pairs, columns, find));
    list_touching(general, due, (clearances, travels), (touching, flips));
    if due.iter().any(|number| !general[*number as usize].ended.is_empty()) {
        with_columns(&mut contacts, |mut columns| {
            hand_over(general, due, &mut columns, (&all_bodies, classes), (step, dt));
        });
        let ended = due.iter().flat_map(|number| std::mem::take(&mut general[*number as usize].ended));
        departed.extend(ended.filter_map(|bundle| departure(bundle, step)));
    }
    for pair in due.iter().map(|number| *number as usize) {
        let pair = &mut general[pair];
        let bodies = pair.rows.map(|row| entities[row as usize]);
        for (feature, kind) in pair.events.drain(..) {
            log.push(clock.step, ContactKey { feature, ..pair.key }, bodies, kind);
        }
        let Some(fault) = pair.fault else { continue };
        let names = bodies.map(|body| names.get(body).ok());
        outcome.stop(pair.key.case, cases.0.len(), message(fault, names));
    }
    marks.note(touching.iter().map(|number| general[*number as usize].living_rows()));
}

/// A rigid contact that pressed within the step and has ended by now, with its last load; `None` for any other that ended, and
/// for one that another continues.
fn departure(mut bundle: ContactBundle, step: u32) -> Option<ContactBundle> {
    let details = bundle.extras.0.as_deref_mut().filter(|_| bundle.pair.touches())?;
    let (_, [normal, u, w, ..]) = (details.solution.acted?, details.solution.reaction?.load);
    details.seen.step = step;
    details.seen.loads = FrictionLoads::default();
    details.seen.loads.slide.elastic = V2 { u, w };
    (bundle.motion.normal, bundle.motion.share) = (normal, 1.0);
    Some(bundle)
}

/// Lists which of the tested pairs touch, and the rows of those in which a contact began or ended.
fn list_touching(
    general: &[GeneralPair],
    due: &[u32],
    (clearances, travels): (&mut [Clearance], &[f64]),
    (touching, flips): (&mut Vec<u32>, &mut Vec<u32>),
) {
    touching.clear();
    for number in due {
        let pair = &general[*number as usize];
        clearances[*number as usize].renew(pair.clear, travels);
        if pair.living > 0 {
            touching.push(*number);
        }
        if !pair.events.is_empty() {
            flips.extend(pair.all_rows().map(|row| row as u32));
        }
    }
}

impl GeneralPair {
    /// Finds where the bodies touch, and stores the contact points in the pair's rows.
    #[inline(always)]
    fn find<S: Simd>(&mut self, simd: S, context: &DetectionContext, rows: PairRows, found: &mut PairFindings) {
        found.points.clear();
        (found.line, self.fault) = (None, None);
        let class = &context.classes[self.class as usize];
        match &class.area {
            Some(area) => self.find_overlap(simd, context, (area, class), found),
            None => self.find_points(context, class, rows.last_contact(self.living), found),
        }
        if self.living > 0 || !found.points.is_empty() {
            self.keep_points(context, rows.columns(), found);
        }
    }

    /// Finds the points where the bodies touch; `last`: the contact of the last step, if any.
    fn find_points(
        &mut self,
        context: &DetectionContext,
        class: &PairConstants,
        last: LastContact,
        found: &mut PairFindings,
    ) {
        if matches!(class.law.normal, NormalLaw::OverlapArea { .. }) {
            self.fault = Some(PairFault::Unknown);
            return;
        }
        let gap = if class.is_rigid() { self.reached(context, class) } else { class.gap };
        if class.shape != PairShape::General {
            let [i, j] = self.rows.map(|row| &context.motions[row as usize]);
            let point = round_point(class, i, j, context.planes, gap);
            found.points.extend(point.map(|found| (0, found.point(class))));
            return;
        }
        let [Some(i), Some(j)] = self.rows.map(|row| context.bodies.get(row)) else { return };
        let at = [i.placed(), j.placed()];
        let on_surfaces = |point: ManifoldPoint| {
            let arms = [point.on_i - at[0].x, point.on_j - at[1].x];
            (point.feature, ContactPoint::on_surfaces(point.n, point.overlap, arms))
        };
        if last.is_none() && self.are_apart(&at, gap) {
            return;
        }
        if common_normal::applies_to(at[0].shape, at[1].shape) {
            // The search starts from the contact's last normal.
            match common_normal::touch(&at[0], &at[1], gap, last.map(|(n, _)| n)) {
                Ok(point) => found.points.extend(point.map(on_surfaces)),
                Err(apart) => self.apart_along = Some(apart),
            }
            return;
        }
        let PairFindings { points, manifold: touching, .. } = found;
        touching.clear();
        let colliders = || {
            let [i, j] = self.rows.map(|row| context.bodies.collider(row));
            Some([i?, j?])
        };
        let found = contact_points([&at[0], &at[1]], colliders, (gap, self.slots, last), touching);
        if let Some(seam) = self.seam.as_deref().filter(|_| !touching.is_empty()) {
            let pair = (self.rows, &at);
            seam.keep(context.bodies, pair, (gap, self.slots, class.size), colliders, touching);
        }
        points.extend(touching.iter().copied().map(on_surfaces));
        points.sort_by_key(|(feature, _)| *feature);
        match found {
            None => self.fault = Some(PairFault::Unknown),
            Some(Finding::Apart(n)) => self.apart_along = Some(n),
            Some(_) => {}
        }
    }

    /// Finds the contact of two bodies under the overlap-area law.
    #[inline(always)]
    fn find_overlap<S: Simd>(
        &mut self,
        simd: S,
        context: &DetectionContext,
        (area, class): (&AreaPair, &PairConstants),
        found: &mut PairFindings,
    ) {
        let &PairConstants { gap: touching, size, .. } = class;
        let with = (simd, &mut found.overlaps);
        match prisms::find(with, area, context.outlines, -touching, &mut self.last_test) {
            PrismTouch::Apart(gap) => self.clear = Clearance::allowance(gap, size),
            PrismTouch::Inside => self.fault = Some(PairFault::Inside),
            PrismTouch::Contact(point, line) => {
                found.points.push((0, point));
                found.line = Some(line);
            }
        }
    }

    /// The gap that rigid bodies can close in the next step, m: a contact found late would overlap.
    fn reached(&self, context: &DetectionContext, class: &PairConstants) -> f64 {
        let [Some(i), Some(j)] = self.rows.map(|row| context.bodies.get(row)) else { return class.gap };
        max_approach(&[i, j], context.gravity[class.case as usize], context.dt) + 1e-4 * class.size
    }

    /// True if two convex bodies are certainly apart: along the last separating direction, or along the line between
    /// their centres. Most nearby pairs need no further test.
    fn are_apart(&mut self, [i, j]: &[Placed; 2], gap: f64) -> bool {
        if i.shape.is_wall() || j.shape.is_wall() {
            return false;
        }
        let is_between = |n: &Vec3| common_normal::overlap(i, j, n) < -gap;
        if self.apart_along.is_some_and(|n| is_between(&n)) {
            return true;
        }
        self.apart_along = (i.x - j.x).try_normalize(0.0).filter(is_between);
        self.apart_along.is_some()
    }

    /// Assigns the points to rows: the row of their feature, or a new one.
    fn keep_points(&mut self, context: &DetectionContext, mut columns: ContactColumns, found: &PairFindings) {
        let PairFindings { points, line, .. } = found;
        let living = self.living;
        let features = || columns.identities[..living].iter().map(|identity| identity.key.feature);
        // Prisms touch at one point, which keeps its feature.
        let are_same =
            living == points.len() && (line.is_some() || features().eq(points.iter().map(|(feature, _)| *feature)));
        if !are_same {
            self.change_rows(points, context.step, &mut columns);
        }
        for (row, (_, point)) in points.iter().enumerate() {
            let extras = columns.extras[row].0.get_or_insert_default();
            (extras.seen.last_normal, extras.geometry.point, extras.geometry.line) =
                (extras.geometry.point.n, *point, *line);
        }
    }

    /// Ends the contacts whose points have vanished and begins those of new points, in the order of their features.
    #[cold]
    fn change_rows(&mut self, points: &[(u32, ContactPoint)], step: u32, columns: &mut ContactColumns) {
        let living = self.living;
        let mut old = Vec::with_capacity(living);
        for row in 0..living {
            let extras = std::mem::take(&mut columns.extras[row]);
            old.push((
                columns.pairs[row],
                columns.histories[row],
                columns.motions[row],
                columns.identities[row],
                extras,
            ));
            columns.pairs[row].began = Began::NEVER;
        }
        for (row, (feature, _)) in points.iter().enumerate() {
            let was = old.iter().position(|contact| contact.3.key.feature == *feature);
            match was.map(|at| old.swap_remove(at)) {
                Some((pair, history, motion, identity, extras)) => {
                    (columns.pairs[row], columns.histories[row], columns.motions[row]) = (pair, history, motion);
                    (columns.identities[row], columns.extras[row]) = (identity, extras);
                }
                None => {
                    let pair = &mut columns.pairs[row];
                    (pair.began, pair.modes) = (Began::at(step), ContactModes::default());
                    columns.identities[row].key = ContactKey { feature: *feature, ..self.key };
                    columns.extras[row].0 = Some(Box::new(ContactDetails::default()));
                    self.events.push((*feature, ContactEventKind::Begin));
                }
            }
        }
        self.events.extend(old.iter().map(|contact| (contact.3.key.feature, ContactEventKind::End)));
        let pressed =
            |extras: &ContactExtras| extras.0.as_deref().is_some_and(|details| details.solution.acted.is_some());
        if self.seam.is_some() || old.iter().any(|contact| pressed(&contact.4)) {
            let ended = old.into_iter().map(|(pair, history, motion, identity, extras)| ContactBundle {
                pair,
                history,
                motion,
                identity,
                extras,
            });
            self.ended.extend(ended);
        }
        for row in points.len()..living {
            columns.identities[row].key = self.key;
        }
        self.living = points.len();
    }
}

/// The names of two bodies, for messages.
fn names_of(pair: [Option<&Body>; 2]) -> [&str; 2] {
    pair.map(|body| body.map_or("", |body| body.name.as_str()))
}

/// The message of a pair that stops its case.
fn message(fault: PairFault, names: [Option<&Body>; 2]) -> String {
    match fault {
        PairFault::Unknown => no_such_pair(names),
        PairFault::Inside => one_inside_the_other(names),
    }
}

fn no_such_pair(pair: [Option<&Body>; 2]) -> String {
    let [i, j] = names_of(pair);
    format!(
        "bodies \"{i}\" and \"{j}\": there is no contact detection between these two shapes under this normal \
         law; use other shapes, or another law"
    )
}

fn one_inside_the_other(pair: [Option<&Body>; 2]) -> String {
    let [i, j] = names_of(pair);
    format!(
        "one of the bodies \"{i}\" and \"{j}\" is inside the other, so the direction of the normal force is \
         undefined; use a smaller dt, a larger `young`, or place them apart"
    )
}

/// Error message for a known weight between two movable bodies.
fn weight_between_movables(pair: [Option<&Body>; 2]) -> String {
    let [i, j] = names_of(pair);
    format!(
        "bodies \"{i}\" and \"{j}\" touch with `normal: Known(Weight)`, which can only hold a body on one that cannot move; \
         give this pair `Known(Force(..))`, `Hooke` or `Hertz`"
    )
}

/// `StepSystems::Detect`: under a known normal force the normal motion is a constraint, so a contact that begins stops
/// the approach of its bodies.
pub(crate) fn remove_approach_velocity(
    clock: Res<Clock>,
    mut table: ResMut<ContactTable>,
    cases: Res<Cases>,
    mut outcome: ResMut<Outcome>,
    names: Query<&Body>,
    mut bodies: Query<&mut Twist>,
    contacts: Query<(&ContactPair, &ContactExtras)>,
) {
    if !table.known {
        return;
    }
    let step = clock.short();
    let ContactTable { entities, bodies: motions, planes, classes, .. } = &mut *table;
    for (pair, extras) in &contacts {
        let class = &classes[pair.class as usize];
        let begins = if class.is_wide { !pair.touches() } else { pair.began == Began::at(step) };
        if !begins || !class.law.is_known() || outcome.has_stopped(class.case) {
            continue;
        }
        let [row_i, row_j] = pair.rows.map(|row| row as usize);
        let found = match extras.0.as_deref() {
            Some(extras) if !class.is_wide => Some(extras.geometry.point.n),
            _ => round_point(class, &motions[row_i], &motions[row_j], planes, class.gap)
                .map(|found| found.point(class).n),
        };
        let Some(n) = found else { continue };
        let both = [entities[row_i], entities[row_j]];
        if class.law.normal == NormalLaw::KnownWeight && class.moves == [true; 2] {
            let why = weight_between_movables(both.map(|entity| names.get(entity).ok()));
            outcome.stop(class.case, cases.0.len(), why);
            continue;
        }
        if let Ok([mut twist_i, mut twist_j]) = bodies.get_many_mut(both) {
            stop_approach([&mut twist_i, &mut twist_j], class.moves, &n.into());
            motions[row_i] = motions[row_i].with_velocity(&twist_i.v);
            motions[row_j] = motions[row_j].with_velocity(&twist_j.v);
        }
    }
}

/// Removes the approach along n from two velocities; if both bodies are movable, each takes half.
fn stop_approach([i, j]: [&mut Twist; 2], movable: [bool; 2], n: &Vec3) {
    let approach = (j.v - i.v).dot(n);
    if approach <= 1e-12 * (i.v.norm() + j.v.norm()) {
        return;
    }
    let half = if movable == [true; 2] { 0.5 } else { 1.0 };
    for (twist, moves, sign) in [(i, movable[0], 1.0), (j, movable[1], -1.0)] {
        if moves {
            twist.v += n * (sign * half * approach);
        }
    }
}
