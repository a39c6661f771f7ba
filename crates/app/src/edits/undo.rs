//! Undo and redo. Every edit is undone by returning to the moment before it, whether it set a parameter or moved a
//! body, because the run after the edit depends on it.

use crate::edits::travel;
use crate::state::session::Session;
use crate::state::tuning::Tuning;
use crate::texts::{tr, tr_with};
use crate::timeline::past::Past;
use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use stickslip_engine::laws::motion::pull::Pull;
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::scene::Motion;
use stickslip_engine::step::edits::Edit;
use stickslip_engine::world::body::{Body, MotionType};
use stickslip_engine::world::pull::Pulls;
use stickslip_engine::world::{Cases, Clock};

/// Edits of one slider within this time of each other form one undo entry, s.
const MERGE_TIME: f64 = 0.8;
/// Maximum number of undo entries.
const MAX_ENTRIES: usize = 200;

/// The undo and redo stacks.
#[derive(Resource, Default)]
pub struct Undo {
    done: Vec<UndoEntry>,
    undone: Vec<UndoneEntry>,
}

/// An undo entry: one or more edits.
#[derive(Clone, Debug)]
struct UndoEntry {
    /// The edits, in order.
    edits: Vec<Edit>,
    /// For parameters, the edits that restore the old values.
    before: Option<Vec<Edit>>,
    /// The step before which the first edit acts.
    step: u64,
    /// Wall time of the last edit, s.
    at: f64,
    /// True if the run was restarted since, which sets all changed parameters again before its first step.
    is_restarted: bool,
}

/// An undone entry.
struct UndoneEntry {
    entry: UndoEntry,
    /// The timeline with the edit, and the position in it.
    future: (Timeline, u64),
}

impl Undo {
    /// Number of entries that can be undone.
    pub fn depth(&self) -> usize {
        self.done.len()
    }

    /// True if an undone entry can be made again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Discards edits of body states, because the run was restarted with the parameters.
    pub fn drop_state_edits(&mut self) {
        self.done.retain(|entry| entry.before.is_some());
        self.done.iter_mut().for_each(|entry| entry.is_restarted = true);
        self.undone.clear();
    }

    fn push(&mut self, entry: UndoEntry) {
        self.undone.clear();
        if let Some(last) = self.done.last_mut()
            && continues(last, &entry)
        {
            last.at = entry.at;
            last.edits.extend(entry.edits);
            return;
        }
        self.done.push(entry);
        if self.done.len() > MAX_ENTRIES {
            self.done.remove(0);
        }
    }
}

/// True if an entry continues the previous one: the same slider, or the same pull of the hand.
fn continues(last: &UndoEntry, new: &UndoEntry) -> bool {
    let (Some(old), Some(new_edit)) = (last.edits.last(), new.edits.first()) else { return false };
    if last.is_restarted {
        return false;
    }
    match (old, new_edit) {
        (Edit::Hold { body: a, .. }, Edit::Hold { body: b, .. } | Edit::Release { body: b }) => a == b,
        _ => same_thing(old, new_edit) && new.at - last.at < MERGE_TIME,
    }
}

/// True if two edits set the same thing, so that the second alone would suffice.
fn same_thing(a: &Edit, b: &Edit) -> bool {
    match (a, b) {
        (Edit::Basic { rule: a, which: x, .. }, Edit::Basic { rule: b, which: y, .. }) => (a, x) == (b, y),
        (Edit::Law { rule: a, law: x }, Edit::Law { rule: b, law: y }) => (a, x.component()) == (b, y.component()),
        (Edit::Gravity(_), Edit::Gravity(_)) | (Edit::Solver(_), Edit::Solver(_)) => true,
        (Edit::Tilt { body: a, .. }, Edit::Tilt { body: b, .. }) => a == b,
        (Edit::Puller { body: a, number: m, .. }, Edit::Puller { body: b, number: n, .. }) => (a, m) == (b, n),
        (Edit::Schedule { body: a, pull: m, .. }, Edit::Schedule { body: b, pull: n, .. }) => (a, m) == (b, n),
        _ => false,
    }
}

