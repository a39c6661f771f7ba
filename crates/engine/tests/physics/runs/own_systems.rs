//! Systems of a Bevy app run at their place in a step.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use stickslip_engine::prelude::*;
use stickslip_engine::step;
use stickslip_engine::step::spawn::load;
use stickslip_engine::world::body::Wrench;

/// A wind along x, N, on all movable bodies.
fn wind(force: f64) -> impl FnMut(Query<(&Body, &mut Wrench)>) {
    move |mut bodies| {
        for (body, mut wrench) in &mut bodies {
            if body.name == "block" {
                wrench.force.x += force;
            }
        }
    }
}

/// A block of 1 kg on a plane, μ = 0.5, in an app with a wind.
fn blown(law: &str, normal: &str, force: f64) -> (f64, f64) {
    let scene = Scene::parse(
        "wind.ron",
        &format!(
            r#"Scene(
                schema: 1, title: "wind", time: (dt: 1e-3, duration: 1.0), gravity: (0.0, 0.0, -10.0),
                friction: (mu: 0.5{law}), normal: {normal},
                bodies: [
                    (name: "ground", shape: Plane),
                    (name: "block", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, motion: Translating,
                     position: (0.0, 0.0, 0.1)),
                ],
            )"#
        ),
    )
    .expect("a scene without faults");
    let mut app = App::new();
    app.add_plugins(StepPlugin).add_message::<ContactEvent>();
    app.add_systems(SimStep, wind(force).in_set(LoadSystems::Applied));
    let world = app.world_mut();
    load(world, &scene);
    step::run(world, 1000);
    let mut blocks = world.query::<(&Body, &Pose, &Twist)>();
    let block = blocks.iter(world).find(|(body, ..)| body.name == "block").expect("the block");
    (block.1.x.x, block.2.v.x)
}

/// Friction that is found from all other loads also sees the wind: it holds against 3 N, and leaves 2 N of 7 N.
#[test]
fn a_wind_pushes_against_friction() {
    for (law, normal) in [(", laws: (slide: Dae)", "Known(Weight)"), ("", "Rigid")] {
        let (x, v) = blown(law, normal, 3.0);
        assert!(x.abs() < 1e-12 && v.abs() < 1e-12, "{law} {normal}: {x}, {v}");
        let (_, v) = blown(law, normal, 7.0);
        // The wind acts from the second step on, since the loads of the first are those of the initial state.
        let time = 999.0 * 1e-3;
        assert!((v - 2.0 * time).abs() < 1e-9, "{law} {normal}: {v}");
    }
}
