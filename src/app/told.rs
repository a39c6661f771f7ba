//! The displayed state in words.

use crate::app::shown::Shown;
use crate::draw::format::{clock, number};
use crate::draw::scale::moves;

/// Maximum number of bodies and contacts described.
const MOST: usize = 6;

/// The displayed state in words.
pub(crate) fn told(shown: &Shown) -> String {
    let state = &shown.state;
    let mut lines = vec![clock(state.time, state.step)];
    let movers: Vec<_> = state.bodies.iter().filter(|body| moves(body)).collect();
    for body in movers.iter().take(MOST) {
        let (v, w) = (number(body.v.norm()), number(body.w.norm()));
        lines.push(format!("{}: v = {v} m/s, ω = {w} rad/s", body.name));
    }
    let name = |index: u32| state.bodies.get(index as usize).map_or("?", |body| body.name.as_str());
    for contact in state.contacts.iter().take(MOST) {
        let modes = [contact.slide.0.mode, contact.roll.i.mode, contact.roll.j.mode, contact.spin.0.mode];
        let [slide, roll_i, roll_j, spin] = modes.map(|mode| mode.name());
        let roll = if roll_i == roll_j { roll_i.to_owned() } else { format!("{roll_i} and {roll_j}") };
        let (i, j) = (name(contact.pair.key.i), name(contact.pair.key.j));
        let force = number(contact.loads.friction_on_j.norm());
        lines.push(format!("{i} – {j}: slide {slide}, roll {roll}, spin {spin}, friction {force} N"));
    }
    let more = movers.len().saturating_sub(MOST) + state.contacts.len().saturating_sub(MOST);
    if more > 0 {
        lines.push(format!("and {more} more bodies and contacts"));
    }
    lines.extend(shown.stopped.iter().map(|why| format!("stopped: {why}")));
    lines.join("\n")
}