/// Records edits that are about to be applied as one entry.
pub fn note(world: &mut World, edits: &[Edit]) {
    let Some(first) = edits.first() else { return };
    let step = world.resource::<Clock>().step;
    let at = world.resource::<Time<Real>>().elapsed_secs_f64();
    let of_state = edits.iter().any(on_state);
    let before = if of_state { None } else { edits.iter().rev().map(|edit| inverse(world, edit)).collect() };
    // Edits of coupled sliders extend the last entry if their first edit sets the same parameter.
    let mut undo = world.resource_mut::<Undo>();
    let entry = UndoEntry { edits: edits.to_vec(), before, step, at, is_restarted: false };
    if edits.len() > 1
        && let Some(last) = undo.done.last_mut().filter(|last| !last.is_restarted)
        && last.edits.iter().any(|old| same_thing(old, first))
        && at - last.at < MERGE_TIME
        && let (Some(earlier), Some(before)) = (&mut last.before, &entry.before)
    {
        let new: Vec<Edit> = before.iter().filter(|b| !earlier.iter().any(|e| same_thing(e, b))).cloned().collect();
        earlier.splice(0..0, new);
        last.edits.extend(entry.edits);
        last.at = at;
        undo.undone.clear();
        return;
    }
    undo.push(entry);
}

/// True if an edit acts on the state of bodies and not on a parameter.
fn on_state(edit: &Edit) -> bool {
    match edit {
        Edit::Basic { .. } | Edit::Law { .. } | Edit::Gravity(_) | Edit::Solver(_) => false,
        Edit::Puller { .. } | Edit::Schedule { .. } => false,
        Edit::Kick { .. }
        | Edit::Hold { .. }
        | Edit::Release { .. }
        | Edit::Tilt { .. }
        | Edit::Place { .. }
        | Edit::Add(_)
        | Edit::Delete { .. } => true,
    }
}

