//! Contact detection inside hollow walls: bowls and tubes.
//!
//! A convex body inside such a wall touches it where its distance from the centre (of a tube: the axis) is largest: at
//! a corner, at the outermost point of an end sphere, or where its surface normal equals the wall's. Every contact here
//! is therefore exact to rounding.

use super::Shape;
use super::manifold_point::ManifoldPoint;
use super::surface::{Placed, any_tangents, corner};
use crate::laws::{Vec2, Vec3};

/// Sample directions in the search for the farthest points of an ellipse in a tube; between two of them lies at most
/// one such point, unless two are about to merge.
const DIRECTIONS: usize = 32;

/// A circle closer to the centre of its bowl than this fraction of its radius lies flat in it.
const FLAT: f64 = 1e-3;

/// A hollow wall around a centre or an axis.
struct Wall<'a> {
    placed: &'a Placed<'a>,
    radius: f64,
    /// Axis of a tube (unit, world); `None` for a bowl.
    axis: Option<Vec3>,
    gap: f64,
}

/// Appends to `out` the points where body j is closer than `gap` (m) to the bowl or tube i, or penetrates it. False if
/// the pair is not covered here: i is not hollow, j is an ellipsoid in a bowl, or j is a plane or hollow itself.
pub fn touch(i: &Placed, j: &Placed, gap: f64, out: &mut Vec<ManifoldPoint>) -> bool {
    let wall = match i.shape {
        Shape::Bowl { radius } => Wall { placed: i, radius: *radius, axis: None, gap },
        Shape::Tube { radius } => Wall { placed: i, radius: *radius, axis: Some(i.q * Vec3::z()), gap },
        _ => return false,
    };
    let ends = |half: f64| [-half, half].map(|z| j.to_world(&(Vec3::z() * z)));
    match j.shape {
        Shape::Sphere { radius } => wall.ball(&j.x, *radius, 0, out),
        Shape::Capsule { radius, half_height } => {
            for (feature, end) in ends(*half_height).into_iter().enumerate() {
                wall.ball(&end, *radius, feature as u32, out);
            }
        }
        Shape::Box { half_extents } => {
            for k in 0..8 {
                wall.ball(&j.to_world(&corner(half_extents, k)), 0.0, k, out);
            }
        }
        Shape::Polyhedron(body) => {
            for (k, point) in body.points.iter().enumerate() {
                wall.ball(&j.to_world(point), 0.0, k as u32, out);
            }
        }
        Shape::Cylinder { radius, half_height } => {
            for (cap, end) in ends(*half_height).into_iter().enumerate() {
                wall.rim((j, &Vec3::z()), &end, *radius, 8 * cap as u32, out);
            }
        }
        Shape::Disk { radius, axis } => wall.rim((j, axis), &j.x, *radius, 0, out),
        Shape::Ellipsoid { semi_axes, .. } if wall.axis.is_some() => {
            let squares = semi_axes.component_mul(semi_axes);
            wall.shadow(&j.x, 0, out, |d| j.q * squares.component_mul(&j.q.inverse_transform_vector(d)));
        }
        Shape::Ellipsoid { .. } | Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. } => return false,
    }
    true
}

