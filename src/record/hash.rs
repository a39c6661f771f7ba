//! One number for a whole state: equal bits, equal hash.

use super::state::State;
use crate::laws::choice::Memories;
use crate::laws::element::{Capped, Mode};
use crate::laws::law::Memory;
use crate::laws::{Rotation, Vec2, Vec3};
use crate::step::round::Rounds;
use crate::step::round::show::{Kept, kept};
use crate::world::body::{Body, Pose, Twist};
use crate::world::contact::{ContactKey, ContactRow};
use crate::world::round::RoundRow;
use crate::world::{Clock, Lane};
use bevy_ecs::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// XXH3 (64 bit) over the step count and the bits of every pose, velocity, contact frame, history, mode and load. Pulls
/// are left out: they follow from the scene, the edits and the poses.
pub fn state_hash(state: &State) -> u64 {
    let mut hasher = Hasher::default();
    hasher.count(state.step);
    for body in &state.bodies {
        hasher.body(&body.x, &body.q, &body.v, &body.w);
    }
    for contact in &state.contacts {
        hasher.contact(&Hashed::from(contact.row()));
    }
    hasher.digest()
}

/// The same number straight from lane 0 of a world, for a hash of every step: it copies no names, no shapes and no
/// contacts.
#[derive(Resource)]
pub struct WorldHash {
    bodies: QueryState<(&'static Lane, &'static Body, &'static Pose, &'static Twist)>,
    contacts: QueryState<ContactRow<'static>>,
    rounds: QueryState<RoundRow<'static>>,
    order: Vec<(u32, Pose, Twist)>,
    hasher: Hasher,
}

impl WorldHash {
    /// For this world.
    pub fn new(world: &mut World) -> Self {
        Self {
            bodies: world.query(),
            contacts: world.query(),
            rounds: world.query(),
            order: Vec::new(),
            hasher: Hasher::default(),
        }
    }

    /// The hash of the present state.
    pub fn of(&mut self, world: &World) -> u64 {
        let Self { bodies, contacts, rounds, order, hasher } = self;
        let clock = world.resource::<Clock>();
        hasher.count(clock.step);
        order.clear();
        let bodies = bodies.iter(world).filter(|row| *row.0 == Lane(0));
        order.extend(bodies.map(|(_, body, pose, twist)| (body.index, *pose, *twist)));
        order.sort_by_key(|(index, ..)| *index);
        for (_, pose, twist) in &*order {
            hasher.body(&pose.x, &pose.q, &twist.v, &twist.w);
        }
        let pose = |body: u32| Some(order[order.binary_search_by_key(&body, |(index, ..)| *index).ok()?].1);
        let full = contacts.iter(world).map(|row| (row.0.key, Either::Full(row)));
        let touching = rounds.iter(world).filter(|row| row.0.touches());
        let round = touching.map(|row| (row.3.key, Either::Round(row)));
        let mut all: Vec<(ContactKey, Either)> = full.chain(round).filter(|(key, _)| key.lane == 0).collect();
        all.sort_by_key(|(key, _)| *key);
        let list = world.get_resource::<Rounds>();
        for (key, contact) in all {
            match contact {
                Either::Full(row) => hasher.contact(&Hashed::from(row)),
                Either::Round(row) => {
                    if let (Some(list), Some(i), Some(j)) = (list, pose(key.i), pose(key.j)) {
                        hasher.round(list, row, &[i, j], clock);
                    }
                }
            }
        }
        hasher.digest()
    }
}

/// A contact in one of its two forms.
enum Either<'a> {
    Full(ContactRow<'a>),
    Round(RoundRow<'a>),
}

/// What of a contact is hashed. The rest follows from it.
struct Hashed<'a> {
    key: ContactKey,
    n: &'a Vec3,
    u: &'a Vec3,
    psi: f64,
    normal: f64,
    from: [&'a Vec3; 2],
    slide: &'a Capped<Vec2>,
    roll: [&'a Capped<Vec2>; 2],
    spin: &'a Capped<f64>,
    memory: Option<&'a Memories>,
}

impl<'a> From<ContactRow<'a>> for Hashed<'a> {
    fn from(row: ContactRow<'a>) -> Self {
        // Every component by its name: a new one has to be put here or left out on purpose.
        let (pair, _law, _touch, frame, paths, normal, slide, roll, spin, memory, _loads) = row;
        Self {
            key: pair.key,
            n: &frame.now.n,
            u: &frame.now.u,
            psi: frame.psi,
            normal: normal.n,
            from: [&paths.from_i, &paths.from_j],
            slide: &slide.0,
            roll: [&roll.i, &roll.j],
            spin: &spin.0,
            memory: memory.0.as_deref(),
        }
    }
}

/// Takes numbers in and gives the hash of all of them: gathered, since XXH3 takes many bytes at once far faster than as
/// many pieces of eight.
#[derive(Default)]
struct Hasher {
    bytes: Vec<u8>,
    /// What was gathered before, once there was too much.
    before: Option<Box<Xxh3>>,
}

/// So many bytes are gathered.
const GATHERED: usize = 1 << 16;

impl Hasher {
    /// The hash of what was taken in; then it is empty again.
    fn digest(&mut self) -> u64 {
        let number = match self.before.take() {
            None => xxh3_64(&self.bytes),
            Some(mut before) => {
                before.update(&self.bytes);
                before.digest()
            }
        };
        self.bytes.clear();
        number
    }

    fn body(&mut self, x: &Vec3, q: &Rotation, v: &Vec3, w: &Vec3) {
        self.numbers(x.iter().chain(q.coords.iter()).chain(v.iter()).chain(w.iter()));
        self.pass_on();
    }

    fn contact(&mut self, contact: &Hashed) {
        let Hashed { key, n, u, psi, normal, from, slide, roll, spin, memory } = contact;
        for part in [key.i, key.j, key.feature] {
            self.count(u64::from(part));
        }
        self.numbers(n.iter().chain(u.iter()).chain([psi, normal]));
        self.numbers(from[0].iter().chain(from[1].iter()));
        self.component(slide, |s| [s.x, s.y]);
        self.component(roll[0], |s| [s.x, s.y]);
        self.component(roll[1], |s| [s.x, s.y]);
        self.component(spin, |s| [*s, 0.0]);
        for Memory { vectors, number } in memory.iter().flat_map(|kept| [&kept.slide, &kept.roll, &kept.spin]) {
            self.numbers(vectors.iter().flat_map(|v| v.iter()).chain([number]));
        }
        self.pass_on();
    }

    /// A contact in its compact form, as its full form is hashed.
    fn round(&mut self, rounds: &Rounds, row: RoundRow, poses: &[Pose; 2], clock: &Clock) {
        let Some(Kept { frame: [n, u], from, slide, roll, spin }) = kept(rounds, row, poses, clock) else { return };
        let (motion, past) = (row.2.read(), row.3);
        self.contact(&Hashed {
            key: past.key,
            n: &n,
            u: &u,
            psi: motion.psi,
            normal: motion.normal,
            from: [&from[0], &from[1]],
            slide: &slide.0,
            roll: [&roll.i, &roll.j],
            spin: &spin.0,
            memory: None,
        });
    }

    fn count(&mut self, n: u64) {
        self.bytes.extend_from_slice(&n.to_le_bytes());
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

    /// Bounds the memory of what is gathered.
    fn pass_on(&mut self) {
        if self.bytes.len() >= GATHERED {
            self.before.get_or_insert_with(|| Box::new(Xxh3::new())).update(&self.bytes);
            self.bytes.clear();
        }
    }
}
