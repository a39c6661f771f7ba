//! Vectors and rotations.

/// A vector in the world or in a body's frame, components x, y, z.
pub type Vec3 = nalgebra::Vector3<f64>;
/// A vector in the tangent plane of a contact, components along `u` and `w`.
pub type Vec2 = nalgebra::Vector2<f64>;
/// A rotation, body axes to world axes.
pub type Rotation = nalgebra::UnitQuaternion<f64>;

/// `v` over its length; `None` unless the length exceeds `least`. A length of exactly 1 returns `v` unchanged, without
/// a division.
#[inline(always)]
pub fn unit(v: &Vec3, least: f64) -> Option<Vec3> {
    if v.norm_squared() == 1.0 { Some(*v) } else { v.try_normalize(least) }
}
