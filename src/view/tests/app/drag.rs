//! Presses in the scene: what they grab, and the edits that a drag records.

use crate::app::control::drag::*;
use crate::app::edits::undo::Undo;
use crate::app::hand::body_form::BodyForm;
use crate::app::hand::{DragKind, Grab, PressTarget};
use crate::app::lessons::board::BoardHandles;
use crate::app::lessons::lesson_session::{LessonSession, predict_first};
use crate::app::state::pointer::Pointer;
use crate::app::state::request::Request;
use crate::app::state::request::SceneRequest;
use crate::app::state::session::Session;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::playback::Playback;
use crate::draw::space::grounds::Visual;
use crate::draw::space::grounds::ground;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::projection::{SceneArea, SceneProjection};
use crate::draw::space::units::Units;
use crate::laws::Vec3 as Metres;
use crate::step::edits::Edit;
use crate::step::edits::EditLog;
use crate::view::tests::test_window::{frame, window};
use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::input::touch::Touches;
use bevy::input::touch::{TouchInput, TouchPhase, touch_screen_input_system};
use bevy::math::{Rect, Vec2};
use stickslip_lab::lessons::Prediction;

const LEFT: MouseButton = MouseButton::Left;

/// A window with a scene, framed, with mouse, keyboard and fingers.
pub(super) fn scene(name: &str) -> App {
    let mut app = window(name);
    app.init_resource::<ButtonInput<MouseButton>>().init_resource::<ButtonInput<KeyCode>>();
    app.init_resource::<Touches>().add_message::<TouchInput>().init_resource::<SceneArea>();
    app.world_mut().resource_mut::<SceneArea>().0 = Some(Rect::new(0.0, 0.0, 1000.0, 700.0));
    frame_bodies(&mut app);
    app
}

pub(super) fn frame_bodies(app: &mut App) {
    frame(app, 1e-3);
    let state = app.world().resource::<DisplayState>().state.clone();
    let units = Units::from_state(&state);
    app.world_mut().insert_resource(units);
    app.world_mut().resource_mut::<Orbit>().frame(&state, &units, None);
}

/// A window with a lesson and its prediction.
fn lesson(name: &str, prediction: Option<Prediction>) -> App {
    let mut app = scene("sphere-up-35");
    app.world_mut().write_message(Request::Scene(SceneRequest::Lesson(name.to_owned())));
    frame_bodies(&mut app);
    app.world_mut().resource_mut::<LessonSession>().with(|playing| {
        prediction.into_iter().for_each(|prediction| playing.pin(prediction));
    });
    app
}

/// Where the body with this index is seen.
pub(super) fn seen(app: &App, index: usize) -> Vec2 {
    let world = app.world();
    let (orbit, units) = (world.resource::<Orbit>(), world.resource::<Units>());
    let area = world.resource::<SceneArea>().0.expect("an area");
    let x = &world.resource::<DisplayState>().state.bodies[index].x;
    SceneProjection { orbit, area, units }.project(x).expect("in front of the eye")
}

/// The mouse at a position for a time, s, in frames of 1 ms: as few steps are due in each, all of them are taken
/// within its budget, on a slow machine as well.
pub(super) fn point(app: &mut App, at: Vec2, wall: f64) {
    const FRAME: f64 = 1e-3;
    *app.world_mut().resource_mut::<Pointer>() = Pointer { at: Some(at), is_free: true, is_used: false };
    app.world_mut().run_system_cached(grip).expect("a frame");
    app.world_mut().resource_mut::<ButtonInput<MouseButton>>().clear();
    for _ in 0..(wall / FRAME).round() as usize {
        frame(app, FRAME);
    }
}

pub(super) fn press(app: &mut App, at: Vec2, button: MouseButton) {
    app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(button);
    point(app, at, 0.01);
}

pub(super) fn release(app: &mut App, at: Vec2, button: MouseButton) {
    app.world_mut().resource_mut::<ButtonInput<MouseButton>>().release(button);
    point(app, at, 0.01);
}

/// The edits so far, `H` for a hold, `R` for a release, `T` for a tilt.
fn edits(app: &App) -> String {
    let letter = |edit: &Edit| match edit {
        Edit::Hold { body: 1, .. } => 'H',
        Edit::Release { body: 1 } => 'R',
        Edit::Tilt { body: 0, .. } => 'T',
        _ => '?',
    };
    app.world().resource::<EditLog>().0.iter().map(|(_, edit)| letter(edit)).collect()
}

