//! Finds the pairs of bodies near enough to touch: all pairs in a small scene, pairs in neighbouring grid cells, within
//! a skin, in a large one.

use super::apply_changes;
use super::checks::integrity;
use super::contacts::pair_constants::Item;
use super::outcome::Outcome;
use crate::laws::Vec3;
use crate::laws::math::order::sort_by_key;
use crate::scene::{Motion, PlayedContact};
use crate::shapes::Shape;
use crate::step::contacts::narrow::prisms::PrismKind;
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::build::Builder;
use crate::step::workers::{BLOCK, Workers};
use crate::world::body::{Body, BodyShape, ElasticMaterial, InitialPose, Mass, MotionType, Pose, Redefined, Twist};
use crate::world::contact::ContactKey;
use crate::world::played::PlayedMotion;
use crate::world::pull::{Driving, Pulls};
use crate::world::{CaseId, CaseRules, Cases, Clock};
use bevy_ecs::prelude::*;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Largest average number of bodies per case for which all bodies are paired with all, once.
const SMALL: usize = 24;
/// Number of new pairs after which a thread updates the shared count.
const REPORT_AFTER: usize = 1 << 16;
/// Largest average number of neighbours per body; with more, memory would run out before the first step.
const MAX_NEIGHBOURS_PER_BODY: usize = 1000;
/// The skin of the pair list, as a fraction of the radius of the smallest movable body.
const SKIN: f64 = 0.25;

/// Position of a body when the pair list was last built, m, world.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Anchor(pub Vec3);

/// `StepSystems::Detect`, at the start and after any external change of bodies, contacts or laws: rebuilds the pair
/// list. Existing contacts are kept.
pub(crate) fn pair_bodies(world: &mut World) {
    let missing: Vec<(Entity, Anchor)> = world
        .query_filtered::<(Entity, &Pose), Without<Anchor>>()
        .iter(world)
        .map(|(entity, pose)| (entity, Anchor(pose.x)))
        .collect();
    for (entity, anchor) in missing {
        world.entity_mut(entity).insert(anchor);
    }
    apply_changes::apply(world);
    number_bodies(world);
    let items = items(world);
    let skin = skin(world, &items);
    build(world, &items, skin);
    apply_changes::note_rules(world);
    // Numbers were given.
    *world.resource_mut::<Redefined>() = Redefined::default();
    if integrity::refuse_foreign(world) {
        // The rest of the step goes without contacts.
        world.resource_mut::<ContactTable>().forget_rows();
    }
}

/// Gives each unnumbered body the number after the largest of its case.
fn number_bodies(world: &mut World) {
    let mut bodies = world.query::<(Entity, &CaseId, &Body)>();
    let is_new = |body: &Body| body.index == Body::UNNUMBERED;
    if !bodies.iter(world).any(|(_, _, body)| is_new(body)) {
        return;
    }
    let mut next: BTreeMap<CaseId, u32> = BTreeMap::new();
    for (_, case, body) in bodies.iter(world).filter(|(_, _, body)| !is_new(body)) {
        let free = next.entry(*case).or_default();
        *free = (*free).max(body.index + 1);
    }
    let new = bodies.iter(world).filter(|(_, _, body)| is_new(body));
    let new: Vec<_> = new.map(|(entity, case, body)| (entity, *case, body.clone())).collect();
    for (entity, case, body) in new {
        let free = next.entry(case).or_default();
        world.entity_mut(entity).insert(Body { index: *free, ..body });
        *free += 1;
    }
}

/// `StepSystems::Detect`: rebuilds the pair list if a body has moved too far ([`ContactTable::far_squared`]; never in a
/// small scene), or if bodies were added, removed or moved within their table.
pub(crate) fn refresh_pairs(world: &mut World, bodies: &mut QueryState<(), With<Anchor>>) {
    let count = bodies.iter(world).len();
    let table = world.resource::<ContactTable>();
    if table.is_old || count != table.entities.len() {
        pair_bodies(world);
    }
}

