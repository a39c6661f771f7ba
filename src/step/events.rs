//! What happened in each step: contacts beginning and ending, components changing mode.

use crate::laws::element::Mode;
use crate::world::contact::ContactKey;
use bevy_ecs::prelude::*;

/// One thing that happened at a contact. An app that adds it as a message (`app.add_message::<ContactEvent>()`) can read it with a
/// `MessageReader<ContactEvent>`.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ContactEvent {
    /// The step whose state shows it first.
    pub step: u64,
    /// Where.
    pub key: ContactKey,
    /// What.
    pub what: What,
}

/// What can happen at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// The contact was born.
    Begin,
    /// A component went from one mode into another.
    Changed(Part, [Mode; 2]),
    /// In a contact with the slide law `dae` sliding began (true) or ceased to drive the contact in (Painlevé).
    Painleve(bool),
    /// The contact ended.
    End,
}

/// A component of friction at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Slide.
    Slide,
    /// Roll of body i.
    RollI,
    /// Roll of body j.
    RollJ,
    /// Spin.
    Spin,
}

impl ContactEvent {
    /// The last three columns of `events.csv`: what, from, to.
    pub fn words(&self) -> [&'static str; 3] {
        match self.what {
            What::Begin => ["contact", "", "begin"],
            What::End => ["contact", "", "end"],
            What::Painleve(begins) => ["painleve", "", if begins { "begin" } else { "end" }],
            What::Changed(part, [from, to]) => [part.name(), from.name(), to.name()],
        }
    }
}

impl Part {
    /// `slide`, `roll_i`, `roll_j` or `spin`, as written in output files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slide => "slide",
            Self::RollI => "roll_i",
            Self::RollJ => "roll_j",
            Self::Spin => "spin",
        }
    }
}

/// The events since it was last taken. Whoever runs the steps takes them, or switches the log off.
#[derive(Resource, Clone, Debug)]
pub struct EventLog {
    /// False: nothing is logged.
    pub on: bool,
    events: Vec<ContactEvent>,
}

impl Default for EventLog {
    fn default() -> Self {
        Self { on: true, events: Vec::new() }
    }
}

/// `StepSystems::Guard`: hands the events of the step to an app that reads them as messages; then the log has none.
pub fn send(mut log: ResMut<EventLog>, messages: Option<ResMut<Messages<ContactEvent>>>) {
    if let Some(mut messages) = messages {
        messages.write_batch(log.take());
    }
}

impl EventLog {
    /// Adds an event.
    pub fn push(&mut self, step: u64, key: ContactKey, what: What) {
        if self.on {
            self.events.push(ContactEvent { step, key, what });
        }
    }

    /// Takes the events, ordered by step and contact.
    pub fn take(&mut self) -> Vec<ContactEvent> {
        let mut events = std::mem::take(&mut self.events);
        events.sort();
        events
    }

    /// True if there is nothing to take.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }
}

/// What happened to some contacts.
#[derive(Clone, Debug, Default)]
pub struct EventNotes {
    pub(in crate::step) on: bool,
    pub(in crate::step) events: Vec<(ContactKey, What)>,
}

impl EventNotes {
    pub(in crate::step) fn push(&mut self, key: ContactKey, what: What) {
        if self.on {
            self.events.push((key, what));
        }
    }
}
