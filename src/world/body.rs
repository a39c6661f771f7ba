//! What a body is made of.

use crate::laws::{Rotation, Vec3};
use crate::scene::{Called, Elastic, Motion};
use crate::shapes::Shape;
use bevy_ecs::prelude::*;

/// Its place in the scene file, from 0: body i of a contact has the smaller number. Its name is beside it.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Number in the scene, from 0.
    pub index: u32,
    /// Name in the scene.
    pub name: String,
    /// Name of its material, if it has one.
    pub material: Option<String>,
}

impl Called for Body {
    fn names(&self) -> (&str, Option<&str>) {
        (&self.name, self.material.as_deref())
    }
}

/// Where it is and how it is turned.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Centre of mass, m, world.
    pub x: Vec3,
    /// Body axes to world axes.
    pub q: Rotation,
}

/// How it moves.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Twist {
    /// Velocity of the centre of mass, m/s, world.
    pub v: Vec3,
    /// Angular velocity, rad/s, world.
    pub w: Vec3,
}

/// How hard it is to move; infinite for a body that nothing moves.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// Mass, kg.
    pub mass: f64,
    /// Principal moments of inertia about the body's axes, kg·m².
    pub inertia: Vec3,
}

/// Its shape.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct BodyShape(pub Shape);

/// How it may move.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Freedom(pub Motion);

/// Elastic constants; `None` is rigid.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Stuff(pub Option<Elastic>);

/// Where a driven body started: its motion is a function of time from here.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Home(pub Pose);

/// The sum of the contact loads on the body, evaluated at the current state; they act during the next step.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Wrench {
    /// Force, N, world.
    pub force: Vec3,
    /// Torque about the centre of mass, N·m, world.
    pub torque: Vec3,
}

/// Normals along which a known normal force holds the body: its acceleration has no part along them.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Supports {
    normals: [Vec3; 3],
    count: usize,
}

/// False where the [`Supports`] of all bodies are surely empty, as under laws of overlap: then no step need read them.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Holding(pub bool);

impl Default for Holding {
    fn default() -> Self {
        Self(true)
    }
}

impl Supports {
    /// Adds the unit vector `n` unless it lies in the span of those already there.
    pub fn add(&mut self, n: &Vec3) {
        if self.count == 3 {
            return;
        }
        let rest = self.remove_from(*n);
        if let Some(unit) = crate::laws::unit(&rest, 1e-9) {
            self.normals[self.count] = unit;
            self.count += 1;
        }
    }

    /// `a` without its parts along the supported directions.
    pub fn remove_from(&self, a: Vec3) -> Vec3 {
        self.normals[..self.count].iter().fold(a, |a, n| a - n * n.dot(&a))
    }
}
