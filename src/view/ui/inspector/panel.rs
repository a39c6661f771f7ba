//! System parameters of the inspector.

use crate::app::backfill::HistoryBackfill;
use crate::app::change::Binding;
use crate::app::display_state::DisplayState;
use crate::app::inspect::Inspect;
use crate::app::law_bench::LawBench;
use crate::app::layout::Layers;
use crate::app::run_audit::RunAudit;
use crate::app::session::{Notice, Request};
use crate::draw::orbit::Orbit;
use crate::draw::units::Units;
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
