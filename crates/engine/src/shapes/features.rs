//! Corners, edges, faces and rims of a solid, and the selection of those that face a direction. Contact points are
//! built from them.

use super::Shape;
use super::hull::Hull;
use super::surface::{FLAT_END, Placed};
use crate::laws::Vec3;
use crate::laws::math::extremes::{largest, smallest};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;

/// Cosine of the angle between a face normal and a direction below which the face is seen edge-on.
const EDGE_ON: f64 = 0.05;
/// A face shows its edges if the cosine of the angle between its normal and the direction exceeds this: with a bound of
/// zero, rounding would decide on faces parallel to the direction.
const TURNED_AWAY: f64 = 1e-3;
/// A point up to this far outside a face or rim, as a fraction of the smaller body's size, still counts as above it, so
/// that equal bodies stacked on each other keep the same corners in contact.
pub(crate) const EDGE_TOLERANCE: f64 = 1e-6;
/// Triangles whose unit normals differ by less than this belong to one face.
const COPLANAR: f64 = 1e-9;

/// The features of a solid, in its own axes.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// Corners, m; for a capsule the ends of its centre line, for a ball its centre.
    corners: Vec<Vec3>,
    edges: Vec<SolidEdge>,
    faces: Vec<SolidFace>,
    /// Distance of the surface from the corners and edges, m: the radius of a ball or capsule, 0 for other shapes.
    radius: f64,
    round: Round,
}

/// An edge between two corners, and the two faces that meet in it; a centre line has no faces.
#[derive(Clone, Copy, Debug)]
struct SolidEdge {
    ends: [u32; 2],
    faces: Option<[u32; 2]>,
}

/// The plane n · x = offset, m, of a face, with the outward unit normal n.
#[derive(Clone, Copy, Debug)]
struct SolidFace {
    n: Vec3,
    offset: f64,
}

/// A surface whose features depend on the direction from which it is touched.
#[derive(Clone, Copy, Debug, Default)]
enum Round {
    #[default]
    None,
    /// A cylinder: touched at a flat end, or at the farthest line of its side.
    Cylinder { radius: f64, half: f64 },
    /// An ellipsoid: touched at its farthest point.
    Ellipsoid,
}

/// The features of a placed solid that face a direction. World axes about a common origin; a height is a coordinate
/// along the direction, m.
#[derive(Clone, Debug)]
pub(super) struct Facing {
    /// The direction, a unit vector.
    pub(super) d: Vec3,
    /// Points of the surface, with the number of each corner.
    pub(super) corners: SmallVec<[(Vec3, u32); 8]>,
    /// Straight lines of the surface, with the number of each edge.
    pub(super) edges: SmallVec<[([Vec3; 2], u32); 12]>,
    /// The rim of a flat end.
    pub(super) rim: Option<Rim>,
    /// True if the lines and points are the highest of a curved surface: a line of another body may lie along them.
    pub(super) is_round: bool,
    faces: SmallVec<[SolidFace; 6]>,
}

/// A circle around a flat end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rim {
    /// Centre of the circle, m.
    pub(super) centre: Vec3,
    /// Outward unit normal of the flat end.
    pub(super) n: Vec3,
    /// Radius of the circle, m.
    pub(super) radius: f64,
}

impl Features {
    /// The features of a shape; `None` for planes, hollow walls and disks, which have closed-form contact detection
    /// only, and for corners that enclose no volume.
    pub fn new(shape: &Shape) -> Option<Self> {
        let line =
            |half: f64| (vec![-Vec3::z() * half, Vec3::z() * half], vec![SolidEdge { ends: [0, 1], faces: None }]);
        match shape {
            Shape::Sphere { radius } => Some(Self { corners: vec![Vec3::zeros()], radius: *radius, ..Self::default() }),
            Shape::Capsule { radius, half_height } => {
                let (corners, edges) = line(*half_height);
                Some(Self { corners, edges, radius: *radius, ..Self::default() })
            }
            Shape::Cylinder { radius, half_height } => {
                let end = |n: Vec3| SolidFace { n, offset: *half_height };
                let round = Round::Cylinder { radius: *radius, half: *half_height };
                Some(Self { faces: vec![end(-Vec3::z()), end(Vec3::z())], round, ..Self::default() })
            }
            Shape::Ellipsoid { .. } => Some(Self { round: Round::Ellipsoid, ..Self::default() }),
            Shape::Box { half_extents } => {
                Self::from_hull(Hull::new((0..8).map(|k| super::surface::corner(half_extents, k))).ok()?)
            }
            Shape::Polyhedron(body) => Self::from_hull(Hull::new(body.points.iter().copied()).ok()?),
            Shape::Plane | Shape::Disk { .. } | Shape::Bowl { .. } | Shape::Tube { .. } => None,
        }
    }

