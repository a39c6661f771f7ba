//! The displayed state and its overlays.

use crate::draw::many_body::Tint;
use crate::draw::overlay::draw_list::{Overlays, touches_body};
use crate::draw::overlay::items::DrawList;
use crate::draw::scale::Scales;
use crate::state::inspect::Inspect;
use crate::timeline::history::History;
use crate::timeline::past::Past;
use bevy::ecs::prelude::*;
use std::sync::Arc;
use stickslip_engine::observe::quantity::Subject;
use stickslip_engine::observe::state::State;
use stickslip_engine::step::Outcome;
use stickslip_engine::step::edits::EditLog;
use stickslip_engine::world::Clock;
use stickslip_engine::world::contact::ContactKey;

/// The displayed state; panels, plots and arrows all read this one step.
#[derive(Resource, Clone, Debug)]
pub struct DisplayState {
    /// The state. In a many-body scene, it contains only the contacts of selected and plotted bodies, and the contacts
    /// that are inspected, pinned or plotted.
    pub state: Arc<State>,
    /// Total number of contacts.
    pub contacts: usize,
    /// Colours of the bodies by value.
    pub tint: Option<Tint>,
    /// Parameters of the run on one line.
    pub caption: String,
    /// Notes on a many-body scene: its size and the part drawn.
    pub notes: Vec<String>,
    /// Changes with every new state or list.
    pub version: u64,
    /// Changes with the set of bodies: another scene, a body added or removed.
    pub bodies: u64,
    /// The inputs from which the overlays of a many-body scene were built.
    pub view_key: Option<ViewKey>,
    /// Overlays that are switched on.
    pub on: Overlays,
    /// Overlays of the state.
    pub list: DrawList,
    /// Number of trails among the lines of the overlays.
    pub traced: usize,
    /// Scales of the overlays.
    pub scales: Scales,
    /// True if the scales are locked.
    pub locked: bool,
    /// Reason why the guard stopped the run.
    pub stopped: Option<String>,
}

impl Default for DisplayState {
    fn default() -> Self {
        let state = State::default();
        Self {
            state: Arc::new(state),
            caption: String::new(),
            contacts: 0,
            tint: None,
            notes: Vec::new(),
            version: 0,
            bodies: 0,
            view_key: None,
            on: Overlays::default(),
            list: DrawList::default(),
            traced: 0,
            scales: Scales::default(),
            locked: false,
            stopped: None,
        }
    }
}

/// Inputs of the picture of a many-body scene; while they are unchanged, nothing is re-read or redrawn.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewKey {
    step: u64,
    edits: usize,
    past: u64,
    on: Overlays,
    wanted: Followed,
    scales: Scales,
    stopped: bool,
}

impl ViewKey {
    /// A copy with these scales.
    pub fn with(self, scales: Scales) -> Self {
        Self { scales, ..self }
    }

    pub fn new(world: &World, on: &Overlays, wanted: &Followed) -> Self {
        Self {
            step: world.resource::<Clock>().step,
            edits: world.resource::<EditLog>().0.len(),
            past: world.resource::<Past>().timeline.version(),
            on: *on,
            wanted: wanted.clone(),
            scales: world.resource::<DisplayState>().scales,
            stopped: world.resource::<Outcome>().stopped.is_some(),
        }
    }
}

/// Contacts and bodies of a many-body scene that are read in full.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// Contacts that are inspected, pinned or plotted.
    contacts: Vec<ContactKey>,
    /// Plotted bodies: their loads are sums over all their contacts.
    bodies: Vec<usize>,
}

impl Followed {
    pub fn from_world(world: &World) -> Self {
        Self::from_history(world, world.resource::<History>())
    }

    /// The contacts and bodies that the inspector and these curves need.
    pub fn from_history(world: &World, history: &History) -> Self {
        let inspect = world.resource::<Inspect>();
        let mut contacts: Vec<ContactKey> = inspect.picked.into_iter().chain(inspect.pinned.iter().copied()).collect();
        let mut bodies = Vec::new();
        for subject in history.subjects() {
            match subject {
                Subject::Contact(key) => contacts.push(key),
                Subject::Body(index) => bodies.push(index),
                Subject::World => {}
            }
        }
        Self { contacts, bodies }
    }

    pub fn has(&self, key: &ContactKey) -> bool {
        self.contacts.contains(key) || self.bodies.iter().any(|body| touches_body(key, Some(*body)))
    }
}
