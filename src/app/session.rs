//! What is open: the scene, the state shown, requests to open another, and the loop that steps the world.

use crate::app::compare;
use crate::app::course::{self, Course, Layout};
use crate::app::forecast::Forecast;
use crate::app::goto::{self, Place};
use crate::app::graphs::Graphs;
use crate::app::history::History;
use crate::app::inspect::Inspect;
use crate::app::law_bench;
use crate::app::past::{self, Past};
use crate::app::playback::{Playback, budget};
use crate::app::replay;
use crate::app::saving::{self, Saving};
use crate::app::tuning::Tuning;
use crate::app::undo::{self, Undo};
use crate::draw::draw_list::Overlays;
use crate::draw::scale::Scales;
use crate::draw::traces::Trails;
use crate::record::advice;
use crate::record::crowd::is_crowd;
use crate::record::hash::WorldHash;
use crate::record::recording::Recording;
use crate::record::state::State;
use crate::run::timeline::Timeline;
use crate::scene::Scene;
use crate::step::Outcome;
use crate::step::spawn;
use crate::step::tune::Tune;
use crate::world::Clock;
use crate::world::books::EnergyLedger;
use crate::world::contact::{ContactKey, Observation};
use bevy::app::AppExit;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use crate::app::look::{Shown, look, sample};

/// What a person has asked for; done at the start of the next frame.
#[derive(Message, Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// Opens a scene.
    Open(Box<Opened>),
    /// Starts the open scene anew.
    Reset,
    /// Reads the open scene's file again.
    Reload,
    /// Shows the gallery.
    Gallery,
    /// Goes to this step of the run, in its past or ahead.
    Seek(u64),
    /// Goes on in the other future.
    Swap,
    /// Saves the run so far as a recording.
    Record,
    /// Copies the command that shows this step and contact again.
    Repro(ContactKey),
    /// Shows so much of the window.
    Layout(Layout),
    /// Branches off with a tenth of the step, as a ghost.
    Finer,
    /// Sets a bookmark at the step on the screen, or takes it away.
    Bookmark,
    /// Opens a recording.
    Replay {
        /// Its file.
        file: String,
        /// What is in it.
        recording: Box<Recording>,
        /// The scene in it.
        scene: Box<Scene>,
    },
    /// Takes the last edit back.
    Undo,
    /// Makes the last edit that was taken back again.
    Redo,
    /// Saves the scene as it is now.
    Save {
        /// The file.
        path: PathBuf,
        /// The present poses and velocities become the start.
        poses: bool,
        /// What to do then.
        then: Option<Box<Request>>,
    },
    /// Opens a lesson, by its name.
    Lesson(String),
    /// Ends the program.
    Quit,
    /// Does it whatever unsaved changes it loses.
    Sure(Box<Request>),
}

/// A scene was opened, or begins anew.
#[derive(Message, Clone, Debug)]
pub(crate) struct SceneOpened {
    /// Its first state.
    pub state: Arc<State>,
    /// It is not the one that was open before.
    pub another: bool,
}

/// A scene and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Opened {
    /// Name of a built-in scene, or of the file.
    pub name: String,
    /// The file, if it is one.
    pub file: Option<PathBuf>,
    /// The text it was read from.
    pub text: String,
    /// The scene, as the file says.
    pub scene: Scene,
}

/// What is open.
#[derive(Resource, Default)]
pub(crate) struct Session {
    /// The open scene; `None` before one is chosen.
    pub opened: Option<Opened>,
    /// The gallery covers the window.
    pub gallery: bool,
    /// Where to look once something is open.
    pub place: Option<Place>,
    /// A message for the person, and the time it goes, s.
    pub notice: Option<(String, f64)>,
    /// What a person should know of the scene that is open, a line each.
    pub warnings: Vec<String>,
    /// The state shown is at or after the end of the scene.
    pub ended: bool,
}

impl Session {
    /// Shows a message for some seconds.
    pub(crate) fn say(&mut self, text: impl Into<String>, now: f64) {
        self.notice = Some((text.into(), now + 5.0));
    }
}

/// Which overlays are on.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Layers(pub Overlays);

/// For so long a warning about a scene stays, s.
const WARNED: f64 = 15.0;

/// Scenes of more bodies keep no energy account: it would take a share of each step.
const MOST_BOOKED: usize = 64;

/// Loads a scene. Contacts of many bodies are observed as they are read, and their states not hashed, which would take longer
/// than a step.
fn load(world: &mut World, scene: &Scene) {
    let is_many = is_crowd(scene.bodies.len());
    world.insert_resource(if is_many { Observation::General } else { Observation::All });
    spawn::load(world, scene);
    if is_many {
        world.remove_resource::<WorldHash>();
    } else {
        WorldHash::keep(world);
    }
}

