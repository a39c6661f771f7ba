//! The components of a body.
//!
//! The components that define it ([`Body`], [`Mass`], [`BodyShape`], [`MotionType`], [`ElasticMaterial`], [`Grain`],
//! [`InitialPose`] and [`CaseId`](super::CaseId)) are immutable, because the step keeps constants of pairs that follow
//! from them. To change one, insert another value, `commands.entity(body).insert(Mass { .. })`: the next step starts
//! with it ([`Redefined`]). Its state, [`Pose`] and [`Twist`], may be written at any time between steps.

use super::pull::Pulls;
use crate::laws::motion::inertia_about;
use crate::laws::motion::pull::Pulled;
use crate::laws::{Rotation, Vec3};
use crate::scene::{Elastic, HasNames, Motion};
use crate::shapes::Shape;
use crate::shapes::surface::Placed;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use serde::{Deserialize, Serialize};

/// Identity of a body: its index in the scene file (body i of a contact has the smaller one), its name and material.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[component(immutable, on_discard = redefine)]
pub struct Body {
    /// Number of the body in the scene, from 0.
    pub index: u32,
    /// Name of the body in the scene.
    pub name: String,
    /// Name of the material in the scene, if any.
    pub material: Option<String>,
}

impl Body {
    /// Index of a body that has no number yet. The next pair list gives the body the number after the largest of its
    /// case.
    pub const UNNUMBERED: u32 = u32::MAX;

    /// An unnumbered body without a material; the next pair list assigns the number.
    pub fn named(name: impl Into<String>) -> Self {
        Self { index: Self::UNNUMBERED, name: name.into(), material: None }
    }
}

impl HasNames for Body {
    fn names(&self) -> (&str, Option<&str>) {
        (&self.name, self.material.as_deref())
    }
}

/// Definitions of bodies (mass, shape, material, motion type) that changed since the pair list was built.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Redefined {
    /// True if any definition changed.
    pub any: bool,
    /// Bodies whose shape changed.
    pub reshaped: Vec<Entity>,
}

/// Hook: a component that defines a body was replaced or removed.
pub(super) fn redefine(mut world: DeferredWorld, _: HookContext) {
    if let Some(mut redefined) = world.get_resource_mut::<Redefined>() {
        redefined.any = true;
    }
}

/// Notes that the shape of a body is written over or removed.
fn reshape(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut redefined) = world.get_resource_mut::<Redefined>() {
        redefined.any = true;
        redefined.reshaped.push(context.entity);
    }
}

/// World pose.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Centre of mass, m, world.
    pub x: Vec3,
    /// Body axes to world axes.
    pub q: Rotation,
}

/// Linear and angular velocity.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Twist {
    /// Velocity of the centre of mass, m/s, world.
    pub v: Vec3,
    /// Angular velocity, rad/s, world.
    pub w: Vec3,
}

/// Mass and principal moments of inertia; infinite if static or kinematic.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(immutable, on_discard = redefine)]
pub struct Mass {
    /// Mass, kg.
    pub mass: f64,
    /// Principal moments of inertia about the body's axes, kg·m².
    pub inertia: Vec3,
}

/// Shape of the body.
#[derive(Component, Clone, Debug, PartialEq)]
#[component(immutable, on_discard = reshape)]
pub struct BodyShape(pub Shape);

/// Motion type.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(immutable, on_discard = redefine)]
pub struct MotionType(pub Motion);

/// Elastic constants; `None` is rigid.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(immutable, on_discard = redefine)]
pub struct ElasticMaterial(pub Option<Elastic>);

/// Direction of the grain of the body's surface, a unit vector in its axes; `None` without one. Slide friction may differ
/// along and across it ([`crate::laws::friction::limit::anisotropy`]).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[component(immutable, on_discard = redefine)]
pub struct Grain(pub Option<Vec3>);

/// Pose of the body at the start of the run, or where an edit last placed it. A prescribed motion is a function of time
/// relative to this pose.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(immutable, on_discard = redefine)]
pub struct InitialPose(pub Pose);

