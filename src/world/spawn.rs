//! From a scene to entities.

use crate::scene::Scene;
use bevy_ecs::prelude::*;

/// Clears the world's bodies and contacts, spawns the scene as lane 0, sets the clock to step 0 and finds the contacts.
pub fn load(world: &mut World, scene: &Scene) {
    let _ = (world, scene);
}