/// Opens a scene in the world and makes ready to show it.
pub(crate) fn open(world: &mut World, opened: Opened) {
    world.resource_mut::<EnergyLedger>().on = opened.scene.bodies.len() <= MOST_BOOKED;
    load(world, &opened.scene);
    world.insert_resource(Trails::default());
    world.resource_mut::<Messages<Tune>>().clear();
    Past::begin(world);
    world.insert_resource(Undo::default());
    if let Some(mut hand) = world.get_resource_mut::<crate::app::hand::Grab>() {
        hand.held = None;
    }
    let another = {
        let mut session = world.resource_mut::<Session>();
        let another = session.opened.as_ref().is_none_or(|old| old.name != opened.name);
        session.opened = Some(opened.clone());
        session.gallery = false;
        session.ended = false;
        another
    };
    world.insert_resource(Tuning::of(&opened.scene));
    world.insert_resource(History::of(&opened.scene));
    world.insert_resource(Forecast::default());
    let locked = world.resource::<Shown>().locked && !another;
    if !locked {
        let mut shown = world.resource_mut::<Shown>();
        shown.scales = Scales::default();
        shown.locked = false;
    }
    let mut playback = world.resource_mut::<Playback>();
    (playback.owed, playback.reached, playback.single) = (0.0, 0.0, 0);
    playback.until_event = false;
    if another {
        playback.playing = false;
        if let Some(mut course) = world.get_resource_mut::<Course>() {
            course.open = None;
        }
        world.resource_mut::<Layers>().0.selected = None;
    } else {
        course::cut(world, 0);
        follow_plots(world);
    }
    look(world);
    warn(world, &opened.scene, another);
    if another {
        let graphs = Graphs::of(&world.resource::<Shown>().state);
        world.insert_resource(graphs);
        world.resource_mut::<Inspect>().forget();
    }
    let mut shown = world.resource_mut::<Shown>();
    shown.bodies += 1;
    let state = Arc::clone(&shown.state);
    world.write_message(SceneOpened { state, another });
}

/// Notes what a person should know of the scene, and says so if it is another one.
fn warn(world: &mut World, scene: &Scene, another: bool) {
    let warnings = advice::at_start(scene, &world.resource::<Shown>().state);
    let now = world.get_resource::<Time<Real>>().map_or(0.0, Time::elapsed_secs_f64);
    let mut session = world.resource_mut::<Session>();
    if another && !warnings.is_empty() {
        session.notice = Some((warnings.join("\n"), now + WARNED));
    }
    session.warnings = warnings;
}

/// The past holds what is plotted.
fn follow_plots(world: &mut World) {
    world.resource_scope(|world, mut history: Mut<History>| {
        world.resource::<Graphs>().subjects().for_each(|of| history.follow(of));
    });
}

/// Begins the curves anew, with those that are plotted.
pub(crate) fn follow_anew(world: &mut World) {
    let history = world.resource::<History>().emptied();
    world.insert_resource(history);
    follow_plots(world);
    look(world);
}

/// Does what was asked for, then takes the steps that are due within the time budget, then shows the state reached.
pub(crate) fn drive(world: &mut World) {
    // Edits first: they were made to the state that was on the screen.
    past::take_in_edits(world);
    answer(world);
    goto::arrive(world);
    if world.resource::<Session>().opened.is_none() {
        return;
    }
    let wall = f64::from(world.resource::<Time<Real>>().delta_secs()).min(0.5);
    if course::prompt(world) {
        past::take_in_edits(world);
    }
    if past::travel(world) {
        world.resource_mut::<Playback>().owed = 0.0;
    } else if compare::is_behind(world) || past::waits_for_ghost(world) {
        let dt = world.resource::<Clock>().dt;
        let mut playback = world.resource_mut::<Playback>();
        playback.owed = 0.0;
        playback.took(0, 1, wall, dt);
    } else {
        run(world, wall);
    }
    let last = last_step(world);
    world.resource_mut::<Session>().ended = last.is_some_and(|last| world.resource::<Clock>().step >= last);
    if world.resource::<Outcome>().stopped.is_some() {
        world.resource_mut::<Playback>().playing = false;
    }
    past::lead_ghost(world);
    compare::follow(world);
    look(world);
    course::watch(world);
    law_bench::fetch(world);
}

