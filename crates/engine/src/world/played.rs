//! The motion that a world plays instead of computing it.

use crate::scene::PlayedRun;
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// Why an edit of such a run is refused.
pub const FIXED: &str = "another program computed this run: nothing in it can be changed here";

/// The motion of the bodies and the loads of their contacts, computed elsewhere; absent in a world that computes them.
#[derive(Resource, Clone, Debug)]
pub struct PlayedMotion(pub Arc<PlayedRun>);
