//! Descriptions of the displayed state and of the timeline's marks as text.

use crate::draw::scale::moves;
use crate::draw::text::format::{clock, number, quantity};
use crate::draw::text::words::mode_verb;
use crate::draw::ticks::{self, Bucket, TickRow, above_tolerance};
use crate::edits::undo;
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::DisplayState;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::observe::state::State;
use stickslip_engine::run::timeline::Timeline;

/// Maximum number of bodies and contacts described.
const MAX_DESCRIBED: usize = 6;
/// Maximum number of events or edits listed for a mark.
const MAX_LISTED: usize = 6;

/// For how long a mode has lasted, s, such as `slipping for 0.6375 s`.
pub fn mode_for(mode: Mode, time: f64) -> String {
    let verb = match mode {
        Mode::Stick => "inspect-sticking",
        Mode::Slip => "inspect-slipping",
        Mode::Open => "inspect-open",
    };
    tr_with(verb, [("time", quantity(time, "s").into())])
}

/// The question that a component's equations answer, such as `Why it slides` or `Why the ball's roll friction slips`,
/// with the names of the bodies i and j; `pair` names the pair instead if both roll torques have one limit.
pub fn why(component: usize, mode: Mode, names: &[String; 2], is_of_pair: bool) -> String {
    match (component, mode) {
        (0, Mode::Slip) => tr("inspect-why-slides").to_owned(),
        (0, _) => tr_with("inspect-why-it", [("verb", mode_verb(mode).into())]),
        (1, _) if is_of_pair => tr_with("inspect-why-roll", [("verb", mode_verb(mode).into())]),
        (1 | 2, _) => {
            let body = names[component - 1].as_str().into();
            tr_with("inspect-why-roll-of", [("body", body), ("verb", mode_verb(mode).into())])
        }
        _ => tr_with("inspect-why-spin", [("verb", mode_verb(mode).into())]),
    }
}

/// Describes the displayed state: time, speeds of moving bodies, modes and friction of contacts.
pub fn describe_state(shown: &DisplayState) -> String {
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

/// Describes the edits at a step.
pub fn edits_at(timeline: &Timeline, step: u64) -> String {
    let of_step = timeline.edits().iter().filter(|(at, _)| *at == step);
    let texts: Vec<String> = of_step.map(|(_, edit)| undo::name(edit)).take(MAX_LISTED).collect();
    let lines = texts.into_iter().map(|edit| tr_with("timeline-edit", [("edit", edit.into())]));
    lines.collect::<Vec<_>>().join("\n")
}

/// Describes the events of a mark; `clock` gives the time of a step.
pub fn events_of(
    timeline: &Timeline,
    state: &State,
    (row, bucket): (TickRow, &Bucket),
    clock: impl Fn(u64) -> String,
) -> String {
    if row == TickRow::Solver {
        return above_tolerance(state, bucket);
    }
    let events = timeline.events();
    let first = events.partition_point(|event| event.step < bucket.step);
    let here = events[first..].iter().filter(|event| TickRow::from_event(event) == row).take(bucket.count() as usize);
    let later = |step: u64| (step != bucket.step).then(|| clock(step));
    let texts = here.take(MAX_LISTED).map(|event| ticks::describe(state, event, later(event.step)));
    let mut lines = counted(texts);
    let more = (bucket.count() as usize).saturating_sub(MAX_LISTED);
    if more > 0 {
        lines.push(tr_with("timeline-more", [("more", more.into())]));
    }
    lines.join("\n")
}

/// Lines with those that follow each other and are equal, as of the corners of a block, as one: `line (4 ×)`.
fn counted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let texts: Vec<String> = texts.collect();
    let line = |same: &[String]| match same {
        [one] => one.clone(),
        _ => format!("{} ({} ×)", same[0], same.len()),
    };
    texts.chunk_by(|a, b| a == b).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lines_are_counted() {
        let lines = ["a", "a", "b", "a"].map(str::to_owned);
        assert_eq!(counted(lines.into_iter()), ["a (2 ×)", "b", "a"]);
    }

    /// Modes are words in texts; a sentence names the component that it is about.
    #[test]
    fn modes_are_words() {
        assert_eq!(mode_for(Mode::Slip, 0.6375), "slipping for 0.6375 s");
        assert_eq!(mode_for(Mode::Open, 0.5125), "open for 0.5125 s");
        let names = ["ground".to_owned(), "ball".to_owned()];
        assert_eq!(why(0, Mode::Slip, &names, false), "Why it slides");
        assert_eq!(why(0, Mode::Stick, &names, false), "Why it sticks");
        assert_eq!(why(2, Mode::Slip, &names, false), "Why the ball's roll friction slips");
        assert_eq!(why(1, Mode::Stick, &names, true), "Why the roll friction sticks");
        assert_eq!(why(3, Mode::Open, &names, false), "Why the spin friction is open");
    }
}