/// Takes the steps that are due: up to the end of the scene, where time stops once, or to the next event.
fn run(world: &mut World, wall: f64) {
    let Clock { step, dt } = *world.resource::<Clock>();
    let pace = world.resource::<Past>().timeline.pace();
    if world.resource_mut::<Playback>().waits(pace, wall) {
        let mut playback = world.resource_mut::<Playback>();
        let due = playback.due(wall, dt);
        playback.took(0, due, wall, dt);
        return;
    }
    let gallery = world.resource::<Session>().gallery;
    let mut playback = world.resource_mut::<Playback>();
    let due = if gallery { 0 } else { playback.due(wall, dt) };
    let until_event = playback.until_event;
    let to_end = last_step(world).filter(|last| step < *last).map_or(u64::MAX, |last| last - step);
    let to_edit = course::next_edit(world).filter(|at| step < *at).map_or(u64::MAX, |at| at - step);
    // With a finer ghost a frame has as many steps as that can follow, so that it is seen in every frame.
    let most = world.resource::<Past>().ghost.as_ref().map_or(u64::MAX, |ghost| ghost.most_steps());
    let to_ghost = if world.resource::<Playback>().playing { most } else { u64::MAX };
    let limit = to_end.min(to_edit).min(to_ghost);
    let enough = |timeline: &Timeline, step| until_event && timeline.has_event(step);
    let done = past::take_steps(world, due.min(limit), budget(wall), enough);
    let now = world.resource::<Clock>().step;
    let met = done > 0 && enough(&world.resource::<Past>().timeline, now);
    let mut playback = world.resource_mut::<Playback>();
    if met || (done > 0 && done == to_end) {
        playback.stop();
    }
    let due = if met { done } else { due };
    playback.took(done, due, wall, dt);
}

/// The step at which the scene ends.
pub(crate) fn last_step(world: &World) -> Option<u64> {
    let opened = world.resource::<Session>().opened.as_ref()?;
    Some((opened.scene.duration / opened.scene.dt).round() as u64)
}

fn answer(world: &mut World) {
    let requests: Vec<Request> = world.resource_mut::<Messages<Request>>().drain().collect();
    requests.into_iter().for_each(|request| consider(world, request));
}

/// Does what was asked for, or asks back where it would lose unsaved changes.
fn consider(world: &mut World, request: Request) {
    let loses = matches!(
        request,
        Request::Open(_) | Request::Replay { .. } | Request::Lesson(_) | Request::Reload | Request::Quit
    );
    if loses && saving::unsaved(world) {
        world.resource_mut::<Saving>().ask = Some(request);
        return;
    }
    do_request(world, request);
}

fn do_request(world: &mut World, request: Request) {
    match request {
        Request::Open(opened) => open(world, *opened),
        Request::Sure(request) => do_request(world, *request),
        Request::Lesson(name) => course::begin(world, &name),
        Request::Quit => {
            world.write_message(AppExit::Success);
        }
        Request::Save { path, poses, then } => {
            let then = then.map(|then| *then);
            if !saving::save(world, &path, poses) {
                // The path can be mended where it was typed.
                let form = saving::SaveForm { poses, ..saving::SaveForm::at(path.display().to_string(), then) };
                world.resource_mut::<Saving>().form = Some(form);
            } else if let Some(then) = then {
                do_request(world, then);
            }
        }
        Request::Gallery => world.resource_mut::<Session>().gallery = true,
        Request::Reset if world.resource::<Past>().replay.is_some() => past::seek(world, 0),
        Request::Reset => reset(world),
        Request::Undo => undo::undo(world),
        Request::Redo => undo::redo(world),
        Request::Reload => reload(world),
        Request::Seek(step) => past::seek(world, step),
        Request::Swap => past::swap(world),
        Request::Record => {
            replay::save(world);
        }
        Request::Repro(key) => goto::repro(world, key),
        Request::Layout(layout) => course::lay_out(world, layout),
        Request::Finer => past::finer(world),
        Request::Bookmark => {
            world.resource_scope(|world, mut past: Mut<Past>| past.bookmark(world.resource::<Clock>().step))
        }
        Request::Replay { file, recording, scene } => replay::open(world, &file, *recording, *scene),
    }
}

/// Starts the open scene anew, with the parameters as they are now.
fn reset(world: &mut World) {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return };
    let kept = world.resource::<Tuning>().changes();
    let undo = std::mem::take(&mut *world.resource_mut::<Undo>());
    let before = Box::new(world.resource::<History>().clone());
    open(world, opened);
    world.resource_mut::<Past>().before = (!kept.is_empty()).then_some(before);
    world.insert_resource(undo);
    world.resource_mut::<Undo>().begin_anew();
    for edit in &kept {
        world.resource_mut::<Tuning>().note(edit);
    }
    past::take_in(world, kept.into_iter().map(Tune).collect());
}

fn reload(world: &mut World) {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return };
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let Some(file) = opened.file.clone() else {
        open(world, opened);
        return;
    };
    match saving::read(&file) {
        Ok(new) => {
            let changes = saving::changes(&opened.text, &new.text);
            open(world, Opened { name: opened.name, ..new });
            let text = if changes.is_empty() { format!("read {} again", file.display()) } else { changes };
            world.resource_mut::<Session>().say(text, now);
        }
        Err(faults) => world.resource_mut::<Saving>().faults = Some(faults),
    }
}

#[cfg(test)]
#[path = "../view/tests/session_tests.rs"]
mod tests;
