//! From a scene to entities.

use crate::scene::{BodySpec, Motion, PullSpec, Scene};
use crate::step::detect::Candidates;
use crate::step::events::EventLog;
use crate::step::narrow::Collider;
use crate::step::tune::{EditLog, Refused};
use crate::step::{Outcome, SimStart};
use crate::world::body::{Body, BodyShape, Freedom, Home, Mass, Pose, Stuff, Supports, Twist, Wrench};
use crate::world::books::Books;
use crate::world::contact::Pair;
use crate::world::pull::{Driving, Pulls};
use crate::world::{Clock, Lane, LaneRules, Lanes};
use bevy_ecs::prelude::*;

/// Clears the world's bodies and contacts, spawns the scene as lane 0, sets the clock to step 0 and finds the contacts.
pub fn load(world: &mut World, scene: &Scene) {
    load_lanes(world, std::slice::from_ref(scene));
}

/// The same with one lane per scene; the step size is the first scene's, all must share it.
pub fn load_lanes(world: &mut World, scenes: &[Scene]) {
    clear(world);
    world.insert_resource(Lanes(scenes.iter().map(LaneRules::of).collect()));
    world.insert_resource(Clock { step: 0, dt: scenes.first().map_or(1e-4, |scene| scene.dt) });
    for (lane, scene) in scenes.iter().enumerate() {
        for (index, spec) in scene.bodies.iter().enumerate() {
            spawn_body(world, Lane(lane as u32), index as u32, spec);
        }
        for pull in &scene.pulls {
            add_pull(world, Lane(lane as u32), pull);
        }
    }
    world.run_schedule(SimStart);
}

/// Despawns every body and contact and forgets the edits.
fn clear(world: &mut World) {
    let old: Vec<Entity> = world.query_filtered::<Entity, Or<(With<Body>, With<Pair>)>>().iter(world).collect();
    for entity in old {
        world.despawn(entity);
    }
    world.insert_resource(Candidates::default());
    world.insert_resource(EditLog::default());
    world.insert_resource(Refused::default());
    let on = world.resource::<Books>().on;
    world.insert_resource(Books { on, ..Books::default() });
    world.resource_mut::<EventLog>().take();
    world.insert_resource(Outcome::default());
}

/// Spawns one body.
pub fn spawn_body(world: &mut World, lane: Lane, index: u32, spec: &BodySpec) {
    let mut entity = world.spawn(body(lane, index, spec));
    if matches!(spec.motion, Motion::Driven(_)) {
        entity.insert(Driving);
    }
}

fn add_pull(world: &mut World, lane: Lane, spec: &PullSpec) {
    let entity = world
        .query::<(Entity, &Lane, &Body)>()
        .iter(world)
        .find(|(_, of, b)| **of == lane && b.index as usize == spec.body);
    let Some(mut entity) = entity.map(|(entity, _, _)| entity).map(|entity| world.entity_mut(entity)) else { return };
    match entity.get_mut::<Pulls>() {
        Some(mut pulls) => pulls.of_scene.push(spec.pull),
        None => {
            entity.insert(Pulls { of_scene: vec![spec.pull], ..Default::default() });
        }
    }
}

fn body(lane: Lane, index: u32, spec: &BodySpec) -> impl Bundle {
    let pose = Pose { x: spec.position, q: spec.rotation };
    (
        lane,
        Body { index, name: spec.name.clone(), material: spec.material.clone() },
        BodyShape(spec.shape.clone()),
        Collider::of(&spec.shape),
        Freedom(spec.motion),
        Mass { mass: spec.mass, inertia: spec.inertia },
        Stuff(spec.elastic),
        pose,
        Twist { v: spec.velocity, w: spec.angular_velocity },
        Home(pose),
        Wrench::default(),
        Supports::default(),
    )
}
