//! The points of plotted curves.

use crate::draw::overlay::draw_list::touches_body;
use crate::draw::overlay::items::{CURVE_ROLES, Role, compared_role};
use crate::draw::text::format::percent;
use crate::plots::forecast::predicted;
use crate::plots::overlay::Overlay;
use crate::texts::{tr, tr_with};
use crate::timeline::history::History;
use stickslip_engine::laws::math::extremes::smallest;
use stickslip_engine::observe::quantity::{Group, Quantity, Subject, limits};
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_lab::theory::ClosedForm;

/// Number of points drawn for a closed form.
const THEORY_POINTS: usize = 240;

/// True if the curves of a plot are of several bodies or contacts.
fn compare_subjects(ys: &[Quantity]) -> bool {
    ys.windows(2).any(|pair| pair[0].of != pair[1].of)
}

/// Colour roles of the curves of a plot: those of their bodies if they are of several, else the curve's own first, then
/// others.
pub fn roles(ys: &[Quantity]) -> Vec<Role> {
    let of_body = |y: &Quantity| if let Subject::Body(index) = y.of { Some(compared_role(index)) } else { None };
    let of_bodies: Vec<Role> = ys.iter().filter_map(of_body).collect();
    let are_distinct = (1..of_bodies.len()).all(|k| !of_bodies[..k].contains(&of_bodies[k]));
    if compare_subjects(ys) && of_bodies.len() == ys.len() && are_distinct {
        return of_bodies;
    }
    let role = |(place, y): (usize, &Quantity)| {
        let first = match (y.of, y.row().group) {
            (Subject::Body(_), Group::Motion) => Role::Velocity,
            (Subject::World, _) => Role::Normal,
            _ => Role::Friction,
        };
        let start = CURVE_ROLES.iter().position(|role| *role == first).unwrap_or(0);
        CURVE_ROLES[(start + place) % CURVE_ROLES.len()]
    };
    ys.iter().enumerate().map(role).collect()
}

/// Names that tell the curves of a plot apart: bodies or contacts, symbols, or both.
pub fn names(ys: &[Quantity], state: &State) -> Vec<String> {
    let symbols_differ = ys.windows(2).any(|pair| pair[0].symbol() != pair[1].symbol());
    let name = |y: &Quantity| match (compare_subjects(ys), symbols_differ) {
        (true, false) => y.of.name(state),
        (true, true) => format!("{} of {}", y.symbol(), y.of.name(state)),
        _ => y.symbol(),
    };
    ys.iter().map(name).collect()
}

/// Samples of a quantity, with their steps, over time or over another quantity.
pub fn points(history: &History, x: Option<&Quantity>, y: &Quantity) -> Vec<(u64, [f64; 2])> {
    match x {
        None => {
            let both = history.samples(y).flat_map(|s| {
                let one = [s.time, s.first];
                let spread = [[s.time, s.low], [s.time, s.high]];
                let same = s.low == s.high || !s.low.is_finite();
                let drawn = if same { vec![one] } else { spread.to_vec() };
                drawn.into_iter().map(move |p| (s.step, p))
            });
            both.collect()
        }
        Some(x) => history.samples(x).zip(history.samples(y)).map(|(x, y)| (x.step, [x.first, y.first])).collect(),
    }
}

/// Closed form of a quantity over time up to `end`, s; empty if it does not cover the quantity.
pub fn closed_form(form: &ClosedForm, y: &Quantity, state: &State, end: f64) -> Vec<[f64; 2]> {
    let end = end.max(state.time);
    let at = |k: usize| form.from + (end - form.from) * k as f64 / THEORY_POINTS as f64;
    (0..=THEORY_POINTS).filter_map(|k| Some([at(k), predicted(form, y, state, at(k))?])).collect()
}