/// In a lesson a press on the body pulls it once it moves, which starts the run; let go, the body is thrown: it keeps
/// its velocity, and the log has what a replay and one undo need. Before the prediction nothing is pulled.
#[test]
fn a_body_is_pulled_and_thrown_without_a_key() {
    let mut app = lesson("friction-drops", None);
    let at = seen(&app, 1);
    press(&mut app, at, LEFT);
    point(&mut app, at + Vec2::new(60.0, 0.0), 0.01);
    app.update();
    assert_eq!(app.world().resource::<Session>().notice.as_ref().map(|notice| &*notice.0), Some(predict_first()));
    release(&mut app, at, LEFT);
    assert_eq!((edits(&app).as_str(), app.world().resource::<Playback>().playing), ("", false));

    let mut app = lesson("friction-drops", Some(Prediction::Number(3.0)));
    press(&mut app, at, LEFT);
    assert_eq!((edits(&app).as_str(), app.world().resource::<Playback>().playing), ("", false), "a click so far");
    let mut strongest = 0.0_f64;
    for k in 1..40 {
        point(&mut app, at + Vec2::new(8.0 * k as f32, 0.0), 0.02);
        let held = app.world().resource::<Grab>().held.clone().expect("a body");
        let load = held.shown(&app.world().resource::<DisplayState>().state).expect("a load").load;
        strongest = strongest.max(load.force.norm());
    }
    let speed = app.world().resource::<DisplayState>().state.bodies[1].v.norm();
    assert!(strongest > 2.0 && speed > 0.1, "{strongest} N, {speed} m/s");
    release(&mut app, at + Vec2::new(320.0, 0.0), LEFT);
    let thrown = app.world().resource::<DisplayState>().state.bodies[1].v;
    assert!(app.world().resource::<Grab>().held.is_none() && thrown.norm() > 0.5 * speed, "{thrown}");
    assert!(thrown.z.abs() < 1e-9, "along the table: {thrown}");
    let log = edits(&app);
    assert!(log.starts_with("HH") && log.ends_with("HR") && !log.contains('?'), "{log}");
    assert_eq!(app.world().resource::<Undo>().depth(), 1);
}

/// Paused, a drag in explore turns the view; while the scene plays, it pulls. On the background it never pulls.
#[test]
fn outside_of_lessons_a_body_is_pulled_while_it_plays() {
    let mut app = scene("sphere-up-35");
    let at = seen(&app, 1);
    let offered = |app: &mut App, at: Vec2| {
        point(app, at, 1e-3);
        app.world().resource::<Grab>().offered
    };
    assert_eq!(offered(&mut app, at), None);
    press(&mut app, at, LEFT);
    assert_eq!(app.world().resource::<Grab>().grip, None);
    release(&mut app, at, LEFT);
    app.world_mut().resource_mut::<Playback>().playing = true;
    assert_eq!(offered(&mut app, at), Some(PressTarget::Body(1, DragKind::Spring)));
    assert_eq!(offered(&mut app, at + Vec2::new(0.0, -300.0)), None);
    let at = seen(&app, 1);
    press(&mut app, at, LEFT);
    let at = seen(&app, 1) + Vec2::new(40.0, -30.0);
    point(&mut app, at, 1e-3);
    assert_eq!(edits(&app).chars().next(), Some('H'));
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Escape);
    point(&mut app, at, 1e-3);
    assert!(edits(&app).ends_with('R') && app.world().resource::<Grab>().grip.is_none());
}

/// A click takes hold of nothing, in a lesson, too; with Ctrl a press pulls at once, and the right button as well.
#[test]
fn a_click_is_no_pull_and_control_needs_no_motion() {
    let mut app = lesson("brick-slips", Some(Prediction::Number(20.0)));
    let at = seen(&app, 1);
    press(&mut app, at, LEFT);
    point(&mut app, at + Vec2::new(2.0, 1.0), 0.01);
    release(&mut app, at, LEFT);
    assert_eq!((edits(&app).as_str(), app.world().resource::<Playback>().playing), ("", false));
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::ControlLeft);
    press(&mut app, at, MouseButton::Right);
    assert_eq!(edits(&app), "H");
    release(&mut app, at, MouseButton::Right);
    assert_eq!(edits(&app), "HR");
}

/// A finger pulls as the mouse does; a second finger, which zooms, lets go.
#[test]
fn a_finger_pulls_and_two_let_go() {
    let mut app = lesson("friction-drops", Some(Prediction::Number(3.0)));
    let at = seen(&app, 1);
    let finger = |app: &mut App, id: u64, phase: TouchPhase, position: Vec2| {
        app.world_mut().write_message(TouchInput { phase, position, window: Entity::PLACEHOLDER, force: None, id });
        app.world_mut().run_system_cached(touch_screen_input_system).expect("touches");
        *app.world_mut().resource_mut::<Pointer>() = Pointer { at: None, is_free: true, is_used: false };
        app.world_mut().run_system_cached(grip).expect("a frame");
        frame(app, 0.01);
    };
    finger(&mut app, 7, TouchPhase::Started, at);
    finger(&mut app, 7, TouchPhase::Moved, at + Vec2::new(8.0, 0.0));
    assert_eq!(edits(&app), "", "a tap may tremble");
    finger(&mut app, 7, TouchPhase::Moved, at + Vec2::new(50.0, 0.0));
    finger(&mut app, 7, TouchPhase::Moved, at + Vec2::new(70.0, 0.0));
    assert_eq!(edits(&app), "HHH");
    finger(&mut app, 8, TouchPhase::Started, at + Vec2::new(0.0, 200.0));
    assert_eq!(edits(&app), "HHHR");
    assert_eq!(app.world().resource::<Grab>().grip, None);
}

