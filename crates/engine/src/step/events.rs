//! Events of each step: contacts begin and end, components change mode.

use crate::laws::element::Mode;
use crate::world::contact::ContactKey;
use bevy_ecs::prelude::*;

/// An event at a contact. An app that registers the message (`app.add_message::<ContactEvent>()`) can read it with a
/// `MessageReader<ContactEvent>`.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ContactEvent {
    /// The step whose state first shows it.
    pub step: u64,
    /// Key of the contact.
    pub key: ContactKey,
    /// What happened.
    pub what: What,
}

/// What can happen at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// The contact began.
    Begin,
    /// A component changed from one mode to another.
    Changed(Part, [Mode; 2]),
    /// In a contact with the slide law `dae`, sliding began (true) or ceased (false) to drive the contact in
    /// (Painlevé).
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

/// The events since they were last taken. The code that runs the steps either takes them or disables the log.
#[derive(Resource, Clone, Debug)]
pub struct EventLog {
    /// If false, nothing is logged.
    pub on: bool,
    events: Vec<ContactEvent>,
}

impl Default for EventLog {
    fn default() -> Self {
        Self { on: true, events: Vec::new() }
    }
}

/// `StepSystems::Guard`: sends the events of the step as messages, emptying the log, if the app reads them.
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

    /// Takes the events, sorted by step and contact.
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

/// Events of a group of contacts.
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
