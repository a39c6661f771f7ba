//! Pairs under the overlap-area law: prisms that move in one plane, and planes.

use crate::laws::Vec3;
use crate::laws::contact::ContactPoint;
use crate::laws::extremes::{larger, largest};
use crate::laws::number::both;
use crate::laws::overlap_area::{AreaSpring, length};
use crate::laws::{Rotation, Vec2};
use crate::scene::{Motion, NormalLaw};
use crate::shapes::Shape;
use crate::shapes::outline::{MotionPlane, Outline};
use crate::shapes::overlap::{Clipper, Common, Overlap, common_extent, equivalent_radius};
use crate::world::body::Pose;
use crate::world::contact::ContactLine;
use fearless_simd::{Level, Simd, dispatch};

/// A prism as seen by other bodies in its plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PrismKind {
    /// Radius of the circle with the same area as its polygon, m.
    radius: f64,
    /// The normal of its plane of motion, if its motion defines one; otherwise its own axis at the start.
    axis: Vec3,
    /// True if its motion defines the plane.
    is_planar: bool,
    /// Position of its centre, and half its length, m.
    middle: Vec3,
    half_height: f64,
    /// Largest distance of its points from its centre, m.
    reach: f64,
}

impl PrismKind {
    /// The prism data of a body at the start of a run; `None` for other shapes. It is constant as long as the body
    /// stays in its plane.
    pub(in crate::step) fn of(shape: &Shape, motion: &Motion, home: &Pose) -> Option<Self> {
        let prism = shape.prism()?;
        let (axis, is_planar) = match motion {
            Motion::Planar(axis) | Motion::Spinning(axis) => (*axis, true),
            _ => (home.q * Vec3::z(), false),
        };
        let radius = equivalent_radius(prism.area());
        let reach = largest(prism.polygon.iter().map(|corner| corner.norm()));
        Some(Self { radius, axis, is_planar, middle: home.x, half_height: prism.half_height, reach })
    }

    /// The axis across the plane in which two bodies move, of which one at least is a prism.
    fn common_axis(both: [Option<&Self>; 2]) -> Option<Vec3> {
        let both = || both.into_iter().flatten();
        both().find(|prism| prism.is_planar).or_else(|| both().next()).map(|prism| prism.axis)
    }

    /// Whether the circles about two polygons come within `skin`, m; `between`: from one centre to the other, m.
    pub(in crate::step) fn comes_near(&self, other: &Self, between: &Vec3, skin: f64) -> bool {
        let reach = self.reach + other.reach + skin;
        Self::common_axis([Some(self), Some(other)]).is_none_or(|a| across(&a, between) <= reach * reach)
    }

    /// Coordinates of both ends along a direction, m.
    fn ends(&self, along: &Vec3) -> [f64; 2] {
        let middle = self.middle.dot(along);
        [middle - self.half_height, middle + self.half_height]
    }
}

/// Constants of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AreaPair {
    /// The plane in which they move.
    pub plane: MotionPlane,
    /// Constants of the law.
    pub spring: AreaSpring,
    /// Rocking is damped relative to the angular velocity of the partners.
    pub follows: bool,
    /// Outlines of i and j in that plane, in the table of contacts.
    pub outlines: [u32; 2],
    /// Square of the centre distance beyond which the bodies cannot touch, m²; infinite with a plane.
    reach_squared: f64,
}

impl AreaPair {
    /// True of two prisms that do not touch whichever way they are turned; `between`: from one centre to the other, m.
    pub(super) fn are_apart(&self, between: &Vec3) -> bool {
        self.spring.stiffness == 0.0 || across(&self.plane.a, between) > self.reach_squared
    }

    /// `None` under another law, or where neither body is a prism. `mass`: m_eff, kg.
    pub(super) fn of(
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
            reach_squared: reach * reach,
        })
    }
}

/// The square of a distance across a unit vector, m².
fn across(a: &Vec3, between: &Vec3) -> f64 {
    let along = a.dot(between);
    between.norm_squared() - along * along
}

/// The outline of a body in a plane in which it has pairs.
#[derive(Clone, Debug)]
pub struct BodyOutline {
    /// The body's index in the list of bodies.
    pub(super) row: u32,
    pub(super) plane: MotionPlane,
    shape: Shape,
    outline: Outline,
}

impl BodyOutline {
    /// `None` for a body that is neither a prism nor a plane.
    pub(super) fn of(row: u32, shape: &Shape, plane: MotionPlane) -> Option<Self> {
        Some(Self { row, plane, shape: shape.clone(), outline: Outline::of(shape)? })
    }

    /// Orients it as its body.
    pub(super) fn turn(&mut self, level: Level, q: &Rotation) {
        let Self { outline, shape, plane, .. } = self;
        dispatch!(level, simd => outline.turn(simd, shape, q, plane));
    }
}

/// An edge that separated two outlines: of body i or j, with its number.
pub(super) type PartingEdge = (usize, usize);

/// What two bodies have in common.
pub(super) enum PrismTouch {
    Apart,
    Contact(ContactPoint, ContactLine),
    /// One body is inside the other.
    Inside,
}

/// The contact of two bodies, with the mean depth A/b as its overlap, and the contact line; `between`: from the centre of
/// i to that of j, m. Mean depths of up to `least`, m, do not count. `parting`: the edge that separated them last, which
/// is tested first.
pub(super) fn find(
    (level, clipper): (Level, &mut Clipper),
    area: &AreaPair,
    outlines: &[BodyOutline],
    (between, least): (&Vec3, f64),
    parting: &mut Option<PartingEdge>,
) -> PrismTouch {
    let [Some(i), Some(j)] = area.outlines.map(|at| outlines.get(at as usize)) else { return PrismTouch::Apart };
    let (both, between) = ([&i.outline, &j.outline], area.plane.flat(between));
    let found = dispatch!(level, simd => common(simd, clipper, both, &between, (&area.plane, parting)));
    match found {
        Common::Nothing => PrismTouch::Apart,
        Common::Inside => PrismTouch::Inside,
        Common::Overlap(Overlap { area: size, width, n, arms, ends }) => {
            let depth = size / width;
            if depth <= least {
                return PrismTouch::Apart;
            }
            let (half, spring) = (n * (0.5 * depth), &area.spring);
            let line = ContactLine {
                width,
                ends: ends.map(Into::into),
                elastic: spring.constants(width)[0] * depth,
                stored: spring.stored(size, n.dot(&ends[0]).abs()),
            };
            PrismTouch::Contact(ContactPoint::on_surfaces(n, depth, [arms[0] - half, arms[1] + half]), line)
        }
    }
}

#[inline(always)]
fn common<S: Simd>(
    simd: S,
    clipper: &mut Clipper,
    outlines: [&Outline; 2],
    between: &Vec2,
    (plane, parting): (&MotionPlane, &mut Option<PartingEdge>),
) -> Common {
    let towards = both(
        #[inline(always)]
        |k| if k == 0 { *between } else { -between },
    );
    if let Some((k, edge)) = *parting
        && outlines[k].separates(simd, edge, outlines[1 - k], &towards[k])
    {
        return Common::Nothing;
    }
    let found = clipper.overlap(simd, outlines, between, plane);
    *parting = None;
    if found == Common::Nothing {
        *parting = (0..2).find_map(
            #[inline(always)]
            |k| outlines[k].separating(simd, outlines[1 - k], &towards[k]).map(|edge| (k, edge)),
        );
    }
    found
}
