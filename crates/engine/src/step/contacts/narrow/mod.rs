//! Contact points of solids: along the last normal if they still touch there, else along the direction that parry finds
//! between them. No other module of a step uses parry.

pub(crate) mod geometry;
pub(crate) mod hand_over;
pub(crate) mod manifold;
pub(crate) mod neighbours;
pub(crate) mod pair;
pub(crate) mod prisms;
pub(crate) mod seam;

use crate::laws::Vec3;
use crate::shapes::Shape;
use crate::shapes::feature_contact::{Finding, SolidPair};
use crate::shapes::features::Features;
use crate::shapes::manifold_point::ManifoldPoint;
use crate::shapes::parry::{from_parry, to_parry};
use crate::shapes::surface::Placed;
use bevy_ecs::prelude::*;
use parry3d_f64::math::{Pose, Rotation as Turn, Vector};
use parry3d_f64::query::details::contact_support_map_support_map;
use parry3d_f64::shape::SupportMap;
use std::sync::Arc;

/// The features by which a body touches; `None` for a shape with closed-form contact detection only.
#[derive(Component, Clone)]
pub struct Collider(Option<Arc<Features>>);

impl Collider {
    /// The features of a shape.
    pub fn from_shape(shape: &Shape) -> Self {
        Self(Features::new(shape).map(Arc::new))
    }

    /// The features of the shape, if it has any.
    pub(in crate::step) fn features(&self) -> Option<&Features> {
        self.0.as_deref()
    }
}

/// A shape for parry, whose tolerances are absolute: lengths are in a unit near the size of the pair.
struct InUnit<'a> {
    shape: &'a Shape,
    /// Unit of length, m: a power of two, so that division does not round.
    unit: f64,
}

impl<'a> InUnit<'a> {
    /// A shape in the unit in which `size`, m, is between 1 and 2.
    fn with_unit_near(shape: &'a Shape, size: f64) -> Self {
        Self { shape, unit: libm::exp2(f64::from(libm::ilogb(size))) }
    }
}

impl SupportMap for InUnit<'_> {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let d = from_parry(direction);
        to_parry(&(core_support(self.shape, &d) / self.unit))
    }
}

/// Farthest point of a shape along a direction, m, body axes. For a sphere or capsule, farthest point of the centre or
/// centre line, from which the direction to another body is well defined even where they touch.
fn core_support(shape: &Shape, d: &Vec3) -> Vec3 {
    match shape {
        Shape::Sphere { .. } => Vec3::zeros(),
        Shape::Capsule { half_height, .. } => Vec3::z() * if d.z < 0.0 { -half_height } else { *half_height },
        _ => shape.support(d),
    }
}

/// Distance by which solids without a centre line are moved apart for the test, as a fraction of the smaller size.
/// Where solids touch, rounding errors determine the direction from one to the other.
const MARGIN: f64 = 1e-3;

/// The contact of a pair in the last step: its normal, into body i, and its overlap, m.
pub type LastContact = Option<(Vec3, f64)>;

/// Appends to `out` the points where two bodies are closer than `gap`, m. `None` if there is no contact detection for
/// these shapes (which shows only if their bounding spheres meet).
pub fn manifold(
    i: (&Placed, &Collider),
    j: (&Placed, &Collider),
    (gap, last): (f64, LastContact),
    out: &mut Vec<ManifoldPoint>,
) -> Option<Finding> {
    if (i.0.x - j.0.x).norm() > i.0.shape.reach() + j.0.shape.reach() + gap.max(0.0) {
        return Some(Finding::Complete);
    }
    let pair = pair_at_origin([i, j], gap)?;
    let first = out.len();
    let found = find(&pair, last, out);
    out[first..].iter_mut().for_each(|point| move_back(point, &i.0.x));
    Some(found)
}

/// Two solids relative to the centre of body i, so that a position far from the origin does not round their contact away;
/// [`move_back`] undoes it for a point.
fn pair_at_origin<'a>([i, j]: [(&Placed<'a>, &'a Collider); 2], gap: f64) -> Option<SolidPair<'a>> {
    let at = [*i.0, *j.0].map(|placed| Placed { x: placed.x - i.0.x, ..placed });
    Some(SolidPair { at, features: [i.1.features()?, j.1.features()?], gap })
}