/// The edge of a board is offered in a lesson about slopes once there is a prediction; dragging it up tilts the board
/// and starts the run.
#[test]
fn an_edge_tilts_the_board() {
    let mut app = lesson("brick-slips", None);
    let state = app.world().resource::<DisplayState>().state.clone();
    let units = *app.world().resource::<Units>();
    let drawn = ground(&state.bodies[0], &state, &units);
    let corner = drawn.half * drawn.cell;
    app.world_mut().spawn((Visual(0), drawn));
    app.world_mut().resource_mut::<Orbit>().zoom(0.3);
    let orbit = *app.world().resource::<Orbit>();
    let area = app.world().resource::<SceneArea>().0.expect("an area");
    let edge = state.bodies[0].x + state.bodies[0].q * Metres::new(0.0, f64::from(corner.y) / units.per_metre, 0.0);
    let at = SceneProjection { orbit: &orbit, area, units: &units }.project(&edge).expect("in front of the eye");
    assert!(area.contains(at), "{at}");
    point(&mut app, at, 1e-3);
    assert_eq!(app.world().resource::<Grab>().offered, None, "before the prediction");
    app.world_mut().resource_mut::<LessonSession>().with(|p| p.pin(Prediction::Number(20.0)));
    point(&mut app, at, 1e-3);
    assert!(matches!(app.world().resource::<Grab>().offered, Some(PressTarget::Board(0, _))));
    press(&mut app, at, LEFT);
    point(&mut app, at - Vec2::new(0.0, 60.0), 0.01);
    assert_eq!(edits(&app), "T");
    let asked = app.world().resource::<BodyForm>().tilt.expect("a slope");
    assert!(asked.0 == 0 && asked.1 > 3.0 && app.world().resource::<Playback>().playing, "{asked:?}");
    release(&mut app, at - Vec2::new(0.0, 60.0), LEFT);
    assert_eq!(edits(&app), "T", "the board stays where it was tilted");
}

/// A handle takes hold of its board without a jump, wherever it is pressed; a hand at rest asks for no other slope though
/// the camera moves, and the last motion before the release counts. The handle stays in the picture when the camera has
/// followed the brick away, and still tilts.
#[test]
fn a_handle_tilts_without_a_jump_and_stays_in_sight() {
    use crate::app::lessons::board::{place_handles, slope_under};
    let mut app = lesson("brick-slips", Some(Prediction::Number(20.0)));
    let handle = |app: &mut App| {
        app.world_mut().run_system_cached(place_handles).expect("a frame");
        let [handle] = app.world().resource::<BoardHandles>().0[..] else { panic!("one handle") };
        handle
    };
    let asked = |app: &App| app.world().resource::<BodyForm>().tilt.expect("a slope").1;
    let expected = |app: &App, point: [f64; 2], at: Vec2| {
        let world = app.world();
        let area = world.resource::<SceneArea>().0.expect("an area");
        let (orbit, units) = (world.resource::<Orbit>(), world.resource::<Units>());
        let plane = &world.resource::<DisplayState>().state.bodies[0];
        slope_under(|at| SceneProjection { orbit, area, units }.project(at), plane, point, at).expect("a slope")
    };
    let first = handle(&mut app);
    let pressed = first.at + Vec2::new(7.0, 5.0);
    press(&mut app, pressed, LEFT);
    point(&mut app, pressed - Vec2::new(0.0, 60.0), 0.01);
    let slope = expected(&app, first.point, first.at - Vec2::new(0.0, 60.0));
    assert!((asked(&app) - slope).abs() < 0.11 && slope > 3.0, "{} {slope}", asked(&app));
    app.world_mut().resource_mut::<Orbit>().zoom(1.3);
    let before = asked(&app);
    point(&mut app, pressed - Vec2::new(0.0, 60.0), 0.01);
    assert_eq!((asked(&app), edits(&app).as_str()), (before, "T"), "a hand at rest");
    let slope = expected(&app, first.point, first.at - Vec2::new(0.0, 90.0));
    release(&mut app, pressed - Vec2::new(0.0, 90.0), LEFT);
    assert!((asked(&app) - slope).abs() < 0.11, "{} {slope}", asked(&app));
    app.world_mut().resource_mut::<Orbit>().pan(Vec2::new(3000.0, 3000.0), 700.0);
    let away = handle(&mut app);
    let area = app.world().resource::<SceneArea>().0.expect("an area");
    assert!(area.contains(away.at), "{away:?}");
    let before = asked(&app);
    press(&mut app, away.at, LEFT);
    point(&mut app, away.at - Vec2::new(0.0, 20.0), 0.01);
    release(&mut app, away.at - Vec2::new(0.0, 20.0), LEFT);
    assert_ne!(asked(&app), before);
}
