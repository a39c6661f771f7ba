//! One plot of curves: solid up to the displayed step, pale after it, the closed form dashed.

use super::lines;
use super::marks::Marks;
use super::overlay;
use crate::app::plots::curves::{closed_form, comparison, error, names, points, roles};
use crate::app::plots::graphs::{Content, curve_name};
use crate::app::plots::limit_curves::{LimitCurve, limit_curves};
use crate::app::plots::plot_range::PlotRange;
use crate::app::state::layout::Layout;
use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::timeline::ghost::Ghost;
use crate::app::timeline::history::History;
use crate::app::timeline::playback::Playback;
use crate::draw::overlay::items::Role;
use crate::draw::scale::round_below;
use crate::draw::text::format::{number, percent, short};
use crate::observe::quantity::Quantity;
use crate::observe::state::State;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::theme::ThemeColours;
use crate::view::render::theme::size;
use crate::view::ui::plots::panel::PlotsPanel;
use crate::view::ui::widgets::bold;
use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{self, Color32, RichText, Sense};
use egui_plot::{AxisHints, GridInput, GridMark, Plot, PlotResponse, PlotUi, VLine, uniform_grid_spacer};
use std::ops::RangeInclusive;
use stickslip_lab::theory::ClosedForm;

/// Height of a line of numbers beside a plot, and of the numbers below it, points.
const LINE: f32 = 15.0;
const FOOT: f32 = 18.0;

/// Shows a plot of these curves.
pub(super) fn show(ui: &mut egui::Ui, panel: &mut PlotsPanel, id: u32, x: Option<Quantity>, ys: &[Quantity]) {
    let state = panel.shown.state.clone();
    let lesson = &panel.lesson_session;
    let hides_theory = lesson.hides_theory();
    let marks = panel.graphs.get(id).map(|graph| Marks::new(graph, lesson.open.as_ref())).unwrap_or_default();
    let form = panel.forecast.of(&state, &panel.edit_log.0).filter(|_| !hides_theory).cloned();
    let width = ui.available_width();
    heading(ui, panel, id, x, ys, form.as_ref());
    let end = panel.session.opened.as_ref().map_or(0.0, |opened| opened.scene.duration);
    let now_x = x.map_or(state.time, |x| x.value(&state));
    let (ink, ground) = (ui.visuals().weak_text_color(), ui.visuals().extreme_bg_color);
    let mut plot = axes(Plot::new(("plot", id)), width, ui.available_height());
    if x.is_none() {
        plot = plot.include_x(0.0).include_x(end).link_cursor("time", [true, false]);
    }
    plot = always(plot, panel.graphs.get(id).map_or([None; 2], |graph| graph.always));
    let (history, theme) = (&panel.history, *panel.theme);
    let roles = roles(ys);
    let limits_of = |y: &Quantity| limit_curves(history, x.as_ref(), y, (&state, &panel.tuning));
    let limits: Vec<Vec<LimitCurve>> = ys.iter().map(limits_of).collect();
    let response = plot.show(ui, |plot| {
        if x.is_none() {
            plot.vline(VLine::new("now", now_x).color(ink).width(1.0).allow_hover(false));
        }
        let real = || ys.iter().filter(|y| !y.is_reference());
        let curves = joined(real().map(|y| points(history, x.as_ref(), y).into_iter().map(|(_, p)| p)));
        limits.iter().flatten().filter(|_| !hides_theory).for_each(|limit| lines::limit(plot, limit, ink, &curves));
        let ranges = ys.iter().zip(&limits).map(|(y, limits)| PlotRange::new(y, &state, limits));
        let ranges: Vec<PlotRange> = ranges.collect();
        other_runs(plot, panel, x.as_ref(), ys.iter().zip(&ranges).filter(|(y, _)| !y.is_reference()));
        for ((y, range), role) in ys.iter().zip(&ranges).zip(&roles) {
            let colour = theme.role(*role);
            let now = range.point([now_x, y.value(&state)]);
            let shown: Vec<(u64, [f64; 2])> =
                points(history, x.as_ref(), y).into_iter().map(|(step, p)| (step, range.point(p))).collect();
            if y.is_reference() {
                lines::reference(plot, &shown, ink);
                continue;
            }
            let colours = [colour.lerp_to_gamma(ground, 0.65), colour];
            lines::curve(plot, &shown, state.step, now, colours, &y.symbol());
            if let (Some(form), None) = (&form, x) {
                lines::dashed(plot, &closed_form(form, y, &state, end), tr("plot-closed-form"), ink);
            }
        }
        if let Some(overlay) = panel.graphs.get(id).and_then(|graph| graph.overlay.as_ref()) {
            lines::dashed(plot, &overlay.points, &overlay.name, theme.role(Role::Body));
        }
        let shown_limits = limits.iter().flatten().filter(|_| !hides_theory);
        let limits = joined(shown_limits.map(|limit| limit.points.iter().copied()));
        marks.draw(plot, ink, &theme, &[curves, limits].concat());
    });
    reader::picture(&response.response, &describe(x, ys, &state));
    if let Some(step) = picked_step(&response, history, x, ys) {
        panel.playback.change(Playback::stop);
        panel.requests.write(Request::Time(TimeRequest::Seek(step)));
    }
    if response.response.double_clicked() {
        panel.graphs.change(move |graphs| graphs.enlarge(id));
    }
    take_dropped(ui, panel, id, &response.response);
}

