//! Bodies and contacts read from a run, in the units and axes of the stage, independent of the world in which it ran.

use super::world::World;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{BodyState, State};

/// A body at one time, in the units and axes of the stage.
#[derive(Clone, Debug)]
pub struct StageBody {
    name: String,
    /// Position of the centre of mass.
    pub x: Vec3,
    pub(super) v: Vec3,
    pub(super) w: Vec3,
    /// Angular momentum about the centre of mass.
    pub(super) spin: Vec3,
    pub(super) mass: f64,
    /// Principal moments of inertia.
    pub(super) inertia: Vec3,
    /// Directions of the body's own axes.
    pub(super) axes: [Vec3; 3],
    /// Angular velocity in the body's own axes.
    pub(super) own_w: Vec3,
}

/// A contact at one time, in the units and axes of the stage.
#[derive(Clone, Debug)]
pub(super) struct NormalContact {
    pub(super) bodies: [String; 2],
    pub(super) normal: f64,
    pub(super) at: Vec3,
}

/// A stage at one time.
#[derive(Clone, Debug)]
pub struct StageState {
    pub(super) bodies: Vec<StageBody>,
    pub(super) contacts: Vec<NormalContact>,
}

impl StageState {
    /// Reads a state of a run in `world`.
    pub(super) fn read(state: &State, world: &World) -> Self {
        let units = &world.units;
        let name = |index: u32| state.bodies.get(index as usize).map_or(String::new(), |body| body.name.clone());
        let contacts = state.contacts.iter().map(|contact| NormalContact {
            bodies: [name(contact.pair.key.i), name(contact.pair.key.j)],
            normal: contact.normal.n / (units.mass * units.acceleration()),
            at: world.vector_back(&contact.touch.c) / units.length,
        });
        let (bodies, contacts) =
            (state.bodies.iter().map(|body| StageBody::read(body, world)).collect(), contacts.collect());
        Self { bodies, contacts }
    }

    /// The body with this name.
    pub fn body(&self, name: &str) -> Result<&StageBody, String> {
        self.bodies.iter().find(|body| body.name == name).ok_or_else(|| format!("there is no body {name}"))
    }

    /// Sum of the normal forces between two bodies.
    pub(super) fn normal_force(&self, pair: [&str; 2]) -> f64 {
        let joins = |contact: &&NormalContact| pair.iter().all(|name| contact.bodies.iter().any(|body| body == name));
        self.contacts.iter().filter(joins).map(|contact| contact.normal).sum()
    }

    /// Momentum of the bodies that can move, angular momentum about the origin, and kinetic energy.
    pub(super) fn sums(&self) -> (Vec3, Vec3, f64) {
        let free = || self.bodies.iter().filter(|body| body.mass.is_finite());
        let momentum = free().map(|body| body.v * body.mass).sum();
        let angular = free().map(|body| body.x.cross(&body.v) * body.mass + body.spin).sum();
        (momentum, angular, free().map(StageBody::energy).sum())
    }
}

impl StageBody {
    fn read(body: &BodyState, world: &World) -> Self {
        let units = &world.units;
        let speed = units.length / units.time;
        let of_inertia = units.mass * units.length * units.length;
        let free = body.mass.mass.is_finite();
        let own_w = body.q.inverse_transform_vector(&body.w) * units.time;
        let inertia = body.mass.inertia / of_inertia;
        let spin = if free { body.q * inertia.component_mul(&own_w) } else { Vec3::zeros() };
        Self {
            name: body.name.clone(),
            x: world.vector_back(&body.x) / units.length,
            v: world.vector_back(&body.v) / speed,
            w: world.axial_back(&body.w) * units.time,
            spin: world.axial_back(&spin),
            mass: body.mass.mass / units.mass,
            inertia,
            axes: [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| world.vector_back(&(body.q * axis))),
            own_w,
        }
    }

    /// Name of the body in the stage.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Kinetic energy.
    pub(super) fn energy(&self) -> f64 {
        0.5 * (self.mass * self.v.norm_squared() + self.own_w.dot(&self.inertia.component_mul(&self.own_w)))
    }

    /// Speed of the centre plus, for bodies of about unit size, speed of the surface.
    pub(super) fn speed(&self) -> f64 {
        self.v.norm() + self.w.norm()
    }
}
