//! The resources of the sliders, and one slider.

use crate::app::state::change::Binding;
use crate::app::state::session::{Notice, Session};
use crate::app::state::sliders::{Slider, rounded};
use crate::app::state::tuning::{FieldHint, Tuning};
use crate::app::timeline::display_state::DisplayState;
use crate::draw::text::format::{parse, short};
use crate::laws::pair::friction_parameter::FrictionParameter;
use crate::step::edits::{Edit, QueueEdit};
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::ui::widgets::{NUMBER, UNIT, before_number, number};
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, RichText};

/// Resources and messages used by the sliders.
#[derive(SystemParam)]
pub(crate) struct TuningPanel<'w> {
    /// Short notices to the user.
    pub notices: MessageWriter<'w, Notice>,
    /// Edits to apply before the next step.
    pub edits: MessageWriter<'w, QueueEdit>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Slider values.
    pub tuning: Binding<'w, Tuning>,
}

impl TuningPanel<'_> {
    /// Makes an edit and shows its effect at once: it acts at the next step.
    pub(in crate::view::ui) fn make(&mut self, edit: Edit) {
        self.edits.write(QueueEdit(edit.clone()));
        self.tuning.change(move |tuning| tuning.note(&edit));
    }

    /// Sets basic parameters of a rule.
    pub(in crate::view::ui) fn set(&mut self, rule: Option<usize>, wanted: Vec<(FrictionParameter, f64)>) {
        if !wanted.is_empty() {
            self.tell(None);
        }
        wanted.into_iter().for_each(|(which, value)| self.make(Edit::Basic { rule, which, value }));
    }

    /// Replaces the text below the sliders.
    pub(in crate::view::ui) fn tell(&mut self, hint: Option<FieldHint>) {
        if self.tuning.hint != hint {
            self.tuning.change(move |tuning| tuning.hint = hint);
        }
    }

    /// Shows a slider with its hint; returns the value entered, unless it was refused, which the hint then says.
    pub(in crate::view::ui) fn slide(&mut self, ui: &mut egui::Ui, of: &Slider, now: f64, file: f64) -> Option<f64> {
        let hint = self.tuning.hint_of(of.symbol).map(str::to_owned);
        let entered = slide(ui, of, now, file, hint.as_deref())?;
        match of.accept(entered) {
            // A file value with more digits than the slider resolves stays as it is.
            _ if entered == file => Some(file),
            Ok(value) => Some(value).filter(|value| *value != now),
            Err(text) => {
                self.tell(Some(FieldHint { symbol: of.symbol, text }));
                None
            }
        }
    }
}

/// Shows a slider, and the hint below it; returns the value entered.
fn slide(ui: &mut egui::Ui, of: &Slider, now: f64, file: f64, hint: Option<&str>) -> Option<f64> {
    let mut value = now;
    let changed = now != file;
    let suffix = of.suffix();
    let in_file = tr_with("tune-in-file", [("value", format!("{}{suffix}", short(file)).into())]);
    let tip = format!("{}\n{in_file}\n{}", of.name, tr("tune-double-click"));
    let (mut reset, mut touched) = (false, false);
    ui.horizontal(|ui| {
        let mut text = RichText::new(of.symbol).size(size::LARGE);
        if changed {
            text = text.strong();
        }
        let colour = ui.visuals().warn_fg_color;
        let label =
            egui::Label::new(if hint.is_some() { text.color(colour) } else { text }).sense(egui::Sense::click());
        let label = ui.add_sized([30.0, 20.0], label).on_hover_text(&tip);
        if changed {
            let dot = ui.add_sized([10.0, 20.0], egui::Label::new(RichText::new("●").size(size::DOT).color(colour)));
            reader::named(dot, tr("tune-changed"));
        } else {
            ui.allocate_exact_size(egui::vec2(10.0, 20.0), egui::Sense::hover());
        }
        let track = if of.is_typed {
            let width = (ui.available_width() - NUMBER - UNIT - 16.0).max(40.0);
            ui.allocate_exact_size(egui::vec2(width, 20.0), egui::Sense::hover()).1
        } else {
            let slider = egui::Slider::new(&mut value, of.low..=of.high)
                .logarithmic(of.logarithmic)
                .smallest_positive(if of.low > 0.0 { of.low } else { 1e-4 * of.high })
                .clamping(egui::SliderClamping::Never);
            reader::named(before_number(ui, slider), &format!("{}, {}", of.symbol, of.name))
        };
        if track.dragged() {
            value = value.max(of.least);
        }
        // The first digits of a number are not the number: `0.3` begins with 0.
        let speed = if of.is_typed { 0.005 } else { 0.01 * value.abs().max(1e-3 * of.high) };
        let entry = egui::DragValue::new(&mut value).speed(speed).update_while_editing(false);
        let entry = number(ui, entry.custom_formatter(|v, _| short(rounded(v))).custom_parser(parse), &suffix);
        let entry = reader::named(
            entry.on_hover_text(&tip),
            &tr_with("tune-value", [("name", format!("{}, {}", of.symbol, of.name).into())]),
        );
        let track = track.on_hover_text(&tip);
        touched = track.changed() || entry.changed();
        reset = label.double_clicked() || track.double_clicked() || entry.double_clicked();
    });
    if let Some(hint) = hint {
        ui.label(RichText::new(hint).small().color(ui.visuals().warn_fg_color));
    }
    if reset {
        return changed.then_some(file);
    }
    (touched && value != now).then_some(value)
}
