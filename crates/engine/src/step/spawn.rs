//! Spawns the entities of a scene.

use crate::laws::{Rotation, Vec3};
use crate::scene::{BodySpec, Elastic, Motion, PullSpec, Scene};
use crate::shapes::Shape;
use crate::shapes::solid::inertia_per_mass;
use crate::step::Outcome;
use crate::step::apply_changes::mark_driving;
use crate::step::broad::Anchor;
use crate::step::contacts::narrow::Collider;
use crate::step::contacts::table::ContactTable;
use crate::step::edits::edit::{EditLog, Refused};
use crate::step::events::EventLog;
use crate::step::schedules::{set_played, start_of};
use crate::step::solve::cones::{ConesReport, Convergence};
use crate::step::solve::dae::DaeReport;
use crate::world::body::{
    Body, BodyShape, ElasticMaterial, Grain, InitialPose, Mass, MotionType, NormalConstraints, Pose, Redefined, Twist,
    Wrench,
};
use crate::world::contact::ContactPair;
use crate::world::ledger::EnergyLedger;
use crate::world::pull::Pulls;
use crate::world::{CaseId, CaseRules, Cases, Clock};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Clears all bodies and contacts, spawns the scene as case 0, sets the clock to step 0 and finds the contacts.
pub fn load(world: &mut World, scene: &Scene) {
    load_cases(world, std::slice::from_ref(scene));
}

/// Loads one case per scene, as [`load`] does for a single scene. All scenes must have the step size of the first. If
/// the first scene has a recorded motion, the world plays it.
pub fn load_cases(world: &mut World, scenes: &[Scene]) {
    clear(world);
    world.insert_resource(Cases(scenes.iter().map(CaseRules::from_scene).collect()));
    world.insert_resource(Clock { step: 0, dt: scenes.first().map_or(1e-4, |scene| scene.dt) });
    for (case, scene) in scenes.iter().enumerate() {
        for (index, spec) in scene.bodies.iter().enumerate() {
            spawn_body(world, CaseId(case as u32), index as u32, spec);
        }
        for pull in &scene.pulls {
            add_pull(world, CaseId(case as u32), pull);
        }
    }
    let played = scenes.first().and_then(|scene| scene.played.clone());
    if played.is_some() {
        // Played loads have no energy account.
        world.resource_mut::<EnergyLedger>().on = false;
    }
    set_played(world, played);
    world.run_schedule(start_of(world));
}

/// Despawns every body and contact, and clears edits, events, reports and the energy ledger.
fn clear(world: &mut World) {
    let old: Vec<Entity> = world.query_filtered::<Entity, Or<(With<Body>, With<ContactPair>)>>().iter(world).collect();
    for entity in old {
        world.despawn(entity);
    }
    world.insert_resource(ContactTable::default());
    world.insert_resource(EditLog::default());
    world.insert_resource(Refused::default());
    let on = world.resource::<EnergyLedger>().on;
    world.insert_resource(EnergyLedger { on, ..EnergyLedger::default() });
    world.insert_resource(ConesReport::default());
    world.insert_resource(Convergence::default());
    world.insert_resource(DaeReport::default());
    world.resource_mut::<EventLog>().take();
    world.insert_resource(Redefined::default());
    world.insert_resource(Outcome::default());
}

/// Components of a body that its motion does not change; only edits do.
#[derive(Bundle, Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "each field is the component of that name")]
pub struct BodyDefinition {
    pub case: CaseId,
    pub body: Body,
    pub shape: BodyShape,
    pub motion_type: MotionType,
    pub mass: Mass,
    pub elastic: ElasticMaterial,
    pub grain: Grain,
    pub initial_pose: InitialPose,
}

/// Components of a body that a step changes.
#[derive(Bundle, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each field is the component of that name")]
pub struct MovingState {
    pub pose: Pose,
    pub twist: Twist,
    pub wrench: Wrench,
    pub normal_constraints: NormalConstraints,
    pub anchor: Anchor,
}

/// All components of a body, spawned from a scene or restored from a snapshot. `collider` must be that of the shape.
pub fn body(kind: BodyDefinition, collider: Collider, moving: MovingState) -> impl Bundle {
    (kind, collider, moving)
}

/// A body for an app to spawn, `commands.spawn(RigidBody::new("ball", shape, 5.0).at(position).bundle())`, with every
/// component that a step needs. The next step numbers the body and pairs it with others.
#[derive(Clone, Debug)]
pub struct RigidBody {
    name: String,
    shape: Shape,
    mass: Mass,
    motion: Motion,
    elastic: Option<Elastic>,
    grain: Option<Vec3>,
    pose: Pose,
    twist: Twist,
    case: CaseId,
}

