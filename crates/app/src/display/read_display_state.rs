//! Reads the world state for display: in full for a few bodies, only the displayed contacts in a many-body scene.

use crate::draw::many_body::{Tint, notes};
use crate::draw::overlay::draw_list::{Overlays, draw_list, has_arrow, touches_body};
use crate::draw::overlay::items::{BodyName, DrawList, Mark, TraceLine};
use crate::draw::overlay::traces::Trails;
use crate::draw::overlay::unsolved::{UnsolvedContacts, unsolved_contacts};
use crate::draw::scale::{Scales, moves};
use crate::draw::text::caption::caption;
use crate::draw::{overlay::chains, overlay::flag, overlay::pull_list};
use crate::hand::Grab;
use crate::lessons::lesson_session::{self, LessonSession};
use crate::plots::forecast::Forecast;
use crate::plots::graphs::Graphs;
use crate::state::inspect::Inspect;
use crate::state::layout::Layers;
use crate::state::panels::BuildMode;
use crate::state::session::Session;
use crate::timeline::display_state::{DisplayState, Followed, ViewKey};
use crate::timeline::history::History;
use bevy::ecs::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use stickslip_engine::observe::many_body::{self, is_many_body};
use stickslip_engine::observe::packing::Link;
use stickslip_engine::observe::state::{BodyState, PullState, State, observe};
use stickslip_engine::step::edits::EditLog;
use stickslip_engine::step::{Convergence, Outcome};
use stickslip_engine::world::body::Body;
use stickslip_engine::world::contact::ContactKey;
use stickslip_engine::world::{CaseId, Cases, Clock};

/// Reads the world state and builds its overlays.
pub fn read_display_state(world: &mut World) {
    let Inspect { picked, hovered, .. } = *world.resource::<Inspect>();
    let on = Overlays { contact: picked, hovered, ..world.resource::<Layers>().0 };
    let on = if world.get_resource::<BuildMode>().is_some_and(|mode| mode.0) { on.while_building() } else { on };
    let many_body = is_many_body(world.query_filtered::<(), With<Body>>().iter(world).count());
    let wanted = Followed::from_world(world);
    let view_key = ViewKey::new(world, &on, &wanted);
    let held = world.get_resource::<Grab>().is_some_and(|hand| hand.held.is_some());
    if many_body && !held && world.resource::<DisplayState>().view_key.as_ref() == Some(&view_key) {
        return;
    }
    let mut read = if many_body { read_many_body(world, &on, &wanted) } else { read_all(world) };
    remember(world, &read.state);
    let stopped = world.resource::<Outcome>().stopped.clone();
    let traced = on.trails && (!many_body || on.selected.is_some());
    let trails = if traced { world.resource::<Trails>().lines(&read.state) } else { Vec::new() };
    let flag = resting_place(world, &read.state).filter(|_| on.forecast);
    let pulls = pulls_on_screen(world, &read.state);
    // Only some contacts of a many-body scene are read in full, and the others may have other parameters.
    let dt = world.resource::<Clock>().dt;
    let by_pair = world.resource::<Session>().has_pairs();
    let dt = Some(dt).filter(|_| !on.calm);
    let caption = if many_body { String::new() } else { caption(&read.state, dt, by_pair) };
    let unsolved = unsolved_of(world, &read);
    let words = lesson_words(world).filter(|_| on.body_names).unwrap_or_default();
    let mut shown = world.resource_mut::<DisplayState>();
    if !shown.locked {
        shown.scales = Scales::fit(&read.state, &shown.scales, on.calm);
    }
    let scales = shown.scales;
    shown.on = on;
    let drawn_contacts;
    (shown.list, drawn_contacts) = drawn(&mut read.state, &on, &scales);
    shown.list.names.iter_mut().for_each(|name| translate(name, &words));
    shown.traced = trails.len();
    shown.list.lines.extend(trails);
    if let Some((lines, mark)) = flag {
        shown.list.lines.extend(lines);
        shown.list.marks.push(mark);
    }
    shown.list.unsolved = unsolved;
    pull_list::add(&mut shown.list, &read.state, &pulls, &scales, on.numbers);
    (shown.tint, shown.notes) = (None, Vec::new());
    if many_body {
        shown.tint = Tint::from_bodies(on.colouring, &read.state.bodies, &read.links);
        if on.chains {
            shown.list.chains = chains::chains(&read.state.bodies, read.links, chains::MAX_CHAINS);
        }
        let bodies = &read.state.bodies;
        let has = |(index, body): &(usize, &BodyState)| moves(body) && has_arrow(*index, bodies.len());
        let arrows = on.velocity.then(|| bodies.iter().enumerate().filter(has).count());
        let chains = on.chains.then_some(&shown.list.chains);
        let notes = notes(read.state.bodies.len(), read.contacts, drawn_contacts, arrows, chains);
        shown.notes = notes.into_iter().chain(shown.list.unsolved.note(read.contacts)).collect();
    }
    (shown.stopped, shown.caption) = (stopped, caption);
    (shown.contacts, shown.state) = (read.contacts, read.state);
    shown.version += 1;
    shown.view_key = many_body.then(|| view_key.with(shown.scales));
    if !read.same {
        renew(world);
    }
}

