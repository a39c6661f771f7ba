//! Makes the list of round pairs anew: which entities there are, in the order of their keys.

use super::classes::{Class, Kind, class_of};
use super::show::{bodies_of, full};
use super::{Ball, Flat, Rounds};
use crate::laws::number::Row;
use crate::laws::turning::Turn;
use crate::laws::{Rotation, Vec3};
use crate::step::broad::{Item, rule};
use crate::step::events::{EventLog, What};
use crate::world::contact::{ContactKey, PairLaw};
use crate::world::round::{APART, Round, RoundMemory, RoundMotion, RoundPair, RoundPast, RoundRow};
use crate::world::{Clock, LaneRules};
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;

/// A pair list in the making.
pub struct Builder {
    old: Rounds,
    new: Rounds,
    /// Contacts that live, in the order of their keys, and how many of them had their turn.
    living: Vec<Round>,
    done: usize,
    /// The body of each item as a round contact sees it, by the item's row.
    kinds: Vec<Option<u32>>,
    table: Vec<Kind>,
    numbers: BTreeMap<(u32, Option<usize>, u32, u32), Option<u32>>,
    last: Option<((u32, Option<usize>, u32, u32), Option<u32>)>,
    rows: Vec<Near>,
    /// The place of a living contact whose pair is round no more.
    open: Option<usize>,
    lost: Vec<ContactKey>,
}

/// A pair of the new list.
struct Near {
    key: ContactKey,
    rows: [u32; 2],
    class: u32,
    /// The place of its contact among those that live.
    living: Option<usize>,
}

impl Near {
    fn apart(&self) -> (RoundPair, RoundPast) {
        let Round { pair, past, .. } = Round::apart(self.key, self.rows, self.class);
        (pair, past)
    }

    /// In full, with what it has from the contact that lives.
    fn round(&self, living: &[Round]) -> Round {
        let &Self { key, rows, class, .. } = self;
        match self.living {
            Some(at) => Round { pair: RoundPair { rows, class, ..living[at].pair }, ..living[at] },
            None => Round::apart(key, rows, class),
        }
    }
}

