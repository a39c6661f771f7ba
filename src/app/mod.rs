//! Window state and the logic that updates it, without panels and rendering.
//!
//! The folders in order: none imports a later one.
//!
//! | folder | holds |
//! |---|---|
//! | `state` | the open scene, layout and panels, keys and pointer, parameters; changes of a panel as messages |
//! | `timeline` | the displayed step, the way back and the steps ahead, history curves, the ghost of another run |
//! | `hand` | the body that the user holds; picking; the forms of manual actions and schedules |
//! | `plots` | quantities, reference curves, closed forms, limits, labels |
//! | `lessons` | the open lesson, its board, the loads on its body |
//! | `display` | how a step is read for display and turned into sound |
//! | `edits` | jumps, alternative futures, undo and redo, step size; past curves for late selections |
//! | `files` | scenes, recordings, plots and films on disk; opening; a place in a run as a command or address |
//! | `studies` | runs under other laws, the law bench, the audit of an imported run, the gallery |
//! | `control` | the main loop (`drive`), requests, actions and their keys, presses in the scene, redraws |

#![allow(
    clippy::disallowed_methods,
    reason = "rates on the wall clock and steps of sliders: no number of a run comes from them"
)]

pub mod control;
pub mod display;
pub mod edits;
pub mod files;
pub mod hand;
pub mod lessons;
pub mod plots;
pub mod state;
pub mod studies;
pub mod timeline;

pub use state::app_start::AppStart;
pub use state::location::{ContactSelector, Place};

use bevy::app::{App, Plugin, Update};
use bevy::ecs::prelude::Messages;
use state::change::AddChanges;

/// Initial window state and main loop, before anything is opened.
pub(crate) struct AppPlugin;

impl Plugin for AppPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<state::session::Session>()
            .init_resource::<state::layout::Layers>()
            .init_resource::<timeline::display_state::DisplayState>()
            .init_resource::<timeline::playback::Playback>()
            .init_resource::<timeline::past::Past>()
            .init_resource::<timeline::background_step::StepAhead>()
            .init_resource::<hand::Grab>()
            .init_resource::<lessons::board::BoardHandles>()
            .init_resource::<state::pointer::Pointer>()
            .init_resource::<display::audio_mix::SoundSettings>()
            .init_resource::<lessons::lesson_session::LessonSession>()
            .init_resource::<files::class_answers::ClassAnswers>()
            .init_resource::<files::saving::Saving>()
            .init_resource::<hand::body_form::BodyForm>()
            .init_resource::<edits::undo::Undo>()
            .init_resource::<state::tuning::Tuning>()
            .init_resource::<timeline::history::History>()
            .init_resource::<plots::graphs::Graphs>()
            .init_resource::<studies::compare::Compare>()
            .init_resource::<studies::law_bench::LawBench>()
            .init_resource::<studies::run_audit::RunAudit>()
            .init_resource::<state::inspect::Inspect>()
            .init_resource::<plots::forecast::Forecast>()
            .init_resource::<edits::backfill::HistoryBackfill>()
            .init_resource::<studies::gallery::Gallery>()
            .init_resource::<crate::draw::overlay::traces::Trails>();
        app.init_resource::<state::panels::Panels>().init_resource::<state::panels::Popups>();
        app.add_changes::<state::session::Session>()
            .add_changes::<state::layout::Layers>()
            .add_changes::<timeline::display_state::DisplayState>()
            .add_changes::<timeline::playback::Playback>()
            .add_changes::<hand::Grab>()
            .add_changes::<display::audio_mix::SoundSettings>()
            .add_changes::<lessons::lesson_session::LessonSession>()
            .add_changes::<files::class_answers::ClassAnswers>()
            .add_changes::<files::saving::Saving>()
            .add_changes::<hand::body_form::BodyForm>()
            .add_changes::<state::tuning::Tuning>()
            .add_changes::<timeline::history::History>()
            .add_changes::<plots::graphs::Graphs>()
            .add_changes::<studies::compare::Compare>()
            .add_changes::<studies::law_bench::LawBench>()
            .add_changes::<state::inspect::Inspect>()
            .add_changes::<state::panels::Panels>()
            .add_changes::<state::panels::Popups>();
        control::drive::add_to(app);
        // Not `add_message`, which drops old messages: a request or action is kept until it is handled.
        app.init_resource::<Messages<state::session::Request>>().init_resource::<Messages<control::actions::Action>>();
        app.add_message::<state::session::Notice>().add_systems(Update, state::session::show_notices);
        app.add_message::<state::session::SceneOpened>()
            .add_message::<state::layout::LayoutChosen>()
            .add_message::<files::jump::CopyText>();
    }
}
