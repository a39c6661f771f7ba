//! Conversion from `f64` metres to `f32` drawing units.
//!
//! A drawing unit is the size of a typical body of the scene, so that light, shadows, grid and clip planes fit both
//! millimetre and metre scenes.

use bevy::ecs::prelude::Resource;
use bevy::math::{Quat, Vec3};
use stickslip_engine::laws::{Rotation, Vec3 as Metres};
use stickslip_engine::observe::state::State;

/// Conversion from metres to drawing units.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// Drawing units per metre.
    pub per_metre: f64,
}

impl Default for Units {
    fn default() -> Self {
        Self { per_metre: 1.0 }
    }
}

impl Units {
    /// The units of a scene: a typical body has size one.
    pub fn from_state(state: &State) -> Self {
        Self { per_metre: 1.0 / crate::draw::scale::scene_size(state) }
    }

    /// Converts a point or a displacement.
    pub fn point(&self, p: &Metres) -> Vec3 {
        let p = p * self.per_metre;
        Vec3::new(p.x as f32, p.y as f32, p.z as f32)
    }

    /// Converts a length.
    pub fn length(&self, metres: f64) -> f32 {
        (metres * self.per_metre) as f32
    }

    /// Converts a point in drawing units back to metres.
    pub fn metres_of(&self, p: Vec3) -> Metres {
        Metres::new(self.metres(p.x), self.metres(p.y), self.metres(p.z))
    }

    /// Converts a length in drawing units back to metres.
    pub fn metres(&self, units: f32) -> f64 {
        f64::from(units) / self.per_metre
    }
}

/// Converts a direction; no scaling.
pub fn direction(v: &Metres) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

/// Converts a rotation.
pub fn rotation(q: &Rotation) -> Quat {
    Quat::from_xyzw(q.i as f32, q.j as f32, q.k as f32, q.w as f32).normalize()
}
