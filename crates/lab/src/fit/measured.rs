//! The measured quantity, and its value in a simulated run.

use bevy_ecs::prelude::*;
use serde::Deserialize;
use stickslip_engine::laws::friction::component::FrictionComponent;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::{Vec3, unit};
use stickslip_engine::observe::steady_class::REST_SPEED;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::events::{ContactEvent, ContactEventKind, EventLog};
use stickslip_engine::world::body::{Body, BodyShape, Pose, Twist};
use stickslip_engine::world::contact::Observation;

/// The measured quantity; bodies are given by name.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub enum MeasuredQuantity {
    /// Straight distance from the initial position of the body's centre to its position when the velocity first
    /// reaches zero, m.
    StoppingDistance {
        /// The body.
        body: String,
    },
    /// Time until the velocity, or the spin about the initial axis of rotation, first reaches zero, s.
    StoppingTime {
        /// The body.
        body: String,
        /// The motion considered.
        of: StoppingMotion,
    },
    /// Angle of rotation about the initial axis until the spin about it first reaches zero, rad.
    StoppingAngle {
        /// The body.
        body: String,
    },
    /// Angle of rotation about the initial axis until the spin about it first reaches zero, degrees.
    StoppingAngleDegrees {
        /// The body.
        body: String,
    },
    /// Angle between the normal of a tilting plane and the vertical when the body first slips on it, rad.
    LimitAngle {
        /// The body.
        body: String,
        /// The plane.
        surface: String,
    },
    /// Angle between the normal of a tilting plane and the vertical when the body first slips on it, degrees.
    LimitAngleDegrees {
        /// The body.
        body: String,
        /// The plane.
        surface: String,
    },
}

/// The motion of a body whose end is detected.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub enum StoppingMotion {
    /// Motion of the centre of mass.
    Velocity,
    /// Rotation about the initial axis of rotation.
    AngularVelocity,
}

/// Reason why a run has no value of the measured quantity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NoResponse {
    /// The expected event did not occur.
    Never(String),
    /// The guard stopped the run.
    Guard(String),
}

/// The moment at which a body first comes to a standstill.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Standstill {
    /// Time, s.
    time: f64,
    /// Straight distance from the start, m.
    distance: f64,
    /// Angle of rotation since the start, rad.
    angle: f64,
}

impl MeasuredQuantity {
    /// Unit of the values.
    pub(crate) fn unit(&self) -> &'static str {
        match self {
            Self::StoppingDistance { .. } => "m",
            Self::StoppingTime { .. } => "s",
            Self::StoppingAngle { .. } | Self::LimitAngle { .. } => "rad",
            Self::StoppingAngleDegrees { .. } | Self::LimitAngleDegrees { .. } => "degrees",
        }
    }

    /// Name of the quantity in words.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::StoppingDistance { .. } => "stopping distance",
            Self::StoppingTime { .. } => "stopping time",
            Self::StoppingAngle { .. } | Self::StoppingAngleDegrees { .. } => "stopping angle",
            Self::LimitAngle { .. } | Self::LimitAngleDegrees { .. } => "limit angle",
        }
    }

    /// The bodies of the quantity, each with the field that names it.
    pub(crate) fn bodies(&self) -> Vec<(&'static str, &str)> {
        match self {
            Self::StoppingDistance { body }
            | Self::StoppingTime { body, .. }
            | Self::StoppingAngle { body }
            | Self::StoppingAngleDegrees { body } => vec![("body", body)],
            Self::LimitAngle { body, surface } | Self::LimitAngleDegrees { body, surface } => {
                vec![("body", body), ("surface", surface)]
            }
        }
    }

    /// The value in a run of the scene, in [`Self::unit`]: simulates as `stickslip run` does until the event, but no
    /// longer than the duration of the scene.
    pub(crate) fn of(&self, scene: &Scene) -> Result<f64, NoResponse> {
        let velocity = StoppingMotion::Velocity;
        let angular = StoppingMotion::AngularVelocity;
        match self {
            Self::StoppingDistance { body } => Ok(standstill(scene, body, velocity)?.distance),
            Self::StoppingTime { body, of } => Ok(standstill(scene, body, *of)?.time),
            Self::StoppingAngle { body } => Ok(standstill(scene, body, angular)?.angle),
            Self::StoppingAngleDegrees { body } => Ok(standstill(scene, body, angular)?.angle.to_degrees()),
            Self::LimitAngle { body, surface } => limit_angle(scene, body, surface),
            Self::LimitAngleDegrees { body, surface } => Ok(limit_angle(scene, body, surface)?.to_degrees()),
        }
    }
}

/// A run in which one body is observed.
struct ObservedRun {
    simulation: Simulation,
    entity: Entity,
    steps: u64,
    dt: f64,
}

