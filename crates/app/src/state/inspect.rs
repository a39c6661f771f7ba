//! The inspected contact.

use crate::draw::overlay::draw_list::points_of_pair;
use crate::draw::text::format::quantity;
use bevy::ecs::prelude::Resource;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_engine::world::contact::ContactKey;

/// Pages of the right panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tab {
    /// The sliders.
    #[default]
    Tune,
    /// Numerical values of contacts and bodies.
    Inspect,
    /// Convergence of the rigid-contact solver.
    Solver,
    /// The selected body while the panel *Build* is open; at other times the sliders.
    Body,
}

/// The inspection state.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Inspect {
    /// Page of the right panel.
    pub tab: Tab,
    /// The picked contact; if `None`, the first one of the state.
    pub picked: Option<ContactKey>,
    /// The contact under the pointer.
    pub hovered: Option<ContactKey>,
    /// Contacts pinned to the list.
    pub pinned: Vec<ContactKey>,
    /// The magnifier.
    pub micro: Micro,
}

/// The magnifier of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Micro {
    /// True if the window chooses magnification and span.
    pub auto: bool,
    /// Magnification relative to the scene, in pixels per metre.
    pub magnification: f64,
    /// Number of steps since the two material points were in touch.
    pub steps: u64,
}

impl Default for Micro {
    fn default() -> Self {
        Self { auto: true, magnification: 1e4, steps: 100 }
    }
}

/// Loads between two bodies as text, as in the box beside them; several contact points are added up, and followed by the
/// load of the inspected point.
#[derive(Clone, Debug, PartialEq)]
pub struct PairLoads {
    /// Normal force.
    pub normal: String,
    /// Friction force.
    pub friction: String,
}

impl PairLoads {
    /// The loads between the bodies of a contact.
    pub fn new(state: &State, contact: &ContactView) -> Self {
        let points = || points_of_pair(state, contact);
        let force: Vec3 = points().map(|point| point.loads.friction_on_j).sum();
        let normal: f64 = points().map(|point| point.normal.n).sum();
        let text = |whole: f64, own: f64| match points().count() {
            0 | 1 => quantity(own, "N"),
            _ => format!("{} · this point {}", quantity(whole, "N"), quantity(own, "N")),
        };
        let own = contact.loads.friction_on_j.norm();
        Self { normal: text(normal, contact.normal.n), friction: text(force.norm(), own) }
    }
}

impl Inspect {
    /// Picks a contact and shows its page.
    pub fn pick(&mut self, key: ContactKey) {
        self.picked = Some(key);
        self.tab = Tab::Inspect;
    }

    /// True if a click may pick this contact: among many bodies only one of the `selected` body, or one already picked
    /// or pinned, for the others are hardly drawn and would cover their bodies.
    pub fn offers(&self, key: &ContactKey, selected: Option<usize>, is_pile: bool) -> bool {
        let is_known = self.picked == Some(*key) || self.pinned.contains(key);
        !is_pile || is_known || selected.is_some_and(|body| [key.i, key.j].contains(&(body as u32)))
    }

    /// Clears the picked and pinned contacts.
    pub fn forget(&mut self) {
        (self.picked, self.hovered, self.pinned) = (None, None, Vec::new());
    }

    /// Pins a contact to the list, or unpins it.
    pub fn pin(&mut self, key: ContactKey) {
        match self.pinned.iter().position(|pinned| *pinned == key) {
            Some(place) => {
                self.pinned.remove(place);
            }
            None => self.pinned.push(key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a pile a click on a ball picks the ball, and then one of its contacts.
    #[test]
    fn a_click_in_a_pile_picks_contacts_of_the_selected_body_only() {
        let key = |i, j| ContactKey { case: 0, i, j, feature: 0 };
        let mut inspect = Inspect::default();
        assert!(inspect.offers(&key(1, 2), None, false));
        assert!(!inspect.offers(&key(1, 2), None, true) && !inspect.offers(&key(1, 2), Some(3), true));
        assert!(inspect.offers(&key(1, 2), Some(2), true));
        inspect.pick(key(1, 2));
        assert!(inspect.offers(&key(1, 2), None, true));
    }
}
