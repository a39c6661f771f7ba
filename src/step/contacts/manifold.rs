//! Contact geometry of pairs of any shape, one by one: finds their contact points and assigns them to rows.
//!
//! The rows of a pair are contiguous; those that touch come first, in the order of their features. A point keeps its
//! row, and so its history, as long as its feature persists.

use super::bodies::{BodyColumns, BodyItems};
use super::class::{PairClass, PairShape};
use super::columns::{ContactColumns, ContactMut, with_columns};
use super::geometry::round_point;
use super::geometry::{BodyMotion, PlaneState};
use super::narrow::manifold;
use super::pair::{GeneralPair, PairRows, each_pair};
use super::prisms;
use super::table::ContactTable;
use crate::laws::Vec3;
use crate::laws::contact::ContactPoint;
use crate::scene::NormalLaw;
use crate::shapes::common_normal;
use crate::shapes::manifold_point::ManifoldPoint;
use crate::shapes::overlap::{Oriented, in_world};
use crate::shapes::surface::Placed;
use crate::shapes::touch::touch;
use crate::step::events::{EventLog, What};
use crate::step::outcome::Outcome;
use crate::step::workers::Workers;
use crate::world::body::{Body, BodyRef, Twist};
use crate::world::contact::{APART, ContactExtras, ContactKey, ContactModes, ContactPair, Extras};
use crate::world::{Cases, Clock};
use bevy_ecs::prelude::*;

/// Data shared by all pairs.
struct Scenery<'a> {
    classes: &'a [PairClass],
    motions: &'a [BodyMotion],
    bodies: &'a BodyColumns<'a>,
    planes: &'a [PlaneState],
    /// The x- and y-axis of each body, world, where prisms press by their overlap.
    axes: &'a [[Vec3; 2]],
    step: u32,
    /// Step size, s.
    dt: f64,
    /// Gravity of each case, m/s².
    gravity: &'a [f64],
}

/// The most by which the surfaces of two bodies can approach each other in a step of `dt`, s: Δt (2 V + Σ ω R + 2 g
/// Δt), m.
fn closing([i, j]: &[BodyRef; 2], gravity: f64, dt: f64) -> f64 {
    // A wall rotating about its own centre moves the surface at the other body's position.
    let turning = |one: &BodyRef, other: &BodyRef| {
        let reach = one.shape.reach();
        let arm = if reach.is_finite() { reach } else { (other.pose.x - one.pose.x).norm() };
        one.twist.w.norm() * arm
    };
    let speed = 2.0 * (i.twist.v - j.twist.v).norm() + turning(i, j) + turning(j, i);
    dt * (speed + 2.0 * gravity * dt)
}

