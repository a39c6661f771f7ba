//! The hand: a body is dragged by a spring whose force is read, turned by a torsion spring, or pulled with a force that
//! grows until it is let go.

use crate::app::playback::Playback;
use crate::app::session::{Session, Shown};
use crate::draw::scale::{extent, moves};
use crate::laws::motion::inertia_about;
use crate::laws::pull::{Pull, PullAxes, PullLoad, Pulled};
use crate::laws::{Rotation, Vec3 as Metres};
use crate::record::state::{BodyState, PullState, State};
use crate::step::tune::{Edit, Tune};
use crate::view::input::pick::pick;
use crate::view::render::camera::{Orbit, SceneArea};
use crate::view::render::lens::Lens;
use crate::view::render::sync::Units;
use crate::world::Clock;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::{Rect, pos2};
use bevy_egui::input::EguiWantsInput;

/// Damping of the hand's springs, of critical.
const DAMPING: f64 = 0.4;
/// Turning of the target per pixel, rad.
const TURN: f32 = 0.01;

/// What the hand holds.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Grab {
    /// The body it holds, and how.
    pub held: Option<Held>,
    /// Growth of a ramped force, N/s; 0 is a tenth of the body's weight per second.
    pub rate: f64,
}

/// A body in the hand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Held {
    /// Its number.
    pub body: u32,
    /// What the hand does now.
    pub pull: Pull,
    cursor: Vec2,
    button: MouseButton,
}

impl Held {
    /// The same on a body held from a panel.
    pub(crate) fn by_panel(body: u32, pull: Pull) -> Self {
        Self { body, pull, cursor: Vec2::ZERO, button: MouseButton::Other(0) }
    }

    fn is_by_panel(&self) -> bool {
        self.button == MouseButton::Other(0)
    }

    /// What the hand does to the body as it is shown.
    pub(crate) fn shown(&self, state: &State) -> Option<PullState> {
        let body = state.bodies.get(self.body as usize)?;
        let load = load_on(&self.pull, body, state.time);
        Some(PullState { body: self.body as usize, number: None, pull: self.pull, load })
    }
}

impl Grab {
    /// After a jump: what the panel's hand holds in the state reached.
    pub(crate) fn agree(&mut self, state: &State) {
        if self.held.as_ref().is_some_and(|held| !held.is_by_panel()) {
            return; // the mouse knows
        }
        let of_hand = state.pulls.iter().find(|pull| pull.number.is_none());
        self.held = of_hand.map(|pull| Held::by_panel(pull.body as u32, pull.pull));
    }
}

fn load_on(pull: &Pull, body: &BodyState, time: f64) -> PullLoad {
    pull.load(&Pulled { x: body.x, q: body.q, v: body.v, w: body.w }, time)
}

/// Stiffness and damping of the hand's spring on a body: its weight (with the gravity of the earth) stretches it by its
/// own size, and half of that.
pub(crate) fn spring(body: &BodyState) -> (f64, f64) {
    let size = extent(&body.shape).unwrap_or(1.0);
    let stiffness = 2.0 * body.mass.mass * 9.81 / size;
    (stiffness, DAMPING * 2.0 * (stiffness * body.mass.mass).sqrt())
}

/// The same for turning: so much as the spring gives at the body's own size, per radian.
pub(crate) fn torsion(body: &BodyState) -> (f64, f64) {
    let size = extent(&body.shape).unwrap_or(1.0);
    let stiffness = spring(body).0 * size * size * 0.5;
    let inertia = inertia_about(&body.mass.inertia, &body.q, &Metres::z());
    (stiffness, DAMPING * 2.0 * (stiffness * inertia).sqrt())
}

/// The growth of a ramped force on a body, N/s.
pub(crate) fn growth(rate: f64, body: &BodyState) -> f64 {
    if rate > 0.0 { rate } else { 0.1 * 9.81 * body.mass.mass }
}

/// A ramp that goes on from the force it has now, in a new direction (unit).
pub(crate) fn ramp(at: Metres, direction: Metres, rate: f64, from: f64, now: f64) -> Pull {
    Pull::Ramp { at, axes: PullAxes::Body, force: direction * from, rate: direction * rate, since: now }
}

