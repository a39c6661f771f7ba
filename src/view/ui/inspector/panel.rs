//! System parameters of the inspector.

use crate::app::edits::backfill::HistoryBackfill;
use crate::app::state::change::Binding;
use crate::app::state::inspect::Inspect;
use crate::app::state::layout::Layers;
use crate::app::state::request::Request;
use crate::app::state::session::Notice;
use crate::app::studies::law_bench::LawBench;
use crate::app::studies::run_audit::RunAudit;
use crate::app::timeline::display_state::DisplayState;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::units::Units;
use crate::view::render::camera::SceneArea;
use crate::view::render::theme::Theme;
use crate::view::ui::inspector::rows::RowsPanel;
use crate::world::Clock;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;

/// Resources and messages used by the inspector.
#[derive(SystemParam)]
pub(crate) struct InspectorPanel<'w> {
    /// Short notices to the user.
    pub notices: MessageWriter<'w, Notice>,
    /// The audit of an imported run.
    pub audit: Res<'w, RunAudit>,
    /// Part of the window that shows the scene.
    pub area: Res<'w, SceneArea>,
    /// The law bench.
    pub bench: Binding<'w, LawBench>,
    /// Step count and step size.
    pub clock: Res<'w, Clock>,
    /// Inspector selection.
    pub inspect: Binding<'w, Inspect>,
    /// Enabled overlays.
    pub layers: Binding<'w, Layers>,
    /// Camera orbit.
    pub orbit: Res<'w, Orbit>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The run that recomputes unrecorded past samples.
    pub backfill: Res<'w, HistoryBackfill>,
    /// Rows of quantities.
    pub rows: RowsPanel<'w>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Colours.
    pub theme: Res<'w, Theme>,
    /// Conversion from metres to drawing units.
    pub units: Res<'w, Units>,
}
