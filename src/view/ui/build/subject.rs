//! What the panel *Build* reads and asks for.

use crate::app::build::check::SceneCheck;
use crate::app::build::materials::PairTable;
use crate::app::build::reshape::Reshaped;
use crate::app::build::selected_entry::SelectedEntry;
use crate::app::build::toolbox::Toolbox;
use crate::app::state::change::Binding;
use crate::app::state::request::{BuildRequest, Request};
use crate::app::state::scene_patch::ScenePatch;
use crate::app::state::session::Opened;
use crate::app::timeline::playback::Playback;
use crate::draw::space::orbit::Orbit;
use crate::observe::state::State;
use crate::view::render::camera::SceneArea;
use crate::world::Clock;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;

/// Resources of the panel.
#[derive(SystemParam)]
pub(crate) struct BuildPanel<'w> {
    /// The chosen tool.
    pub toolbox: Binding<'w, Toolbox>,
    /// The table of pairs.
    pub pair_table: Binding<'w, PairTable>,
    /// The entry of the selected body.
    pub entry: Res<'w, SelectedEntry>,
    /// What is wrong with the scene.
    pub check: Res<'w, SceneCheck>,
    /// The part of the window that shows the scene.
    pub area: Res<'w, SceneArea>,
    /// The camera.
    pub orbit: Res<'w, Orbit>,
    /// Step of the run.
    pub clock: Res<'w, Clock>,
    /// Playback state.
    pub playback: Res<'w, Playback>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
}

impl BuildPanel<'_> {
    /// The selected body as it can be changed; `None` if it has no entry of its own.
    pub(crate) fn reshaped<'a>(&self, of: BuildSubject<'a>) -> Option<Reshaped<'a>> {
        self.entry.reshaped(of.opened, of.state, of.selected?, 0.0)
    }

    /// Asks for a change of the text.
    pub(crate) fn patch(&mut self, what: impl Into<String>, patches: Vec<ScenePatch>) {
        self.requests.write(Request::Build(BuildRequest::Patch { what: what.into(), patches }));
    }
}

/// What the panel shows: the open scene, its state, and the index of the selected body.
#[derive(Clone, Copy)]
pub(crate) struct BuildSubject<'a> {
    /// The open scene.
    pub opened: &'a Opened,
    /// Its state.
    pub state: &'a State,
    /// The selected body.
    pub selected: Option<usize>,
}
