//! Extents of drawn planes: as far as the bodies reach, clipped by other planes or a tube. Walls are visible only
//! from the bodies' side, so that they hide nothing.

use crate::draw::scale::extent;
use crate::draw::space::orbit::up_axis;
use crate::draw::space::units::{Units, direction};
use bevy::ecs::prelude::Component;
use bevy::math::Vec2;
use stickslip_engine::laws::Vec3 as Metres;
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::shapes::Shape;

/// Walls are planes whose unit normal has a vertical component below this value.
const WALL: f32 = 0.5;
/// Extent of a wall, as a multiple of the bodies' extent.
pub const WALL_MARGIN: f32 = 1.1;
/// Number of corners of a round plane.
const AROUND: usize = 64;
/// Cuts that differ by less than this are considered equal, drawing units.
const SAME: f32 = 1e-2;

/// Drawn body, by its index in the scene.
#[derive(Component, Clone, Copy, Debug)]
pub struct Visual(pub usize);

/// A drawn plane and its extent.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Ground {
    /// Half the width of the plane along its x and y, cells.
    pub half: Vec2,
    /// Width of a cell, drawing units.
    pub cell: f32,
    /// Boundaries of the plane.
    pub edges: Edges,
}

/// The boundaries of a plane, in its local axes, drawing units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edges {
    /// True for a steep plane: only its front is drawn, without a grid.
    pub wall: bool,
    /// Cuts by other planes: inward unit direction, and the offset along it at which this plane begins.
    pub cuts: Vec<(Vec2, f32)>,
    /// Set if the plane closes a tube: centre and radius.
    pub round: Option<(Vec2, f32)>,
}

impl Edges {
    /// The boundaries of this plane in a state.
    pub fn from_state(plane: &BodyState, state: &State, units: &Units) -> Self {
        let normal = plane.q * Metres::z();
        let local = |v: &Metres| plane.q.inverse_transform_vector(v);
        let mut edges = Self { wall: upright(&normal, state).abs() < WALL, ..Self::default() };
        let at = |x: &Metres| units.point(&local(&(x - plane.x)));
        for other in state.bodies.iter().filter(|other| other.entity != plane.entity) {
            let axis = local(&(other.q * Metres::z()));
            match other.shape {
                Shape::Plane => {
                    let across = axis.xy().norm();
                    if across > 1e-3 {
                        let inward = Vec2::new((axis.x / across) as f32, (axis.y / across) as f32);
                        let from = axis.dot(&local(&(other.x - plane.x))) / across;
                        edges.cuts.push((inward, units.length(from)));
                    }
                }
                Shape::Tube { radius } if axis.xy().norm() < 1e-6 => {
                    edges.round = Some((at(&other.x).truncate(), units.length(radius)));
                }
                _ => {}
            }
        }
        edges
    }

    /// True if the plane is unbounded and not a wall.
    pub fn is_open(&self) -> bool {
        !self.wall && self.cuts.is_empty() && self.round.is_none()
    }

    pub fn is_near(&self, other: &Self) -> bool {
        let same_cut = |(a, b): (&(Vec2, f32), &(Vec2, f32))| (a.0 - b.0).length() < 1e-4 && (a.1 - b.1).abs() < SAME;
        let round = match (self.round, other.round) {
            (Some(a), Some(b)) => (a.0 - b.0).length() < SAME && (a.1 - b.1).abs() < SAME,
            (a, b) => a.is_none() && b.is_none(),
        };
        let cuts = self.cuts.len() == other.cuts.len() && self.cuts.iter().zip(&other.cuts).all(same_cut);
        self.wall == other.wall && round && cuts
    }
}