/// Ctrl + right drag pulls, Ctrl + Shift + right drag ramps, Ctrl + left drag turns.
pub(crate) fn grab(
    buttons: Res<ButtonInput<MouseButton>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    wants: Res<EguiWantsInput>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (area, orbit, units): (Res<SceneArea>, Res<Orbit>, Res<Units>),
    (shown, clock, time, playback): (Res<Shown>, Res<Clock>, Res<Time<Real>>, Res<Playback>),
    mut session: ResMut<Session>,
    mut hand: ResMut<Grab>,
    mut edits: MessageWriter<Tune>,
) {
    let Some(scene) = area.0 else {
        hand.held = None;
        return;
    };
    let rect = Rect::from_min_max(pos2(scene.min.x, scene.min.y), pos2(scene.max.x, scene.max.y));
    let lens = Lens { orbit: &orbit, area: rect, units: &units };
    let cursor = windows.iter().next().and_then(Window::cursor_position);
    let Some(held) = hand.held.clone() else {
        let Some(cursor) = cursor.filter(|at| scene.contains(*at) && !wants.wants_any_pointer_input()) else { return };
        let ctrl = keyboard.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        let shift = keyboard.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let button = [MouseButton::Right, MouseButton::Left].into_iter().find(|b| ctrl && buttons.just_pressed(*b));
        let Some(button) = button else { return };
        let Some(index) = pick(cursor, &orbit, &area, &units, &shown) else { return };
        let body = &shown.state.bodies[index];
        if !moves(body) {
            session.say(format!("{} is fixed or driven: no force moves it", body.name), time.elapsed_secs_f64());
            return;
        }
        let Some(pull) = first_pull(body, button, shift, cursor, &lens, &clock, hand.rate) else { return };
        if !playback.playing {
            session.say("it pulls as time runs: press Space", time.elapsed_secs_f64());
        }
        hand.held = Some(Held { body: index as u32, pull, cursor, button });
        edits.write(Tune(Edit::Hold { body: index as u32, pull }));
        return;
    };
    if held.is_by_panel() {
        return;
    }
    if !buttons.pressed(held.button) || keyboard.just_pressed(KeyCode::Escape) {
        edits.write(Tune(Edit::Release { body: held.body }));
        hand.held = None;
        return;
    }
    let (Some(cursor), Some(body)) = (cursor, shown.state.bodies.get(held.body as usize)) else { return };
    if cursor != held.cursor
        && let Some(pull) = next_pull(&held, body, cursor, &lens, &clock)
    {
        hand.held = Some(Held { pull, cursor, ..held });
        edits.write(Tune(Edit::Hold { body: held.body, pull }));
    }
}

fn first_pull(
    body: &BodyState,
    button: MouseButton,
    shift: bool,
    cursor: Vec2,
    lens: &Lens,
    clock: &Clock,
    rate: f64,
) -> Option<Pull> {
    if button == MouseButton::Left {
        let (stiffness, damping) = torsion(body);
        return Some(Pull::Torsion { target: body.q, stiffness, damping });
    }
    let anchor = lens.under(pos2(cursor.x, cursor.y), &body.x)?;
    let reach = extent(&body.shape).unwrap_or(0.0);
    let arm = anchor - body.x;
    let arm = if arm.norm() > reach { arm * (reach / arm.norm()) } else { arm };
    let at = body.q.inverse_transform_vector(&arm);
    if shift {
        let toward = crate::laws::unit(&arm, 1e-9).unwrap_or_else(Metres::y);
        return Some(ramp(at, toward, growth(rate, body), 0.0, clock.time()));
    }
    let (stiffness, damping) = spring(body);
    Some(Pull::Spring { at, anchor, velocity: Metres::zeros(), since: clock.time(), stiffness, damping })
}

/// The pull after the cursor has moved.
fn next_pull(held: &Held, body: &BodyState, cursor: Vec2, lens: &Lens, clock: &Clock) -> Option<Pull> {
    let now = clock.time();
    match held.pull {
        Pull::Spring { at, stiffness, damping, .. } => {
            let anchor = lens.under(pos2(cursor.x, cursor.y), &(body.x + body.q * at))?;
            Some(Pull::Spring { at, anchor, velocity: Metres::zeros(), since: now, stiffness, damping })
        }
        Pull::Torsion { target, stiffness, damping } => {
            let drag = cursor - held.cursor;
            let camera = lens.orbit.transform();
            let turn = (*camera.up() * drag.x + *camera.right() * drag.y) * TURN;
            let turn = Metres::new(f64::from(turn.x), f64::from(turn.y), f64::from(turn.z));
            Some(Pull::Torsion { target: Rotation::new(turn) * target, stiffness, damping })
        }
        // The hand holds a point of the body.
        Pull::Ramp { at, force, rate, since, .. } => {
            let point = body.x + body.q * at;
            let toward = lens.under(pos2(cursor.x, cursor.y), &point)? - point;
            let toward = crate::laws::unit(&toward, 1e-9)?;
            Some(ramp(at, toward, rate.norm(), (force + rate * (now - since)).norm(), now))
        }
    }
}
