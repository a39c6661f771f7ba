//! Exports the plots as tables and figures.

use crate::files::saving::free_name;
use crate::plots::curves::{closed_form, points};
use crate::plots::graphs::{Content, Graph, Graphs};
use crate::texts::tr_with;
use crate::timeline::history::{History, thinned};
use stickslip_engine::files::write_whole;
use stickslip_engine::observe::quantity::{Quantity, Subject, all};
use stickslip_engine::observe::state::State;
use stickslip_lab::plot::{Curve, Figure, FigureWidth, Legend, Panel, Style};
use stickslip_lab::theory::ClosedForm;

/// Maximum number of points per curve in a figure.
const MAX_POINTS: usize = 2000;

/// Every sample of all plotted curves, tab-separated.
pub fn samples(graphs: &Graphs, history: &History, state: &State) -> String {
    table(&shown(graphs), history, state, "\t")
}

/// Writes a file under an unused name in the current folder and reports the result.
pub fn save(stem: &str, extension: &str, text: &str) -> String {
    let path = free_name(stem, extension);
    match write_whole(&path, text.as_bytes()) {
        Ok(()) => tr_with("notice-saved", [("file", path.display().to_string().into())]),
        Err(error) => error.to_string(),
    }
}

/// The quantities of all plots, without duplicates.
pub fn shown(graphs: &Graphs) -> Vec<Quantity> {
    let mut found: Vec<Quantity> = Vec::new();
    for graph in &graphs.list {
        let wanted: Vec<Quantity> = match &graph.of {
            Content::Curves { x, ys } => x.iter().chain(ys).copied().collect(),
            Content::Energy => all(Subject::World).collect(),
        };
        wanted.into_iter().for_each(|quantity| {
            if !found.contains(&quantity) {
                found.push(quantity);
            }
        });
    }
    found
}

/// Table of time, step and every sample of these quantities, cells separated by `comma`; if a sample covers several
/// steps, the minimum and maximum follow.
pub fn table(of: &[Quantity], history: &History, state: &State, comma: &str) -> String {
    let wide = history.width() > 1;
    let mut heads = vec!["t [s]".to_owned(), "step".to_owned()];
    for quantity in of {
        let name = format!("{} {}", quantity.of.name(state), quantity.column()).trim().to_owned();
        heads.push(name.clone());
        if wide {
            heads.extend(["min", "max"].map(|which| format!("{name} {which}")));
        }
    }
    let columns: Vec<Vec<_>> = of.iter().map(|quantity| history.samples(quantity).collect()).collect();
    let mut text = heads.join(comma) + "\n";
    for k in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
        let Some(first) = columns.iter().find_map(|column| column.get(k)) else { break };
        let mut cells = vec![format!("{:?}", first.time), first.step.to_string()];
        for column in &columns {
            let sample = column.get(k);
            let cell = |value: Option<f64>| value.filter(|v| v.is_finite()).map_or(String::new(), |v| format!("{v:?}"));
            cells.push(cell(sample.map(|s| s.first)));
            if wide {
                cells.extend([cell(sample.map(|s| s.low)), cell(sample.map(|s| s.high))]);
            }
        }
        text += &cells.join(comma);
        text.push('\n');
    }
    text
}

