//! Checks `shape:` of a body.

use crate::laws::math::turning;
use crate::laws::{Rotation, Vec2, Vec3};
use crate::scene::check::read::{Allowed, Check, Fields};
use crate::scene::check::shapes::checked_shape::CheckedShape;
use crate::scene::check::shapes::polyhedron::polyhedron;
use crate::scene::language::{
    BOX, CYLINDER, DISK, ELLIPSOID, ELLIPSOID_PATH, INCLINE_SHAPE, POLYHEDRON, PRISM, RAMP, ROUND, SHAPE,
};
use crate::scene::text::raw::Node;
use crate::shapes::hull::{MAX_CORNERS, NoHull};
use crate::shapes::{EllipsoidPath, Shape, outline_area};

/// Checks a shape. `keep_axes`: the scene gives moments of inertia about the written axes, so these remain the body's
/// axes.
pub(in crate::scene::check) fn shape(check: &mut Check, node: &Node, keep_axes: bool) -> Option<CheckedShape> {
    let (name, payload) = check.variant(node, &SHAPE)?;
    match name {
        "Plane" => Some(CheckedShape::new(Shape::Plane)),
        "Incline" => incline(check, &payload),
        "Ramp" => ramp(check, &payload),
        "Sphere" => radius_only(check, &payload).map(|radius| CheckedShape::new(Shape::Sphere { radius })),
        "Bowl" => radius_only(check, &payload).map(|radius| CheckedShape::new(Shape::Bowl { radius })),
        "Tube" => radius_only(check, &payload).map(|radius| CheckedShape::new(Shape::Tube { radius })),
        "Disk" => disk(check, &payload),
        "Ellipsoid" => {
            let table = check.fields(&payload, &ELLIPSOID.table)?;
            let semi_axes =
                table.required(check, &ELLIPSOID.semi_axes, |check, node| check.numbers(node, Allowed::Length));
            let path = table.or(check, &ELLIPSOID.path, EllipsoidPath::Chord, ellipsoid_path);
            Some(CheckedShape::new(Shape::Ellipsoid { semi_axes: semi_axes?.into(), path: path? }))
        }
        "Box" => {
            let table = check.fields(&payload, &BOX.table)?;
            let half = table.required(check, &BOX.half_extents, |check, node| check.numbers(node, Allowed::Length))?;
            Some(CheckedShape::new(Shape::Box { half_extents: half.into() }))
        }
        "Cylinder" => {
            let (radius, half_height) = round(check, &payload)?;
            Some(CheckedShape::new(Shape::Cylinder { radius, half_height }))
        }
        "Capsule" => {
            let (radius, half_height) = round(check, &payload)?;
            Some(CheckedShape::new(Shape::Capsule { radius, half_height }))
        }
        "Prism" => prism(check, &payload, keep_axes),
        _ => {
            let table = check.fields(&payload, &POLYHEDRON.table)?;
            let points = table.required(check, &POLYHEDRON.points, |check, node| corners(check, node, 4))?;
            hull(check, &payload, &points.map_to(|[x, y, z]| Vec3::new(x, y, z)), keep_axes)
        }
    }
}

fn ellipsoid_path(check: &mut Check, node: &Node) -> Option<EllipsoidPath> {
    let (name, _) = check.variant(node, &ELLIPSOID_PATH)?;
    Some(if name == "Chord" { EllipsoidPath::Chord } else { EllipsoidPath::Geodesic })
}

fn incline(check: &mut Check, payload: &Node) -> Option<CheckedShape> {
    let table = check.fields(payload, &INCLINE_SHAPE.table)?;
    let turn = table.required(check, &INCLINE_SHAPE.degrees, slope)?;
    Some(CheckedShape { turn, ..CheckedShape::new(Shape::Plane) })
}

/// The rotation about x of a surface with this slope.
fn slope(check: &mut Check, node: &Node) -> Option<Rotation> {
    let degrees = check.any(node)?;
    if degrees.abs() >= 90.0 {
        let message = format!("must lie between -90 and 90, found {}", node.quote());
        check.fault(node, message, "give the slope of the surface, positive if it rises towards +y");
        return None;
    }
    Some(turning::rotation(&(Vec3::x() * degrees.to_radians())))
}

/// A box whose upper face is the ramp.
fn ramp(check: &mut Check, payload: &Node) -> Option<CheckedShape> {
    let table = check.fields(payload, &RAMP.table)?;
    let sizes = [&RAMP.width, &RAMP.length, &RAMP.thickness].map(|field| table.required(check, field, Check::length));
    let turn = table.required(check, &RAMP.degrees, slope);
    let [Some(x), Some(y), Some(z)] = sizes else { return None };
    let shape = Shape::Box { half_extents: Vec3::new(x, y, z) / 2.0 };
    Some(CheckedShape { turn: turn?, is_support: true, ..CheckedShape::new(shape) })
}

