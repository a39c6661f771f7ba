//! Convergence of the rigid-contact solver: the last step's numbers, residual by iteration and by step.

use crate::app::state::change::Binding;
use crate::app::state::request::Request;
use crate::app::state::request::TimeRequest;
use crate::app::state::session::Session;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::history::thinned;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::draw::overlay::items::Role;
use crate::draw::text::format::{count, counted, decade, quantity, short};
use crate::observe::quantity::{Group, Quantity, Subject};
use crate::observe::state::SolverState;
use crate::scene::Scene;
use crate::step::{Convergence, HardestIsland};
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::render::theme::{Theme, ThemeColours};
use crate::view::ui::inspector::rows;
use crate::view::ui::inspector::rows::RowsPanel;
use crate::view::ui::plots::bare_axes;
use crate::view::ui::widgets::section;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, Color32, RichText};
use egui_plot::{AxisHints, GridInput, GridMark, HLine, Line, LineStyle, Plot, PlotPoints, Points, VLine};

/// Resources and messages used by the tab.
#[derive(SystemParam)]
pub(crate) struct SolverPanel<'w> {
    /// Residual history of the rigid contacts in the last step.
    pub convergence: Res<'w, Convergence>,
    /// Recorded past of the run.
    pub past: Res<'w, Past>,
    /// Playback state.
    pub playback: Binding<'w, Playback>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// Rows of quantities.
    pub rows: RowsPanel<'w>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Colours.
    pub theme: Res<'w, Theme>,
}

/// Smallest plotted residual, relative to the tolerance: zero has no logarithm.
const MIN_RATIO: f64 = 1e-6;
/// Steps slower than this are reported, s; the window then takes at most one per frame.
const SLOW_STEP: f64 = 0.1;
/// Height of a plot, points.
const HEIGHT: f32 = 104.0;
/// Maximum number of points per curve.
const MAX_POINTS: usize = 600;

/// Whether the scene has rigid contacts that are solved here, not played back.
pub(in crate::view::ui) fn is_at_work(panel: &SolverPanel) -> bool {
    let is_rigid = |scene: &Scene| scene.normal.is_rigid() || scene.pairs.iter().any(|rule| rule.normal.is_rigid());
    panel.session.opened.as_ref().is_some_and(|opened| opened.scene.played.is_none() && is_rigid(&opened.scene))
}

/// Shows the tab.
pub(in crate::view::ui) fn show(ui: &mut egui::Ui, panel: &mut SolverPanel) {
    let Some(solver) = panel.shown.state.solver else {
        let unsolved = if is_at_work(panel) { "no step solved yet" } else { "this scene has no rigid contacts" };
        let why = panel.past.fixed().unwrap_or(unsolved);
        ui.label(RichText::new(why).weak());
        return;
    };
    section(ui, "Rigid solver");
    numbers(ui, &solver);
    let pace = panel.past.timeline.pace();
    if pace > SLOW_STEP {
        let text = format!("a step takes {}", quantity(pace, "s"));
        ui.label(RichText::new(text).weak()).on_hover_text(
            "A larger `tolerance` and fewer `max_iterations` in the scene's `solver` make it faster: \
             `Cones(tolerance: 1e-4, max_iterations: 100)`. Steps that end above the tolerance are counted here.",
        );
    }
    let hardest = panel.convergence.hardest.first().cloned().unwrap_or_default();
    if hardest.contacts > 0 {
        let heading = format!("residual by iteration: {} of an island", counted(hardest.contacts, "contact"));
        ui.label(RichText::new(heading).size(size::SMALL)).on_hover_text(
            "the island that ended furthest above the tolerance in the last step or, if all converged, the one with \
             the most iterations; dashed: the tolerance",
        );
        by_iteration(ui, panel, &hardest, &solver);
    }
    ui.label(RichText::new("residual by step").size(size::SMALL))
        .on_hover_text("the largest of all contacts; dashed: the tolerance");
    by_step(ui, panel, &solver);
    section(ui, "Numbers");
    rows::show(ui, &mut panel.rows, Subject::World, Group::Solver);
}