/// The inverse of a parameter edit: restores the value before `edit`, with queued edits applied.
fn inverse(world: &mut World, edit: &Edit) -> Option<Edit> {
    let now = world.resource::<Clock>().step;
    let queued = world.resource::<Past>().timeline.edits().iter().rev().take_while(|(step, _)| *step >= now);
    let queued = queued.map(|(_, queued)| queued).find(|queued| same_thing(queued, edit)).cloned();
    if let Some(queued) = queued {
        return Some(queued);
    }
    let rules = world.resource::<Cases>().0.first()?;
    let friction =
        |rule: &Option<usize>| rule.map_or(Some(&rules.friction), |n| rules.pairs.get(n).map(|rule| &rule.friction));
    match edit {
        Edit::Basic { rule, which, .. } => {
            let friction = friction(rule)?;
            Some(Edit::Basic { rule: *rule, which: *which, value: which.read(friction)? })
        }
        Edit::Law { rule, law } => {
            let old = friction(rule)?.laws.each().into_iter().find(|old| old.component() == law.component())?;
            Some(Edit::Law { rule: *rule, law: old })
        }
        Edit::Gravity(_) => Some(Edit::Gravity(rules.gravity)),
        Edit::Solver(_) => Some(Edit::Solver(rules.solver)),
        Edit::Puller { body, number, .. } => {
            let pull = pull_of_scene(world, *body, *number)?;
            let velocity = pull.moving_end().map_or_else(Default::default, |end| end.velocity);
            Some(Edit::Puller { body: *body, number: *number, stiffness: pull.stiffness()?, velocity })
        }
        Edit::Schedule { body, pull: Some(number), .. } => {
            let schedule = pull_of_scene(world, *body, *number)?.schedule()?;
            Some(Edit::Schedule { body: *body, pull: Some(*number), schedule })
        }
        Edit::Schedule { body, pull: None, .. } => {
            let mut bodies = world.query::<(&Body, &MotionType)>();
            match bodies.iter(world).find(|(b, _)| b.index == *body)? {
                (_, MotionType(Motion::Driven(drive))) => {
                    Some(Edit::Schedule { body: *body, pull: None, schedule: drive.schedule })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// A pull of the scene on a body, by its index among them.
pub fn pull_of_scene(world: &mut World, body: u32, number: usize) -> Option<Pull> {
    let mut bodies = world.query::<(&Body, &Pulls)>();
    let (_, pulls) = bodies.iter(world).find(|(b, _)| b.index == body)?;
    pulls.of_scene.get(number).copied()
}

/// Undoes the last entry, and returns to the step before which it acted; a notice says so.
pub fn undo(world: &mut World) {
    let Some(entry) = world.resource_mut::<Undo>().done.pop() else {
        say(world, "nothing to undo".to_owned());
        return;
    };
    let what = entry_name(&entry);
    let now = world.resource::<Clock>().step;
    let timeline = world.resource::<Past>().timeline.clone();
    let Some((step, others)) = without(timeline.edits(), &entry) else {
        say(world, format!("cannot undo {what}: it is no longer on this timeline"));
        return;
    };
    let is_past = step < timeline.end();
    travel::cut(world, step);
    let mut past = world.resource_mut::<Past>();
    others.into_iter().for_each(|edit| past.timeline.edit(step, edit));
    world.resource_mut::<Undo>().undone.push(UndoneEntry { entry, future: (timeline, now) });
    world.resource_mut::<Tuning>().hint = None;
    let back = if is_past { format!("; the run is back at step {step}, before it") } else { String::new() };
    say(world, format!("undone: {what}{back}"));
}

/// The step before which the edits of an entry act in a timeline with these edits, and the edits of that step without
/// them; `None` if the timeline does not have them.
fn without(edits: &[(u64, Edit)], entry: &UndoEntry) -> Option<(u64, Vec<Edit>)> {
    if entry.is_restarted {
        let is_own = |edit: &Edit| entry.edits.iter().any(|own| same_thing(own, edit));
        let start = edits.iter().take_while(|(step, _)| *step == 0).map(|(_, edit)| edit);
        let others = start.filter(|edit| !is_own(edit)).cloned();
        return Some((0, others.chain(entry.before.clone()?).collect()));
    }
    // The edits of the last entry end the list, unless a jump into the past has cut some of them.
    let suffix = edits
        .len()
        .checked_sub(entry.edits.len())
        .filter(|at| edits[*at].0 == entry.step && edits[*at..].iter().map(|(_, edit)| edit).eq(&entry.edits));
    let first = |(step, edit): &(u64, Edit)| *step == entry.step && *edit == entry.edits[0];
    let at = suffix.or_else(|| edits.iter().position(first))?;
    let before = edits[..at].iter().filter(|(step, _)| *step == entry.step);
    Some((entry.step, before.map(|(_, edit)| edit.clone()).collect()))
}

/// Redoes the last undone entry, and returns to the step at which it was undone; a notice says so.
pub fn redo(world: &mut World) {
    let Some(UndoneEntry { entry, future: (timeline, step) }) = world.resource_mut::<Undo>().undone.pop() else {
        say(world, "nothing to redo".to_owned());
        return;
    };
    let what = entry_name(&entry);
    let is_other = world.resource::<Clock>().step != step;
    travel::restore_timeline(world, timeline, step);
    world.resource_mut::<Undo>().done.push(entry);
    world.resource_mut::<Tuning>().hint = None;
    let there = if is_other { format!("; the run is at step {step} again") } else { String::new() };
    say(world, format!("redone: {what}{there}"));
}

/// Display name of an entry: that of its last edit.
fn entry_name(entry: &UndoEntry) -> String {
    entry.edits.last().map_or_else(String::new, name)
}

fn say(world: &mut World, text: String) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_mut::<Session>().say(text, now);
}

/// Display name of an edit.
pub fn name(edit: &Edit) -> String {
    use crate::draw::text::format::short;
    match edit {
        Edit::Basic { which, value, .. } => format!("{} = {}", which.info().label, short(*value)),
        Edit::Law { law, .. } => {
            let (card, mut own) = (law.info(), *law);
            let given = card.parameters.iter().zip(own.numbers());
            let given =
                given.filter_map(|(parameter, number)| Some(format!(", {} {}", parameter.name, short((*number)?))));
            {
                let law_name = format!("{}{}", card.name, given.collect::<String>());
                tr_with("edit-law", [("component", law.component().into()), ("law", law_name.into())])
            }
        }
        Edit::Gravity(g) => tr_with("edit-gravity", [("g", short(g.norm()).into())]),
        Edit::Kick { .. } => tr("edit-kick").to_owned(),
        Edit::Hold { .. } | Edit::Release { .. } => tr("edit-mouse").to_owned(),
        Edit::Puller { velocity, .. } => tr_with("edit-spring", [("v", short(velocity.norm()).into())]),
        Edit::Schedule { schedule, .. } => match schedule.pairs() {
            Some(rows) => tr_with("edit-schedule", [("rows", rows.len().into())]),
            None => tr("edit-no-schedule").to_owned(),
        },
        Edit::Tilt { degrees, .. } => tr_with("edit-tilt", [("angle", short(*degrees).into())]),
        Edit::Place { .. } => tr("edit-pose").to_owned(),
        Edit::Add(_) => tr("edit-add").to_owned(),
        Edit::Delete { .. } => tr("edit-delete").to_owned(),
        Edit::Solver(solver) => tr_with("edit-solver", [("solver", solver.to_string().into())]),
    }
}
