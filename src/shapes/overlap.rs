//! The overlap of two prisms, or of a prism and a plane, in the plane normal to their axis: its area, its centroid and
//! the line through the points where the outlines cross (Krengel & Matuttis, section 3).
//!
//! The outline of one body is clipped by the edges of the other, and every edge of the result records which of the two
//! bodies it comes from. Outlines are about the centres of their bodies, oriented once a step; corners and edges are
//! compared eight at a time.

use super::outline::{AxesTurn, EdgeRows, HalfPlane, MotionPlane, Outline};
use super::surface::Placed;
use crate::laws::extremes::{larger, smallest};
use crate::laws::number::{Row, WIDTH, Wide, each_bit};
use crate::laws::{Vec2, Vec3};
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};

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

/// Memory for clipping.
#[derive(Clone, Debug, Default)]
pub struct Clipper {
    corners: Vec<Corner>,
    next: Vec<Corner>,
    /// Heights of an outline's corners over a line, m, and which are not negative, a bit for each lane.
    heights: Vec<Row>,
    inside: Vec<u64>,
}

/// Consecutive corners of an outline.
struct Run {
    first: usize,
    last: usize,
    length: usize,
}

/// The corner after another one of `count`.
#[inline(always)]
fn after(k: usize, count: usize) -> usize {
    if k + 1 == count { 0 } else { k + 1 }
}

/// The corner before another one of `count`.
#[inline(always)]
fn before(k: usize, count: usize) -> usize {
    if k == 0 { count - 1 } else { k - 1 }
}

/// The number of corner `k`.
#[inline(always)]
fn number(rows: &[Row], k: usize) -> f64 {
    rows[k / WIDTH].0[k % WIDTH]
}

impl Clipper {
    /// What two outlines, of which one at least is a prism's, have in common; `between`: from the centre of body i to
    /// that of body j in the plane, m.
    #[inline(always)]
    pub fn overlap<S: Simd>(&mut self, simd: S, [i, j]: [&Outline; 2], between: &Vec2, plane: &MotionPlane) -> Common {
        if !self.clip(simd, [i, j], between) {
            return Common::Nothing;
        }
        let Some((area, centroid)) = area_and_centroid(&self.corners) else { return Common::Nothing };
        let Some(Crossing { sum, ends }) = crossing_of_i(&self.corners) else { return Common::Inside };
        let width = sum.norm();
        if width == 0.0 {
            // Contact at a single point.
            return Common::Nothing;
        }
        let by = if i.is_prism { j } else { i };
        let (plane, between) = (by.plane(plane), by.own(between));
        // The sum of the edges of i, rotated by −90°, is that of their outward normals: −n b.
        let n = plane.in_space(&Vec2::new(-sum.y, sum.x)) / width;
        let arms = if i.is_prism { [centroid, centroid - between] } else { [centroid + between, centroid] };
        let ends = ends.map(|end| plane.in_space(&(end - centroid)));
        Common::Overlap(Overlap { area, width, n, arms: arms.map(|arm| plane.in_space(&arm)), ends })
    }

    /// The corners of the overlap of two placed bodies in the world, counter-clockwise about the plane's axis, at the
    /// level of the first prism's centre; empty without overlap.
    pub fn outline(&mut self, i: &Placed, j: &Placed, plane: &MotionPlane) -> Vec<Vec3> {
        let [Some(mut of_i), Some(mut of_j)] = [i, j].map(|body| Outline::of(body.shape)) else { return Vec::new() };
        let (centre, by) = if of_i.is_prism { (i.x, 1) } else { (j.x, 0) };
        let between = plane.flat(&(j.x - i.x));
        of_i.turn(i.shape, &i.q, plane);
        of_j.turn(j.shape, &j.q, plane);
        let overlaps = dispatch!(Level::new(), simd => self.clip(simd, [&of_i, &of_j], &between));
        let plane = [of_i, of_j][by].plane(plane);
        let corners = self.corners.iter().filter(|_| overlaps);
        corners.map(|(corner, _)| centre + plane.in_space(corner)).collect()
    }

