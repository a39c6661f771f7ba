//! The tools of a lesson for a class, and the window with the histograms of its predictions.

use super::compare::COPIED;
use super::lesson::LessonPanel;
use crate::app::change::Binding;
use crate::app::class_answers::{ClassAnswers, answers_link, save_answers, save_worksheet};
use crate::app::lesson_session::ActiveLesson;
use crate::app::plot_files::save;
use crate::app::session::{Notice, Request};
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::ui::canvas::Canvas;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::MessageWriter;
use bevy_egui::egui::{self, RichText};
use egui_plot::{Bar, BarChart, Plot, VLine};
use stickslip_lab::lessons::histogram::Histogram;
use stickslip_lab::plot::svg;

/// Worksheet and answers of the lesson, to be passed on.
pub(super) fn tools(ui: &mut egui::Ui, panel: &mut LessonPanel, playing: &ActiveLesson) {
    let tools = egui::CollapsingHeader::new(tr("class-title")).show(ui, |ui| {
        let mut done = None;
        let tip = tr("class-worksheet-tip");
        if ui.button(tr("class-worksheet")).on_hover_text(tip).clicked() {
            done = Some(save_worksheet(playing));
        }
        panel.lesson_session.bind(
            |session| &mut session.student,
            |student| {
                let field = egui::TextEdit::singleline(student).hint_text(tr("class-name-hint")).desired_width(180.0);
                reader::named(ui.add(field), tr("class-name"));
            },
        );
        ui.add_enabled_ui(!panel.lesson_session.answers.is_empty(), |ui| {
            ui.horizontal_wrapped(|ui| {
                if ui.button(tr("class-save")).on_hover_text(tr("class-save-tip")).clicked() {
                    done = Some(save_answers(&panel.lesson_session));
                }
                if ui.button(tr("class-link")).on_hover_text(tr("class-link-tip")).clicked() {
                    done = Some(match answers_link(&panel.lesson_session) {
                        Ok(link) => {
                            ui.ctx().copy_text(link);
                            tr(COPIED).to_owned()
                        }
                        Err(why) => why,
                    });
                }
            });
        });
        if ui.button(tr("class-answers")).on_hover_text(tr("class-answers-tip")).clicked() {
            panel.requests.write(Request::Answers(Vec::new()));
        }
        panel.notices.write_batch(done.map(Notice::new));
    });
    reader::named(tools.header_response, tr("class-tools"));
}

/// Shows the window if it is open.
pub(crate) fn show(mut canvas: Canvas, mut class: Binding<ClassAnswers>, mut notices: MessageWriter<Notice>) -> Result {
    if !class.open {
        return Ok(());
    }
    let ctx = canvas.ctx()?;
    let mut open = true;
    egui::Window::new(tr("class-answers")).open(&mut open).default_width(560.0).show(&ctx, |ui| {
        add(ui, &mut class);
        let Some(shown) = class.shown() else { return };
        ui.separator();
        choose(ui, &mut class);
        ui.label(RichText::new(shown.summary()).strong());
        bars(ui, &shown);
        ui.horizontal(|ui| {
            class.bind(|class| &mut class.hides_truth, |hides| ui.checkbox(hides, tr("class-hide")));
            if ui.button(tr("class-histogram")).on_hover_text(tr("class-histogram-tip")).clicked() {
                notices.write(Notice::new(save("predictions", "svg", &svg(&shown.figure()))));
            }
            if ui.button(tr("class-clear")).clicked() {
                class.change(ClassAnswers::clear);
            }
        });
    });
    class.bind(|class| &mut class.open, |shown| *shown = open);
    Ok(())
}

/// The field for links and what became of the last text.
fn add(ui: &mut egui::Ui, class: &mut Binding<ClassAnswers>) {
    ui.label(tr("class-links"));
    class.bind(
        |class| &mut class.pasted,
        |pasted| {
            let field = egui::TextEdit::multiline(pasted).desired_rows(3).desired_width(f32::INFINITY);
            egui::ScrollArea::vertical()
                .max_height(80.0)
                .show(ui, |ui| reader::named(ui.add(field), tr("class-links-name")));
        },
    );
    let is_empty = class.pasted.trim().is_empty();
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(!is_empty, egui::Button::new(tr("class-add"))).clicked() {
            class.change(ClassAnswers::add_pasted);
        }
        match &class.report {
            Some(Ok(report)) => ui.label(report),
            Some(Err(why)) => ui.colored_label(ui.visuals().error_fg_color, why),
            None => ui.label(""),
        };
    });
}

/// Selects the histogram.
fn choose(ui: &mut egui::Ui, class: &mut Binding<ClassAnswers>) {
    let name = |of: &Histogram| format!("{} {}", of.title, of.values);
    let names: Vec<String> = class.histograms.iter().map(name).collect();
    let selected = names.get(class.chosen).cloned().unwrap_or_default();
    let list = class.bind(
        |class| &mut class.chosen,
        |chosen| {
            let list = egui::ComboBox::from_id_salt("class lesson").width(360.0).selected_text(selected);
            list.show_ui(ui, |ui| {
                names.iter().enumerate().for_each(|(k, name)| {
                    ui.selectable_value(chosen, k, name);
                });
            })
        },
    );
    reader::named(list.response, tr("class-lesson"));
}

/// The bars, with a line at the true value.
fn bars(ui: &mut egui::Ui, shown: &Histogram) {
    let bar = |bin: &stickslip_lab::lessons::histogram::AnswerBin| {
        Bar::new(0.5 * (bin.from + bin.to), bin.count as f64).width(0.96 * (bin.to - bin.from)).name(&bin.name)
    };
    let chart = BarChart::new("predictions", shown.bins.iter().map(bar).collect());
    let plot = Plot::new("predictions").height(220.0).include_y(0.0).allow_scroll(false).allow_drag(false);
    plot.x_axis_label(shown.quantity.clone()).y_axis_label(tr("class-axis")).show(ui, |plot| {
        plot.bar_chart(chart);
        if let Some(truth) = shown.truth {
            plot.vline(VLine::new("true value", truth).width(2.0));
        }
    });
}