/// The points of several curves, each ended by one that is not finite.
fn joined<I: Iterator<Item = [f64; 2]>>(curves: impl Iterator<Item = I>) -> Vec<[f64; 2]> {
    curves.flat_map(|points| points.chain([[f64::NAN; 2]])).collect()
}

/// Draws the curves of the ghost and of the previous run.
fn other_runs<'a>(
    plot: &mut PlotUi<'_>,
    panel: &PlotsPanel,
    x: Option<&Quantity>,
    curves: impl Iterator<Item = (&'a Quantity, &'a PlotRange)>,
) {
    let ghost = panel.past.ghost.as_deref().and_then(Ghost::curves);
    let ghost = ghost.map(|(history, from)| lines::OtherRun { history, from, whose: tr("plot-ghost") });
    let before =
        panel.past.before.as_deref().map(|history| lines::OtherRun { history, from: 0, whose: tr("plot-previous") });
    for (y, range) in curves {
        for run in ghost.iter().chain(&before) {
            lines::other_run(plot, run, x, (y, range), panel.theme.ghost());
        }
    }
}

/// Highlights the plot while a number is dragged over it and adds its curve on drop.
fn take_dropped(ui: &egui::Ui, panel: &mut PlotsPanel, id: u32, plot: &egui::Response) {
    if plot.dnd_hover_payload::<Quantity>().is_some() {
        let stroke = ui.visuals().selection.stroke;
        ui.painter().rect_stroke(plot.rect, 3.0, stroke, egui::StrokeKind::Inside);
    }
    if let Some(quantity) = plot.dnd_release_payload::<Quantity>() {
        panel.graphs.change(move |graphs| graphs.drop_on(id, *quantity));
    }
}

