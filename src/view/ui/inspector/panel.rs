//! What the inspector shows and changes.

use crate::app::inspect::Inspect;
use crate::app::law_bench::LawBench;
use crate::app::layout::Layers;
use crate::app::session::{Notice, Request};
use crate::app::shown::Shown;
use crate::draw::orbit::Orbit;
use crate::draw::units::Units;
use crate::view::render::camera::SceneArea;
use crate::view::render::theme::Theme;
use crate::view::ui::inspector::rows::RowsPanel;
use crate::world::Clock;
use bevy::ecs::prelude::{MessageWriter, Res, ResMut};
use bevy::ecs::system::SystemParam;

/// What the inspector shows and changes.
#[derive(SystemParam)]
pub(crate) struct InspectorPanel<'w> {
    /// Messages for the person.
    pub notices: MessageWriter<'w, Notice>,
    /// The part of the window left for the scene.
    pub area: Res<'w, SceneArea>,
    /// The law bench.
    pub bench: ResMut<'w, LawBench>,
    /// Step count and size.
    pub clock: Res<'w, Clock>,
    /// What is inspected.
    pub inspect: ResMut<'w, Inspect>,
    /// Which overlays are on.
    pub layers: ResMut<'w, Layers>,
    /// The camera.
    pub orbit: Res<'w, Orbit>,
    /// What is asked for.
    pub requests: MessageWriter<'w, Request>,
    /// Lines of numbers.
    pub rows: RowsPanel<'w>,
    /// The state on the screen.
    pub shown: Res<'w, Shown>,
    /// Colours.
    pub theme: Res<'w, Theme>,
    /// Metres to drawing units.
    pub units: Res<'w, Units>,
}
