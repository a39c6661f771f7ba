//! System parameters of the plots, and the menu of quantities.

use crate::app::edits::backfill::HistoryBackfill;
use crate::app::lessons::lesson_session::LessonSession;
use crate::app::plots::forecast::Forecast;
use crate::app::plots::graphs::Graphs;
use crate::app::state::change::Binding;
use crate::app::state::request::Request;
use crate::app::state::session::{Notice, Session};
use crate::app::state::tuning::Tuning;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::history::History;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::observe::quantity::{Quantity, Subject, groups, rows};
use crate::step::edits::EditLog;
use crate::view::render::theme::Theme;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText};

/// Resources and messages used by the plots.
#[derive(SystemParam)]
pub(crate) struct PlotsPanel<'w> {
    /// Short notices to the user.
    pub notices: MessageWriter<'w, Notice>,
    /// The open lesson.
    pub lesson_session: Res<'w, LessonSession>,
    /// Log of all edits made.
    pub edit_log: Res<'w, EditLog>,
    /// Closed-form solutions.
    pub forecast: Res<'w, Forecast>,
    /// The open plots.
    pub graphs: Binding<'w, Graphs>,
    /// Samples of the plotted quantities.
    pub history: Res<'w, History>,
    /// Recorded past of the run.
    pub past: Res<'w, Past>,
    /// Playback state.
    pub playback: Binding<'w, Playback>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The run that recomputes unrecorded past samples.
    pub backfill: Res<'w, HistoryBackfill>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Colours.
    pub theme: Res<'w, Theme>,
    /// Current parameters.
    pub tuning: Res<'w, Tuning>,
}

/// Menu of a subject's quantities, by group.
pub(crate) fn choose(ui: &mut egui::Ui, of: Subject, wanted: &mut Option<Quantity>) {
    for group in groups(&of) {
        ui.menu_button(group.name(), |ui| {
            egui::ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
                for (row, r) in rows(&of).iter().enumerate().filter(|(_, r)| r.group == group) {
                    ui.horizontal(|ui| {
                        for part in 0..r.parts.len() {
                            let quantity = Quantity { of, row, part };
                            let button = ui.button(quantity.symbol()).on_hover_text(r.about);
                            if button.clicked() {
                                *wanted = Some(quantity);
                                ui.close();
                            }
                        }
                        ui.label(RichText::new(r.unit).weak());
                    });
                }
            });
        });
    }
}
