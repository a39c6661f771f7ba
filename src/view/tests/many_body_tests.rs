//! Many-body scenes in the window: drawing, allocation, readouts and picking.

use super::*;
use crate::app::files::open::open;
use crate::app::hand::pick::pick;
use crate::app::state::request::FileRequest;
use crate::app::state::request::Request;
use crate::app::state::session::{Opened, Session};
use crate::app::timeline::playback::Playback;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::projection::SceneProjection;
use crate::observe::state::observe;
use crate::scene::Scene;
use crate::view::render::drawn::Visual;
use crate::view::render::sync::{RespawnRequest, remake};
use crate::view::tests::test_window::{frame, window};
use crate::world::CaseId;
use bevy::ecs::system::RunSystemOnce;
use stickslip_lab::generate;

fn opened(text: String) -> Opened {
    let scene = Scene::parse("scene", &text).expect("no fault");
    Opened { name: "crowd".to_owned(), file: None, text, scene }
}

/// A window with a many-body scene, `steps` steps into the run.
fn many_body(steps: u64) -> App {
    let mut app = window("sphere-up-35");
    open(app.world_mut(), opened(generate::text("heap", 400).expect("a scene")));
    app.init_resource::<Theme>().init_resource::<Assets<Mesh>>().init_resource::<Assets<Image>>();
    app.world_mut().resource_mut::<Playback>().single = steps;
    while app.world().resource::<DisplayState>().state.step < steps {
        let left = steps - app.world().resource::<DisplayState>().state.step;
        app.world_mut().resource_mut::<Playback>().single = left;
        frame(&mut app, 0.1);
    }
    app
}

/// A many-body scene is one mesh, four corners per sphere; only planes and the like are separate.
#[test]
fn many_balls_are_one_mesh() {
    let mut app = many_body(10);
    app.init_resource::<RespawnRequest>().init_resource::<Theme>();
    app.world_mut().run_system_once(remake).expect("it runs");
    app.world_mut().run_system_once::<_, (), _>(redraw).expect("it runs");
    let world = app.world_mut();
    let balls = world.resource::<DisplayState>().state.bodies.len() - 1;
    assert_eq!(world.query::<&Visual>().iter(world).count(), 1, "the plane");
    let mesh = world.query_filtered::<&Mesh3d, With<SphereInstanceMesh>>().single(world).expect("one mesh").0.clone();
    let corners = world.resource::<Assets<Mesh>>().get(&mesh).expect("a mesh").count_vertices();
    assert_eq!(corners, 4 * balls);
    // Top and grid of the plane, and the sphere instances.
    assert_eq!(world.resource::<Assets<Mesh>>().len(), 3);
    let shadings: Vec<Shading> = world.query::<&LitMaterial>().iter(world).map(|of| of.shading).collect();
    assert_eq!(shadings.iter().filter(|shading| **shading == Shading::Spheres).count(), 1);
    assert_eq!(shadings.len(), 3);
}

/// Many non-spherical bodies of one shape share a few meshes.
#[test]
fn boxes_that_look_alike_share_their_mesh() {
    let text = generate::text("heap", 400).expect("a scene");
    let text = text.replace("Sphere(radius: 0.004)", "Box(half_extents: (0.004, 0.003, 0.003))");
    let text = text.replace("Heuristic(eta_psi: 0.2, curvature: 250.0)", "Off").replace("eta_r: 0.3", "eta_r: 0.0");
    let mut app = many_body(0);
    open(app.world_mut(), opened(text));
    app.init_resource::<RespawnRequest>().init_resource::<Theme>();
    app.world_mut().run_system_once(remake).expect("it runs");
    let world = app.world_mut();
    let bodies = world.resource::<DisplayState>().state.bodies.len();
    assert_eq!(world.query::<&Visual>().iter(world).count(), bodies);
    assert!(bodies > 390 && world.resource::<Assets<Mesh>>().len() <= 2 + 4);
}

/// Notes on a many-body scene match the state. While nothing changes, nothing is read or rebuilt.
#[test]
fn a_many_body_scene_is_read_when_it_changes() {
    let mut app = many_body(1500);
    // A fast machine takes all steps in the frame that first shows the scene; the next frame samples the plots.
    frame(&mut app, 0.1);
    let whole = observe(app.world_mut(), CaseId(0));
    let shown = app.world().resource::<DisplayState>().clone();
    assert_eq!((shown.contacts, &shown.state.bodies), (whole.contacts.len(), &whole.bodies));
    assert!(shown.state.contacts.len() < whole.contacts.len());
    let count = crate::draw::text::format::count(whole.contacts.len());
    assert!(shown.notes[0].contains(&format!("{count} contacts")), "{:?}", shown.notes);
    assert!(shown.list.arrows.len() <= 310, "{} arrows", shown.list.arrows.len());
    frame(&mut app, 0.1);
    assert_eq!(app.world().resource::<DisplayState>().version, shown.version);
    app.world_mut().resource_mut::<Layers>().0.chains = true;
    frame(&mut app, 0.1);
    let chained = app.world().resource::<DisplayState>().clone();
    assert!(chained.version > shown.version);
    assert_eq!(chained.list.chains.of, whole.contacts.len());
    // The selected body shows all of its contacts in full.
    let busy = whole.contacts[whole.contacts.len() / 2].pair.key.j;
    app.world_mut().resource_mut::<Layers>().0.selected = Some(busy as usize);
    frame(&mut app, 0.1);
    let own: Vec<_> = whole.contacts.iter().filter(|c| c.pair.key.i == busy || c.pair.key.j == busy).collect();
    let seen = &app.world().resource::<DisplayState>().state.contacts;
    assert!(own.iter().all(|contact| seen.contains(contact)) && !own.is_empty());
}

/// Watching a many-body scene hashes no state, and a request for a recording says so.
#[test]
fn a_many_body_run_is_not_recorded_in_the_window() {
    let mut app = many_body(5);
    assert!(app.world().resource::<crate::app::timeline::past::Past>().timeline.hashes().is_empty());
    app.world_mut().write_message(Request::File(FileRequest::Record));
    frame(&mut app, 0.1);
    let (said, _) = app.world().resource::<Session>().notice.clone().expect("a message");
    assert!(said.contains("not recorded") && said.contains("--record"), "{said}");
}

/// A click picks a sphere under the cursor, and no other sphere under the cursor is in front of it.
#[test]
fn a_ball_of_many_can_be_picked() {
    let app = many_body(10);
    let shown = app.world().resource::<DisplayState>();
    let (mut orbit, units) = (Orbit::default(), Units::from_state(&shown.state));
    orbit.frame(&shown.state, &units, None);
    let area = Rect::from_corners(Vec2::ZERO, Vec2::new(1000.0, 700.0));
    let lens = SceneProjection { orbit: &orbit, area, units: &units };
    let eye = orbit.pose().eye;
    let mut picked = std::collections::BTreeSet::new();
    for body in shown.state.bodies.iter().skip(1).step_by(7) {
        let at = lens.project(&body.x).expect("before the eye");
        let index = pick(at, &lens, shown).expect("a body");
        let hit = &shown.state.bodies[index];
        let away = lens.project(&hit.x).expect("before the eye").distance(at);
        assert!(away <= lens.pixels(&hit.x, 0.004), "{} is {away} pixels away", hit.name);
        let far = |body: &BodyState| eye.distance(units.point(&body.x));
        assert!(far(hit) <= far(body), "{} is behind {}", hit.name, body.name);
        picked.insert(index);
    }
    assert!(picked.len() > 10);
}
