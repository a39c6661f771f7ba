//! Contact points of two solids along a normal: corners above faces, crossings of edges and rims. Heights are measured
//! on the surfaces themselves, so that a point appears and disappears only at the limit of the search gap.

use super::common_normal::{descend, overlap};
use super::features::{EDGE_TOLERANCE, Facing, Features, Rim, across};
use super::manifold_point::ManifoldPoint;
use super::surface::Placed;
use crate::laws::Vec3;
use crate::laws::math::extremes::largest;

/// Cosine of the largest angle between a start direction and the normals tried near it, of faces or of two edges.
const NEAR: f64 = 0.99;
/// Points closer to each other than this, as a fraction of the smaller body's size, are one point.
const SAME: f64 = 3.0 * EDGE_TOLERANCE;
/// Overlaps that differ by less than this, as a fraction of the smaller body's size, are equal.
const EQUAL: f64 = 1e-9;
/// Sine of the angle between two edges below which they do not cross.
const PARALLEL: f64 = 1e-9;
/// Sine of the angle between two lines below which they touch along their length, if one is the highest line of a
/// curved surface.
const ALONG: f64 = 1e-3;
/// First step of the search for a direction across an edge, rad.
const FIRST_STEP: f64 = 1e-6;
/// Largest angle of the search for a direction across an edge, rad.
const WIDEST: f64 = 0.2;
/// Edges within this distance of the farthest point, as a fraction of the smaller body's size, are candidates for
/// contact.
const AROUND: f64 = 0.02;

/// Two solids, with their centres relative to a common origin near them, m.
pub struct SolidPair<'a> {
    /// Shapes and poses of bodies i and j.
    pub at: [Placed<'a>; 2],
    /// Features of bodies i and j.
    pub features: [&'a Features; 2],
    /// Largest gap at which contact points are found, m.
    pub gap: f64,
}

/// A direction from body j into body i and the overlap of the two solids along it, an upper bound of the contact's
/// overlap.
#[derive(Clone, Copy, Debug)]
pub struct Separation {
    /// Unit vector from j into i, world.
    pub n: Vec3,
    /// Overlap, m; negative is a gap.
    pub overlap: f64,
}

/// Result of the search for the contact points near a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// Along this unit vector from j to i, the solids are farther apart than the gap.
    Apart(Vec3),
    /// All points are found: one of them has the whole overlap along the normal, which is therefore the contact normal.
    Complete,
    /// The direction is not the contact normal, or the contact is neither at a corner nor at a crossing.
    Unknown,
}

