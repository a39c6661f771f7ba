//! What the plots show and change, and the menu of quantities.

use crate::app::course::Course;
use crate::app::forecast::Forecast;
use crate::app::graphs::Graphs;
use crate::app::history::History;
use crate::app::past::Past;
use crate::app::playback::Playback;
use crate::app::session::{Notice, Request, Session};
use crate::app::shown::Shown;
use crate::record::quantity::{Quantity, Subject, groups, rows};
use crate::step::tune::EditLog;
use crate::view::render::theme::Theme;
use bevy::ecs::prelude::{MessageWriter, Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText};

/// What the plots show and change.
#[derive(SystemParam)]
pub(crate) struct PlotsPanel<'w> {
    /// Messages for the person.
    pub notices: MessageWriter<'w, Notice>,
    /// The lesson that is open.
    pub course: Res<'w, Course>,
    /// Edits made so far.
    pub edit_log: Res<'w, EditLog>,
    /// Closed forms.
    pub forecast: Res<'w, Forecast>,
    /// What is plotted of it.
    pub graphs: ResMut<'w, Graphs>,
    /// The plotted past.
    pub history: Res<'w, History>,
    /// The past of the run.
    pub past: Res<'w, Past>,
    /// Whether time runs.
    pub playback: ResMut<'w, Playback>,
    /// What is asked for.
    pub requests: MessageWriter<'w, Request>,
    /// What is open.
    pub session: Res<'w, Session>,
    /// The state on the screen.
    pub shown: Res<'w, Shown>,
    /// Colours.
    pub theme: Res<'w, Theme>,
}

/// The quantities of a subject, by group.
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
