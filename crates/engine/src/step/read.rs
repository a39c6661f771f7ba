//! Read access to contacts: turns rows of the table into [`ContactView`]s.

use crate::laws::math::order::sort_by_key;
use crate::shapes::manifold_point::ManifoldPoint;
use crate::shapes::surface::Placed;
use crate::step::contacts::narrow::Collider;
use crate::step::contacts::narrow::manifold::contact_points;
use crate::step::contacts::table::ContactTable;
use crate::step::solve::springs::single::reconstruct;
use crate::world::Clock;
use crate::world::body::Pose;
use crate::world::contact::{ContactBundle, ContactExtras, ContactIdentity, ContactKey, ContactPair, ContactRow};
use crate::world::contact_view::{ContactView, Reference};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

/// The contacts of the world, as a system parameter: those that touch, as of the end of the last step, in the order of
/// their keys. Each method goes through the table of contacts once.
#[derive(SystemParam)]
pub struct Contacts<'w, 's> {
    clock: Res<'w, Clock>,
    table: Res<'w, ContactTable>,
    poses: Query<'w, 's, &'static Pose>,
    rows: Query<'w, 's, ContactRow<'static>>,
}

impl Contacts<'_, '_> {
    /// All contacts.
    pub fn iter(&self) -> impl Iterator<Item = ContactView> {
        self.some(|_| true)
    }

    /// The contacts of a body.
    pub fn of(&self, body: Entity) -> impl Iterator<Item = ContactView> {
        let row = self.row(body);
        self.some(move |rows| row.is_some_and(|row| rows.contains(&row)))
    }

    /// The contacts between two bodies, given in either order: one, or several points of a face.
    pub fn between(&self, a: Entity, b: Entity) -> impl Iterator<Item = ContactView> {
        let both = self.row(a).zip(self.row(b));
        self.some(move |rows| both.is_some_and(|(a, b)| rows == [a, b] || rows == [b, a]))
    }

    /// The row of a body in the step's list.
    fn row(&self, body: Entity) -> Option<u32> {
        self.table.entities.iter().position(|entity| *entity == body).map(|row| row as u32)
    }

    /// The contacts whose bodies have these rows.
    fn some(&self, are: impl Fn([u32; 2]) -> bool) -> impl Iterator<Item = ContactView> {
        let pose = |entity: Entity| self.poses.get(entity).ok().copied();
        let rows = self.rows.iter().filter(move |row| are(row.0.rows));
        rows.filter_map(move |row| view(&self.table, row, &self.clock, pose))
    }
}

/// The contact of a row, if it touches. A contact that was not observed in the last step lacks only the frame of the
/// step before.
fn view(
    table: &ContactTable,
    row: ContactRow,
    clock: &Clock,
    pose: impl Fn(Entity) -> Option<Pose>,
) -> Option<ContactView> {
    let pair = row.0;
    if !pair.touches() {
        return None;
    }
    let bodies = table.bodies_of(pair.rows);
    let class = table.classes.get(pair.class as usize)?;
    let to = Reference {
        bodies,
        poses: [pose(bodies[0])?, pose(bodies[1])?],
        surfaces: class.variant.surfaces,
        reach: class.reach(),
        law: &class.law,
        step: clock.step,
    };
    let is_observed = row.4.0.as_deref().is_some_and(|extras| u64::from(extras.seen.step) == clock.step);
    if is_observed {
        return ContactView::new(row, &to);
    }
    let extras = ContactExtras(Some(reconstruct(table, row, clock)?.into()));
    ContactView::new((row.0, row.1, row.2, row.3, &extras), &to)
}

/// The touching contacts with these keys, in the order of the keys.
pub fn contacts(world: &mut World, mut wanted: impl FnMut(&ContactKey) -> bool) -> Vec<ContactView> {
    let mut rows = world.query::<ContactRow<'static>>();
    let world = &*world;
    let (Some(table), Some(clock)) = (world.get_resource::<ContactTable>(), world.get_resource::<Clock>()) else {
        return Vec::new();
    };
    let pose = |entity: Entity| world.get::<Pose>(entity).copied();
    let touching: Vec<ContactRow> = rows.iter(world).filter(|row| row.0.touches() && wanted(&row.3.key)).collect();
    // Exact capacity: growing a list of gigabytes would hold it twice.
    let mut views = Vec::with_capacity(touching.len());
    views.extend(touching.into_iter().filter_map(|row| view(table, row, clock, pose)));
    if !views.is_sorted_by_key(|view: &ContactView| view.pair.key) {
        sort_by_key(&mut views, |view| view.pair.key);
    }
    views
}

/// The rigid contacts of a case that pressed within the last step and ended in it, in the order of their keys; they are no
/// longer among its [`contacts`].
pub fn departed(world: &World, case: u32) -> Vec<ContactView> {
    let (Some(table), Some(clock)) = (world.get_resource::<ContactTable>(), world.get_resource::<Clock>()) else {
        return Vec::new();
    };
    let pose = |entity: Entity| world.get::<Pose>(entity).copied();
    let of_case = table.departed.iter().filter(|bundle| bundle.identity.key.case == case);
    let view = |of: &ContactBundle| {
        let mut view = view(table, (&of.pair, &of.history, &of.motion, &of.identity, &of.extras), clock, pose)?;
        view.depart([pose(view.pair.i)?.x, pose(view.pair.j)?.x]);
        Some(view)
    };
    let mut views: Vec<ContactView> = of_case.filter_map(view).collect();
    sort_by_key(&mut views, |view| view.pair.key);
    views
}

/// Where two placed bodies touch; empty if they do not, or if no contact detection exists for their shapes.
pub fn points_between(i: &Placed, j: &Placed) -> Vec<ManifoldPoint> {
    let (colliders, mut points) = ([i, j].map(|body| Collider::from_shape(body.shape)), Vec::new());
    let slots = i.shape.contact_points().max(j.shape.contact_points());
    contact_points([i, j], || Some(colliders.each_ref()), (0.0, slots, None), &mut points);
    points
}

/// Number of touching contacts.
pub fn count(world: &mut World) -> usize {
    world.query::<&ContactPair>().iter(world).filter(|pair| pair.touches()).count()
}

/// The keys of a body's contacts, sorted.
pub fn keys_of(table: &ContactTable, rows: &Query<(&ContactPair, &ContactIdentity)>, body: Entity) -> Vec<ContactKey> {
    let is_on = |pair: &ContactPair| {
        pair.touches() && pair.rows.iter().any(|row| table.entities.get(*row as usize) == Some(&body))
    };
    let mut keys: Vec<_> = rows.iter().filter(|(pair, _)| is_on(pair)).map(|(_, identity)| identity.key).collect();
    keys.sort();
    keys
}
