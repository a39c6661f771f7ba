//! Keeps the history of a contact that crosses a seam between two immovable bodies.

use crate::laws::friction::contact::{ContactHistory, Surface};
use crate::laws::friction::law::Memory;
use crate::laws::friction::limit::cones::Reaction;
use crate::laws::math::number::{V2, V3};
use crate::laws::pair::choice::Memories;
use crate::laws::{Vec2, Vec3};
use crate::shapes::features::EDGE_TOLERANCE as FLUSH;
use crate::step::contacts::narrow::pair::GeneralPair;
use crate::step::contacts::narrow::seam::Seam;
use crate::step::contacts::pair_constants::PairConstants;
use crate::step::contacts::table::bodies::BodyColumns;
use crate::step::contacts::table::columns::ContactColumns;
use crate::step::events::ContactEventKind;
use crate::world::contact::{Began, ContactBundle, ContactModes, ContactPair};

/// Cosine of the largest angle between the normals of a contact that ends and of the one that continues it: of 30°.
const SAME_NORMAL: f64 = 0.866;

/// Where a contact is: a point of the immovable surface, m, and the normal out of it.
fn place(bundle: &ContactBundle, fixed: usize, centre: &Vec3) -> Option<(Vec3, Vec3)> {
    let point = &bundle.extras.0.as_deref()?.geometry.point;
    let n = Vec3::from(point.n);
    Some((centre + Vec3::from(point.feet[fixed]), if fixed == 1 { n } else { -n }))
}

/// A contact that began in this step and that another, ended one, may continue.
struct Heir {
    /// The distance between the two, m.
    far: f64,
    /// Row of the contact that began, and the number of its pair.
    row: usize,
    pair: u32,
    /// The contact that ended: its pair, and its place in the list of that pair.
    from: (u32, usize),
}

/// Contacts that began continue those of the same group of pairs that ended in the same step, if they are near enough: they
/// take their frame, springs, modes and memory, and neither is an event.
pub(in crate::step::contacts) fn hand_over(
    general: &mut [GeneralPair],
    due: &[u32],
    columns: &mut ContactColumns,
    (bodies, classes): (&BodyColumns, &[PairConstants]),
    (step, dt): (u32, f64),
) {
    let mut heirs = heirs(general, due, columns, bodies, (step, dt));
    heirs.sort_by(|a, b| a.far.total_cmp(&b.far).then((a.row, a.from).cmp(&(b.row, b.from))));
    let mut taken: Vec<(u32, usize)> = Vec::new();
    for heir in heirs {
        let begins = columns.pairs[heir.row].began == Began::at(step);
        if !begins || taken.contains(&heir.from) {
            continue;
        }
        let (old, new) = (&general[heir.from.0 as usize], &general[heir.pair as usize]);
        let Some(bundle) = continued(old, new, heir.from.1, bodies, classes) else { continue };
        taken.push(heir.from);
        let ended = bundle.identity.key.feature;
        take(bundle, columns, heir.row);
        let feature = columns.identities[heir.row].key.feature;
        let forget = |pair: &mut GeneralPair, feature: u32, kind: ContactEventKind| {
            pair.events.retain(|event| *event != (feature, kind));
        };
        forget(&mut general[heir.pair as usize], feature, ContactEventKind::Begin);
        forget(&mut general[heir.from.0 as usize], ended, ContactEventKind::End);
    }
    for (number, at) in taken {
        general[number as usize].ended[at].pair.began = Began::NEVER;
    }
}

/// Contacts that began and the ended ones that each may continue.
fn heirs(
    general: &[GeneralPair],
    due: &[u32],
    columns: &ContactColumns,
    bodies: &BodyColumns,
    (step, dt): (u32, f64),
) -> Vec<Heir> {
    let seams = || due.iter().filter_map(|number| Some((*number, general[*number as usize].seam.as_deref()?)));
    let ended: Vec<(u32, &Seam)> = seams().filter(|(number, _)| !general[*number as usize].ended.is_empty()).collect();
    let mut heirs = Vec::new();
    for (number, seam) in seams() {
        let pair = &general[number as usize];
        let [Some(fixed), Some(movable)] = [seam.fixed, 1 - seam.fixed].map(|k| bodies.get(pair.rows[k])) else {
            continue;
        };
        for row in pair.living_rows().filter(|row| columns.pairs[*row].began == Began::at(step)) {
            let Some(point) = columns.extras[row].0.as_deref().map(|extras| &extras.geometry.point) else { continue };
            let n = Vec3::from(point.n) * if seam.fixed == 1 { 1.0 } else { -1.0 };
            let at = fixed.pose.x + Vec3::from(point.feet[seam.fixed]);
            let speed = 2.0 * movable.twist.v.norm() + movable.twist.w.norm() * movable.shape.reach();
            let most = dt * speed + FLUSH * movable.shape.size();
            for (from, other) in ended.iter().filter(|(_, other)| other.group == seam.group) {
                let (from, old) = (*from, &general[*from as usize]);
                let Some(centre) = bodies.get(old.rows[other.fixed]).map(|body| body.pose.x) else { continue };
                for (k, bundle) in old.ended.iter().enumerate() {
                    let Some((was, m)) = place(bundle, other.fixed, &centre) else { continue };
                    let far = (at - was).norm();
                    if far <= most && n.dot(&m) >= SAME_NORMAL {
                        heirs.push(Heir { far, row, pair: number, from: (from, k) });
                    }
                }
            }
        }
    }
    heirs
}

