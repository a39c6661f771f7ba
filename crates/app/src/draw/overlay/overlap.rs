//! The overlap of two prisms, or of a prism and a plane, under the overlap-area normal force. Recomputed from the
//! poses of a state; only the ends of the contact line are stored.

use crate::draw::overlay::items::{DrawList, FilledPolygon, Role, TraceLine};
use stickslip_engine::laws::{Vec3, unit};
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_engine::shapes::outline::MotionPlane;
use stickslip_engine::shapes::overlap::OverlapFinder;
use stickslip_engine::shapes::surface::Placed;

/// The overlap of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenOverlap {
    /// Corners, m, world.
    pub corners: Vec<Vec3>,
    /// P₁ and P₂, the ends of the contact line, m, world.
    pub ends: [Vec3; 2],
    /// t = a × n, unit vector in the plane of motion perpendicular to n, world; a is either normal of that plane.
    pub along: Vec3,
}

impl SeenOverlap {
    /// The overlap of a contact; `None` under another normal force law.
    pub fn from_contact(state: &State, contact: &ContactView) -> Option<Self> {
        let line = contact.touch.line?;
        let (c, n) = (contact.touch.c, contact.touch.n);
        let from_c = line.ends.map(Vec3::from);
        // n and the contact line both lie in the plane of motion and are not parallel.
        let a = unit(&n.cross(&(from_c[1] - from_c[0])), 0.0)?;
        let placed = |index: u32| {
            let body = state.bodies.get(index as usize)?;
            Some(Placed { shape: &body.shape, x: body.x, q: body.q })
        };
        let (i, j) = (placed(contact.pair.key.i)?, placed(contact.pair.key.j)?);
        let corners = OverlapFinder::default().outline(&i, &j, &MotionPlane::across(&a));
        Some(Self { corners, ends: from_c.map(|end| c + end), along: a.cross(&n) })
    }
}

/// Adds the overlap of a contact to the list: its area, outline and contact line, at true size.
pub fn add(list: &mut DrawList, state: &State, contact: &ContactView) {
    let Some(SeenOverlap { corners, ends, .. }) = SeenOverlap::from_contact(state, contact) else { return };
    list.lines.push(TraceLine { points: ends.to_vec(), role: Role::Normal });
    list.areas.push(FilledPolygon { corners, role: Role::Normal });
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    const SQUARE: &str =
        "Prism(polygon: [(-0.05, -0.05), (0.05, -0.05), (0.05, 0.05), (-0.05, 0.05)], half_height: 0.005)";

    /// A square of 0.1 m on level ground or on another square, with 1 mm overlap, after a step without gravity.
    fn state(lower: &str, height: f64) -> State {
        let turned = "rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: 90.0)";
        let lower = lower.replace("TURNED", turned);
        let text = format!(
            "Scene(schema: 1, title: \"t\", time: (dt: 1e-6, duration: 1.0), gravity: (0.0, 0.0, 0.0),
             friction: (mu: 0.5, laws: (slide: Dae)), normal: OverlapArea(young: 1e7), bodies: [{lower},
             (name: \"upper\", shape: {SQUARE}, density: 2700.0, motion: Planar((1.0, 0.0, 0.0)),
              position: (0.0, 0.02, {height:?}), {turned})])"
        );
        let mut simulation = Simulation::new(&Scene::parse("t", &text).expect("no fault"));
        simulation.step();
        simulation.state()
    }

    /// Area of a polygon as the sum of its triangles, m².
    fn area(corners: &[Vec3]) -> f64 {
        let sum = (1..corners.len() - 1).map(|k| (corners[k] - corners[0]).cross(&(corners[k + 1] - corners[0])));
        0.5 * sum.sum::<Vec3>().norm()
    }

    /// The area on the ground is 0.1 m × 1 mm; on a square offset by 20 mm, it is 80 mm wide. The contact line joins
    /// the points where the outlines cross, which are corners of the area.
    #[test]
    fn the_area_is_that_of_the_poses() {
        let ground = "(name: \"lower\", shape: Plane)";
        let square = format!("(name: \"lower\", shape: {SQUARE}, motion: Fixed, position: (0.0, 0.0, -0.05), TURNED)");
        for (lower, width) in [(ground, 0.1), (&square, 0.08)] {
            let state = state(lower, 0.049);
            let contact = &state.contacts[0];
            let seen = SeenOverlap::from_contact(&state, contact).expect("an overlap");
            let sunk = 0.05 - state.bodies[1].x.z;
            // The step moved the square by 1e-9 m.
            assert!((sunk - 1e-3).abs() < 1e-6, "{sunk}");
            assert!((area(&seen.corners) - width * sunk).abs() < 1e-12, "{lower}: {seen:?}");
            assert!((contact.touch.overlap * contact.touch.line.expect("a line").width - width * sunk).abs() < 1e-7);
            assert!(seen.along.dot(&contact.touch.n).abs() < 1e-12 && (seen.along.norm() - 1.0).abs() < 1e-12);
            for end in &seen.ends {
                let nearest =
                    seen.corners.iter().map(|corner| (corner - end).yz().norm()).fold(f64::INFINITY, f64::min);
                assert!(nearest < 1e-9, "{end} is {nearest} m from the nearest of {:?}", seen.corners);
            }
            let mut list = DrawList::default();
            add(&mut list, &state, contact);
            assert_eq!((list.areas.len(), list.lines.len()), (1, 1));
        }
    }

    #[test]
    fn other_normal_forces_have_none() {
        let text = stickslip_lab::builtin::text("brick-slips").expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse("t", text).expect("no fault"));
        simulation.steps(5);
        let state = simulation.state();
        assert_eq!(SeenOverlap::from_contact(&state, &state.contacts[0]), None);
    }
}
