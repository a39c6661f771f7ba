//! Rebuilds the table of contacts, with rows in the order of the keys. Existing contacts keep their memory.

use crate::laws::friction::component::PerComponent;
use crate::laws::friction::contact::Surface;
use crate::laws::friction::contact::{ContactHistory, StepMotion};
use crate::laws::math::number::Row;
use crate::laws::math::order::sort_by_key;
use crate::laws::math::turning::Turn;
use crate::laws::{Rotation, Vec3};
use crate::scene::NormalLaw;
use crate::shapes::outline::MotionPlane;
use crate::step::contacts::narrow::geometry::GeneralRows;
use crate::step::contacts::narrow::geometry::{BodyMotion, PlaneState};
use crate::step::contacts::narrow::neighbours;
use crate::step::contacts::narrow::pair::GeneralPair;
use crate::step::contacts::narrow::prisms::{BodyOutline, Clearance};
use crate::step::contacts::pair_constants::SimdMode;
use crate::step::contacts::pair_constants::{BodyKind, Item, PairConstants, TouchingCounts, class_of};
use crate::step::contacts::table::ContactTable;
use crate::step::contacts::table::columns::{ContactMut, ContactMutItem};
use crate::step::contacts::table::touching::mark_touching;
use crate::step::events::{ContactEventKind, EventLog};
use crate::world::body::Body;
use crate::world::contact::{
    Began, ContactBundle, ContactExtras, ContactIdentity, ContactKey, ContactPair, ContactRow, PairLaw,
};
use crate::world::{CaseRules, Clock};
use bevy_ecs::prelude::*;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Identifies a class: case, pair rule and the kinds of bodies i and j.
type ClassKey = (u32, Option<usize>, u32, u32);

/// A contact table under construction.
pub(crate) struct Builder {
    old: ContactTable,
    new: ContactTable,
    /// Existing contacts in the order of their keys; the first `done` of them have been processed.
    living: Vec<ContactBundle>,
    done: usize,
    simd_mode: SimdMode,
    touching_counts: bool,
    /// Index in `table` of the kind of each body, by the body's row.
    kinds: Vec<u32>,
    table: Vec<BodyKind>,
    numbers: BTreeMap<ClassKey, u32>,
    /// Laws of each case and pair rule.
    laws: BTreeMap<(u32, Option<usize>), Arc<PairLaw>>,
    /// Indices of the outlines of each body, by the body's row.
    outlines: Vec<Vec<u32>>,
    /// Outlines of the old table that have not been reused yet, by the body's row.
    old_outlines: Vec<Vec<BodyOutline>>,
    last: Option<(ClassKey, u32)>,
    rows: Vec<NearRow>,
    /// Contacts that are in the list no longer, with their bodies.
    lost: Vec<(ContactKey, [Entity; 2])>,
}

/// A row of the new table.
struct NearRow {
    key: ContactKey,
    rows: [u32; 2],
    class: u32,
    /// Index of the existing contact in this row, if any.
    living: Option<usize>,
}

impl ContactBundle {
    /// Copies the components of a contact from a query.
    pub fn from_row((pair, history, motion, identity, extras): ContactRow) -> Self {
        Self { pair: *pair, history: *history, motion: *motion, identity: *identity, extras: extras.clone() }
    }

    /// Copies the components of a contact from a mutable query, and takes the extras out of the row.
    fn taken((pair, history, motion, identity, mut extras): ContactMutItem) -> Self {
        let extras = std::mem::take(extras.bypass_change_detection());
        Self { pair: *pair, history: *history, motion: *motion, identity: *identity, extras }
    }
}

