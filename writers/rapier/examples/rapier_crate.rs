//! A crate slides down a ramp and comes to rest: `cargo run --example rapier_crate -- FOLDER [coulomb]`, then
//! `stickslip open FOLDER` and `stickslip audit FOLDER`.

use rapier3d::prelude::*;
use stickslip_rapier::{Options, Recorder};

/// Slope, 20°, in radians; below that of friction, so that the crate stops.
const SLOPE: f32 = 0.349_065_85;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "crate".to_owned());
    let mut world = PhysicsWorld { gravity: -9.81 * Vector::Z, ..PhysicsWorld::default() };
    if arguments.next().as_deref() == Some("coulomb") {
        world.integration_parameters.friction_model = FrictionModel::Coulomb;
    }
    let turn = Vector::new(0.0, SLOPE, 0.0);
    let (normal, down) = (Vector::new(SLOPE.sin(), 0.0, SLOPE.cos()), Vector::new(SLOPE.cos(), 0.0, -SLOPE.sin()));
    let (ramp, _) =
        world.insert(RigidBodyBuilder::fixed().rotation(turn), ColliderBuilder::cuboid(2.0, 1.0, 0.1).friction(0.5));
    let (crate_, _) = world.insert(
        RigidBodyBuilder::dynamic().translation(0.2 * normal).rotation(turn).linvel(down),
        ColliderBuilder::cuboid(0.15, 0.1, 0.1).density(500.0).friction(0.5),
    );

    let names = [(ramp, "ramp"), (crate_, "crate")];
    let mut run = Recorder::new(&folder, &world, Options { names: &names, title: "a crate", ..Options::default() })?;
    for _ in 0..90 {
        world.step();
        run.step(&world)?;
    }
    Ok(())
}
