//! The steady state of a body: static, pure rolling, pure slip, or rolling with slip (FN20 section 4.3, Table 4).

use crate::laws::friction::element::Mode;
use crate::observe::state::{BodyState, ContactView, State};

/// A body is at rest while no point of it moves faster than this, m/s.
pub const REST_SPEED: f64 = 1e-5;

/// The steady state classes (FN20 section 4.3, Table 4): static, pure rolling, pure slip, rolling with slip.
pub const CLASSES: &[&str] = &["S", "PR", "PS", "RwS"];

/// The class, one of [`CLASSES`], in words; any other text as it is.
pub fn class_name(class: &'static str) -> &'static str {
    match class {
        "S" => "static",
        "PR" => "pure rolling",
        "PS" => "pure slip",
        "RwS" => "rolling with slip",
        other => other,
    }
}

/// Steady state class of every body, one of [`CLASSES`], from the modes of the contacts that carry a normal force.
/// Without roll friction, a rotating body counts as rolling. `None` for a body that has no such contact or cannot move.
/// Reads each contact once.
pub fn classes(state: &State) -> Vec<Option<&'static str>> {
    let mut seen = vec![ContactsSeen::default(); state.bodies.len()];
    for contact in &state.contacts {
        for key in [contact.pair.key.i, contact.pair.key.j] {
            if let Some(seen) = seen.get_mut(key as usize) {
                seen.note(state, contact, key as usize);
            }
        }
    }
    seen.iter().zip(&state.bodies).map(|(seen, body)| seen.class(body).map(|class| CLASSES[class])).collect()
}

/// Steady state class of one body, as an index into [`CLASSES`]; `None` as in [`classes`].
pub fn class(state: &State, index: usize) -> Option<usize> {
    let mut seen = ContactsSeen::default();
    let is_its = |contact: &&ContactView| [contact.pair.key.i, contact.pair.key.j].contains(&(index as u32));
    state.contacts.iter().filter(is_its).for_each(|contact| seen.note(state, contact, index));
    seen.class(state.bodies.get(index)?)
}

/// Modes of the contacts of a body that carry a normal force; an open contact neither sticks nor slips.
#[derive(Clone, Copy, Debug, Default)]
struct ContactsSeen {
    is_pressed: bool,
    slips: bool,
    rolls: bool,
}

impl ContactsSeen {
    /// Adds a contact of the body with this index, unless the contact carries no normal force.
    fn note(&mut self, state: &State, contact: &ContactView, index: usize) {
        let carries_load = contact.slide.0.mode != Mode::Open && contact.normal.n > 0.0;
        let Some(body) = state.bodies.get(index).filter(|_| carries_load) else { return };
        let (key, derived) = (&contact.pair.key, &contact.normal.derived);
        let (roll, spring, partner) = if key.i as usize == index {
            (&contact.roll.i, &derived.roll_i, key.j)
        } else {
            (&contact.roll.j, &derived.roll_j, key.i)
        };
        let n = &contact.frame.now.n;
        let w = body.w - state.bodies.get(partner as usize).map_or_else(Default::default, |partner| partner.w);
        let turning = (w - n * n.dot(&w)).norm() * body.shape.size() > REST_SPEED;
        self.is_pressed = true;
        self.slips |= contact.slide.0.mode == Mode::Slip;
        self.rolls |= if spring.is_on() { roll.mode == Mode::Slip } else { turning };
    }

    fn class(self, of: &BodyState) -> Option<usize> {
        let class = 2 * usize::from(self.slips) + usize::from(self.rolls);
        (self.is_pressed && of.mass.mass.is_finite()).then_some(class)
    }
}
