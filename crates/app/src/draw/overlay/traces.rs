//! Lines on the bodies: contact-point trails, the Hertz contact patch, and the curvature along the path. Pure
//! functions of states, like the draw list.

use crate::draw::overlay::items::{Role, TraceLine, is_pile};
use bevy_ecs::prelude::Resource;
use std::collections::VecDeque;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_engine::world::contact::ContactKey;

/// Maximum number of contacts at which every contact has trails.
const MAX_CONTACTS: usize = 24;
/// Maximum number of trails; the oldest is dropped first.
const MAX_TRAILS: usize = 256;
/// Maximum number of points per trail; beyond it, every other one is dropped.
const MAX_TRAIL_POINTS: usize = 2000;
/// Minimum distance between trail points, as a fraction of the smaller body's size.
const GRAIN: f64 = 0.01;

/// Paths of contact points over their bodies, in body axes. They survive a rewind, but points later than the
/// displayed state are not drawn.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Trails(VecDeque<Trail>);

#[derive(Clone, Debug, PartialEq)]
struct Trail {
    contact: ContactKey,
    /// The step at which the contact began.
    began: u64,
    grain: f64,
    /// Step, and the contact point on body i and on body j.
    points: VecDeque<(u64, [Vec3; 2])>,
}

impl Trails {
    /// True if there are so many bodies or contacts that only the selected contacts have trails.
    pub fn are_of_the_selected(state: &State) -> bool {
        is_pile(&state.bodies) || state.packing.points > MAX_CONTACTS
    }

    /// Records the contacts of a state; if there are many, only those for which `chosen` is true.
    pub fn push(&mut self, state: &State, chosen: impl Fn(&ContactKey) -> bool) {
        let many = Self::are_of_the_selected(state);
        for contact in state.contacts.iter().filter(|contact| !many || chosen(&contact.pair.key)) {
            let (key, began) = (contact.pair.key, state.step - contact.pair.age.min(state.step));
            let here = (state.step, [contact.paths.from_i, contact.paths.from_j]);
            match self.0.iter_mut().find(|trail| trail.contact == key && trail.began == began) {
                Some(trail) => trail.extend(here),
                None => self.begin(state, key, began, here),
            }
        }
    }

    /// The earliest step of all trails.
    pub fn first_step(&self) -> Option<u64> {
        self.0.iter().filter_map(|trail| trail.points.front()).map(|(step, _)| *step).min()
    }

    fn begin(&mut self, state: &State, contact: ContactKey, began: u64, here: (u64, [Vec3; 2])) {
        let size = |k: u32| state.bodies.get(k as usize).map_or(f64::INFINITY, |body| body.shape.size());
        let grain = GRAIN * size(contact.i).min(size(contact.j));
        self.0.push_back(Trail { contact, began, grain, points: VecDeque::from([here]) });
        if self.0.len() > MAX_TRAILS {
            self.0.pop_front();
        }
    }

    /// Discards points later than this step.
    pub fn cut(&mut self, step: u64) {
        self.0.retain(|trail| trail.began <= step);
        for trail in &mut self.0 {
            trail.points.retain(|(at, _)| *at <= step);
        }
    }

    /// The trails up to the step of this state, at the bodies' poses in this state.
    pub fn lines(&self, state: &State) -> Vec<TraceLine> {
        let line = |trail: &Trail, body: u32, side: usize| {
            let body = state.bodies.get(body as usize)?;
            let past = trail.points.iter().take_while(|(step, _)| *step <= state.step);
            let points: Vec<Vec3> = past.map(|(_, point)| body.x + body.q * point[side]).collect();
            (points.len() > 1).then_some(TraceLine { points, role: Role::Contact })
        };
        let both = |trail: &Trail| [line(trail, trail.contact.i, 0), line(trail, trail.contact.j, 1)];
        self.0.iter().flat_map(both).flatten().collect()
    }
}

