//! Arrow scales: a bar represents a round value (1, 2, 5 times a power of ten) that fits the scene and stays steady.

use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::observe::quantity::component;
use stickslip_engine::observe::state::{BodyState, ContactView, State};
use stickslip_engine::shapes::Shape;

/// Acceleration that stands for gravity where there is none, m/s².
const USUAL_GRAVITY: f64 = 9.81;

/// Size of an acceleration of gravity, m/s²; that on earth where there is none.
pub fn gravity_or_usual(gravity: &Vec3) -> f64 {
    let size = gravity.norm();
    if size > 0.0 { size } else { USUAL_GRAVITY }
}

/// Unit vector against gravity, world; z without gravity.
pub fn up(state: &State) -> Vec3 {
    stickslip_engine::laws::unit(&-state.gravity, 0.0).unwrap_or_else(Vec3::z)
}

/// The value of one bar of length [`Scales::length`] for each quantity; 0 while unknown.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Scales {
    /// Length of the bar, m.
    pub length: f64,
    /// Size of a typical moving body, m.
    pub body: f64,
    /// Force, N.
    pub force: f64,
    /// Normal force, N.
    pub normal: f64,
    /// Roll torque, N·m.
    pub roll: f64,
    /// Spin torque, N·m.
    pub spin: f64,
    /// Velocity, m/s.
    pub velocity: f64,
    /// Angular velocity, rad/s.
    pub turning: f64,
}

/// A body that takes longer than this time to travel its own size counts as not moving, s.
const SLOW: f64 = 20.0;

/// Maximum length of an arrow, bars, before the value of a bar is raised.
const MAX_ARROW_BARS: f64 = 2.6;
/// Minimum length of the arrow of a limit, bars, before the value of a bar is lowered.
const MIN_LIMIT_BARS: f64 = 0.2;
/// Minimum normal force, relative to the largest weight, at which the bar of a load is lowered: a contact that is just
/// opening must not be magnified.
const MIN_LOADED: f64 = 0.05;

impl Scales {
    /// The scales for a state, given the previous ones: a value is raised if an arrow would become too long.
    ///
    /// The bars of loads follow the present limits down again, so that an impact does not hide the loads after it. A
    /// limit does not fall as a body comes to rest, hence its friction visibly fades. All other bars are never lowered.
    ///
    /// If `calm`, a speed too small to be seen as motion sets no scale, so that creep or deformation by some
    /// micrometres gets no arrow.
    pub fn fit(state: &State, before: &Scales, calm: bool) -> Scales {
        let body = scene_size(state);
        let contacts = &state.contacts;
        let speed = largest(moving(state).map(|b| b.v.norm()));
        let speed = if calm && speed < body / SLOW { 0.0 } else { speed };
        let turning = largest(moving(state).map(|b| b.w.norm()));
        let normal = largest(contacts.iter().map(|c| c.normal.n));
        let weight = state.gravity.norm() * largest(moving(state).map(|b| b.mass.mass));
        let is_loaded = weight > 0.0 && normal >= MIN_LOADED * weight;
        let limit = |k: usize| largest(contacts.iter().map(|c| component(c, k).limits[0]));
        let load = |before: f64, value: f64, limit: f64| {
            if is_loaded { lowered(grown(before, value), value, limit) } else { grown(before, value) }
        };
        Scales {
            length: bar(state.bodies.len()) * body,
            body,
            force: load(before.force, largest(contacts.iter().map(force_cap)), limit(0)),
            normal: load(before.normal, normal, normal),
            roll: load(before.roll, largest(contacts.iter().map(roll_cap)), limit(1).max(limit(2))),
            spin: load(before.spin, largest(contacts.iter().map(spin_cap)), limit(3)),
            velocity: grown(before.velocity, speed),
            turning: grown(before.turning, turning),
        }
    }

    /// `vector` as an arrow, m, with `bar` as the value of one bar; zero while `bar` is unknown.
    pub fn arrow(&self, vector: &Vec3, bar: f64) -> Vec3 {
        if bar > 0.0 { vector * (self.length / bar) } else { Vec3::zeros() }
    }
}

