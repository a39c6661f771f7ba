//! The overlap of two prisms, or of a prism and a plane, in the plane normal to their axis: its area, its centroid and
//! the line through the points where the outlines cross (Krengel & Matuttis, section 3).
//!
//! The polygon of one body is clipped by the edges of the other, one by one, and every edge of the result records which
//! of the two bodies it comes from.

use super::Shape;
use super::surface::{Placed, any_tangents};
use crate::laws::extremes::{larger, smallest};
use crate::laws::{Rotation, Vec2, Vec3};

/// The plane in which prisms move: unit vectors, e1 × e2 = a.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionPlane {
    /// Normal to the plane.
    pub a: Vec3,
    /// In the plane.
    pub e1: Vec3,
    /// In the plane.
    pub e2: Vec3,
}

impl MotionPlane {
    /// The plane normal to a unit vector.
    pub fn across(a: &Vec3) -> Self {
        let (e1, e2) = any_tangents(a);
        Self { a: *a, e1, e2 }
    }

    fn flat(&self, v: &Vec3) -> Vec2 {
        Vec2::new(self.e1.dot(v), self.e2.dot(v))
    }

    fn in_space(&self, v: &Vec2) -> Vec3 {
        self.e1 * v.x + self.e2 * v.y
    }
}

/// A body in the plane of another, with what its corners there follow from.
#[derive(Clone, Copy, Debug)]
pub struct Oriented<'a> {
    /// The body.
    pub at: Placed<'a>,
    /// Its own x- and y-axis, world.
    pub axes: [Vec3; 2],
}

impl<'a> Oriented<'a> {
    /// A body with its axes.
    pub fn of(at: Placed<'a>) -> Self {
        Self { axes: in_world(&at.q), at }
    }
}

/// The x- and y-axis of a body, world.
pub fn in_world(q: &Rotation) -> [Vec3; 2] {
    [Vec3::x(), Vec3::y()].map(|e| q * e)
}

/// Where and by how much two bodies overlap. World axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// A, m².
    pub area: f64,
    /// b, m: length of the sum of the edges from either body.
    pub width: f64,
    /// Unit normal into body i, perpendicular to that sum.
    pub n: Vec3,
    /// From the centres of i and j to the centroid C, m, without the component along the axis.
    pub arms: [Vec3; 2],
    /// P₁ − C and P₂ − C, m.
    pub ends: [Vec3; 2],
}

/// The intersection of two outlines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Common {
    /// Empty.
    Nothing,
    /// An area with a contact line.
    Overlap(Overlap),
    /// One outline lies inside the other, and no direction of separation is defined.
    Inside,
}

/// A corner of the clipped polygon, and the body whose edge begins there: 0 for i, 1 for j.
type Corner = (Vec2, u8);

/// An edge of the outline that clips, counter-clockwise.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Vec2,
    along: Vec2,
    /// How far the centre of the other body lies to its right, times its length, m².
    beyond: f64,
}

/// Memory for clipping.
#[derive(Clone, Debug, Default)]
pub struct Clipper {
    corners: Vec<Corner>,
    next: Vec<Corner>,
    /// The outline that clips.
    edges: Vec<Edge>,
}

impl Clipper {
    /// What two placed bodies, of which one at least is a prism, have in common.
    pub fn overlap(&mut self, i: &Oriented, j: &Oriented, plane: &MotionPlane) -> Common {
        if !self.clip(i, j, plane) {
            return Common::Nothing;
        }
        let (i, j) = (&i.at, &j.at);
        let centre = origin(i, j);
        let Some((area, centroid)) = area_and_centroid(&self.corners) else { return Common::Nothing };
        let Some(Crossing { sum, ends }) = crossing_of_i(&self.corners) else { return Common::Inside };
        let width = sum.norm();
        if width == 0.0 {
            // Contact at a single point.
            return Common::Nothing;
        }
        // The sum of the edges of i, rotated by −90°, is that of their outward normals: −n b.
        let n = plane.in_space(&Vec2::new(-sum.y, sum.x)) / width;
        let c = plane.in_space(&centroid);
        let arm = |body: &Placed| {
            let way = centre - body.x;
            c + way - plane.a * plane.a.dot(&way)
        };
        let ends = ends.map(|end| plane.in_space(&(end - centroid)));
        Common::Overlap(Overlap { area, width, n, arms: [arm(i), arm(j)], ends })
    }

