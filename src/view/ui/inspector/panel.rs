//! What the inspector shows and changes.

use crate::app::inspect::Inspect;
use crate::app::law_bench::LawBench;
use crate::app::layout::Layers;
use crate::app::session::{Request, Session};
use crate::app::shown::Shown;
use crate::draw::units::Units;
use crate::view::render::camera::{Orbit, SceneArea};
use crate::view::render::theme::Theme;
use crate::view::ui::inspector::rows::RowsPanel;
use crate::world::Clock;
use bevy::ecs::prelude::ResMut;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy::time::{Real, Time};

/// What the inspector shows and changes.
#[derive(SystemParam)]
pub(crate) struct InspectorPanel<'w> {
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
    /// What is open.
    pub session: ResMut<'w, Session>,
    /// The state on the screen.
    pub shown: Res<'w, Shown>,
    /// Colours.
    pub theme: Res<'w, Theme>,
    /// Time on the wall.
    pub time: Res<'w, Time<Real>>,
    /// Metres to drawing units.
    pub units: Res<'w, Units>,
}
