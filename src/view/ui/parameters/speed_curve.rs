//! The curve of friction over slip speed under the law menu, with the contacts on it.

use crate::app::plots::speed_curve::{on_the_curve, steady_curve};
use crate::draw::scale::round_below;
use crate::draw::text::format::short;
use crate::laws::pair::choice::Friction;
use crate::observe::state::State;
use crate::texts::tr;
use crate::view::input::reader;
use bevy_egui::egui;
use egui_plot::{AxisHints, GridMark, Line, Plot, Points, uniform_grid_spacer};

/// Height of the picture, points.
const HEIGHT: f32 = 116.0;

/// Shows the curve of the slide law of `friction` if it depends on speed; `dt`: step size of the run, s.
pub(crate) fn show(ui: &mut egui::Ui, friction: &Friction, state: &State, dt: f64) {
    let Some(curve) = steady_curve(friction) else { return };
    let contacts = on_the_curve(state, friction, dt);
    let (line, dot) = (ui.visuals().weak_text_color(), ui.visuals().hyperlink_color);
    let powers = |mark: GridMark| {
        let is_whole = (mark.value - mark.value.round()).abs() < 1e-6;
        if is_whole { short(libm::pow(10.0, mark.value.round())) } else { String::new() }
    };
    let plot = Plot::new("friction over speed")
        .height(HEIGHT)
        .width(ui.available_width())
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .include_y(0.0)
        .set_margin_fraction(egui::vec2(0.03, 0.1))
        .x_grid_spacer(uniform_grid_spacer(|_| [2.0; 3]))
        .y_grid_spacer(uniform_grid_spacer(|input| [round_below(0.5 * (input.bounds.1 - input.bounds.0)).max(1e-3); 3]))
        .custom_x_axes(vec![
            AxisHints::new_x().label(tr("law-speed")).label_spacing(22.0..=34.0).formatter(move |mark, _| powers(mark)),
        ])
        .custom_y_axes(vec![
            AxisHints::new_y()
                .label("μ")
                .label_spacing(12.0..=18.0)
                .min_thickness(30.0)
                .formatter(|mark, _| short(mark.value)),
        ])
        .show(ui, |plot| {
            plot.line(Line::new("μ", curve).color(line).width(1.7));
            plot.points(Points::new(tr("law-contacts"), contacts).color(dot).radius(3.5));
        });
    reader::picture(&plot.response, tr("law-over-speed"));
    plot.response.on_hover_text(tr("law-over-speed"));
}
