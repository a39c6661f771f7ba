//! The entry of the selected body, found once per change of the text or of the selection: in a long text that takes longer than
//! a frame may.

use crate::build::reshape::Reshaped;
use crate::state::layout::Layers;
use crate::state::session::{Opened, Session};
use crate::timeline::display_state::DisplayState;
use bevy::ecs::prelude::*;
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::text::patch::entry;

/// The entry, of `bodies:` in a text.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SelectedEntry {
    text: String,
    body: String,
    entry: Option<String>,
}

impl SelectedEntry {
    /// The entry of this body, if it is the selected one and has an entry of its own.
    pub fn of(&self, body: &str) -> Option<&str> {
        self.entry.as_deref().filter(|_| self.body == body)
    }

    /// The selected body as it can be changed; `grid`: m, 0 off the grid.
    pub fn reshaped<'a>(&self, opened: &'a Opened, state: &'a State, index: usize, grid: f64) -> Option<Reshaped<'a>> {
        let entry = self.of(&state.bodies.get(index)?.name)?.to_owned();
        Reshaped::of_entry(opened, state, index, grid, entry)
    }
}

/// Follows the selection and the text.
pub fn follow(
    (layers, session, shown): (Res<Layers>, Res<Session>, Res<DisplayState>),
    mut selected: ResMut<SelectedEntry>,
) {
    let body = layers.0.selected.and_then(|index| shown.state.bodies.get(index)).map_or("", |body| body.name.as_str());
    let text = session.opened.as_ref().map_or("", |opened| opened.text.as_str());
    if selected.body == body && selected.text == text {
        return;
    }
    *selected = SelectedEntry {
        text: text.to_owned(),
        body: body.to_owned(),
        entry: if body.is_empty() { None } else { entry(text, body).ok() },
    };
}
