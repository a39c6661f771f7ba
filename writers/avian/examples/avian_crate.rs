//! A crate slides down a ramp and comes to rest, without a window: `cargo run --example avian_crate -- FOLDER`, then
//! `stickslip open FOLDER` and `stickslip audit FOLDER`.

use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use std::time::Duration;
use stickslip_avian::{RecordPlugin, Recording};

/// Slope, 20°, in radians; below that of friction, so that the crate stops.
const SLOPE: f32 = 0.349_065_85;

fn main() -> Result<(), String> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "crate".to_owned());
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, PhysicsPlugins::default(), RecordPlugin::new(folder).titled("a crate")))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)))
        .add_systems(Startup, spawn);
    app.finish();
    (0..90).for_each(|_| app.update());
    app.world().resource::<Recording>().fault().map_or(Ok(()), |why| Err(why.to_owned()))
}

fn spawn(mut commands: Commands) {
    let turn = Quat::from_rotation_z(-SLOPE);
    commands.spawn((
        Name::new("ramp"),
        RigidBody::Static,
        Collider::cuboid(4.0, 0.2, 2.0),
        Friction::new(0.5),
        Transform::from_rotation(turn),
    ));
    commands.spawn((
        Name::new("crate"),
        RigidBody::Dynamic,
        Collider::cuboid(0.3, 0.2, 0.2),
        ColliderDensity(500.0),
        Friction::new(0.5),
        LinearVelocity(turn * Vec3::X),
        Transform::from_rotation(turn).with_translation(turn * (0.2 * Vec3::Y)),
    ));
}
