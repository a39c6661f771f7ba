//! Bodies of an Avian world as those of a run folder.

use avian3d::dynamics::integrator::VelocityIntegrationData;
use avian3d::math::{Quaternion, Scalar, Vector};
use avian3d::parry::shape::TypedShape;
use avian3d::prelude::*;
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use stickslip_run_folder::{Body, BodyRow, IDENTITY, Shape, moments_in, times, turn_from_z};

/// Distance of a shape's centre from the centre of mass, over the radius of gyration, within which they are one.
const CENTRED: f64 = 1e-5;

/// What is read of a body.
#[derive(QueryData)]
pub(crate) struct BodyParts {
    pub(crate) entity: Entity,
    pub(crate) kind: &'static RigidBody,
    pub(crate) position: &'static Position,
    pub(crate) rotation: &'static Rotation,
    pub(crate) centre: &'static ComputedCenterOfMass,
    pub(crate) mass: &'static ComputedMass,
    pub(crate) inertia: &'static ComputedAngularInertia,
    pub(crate) v: &'static LinearVelocity,
    pub(crate) w: &'static AngularVelocity,
    pub(crate) increments: Option<&'static VelocityIntegrationData>,
    pub(crate) name: Option<&'static Name>,
    pub(crate) locked: Option<&'static LockedAxes>,
    pub(crate) colliders: Option<&'static RigidBodyColliders>,
    pub(crate) is_asleep: Has<Sleeping>,
}

/// How a body of Avian is written.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) name: String,
    /// Axes of the folder's body to those of Avian's.
    turn: [f64; 4],
}

/// External force, N, and torque, N·m, on a body in a step, without gravity.
pub(crate) type Pull = [Vector; 2];

pub(crate) fn wide(vector: Vector) -> [f64; 3] {
    vector.to_array().map(f64::from)
}

/// A quaternion with the scalar first.
fn scalar_first(q: Quaternion) -> [f64; 4] {
    [q.w, q.x, q.y, q.z].map(f64::from)
}

/// The shape of a collider, with the turn from its own axes to those of the collider, and its centre there.
fn shape_of(collider: &Collider) -> Option<(Shape, [f64; 4], Vector)> {
    let centred = |shape, turn| Some((shape, turn, Vector::ZERO));
    match collider.shape_scaled().as_typed_shape() {
        TypedShape::Ball(ball) => centred(Shape::Sphere { radius: ball.radius.into() }, IDENTITY),
        TypedShape::Cuboid(cuboid) => centred(Shape::Box { half_extents: wide(cuboid.half_extents) }, IDENTITY),
        TypedShape::Cylinder(cylinder) => {
            let (radius, half_height) = (cylinder.radius.into(), cylinder.half_height.into());
            centred(Shape::Cylinder { radius, half_height }, turn_from_z([0.0, 1.0, 0.0]))
        }
        TypedShape::Capsule(capsule) => {
            let (a, b) = (capsule.segment.a, capsule.segment.b);
            let (radius, half_height) = (capsule.radius.into(), (0.5 * (b - a).length()).into());
            Some((Shape::Capsule { radius, half_height }, turn_from_z(wide(b - a)), 0.5 * (a + b)))
        }
        TypedShape::HalfSpace(half) => centred(Shape::Plane, turn_from_z(wide(half.normal))),
        _ => None,
    }
}

/// The shape of a body with one collider, with the turn from its own axes to those of the body, and its centre there.
fn only_shape(
    body: &BodyPartsItem,
    colliders: &Query<(&Collider, &ColliderTransform)>,
) -> Option<(Shape, [f64; 4], Vector)> {
    let mut all = body.colliders?.into_iter();
    let (only, None) = (all.next()?, all.next()) else { return None };
    let (collider, place) = colliders.get(only).ok()?;
    let (shape, turn, centre) = shape_of(collider)?;
    let rotation = place.rotation.0;
    Some((shape, times(scalar_first(rotation), turn), place.translation + rotation * centre))
}

/// A body of Avian as one of the folder. `is_held`: by a joint.
pub(crate) fn of_body(
    body: &BodyPartsItem,
    colliders: &Query<(&Collider, &ColliderTransform)>,
    is_held: bool,
) -> (Body, Known) {
    let name = body.name.map_or_else(|| format!("body {}", body.entity), |name| name.as_str().to_owned());
    let shaped = only_shape(body, colliders);
    let rotation = body.rotation.0;
    if body.kind.is_static() {
        let (shape, turn, centre) =
            shaped.map_or((None, IDENTITY, Vector::ZERO), |(shape, turn, centre)| (Some(shape), turn, centre));
        let (x, q) = (body.position.0 + rotation * centre, times(scalar_first(rotation), turn));
        let entry = Body { shape, fixed: true, x: Some(wide(x)), q: Some(q), ..Body::new(name.clone()) };
        return (entry, Known { name, turn });
    }
    let tensor = body.inertia.value();
    let rows = [Vector::X, Vector::Y, Vector::Z].map(|axis| wide(tensor * axis));
    let mass = f64::from(body.mass.value());
    let gyration = (rows[0][0].max(rows[1][1]).max(rows[2][2]) / mass).sqrt();
    let fitting = shaped.filter(|(_, turn, centre)| {
        let off = f64::from((*centre - body.centre.0).length());
        let is_centred = !body.kind.is_dynamic() || off <= CENTRED * gyration;
        is_centred && (!body.kind.is_dynamic() || moments_in(rows, *turn).is_some())
    });
    let principal = || scalar_first(body.inertia.principal_angular_inertia_with_local_frame().1);
    let (shape, turn) = match fitting {
        Some((shape, turn, _)) => (Some(shape), turn),
        None if body.kind.is_dynamic() => (None, principal()),
        None => (None, IDENTITY),
    };
    let is_locked = body.locked.is_some_and(|locked| locked.to_bits() != 0);
    let is_alone = body.kind.is_dynamic() && !is_held && !is_locked;
    let mass = Some(mass).filter(|mass| is_alone && *mass > 0.0 && mass.is_finite());
    let inertia = mass.and_then(|_| moments_in(rows, turn));
    (Body { shape, mass, inertia, ..Body::new(name.clone()) }, Known { name, turn })
}

/// What pulls a body in a step beside contacts and gravity, from the increments of its velocity per substep; `None` if
/// nothing does.
pub(crate) fn pull(body: &BodyPartsItem, gravity: Vector, substep: Scalar) -> Option<Pull> {
    let data = body.increments.filter(|_| body.kind.is_dynamic())?;
    // The very product that Avian takes where nothing but gravity acts.
    let (own, none) = (gravity * substep, Vector::ZERO);
    let is_free = data.linear_increment == own && data.angular_increment == none;
    let force = (data.linear_increment - own) * (body.mass.value() / substep);
    let torque = body.inertia.rotated(body.rotation.0).value() * (data.angular_increment / substep);
    (!is_free && body.mass.value() > 0.0).then_some([force, torque])
}

impl Known {
    /// The row of a body that may move.
    pub(crate) fn row(&self, body: &BodyPartsItem, pull: Option<Pull>) -> BodyRow<'_, Scalar> {
        let x = body.position.0 + body.rotation.0 * body.centre.0;
        let q = times(scalar_first(body.rotation.0), self.turn).map(|part| part as Scalar);
        BodyRow {
            v: Some(body.v.0.to_array()),
            w: Some(body.w.0.to_array()),
            force: pull.map(|[force, _]| force.to_array()),
            torque: pull.map(|[_, torque]| torque.to_array()),
            ..BodyRow::new(&self.name, x.to_array(), q)
        }
    }
}