/// The number of unconverged steps, in one line.
pub(in crate::view::ui) fn tally(ui: &mut egui::Ui, solver: &SolverState) -> egui::Response {
    let (steps, above) = (solver.report.steps as usize, solver.report.unconverged as usize);
    let tip = format!(
        "steps with rigid contacts, and those that ended above the tolerance of {} m/s; the worst ended at {}; {} solved \
         in the relaxed form, {} scaled down lest they add energy",
        short(solver.cones.tolerance),
        quantity(solver.report.worst_residual, "m/s"),
        count(solver.report.relaxed as usize),
        count(solver.report.scaled as usize)
    );
    let text = if above > 0 {
        let text = format!("⚠ {} of {} above tolerance", count(above), counted(steps, "step"));
        RichText::new(text).color(ui.visuals().error_fg_color)
    } else {
        RichText::new(format!("0 of {} above tolerance", counted(steps, "step"))).weak()
    };
    ui.add(egui::Label::new(text).sense(egui::Sense::click())).on_hover_text(tip)
}

fn numbers(ui: &mut egui::Ui, solver: &SolverState) {
    let (cones, last) = (&solver.cones, &solver.report.last);
    let tolerance = short(cones.tolerance);
    ui.label(format!("{} form · {} · tolerance {tolerance} m/s", cones.form_name(), cones.method_name()));
    if last.islands == 0 {
        ui.label(RichText::new("no rigid contact in the last step").weak());
    } else {
        let islands = counted(last.islands, "island");
        ui.label(format!("last step: {} in {islands}", counted(last.contacts, "contact")));
        let iterations = counted(last.iterations as usize, "iteration");
        let text = RichText::new(format!("{iterations}, residual {}", quantity(last.residual, "m/s")));
        let text = if last.unconverged > 0 { text.color(ui.visuals().error_fg_color) } else { text };
        ui.label(text).on_hover_text("the most iterations and the largest residual of all islands");
    }
    tally(ui, solver);
}

/// Base-10 logarithm of a residual, clamped from below.
fn logarithm(residual: f64, tolerance: f64) -> f64 {
    if residual.is_nan() { f64::NAN } else { residual.max(MIN_RATIO * tolerance).log10() }
}

fn by_iteration(ui: &mut egui::Ui, panel: &SolverPanel, hardest: &HardestIsland, solver: &SolverState) {
    let samples = hardest.history.samples();
    let points: Vec<[f64; 2]> =
        samples.iter().map(|(k, residual)| [*k as f64, logarithm(*residual, solver.cones.tolerance)]).collect();
    let colours = colours(ui, panel);
    let plot = logarithmic(ui, "residual by iteration", &points, solver);
    let response = plot.show(ui, |plot| {
        draw(plot, &points, solver, colours);
        // A single sample makes no line.
        let looks = Points::new("residual", PlotPoints::from(points.clone())).radius(1.8).color(colours[0]);
        plot.points(looks.allow_hover(false));
    });
    let [first, last] = [samples.first(), samples.last()].map(|sample| sample.copied().unwrap_or_default());
    reader::picture(
        &response.response,
        &format!(
            "residual by iteration, on a logarithmic axis: {} at {}, {} at {}",
            quantity(first.1, "m/s"),
            first.0,
            quantity(last.1, "m/s"),
            last.0
        ),
    );
}

fn by_step(ui: &mut egui::Ui, panel: &mut SolverPanel, solver: &SolverState) {
    let Some(of) = Quantity::find(Subject::World, "r", "") else { return };
    let samples = panel.rows.history.samples(&of).filter(|sample| sample.first.is_finite());
    let all: Vec<[f64; 2]> =
        samples.map(|sample| [sample.step as f64, logarithm(sample.high, solver.cones.tolerance)]).collect();
    let points = thinned(&all, MAX_POINTS);
    let colours = colours(ui, panel);
    let step = panel.shown.state.step as f64;
    let response = logarithmic(ui, "residual by step", &points, solver).show(ui, |plot| {
        plot.vline(VLine::new("now", step).color(colours[1]).width(1.0).allow_hover(false));
        draw(plot, &points, solver, colours);
    });
    reader::picture(&response.response, "residual by step, on a logarithmic axis: click to go to a step");
    if let Some(at) = response.response.interact_pointer_pos().filter(|_| response.response.clicked()) {
        let step = response.transform.value_from_position(at).x.max(0.0).round() as u64;
        panel.playback.change(Playback::stop);
        panel.requests.write(Request::Time(TimeRequest::Seek(step.min(panel.past.timeline.reached()))));
    }
}

