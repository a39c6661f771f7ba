//! Where a body that is placed on another one with `on` touches it.

use crate::laws::{Rotation, Vec2, Vec3};
use crate::scene::check::read::unit;
use crate::shapes::Shape;
use crate::shapes::hull::faces;
use crate::shapes::solid::reach;
use nalgebra::{Matrix3, Rotation3};

/// Relative tolerance of lengths that rounding may change.
const ROUNDING: f64 = 1e-9;
/// Cosine of the angle between the axis of a cylinder or capsule and the vertical above which it stands, else it lies.
const STANDS: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// An own axis of a body is a tangent of its surface if the cosine of its angle to the normal is below this.
const MAX_ALIGNED: f64 = 0.9;

/// The part of a surface on which a body can be placed.
pub(in crate::scene::check) struct RestingSurface {
    /// Origin of the surface axes, m, world.
    pub(in crate::scene::check) position: Vec3,
    /// Surface axes (two tangents, outward normal) to world axes.
    pub(in crate::scene::check) rotation: Rotation,
    kind: SurfaceKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SurfaceKind {
    /// A plane without an end.
    Plane,
    /// A flat face of the body.
    Face,
    /// A point of a convex surface.
    Convex,
    /// A point of a hollow.
    Hollow,
}

/// Why a body cannot be placed at a point of a surface: what is wrong, and the remedy.
type Refusal = (&'static str, &'static str);

impl RestingSurface {
    /// The uppermost surface of a body at `x`, m, and `q` (body to world): a plane, the flat face that faces `up` most,
    /// the top of a curved body, or the bottom of a hollow one. `axes`: its axes as written, to world, along which the
    /// surface axes are laid. `None` for a body that carries none.
    pub(in crate::scene::check) fn from_shape(
        shape: &Shape,
        (x, q, axes): (Vec3, Rotation, Rotation),
        up: &Vec3,
    ) -> Option<Self> {
        let along = q * Vec3::z();
        let aside = || unit(up - along * along.dot(up));
        let face = |n: Vec3, distance: f64| (n, x + n * distance, SurfaceKind::Face);
        let convex = |n: Vec3, distance: f64| (n, x + n * distance, SurfaceKind::Convex);
        let hollow = |n: Vec3, radius: f64| (n, x - n * radius, SurfaceKind::Hollow);
        let stands = along.dot(up).abs() > STANDS;
        let towards_up = |n: Vec3| if n.dot(up) < 0.0 { -n } else { n };
        let (n, position, kind) = match shape {
            Shape::Plane => {
                return Some(Self { position: x, rotation: q, kind: SurfaceKind::Plane });
            }
            Shape::Disk { .. } => return None,
            Shape::Box { half_extents } => {
                let normals = [Vec3::z(), Vec3::y(), Vec3::x()].map(|n| (towards_up(q * n), n.dot(half_extents)));
                let (n, distance) = highest(normals.into_iter(), up)?;
                face(n, distance)
            }
            Shape::Polyhedron(body) => {
                let (n, distance) = highest(planes(&body.points).map(|(n, distance)| (q * n, distance)), up)?;
                face(n, distance)
            }
            Shape::Cylinder { half_height, .. } if stands => face(towards_up(along), *half_height),
            Shape::Capsule { radius, half_height } if stands => {
                (*up, x + towards_up(along) * *half_height + up * *radius, SurfaceKind::Convex)
            }
            Shape::Cylinder { radius, .. } | Shape::Capsule { radius, .. } => convex(aside()?, *radius),
            Shape::Sphere { radius } => convex(*up, *radius),
            Shape::Ellipsoid { .. } => (*up, x + q * shape.support(&(q.inverse() * up)), SurfaceKind::Convex),
            Shape::Bowl { radius } => hollow(*up, *radius),
            Shape::Tube { radius } => hollow(aside()?, *radius),
        };
        Some(Self { position, rotation: tangent_axes(&n, &axes)?, kind })
    }

    /// Checks that a body with this shape and `rotation` (body to world) touches the surface of `carrier`, which has the
    /// pose `(x, q)`, when its centre is placed above `at`, m, surface axes.
    pub(in crate::scene::check) fn admits(
        &self,
        (shape, rotation): (&Shape, &Rotation),
        at: &Vec2,
        carrier: (&Shape, Vec3, Rotation),
    ) -> Result<(), Refusal> {
        let down = rotation.inverse() * -(self.rotation * Vec3::z());
        let is_below_centre = || (reach(shape, down) - depth(shape, &down)).abs() <= ROUNDING * shape.reach();
        match self.kind {
            SurfaceKind::Plane => Ok(()),
            SurfaceKind::Face => {
                let (shape, x, q) = carrier;
                let point = q.inverse() * (self.position + self.rotation * Vec3::new(at.x, at.y, 0.0) - x);
                let is_on = point.norm() <= (1.0 + ROUNDING) * distance_to_surface(shape, &point);
                if is_on { Ok(()) } else { Err(("lies beyond the edge of", "give an `at` on its upper face")) }
            }
            SurfaceKind::Convex | SurfaceKind::Hollow if *at != Vec2::zeros() => Err((
                "is placed beside the middle of the curved surface of",
                "leave out `at`, or give a `position` instead of `on`",
            )),
            SurfaceKind::Convex if !is_below_centre() => Err((
                "does not touch, at the point below its centre, the curved",
                "turn it, or give a `position` instead of `on`",
            )),
            SurfaceKind::Hollow if !matches!((shape, carrier.0), (Shape::Sphere { radius }, Shape::Bowl { radius: hollow } | Shape::Tube { radius: hollow }) if radius < hollow) => {
                Err(("does not fit, as only a smaller ball does, into", "give a `position` instead of `on`"))
            }
            SurfaceKind::Convex | SurfaceKind::Hollow => Ok(()),
        }
    }
}

/// A body that a gesture places on another one, as `on` would.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedOn {
    /// `at`, m, in the axes of the surface.
    pub at: Vec2,
    /// Centre of the body, m, world.
    pub position: Vec3,
    /// Body to world.
    pub rotation: Rotation,
}

