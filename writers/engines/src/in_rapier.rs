//! A scene in Rapier.

use crate::scene::{Given, Scene, Size};
use rapier3d::prelude::*;
use serde::Deserialize;
use std::error::Error;
use std::path::Path;
use stickslip_rapier::{Options, Recorder};

/// What differs from Rapier's defaults.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct RapierSettings {
    /// True for `FrictionModel::Coulomb`.
    pub coulomb: bool,
    /// `num_solver_iterations`.
    pub iterations: Option<usize>,
}

/// Plays a scene and records it in a folder. Bodies may not sleep: sleep ends every creep.
pub fn play_in_rapier(scene: &Scene<RapierSettings>, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut world = PhysicsWorld { gravity: Vector::from_array(scene.gravity), ..PhysicsWorld::default() };
    let parameters = &mut world.integration_parameters;
    parameters.dt = scene.dt as f32;
    if scene.settings.coulomb {
        parameters.friction_model = FrictionModel::Coulomb;
    }
    if let Some(iterations) = scene.settings.iterations {
        parameters.num_solver_iterations = iterations;
    }
    let names: Vec<_> = scene.given().map(|given| insert(&mut world, scene.restitution, &given)).collect();
    let mut run = Recorder::new(folder, &world, Options { names: &names, ..Options::default() })?;
    for step in 0..scene.steps {
        for body in &scene.bodies {
            let handle = names.iter().find(|(_, name)| *name == body.name).ok_or("a body of Rapier is gone")?.0;
            let made = world.bodies.get_mut(handle).ok_or("a body of Rapier is gone")?;
            made.reset_forces(true);
            made.add_force(Vector::from_array(scene.force(body, step)), true);
        }
        world.step();
        run.step(&world)?;
    }
    Ok(())
}

/// Inserts a body or the ground; its handle and name.
fn insert<'a>(world: &mut PhysicsWorld, restitution: f32, given: &Given<'a>) -> (RigidBodyHandle, &'a str) {
    let body = match given {
        Given::Ground(mu) => {
            let shape = ColliderBuilder::new(SharedShape::halfspace(Vector::Z)).friction(*mu).restitution(restitution);
            return (world.insert(RigidBodyBuilder::fixed(), shape).0, "ground");
        }
        Given::Body(body) => body,
    };
    let shape = match body.size {
        Size::Box([x, y, z]) => ColliderBuilder::cuboid(x, y, z),
        Size::Ball([radius]) => ColliderBuilder::ball(radius),
    };
    let inertia = MassProperties::new(Vector::ZERO, body.mass, Vector::from_array(body.inertia));
    let [w, x, y, z] = body.q;
    let made = RigidBodyBuilder::dynamic()
        .pose(Pose::from_parts(Vector::from_array(body.x), Rotation::from_xyzw(x, y, z, w)))
        .linvel(Vector::from_array(body.v))
        .angvel(Vector::from_array(body.w))
        .can_sleep(false);
    let shape = shape.friction(body.mu).restitution(restitution).mass_properties(inertia);
    (world.insert(made, shape).0, &body.name)
}
