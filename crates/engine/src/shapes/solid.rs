//! Volume, inertia and extent of the solid shapes; volume and inertia of a polyhedron are computed elsewhere.

use super::Shape;
use crate::laws::Vec3;
use crate::laws::math::extremes::largest;
use std::f64::consts::PI;

/// Volume, m³; `None` for a shape without one.
pub fn volume(shape: &Shape) -> Option<f64> {
    match shape {
        Shape::Sphere { radius } => Some(4.0 / 3.0 * PI * (radius * radius * radius)),
        Shape::Ellipsoid { semi_axes, .. } => Some(4.0 / 3.0 * PI * semi_axes.product()),
        Shape::Cylinder { radius, half_height } => Some(cylinder_volume(*radius, *half_height)),
        Shape::Capsule { radius, half_height } => {
            Some(cylinder_volume(*radius, *half_height) + 4.0 / 3.0 * PI * (radius * radius * radius))
        }
        Shape::Box { half_extents } => Some(8.0 * half_extents.product()),
        Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. } | Shape::Disk { .. } | Shape::Polyhedron(_) => None,
    }
}

fn cylinder_volume(radius: f64, half_height: f64) -> f64 {
    2.0 * PI * radius * radius * half_height
}

/// Moments of inertia about the body's axes for a mass of 1 kg, m².
///
/// A disk has `r²/2` about all three axes: it is planar, so only the one about its axis is used.
pub(crate) fn inertia_per_mass(shape: &Shape) -> Vec3 {
    match shape {
        Shape::Sphere { radius } => Vec3::repeat(0.4 * radius * radius),
        Shape::Ellipsoid { semi_axes, .. } => others_squared(semi_axes) / 5.0,
        Shape::Box { half_extents } => others_squared(half_extents) / 3.0,
        Shape::Disk { radius, .. } => Vec3::repeat(0.5 * radius * radius),
        Shape::Cylinder { radius: r, half_height: h } => {
            let across = r * r / 4.0 + h * h / 3.0;
            Vec3::new(across, across, 0.5 * r * r)
        }
        Shape::Capsule { radius, half_height } => capsule_inertia(*radius, *half_height),
        Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. } | Shape::Polyhedron(_) => Vec3::repeat(f64::INFINITY),
    }
}

/// `(b² + c², a² + c², a² + b²)`.
fn others_squared(v: &Vec3) -> Vec3 {
    let [a, b, c] = [v.x * v.x, v.y * v.y, v.z * v.z];
    Vec3::new(b + c, a + c, a + b)
}

/// A cylinder and two hemispheres, each with its share of the mass.
fn capsule_inertia(r: f64, h: f64) -> Vec3 {
    let barrel = h / (h + 2.0 / 3.0 * r);
    let ends = 1.0 - barrel;
    let along = barrel * 0.5 * r * r + ends * 0.4 * r * r;
    let across = barrel * (r * r / 4.0 + h * h / 3.0) + ends * (0.4 * r * r + h * h + 0.75 * h * r);
    Vec3::new(across, across, along)
}

/// Half of the width of a shape in this direction (unit, body axes), m; infinite for planes and hollow walls.
pub(crate) fn half_width(shape: &Shape, direction: Vec3) -> f64 {
    if shape.is_wall() { f64::INFINITY } else { 0.5 * (reach(shape, direction) + reach(shape, -direction)) }
}

/// Extent of a convex shape from its centre of mass in this direction (unit, body axes), m; 0 for planes and hollow
/// walls.
pub fn reach(shape: &Shape, direction: Vec3) -> f64 {
    let across_z = libm::hypot(direction.x, direction.y);
    match shape {
        Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. } => 0.0,
        Shape::Sphere { radius } => *radius,
        Shape::Ellipsoid { semi_axes, .. } => semi_axes.component_mul(&direction).norm(),
        Shape::Disk { radius, axis } => radius * direction.cross(axis).norm(),
        Shape::Cylinder { radius, half_height } => half_height * direction.z.abs() + radius * across_z,
        Shape::Capsule { radius, half_height } => half_height * direction.z.abs() + radius,
        Shape::Box { half_extents } => half_extents.dot(&direction.abs()),
        Shape::Polyhedron(polyhedron) => largest(polyhedron.points.iter().map(|point| point.dot(&direction))),
    }
}
