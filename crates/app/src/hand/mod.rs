//! The hand: the body that the user holds with the mouse or from a panel, and the spring or force applied to it.

pub mod body_form;
pub mod pick;
pub mod schedule_draft;

use crate::draw::scale::extent;
use bevy::ecs::prelude::Resource;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use stickslip_engine::laws::motion::inertia_about;
use stickslip_engine::laws::motion::pull::{Pull, PullAxes, PullLoad, Pulled};
use stickslip_engine::laws::motion::schedule::Schedule;
use stickslip_engine::laws::{Rotation, Vec3 as Metres};
use stickslip_engine::observe::state::{BodyState, PullState, State};
use stickslip_engine::scene::NormalLaw;
use stickslip_engine::world::Clock;

/// Damping of the hand's springs, as a fraction of critical.
const DAMPING: f64 = 0.4;
/// The hand's state.
#[derive(Resource, Clone, Debug, Default)]
pub struct Grab {
    /// The held body, and how it is held.
    pub held: Option<Held>,
    /// The press in the scene that takes hold of something.
    pub grip: Option<Grip>,
    /// What a press at the pointer would take hold of, while no button is down.
    pub offered: Option<PressTarget>,
    /// Growth rate of a ramped force, N/s; 0 means a tenth of the body's weight per second.
    pub rate: f64,
}

/// What holds a press.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PressHolder {
    /// A mouse button.
    Mouse(MouseButton),
    /// A finger, by its number.
    Finger(u64),
}

/// How a drag acts on a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragKind {
    /// Pulls with a spring.
    Spring,
    /// Pulls with a force that grows.
    Ramp,
    /// Turns with a torsion spring.
    Turn,
}

/// What a drag of a body that is being built changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HandleKind {
    /// Where the body stands.
    Move,
    /// How it is turned about the normal of its surface.
    Turn,
    /// A dimension.
    Face {
        /// Its place in the list of dimensions.
        dimension: usize,
        /// True at the face opposite to the one of the dimension, which is dragged instead if it faces the eye.
        is_far: bool,
    },
    /// The slope of a ramp.
    Slope,
}

/// What a press takes hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PressTarget {
    /// A body, by its index.
    Body(u32, DragKind),
    /// A board, by its index, at a point of it: distances along its x-axis and its y-axis, m.
    Board(u32, [f64; 2]),
    /// A part of a body that is being built, by the index of the body.
    Part(u32, HandleKind),
    /// The beginning of a line that a tool draws from a body.
    Line(u32),
    /// The first corner of a rectangle that selects the bodies in it.
    Band,
    /// A body that must not be moved yet, because the lesson waits for the prediction.
    Waiting,
}

/// A press in the scene that takes hold of something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip {
    /// What holds it.
    pub holder: PressHolder,
    /// What it holds.
    pub target: PressTarget,
    /// Where it began, pixels.
    pub start: Vec2,
    /// Where it is now, pixels.
    pub at: Vec2,
    /// From the held point of a board, as drawn, to where the press began, pixels.
    pub offset: Vec2,
    /// True once it acts: a press that does not move is a click.
    pub is_drag: bool,
}

/// A held body.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Index of the held body.
    pub body: u32,
    /// The load the hand applies now.
    pub pull: Pull,
    /// True if held from a panel, not with the mouse.
    pub by_panel: bool,
    /// From the held point of the body to the point under the pointer when it was taken hold of, m, world.
    pub offset: Metres,
}

impl Held {
    /// Holds a body from a panel with this load.
    pub fn by_panel(body: u32, pull: Pull) -> Self {
        Self { body, pull, by_panel: true, offset: Metres::zeros() }
    }

    /// The hand's load on the body as displayed.
    pub fn shown(&self, state: &State) -> Option<PullState> {
        let body = state.bodies.get(self.body as usize)?;
        let load = load_on(&self.pull, body, state.time);
        Some(PullState { body: self.body as usize, number: None, pull: self.pull, load })
    }
}

impl Grab {
    /// After a jump, restores what the panel's hand holds in the new state.
    pub fn agree(&mut self, state: &State) {
        if self.held.as_ref().is_some_and(|held| !held.by_panel) {
            return; // a drag sets its pull in every frame
        }
        let of_hand = state.pulls.iter().find(|pull| pull.number.is_none());
        self.held = of_hand.map(|pull| Held::by_panel(pull.body as u32, pull.pull));
    }
}

fn load_on(pull: &Pull, body: &BodyState, time: f64) -> PullLoad {
    pull.load(&Pulled { x: body.x, q: body.q, v: body.v, w: body.w }, |_| None, time)
}

/// Stiffness, N/m, and damping, N·s/m, of the hand's spring on a body: the body's weight under earth gravity stretches
/// the spring by half of [`extent`].
pub fn spring(body: &BodyState) -> (f64, f64) {
    let size = extent(&body.shape).unwrap_or(1.0);
    let stiffness = 2.0 * body.mass.mass * 9.81 / size;
    (stiffness, DAMPING * 2.0 * (stiffness * body.mass.mass).sqrt())
}

