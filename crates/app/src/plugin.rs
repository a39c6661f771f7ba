//! The plugin of the window's state.

use crate::state::change::AddChanges;
use bevy::app::{App, Plugin, Update};
use bevy::ecs::prelude::{IntoScheduleConfigs, Messages};

/// Initial window state and main loop, before anything is opened.
pub struct AppPlugin;

impl Plugin for AppPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<crate::state::session::Session>()
            .init_resource::<crate::state::layout::Layers>()
            .init_resource::<crate::timeline::display_state::DisplayState>()
            .init_resource::<crate::timeline::playback::Playback>()
            .init_resource::<crate::timeline::past::Past>()
            .init_resource::<crate::timeline::background_step::StepAhead>()
            .init_resource::<crate::hand::Grab>()
            .init_resource::<crate::lessons::board::BoardHandles>()
            .init_resource::<crate::state::pointer::Pointer>()
            .init_resource::<crate::display::audio_mix::SoundSettings>()
            .init_resource::<crate::lessons::lesson_session::LessonSession>()
            .init_resource::<crate::files::class_answers::ClassAnswers>()
            .init_resource::<crate::files::saving::Saving>()
            .init_resource::<crate::files::recent::RecentFiles>()
            .init_resource::<crate::edits::document::Document>()
            .init_resource::<crate::hand::body_form::BodyForm>()
            .init_resource::<crate::edits::undo::Undo>()
            .init_resource::<crate::state::tuning::Tuning>()
            .init_resource::<crate::timeline::history::History>()
            .init_resource::<crate::plots::graphs::Graphs>()
            .init_resource::<crate::studies::compare::Compare>()
            .init_resource::<crate::studies::law_bench::LawBench>()
            .init_resource::<crate::studies::run_audit::RunAudit>()
            .init_resource::<crate::state::inspect::Inspect>()
            .init_resource::<crate::plots::forecast::Forecast>()
            .init_resource::<crate::edits::backfill::HistoryBackfill>()
            .init_resource::<crate::studies::gallery::Gallery>()
            .init_resource::<crate::draw::overlay::traces::Trails>();
        app.init_resource::<crate::state::panels::Panels>().init_resource::<crate::state::panels::Popups>();
        app.add_changes::<crate::state::session::Session>()
            .add_changes::<crate::state::layout::Layers>()
            .add_changes::<crate::timeline::display_state::DisplayState>()
            .add_changes::<crate::timeline::playback::Playback>()
            .add_changes::<crate::hand::Grab>()
            .add_changes::<crate::display::audio_mix::SoundSettings>()
            .add_changes::<crate::lessons::lesson_session::LessonSession>()
            .add_changes::<crate::files::class_answers::ClassAnswers>()
            .add_changes::<crate::files::saving::Saving>()
            .add_changes::<crate::hand::body_form::BodyForm>()
            .add_changes::<crate::state::tuning::Tuning>()
            .add_changes::<crate::timeline::history::History>()
            .add_changes::<crate::plots::graphs::Graphs>()
            .add_changes::<crate::studies::compare::Compare>()
            .add_changes::<crate::studies::law_bench::LawBench>()
            .add_changes::<crate::state::inspect::Inspect>()
            .add_changes::<crate::state::panels::Panels>()
            .add_changes::<crate::state::panels::Popups>();
        add_building(app);
        crate::control::drive::add_to(app);
        // Not `add_message`, which drops old messages: a request or action is kept until it is handled.
        app.init_resource::<Messages<crate::state::request::Request>>()
            .init_resource::<Messages<crate::control::actions::Action>>();
        app.add_message::<crate::state::session::Notice>()
            .add_systems(Update, (crate::files::recent::remember, crate::state::session::show_notices).chain());
        app.add_message::<crate::state::session::SceneOpened>()
            .add_message::<crate::state::layout::LayoutChosen>()
            .add_message::<crate::files::jump::CopyText>();
    }
}

/// What is built by hand, and pictures and films.
fn add_building(app: &mut App) {
    app.init_resource::<crate::state::panels::BuildMode>()
        .init_resource::<crate::build::handles::BodyHandles>()
        .init_resource::<crate::build::check::SceneCheck>()
        .init_resource::<crate::build::materials::PairTable>()
        .add_changes::<crate::build::materials::PairTable>()
        .init_resource::<crate::build::selected_entry::SelectedEntry>()
        .add_systems(Update, (crate::build::check::follow, crate::build::toolbox::lay_down))
        .add_systems(Update, (crate::build::build_mode::follow, crate::build::build_mode::show_body).chain());
    app.init_resource::<crate::build::group::BodyGroup>();
    app.init_resource::<crate::state::marks::BodyMarks>().add_changes::<crate::state::marks::BodyMarks>();
    app.init_resource::<crate::build::toolbox::Toolbox>().add_changes::<crate::build::toolbox::Toolbox>();
    app.init_resource::<crate::state::share::Share>().add_changes::<crate::state::share::Share>();
    app.add_message::<crate::state::share::ShareRequest>();
}
