//! Solids that together form one body: the normals of their union at a point of its surface.
//!
//! Near a point p each piece that holds p is a cone T of directions, {t : g·t ≤ 0 for the outward normals g of its faces at
//! p}. A contact with a piece, with the outward normal n, is a contact with the union if n is the limit of normals of
//! the union near p: if all pieces that hold p lie behind the plane normal to n, or if the piece has a direction in
//! that plane along which no other piece lies before it. So where two tiles join, the shared side is not a face and its
//! edges are not edges, while the foot of a wall stays part of both floor and wall. A corner of a piece that lies on an
//! edge or a face of the union is not a corner of the union, and an edge of a piece that lies on a face of the union is
//! not an edge of it.

use super::Shape;
use super::features::Features;
use super::surface::{Placed, any_tangents};
use crate::laws::math::extremes::larger;
use crate::laws::{Vec2, Vec3};
use smallvec::{SmallVec, smallvec};
use std::f64::consts::{PI, TAU};

/// Directions closer than this, rad, are equal.
const EQUAL: f64 = 1e-6;
/// Sine of the angle by which a direction may leave a face, and length of a normal that is normal to the plane of the contact.
const ROUNDING: f64 = 1e-9;

/// Part of the tolerance within which a point is shared: less than the whole, so that rounding loses no point.
const SHARED: f64 = 0.99;

/// Outward normals of the faces of a piece at a point.
type Normals = SmallVec<[Vec3; 4]>;

/// A piece of a union.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// Shape and pose.
    pub at: Placed<'a>,
    /// Faces of a polyhedron.
    pub features: Option<&'a Features>,
    /// Distance up to which a point counts as on the surface, m.
    pub tolerance: f64,
    /// Angle within which a direction counts as the normal of a face, rad.
    pub angle: f64,
    /// True if this piece keeps a point that several pieces share.
    pub is_first: bool,
}

impl Piece<'_> {
    /// Outward normals of the faces at a point, world: none inside; `None` if the point is outside, and for shapes that do
    /// not join others. A point at the end of an edge may lie beyond it by the tolerance.
    fn normals(&self, p: &Vec3) -> Option<Normals> {
        let local = self.at.to_local(p);
        let mut faces = self.faces(&local)?;
        if faces.iter().any(|(height, _)| *height > 2.0 * self.tolerance) {
            return None;
        }
        faces.retain(|(height, _)| *height >= -2.0 * self.tolerance);
        Some(faces.into_iter().map(|(_, n)| self.at.q * n).collect())
    }

    /// True if this piece comes first and its own contact detection finds the point too, so that it can keep it.
    fn shares(&self, p: &Vec3) -> bool {
        let faces = self.faces(&self.at.to_local(p));
        self.is_first && faces.is_some_and(|faces| faces.iter().all(|(height, _)| *height < SHARED * self.tolerance))
    }

    /// Height of a point over each face, m, with the outward normal there; body axes.
    fn faces(&self, p: &Vec3) -> Option<SmallVec<[(f64, Vec3); 6]>> {
        let round = |radius: f64, out: Vec3| {
            let far = out.norm();
            (far - radius, out.try_normalize(0.0).unwrap_or_else(Vec3::z))
        };
        let ends = |half: f64| [(p.z - half, Vec3::z()), (-p.z - half, -Vec3::z())];
        match self.at.shape {
            Shape::Plane => Some(smallvec![(p.z, Vec3::z())]),
            Shape::Sphere { radius } => Some(smallvec![round(*radius, *p)]),
            Shape::Capsule { radius, half_height } => {
                Some(smallvec![round(*radius, p - Vec3::z() * p.z.clamp(-half_height, *half_height))])
            }
            Shape::Ellipsoid { semi_axes, .. } => {
                let scaled = p.component_div(semi_axes);
                let slope = scaled.component_div(semi_axes);
                let height = 0.5 * (scaled.norm_squared() - 1.0) / slope.norm();
                Some(smallvec![(height, slope.try_normalize(0.0).unwrap_or_else(Vec3::z))])
            }
            Shape::Cylinder { radius, half_height } => {
                let mut faces = SmallVec::from_iter(ends(*half_height));
                faces.push(round(*radius, Vec3::new(p.x, p.y, 0.0)));
                Some(faces)
            }
            Shape::Box { half_extents } => {
                let axes = [Vec3::x(), Vec3::y(), Vec3::z()].into_iter().enumerate();
                Some(axes.flat_map(|(k, n)| [(p[k] - half_extents[k], n), (-p[k] - half_extents[k], -n)]).collect())
            }
            Shape::Polyhedron(_) => Some(self.features?.planes().map(|(n, offset)| (n.dot(p) - offset, n)).collect()),
            Shape::Disk { .. } | Shape::Bowl { .. } | Shape::Tube { .. } => None,
        }
    }
}