impl SolidPair<'_> {
    /// Size of the smaller body, m.
    pub fn size(&self) -> f64 {
        self.at[0].shape.size().min(self.at[1].shape.size())
    }

    /// The overlap of the two solids along the unit vector `n`.
    pub fn along(&self, n: Vec3) -> Separation {
        Separation { n, overlap: overlap(&self.at[0], &self.at[1], &n) }
    }

    /// Appends the contact points along a normal near the direction `near`: of a face, of two edges or of curved
    /// surfaces.
    ///
    /// If none of these is the contact normal, appends nothing and returns [`Finding::Unknown`]; with `nearest`, the
    /// point of body j nearest to body i, m, appends that point along the normal of least overlap instead.
    pub fn touch_near(&self, near: &Vec3, nearest: Option<Vec3>, out: &mut Vec<ManifoldPoint>) -> Finding {
        let start = self.along(*near);
        if start.overlap < -self.gap {
            return Finding::Apart(start.n);
        }
        let first = out.len();
        let mut touch = |found: Separation| {
            // A direction with more overlap than the start is not the one of least overlap.
            if found.overlap > start.overlap + EQUAL * self.size() {
                return None;
            }
            match self.points(found, out) {
                Finding::Unknown => {
                    out.truncate(first);
                    None
                }
                found => Some(found),
            }
        };
        let by_face = self.by_face(near);
        if let Some(found) = by_face.and_then(&mut touch) {
            return found;
        }
        let facing = self.facing(near, (start.overlap + self.gap).max(0.0) + AROUND * self.size());
        let by_edges = self.by_edges(near, &facing);
        let found = by_edges.and_then(&mut touch);
        let found = found.or_else(|| self.by_edge(near, &facing).and_then(&mut touch));
        if let Some(found) = found.or_else(|| touch(self.by_descent(near))) {
            return found;
        }
        let Some(on_j) = nearest else { return Finding::Unknown };
        let least = [by_face, by_edges].into_iter().flatten().fold(start, |best, other| self.better(other, best));
        match self.points(least, out) {
            Finding::Unknown => {
                let Separation { n, overlap } = least;
                out.push(ManifoldPoint { n, on_i: on_j - n * overlap, on_j, overlap, feature: 0 });
                Finding::Complete
            }
            found => found,
        }
    }

    /// The face normal of either body near the direction `near` along which the bodies overlap least.
    fn by_face(&self, near: &Vec3) -> Option<Separation> {
        let [i, j] = &self.at;
        let of_i = self.features[0].normals().map(|normal| -(i.q * normal));
        let of_j = self.features[1].normals().map(|normal| j.q * normal);
        let normals = of_i.chain(of_j).filter(|n| n.dot(near) > NEAR);
        self.least(normals)
    }

    /// The direction among `normals` along which the bodies overlap least.
    fn least(&self, normals: impl Iterator<Item = Vec3>) -> Option<Separation> {
        normals.map(|n| self.along(n)).reduce(|best, other| self.better(best, other))
    }

    /// The normal of two edges, one of each body, near the direction `near` along which the bodies overlap least;
    /// `facing`: the features to consider.
    fn by_edges(&self, near: &Vec3, facing: &[Facing; 2]) -> Option<Separation> {
        let directions = |k: usize| facing[k].edges.iter().map(|([a, b], _)| (b - a).normalize());
        let crossed = directions(0).flat_map(|a| directions(1).filter_map(move |b| a.cross(&b).try_normalize(ALONG)));
        let towards = crossed.map(|n| if n.dot(near) < 0.0 { -n } else { n });
        self.least(towards.filter(|n| n.dot(near) > NEAR))
    }

    /// The normal across an edge of one body, near the direction `near`, along which the other body, a curved surface
    /// or a corner, overlaps least.
    fn by_edge(&self, near: &Vec3, facing: &[Facing; 2]) -> Option<Separation> {
        let edges = |k: usize| facing[k].edges.iter().filter_map(move |(edge, _)| self.across_edge(k, edge, near));
        self.least(edges(0).chain(edges(1)))
    }

    /// The direction across an edge of body k along which the other body overlaps least: it is parallel to the line
    /// from the edge to the other body's farthest point along it.
    fn across_edge(&self, k: usize, edge: &[Vec3; 2], near: &Vec3) -> Option<Vec3> {
        let e = (edge[1] - edge[0]).try_normalize(0.0)?;
        let first = (near - e * e.dot(near)).try_normalize(0.0).filter(|n| n.dot(near) > NEAR)?;
        let side = e.cross(&first);
        let q = self.features[k].on_edge(&self.at[k], edge);
        let n = |angle: f64| {
            let (sine, cosine) = libm::sincos(angle);
            first * cosine + side * sine
        };
        let slope = |angle: f64| {
            let n = n(angle);
            let from = match k {
                0 => self.at[1].support(&n) - q,
                _ => q - self.at[0].support(&-n),
            };
            e.cross(&n).dot(&from)
        };
        root(slope).map(n)
    }

    /// The direction near `near` of least overlap of two smooth surfaces, by Newton's method.
    fn by_descent(&self, near: &Vec3) -> Separation {
        let [i, j] = &self.at;
        self.along(descend(i, j, &(i.x - j.x), *near))
    }

    /// The separation with the smaller overlap; `first` if the two are equal.
    fn better(&self, first: Separation, other: Separation) -> Separation {
        if other.overlap < first.overlap - EQUAL * self.size() { other } else { first }
    }

    fn facing(&self, n: &Vec3, band: f64) -> [Facing; 2] {
        [self.features[0].facing(&self.at[0], &-n, band), self.features[1].facing(&self.at[1], n, band)]
    }

    /// Appends the points that touch along one normal.
    pub(crate) fn points(&self, along: Separation, out: &mut Vec<ManifoldPoint>) -> Finding {
        let Separation { n, overlap } = along;
        if overlap < -self.gap {
            return Finding::Apart(n);
        }
        let size = self.size();
        let facing = self.facing(&n, overlap + self.gap + EQUAL * size);
        let mut found = Points { n, size, gap: self.gap, out, first: 0 };
        found.first = found.out.len();
        found.corners(&facing);
        found.edges(&facing);
        found.rims(&facing);
        // NaN if there are no points: the comparison below then fails.
        let deepest = largest(found.out[found.first..].iter().map(|point| point.overlap));
        let slack: f64 = facing.iter().map(Facing::slack).sum();
        if deepest >= overlap - EQUAL * size - slack { Finding::Complete } else { Finding::Unknown }
    }
}

