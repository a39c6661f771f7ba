//! Outlines of prisms and planes in the plane in which they move, with their corners and edges eight at a time.

use super::Shape;
use super::surface::any_tangents;
use crate::laws::number::{Row, WIDTH, Wide};
use crate::laws::{Rotation, Vec2, Vec3};
use fearless_simd::Simd;
use fearless_simd::prelude::*;

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

    /// The components along e1 and e2 of a vector.
    #[inline(always)]
    pub fn flat(&self, v: &Vec3) -> Vec2 {
        Vec2::new(self.e1.dot(v), self.e2.dot(v))
    }

    pub(super) fn in_space(&self, v: &Vec2) -> Vec3 {
        self.e1 * v.x + self.e2 * v.y
    }
}

/// Corners and edges of an outline, eight at a time: an edge begins at the corner of its number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EdgeRows {
    /// Coordinates of the corners, m.
    pub(super) corners: [Row; 2],
    /// Outward unit normals of the edges.
    pub(super) normals: [Row; 2],
    /// Distances of the edges from the centre, m.
    pub(super) offsets: Row,
}

/// The outline of a prism or a plane in its plane of motion, about the body's centre. A plane has a single edge, and no
/// corner.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Number of edges.
    pub(super) count: usize,
    pub(super) is_prism: bool,
    /// The prism is upside down: the order of its corners is reversed.
    is_reversed: bool,
    /// In body axes; the last lanes repeat the last edge.
    local: Vec<EdgeRows>,
    /// As oriented now, counter-clockwise.
    pub(super) placed: Vec<EdgeRows>,
}

impl Outline {
    /// The outline of a body; `None` if it is neither a prism nor a plane.
    pub fn of(shape: &Shape) -> Option<Self> {
        if matches!(shape, Shape::Plane) {
            let blank = vec![EdgeRows::default()];
            return Some(Self { count: 1, is_prism: false, is_reversed: false, local: blank.clone(), placed: blank });
        }
        let polygon = &shape.prism()?.polygon;
        let mut outline =
            Self { count: polygon.len(), is_prism: true, is_reversed: false, local: Vec::new(), placed: Vec::new() };
        outline.list(polygon.iter());
        outline.placed.clone_from(&outline.local);
        Some(outline)
    }

