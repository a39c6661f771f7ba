//! The lesson panel: question, prediction, a few controls, outcome.

use crate::app::files::plot_files;
use crate::app::lessons::board::tilt_hint;
use crate::app::lessons::lesson_session::{ActiveLesson, LessonSession, after, filled, suffix, with_unit};
use crate::app::plots::graphs::Graphs;
use crate::app::state::change::Binding;
use crate::app::state::panels::{LeftTab, Panels, TakePicture};
use crate::app::state::request::Request;
use crate::app::state::request::{SceneRequest, TimeRequest};
use crate::app::state::session::Notice;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::history::History;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::laws::pair::choice::AnyLaw;
use crate::step::edits::{Edit, EditLog};
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::{CORNER, Theme, ThemeColours, size};
use crate::view::ui::manipulate_panel::HandsPanel;
use crate::view::ui::parameters::tuning_panel::TuningPanel;
use crate::view::ui::studies::compare::table_copied;
use crate::view::ui::widgets::{bold, primary};
use crate::view::ui::{lessons::class_answers, manipulate_panel, parameters::solver_choice, parameters::tuning};
use bevy::ecs::prelude::{MessageWriter, ParamSet, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText, vec2};
use stickslip_lab::lessons::{Control, LessonOutcome, Predict, Prediction};

/// Resources and messages used by the panel, apart from the parameters and the hands.
#[derive(SystemParam)]
pub(crate) struct LessonPanel<'w> {
    /// Short notices to the user.
    pub notices: MessageWriter<'w, Notice>,
    /// The open lesson.
    pub lesson_session: Binding<'w, LessonSession>,
    /// Log of all edits made.
    pub edit_log: Res<'w, EditLog>,
    /// The open plots.
    pub graphs: Res<'w, Graphs>,
    /// Samples of the plotted quantities.
    pub history: Res<'w, History>,
    /// Visible panels.
    pub panels: Binding<'w, Panels>,
    /// Recorded past of the run.
    pub past: Res<'w, Past>,
    /// Screenshot requests.
    pub picture: MessageWriter<'w, TakePicture>,
    /// Playback state.
    pub playback: Binding<'w, Playback>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Colours.
    pub theme: Res<'w, Theme>,
}

/// The panel, the sliders and the hands.
pub(crate) type LessonParts<'w, 's> =
    ParamSet<'w, 's, (LessonPanel<'static>, TuningPanel<'static>, HandsPanel<'static>)>;

/// Shows the panel.
pub(crate) fn show(ui: &mut egui::Ui, open: Option<&ActiveLesson>, parts: &mut LessonParts) {
    let Some(playing) = open else {
        ui.label(tr("lesson-none"));
        if ui.button(tr("lesson-choose")).clicked() {
            parts.p0().requests.write(Request::Scene(SceneRequest::Gallery));
        }
        return;
    };
    ui.add_space(8.0);
    ui.label(bold(&playing.lesson.title, size::TITLE));
    ui.add_space(4.0);
    ui.label(RichText::new(&playing.lesson.question).size(size::LEAD));
    ui.add_space(8.0);
    build(ui, &mut parts.p0(), playing);
    predict(ui, &mut parts.p0(), playing);
    let is_pinned = playing.pinned().is_some();
    if is_pinned {
        ui.add_space(8.0);
        if playing.outcome().is_none() {
            ui.label(RichText::new(&playing.lesson.task).size(size::LARGE));
        }
        run(ui, &mut parts.p0());
    } else {
        ui.label(RichText::new(tr("lesson-waits")).size(size::LARGE).weak());
    }
    // The verdict and the way on come before the controls, so that they are seen in a low window, too.
    if let (Some(of), Some(met), true) = (playing.outcome(), playing.met(), is_pinned) {
        outcome(ui, &parts.p0(), playing, of);
        if playing.is_answered() {
            onward(ui, &mut parts.p0(), playing);
        }
        review(ui, &mut parts.p0(), met.step);
    }
    let first = playing.lesson.controls.iter().filter(|_| is_pinned);
    let more = playing.lesson.then.iter().filter(|of| playing.judged && (is_pinned || **of != Control::Tilt));
    controls(ui, parts, playing, first.chain(more).copied().collect());
    if let Some(hint) = tilt_hint(playing, &parts.p0().shown.state).filter(|_| is_pinned) {
        ui.label(RichText::new(hint).size(size::LARGE));
    }
    afterwards(ui, playing);
    if !playing.is_answered() {
        ui.add_space(10.0);
        onward(ui, &mut parts.p0(), playing);
    }
    ui.add_space(10.0);
    let LessonPanel { mut lesson_session, mut notices, mut requests, .. } = parts.p0();
    class_answers::tools(ui, &mut lesson_session, (&mut notices, &mut requests));
}

impl LessonPanel<'_> {
    /// Changes the lesson in progress.
    fn change(&mut self, change: impl FnOnce(&mut ActiveLesson) + Send + Sync + 'static) {
        self.lesson_session.change(|lesson_session| lesson_session.with(change));
    }
}