    /// Clips the outlines on each other, about the centre of the first prism and in the axes of the other body: true if
    /// they may have an area in common.
    #[inline(always)]
    fn clip<S: Simd>(&mut self, simd: S, [i, j]: [&Outline; 2], between: &Vec2) -> bool {
        // A half plane clips, it is not clipped.
        let (clipped, by, centre, owner) = if i.is_prism { (i, j, *between, 0) } else { (j, i, -between, 1) };
        let (other, centre, turn) = (1 - owner, by.own(&centre), AxesTurn::between(by, clipped));
        // First the edge that faces the other body: it leaves little to clip.
        let facing = by.facing(simd, &-centre);
        if !self.begin(simd, (clipped, turn), &by.edge(facing, &centre), [owner, other]) {
            return false;
        }
        for (at, EdgeRows { normals: [x, y], offsets, .. }) in by.rows.iter().enumerate() {
            let (x, y) = (x.wide(simd), y.wide(simd));
            let reach = offsets.wide(simd) + (x * centre.x + y * centre.y);
            let mut beyond = 0;
            for (corner, _) in &self.corners {
                beyond |= (x * corner.x + y * corner.y).simd_gt(reach).to_bitmask();
            }
            for lane in each_bit(beyond) {
                let k = at * WIDTH + lane;
                if k < by.count && k != facing && !self.cut(&by.edge(k, &centre), other) {
                    return false;
                }
            }
        }
        true
    }

    /// Starts with the part of an outline within a line of the other body, `other`; false if there is none.
    #[inline(always)]
    fn begin<S: Simd>(
        &mut self,
        simd: S,
        (outline, turn): (&Outline, AxesTurn),
        half: &HalfPlane,
        [owner, other]: [u8; 2],
    ) -> bool {
        let normal = turn.back(&half.normal);
        self.corners.clear();
        self.heights.clear();
        self.inside.clear();
        let (count, mut total) = (outline.count, 0);
        for EdgeRows { corners: [x, y], .. } in &outline.rows {
            let along = x.wide(simd) * normal.x + y.wide(simd) * normal.y;
            let heights = Wide::splat(simd, half.reach) - along;
            let there = u64::MAX >> (u64::BITS as usize - WIDTH.min(count - self.heights.len() * WIDTH));
            let inside = heights.simd_ge(Wide::splat(simd, 0.0)).to_bitmask() & there;
            total += inside.count_ones() as usize;
            self.heights.push(Row::of(heights));
            self.inside.push(inside);
        }
        let Some(Run { first, last, length: inside }) = self.run(count, total) else { return false };
        let height = |k: usize| number(&self.heights, k);
        let corners = &mut self.corners;
        let corner = |k: usize| turn.of(&outline.corner(k));
        let crossing = |from: usize, to: usize| {
            let (start, part) = (corner(from), height(from) / (height(from) - height(to)));
            start + (corner(to) - start) * part
        };
        if inside == count {
            corners.extend((0..count).map(|k| (corner(k), owner)));
            return true;
        }
        if height(first) > 0.0 {
            corners.push((crossing(before(first, count), first), owner));
        }
        let mut k = first;
        for _ in 1..inside {
            corners.push((corner(k), owner));
            k = after(k, count);
        }
        if height(last) > 0.0 {
            corners.push((corner(last), owner));
        }
        corners.push((crossing(last, after(last, count)), other));
        corners.len() > 2
    }

    fn is_inside(&self, k: usize) -> bool {
        self.inside[k / WIDTH] >> (k % WIDTH) & 1 == 1
    }

    /// The corners inside, `total` of `count`.
    #[inline(always)]
    fn run(&self, count: usize, total: usize) -> Option<Run> {
        if total == 0 {
            return None;
        }
        let (mut first, mut last_bit) = (0, u64::from(self.is_inside(count - 1)));
        for (at, inside) in self.inside.iter().enumerate() {
            let begins = inside & !(inside << 1 | last_bit);
            last_bit = inside >> (WIDTH - 1);
            if begins != 0 {
                first = at * WIDTH + begins.trailing_zeros() as usize;
                break;
            }
        }
        let (mut last, mut length) = (first, 1);
        while length < total && self.is_inside(after(last, count)) {
            (last, length) = (after(last, count), length + 1);
        }
        if length == total { Some(Run { first, last, length }) } else { self.deepest_run(count) }
    }

    /// Rounding may separate corners that lie on the line from the others: the run of the deepest corner.
    #[cold]
    fn deepest_run(&self, count: usize) -> Option<Run> {
        let height = |k: &usize| number(&self.heights, *k);
        let deepest = (0..count).max_by(|a, b| height(a).total_cmp(&height(b)))?;
        // The first corner is the one after the nearest that is outside before the deepest.
        let outside = (0..count).rev().map(|k| (deepest + k + 1) % count).find(|k| !self.is_inside(*k))?;
        let first = after(outside, count);
        let length = (0..count).take_while(|k| self.is_inside((first + k) % count)).count();
        Some(Run { first, last: (first + length.checked_sub(1)?) % count, length })
    }