impl Trail {
    fn extend(&mut self, here: (u64, [Vec3; 2])) {
        let moved = |last: &(u64, [Vec3; 2])| {
            let far = |side: usize| (here.1[side] - last.1[side]).norm() > self.grain;
            here.0 > last.0 && (far(0) || far(1))
        };
        if self.points.back().is_none_or(moved) {
            self.points.push_back(here);
            if self.points.len() > MAX_TRAIL_POINTS {
                self.grain *= 2.0;
                let mut place = 0;
                self.points.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
            }
        }
    }
}

/// The rim of the Hertz contact patch, radius a; `None` if a is unknown.
pub fn patch(contact: &ContactView) -> Option<TraceLine> {
    let a = contact.normal.patch;
    (a > 0.0).then(|| ring(contact, a))
}

/// A circle about the contact point in the tangent plane, radius in m.
pub fn ring(contact: &ContactView, radius: f64) -> TraceLine {
    let frame = &contact.frame.now;
    let point = |k: i32| {
        let angle = std::f64::consts::TAU * f64::from(k) / 48.0;
        contact.touch.c + (frame.u * angle.cos() + frame.w * angle.sin()) * radius
    };
    TraceLine { points: (0..=48).map(point).collect(), role: Role::Normal }
}

/// The circles of curvature of both surfaces along the contact point's paths, 1 rad to either side; a flat surface has
/// none.
pub fn curvature(contact: &ContactView) -> Vec<TraceLine> {
    let (frame, paths) = (&contact.frame.now, &contact.paths);
    let sides = [(paths.kappa_i, paths.p_i, frame.n), (paths.kappa_j, paths.p_j, -frame.n)];
    let circle = |(kappa, path, inward): (f64, stickslip_engine::laws::Vec2, Vec3)| {
        let along = frame.to_world(&path).try_normalize(0.0).unwrap_or(frame.u);
        let radius = 1.0 / kappa;
        let point = |k: i32| {
            let angle = f64::from(k) / 16.0;
            contact.touch.c + inward * (radius * (1.0 - angle.cos())) + along * (radius * angle.sin())
        };
        (kappa != 0.0).then(|| TraceLine { points: (-16..=16).map(point).collect(), role: Role::Normal })
    };
    sides.into_iter().filter_map(circle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn at(name: &str, steps: u64) -> (Trails, State) {
        let text = builtin::text(name).expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse(name, text).expect("no fault"));
        let mut trails = Trails::default();
        for _ in 0..steps {
            simulation.step();
            trails.push(&simulation.state(), |_| false);
        }
        (trails, simulation.state())
    }

    /// The ball on 35° rolls up and back within 0.2 s: its trails end at both contact points to within `GRAIN`.
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

    /// A trail that exceeds the maximum number of points loses every other point, but keeps its beginning.
    #[test]
    fn a_long_trail_keeps_its_beginning() {
        let (_, mut state) = at("sphere-up-35", 1);
        let mut trails = Trails::default();
        for step in 1..5000 {
            state.step = step;
            state.contacts[0].pair.age = step - 1;
            state.contacts[0].paths.from_i.x = 0.1 * step as f64;
            trails.push(&state, |_| false);
        }
        let points = &trails.0[0].points;
        assert!(points.len() > MAX_TRAIL_POINTS / 4 && points.len() <= MAX_TRAIL_POINTS, "{}", points.len());
        assert_eq!(points.front().map(|(step, _)| *step), Some(1));
        assert!(points.back().is_some_and(|(step, _)| *step > 4900));
    }

    /// Seen at an earlier step, the trail equals the trail of a shorter run.
    #[test]
    fn a_rewound_trail_ends_where_it_was_then() {
        let (early, then) = at("sphere-up-35", 1000);
        let (late, _) = at("sphere-up-35", 2000);
        assert_eq!(late.lines(&then), early.lines(&then));
        let mut cut = late.clone();
        cut.cut(1000);
        assert_eq!(cut, early);
    }

    /// The circle of curvature of a ball of 0.2 m coincides with the ball.
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
