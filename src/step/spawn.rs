//! From a scene to entities.

use crate::scene::{BodySpec, Motion, PullSpec, Scene};
use crate::step::broad::Anchor;
use crate::step::detect::Candidates;
use crate::step::events::EventLog;
use crate::step::narrow::Collider;
use crate::step::round::Rounds;
use crate::step::tune::{EditLog, Refused};
use crate::step::{Outcome, SimStart};
use crate::world::body::{Body, BodyShape, Freedom, Home, Mass, Pose, Stuff, Supports, Twist, Wrench};
use crate::world::books::Books;
use crate::world::contact::Pair;
use crate::world::pull::{Driving, Pulls};
use crate::world::round::RoundPair;
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
    let old: Vec<Entity> =
        world.query_filtered::<Entity, Or<(With<Body>, With<Pair>, With<RoundPair>)>>().iter(world).collect();
    for entity in old {
        world.despawn(entity);
    }
    world.insert_resource(Candidates::default());
    world.insert_resource(Rounds::default());
    world.insert_resource(EditLog::default());
    world.insert_resource(Refused::default());
    let on = world.resource::<Books>().on;
    world.insert_resource(Books { on, ..Books::default() });
    world.resource_mut::<EventLog>().take();
    world.insert_resource(Outcome::default());
}

/// What does not change of a body while it moves; an edit may.
#[derive(Bundle, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "each field is the component of that name")]
pub struct Kind {
    pub lane: Lane,
    pub body: Body,
    pub shape: BodyShape,
    pub freedom: Freedom,
    pub mass: Mass,
    pub stuff: Stuff,
    pub home: Home,
}

/// What a step changes of a body.
#[derive(Bundle, Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "each field is the component of that name")]
pub struct Moving {
    pub pose: Pose,
    pub twist: Twist,
    pub wrench: Wrench,
    pub supports: Supports,
    pub anchor: Anchor,
}

/// Everything a body is made of: what a scene spawns and a snapshot brings back. The collider follows from the shape.
pub fn body(kind: Kind, collider: Collider, moving: Moving) -> impl Bundle {
    (kind, collider, moving)
}

/// Spawns one body.
pub fn spawn_body(world: &mut World, lane: Lane, index: u32, spec: &BodySpec) {
    let entity = world.spawn(body_of(lane, index, spec)).id();
    mark(world, entity);
}

/// Marks a driven body as one that carries others.
pub fn mark(world: &mut World, entity: Entity) {
    let driven = matches!(world.get::<Freedom>(entity), Some(Freedom(Motion::Driven(_))));
    let mut entity = world.entity_mut(entity);
    if driven {
        entity.insert(Driving);
    } else {
        entity.remove::<Driving>();
    }
}

fn add_pull(world: &mut World, lane: Lane, spec: &PullSpec) {
    let entity = world
        .query::<(Entity, &Lane, &Body)>()
        .iter(world)
        .find(|(_, of, body)| **of == lane && body.index as usize == spec.body)
        .map(|(entity, ..)| entity);
    let Some(mut entity) = entity.map(|entity| world.entity_mut(entity)) else { return };
    match entity.get_mut::<Pulls>() {
        Some(mut pulls) => pulls.of_scene.push(spec.pull),
        None => {
            entity.insert(Pulls { of_scene: vec![spec.pull], ..Default::default() });
        }
    }
}

fn body_of(lane: Lane, index: u32, spec: &BodySpec) -> impl Bundle {
    let pose = Pose { x: spec.position, q: spec.rotation };
    let kind = Kind {
        lane,
        body: Body { index, name: spec.name.clone(), material: spec.material.clone() },
        shape: BodyShape(spec.shape.clone()),
        freedom: Freedom(spec.motion),
        mass: Mass { mass: spec.mass, inertia: spec.inertia },
        stuff: Stuff(spec.elastic),
        home: Home(pose),
    };
    let moving = Moving {
        pose,
        twist: Twist { v: spec.velocity, w: spec.angular_velocity },
        wrench: Wrench::default(),
        supports: Supports::default(),
        anchor: Anchor(pose.x),
    };
    body(kind, Collider::of(&spec.shape), moving)
}
