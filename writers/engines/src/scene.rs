//! Scenes that both engines can build.

use serde::Deserialize;

/// Boxes and balls under gravity, on a ground at z = 0 or in space. SI, world axes, z up.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Scene<Settings> {
    /// Step, s.
    pub dt: f64,
    /// Number of steps.
    pub steps: u64,
    /// Gravity, m/s².
    pub gravity: [f32; 3],
    /// Acceleration of every body beside gravity, m/s², of each step; empty if there is none.
    #[serde(default)]
    pub shake: Vec<[f32; 3]>,
    /// Coefficient of friction of the ground; without one there is no ground.
    #[serde(default)]
    pub ground: Option<f32>,
    /// True if the engine is given the ground after the bodies.
    #[serde(default)]
    pub is_ground_last: bool,
    /// Coefficient of restitution of ground and bodies.
    #[serde(default)]
    pub restitution: f32,
    /// The bodies, in the order in which the engine is given them.
    pub bodies: Vec<SceneBody>,
    /// What differs from the engine's defaults.
    pub settings: Settings,
}

/// A box or a ball.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct SceneBody {
    /// Name, as in the folder.
    pub name: String,
    /// Shape with its lengths, m.
    pub size: Size,
    /// Mass, kg.
    pub mass: f32,
    /// Principal moments of inertia about the axes of the shape, kg·m².
    pub inertia: [f32; 3],
    /// Centre, m.
    pub x: [f32; 3],
    /// Unit quaternion, axes of the shape to world axes, scalar first.
    pub q: [f32; 4],
    /// Velocity of the centre, m/s.
    pub v: [f32; 3],
    /// Angular velocity, rad/s.
    pub w: [f32; 3],
    /// Coefficient of friction, of which engines take the mean of two bodies.
    pub mu: f32,
    /// Force on the centre, N.
    pub force: [f32; 3],
}

/// The lengths of a shape, which tell it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub enum Size {
    /// Half extents of a box, m.
    Box([f32; 3]),
    /// Radius of a ball, m.
    Ball([f32; 1]),
}

/// What an engine is given.
pub(crate) enum Given<'a> {
    /// The ground, with its coefficient of friction.
    Ground(f32),
    Body(&'a SceneBody),
}

impl<Settings> Scene<Settings> {
    /// Ground and bodies in the order in which the engine is given them.
    pub(crate) fn given(&self) -> impl Iterator<Item = Given<'_>> {
        let ground = self.ground.map(Given::Ground);
        let (first, last) = if self.is_ground_last { (None, ground) } else { (ground, None) };
        first.into_iter().chain(self.bodies.iter().map(Given::Body)).chain(last)
    }

    /// The force on a body in a step, counted from 0, beside gravity, N.
    pub(crate) fn force(&self, body: &SceneBody, step: u64) -> [f32; 3] {
        let shake = usize::try_from(step).ok().and_then(|step| self.shake.get(step)).copied().unwrap_or_default();
        [0, 1, 2].map(|axis| body.force[axis] + body.mass * shake[axis])
    }
}
