//! The loads on a body of the open lesson, as its inset shows them.

use crate::draw::overlay::items::Role;
use crate::draw::scale::moving;
use crate::lessons::lesson_session::ActiveLesson;
use crate::texts::{tr, tr_with};
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::quantity::{SubjectAt, limits};
use stickslip_engine::observe::state::State;
use stickslip_engine::shapes::Shape;
use stickslip_lab::lessons::Lesson;

/// Forces on one body, N, world: weight, normal, friction and external forces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FreeBody {
    /// Weight m g.
    pub weight: Vec3,
    /// Sum of the normal forces.
    pub normal: Vec3,
    /// Sum of the friction forces.
    pub friction: Vec3,
    /// Sum of the external forces: springs and the user's pull.
    pub pull: Vec3,
    /// Sum of the friction magnitudes over the body's contacts, N.
    pub used: f64,
    /// Σ μ_s N and Σ μ_k N over the body's contacts, N.
    pub limits: [f64; 2],
}

impl FreeBody {
    /// The forces on a body in a state.
    pub fn from_state(state: &State, index: usize) -> Option<Self> {
        let body = state.bodies.get(index)?;
        let limits = limits(&SubjectAt { state, index });
        let mut forces = Self { weight: state.gravity * body.mass.mass, limits, ..Self::default() };
        for contact in &state.contacts {
            let sign = match (contact.pair.key.i as usize == index, contact.pair.key.j as usize == index) {
                (true, _) => 1.0,
                (_, true) => -1.0,
                _ => continue,
            };
            forces.normal += contact.loads.normal_on_i * sign;
            forces.friction -= contact.loads.friction_on_j * sign;
            forces.used += contact.loads.friction_on_j.norm();
        }
        forces.pull = state.pulls.iter().filter(|pull| pull.body == index).map(|pull| pull.load.force).sum();
        Some(forces)
    }

    /// Resultant: mass times acceleration.
    pub fn sum(&self) -> Vec3 {
        self.weight + self.normal + self.friction + self.pull
    }
}

/// The loads on the lesson's body that its inset shows.
pub struct BodyLoads {
    /// `forces on the brick`, or `forces on the ball "top"` where several bodies move.
    pub title: String,
    /// False before the first step where the contacts have no loads yet.
    pub are_known: bool,
    pub free: FreeBody,
    pub acting: Vec<(&'static str, Vec3, Option<Role>)>,
    pub torques: Vec<(&'static str, Vec3)>,
    pub longest: f64,
}

impl BodyLoads {
    /// Loads on the lesson's body in a state; loads at rounding level are omitted.
    pub fn from_state(playing: &ActiveLesson, state: &State) -> Option<Self> {
        let index = state.bodies.iter().position(|body| body.name == playing.lesson.body)?;
        let free = FreeBody::from_state(state, index)?;
        let mut acting = vec![
            ("m g", free.weight, None),
            ("N", free.normal, Some(Role::Contact)),
            (tr("lesson-friction"), free.friction, Some(Role::Friction)),
            (tr("lesson-pull"), free.pull, Some(Role::Pull)),
        ];
        let longest = acting.iter().map(|(_, force, _)| force.norm()).fold(0.0, f64::max);
        acting.retain(|(_, force, _)| force.norm() > 1e-6 * longest);
        let [_, roll, spin] = state.loads_on(index);
        let mut torques = vec![(tr("lesson-roll-torque"), roll), (tr("lesson-spin-torque"), spin)];
        torques.retain(|(_, torque)| torque.norm() > 1e-9 * longest);
        let title = described(&playing.lesson, state, index);
        // Friction has not yet answered what pulls before the first step, or what moves.
        let body = &state.bodies[index];
        let rests = body.v.norm() + body.w.norm() == 0.0 && free.sum().norm() <= 1e-6 * longest;
        let are_known = state.step > 0 || free.normal.norm() > 0.0 && rests;
        Some(Self { title, are_known, free, acting, torques, longest })
    }
}

/// The title of the forces on a body: its name, preceded by its shape where several bodies move, because names such as
/// `top` then only tell them apart.
fn described(lesson: &Lesson, state: &State, index: usize) -> String {
    let Some(body) = state.bodies.get(index) else { return String::new() };
    // A name of several words, such as `wooden block`, says what the body is.
    if moving(state).count() < 2 || body.name.contains(' ') {
        return tr_with("lesson-forces", [("body", lesson.word(&body.name).into())]);
    }
    let shape = match body.shape {
        Shape::Sphere { .. } => tr("lesson-ball"),
        Shape::Box { .. } => tr("lesson-block"),
        Shape::Disk { .. } => tr("lesson-disk"),
        Shape::Cylinder { .. } => tr("lesson-cylinder"),
        Shape::Capsule { .. } => tr("lesson-capsule"),
        Shape::Ellipsoid { .. } => tr("lesson-ellipsoid"),
        Shape::Plane | Shape::Polyhedron(_) | Shape::Bowl { .. } | Shape::Tube { .. } => tr("lesson-body"),
    };
    tr_with("lesson-forces-of", [("body", format!("{shape} \"{}\"", lesson.word(&body.name)).into())])
}