impl NearRow {
    /// The components of the row, with the memory of the existing contact if there is one.
    fn bundle(&self, living: &mut [ContactBundle]) -> ContactBundle {
        let &Self { key, rows, class, .. } = self;
        match self.living {
            Some(at) => {
                let ContactBundle { pair, history, motion, identity, extras } = &mut living[at];
                let pair = ContactPair { rows, class, ..*pair };
                let extras = std::mem::take(extras);
                ContactBundle { pair, history: *history, motion: *motion, identity: *identity, extras }
            }
            None => ContactBundle {
                pair: ContactPair::apart(rows, class),
                history: ContactHistory::default(),
                motion: StepMotion::default(),
                identity: ContactIdentity { key, changed: PerComponent::default() },
                extras: ContactExtras::default(),
            },
        }
    }
}

impl Builder {
    /// Begins a new table: takes the existing contacts and everything reusable out of the old one.
    pub(in crate::step) fn begin(world: &mut World, items: &[Item], skin: Option<f64>) -> Self {
        let mut rows = world.query::<ContactMut>();
        let touching = rows.iter_mut(world).filter(|row| row.0.touches());
        let mut living: Vec<_> = touching.map(ContactBundle::taken).collect();
        sort_by_key(&mut living, |row| row.identity.key);
        let mut old = std::mem::take(&mut *world.resource_mut::<ContactTable>());
        let (rows_before, new) = (old.rows, ContactTable { skin, ..old.emptied() });
        let mut builder = Self {
            old,
            new,
            living,
            done: 0,
            simd_mode: *world.resource::<SimdMode>(),
            touching_counts: world.resource::<TouchingCounts>().0,
            kinds: vec![0; items.len()],
            table: Vec::with_capacity(items.len()),
            numbers: BTreeMap::new(),
            laws: BTreeMap::new(),
            outlines: vec![Vec::new(); items.len()],
            old_outlines: vec![Vec::new(); items.len()],
            last: None,
            rows: Vec::with_capacity(rows_before),
            lost: Vec::new(),
        };
        builder.list_bodies(items);
        builder
    }

    fn list_bodies(&mut self, items: &[Item]) {
        let new = &mut self.new;
        new.entities = vec![Entity::PLACEHOLDER; items.len()];
        items.iter().for_each(|item| new.entities[item.row as usize] = item.entity);
        new.before = vec![Rotation::identity(); items.len()];
        new.smallest = items.iter().map(|item| item.shape.size()).fold(f64::INFINITY, f64::min);
        let is_moved = |(row, entity): &(usize, &Entity)| new.entities.get(*row) != Some(entity);
        let moved: BTreeMap<Entity, usize> =
            self.old.entities.iter().enumerate().filter(is_moved).map(|(row, entity)| (*entity, row)).collect();
        for outline in std::mem::take(&mut self.old.outlines) {
            let row = outline.row as usize;
            if self.old.entities.get(row) == new.entities.get(row) {
                self.old_outlines[row].push(outline);
            }
        }
        new.bodies = vec![BodyMotion::new(&Vec3::zeros(), &Vec3::zeros()); items.len()];
        new.turns = vec![Turn::NONE.numbers(); items.len()];
        let mut seen: BTreeMap<([u64; 5], bool), u32> = BTreeMap::new();
        for item in items {
            let row = item.row as usize;
            new.bodies[row] = BodyMotion::new(&item.pose.x, &Vec3::zeros());
            new.before[row] = match self.old.entities.get(row) {
                Some(entity) if *entity == item.entity => self.old.before[row],
                _ => moved.get(&item.entity).map_or(item.pose.q, |row| self.old.before[*row]),
            };
            let kind = BodyKind::new(item, new.planes.len() as u32);
            if kind.plane.is_some() {
                new.planes.push(PlaneState { row: item.row, up: item.pose.q * Vec3::z(), w: Vec3::zeros() });
            }
            let number = self.table.len() as u32;
            let Some(inertia) = kind.inertia.filter(|_| kind.surface == Surface::Sphere) else {
                self.kinds[row] = number;
                self.table.push(kind);
                continue;
            };
            // Identical spheres share one kind.
            let elastic = kind.elastic.map_or([0.0; 2], |e| [e.youngs_modulus, e.poisson_ratio]);
            let bits = [kind.radius, kind.mass, inertia, elastic[0], elastic[1]].map(f64::to_bits);
            let table = &mut self.table;
            self.kinds[row] = *seen.entry((bits, kind.special)).or_insert_with(|| {
                table.push(kind);
                number
            });
        }
    }

