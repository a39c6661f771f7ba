//! Surface geometry of one shape, in its own axes: support points, curvature, arcs, size.

use super::{EllipsoidPath, Shape, geodesic};
use crate::laws::{Rotation, Vec3};

/// Minimum curvature of a cylinder or capsule along its axis, as a fraction of that around the axis: a curvature of
/// zero would make the roll stiffness infinite.
const ACROSS: f64 = 0.1;
/// Fraction of the half height by which rounding may place a point of a capsule's side on a cap.
const JOINT: f64 = 1e-9;
/// A normal within this angle (rad) of a cylinder's axis belongs to one of its flat ends.
pub const FLAT_END: f64 = 1e-3;

/// A shape with its pose.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The shape.
    pub shape: &'a Shape,
    /// Centre of the shape, m, world.
    pub x: Vec3,
    /// Shape axes to world axes.
    pub q: Rotation,
}

impl Placed<'_> {
    /// Transforms a world point to the shape's axes.
    #[inline(always)]
    pub fn to_local(&self, p: &Vec3) -> Vec3 {
        self.q.inverse_transform_vector(&(p - self.x))
    }

    /// Transforms a point from the shape's axes to the world.
    #[inline(always)]
    pub fn to_world(&self, p: &Vec3) -> Vec3 {
        self.x + self.q * p
    }

    /// The farthest point of a smooth convex shape along the world direction `d` (unit), world.
    #[inline(always)]
    pub fn support(&self, d: &Vec3) -> Vec3 {
        self.to_world(&self.shape.support(&self.q.inverse_transform_vector(d)))
    }
}

impl Shape {
    /// A characteristic length, m; infinite for a plane.
    #[inline]
    pub fn size(&self) -> f64 {
        match self {
            Self::Plane => f64::INFINITY,
            Self::Sphere { radius } | Self::Disk { radius, .. } | Self::Bowl { radius } | Self::Tube { radius } => {
                *radius
            }
            Self::Ellipsoid { semi_axes, .. } => semi_axes.max(),
            Self::Cylinder { radius, half_height } | Self::Capsule { radius, half_height } => radius.max(*half_height),
            Self::Box { half_extents } => half_extents.max(),
            Self::Polyhedron(body) => body.reach,
        }
    }

    /// Half of the least thickness, m: radius of the largest ball about the centre that fits inside. Infinite for
    /// planes and hollow walls; for the thin disk, the radius of the disk.
    pub fn inradius(&self) -> f64 {
        match self {
            Self::Plane | Self::Bowl { .. } | Self::Tube { .. } => f64::INFINITY,
            Self::Sphere { radius } | Self::Disk { radius, .. } | Self::Capsule { radius, .. } => *radius,
            Self::Ellipsoid { semi_axes, .. } => semi_axes.min(),
            Self::Cylinder { radius, half_height } => radius.min(*half_height),
            Self::Box { half_extents } => half_extents.min(),
            Self::Polyhedron(body) => body.inradius,
        }
    }

    /// True for a plane and for shapes touched from inside, which have no farthest point.
    pub fn is_wall(&self) -> bool {
        matches!(self, Self::Plane | Self::Bowl { .. } | Self::Tube { .. })
    }

    /// Maximum number of points of this shape that can touch another body at once; `usize::MAX` if the other body
    /// decides.
    pub fn contact_points(&self) -> usize {
        match self {
            Self::Plane | Self::Bowl { .. } | Self::Tube { .. } => usize::MAX,
            Self::Sphere { .. } | Self::Ellipsoid { .. } | Self::Disk { .. } => 1,
            Self::Capsule { .. } => 2,
            Self::Cylinder { .. } | Self::Box { .. } => 8,
            Self::Polyhedron(body) => body.points.len(),
        }
    }

    /// Maximum number of corners of a face; a smooth body counts as a point, a cylinder's end as a square.
    pub fn face_corners(&self) -> usize {
        match self {
            Self::Cylinder { .. } | Self::Box { .. } => 4,
            _ => self.contact_points(),
        }
    }

    /// Radius of the bounding sphere about the centre, m; infinite for a plane.
    pub fn reach(&self) -> f64 {
        match self {
            Self::Cylinder { radius, half_height } => libm::hypot(*radius, *half_height),
            Self::Capsule { radius, half_height } => radius + half_height,
            Self::Box { half_extents } => half_extents.norm(),
            Self::Bowl { .. } | Self::Tube { .. } => f64::INFINITY,
            _ => self.size(),
        }
    }

    /// The farthest point along the direction `d`, in the shape's axes, m. A plane and a wall have none and return the
    /// origin.
    pub fn support(&self, d: &Vec3) -> Vec3 {
        let round = |z: f64| if z < 0.0 { -1.0 } else { 1.0 };
        match self {
            Self::Plane | Self::Bowl { .. } | Self::Tube { .. } => Vec3::zeros(),
            Self::Sphere { radius } => d * *radius,
            Self::Ellipsoid { semi_axes, .. } => {
                let a = semi_axes.component_mul(d);
                semi_axes.component_mul(&a) / a.norm()
            }
            Self::Disk { radius, axis } => rim(axis, d) * *radius,
            Self::Cylinder { radius, half_height } => {
                rim(&Vec3::z(), d) * *radius + Vec3::z() * (half_height * round(d.z))
            }
            Self::Capsule { radius, half_height } => d * *radius + Vec3::z() * (half_height * round(d.z)),
            Self::Box { half_extents } => half_extents.component_mul(&d.map(round)),
            Self::Polyhedron(body) => farthest(&body.points, d),
        }
    }

