//! Transport of a contact frame from the last step to the present one: both frames, and the spin angle ψ. The angles of
//! one step are too small to see, so they are magnified by a round factor written next to them.

use crate::draw::overlay::items::{Arrow, Head, Mark, Role, TraceLine};
use crate::draw::scale::round_below;
use crate::draw::text::format::short;
use crate::texts::tr_with;
use stickslip_engine::laws::friction::frame::ContactFrame;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::observe::state::ContactView;

/// Upper limits of drawn angles, rad.
const MAX_TURN: f64 = 0.5;
const MAX_PSI: f64 = 1.2;
/// Rotations below this angle are rounding noise, rad.
const NO_TURN: f64 = 1e-13;

/// The drawn transport of one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transport {
    /// n, u and w of the last step, rotated away from the present axes by the magnified angle.
    pub arrows: Vec<Arrow>,
    /// ψ as an arc with two legs about n, from u transported by body j to u transported by body i.
    pub arc: Option<TraceLine>,
    /// The magnification factors.
    pub marks: Vec<Mark>,
}

/// The rotation vector from the last frame to the present one, rad, world.
pub fn turn(last: &ContactFrame, now: &ContactFrame) -> Vec3 {
    let axes = |f: &ContactFrame| nalgebra::Matrix3::from_columns(&[f.n, f.u, f.w]);
    let rotation = axes(now) * axes(last).transpose();
    let twice = Vec3::new(
        rotation[(2, 1)] - rotation[(1, 2)],
        rotation[(0, 2)] - rotation[(2, 0)],
        rotation[(1, 0)] - rotation[(0, 1)],
    );
    let (sine, cosine) = (0.5 * twice.norm(), 0.5 * (rotation.trace() - 1.0));
    if sine == 0.0 { Vec3::zeros() } else { twice * (0.5 * sine.atan2(cosine) / sine) }
}

/// The largest round factor that keeps an angle below a limit, rad; 1 if the angle is visible without magnification.
fn factor(angle: f64, limit: f64) -> f64 {
    round_below(limit / angle).max(1.0)
}

/// The drawn transport of a contact, with axes of this length, m.
pub fn transport(contact: &ContactView, length: f64) -> Transport {
    let (frame, c) = (&contact.frame.now, contact.touch.c);
    let mut drawn = Transport::default();
    let turn = contact.frame.last.map_or_else(Vec3::zeros, |last| turn(&last, frame));
    if turn.norm() > NO_TURN {
        let times = factor(turn.norm(), MAX_TURN);
        let back = Rotation::new(turn * -times);
        let axes = [frame.n, frame.u, frame.w].map(|axis| back * axis * length);
        let arrow = |along: Vec3| Arrow { from: c, to: c + along, role: Role::Past, head: Head::Thin };
        drawn.arrows = axes.map(arrow).to_vec();
        let text = tr_with("scene-transport", [("times", short(times).into())]);
        drawn.marks.push(Mark { at: c + axes[1] * 1.12, text, role: Role::Past, frame: length });
    }
    let psi = contact.frame.psi;
    if psi.abs() > NO_TURN {
        let times = factor(psi.abs(), MAX_PSI);
        let at = |angle: f64| c + (frame.u * angle.cos() + frame.w * angle.sin()) * (0.62 * length);
        let from = -psi * times;
        let mut points = vec![c];
        points.extend((0..=24).map(|k| at(from * (1.0 - f64::from(k) / 24.0))));
        drawn.arc = Some(TraceLine { points, role: Role::Velocity });
        let text = format!("ψ × {}", short(times));
        drawn.marks.push(Mark { at: c + (at(0.5 * from) - c) * 1.25, text, role: Role::Velocity, frame: length });
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::observe::state::State;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn after(name: &str, steps: u64) -> State {
        let scene = Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault");
        let mut simulation = Simulation::new(&scene);
        simulation.steps(steps);
        simulation.state()
    }

    /// A ball that spins with ω on a plane and is body i carries the frame with it: the frame turns by ω Δt about n per
    /// step, ψ is the same, and both are drawn with their factors.
    #[test]
    fn a_spinning_ball_turns_its_frame_by_omega_dt() {
        let state = after("sphere-spin-0.006", 100);
        let contact = &state.contacts[0];
        let angle = state.bodies[0].w * 1e-4;
        let last = contact.frame.last.expect("it was observed");
        assert!((turn(&last, &contact.frame.now) - angle).norm() < 1e-9 * angle.norm());
        let drawn = transport(contact, 1.0);
        let u = &drawn.arrows[1];
        let times = factor(angle.norm(), MAX_TURN);
        assert!(times * angle.norm() <= MAX_TURN && 2.6 * times * angle.norm() > MAX_TURN);
        let between = (u.to - u.from).dot(&contact.frame.now.u).acos();
        assert!((between - times * angle.norm()).abs() < 1e-9, "{between}");
        assert_eq!(drawn.marks[0].text, format!("last step, rotation × {}", short(times)));
        let arc = drawn.arc.expect("psi");
        let ends = [arc.points[1], arc.points[25]].map(|p| (p - contact.touch.c).normalize());
        let psi = ends[0].cross(&ends[1]).dot(&contact.frame.now.n).atan2(ends[0].dot(&ends[1]));
        let drawn_psi = contact.frame.psi * factor(contact.frame.psi.abs(), MAX_PSI);
        assert!((psi - drawn_psi).abs() < 1e-9, "{psi} for {drawn_psi}");
    }

    /// Without rotation, nothing is drawn.
    #[test]
    fn a_brick_that_does_not_turn_has_no_transport() {
        assert_eq!(transport(&after("brick-slips", 300).contacts[0], 1.0), Transport::default());
    }
}