    /// The corners of the overlap in the world, counter-clockwise about the plane's axis, at the level of the first
    /// prism's centre; empty without overlap.
    pub fn outline(&mut self, i: &Placed, j: &Placed, plane: &MotionPlane) -> Vec<Vec3> {
        let centre = origin(i, j);
        let overlaps = self.clip(&Oriented::of(*i), &Oriented::of(*j), plane);
        let corners = self.corners.iter().filter(|_| overlaps);
        corners.map(|(corner, _)| centre + plane.in_space(corner)).collect()
    }

    /// Clips the outlines on each other, about the centre of the first prism: true if they may have an area in common.
    fn clip(&mut self, i: &Oriented, j: &Oriented, plane: &MotionPlane) -> bool {
        let centre = origin(&i.at, &j.at);
        self.corners.clear();
        // A half plane clips, it is not clipped.
        let (clipped, by, owner) = if i.at.shape.prism().is_some() { (i, j, 0) } else { (j, i, 1) };
        each_corner(clipped, &centre, plane, |corner| self.corners.push((corner, owner)));
        let other = 1 - owner;
        if let Placed { shape: Shape::Plane, x, q } = &by.at {
            let up = plane.flat(&(q * Vec3::z()));
            let from = plane.flat(&(x - centre));
            // Its inside lies to the left of its edge.
            return self.cut(from, Vec2::new(-up.y, up.x), other);
        }
        self.edges.clear();
        each_corner(by, &centre, plane, |from| self.edges.push(Edge { from, along: Vec2::zeros(), beyond: 0.0 }));
        let middle = plane.flat(&(clipped.at.x - centre));
        let reach = self.corners.iter().map(|(corner, _)| (corner - middle).norm_squared()).fold(0.0, larger);
        let count = self.edges.len();
        let mut facing = 0;
        for k in 0..count {
            let to = self.edges[if k + 1 == count { 0 } else { k + 1 }].from;
            let edge = &mut self.edges[k];
            edge.along = to - edge.from;
            edge.beyond = (middle - edge.from).perp(&edge.along);
            facing = if self.edges[k].beyond > self.edges[facing].beyond { k } else { facing };
        }
        // From the edge that faces the other body on: it leaves little to clip.
        (facing..count).chain(0..facing).all(|k| {
            let Edge { from, along, beyond } = self.edges[k];
            // The circle about the other body lies inside, with room for rounding.
            let is_clear = beyond < 0.0 && beyond * beyond > reach * along.norm_squared() * (1.0 + 1e-9);
            is_clear || self.cut(from, along, other)
        })
    }

    /// Keeps the part to the left of the line through `from` along `along`, an edge of `owner`; false if nothing is
    /// left.
    fn cut(&mut self, from: Vec2, along: Vec2, owner: u8) -> bool {
        let left = |corner: &Vec2| along.perp(&(corner - from));
        let corners = &self.corners;
        if corners.iter().all(|(corner, _)| left(corner) >= 0.0) {
            return !corners.is_empty();
        }
        self.next.clear();
        let last = corners.len() - 1;
        let mut height = left(&corners[0].0);
        for (k, (corner, edge)) in corners.iter().enumerate() {
            let (after, _) = corners[if k == last { 0 } else { k + 1 }];
            let next = left(&after);
            let crossing = || corner + (after - corner) * (height / (height - next));
            match (height >= 0.0, next >= 0.0) {
                (true, true) => self.next.push((*corner, *edge)),
                (true, false) => {
                    if height > 0.0 {
                        self.next.push((*corner, *edge));
                    }
                    self.next.push((crossing(), owner));
                }
                (false, true) if next > 0.0 => self.next.push((crossing(), *edge)),
                (false, _) => {}
            }
            height = next;
        }
        std::mem::swap(&mut self.corners, &mut self.next);
        self.corners.len() > 2
    }
}

/// The origin of the coordinates in the plane: the centre of the first prism.
fn origin(i: &Placed, j: &Placed) -> Vec3 {
    if i.shape.prism().is_some() { i.x } else { j.x }
}

/// The corners of a prism relative to a point, counter-clockwise about the plane's axis.
#[inline(always)]
fn each_corner(body: &Oriented, about: &Vec3, plane: &MotionPlane, mut take: impl FnMut(Vec2)) {
    let Some(prism) = body.at.shape.prism() else { return };
    let [x, y] = body.axes.map(|e| plane.flat(&e));
    let at = plane.flat(&(body.at.x - about));
    let place = |corner: &Vec2| at + x * corner.x + y * corner.y;
    if x.perp(&y) < 0.0 {
        // If the prism is upside down, the order is reversed.
        prism.polygon.iter().rev().for_each(|corner| take(place(corner)));
    } else {
        prism.polygon.iter().for_each(|corner| take(place(corner)));
    }
}