/// True if `n` lies in the cone of these normals, to `angle`, rad.
fn is_in_cone(normals: &[Vec3], n: &Vec3, angle: f64) -> bool {
    let of_two = |a: &Vec3, b: &Vec3| {
        let cosine = a.dot(b);
        let sine_squared = 1.0 - cosine * cosine;
        if sine_squared < EQUAL * EQUAL {
            return false;
        }
        let (x, y) = (n.dot(a), n.dot(b));
        let parts = [(x - cosine * y) / sine_squared, (y - cosine * x) / sine_squared];
        parts.iter().all(|part| *part >= -angle) && (n - a * parts[0] - b * parts[1]).norm() <= angle
    };
    let of_three = |a: &Vec3, b: &Vec3, c: &Vec3| {
        let volume = a.dot(&b.cross(c));
        volume.abs() > EQUAL && [b.cross(c), c.cross(a), a.cross(b)].iter().all(|side| side.dot(n) / volume >= -angle)
    };
    let rest = |k: usize| &normals[k + 1..];
    normals.iter().enumerate().any(|(k, a)| {
        (n - a).norm() <= angle
            || rest(k)
                .iter()
                .enumerate()
                .any(|(l, b)| of_two(a, b) || rest(k + l + 1).iter().any(|c| of_three(a, b, c)))
    })
}

/// The normal of a face within `angle`, rad, of `n`, or the direction in the cone of these normals nearest to it: that of the
/// piece, where the normal of the contact is of the other body, which lies at a small angle.
fn nearest(normals: &[Vec3], n: &Vec3, angle: f64) -> Vec3 {
    if let Some(face) = normals.iter().find(|face| (*face - n).norm() <= angle) {
        return *face;
    }
    if is_in_cone(normals, n, angle) {
        return *n;
    }
    let mut best = (f64::NEG_INFINITY, *n);
    let mut take = |candidate: Vec3| {
        let along = candidate.dot(n);
        if along > best.0 {
            best = (along, candidate);
        }
    };
    for (k, a) in normals.iter().enumerate() {
        take(*a);
        for b in &normals[k + 1..] {
            let Some(across) = a.cross(b).try_normalize(EQUAL) else { continue };
            let Some(within) = (n - across * across.dot(n)).try_normalize(EQUAL) else { continue };
            if is_in_cone(&[*a, *b], &within, angle) {
                take(within);
            }
        }
    }
    best.1
}

/// The directions of a piece in the plane of a contact: {t : m·t ≤ 0 for each m}.
struct Sector(SmallVec<[Vec2; 4]>);

impl Sector {
    fn new(normals: &[Vec3], [e1, e2]: &[Vec3; 2]) -> Self {
        Self(normals.iter().map(|g| Vec2::new(e1.dot(g), e2.dot(g))).collect())
    }

    /// True if the sector contains the direction at `angle`, rad.
    fn contains(&self, angle: f64) -> bool {
        let (sine, cosine) = libm::sincos(angle);
        self.0.iter().all(|m| m.x * cosine + m.y * sine <= ROUNDING)
    }
}