/// The plot, extended to the x and y ranges that a lesson always shows.
fn always(mut plot: Plot<'_>, [across, up]: [Option<(f64, f64)>; 2]) -> Plot<'_> {
    if let Some((low, high)) = across {
        plot = plot.include_x(low).include_x(high);
    }
    if let Some((low, high)) = up {
        plot = plot.include_y(low).include_y(high);
    }
    plot
}

/// Text description of a plot: its curves and their current values.
fn describe(x: Option<Quantity>, ys: &[Quantity], state: &State) -> String {
    let one = |y: &Quantity| {
        let value = number(y.value(state));
        let names = [("quantity", y.label().into()), ("subject", y.of.name(state).into()), ("value", value.into())];
        tr_with("plot-one", names)
    };
    let curves: Vec<String> = ys.iter().map(one).collect();
    let x = x.map_or(tr("plot-time").to_owned(), |x| x.label());
    tr_with("plot-of", [("curves", curves.join("; ").into()), ("x", x.into())])
}

/// Label of a vertical grid line; empty if the right edge of the plot, `room` points away, would clip it.
fn across(value: f64, room: f64) -> String {
    let text = short(value);
    let half = 3.8 * text.chars().count() as f64;
    if room < half { String::new() } else { text }
}

/// Settings common to all plots with linear axes.
pub(crate) fn axes(plot: Plot<'_>, width: f32, height: f32) -> Plot<'_> {
    bare_axes(plot, width, height).include_y(0.0)
}

/// Settings common to all plots.
pub(crate) fn bare_axes(plot: Plot<'_>, width: f32, height: f32) -> Plot<'_> {
    let (inner, height) = (f64::from(width) - 34.0, height.max(50.0));
    let label = move |value: f64, low: f64, high: f64| across(value, inner * (high - value) / (high - low));
    let label = move |mark: GridMark, seen: &RangeInclusive<f64>| label(mark.value, *seen.start(), *seen.end());
    plot.width(width)
        .height(height)
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .sense(Sense::click_and_drag())
        .grid_color(Color32::from_gray(0x80).gamma_multiply(0.45))
        .grid_fade(0.0)
        .set_margin_fraction(egui::vec2(0.05, 0.12))
        .x_grid_spacer(uniform_grid_spacer(marks))
        .y_grid_spacer(uniform_grid_spacer(move |input| marks_up(input.bounds, height)))
        .custom_x_axes(vec![AxisHints::new_x().label_spacing(22.0..=34.0).formatter(label)])
        .custom_y_axes(vec![
            AxisHints::new_y().label_spacing(12.0..=LINE).min_thickness(30.0).formatter(|mark, _| short(mark.value)),
        ])
}

/// Grid spacing: about two to five lines, at round values.
fn marks(input: GridInput) -> [f64; 3] {
    let (low, high) = input.bounds;
    let step = round_below(0.5 * (high - low)).max(1e-15);
    [step; 3]
}

/// Grid spacing of the y axis in a plot of this height, points: fewer lines in a low plot, so that their numbers fit, but
/// at least two in view.
fn marks_up((low, high): (f64, f64), height: f32) -> [f64; 3] {
    let range = high - low;
    let line = range * f64::from(LINE / (height - FOOT));
    let steps = [0.5, 1.0].map(|share| round_below(share * range));
    let fits = |step: &f64| *step >= line && (high / step).floor() > (low / step).ceil();
    [steps.into_iter().find(fits).unwrap_or(steps[0]).max(1e-15); 3]
}

/// Symbols in their curves' colours, the error of the closed form, a menu.
fn heading(
    ui: &mut egui::Ui,
    panel: &mut PlotsPanel,
    id: u32,
    x: Option<Quantity>,
    ys: &[Quantity],
    form: Option<&ClosedForm>,
) {
    let state = panel.shown.state.clone();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        // Must stay open on click: it holds a text field.
        let stays = MenuConfig::default().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
        let (more, _) = MenuButton::new("⋯").config(stays).ui(ui, |ui| menu(ui, panel, id, x, ys));
        reader::named(more, tr("plot-what"));
        let name = panel.graphs.get(id).and_then(|graph| graph.name.clone());
        let roles = roles(ys);
        if let Some(name) = &name {
            // The textbook value has a name of its own.
            let real = names(ys, &state).into_iter().zip(&roles).zip(ys).filter(|(_, y)| !y.is_reference());
            let several = real.clone().count() > 1;
            for ((name, role), _) in real.filter(|_| several) {
                let word = panel.lesson_session.word(&name);
                ui.label(RichText::new(word).size(size::SMALL).color(panel.theme.text(*role)).strong());
            }
            let title = bold(name, size::BODY);
            ui.add(egui::Label::new(title).truncate());
        }
        for (place, y) in ys.iter().enumerate().filter(|_| name.is_none()) {
            let whose = y.of.name(&state);
            let text = curve_name(y, place + 1 == ys.len());
            let ink = if y.is_reference() { ui.visuals().weak_text_color() } else { panel.theme.text(roles[place]) };
            let text = RichText::new(text).size(size::SMALL).color(ink).strong();
            let tip = format!("{whose}: {} = {} {}", y.row().about, number(y.value(&state)), y.row().unit);
            ui.label(text).on_hover_text(tip);
        }
        let end = panel.session.opened.as_ref().map_or(state.time, |opened| opened.scene.duration).max(state.time);
        let error = ys.first().filter(|_| x.is_none()).zip(form).and_then(|(y, form)| error(y, form, &state, end));
        if let Some(x) = x.filter(|_| name.is_none()) {
            ui.label(RichText::new(tr_with("plot-over", [("x", x.label().into())])).size(size::SMALL).weak())
                .on_hover_text(x.row().about);
        }
        if compared(ui, panel, id, (x.as_ref(), ys), &state) {
            // A curve added by the user takes precedence over the closed form.
        } else if let (Some(error), Some(form)) = (error, form) {
            let off = tr_with("plot-error", [("error", percent(error).into())]);
            let dashed = tr_with("plot-dashed", [("time", number(form.from).into())]);
            let tip = format!("{off}\n{dashed}\n{}", form.explanation.join("\n"));
            let in_lesson = panel.lesson_session.layout == Layout::Lesson;
            let text = if in_lesson { tr("plot-theory-curve").to_owned() } else { off };
            ui.add(egui::Label::new(RichText::new(text).size(size::CAPTION).weak()).truncate()).on_hover_text(tip);
        } else {
            let whose = ys.first().filter(|_| name.is_none()).map_or(String::new(), |y| y.of.name(&state));
            let is_missing = ys.iter().any(|y| panel.history.missing().contains(&y.of));
            let whose = panel.backfill.why().filter(|_| is_missing).unwrap_or(whose);
            ui.add(egui::Label::new(RichText::new(whose).size(size::CAPTION).weak()).truncate());
        }
        if panel.past.before.is_some() {
            let name = RichText::new(format!("– – {}", tr("plot-previous"))).size(size::CAPTION);
            ui.add(egui::Label::new(name.color(panel.theme.ghost())).truncate());
        }
    });
}

/// Shows the error against a file's curve or the textbook, if the plot has one; returns whether it does.
fn compared(
    ui: &mut egui::Ui,
    panel: &PlotsPanel,
    id: u32,
    (x, ys): (Option<&Quantity>, &[Quantity]),
    state: &State,
) -> bool {
    let overlay = panel.graphs.get(id).and_then(|graph| graph.overlay.as_ref());
    let Some((text, tip)) = comparison(&panel.history, overlay, (x, ys), state) else { return false };
    // A lesson names the curve; by how much it is off is for those who ask.
    let is_lesson = overlay.is_none() && panel.lesson_session.layout == Layout::Lesson;
    let (text, tip) =
        if is_lesson { (tr("plot-textbook-curve").to_owned(), format!("{text}\n{tip}")) } else { (text, tip) };
    ui.add(egui::Label::new(RichText::new(text).size(size::CAPTION).weak()).truncate()).on_hover_text(tip);
    true
}

fn menu(ui: &mut egui::Ui, panel: &mut PlotsPanel, id: u32, x: Option<Quantity>, ys: &[Quantity]) {
    overlay::menu(ui, panel, id);
    let large = if panel.graphs.large == Some(id) { "plot-all" } else { "plot-alone" };
    if ui.button(tr(large)).clicked() {
        panel.graphs.change(move |graphs| graphs.enlarge(id));
        ui.close();
    }
    if ui.button(tr("plot-close")).clicked() {
        panel.graphs.change(move |graphs| graphs.close(id));
        ui.close();
    }
    let mut show = |x: Option<Quantity>, ys: Vec<Quantity>| {
        panel.graphs.change(move |graphs| graphs.replace(id, Content::Curves { x, ys }));
    };
    if x.is_some() && ui.button(tr("plot-over-time")).clicked() {
        show(None, ys.to_vec());
        ui.close();
    }
    ui.separator();
    for y in ys {
        if ys.len() > 1 && ui.button(tr_with("plot-remove", [("symbol", y.symbol().into())])).clicked() {
            show(x, ys.iter().filter(|other| *other != y).copied().collect());
            ui.close();
        }
    }
    let others = ys.iter().map(|y| y.of).next();
    ui.menu_button(tr("plot-over-other"), |ui| {
        let mut wanted = None;
        if let Some(of) = others {
            super::panel::choose(ui, of, &mut wanted);
        }
        if wanted.is_some() {
            show(wanted, ys.to_vec());
        }
    });
}

/// The step at the pressed pointer: by time, or the sample nearest to the pointer.
pub(super) fn picked_step<R>(
    response: &PlotResponse<R>,
    history: &History,
    x: Option<Quantity>,
    ys: &[Quantity],
) -> Option<u64> {
    let pointer = &response.response;
    if !(pointer.clicked() || pointer.dragged()) {
        return None;
    }
    let at = pointer.interact_pointer_pos()?;
    let Some(x) = x else {
        return history.nearest_step(response.transform.value_from_position(at).x);
    };
    let seen = |p: &[f64; 2]| response.transform.position_from_point(&egui_plot::PlotPoint::new(p[0], p[1]));
    let all = ys.iter().flat_map(|y| points(history, Some(&x), y));
    let known = all.filter(|(_, p)| p.iter().all(|x| x.is_finite()));
    let nearest = known.min_by(|a, b| seen(&a.1).distance_sq(at).total_cmp(&seen(&b.1).distance_sq(at)));
    nearest.map(|(step, _)| step)
}

#[cfg(test)]
mod tests {
    use super::{across, marks_up};

    /// `0.8` needs 12 points to each side.
    #[test]
    fn a_number_at_the_end_of_an_axis_is_whole_or_not_there() {
        assert_eq!((across(0.8, 20.0).as_str(), across(0.8, 6.0).as_str()), ("0.8", ""));
    }

    /// From 0 to 1.6 with margins: a line at each half, and in a low plot at 0 and 1 only.
    #[test]
    fn a_low_plot_has_fewer_lines() {
        assert_eq!([100.0, 50.0].map(|height| marks_up((-0.1, 1.7), height)[0]), [0.5, 1.0]);
    }

    /// However high the curve, two lines with numbers are in view; in a low plot up to 4.3 that is 0 and 2, not 0 alone.
    #[test]
    fn each_axis_has_two_numbers() {
        for (height, most) in [50.0, 78.0, 120.0, 300.0].into_iter().flat_map(|h| (10..100).map(move |k| (h, k))) {
            let most = 0.1 * f64::from(most);
            let (low, high) = (-0.12 * most, 1.12 * most);
            let step = marks_up((low, high), height)[0];
            assert!((high / step).floor() - (low / step).ceil() >= 1.0, "up to {most} in {height} points: {step}");
        }
    }
}
