//! A scene in Avian.

use crate::scene::{Given, Scene, Size};
use avian3d::dynamics::solver::SolverConfig;
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use serde::Deserialize;
use std::error::Error;
use std::path::Path;
use std::time::Duration;
use stickslip_avian::{RecordPlugin, Recording};

/// What differs from Avian's defaults.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct AvianSettings {
    /// `SubstepCount`.
    pub substeps: Option<u32>,
    /// `SolverConfig::restitution_iterations`.
    pub restitution_iterations: Option<usize>,
}

/// Plays a scene and records it in a folder. Bodies may not sleep: sleep ends every creep.
pub fn play_in_avian(scene: &Scene<AvianSettings>, folder: &Path) -> Result<(), Box<dyn Error>> {
    let dt = Duration::try_from_secs_f64(scene.dt)?;
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, PhysicsPlugins::default(), RecordPlugin::new(folder)))
        .insert_resource(Time::<Fixed>::from_duration(dt))
        .insert_resource(TimeUpdateStrategy::ManualDuration(dt))
        .insert_resource(Gravity(Vec3::from_array(scene.gravity)));
    if let Some(substeps) = scene.settings.substeps {
        app.insert_resource(SubstepCount(substeps));
    }
    app.finish();
    if let Some(iterations) = scene.settings.restitution_iterations {
        app.world_mut().resource_mut::<SolverConfig>().restitution_iterations = iterations;
    }
    for given in scene.given() {
        spawn(app.world_mut(), scene.restitution, &given);
    }
    // The first update takes no step.
    for _ in 0..=scene.steps {
        let step = app.world().resource::<Recording>().steps();
        let mut bodies = app.world_mut().query::<(&Name, &mut ConstantForce)>();
        for (name, mut force) in bodies.iter_mut(app.world_mut()) {
            let body =
                scene.bodies.iter().find(|body| body.name == name.as_str()).ok_or("a body of Avian is unknown")?;
            force.0 = Vec3::from_array(scene.force(body, step));
        }
        app.update();
    }
    let recording = app.world().resource::<Recording>();
    match recording.fault() {
        Some(why) => Err(why.into()),
        None if recording.steps() == scene.steps => Ok(()),
        None => Err(format!("Avian took {} steps of {}", recording.steps(), scene.steps).into()),
    }
}

/// Spawns a body or the ground.
fn spawn(world: &mut World, restitution: f32, given: &Given) {
    let body = match given {
        Given::Ground(mu) => {
            let surface = (Collider::half_space(Vec3::Z), Friction::new(*mu), Restitution::new(restitution));
            world.spawn((Name::new("ground"), RigidBody::Static, Transform::default(), surface));
            return;
        }
        Given::Body(body) => body,
    };
    let shape = match body.size {
        // Avian has whole lengths.
        Size::Box([x, y, z]) => Collider::cuboid(2.0 * x, 2.0 * y, 2.0 * z),
        Size::Ball([radius]) => Collider::sphere(radius),
    };
    let [w, x, y, z] = body.q;
    let place = Transform::from_translation(Vec3::from_array(body.x)).with_rotation(Quat::from_xyzw(x, y, z, w));
    let motion = (
        LinearVelocity(Vec3::from_array(body.v)),
        AngularVelocity(Vec3::from_array(body.w)),
        ConstantForce::default(),
        SleepingDisabled,
    );
    let mass = (
        Mass(body.mass),
        AngularInertia::new(Vec3::from_array(body.inertia)),
        CenterOfMass::ZERO,
        (NoAutoMass, NoAutoAngularInertia, NoAutoCenterOfMass),
    );
    let surface = (shape, Friction::new(body.mu), Restitution::new(restitution));
    world.spawn((Name::new(body.name.clone()), RigidBody::Dynamic, place, motion, mass, surface));
}