    /// Keeps the part within the line, an edge of `owner`; false if nothing is left.
    fn cut(&mut self, half: &HalfPlane, owner: u8) -> bool {
        let corners = &self.corners;
        if corners.iter().all(|(corner, _)| half.height(corner) >= 0.0) {
            return !corners.is_empty();
        }
        self.next.clear();
        let mut height = half.height(&corners[0].0);
        for (k, (corner, edge)) in corners.iter().enumerate() {
            let (end, _) = corners[after(k, corners.len())];
            let next = half.height(&end);
            let crossing = || corner + (end - corner) * (height / (height - next));
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
    let crosses = |k: &usize| corners[*k].1 != corners[before(*k, count)].1;
    for k in 0..count {
        let (corner, owner) = corners[k];
        if owner == 0 {
            sum += corners[after(k, count)].0 - corner;
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
    use crate::laws::Rotation;
    use crate::laws::turning::rotation;
    use crate::shapes::{Polyhedron, Prism, Shape, outline_area};
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

    /// The same on every instruction set.
    fn found(i: &Placed, j: &Placed, plane: &MotionPlane) -> Common {
        let [mut of_i, mut of_j] = [i, j].map(|body| Outline::of(body.shape).expect("an outline"));
        let between = plane.flat(&(j.x - i.x));
        let [best, least] = [Level::new(), Level::baseline()].map(|level| {
            dispatch!(level, simd => {
                of_i.turn(i.shape, &i.q, plane);
                of_j.turn(j.shape, &j.q, plane);
                Clipper::default().overlap(simd, [&of_i, &of_j], &between, plane)
            })
        });
        assert_eq!(best, least);
        best
    }

    fn common(i: &Placed, j: &Placed) -> Overlap {
        match found(i, j, &MotionPlane::across(&Vec3::z())) {
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
        let Common::Overlap(moved) = self::found(&x, &y, &plane) else { panic!("apart") };
        assert!((moved.area - found.area).abs() < 1e-14);
        close(moved.n - turn * found.n, [0.0; 3]);
        let flip = rotation(&(Vec3::x() * std::f64::consts::PI));
        // A square turned over about one of its own axes is unchanged.
        let over = common(&i, &Placed { q: j.q * flip, ..j });
        assert!((over.area - found.area).abs() < 1e-15);
        close(over.n - found.n, [0.0; 3]);
    }

    /// The corners inside are found as one run, over the end of the list too; of runs that rounding has separated, it is
    /// that of the deepest corner.
    #[test]
    fn corners_inside_are_consecutive() {
        let run = |heights: &[f64]| {
            let rows = heights.chunks(WIDTH).map(|row| Row(std::array::from_fn(|k| *row.get(k).unwrap_or(&-1.0))));
            let bits = |row: &Row| row.0.iter().enumerate().fold(0, |bits, (k, h)| bits | u64::from(*h >= 0.0) << k);
            let heights_in_rows: Vec<Row> = rows.collect();
            let inside: Vec<u64> = heights_in_rows.iter().map(bits).collect();
            let total = inside.iter().map(|bits| bits.count_ones() as usize).sum();
            let clipper = Clipper { heights: heights_in_rows, inside, ..Clipper::default() };
            clipper.run(heights.len(), total).map(|Run { first, last, length }| (first, last, length))
        };
        assert_eq!(run(&[-1.0; 5]), None);
        assert_eq!(run(&[0.0, 0.1, -1.0, -1.0, 0.2]), Some((4, 1, 3)));
        assert_eq!(run(&[-1.0, -1.0, 0.1, 0.0, -1.0]), Some((2, 3, 2)));
        let mut ten = [-1.0; 10];
        (ten[7], ten[8], ten[9]) = (0.1, 0.2, 0.0);
        assert_eq!(run(&ten), Some((7, 9, 3)));
        ten[0] = 0.3;
        assert_eq!(run(&ten), Some((7, 0, 4)));
        assert_eq!(run(&[1e-17, -1e-17, 1e-17, 0.1, -0.1]), Some((2, 3, 2)));
        assert_eq!(run(&[0.1, 1e-17, -1e-17, 1e-17, -0.1]), Some((0, 1, 2)));
        assert_eq!(run(&[f64::NAN, -1.0, 0.1, -1.0, 0.1]), None);
    }

    #[test]
    fn what_is_apart_or_inside_has_no_contact_line() {
        let (large, small) = (square(1.0), square(0.1));
        let plane = MotionPlane::across(&Vec3::z());
        let both = |x: f64| found(&at(&large, 0.0, 0.0, 0.0), &at(&small, x, 0.0, 0.2), &plane);
        assert_eq!(both(0.2), Common::Inside);
        assert_eq!(both(1.3), Common::Nothing);
        assert!(matches!(both(1.0), Common::Overlap(_)));
        let identity = Placed { shape: &small, x: Vec3::zeros(), q: Rotation::identity() };
        // What only touches has no area.
        assert_eq!(found(&identity, &at(&small, 0.2, 0.0, 0.0), &plane), Common::Nothing);
    }
}