/// A curve without the points that lie on a straight line between their neighbours, to a quarter of a pixel; `pixel` is
/// the size of a pixel along each axis. A dash that spans many points is drawn in as many pieces, with gaps between them.
pub fn straightened(points: &[[f64; 2]], pixel: [f64; 2]) -> Vec<[f64; 2]> {
    const TOLERANCE: f64 = 0.25;
    let place = |p: &[f64; 2]| [p[0] / pixel[0], p[1] / pixel[1]];
    let mut kept: Vec<[f64; 2]> = points.first().copied().into_iter().collect();
    let mut slopes = [f64::NEG_INFINITY, f64::INFINITY];
    for pair in points.windows(2) {
        let start = place(kept.last().unwrap_or(&pair[0]));
        let range = |p: &[f64; 2]| {
            let [dx, dy] = [place(p)[0] - start[0], place(p)[1] - start[1]];
            (dx > 0.0).then(|| [(dy - TOLERANCE) / dx, dy / dx, (dy + TOLERANCE) / dx])
        };
        match range(&pair[1]).filter(|[_, slope, _]| (slopes[0]..=slopes[1]).contains(slope)) {
            Some([low, _, high]) => slopes = [slopes[0].max(low), slopes[1].min(high)],
            None => {
                if kept.last() != Some(&pair[0]) {
                    kept.push(pair[0]);
                }
                let [start, end] = [place(&pair[0]), place(&pair[1])];
                let (dx, dy) = (end[0] - start[0], end[1] - start[1]);
                // Away from the direction of the axis each point stays.
                slopes = if dx > 0.0 { [(dy - TOLERANCE) / dx, (dy + TOLERANCE) / dx] } else { [1.0, -1.0] };
            }
        }
    }
    kept.extend(points.last().filter(|_| points.len() > 1));
    kept
}

/// Deviation from the closed form at the displayed step, in percent of the closed form's maximum up to `end`, s.
pub fn error(y: &Quantity, form: &ClosedForm, state: &State, end: f64) -> Option<f64> {
    let expected = predicted(form, y, state, state.time)?;
    let at = |k: usize| form.from + (end - form.from) * k as f64 / THEORY_POINTS as f64;
    let range =
        (0..=THEORY_POINTS).filter_map(|k| predicted(form, y, state, at(k))).fold(0.0, |a: f64, b| a.max(b.abs()));
    (range > 0.0).then(|| 100.0 * (y.value(state) - expected) / range)
}

/// Deviation from an overlaid curve or from the textbook value, with an explanation; `None` if the plot has neither.
pub fn comparison(
    history: &History,
    overlay: Option<&Overlay>,
    (x, ys): (Option<&Quantity>, &[Quantity]),
    state: &State,
) -> Option<(String, String)> {
    let first = ys.iter().find(|y| !y.is_reference())?;
    let (text, tip) = if let Some(overlay) = overlay {
        let mut run: Vec<[f64; 2]> =
            points(history, x, first).into_iter().filter(|(step, _)| *step <= state.step).map(|(_, p)| p).collect();
        run.push([x.map_or(state.time, |x| x.value(state)), first.value(state)]);
        let said = match overlay.error(&run) {
            Some([now, worst]) => format!("{now:+.3} % now, {worst:.3} % at most").replace('-', "−"),
            None => "no overlap yet".to_owned(),
        };
        (format!("{}: {said}", overlay.name), format!("dashed: {}\nin % of its range", overlay.about))
    } else if let Some(book) = ys.iter().find(|y| y.is_reference()) {
        let here = first.value(state);
        let book = textbook(book, here, state);
        let text = if book > 0.0 { percent(100.0 * (here - book) / book) } else { return None };
        (tr_with("plot-textbook", [("off", text.into())]), tr("plot-textbook-tip").to_owned())
    } else {
        return None;
    };
    Some((text, tip))
}

