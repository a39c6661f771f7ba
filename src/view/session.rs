//! What is open: the scene, the state shown, requests to open another, and the loop that steps the world.

use super::draw_list::{DrawList, Overlays, draw_list};
use super::panels::plots::History;
use super::playback::{Playback, budget};
use super::scale::Scales;
use super::sync::{Remake, Units};
use super::traces::Trails;
use crate::record::state::{State, observe};
use crate::scene::Scene;
use crate::step::events::EventLog;
use crate::step::spawn;
use crate::step::tune::Tune;
use crate::step::{Outcome, SimStep};
use crate::world::books::Books;
use crate::world::{Clock, Lane};
use bevy::prelude::*;
use std::path::PathBuf;
use std::time::Instant;

/// What a person has asked for; done at the start of the next frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Opens a scene.
    Open(Box<Opened>),
    /// Starts the open scene anew.
    Reset,
    /// Reads the open scene's file again.
    Reload,
    /// Shows the gallery.
    Gallery,
}

/// A scene and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// Name of a built-in scene, or of the file.
    pub name: String,
    /// The file, if it is one.
    pub file: Option<PathBuf>,
    /// The scene, as the file says.
    pub scene: Scene,
}

/// What is open.
#[derive(Resource, Default)]
pub struct Session {
    /// The open scene; `None` before one is chosen.
    pub opened: Option<Opened>,
    /// To be done at the start of the next frame.
    pub request: Option<Request>,
    /// The gallery covers the window.
    pub gallery: bool,
    /// The keys are listed over the window.
    pub help: bool,
    /// A message for the person, and the time it goes, s.
    pub notice: Option<(String, f64)>,
    /// The end of the scene was reached and time stopped there once.
    pub ended: bool,
}

impl Session {
    /// Shows a message for some seconds.
    pub fn say(&mut self, text: impl Into<String>, now: f64) {
        self.notice = Some((text.into(), now + 5.0));
    }
}

/// The state on the screen; panels, plots and arrows all read this one step.
#[derive(Resource, Clone, Debug)]
pub struct Shown {
    /// The state.
    pub state: State,
    /// Its overlays.
    pub list: DrawList,
    /// Their scales.
    pub scales: Scales,
    /// The scales stay as they are.
    pub locked: bool,
    /// Why the guard stopped the run.
    pub stopped: Option<String>,
}

impl Default for Shown {
    fn default() -> Self {
        let state = State { step: 0, time: 0.0, bodies: Vec::new(), contacts: Vec::new(), accounts: None };
        Self { state, list: DrawList::default(), scales: Scales::default(), locked: false, stopped: None }
    }
}

/// Which overlays are on.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Layers(pub Overlays);

/// Scenes of more bodies keep no energy account: it would take a share of each step.
const MOST_BOOKED: usize = 64;

/// Opens a scene in the world and makes ready to show it.
pub fn open(world: &mut World, opened: Opened) {
    // Nothing reads the events here yet: an unread log would grow for ever.
    world.resource_mut::<EventLog>().on = false;
    world.resource_mut::<Books>().on = opened.scene.bodies.len() <= MOST_BOOKED;
    spawn::load(world, &opened.scene);
    world.insert_resource(Trails::default());
    world.resource_mut::<Messages<Tune>>().clear();
    let another = {
        let mut session = world.resource_mut::<Session>();
        let another = session.opened.as_ref().is_none_or(|old| old.name != opened.name);
        session.opened = Some(opened.clone());
        session.gallery = false;
        session.ended = false;
        another
    };
    world.insert_resource(super::panels::tuning::Tuning::of(&opened.scene));
    world.insert_resource(History::of(&opened.scene));
    let locked = world.resource::<Shown>().locked && !another;
    if !locked {
        let mut shown = world.resource_mut::<Shown>();
        shown.scales = Scales::default();
        shown.locked = false;
    }
    let mut playback = world.resource_mut::<Playback>();
    (playback.owed, playback.reached, playback.single) = (0.0, 0.0, 0);
    if another {
        playback.playing = false;
        world.resource_mut::<Layers>().0.selected = None;
    }
    look(world);
    world.resource_mut::<Remake>().0 = true;
    if another {
        frame_all(world);
    }
}

