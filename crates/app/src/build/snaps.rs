//! Places on a surface to which a body snaps: a grid, the edges of the surface, and places in line with a neighbour or against
//! it.

use stickslip_engine::laws::{Rotation, Vec2, Vec3};
use stickslip_engine::observe::state::BodyState;
use stickslip_engine::scene::{PlacedOn, place_on, surface_axes};
use stickslip_engine::shapes::Shape;

/// Distance within which an edge or a neighbour attracts, in lengths of the grid.
const ATTRACTS: f64 = 0.45;
/// Distance from the surface below which a neighbour stands on it, in lengths of the grid.
const STANDS: f64 = 0.01;

/// A body that is to be placed on a surface.
pub(super) struct Placing<'a> {
    /// What carries it.
    pub(super) carrier: &'a BodyState,
    /// Its shape.
    pub(super) shape: &'a Shape,
    /// Its rotation in the axes of the surface.
    pub(super) turn: Rotation,
    /// Unit vector against gravity, world.
    pub(super) up: Vec3,
    /// Length of the grid, m; 0 off the grid.
    pub(super) grid: f64,
}

impl Placing<'_> {
    /// Where the body is placed near a point, m, world; `others`: the bodies that may be its neighbours.
    pub(super) fn near<'b>(&self, point: &Vec3, others: impl Iterator<Item = &'b BodyState>) -> Option<PlacedOn> {
        let on_grid = self.place(point, self.grid)?;
        let free = self.place(point, 0.0).filter(|_| self.grid > 0.0);
        let axes = surface_axes((&self.carrier.shape, self.carrier.x, self.carrier.q), &self.up);
        let Some((free, axes)) = free.zip(axes) else { return Some(on_grid) };
        let own = [0, 1].map(|k| half_width(self.shape, &free.rotation, &(axes * Vec3::ith(k, 1.0))));
        // The point of the surface at `at` = 0.
        let height = free.position - axes * Vec3::new(free.at.x, free.at.y, 0.0);
        let origin = height - axes * Vec3::z() * lowest(self.shape, &free.rotation, &(axes * Vec3::z()));
        let surface = SnapSurface { axes, origin };
        let neighbours: Vec<BodyBeside> =
            others.filter_map(|other| surface.neighbour(other, STANDS * self.grid)).collect();
        let mut at = on_grid.at;
        let mut is_attracted = false;
        for k in [0, 1] {
            let edge = self.edge(&surface, k);
            let across = 1 - k;
            let at_edges = edge.into_iter().flat_map(|edge| [edge - own[k], own[k] - edge]);
            let beside =
                neighbours.iter().filter(|n| (n.at[across] - free.at[across]).abs() < n.half[across] + own[across]);
            let against = beside.flat_map(|n| [-1.0, 1.0].map(|side| n.at[k] + side * (n.half[k] + own[k])));
            let in_line = neighbours.iter().map(|n| n.at[k]);
            let nearest = at_edges
                .chain(against)
                .chain(in_line)
                .filter(|place| (place - free.at[k]).abs() <= ATTRACTS * self.grid)
                .min_by(|a, b| (a - free.at[k]).abs().total_cmp(&(b - free.at[k]).abs()));
            if let Some(nearest) = nearest {
                (at[k], is_attracted) = (nearest, true);
            }
            // It does not hang over an edge of a surface that has room for it.
            if let Some(room) = edge.map(|edge| edge - own[k]).filter(|room| *room >= 0.0 && at[k].abs() > *room) {
                (at[k], is_attracted) = (room.copysign(at[k]), true);
            }
        }
        let there = is_attracted.then(|| self.place(&surface.point(&at), 0.0));
        Some(there.flatten().unwrap_or(on_grid))
    }

    fn place(&self, point: &Vec3, grid: f64) -> Option<PlacedOn> {
        let carrier = (&self.carrier.shape, self.carrier.x, self.carrier.q);
        place_on(carrier, (self.shape, self.turn), point, &self.up, grid)
    }

    /// Distance of the edge of a box from the middle of its surface along this axis of it, m.
    fn edge(&self, surface: &SnapSurface, k: usize) -> Option<f64> {
        let is_box = matches!(self.carrier.shape, Shape::Box { .. });
        is_box.then(|| half_width(&self.carrier.shape, &self.carrier.q, &(surface.axes * Vec3::ith(k, 1.0))))
    }
}

/// A surface: its axes, to the world, and the point of it at `at` = 0, m.
struct SnapSurface {
    axes: Rotation,
    origin: Vec3,
}