/// The bodies, sorted by case and number, each with its row in table order.
fn items(world: &mut World) -> Vec<Item> {
    let mut items: Vec<Item> = world
        .query::<(
            Entity,
            &CaseId,
            &Body,
            &Mass,
            &BodyShape,
            &Pose,
            &ElasticMaterial,
            (&MotionType, &InitialPose),
            Has<Pulls>,
            Has<Driving>,
        )>()
        .iter(world)
        .enumerate()
        .map(|(row, (entity, case, body, mass, shape, pose, elastic, (motion_type, initial_pose), pulled, driving))| {
            Item {
                case: *case,
                index: body.index,
                entity,
                row: row as u32,
                mass: *mass,
                elastic: elastic.0,
                motion: motion_type.0,
                prism: PrismKind::new(&shape.0, &motion_type.0, &initial_pose.0),
                special: pulled || driving,
                reach: shape.0.reach(),
                shape: shape.0.clone(),
                pose: *pose,
            }
        })
        .collect();
    sort_by_key(&mut items, |item| (item.case, item.index));
    items
}

/// Skin of the pair list, m; `None` if the cases are small and all bodies are paired.
fn skin(world: &mut World, items: &[Item]) -> Option<f64> {
    let cases = world.resource::<Cases>().0.len().max(1);
    let smallest = items.iter().filter(|item| item.movable()).map(|item| item.reach).fold(f64::INFINITY, f64::min);
    let skin = (items.len() > SMALL * cases && smallest.is_finite()).then_some(SKIN * smallest)?;
    Some(skin.max(rigid_skin(world, skin)))
}

/// The skin needed by rigid contacts, which must be found before the bodies touch, m; 0 without such contacts. A list
/// remains valid until a body has moved a quarter of it ([`ContactTable::far_squared`]), so unlisted bodies stay half
/// of it apart: the distance they can close in one step at the speeds they may have reached by then.
fn rigid_skin(world: &mut World, least: f64) -> f64 {
    let rules = world.resource::<Cases>();
    let is_rigid = |rules: &CaseRules| rules.normal.is_rigid() || rules.pairs.iter().any(|rule| rule.normal.is_rigid());
    if !rules.0.iter().any(is_rigid) {
        return 0.0;
    }
    let gravity = rules.0.iter().map(|rules| rules.gravity.norm()).fold(0.0, f64::max);
    let dt = world.resource::<Clock>().dt;
    let speed = |(shape, twist): (&BodyShape, &Twist)| {
        let reach = shape.0.reach();
        twist.v.norm() + if reach.is_finite() { 0.5 * twist.w.norm() * reach } else { 0.0 }
    };
    let fastest = world.query::<(&BodyShape, &Twist)>().iter(world).map(speed).fold(0.0, f64::max);
    let gained = (2.0 * gravity * least).sqrt();
    let distance = dt * (4.0 * (fastest + gained) + 2.0 * gravity * dt);
    2.0 * distance
}

/// Builds the contact table; existing contacts stay with their pairs.
fn build(world: &mut World, items: &[Item], skin: Option<f64>) {
    for (pose, mut anchor) in world.query::<(&Pose, &mut Anchor)>().iter_mut(world) {
        anchor.0 = pose.x;
    }
    if let Some(run) = world.get_resource::<PlayedMotion>().map(|run| Arc::clone(&run.0)) {
        let frame = run.at(world.resource::<Clock>().step);
        list_played(world, items, frame.map_or(&[], |frame| &frame.contacts));
        return;
    }
    let near = match skin {
        None => all_pairs(items),
        Some(skin) => neighbours(items, skin, world.resource::<Workers>()),
    };
    let cases = world.resource::<Cases>().clone();
    let near = if near.len() > max_pairs(items.len()) {
        let (case, why) = too_many_pairs(items, &near);
        world.resource_mut::<Outcome>().stop(case, cases.0.len(), why);
        Vec::new()
    } else {
        sorted_pairs(near, items.len())
    };
    let mut table = Builder::begin(world, items, skin);
    for (a, b) in near {
        let (i, j) = (&items[a as usize], &items[b as usize]);
        let key = ContactKey { case: i.case.0, i: i.index, j: j.index, feature: 0 };
        table.take(world, &cases.0[key.case as usize], key, [i, j]);
    }
    table.finish(world, items);
}

