//! Opening scene after scene leaves nothing behind.

use crate::app::control::drive::drive;
use crate::app::files::open::open;
use crate::app::state::session::Opened;
use crate::app::timeline::playback::Playback;
use crate::app::{AppPlugin, state::layout::Layers};
use crate::scene::Scene;
use crate::step::StepPlugin;
use crate::view::render::theme::Theme;
use crate::view::render::{CameraPlugin, DrawPlugin, ViewSystems};
use crate::view::tests::test_window::opened;
use bevy::app::TaskPoolPlugin;
use bevy::asset::AssetPlugin;
use bevy::prelude::*;
use stickslip_lab::generate;

/// The scene as it is drawn, without a renderer.
fn drawn() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()));
    app.init_asset::<Shader>().init_asset::<Image>().init_asset::<Mesh>();
    app.add_plugins((StepPlugin, AppPlugin, CameraPlugin, DrawPlugin));
    app.init_resource::<Time<Real>>().init_resource::<Theme>().init_resource::<ClearColor>();
    app.add_systems(Update, drive.in_set(ViewSystems::Drive));
    app
}

fn many_body() -> Opened {
    let text = generate::text("heap", 400).expect("a scene");
    let scene = Scene::parse("heap", &text).expect("no fault");
    Opened { name: "crowd".to_owned(), file: None, text, scene }
}

/// Opens a scene, selects a body and draws some steps.
fn visit(app: &mut App, scene: Opened) {
    open(app.world_mut(), scene);
    app.update();
    app.world_mut().resource_mut::<Layers>().0.selected = Some(1);
    for _ in 0..3 {
        app.world_mut().resource_mut::<Playback>().single = 2;
        app.update();
    }
}

/// Entities, and meshes and images held.
fn held(app: &mut App) -> [usize; 3] {
    let world = app.world_mut();
    let entities = world.query::<Entity>().iter(world).count();
    let (meshes, images) = (world.resource::<Assets<Mesh>>().len(), world.resource::<Assets<Image>>().len());
    [entities, meshes, images]
}

/// Fifty scenes in a row, of balls, bricks, tubes, polygons and a crowd: whenever a scene is open again, it has the
/// same number of entities, meshes and images.
#[test]
fn fifty_scenes_leave_nothing_behind() {
    let names = [
        "sphere-up-35",
        "brick-slips",
        "ball-in-bowl",
        "ball-in-tube",
        "spinning-coin",
        "dae-pour",
        "block-on-a-spring",
        "rigid-spools",
        "stack-stands",
    ];
    let mut app = drawn();
    let mut rounds: Vec<Vec<[usize; 3]>> = Vec::new();
    for _ in 0..5 {
        let mut round = Vec::new();
        for name in names {
            visit(&mut app, opened(name));
            round.push(held(&mut app));
        }
        visit(&mut app, many_body());
        round.push(held(&mut app));
        rounds.push(round);
    }
    for (k, later) in rounds.iter().enumerate().skip(2) {
        assert_eq!(later, &rounds[1], "round {k}");
    }
    assert!(rounds[1].iter().all(|[entities, meshes, _]| *entities > 5 && *meshes > 2));
}