/// A body that stands on the surface: its place on it and its half-widths along its axes, m.
struct BodyBeside {
    at: Vec2,
    half: [f64; 2],
}

impl SnapSurface {
    fn point(&self, at: &Vec2) -> Vec3 {
        self.origin + self.axes * Vec3::new(at.x, at.y, 0.0)
    }

    /// A body of finite size as a neighbour, if it stands on the surface to within `tolerance`, m.
    fn neighbour(&self, body: &BodyState, tolerance: f64) -> Option<BodyBeside> {
        crate::draw::scale::extent(&body.shape)?;
        let local = self.axes.inverse() * (body.x - self.origin);
        let gap = local.z - lowest(&body.shape, &body.q, &(self.axes * Vec3::z()));
        let half = [0, 1].map(|k| half_width(&body.shape, &body.q, &(self.axes * Vec3::ith(k, 1.0))));
        (gap.abs() <= tolerance).then_some(BodyBeside { at: local.xy(), half })
    }
}

/// Distance of the farthest point of a body from its centre, m, along a unit vector in the world. `q`: body to world.
pub(super) fn half_width(shape: &Shape, q: &Rotation, along: &Vec3) -> f64 {
    let local = q.inverse() * along;
    shape.support(&local).dot(&local)
}

/// Height of the centre of a body above its lowest point, m; `up`: unit, world.
fn lowest(shape: &Shape, q: &Rotation, up: &Vec3) -> f64 {
    half_width(shape, q, &-up)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    /// Bodies on a shelf of 2 m × 1 m, in units of `s` m: a box of half-width 0.1 at (0.3, 0.2).
    fn shelf(s: f64, degrees: f64) -> Vec<BodyState> {
        let text = format!(
            "Scene(schema: 1, title: \"t\", gravity: (0.0, 0.0, -9.81), normal: Hooke(k_n: 1e12), friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5),
             time: (dt: 1e-8, duration: 1.0), bodies: [
               (name: \"shelf\", shape: Box(half_extents: ({:?}, {:?}, {:?})), motion: Fixed, position: (0.7, -0.2, 0.4),
                rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: {degrees:?})),
               (name: \"box\", shape: Box(half_extents: ({:?}, {:?}, {:?})), mass: 1.0,
                on: (surface: \"shelf\", at: ({:?}, {:?})))])",
            s, 0.5 * s, 0.05 * s, 0.1 * s, 0.1 * s, 0.1 * s, 0.3 * s, 0.2 * s
        );
        let scene = Scene::parse("t", &text).unwrap_or_else(|f| panic!("{:?}", f.lines().collect::<Vec<_>>()));
        Simulation::new(&scene).state().bodies
    }

    /// Where a ball of half-width 0.05 is placed near (x, y), in units of `s` m.
    fn placed(s: f64, degrees: f64, [x, y]: [f64; 2], grid: f64) -> Vec2 {
        let bodies = shelf(s, degrees);
        let q = bodies[0].q;
        let placing = Placing {
            carrier: &bodies[0],
            shape: &Shape::Sphere { radius: 0.05 * s },
            turn: Rotation::identity(),
            up: Vec3::z(),
            grid: grid * s,
        };
        let point = bodies[0].x + q * (Vec3::new(x, y, 0.05) * s);
        placing.near(&point, bodies.iter().skip(1)).expect("a place").at / s
    }

    /// Close to an edge a body ends at it, close to a neighbour it touches it or stands in line with it, and else on the grid;
    /// off the grid it stands at the point. The same in every size, level and tilted.
    #[test]
    fn edges_and_neighbours_attract() {
        for (s, degrees) in [(1.0, 0.0), (1e-6, 0.0), (1e3, 0.0), (1.0, 25.0)] {
            for (near, grid, expected) in [
                ([0.97, -0.31], 0.05, [0.95, -0.3]),
                ([-0.938, -0.42], 0.05, [-0.95, -0.4]),
                ([0.462, 0.19], 0.05, [0.45, 0.2]),
                ([0.141, 0.21], 0.05, [0.15, 0.2]),
                ([0.31, -0.11], 0.05, [0.3, -0.1]),
                ([0.327, -0.22], 0.07, [0.3, -0.21]),
                ([0.327, -0.22], 0.0, [0.327, -0.22]),
            ] {
                let at = placed(s, degrees, near, grid);
                let off = (at - Vec2::from(expected)).norm();
                assert!(off < 1e-9, "{s} m, {degrees}°, near {near:?}: {at:?}");
            }
        }
    }
}