/// Opens the panel *Build*, in a lesson in which the learner builds.
fn build(ui: &mut egui::Ui, panel: &mut LessonPanel, playing: &ActiveLesson) {
    if !playing.lesson.builds {
        return;
    }
    let is_open = panel.panels.shows_build();
    let button = egui::Button::selectable(is_open, RichText::new(tr("lesson-build")).size(size::LARGE));
    let button = ui.add(button.frame_when_inactive(true)).on_hover_text(tr("lesson-build-tip"));
    if button.clicked() {
        panel.panels.change(|panels| panels.toggle_left(LeftTab::Build));
    }
    ui.add_space(8.0);
}

fn predict(ui: &mut egui::Ui, panel: &mut LessonPanel, playing: &ActiveLesson) {
    let (mut number, mut wanted) = (playing.number(), None);
    let prediction = RichText::new(tr("lesson-prediction")).strong().size(size::LARGE);
    if let Some(guess) = playing.prediction_text() {
        ui.horizontal_wrapped(|ui| {
            ui.label(prediction);
            ui.label(RichText::new(guess).size(size::LARGE));
            change_prediction(ui, panel);
        });
        return;
    }
    ui.label(prediction);
    match &playing.lesson.predict {
        Predict::Number { name, unit, low, high, .. } => {
            ui.scope(|ui| {
                ui.spacing_mut().slider_width = (ui.available_width() - 130.0).max(80.0);
                let slider = egui::Slider::new(&mut number, *low..=*high).fixed_decimals(1);
                let slider = ui.add(slider.suffix(suffix(unit)));
                let words = [("name", name.into()), ("unit", unit.into())];
                reader::named(slider, &tr_with("lesson-prediction-name", words));
            });
            if number != playing.number() {
                panel.change(move |playing| playing.choose(number));
            }
            let number = (number * 10.0).round() / 10.0;
            let value = format!("{number:.1}{}", suffix(unit));
            let text = tr_with("lesson-predict", [("value", value.into())]);
            let button = |ui: &mut egui::Ui| {
                // White on a faded accent cannot be read.
                let button = match playing.is_chosen() {
                    true => primary(text, size::LARGE, &panel.theme),
                    false => egui::Button::new(RichText::new(text).size(size::LARGE)),
                };
                let button = ui.add_enabled(playing.is_chosen(), button);
                button.on_disabled_hover_text(tr("lesson-predict-off")).clicked()
            };
            if button(ui) {
                wanted = Some(Prediction::Number(number));
            }
        }
        Predict::Choice { options, .. } => {
            for (k, (text, _)) in options.iter().enumerate() {
                if ui.radio(false, RichText::new(text).size(size::LARGE)).clicked() {
                    wanted = Some(Prediction::Choice(k));
                }
            }
        }
    }
    if let Some(wanted) = wanted {
        panel.change(move |playing| playing.pin(wanted));
    }
}

fn change_prediction(ui: &mut egui::Ui, panel: &mut LessonPanel) {
    if ui.small_button(tr("lesson-change")).clicked() {
        panel.change(|playing| playing.unpin());
    }
}

