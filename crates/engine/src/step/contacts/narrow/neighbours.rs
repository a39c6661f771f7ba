//! Finds immovable bodies that lie next to each other and so count as one body, and the pairs that therefore count as
//! one pair.
//!
//! Within a case, neighbouring fixed bodies count as one, and so do neighbouring driven bodies with the same motion.
//! Movable bodies never do.

use crate::laws::Vec3;
use crate::laws::math::order::sort_by_key;
use crate::scene::Motion;
use crate::shapes::Shape;
use crate::shapes::features::EDGE_TOLERANCE as FLUSH;
use crate::shapes::surface::Placed;
use crate::step::contacts::narrow::pair::GeneralPair;
use crate::step::contacts::narrow::seam::{Neighbour, Seam};
use crate::step::contacts::pair_constants::{Item, PairConstants, PairShape};
use std::collections::BTreeMap;

/// Bounds of an immovable body: lower and upper corner, m; `None` for a plane.
type Bounds = Option<[Vec3; 2]>;

/// True if two bodies may lie next to each other.
fn are_near([a, b]: [(&Item, &Bounds); 2]) -> bool {
    let gap = FLUSH * a.0.shape.size().min(b.0.shape.size());
    match (a, b) {
        ((_, Some([low, high])), (_, Some([from, to]))) => {
            (0..3).all(|k| low[k] <= to[k] + gap && from[k] <= high[k] + gap)
        }
        ((plane, None), (body, Some(_))) | ((body, Some(_)), (plane, None)) => {
            let up = plane.pose.q * Vec3::z();
            up.dot(&(placed(body).support(&-up) - plane.pose.x)) <= gap
        }
        ((_, None), (_, None)) => true,
    }
}

fn placed(item: &Item) -> Placed<'_> {
    Placed { shape: &item.shape, x: item.pose.x, q: item.pose.q }
}

fn bounds(item: &Item) -> Bounds {
    let at = placed(item);
    let side = |sign: f64| Vec3::from_fn(|k, _| at.support(&(Vec3::ith(k, sign)))[k]);
    (!matches!(item.shape, Shape::Plane)).then(|| [side(-1.0), side(1.0)])
}

/// Bodies that join others: planes and solids.
fn joins(item: &Item) -> bool {
    !item.movable() && !matches!(item.shape, Shape::Bowl { .. } | Shape::Tube { .. } | Shape::Disk { .. })
}

/// The immovable bodies next to each other, by row. Balls and planes meet others by forms of their own, in which no seam
/// occurs, and have no list.
fn neighbours(items: &[Item]) -> BTreeMap<u32, Vec<Neighbour>> {
    let mut all: Vec<(&Item, Bounds)> =
        items.iter().filter(|item| joins(item)).map(|item| (item, bounds(item))).collect();
    let has_seams = |item: &Item| !matches!(item.shape, Shape::Plane | Shape::Sphere { .. });
    let mut found: BTreeMap<u32, Vec<Neighbour>> = BTreeMap::new();
    if all.len() < 2 || !all.iter().any(|(item, _)| has_seams(item)) {
        return found;
    }
    let low = |bounds: &Bounds| bounds.map_or(f64::NEG_INFINITY, |[low, _]| low.x);
    all.sort_by(|a, b| low(&a.1).total_cmp(&low(&b.1)));
    let mut add = |a: &Item, b: &Item| {
        if has_seams(a) {
            let order = |item: &Item| (!matches!(item.shape, Shape::Plane), item.index);
            let is_first = order(b) < order(a);
            found.entry(a.row).or_default().push(Neighbour { row: b.row, is_first });
        }
    };
    for (k, (a, a_bounds)) in all.iter().enumerate() {
        let end = a_bounds.map_or(f64::INFINITY, |[_, high]| high.x + FLUSH * a.shape.size());
        for (b, b_bounds) in all[k + 1..].iter().take_while(|(_, bounds)| low(bounds) <= end) {
            let are_one = a.case == b.case && a.motion == b.motion;
            if are_one && (has_seams(a) || has_seams(b)) && are_near([(a, a_bounds), (b, b_bounds)]) {
                add(a, b);
                add(b, a);
            }
        }
    }
    found.values_mut().for_each(|list| sort_by_key(list, |near| near.row));
    found
}

/// Marks the pairs whose immovable body has others next to it; returns the groups of those that are one pair: of one movable
/// body, under one rule, with bodies of one motion.
pub(in crate::step::contacts) fn mark(
    general: &mut [GeneralPair],
    classes: &[PairConstants],
    items: &[Item],
) -> Vec<Vec<u32>> {
    let near = neighbours(items);
    let mut groups = Vec::new();
    if near.is_empty() {
        return groups;
    }
    let mut motions: Vec<(u32, &Motion)> = Vec::new();
    let mut number_of = vec![u32::MAX; items.len()];
    for item in items.iter().filter(|item| near.contains_key(&item.row)) {
        let motion = (item.case.0, &item.motion);
        let known = motions.iter().position(|known| *known == motion);
        number_of[item.row as usize] = known.unwrap_or(motions.len()) as u32;
        if known.is_none() {
            motions.push(motion);
        }
    }
    let mut numbers: BTreeMap<(u32, u32, Option<usize>), usize> = BTreeMap::new();
    for (number, pair) in (0..).zip(general) {
        let class = &classes[pair.class as usize];
        let Some(fixed) = (0..2).find(|k| !class.moves[*k]) else { continue };
        if class.shape != PairShape::General || class.area.is_some() {
            continue;
        }
        let Some(neighbours) = near.get(&pair.rows[fixed]) else { continue };
        let key = (pair.rows[1 - fixed], number_of[pair.rows[fixed] as usize], class.law.rule);
        let group = *numbers.entry(key).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(number);
        pair.seam = Some(Box::new(Seam { fixed, neighbours: neighbours.clone(), group }));
    }
    groups
}

/// Rows at which the contacts of a group are found, if more than one of its pairs touches.
pub(in crate::step) fn joint<'a>(
    group: &'a [u32],
    general: &'a [GeneralPair],
) -> Option<impl Iterator<Item = &'a GeneralPair> + Clone> {
    let living = group.iter().map(|number| &general[*number as usize]).filter(|pair| pair.living > 0);
    (living.clone().count() > 1).then_some(living)
}
