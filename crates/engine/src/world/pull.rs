//! External loads on bodies.

use crate::laws::Vec3;
use crate::laws::motion::pull::{Pull, PullLoad, Pulled};
use bevy_ecs::prelude::*;

/// Pulls on a body. Only a body that has been pulled carries this component.
#[derive(Component, Clone, Debug, PartialEq, Default)]
pub struct Pulls {
    /// Pulls from the scene, in file order.
    pub of_scene: Vec<Pull>,
    /// Pull by the user's hand ([`Edit::Hold`](crate::step::edits::Edit::Hold)), if any.
    pub of_hand: Option<Pull>,
    /// Sum of the forces of all pulls at the current state, N, world, with those of links that other bodies own. It acts
    /// during the next step, as contact loads do.
    pub force: Vec3,
    /// Sum of the torques of all pulls about the centre of mass, N·m, world.
    pub torque: Vec3,
}

impl Pulls {
    /// All pulls on the body: the scene's in file order, then the hand's.
    pub fn all(&self) -> impl Iterator<Item = &Pull> {
        self.of_scene.iter().chain(&self.of_hand)
    }

    /// Numbers of the bodies at the other ends of its links.
    pub fn linked(&self) -> impl Iterator<Item = u32> {
        self.all().filter_map(Pull::linked)
    }

    /// The load of each pull on `body` at time `t`, s, in the order of [`Pulls::all`]. `others`: the bodies of its case by
    /// number, of which a link may hold one.
    pub fn loads(
        &self,
        body: Pulled,
        others: impl Fn(u32) -> Option<Pulled>,
        t: f64,
    ) -> impl Iterator<Item = PullLoad> {
        self.all().map(move |pull| pull.load(&body, &others, t))
    }
}

/// Marks a body with a prescribed motion ([`crate::scene::Motion::Driven`]), which carries the bodies that rest on it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driving;
