//! Hash of a whole state: equal bits give equal hashes.

use crate::laws::friction::contact::{ContactHistory, StepMotion};
use crate::laws::friction::law::Memory;
use crate::laws::friction::limit::cones::Reaction;
use crate::laws::math::order::sort_by_key;
use crate::laws::pair::choice::Memories;
use crate::laws::{Rotation, Vec3};
use crate::observe::state::State;
use crate::step::contacts::table::ContactTable;
use crate::world::body::{Body, Pose, Twist};
use crate::world::contact::{ContactKey, ContactModes, ContactRow};
use crate::world::contact_view::ContactView;
use crate::world::{CaseId, Clock};
use bevy_ecs::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Hash of a state: XXH3 (64 bit) over the step count, the bits of every pose and velocity, and the frame, material
/// points, histories, modes, paths, normal force and rigid reaction of every contact. Loads and pulls are omitted: they
/// follow from these, the scene and the edits.
pub fn state_hash(state: &State) -> u64 {
    let mut hasher = Hasher::default();
    hasher.count(state.step);
    for body in &state.bodies {
        hasher.body(&body.x, &body.q, &body.v, &body.w);
    }
    for contact in &state.contacts {
        hasher.contact(&contact.into());
    }
    hasher.digest()
}

/// Computes [`state_hash`] directly from case 0 of a world; fast enough for every step, as no names, shapes or contacts
/// are copied.
#[derive(Resource)]
pub struct WorldHash {
    bodies: QueryState<(&'static CaseId, &'static Body, &'static Pose, &'static Twist)>,
    contacts: QueryState<ContactRow<'static>>,
    order: Vec<(u32, Pose, Twist)>,
    hasher: Hasher,
}

impl WorldHash {
    /// Prepares the queries for this world.
    pub fn new(world: &mut World) -> Self {
        Self { bodies: world.query(), contacts: world.query(), order: Vec::new(), hasher: Hasher::default() }
    }

    /// Inserts a `WorldHash` as a resource if missing, so that every state from then on is hashed for recording and
    /// comparison.
    pub fn enable(world: &mut World) {
        if !world.contains_resource::<Self>() {
            let hash = Self::new(world);
            world.insert_resource(hash);
        }
    }

    /// Hash of the current state of case 0; `None` if the world has no `WorldHash` resource.
    pub fn now(world: &mut World) -> Option<u64> {
        let is_kept = world.contains_resource::<Self>();
        is_kept.then(|| world.resource_scope(|world, mut hash: Mut<Self>| hash.compute(world)))
    }

    /// Hash of the current state of case 0.
    pub fn compute(&mut self, world: &World) -> u64 {
        let Self { bodies, contacts, order, hasher } = self;
        let clock = world.resource::<Clock>();
        hasher.count(clock.step);
        order.clear();
        let bodies = bodies.iter(world).filter(|row| *row.0 == CaseId(0));
        order.extend(bodies.map(|(_, body, pose, twist)| (body.index, *pose, *twist)));
        sort_by_key(order, |(index, ..)| *index);
        for (_, pose, twist) in &*order {
            hasher.body(&pose.x, &pose.q, &twist.v, &twist.w);
        }
        let table = world.resource::<ContactTable>();
        let touching = contacts.iter(world).filter(|row| row.0.touches() && row.3.key.case == 0);
        let mut all: Vec<HashedContact> = touching.map(|row| hashed(table, row)).collect();
        sort_by_key(&mut all, |contact| contact.key);
        all.iter().for_each(|contact| hasher.contact(contact));
        hasher.digest()
    }
}

/// The hashed part of a contact; everything else follows from it.
struct HashedContact {
    key: ContactKey,
    history: ContactHistory,
    motion: StepMotion,
    modes: ContactModes,
    memories: Option<Memories>,
    reaction: Option<Reaction>,
}

impl From<&ContactView> for HashedContact {
    fn from(view: &ContactView) -> Self {
        let modes = ContactModes::of_springs(&(view.slide.0, view.roll.i, view.roll.j, view.spin.0));
        Self {
            key: view.pair.key,
            history: view.history,
            motion: view.motion,
            modes,
            memories: view.memory,
            reaction: view.reaction,
        }
    }
}

/// The hashed part of a table row.
fn hashed(table: &ContactTable, (pair, history, motion, identity, extras): ContactRow) -> HashedContact {
    let class = &table.classes[pair.class as usize];
    let is_paper = class.friction().laws.is_paper();
    let reaction =
        extras.0.as_deref().filter(|_| class.law.has_constraint()).and_then(|extras| extras.solution.reaction);
    let memories = extras.0.as_deref().filter(|_| !is_paper).map(|extras| extras.memories);
    HashedContact { key: identity.key, history: *history, motion: *motion, modes: pair.modes, memories, reaction }
}

/// Buffered hasher: XXH3 is far faster on long blocks than on 8-byte pieces.
#[derive(Default)]
struct Hasher {
    bytes: Vec<u8>,
    /// Digest of the blocks already flushed, once the buffer has overflowed.
    before: Option<Box<Xxh3>>,
}

/// Buffer size above which the hasher flushes, bytes.
const FLUSH_BYTES: usize = 1 << 16;

impl Hasher {
    /// Returns the hash of all input and resets the hasher.
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
        self.flush_if_full();
    }

    fn contact(&mut self, contact: &HashedContact) {
        let HashedContact { key, history, motion, modes, memories, reaction } = contact;
        for part in [key.i, key.j, key.feature, u32::from(modes.to_byte())] {
            self.count(u64::from(part));
        }
        self.numbers(history.numbers().iter().flatten().chain(&motion.numbers()));
        for Memory { vectors, number } in memories.iter().flat_map(|kept| [&kept.slide, &kept.roll, &kept.spin]) {
            self.numbers(vectors.iter().flat_map(|v| v.iter()).chain([number]));
        }
        self.numbers(reaction.iter().flat_map(|reaction| &reaction.load));
        self.flush_if_full();
    }

    fn count(&mut self, n: u64) {
        self.bytes.extend_from_slice(&n.to_le_bytes());
    }

    fn numbers<'a>(&mut self, numbers: impl Iterator<Item = &'a f64>) {
        for x in numbers {
            self.count(x.to_bits());
        }
    }

    /// Flushes the buffer once it is full, which bounds its memory.
    fn flush_if_full(&mut self) {
        if self.bytes.len() >= FLUSH_BYTES {
            self.before.get_or_insert_with(|| Box::new(Xxh3::new())).update(&self.bytes);
            self.bytes.clear();
        }
    }
}
