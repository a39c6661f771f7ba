//! The tools of a lesson for a class, and the window with the histograms of its predictions.

use crate::app::files::class_answers::{ClassAnswers, answers_link, save_answers, save_worksheet};
use crate::app::files::plot_files::save;
use crate::app::lessons::lesson_session::LessonSession;
use crate::app::state::change::Binding;
use crate::app::state::request::Request;
use crate::app::state::session::Notice;
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::ui::frame::canvas::Canvas;
use crate::view::ui::studies::compare::table_copied;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::MessageWriter;
use bevy_egui::egui::{self, RichText};
use egui_plot::{Bar, BarChart, Plot, VLine};
use stickslip_lab::lessons::histogram::{AnswerBin, Histogram};
use stickslip_lab::plot::svg;

/// Worksheet and answers of the lesson, to be passed on.
pub(in crate::view::ui) fn tools(
    ui: &mut egui::Ui,
    session: &mut Binding<LessonSession>,
    (notices, requests): (&mut MessageWriter<Notice>, &mut MessageWriter<Request>),
) {
    let tools = egui::CollapsingHeader::new(tr("class-title")).show(ui, |ui| {
        if ui.button(tr("class-worksheet")).on_hover_text(tr("class-worksheet-tip")).clicked() {
            notices.write_batch(session.open.as_ref().map(|playing| Notice::new(save_worksheet(playing))));
        }
        let field = |name: &mut String| ui.add(egui::TextEdit::singleline(name).hint_text(tr("class-name-hint")));
        reader::named(session.bind(|session| &mut session.student, field), tr("class-name"));
        let has_answers = !session.answers.is_empty();
        let button = |ui: &mut egui::Ui, name, tip| {
            ui.add_enabled(has_answers, egui::Button::new(name)).on_hover_text(tip).clicked()
        };
        if button(ui, tr("class-save"), tr("class-save-tip")) {
            notices.write(Notice::new(save_answers(session)));
        }
        if button(ui, tr("class-link"), tr("class-link-tip")) {
            let link = answers_link(session).map(|link| ui.ctx().copy_text(link));
            notices.write(Notice::new(link.map_or_else(|why| why, |()| table_copied().to_owned())));
        }
        if ui.button(tr("class-answers")).on_hover_text(tr("class-answers-tip")).clicked() {
            requests.write(Request::Answers(Vec::new()));
        }
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
    let names = class.names();
    let list = egui::ComboBox::from_id_salt("class lesson").width(360.0);
    let list = class.bind(|class| &mut class.chosen, |k| list.show_index(ui, k, names.len(), |k| names[k].as_str()));
    reader::named(list, tr("class-lesson"));
}

/// The bars, with a line at the true value.
fn bars(ui: &mut egui::Ui, shown: &Histogram) {
    let bar = |bin: &AnswerBin| {
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
