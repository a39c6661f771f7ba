//! The limit of a contact's friction as a curve with the load on it: the ellipse of slide forces along and across a grain,
//! and the limit surface of slide force and spin torque. Geometry only; painted elsewhere.

use crate::draw::overlay::items::{Role, TraceLine};
use crate::draw::text::format::{number, quantity};
use std::f64::consts::{FRAC_PI_2, TAU};
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::limit::anisotropy::LimitEllipse;
use stickslip_engine::laws::friction::limit::limit_surface::LimitSurface;
use stickslip_engine::laws::{Vec2, Vec3};
use stickslip_engine::observe::quantity::cone;
use stickslip_engine::observe::state::ContactView;

/// Number of segments of a closed curve, and of a quarter of one.
const SEGMENTS: i32 = 64;
const QUARTER: i32 = 32;
/// Strokes of a grain on each side of the contact point; their distance and half length, in body sizes.
const STROKES: i32 = 2;
const STROKE_DISTANCE: f64 = 0.12;
const STROKE_LENGTH: f64 = 0.5;

/// A limit and the load within it; both in the units of the axes.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitDiagram {
    /// Points of the limit.
    pub rim: Vec<Vec2>,
    /// The load.
    pub load: Vec2,
    /// Largest values of both axes.
    pub ends: [f64; 2],
    /// Symbols of the axes.
    pub axes: [&'static str; 2],
    /// Units of the axes.
    pub units: [&'static str; 2],
    /// Stick or slip.
    pub mode: Mode,
}

/// The ellipse of the slide force of a contact with a grain, N, components (u, w), in its present mode; `None` without a
/// grain.
pub fn ellipse(contact: &ContactView) -> Option<LimitEllipse> {
    ellipse_in(contact, contact.slide.0.mode)
}

/// The static and the kinetic ellipse of the slide deflection of a spring contact with a grain, m.
pub fn deflections(contact: &ContactView) -> Option<[Vec<Vec2>; 2]> {
    let stiffness = contact.normal.derived.slide.stiffness;
    let curve = |mode| Some(rim(&ellipse_in(contact, mode)?).into_iter().map(|point| point / stiffness).collect());
    if stiffness > 0.0 { Some([curve(Mode::Stick)?, curve(Mode::Slip)?]) } else { None }
}

/// The square |F_u′| + |F_w′| ≤ `limit` along the tangents that the engine of an imported contact tells, as a closed line,
/// components (u, w); `None` if it tells none.
pub fn pyramid(contact: &ContactView, limit: f64) -> Option<Vec<Vec2>> {
    let angle = contact.angle_of_told_tangent()?;
    let corner = |k: i32| {
        let (sin, cos) = (angle + f64::from(k) * FRAC_PI_2).sin_cos();
        Vec2::new(cos, sin) * limit
    };
    Some((0..=4).map(corner).collect())
}

fn ellipse_in(contact: &ContactView, mode: Mode) -> Option<LimitEllipse> {
    let (friction, along) = (&contact.law.friction, contact.grain?);
    let across = friction.across?;
    let slips = mode == Mode::Slip;
    let (one, two) = match contact.law.normal.is_rigid() {
        true => (cone(contact)[0], across.mu_k),
        false if slips => (friction.mu_k, across.mu_k),
        false => (friction.mu_s, across.mu_s),
    };
    // The spring of a law with its own coefficient has the limit along the grain.
    let caps = contact.normal.derived.slide.thresholds();
    let limit = if caps == [0.0; 2] { one * contact.normal.n } else { caps[usize::from(slips)] };
    Some(LimitEllipse { along, axes: [limit, two * contact.normal.n], rule: across.rule })
}

impl LimitDiagram {
    /// The limit of slide force and spin torque of a contact in which they limit each other, with the load; `None` if
    /// they do not, or without spin friction.
    pub fn of_surface(contact: &ContactView) -> Option<Self> {
        let surface = contact.law.friction.limit;
        if surface == LimitSurface::Independent {
            return None;
        }
        let slips = contact.slide.0.mode == Mode::Slip;
        let [force, torque] = match contact.law.normal.is_rigid() {
            true => {
                let [mu, _, sigma] = cone(contact);
                [mu * contact.normal.n, sigma * contact.normal.n]
            }
            false => {
                let derived = &contact.normal.derived;
                [derived.slide, derived.spin].map(|spring| spring.thresholds()[usize::from(slips)])
            }
        };
        if !(force > 0.0 && torque > 0.0) {
            return None;
        }
        let point = |k: i32| {
            let [f, t] = surface.loads(FRAC_PI_2 * f64::from(k) / f64::from(QUARTER));
            Vec2::new(f * force, t * torque)
        };
        Some(Self {
            rim: (0..=QUARTER).map(point).collect(),
            load: Vec2::new(contact.slide.0.load().norm(), contact.spin.0.load().abs()),
            ends: [force, torque],
            axes: ["|F|", "|T|"],
            units: ["N", "N·m"],
            mode: contact.slide.0.mode,
        })
    }

    /// The load in the units of the axes' ends.
    pub fn place(&self) -> Vec2 {
        Vec2::new(over(self.load.x, self.ends[0]), over(self.load.y, self.ends[1]))
    }

    /// The rim in the units of the axes' ends.
    pub fn rim_places(&self) -> Vec<Vec2> {
        self.rim.iter().map(|point| Vec2::new(over(point.x, self.ends[0]), over(point.y, self.ends[1]))).collect()
    }

    /// Load and limit in words.
    pub fn describe(&self) -> String {
        let [a, b] = [(self.load.x, 0), (self.load.y, 1)].map(|(value, k)| {
            format!("{} = {} of {}", self.axes[k], quantity(value, self.units[k]), number(self.ends[k]))
        });
        format!("{a}, {b}: {}", self.mode.verb())
    }
}

fn over(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Points of an ellipse.
pub fn rim(limit: &LimitEllipse) -> Vec<Vec2> {
    let at = |k: i32| TAU * f64::from(k) / f64::from(SEGMENTS);
    let point = |k: i32| limit.vector([limit.axes[0] * libm::cos(at(k)), limit.axes[1] * libm::sin(at(k))]);
    (0..=SEGMENTS).map(point).collect()
}

/// The grain around the contact point, a few thin strokes, and the ellipse of the largest friction force at the scale of
/// the friction arrow, `metres` a newton: while the contact slips, the arrow ends on it. Empty without a grain.
pub fn grain_lines(contact: &ContactView, metres: f64, size: f64) -> Vec<TraceLine> {
    let Some(limit) = ellipse(contact) else { return Vec::new() };
    let (c, frame) = (contact.touch.c, &contact.frame.now);
    let at = |parts: [f64; 2]| c + frame.to_world(&limit.vector(parts));
    let line = |points: Vec<Vec3>| TraceLine { points, role: Role::Contact };
    let mut lines: Vec<TraceLine> = (-STROKES..=STROKES)
        .map(|k| {
            let aside = f64::from(k) * STROKE_DISTANCE * size;
            line([-1.0, 1.0].map(|end| at([end * STROKE_LENGTH * size, aside])).to_vec())
        })
        .collect();
    let rim = rim(&limit).iter().map(|point| c + frame.to_world(point) * metres).collect();
    lines.push(TraceLine { points: rim, role: Role::Friction });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    fn after(name: &str, steps: u64) -> Vec<ContactView> {
        let text = stickslip_lab::builtin::text(name).expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse(name, text).expect("no fault"));
        simulation.steps(steps);
        simulation.state().contacts
    }

    /// While a block slides across the grain, its load lies on the ellipse: half axes 0.6 N and 0.2 N along x and y.
    #[test]
    fn a_load_across_the_grain_lies_on_its_ellipse() {
        for contact in after("across-the-grain", 500) {
            assert_eq!(contact.slide.0.mode, Mode::Slip);
            let force = contact.frame.now.to_world(&contact.slide.0.load());
            let n = contact.normal.n;
            let gauge = libm::hypot(force.x / (0.6 * n), force.y / (0.2 * n));
            assert!((gauge - 1.0).abs() < 1e-9, "{gauge}");
            for point in rim(&ellipse(&contact).expect("a grain")) {
                let world = contact.frame.now.to_world(&point);
                assert!((libm::hypot(world.x / 0.6, world.y / 0.2) / n - 1.0).abs() < 1e-9);
            }
            let lines = grain_lines(&contact, 0.01, 0.1);
            // The strokes run along x; the arrow ends on the ellipse.
            for stroke in &lines[..5] {
                let along = stroke.points[1] - stroke.points[0];
                assert!((along.x.abs() - 0.1).abs() < 1e-12 && along.y.abs() < 1e-12, "{along}");
            }
            let tip = contact.touch.c + force * 0.01;
            let far = |point: &Vec3| (point - tip).norm();
            let nearest = lines[5].points.iter().map(far).fold(f64::INFINITY, |a, b| if b < a { b } else { a });
            assert!(nearest < 0.01 * 0.6 * n * TAU / f64::from(SEGMENTS), "{nearest}");
            assert_eq!(LimitDiagram::of_surface(&contact), None);
        }
    }

    /// A puck that slides and spins has its load on the curve of its limit, but for independent limits, which have none.
    #[test]
    fn a_load_of_a_puck_lies_on_its_limit() {
        let contacts = after("puck", 1000);
        assert_eq!(contacts.len(), 4);
        for (k, contact) in contacts.iter().enumerate() {
            assert_eq!(ellipse(contact), None);
            let curve = LimitDiagram::of_surface(contact);
            let Some(curve) = curve else {
                assert_eq!(k, 3, "the last is independent");
                continue;
            };
            let place = curve.place();
            let near = curve.rim_places().windows(2).any(|two| {
                let (a, b) = (two[1] - two[0], place - two[0]);
                let part = b.dot(&a) / a.norm_squared();
                (-0.01..1.01).contains(&part) && (b - a * part).norm() < 1e-3
            });
            assert!(near, "{k}: {place} of {curve:?}");
            assert!(curve.describe().contains("slips"), "{}", curve.describe());
        }
    }
}
