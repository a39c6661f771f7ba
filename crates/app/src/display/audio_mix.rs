//! The sound of the displayed run: the friction of its slipping contacts, and its events.

use crate::display::sound::SoundFrame;
use crate::draw::scale::moves;
use crate::state::session::Session;
use crate::timeline::display_state::DisplayState;
use crate::timeline::past::Past;
use crate::timeline::playback::Playback;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::component::FrictionComponent;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_engine::step::events::{ContactEvent, ContactEventKind};

/// Whether friction is heard, and how loud.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct SoundSettings {
    /// True if it is heard; off at first.
    pub on: bool,
    /// Volume, 0 to 1.
    pub volume: f64,
}

impl Default for SoundSettings {
    fn default() -> Self {
        Self { on: false, volume: 0.5 }
    }
}

/// The frame before.
#[derive(Default)]
pub struct LastSound {
    step: u64,
    played: bool,
    /// Force and speed, which last while slow motion takes no step.
    slip: [f64; 2],
}

/// The sound of the present frame: silence while the run is paused, jumps or is covered by the gallery.
pub fn listen(
    (shown, past, playback): (Res<DisplayState>, Res<Past>, Res<Playback>),
    (session, time): (Res<Session>, Res<Time<Real>>),
    mut last: Local<LastSound>,
) -> SoundFrame {
    let (from, now) = (std::mem::replace(&mut last.step, shown.state.step), shown.state.step);
    let played = std::mem::replace(&mut last.played, playback.playing);
    let mut frame = SoundFrame { duration: time.delta_secs_f64(), ..SoundFrame::default() };
    if past.goal.is_some() || session.gallery || !(playback.playing || played) {
        return frame;
    }
    // The step that stops playback at an event is heard.
    frame.clicks = clicks(past.timeline.events(), from, now);
    if playback.playing {
        if now != from {
            last.slip = slip(&shown.state);
        }
        let [force, speed] = last.slip;
        // As displayed: ten times slower, the same slip is ten times slower to the ear, too.
        let pace = if playback.behind { playback.reached } else { playback.speed() };
        (frame.force, frame.speed) = (force, speed * pace);
    }
    frame
}

/// Sum of the friction forces of the slipping contacts, relative to the weight of the moving bodies (in N without
/// gravity), and their mean slip speed, m/s, weighted by these forces.
fn slip(state: &State) -> [f64; 2] {
    let mass: f64 = state.bodies.iter().filter(|body| moves(body)).map(|body| body.mass.mass).sum();
    let weight = mass * state.gravity.norm();
    let reference = if weight > 0.0 { weight } else { 1.0 };
    let slipping = state.contacts.iter().filter(|contact| contact.slide.0.mode == Mode::Slip);
    let [force, power] = slipping.fold([0.0; 2], |[sum, power], contact| {
        let force = contact.loads.friction_on_j.norm();
        [sum + force, power + force * slip_speed(state, contact)]
    });
    [force / reference, if force > 0.0 { power / force } else { 0.0 }]
}

/// Speed of the surfaces of a contact past each other, m/s.
fn slip_speed(state: &State, contact: &ContactView) -> f64 {
    let velocity = |index: u32| {
        let body = state.bodies.get(index as usize)?;
        Some(body.v + body.w.cross(&(contact.touch.c - body.x)))
    };
    let key = &contact.pair.key;
    let relative = velocity(key.i).zip(velocity(key.j)).map_or_else(Vec3::zeros, |(i, j)| i - j);
    (relative - contact.touch.n * relative.dot(&contact.touch.n)).norm()
}

/// The events of the steps after `from` up to `now` as clicks: place in the frame, loudness.
fn clicks(events: &[ContactEvent], from: u64, now: u64) -> Vec<(f64, f64)> {
    let first = events.partition_point(|event| event.step <= from);
    let of_frame = events[first..].iter().take_while(|event| event.step <= now);
    let steps = now.saturating_sub(from).max(1) as f64;
    of_frame.filter_map(|event| Some(((event.step - from - 1) as f64 / steps, click(event.kind)?))).collect()
}

/// Loudness of an event; `None` for one that is not heard: roll and spin friction, which do not slip along the surface.
pub fn click(kind: ContactEventKind) -> Option<f64> {
    match kind {
        ContactEventKind::Begin => Some(0.7),
        ContactEventKind::End => Some(0.25),
        ContactEventKind::Painleve(_) => Some(0.5),
        ContactEventKind::Changed { component: FrictionComponent::Slide, to, .. } => match to {
            Mode::Slip => Some(0.5),
            Mode::Stick => Some(0.3),
            Mode::Open => Some(0.25),
        },
        ContactEventKind::Changed { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    /// The block on the spring sticks in silence, and slips with μ_k N = 3 N of its weight of 10 N at its own speed.
    #[test]
    fn slip_is_heard_and_stick_is_not() {
        let text = builtin::text("block-on-a-spring").expect("a scene");
        let mut simulation = Simulation::new(&Scene::parse("block", text).expect("no fault"));
        simulation.steps(20_000);
        let stick = simulation.state();
        assert_eq!((stick.contacts[0].slide.0.mode, slip(&stick)), (Mode::Stick, [0.0; 2]));
        while simulation.state().bodies[1].v.norm() < 0.1 {
            simulation.steps(100);
        }
        let state = simulation.state();
        let [force, speed] = slip(&state);
        assert!((force - 0.3).abs() < 1e-9, "{force}");
        assert!((speed - state.bodies[1].v.norm()).abs() < 1e-9, "{speed}");
    }

    /// Events of other steps are not heard; those of the frame are at their places.
    #[test]
    fn events_have_their_places() {
        let text = builtin::text("sphere-up-35").expect("a scene");
        let state = Simulation::new(&Scene::parse("ball", text).expect("no fault")).state();
        let pair = &state.contacts[0].pair;
        let event =
            |step| ContactEvent { step, key: pair.key, kind: ContactEventKind::Begin, bodies: [pair.i, pair.j] };
        let events = [5, 11, 16, 20, 21].map(event);
        assert_eq!(clicks(&events, 10, 20), [(0.0, 0.7), (0.5, 0.7), (0.9, 0.7)]);
        assert_eq!(clicks(&events, 21, 21), []);
        assert_eq!(clicks(&events, 30, 3), []);
    }
}
