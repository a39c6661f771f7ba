//! Bodies of a Rapier world as those of a run folder.

use crate::world::World;
use rapier3d::parry::shape::TypedShape;
use rapier3d::prelude::{Collider, ColliderHandle, LockedAxes, Pose, RigidBody, RigidBodyHandle, Rotation, Vector};
use stickslip_run_folder::{Body, BodyRow, IDENTITY, Shape, moments_in, times, turn_from_z};

/// Distance of a shape's centre from the centre of mass, over the radius of gyration, within which they are one.
const CENTRED: f32 = 1e-5;

/// A body of the folder: a rigid body, or a collider without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Owner {
    Body([u32; 2]),
    Collider([u32; 2]),
}

impl Owner {
    pub(crate) fn body(handle: RigidBodyHandle) -> Self {
        let (index, generation) = handle.into_raw_parts();
        Self::Body([index, generation])
    }

    /// The body of a collider.
    pub(crate) fn from_collider(handle: ColliderHandle, collider: &Collider) -> Self {
        let (index, generation) = handle.into_raw_parts();
        collider.parent().map_or(Self::Collider([index, generation]), Self::body)
    }
}

/// How a body of Rapier is written.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) name: String,
    /// Axes of the folder's body to those of Rapier's.
    turn: [f64; 4],
    is_fixed: bool,
}

/// The shape of a collider, with the turn from its own axes to those of the collider, and its centre there.
fn shape_of(collider: &Collider) -> Option<(Shape, [f64; 4], Vector)> {
    let centred = |shape, turn| Some((shape, turn, Vector::ZERO));
    match collider.shape().as_typed_shape() {
        TypedShape::Ball(ball) => centred(Shape::Sphere { radius: ball.radius.into() }, IDENTITY),
        TypedShape::Cuboid(cuboid) => {
            centred(Shape::Box { half_extents: cuboid.half_extents.to_array().map(f64::from) }, IDENTITY)
        }
        TypedShape::Cylinder(cylinder) => {
            let (radius, half_height) = (cylinder.radius.into(), cylinder.half_height.into());
            centred(Shape::Cylinder { radius, half_height }, turn_from_z([0.0, 1.0, 0.0]))
        }
        TypedShape::Capsule(capsule) => {
            let (a, b) = (capsule.segment.a, capsule.segment.b);
            let (radius, half_height) = (capsule.radius.into(), (0.5 * (b - a).length()).into());
            let turn = turn_from_z((b - a).to_array().map(f64::from));
            Some((Shape::Capsule { radius, half_height }, turn, 0.5 * (a + b)))
        }
        TypedShape::HalfSpace(half) => centred(Shape::Plane, turn_from_z(half.normal.to_array().map(f64::from))),
        _ => None,
    }
}

/// A quaternion with the scalar first.
pub(crate) fn scalar_first(q: Rotation) -> [f64; 4] {
    [q.w, q.x, q.y, q.z].map(f64::from)
}

/// A fixed body where its shape is, or, without one, where Rapier has it.
fn fixed(name: String, pose: &Pose, only: Option<(&Collider, Pose)>) -> (Body, Known) {
    let placed = only.and_then(|(collider, place)| Some((shape_of(collider)?, place)));
    let (shape, turn, centre) = match placed {
        Some(((shape, turn, centre), place)) => {
            (Some(shape), times(scalar_first(place.rotation), turn), place * centre)
        }
        None => (None, IDENTITY, Vector::ZERO),
    };
    let (x, q) = ((*pose * centre).to_array().map(f64::from), times(scalar_first(pose.rotation), turn));
    let body = Body { shape, fixed: true, x: Some(x), q: Some(q), ..Body::new(name.clone()) };
    (body, Known { name, turn, is_fixed: true })
}

/// A collider without a body, as a fixed body.
pub(crate) fn of_collider(name: String, collider: &Collider) -> (Body, Known) {
    fixed(name, collider.position(), Some((collider, Pose::IDENTITY)))
}

/// A body of Rapier as one of the folder.
pub(crate) fn of_body(name: String, handle: RigidBodyHandle, body: &RigidBody, world: &World) -> (Body, Known) {
    let only = match body.colliders() {
        [only] => world.colliders.get(*only),
        _ => None,
    };
    let only = only.map(|collider| (collider, collider.position_wrt_parent().copied().unwrap_or(Pose::IDENTITY)));
    if body.is_fixed() {
        return fixed(name, body.position(), only);
    }
    let properties = &body.mass_properties().local_mprops;
    let tensor = properties.reconstruct_inertia_matrix();
    let rows = [tensor.row(0), tensor.row(1), tensor.row(2)].map(|row| row.to_array().map(f64::from));
    let principal = scalar_first(properties.principal_inertia_local_frame);
    let gyration = (rows[0][0].max(rows[1][1]).max(rows[2][2]) / f64::from(body.mass())).sqrt() as f32;
    let shaped = only.and_then(|(collider, place)| {
        let (shape, turn, centre) = shape_of(collider)?;
        let turn = times(scalar_first(place.rotation), turn);
        let is_centred = (place * centre - body.local_center_of_mass()).length() <= CENTRED * gyration;
        Some((shape, turn)).filter(|_| is_centred && moments_in(rows, turn).is_some())
    });
    let (shape, turn) = shaped.map_or((None, principal), |(shape, turn)| (Some(shape), turn));
    let is_alone = body.is_dynamic()
        && body.locked_axes() == LockedAxes::empty()
        && world.impulse_joints.attached_joints(handle).next().is_none()
        && world.multibody_joints.rigid_body_link(handle).is_none();
    let mass = Some(f64::from(body.mass())).filter(|mass| is_alone && *mass > 0.0);
    let inertia = mass.and_then(|_| moments_in(rows, turn));
    (Body { shape, mass, inertia, ..Body::new(name.clone()) }, Known { name, turn, is_fixed: false })
}

/// The centre of mass, m, world.
pub(crate) fn centre(body: &RigidBody) -> Vector {
    *body.position() * body.local_center_of_mass()
}

impl Known {
    /// The row of a body; `None` of one that never moves.
    pub(crate) fn row(&self, body: &RigidBody, gravity: Vector) -> Option<BodyRow<'_, f32>> {
        let q = times(scalar_first(*body.rotation()), self.turn).map(|part| part as f32);
        let force = body.user_force() + gravity * (body.mass() * (body.gravity_scale() - 1.0));
        let torque = body.user_torque();
        let is_pushed = body.is_dynamic() && (force != Vector::ZERO || torque != Vector::ZERO);
        let row = BodyRow {
            v: Some(body.linvel().to_array()),
            w: Some(body.angvel().to_array()),
            force: is_pushed.then(|| force.to_array()),
            torque: is_pushed.then(|| torque.to_array()),
            ..BodyRow::new(&self.name, centre(body).to_array(), q)
        };
        (!self.is_fixed).then_some(row)
    }
}
