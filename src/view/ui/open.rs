//! Which panels and popups are open.

use crate::app::layout::{Layout, LayoutChosen};
use bevy::ecs::prelude::*;

/// Which panels are shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Panels {
    /// Scene, overlays.
    pub left: bool,
    /// Tuning, live numbers.
    pub right: bool,
    /// Plots.
    pub plots: bool,
    /// The runs under other laws, in the place of the plots.
    pub compare: bool,
    /// The law bench.
    pub bench: bool,
    /// Size of panels and texts, percent.
    pub percent: u16,
}

impl Panels {
    /// Shows and hides what a layout does.
    pub(crate) fn follow(&mut self, layout: Layout) {
        let few = layout == Layout::Lesson;
        (self.left, self.right, self.plots) = (!few, !few, true);
    }

    /// Makes panels and texts larger or smaller by so many percent.
    pub(crate) fn zoom(&mut self, by: i16) {
        self.percent = self.percent.saturating_add_signed(by).clamp(50, 300);
    }
}

impl Default for Panels {
    fn default() -> Self {
        Self { left: true, right: true, plots: true, compare: false, bench: false, percent: 100 }
    }
}

/// The command palette, while it is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Palette {
    /// What was typed.
    pub typed: String,
    /// The line that Enter does.
    pub line: usize,
}

/// What lies over the panels, one at a time.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Popups {
    /// The keys are listed.
    pub help: bool,
    /// The command palette, while it is open.
    pub palette: Option<Palette>,
    /// Tab goes through the controls.
    pub tabbing: bool,
}

/// Shows and hides panels when a layout is chosen.
pub(crate) fn follow_layout(mut chosen: MessageReader<LayoutChosen>, mut panels: ResMut<Panels>) {
    chosen.read().for_each(|LayoutChosen(layout)| panels.follow(*layout));
}