    fn from_hull(hull: Hull) -> Option<Self> {
        let at = |corner: u32| hull.corners[corner as usize];
        let (mut faces, mut sides): (Vec<SolidFace>, BTreeMap<[u32; 2], Vec<u32>>) = (Vec::new(), BTreeMap::new());
        for [a, b, c] in &hull.triangles {
            let n = (at(*b) - at(*a)).cross(&(at(*c) - at(*a))).try_normalize(0.0)?;
            let known = faces.iter().position(|face| (face.n - n).norm() < COPLANAR);
            let face = known.unwrap_or(faces.len());
            if known.is_none() {
                faces.push(SolidFace { n, offset: n.dot(&at(*a)) });
            }
            for [a, b] in [[*a, *b], [*b, *c], [*c, *a]] {
                sides.entry([a.min(b), a.max(b)]).or_default().push(face as u32);
            }
        }
        let edge = |(ends, faces): ([u32; 2], Vec<u32>)| match faces[..] {
            [a, b] if a != b => Some(SolidEdge { ends, faces: Some([a, b]) }),
            _ => None,
        };
        let edges = sides.into_iter().filter_map(edge).collect();
        Some(Self { corners: hull.corners, edges, faces, ..Self::default() })
    }

    /// True for a ball or capsule, whose surface has a constant distance from a centre or centre line.
    pub fn is_rounded(&self) -> bool {
        self.radius > 0.0
    }

    /// A point for the position of an edge that faces a direction, m, relative to the common origin of `placed`: a
    /// point of the edge itself, or for a capsule or the side of a cylinder, the centre of the body.
    pub(super) fn on_edge(&self, placed: &Placed, edge: &[Vec3; 2]) -> Vec3 {
        match (self.round, self.is_rounded()) {
            (Round::None, false) => edge[0],
            _ => placed.x,
        }
    }

    /// Radius of a ball or capsule, m; 0 for other shapes.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The planes n · x = offset, m, of the flat faces, with their outward normals, in the solid's axes.
    pub(super) fn planes(&self) -> impl Iterator<Item = (Vec3, f64)> {
        self.faces.iter().map(|face| (face.n, face.offset))
    }

    /// Outward normals of the flat faces, in the solid's axes.
    pub(crate) fn normals(&self) -> impl Iterator<Item = &Vec3> {
        self.faces.iter().map(|face| &face.n)
    }

    /// The features of the solid at `placed` that face the direction `d`; corners and edges only within `band`, m, of
    /// the farthest point along `d`.
    pub(super) fn facing(&self, placed: &Placed, d: &Vec3, band: f64) -> Facing {
        let local = placed.q.inverse_transform_vector(d);
        let mut facing = Facing {
            d: *d,
            corners: SmallVec::new(),
            edges: SmallVec::new(),
            rim: None,
            is_round: self.is_rounded() || matches!(self.round, Round::Ellipsoid),
            faces: SmallVec::new(),
        };
        match self.round {
            Round::None => self.corners_facing(placed, &local, band, &mut facing),
            Round::Cylinder { radius, half } => cylinder_facing(placed, &local, [radius, half], &mut facing),
            Round::Ellipsoid => facing.corners.push((placed.support(d), 0)),
        }
        facing
    }

    fn corners_facing(&self, placed: &Placed, d: &Vec3, band: f64, facing: &mut Facing) {
        let heights: SmallVec<[f64; 8]> = self.corners.iter().map(|corner| d.dot(corner)).collect();
        let least = largest(heights.iter().copied()) - band;
        let is_seen: SmallVec<[bool; 6]> = self.faces.iter().map(|face| face.n.dot(d) > TURNED_AWAY).collect();
        let mut is_on: SmallVec<[bool; 8]> = smallvec![self.faces.is_empty(); self.corners.len()];
        let out = placed.q * (d * self.radius);
        let world = |corner: u32| placed.to_world(&self.corners[corner as usize]) + out;
        for (edge, number) in self.edges.iter().zip(0..) {
            if edge.faces.is_some_and(|faces| !faces.iter().any(|face| is_seen[*face as usize])) {
                continue;
            }
            let [a, b] = edge.ends;
            (is_on[a as usize], is_on[b as usize]) = (true, true);
            if heights[a as usize] >= least || heights[b as usize] >= least {
                facing.edges.push(([world(a), world(b)], number));
            }
        }
        for (number, height) in (0..).zip(&heights) {
            if *height >= least && is_on[number as usize] {
                facing.corners.push((world(number), number));
            }
        }
        facing.faces.extend(self.faces.iter().map(|face| {
            let n = placed.q * face.n;
            SolidFace { n, offset: face.offset + n.dot(&placed.x) }
        }));
    }
}

