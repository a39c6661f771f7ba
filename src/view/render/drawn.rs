//! Components that mark the drawn entities.

pub(crate) use crate::draw::space::grounds::Visual;
use bevy::prelude::Component;

/// Drawn segment of a tube; tubes are infinite.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct TubeSegment {
    /// Half-length, drawing units.
    pub half: f32,
}

/// Marks every entity spawned to draw a scene.
#[derive(Component, Clone, Copy, Debug)]
pub struct Drawn;
