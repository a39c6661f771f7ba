//! State as components: a body is an entity, a contact is an entity, and everything with memory lives on them.

pub mod body;
pub mod books;
pub mod contact;
pub mod pull;
pub mod round;

use crate::laws::Vec3;
use crate::laws::parameters::Friction;
use crate::scene::{NormalLaw, PairRule, Scene};
use bevy_ecs::prelude::*;

/// Which of the independent cases in this world a body or contact belongs to; bodies of different lanes never touch.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lane(pub u32);

/// What one lane has in common: gravity and the laws of its pairs.
#[derive(Clone, Debug)]
pub struct LaneRules {
    /// Gravity, m/s², world.
    pub gravity: Vec3,
    /// Friction of every pair no rule names.
    pub friction: Friction,
    /// Normal force law of every pair no rule names.
    pub normal: NormalLaw,
    /// What differs for some pairs; the last match wins.
    pub pairs: Vec<PairRule>,
}

impl LaneRules {
    /// The rules of a scene.
    pub fn of(scene: &Scene) -> Self {
        Self { gravity: scene.gravity, friction: scene.friction, normal: scene.normal, pairs: scene.pairs.clone() }
    }
}

/// The rules of every lane, by [`Lane`] number.
#[derive(Resource, Clone, Debug, Default)]
pub struct Lanes(pub Vec<LaneRules>);

/// Counts the steps; time is always `step · dt`, never a sum.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Steps done.
    pub step: u64,
    /// Step size Δt, s.
    pub dt: f64,
}

impl Clock {
    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.step as f64 * self.dt
    }
}