/// Puts the whole scene into the picture.
pub fn frame_all(world: &mut World) {
    let state = world.resource::<Shown>().state.clone();
    let selected = world.resource::<Layers>().0.selected;
    let units = Units::of(&state);
    world.resource_mut::<super::camera::Orbit>().frame(&state, &units, selected);
}

/// Reads the state of the world and makes its overlays.
pub fn look(world: &mut World) {
    let state = observe(world, Lane(0));
    let stopped = world.resource::<Outcome>().stopped.clone();
    let on = world.resource::<Layers>().0;
    world.resource_mut::<History>().push(&state);
    world.resource_mut::<Trails>().push(&state);
    let trails = if on.trails { world.resource::<Trails>().lines(&state) } else { Vec::new() };
    let mut shown = world.resource_mut::<Shown>();
    if !shown.locked {
        shown.scales = Scales::fit(&state, &shown.scales);
    }
    shown.list = draw_list(&state, &on, &shown.scales);
    shown.list.lines.extend(trails);
    shown.stopped = stopped;
    shown.state = state;
}

/// Does what was asked for, then takes the steps that are due within the time budget, then shows the state reached.
pub fn drive(world: &mut World) {
    answer(world);
    if world.resource::<Session>().opened.is_none() {
        return;
    }
    let wall = f64::from(world.resource::<Time<Real>>().delta_secs()).min(0.5);
    let dt = world.resource::<Clock>().dt;
    let gallery = world.resource::<Session>().gallery;
    let mut playback = world.resource_mut::<Playback>();
    let due = if gallery { 0 } else { playback.due(wall, dt) };
    let limit = end_of_scene(world).unwrap_or(u64::MAX);
    let done = take_steps(world, due.min(limit), budget(wall));
    if limit <= due && done >= limit {
        world.resource_mut::<Playback>().playing = false;
        world.resource_mut::<Session>().ended = true;
    }
    let now_stopped = world.resource::<Outcome>().stopped.is_some();
    let mut playback = world.resource_mut::<Playback>();
    playback.took(done, due, wall, dt);
    if now_stopped {
        playback.playing = false;
    }
    look(world);
    let state = world.resource::<Shown>().state.clone();
    let (units, selected) = (*world.resource::<Units>(), world.resource::<Layers>().0.selected);
    world.resource_mut::<super::camera::Orbit>().keep_in_sight(&state, &units, selected);
}

/// Steps left to the end of the scene; `None` once it has been reached and the person went on.
fn end_of_scene(world: &World) -> Option<u64> {
    let session = world.resource::<Session>();
    let opened = session.opened.as_ref().filter(|_| !session.ended)?;
    let last = (opened.scene.duration / opened.scene.dt).round() as u64;
    Some(last.saturating_sub(world.resource::<Clock>().step))
}

/// Takes the present state into plots and trails.
pub fn sample(world: &mut World) {
    let state = observe(world, Lane(0));
    world.resource_mut::<History>().push(&state);
    world.resource_mut::<Trails>().push(&state);
}

/// Takes up to `due` steps within `budget` seconds; gives how many it took.
fn take_steps(world: &mut World, due: u64, budget: f64) -> u64 {
    let start = Instant::now();
    let mut done = 0;
    while done < due && world.resource::<Outcome>().stopped.is_none() {
        world.run_schedule(SimStep);
        done += 1;
        if world.resource::<History>().wants(world.resource::<Clock>().step) && done < due {
            sample(world);
        }
        if start.elapsed().as_secs_f64() > budget {
            break;
        }
    }
    done
}

fn answer(world: &mut World) {
    let Some(request) = world.resource_mut::<Session>().request.take() else { return };
    match request {
        Request::Open(opened) => open(world, *opened),
        Request::Gallery => world.resource_mut::<Session>().gallery = true,
        Request::Reset => {
            if let Some(opened) = world.resource::<Session>().opened.clone() {
                open(world, opened);
            }
        }
        Request::Reload => reload(world),
    }
}

fn reload(world: &mut World) {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return };
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let Some(file) = opened.file.clone() else {
        open(world, opened);
        return;
    };
    match super::gallery_scenes::read(&file) {
        Ok(scene) => {
            open(world, Opened { scene, ..opened });
            world.resource_mut::<Session>().say(format!("read {} again", file.display()), now);
        }
        Err(fault) => world.resource_mut::<Session>().say(fault, now),
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
