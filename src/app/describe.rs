//! Descriptions of the displayed state and of the timeline's marks as text.

use crate::app::display_state::DisplayState;
use crate::app::undo;
use crate::draw::format::{clock, number};
use crate::draw::scale::moves;
use crate::draw::ticks::{self, Bucket, TickRow, above_tolerance};
use crate::record::state::State;
use crate::run::timeline::Timeline;

/// Maximum number of bodies and contacts described.
const MAX_DESCRIBED: usize = 6;
/// Maximum number of events or edits listed for a mark.
const MAX_LISTED: usize = 6;

/// Describes the displayed state: time, speeds of moving bodies, modes and friction of contacts.
pub(crate) fn describe_state(shown: &DisplayState) -> String {
    let state = &shown.state;
    let mut lines = vec![clock(state.time, state.step)];
    let moving_bodies: Vec<_> = state.bodies.iter().filter(|body| moves(body)).collect();
    for body in moving_bodies.iter().take(MAX_DESCRIBED) {
        let (v, w) = (number(body.v.norm()), number(body.w.norm()));
        lines.push(format!("{}: v = {v} m/s, ω = {w} rad/s", body.name));
    }
    let name = |index: u32| state.bodies.get(index as usize).map_or("?", |body| body.name.as_str());
    for contact in state.contacts.iter().take(MAX_DESCRIBED) {
        let modes = [contact.slide.0.mode, contact.roll.i.mode, contact.roll.j.mode, contact.spin.0.mode];
        let [slide, roll_i, roll_j, spin] = modes.map(|mode| mode.name());
        let roll = if roll_i == roll_j { roll_i.to_owned() } else { format!("{roll_i} and {roll_j}") };
        let (i, j) = (name(contact.pair.key.i), name(contact.pair.key.j));
        let force = number(contact.loads.friction_on_j.norm());
        lines.push(format!("{i} – {j}: slide {slide}, roll {roll}, spin {spin}, friction {force} N"));
    }
    let more = moving_bodies.len().saturating_sub(MAX_DESCRIBED) + state.contacts.len().saturating_sub(MAX_DESCRIBED);
    if more > 0 {
        lines.push(format!("and {more} more (bodies and contacts)"));
    }
    lines.extend(shown.stopped.iter().map(|why| format!("stopped: {why}")));
    lines.join("\n")
}

/// Describes the edits at a step, for a timeline with steps of `dt` s.
pub(crate) fn edits_at(timeline: &Timeline, step: u64, dt: f64) -> String {
    let of_step = timeline.edits().iter().filter(|(at, _)| *at == step);
    let texts: Vec<String> = of_step.map(|(_, edit)| undo::name(edit)).take(MAX_LISTED).collect();
    format!("{}\nedit: {}", clock(step as f64 * dt, step), texts.join("\nedit: "))
}

/// Describes the events of a mark, for a timeline with steps of `dt` s.
pub(crate) fn events_of(timeline: &Timeline, state: &State, (row, bucket): (TickRow, &Bucket), dt: f64) -> String {
    let time = clock(bucket.step as f64 * dt, bucket.step);
    if row == TickRow::Solver {
        return format!("{time}\n{}", above_tolerance(state, bucket));
    }
    let events = timeline.events();
    let first = events.partition_point(|event| event.step < bucket.step);
    let here = events[first..].iter().filter(|event| TickRow::from_event(event) == row).take(bucket.count() as usize);
    let mut lines = vec![time];
    lines.extend(here.take(MAX_LISTED).map(|event| ticks::describe(state, event, bucket.step)));
    let more = (bucket.count() as usize).saturating_sub(MAX_LISTED);
    if more > 0 {
        lines.push(format!("and {more} more up to the next mark"));
    }
    lines.join("\n")
}