    /// Adds the pair of bodies i and j to the table. Pairs must come in the order of their keys.
    pub(in crate::step) fn take(&mut self, world: &World, rules: &CaseRules, key: ContactKey, [i, j]: [&Item; 2]) {
        let living = self.living_of(key);
        let rule = rule(world, rules, [i, j]);
        if living.is_empty() && self.are_apart(rules.normal_of(rule), [i, j]) {
            return;
        }
        let class_number = self.class(rules, rule, [i, j]);
        let class = &self.new.classes[class_number as usize];
        let (rows, first) = ([i.row, j.row], self.rows.len());
        let slots = class.slots.max(living.len());
        if !class.is_wide {
            self.new.clearances.push(Clearance::unknown(class.area.as_ref()));
            self.new.general.push(GeneralPair::new(rows, class_number, key, (first, slots, living.len())));
        }
        let row = |living: Option<usize>| NearRow { key, rows, class: class_number, living };
        self.rows.extend(living.clone().map(|at| row(Some(at))));
        self.rows.resize_with(first + slots, || row(None));
    }

    /// Adds the pair of bodies i and j to the table of a world that plays a motion, with a row for each of these
    /// features and no others. Pairs must come in the order of their keys.
    pub(in crate::step) fn take_points(
        &mut self,
        world: &World,
        rules: &CaseRules,
        key: ContactKey,
        [i, j]: [&Item; 2],
        features: impl Iterator<Item = u32> + Clone,
    ) {
        let living = self.living_of(key);
        let class = self.class(rules, rule(world, rules, [i, j]), [i, j]);
        let rows = [i.row, j.row];
        let feature_of = |at: usize, of: &Self| of.living[at].identity.key.feature;
        for feature in features.clone() {
            let living = living.clone().find(|at| feature_of(*at, self) == feature);
            self.rows.push(NearRow { key: ContactKey { feature, ..key }, rows, class, living });
        }
        for at in living {
            if features.clone().all(|feature| feature != feature_of(at, self)) {
                let row = &self.living[at];
                self.lost.push((row.identity.key, self.old.bodies_of(row.pair.rows)));
            }
        }
    }

    /// Indices of the existing contacts of this pair. Contacts with smaller keys belong to pairs that are no longer
    /// near and are added to `lost`.
    fn living_of(&mut self, pair: ContactKey) -> std::ops::Range<usize> {
        let of = |key: ContactKey| ContactKey { feature: 0, ..key };
        while let Some(row) = self.living.get(self.done).filter(|row| of(row.identity.key) < pair) {
            self.lost.push((row.identity.key, self.old.bodies_of(row.pair.rows)));
            self.done += 1;
        }
        let first = self.done;
        self.done += self.living[first..].iter().take_while(|row| of(row.identity.key) == pair).count();
        first..self.done
    }

    /// True for two prisms under the overlap-area law that are too far apart in their plane to touch before the next
    /// pair list.
    fn are_apart(&self, law: &NormalLaw, [i, j]: [&Item; 2]) -> bool {
        let (NormalLaw::OverlapArea { .. }, Some(skin)) = (law, self.new.skin) else { return false };
        let (Some(a), Some(b)) = (&i.prism, &j.prism) else { return false };
        !a.comes_near(b, &(i.pose.x - j.pose.x), skin)
    }