impl ObservedRun {
    fn new(scene: &Scene, body: &str) -> Result<Self, NoResponse> {
        let mut simulation = Simulation::new(scene);
        let world = simulation.world();
        world.insert_resource(Observation::General);
        let mut bodies = world.query::<(Entity, &Body)>();
        let found = bodies.iter(world).find(|(_, of)| of.name == body).map(|(entity, _)| entity);
        let entity = found.ok_or_else(|| NoResponse::Never(format!("there is no body \"{body}\"")))?;
        let steps = (scene.duration / scene.dt).round().max(0.0) as u64;
        Ok(Self { simulation, entity, steps, dt: scene.dt })
    }

    /// Centre (m), velocity (m/s) and angular velocity (rad/s) in world axes, and size (m) of the body; `None` if it
    /// is gone.
    fn motion(&mut self) -> Option<(Vec3, Vec3, Vec3, f64)> {
        let world = self.simulation.world();
        let (pose, twist) = (world.get::<Pose>(self.entity)?, world.get::<Twist>(self.entity)?);
        Some((pose.x, twist.v, twist.w, world.get::<BodyShape>(self.entity)?.0.size()))
    }

    fn step(&mut self) -> Result<(), NoResponse> {
        self.simulation.step();
        match self.simulation.stopped() {
            Some(why) => Err(NoResponse::Guard(why.to_string())),
            None => Ok(()),
        }
    }
}

/// The moment at which a motion of the body first reaches zero: interpolated within the step in which it reverses, or
/// the first step below [`REST_SPEED`].
fn standstill(scene: &Scene, body: &str, of: StoppingMotion) -> Result<Standstill, NoResponse> {
    let mut run = ObservedRun::new(scene, body)?;
    let gone = || NoResponse::Never(format!("the body \"{body}\" is gone"));
    let (start, v, w, size) = run.motion().ok_or_else(gone)?;
    let axis = unit(&w, 0.0).unwrap_or_else(Vec3::zeros);
    let rate = |v: &Vec3, w: &Vec3| match of {
        StoppingMotion::Velocity => (*v, REST_SPEED),
        StoppingMotion::AngularVelocity => (axis * axis.dot(w), REST_SPEED / size),
    };
    let (mut was, slow) = rate(&v, &w);
    if was.norm() <= slow {
        let what = if of == StoppingMotion::Velocity { "velocity" } else { "angular velocity" };
        return Err(NoResponse::Never(format!("\"{body}\" starts without {what}")));
    }
    let (mut x, mut last_v, mut angle) = (start, v, 0.0);
    for step in 1..=run.steps {
        run.step()?;
        let (now_x, v, w, _) = run.motion().ok_or_else(gone)?;
        let (now, _) = rate(&v, &w);
        let turned_back = was.dot(&now) <= 0.0;
        if turned_back || now.norm() <= slow {
            // Fraction of the step until zero, with the velocity changing linearly from `was` to `now`.
            let part = if turned_back { was.norm() / (was.norm() - now.dot(&was) / was.norm()) } else { 1.0 };
            let (tau, mean) = (part * run.dt, 0.5 * part * run.dt);
            let at = if turned_back { x + last_v * mean } else { now_x };
            let time = (step - 1) as f64 * run.dt + tau;
            return Ok(Standstill { time, distance: (at - start).norm(), angle: angle + was.norm() * mean });
        }
        angle += now.norm() * run.dt;
        (x, last_v, was) = (now_x, v, now);
    }
    Err(NoResponse::Never(format!("\"{body}\" does not stop within {} s", scene.duration)))
}

/// Angle of the plane when its slide friction with the body first changes from stick to slip, rad.
fn limit_angle(scene: &Scene, body: &str, surface: &str) -> Result<f64, NoResponse> {
    let mut run = ObservedRun::new(scene, surface)?;
    let index = |name: &str| scene.bodies.iter().position(|spec| spec.name == name).map_or(u32::MAX, |k| k as u32);
    let pair = [index(body), index(surface)];
    let slips = |event: &ContactEvent| {
        let key = &event.key;
        let between = [key.i, key.j] == pair || [key.j, key.i] == pair;
        between
            && matches!(
                event.kind,
                ContactEventKind::Changed { component: FrictionComponent::Slide, to: Mode::Slip, .. }
            )
    };
    run.simulation.world().resource_mut::<EventLog>().on = true;
    for _ in 0..run.steps {
        run.step()?;
        let world = run.simulation.world();
        if world.resource_mut::<EventLog>().take().iter().any(slips) {
            let gone = || NoResponse::Never(format!("the body \"{surface}\" is gone"));
            let normal = world.get::<Pose>(run.entity).ok_or_else(gone)?.q * Vec3::z();
            let up = -scene.gravity;
            return Ok(libm::atan2(normal.cross(&up).norm(), normal.dot(&up)));
        }
    }
    Err(NoResponse::Never(format!("\"{body}\" does not slip on \"{surface}\" within {} s", scene.duration)))
}
