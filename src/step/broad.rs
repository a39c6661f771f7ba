//! Which pairs of bodies are near enough to touch: all of them in a small scene, those in neighbouring cells of a grid,
//! with a skin, in a large one.

use super::detect::{Candidate, Candidates};
use super::round::{self, Rounds};
use crate::laws::Vec3;
use crate::scene::{Elastic, Motion};
use crate::shapes::Shape;
use crate::step::workers::Workers;
use crate::world::body::{Body, BodyShape, Freedom, Mass, Pose, Stuff};
use crate::world::contact::ContactKey;
use crate::world::pull::{Driving, Pulls};
use crate::world::{Lane, Lanes};
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;

/// Lanes of up to this many bodies are paired once and for all.
const SMALL: usize = 24;
/// The skin of the pair list, as a part of the radius of the smallest moving body.
const SKIN: f64 = 0.25;

/// Where a body was when the pair list was last made, m, world.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Anchor(pub Vec3);

/// A body as the broad phase sees it.
pub(super) struct Item {
    pub(super) lane: Lane,
    pub(super) body: Body,
    pub(super) entity: Entity,
    /// Its place in the order of the bodies' table.
    pub(super) row: u32,
    pub(super) mass: Mass,
    pub(super) elastic: Option<Elastic>,
    pub(super) driven: bool,
    /// Something pulls at it, or it carries others.
    pub(super) special: bool,
    pub(super) shape: Shape,
    pub(super) pose: Pose,
    reach: f64,
}

impl Item {
    pub(super) fn movable(&self) -> bool {
        self.mass.mass.is_finite()
    }
}

/// `StepSystems::Detect`, once at the start, and whenever bodies, contacts or laws were changed from outside: a new pair
/// list. Living contacts stay.
pub fn pair_bodies(world: &mut World) {
    let missing: Vec<(Entity, Anchor)> = world
        .query_filtered::<(Entity, &Pose), Without<Anchor>>()
        .iter(world)
        .map(|(entity, pose)| (entity, Anchor(pose.x)))
        .collect();
    for (entity, anchor) in missing {
        world.entity_mut(entity).insert(anchor);
    }
    let items = items(world);
    let skin = skin(world, &items);
    build(world, &items, skin);
}

/// `StepSystems::Detect`: makes the pair list anew when a body has moved half its skin; a small scene never needs it.
pub fn refresh_pairs(world: &mut World, bodies: &mut QueryState<(Entity, &'static Pose, &'static Anchor)>) {
    let rounds = world.resource::<Rounds>();
    let skin = world.resource::<Candidates>().skin;
    let far = skin.map(|skin| 0.25 * skin * skin);
    let workers = world.resource::<Workers>();
    let mut count = 0;
    let is_good = bodies.contiguous_iter(world).is_ok_and(|mut tables| {
        tables.all(|(found, poses, anchors)| {
            count += found.len();
            let are_near = |far: f64, (poses, anchors): (&[Pose], &[Anchor])| {
                poses.iter().zip(anchors).all(|(pose, anchor)| (pose.x - anchor.0).norm_squared() <= far)
            };
            let are_near = |far| workers.all((poses, anchors), |rows| are_near(far, rows));
            rounds.lists(found) && far.is_none_or(are_near)
        })
    });
    if !is_good || count != rounds.entities.len() {
        pair_bodies(world);
    }
}

/// The bodies in the order of their table.
fn items(world: &mut World) -> Vec<Item> {
    let mut items: Vec<Item> = world
        .query::<(Entity, &Lane, &Body, &Mass, &BodyShape, &Pose, &Stuff, &Freedom, Has<Pulls>, Has<Driving>)>()
        .iter(world)
        .enumerate()
        .map(|(row, (entity, lane, body, mass, shape, pose, stuff, freedom, pulled, driving))| Item {
            lane: *lane,
            body: body.clone(),
            entity,
            row: row as u32,
            mass: *mass,
            elastic: stuff.0,
            driven: matches!(freedom.0, Motion::Driven(_)),
            special: pulled || driving,
            reach: shape.0.reach(),
            shape: shape.0.clone(),
            pose: *pose,
        })
        .collect();
    items.sort_by_key(|item| (item.lane, item.body.index));
    items
}

/// The skin, m; `None` if every lane is small.
fn skin(world: &World, items: &[Item]) -> Option<f64> {
    let lanes = world.resource::<Lanes>().0.len().max(1);
    let smallest = items.iter().filter(|item| item.movable()).map(|item| item.reach).fold(f64::INFINITY, f64::min);
    (items.len() > SMALL * lanes && smallest.is_finite()).then_some(SKIN * smallest)
}