    /// Lists the corners, counter-clockwise as seen in the plane up to a reflection.
    fn list<'c>(&mut self, corners: impl Iterator<Item = &'c Vec2> + Clone) {
        self.local = vec![EdgeRows::default(); self.count.div_ceil(WIDTH)];
        let sign = if self.is_reversed { -1.0 } else { 1.0 };
        let edges = corners.clone().zip(corners.cycle().skip(1));
        let mut last = None;
        let mut all = edges.take(self.count);
        for at in 0..self.local.len() * WIDTH {
            last = all.next().or(last);
            let Some((from, to)) = last else { return };
            let along = to - from;
            let normal = unit2(&Vec2::new(sign * along.y, -sign * along.x));
            let (rows, lane) = (&mut self.local[at / WIDTH], at % WIDTH);
            for k in 0..2 {
                (rows.corners[k].0[lane], rows.normals[k].0[lane]) = (from[k], normal[k]);
            }
            rows.offsets.0[lane] = normal.dot(from);
        }
    }

    /// Orients it as its body.
    #[inline(always)]
    pub fn turn<S: Simd>(&mut self, simd: S, shape: &Shape, q: &Rotation, plane: &MotionPlane) {
        if !self.is_prism {
            let up = plane.flat(&(q * Vec3::z()));
            for (normal, up) in self.placed[0].normals.iter_mut().zip([up.x, up.y]) {
                normal.0 = [up; WIDTH];
            }
            return;
        }
        let [x, y] = [Vec3::x(), Vec3::y()].map(|e| plane.flat(&(q * e)));
        if self.is_reversed != (x.perp(&y) < 0.0) {
            self.reverse(shape);
        }
        for (placed, local) in self.placed.iter_mut().zip(&self.local) {
            for (to, from) in [(&mut placed.corners, &local.corners), (&mut placed.normals, &local.normals)] {
                let (along_x, along_y) = (from[0].wide(simd), from[1].wide(simd));
                (along_x * x.x + along_y * y.x).store_array(&mut to[0].0);
                (along_x * x.y + along_y * y.y).store_array(&mut to[1].0);
            }
            placed.offsets = local.offsets;
        }
    }

    #[cold]
    fn reverse(&mut self, shape: &Shape) {
        self.is_reversed = !self.is_reversed;
        let Some(prism) = shape.prism() else { return };
        if self.is_reversed { self.list(prism.polygon.iter().rev()) } else { self.list(prism.polygon.iter()) }
    }

    pub(super) fn corner(&self, k: usize) -> Vec2 {
        let [x, y] = &self.placed[k / WIDTH].corners;
        Vec2::new(x.0[k % WIDTH], y.0[k % WIDTH])
    }

    /// The line of an edge of a body whose centre is at `centre`.
    #[inline(always)]
    pub(super) fn edge(&self, k: usize, centre: &Vec2) -> HalfPlane {
        let EdgeRows { normals: [x, y], offsets, .. } = &self.placed[k / WIDTH];
        let lane = k % WIDTH;
        let normal = Vec2::new(x.0[lane], y.0[lane]);
        HalfPlane { normal, reach: offsets.0[lane] + normal.dot(centre) }
    }

    /// The edge beyond which a point lies farthest, or that it lies least inside.
    #[inline(always)]
    pub(super) fn facing<S: Simd>(&self, simd: S, point: &Vec2) -> usize {
        let (mut facing, mut most) = (0, f64::NEG_INFINITY);
        for (at, EdgeRows { normals: [x, y], offsets, .. }) in self.placed.iter().enumerate() {
            let beyond = x.wide(simd) * point.x + y.wide(simd) * point.y - offsets.wide(simd);
            let mut numbers = Row::default();
            beyond.store_array(&mut numbers.0);
            for (lane, beyond) in numbers.0.into_iter().enumerate() {
                // The lanes after the last edge repeat it and never come first.
                (facing, most) = if beyond > most { (at * WIDTH + lane, beyond) } else { (facing, most) };
            }
        }
        facing
    }

    /// True if all corners lie beyond this line.
    #[inline(always)]
    fn is_beyond<S: Simd>(&self, simd: S, line: &HalfPlane) -> bool {
        let reach = Wide::splat(simd, line.reach);
        self.placed.iter().all(
            #[inline(always)]
            |EdgeRows { corners: [x, y], .. }| {
                let along = x.wide(simd) * line.normal.x + y.wide(simd) * line.normal.y;
                along.simd_gt(reach).all_true()
            },
        )
    }

    /// An edge beyond which another outline lies; `between`: from this centre to the other, m.
    #[inline(always)]
    pub fn separating<S: Simd>(&self, simd: S, other: &Self, between: &Vec2) -> Option<usize> {
        let centre = -between;
        (0..self.count).find(
            #[inline(always)]
            |k| other.is_prism && other.is_beyond(simd, &self.edge(*k, &centre)),
        )
    }

    /// True if this edge separates the outlines, as one found by [`Self::separating`] did.
    #[inline(always)]
    pub fn separates<S: Simd>(&self, simd: S, edge: usize, other: &Self, between: &Vec2) -> bool {
        edge < self.count && other.is_prism && other.is_beyond(simd, &self.edge(edge, &-between))
    }
}

fn unit2(v: &Vec2) -> Vec2 {
    v / v.norm()
}

/// The half plane of the points p with n·p ≤ `reach`.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    pub(super) normal: Vec2,
    pub(super) reach: f64,
}

impl HalfPlane {
    /// How far inside a point lies, m.
    #[inline(always)]
    pub(super) fn height(&self, point: &Vec2) -> f64 {
        self.reach - self.normal.dot(point)
    }
}
