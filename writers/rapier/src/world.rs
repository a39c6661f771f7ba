//! What is read of a Rapier world.

use rapier3d::prelude::{
    ColliderSet, ImpulseJointSet, IntegrationParameters, MultibodyJointSet, NarrowPhase, PhysicsWorld, RigidBodySet,
    Vector,
};

/// The parts of a Rapier world; made `from` a [`PhysicsWorld`], or of its sets where they stand alone.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// Gravity, m/s².
    pub gravity: Vector,
    /// Step, friction model and solver.
    pub parameters: &'a IntegrationParameters,
    /// Contacts.
    pub narrow_phase: &'a NarrowPhase,
    /// Bodies.
    pub bodies: &'a RigidBodySet,
    /// Colliders.
    pub colliders: &'a ColliderSet,
    /// Joints: a body that they hold has no balance.
    pub impulse_joints: &'a ImpulseJointSet,
    /// Multibodies: a body in one has no balance, and friction per point whatever the friction model.
    pub multibody_joints: &'a MultibodyJointSet,
}

impl<'a> From<&'a PhysicsWorld> for World<'a> {
    fn from(world: &'a PhysicsWorld) -> Self {
        Self {
            gravity: world.gravity,
            parameters: &world.integration_parameters,
            narrow_phase: &world.narrow_phase,
            bodies: &world.bodies,
            colliders: &world.colliders,
            impulse_joints: &world.impulse_joints,
            multibody_joints: &world.multibody_joints,
        }
    }
}
