//! One number for a whole state: equal bits, equal hash.

use super::state::State;
use crate::laws::element::{Capped, Mode};
use crate::laws::law::Memory;
use crate::laws::{Rotation, Vec3};
use crate::step::detect::Candidates;
use crate::step::round;
use crate::world::body::{Body, Pose, Twist};
use crate::world::contact::{Contact, ContactRow};
use crate::world::{Clock, Lane};
use bevy_ecs::prelude::*;
use xxhash_rust::xxh3::Xxh3;

/// XXH3 (64 bit) over the step count and the bits of every pose, velocity, contact frame, history, mode and load. Pulls
/// are left out: they follow from the scene, the edits and the poses.
pub fn state_hash(state: &State) -> u64 {
    let mut hasher = Hasher::at(state.step);
    for body in &state.bodies {
        hasher.body(&body.x, &body.q, &body.v, &body.w);
    }
    for contact in &state.contacts {
        hasher.contact(contact);
    }
    hasher.0.digest()
}

/// The same number straight from lane 0 of a world, for a hash of every step: it copies no names and no shapes.
#[derive(Resource)]
pub struct WorldHash {
    bodies: QueryState<(&'static Lane, &'static Body, &'static Pose, &'static Twist)>,
    contacts: QueryState<ContactRow<'static>>,
    order: Vec<(u32, Pose, Twist)>,
}

impl WorldHash {
    /// For this world.
    pub fn new(world: &mut World) -> Self {
        Self { bodies: world.query(), contacts: world.query(), order: Vec::new() }
    }

    /// The hash of the present state.
    pub fn of(&mut self, world: &World) -> u64 {
        let mut hasher = Hasher::at(world.resource::<Clock>().step);
        self.order.clear();
        let bodies = self.bodies.iter(world).filter(|row| *row.0 == Lane(0));
        self.order.extend(bodies.map(|(_, body, pose, twist)| (body.index, *pose, *twist)));
        self.order.sort_by_key(|(index, ..)| *index);
        for (_, pose, twist) in &self.order {
            hasher.body(&pose.x, &pose.q, &twist.v, &twist.w);
        }
        self.contacts.update_archetypes(world);
        let pairs = world.resource::<Candidates>().pairs.iter().filter(|pair| pair.key.lane == 0);
        let points = pairs.flat_map(|pair| &pair.points);
        let full = points.filter_map(|(_, entity)| self.contacts.get_manual(world, *entity).ok().map(Contact::from));
        let rounds = round::show::contacts(world).into_iter().filter(|contact| contact.pair.key.lane == 0);
        let mut contacts: Vec<Contact> = full.chain(rounds).collect();
        contacts.sort_by_key(|contact| contact.pair.key);
        contacts.iter().for_each(|contact| hasher.contact(contact));
        hasher.0.digest()
    }
}

struct Hasher(Xxh3);

impl Hasher {
    fn at(step: u64) -> Self {
        let mut hasher = Self(Xxh3::new());
        hasher.count(step);
        hasher
    }

    fn body(&mut self, x: &Vec3, q: &Rotation, v: &Vec3, w: &Vec3) {
        self.numbers(x.iter().chain(q.coords.iter()).chain(v.iter()).chain(w.iter()));
    }

    fn contact(&mut self, contact: &Contact) {
        // Every component by its name: a new one has to be put here or left out on purpose. What is left out follows from
        // the rest.
        let Contact { pair, law: _, touch: _, frame, paths, normal, slide, roll, spin, memory, loads: _ } = contact;
        for part in [pair.key.i, pair.key.j, pair.key.feature] {
            self.count(u64::from(part));
        }
        self.numbers(frame.now.n.iter().chain(frame.now.u.iter()).chain([&frame.psi, &normal.n]));
        self.numbers(paths.from_i.iter().chain(paths.from_j.iter()));
        self.component(&slide.0, |s| [s.x, s.y]);
        self.component(&roll.i, |s| [s.x, s.y]);
        self.component(&roll.j, |s| [s.x, s.y]);
        self.component(&spin.0, |s| [*s, 0.0]);
        for Memory { vectors, number } in memory.0.iter().flat_map(|kept| [&kept.slide, &kept.roll, &kept.spin]) {
            self.numbers(vectors.iter().flat_map(|v| v.iter()).chain([number]));
        }
    }

    fn count(&mut self, n: u64) {
        self.0.update(&n.to_le_bytes());
    }

    fn numbers<'a>(&mut self, numbers: impl Iterator<Item = &'a f64>) {
        for x in numbers {
            self.count(x.to_bits());
        }
    }

    fn component<V>(&mut self, component: &Capped<V>, parts: impl Fn(&V) -> [f64; 2]) {
        self.count(u64::from(component.mode == Mode::Slip));
        for value in [&component.history, &component.elastic, &component.damping] {
            self.numbers(parts(value).iter());
        }
    }
}