fn move_back(point: &mut ManifoldPoint, origin: &Vec3) {
    point.on_i += origin;
    point.on_j += origin;
}

/// Largest overlap along the normal of a face, as a fraction of the smaller body's size, at which the face counts as touched.
const DEEPEST: f64 = 0.5;

/// Finds the contact points along the normal of a face of body `k` (0 for i, 1 for j): of the face of least overlap for which
/// `keep` leaves any point in `out`, which is empty if there is none.
pub(in crate::step::contacts) fn along_faces(
    [i, j]: [(&Placed, &Collider); 2],
    (k, gap): (usize, f64),
    mut keep: impl FnMut(&mut Vec<ManifoldPoint>),
    out: &mut Vec<ManifoldPoint>,
) {
    out.clear();
    let Some(pair) = pair_at_origin([i, j], gap) else { return };
    let (sign, q) = (if k == 0 { -1.0 } else { 1.0 }, pair.at[k].q);
    let mut faces: Vec<_> = pair.features[k].normals().map(|normal| pair.along(q * normal * sign)).collect();
    faces.sort_by(|a, b| a.overlap.total_cmp(&b.overlap));
    if faces.first().is_none_or(|least| least.overlap < -gap) {
        return;
    }
    for face in faces.into_iter().take_while(|face| face.overlap < DEEPEST * pair.size()) {
        out.clear();
        pair.points(face, out);
        out.iter_mut().for_each(|point| move_back(point, &i.0.x));
        keep(out);
        if !out.is_empty() {
            return;
        }
    }
}

/// Appends the contact points of a pair.
fn find(pair: &SolidPair, last: LastContact, out: &mut Vec<ManifoldPoint>) -> Finding {
    let is_shifted = !pair.features.iter().any(|features| features.is_rounded());
    let shift =
        |n: Vec3, overlap: f64| if is_shifted { n * (overlap.max(0.0) + MARGIN * pair.size()) } else { Vec3::zeros() };
    let apart = match last {
        Some((n, overlap)) => match pair.touch_near(&n, None, out) {
            Finding::Unknown => shift(n, overlap),
            found => return found,
        },
        // The line between the centres separates solids well enough to find their normal.
        None => shift((pair.at[0].x - pair.at[1].x).try_normalize(0.0).unwrap_or_else(Vec3::z), 0.0),
    };
    let Some((n, on_j)) = closest(pair, apart) else { return Finding::Complete };
    let is_rough = last.is_none() && is_shifted;
    match pair.touch_near(&n, (!is_rough).then_some(on_j), out) {
        Finding::Unknown => {}
        found => return found,
    }
    let Some((n, on_j)) = closest(pair, shift(n, pair.along(n).overlap)) else { return Finding::Complete };
    pair.touch_near(&n, Some(on_j), out)
}

/// Unit vector from body j into body i after i is moved by `shift`, m, and the point of j nearest to body i, m; `None`
/// if parry finds none.
fn closest(pair: &SolidPair, shift: Vec3) -> Option<(Vec3, Vec3)> {
    let [i, j] = &pair.at;
    let [a, b] = [i, j].map(|placed| InUnit::with_unit_near(placed.shape, pair.size()));
    let unit = a.unit;
    let (pose_i, pose_j) = (pose(i, Vector::ZERO), pose(j, to_parry(&((j.x - i.x - shift) / unit))));
    let between = pose_i.inv_mul(&pose_j);
    let contact = contact_support_map_support_map(&between, &a, &b, f64::MAX)?;
    let n = -from_parry(pose_i.transform_vector(contact.normal1));
    let on_core = from_parry(pose_j.transform_point(contact.point2)) * unit + i.x + shift;
    let radius = pair.features[1].radius();
    Some((n, on_core + n * radius))
}

/// Pose for parry: the rotation of a body at the position `x`.
fn pose(placed: &Placed, x: Vector) -> Pose {
    let q = placed.q;
    Pose::from_parts(x, Turn::from_xyzw(q.i, q.j, q.k, q.w))
}
