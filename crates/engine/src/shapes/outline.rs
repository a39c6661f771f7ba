//! Outlines of prisms and planes in their plane of motion, with corners and edges stored in SIMD rows of eight.

use super::Shape;
use super::surface::any_tangents;
use crate::laws::math::number::{Row, WIDTH, Wide};
use crate::laws::{Rotation, Vec2, Vec3};
use fearless_simd::Simd;
use fearless_simd::prelude::*;

/// The plane in which prisms move: unit vectors, e1 × e2 = a.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionPlane {
    /// Unit normal of the plane.
    pub a: Vec3,
    /// First unit vector in the plane.
    pub e1: Vec3,
    /// Second unit vector in the plane.
    pub e2: Vec3,
}

impl MotionPlane {
    /// The plane normal to a unit vector.
    pub fn across(a: &Vec3) -> Self {
        let (e1, e2) = any_tangents(a);
        Self { a: *a, e1, e2 }
    }

    /// The components of a vector along e1 and e2.
    #[inline(always)]
    pub fn flat(&self, v: &Vec3) -> Vec2 {
        Vec2::new(self.e1.dot(v), self.e2.dot(v))
    }

    pub(super) fn in_space(&self, v: &Vec2) -> Vec3 {
        self.e1 * v.x + self.e2 * v.y
    }
}

/// Sine of the angle between two consecutive edges below which rounding errors decide which of them a point lies on.
const STRAIGHT: f64 = 1e-9;

/// Eight corners and eight edges of an outline; an edge begins at the corner of the same number.
#[derive(Clone, Copy, Debug, Default)]
struct EdgeRows {
    /// Coordinates of the corners, m.
    corners: [Row; 2],
    /// Outward unit normals of the edges.
    normals: [Row; 2],
    /// Distances of the edges from the centre, m.
    offsets: Row,
}

/// The outline of a prism or a plane in its plane of motion, about the body's centre. A plane has a single edge and no
/// corner.
///
/// Corners and edges are constant in the outline's own axes, which rotate in the plane; two outlines are compared in
/// the axes of one of them.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Number of edges.
    pub(super) count: usize,
    pub(super) is_prism: bool,
    /// Largest distance of the outline's points from the centre, m; infinite for a plane.
    pub(crate) reach: f64,
    /// True if the outline turns at every corner by more than rounding errors.
    pub(super) is_strict: bool,
    /// True if the prism is upside down, which reverses the order of its corners.
    is_reversed: bool,
    /// Corners and edges, counter-clockwise; unused lanes of the last row repeat the last edge.
    rows: Vec<EdgeRows>,
    /// Rotation from e1 and e2 of the motion plane to the outline's own axes.
    axes: AxesTurn,
}

impl Outline {
    /// The outline of a body; `None` if it is neither a prism nor a plane.
    pub fn from_shape(shape: &Shape) -> Option<Self> {
        let axes = AxesTurn(1.0, 0.0);
        if matches!(shape, Shape::Plane) {
            let rows = vec![EdgeRows::default()];
            return Some(Self {
                count: 1,
                is_prism: false,
                reach: f64::INFINITY,
                is_strict: true,
                is_reversed: false,
                rows,
                axes,
            });
        }
        let prism = shape.prism()?;
        let (count, reach) = (prism.polygon.len(), prism.reach());
        let rows = Vec::new();
        let mut outline = Self { count, is_prism: true, reach, is_strict: true, is_reversed: false, rows, axes };
        outline.list(prism.polygon.iter().copied());
        Some(outline)
    }

    /// Stores the corners, counter-clockwise, and the edges between them.
    fn list(&mut self, corners: impl Iterator<Item = Vec2> + Clone) {
        self.rows = vec![EdgeRows::default(); self.count.div_ceil(WIDTH)];
        let edges = corners.clone().zip(corners.cycle().skip(1));
        let mut last = None;
        let mut all = edges.take(self.count);
        for at in 0..self.rows.len() * WIDTH {
            last = all.next().or(last);
            let Some((from, to)) = last else { return };
            let along = to - from;
            let normal = unit2(&Vec2::new(along.y, -along.x));
            let (rows, lane) = (&mut self.rows[at / WIDTH], at % WIDTH);
            for k in 0..2 {
                (rows.corners[k].0[lane], rows.normals[k].0[lane]) = (from[k], normal[k]);
            }
            rows.offsets.0[lane] = normal.dot(&from);
        }
        let turns = |k: usize| self.normal(k).perp(&self.normal(after(k, self.count))) > STRAIGHT;
        self.is_strict = (0..self.count).all(turns);
    }

    /// Orients the outline as its body; `q`: body axes to world axes.
    pub fn turn(&mut self, shape: &Shape, q: &Rotation, plane: &MotionPlane) {
        if !self.is_prism {
            let up = plane.flat(&(q * Vec3::z()));
            for (normal, up) in self.rows[0].normals.iter_mut().zip([up.x, up.y]) {
                normal.0 = [up; WIDTH];
            }
            return;
        }
        let [x, y] = [Vec3::x(), Vec3::y()].map(|e| plane.flat(&(q * e)));
        if self.is_reversed != (x.perp(&y) < 0.0) {
            self.reverse(shape);
        }
        self.axes = AxesTurn(x.x, x.y);
    }

    #[cold]
    fn reverse(&mut self, shape: &Shape) {
        self.is_reversed = !self.is_reversed;
        let Some(prism) = shape.prism() else { return };
        match self.is_reversed {
            true => self.list(prism.polygon.iter().rev().map(|corner| Vec2::new(corner.x, -corner.y))),
            false => self.list(prism.polygon.iter().copied()),
        }
    }