impl RigidBody {
    /// A movable body of mass `mass`, kg, at the origin and at rest. A plane, bowl or tube becomes a fixed body.
    pub fn new(name: impl Into<String>, shape: Shape, mass: f64) -> Self {
        let is_ground = matches!(shape, Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. });
        let inertia = inertia_per_mass(&shape) * mass;
        let (mass, motion) = match is_ground {
            true => (Mass { mass: f64::INFINITY, inertia: Vec3::repeat(f64::INFINITY) }, Motion::Fixed),
            false => (Mass { mass, inertia }, Motion::Free),
        };
        Self {
            name: name.into(),
            shape,
            mass,
            motion,
            elastic: None,
            grain: None,
            pose: Pose { x: Vec3::zeros(), q: Rotation::identity() },
            twist: Twist { v: Vec3::zeros(), w: Vec3::zeros() },
            case: CaseId(0),
        }
    }

    /// A fixed body at the origin.
    pub fn fixed(name: impl Into<String>, shape: Shape) -> Self {
        let mass = Mass { mass: f64::INFINITY, inertia: Vec3::repeat(f64::INFINITY) };
        Self { mass, motion: Motion::Fixed, ..Self::new(name, shape, 1.0) }
    }

    /// Sets the position of the centre of mass, m, world.
    pub fn at(mut self, position: Vec3) -> Self {
        self.pose.x = position;
        self
    }

    /// Sets the orientation, body axes to world axes.
    pub fn turned(mut self, rotation: Rotation) -> Self {
        self.pose.q = rotation;
        self
    }

    /// Sets the velocity, m/s, and the angular velocity, rad/s, world.
    pub fn moving(mut self, velocity: Vec3, angular_velocity: Vec3) -> Self {
        self.twist = Twist { v: velocity, w: angular_velocity };
        self
    }

    /// Sets the principal moments of inertia, kg·m², instead of those that follow from the shape; required for a
    /// polyhedron.
    pub fn inertia(mut self, inertia: Vec3) -> Self {
        self.mass.inertia = inertia;
        self
    }

    /// Sets the elastic constants, for Hertz contacts.
    pub fn elastic(mut self, elastic: Elastic) -> Self {
        self.elastic = Some(elastic);
        self
    }

    /// Sets the direction of the grain, in the axes of the body, for slide friction that differs along and across it; the
    /// zero vector has no direction, and gives the body no grain.
    pub fn grain(mut self, direction: Vec3) -> Self {
        self.grain = direction.try_normalize(0.0);
        self
    }

    /// Returns the components to spawn.
    pub fn bundle(self) -> impl Bundle {
        let collider = Collider::from_shape(&self.shape);
        let kind = BodyDefinition {
            case: self.case,
            body: Body::named(self.name),
            shape: BodyShape(self.shape),
            motion_type: MotionType(self.motion),
            mass: self.mass,
            elastic: ElasticMaterial(self.elastic),
            grain: Grain(self.grain),
            initial_pose: InitialPose(self.pose),
        };
        body(kind, collider, MovingState::begin(self.pose, self.twist))
    }
}

impl MovingState {
    /// State of motion at the start: this pose and velocity, without loads or constraints.
    fn begin(pose: Pose, twist: Twist) -> Self {
        Self {
            pose,
            twist,
            wrench: Wrench::default(),
            normal_constraints: NormalConstraints::default(),
            anchor: Anchor(pose.x),
        }
    }
}

/// Spawns body number `index` of a case.
pub fn spawn_body(world: &mut World, case: CaseId, index: u32, spec: &BodySpec) {
    let entity = world.spawn(body_of(case, index, spec)).id();
    mark_driving(world, entity);
}

/// Adds a pull to its body; the body at the other end of a link, unless it is fixed or driven, also gets the component
/// that holds its load.
fn add_pull(world: &mut World, case: CaseId, spec: &PullSpec) {
    if let Some(mut pulls) = pulls_of(world, case, spec.body as u32) {
        pulls.of_scene.push(spec.pull);
    }
    spec.pull.linked().map(|body| pulls_of(world, case, body).is_some());
}

/// The pulls on a body, of which there may be none yet; `None` for a body that loads do not move.
fn pulls_of(world: &mut World, case: CaseId, body: u32) -> Option<Mut<'_, Pulls>> {
    let entity = world
        .query::<(Entity, &CaseId, &Body, &Mass)>()
        .iter(world)
        .find(|(_, of, row, mass)| **of == case && row.index == body && mass.mass.is_finite())
        .map(|(entity, ..)| entity)?;
    let mut entity = world.entity_mut(entity);
    if !entity.contains::<Pulls>() {
        entity.insert(Pulls::default());
    }
    entity.into_mut::<Pulls>()
}

fn body_of(case: CaseId, index: u32, spec: &BodySpec) -> impl Bundle {
    let pose = Pose { x: spec.position, q: spec.rotation };
    let kind = BodyDefinition {
        case,
        body: Body { index, name: spec.name.clone(), material: spec.material.clone() },
        shape: BodyShape(spec.shape.clone()),
        motion_type: MotionType(spec.motion),
        mass: Mass { mass: spec.mass, inertia: spec.inertia },
        elastic: ElasticMaterial(spec.elastic),
        grain: Grain(spec.grain),
        initial_pose: InitialPose(pose),
    };
    let twist = Twist { v: spec.velocity, w: spec.angular_velocity };
    body(kind, Collider::from_shape(&spec.shape), MovingState::begin(pose, twist))
}