fn run(ui: &mut egui::Ui, panel: &mut LessonPanel) {
    // Long names in a row would widen the panel.
    ui.horizontal_wrapped(|ui| {
        let act = panel.lesson_session.act(&panel.past, &panel.edit_log).map(|act| format!("▶ {act}"));
        let name = if panel.playback.playing {
            tr("lesson-pause").to_owned()
        } else {
            act.unwrap_or(tr("lesson-play").to_owned())
        };
        // Once the question is answered, the next lesson is what comes next.
        let is_answered = panel.lesson_session.open.as_ref().is_some_and(ActiveLesson::is_answered);
        let play = match is_answered {
            false => primary(name, size::LEAD, &panel.theme),
            true => egui::Button::new(RichText::new(name).size(size::LEAD)),
        };
        if ui.add(play.min_size(vec2(120.0, 40.0))).on_hover_text(tr("lesson-space")).clicked() {
            panel.playback.change(Playback::toggle);
        }
        if ui
            .button(RichText::new(tr("lesson-restart")).size(size::LARGE))
            .on_hover_text(tr("lesson-restart-tip"))
            .clicked()
        {
            panel.requests.write(Request::Scene(SceneRequest::Reset));
        }
        if ui
            .button(RichText::new(tr("lesson-show-me")).size(size::LARGE))
            .on_hover_text(tr("lesson-show-me-tip"))
            .clicked()
        {
            panel.requests.write(Request::Scene(SceneRequest::Rerun));
            panel.change(ActiveLesson::show_me);
            panel.playback.change(|playback| playback.playing = true);
        }
    });
}

fn controls(ui: &mut egui::Ui, parts: &mut LessonParts, playing: &ActiveLesson, controls: Vec<Control>) {
    let state = parts.p0().shown.state.clone();
    let bodies = &state.bodies;
    let body = bodies.iter().position(|body| body.name == playing.lesson.body);
    for control in controls {
        ui.add_space(4.0);
        match control {
            Control::Tilt => {
                for (index, body) in bodies.iter().enumerate() {
                    manipulate_panel::tilt(ui, &mut parts.p2(), index as u32, body);
                }
            }
            Control::Spring => manipulate_panel::springs(ui, &mut parts.p2()),
            Control::Pull => {
                if let Some(index) = body {
                    manipulate_panel::grow(ui, &mut parts.p2(), index as u32, &bodies[index]);
                }
            }
            Control::Mu | Control::Roll | Control::Spin => tuning::one(ui, &mut parts.p1(), control),
            Control::Law => law(ui, &mut parts.p1()),
            Control::Form => solver_choice::form(ui, &mut parts.p1()),
        }
    }
}

/// Selects the sliding law.
fn law(ui: &mut egui::Ui, sliders: &mut TuningPanel) {
    let Some(set) = sliders.tuning.sets.first() else { return };
    let now = set.now.laws.each()[0];
    let mut wanted = None;
    ui.horizontal(|ui| {
        ui.label(tr("lesson-law"));
        let list = egui::ComboBox::from_id_salt("lesson law").width(190.0).selected_text(now.info().name);
        let list = list.show_ui(ui, |ui| {
            for law in AnyLaw::for_component("slide") {
                if ui.selectable_label(law.info().id == now.info().id, law.info().name).clicked() {
                    wanted = Some(law);
                }
            }
        });
        reader::named(list.response, tr("lesson-law-name"));
    });
    if let Some(law) = wanted {
        sliders.make(Edit::Law { rule: None, law });
    }
}

