//! Drawings of bodies at selected times of a run: from the side, or in parallel projection.

use super::panels::{Curve, Legend, Panel};
use crate::trace::{StudyError, moving_body, moving_body_is_i, on_plane};
use std::f64::consts::TAU;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// A polyline.
type SketchPoints = Vec<(f64, f64)>;

/// Colour index of each part of a drawing.
const BALL: usize = 5;
const BODY_FRAME: usize = 1;
const CONTACT_FRAME: usize = 2;
const VELOCITY: usize = 0;
const FRICTION: usize = 3;
/// Length drawn for 1 N and for 1 m/s, m.
const PER_NEWTON: f64 = 0.025;
const PER_SPEED: f64 = 0.3;

/// The states of a scene at `times`, s, in ascending order.
pub fn states(scene: &Scene, times: &[f64]) -> Result<Vec<State>, StudyError> {
    let mut simulation = Simulation::new(scene);
    let state = |time: &f64| {
        let last = (time / scene.dt).round() as u64;
        simulation.steps(last.saturating_sub(simulation.step_count()));
        match simulation.stopped() {
            Some(why) => Err(StudyError::new(&scene.title, why)),
            None => Ok(simulation.state()),
        }
    };
    times.iter().map(state).collect()
}

/// A closed line: `at` over one turn, angle in rad.
pub fn closed(at: impl Fn(f64) -> (f64, f64)) -> SketchPoints {
    (0..=72).map(|k| at(f64::from(k) * TAU / 72.0)).collect()
}

/// An arrow with an open head.
pub fn arrow(from: (f64, f64), to: (f64, f64)) -> SketchPoints {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let barb = |turn: f64| {
        let (sin, cos) = turn.sin_cos();
        (to.0 - 0.16 * (cos * x - sin * y), to.1 - 0.16 * (sin * x + cos * y))
    };
    vec![from, to, barb(0.45), to, barb(-0.45)]
}

/// A parallel projection.
pub struct Viewpoint {
    /// World direction to the right in the picture, a unit vector.
    pub right: Vec3,
    /// World direction upwards in the picture, a unit vector.
    pub up: Vec3,
}

impl Viewpoint {
    /// The view from a direction: degrees from +x towards +y, and degrees above the horizon.
    pub fn from(azimuth: f64, elevation: f64) -> Self {
        let ((sin, cos), (high, low)) = (azimuth.to_radians().sin_cos(), elevation.to_radians().sin_cos());
        Self { right: Vec3::new(-sin, cos, 0.0), up: Vec3::new(-high * cos, -high * sin, low) }
    }

    fn at(&self, x: &Vec3) -> (f64, f64) {
        (self.right.dot(x), self.up.dot(x))
    }

    fn arrow(&self, name: &str, colour: usize, from: &Vec3, along: &Vec3) -> Curve {
        Curve::new(name, arrow(self.at(from), self.at(&(from + along)))).styled(colour, 0)
    }

    /// The front half of the ellipse with semi-axes `a` and `b`.
    fn front(&self, centre: &Vec3, a: &Vec3, b: &Vec3) -> SketchPoints {
        let towards = self.right.cross(&self.up);
        let at = |angle: f64| a * angle.cos() + b * angle.sin();
        // The ellipse becomes visible where the depth a·t cos φ + b·t sin φ turns positive: a quarter turn before its
        // maximum.
        let nearest = b.dot(&towards).atan2(a.dot(&towards));
        (-18..=18).map(|k| self.at(&(centre + at(nearest + f64::from(k) * TAU / 72.0)))).collect()
    }

    /// The moving ball on its plane, with its body axes and the contact frame, the velocity of its centre and the
    /// friction force on it, in a square of side `side`, m, around the world point `middle`.
    pub fn ball(&self, state: &State, middle: &Vec3, side: f64) -> Panel {
        let mut curves = Vec::new();
        let (Some(body), Some(contact)) = (moving_body(state), state.contacts.first()) else { return Panel::default() };
        let radius = body.shape.size();
        let [x, y] = [Vec3::x(), Vec3::y()].map(|e| laid_on_plane(state, &e) * (0.36 * side));
        let foot = laid_on_plane(state, &Vec3::new(0.0, 0.0, on_plane(state, &contact.touch.c).z));
        let edge = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let plane = edge.map(|(a, b)| self.at(&(foot + x * a + y * b))).to_vec();
        curves.push(Curve::new("", plane).styled(BALL, 0));
        let outline = closed(|angle| self.at(&(body.x + (self.right * angle.cos() + self.up * angle.sin()) * radius)));
        curves.push(Curve::new("", outline).styled(BALL, 0));
        let axes = [Vec3::x(), Vec3::y(), Vec3::z()].map(|e| body.q * e * radius);
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            curves.push(Curve::new("", self.front(&body.x, &axes[a], &axes[b])).styled(BALL, 2));
        }
        curves.extend(axes.iter().map(|axis| self.arrow("axes of the ball", BODY_FRAME, &body.x, axis)));
        let frame = &contact.frame.now;
        let c = &contact.touch.c;
        let own = [frame.n, frame.u, frame.w].map(|e| e * (0.8 * radius));
        curves.extend(own.iter().map(|axis| self.arrow("contact frame n, u, w", CONTACT_FRAME, c, axis)));
        let force = contact.loads.friction_on_j * if moving_body_is_i(state, contact) { -1.0 } else { 1.0 };
        for (name, colour, from, along) in
            [("velocity", VELOCITY, &body.x, body.v * PER_SPEED), ("friction force", FRICTION, c, force * PER_NEWTON)]
        {
            if along.norm() > 0.02 * radius {
                curves.push(self.arrow(name, colour, from, &along));
            }
        }
        let ((x, y), half) = (self.at(middle), 0.5 * side);
        let (x_range, y_range) = (Some((x - half, x + half)), Some((y - half, y + half)));
        Panel { curves, x_range, y_range, legend: Legend::Off, equal: true, bare: true, ..Panel::default() }
    }
}

/// Transforms a vector from the axes of the fixed plane to world axes: the transpose of [`on_plane`].
fn laid_on_plane(state: &State, v: &Vec3) -> Vec3 {
    let rows = [Vec3::x(), Vec3::y(), Vec3::z()].map(|e| on_plane(state, &e));
    Vec3::new(rows[0].dot(v), rows[1].dot(v), rows[2].dot(v))
}
