//! Building blocks shared by several panels.

use crate::app::control::actions::Action;
use crate::draw::text::format;
use crate::texts::{LANGUAGES, chosen, tr};
use crate::view::input::reader;
use crate::view::render::theme::{Theme, ThemeColours, semibold, size};
use bevy_egui::egui::{self, Button, Color32, Response, RichText, vec2};

/// Section heading.
pub(crate) fn section(ui: &mut egui::Ui, text: &str) {
    ui.add_space(6.0);
    ui.label(bold(text, size::BODY));
    ui.separator();
}

/// A heading of this size, points.
pub(crate) fn bold(text: impl Into<String>, size: f32) -> RichText {
    RichText::new(text).size(size).family(semibold())
}

/// The button of the one action that comes next, in the accent colour; its text has this size, points.
pub(crate) fn primary(text: impl Into<String>, size: f32, theme: &Theme) -> Button<'static> {
    Button::new(bold(text, size).color(Color32::WHITE)).fill(theme.accent())
}

/// A button that is on or off.
pub(crate) fn toggle(ui: &mut egui::Ui, on: bool, text: &str) -> Response {
    ui.add(Button::selectable(on, text).frame_when_inactive(true))
}

/// A tab: underlined while it is open.
pub(crate) fn tab(ui: &mut egui::Ui, open: bool, text: &str) -> Response {
    let line = ui.visuals().selection.stroke.color;
    let (name, text) = (text.to_owned(), bold(text, size::BODY));
    let text = if open { text.color(line) } else { text.weak() };
    let tab = ui.add(Button::selectable(false, text).frame_when_inactive(false));
    if open {
        let under = tab.rect.with_min_y(tab.rect.bottom() - 1.0).translate(vec2(0.0, 2.0));
        ui.painter().rect_filled(under, 1.0, line);
    }
    tab.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::SelectableLabel, true, open, &name));
    tab
}

/// Width of a number field and of the column of units, points.
pub(crate) const NUMBER: f32 = 70.0;
pub(crate) const UNIT: f32 = 36.0;

/// A number in a field of fixed width, right-aligned, and its unit in a column of its own.
pub(crate) fn number(ui: &mut egui::Ui, field: egui::DragValue, unit: &str) -> Response {
    let size = vec2(NUMBER, 22.0);
    let layout = egui::Layout::top_down(egui::Align::Max);
    let field = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.spacing_mut().interact_size.x = NUMBER;
        ui.add(field)
    });
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(vec2(UNIT, size.y), layout, |ui| {
        ui.set_min_width(UNIT);
        ui.label(RichText::new(unit.trim()).weak());
    });
    field.inner
}

/// A field of a number that is shown without trailing zeros and takes effect when it is complete; `speed`: change per point of
/// a drag.
pub(crate) fn plain_field(value: &mut f64, speed: f64) -> egui::DragValue<'_> {
    let field = egui::DragValue::new(value).speed(speed).update_while_editing(false).custom_parser(format::parse);
    field.custom_formatter(|value, _| format::short(four_digits(value)))
}

/// A value with four digits.
pub(crate) fn four_digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// A row with a text at the left and a number in the column at the right.
pub(crate) fn labelled_number(ui: &mut egui::Ui, text: &str, field: egui::DragValue, unit: &str) -> Response {
    let row = ui.horizontal(|ui| {
        ui.label(text);
        ui.add_space((ui.available_width() - NUMBER - UNIT - 8.0).max(0.0));
        number(ui, field, unit)
    });
    row.inner
}

/// A slider without a number of its own that leaves space for one at its right.
pub(crate) fn before_number(ui: &mut egui::Ui, slider: egui::Slider) -> Response {
    ui.spacing_mut().slider_width = (ui.available_width() - NUMBER - UNIT - 16.0).max(40.0);
    ui.add(slider.show_value(false))
}

/// Height of the place of the button below a side panel that scrolls, points.
const MORE: f32 = 26.0;

/// Contents of a side panel: scrolls, and reserves space for the scroll bar whether or not it is shown. A button at its
/// lower end says that there is more below, and scrolls there.
pub(crate) fn column(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    // The button has its place below what scrolls, once there is more than fits.
    let id = ui.id().with("more below");
    let overflows = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or_default();
    let whole = ui.available_height();
    let height = whole - if overflows { MORE } else { 0.0 };
    let mut scrolled = egui::ScrollArea::vertical().auto_shrink(false).max_height(height).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        add(ui);
    });
    let overflows = scrolled.content_size.y > whole;
    ui.data_mut(|data| data.insert_temp(id, overflows));
    let area = scrolled.inner_rect;
    if !overflows || scrolled.content_size.y - scrolled.state.offset.y < area.height() + 12.0 {
        return;
    }
    let place = egui::Rect::from_min_size(area.right_bottom() + vec2(-96.0, 2.0), vec2(84.0, 22.0));
    if ui.put(place, Button::new(RichText::new(tr("view-more")).size(size::SMALL))).clicked() {
        scrolled.state.offset.y += 0.8 * area.height();
        scrolled.state.store(ui.ctx(), scrolled.id);
    }
}

/// The languages of the window by their own names; returns the choice of a click.
pub(crate) fn language(ui: &mut egui::Ui) -> Option<Action> {
    let mut wanted = None;
    let list = egui::ComboBox::from_id_salt("language").width(92.0).selected_text(chosen().name).show_ui(ui, |ui| {
        for language in &LANGUAGES {
            if ui.selectable_label(language.code == chosen().code, language.name).clicked() {
                wanted = Some(Action::Language(language.code));
            }
        }
    });
    reader::named(list.response.on_hover_text(tr("view-language")), tr("view-language"));
    wanted
}

/// Range of widths of a side panel, points: at most `share` of the window, so that magnified panels leave space for the
/// scene.
pub(crate) fn widths(ui: &egui::Ui, least: f32, most: f32, share: f32) -> std::ops::RangeInclusive<f32> {
    least..=most.min(share * ui.ctx().viewport_rect().width()).max(least)
}