/// The component of a vector perpendicular to the unit vector `n`.
pub(super) fn across(n: &Vec3, v: &Vec3) -> Vec3 {
    v - n * n.dot(v)
}

/// True if a flat end of a cylinder faces the direction `d` (unit, cylinder axes).
fn is_flat(d: &Vec3) -> bool {
    libm::hypot(d.x, d.y) < FLAT_END
}

/// Contact points on one rim of a cylinder, m, with their numbers: the farthest point along `d`, or four points if the
/// end lies flat, so that a standing cylinder is supported. Cylinder axes.
///
/// - `radius`, `half`: radius and half length, m; `cap`: 0 for the end at −z, 1 for the end at +z
pub(super) fn rim_corners(d: &Vec3, [radius, half]: [f64; 2], cap: u32) -> SmallVec<[(Vec3, u32); 4]> {
    let middle = Vec3::z() * if cap == 0 { -half } else { half };
    let at = |direction: Vec3| direction * radius + middle;
    if is_flat(d) {
        let around = [Vec3::x(), Vec3::y(), -Vec3::x(), -Vec3::y()];
        around.into_iter().map(at).zip(cap * 8 + 4..).collect()
    } else {
        smallvec![(at(Vec3::new(d.x, d.y, 0.0).normalize()), cap * 8)]
    }
}

/// Adds the flat end with its rim if it faces `d`, else the farthest point of each rim and the line between them.
fn cylinder_facing(placed: &Placed, d: &Vec3, [radius, half]: [f64; 2], facing: &mut Facing) {
    let cap = |cap: u32| {
        let corners = rim_corners(d, [radius, half], cap);
        corners.into_iter().map(|(point, number)| (placed.to_world(&point), number))
    };
    if is_flat(d) {
        let up = Vec3::z() * if d.z < 0.0 { -1.0 } else { 1.0 };
        facing.corners.extend(cap(u32::from(d.z >= 0.0)));
        facing.rim = Some(Rim { centre: placed.to_world(&(up * half)), n: placed.q * up, radius });
    } else {
        facing.corners.extend(cap(0).chain(cap(1)));
        facing.edges.push(([facing.corners[0].0, facing.corners[1].0], 0));
        facing.is_round = true;
    }
}

impl Facing {
    /// Largest distance by which the surface can extend beyond the corners along the direction, m: a flat end has only
    /// four corners on its rim.
    pub(super) fn slack(&self) -> f64 {
        self.rim.map_or(0.0, |rim| rim.radius * rim.n.cross(&self.d).norm())
    }

    /// Height, m, of the highest line or point of a curved surface where the line through `p` along the direction meets
    /// it; `None` if the two miss each other by more than `tolerance`, m.
    fn height_of_line(&self, p: &Vec3, tolerance: f64) -> Option<f64> {
        let across = |v: Vec3| across(&self.d, &v);
        let on_edge = |([a, b], _): &([Vec3; 2], u32)| {
            let (along, to_p) = (across(b - a), across(p - a));
            let part = along.dot(&to_p) / along.norm_squared();
            let is_on = (0.0..=1.0).contains(&part) && (to_p - along * part).norm() <= tolerance;
            is_on.then(|| self.d.dot(&(a + (b - a) * part)))
        };
        let on_corner =
            |(corner, _): &(Vec3, u32)| (across(p - corner).norm() <= tolerance).then(|| self.d.dot(corner));
        self.corners.iter().find_map(on_corner).or_else(|| self.edges.iter().find_map(on_edge))
    }

    /// Height of the surface where the line through `p` along the direction meets it, m; `None` if that line passes the
    /// flat faces by more than `tolerance`, m.
    pub(super) fn height_over(&self, p: &Vec3, tolerance: f64) -> Option<f64> {
        if let Some(rim) = self.rim {
            let up = rim.n.dot(&(rim.centre - p)) / rim.n.dot(&self.d);
            let across = p + self.d * up - rim.centre;
            return (across.norm() <= rim.radius + tolerance).then(|| self.d.dot(p) + up);
        }
        if self.is_round {
            return self.height_of_line(p, tolerance);
        }
        let above = |face: &SolidFace| (face.offset - face.n.dot(p)) / face.n.dot(&self.d);
        let up = smallest(self.faces.iter().filter(|face| face.n.dot(&self.d) > EDGE_ON).map(above));
        if !up.is_finite() {
            return None;
        }
        let at = p + self.d * up;
        let is_outside = |face: &SolidFace| face.n.dot(&self.d) <= EDGE_ON && face.n.dot(&at) > face.offset + tolerance;
        (!self.faces.iter().any(is_outside)).then(|| self.d.dot(p) + up)
    }
}
