//! Which pairs of bodies are near enough to touch: all of them in a small scene, those in neighbouring cells of a grid,
//! with a skin, in a large one.

use super::detect::{Candidate, Candidates};
use crate::laws::Vec3;
use crate::scene::NormalLaw;
use crate::shapes::Shape;
use crate::world::body::{Body, BodyShape, Mass, Pose};
use crate::world::contact::ContactKey;
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
struct Item {
    lane: Lane,
    body: Body,
    entity: Entity,
    movable: bool,
    shape: Shape,
    pose: Pose,
    reach: f64,
}

/// `StepSystems::Detect`, once at the start: the first pair list.
pub fn pair_bodies(world: &mut World) {
    let items = items(world);
    let skin = skin(world, &items);
    build(world, &items, skin);
}

/// `StepSystems::Detect`: makes the pair list anew when a body has moved half its skin; a small scene never needs it.
pub fn refresh_pairs(world: &mut World) {
    let Some(skin) = world.resource::<Candidates>().skin else { return };
    let far = 0.25 * skin * skin;
    let mut bodies = world.query::<(&Pose, &Anchor)>();
    if bodies.iter(world).any(|(pose, anchor)| (pose.x - anchor.0).norm_squared() > far) {
        let items = items(world);
        build(world, &items, Some(skin));
    }
}

fn items(world: &mut World) -> Vec<Item> {
    let mut items: Vec<Item> = world
        .query::<(Entity, &Lane, &Body, &Mass, &BodyShape, &Pose)>()
        .iter(world)
        .map(|(entity, lane, body, mass, shape, pose)| Item {
            lane: *lane,
            body: body.clone(),
            entity,
            movable: mass.mass.is_finite(),
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
    let smallest = items.iter().filter(|item| item.movable).map(|item| item.reach).fold(f64::INFINITY, f64::min);
    (items.len() > SMALL * lanes && smallest.is_finite()).then_some(SKIN * smallest)
}

/// Makes the list; living contacts stay with their pairs.
fn build(world: &mut World, items: &[Item], skin: Option<f64>) {
    for item in items {
        world.entity_mut(item.entity).insert(Anchor(item.pose.x));
    }
    let near = match skin {
        None => everything(items),
        Some(skin) => neighbours(items, skin),
    };
    let mut living: BTreeMap<ContactKey, Candidate> = std::mem::take(&mut world.resource_mut::<Candidates>().pairs)
        .into_iter()
        .map(|pair| (pair.key, pair))
        .collect();
    let lanes = world.resource::<Lanes>();
    let mut pairs: Vec<Candidate> = Vec::with_capacity(near.len());
    for (a, b) in near {
        let (i, j) = (&items[a], &items[b]);
        let key = ContactKey { lane: i.lane.0, i: i.body.index, j: j.body.index, feature: 0 };
        pairs.push(living.remove(&key).unwrap_or_else(|| Candidate {
            key,
            i: i.entity,
            j: j.entity,
            gap: gap(lanes, i, j),
            points: Vec::new(),
        }));
    }
    pairs.extend(living.into_values().filter(|pair| !pair.points.is_empty()));
    pairs.sort_by_key(|pair| pair.key);
    *world.resource_mut::<Candidates>() = Candidates { pairs, skin };
}

/// A known normal force holds a contact over a gap of 1e-6 of the size; without overlap there is no other force, and an
/// overlap within rounding is none.
fn gap(lanes: &Lanes, i: &Item, j: &Item) -> f64 {
    let law = lanes.0[i.lane.0 as usize].law(&i.body, &j.body);
    let known = matches!(law.normal, NormalLaw::KnownWeight | NormalLaw::KnownForce(_));
    let size = i.shape.size().min(j.shape.size());
    if known { 1e-6 * size } else { -1e-12 * size }
}

fn may_touch(i: &Item, j: &Item) -> bool {
    i.lane == j.lane && (i.movable || j.movable)
}

/// Every pair of bodies of one lane of which at least one can be moved by loads.
fn everything(items: &[Item]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (a, i) in items.iter().enumerate() {
        let rest = items.iter().enumerate().skip(a + 1);
        let others = rest.take_while(|(_, j)| j.lane == i.lane).filter(|(_, j)| may_touch(i, j));
        pairs.extend(others.map(|(b, _)| (a, b)));
    }
    pairs
}

/// The pairs nearer than `skin`: large bodies against all, the rest through a grid of cells as wide as the largest of
/// them.
fn neighbours(items: &[Item], skin: f64) -> Vec<(usize, usize)> {
    let mut reaches: Vec<f64> = items.iter().filter(|item| item.movable).map(|item| item.reach).collect();
    reaches.sort_by(f64::total_cmp);
    let typical = 4.0 * reaches.get(reaches.len() / 2).copied().unwrap_or(0.0);
    let (large, small): (Vec<usize>, Vec<usize>) = (0..items.len()).partition(|k| items[*k].reach > typical);
    let mut pairs = Vec::new();
    for (n, &a) in large.iter().enumerate() {
        for &b in large[n + 1..].iter().chain(&small) {
            let (a, b) = (a.min(b), a.max(b));
            if may_touch(&items[a], &items[b]) && near(&items[a], &items[b], skin) {
                pairs.push((a, b));
            }
        }
    }
    let widest = small.iter().map(|k| items[*k].reach).fold(0.0, f64::max);
    pairs.extend(in_cells(items, &small, 2.0 * widest + skin, skin));
    pairs
}

fn in_cells(items: &[Item], small: &[usize], width: f64, skin: f64) -> Vec<(usize, usize)> {
    let cell = |k: usize| {
        let x = items[k].pose.x / width;
        [x.x.floor() as i64, x.y.floor() as i64, x.z.floor() as i64]
    };
    let mut cells: BTreeMap<(Lane, [i64; 3]), Vec<usize>> = BTreeMap::new();
    for &k in small {
        cells.entry((items[k].lane, cell(k))).or_default().push(k);
    }
    let mut pairs = Vec::new();
    for &a in small {
        let [x, y, z] = cell(a);
        for (dx, dy, dz) in (0..27).map(|n| (n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1)) {
            let there = cells.get(&(items[a].lane, [x + dx, y + dy, z + dz]));
            let others = there.into_iter().flatten().filter(|b| **b > a);
            let others = others.filter(|b| may_touch(&items[a], &items[**b]) && near(&items[a], &items[**b], skin));
            pairs.extend(others.map(|b| (a, *b)));
        }
    }
    pairs
}

/// Whether the bounding balls of two bodies come within `skin` (of a plane: its surface; a bowl or tube is near everything).
fn near(i: &Item, j: &Item, skin: f64) -> bool {
    let over =
        |plane: &Item, body: &Item| (plane.pose.q * Vec3::z()).dot(&(body.pose.x - plane.pose.x)) - body.reach <= skin;
    match (&i.shape, &j.shape) {
        (Shape::Plane, _) => over(i, j),
        (_, Shape::Plane) => over(j, i),
        _ => (i.pose.x - j.pose.x).norm() <= i.reach + j.reach + skin,
    }
}