/// Torsional stiffness, N·m/rad, and damping, N·m·s/rad: half the linear stiffness times the squared extent.
pub fn torsion(body: &BodyState) -> (f64, f64) {
    let size = extent(&body.shape).unwrap_or(1.0);
    let stiffness = spring(body).0 * size * size * 0.5;
    let inertia = inertia_about(&body.mass.inertia, &body.q, &Metres::z());
    (stiffness, DAMPING * 2.0 * (stiffness * inertia).sqrt())
}

/// Growth rate of a ramped force on a body, N/s.
pub fn growth(rate: f64, body: &BodyState) -> f64 {
    if rate > 0.0 { rate } else { 0.1 * 9.81 * body.mass.mass }
}

/// A ramp that continues from its present force in a new direction (unit).
pub fn ramp(at: Metres, direction: Metres, rate: f64, from: f64, now: f64) -> Pull {
    Pull::Ramp {
        at,
        axes: PullAxes::Body,
        force: direction * from,
        rate: direction * rate,
        since: now,
        schedule: Schedule::default(),
    }
}

/// A torsion spring that holds a body's present orientation.
pub fn turning_pull(body: &BodyState) -> Pull {
    let (stiffness, damping) = torsion(body);
    Pull::Torsion { target: body.q, stiffness, damping }
}

/// The surface on which the hand moves a body whose normal force the scene gives: nothing would hold the body on it
/// against a pull across it, nor stop its fall back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenSurface {
    /// Unit normal, world.
    pub normal: Metres,
    /// True while it turns with its body.
    pub turns: bool,
}

impl GivenSurface {
    /// The surface that holds a body with a given normal force; `None` if its normal forces follow from its motion.
    pub fn below(state: &State, index: u32) -> Option<Self> {
        let contact = state.contacts.iter().find(|contact| {
            let is_given = matches!(contact.law.normal, NormalLaw::KnownWeight | NormalLaw::KnownForce(_));
            is_given && [contact.pair.key.i, contact.pair.key.j].contains(&index)
        })?;
        let [i, j] = [contact.pair.key.i, contact.pair.key.j];
        let other = state.bodies.get(if i == index { j } else { i } as usize)?;
        Some(Self { normal: contact.touch.n, turns: other.w != Metres::zeros() })
    }

    /// The part of a vector along the surface.
    fn along(&self, vector: Metres) -> Metres {
        vector - self.normal * vector.dot(&self.normal)
    }
}

/// The body, its state at the start of a drag, and where it is held.
#[derive(Clone, Copy)]
pub struct DragContext<'a> {
    /// The state of the body.
    pub body: &'a BodyState,
    /// The surface along which it is moved.
    pub surface: Option<GivenSurface>,
    /// Time, s.
    pub time: f64,
}

impl<'a> DragContext<'a> {
    /// The drag of a body in a state; `None` if there is no such body.
    pub fn new(state: &'a State, index: u32, clock: &Clock) -> Option<Self> {
        let body = state.bodies.get(index as usize)?;
        Some(Self { body, surface: GivenSurface::below(state, index), time: clock.time() })
    }

    /// The load at the start of a drag, and the offset of the pointer from the held point. `under` maps a point to the
    /// point under the pointer in the plane through it perpendicular to the line of sight, m; `rate`: growth of a
    /// ramped force, N/s, as in [`Grab::rate`].
    pub fn first_pull(
        &self,
        kind: DragKind,
        under: &impl Fn(&Metres) -> Option<Metres>,
        rate: f64,
    ) -> Option<(Pull, Metres)> {
        let Self { body, surface, time } = *self;
        if kind == DragKind::Turn {
            return Some((turning_pull(body), Metres::zeros()));
        }
        let picked = under(&body.x)?;
        let reach = extent(&body.shape).unwrap_or(0.0);
        let arm = picked - body.x;
        let arm = if arm.norm() > reach { arm * (reach / arm.norm()) } else { arm };
        // On a given surface the hand holds the centre: at any other point its force would also turn the body over.
        let (arm, offset) = if surface.is_some() { (Metres::zeros(), arm) } else { (arm, Metres::zeros()) };
        let at = body.q.inverse_transform_vector(&arm);
        if kind == DragKind::Ramp {
            let toward = surface.map_or(arm + offset, |surface| surface.along(arm + offset));
            let toward = stickslip_engine::laws::unit(&toward, 1e-9).unwrap_or_else(Metres::y);
            return Some((ramp(at, toward, growth(rate, body), 0.0, time), offset));
        }
        let (stiffness, damping) = spring(body);
        let (velocity, anchor) = (Metres::zeros(), body.x + arm);
        let schedule = Schedule::default();
        Some((Pull::Spring { at, anchor, velocity, since: time, stiffness, damping, schedule }, offset))
    }