/// Places a body where its surface touches the uppermost surface of a carrier near `point`, m, world. `carrier`: shape, centre,
/// m, and rotation; `body`: shape, and rotation in the axes of the surface; `snap`: grid of `at`, m, 0 without one. `None` where
/// `on` does not place it: beside the surface, or on a carrier whose written axes its state does not tell, a polyhedron.
pub fn place_on(
    carrier: (&Shape, Vec3, Rotation),
    body: (&Shape, Rotation),
    point: &Vec3,
    up: &Vec3,
    snap: f64,
) -> Option<PlacedOn> {
    let (shape, x, q) = carrier;
    if matches!(shape, Shape::Polyhedron(_)) {
        return None;
    }
    let surface = RestingSurface::from_shape(shape, (x, q, q), up)?;
    let near = surface.rotation.inverse() * (point - surface.position);
    let round = |v: f64| if snap > 0.0 { (v / snap).round() * snap } else { v };
    // Near an edge the point of the grid may lie beyond it.
    let places = match surface.kind {
        SurfaceKind::Plane | SurfaceKind::Face => [near.xy().map(round), near.xy()],
        SurfaceKind::Convex | SurfaceKind::Hollow => [Vec2::zeros(); 2],
    };
    let rotation = surface.rotation * body.1;
    let at = places.into_iter().find(|at| surface.admits((body.0, &rotation), at, carrier).is_ok())?;
    let normal = surface.rotation * Vec3::z();
    let height = reach(body.0, rotation.inverse() * -normal);
    let position = surface.position + surface.rotation * Vec3::new(at.x, at.y, height);
    Some(PlacedOn { at, position, rotation })
}

/// Rotation from the axes of the surface on which [`place_on`] places a body, two tangents and the outward normal, to the
/// world; `None` for a carrier on which it places none.
pub fn surface_axes(carrier: (&Shape, Vec3, Rotation), up: &Vec3) -> Option<Rotation> {
    let (shape, x, q) = carrier;
    let has_axes = !matches!(shape, Shape::Polyhedron(_));
    has_axes.then(|| RestingSurface::from_shape(shape, (x, q, q), up)).flatten().map(|surface| surface.rotation)
}

/// The outward normal that faces `up` most, and the distance of its face from the centre, m; the first of equal ones.
fn highest(faces: impl Iterator<Item = (Vec3, f64)>, up: &Vec3) -> Option<(Vec3, f64)> {
    faces.reduce(|best, face| if face.0.dot(up) > best.0.dot(up) + ROUNDING { face } else { best })
}

/// The outward unit normal of each face of the hull of these points, and its distance from the origin, m.
fn planes(points: &[Vec3]) -> impl Iterator<Item = (Vec3, f64)> {
    faces(points).into_iter().filter_map(|face| {
        let n = unit((face[1] - face[0]).cross(&(face[2] - face[0])))?;
        Some((n, n.dot(&face[0])))
    })
}

/// Axes with the third along the unit vector `n`, and the first along the first of the given axes that is a tangent.
fn tangent_axes(n: &Vec3, axes: &Rotation) -> Option<Rotation> {
    let first =
        [Vec3::x(), Vec3::y()].map(|axis| axes * axis).into_iter().find(|axis| axis.dot(n).abs() < MAX_ALIGNED)?;
    let first = unit(first - n * n.dot(&first))?;
    let matrix = Matrix3::from_columns(&[first, n.cross(&first), *n]);
    Some(Rotation::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix)))
}

/// Distance from the centre of a solid to its surface in the direction of a point of it, m; infinite at the centre.
fn distance_to_surface(shape: &Shape, point: &Vec3) -> f64 {
    unit(*point).map_or(f64::INFINITY, |direction| depth(shape, &direction))
}

/// Distance from the centre of a convex shape to its surface in this direction (unit, body axes), m; for a capsule only
/// along its axis and across it, else 0.
pub fn depth(shape: &Shape, direction: &Vec3) -> f64 {
    let across_z = libm::hypot(direction.x, direction.y);
    let to_planes = |planes: &mut dyn Iterator<Item = (Vec3, f64)>| {
        let towards = planes.filter(|(n, _)| n.dot(direction) > 0.0);
        towards.map(|(n, distance)| distance / n.dot(direction)).fold(f64::INFINITY, f64::min)
    };
    match shape {
        Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. } => 0.0,
        Shape::Sphere { radius } => *radius,
        Shape::Ellipsoid { semi_axes, .. } => 1.0 / direction.component_div(semi_axes).norm(),
        Shape::Disk { radius, axis } => {
            if direction.dot(axis).abs() < ROUNDING {
                *radius
            } else {
                0.0
            }
        }
        Shape::Cylinder { radius, half_height } => (radius / across_z).min(half_height / direction.z.abs()),
        Shape::Capsule { radius, half_height } if across_z < ROUNDING => half_height + radius,
        Shape::Capsule { radius, .. } if direction.z.abs() < ROUNDING => *radius,
        Shape::Capsule { .. } => 0.0,
        Shape::Box { half_extents } => half_extents.component_div(&direction.abs()).min(),
        Shape::Polyhedron(body) => to_planes(&mut planes(&body.points)),
    }
}
