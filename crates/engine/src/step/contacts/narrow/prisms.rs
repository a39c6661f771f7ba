//! Pairs under the overlap-area law: prisms that move in one plane, and planes.

use crate::laws::Vec3;
use crate::laws::friction::contact::ContactPoint;
use crate::laws::friction::normal::overlap_area::{AreaSpring, length};
use crate::laws::math::extremes::larger;
use crate::laws::math::number::both;
use crate::laws::math::turning::Turn;
use crate::laws::{Rotation, Vec2};
use crate::scene::{Motion, NormalLaw};
use crate::shapes::Shape;
use crate::shapes::crossing::BoundingEdges;
use crate::shapes::outline::{MotionPlane, Outline};
use crate::shapes::overlap::{Common, Overlap, OverlapFinder, common_extent, equivalent_radius};
use crate::world::body::Pose;
use crate::world::contact::ContactLine;
use fearless_simd::Simd;
use std::sync::Arc;

/// Data of a prism for contacts in its plane of motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PrismKind {
    /// Radius of the circle with the same area as its polygon, m.
    radius: f64,
    /// Unit normal of the plane of motion, if the motion type defines one; otherwise the prism's axis at the start.
    /// World.
    axis: Vec3,
    /// True if the motion type defines the plane.
    is_planar: bool,
    /// Centre at the start, world, and half the length of the prism, m.
    middle: Vec3,
    half_height: f64,
    /// Largest distance of the polygon's points from the centre, m.
    reach: f64,
}

impl PrismKind {
    /// The prism data of a body at the start of a run; `None` for other shapes. The data are constant as long as the
    /// body stays in its plane.
    pub(in crate::step) fn new(shape: &Shape, motion: &Motion, initial_pose: &Pose) -> Option<Self> {
        let prism = shape.prism()?;
        let (axis, is_planar) = match motion {
            Motion::Planar(axis) | Motion::Spinning(axis) => (*axis, true),
            _ => (initial_pose.q * Vec3::z(), false),
        };
        let radius = equivalent_radius(prism.area());
        Some(Self {
            radius,
            axis,
            is_planar,
            middle: initial_pose.x,
            half_height: prism.half_height,
            reach: prism.reach(),
        })
    }

    /// Unit normal of the plane in which two bodies move; `None` if neither is a prism.
    fn common_axis(both: [Option<&Self>; 2]) -> Option<Vec3> {
        let both = || both.into_iter().flatten();
        both().find(|prism| prism.is_planar).or_else(|| both().next()).map(|prism| prism.axis)
    }

    /// True if the circumscribed circles of two polygons come within `skin`, m; `between`: vector from one centre to
    /// the other, m, world.
    pub(in crate::step) fn comes_near(&self, other: &Self, between: &Vec3, skin: f64) -> bool {
        let reach = self.reach + other.reach + skin;
        Self::common_axis([Some(self), Some(other)]).is_none_or(|a| across(&a, between) <= reach * reach)
    }

    /// Coordinates of both ends of the prism along a unit vector, m.
    fn ends(&self, along: &Vec3) -> [f64; 2] {
        let middle = self.middle.dot(along);
        [middle - self.half_height, middle + self.half_height]
    }
}

/// Constants of a pair under the overlap-area law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AreaPair {
    /// Plane in which the bodies move.
    pub plane: MotionPlane,
    /// Constants of the law.
    pub spring: AreaSpring,
    /// True if rocking is damped relative to the angular velocity of the partners.
    pub follows: bool,
    /// Indices of the outlines of i and j in the table of contacts.
    pub outlines: [u32; 2],
    /// Centre distance in the plane beyond which the bodies cannot touch, m; infinite with a plane.
    reach: f64,
}

impl AreaPair {
    /// Constants of a pair of two prisms, or of a prism and a plane; `None` for other shapes or under another law.
    /// `mass`: m_eff, kg.
    pub(in crate::step::contacts) fn new(
        law: &NormalLaw,
        (prisms, is_plane): ([Option<&PrismKind>; 2], [bool; 2]),
        moves: [bool; 2],
        mass: f64,
    ) -> Option<Self> {
        let NormalLaw::OverlapArea { young, damping, length: given, rotation } = *law else { return None };
        let both = || prisms.into_iter().flatten();
        if !(0..2).all(|k| prisms[k].is_some() || is_plane[k]) {
            return None;
        }
        let a = PrismKind::common_axis(prisms)?;
        let extent = common_extent(prisms.map(|prism| prism.map(|prism| prism.ends(&a))));
        let reach =
            both().map(|prism| prism.reach).sum::<f64>() + if prisms.contains(&None) { f64::INFINITY } else { 0.0 };
        let radius = |k: usize| prisms[k].filter(|_| moves[k]).map(|prism| prism.radius);
        let length = given.unwrap_or_else(|| length([radius(0), radius(1)]));
        let spring =
            AreaSpring::new([young, damping, rotation.map_or(0.0, |r| r.damping)], larger(extent, 0.0), mass, length);
        Some(Self {
            plane: MotionPlane::across(&a),
            outlines: [u32::MAX; 2],
            spring,
            follows: rotation.is_some_and(|r| r.follow),
            reach,
        })
    }
}

