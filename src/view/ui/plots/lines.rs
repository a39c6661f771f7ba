//! Lines of a plot: the run, other runs, reference curves and limits.

use crate::app::plots::curves::{points, straightened};
use crate::app::plots::limit_curves::LimitCurve;
use crate::app::plots::plot_label::{LabelPlace, PlotView};
use crate::app::plots::plot_range::PlotRange;
use crate::app::timeline::history::{History, thinned};
use crate::observe::quantity::Quantity;
use crate::view::render::theme::size;
use bevy_egui::egui::{Align, Align2, Color32, RichText};
use egui_plot::{Line, LineStyle, PlotPoint, PlotPoints, PlotUi, Points, Text};

/// Maximum number of points drawn per curve.
const MAX_POINTS: usize = 2000;

/// Draws the curve up to the displayed step, its current point, and the rest pale: in a separate colour, since
/// transparency would darken where a jagged line overlaps itself.
pub(super) fn curve(
    plot: &mut PlotUi<'_>,
    points: &[(u64, [f64; 2])],
    step: u64,
    now: [f64; 2],
    [pale, full]: [Color32; 2],
    name: &str,
) {
    let split = points.partition_point(|(at, _)| *at <= step);
    let mut past: Vec<[f64; 2]> = points[..split].iter().map(|(_, p)| *p).collect();
    past.push(now);
    let mut future: Vec<[f64; 2]> = vec![now];
    future.extend(points[split..].iter().map(|(_, p)| *p));
    for (points, colour) in [(future, pale), (past, full)] {
        for run in thinned(&points, MAX_POINTS).split(|p| !p.iter().all(|x| x.is_finite())) {
            if run.len() > 1 {
                let line = PlotPoints::from(run.to_vec());
                plot.line(Line::new(name.to_owned(), line).color(colour).width(1.6));
            }
        }
    }
    if now.iter().all(|x| x.is_finite()) {
        let here = Points::new(name.to_owned(), PlotPoints::from(vec![now])).radius(3.5).color(full);
        plot.points(here);
    }
}

/// Another run of the scene: the future cut off by an edit, from the branch point on, or the previous run.
pub(super) struct OtherRun<'a> {
    /// Samples of the run.
    pub history: &'a History,
    /// Step from which on the run is drawn.
    pub from: u64,
    /// Label of the run.
    pub whose: &'static str,
}

/// Draws the curve of another run.
pub(super) fn other_run(
    plot: &mut PlotUi<'_>,
    run: &OtherRun,
    x: Option<&Quantity>,
    (y, range): (&Quantity, &PlotRange),
    colour: Color32,
) {
    let later = points(run.history, x, y).into_iter().filter(|(step, _)| *step >= run.from);
    let points: Vec<[f64; 2]> = later.map(|(_, p)| range.point(p)).collect();
    let style = LineStyle::Dashed { length: 8.0 };
    line_with_gaps(
        plot,
        &thinned(&points, MAX_POINTS),
        |line| line.color(colour).style(style),
        &format!("{} ({})", y.symbol(), run.whose),
    );
}

/// The visible part of a plot, for a label of this text.
pub(super) fn view_of(plot: &PlotUi<'_>, text: &str) -> PlotView {
    let seen = plot.plot_bounds();
    PlotView {
        low: seen.min(),
        high: seen.max(),
        pixel: plot.transform().dvalue_dpos().map(f64::abs),
        text: [7.0 * text.chars().count() as f64, 16.0],
    }
}

/// Writes a label at its place.
pub(super) fn label(plot: &mut PlotUi<'_>, name: &str, text: RichText, LabelPlace { at, side }: LabelPlace) {
    plot.text(Text::new(name, PlotPoint::new(at[0], at[1]), text).anchor(anchor(side)).allow_hover(false));
}

/// The corner of a text that extends to these sides: 1 is right and up.
fn anchor([right, up]: [i8; 2]) -> Align2 {
    Align2([if right > 0 { Align::Min } else { Align::Max }, if up > 0 { Align::Max } else { Align::Min }])
}

/// Draws a limit of a load, dotted, with its label clear of the `curves`.
pub(super) fn limit(plot: &mut PlotUi<'_>, limit: &LimitCurve, ink: Color32, curves: &[[f64; 2]]) {
    let style = LineStyle::Dotted { spacing: 5.0 };
    let line = |line: Line<'static>| line.color(ink).width(1.0).style(style).allow_hover(false);
    line_with_gaps(plot, &thinned(&limit.points, MAX_POINTS), line, limit.name);
    let lines = [curves, &[[f64::NAN; 2]], &limit.points].concat();
    let place = view_of(plot, limit.name).label_of(&limit.points, limit.is_static, &lines);
    // A single point is no line to be named.
    let is_line = limit.points.iter().filter(|p| p[1].is_finite()).nth(1).is_some();
    if let Some(place) = place.filter(|_| is_line) {
        label(plot, limit.name, RichText::new(limit.name).size(size::CAPTION).color(ink), place);
    }
}

/// Draws a line with gaps where a point is not finite; `style` completes it.
fn line_with_gaps(
    plot: &mut PlotUi<'_>,
    points: &[[f64; 2]],
    style: impl Fn(Line<'static>) -> Line<'static>,
    name: &str,
) {
    let pixel = plot.transform().dvalue_dpos().map(f64::abs);
    for run in points.split(|p| !p.iter().all(|x| x.is_finite())) {
        if run.len() > 1 {
            plot.line(style(Line::new(name.to_owned(), PlotPoints::from(straightened(run, pixel))).width(1.4)));
        }
    }
}

/// Draws a reference curve, dashed.
pub(super) fn dashed(plot: &mut PlotUi<'_>, points: &[[f64; 2]], name: &str, ink: Color32) {
    let style = LineStyle::Dashed { length: 6.0 };
    line_with_gaps(plot, points, |line| line.color(ink).style(style).allow_hover(false), name);
}

/// The textbook value for each state of the run.
pub(super) fn reference(plot: &mut PlotUi<'_>, points: &[(u64, [f64; 2])], ink: Color32) {
    let points: Vec<[f64; 2]> = points.iter().map(|(_, p)| *p).collect();
    dashed(plot, &thinned(&points, MAX_POINTS), "textbook", ink);
}

#[cfg(test)]
mod tests {
    use super::anchor;
    use bevy_egui::egui::{pos2, vec2};

    #[test]
    fn a_text_extends_to_the_sides_of_its_place() {
        let at = pos2(50.0, 50.0);
        for side in [[1, 1], [1, -1], [-1, 1], [-1, -1]] {
            let middle = anchor(side).anchor_size(at, vec2(10.0, 10.0)).center() - at;
            // Pixels are counted downwards.
            assert_eq!([middle.x, -middle.y].map(|x| x.signum() as i8), side);
        }
    }
}