/// Area, m², and centroid; `None` without area.
fn area_and_centroid(corners: &[Corner]) -> Option<(f64, Vec2)> {
    let first = corners.first()?.0;
    let (mut double, mut moment) = (0.0, Vec2::zeros());
    for pair in corners.get(1..)?.windows(2) {
        let (p, q) = (pair[0].0 - first, pair[1].0 - first);
        let part = p.perp(&q);
        double += part;
        moment += (p + q) * part;
    }
    (double > 0.0).then(|| (0.5 * double, first + moment / (3.0 * double)))
}

/// The edges that body i contributes to the overlap.
struct Crossing {
    /// Their sum, m.
    sum: Vec2,
    /// The points where the outlines cross; of more than two, the farthest apart.
    ends: [Vec2; 2],
}

/// `None` if the outlines do not cross.
fn crossing_of_i(corners: &[Corner]) -> Option<Crossing> {
    let count = corners.len();
    let mut sum = Vec2::zeros();
    let mut best: Option<[Vec2; 2]> = None;
    let mut crossings = 0;
    let owner_before = |k: usize| corners[(k + count - 1) % count].1;
    let crosses = |k: &usize| corners[*k].1 != owner_before(*k);
    for k in 0..count {
        let (corner, owner) = corners[k];
        if owner == 0 {
            sum += corners[(k + 1) % count].0 - corner;
        }
        if !crosses(&k) {
            continue;
        }
        crossings += 1;
        for other in (0..k).filter(crosses) {
            let other = corners[other].0;
            let is_farther = best.is_none_or(|[p, q]| (corner - other).norm_squared() > (p - q).norm_squared());
            if is_farther {
                best = Some([other, corner]);
            }
        }
    }
    best.filter(|_| crossings > 1).map(|ends| Crossing { sum, ends })
}

/// The common extent, m, of two bodies along the axis of their prisms; if negative, they never meet. `None` is a plane,
/// which is unbounded.
pub fn common_extent([i, j]: [Option<[f64; 2]>; 2]) -> f64 {
    let all = [f64::NEG_INFINITY, f64::INFINITY];
    let ([from_i, to_i], [from_j, to_j]) = (i.unwrap_or(all), j.unwrap_or(all));
    smallest([to_i, to_j]) - larger(from_i, from_j)
}