/// Squared length of the part of `between` perpendicular to the unit vector `a`, m².
fn across(a: &Vec3, between: &Vec3) -> f64 {
    let along = a.dot(between);
    between.norm_squared() - along * along
}

/// Outline of a body in the plane of motion of its pairs.
#[derive(Clone, Debug)]
pub struct BodyOutline {
    /// The body's index in the list of bodies.
    pub(in crate::step::contacts) row: u32,
    pub(in crate::step::contacts) plane: MotionPlane,
    shape: Shape,
    outline: Outline,
    /// The body's centre in the plane, m.
    centre: Vec2,
}

impl BodyOutline {
    /// The outline of a body in `plane`; `None` for a body that is neither a prism nor a plane. `x`: centre of the
    /// body, m, world.
    pub(in crate::step::contacts) fn new(row: u32, shape: &Shape, plane: MotionPlane, x: &Vec3) -> Option<Self> {
        let outline = Outline::from_shape(shape)?;
        Some(Self { row, plane, shape: shape.clone(), outline, centre: plane.flat(x) })
    }

    /// True if the outline is that of this shape (of the same polyhedron in memory) in this plane.
    pub(in crate::step::contacts) fn is_of(&self, shape: &Shape, plane: &MotionPlane) -> bool {
        let is_same = match (&self.shape, shape) {
            (Shape::Polyhedron(one), Shape::Polyhedron(other)) => Arc::ptr_eq(one, other),
            (one, other) => *one == Shape::Plane && *other == Shape::Plane,
        };
        is_same && self.plane == *plane
    }

    /// Moves the outline to the pose of its body: centre `x`, m, orientation `q`, reached by the rotation `turn`.
    /// Returns an upper bound on the distance by which its points have moved, m.
    pub(in crate::step::contacts) fn place(&mut self, (x, q): (&Vec3, &Rotation), turn: &Turn) -> f64 {
        let Self { outline, shape, plane, centre, .. } = self;
        outline.turn(shape, q, plane);
        let last = std::mem::replace(centre, plane.flat(x));
        let sine = turn.sine.dot(turn.sine).sqrt();
        (*centre - last).norm() + if sine == 0.0 { 0.0 } else { 2.0 * sine * outline.reach }
    }
}

/// How far a pair of bodies is from touching: two outlines that are apart cannot touch before their points have moved
/// by the gap between them, and need no test until then.
#[derive(Clone, Copy, Debug)]
pub struct Clearance {
    /// Indices of the outlines of i and j in the table of contacts.
    outlines: [u32; 2],
    /// Sum of the travels of both outlines from which the bodies may touch, m; −∞ for a pair that is tested in every
    /// step.
    until: f64,
}

/// Smallest gap that lets tests be omitted, as a fraction of the smaller body's size; smaller gaps may be rounding.
const ROUNDING: f64 = 1e-9;
/// Fraction of a gap that the bodies may travel before the next test.
const SAFE: f64 = 0.99;

impl Clearance {
    /// Clearance of a pair that has not been tested yet.
    pub(in crate::step::contacts) fn unknown(area: Option<&AreaPair>) -> Self {
        Self { outlines: area.map_or([u32::MAX; 2], |area| area.outlines), until: f64::NEG_INFINITY }
    }

    /// Sum of the travels of both outlines, m; `None` if a body has no outline.
    #[inline(always)]
    fn travel(&self, travels: &[f64]) -> Option<f64> {
        let [i, j] = self.outlines;
        Some(travels.get(i as usize)? + travels.get(j as usize)?)
    }

    /// True if the bodies may touch, so that the pair must be tested.
    #[inline(always)]
    pub(in crate::step::contacts) fn is_due(&self, travels: &[f64]) -> bool {
        !self.travel(travels).is_some_and(|travel| travel < self.until)
    }