    fn class(&mut self, rules: &CaseRules, rule: Option<usize>, [i, j]: [&Item; 2]) -> u32 {
        let (kind_i, kind_j) = (self.kinds[i.row as usize], self.kinds[j.row as usize]);
        let case = i.case.0;
        let key = (case, rule, kind_i, kind_j);
        if let Some((_, class)) = self.last.filter(|last| last.0 == key) {
            return class;
        }
        let (table, simd_mode, laws) = (&self.table, self.simd_mode, &mut self.laws);
        let touching_counts = self.touching_counts;
        let ContactTable { classes, known, rigid, coupled, outlines, rocks, .. } = &mut self.new;
        let (numbers_of_outlines, old_outlines) = (&mut self.outlines, &mut self.old_outlines);
        let mut new_class = || {
            let law = laws.entry((case, key.1)).or_insert_with(|| Arc::new(rules.law_of(key.1))).clone();
            let kinds = [kind_i, kind_j].map(|kind| &table[kind as usize]);
            let mut class: PairConstants = class_of(case, law.clone(), kinds[0], kinds[1], simd_mode);
            if touching_counts && class.area.is_none() {
                class.gap = PairLaw::touching(class.size);
            }
            *known |= law.is_known();
            *rigid |= law.normal.is_rigid();
            *coupled |= class.is_coupled();
            if let Some(area) = &mut class.area {
                area.outlines = [i, j].map(|item| {
                    let row = item.row as usize;
                    outline(outlines, (&mut numbers_of_outlines[row], &mut old_outlines[row]), item, &area.plane)
                });
            }
            *rocks |= class.area.as_ref().is_some_and(|area| area.spring.rotation > 0.0);
            classes.push(class);
            classes.len() as u32 - 1
        };
        // Only spheres share a kind; any other pair of kinds occurs once.
        let is_shared = [kind_i, kind_j].into_iter().any(|kind| table[kind as usize].surface == Surface::Sphere);
        let class = if is_shared { *self.numbers.entry(key).or_insert_with(new_class) } else { new_class() };
        self.last = Some((key, class));
        class
    }

    /// Assigns the rows, in the order of their keys, to the existing contact entities in table order, then to new ones.
    /// (Despawning all entities took half of the time of a rebuild.)
    pub(in crate::step) fn finish(mut self, world: &mut World, items: &[Item]) {
        let lost = self.living[self.done..].iter().map(|row| (row.identity.key, self.old.bodies_of(row.pair.rows)));
        self.lost.extend(lost);
        let step = world.resource::<Clock>().step;
        let mut log = world.resource_mut::<EventLog>();
        self.lost.into_iter().for_each(|(key, bodies)| log.push(step, key, bodies, ContactEventKind::End));
        let new = &mut self.new;
        new.rows = self.rows.len();
        new.wide_rows = new.rows - new.general.iter().map(|pair| pair.slots).sum::<usize>();
        let marked = |pair: &GeneralPair| (pair.all_rows(), new.classes[pair.class as usize].is_simd);
        new.marks = GeneralRows::new(new.general.iter().map(marked), new.rows);
        new.touching.extend((0..).zip(&new.general).filter(|(_, pair)| pair.living > 0).map(|(number, _)| number));
        new.travels = vec![0.0; new.outlines.len()];
        new.shares = new.general.iter().any(|pair| new.classes[pair.class as usize].area.is_none());
        new.seams = neighbours::mark(&mut new.general, &new.classes, items);
        new.sums = vec![Row::default(); new.bodies.len()];
        give_rows(world, self.rows, self.living);
        world.insert_resource(self.new);
    }
}

