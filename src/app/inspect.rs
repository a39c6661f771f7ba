//! Which contact is looked at.

use crate::world::contact::ContactKey;
use bevy::ecs::prelude::Resource;

/// What the right panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Tab {
    /// The sliders.
    #[default]
    Tune,
    /// The numbers of contacts and bodies.
    Inspect,
    /// How well the rigid contacts are solved.
    Solver,
}

/// What is inspected.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct Inspect {
    /// Page of the right panel.
    pub tab: Tab,
    /// The contact picked; the first one of the state where there is none.
    pub picked: Option<ContactKey>,
    /// Contacts kept in the list whatever is picked.
    pub pinned: Vec<ContactKey>,
    /// The magnifier.
    pub micro: Micro,
}

/// The magnifier of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Micro {
    /// The window finds magnification and span by itself.
    pub auto: bool,
    /// Pixels of a metre over those of the scene.
    pub magnification: f64,
    /// So many steps back the two material points were in touch.
    pub steps: u64,
}

impl Default for Micro {
    fn default() -> Self {
        Self { auto: true, magnification: 1e4, steps: 100 }
    }
}

impl Inspect {
    /// Picks a contact and turns to its page.
    pub(crate) fn pick(&mut self, key: ContactKey) {
        self.picked = Some(key);
        self.tab = Tab::Inspect;
    }

    /// Nothing is picked or pinned any more.
    pub(crate) fn forget(&mut self) {
        (self.picked, self.pinned) = (None, Vec::new());
    }

    /// Keeps a contact in the list, or lets it go.
    pub(crate) fn pin(&mut self, key: ContactKey) {
        match self.pinned.iter().position(|pinned| *pinned == key) {
            Some(place) => {
                self.pinned.remove(place);
            }
            None => self.pinned.push(key),
        }
    }
}