/// The radius of the circle with the area of a prism's polygon, m.
pub(crate) fn equivalent_radius(area: f64) -> f64 {
    (area / std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::turning::rotation;
    use crate::shapes::{Polyhedron, Prism, outline_area};
    use std::sync::Arc;

    fn prism(polygon: &[[f64; 2]]) -> Shape {
        let polygon: Vec<Vec2> = polygon.iter().map(|[x, y]| Vec2::new(*x, *y)).collect();
        assert!(outline_area(&polygon) > 0.0);
        Shape::Polyhedron(Arc::new(Polyhedron::new(Vec::new(), Some(Prism { polygon, half_height: 0.5 }))))
    }

    fn square(half: f64) -> Shape {
        prism(&[[-half, -half], [half, -half], [half, half], [-half, half]])
    }

    fn at(shape: &Shape, x: f64, y: f64, angle: f64) -> Placed<'_> {
        Placed { shape, x: Vec3::new(x, y, 0.0), q: rotation(&(Vec3::z() * angle)) }
    }

    fn common(i: &Placed, j: &Placed) -> Overlap {
        let plane = MotionPlane::across(&Vec3::z());
        match Clipper::default().overlap(&Oriented::of(*i), &Oriented::of(*j), &plane) {
            Common::Overlap(found) => found,
            other => panic!("{other:?}"),
        }
    }

    fn close(a: Vec3, b: [f64; 3]) {
        assert!((a - Vec3::from(b)).norm() < 1e-14, "{a:?} for {b:?}");
    }

    /// Two squares of 2 m, the upper one 1 m to the right and 0.1 m deep: 1 m × 0.1 m, and the lower one is pushed
    /// down.
    #[test]
    fn two_squares_overlap_in_a_rectangle() {
        let shape = square(1.0);
        let found = common(&at(&shape, 0.0, 0.0, 0.0), &at(&shape, 1.0, 1.9, 0.0));
        assert!((found.area - 0.1).abs() < 1e-15, "{found:?}");
        close(found.arms[0], [0.5, 0.95, 0.0]);
        close(found.arms[1], [-0.5, -0.95, 0.0]);
        // Its corner at (1, 1) and that of the other at (0, 0.9): i has the edges right and top.
        let diagonal = libm::hypot(1.0, 0.1);
        assert!((found.width - diagonal).abs() < 1e-14);
        close(found.n, [-0.1 / diagonal, -1.0 / diagonal, 0.0]);
        let mut ends = found.ends;
        ends.sort_by(|a, b| a.x.total_cmp(&b.x));
        close(ends[0], [-0.5, 0.05, 0.0]);
        close(ends[1], [0.5, -0.05, 0.0]);
    }

    /// A square on its corner, pressed 0.2 m into a plane: a triangle of 0.4 m × 0.2 m, whichever is body i.
    #[test]
    fn a_corner_in_a_plane_cuts_off_a_triangle() {
        let (shape, ground) = (square(1.0), Shape::Plane);
        let tilt = rotation(&(Vec3::x() * -std::f64::consts::FRAC_PI_2));
        let ground = Placed { shape: &ground, x: Vec3::zeros(), q: tilt };
        close(tilt * Vec3::z(), [0.0, 1.0, 0.0]);
        let height = libm::sqrt(2.0) - 0.2;
        let body = at(&shape, 3.0, height, std::f64::consts::FRAC_PI_4);
        for (i, j, sign, k) in [(&ground, &body, -1.0, 1), (&body, &ground, 1.0, 0)] {
            let found = common(i, j);
            assert!((found.area - 0.04).abs() < 1e-14 && (found.width - 0.4).abs() < 1e-14, "{found:?}");
            close(found.n, [0.0, sign, 0.0]);
            close(found.arms[k], [0.0, -height - 0.2 / 3.0, 0.0]);
            close((found.ends[0] + found.ends[1]) * 0.5, [0.0, 0.2 / 3.0, 0.0]);
        }
    }

    /// Swapped bodies have the opposite normal; a rotated world rotates the result; a prism turned upside down gives
    /// the same result.
    #[test]
    fn swap_turn_and_reversal_change_nothing() {
        let (a, b) = (prism(&[[0.0, 0.0], [1.0, 0.2], [0.7, 1.0], [0.1, 0.8]]), square(0.4));
        let (i, j) = (at(&a, 0.0, 0.0, 0.3), at(&b, 0.9, 0.8, 0.5));
        let found = common(&i, &j);
        let back = common(&j, &i);
        assert!((found.area - back.area).abs() < 1e-15 && (found.width - back.width).abs() < 1e-14);
        close(found.n + back.n, [0.0; 3]);
        close(found.arms[0] - back.arms[1], [0.0; 3]);
        let turn = rotation(&Vec3::new(0.4, -0.7, 1.1));
        let turned = |p: &Placed| turn * p.q;
        let (x, y) = (Placed { x: turn * i.x, q: turned(&i), ..i }, Placed { x: turn * j.x, q: turned(&j), ..j });
        let plane = MotionPlane::across(&(turn * Vec3::z()));
        let Common::Overlap(moved) = Clipper::default().overlap(&Oriented::of(x), &Oriented::of(y), &plane) else {
            panic!("apart")
        };
        assert!((moved.area - found.area).abs() < 1e-14);
        close(moved.n - turn * found.n, [0.0; 3]);
        let flip = rotation(&(Vec3::x() * std::f64::consts::PI));
        // A square turned over about one of its own axes is unchanged.
        let over = common(&i, &Placed { q: j.q * flip, ..j });
        assert!((over.area - found.area).abs() < 1e-15);
        close(over.n - found.n, [0.0; 3]);
    }

    #[test]
    fn what_is_apart_or_inside_has_no_contact_line() {
        let (large, small) = (square(1.0), square(0.1));
        let plane = MotionPlane::across(&Vec3::z());
        let both = |x: f64| {
            let [i, j] = [at(&large, 0.0, 0.0, 0.0), at(&small, x, 0.0, 0.2)].map(Oriented::of);
            Clipper::default().overlap(&i, &j, &plane)
        };
        assert_eq!(both(0.2), Common::Inside);
        assert_eq!(both(1.3), Common::Nothing);
        assert!(matches!(both(1.0), Common::Overlap(_)));
        let identity = Placed { shape: &small, x: Vec3::zeros(), q: Rotation::identity() };
        // What only touches has no area.
        let [i, j] = [identity, at(&small, 0.2, 0.0, 0.0)].map(Oriented::of);
        assert_eq!(Clipper::default().overlap(&i, &j, &plane), Common::Nothing);
    }
}
