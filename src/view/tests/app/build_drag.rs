//! Building with the mouse in the window's driver: bodies are dragged, lines drawn, changes of the card undone.

use super::drag::{frame_bodies, point, press, release, scene, seen};
use crate::app::build::build_mode;
use crate::app::build::check::SceneCheck;
use crate::app::build::materials::MATERIALS;
use crate::app::build::toolbox::{Toolbox, follow_pointer};
use crate::app::build::tools::Tool;
use crate::app::hand::Grab;
use crate::app::state::layout::Layers;
use crate::app::state::marks::BodyMarks;
use crate::app::state::panels::{BuildMode, Panels};
use crate::app::state::request::{BuildRequest, EditRequest, Request, SceneRequest, TimeRequest};
use crate::app::state::scene_patch::ScenePatch;
use crate::app::state::session::Session;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::playback::Playback;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::units::Units;
use crate::shapes::Shape;
use crate::view::render::camera;
use crate::view::tests::test_window::frame;
use bevy::app::App;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;

const LEFT: MouseButton = MouseButton::Left;

/// A window with a template and the open panel *Build*.
fn building(template: &'static str) -> App {
    let mut app = scene("sphere-up-35");
    ask(&mut app, Request::Sure(Box::new(Request::Scene(SceneRequest::New(template)))));
    assert!(app.world().resource::<Panels>().shows_build());
    frame_bodies(&mut app);
    follow(&mut app);
    assert!(app.world().resource::<BuildMode>().0);
    app
}

/// Finds whether the mouse builds, as each frame does.
fn follow(app: &mut App) {
    app.world_mut().run_system_cached(build_mode::follow).expect("a frame");
}

fn ask(app: &mut App, request: Request) {
    app.world_mut().write_message(request);
    frame(app, 0.01);
}

fn text(app: &App) -> String {
    app.world().resource::<Session>().opened.as_ref().expect("a scene").text.clone()
}