/// The plots as a figure for print. Closed forms (up to `end`, s), reference curves and ghost curves (from the step
/// where the ghost diverges) are dashed.
pub fn figure(
    graphs: &Graphs,
    history: &History,
    state: &State,
    (form, end): (Option<&ClosedForm>, f64),
    ghost: Option<(&History, u64)>,
) -> Figure {
    let mut panels = Vec::new();
    for graph in &graphs.list {
        let (x, ys) = match &graph.of {
            Content::Curves { x, ys } => (*x, ys.clone()),
            Content::Energy => {
                let energies = ["kinetic", "stored", "by slide", "by roll", "by spin", "residual"];
                let found = energies.iter().filter_map(|symbol| Quantity::find(Subject::World, symbol, ""));
                (None, found.collect())
            }
        };
        let curve = |y: &Quantity| {
            let points: Vec<[f64; 2]> = points(history, x.as_ref(), y).into_iter().map(|(_, p)| p).collect();
            let finite = thinned(&points, MAX_POINTS).into_iter().filter(|p| p.iter().all(|x| x.is_finite()));
            let whose = y.of.name(state);
            let dashed = y.is_reference().then_some(REFERENCE_STYLE);
            let name = format!("{} {whose}", y.symbol()).trim().to_owned();
            Curve { name, points: finite.map(|p| (p[0], p[1])).collect(), style: dashed }
        };
        let mut curves: Vec<Curve> = ys.iter().map(curve).filter(|curve| curve.points.len() > 1).collect();
        if curves.is_empty() {
            continue;
        }
        curves.extend(ghost.iter().flat_map(|(history, from)| ghost_curves(history, *from, x.as_ref(), &ys)));
        curves.extend(references(graph, (x.is_none()).then_some(form).flatten(), &ys, state, end));
        let y = match (&ys[..], ys.first()) {
            ([one], _) => one.label(),
            (_, Some(first)) => format!("[{}]", first.row().unit),
            (_, None) => String::new(),
        };
        let x = x.map_or("t [s]".to_owned(), |x| x.label());
        let legend = if curves.len() > 1 { clear_corner(&curves) } else { Legend::Off };
        panels.push(Panel { x, y, curves, legend, ..Panel::default() });
    }
    let columns = panels.len().clamp(1, 2);
    let width = if columns == 1 { FigureWidth::Column } else { FigureWidth::Page };
    Figure { width, columns, panels, shared_legend: false }
}

/// The corner with the fewest points of these curves.
fn clear_corner(curves: &[Curve]) -> Legend {
    const SIZE: [f64; 2] = [0.45, 0.35];
    let range = |of: fn(&(f64, f64)) -> f64| {
        let all = curves.iter().flat_map(|curve| &curve.points).map(of);
        all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)])
    };
    let ranges = [range(|p| p.0), range(|p| p.1)];
    let share = |value: f64, [low, high]: [f64; 2]| if high > low { (value - low) / (high - low) } else { 0.5 };
    let covered = |corner: [f64; 2]| {
        let points =
            curves.iter().flat_map(|curve| &curve.points).map(|p| [share(p.0, ranges[0]), share(p.1, ranges[1])]);
        points.filter(|p| (0..2).all(|k| (p[k] - corner[k]).abs() < SIZE[k])).count()
    };
    let corners = [
        (Legend::TopRight, [1.0, 1.0]),
        (Legend::TopLeft, [0.0, 1.0]),
        (Legend::BottomRight, [1.0, 0.0]),
        (Legend::BottomLeft, [0.0, 0.0]),
    ];
    corners.into_iter().min_by_key(|(_, corner)| covered(*corner)).map_or(Legend::TopRight, |(legend, _)| legend)
}

/// Style of reference curves: black and dashed.
const REFERENCE_STYLE: Style = Style { colour: 5, dash: 1 };

/// Curves of the ghost from step `from` on.
fn ghost_curves(history: &History, from: u64, x: Option<&Quantity>, ys: &[Quantity]) -> Vec<Curve> {
    let curve = |y: &Quantity| {
        let later = points(history, x, y).into_iter().filter(|(step, _)| *step >= from).map(|(_, p)| p);
        let thin = thinned(&later.collect::<Vec<_>>(), MAX_POINTS);
        let points = thin.into_iter().filter(|p| p.iter().all(|x| x.is_finite())).map(|p| (p[0], p[1])).collect();
        Curve { name: format!("{} (ghost)", y.symbol()), points, style: Some(REFERENCE_STYLE) }
    };
    ys.iter().filter(|y| !y.is_reference()).map(curve).filter(|curve| curve.points.len() > 1).collect()
}

