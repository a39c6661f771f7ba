//! Friction in a Bevy app of its own: a dozen balls roll down a slope onto a plane.
//!
//! `cargo run --bin embed -- 60` makes 60 frames of 1/60 s without a window and prints the statistics of the contacts;
//! `cargo run --bin embed --features embed/window` opens a window with a camera and meshes of the app's own. The engine is
//! the only crate of stickslip that is used.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use std::io::Write;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::laws::math::turning::rotation;
use stickslip_engine::prelude::{ContactEvent, ContactEventKind, Contacts, Mode, RigidBody, Shape, StepPlugin, Vec3};
use stickslip_engine::step;

#[cfg(feature = "window")]
mod window;

/// Steps of 1e-4 s in a frame of 1/60 s.
const STEPS: u64 = 167;
/// Radius of the balls, m.
const RADIUS: f64 = 0.12;

/// Number of frames until the app exits; `None`: until the window is closed.
#[derive(Resource)]
struct Frames(Option<u32>);

/// Contact statistics of the whole run.
#[derive(Resource, Default)]
struct Statistics {
    begun: usize,
    slips: usize,
    /// Largest normal force, N.
    largest: f64,
}

fn main() -> AppExit {
    let frames = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let mut app = App::new();
    app.add_plugins(StepPlugin)
        .add_message::<ContactEvent>()
        .init_resource::<Statistics>()
        .add_systems(Startup, spawn_bodies)
        .add_systems(Update, (take_steps, watch_contacts, end).chain());
    #[cfg(feature = "window")]
    app.insert_resource(Frames(frames)).add_plugins(window::plugin);
    #[cfg(not(feature = "window"))]
    app.insert_resource(Frames(frames.or(Some(60)))).set_runner(frame_after_frame);
    app.run()
}

/// Updates the app until a system asks it to exit.
#[cfg(not(feature = "window"))]
fn frame_after_frame(mut app: App) -> AppExit {
    loop {
        app.update();
        if let Some(exit) = app.should_exit() {
            return exit;
        }
    }
}

fn spawn_bodies(mut commands: Commands) {
    commands.spawn(RigidBody::fixed("ground", Shape::Plane).bundle());
    commands.spawn(RigidBody::fixed("ramp", Shape::Plane).turned(rotation(&(Vec3::x() * 0.35))).bundle());
    for k in 0..12_u32 {
        let (row, column) = (f64::from(k / 4), f64::from(k % 4));
        let y = 1.0 + 0.4 * row;
        // A little above the ramp.
        let x = Vec3::new(0.5 * column - 0.75, y, libm::tan(0.35) * y + 1.4 * RADIUS);
        let body = RigidBody::new(format!("ball {k}"), Shape::Sphere { radius: RADIUS }, 1.0).at(x);
        commands.spawn(body.moving(Vec3::zeros(), Vec3::new(0.0, 0.0, 4.0 * column)).bundle());
    }
}

fn take_steps(world: &mut World) {
    step::run(world, STEPS);
}

/// Updates the statistics from the current contacts and from the contact events since the last frame.
fn watch_contacts(contacts: Contacts, mut events: MessageReader<ContactEvent>, mut seen: ResMut<Statistics>) {
    seen.largest = contacts.iter().map(|contact| contact.normal.n).fold(seen.largest, larger);
    for event in events.read() {
        match event.kind {
            ContactEventKind::Begin => seen.begun += 1,
            ContactEventKind::Changed { to: Mode::Slip, .. } => seen.slips += 1,
            _ => {}
        }
    }
}

fn end(mut frames: ResMut<Frames>, seen: Res<Statistics>, mut exit: MessageWriter<AppExit>) {
    let Some(left) = &mut frames.0 else { return };
    if *left > 0 {
        *left -= 1;
        return;
    }
    let Statistics { begun, slips, largest } = *seen;
    let text = format!("{begun} contacts began, {slips} times one slipped, at most {largest:.1} N");
    let is_good = writeln!(std::io::stdout(), "{text}").is_ok() && begun > 0 && largest > 0.0;
    exit.write(if is_good { AppExit::Success } else { AppExit::error() });
}
