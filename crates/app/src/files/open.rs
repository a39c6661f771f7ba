//! Opens a scene or a lesson, and restarts the open scene.

use crate::display::read_display_state::read_display_state;
use crate::draw::overlay::traces::Trails;
use crate::draw::scale::Scales;
use crate::edits::document::Document;
use crate::edits::travel;
use crate::edits::undo::Undo;
use crate::files::saving::{self, Saving};
use crate::hand::Grab;
use crate::hand::body_form::BodyForm;
use crate::lessons::lesson_session::{self, ActiveLesson, LessonSession};
use crate::plots::forecast::Forecast;
use crate::plots::graphs::Graphs;
use crate::state::inspect::Inspect;
use crate::state::layout::{Layers, Layout, LayoutChosen};
use crate::state::session::{Opened, SceneOpened, Session};
use crate::state::tuning::Tuning;
use crate::texts;
use crate::timeline::display_state::DisplayState;
use crate::timeline::history::History;
use crate::timeline::past::Past;
use crate::timeline::playback::{LADDER, Playback};
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use std::sync::Arc;
use stickslip_engine::laws::motion::pull::Pull;
use stickslip_engine::observe::advice;
use stickslip_engine::observe::many_body::is_many_body;
use stickslip_engine::record::hash::WorldHash;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::edits::{Edit, QueueEdit};
use stickslip_engine::step::spawn;
use stickslip_engine::world::contact::Observation;
use stickslip_engine::world::ledger::EnergyLedger;
use stickslip_lab::lessons::Lesson;

/// Display time of a warning about a scene, s.
const WARNING_TIME: f64 = 15.0;

/// Maximum number of bodies for energy accounting, which costs part of each step.
pub const MAX_LEDGER_BODIES: usize = 64;

/// Loads a scene. A many-body scene uses [`Observation::General`], and its states are not hashed, because hashing would
/// take longer than a step.
fn load(world: &mut World, scene: &Scene) {
    let is_many = is_many_body(scene.bodies.len());
    world.insert_resource(if is_many { Observation::General } else { Observation::All });
    spawn::load(world, scene);
    if is_many {
        world.remove_resource::<WorldHash>();
    } else {
        WorldHash::enable(world);
    }
}

/// Opens a scene in the world and prepares its display.
pub fn open(world: &mut World, opened: Opened) {
    world.resource_mut::<EnergyLedger>().on = opened.scene.bodies.len() <= MAX_LEDGER_BODIES;
    load(world, &opened.scene);
    world.insert_resource(Trails::default());
    world.resource_mut::<Messages<QueueEdit>>().clear();
    Past::begin(world);
    world.insert_resource(Undo::default());
    if let Some(mut hand) = world.get_resource_mut::<crate::hand::Grab>() {
        (hand.held, hand.grip, hand.offered) = (None, None, None);
    }
    let another = {
        let mut session = world.resource_mut::<Session>();
        let another = session.opened.as_ref().is_none_or(|old| old.name != opened.name);
        session.opened = Some(opened.clone());
        session.gallery = false;
        session.ended = false;
        another
    };
    if another {
        world.insert_resource(Document::new(opened.text.clone()));
    }
    world.insert_resource(Tuning::from_scene(&opened.scene));
    world.insert_resource(History::new(&opened.scene));
    world.insert_resource(Forecast::default());
    let locked = world.resource::<DisplayState>().locked && !another;
    if !locked {
        let mut shown = world.resource_mut::<DisplayState>();
        shown.scales = Scales::default();
        shown.locked = false;
    }
    clear_form(world, another);
    let mut playback = world.resource_mut::<Playback>();
    (playback.owed, playback.reached, playback.single) = (0.0, 0.0, 0);
    playback.until_event = false;
    if another {
        playback.playing = false;
        playback.choose_speed(opened.scene.duration);
        if let Some(mut lesson_session) = world.get_resource_mut::<LessonSession>() {
            lesson_session.open = None;
        }
        world.resource_mut::<Layers>().0.selected = None;
        // The lesson layout has no content for a plain scene; `begin` selects it again for the next lesson.
        if world.get_resource::<LessonSession>().is_some_and(|lesson_session| lesson_session.layout == Layout::Lesson) {
            set_layout(world, Layout::Explore);
        }
    } else {
        lesson_session::cut(world, 0);
        follow_plots(world);
    }
    read_display_state(world);
    warn(world, &opened.scene, another);
    if another {
        let graphs = Graphs::from_state(&world.resource::<DisplayState>().state);
        world.insert_resource(graphs);
        world.resource_mut::<Inspect>().forget();
    }
    let mut shown = world.resource_mut::<DisplayState>();
    shown.bodies += 1;
    let state = Arc::clone(&shown.state);
    world.write_message(SceneOpened { state, another });
}