/// Sum of the loads on a body, evaluated at the current state; it acts during the next step.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Wrench {
    /// Force, N, world.
    pub force: Vec3,
    /// Torque about the centre of mass, N·m, world.
    pub torque: Vec3,
}

impl Pose {
    /// The pose combined with `twist`: the body state from which pulls are evaluated.
    pub fn pulled(&self, twist: &Twist) -> Pulled {
        Pulled { x: self.x, q: self.q, v: twist.v, w: twist.w }
    }
}

/// Components of a body that contacts read.
#[derive(Clone, Copy)]
pub struct BodyRef<'a> {
    /// Shape, in body axes.
    pub shape: &'a Shape,
    /// World pose.
    pub pose: &'a Pose,
    /// Linear and angular velocity.
    pub twist: &'a Twist,
    /// Mass and moments of inertia.
    pub mass: &'a Mass,
    /// Elastic constants; `None` is rigid.
    pub elastic: Option<Elastic>,
    /// Direction of its grain, a unit vector in its axes, if it has one.
    pub grain: Option<Vec3>,
    /// External pulls on the body, if any.
    pub pulls: Option<&'a Pulls>,
}

/// Query for the components of a [`BodyRef`].
pub type BodyRow = (
    &'static BodyShape,
    &'static Pose,
    &'static Twist,
    &'static Mass,
    &'static ElasticMaterial,
    &'static Grain,
    Option<&'static Pulls>,
);

impl<'a> BodyRef<'a> {
    /// Builds the reference from the components of a [`BodyRow`].
    pub fn new(
        (shape, pose, twist, mass, elastic, grain, pulls): (
            &'a BodyShape,
            &'a Pose,
            &'a Twist,
            &'a Mass,
            &'a ElasticMaterial,
            &'a Grain,
            Option<&'a Pulls>,
        ),
    ) -> Self {
        Self { shape: &shape.0, pose, twist, mass, elastic: elastic.0, grain: grain.0, pulls }
    }

    /// The shape at its world pose.
    pub fn placed(&self) -> Placed<'a> {
        Placed { shape: self.shape, x: self.pose.x, q: self.pose.q }
    }

    /// Mean curvature, 1/m, of the surface at the end of `arm` (from the centre, m, world), where the unit normal is
    /// `n`.
    pub fn mean_curvature(&self, arm: &Vec3, n: &Vec3) -> f64 {
        let local = |v: &Vec3| self.pose.q.inverse_transform_vector(v);
        self.shape.mean_curvature(&local(arm), &local(n))
    }

    /// Moment of inertia about a unit axis, kg·m²; infinite if the body is fixed or driven.
    #[inline(always)]
    pub fn inertia_about(&self, axis: &Vec3) -> f64 {
        if self.mass.mass.is_finite() { inertia_about(&self.mass.inertia, &self.pose.q, axis) } else { f64::INFINITY }
    }
}

/// Directions along which known normal forces hold a body: its acceleration has no component along them. At most three,
/// orthonormal, world.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct NormalConstraints {
    normals: [Vec3; 3],
    count: usize,
}

/// False if the [`NormalConstraints`] of all bodies are certainly empty, as under overlap laws, so that steps need not
/// read them.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct ConstraintsInUse(pub bool);

impl Default for ConstraintsInUse {
    fn default() -> Self {
        Self(true)
    }
}

impl NormalConstraints {
    /// Adds the direction of the unit vector `n`, unless `n` already lies in the span of the constraints.
    pub fn add(&mut self, n: &Vec3) {
        if self.count == 3 {
            return;
        }
        let rest = self.remove_from(*n);
        if let Some(unit) = crate::laws::unit(&rest, 1e-9) {
            self.normals[self.count] = unit;
            self.count += 1;
        }
    }

    /// True if the body has no constraint.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// True if the body has a constraint and the unit vector `n` is not in the span of the constraints.
    pub fn differ_from(&self, n: &Vec3) -> bool {
        self.count > 0 && self.remove_from(*n).norm_squared() > 1e-12
    }

    /// Returns `a` without the components along the constrained directions.
    pub fn remove_from(&self, a: Vec3) -> Vec3 {
        self.normals[..self.count].iter().fold(a, |a, n| a - n * n.dot(&a))
    }
}