/// The zero near 0 of an increasing function of an angle, rad, by regula falsi (Illinois); `None` if there is none
/// within [`WIDEST`].
fn root(f: impl Fn(f64) -> f64) -> Option<f64> {
    let at_zero = f(0.0);
    if at_zero == 0.0 {
        return Some(0.0);
    }
    let side = -at_zero.signum();
    let mut far = (side * FIRST_STEP, f(side * FIRST_STEP));
    let mut near = (0.0, at_zero);
    while far.1 * at_zero > 0.0 {
        near = far;
        let next = 4.0 * far.0;
        if next.abs() > WIDEST {
            return None;
        }
        far = (next, f(next));
    }
    for _ in 0..60 {
        let angle = (near.0 * far.1 - far.0 * near.1) / (far.1 - near.1);
        let value = f(angle);
        if value == 0.0 || !angle.is_finite() || angle == near.0 || angle == far.0 {
            return angle.is_finite().then_some(angle);
        }
        if value * far.1 < 0.0 {
            near = far;
        } else {
            near.1 *= 0.5;
        }
        far = (angle, value);
        if (far.0 - near.0).abs() < 1e-16 {
            break;
        }
    }
    Some(far.0)
}

/// Collects the contact points along the normal `n` in `out`, from index `first`.
struct Points<'a> {
    n: Vec3,
    size: f64,
    gap: f64,
    out: &'a mut Vec<ManifoldPoint>,
    first: usize,
}

/// Kind of a contact point, stored in the upper bits of its feature number.
#[derive(Clone, Copy)]
enum FeatureKind {
    CornerOfI = 1,
    CornerOfJ = 2,
    Edges = 3,
    EndOfI = 4,
    EndOfJ = 5,
    RimOfI = 6,
    RimOfJ = 7,
    Rims = 8,
}

/// True if a contact point is a corner of body `k` (0 for i, 1 for j), wherever it lies on the other body; also for the single
/// point of a smooth body, which has no kind.
pub fn is_of_body_alone(feature: u32, k: usize) -> bool {
    let corner = if k == 0 { FeatureKind::CornerOfI } else { FeatureKind::CornerOfJ };
    let kind = feature >> 28;
    kind == 0 || kind == corner as u32
}

fn feature(kind: FeatureKind, i: u32, j: u32) -> u32 {
    (kind as u32) << 28 | (i & 0x3fff) << 14 | j & 0x3fff
}

impl Points<'_> {
    /// Adds a point on the surface of body i if it is within the gap and no other point is there.
    fn add(&mut self, on_i: Vec3, overlap: f64, feature: u32) {
        if overlap < -self.gap {
            return;
        }
        let n = self.n;
        let is_here = |point: &ManifoldPoint| {
            let between = point.on_i - on_i;
            across(&n, &between).norm() < SAME * self.size
        };
        if !self.out[self.first..].iter().any(is_here) {
            self.out.push(ManifoldPoint { n, on_i, on_j: on_i + n * overlap, overlap, feature });
        }
    }

    /// Adds the corners of each body that lie above faces of the other.
    fn corners(&mut self, [i, j]: &[Facing; 2]) {
        let tolerance = EDGE_TOLERANCE * self.size;
        for (p, number) in &i.corners {
            if let Some(height) = j.height_over(p, tolerance) {
                self.add(*p, height - self.n.dot(p), feature(FeatureKind::CornerOfI, *number, 0));
            }
        }
        for (p, number) in &j.corners {
            if let Some(height) = i.height_over(p, tolerance) {
                let overlap = height + self.n.dot(p);
                self.add(p - self.n * overlap, overlap, feature(FeatureKind::CornerOfJ, 0, *number));
            }
        }
    }

    /// Adds the points where edges cross, or the ends of the length they share where they lie along each other.
    fn edges(&mut self, [i, j]: &[Facing; 2]) {
        let is_round = i.is_round || j.is_round;
        for (a, number_i) in &i.edges {
            for (b, number_j) in &j.edges {
                let ([u, v], w) = ([a[1] - a[0], b[1] - b[0]], b[0] - a[0]);
                let [long, wide] = [u, v].map(|edge| self.n.cross(&edge).norm());
                let sine = self.n.dot(&u.cross(&v));
                if sine.abs() > if is_round { ALONG } else { PARALLEL } * long * wide {
                    let (s, t) = (self.n.dot(&w.cross(&v)) / sine, self.n.dot(&w.cross(&u)) / sine);
                    let is_on = |part: f64, length: f64| {
                        let tolerance = EDGE_TOLERANCE * self.size / length;
                        (-tolerance..=1.0 + tolerance).contains(&part)
                    };
                    if is_on(s, long) && is_on(t, wide) {
                        let (p, q) = (a[0] + u * s, b[0] + v * t);
                        self.add(p, self.n.dot(&(q - p)), feature(FeatureKind::Edges, *number_i, *number_j));
                    }
                } else if is_round {
                    self.ends([a, b], [*number_i, *number_j]);
                }
            }
        }
    }

    /// Adds the ends of the length that two nearly parallel lines share.
    fn ends(&mut self, [a, b]: [&[Vec3; 2]; 2], [i, j]: [u32; 2]) {
        let max_distance = ALONG * self.size;
        let n = self.n;
        // The point of a line opposite `p`, if the two are within `max_distance` across the normal.
        let point_across = |p: &Vec3, [from, to]: &[Vec3; 2]| {
            let (along, to_p) = (across(&n, &(to - from)), across(&n, &(p - from)));
            let s = along.dot(&to_p) / along.norm_squared();
            let length = along.norm();
            let is_within = (-EDGE_TOLERANCE * self.size..=length + EDGE_TOLERANCE * self.size).contains(&(s * length));
            (is_within && (to_p - along * s).norm() <= max_distance).then(|| from + (to - from) * s)
        };
        let of_i = a.map(|p| point_across(&p, b).map(|q| (p, n.dot(&(q - p)))));
        let of_j = b.map(|q| point_across(&q, a).map(|p| (p, n.dot(&(q - p)))));
        for (kind, found) in [(FeatureKind::EndOfI, of_i), (FeatureKind::EndOfJ, of_j)] {
            for (end, at) in (0..).zip(found) {
                if let Some((p, overlap)) = at {
                    self.add(p, overlap, feature(kind, i << 1 | end, j));
                }
            }
        }
    }

    /// Adds the points where rims cross edges and other rims.
    fn rims(&mut self, [i, j]: &[Facing; 2]) {
        let n = self.n;
        if let Some(rim) = &i.rim {
            for (edge, number) in &j.edges {
                for (root, (p, q)) in (0..).zip(rim.crossings(&n, edge, EDGE_TOLERANCE * self.size)) {
                    self.add(p, n.dot(&(q - p)), feature(FeatureKind::RimOfI, root, *number));
                }
            }
        }
        if let Some(rim) = &j.rim {
            for (edge, number) in &i.edges {
                for (root, (q, p)) in (0..).zip(rim.crossings(&n, edge, EDGE_TOLERANCE * self.size)) {
                    self.add(p, n.dot(&(q - p)), feature(FeatureKind::RimOfJ, *number, root));
                }
            }
        }
        if let (Some(a), Some(b)) = (&i.rim, &j.rim) {
            for (root, p) in (0..).zip(a.meets(b, &n, EDGE_TOLERANCE * self.size)) {
                let up = b.n.dot(&(b.centre - p)) / b.n.dot(&n);
                self.add(p, up, feature(FeatureKind::Rims, root, 0));
            }
        }
    }
}

