//! Lines over the bodies: the trail of the contact point on each of them, the Hertz contact patch, the curvature along
//! the path. Pure functions of states, like the draw list.

use super::draw_list::Role;
use crate::laws::Vec3;
use crate::record::state::{ContactState, State};
use bevy::prelude::Resource;
use std::collections::VecDeque;

/// A line through points, m, world.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its points.
    pub points: Vec<Vec3>,
    /// Meaning.
    pub role: Role,
}

/// So many trails are kept; the oldest goes first.
const MOST_TRAILS: usize = 24;
/// Points of a trail.
const LONGEST_TRAIL: usize = 2000;
/// A new point is kept when the contact point has moved so far, as a part of the smaller body's size.
const GRAIN: f64 = 0.01;

/// The paths of contact points over the surfaces of their bodies so far, in the bodies' own axes.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Trails(VecDeque<Trail>);

#[derive(Clone, Debug, PartialEq)]
struct Trail {
    contact: bevy_ecs::entity::Entity,
    bodies: [usize; 2],
    grain: f64,
    points: [VecDeque<Vec3>; 2],
}

impl Trails {
    /// Takes in the contacts of a state.
    pub fn push(&mut self, state: &State) {
        if state.contacts.len() > MOST_TRAILS {
            return;
        }
        for contact in &state.contacts {
            let here = [contact.paths.from_i, contact.paths.from_j];
            match self.0.iter_mut().find(|trail| trail.contact == contact.entity) {
                Some(trail) => trail.extend(&here),
                None => self.begin(state, contact, here),
            }
        }
    }

    fn begin(&mut self, state: &State, contact: &ContactState, here: [Vec3; 2]) {
        let bodies = [contact.pair.key.i as usize, contact.pair.key.j as usize];
        let sizes = bodies.map(|k| state.bodies.get(k).map_or(f64::INFINITY, |body| body.shape.size()));
        let grain = GRAIN * sizes[0].min(sizes[1]);
        let points = here.map(|p| VecDeque::from([p]));
        self.0.push_back(Trail { contact: contact.entity, bodies, grain, points });
        if self.0.len() > MOST_TRAILS {
            self.0.pop_front();
        }
    }

    /// The trails where the bodies are now.
    pub fn lines(&self, state: &State) -> Vec<Line> {
        let line = |body: usize, points: &VecDeque<Vec3>| {
            let body = state.bodies.get(body).filter(|_| points.len() > 1)?;
            Some(Line { points: points.iter().map(|p| body.x + body.q * p).collect(), role: Role::Contact })
        };
        let both = |trail: &Trail| [0, 1].map(|side| line(trail.bodies[side], &trail.points[side]));
        self.0.iter().flat_map(both).flatten().collect()
    }
}

impl Trail {
    fn extend(&mut self, here: &[Vec3; 2]) {
        for (points, p) in self.points.iter_mut().zip(here) {
            if points.back().is_none_or(|last| (p - last).norm() > self.grain) {
                points.push_back(*p);
                if points.len() > LONGEST_TRAIL {
                    points.pop_front();
                }
            }
        }
    }
}

/// The rim of the Hertz contact patch, radius a; `None` where a is not known.
pub fn patch(contact: &ContactState) -> Option<Line> {
    let (frame, a) = (&contact.frame.now, contact.normal.patch);
    let point = |k: i32| {
        let angle = std::f64::consts::TAU * f64::from(k) / 48.0;
        contact.touch.c + (frame.u * angle.cos() + frame.w * angle.sin()) * a
    };
    (a > 0.0).then(|| Line { points: (0..=48).map(point).collect(), role: Role::Normal })
}

/// The circles of curvature of both surfaces along the paths of the contact point, 1 rad to either side; flat sides have
/// none.
pub fn curvature(contact: &ContactState) -> Vec<Line> {
    let (frame, paths) = (&contact.frame.now, &contact.paths);
    let sides = [(paths.kappa_i, paths.p_i, frame.n), (paths.kappa_j, paths.p_j, -frame.n)];
    let circle = |(kappa, path, inward): (f64, crate::laws::Vec2, Vec3)| {
        let along = frame.to_world(&path).try_normalize(0.0).unwrap_or(frame.u);
        let radius = 1.0 / kappa;
        let point = |k: i32| {
            let angle = f64::from(k) / 16.0;
            contact.touch.c + inward * (radius * (1.0 - angle.cos())) + along * (radius * angle.sin())
        };
        (kappa != 0.0).then(|| Line { points: (-16..=16).map(point).collect(), role: Role::Normal })
    };
    sides.into_iter().filter_map(circle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, builtin};
    use crate::sim::Simulation;

    fn at(name: &str, steps: u64) -> (Trails, State) {
        let text = builtin::text(name).expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse(name, text).expect("no fault"));
        let mut trails = Trails::default();
        for _ in 0..steps {
            simulation.step();
            trails.push(&simulation.state());
        }
        (trails, simulation.state())
    }

    /// The ball on 35° rolls up and back within 0.2 s: its trails end at the contact point on both bodies, to the grain.
    #[test]
    fn trails_end_at_the_contact_point() {
        let (trails, state) = at("sphere-up-35", 2000);
        let lines = trails.lines(&state);
        assert_eq!(lines.len(), 2);
        for line in lines {
            let end = line.points.last().expect("points");
            assert!((end - state.contacts[0].touch.c).norm() <= 2.0 * GRAIN * 0.2);
        }
    }

    /// The patch has the Hertz radius a = 5.639e-5 m of a steel ball of 20 mm (reference value of section 4.4).
    #[test]
    fn the_patch_has_the_hertz_radius() {
        let (_, state) = at("hertz-spin-steel-20mm", 2);
        let rim = patch(&state.contacts[0]).expect("a patch");
        let a = (rim.points[0] - state.contacts[0].touch.c).norm();
        assert!((a - 5.638961181154567e-5).abs() < 1e-12, "{a}");
    }

    /// The circle of curvature of a ball of 0.2 m lies on the ball.
    #[test]
    fn the_circle_of_curvature_lies_on_the_ball() {
        let (_, state) = at("sphere-up-35", 10);
        let lines = curvature(&state.contacts[0]);
        assert_eq!(lines.len(), 1, "the plane has none");
        for p in &lines[0].points {
            assert!(((p - state.bodies[1].x).norm() - 0.2).abs() < 1e-9);
        }
    }
}
