//! Events of each step: contacts begin and end, components change mode.

use crate::laws::friction::component::FrictionComponent;
use crate::laws::friction::element::Mode;
use crate::laws::math::order::sort_by;
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
    pub kind: ContactEventKind,
    /// Bodies i and j at the time; a contact also ends when one of them is despawned.
    pub bodies: [Entity; 2],
}

/// What can happen at a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContactEventKind {
    /// The contact began.
    Begin,
    /// A component of friction changed its mode.
    Changed {
        /// The component that changed its mode.
        component: FrictionComponent,
        /// Mode of the component before the step.
        from: Mode,
        /// Mode of the component after the step.
        to: Mode,
    },
    /// In a contact with the slide law `dae`, sliding began (true) or ceased (false) to drive the contact in
    /// (Painlevé).
    Painleve(bool),
    /// The contact ended.
    End,
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

impl EventLog {
    /// Adds an event at the contact of bodies i and j.
    pub fn push(&mut self, step: u64, key: ContactKey, bodies: [Entity; 2], kind: ContactEventKind) {
        if self.on {
            self.events.push(ContactEvent { step, key, kind, bodies });
        }
    }

    /// Takes the events, sorted by step and contact.
    pub fn take(&mut self) -> Vec<ContactEvent> {
        let mut events = std::mem::take(&mut self.events);
        sort_by(&mut events, Ord::cmp);
        events
    }

    /// True if there is nothing to take.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }
}

/// What happened to a group of contacts in a step.
#[derive(Clone, Debug, Default)]
pub struct EventNotes {
    /// If false, no events are noted.
    pub(in crate::step) on: bool,
    /// Events, with the rows of the bodies.
    pub(in crate::step) events: Vec<(ContactKey, [u32; 2], ContactEventKind)>,
    /// Rows of the contacts that began or ended, noted in any case.
    pub(in crate::step) flips: Vec<u32>,
}

impl EventNotes {
    pub(in crate::step) fn push(&mut self, key: ContactKey, bodies: [u32; 2], kind: ContactEventKind) {
        if self.on {
            self.events.push((key, bodies, kind));
        }
    }
}
