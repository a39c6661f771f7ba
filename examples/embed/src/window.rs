//! The app's own window: a camera, and a mesh on the entity of each body.

use bevy::prelude::*;
use stickslip_engine::prelude::{Body, Pose, Shape};
use stickslip_engine::world::body::BodyShape;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(DefaultPlugins).add_systems(Startup, spawn_camera).add_systems(Update, (dress, follow).chain());
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((
        Camera3d::default(),
        Transform::from_xyz(3.2, -3.6, 2.4).looking_at(Vec3::new(0.0, 0.4, 0.3), Vec3::Z),
    ));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(1.0, -2.0, 4.0).looking_at(Vec3::ZERO, Vec3::Z)));
}

/// Gives each new body a mesh: the components of the simulation and of the drawing are on the same entity.
fn dress(
    mut commands: Commands,
    bodies: Query<(Entity, &BodyShape), Added<Body>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for (k, (entity, shape)) in bodies.iter().enumerate() {
        let (mesh, colour) = match &shape.0 {
            Shape::Plane => (meshes.add(Plane3d::new(Vec3::Z, Vec2::splat(3.0))), Color::srgb(0.5, 0.52, 0.55)),
            _ => (meshes.add(Sphere::new(shape.0.reach() as f32)), Color::hsl(30.0 * k as f32, 0.7, 0.55)),
        };
        commands.entity(entity).insert((Mesh3d(mesh), MeshMaterial3d(materials.add(colour)), Transform::default()));
    }
}

fn follow(mut bodies: Query<(&Pose, &mut Transform), Changed<Pose>>) {
    for (pose, mut transform) in &mut bodies {
        transform.translation = Vec3::new(pose.x.x as f32, pose.x.y as f32, pose.x.z as f32);
        let q = pose.q.quaternion();
        transform.rotation = Quat::from_xyzw(q.i as f32, q.j as f32, q.k as f32, q.w as f32);
    }
}
