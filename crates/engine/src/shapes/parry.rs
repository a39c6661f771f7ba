//! Converts vectors of this crate to those of parry and back.

use crate::laws::Vec3;
use parry3d_f64::math::Vector;

/// A vector as parry's.
pub(crate) fn to_parry(v: &Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

/// A vector of parry's.
pub(crate) fn from_parry(v: Vector) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}