/// An ended contact in the terms of the pair that continues it.
fn continued(
    old: &GeneralPair,
    new: &GeneralPair,
    at: usize,
    bodies: &BodyColumns,
    classes: &[PairConstants],
) -> Option<ContactBundle> {
    let (was, is) = (old.seam.as_deref()?.fixed, new.seam.as_deref()?.fixed);
    let mut bundle = old.ended.get(at)?.clone();
    let surfaces = classes[old.class as usize].variant.surfaces;
    let by = bodies.get(old.rows[was])?.pose.x - bodies.get(new.rows[is])?.pose.x;
    if surfaces[was] != Surface::Sphere {
        bundle.history.from[was] = bundle.history.from[was] + V3::from(by);
    }
    Some(if was == is { bundle } else { exchanged(bundle, surfaces) })
}

/// Stores a continued contact in a row, which keeps its key and its contact point.
fn take(bundle: ContactBundle, columns: &mut ContactColumns, row: usize) {
    let ContactBundle { pair, history, motion, identity, extras } = bundle;
    let now = &mut columns.pairs[row];
    *now = ContactPair { rows: now.rows, class: now.class, ..pair };
    (columns.histories[row], columns.motions[row]) = (history, motion);
    columns.identities[row].changed = identity.changed;
    let (Some(was), Some(is)) = (extras.0, &mut columns.extras[row].0) else { return };
    let (point, last_normal) = (is.geometry.point, was.geometry.point.n);
    **is = *was;
    (is.geometry.point, is.seen.last_normal) = (point, last_normal);
}

/// A contact with bodies i and j exchanged: n and w change their signs, u remains. A vector of body i relative to body j, such
/// as the deflection S, changes its sign as well; the paths and rolls are those of the other body.
fn exchanged(bundle: ContactBundle, surfaces: [Surface; 2]) -> ContactBundle {
    let ContactBundle { pair, history, mut motion, mut identity, mut extras } = bundle;
    let (slide, roll_i, roll_j, spin) = pair.modes.springs(&history);
    let modes = ContactModes::of_springs(&(slide, roll_j, roll_i, spin));
    let relative = |v: V2<f64>| V2 { u: -v.u, w: v.w };
    let own = |v: V2<f64>| V2 { u: v.u, w: -v.w };
    let from = |k: usize| if surfaces[k] == Surface::Sphere { -history.from[k] } else { history.from[k] };
    let history = ContactHistory {
        from: [from(1), from(0)],
        u: history.u,
        slide: relative(history.slide),
        roll: [own(history.roll[1]), own(history.roll[0])],
        spin: history.spin,
    };
    motion.paths = [own(motion.paths[1]), own(motion.paths[0])];
    let changed = identity.changed;
    (identity.changed.roll_i, identity.changed.roll_j) = (changed.roll_j, changed.roll_i);
    if let Some(details) = extras.0.as_deref_mut() {
        details.geometry.point.n = -details.geometry.point.n;
        details.geometry.point.feet.swap(0, 1);
        details.seen.last_normal = -details.seen.last_normal;
        details.geometry.curvatures.swap(0, 1);
        details.geometry.grain.y = -details.geometry.grain.y;
        details.memories = exchanged_memories(&details.memories);
        details.solution.reaction = details.solution.reaction.map(exchanged_reaction);
        if let Some(acted) = &mut details.solution.acted {
            (acted.n, acted.force) = (-acted.n, -acted.force);
            acted.arms.swap(0, 1);
        }
    }
    ContactBundle { pair: ContactPair { modes, ..pair }, history, motion, identity, extras }
}

fn exchanged_memories(memories: &Memories) -> Memories {
    let turned = |memory: Memory, [u, w]: [f64; 2]| Memory {
        vectors: memory.vectors.map(|v| Vec2::new(u * v.x, w * v.y)),
        ..memory
    };
    Memories {
        slide: turned(memories.slide, [-1.0, 1.0]),
        roll: turned(memories.roll, [1.0, -1.0]),
        spin: memories.spin,
    }
}

/// Rows are (n, u, w) of a force or velocity, then (u, w, n) of a torque or angular velocity, of body i relative to body j.
fn exchanged_reaction(reaction: Reaction) -> Reaction {
    let turned = |[n, u, w, roll_u, roll_w, spin]: [f64; 6]| [n, -u, w, -roll_u, roll_w, spin];
    Reaction { load: turned(reaction.load), motion: turned(reaction.motion), ..reaction }
}