    /// Normal curvature at the surface point `at` with the unit normal `n` (either way) along the unit tangent `along`,
    /// 1/m: convex > 0, plane 0, bowl and tube < 0.
    ///
    /// Faces, edges and corners of polyhedra count as flat: there the geometry itself resists rolling. The rim of a
    /// cylinder has the curvature of the rim circle in the direction of the contact normal (Meusnier); its two ends are
    /// flat.
    pub fn curvature(&self, at: &Vec3, n: &Vec3, along: &Vec3) -> f64 {
        match self {
            Self::Ellipsoid { semi_axes, .. } => {
                let inverse = semi_axes.map(|a| 1.0 / (a * a));
                // Level set Σ x²/a² = 1: κ = (tᵀ H t)/|∇|, with H and ∇ both halved.
                inverse.dot(&along.component_mul(along)) / inverse.component_mul(at).norm()
            }
            Self::Cylinder { .. } if libm::hypot(n.x, n.y) < FLAT_END => 0.0,
            Self::Cylinder { radius, .. } => (around(at, along) * libm::hypot(n.x, n.y)).max(ACROSS) / radius,
            Self::Capsule { radius, half_height } => {
                // The ends of the line on which a capsule lies belong to its side, wherever rounding places a point.
                if at.z.abs() > *half_height * (1.0 + JOINT) {
                    1.0 / radius
                } else {
                    around(at, along).max(ACROSS) / radius
                }
            }
            Self::Tube { radius } => -around(at, along) / radius,
            _ => self.constant_curvature().unwrap_or(0.0),
        }
    }

    /// The curvature of a shape for which it is constant over all points and directions.
    #[inline]
    pub fn constant_curvature(&self) -> Option<f64> {
        match self {
            Self::Plane | Self::Box { .. } | Self::Polyhedron(_) => Some(0.0),
            Self::Sphere { radius } | Self::Disk { radius, .. } => Some(1.0 / radius),
            Self::Bowl { radius } => Some(-1.0 / radius),
            Self::Ellipsoid { .. } | Self::Cylinder { .. } | Self::Capsule { .. } | Self::Tube { .. } => None,
        }
    }

    /// Mean of the two principal curvatures at the surface point `at` with the unit normal `n`, 1/m.
    pub fn mean_curvature(&self, at: &Vec3, n: &Vec3) -> f64 {
        let (e1, e2) = any_tangents(n);
        0.5 * (self.curvature(at, n, &e1) + self.curvature(at, n, &e2))
    }

    /// The path between two nearby surface points, where its direction is needed as well as its length: the geodesic of
    /// an ellipsoid with [`EllipsoidPath::Geodesic`], m, along its direction at `to`; `None` for all other shapes and
    /// for a jump.
    #[inline]
    pub fn geodesic(&self, from: &Vec3, to: &Vec3) -> Option<Vec3> {
        match self {
            Self::Ellipsoid { semi_axes, path: EllipsoidPath::Geodesic } => geodesic::path(semi_axes, from, to),
            _ => None,
        }
    }

    /// Length of the path between two nearby surface points, m: the geodesic on planes, balls, disks, bowls and tubes
    /// (a helix); the chord elsewhere, as the paper approximates (section 4.5).
    #[inline]
    pub fn arc(&self, from: &Vec3, to: &Vec3) -> f64 {
        let chord = to - from;
        let circle = |radius: f64, chord: f64| 2.0 * radius * libm::asin((0.5 * chord / radius).min(1.0));
        match self {
            Self::Sphere { radius } | Self::Disk { radius, .. } | Self::Bowl { radius } => {
                circle(*radius, chord.norm())
            }
            Self::Tube { radius } => libm::hypot(circle(*radius, libm::hypot(chord.x, chord.y)), chord.z),
            _ => chord.norm(),
        }
    }
}

/// The unit vector normal to `axis` closest to `d`; any such vector if d is along the axis.
fn rim(axis: &Vec3, d: &Vec3) -> Vec3 {
    (d - axis * axis.dot(d)).try_normalize(1e-12).unwrap_or_else(|| any_tangents(axis).0)
}

/// Fraction of the direction `along` that runs around the z-axis at `at`: cos² of the angle to the circumference.
fn around(at: &Vec3, along: &Vec3) -> f64 {
    let radial = libm::hypot(at.x, at.y);
    if radial == 0.0 {
        return 0.0;
    }
    let across = (at.x * along.y - at.y * along.x) / radial;
    across * across
}

fn farthest(points: &[Vec3], d: &Vec3) -> Vec3 {
    let higher = |best: Vec3, p: &Vec3| if p.dot(d) > best.dot(d) { *p } else { best };
    points.iter().skip(1).fold(points.first().copied().unwrap_or_default(), higher)
}

/// The k-th of the eight corners of a box: bit 0 is the sign of x, bit 1 of y, bit 2 of z. Body axes, m.
pub fn corner(half: &Vec3, k: u32) -> Vec3 {
    let sign = |bit: u32| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
    Vec3::new(half.x * sign(0), half.y * sign(1), half.z * sign(2))
}

/// Two unit vectors that form a right-handed set with the unit vector `n`.
pub fn any_tangents(n: &Vec3) -> (Vec3, Vec3) {
    let axis = if n.x.abs() < 0.9 { Vec3::x() } else { Vec3::y() };
    let e1 = axis - n * n.dot(&axis);
    let e1 = e1 / e1.norm();
    (e1, n.cross(&e1))
}
