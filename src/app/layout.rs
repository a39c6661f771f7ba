//! The window layout, and the visibility of overlays.

use crate::app::inspect::{Inspect, Tab};
use crate::draw::draw_list::Overlays;
use crate::study::lesson::Lesson;
use bevy::ecs::prelude::*;

/// Which overlays are on.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Layers(pub Overlays);

/// The window layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Lesson: a question, few controls, large text.
    Lesson,
    /// Panels on both sides.
    #[default]
    Explore,
    /// Everything.
    Debug,
}

/// Message: a layout was chosen; the panels adapt to it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LayoutChosen(pub Layout);

impl Layout {
    /// Shows and hides overlays as a lesson requires.
    pub(crate) fn apply(self, layers: &mut Layers, inspect: &mut Inspect, lesson: Option<&Lesson>) {
        if self == Self::Debug {
            inspect.tab = Tab::Inspect;
        }
        let selected = layers.0.selected;
        let plain = Overlays { selected, ..Overlays::default() };
        layers.0 = match self {
            Self::Lesson => Overlays {
                body_frame: false,
                contact_frame: false,
                turning: lesson.is_some_and(Lesson::turns),
                numbers: false,
                calm: true,
                ..plain
            },
            Self::Explore => plain,
            Self::Debug => Overlays { normal: true, patches: true, curvature: true, transport: true, ..plain },
        };
    }
}