/// Clears what the form of manual actions holds of the run before.
fn clear_form(world: &mut World, another: bool) {
    let Some(mut form) = world.get_resource_mut::<BodyForm>() else { return };
    // A slope that was asked for belongs to the run before.
    form.tilt = None;
    if another {
        form.schedules.clear();
    }
}

/// Collects warnings about the scene, and shows them if it is a different one.
fn warn(world: &mut World, scene: &Scene, another: bool) {
    let warnings = advice::at_start(scene, &world.resource::<DisplayState>().state);
    let now = world.get_resource::<Time<Real>>().map_or(0.0, Time::elapsed_secs_f64);
    let mut session = world.resource_mut::<Session>();
    if another && !warnings.is_empty() {
        session.notice = Some((warnings.join("\n"), now + WARNING_TIME));
    }
    session.warnings = warnings;
}

/// Makes the history track the plotted subjects.
fn follow_plots(world: &mut World) {
    world.resource_scope(|world, mut history: Mut<History>| {
        world.resource::<Graphs>().subjects().for_each(|of| history.follow(of));
    });
}

/// Restarts the curves, tracking the plotted quantities.
pub fn restart_curves(world: &mut World) {
    let history = world.resource::<History>().emptied();
    world.insert_resource(history);
    follow_plots(world);
    read_display_state(world);
}

/// Opens a lesson.
pub fn begin(world: &mut World, name: &str) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let parts =
        Lesson::read(name, texts::chosen().code).and_then(|lesson| Ok((lesson.scene_text()?, lesson.scene()?, lesson)));
    let (text, scene, lesson) = match parts {
        Ok(parts) => parts,
        Err(why) => {
            world.resource_mut::<Session>().say(why, now);
            return;
        }
    };
    open(world, Opened { name: format!("lesson {name}"), file: None, text, scene });
    let start = world.resource::<DisplayState>().state.clone();
    let graphs = Graphs::from_lesson(&lesson, &start);
    let rung = LADDER.iter().position(|speed| *speed >= lesson.speed).unwrap_or(LADDER.len() - 1);
    let (graphs, playing) = match graphs.and_then(|graphs| Ok((graphs, ActiveLesson::new(name, lesson, start)?))) {
        Ok(both) => both,
        Err(why) => {
            world.resource_mut::<Session>().say(why, now);
            return;
        }
    };
    world.insert_resource(graphs);
    restart_curves(world);
    world.resource_mut::<Playback>().rung = rung;
    if let (Some(mut hand), Some(rate)) = (world.get_resource_mut::<Grab>(), growth(&playing.lesson)) {
        hand.rate = rate;
    }
    world.resource_mut::<LessonSession>().open = Some(playing);
    set_layout(world, Layout::Lesson);
}

/// Selects a layout.
pub fn set_layout(world: &mut World, layout: Layout) {
    world.resource_scope(|world, mut lesson_session: Mut<LessonSession>| {
        lesson_session.layout = layout;
        let lesson = lesson_session.open.as_ref().map(|playing| &playing.lesson);
        world.resource_scope(|world, mut inspect: Mut<Inspect>| {
            layout.apply(&mut world.resource_mut::<Layers>(), &mut inspect, lesson);
        });
    });
    world.write_message(LayoutChosen(layout));
}

/// Growth rate of the ramped pull in the lesson's demonstration, N/s, to be used for the user's pull; `None` if the
/// demonstration has no such pull.
fn growth(lesson: &Lesson) -> Option<f64> {
    lesson.demo.iter().find_map(|(_, edit)| match edit {
        Edit::Hold { pull: Pull::Ramp { rate, .. }, .. } => Some(rate.norm()),
        _ => None,
    })
}

/// Restarts the open scene with the present parameters.
pub fn reset(world: &mut World) {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return };
    let kept = world.resource::<Tuning>().changes();
    let undo = std::mem::take(&mut *world.resource_mut::<Undo>());
    let before = Box::new(world.resource::<History>().clone());
    open(world, opened);
    world.resource_mut::<Past>().before = (!kept.is_empty()).then_some(before);
    world.insert_resource(undo);
    world.resource_mut::<Undo>().drop_state_edits();
    for edit in &kept {
        world.resource_mut::<Tuning>().note(edit);
    }
    travel::record_edits(world, kept.into_iter().map(QueueEdit).collect());
}

/// Reloads the file of the open scene.
pub fn reload(world: &mut World) {
    let Some(opened) = world.resource::<Session>().opened.clone() else { return };
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    let Some(file) = opened.file.clone() else {
        open(world, opened);
        return;
    };
    match saving::read(&file) {
        Ok(new) => {
            let changes = saving::changes(&opened.text, &new.text);
            world.insert_resource(Document::new(new.text.clone()));
            open(world, Opened { name: opened.name, ..new });
            let text = if changes.is_empty() { format!("reloaded {}", file.display()) } else { changes };
            world.resource_mut::<Session>().say(text, now);
        }
        Err(faults) => world.resource_mut::<Saving>().faults = Some(faults),
    }
}
