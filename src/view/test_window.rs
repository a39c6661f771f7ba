//! The world of the window without a window, for tests.

use super::camera::Orbit;
use super::forecast::Forecast;
use super::grab::Grab;
use super::inspect::Inspect;
use super::panels::{
    plots::{Graphs, History},
    tuning::Tuning,
};
use super::past::Past;
use super::playback::Playback;
use super::saving::Saving;
use super::session::{Layers, Opened, Session, Shown, drive, open};
use super::sync::{Remake, Units};
use super::traces::Trails;
use super::undo::Undo;
use crate::scene::{Scene, builtin};
use crate::step::StepPlugin;
use bevy::prelude::*;
use std::time::Duration;

/// A window with a scene open and time standing still.
pub fn window(name: &str) -> App {
    let mut app = App::new();
    app.add_plugins(StepPlugin)
        .init_resource::<Session>()
        .init_resource::<Shown>()
        .init_resource::<Layers>()
        .init_resource::<Playback>()
        .init_resource::<Past>()
        .init_resource::<Tuning>()
        .init_resource::<Undo>()
        .init_resource::<Grab>()
        .init_resource::<Saving>()
        .init_resource::<Trails>()
        .init_resource::<History>()
        .init_resource::<Graphs>()
        .init_resource::<Inspect>()
        .init_resource::<Forecast>()
        .init_resource::<Remake>()
        .init_resource::<Units>()
        .init_resource::<Orbit>()
        .init_resource::<Time<Real>>();
    open(app.world_mut(), opened(name));
    app.world_mut().resource_mut::<Playback>().rung = usize::MAX;
    app
}

/// A built-in scene, to be opened.
pub fn opened(name: &str) -> Opened {
    let text = builtin::text(name).expect("a scene");
    let scene = Scene::parse(name, text).expect("no fault");
    Opened { name: name.to_owned(), file: None, text: text.to_owned(), scene }
}

/// One frame of the screen, `wall` seconds after the last.
pub fn frame(app: &mut App, wall: f64) {
    app.world_mut().resource_mut::<Time<Real>>().update_with_duration(Duration::from_secs_f64(wall));
    drive(app.world_mut());
}