impl Wall<'_> {
    /// Vector from the centre, or from the nearest point of the axis, to `x`, m.
    fn outwards(&self, x: &Vec3) -> Vec3 {
        let from_centre = x - self.placed.x;
        self.axis.map_or(from_centre, |axis| from_centre - axis * axis.dot(&from_centre))
    }

    /// Adds the contact point of a sphere around `x`; a corner has radius zero. A sphere exactly at the centre has no
    /// contact point.
    fn ball(&self, x: &Vec3, radius: f64, feature: u32, out: &mut Vec<ManifoldPoint>) {
        let outwards = self.outwards(x);
        let distance = outwards.norm();
        if distance > 0.0 {
            let n = outwards / distance;
            self.point(n, x + n * radius, distance + radius, feature, out);
        }
    }

    /// Adds the point `on_j` of the body if it is within the gap; `distance`: from the centre or axis along the unit
    /// vector n, m.
    fn point(&self, n: Vec3, on_j: Vec3, distance: f64, feature: u32, out: &mut Vec<ManifoldPoint>) {
        let overlap = distance - self.radius;
        if overlap >= -self.gap {
            out.push(ManifoldPoint { n, on_i: on_j - n * overlap, on_j, overlap, feature });
        }
    }

    /// Adds the farthest point of a circle of body j around `x`, normal to the unit `axis` (body axes). A circle lying
    /// flat in a bowl touches all around and gets four points.
    fn rim(&self, (j, axis): (&Placed, &Vec3), x: &Vec3, radius: f64, feature: u32, out: &mut Vec<ManifoldPoint>) {
        let (e1, e2) = any_tangents(axis);
        let [axis, e1, e2] = [axis, &e1, &e2].map(|v| j.q * v);
        let in_plane = |d: &Vec3| d - axis * axis.dot(d);
        if self.axis.is_some() {
            return self.shadow(x, feature, out, |d| in_plane(d) * (radius * radius));
        }
        let outwards = self.outwards(x);
        let aside = in_plane(&outwards);
        let (places, first) = match aside.try_normalize(FLAT * radius) {
            Some(along) => (vec![along], 0),
            None => (vec![e1, e2, -e1, -e2], 4),
        };
        for (k, along) in places.into_iter().enumerate() {
            let rim = outwards + along * radius;
            let distance = rim.norm();
            self.point(rim / distance, x + along * radius, distance, feature + first + k as u32, out);
        }
    }

    /// Adds the farthest points of an ellipsoid or circle around `x` in a tube, given by the gradient of half its
    /// squared support function, `M d`: its projection along the axis is an ellipse, and the body is farthest out where
    /// `f(e) = c·e + √(e·M e)` is largest among the directions e normal to the axis (c: from the axis to x). There are
    /// one or two such points; of two, the first is the one that precedes the other on the shorter way around the axis.
    fn shadow(&self, x: &Vec3, feature: u32, out: &mut Vec<ManifoldPoint>, m: impl Fn(&Vec3) -> Vec3) {
        let Some(axis) = self.axis else { return };
        let c = self.outwards(x);
        let (e1, e2) = any_tangents(&axis);
        let entry = |a: &Vec3, b: &Vec3| a.dot(&m(b));
        let ellipse =
            Ellipse { c: Vec2::new(c.dot(&e1), c.dot(&e2)), m: [entry(&e1, &e1), entry(&e1, &e2), entry(&e2, &e2)] };
        let mut found: Vec<f64> = ellipse.farthest();
        let between = |a: f64, b: f64| (b - a).rem_euclid(std::f64::consts::TAU);
        if let [a, b] = found[..]
            && between(a, b) > std::f64::consts::PI
        {
            found = vec![b, a];
        }
        let first = if found.len() == 1 { 0 } else { 1 };
        for (k, angle) in found.into_iter().enumerate() {
            let n = e1 * libm::cos(angle) + e2 * libm::sin(angle);
            let support = m(&n);
            let reach = support.dot(&n).sqrt();
            if reach > 0.0 {
                self.point(n, x + support / reach, c.dot(&n) + reach, feature + first + k as u32, out);
            }
        }
    }
}

/// An ellipse with the support function `c·e + √(e·M e)`.
struct Ellipse {
    c: Vec2,
    /// M11, M12, M22, m².
    m: [f64; 3],
}

impl Ellipse {
    /// First and second derivative of `c·e + √(e·M e)` with respect to the angle, m/rad and m/rad².
    fn slope(&self, angle: f64) -> (f64, f64) {
        let (sin, cos) = libm::sincos(angle);
        let (e, t) = (Vec2::new(cos, sin), Vec2::new(-sin, cos));
        let [a, b, d] = self.m;
        let product = |p: &Vec2, q: &Vec2| a * p.x * q.x + b * (p.x * q.y + p.y * q.x) + d * p.y * q.y;
        let (ee, et, tt) = (product(&e, &e), product(&e, &t), product(&t, &t));
        let h = ee.sqrt().max(1e-9 * (a + d).sqrt());
        (self.c.dot(&t) + et / h, -self.c.dot(&e) + (tt - ee) / h - et * et / (h * h * h))
    }

    /// The angles of locally farthest extent. The search starts from the ellipse's own axes, so that it does not depend
    /// on the world axes.
    fn farthest(&self) -> Vec<f64> {
        let [a, b, d] = self.m;
        let width = std::f64::consts::TAU / DIRECTIONS as f64;
        let start = 0.5 * libm::atan2(2.0 * b, a - d) + 0.4 * width;
        let slopes: Vec<f64> = (0..DIRECTIONS).map(|k| self.slope(start + width * k as f64).0).collect();
        let tops = (0..DIRECTIONS).filter(|k| slopes[*k] > 0.0 && slopes[(k + 1) % DIRECTIONS] <= 0.0);
        tops.map(|k| self.top(start + width * k as f64, start + width * (k + 1) as f64)).collect()
    }

    /// The zero of the slope between two angles: Newton's method with bisection as a fallback.
    fn top(&self, mut low: f64, mut high: f64) -> f64 {
        let mut angle = 0.5 * (low + high);
        for _ in 0..60 {
            let (slope, bend) = self.slope(angle);
            if slope > 0.0 {
                low = angle;
            } else {
                high = angle;
            }
            let newton = angle - slope / bend;
            let next = if bend < 0.0 && newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if (next - angle).abs() <= 1e-16 * std::f64::consts::PI {
                return next;
            }
            angle = next;
        }
        angle
    }
}