impl Ground {
    /// Corners of the drawn area, counter-clockwise about the normal, drawing units; empty if nothing remains.
    pub fn outline(&self) -> Vec<Vec2> {
        let half = self.half * self.cell;
        let corners = match self.edges.round {
            Some((middle, radius)) => {
                let corner = |k: usize| Vec2::from_angle(std::f32::consts::TAU * k as f32 / AROUND as f32);
                (0..AROUND).map(|k| middle + radius * corner(k)).collect()
            }
            None => vec![-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)],
        };
        self.edges.cuts.iter().fold(corners, |corners, (inward, from)| cut(&corners, *inward, *from))
    }

    /// The segment of a line that lies inside the boundaries; `None` if no part does. The boundary of a tube is
    /// ignored.
    pub fn inside(&self, mut ends: [Vec2; 2]) -> Option<[Vec2; 2]> {
        for (inward, from) in &self.edges.cuts {
            let over = ends.map(|end| end.dot(*inward) - from);
            match (over[0] < 0.0, over[1] < 0.0) {
                (true, true) => return None,
                (false, false) => {}
                (first, _) => {
                    let meet = ends[0].lerp(ends[1], over[0] / (over[0] - over[1]));
                    ends[usize::from(!first)] = meet;
                }
            }
        }
        Some(ends)
    }
}

/// Clips a convex outline with a line across `inward`, keeping the inner part (Sutherland and Hodgman 1974).
fn cut(corners: &[Vec2], inward: Vec2, from: f32) -> Vec<Vec2> {
    let over = |corner: Vec2| corner.dot(inward) - from;
    let mut left = Vec::with_capacity(corners.len() + 1);
    for (k, corner) in corners.iter().enumerate() {
        let next = corners[(k + 1) % corners.len()];
        let (here, there) = (over(*corner), over(next));
        if here >= 0.0 {
            left.push(*corner);
        }
        if (here < 0.0) != (there < 0.0) {
            left.push(corner.lerp(next, here / (here - there)));
        }
    }
    left
}

/// Width of a grid cell, drawing units: a round number of metres close to the body size, ten times as wide in a
/// many-body scene.
pub fn cell(bodies: usize, units: &Units) -> f32 {
    let bodies_wide = if is_many_body(bodies) { 12.0 } else { 1.2 };
    units.length(crate::draw::scale::round_below(bodies_wide / units.per_metre))
}

/// Component of a unit normal along the up axis of a state.
fn upright(normal: &Metres, state: &State) -> f32 {
    direction(normal).dot(up_axis(&state.gravity))
}

/// The initial ground of a plane.
pub fn ground(plane: &BodyState, state: &State, units: &Units) -> Ground {
    // Slopes are narrow, so that the edge shows their inclination.
    let level = upright(&(plane.q * Metres::z()), state) > 0.999;
    let (cell, edges) = (cell(state.bodies.len(), units), Edges::from_state(plane, state, units));
    let half = match (level, edges.wall) {
        (true, _) => Vec2::splat(8.0),
        // Walls end just above the bodies.
        (_, true) => WALL_MARGIN * reach(plane, state, units) / cell,
        (_, false) => Vec2::new(3.0, 8.0),
    };
    Ground { half, cell, edges }
}

/// Extent of the bodies along the x and y of a plane, measured from its origin, drawing units.
pub fn reach(plane: &BodyState, state: &State, units: &Units) -> Vec2 {
    let of = |body: &BodyState| {
        let size = extent(&body.shape)?;
        let local = plane.q.inverse_transform_vector(&(body.x - plane.x)).abs();
        Some(Vec2::new(units.length(local.x + 1.5 * size), units.length(local.y + 1.5 * size)))
    };
    state.bodies.iter().filter_map(of).fold(Vec2::ZERO, Vec2::max)
}

/// Half-length of a tube closed at both ends by planes, drawing units; `None` if an end is open.
pub fn closed(tube: &BodyState, state: &State, units: &Units) -> Option<f32> {
    let axis = tube.q * Metres::z();
    let ends = state.bodies.iter().filter(|body| body.shape == Shape::Plane);
    let across = ends.filter(|plane| (plane.q * Metres::z()).dot(&axis).abs() > 1.0 - 1e-9);
    let places: Vec<f64> = across.map(|plane| axis.dot(&(plane.x - tube.x))).collect();
    let both = places.iter().any(|place| *place > 0.0) && places.iter().any(|place| *place < 0.0);
    both.then(|| units.length(places.iter().map(|place| place.abs()).fold(0.0, f64::max)))
}

/// Maximum extent of the bodies along a tube, drawing units.
pub const MAX_TUBE_EXTENT: f32 = 400.0;