fn index(app: &App, name: &str) -> usize {
    let bodies = &app.world().resource::<DisplayState>().state.bodies;
    bodies.iter().position(|body| body.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Presses at a place, moves in steps to another one, and lets go.
fn drag(app: &mut App, from: Vec2, to: Vec2) {
    press(app, from, LEFT);
    (1..=4).for_each(|k| {
        point(app, from.lerp(to, k as f32 / 4.0), 0.002);
        app.world_mut().run_system_cached(follow_pointer).expect("a frame");
    });
    release(app, to, LEFT);
    frame(app, 0.01);
}

/// A dragged body gets another place in the text by one gesture; undone, the text is as before. Escape lets it go. While the
/// run plays, a drag pulls instead.
#[test]
fn a_body_is_dragged_to_another_place() {
    let mut app = building("ramp");
    let before = text(&app);
    let crate_ = index(&app, "crate");
    let from = seen(&app, crate_);
    drag(&mut app, from, from + Vec2::new(40.0, 25.0));
    let moved = text(&app);
    assert!(moved != before && moved.contains("on: (surface: \"ramp\", at: (") && moved.contains("settled: true"));
    let state = app.world().resource::<DisplayState>().state.clone();
    assert!(state.bodies[crate_].x.x > 0.01 || state.bodies[crate_].x.y < 0.3, "{}", state.bodies[crate_].x);
    assert_eq!(app.world().resource::<Toolbox>().offer, None);
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(text(&app), before);
    press(&mut app, from, LEFT);
    point(&mut app, from + Vec2::new(40.0, 25.0), 0.002);
    assert!(app.world().resource::<Toolbox>().offer.is_some());
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Escape);
    point(&mut app, from + Vec2::new(41.0, 25.0), 0.002);
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
    release(&mut app, from, LEFT);
    assert_eq!((text(&app), app.world().resource::<Toolbox>().offer.clone()), (before, None));
    app.world_mut().resource_mut::<Playback>().toggle();
    frame(&mut app, 0.01);
    follow(&mut app);
    press(&mut app, from, LEFT);
    (1..=3).for_each(|k| point(&mut app, from + Vec2::splat(5.0 * k as f32), 0.002));
    assert!(app.world().resource::<Grab>().held.is_some());
}

/// A rope is drawn from a body to another one; pressed on the floor, a line tool draws nothing.
#[test]
fn a_rope_is_drawn_between_bodies() {
    let mut app = building("two-ramps");
    app.world_mut().resource_mut::<Toolbox>().choose(Tool::Rope);
    let (ball, ramp) = (index(&app, "ball"), index(&app, "right ramp"));
    // Below the ball, the ramp that it stands on is seen.
    let from = seen(&app, ball);
    let to = from + Vec2::new(0.0, 150.0);
    drag(&mut app, from, to);
    let state = app.world().resource::<DisplayState>().state.clone();
    let pull = state.pulls.first().expect("a rope");
    assert_eq!((state.pulls.len(), pull.body, pull.pull.linked()), (1, ball, Some(ramp as u32)));
    assert!(text(&app).contains("only_tension: true"));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert!(app.world().resource::<DisplayState>().state.pulls.is_empty() && !text(&app).contains("pulls"));
}

/// A rope that is dragged out of the toolbox onto a body begins there, and ends where the next click is; dropped beside all
/// bodies it is laid down.
#[test]
fn a_rope_is_dropped_on_a_body() {
    let mut app = building("two-ramps");
    let (ball, ramp) = (seen(&app, index(&app, "ball")), seen(&app, index(&app, "left ramp")));
    let drop = |app: &mut App, at: Vec2| {
        app.world_mut().resource_mut::<Toolbox>().drag_out(Tool::Rope);
        point(app, at, 0.01);
        ask(app, Request::Build(BuildRequest::Place));
    };
    drop(&mut app, ball + Vec2::new(0.0, -2000.0));
    assert_eq!(app.world().resource::<Toolbox>().tool, None);
    drop(&mut app, ball);
    assert!(app.world().resource::<Toolbox>().line.is_some());
    point(&mut app, ramp, 0.01);
    app.world_mut().run_system_cached(follow_pointer).expect("a frame");
    ask(&mut app, Request::Build(BuildRequest::Place));
    assert!(text(&app).contains("only_tension: true"), "{}", text(&app));
    assert_eq!(app.world().resource::<Toolbox>().tool, None);
}

/// A change of the card is one gesture: renamed, the body stays selected. After the start it is refused with the reason.
#[test]
fn a_change_of_the_card_is_one_gesture() {
    let mut app = building("ramp");
    let before = text(&app);
    app.world_mut().resource_mut::<Layers>().0.selected = Some(index(&app, "crate"));
    let patches = vec![
        ScenePatch::body("crate", "density", "700.0"),
        ScenePatch::Rename { body: "crate".to_owned(), new: "chest".to_owned() },
    ];
    let change = Request::Build(BuildRequest::Patch { what: "change".to_owned(), patches });
    ask(&mut app, change.clone());
    assert_eq!(app.world().resource::<Layers>().0.selected, Some(index(&app, "chest")));
    assert!(text(&app).contains("density: 700.0") && !text(&app).contains("mass: 1.0"));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(text(&app), before);
    ask(&mut app, Request::Time(TimeRequest::Seek(10)));
    ask(&mut app, change);
    assert_eq!(text(&app), before);
    let notice = app.world().resource::<Session>().notice.clone().expect("a notice").0;
    assert!(notice.contains("start"), "{notice}");
}

/// Every tool places its body near the middle without the mouse, clear of what is there; without a floor at height 0, and a
/// floor is added below.
#[test]
fn bodies_are_placed_without_the_mouse() {
    let mut app = building("floor");
    let place = |app: &mut App, tool: Tool| {
        app.world_mut().resource_mut::<Toolbox>().choose(tool);
        ask(app, Request::Build(BuildRequest::PlaceInMiddle));
        app.insert_resource(Toolbox::default());
    };
    let tools = || Tool::BODIES.into_iter().chain(Tool::SUPPORTS);
    tools().for_each(|tool| place(&mut app, tool));
    let state = app.world().resource::<DisplayState>().state.clone();
    assert_eq!(state.bodies.len(), 1 + tools().count());
    let scene = app.world().resource::<Session>().opened.as_ref().expect("a scene").scene.clone();
    assert_eq!(SceneCheck::new(&scene, &state).overlaps, []);
    let mut app = building("floor");
    place(&mut app, Tool::Prism);
    app.world_mut().resource_mut::<Layers>().0.selected = Some(0);
    ask(&mut app, Request::Build(BuildRequest::Delete));
    place(&mut app, Tool::Ramp);
    place(&mut app, Tool::Ball);
    ask(&mut app, Request::Build(BuildRequest::Floor));
    ask(&mut app, Request::Build(BuildRequest::Floor));
    let state = app.world().resource::<DisplayState>().state.clone();
    assert_eq!(state.bodies.len(), 4, "one floor only");
    let floor = state.bodies.last().expect("a floor");
    assert!(floor.shape == Shape::Plane && floor.x.norm() < 1e-9, "{floor:?}");
    for body in &state.bodies[..3] {
        let down = body.q.inverse() * -crate::laws::Vec3::z();
        let lowest = body.x.z - body.shape.support(&down).dot(&down);
        assert!(lowest.abs() < 1e-8, "{} stands at {lowest}", body.name);
    }
}

/// A locked body stays where it is under the mouse, until it is unlocked.
#[test]
fn a_locked_body_is_not_dragged() {
    let mut app = building("ramp");
    let before = text(&app);
    let at = seen(&app, index(&app, "crate"));
    app.world_mut().resource_mut::<BodyMarks>().locked.insert("crate".to_owned());
    drag(&mut app, at, at + Vec2::new(60.0, 0.0));
    assert_eq!(text(&app), before);
    app.world_mut().resource_mut::<BodyMarks>().locked.clear();
    drag(&mut app, at, at + Vec2::new(60.0, 0.0));
    assert_ne!(text(&app), before);
}

/// A chosen material paints the bodies that are clicked, the floor too, each by one change that can be undone; beside all
/// bodies nothing happens.
#[test]
fn a_material_paints_what_is_clicked() {
    let mut app = building("ramp");
    let before = text(&app);
    let wood = MATERIALS.iter().position(|material| material.name == "wood").expect("wood");
    let steel = MATERIALS.iter().position(|material| material.name == "steel").expect("steel");
    let mut click = |material: usize, at: Vec2| {
        app.world_mut().resource_mut::<Toolbox>().choose(Tool::Material(material));
        point(&mut app, at, 0.01);
        app.world_mut().run_system_cached(follow_pointer).expect("a frame");
        assert_eq!(app.world().resource::<Toolbox>().offer, None);
        ask(&mut app, Request::Build(BuildRequest::Place));
        app.insert_resource(Toolbox::default());
        text(&app)
    };
    let crate_ = {
        let app = building("ramp");
        seen(&app, index(&app, "crate"))
    };
    let floor = crate_ + Vec2::new(-40.0, 200.0);
    assert_eq!(click(wood, crate_).matches("material: \"wood\"").count(), 1);
    let painted = click(steel, floor);
    assert_eq!(painted.matches("material: \"steel\"").count(), 1);
    assert!(painted.contains("mu_s: 0.5, mu_k: 0.3"), "the pair has its handbook values: {painted}");
    assert_eq!(click(steel, crate_ + Vec2::new(0.0, -2000.0)), painted);
    ask(&mut app, Request::Edit(EditRequest::Undo));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(text(&app), before);
}

/// A body of another size changes the drawing units, but not the view; once one builds, nothing moves the camera but the user.
#[test]
fn the_view_stays_when_a_body_is_added() {
    let mut app = building("ramp");
    let camera = |app: &mut App| {
        app.world_mut().run_system_cached(camera::follow).expect("a frame");
    };
    camera(&mut app);
    let crate_ = index(&app, "crate");
    let (before, units) = (seen(&app, crate_), *app.world().resource::<Units>());
    let body =
        "(name: \"boulder\", shape: Sphere(radius: 1.5), density: 500.0, on: (surface: \"floor\", at: (3.0, 3.0)))";
    let patches = vec![ScenePatch::AddBody(body.to_owned())];
    ask(&mut app, Request::Build(BuildRequest::Patch { what: "add".to_owned(), patches }));
    camera(&mut app);
    assert!(app.world().resource::<Units>().per_metre < 0.9 * units.per_metre);
    assert!((seen(&app, crate_) - before).length() < 0.5, "{} {before}", seen(&app, crate_));
    ask(&mut app, Request::Time(TimeRequest::Seek(9000)));
    let orbit = *app.world().resource::<Orbit>();
    camera(&mut app);
    assert_eq!(*app.world().resource::<Orbit>(), orbit);
}