    /// The load after the pointer has moved: the target of a torsion spring follows `turn`, rad, world.
    pub fn next_pull(&self, held: &Held, under: &impl Fn(&Metres) -> Option<Metres>, turn: Metres) -> Option<Pull> {
        let Self { body, surface, time } = *self;
        // From the held point of the body to the hand.
        let reach = |at: &Metres| {
            let point = body.x + body.q * at;
            let reach = under(&(point + held.offset))? - held.offset - point;
            Some((point, surface.map_or(reach, |surface| surface.along(reach))))
        };
        match held.pull {
            Pull::Spring { at, stiffness, damping, .. } => {
                let (point, reach) = reach(&at)?;
                let (velocity, anchor) = (Metres::zeros(), point + reach);
                let schedule = Schedule::default();
                Some(Pull::Spring { at, anchor, velocity, since: time, stiffness, damping, schedule })
            }
            Pull::Torsion { target, stiffness, damping } => {
                Some(Pull::Torsion { target: Rotation::new(turn) * target, stiffness, damping })
            }
            // The force acts at a fixed point of the body and turns towards the cursor.
            Pull::Ramp { at, force, rate, since, .. } => {
                let toward = stickslip_engine::laws::unit(&reach(&at)?.1, 1e-9)?;
                Some(ramp(at, toward, rate.norm(), (force + rate * (time - since)).norm(), time))
            }
            // The hand holds no links.
            Pull::Link { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_engine::step::edits::{Edit, QueueEdit};
    use stickslip_lab::builtin;

    fn simulation(name: &str) -> Simulation {
        Simulation::new(&Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault"))
    }

    /// A pointer at this place, looking along −x.
    fn pointer(place: Metres) -> impl Fn(&Metres) -> Option<Metres> {
        move |through: &Metres| Some(Metres::new(through.x, place.y, place.z))
    }

    /// A ball on a given surface is pulled along it at its centre, wherever it is pressed and however far the pointer
    /// rises; where the normal force follows from the motion, the pressed point is pulled to the pointer.
    #[test]
    fn a_given_normal_force_is_not_pulled_against() {
        let state = simulation("sphere-up-35").state();
        let drag = DragContext::new(&state, 1, &Clock { step: 0, dt: 1e-4 }).expect("a ball");
        let surface = drag.surface.expect("a given normal force");
        let pressed = drag.body.x + Metres::new(0.0, 0.05, 0.1);
        let (pull, offset) = drag.first_pull(DragKind::Spring, &pointer(pressed), 0.0).expect("a pull");
        let Pull::Spring { at, anchor, .. } = pull else { panic!("no spring") };
        assert!(at.norm() == 0.0 && (anchor - drag.body.x).norm() < 1e-12, "no force yet: {anchor}");
        let held = Held { offset, ..Held::by_panel(1, pull) };
        let moved = pressed + Metres::new(0.0, 0.3, 0.4);
        let Some(Pull::Spring { anchor, .. }) = drag.next_pull(&held, &pointer(moved), Metres::zeros()) else {
            panic!("no spring")
        };
        let reach = anchor - drag.body.x;
        assert!(reach.dot(&surface.normal).abs() < 1e-12 && reach.norm() > 0.3, "{reach}");
        let state = simulation("ellipsoid-falls").state();
        let drag = DragContext::new(&state, 1, &Clock { step: 0, dt: 1e-4 }).expect("an ellipsoid");
        assert_eq!(drag.surface, None);
        let pressed = drag.body.x + Metres::new(0.0, 0.02, 0.03);
        let (pull, offset) = drag.first_pull(DragKind::Spring, &pointer(pressed), 0.0).expect("a pull");
        let held = Held { offset, ..Held::by_panel(1, pull) };
        let moved = pressed + Metres::new(0.0, 0.1, 0.1);
        let Some(Pull::Spring { anchor, .. }) = drag.next_pull(&held, &pointer(moved), Metres::zeros()) else {
            panic!("no spring")
        };
        assert!((anchor - moved).norm() < 1e-12, "{anchor}");
    }

    /// A body that is let go keeps the velocity that the pull has given it: it is thrown.
    #[test]
    fn a_body_that_is_let_go_keeps_its_velocity() {
        let mut simulation = simulation("sphere-up-35");
        let pull = {
            let state = simulation.state();
            let drag = DragContext::new(&state, 1, &Clock { step: 0, dt: 1e-4 }).expect("a ball");
            let under = pointer(drag.body.x);
            let (pull, offset) = drag.first_pull(DragKind::Spring, &under, 0.0).expect("a pull");
            let place = drag.body.x + Metres::new(0.0, 1.0, 1.0);
            let held = Held { offset, ..Held::by_panel(1, pull) };
            drag.next_pull(&held, &pointer(place), Metres::zeros()).expect("a pull")
        };
        let start = simulation.state().bodies[1].v;
        simulation.world().write_message(QueueEdit(Edit::Hold { body: 1, pull }));
        simulation.steps(500);
        let thrown = simulation.state().bodies[1].v;
        assert!(thrown.y > start.y + 0.2, "{start} {thrown}");
        simulation.world().write_message(QueueEdit(Edit::Release { body: 1 }));
        simulation.steps(1);
        let state = simulation.state();
        assert!(state.pulls.is_empty() && (state.bodies[1].v - thrown).norm() < 1e-2, "{}", state.bodies[1].v);
    }
}