/// Makes the list; living contacts stay with their pairs.
fn build(world: &mut World, items: &[Item], skin: Option<f64>) {
    for (pose, mut anchor) in world.query::<(&Pose, &mut Anchor)>().iter_mut(world) {
        anchor.0 = pose.x;
    }
    let mut near = match skin {
        None => everything(items),
        Some(skin) => neighbours(items, skin),
    };
    near.sort_unstable();
    let mut living: BTreeMap<ContactKey, Candidate> = std::mem::take(&mut world.resource_mut::<Candidates>().pairs)
        .into_iter()
        .filter(|pair| !pair.points.is_empty())
        .map(|pair| (pair.key, pair))
        .collect();
    let mut rounds = round::pairs::Builder::begin(world, items);
    let mut pairs: Vec<Candidate> = Vec::new();
    for (a, b) in near {
        let (i, j) = (&items[a as usize], &items[b as usize]);
        let key = ContactKey { lane: i.lane.0, i: i.body.index, j: j.body.index, feature: 0 };
        let old = living.remove(&key);
        if old.is_none() && rounds.takes(world, key, [i, j]) {
            continue;
        }
        pairs.push(old.unwrap_or_else(|| Candidate {
            key,
            i: i.entity,
            j: j.entity,
            gap: world.resource::<Lanes>().0[key.lane as usize].law(&i.body, &j.body).gap(size_of_pair(i, j)),
            points: rounds.opened(world),
        }));
    }
    pairs.extend(living.into_values());
    pairs.sort_by_key(|pair| pair.key);
    rounds.finish(world);
    *world.resource_mut::<Candidates>() = Candidates { pairs, skin };
}

fn size_of_pair(i: &Item, j: &Item) -> f64 {
    i.shape.size().min(j.shape.size())
}

fn may_touch(i: &Item, j: &Item) -> bool {
    i.lane == j.lane && (i.movable() || j.movable())
}

/// Every pair of bodies of one lane of which at least one can be moved by loads.
fn everything(items: &[Item]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for (a, i) in items.iter().enumerate() {
        let rest = items.iter().enumerate().skip(a + 1);
        let others = rest.take_while(|(_, j)| j.lane == i.lane).filter(|(_, j)| may_touch(i, j));
        pairs.extend(others.map(|(b, _)| (a as u32, b as u32)));
    }
    pairs
}

/// The pairs nearer than `skin`: large bodies against all, the rest through a grid of cells as wide as the largest of
/// them.
fn neighbours(items: &[Item], skin: f64) -> Vec<(u32, u32)> {
    let mut reaches: Vec<f64> = items.iter().filter(|item| item.movable()).map(|item| item.reach).collect();
    reaches.sort_by(f64::total_cmp);
    let typical = 4.0 * reaches.get(reaches.len() / 2).copied().unwrap_or(0.0);
    let (large, small): (Vec<usize>, Vec<usize>) = (0..items.len()).partition(|k| items[*k].reach > typical);
    let mut pairs = Vec::new();
    for (n, &a) in large.iter().enumerate() {
        for &b in large[n + 1..].iter().chain(&small) {
            let (a, b) = (a.min(b), a.max(b));
            if may_touch(&items[a], &items[b]) && near(&items[a], &items[b], skin) {
                pairs.push((a as u32, b as u32));
            }
        }
    }
    let widest = small.iter().map(|k| items[*k].reach).fold(0.0, f64::max);
    pairs.extend(in_cells(items, &small, 2.0 * widest + skin, skin));
    pairs
}

/// Bodies sorted by the cell their centre lies in; the three cells of a row along x lie together.
fn in_cells(items: &[Item], small: &[usize], width: f64, skin: f64) -> Vec<(u32, u32)> {
    let cell = |k: usize| {
        let x = (items[k].pose.x / width).map(|x| x.floor() as i64);
        (items[k].lane, x.z, x.y, x.x)
    };
    let mut sorted: Vec<_> = small.iter().map(|k| (cell(*k), *k)).collect();
    sorted.sort_unstable();
    let mut pairs = Vec::new();
    // Where the rows of cells around a body begin only grows from one body to the next.
    let mut begins = [0; 9];
    for &((lane, z, y, x), a) in &sorted {
        for (n, begin) in begins.iter_mut().enumerate() {
            let (z, y) = (z + n as i64 / 3 - 1, y + n as i64 % 3 - 1);
            while sorted.get(*begin).is_some_and(|(cell, _)| *cell < (lane, z, y, x - 1)) {
                *begin += 1;
            }
            let row = sorted[*begin..].iter().take_while(|(cell, _)| *cell <= (lane, z, y, x + 1));
            let others = row.map(|(_, b)| *b).filter(|b| *b > a);
            let others = others.filter(|b| may_touch(&items[a], &items[*b]) && near(&items[a], &items[*b], skin));
            pairs.extend(others.map(|b| (a as u32, b as u32)));
        }
    }
    pairs
}

/// Whether the bounding balls of two bodies come within `skin` (of a plane: its surface; a bowl or tube is near everything).
fn near(i: &Item, j: &Item, skin: f64) -> bool {
    // A plane that turns sweeps over bodies that do not move themselves.
    let over = |plane: &Item, body: &Item| {
        plane.driven || (plane.pose.q * Vec3::z()).dot(&(body.pose.x - plane.pose.x)) - body.reach <= skin
    };
    match (&i.shape, &j.shape) {
        (Shape::Plane, _) => over(i, j),
        (_, Shape::Plane) => over(j, i),
        _ => (i.pose.x - j.pose.x).norm_squared() <= (i.reach + j.reach + skin).powi(2),
    }
}