/// Overlays, and the number of contacts drawn: in a many-body scene, only the inspected contact and the contacts of the
/// selected body. All other contacts were read for their values.
fn drawn(state: &mut Arc<State>, on: &Overlays, scales: &Scales) -> (DrawList, usize) {
    if !is_many_body(state.bodies.len()) {
        return (draw_list(state, on, scales), state.contacts.len());
    }
    let part = Arc::make_mut(state);
    let all = part.contacts.clone();
    part.contacts.retain(|c| on.contact == Some(c.pair.key) || touches_body(&c.pair.key, on.selected));
    let (list, count) = (draw_list(part, on, scales), part.contacts.len());
    part.contacts = all;
    (list, count)
}

/// Resets curves after a body was added or removed, because they refer to body indices.
fn renew(world: &mut World) {
    world.resource_mut::<DisplayState>().bodies += 1;
    world.insert_resource(Trails::default());
    let state = world.resource::<DisplayState>().state.clone();
    let mut history = world.resource::<History>().emptied();
    history.push(&state);
    world.insert_resource(history);
    world.insert_resource(Graphs::from_state(&state));
    world.resource_mut::<Inspect>().forget();
}

/// A state read from the world.
struct Read {
    state: Arc<State>,
    /// Total number of contacts.
    contacts: usize,
    /// All contacts of a many-body scene; empty otherwise.
    links: Vec<Link>,
    /// True if the bodies are those already on screen.
    same: bool,
}

/// Reads all bodies and contacts in full.
fn read_all(world: &mut World) -> Read {
    let state = observe(world, CaseId(0));
    let kinds = |state: &State| state.bodies.iter().map(|b| (b.name.clone(), b.shape.clone())).collect::<Vec<_>>();
    let old = &world.resource::<DisplayState>().state;
    let same = old.bodies.len() == state.bodies.len() && kinds(old) == kinds(&state);
    Read { contacts: state.contacts.len(), links: Vec::new(), state: Arc::new(state), same }
}

/// Reads all bodies, and in full only the contacts of the selected body and the `followed` contacts.
fn read_many_body(world: &mut World, on: &Overlays, followed: &Followed) -> Read {
    let mut state = std::mem::take(&mut world.resource_mut::<DisplayState>().state);
    let wanted = |key: &ContactKey| touches_body(key, on.selected) || followed.has(key);
    // Between frames nothing else holds the state, so it is not cloned.
    let found = many_body::update(world, CaseId(0), Arc::make_mut(&mut state), wanted);
    Read { state, contacts: found.links.len(), links: found.links, same: found.same }
}

/// The contacts of the last step that the solver of rigid contacts left above its tolerance.
fn unsolved_of(world: &World, read: &Read) -> UnsolvedContacts {
    let (found, solver) = (&world.resource::<Convergence>().unsolved, &read.state.solver);
    let (Some(solver), false) = (solver, found.is_empty()) else { return UnsolvedContacts::default() };
    let of_few = read.state.contacts.iter().map(|contact| (contact.pair.key, contact.touch.c));
    let points = read.links.iter().map(|link| (link.key, link.c)).chain(of_few).collect();
    unsolved_contacts(&read.state.bodies, &points, found, solver.cones.tolerance)
}

/// Replaces the name of a body by the word of the lesson for it.
fn translate(name: &mut BodyName, words: &BTreeMap<String, String>) {
    if let Some(word) = words.get(&name.text) {
        name.text.clone_from(word);
    }
}

/// The words of the open lesson for the names of its bodies.
fn lesson_words(world: &World) -> Option<BTreeMap<String, String>> {
    Some(world.get_resource::<LessonSession>()?.open.as_ref()?.lesson.names.clone())
}

/// The flag at the closed-form rest position of the body.
fn resting_place(world: &World, state: &State) -> Option<(Vec<TraceLine>, Mark)> {
    if world.get_resource::<LessonSession>().is_some_and(LessonSession::hides_theory) {
        return None;
    }
    let form = world.resource::<Forecast>().of(state, &world.resource::<EditLog>().0)?;
    flag::flag(form, state)
}

/// Pulls to draw: those of the state, with the hand's pull as it is now; the world receives it only at the next step.
fn pulls_on_screen(world: &World, state: &State) -> Vec<PullState> {
    let held = world.get_resource::<Grab>().and_then(|hand| hand.held.as_ref()?.shown(state));
    let of_world = state.pulls.iter().filter(|pull| pull.number.is_some() || held.is_none());
    of_world.copied().chain(held).collect()
}

/// Adds the present state to plots, trails and closed forms. A many-body scene is sampled only when it is displayed.
pub fn sample(world: &mut World) {
    if is_many_body(world.resource::<DisplayState>().state.bodies.len()) {
        return;
    }
    let state = observe(world, CaseId(0));
    remember(world, &state);
}

/// Adds a state to plots, trails and closed forms, and tests it for the lesson's moment.
fn remember(world: &mut World, state: &State) {
    world.resource_mut::<History>().push(state);
    let (selected, wanted) = (world.resource::<Layers>().0.selected, Followed::from_world(world));
    world.resource_mut::<Trails>().push(state, |key| touches_body(key, selected) || wanted.has(key));
    lesson_session::note(world, state);
    let gravity = world.resource::<Cases>().0.first().map(|case| case.gravity);
    if let Some(gravity) = gravity {
        world.resource_scope(|world, mut forecast: Mut<Forecast>| {
            forecast.note(state, &gravity, &world.resource::<EditLog>().0);
        });
    }
}