/// Colours of the curve, and of the tolerance and the current step.
fn colours(ui: &egui::Ui, panel: &SolverPanel) -> [Color32; 2] {
    [panel.theme.role(Role::Normal), ui.visuals().weak_text_color()]
}

fn draw(plot: &mut egui_plot::PlotUi<'_>, points: &[[f64; 2]], solver: &SolverState, [curve, ink]: [Color32; 2]) {
    let dashes = LineStyle::Dashed { length: 6.0 };
    plot.hline(HLine::new("tolerance", solver.cones.tolerance.log10()).color(ink).style(dashes).allow_hover(false));
    for run in points.split(|p| !p[1].is_finite()).filter(|run| run.len() > 1) {
        plot.line(Line::new("residual", PlotPoints::from(run.to_vec())).color(curve).width(1.5).allow_hover(false));
    }
}

/// A logarithmic plot over integers, ranging over curve and tolerance.
fn logarithmic<'a>(ui: &egui::Ui, name: &str, points: &[[f64; 2]], solver: &SolverState) -> Plot<'a> {
    let [low, high] = range(points, solver.cones.tolerance);
    let end = points.iter().map(|p| p[0]).fold(1.0, f64::max);
    let decades = |mark: GridMark, _: &std::ops::RangeInclusive<f64>| decade(mark.value.round() as i32);
    let y = AxisHints::new_y().label_spacing(14.0..=20.0).min_thickness(38.0).formatter(decades);
    bare_axes(Plot::new(name), ui.available_width(), HEIGHT)
        .include_y(high)
        .include_y(low)
        .include_x(0.0)
        .include_x(end)
        .y_grid_spacer(whole_decades)
        .custom_y_axes(vec![y])
}

/// Whole decades that span the curve and the tolerance.
fn range(points: &[[f64; 2]], tolerance: f64) -> [f64; 2] {
    let all = || points.iter().map(|p| p[1]).filter(|y| y.is_finite()).chain([tolerance.log10()]);
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    [low.floor(), high.ceil()]
}

/// Grid lines at every first, second, third, … decade, about three of them.
fn whole_decades(input: GridInput) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let step = ((high - low) / 4.0).ceil().max(1.0);
    let first = (low / step).ceil() as i64;
    (first..)
        .map(|k| k as f64 * step)
        .take_while(|value| *value <= high)
        .take(64)
        .map(|value| GridMark { value, step_size: step })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From 2e-3 down to 3e-11 m/s, with a tolerance of 1e-9: decades −11 to −2.
    #[test]
    fn the_axis_holds_the_curve_and_the_tolerance() {
        let points = [2e-3, 1e-5, 3e-11, f64::NAN, 0.0].map(|r| [0.0, logarithm(r, 1e-9)]);
        assert_eq!(range(&points[..4], 1e-9), [-11.0, -2.0]);
        assert_eq!(range(&points[..1], 1e-9), [-9.0, -2.0]);
        assert_eq!(range(&[], 1e-9), [-9.0, -9.0]);
        assert_eq!(points[4][1], -15.0, "no residual at all is drawn at the bottom");
    }

    #[test]
    fn the_grid_has_whole_decades() {
        let marks = |low, high| {
            let input = GridInput { bounds: (low, high), base_step_size: 1.0 };
            whole_decades(input).iter().map(|mark| mark.value).collect::<Vec<_>>()
        };
        assert_eq!(marks(-11.3, -1.7), [-9.0, -6.0, -3.0]);
        assert_eq!(marks(-9.3, -8.7), [-9.0]);
    }
}
