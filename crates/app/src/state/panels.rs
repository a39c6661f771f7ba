//! Which panels and popups are open.

use crate::state::layout::{Layout, LayoutChosen};
use bevy::ecs::prelude::*;

/// What the left panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeftTab {
    /// The scene: description, warnings, list of scenes.
    Scene,
    /// Bodies to build with.
    Build,
    /// Overlays, colours, view.
    #[default]
    Overlays,
}

/// Visible panels.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panels {
    /// The left panel: scene, or overlays.
    pub left: bool,
    /// What the left panel shows.
    pub left_tab: LeftTab,
    /// Tuning and live numbers.
    pub right: bool,
    /// Plots.
    pub plots: bool,
    /// Runs under other laws, in place of the plots.
    pub compare: bool,
    /// The law bench.
    pub bench: bool,
    /// The findings of the audit of an imported run.
    pub audit: bool,
    /// Size of panels and texts, percent.
    pub percent: u16,
}

impl Panels {
    /// Shows and hides panels to match a layout.
    pub fn follow(&mut self, layout: Layout) {
        let few = layout == Layout::Lesson;
        // The rail opens the left panel; the scene gets the space.
        (self.left, self.right, self.plots) = (layout == Layout::Debug, !few, true);
        // A lesson has no button for the bench, which would cover its question.
        self.bench &= !few;
    }

    /// Magnification of panels and texts in a window of this size, points: less than the user's in a small window,
    /// where they would otherwise cover each other.
    pub fn magnification(&self, [width, height]: [f32; 2]) -> f32 {
        const FITS: [f32; 2] = [800.0, 440.0];
        (f32::from(self.percent) / 100.0).min(width / FITS[0]).min(height / FITS[1]).max(0.3)
    }

    /// True if panels magnified by `now` are to be magnified by `new`. A difference by rounding, between the sizes before
    /// and after, would ask for another frame in each.
    pub fn is_another_magnification(now: f32, new: f32) -> bool {
        (new / now - 1.0).abs() > 1e-4
    }

    /// True if the panel *Build* is open.
    pub fn shows_build(&self) -> bool {
        self.left && self.left_tab == LeftTab::Build
    }

    /// Opens the panel *Build*.
    pub fn open_build(&mut self) {
        (self.left, self.left_tab) = (true, LeftTab::Build);
    }

    /// Opens a tab of the left panel, or closes the panel if it shows that tab.
    pub fn toggle_left(&mut self, tab: LeftTab) {
        (self.left, self.left_tab) = (!(self.left && self.left_tab == tab), tab);
    }

    /// Zooms panels and texts by this many percentage points.
    pub fn zoom(&mut self, by: i16) {
        self.percent = self.percent.saturating_add_signed(by).clamp(50, 300);
    }
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            left: false,
            left_tab: LeftTab::Overlays,
            right: true,
            plots: true,
            compare: false,
            bench: false,
            audit: false,
            percent: 100,
        }
    }
}

/// Message: switch between full screen and window.
#[derive(Message, Clone, Copy, Debug, Default)]
pub struct ToggleFullScreen;

/// Message: save a screenshot of the window.
#[derive(Message, Clone, Copy, Debug, Default)]
pub struct TakePicture;

/// True while bodies are moved, resized and connected by the mouse, instead of the camera turning.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildMode(pub bool);

/// Message: show the dialog to choose a file, the system's or the browser's.
#[derive(Message, Clone, Copy, Debug, Default)]
pub struct BrowseFiles;

/// State of the command palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// Typed text.
    pub typed: String,
    /// Index of the highlighted entry.
    pub line: usize,
}

/// Popups over the panels, one at a time.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Popups {
    /// The list of shortcuts is open.
    pub help: bool,
    /// The command palette, while it is open.
    pub palette: Option<Palette>,
    /// Tab navigation is on.
    pub tabbing: bool,
}

/// Updates the visible panels when a layout is chosen.
pub fn follow_layout(mut chosen: MessageReader<LayoutChosen>, mut panels: ResMut<Panels>) {
    chosen.read().for_each(|LayoutChosen(layout)| panels.follow(*layout));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_closes_the_law_bench() {
        let mut panels = Panels { bench: true, ..Panels::default() };
        panels.follow(Layout::Debug);
        assert!(panels.bench);
        panels.follow(Layout::Lesson);
        assert!(!panels.bench);
    }

    #[test]
    fn the_rail_opens_changes_and_closes_the_left_panel() {
        let mut panels = Panels::default();
        let mut click = |tab| {
            panels.toggle_left(tab);
            panels.left.then_some(panels.left_tab)
        };
        assert_eq!(click(LeftTab::Scene), Some(LeftTab::Scene));
        assert_eq!(click(LeftTab::Overlays), Some(LeftTab::Overlays));
        assert_eq!(click(LeftTab::Overlays), None);
    }

    #[test]
    fn panels_shrink_in_a_small_window() {
        let panels = Panels { percent: 150, ..Panels::default() };
        assert_eq!(panels.magnification([1440.0, 900.0]), 1.5);
        assert_eq!(panels.magnification([400.0, 780.0]), 0.5);
        assert_eq!(Panels::default().magnification([844.0, 330.0]), 0.75);
    }

    /// In no size of window does the magnification change by rounding alone, frame after frame.
    #[test]
    fn a_magnification_that_is_reached_stays() {
        let panels = Panels::default();
        for width in 300..1000 {
            let height = 0.625 * width as f32;
            let zoom = panels.magnification([width as f32, height]);
            let seen = [width as f32 / zoom * zoom, height / zoom * zoom];
            assert!(!Panels::is_another_magnification(zoom, panels.magnification(seen)), "{width}");
        }
        assert!(Panels::is_another_magnification(1.0, 0.99));
    }
}