impl Builder {
    /// Takes the old list apart.
    pub(in crate::step) fn begin(world: &mut World, items: &[Item]) -> Self {
        let mut rows = world.query::<RoundRow>();
        let mut living: Vec<_> = rows.iter(world).filter(|row| row.0.touches()).map(Round::from).collect();
        living.sort_by_key(|row| row.past.key);
        let old = std::mem::take(&mut *world.resource_mut::<Rounds>());
        let mut builder = Self {
            old,
            new: Rounds::default(),
            living,
            done: 0,
            kinds: vec![None; items.len()],
            table: Vec::new(),
            numbers: BTreeMap::new(),
            last: None,
            rows: Vec::new(),
            open: None,
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
        new.balls = vec![Ball::of(&Vec3::zeros(), &Vec3::zeros()); items.len()];
        new.turns = vec![Turn::NONE.numbers(); items.len()];
        let mut seen: BTreeMap<([u64; 5], bool), u32> = BTreeMap::new();
        for item in items {
            let row = item.row as usize;
            new.balls[row] = Ball::of(&item.pose.x, &Vec3::zeros());
            new.before[row] = match self.old.entities.get(row) {
                Some(entity) if *entity == item.entity => self.old.before[row],
                _ => moved.get(&item.entity).map_or(item.pose.q, |row| self.old.before[*row]),
            };
            let flat = new.flats.len() as u32;
            let Some(kind) = Kind::of(item, flat) else { continue };
            if kind.flat.is_some() {
                new.flats.push(Flat { row: item.row, up: item.pose.q * Vec3::z(), w: Vec3::zeros() });
                self.kinds[row] = Some(self.table.len() as u32);
                self.table.push(kind);
                continue;
            }
            let elastic = kind.elastic.map_or([0.0; 2], |e| [e.youngs_modulus, e.poisson_ratio]);
            let bits = [kind.radius, kind.mass, kind.inertia, elastic[0], elastic[1]].map(f64::to_bits);
            let table = &mut self.table;
            let number = *seen.entry((bits, kind.special)).or_insert_with(|| {
                table.push(kind);
                table.len() as u32 - 1
            });
            self.kinds[row] = Some(number);
        }
    }

    /// Takes the pair of bodies i and j into the list if it is a round one. Pairs come in the order of their keys.
    pub(in crate::step) fn takes(
        &mut self,
        world: &World,
        rules: &LaneRules,
        key: ContactKey,
        [i, j]: [&Item; 2],
    ) -> bool {
        let old = self.living_at(key);
        self.open = None;
        let class = self.class(world, rules, [i, j]);
        let Some(class) = class else {
            self.open = old;
            return false;
        };
        self.rows.push(Near { key, rows: [i.row, j.row], class, living: old });
        true
    }

    /// The place of the living contact of this key; those before it belong to pairs that are near no more.
    fn living_at(&mut self, key: ContactKey) -> Option<usize> {
        while let Some(row) = self.living.get(self.done).filter(|row| row.past.key < key) {
            self.lost.push(row.past.key);
            self.done += 1;
        }
        let is_it = self.living.get(self.done).is_some_and(|row| row.past.key == key);
        self.done += usize::from(is_it);
        is_it.then(|| self.done - 1)
    }

    fn class(&mut self, world: &World, rules: &LaneRules, [i, j]: [&Item; 2]) -> Option<u32> {
        let (kind_i, kind_j) = (self.kinds[i.row as usize]?, self.kinds[j.row as usize]?);
        let lane = i.lane.0;
        let key = (lane, rule(world, rules, [i, j]), kind_i, kind_j);
        if let Some((_, class)) = self.last.filter(|last| last.0 == key) {
            return class;
        }
        let (table, classes, known) = (&self.table, &mut self.new.classes, &mut self.new.known);
        let class = *self.numbers.entry(key).or_insert_with(|| {
            let law: PairLaw = rules.law_of(key.1);
            let class: Class = class_of(lane, &law, &table[kind_i as usize], &table[kind_j as usize])?;
            *known |= law.is_known();
            classes.push(class);
            Some(classes.len() as u32 - 1)
        });
        self.last = Some((key, class));
        class
    }

    /// The point of a pair that was round until now and touches, spawned in full.
    pub fn opened(&mut self, world: &mut World) -> Vec<(u32, Entity)> {
        let Some(round) = self.open.take().map(|at| self.living[at]) else { return Vec::new() };
        let clock = world.resource::<Clock>();
        let full =
            bodies_of(&self.old, world, &round.pair).and_then(|bodies| full(&self.old, round.row(), &bodies, clock));
        full.map_or(Vec::new(), |contact| vec![(0, world.spawn(contact).id())])
    }

    /// Gives the pairs to entities, in the order of their keys: to those there are, as they stand in their table, and to
    /// new ones. (To despawn all of them took half of the time of a new list.)
    pub fn finish(mut self, world: &mut World) {
        self.lost.extend(self.living[self.done..].iter().map(|row| row.past.key));
        let step = world.resource::<Clock>().step;
        let mut log = world.resource_mut::<EventLog>();
        self.lost.into_iter().for_each(|key| log.push(step, key, What::End));
        let new = &mut self.new;
        new.rows = self.rows.len();
        new.sums = vec![Row::default(); new.balls.len()];
        let (living, mut rows, mut idle) = (self.living, self.rows.into_iter(), Vec::new());
        let mut there = world.query::<(Entity, &mut RoundPair, &mut RoundMemory, &mut RoundMotion, &mut RoundPast)>();
        for (entity, mut pair, mut memory, mut motion, mut past) in there.iter_mut(world) {
            let (pair, past) = (pair.bypass_change_detection(), past.bypass_change_detection());
            match rows.next() {
                Some(near @ Near { living: Some(_), .. }) => {
                    let round = near.round(&living);
                    (*pair, *past) = (round.pair, round.past);
                    *memory.bypass_change_detection() = round.memory;
                    *motion.bypass_change_detection() = round.motion;
                }
                // What a pair that does not touch remembers is never read.
                Some(near) => (*pair, *past) = near.apart(),
                None => idle.push(entity),
            }
        }
        // From the last on, so that none changes its place.
        for entity in idle.into_iter().rev() {
            world.despawn(entity);
        }
        world.spawn_batch(rows.map(|near| near.round(&living)));
        world.insert_resource(self.new);
    }
}

/// Ends the contacts of a body, with their memory.
pub fn end_contacts(world: &mut World, body: Entity) {
    let Some(row) = world.resource::<Rounds>().entities.iter().position(|entity| *entity == body) else { return };
    let mut ended = Vec::new();
    for (mut pair, past) in world.query::<(&mut RoundPair, &RoundPast)>().iter_mut(world) {
        if pair.touches() && pair.rows.contains(&(row as u32)) {
            pair.born = APART;
            ended.push(past.key);
        }
    }
    let step = world.resource::<Clock>().step;
    let mut log = world.resource_mut::<EventLog>();
    ended.into_iter().for_each(|key| log.push(step, key, What::End));
}
