//! The hand, driven by the mouse: drags a body by a spring and shows the force, turns it by a torsion spring, or
//! pulls with a force that grows until released.

use crate::app::display_state::DisplayState;
use crate::app::hand::{Grab, Held, first_pull, next_pull, turning_pull};
use crate::app::playback::Playback;
use crate::app::session::Notice;
use crate::draw::orbit::Orbit;
use crate::draw::scale::moves;
use crate::draw::units::Units;
use crate::laws::Vec3 as Metres;
use crate::step::tune::{Edit, QueueEdit};
use crate::view::input::pick::pick;
use crate::view::render::camera::SceneArea;
use crate::view::render::lens::Lens;
use crate::world::Clock;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::{Rect, pos2};
use bevy_egui::input::EguiWantsInput;

/// Rotation of the target per pixel, rad.
const TURN: f32 = 0.01;

/// Last cursor position of a pull, and the button that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MouseGrip {
    cursor: Vec2,
    button: MouseButton,
}

/// Ctrl + right drag pulls, Ctrl + Shift + right drag ramps, Ctrl + left drag turns.
pub(crate) fn grab(
    buttons: Res<ButtonInput<MouseButton>>,
    keyboard: Res<ButtonInput<KeyCode>>,
    wants: Res<EguiWantsInput>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (area, orbit, units): (Res<SceneArea>, Res<Orbit>, Res<Units>),
    (shown, clock, playback): (Res<DisplayState>, Res<Clock>, Res<Playback>),
    mut notices: MessageWriter<Notice>,
    mut hand: ResMut<Grab>,
    mut edits: MessageWriter<QueueEdit>,
    mut grip: Local<Option<MouseGrip>>,
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
            notices.write(Notice::new(format!("{} is fixed or driven: forces do not move it", body.name)));
            return;
        }
        let turns = button == MouseButton::Left;
        let pull = if turns {
            Some(turning_pull(body))
        } else {
            first_pull(body, &under(cursor, &lens), shift, &clock, hand.rate)
        };
        let Some(pull) = pull else { return };
        if !playback.playing {
            notices.write(Notice::new("the pull acts only while time runs: press Space"));
        }
        hand.held = Some(Held { body: index as u32, pull, by_panel: false });
        *grip = Some(MouseGrip { cursor, button });
        edits.write(QueueEdit(Edit::Hold { body: index as u32, pull }));
        return;
    };
    let Some(mouse) = grip.filter(|_| !held.by_panel) else { return };
    if !buttons.pressed(mouse.button) || keyboard.just_pressed(KeyCode::Escape) {
        edits.write(QueueEdit(Edit::Release { body: held.body }));
        hand.held = None;
        return;
    }
    let (Some(cursor), Some(body)) = (cursor, shown.state.bodies.get(held.body as usize)) else { return };
    if cursor != mouse.cursor
        && let Some(pull) = next_pull(&held, body, &under(cursor, &lens), turn(cursor - mouse.cursor, &orbit), &clock)
    {
        hand.held = Some(Held { pull, ..held });
        *grip = Some(MouseGrip { cursor, ..mouse });
        edits.write(QueueEdit(Edit::Hold { body: held.body, pull }));
    }
}

/// The point under the cursor, m, in the plane through a given point perpendicular to the line of sight.
fn under(cursor: Vec2, lens: &Lens) -> impl Fn(&Metres) -> Option<Metres> {
    move |through| lens.under(pos2(cursor.x, cursor.y), through)
}

/// Rotation of the torsion spring's target for a mouse drag, rad, world frame.
fn turn(drag: Vec2, orbit: &Orbit) -> Metres {
    let pose = orbit.pose();
    let turn = (pose.up * drag.x + pose.right * drag.y) * TURN;
    Metres::new(f64::from(turn.x), f64::from(turn.y), f64::from(turn.z))
}