/// What happened, and the verdict with its reason.
fn outcome(ui: &mut egui::Ui, panel: &LessonPanel, playing: &ActiveLesson, outcome: &LessonOutcome) {
    ui.add_space(8.0);
    if let Some(description) = playing.describe() {
        ui.label(bold(description, size::LEAD));
    }
    let judged = outcome.instead.is_none();
    if let (Some(measured), Some(theory), Predict::Number { unit, .. }) =
        (outcome.measured.filter(|_| judged), outcome.theory, &playing.lesson.predict)
    {
        let off = 100.0 * (measured - theory).abs() / theory.abs();
        let guess = playing.guess().zip(playing.guess_text()).map_or(String::new(), |(number, guess)| {
            let miss = number - measured;
            let key = match (outcome.right, miss > 0.0) {
                (true, _) => "lesson-predicted",
                (false, true) => "lesson-predicted-high",
                (false, false) => "lesson-predicted-low",
            };
            let values = [("guess", guess.into()), ("miss", format!("{:.1}{}", miss.abs(), suffix(unit)).into())];
            format!("{} · ", tr_with(key, values))
        });
        let numbers = [("theory", with_unit(theory, unit).into()), ("off", format!("{off:.1}").into())];
        let text = format!("{guess}{}", tr_with("lesson-theory", numbers));
        ui.label(RichText::new(text).size(size::LARGE));
    }
    let said = |text: &str| filled(text, outcome, &playing.lesson.predict);
    let (mark, text) = if outcome.right { ("✔ ", &playing.lesson.right) } else { ("", &playing.lesson.wrong) };
    let text = match outcome.instead {
        Some(instead) => format!("{} {}", playing.intervention(instead), playing.describe_unasked(instead)),
        None => format!("{mark}{}", said(text)),
    };
    let [fill, edge] = panel.theme.verdict(outcome.right && judged);
    let frame = egui::Frame::new().fill(fill).corner_radius(CORNER).inner_margin(10.0);
    let callout = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(bold(text, size::LEAD));
        // The explanation would tell the answer to a question that is still open.
        if playing.is_answered() {
            ui.label(RichText::new(&playing.lesson.explain).size(size::LARGE));
        }
    });
    let bar = callout.response.rect.with_max_x(callout.response.rect.left() + 4.0);
    ui.painter().rect_filled(bar, 2.0, edge);
}

/// The moments to revisit, and what can be taken along.
fn review(ui: &mut egui::Ui, panel: &mut LessonPanel, step: u64) {
    look_again(ui, panel, step);
    ui.horizontal(|ui| {
        let tip = tr("lesson-copy-tip");
        // The comparison's curves have their own button.
        if !panel.panels.compare && ui.button(tr("lesson-copy")).on_hover_text(tip).clicked() {
            ui.ctx().copy_text(plot_files::samples(&panel.graphs, &panel.history, &panel.shown.state));
            panel.notices.write(Notice::new(table_copied()));
        }
        let tip = tr("lesson-picture-tip");
        if ui.button(tr("lesson-picture")).on_hover_text(tip).clicked() {
            panel.picture.write_default();
        }
    });
}

/// What to try next and whether it is done; stays visible meanwhile.
fn afterwards(ui: &mut egui::Ui, playing: &ActiveLesson) {
    if !playing.judged {
        return;
    }
    ui.add_space(4.0);
    ui.label(RichText::new(&playing.lesson.next).size(size::LARGE).italics());
    if let Some(goal) = playing.lesson.goal.as_ref().filter(|_| playing.done.is_some()) {
        ui.label(bold(format!("✔ {}", goal.done), size::LEAD));
    }
}

/// Moments to revisit: a tenth of the elapsed time earlier, the step before, the step itself, a little later.
fn look_again(ui: &mut egui::Ui, panel: &mut LessonPanel, step: u64) {
    let reached = panel.past.timeline.reached();
    let around = (step / 10).max(1);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(tr("lesson-replay")).size(size::BODY));
        for (name, goal, tip) in [
            (tr("lesson-before"), step - around.min(step), tr("lesson-before-tip")),
            (tr("lesson-just-before"), step.saturating_sub(1), tr("lesson-just-before-tip")),
            (tr("lesson-moment"), step, tr("lesson-moment-tip")),
            (tr("lesson-after"), (step + around / 2).min(reached), tr("lesson-after-tip")),
        ] {
            if ui.button(RichText::new(name).size(size::BODY)).on_hover_text(tip).clicked() {
                panel.playback.change(Playback::stop);
                panel.requests.write(Request::Time(TimeRequest::Seek(goal)));
            }
        }
    });
}

fn onward(ui: &mut egui::Ui, panel: &mut LessonPanel, playing: &ActiveLesson) {
    ui.horizontal(|ui| {
        let next = match playing.is_answered() {
            true => primary(tr("lesson-next"), size::LARGE, &panel.theme),
            false => egui::Button::new(RichText::new(tr("lesson-next")).size(size::LARGE)),
        };
        if let Some(name) = after(&playing.name)
            && ui.add(next).clicked()
        {
            panel.requests.write(Request::Scene(SceneRequest::Lesson(name.to_owned())));
        }
        if ui.button(tr("lesson-all")).clicked() {
            panel.requests.write(Request::Scene(SceneRequest::Gallery));
        }
    });
}