/// Bar length in body sizes; it grows with the number of bodies in a many-body scene, so that arrows stay visible.
fn bar(bodies: usize) -> f64 {
    if is_many_body(bodies) { (0.2 * (bodies as f64).cbrt()).max(1.6) } else { 0.8 }
}

/// The largest of 1, 2, 5 times a power of ten that does not exceed `value`.
pub fn round_below(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 0.0;
    }
    let decade = 10f64.powf((value * (1.0 + 1e-9)).log10().floor());
    let lead = value / decade;
    let step = [5.0, 2.0, 1.0].into_iter().find(|s| lead * (1.0 + 1e-9) >= *s);
    decade * step.unwrap_or(1.0)
}

fn grown(before: f64, value: f64) -> f64 {
    if value < 1e-9 {
        before
    } else if before <= 0.0 || value > MAX_ARROW_BARS * before {
        round_below(value)
    } else {
        before
    }
}

/// The bar for the largest present `value` of a load: lower than before if an arrow of its `limit` would be too short;
/// unchanged if the load has no limit, because it may fade to zero.
fn lowered(before: f64, value: f64, limit: f64) -> f64 {
    if limit > 0.0 && value < MIN_LIMIT_BARS * before { round_below(value) } else { before }
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.filter(|v| v.is_finite()).fold(0.0, f64::max)
}

/// Limit of a contact's friction force, N; the present force under laws without a limit.
pub fn force_cap(contact: &ContactView) -> f64 {
    cap(contact, 0, contact.loads.friction_on_j.norm())
}

/// Limit of a contact's roll torque, the larger of both bodies, N·m; the present torque under laws without a limit.
pub fn roll_cap(contact: &ContactView) -> f64 {
    let loads = &contact.loads;
    cap(contact, 1, loads.roll_on_i().norm()).max(cap(contact, 2, loads.roll_on_j().norm()))
}

/// Limit of a contact's spin torque, N·m; the present torque under laws without a limit.
pub fn spin_cap(contact: &ContactView) -> f64 {
    cap(contact, 3, contact.loads.spin_on_i.norm())
}

/// The static limit of the k-th component; the present load under laws without a limit.
fn cap(contact: &ContactView, k: usize, load: f64) -> f64 {
    let [cap, _] = component(contact, k).limits;
    if cap > 0.0 { cap } else { load }
}

/// The bodies that move under forces.
pub fn moving(state: &State) -> impl Iterator<Item = &BodyState> {
    state.bodies.iter().filter(|body| moves(body))
}

/// True for a body that moves under forces.
pub fn moves(body: &BodyState) -> bool {
    body.mass.mass.is_finite() && !matches!(body.motion, stickslip_engine::scene::Motion::Fixed)
}

/// Half the largest extent of a shape, m; `None` for an unbounded shape.
pub fn extent(shape: &Shape) -> Option<f64> {
    match shape {
        Shape::Plane | Shape::Bowl { .. } | Shape::Tube { .. } => None,
        Shape::Sphere { radius } | Shape::Disk { radius, .. } => Some(*radius),
        Shape::Ellipsoid { semi_axes, .. } => Some(semi_axes.max()),
        Shape::Cylinder { radius, half_height } => Some(radius.max(*half_height)),
        Shape::Capsule { radius, half_height } => Some(radius + half_height),
        Shape::Box { half_extents } => Some(half_extents.max()),
        Shape::Polyhedron(solid) => Some(largest(solid.points.iter().map(|p| p.norm()))),
    }
}

/// Half the extents of a shape along its own axes, m; `None` for an unbounded shape. A disk counts as a ball.
pub fn half_extents(shape: &Shape) -> Option<Vec3> {
    match shape {
        Shape::Ellipsoid { semi_axes, .. } => Some(*semi_axes),
        Shape::Box { half_extents } => Some(*half_extents),
        Shape::Cylinder { radius, half_height } => Some(Vec3::new(*radius, *radius, *half_height)),
        Shape::Capsule { radius, half_height } => Some(Vec3::new(*radius, *radius, radius + half_height)),
        Shape::Polyhedron(solid) => Some(solid.points.iter().fold(Vec3::zeros(), |half, point| half.sup(&point.abs()))),
        Shape::Plane | Shape::Sphere { .. } | Shape::Disk { .. } | Shape::Bowl { .. } | Shape::Tube { .. } => {
            extent(shape).map(Vec3::repeat)
        }
    }
}