/// Closed forms of these quantities, and the reference curve of the plot.
fn references(graph: &Graph, form: Option<&ClosedForm>, ys: &[Quantity], state: &State, end: f64) -> Vec<Curve> {
    let curve = |name: String, points: Vec<[f64; 2]>| {
        let points: Vec<(f64, f64)> = points.into_iter().map(|p| (p[0], p[1])).collect();
        (points.len() > 1).then_some(Curve { name, points, style: Some(REFERENCE_STYLE) })
    };
    let forms = form.into_iter().flat_map(|form| ys.iter().map(move |y| closed_form(form, y, state, end)));
    let forms = forms.filter_map(|points| curve("closed form".to_owned(), points));
    let file = graph.overlay.iter().filter_map(|overlay| curve(overlay.name.clone(), overlay.points.clone()));
    forms.chain(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;
    use stickslip_lab::plot::svg;

    fn run(name: &str, steps: u64) -> (History, State, Graphs) {
        let scene = Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault");
        let (mut simulation, mut history) = (Simulation::with_energy_ledger(&scene), History::new(&scene));
        let graphs = Graphs::from_state(&simulation.state());
        for _ in 0..steps {
            history.push(&simulation.state());
            simulation.step();
        }
        (history, simulation.state(), graphs)
    }

    /// Samples keep all their digits: the table reads back as the numbers of the history.
    #[test]
    fn the_table_has_every_sample_bit_for_bit() {
        let (history, state, graphs) = run("sphere-up-35", 400);
        let of = shown(&graphs);
        let text = table(&of, &history, &state, ",");
        let mut lines = text.lines();
        let heads: Vec<&str> = lines.next().expect("a head").split(',').collect();
        assert_eq!(&heads[..2], ["t [s]", "step"]);
        assert!(heads[2].ends_with("slide Σ ΔS_w [m]"), "{heads:?}");
        let rows: Vec<Vec<f64>> = lines.map(|l| l.split(',').map(|c| c.parse().expect("a number")).collect()).collect();
        assert_eq!(rows.len(), 400);
        for (column, quantity) in of.iter().enumerate() {
            assert!(
                history
                    .samples(quantity)
                    .zip(&rows)
                    .all(|(s, row)| s.first == row[column + 2] && s.step as f64 == row[1])
            );
        }
    }

    #[test]
    fn the_figure_is_an_svg_with_the_axes_of_the_plots() {
        let (history, state, mut graphs) = run("sphere-up-35", 400);
        let form = ClosedForm::from_state(&state, &state.gravity).expect("a closed form");
        let drawn = |graphs: &Graphs, form, ghost| svg(&figure(graphs, &history, &state, (form, 0.8), ghost));
        let plain = drawn(&graphs, None, None);
        let text = drawn(&graphs, Some(&form), None);
        assert!(!plain.contains("(ghost)") && drawn(&graphs, None, Some((&history, 100))).contains("(ghost)"));
        assert!(!plain.contains("closed form") && text.contains("closed form") && text.contains("stroke-dasharray"));
        let points = vec![[0.0, 0.0], [0.8, 1.0]];
        let overlay = crate::plots::overlay::Overlay { name: "paper.csv".into(), about: String::new(), points };
        graphs.list[0].overlay = Some(overlay);
        assert!(drawn(&graphs, None, None).contains("paper.csv"));
        assert!(text.contains("<svg") && text.contains("</svg>"));
        for label in ["E_w [N]", "t [s]", "|v| [m/s]"] {
            assert!(text.contains(label), "{label}");
        }
    }

    /// A curve that rises along the diagonal leaves the upper left corner free, a falling one the upper right.
    #[test]
    fn the_legend_of_a_figure_hides_no_curve() {
        let line = |slope: f64| {
            let points = (0..=100).map(|k| (f64::from(k), slope * f64::from(k))).collect();
            Curve { name: String::new(), points, style: None }
        };
        assert_eq!([1.0, -1.0].map(|slope| clear_corner(&[line(slope)])), [Legend::TopLeft, Legend::TopRight]);
    }
}