impl Rim {
    /// The points of the rim and of an edge that lie opposite each other along `n`: pairs (rim, edge).
    fn crossings(&self, n: &Vec3, [from, to]: &[Vec3; 2], tolerance: f64) -> Vec<(Vec3, Vec3)> {
        // The flat end is nearly normal to n, so its rim projects along n to a circle.
        let (along, apart) = (across(n, &(to - from)), across(n, &(from - self.centre)));
        let (a, b, c) = (along.norm_squared(), along.dot(&apart), apart.norm_squared() - self.radius * self.radius);
        let square = b * b - a * c;
        // An edge that only touches the circle cuts nothing off.
        let touching = 2.0 * tolerance * self.radius * a;
        if square < touching || a == 0.0 {
            return Vec::new();
        }
        let margin = tolerance / a.sqrt();
        let roots = [-1.0, 1.0].map(|sign| (sign * square.sqrt() - b) / a);
        let at = |s: &f64| {
            let q = from + (to - from) * *s;
            (q + n * (self.n.dot(&(self.centre - q)) / self.n.dot(n)), q)
        };
        roots.iter().filter(|s| (-margin..=1.0 + margin).contains(*s)).map(at).collect()
    }

    /// The points of this rim that lie opposite points of another rim along `n`.
    fn meets(&self, other: &Self, n: &Vec3, tolerance: f64) -> Vec<Vec3> {
        let between = across(n, &(other.centre - self.centre));
        let far = between.norm();
        // One circle lies inside the other, or the two are equal.
        if far + self.radius - other.radius <= tolerance || far + other.radius - self.radius <= tolerance {
            return Vec::new();
        }
        let along = (far * far + self.radius * self.radius - other.radius * other.radius) / (2.0 * far);
        let square = self.radius * self.radius - along * along;
        if square < 2.0 * tolerance * self.radius {
            return Vec::new();
        }
        let (u, v) = (between / far, n.cross(&between) / far);
        let at = |sign: f64| {
            let p = self.centre + u * along + v * (sign * square.sqrt());
            p + n * (self.n.dot(&(self.centre - p)) / self.n.dot(n))
        };
        vec![at(-1.0), at(1.0)]
    }
}