/// Angles, rad, ascending in [0, 2π): the bounds of these sectors, and one direction between each two of them.
fn directions(sectors: &[&Sector]) -> Vec<f64> {
    let normals = sectors.iter().flat_map(|sector| &sector.0).filter(|m| m.norm() > ROUNDING);
    let sides = normals.flat_map(|m| [-0.5, 0.5].map(|part| (libm::atan2(m.y, m.x) + part * PI).rem_euclid(TAU)));
    let mut bounds: Vec<f64> = sides.collect();
    bounds.sort_by(f64::total_cmp);
    bounds.dedup_by(|a, b| (*a - *b).abs() < EQUAL);
    if bounds.is_empty() {
        return vec![0.0, 0.25 * TAU, 0.5 * TAU, 0.75 * TAU];
    }
    let next = |k: usize| bounds.get(k + 1).copied().unwrap_or(bounds[0] + TAU);
    let mut all: Vec<f64> = (0..bounds.len())
        .flat_map(|k| [0.0, 0.25, 0.5, 0.75].map(|part| bounds[k] + part * (next(k) - bounds[k])))
        .collect();
    all.iter_mut().for_each(|angle| *angle = angle.rem_euclid(TAU));
    all.sort_by(f64::total_cmp);
    all
}

/// Dimension of the largest linear space in the convex hull of these sectors: 0 at a corner, 1 on an edge, 2 in a face.
fn flatness(sectors: &[&Sector]) -> u8 {
    let inside: Vec<f64> =
        directions(sectors).into_iter().filter(|angle| sectors.iter().any(|sector| sector.contains(*angle))).collect();
    let Some(first) = inside.first() else { return 0 };
    let next = inside.iter().skip(1).copied().chain([first + TAU]);
    let widest = inside.iter().zip(next).map(|(angle, next)| next - angle).fold(0.0, larger);
    if widest > PI + EQUAL {
        0
    } else if widest > PI - EQUAL {
        1
    } else {
        2
    }
}

/// True if a contact of a piece, the first of these, at the point `p` of its surface, world, with the outward normal `n` is a
/// contact of the union.
///
/// - `of_piece`: the point is there because of a corner, an edge or a rim of the piece, not of the other body alone
pub fn has_contact(pieces: &[Piece], p: &Vec3, n: &Vec3, of_piece: bool) -> bool {
    let Some((own, others)) = pieces.split_first() else { return true };
    // A point that is not on the surface is no contact of the piece.
    let Some(faces) = own.normals(p).filter(|faces| !faces.is_empty()) else { return false };
    let near: SmallVec<[(&Piece, Normals); 4]> =
        others.iter().filter_map(|piece| Some((piece, piece.normals(p)?))).collect();
    if near.is_empty() {
        return true;
    }
    let n = &nearest(&faces, n, own.angle);
    let (e1, e2) = any_tangents(n);
    let sector = |normals: &Normals| Sector::new(normals, &[e1, e2]);
    let own = sector(&faces);
    let (mut level, mut before): (Vec<(&Piece, Sector)>, Vec<Sector>) = Default::default();
    for (piece, normals) in &near {
        match is_in_cone(normals, n, piece.angle) {
            true => level.push((piece, sector(normals))),
            false => before.push(sector(normals)),
        }
    }
    let all: Vec<&Sector> = std::iter::once(&own).chain(level.iter().map(|(_, sector)| sector)).collect();
    let of_union = if of_piece { flatness(&all) } else { 0 };
    let keeps = |own: &Sector| is_exposed(own, &before) && (!of_piece || flatness(&[own]) >= of_union);
    keeps(&own) && !level.iter().any(|(piece, sector)| piece.shares(p) && keeps(sector))
}

/// True if a sector has a direction in which none of the others lies before it.
fn is_exposed(own: &Sector, before: &[Sector]) -> bool {
    if before.is_empty() {
        return true;
    }
    let all: Vec<&Sector> = std::iter::once(own).chain(before).collect();
    let is_free = |angle: &f64| own.contains(*angle) && !before.iter().any(|other| other.contains(*angle));
    directions(&all).iter().any(is_free)
}