fn radius_only(check: &mut Check, payload: &Node) -> Option<f64> {
    let table = check.fields(payload, &ROUND.table)?;
    table.required(check, &ROUND.radius, Check::length)
}

fn round(check: &mut Check, payload: &Node) -> Option<(f64, f64)> {
    let table = check.fields(payload, &CYLINDER.table)?;
    let radius = table.required(check, &CYLINDER.radius, Check::length);
    let half_height = table.required(check, &CYLINDER.half_height, Check::length);
    Some((radius?, half_height?))
}

fn disk(check: &mut Check, payload: &Node) -> Option<CheckedShape> {
    let table = check.fields(payload, &DISK.table)?;
    let radius = table.required(check, &DISK.radius, Check::length);
    let axis = table.optional(check, &DISK.axis, Check::direction);
    let (radius, axis) = (radius?, axis?);
    let shape = Shape::Disk { radius, axis: axis.unwrap_or_else(Vec3::x) };
    Some(CheckedShape { axis_open: axis.is_none(), ..CheckedShape::new(shape) })
}

fn prism(check: &mut Check, payload: &Node, keep_axes: bool) -> Option<CheckedShape> {
    let table: Fields = check.fields(payload, &PRISM.table)?;
    let polygon = table.required(check, &PRISM.polygon, |check, node| {
        let polygon = corners(check, node, 3)?.map_to(|[x, y]| Vec2::new(x, y));
        if !is_convex(&polygon) {
            check.fault(node, "the polygon is not convex", "list the corners of a convex polygon in order around it");
            return None;
        }
        Some(polygon)
    });
    let half_height = table.required(check, &PRISM.half_height, Check::length);
    let (mut polygon, half_height) = (polygon?, half_height?);
    if outline_area(&polygon) < 0.0 {
        polygon.reverse();
    }
    let flat = ["the polygon has no area", "give corners that do not all lie on one line"];
    solid(check, payload, crate::scene::check::shapes::polyhedron::prism(&polygon, half_height, keep_axes), flat)
}

fn hull(check: &mut Check, payload: &Node, points: &[Vec3], keep_axes: bool) -> Option<CheckedShape> {
    let flat = ["the points enclose no volume", "give points that do not all lie in one plane"];
    solid(check, payload, polyhedron(points, keep_axes), flat)
}

/// The shape of a hull; a fault if there is none, with `flat` as message and remedy if it has no volume.
fn solid(
    check: &mut Check,
    payload: &Node,
    shape: Result<CheckedShape, NoHull>,
    flat: [&str; 2],
) -> Option<CheckedShape> {
    let [message, remedy] = match shape {
        Ok(shape) => return Some(shape),
        Err(NoHull::Flat) => flat.map(str::to_owned),
        Err(NoHull::TooManyCorners) => [
            format!("the convex hull of the points has more than {MAX_CORNERS} corners"),
            "simplify it: leave out corners that lie close together".to_owned(),
        ],
    };
    check.fault(payload, message, remedy);
    None
}

/// Points with `N` coordinates, m.
struct Corners<const N: usize>(Vec<[f64; N]>);

impl<const N: usize> Corners<N> {
    fn map_to<T>(self, make: impl FnMut([f64; N]) -> T) -> Vec<T> {
        self.0.into_iter().map(make).collect()
    }
}

fn corners<const N: usize>(check: &mut Check, node: &Node, at_least: usize) -> Option<Corners<N>> {
    let Some(elements) = node.list() else {
        return check.wrong_form(node, "a list of points", "[(...), (...), ...]");
    };
    if elements.len() < at_least {
        let message = format!("expected at least {at_least} points, found {}", elements.len());
        check.fault(node, message, "add points");
        return None;
    }
    let points: Vec<Option<[f64; N]>> =
        elements.iter().map(|point| check.numbers(point, Allowed::Coordinate)).collect();
    points.into_iter().collect::<Option<Vec<_>>>().map(Corners)
}

/// True if the outline turns in one direction only, and exactly once around.
fn is_convex(corners: &[Vec2]) -> bool {
    let n = corners.len();
    let edge = |k: usize| corners[(k + 1) % n] - corners[k % n];
    let turns: Vec<f64> = (0..n)
        .map(|k| {
            let (a, b) = (edge(k), edge(k + 1));
            libm::atan2(a.perp(&b), a.dot(&b))
        })
        .collect();
    let total: f64 = turns.iter().sum();
    let one_way = turns.iter().all(|turn| turn * total.signum() > -1e-9);
    one_way && (total.abs() - std::f64::consts::TAU).abs() < 1e-6
}