    /// Distance that the points of two bodies may move, summed over both, before the next test, m, after a test that
    /// found this gap, m; 0 if the pair must be tested in every step. `size`: size of the smaller body, m.
    #[inline(always)]
    pub(in crate::step::contacts) fn allowance(gap: f64, size: f64) -> f64 {
        if gap > ROUNDING * size { SAFE * gap } else { 0.0 }
    }

    /// Sets the clearance after a test; `clear`: result of [`Self::allowance`], m.
    #[inline(always)]
    pub(in crate::step::contacts) fn renew(&mut self, clear: f64, travels: &[f64]) {
        self.until = self.travel(travels).filter(|_| clear > 0.0).map_or(f64::NEG_INFINITY, |travel| travel + clear);
    }
}

/// Result of the last test of two outlines, from which the next test starts.
#[derive(Clone, Copy, Debug)]
pub(in crate::step::contacts) enum LastTest {
    /// No result that helps the next test.
    Unknown,
    /// A separating edge: 0 or 1 for body i or j, and the index of the edge.
    Parted(u32, u32),
    /// Edges that bound the overlap.
    Bounded(BoundingEdges),
}

/// Result of testing two outlines for contact.
pub(in crate::step::contacts) enum PrismTouch {
    /// No contact: the outlines are at least this far apart, m.
    Apart(f64),
    Contact(ContactPoint, ContactLine),
    /// One body is inside the other.
    Inside,
}

/// Finds the contact of two bodies, with the mean depth A/b as overlap, and the contact line. Mean depths of up to
/// `least`, m, do not count as contact. The search starts from the result of the last test; the contact does not depend
/// on that result, but a gap may, because it is measured along one of several possible directions.
#[inline(always)]
pub(in crate::step::contacts) fn find<S: Simd>(
    (simd, overlaps): (S, &mut OverlapFinder),
    area: &AreaPair,
    outlines: &[BodyOutline],
    least: f64,
    last: &mut LastTest,
) -> PrismTouch {
    let [Some(i), Some(j)] = area.outlines.map(|at| outlines.get(at as usize)) else { return PrismTouch::Apart(0.0) };
    let between = j.centre - i.centre;
    let gap = if area.spring.stiffness == 0.0 { f64::INFINITY } else { between.norm() - area.reach };
    if gap > 0.0 {
        return PrismTouch::Apart(gap);
    }
    match common(simd, overlaps, [&i.outline, &j.outline], &between, (&area.plane, last)) {
        Err(gap) => PrismTouch::Apart(gap),
        Ok(Common::Nothing) => PrismTouch::Apart(0.0),
        Ok(Common::Inside) => PrismTouch::Inside,
        Ok(Common::Overlap(Overlap { area: size, width, n, arms, ends })) => {
            let depth = size / width;
            if depth <= least {
                return PrismTouch::Apart(0.0);
            }
            let (half, spring) = (n * (0.5 * depth), &area.spring);
            let line = ContactLine {
                width,
                ends: ends.map(Into::into),
                elastic: spring.per_width()[0] * width * depth,
                stored: spring.stored(size, n.dot(&ends[0]).abs()),
            };
            PrismTouch::Contact(ContactPoint::on_surfaces(n, depth, [arms[0] - half, arms[1] + half]), line)
        }
    }
}

/// The overlap of two outlines, or the gap along a separating direction, m.
#[inline(always)]
fn common<S: Simd>(
    simd: S,
    overlaps: &mut OverlapFinder,
    outlines: [&Outline; 2],
    between: &Vec2,
    (plane, last): (&MotionPlane, &mut LastTest),
) -> Result<Common, f64> {
    let towards = both(
        #[inline(always)]
        |k| if k == 0 { *between } else { -between },
    );
    let mut edges = None;
    match *last {
        LastTest::Unknown => {}
        LastTest::Parted(k, edge) => {
            let k = k as usize;
            let gap = outlines[k].gap(simd, edge as usize, outlines[1 - k], &towards[k]);
            if gap > 0.0 {
                return Err(gap);
            }
        }
        LastTest::Bounded(last) => edges = Some(last),
    }
    let found = overlaps.find(simd, outlines, between, plane, &mut edges);
    *last = edges.map_or(LastTest::Unknown, LastTest::Bounded);
    if found == Common::Nothing {
        for k in 0..2 {
            if let Some((edge, gap)) = outlines[k].separating(simd, outlines[1 - k], &towards[k]) {
                *last = LastTest::Parted(k as u32, edge as u32);
                return Err(gap);
            }
        }
    }
    Ok(found)
}
