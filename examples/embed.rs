//! The contacts of this crate in a Bevy app of its own, with its own camera and meshes: a dozen balls roll down a slope onto
//! a plane. `cargo run --example embed`; with a number of frames as argument it ends after so many and says what it saw.

use bevy::prelude::*;
use std::io::Write;
use stickslip::laws::turning::rotation;
use stickslip::prelude::{
    Body, ContactEvent, ContactEventKind, Contacts, Mode, Pose, RigidBody, Shape, StepPlugin, Vec3 as Vector,
};
use stickslip::step;

/// A frame of 1/60 s in steps of 1e-4 s.
const STEPS: u64 = 167;
const RADIUS: f64 = 0.12;

/// How many frames to show; `None` shows them until the window is closed.
#[derive(Resource)]
struct Frames(Option<u32>);

/// What was seen of the contacts.
#[derive(Resource, Default)]
struct Seen {
    begun: usize,
    slips: usize,
    /// Largest normal force, N.
    most: f64,
}

fn main() -> AppExit {
    let frames = std::env::args().nth(1).and_then(|text| text.parse().ok());
    App::new()
        .add_plugins((DefaultPlugins, StepPlugin))
        .add_message::<ContactEvent>()
        .insert_resource(Frames(frames))
        .init_resource::<Seen>()
        .add_systems(Startup, (spawn_bodies, spawn_camera))
        .add_systems(Update, (take_steps, draw_bodies, watch_contacts, end).chain())
        .run()
}

/// Ground, ramp and balls: what the step needs and what is drawn are components of the same entities.
fn spawn_bodies(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let grey = materials.add(Color::srgb(0.5, 0.52, 0.55));
    let plane = meshes.add(Plane3d::new(Vec3::Z, Vec2::splat(3.0)));
    let slope = rotation(&(Vector::x() * 0.35));
    commands.spawn((
        RigidBody::fixed("ground", Shape::Plane).bundle(),
        Mesh3d(plane.clone()),
        MeshMaterial3d(grey.clone()),
    ));
    let ramp = RigidBody::fixed("ramp", Shape::Plane).turned(slope);
    commands.spawn((ramp.bundle(), Mesh3d(plane), MeshMaterial3d(grey)));
    let ball = meshes.add(Sphere::new(RADIUS as f32));
    for k in 0..12_u32 {
        let (row, column) = (f64::from(k / 4), f64::from(k % 4));
        let y = 1.0 + 0.4 * row;
        // A little above the ramp.
        let x = Vector::new(0.5 * column - 0.75, y, libm::tan(0.35) * y + 1.4 * RADIUS);
        let spin = Vector::new(0.0, 0.0, 4.0 * column);
        let body = RigidBody::new(format!("ball {k}"), Shape::Sphere { radius: RADIUS }, 1.0).at(x);
        let colour = materials.add(Color::hsl(30.0 * k as f32, 0.7, 0.55));
        commands.spawn((body.moving(Vector::zeros(), spin).bundle(), Mesh3d(ball.clone()), MeshMaterial3d(colour)));
    }
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((
        Camera3d::default(),
        Transform::from_xyz(3.2, -3.6, 2.4).looking_at(Vec3::new(0.0, 0.4, 0.3), Vec3::Z),
    ));
    commands.spawn((DirectionalLight::default(), Transform::from_xyz(1.0, -2.0, 4.0).looking_at(Vec3::ZERO, Vec3::Z)));
}

fn take_steps(world: &mut World) {
    step::run(world, STEPS);
}

fn draw_bodies(mut bodies: Query<(&Pose, &mut Transform), With<Body>>) {
    for (pose, mut transform) in &mut bodies {
        transform.translation = Vec3::new(pose.x.x as f32, pose.x.y as f32, pose.x.z as f32);
        let q = pose.q.quaternion();
        transform.rotation = Quat::from_xyzw(q.i as f32, q.j as f32, q.k as f32, q.w as f32);
    }
}

/// Contacts as they are now, and what happened to them since the last frame.
fn watch_contacts(contacts: Contacts, mut events: MessageReader<ContactEvent>, mut seen: ResMut<Seen>) {
    seen.most = contacts.iter().map(|contact| contact.normal.n).fold(seen.most, f64::max);
    for event in events.read() {
        match event.kind {
            ContactEventKind::Begin => seen.begun += 1,
            ContactEventKind::Changed { to: Mode::Slip, .. } => seen.slips += 1,
            _ => {}
        }
    }
}

fn end(mut frames: ResMut<Frames>, seen: Res<Seen>, mut exit: MessageWriter<AppExit>) {
    let Some(left) = &mut frames.0 else { return };
    if *left > 0 {
        *left -= 1;
        return;
    }
    let said = writeln!(
        std::io::stdout(),
        "{} contacts began, {} times one slipped, at most {:.1} N",
        seen.begun,
        seen.slips,
        seen.most
    );
    let is_good = said.is_ok() && seen.begun > 0 && seen.most > 0.0;
    exit.write(if is_good { AppExit::Success } else { AppExit::error() });
}
