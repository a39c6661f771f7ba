//! External loads, on the bodies that have any.

use crate::laws::Vec3;
use crate::laws::pull::{Pull, PullLoad, Pulled};
use bevy_ecs::prelude::*;

/// The pulls on a body; only a body that has been pulled carries this component.
#[derive(Component, Clone, Debug, PartialEq, Default)]
pub struct Pulls {
    /// The scene's pulls, in file order.
    pub of_scene: Vec<Pull>,
    /// The hand's pull.
    pub of_hand: Option<Pull>,
    /// The sum of their forces at the current state, N, world; it acts during the next step, as contact loads do.
    pub force: Vec3,
    /// The sum of their torques about the centre of mass, N·m, world.
    pub torque: Vec3,
}

impl Pulls {
    /// All of them: the scene's in file order, then the hand's.
    pub fn all(&self) -> impl Iterator<Item = &Pull> {
        self.of_scene.iter().chain(&self.of_hand)
    }

    /// The load of each on this body at time `t`, s, in the order of [`Pulls::all`].
    pub fn loads(&self, body: Pulled, t: f64) -> impl Iterator<Item = PullLoad> {
        self.all().map(move |pull| pull.load(&body, t))
    }
}

/// A body with a prescribed motion ([`crate::scene::Motion::Driven`]) that carries bodies on it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driving;