/// Textbook friction to compare `here` with, N. In the step of a jump between stick and slip it is the nearer of both
/// branches: a contact that begins to slip still carries μ_s N.
fn textbook(book: &Quantity, here: f64, state: &State) -> f64 {
    let value = book.value(state);
    let (Subject::Body(index), Some(at)) = (book.of, book.of.at(state)) else { return value };
    let touches = |contact: &&ContactView| touches_body(&contact.pair.key, Some(index));
    let jumps = |contact: &ContactView| contact.slide.0.mode_age == 0 && contact.pair.age > 0;
    if !state.contacts.iter().filter(touches).any(jumps) {
        return value;
    }
    let [holds, brakes] = limits(&at);
    let load = Quantity::find(book.of, "F_load", "| |").map_or(holds, |load| load.value(state));
    let branches = [smallest([load, holds]), brakes];
    branches.into_iter().min_by(|a, b| (a - here).abs().total_cmp(&(b - here).abs())).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::laws::friction::element::Mode;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    /// In lesson 11 each block has one colour in both plots and is named by itself; in lesson 12 the two components of a
    /// velocity are named by their symbols.
    #[test]
    fn curves_are_told_apart_by_colour_and_name() {
        use stickslip_lab::lessons::{Lesson, all};
        let plots = |name: &str| {
            let text = all().iter().find(|(known, _)| *known == name).expect("a lesson").1;
            let lesson = Lesson::parse(text).expect("no fault");
            let state = Simulation::new(&lesson.scene().expect("a scene")).state();
            let curves = lesson.plots.iter().map(|plot| Lesson::quantities(plot, &state).expect("quantities").1);
            let plots: Vec<_> = curves.map(|ys| (roles(&ys), names(&ys, &state))).collect();
            (lesson.compares_bodies(), plots)
        };
        let (compares, blocks) = plots("what-holds-a-block");
        assert!(compares);
        assert_eq!(blocks[0], blocks[1]);
        assert_eq!(blocks[0].1, ["constraint", "spring", "regularised"]);
        assert!(blocks[0].0[0] != blocks[0].0[1] && blocks[0].0[1] != blocks[0].0[2]);
        let (compares, hop) = plots("why-does-the-box-hop");
        assert!(!compares);
        assert_eq!(hop[1].1, ["v_y", "v_z"]);
    }

    /// At the step in which the brick begins to slip it still carries μ_s N, as does the textbook up to that step: they
    /// agree to the share of the damper, and again one step later at μ_k N.
    #[test]
    fn at_a_jump_the_run_is_compared_with_the_nearer_branch() {
        let scene = Scene::parse("brick", builtin::text("brick-slips").expect("a scene")).expect("no fault");
        let (mut simulation, history) = (Simulation::new(&scene), History::new(&scene));
        let find = |symbol, part| Quantity::find(Subject::Body(1), symbol, part).expect("a row");
        let curves = [find("F", "| |"), find("F_C", "")];
        let slips = |state: &State| state.contacts.iter().all(|contact| contact.slide.0.mode == Mode::Slip);
        while !slips(&simulation.state()) {
            simulation.steps(1);
        }
        for _ in 0..3 {
            let state = simulation.state();
            let apart = (curves[0].value(&state) - textbook(&curves[1], curves[0].value(&state), &state)).abs();
            assert!(apart < 1e-6 * curves[0].value(&state), "step {}: {apart} N", state.step);
            let (text, _) = comparison(&history, None, (None, &curves), &state).expect("a comparison");
            assert_eq!(text, "textbook: 0.00 % off", "step {}", state.step);
            simulation.steps(1);
        }
    }

    /// A horizontal line keeps its two ends, a line with a bend its bend, a circle all its points to a quarter of a pixel.
    #[test]
    fn a_straight_line_keeps_its_ends_alone() {
        let line: Vec<[f64; 2]> = (0..=240).map(|k| [0.01 * f64::from(k), 8.027]).collect();
        assert_eq!(straightened(&line, [0.004, 0.05]), [line[0], line[240]]);
        let bent: Vec<[f64; 2]> = (0..=240).map(|k| [f64::from(k), f64::from((k - 100).max(0))]).collect();
        assert_eq!(straightened(&bent, [1.0, 1.0]), [bent[0], bent[100], bent[240]]);
        let wave: Vec<[f64; 2]> = (0..=400).map(|k| [f64::from(k), 50.0 * (0.05 * f64::from(k)).sin()]).collect();
        let kept = straightened(&wave, [1.0, 1.0]);
        assert!(kept.len() < 150, "{}", kept.len());
        for point in &wave {
            let at = kept.partition_point(|k| k[0] < point[0]).clamp(1, kept.len() - 1);
            let ([x0, y0], [x1, y1]) = (kept[at - 1], kept[at]);
            let there = y0 + (y1 - y0) * (point[0] - x0) / (x1 - x0);
            assert!((there - point[1]).abs() < 0.5, "{point:?}: {there}");
        }
        let upright: Vec<[f64; 2]> = (0..10).map(|k| [0.0, f64::from(k)]).collect();
        assert_eq!(straightened(&upright, [1.0, 1.0]), upright);
    }
}
