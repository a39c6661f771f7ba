//! A body as a particle of OVITO.

use stickslip_engine::laws::math::turning::z_to;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::observe::state::BodyState;
use stickslip_engine::shapes::Shape;

/// Species, radius (m), aspherical shape (m) and orientation of a body as a particle of OVITO; `None` if left out.
pub(super) fn particle(body: &BodyState) -> Option<(&'static str, f64, Vec3, Rotation)> {
    let round = |radius: f64, length: f64| Vec3::new(radius, 0.0, length);
    Some(match &body.shape {
        Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. } => return None,
        Shape::Sphere { radius } => ("sphere", *radius, Vec3::zeros(), body.q),
        Shape::Ellipsoid { semi_axes, .. } => ("ellipsoid", semi_axes.amax(), *semi_axes, body.q),
        Shape::Box { half_extents } => ("box", half_extents.norm(), *half_extents, body.q),
        Shape::Cylinder { radius, half_height } => ("cylinder", *radius, round(*radius, 2.0 * half_height), body.q),
        Shape::Capsule { radius, half_height } => ("capsule", *radius, round(*radius, 2.0 * half_height), body.q),
        Shape::Disk { radius, axis } => {
            let turn = z_to(axis).unwrap_or_else(Rotation::identity);
            ("disk", *radius, round(*radius, 0.0), body.q * turn)
        }
        Shape::Polyhedron(_) => ("polyhedron", body.shape.reach(), Vec3::zeros(), body.q),
    })
}