/// Builds the contact table of a world that plays a motion: the contacts of a frame, and no others.
fn list_played(world: &mut World, items: &[Item], contacts: &[PlayedContact]) {
    let (case, rules) = (CaseId(0), world.resource::<Cases>().0.first().cloned());
    let mut table = Builder::begin(world, items, None);
    let item = |index: u32| items.binary_search_by_key(&(case, index), |item| (item.case, item.index)).ok();
    for points in contacts.chunk_by(|a, b| (a.i, a.j) == (b.i, b.j)) {
        let key = ContactKey { case: case.0, i: points[0].i, j: points[0].j, feature: 0 };
        if let (Some(rules), Some(i), Some(j)) = (&rules, item(key.i), item(key.j)) {
            let features = points.iter().map(|point| point.feature);
            table.take_points(world, rules, key, [&items[i], &items[j]], features);
        }
    }
    table.finish(world, items);
}

/// Largest plausible number of pairs. More indicate an error in the scene: even densely packed spheres average only 6
/// contacts each.
fn max_pairs(bodies: usize) -> usize {
    1_000_000 + MAX_NEIGHBOURS_PER_BODY * bodies
}

/// Case of the movable body with the most neighbours, and the error message for too many pairs.
fn too_many_pairs(items: &[Item], near: &[(u32, u32)]) -> (u32, String) {
    let mut pairs_of = vec![0_usize; items.len()];
    near.iter().flat_map(|(a, b)| [*a, *b]).for_each(|item| pairs_of[item as usize] += 1);
    let movable = items.iter().zip(&pairs_of).filter(|(item, _)| item.movable());
    let Some((item, count)) = movable.max_by_key(|(_, count)| **count) else { return (0, String::new()) };
    let why = format!(
        "{} bodies are packed so densely that more than {} pairs may touch, {count} of them with body {} at \
         ({:?}, {:?}, {:?}) m. Move the bodies apart.",
        items.len(),
        max_pairs(items.len()),
        item.index,
        item.pose.x.x,
        item.pose.x.y,
        item.pose.x.z
    );
    (item.case.0, why)
}

fn may_touch(i: &Item, j: &Item) -> bool {
    i.case == j.case && (i.movable() || j.movable())
}

/// Every pair of bodies of one case with at least one movable body.
fn all_pairs(items: &[Item]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for (a, i) in items.iter().enumerate() {
        let rest = items.iter().enumerate().skip(a + 1);
        let others = rest.take_while(|(_, j)| j.case == i.case).filter(|(_, j)| may_touch(i, j));
        pairs.extend(others.map(|(b, _)| (a as u32, b as u32)));
    }
    pairs
}

/// The pairs nearer than `skin`, m: large bodies against all others, small ones through a grid whose cells are as wide
/// as the largest small body plus the skin.
fn neighbours(items: &[Item], skin: f64, workers: &Workers) -> Vec<(u32, u32)> {
    let mut reaches: Vec<f64> = items.iter().filter(|item| item.movable()).map(|item| item.reach).collect();
    let middle = reaches.len() / 2;
    let typical =
        if reaches.is_empty() { 0.0 } else { 4.0 * *reaches.select_nth_unstable_by(middle, f64::total_cmp).1 };
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
    let grid_bodies = small.iter().map(|k| GridBody::new(*k as u32, &items[*k], 2.0 * widest + skin)).collect();
    pairs.extend(in_cells(grid_bodies, skin, workers));
    pairs
}

/// Sorts the pairs: groups them by first body, then sorts each group.
fn sorted_pairs(pairs: Vec<(u32, u32)>, bodies: usize) -> Vec<(u32, u32)> {
    let mut places = vec![0; bodies + 1];
    pairs.iter().for_each(|(a, _)| places[*a as usize + 1] += 1);
    for a in 0..bodies {
        places[a + 1] += places[a];
    }
    let mut sorted = vec![(0, 0); pairs.len()];
    for pair in pairs {
        let place = &mut places[pair.0 as usize];
        sorted[*place] = pair;
        *place += 1;
    }
    sorted.chunk_by_mut(|one, other| one.0 == other.0).for_each(<[_]>::sort_unstable);
    sorted
}

/// A small body in the grid: the data of the proximity test, contiguous in memory.
#[derive(Clone, Copy)]
struct GridBody {
    /// Case, and grid cell that contains the centre: indices along z, y and x.
    cell: (u32, [i32; 3]),
    /// Index of the body among the items.
    item: u32,
    movable: bool,
    x: Vec3,
    reach: f64,
}

