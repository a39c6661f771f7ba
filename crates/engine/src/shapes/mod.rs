//! Shapes of bodies: surface, curvature, path on the surface, inertia.

mod clip;
pub mod common_normal;
pub mod crossing;
pub mod feature_contact;
pub mod features;
pub mod geodesic;
pub mod hull;
pub mod manifold_point;
pub mod outline;
pub mod overlap;
pub(crate) mod parry;
pub mod solid;
pub mod surface;
pub mod touch;
pub mod union;
pub mod wall;

use crate::laws::math::extremes::largest;
use crate::laws::{Vec2, Vec3};
use std::sync::Arc;

/// The shape of a body in its own axes, with the origin at the centre of mass (for a plane: a point on it). Lengths in
/// m.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The half space below the body's own xy-plane; its surface normal is +z.
    Plane,
    /// A ball.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// An ellipsoid with its principal axes along the body's axes.
    Ellipsoid {
        /// Semi-axes along x, y, z, m.
        semi_axes: Vec3,
        /// How the path of a contact point over the ellipsoid is measured.
        path: EllipsoidPath,
    },
    /// The paper's 2D disk: thin, touching with one point of its rim, moving only in its own plane.
    Disk {
        /// Radius, m.
        radius: f64,
        /// Unit axis of the disk, in the body's own axes.
        axis: Vec3,
    },
    /// A solid cylinder around the body's z-axis.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Half of the length, m.
        half_height: f64,
    },
    /// A cylinder around the body's z-axis with hemispherical ends.
    Capsule {
        /// Radius, m.
        radius: f64,
        /// Half the distance between the centres of the two hemispheres, m.
        half_height: f64,
    },
    /// A cuboid.
    Box {
        /// Half edge lengths along x, y, z, m.
        half_extents: Vec3,
    },
    /// A convex polyhedron (also a prism of a polygon), about its own centre of mass and principal axes.
    Polyhedron(Arc<Polyhedron>),
    /// The inside of a hollow sphere, in which bodies roll (curvature −1/radius).
    Bowl {
        /// Inner radius, m.
        radius: f64,
    },
    /// The inside of a hollow cylinder around the body's z-axis (curvature −1/radius around it, 0 along it). It is
    /// infinitely long; planes can close it.
    Tube {
        /// Inner radius, m.
        radius: f64,
    },
}

/// How the path of a contact point over an ellipsoid is measured from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EllipsoidPath {
    /// The chord, as the paper approximates (FN20 section 4.5): too short by about (κ·length)²/24.
    #[default]
    Chord,
    /// The geodesic, [`geodesic::path`].
    Geodesic,
}

/// A convex polyhedron, given by its corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    /// Corners, m, in the body's axes.
    pub points: Vec<Vec3>,
    /// Polygon and length if the polyhedron is a prism; `None` otherwise.
    pub prism: Option<Prism>,
    /// Distance of the farthest corner from the centre, m.
    reach: f64,
    /// Distance of the nearest face from the centre, m.
    inradius: f64,
}

impl Polyhedron {
    /// A polyhedron from its corners, m, in the body's axes, and the distance `inradius` of its nearest face from the
    /// centre, m.
    pub fn new(points: Vec<Vec3>, prism: Option<Prism>, inradius: f64) -> Self {
        let reach = largest(points.iter().map(|point| point.norm()));
        Self { points, prism, reach, inradius }
    }
}

/// A convex polygon along the body's z-axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Prism {
    /// Corners in the body's xy-plane, counter-clockwise about z, m.
    pub polygon: Vec<Vec2>,
    /// Half of the length along z, m.
    pub half_height: f64,
}

impl Prism {
    /// Largest distance of the polygon's points from the axis, m.
    pub(crate) fn reach(&self) -> f64 {
        largest(self.polygon.iter().map(|corner| corner.norm()))
    }

    /// Area of the polygon, m².
    pub fn area(&self) -> f64 {
        outline_area(&self.polygon)
    }

    /// Coordinates of both ends along the prism's axis, m; `middle`: coordinate of the centre, m.
    pub fn ends(&self, middle: f64) -> [f64; 2] {
        [middle - self.half_height, middle + self.half_height]
    }
}

/// Area enclosed by these corners, m², positive if they are counter-clockwise.
pub fn outline_area(corners: &[Vec2]) -> f64 {
    let arm = |k: usize| corners[k] - corners[0];
    (1..corners.len().saturating_sub(1)).map(|k| 0.5 * arm(k).perp(&arm(k + 1))).sum()
}

impl Shape {
    /// The prism data of a polyhedron that is a prism; `None` for any other shape.
    pub fn prism(&self) -> Option<&Prism> {
        match self {
            Self::Polyhedron(body) => body.prism.as_ref(),
            _ => None,
        }
    }
}