/// Gives rows to entities, in the order of their keys: to those there are, as they stand in their table, and to new
/// ones. (To despawn all of them took half of the time of a new list.)
fn give_rows(world: &mut World, rows: Vec<NearRow>, mut living: Vec<ContactBundle>) {
    let (mut rows, mut idle, mut marks) = (rows.into_iter(), Vec::new(), Vec::new());
    let mut there = world.query::<(
        Entity,
        &mut ContactPair,
        &mut ContactHistory,
        &mut StepMotion,
        &mut ContactIdentity,
        &mut ContactExtras,
    )>();
    for (entity, mut pair, mut history, mut motion, mut identity, mut extras) in there.iter_mut(world) {
        let touched = pair.touches();
        match rows.next() {
            // The memory of a row that does not touch is never read.
            Some(NearRow { key, rows, class, living: None }) => {
                *pair.bypass_change_detection() = ContactPair::apart(rows, class);
                *identity.bypass_change_detection() = ContactIdentity { key, changed: PerComponent::default() };
                if extras.0.is_some() {
                    *extras.bypass_change_detection() = ContactExtras::default();
                }
            }
            Some(near) => {
                let new = near.bundle(&mut living);
                *pair.bypass_change_detection() = new.pair;
                *history.bypass_change_detection() = new.history;
                *motion.bypass_change_detection() = new.motion;
                *identity.bypass_change_detection() = new.identity;
                *extras.bypass_change_detection() = new.extras;
            }
            None => {
                idle.push(entity);
                continue;
            }
        }
        if pair.touches() != touched {
            marks.push((entity, !touched));
        }
    }
    // From last to first, so that no other entity moves in its table.
    for entity in idle.into_iter().rev() {
        world.despawn(entity);
    }
    // Spawned from an iterator: a list of all bundles would be as large as the table.
    let touches = Cell::new(false);
    let new = rows.map(|near| {
        touches.set(near.living.is_some());
        near.bundle(&mut living)
    });
    marks.extend(world.spawn_batch(new).filter(|_| touches.get()).map(|entity| (entity, true)));
    mark_touching(world, marks);
}

/// Index of the body's outline in this plane; adds the outline if it is missing. `u32::MAX` if the body has no outline.
fn outline(
    outlines: &mut Vec<BodyOutline>,
    (known, old): (&mut Vec<u32>, &mut Vec<BodyOutline>),
    item: &Item,
    plane: &MotionPlane,
) -> u32 {
    if let Some(number) = known.iter().find(|number| outlines[**number as usize].plane == *plane) {
        return *number;
    }
    let again = old.iter().position(|outline| outline.is_of(&item.shape, plane)).map(|at| old.swap_remove(at));
    let new = again.or_else(|| BodyOutline::new(item.row, &item.shape, *plane, &item.pose.x));
    let Some(new) = new else { return u32::MAX };
    known.push(outlines.len() as u32);
    outlines.push(new);
    outlines.len() as u32 - 1
}

/// Ends these contacts and discards their memory; `which` is given the contact and its bodies.
pub(crate) fn end_contacts(world: &mut World, which: impl Fn(&ContactPair, [Entity; 2]) -> bool) {
    let mut contacts = world.query::<(Entity, &mut ContactPair, &ContactIdentity)>();
    let (mut ended, mut marks) = (Vec::new(), Vec::new());
    world.resource_scope(|world, table: Mut<ContactTable>| {
        for (entity, mut pair, identity) in contacts.iter_mut(world).filter(|row| row.1.touches()) {
            let bodies = table.bodies_of(pair.rows);
            if which(&pair, bodies) {
                pair.began = Began::NEVER;
                ended.push((identity.key, bodies));
                marks.push((entity, false));
            }
        }
    });
    mark_touching(world, marks);
    let step = world.resource::<Clock>().step;
    let mut log = world.resource_mut::<EventLog>();
    ended.into_iter().for_each(|(key, bodies)| log.push(step, key, bodies, ContactEventKind::End));
}

/// Index of the pair rule that names both bodies, if any.
fn rule(world: &World, rules: &CaseRules, [i, j]: [&Item; 2]) -> Option<usize> {
    let named = |item: &Item| world.get::<Body>(item.entity);
    // Names are scattered across memory, so they are read only if there are rules.
    if rules.pairs.is_empty() { None } else { rules.rule(named(i)?, named(j)?) }
}