impl GridBody {
    fn new(item: u32, body: &Item, width: f64) -> Self {
        let cell = body.pose.x.map(|x| (x / width).floor() as i32);
        let cell = (body.case.0, [cell.z, cell.y, cell.x]);
        Self { cell, item, movable: body.movable(), x: body.pose.x, reach: body.reach }
    }

    fn is_near(&self, other: &Self, skin: f64) -> bool {
        let reach = self.reach + other.reach + skin;
        (self.x - other.x).norm_squared() <= reach * reach
    }
}

/// Offsets along z and y from a row of cells along x to the rows after it.
const ROWS: [[i32; 2]; 5] = [[0, 0], [0, 1], [1, -1], [1, 0], [1, 1]];

/// The pairs in neighbouring cells. Bodies are sorted by cell, so that the three cells of a row along x are contiguous;
/// each body is tested against the rows after its own, and against the bodies after it in its own row.
fn in_cells(mut grid_bodies: Vec<GridBody>, skin: f64, workers: &Workers) -> Vec<(u32, u32)> {
    let count = AtomicUsize::new(0);
    workers.run(grid_bodies.len(), |shared| {
        let order = |grid_body: &GridBody| (grid_body.cell, grid_body.item);
        if !shared {
            grid_bodies.sort_unstable_by_key(order);
            return pairs_from(&grid_bodies, 0..grid_bodies.len(), skin, &count);
        }
        grid_bodies.par_sort_unstable_by_key(order);
        let pieces: Vec<_> =
            (0..grid_bodies.len()).step_by(BLOCK).map(|k| k..grid_bodies.len().min(k + BLOCK)).collect();
        pieces.into_par_iter().flat_map_iter(|piece| pairs_from(&grid_bodies, piece, skin, &count)).collect()
    })
}

/// The pairs found from these spots; incomplete if `count`, shared by all threads, shows that there are too many.
fn pairs_from(grid_bodies: &[GridBody], some: Range<usize>, skin: f64, count: &AtomicUsize) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    let (most, mut reported) = (max_pairs(grid_bodies.len()), 0);
    // The start of each row of cells only increases from one spot to the next.
    let mut begins = [None; ROWS.len()];
    for at in some {
        let grid_body = &grid_bodies[at];
        let (case, [z, y, x]) = grid_body.cell;
        for (begin, [up, beside]) in begins.iter_mut().zip(ROWS) {
            let (Some(z), Some(y)) = (z.checked_add(up), y.checked_add(beside)) else { continue };
            let cell = |along: i32| (case, [z, y, x.saturating_add(along)]);
            let (first, last) = (cell(-1), cell(1));
            let mut from = begin.unwrap_or_else(|| grid_bodies.partition_point(|grid_body| grid_body.cell < first));
            while grid_bodies.get(from).is_some_and(|grid_body| grid_body.cell < first) {
                from += 1;
            }
            *begin = Some(from);
            let from = if [up, beside] == [0, 0] { at + 1 } else { from };
            let row = grid_bodies[from..].iter().take_while(|other| other.cell <= last);
            let near = row.filter(|other| (grid_body.movable || other.movable) && grid_body.is_near(other, skin));
            pairs.extend(near.map(|other| (grid_body.item.min(other.item), grid_body.item.max(other.item))));
        }
        if pairs.len() - reported > REPORT_AFTER {
            let added = pairs.len() - reported;
            reported += added;
            if count.fetch_add(added, Ordering::Relaxed) + added > most {
                break; // too many for any scene
            }
        }
    }
    pairs
}

/// True if the bounding spheres of two bodies come within `skin` (for a plane, its surface; a bowl or tube is near
/// everything).
fn near(i: &Item, j: &Item, skin: f64) -> bool {
    // A rotating plane sweeps over bodies that do not move themselves.
    let over = |plane: &Item, body: &Item| {
        matches!(plane.motion, Motion::Driven(_))
            || (plane.pose.q * Vec3::z()).dot(&(body.pose.x - plane.pose.x)) - body.reach <= skin
    };
    match (&i.shape, &j.shape) {
        (Shape::Plane, _) => over(i, j),
        (_, Shape::Plane) => over(j, i),
        _ => {
            let reach = i.reach + j.reach + skin;
            (i.pose.x - j.pose.x).norm_squared() <= reach * reach
        }
    }
}
