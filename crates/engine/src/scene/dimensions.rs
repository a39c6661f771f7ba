//! The dimensions of a body as its scene entry gives them, with the faces that they move.

use crate::laws::Vec3;
use crate::scene::language::{BODY, BOX, CYLINDER, ELLIPSOID, RAMP, ROUND};
use crate::scene::text::raw::Node;

/// A dimension of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Dimension {
    /// What it is.
    pub kind: DimensionKind,
    /// Path of its value in the entry, such as `shape.half_extents.0`.
    pub path: String,
    /// The value, m.
    pub value: f64,
    /// Outward normal of the face that it moves, a unit vector in the axes of the shape as written.
    pub face: Vec3,
    /// Distance of that face from the origin of those axes, m, per metre of the value.
    pub share: f64,
    /// Distance of that face which the value does not change, m: that of the ends of a capsule.
    pub rest: f64,
}

impl Dimension {
    /// Distance of the face from the origin of the axes, m, with this value of the dimension, m.
    pub fn reach(&self, value: f64) -> f64 {
        self.share * value + self.rest
    }

    /// The value with which the face has this distance from the origin of the axes, m.
    pub fn value_at(&self, reach: f64) -> f64 {
        (reach - self.rest) / self.share
    }
}

/// What a dimension measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimensionKind {
    /// A radius.
    Radius,
    /// Half of a height.
    HalfHeight,
    /// Half of a length along this axis of the body, 0 to 2.
    HalfLength(usize),
    /// Length of a ramp along its slope.
    Length,
    /// Width of a ramp.
    Width,
    /// Thickness of a ramp.
    Thickness,
}

/// The dimensions of a body from its entry of `bodies:`; none for a plane or a shape given by points.
pub fn dimensions(entry: &str) -> Vec<Dimension> {
    let root = Node::root(entry).ok();
    let shape = root.as_ref().and_then(|root| root.field(&BODY.shape));
    let Some((name, Some(fields))) = shape.as_ref().and_then(Node::variant) else { return Vec::new() };
    let number = |path: &str| {
        let node = path.split('.').try_fold(fields.clone(), |node, part| match part.parse::<usize>() {
            Ok(index) => node.tuple()?.into_iter().nth(index),
            Err(_) => node.fields()?.into_iter().find(|(name, _)| *name == part).map(|(_, value)| value),
        });
        node?.number()
    };
    let dimension = |kind, path: String, face: Vec3, share: f64, rest: f64| {
        let value = number(&path)?;
        Some(Dimension { kind, path: format!("{}.{path}", BODY.shape.name), value, face, share, rest })
    };
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    let three = |vector: &str, kind: fn(usize) -> DimensionKind| {
        (0..3).map(|k| dimension(kind(k), format!("{vector}.{k}"), axes[k], 1.0, 0.0)).collect()
    };
    let radius = |face| dimension(DimensionKind::Radius, ROUND.radius.name.to_owned(), face, 1.0, 0.0);
    let height =
        |rest| dimension(DimensionKind::HalfHeight, CYLINDER.half_height.name.to_owned(), Vec3::z(), 1.0, rest);
    let found: Vec<Option<Dimension>> = match name {
        "Sphere" => vec![radius(Vec3::z())],
        "Bowl" | "Tube" => vec![radius(Vec3::x())],
        "Disk" => vec![radius(Vec3::y())],
        "Cylinder" => vec![radius(Vec3::x()), height(0.0)],
        "Capsule" => vec![radius(Vec3::x()), height(number(ROUND.radius.name).unwrap_or(0.0))],
        "Box" => three(BOX.half_extents.name, DimensionKind::HalfLength),
        "Ellipsoid" => three(ELLIPSOID.semi_axes.name, DimensionKind::HalfLength),
        "Prism" => vec![height(0.0)],
        "Ramp" => [
            (DimensionKind::Length, &RAMP.length),
            (DimensionKind::Width, &RAMP.width),
            (DimensionKind::Thickness, &RAMP.thickness),
        ]
        .into_iter()
        .zip([Vec3::y(), Vec3::x(), Vec3::z()])
        .map(|((kind, field), face)| dimension(kind, field.name.to_owned(), face, 0.5, 0.0))
        .collect(),
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}
