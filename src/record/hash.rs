//! One number for a whole state: equal bits, equal hash.

use super::state::State;
use crate::laws::element::{Capped, Mode};
use xxhash_rust::xxh3::Xxh3;

/// XXH3 (64 bit) over the step count and the bits of every pose, velocity, contact frame, history, mode and load, and of every pull.
pub fn state_hash(state: &State) -> u64 {
    let mut hasher = Hasher(Xxh3::new());
    hasher.count(state.step);
    for body in &state.bodies {
        hasher.numbers(body.x.iter().chain(body.q.coords.iter()).chain(body.v.iter()).chain(body.w.iter()));
    }
    for contact in &state.contacts {
        let key = &contact.pair.key;
        for part in [key.i, key.j, key.feature] {
            hasher.count(u64::from(part));
        }
        let frame = &contact.frame;
        hasher.numbers(frame.now.n.iter().chain(frame.now.u.iter()).chain([&frame.psi, &contact.normal.n]));
        hasher.numbers(contact.paths.from_i.iter().chain(contact.paths.from_j.iter()));
        hasher.component(&contact.slide.0, |s| [s.x, s.y]);
        hasher.component(&contact.roll.i, |s| [s.x, s.y]);
        hasher.component(&contact.roll.j, |s| [s.x, s.y]);
        hasher.component(&contact.spin.0, |s| [*s, 0.0]);
    }
    for pull in &state.pulls {
        hasher.count(pull.body as u64);
        let load = &pull.load;
        hasher.numbers(load.anchor.iter().chain(load.force.iter()).chain(load.torque.iter()));
    }
    hasher.0.digest()
}

struct Hasher(Xxh3);

impl Hasher {
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
