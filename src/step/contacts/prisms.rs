//! Pairs under the overlap-area law: prisms that move in one plane, and planes.

use crate::laws::Vec3;
use crate::laws::contact::ContactPoint;
use crate::laws::extremes::{larger, largest};
use crate::laws::overlap_area::{AreaSpring, length};
use crate::scene::{Motion, NormalLaw};
use crate::shapes::Shape;
use crate::shapes::overlap::{Clipper, Common, MotionPlane, Oriented, Overlap, common_extent, equivalent_radius};
use crate::world::body::Pose;
use crate::world::contact::ContactLine;
use std::cell::RefCell;

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

thread_local! {
    /// Scratch space for clipping.
    static CLIPPER: RefCell<Clipper> = RefCell::default();
}

/// The contact of two bodies, with the mean depth A/b as its overlap, and the contact line. Mean depths of up to
/// `least`, m, do not count. `Err`: one body is inside the other.
pub(super) fn find(
    area: &AreaPair,
    [i, j]: [&Oriented; 2],
    least: f64,
) -> Result<Option<(ContactPoint, ContactLine)>, ()> {
    let spring = &area.spring;
    match CLIPPER.with_borrow_mut(|clipper| clipper.overlap(i, j, &area.plane)) {
        Common::Nothing => Ok(None),
        Common::Inside => Err(()),
        Common::Overlap(Overlap { area, width, n, arms, ends }) => {
            let depth = area / width;
            if depth <= least {
                return Ok(None);
            }
            let surfaces = [arms[0] - n * (0.5 * depth), arms[1] + n * (0.5 * depth)];
            let elastic = spring.constants(width)[0] * depth;
            let line = ContactLine {
                width,
                ends: ends.map(Into::into),
                elastic,
                stored: spring.stored(area, n.dot(&ends[0]).abs()),
            };
            Ok(Some((ContactPoint::on_surfaces(n, depth, surfaces), line)))
        }
    }
}