/// Half-length of a tube, drawing units: up to the planes that close it, or at least its radius and past its contents.
/// 0 for any other shape.
pub fn tube_half(body: &BodyState, state: &State, units: &Units) -> f32 {
    if !matches!(body.shape, Shape::Tube { .. }) {
        return 0.0;
    }
    let open = || units.length(body.shape.size()).max(1.5 * along(body, state, units));
    closed(body, state, units).unwrap_or_else(open)
}

/// Extent of a state's bodies along the z-axis of a tube, drawing units, at most [`MAX_TUBE_EXTENT`].
pub fn along(tube: &BodyState, state: &State, units: &Units) -> f32 {
    let reaches = state.bodies.iter().filter_map(|body| {
        let size = extent(&body.shape)?;
        Some(units.length(tube.q.inverse_transform_vector(&(body.x - tube.x)).z.abs() + size))
    });
    reaches.fold(0.0, f32::max).min(MAX_TUBE_EXTENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn start(name: &str) -> State {
        Simulation::new(&Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault")).state()
    }

    fn area(corners: &[Vec2]) -> f32 {
        let next = corners.iter().cycle().skip(1);
        0.5 * corners.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f32>()
    }

    /// The floor of the box is the square between its walls, 0.11 m wide; each wall has the same width, stands on the
    /// floor and faces inward.
    #[test]
    fn the_planes_of_a_box_end_at_each_other() {
        let state = start("box-settle");
        let units = Units::from_state(&state);
        let width = units.length(0.11);
        let floor = Ground { half: Vec2::splat(80.0), ..ground(&state.bodies[0], &state, &units) };
        assert!(!floor.edges.wall && !floor.edges.is_open());
        assert!((area(&floor.outline()) - width * width).abs() < 1e-3 * width * width);
        for wall in &state.bodies[1..5] {
            let drawn = Ground { half: Vec2::splat(80.0), ..ground(wall, &state, &units) };
            assert!(drawn.edges.wall, "{}", wall.name);
            let world = |corner: &Vec2| {
                let local = Metres::new(corner.x.into(), corner.y.into(), 0.0) / units.per_metre;
                wall.x + wall.q * local
            };
            let corners: Vec<Metres> = drawn.outline().iter().map(world).collect();
            assert_eq!(corners.len(), 4, "{}", wall.name);
            for corner in &corners {
                let inside = corner.iter().all(|part| *part > -1e-6) && corner.x < 0.110001 && corner.y < 0.110001;
                assert!(inside, "{}: {corner}", wall.name);
            }
            assert!(corners.iter().any(|corner| corner.z.abs() < 1e-6) && area(&drawn.outline()) > 0.0);
        }
    }

    /// The ends of the drum are discs with the tube's radius; the tube extends from one to the other.
    #[test]
    fn the_ends_of_a_drum_are_discs() {
        let state = start("drum");
        let units = Units::from_state(&state);
        let radius = units.length(0.1);
        for end in &state.bodies[1..3] {
            let disc = ground(end, &state, &units).outline();
            let whole = std::f32::consts::PI * radius * radius;
            assert!((area(&disc) - whole).abs() < 0.01 * whole, "{}", area(&disc));
        }
        let half = closed(&state.bodies[0], &state, &units).expect("closed at both ends");
        assert!((half - units.length(0.02)).abs() < 1e-4);
        let open = start("rotating-drum");
        assert_eq!(closed(&open.bodies[0], &open, &Units::from_state(&open)), None);
    }

    /// A single plane stays an uncut rectangle. Lines are clipped at the cuts.
    #[test]
    fn a_plane_alone_is_a_rectangle() {
        let state = start("sphere-up-35");
        let mut alone = ground(&state.bodies[0], &state, &Units::from_state(&state));
        assert!(alone.edges.is_open());
        assert_eq!(alone.outline().len(), 4);
        alone.edges.cuts = vec![(Vec2::X, 1.0), (-Vec2::X, -2.0)];
        let line = [Vec2::new(-3.0, 0.5), Vec2::new(3.0, 0.5)];
        assert_eq!(alone.inside(line), Some([Vec2::new(1.0, 0.5), Vec2::new(2.0, 0.5)]));
        assert_eq!(alone.inside([Vec2::ZERO, Vec2::Y]), None);
    }
}
