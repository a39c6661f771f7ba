//! Recorded motion that a world plays back instead of computing one.

use crate::scene::PlayedRun;
use bevy_ecs::prelude::*;
use std::sync::Arc;

/// Reason given when an edit of a played run is refused.
pub const FIXED: &str = "another program computed this run: nothing in it can be changed here";

/// Motion of the bodies and loads of their contacts, computed by another program. A world that computes its own motion
/// does not have this resource.
#[derive(Resource, Clone, Debug)]
pub struct PlayedMotion(pub Arc<PlayedRun>);