/// `StepSystems::Detect`: finds where each general pair touches now. Contacts that begin get their birth step here and
/// their histories when they are resolved.
pub(crate) fn find_contacts(
    (clock, lanes, workers): (Res<Clock>, Res<Cases>, Res<Workers>),
    (mut log, mut outcome): (ResMut<EventLog>, ResMut<Outcome>),
    mut table: ResMut<ContactTable>,
    bodies: Query<BodyItems>,
    names: Query<&Body>,
    mut contacts: Query<ContactMut>,
) {
    if table.general.is_empty() {
        return;
    }
    let all_bodies = BodyColumns::of(&bodies, &table.entities);
    let ContactTable { general, marks, entities, bodies: motions, planes, classes, overlaps, before, .. } = &mut *table;
    let axes: Vec<[Vec3; 2]> = before.iter().filter(|_| *overlaps).map(in_world).collect();
    let gravity: Vec<f64> = lanes.0.iter().map(|lane| lane.gravity.norm()).collect();
    let (step, dt, gravity) = (clock.short(), clock.dt, &*gravity);
    let scenery = Scenery { classes, motions, planes, axes: &axes, bodies: &all_bodies, step, dt, gravity };
    let stopped = &*outcome;
    let find = |pair: &mut GeneralPair, rows: PairRows| {
        if stopped.has_stopped(pair.key.lane) {
            return;
        }
        if pair.living == 0 {
            pair.find_points(&scenery, None);
            if pair.points.is_empty() {
                return;
            }
            return pair.keep_points(&scenery, rows.columns());
        }
        let columns = rows.columns();
        let last = columns.extras[0].0.as_deref().map(|extras| Vec3::from(extras.point.n));
        pair.find_points(&scenery, last);
        pair.keep_points(&scenery, columns);
    };
    with_columns(&mut contacts, |columns| each_pair(&workers, &mut **general, columns, find));
    marks.note(general.iter().map(GeneralPair::living_rows));
    for pair in general {
        for (feature, what) in pair.events.drain(..) {
            log.push(clock.step, ContactKey { feature, ..pair.key }, what);
        }
        let names = || pair.rows.map(|row| names.get(entities[row as usize]).ok());
        if pair.is_unknown {
            outcome.stop(pair.key.lane, lanes.0.len(), no_such_pair(names()));
        } else if pair.is_inside {
            outcome.stop(pair.key.lane, lanes.0.len(), one_inside_the_other(names()));
        } else if pair.points.len() > pair.slots {
            outcome.stop(pair.key.lane, lanes.0.len(), too_many_points(names(), pair.points.len(), pair.slots));
        }
    }
}

impl GeneralPair {
    /// Finds where the bodies touch; `last`: their last contact normal, if they touched before.
    fn find_points(&mut self, scenery: &Scenery, last: Option<Vec3>) {
        self.points.clear();
        let class = &scenery.classes[self.class as usize];
        let gap = if class.is_rigid() { self.reached(scenery, class) } else { class.gap };
        if matches!(class.law.normal, NormalLaw::OverlapArea { .. }) && class.area.is_none() {
            self.is_unknown = true;
            return;
        }
        if class.shape != PairShape::General {
            let [i, j] = self.rows.map(|row| &scenery.motions[row as usize]);
            let found = round_point(class, i, j, scenery.planes, gap);
            self.points.extend(found.map(|found| (0, found.point(class))));
            return;
        }
        if let Some(area) = &class.area {
            let [i, j] = self.rows.map(|row| scenery.motions[row as usize].centre());
            if area.are_apart(&(i - j)) {
                return;
            }
        }
        let [Some(i), Some(j)] = self.rows.map(|row| scenery.bodies.get(row)) else { return };
        let at = [i.placed(), j.placed()];
        if let Some(area) = &class.area {
            let [i, j] = [0, 1].map(|k| Oriented { at: at[k], axes: scenery.axes[self.rows[k] as usize] });
            let found = prisms::find(area, [&i, &j], -gap);
            self.is_inside = found.is_err();
            if let Ok(Some((point, line))) = found {
                self.points.push((0, point));
                self.line = Some(line);
            }
            return;
        }
        let on_surfaces = |point: ManifoldPoint| {
            let arms = [point.on_i - at[0].x, point.on_j - at[1].x];
            (point.feature, ContactPoint::on_surfaces(point.n, point.overlap, arms))
        };
        if last.is_none() && self.are_apart(&at, gap) {
            return;
        }
        if common_normal::knows(at[0].shape, at[1].shape) {
            // The search starts from the contact's last normal.
            match common_normal::touch(&at[0], &at[1], gap, last) {
                Ok(point) => self.points.extend(point.map(on_surfaces)),
                Err(apart) => self.apart_along = Some(apart),
            }
            return;
        }
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let known = touch(&at[0], &at[1], gap, &mut found) || {
            let [Some(i), Some(j)] = self.rows.map(|row| scenery.bodies.collider(row)) else { return };
            manifold((&at[0], i), (&at[1], j), gap, &mut found)
        };
        self.is_unknown = !known;
        if let ([point], 1) = (&mut *found, self.slots) {
            // The single point of a ball keeps one feature as it moves from a face over an edge.
            point.feature = 0;
        }
        self.points.extend(found.iter().copied().map(on_surfaces));
        self.found = found;
        self.points.sort_by_key(|(feature, _)| *feature);
    }