/// Median extent of the moving bodies, m; of all bodies if none moves; 1 m if all are unbounded.
pub fn scene_size(state: &State) -> f64 {
    let mut sizes: Vec<f64> = moving(state).filter_map(|b| extent(&b.shape)).collect();
    if sizes.is_empty() {
        sizes = state.bodies.iter().filter_map(|b| extent(&b.shape)).collect();
    }
    let middle = sizes.len() / 2;
    let median = (!sizes.is_empty()).then(|| *sizes.select_nth_unstable_by(middle, f64::total_cmp).1);
    median.filter(|size| *size > 0.0).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    #[test]
    fn bars_have_round_values() {
        for (value, bar) in [(8.027, 5.0), (10.0, 10.0), (0.19, 0.1), (0.2, 0.2), (1.999, 1.0), (1e5, 1e5)] {
            assert!((round_below(value) - bar).abs() < 1e-9 * bar, "{value}");
        }
        assert_eq!(round_below(0.0), 0.0);
    }

    #[test]
    fn a_bar_grows_when_an_arrow_is_too_long_and_stays_when_it_shrinks() {
        let bar = grown(0.0, 0.5);
        assert_eq!(bar, 0.5);
        assert_eq!(grown(bar, 1.2), 0.5);
        assert_eq!(grown(bar, 1.4), 1.0);
        assert_eq!(grown(bar, 1e-4), 0.5);
        assert_eq!(grown(bar, 0.0), 0.5);
    }

    /// A ball falls on the floor with an impact of many times its weight. At rest, the arrow of its friction limit
    /// μ_s N has at least a fifth of the bar again; while it leaves the floor, the bar stays.
    #[test]
    fn an_impact_leaves_later_friction_visible() {
        let text = "Scene(schema: 1, title: \"t\", time: (dt: 1e-4, duration: 2.0), gravity: (0.0, 0.0, -9.81),
             friction: (mu_s: 0.5, mu_k: 0.4, k_e: 1e5), normal: Hooke(k_n: 1e6, damping: Ratio(0.5)), bodies: [
             (name: \"ground\", shape: Plane),
             (name: \"ball\", shape: Sphere(radius: 0.05), mass: 1.0, position: (0.0, 0.0, 0.6))])";
        let mut simulation = Simulation::new(&Scene::parse("t", text).expect("no fault"));
        let (mut scales, mut highest) = (Scales::default(), 0.0_f64);
        for _ in 0..4000 {
            simulation.steps(5);
            scales = Scales::fit(&simulation.state(), &scales, false);
            highest = highest.max(scales.force);
        }
        let state = simulation.state();
        let limit = largest(state.contacts.iter().map(force_cap));
        assert!((limit - 0.5 * 9.81).abs() < 0.05, "it rests: {limit}");
        assert!(highest > limit / MIN_LIMIT_BARS, "no impact was shown: {highest}");
        let bars = limit / scales.force;
        assert!((MIN_LIMIT_BARS..=MAX_ARROW_BARS).contains(&bars), "{bars} bars of {} N", scales.force);
        let mut opening = state;
        opening.contacts.iter_mut().for_each(|contact| contact.normal.n = 1e-6);
        assert_eq!(Scales::fit(&opening, &scales, false).force, scales.force);
    }

    /// Without a limit a load may fade to zero, so its bar stays.
    #[test]
    fn a_bar_is_lowered_for_a_limit_only() {
        assert_eq!([lowered(100.0, 4.9, 4.9), lowered(100.0, 4.9, 0.0), lowered(10.0, 4.9, 4.9)], [2.0, 100.0, 10.0]);
    }
}