    /// Converts a vector from the components along e1 and e2 to the axes of this outline.
    #[inline(always)]
    pub(super) fn own(&self, v: &Vec2) -> Vec2 {
        self.axes.back(v)
    }

    /// The motion plane with e1 and e2 rotated to the axes of this outline.
    #[inline(always)]
    pub(super) fn plane(&self, MotionPlane { a, e1, e2 }: &MotionPlane) -> MotionPlane {
        let AxesTurn(c, s) = self.axes;
        MotionPlane { a: *a, e1: e1 * c + e2 * s, e2: e2 * c - e1 * s }
    }

    #[inline(always)]
    pub(super) fn corner(&self, k: usize) -> Vec2 {
        let [x, y] = &self.rows[k / WIDTH].corners;
        Vec2::new(x.0[k % WIDTH], y.0[k % WIDTH])
    }

    #[inline(always)]
    fn normal(&self, k: usize) -> Vec2 {
        let [x, y] = &self.rows[k / WIDTH].normals;
        Vec2::new(x.0[k % WIDTH], y.0[k % WIDTH])
    }

    /// The half plane inside edge `k` of a body whose centre is at `centre`, m.
    #[inline(always)]
    pub(super) fn edge(&self, k: usize, centre: &Vec2) -> HalfPlane {
        let normal = self.normal(k);
        HalfPlane { normal, reach: self.rows[k / WIDTH].offsets.0[k % WIDTH] + normal.dot(centre) }
    }

    /// True if a point lies inside every edge by more than `margin`, m; own axes.
    #[inline(always)]
    pub(super) fn contains<S: Simd>(&self, simd: S, point: &Vec2, margin: f64) -> bool {
        // The lanes after the last edge repeat that edge.
        for EdgeRows { normals: [x, y], offsets, .. } in &self.rows {
            let along = x.wide(simd) * point.x + y.wide(simd) * point.y;
            if !along.simd_lt(offsets.wide(simd) - margin).all_true() {
                return false;
            }
        }
        true
    }

    /// Distance by which another outline lies outside the edge `edge`, m; negative if one of its corners lies inside,
    /// −∞ if the other outline is a plane or there is no such edge. `between`: from this centre to the other, m.
    #[inline(always)]
    pub fn gap<S: Simd>(&self, simd: S, edge: usize, other: &Self, between: &Vec2) -> f64 {
        if edge >= self.count || !other.is_prism {
            return f64::NEG_INFINITY;
        }
        let line = self.edge(edge, &self.own(&-between));
        let normal = AxesTurn::between(self, other).back(&line.normal);
        let mut nearest = Wide::splat(simd, f64::INFINITY);
        for EdgeRows { corners: [x, y], .. } in &other.rows {
            let along = x.wide(simd) * normal.x + y.wide(simd) * normal.y;
            nearest = along.simd_lt(nearest).select(along, nearest);
        }
        let least = Row::from_wide(nearest)
            .0
            .into_iter()
            .fold(f64::INFINITY, |least, along| if along < least { along } else { least });
        least - line.reach
    }

    /// The first edge outside which another outline lies entirely, and the distance, m; `None` if there is none.
    /// `between`: from this centre to the other, m.
    #[inline(always)]
    pub fn separating<S: Simd>(&self, simd: S, other: &Self, between: &Vec2) -> Option<(usize, f64)> {
        for edge in 0..self.count {
            let gap = self.gap(simd, edge, other, between);
            if gap > 0.0 {
                return Some((edge, gap));
            }
        }
        None
    }
}

/// A rotation in the plane: cosine and sine of its angle, counter-clockwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxesTurn(f64, f64);

impl AxesTurn {
    /// The rotation whose [`Self::apply`] converts components along the axes of `other` to components along those of
    /// `one`.
    #[inline(always)]
    pub(super) fn between(one: &Outline, other: &Outline) -> Self {
        let axis = one.own(&Vec2::new(other.axes.0, other.axes.1));
        Self(axis.x, axis.y)
    }

    /// Applies the inverse rotation to a vector.
    #[inline(always)]
    pub(super) fn back(self, v: &Vec2) -> Vec2 {
        let Self(c, s) = self;
        Vec2::new(c * v.x + s * v.y, c * v.y - s * v.x)
    }

    /// Applies the rotation to a vector.
    #[inline(always)]
    pub(super) fn apply(self, v: &Vec2) -> Vec2 {
        let Self(c, s) = self;
        Vec2::new(c * v.x - s * v.y, s * v.x + c * v.y)
    }
}

fn unit2(v: &Vec2) -> Vec2 {
    v / v.norm()
}

/// The index after `k`, cyclically among `count`.
#[inline(always)]
pub(super) fn after(k: usize, count: usize) -> usize {
    if k + 1 == count { 0 } else { k + 1 }
}

/// The index before `k`, cyclically among `count`.
#[inline(always)]
pub(super) fn before(k: usize, count: usize) -> usize {
    if k == 0 { count - 1 } else { k - 1 }
}

/// The half plane of the points p with n·p ≤ `reach`.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    pub(super) normal: Vec2,
    pub(super) reach: f64,
}

impl HalfPlane {
    /// Distance of a point inside the boundary, m; negative outside.
    #[inline(always)]
    pub(super) fn height(&self, point: &Vec2) -> f64 {
        self.reach - self.normal.dot(point)
    }
}