    /// The gap that rigid bodies can close in the next step, m: a contact found late would overlap.
    fn reached(&self, scenery: &Scenery, class: &PairClass) -> f64 {
        let [Some(i), Some(j)] = self.rows.map(|row| scenery.bodies.get(row)) else { return class.gap };
        closing(&[i, j], scenery.gravity[class.lane as usize], scenery.dt) + 1e-4 * class.size
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
    fn keep_points(&mut self, scenery: &Scenery, mut columns: ContactColumns) {
        if self.points.len() > self.slots {
            return;
        }
        let living = self.living;
        let features = columns.identities[..living].iter().map(|identity| identity.key.feature);
        if !features.eq(self.points.iter().map(|(feature, _)| *feature)) {
            self.change_rows(living, scenery.step, &mut columns);
        }
        for (row, (_, point)) in self.points.iter().enumerate() {
            let extras = columns.extras[row].0.get_or_insert_default();
            (extras.last_normal, extras.point, extras.line) = (extras.point.n, *point, self.line);
        }
    }

    /// Ends the contacts whose points have vanished and begins those of new points, in the order of their features.
    #[cold]
    fn change_rows(&mut self, living: usize, step: u32, columns: &mut ContactColumns) {
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
            columns.pairs[row].born = APART;
        }
        for (row, (feature, _)) in self.points.iter().enumerate() {
            let was = old.iter().position(|contact| contact.3.key.feature == *feature);
            match was.map(|at| old.swap_remove(at)) {
                Some((pair, history, motion, identity, extras)) => {
                    (columns.pairs[row], columns.histories[row], columns.motions[row]) = (pair, history, motion);
                    (columns.identities[row], columns.extras[row]) = (identity, extras);
                }
                None => {
                    let pair = &mut columns.pairs[row];
                    (pair.born, pair.modes) = (step, ContactModes::default());
                    columns.identities[row].key = ContactKey { feature: *feature, ..self.key };
                    columns.extras[row].0 = Some(Box::new(Extras::default()));
                    self.events.push((*feature, What::Begin));
                }
            }
        }
        self.events.extend(old.iter().map(|contact| (contact.3.key.feature, What::End)));
        for row in self.points.len()..living {
            columns.identities[row].key = self.key;
        }
        self.living = self.points.len();
    }
}

/// The names of two bodies, for messages.
fn names_of(pair: [Option<&Body>; 2]) -> [&str; 2] {
    pair.map(|body| body.map_or("", |body| body.name.as_str()))
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

fn too_many_points(pair: [Option<&Body>; 2], points: usize, rows: usize) -> String {
    let [i, j] = names_of(pair);
    format!("bodies \"{i}\" and \"{j}\" touch at {points} points, but these shapes are limited to {rows}")
}

/// Why a known weight is invalid between two movable bodies.
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
    lanes: Res<Cases>,
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
        let begins = if class.is_wide { !pair.touches() } else { pair.born == step };
        if !begins || !class.law.is_known() || outcome.has_stopped(class.lane) {
            continue;
        }
        let [row_i, row_j] = pair.rows.map(|row| row as usize);
        let found = match extras.0.as_deref() {
            Some(extras) if !class.is_wide => Some(extras.point.n),
            _ => round_point(class, &motions[row_i], &motions[row_j], planes, class.gap)
                .map(|found| found.point(class).n),
        };
        let Some(n) = found else { continue };
        let both = [entities[row_i], entities[row_j]];
        if class.law.normal == NormalLaw::KnownWeight && class.moves == [true; 2] {
            let why = weight_between_movables(both.map(|entity| names.get(entity).ok()));
            outcome.stop(class.lane, lanes.0.len(), why);
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
