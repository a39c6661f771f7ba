//! Section 4.6: a stack of three balls.

use crate::plot::sketch::closed;
use crate::plot::{Curve, Figure, FigureWidth, Legend, Panel};
use crate::reproduction::stack::{self, RADIUS};
use crate::trace::{StudyError, TraceProbe, trace};
use rayon::prelude::*;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::element::Spring;
use stickslip_engine::observe::state::{ContactView, State};
use stickslip_engine::run::simulation::Simulation;

/// Figure 13 (15): the critical mass over η_r for three gaps.
pub(super) fn critical_mass() -> Result<Figure, StudyError> {
    let coefficients: Vec<f64> =
        (15..=30).map(|k| f64::from(k) / 100.0).chain((7..=12).map(|k| f64::from(k) / 20.0)).collect();
    let mut curves = Vec::new();
    for gap in [0.2, 0.3, 0.4] {
        let masses: Result<Vec<f64>, StudyError> =
            coefficients.par_iter().map(|eta| stack::critical_mass(gap, *eta)).collect();
        curves.push(Curve::new(format!("gap {gap} R"), coefficients.iter().copied().zip(masses?).collect()));
    }
    let panel = Panel {
        x: "ηᵣ".into(),
        y: "critical mass [kg]".into(),
        curves,
        x_range: Some((0.15, 0.6)),
        legend: Legend::Off,
        ..Panel::default()
    };
    Ok(Figure { width: FigureWidth::Column, columns: 1, panels: vec![panel], shared_legend: true })
}

/// A quantity of the contact between bodies i and j by name; 0 if they do not touch.
fn between(state: &State, names: [&str; 2], quantity: impl Fn(&ContactView) -> f64) -> f64 {
    let name = |index: u32| state.bodies.get(index as usize).map_or("", |body| body.name.as_str());
    let mut contacts = state.contacts.iter();
    contacts.find(|c| [name(c.pair.key.i), name(c.pair.key.j)] == names).map_or(0.0, quantity)
}

/// The three loads of a stack that the paper's authors published as data: friction between two balls, friction of a
/// ball on the ground, and the ball's roll torque there, each with its static and kinetic limit.
const LOADS: [(&str, &str, [TraceProbe; 3]); 3] = {
    const TOP: [&str; 2] = ["left", "top"];
    const GROUND: [&str; 2] = ["ground", "left"];
    fn cap(contact: &ContactView, spring: impl Fn(&ContactView) -> &Spring, k: usize) -> f64 {
        spring(contact).thresholds()[k]
    }
    fn slide(state: &State, names: [&str; 2]) -> f64 {
        between(state, names, |c| c.loads.friction_on_j.norm())
    }
    fn slide_cap(state: &State, names: [&str; 2], k: usize) -> f64 {
        between(state, names, |c| cap(c, |c| &c.normal.derived.slide, k))
    }
    fn roll_cap(state: &State, k: usize) -> f64 {
        between(state, GROUND, |c| cap(c, |c| &c.normal.derived.roll_j, k))
    }
    [
        (
            "ball on ball",
            "friction force [N]",
            [|state| slide(state, TOP), |state| slide_cap(state, TOP, 0), |state| slide_cap(state, TOP, 1)],
        ),
        (
            "ball on ground",
            "friction force [N]",
            [|state| slide(state, GROUND), |state| slide_cap(state, GROUND, 0), |state| slide_cap(state, GROUND, 1)],
        ),
        (
            "ball on ground",
            "roll torque [N m]",
            [
                |state| between(state, GROUND, |c| c.loads.roll_on_j().norm()),
                |state| roll_cap(state, 0),
                |state| roll_cap(state, 1),
            ],
        ),
    ]
};

/// Loads over time at η_r 0.22, a gap of 0.3 R and 1.7 kg on top: published as data, not printed in the paper.
pub(super) fn histories() -> Result<Figure, StudyError> {
    let names = [["a", "as", "ak"], ["b", "bs", "bk"], ["c", "cs", "ck"]];
    let probes: Vec<(&str, TraceProbe)> =
        names.into_iter().zip(LOADS).flat_map(|(names, (.., probes))| names.into_iter().zip(probes)).collect();
    let run = trace(&stack::scene(0.3, 0.22, 1.7)?, &probes)?;
    let panel = |(names, (title, y, _)): ([&str; 3], (&str, &str, [TraceProbe; 3]))| {
        // The load is drawn last, on top of its limits.
        let labels = [("load", 0, 0), ("static cap", 1, 1), ("kinetic cap", 2, 2)];
        let curve = |((label, colour, dash), name)| Curve::from_trace(label, &run, name, 1.0).styled(colour, dash);
        let curves = labels.into_iter().zip(names).rev().map(curve);
        Panel::over_time(y, curves.collect()).with_x(0.0, 1.5).titled(title)
    };
    let panels = names.into_iter().zip(LOADS).map(panel).collect();
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// Drop of the top ball, m, at which a collapsing stack is drawn.
const DOWN: f64 = 0.2 * RADIUS;

/// Figure 14 (16): the heaviest stack that still stands after 1.5 s and the lightest that collapses, for three η_r.
pub(super) fn snapshots() -> Result<Figure, StudyError> {
    let mut panels = Vec::new();
    for (eta_r, mass) in [(0.16, 0.95), (0.16, 0.96), (0.23, 1.75), (0.23, 1.76), (0.35, 1.57), (0.35, 1.58)] {
        let mut simulation = Simulation::new(&stack::scene(0.3, eta_r, mass)?);
        let start = stack::top(&mut simulation);
        let stands = stack::stands(0.3, eta_r, mass)?;
        let mut time = 0.0;
        while if stands { time < 1.5 } else { time < 3.0 && start - stack::top(&mut simulation) < DOWN } {
            simulation.steps(50);
            time = simulation.step_count() as f64 * simulation.dt();
        }
        let state = simulation.state();
        let mut curves = Vec::new();
        for ball in state.bodies.iter().filter(|body| body.mass.mass.is_finite()) {
            let at = |x: Vec3| (x.y, x.z);
            let circle = closed(|angle| (ball.x.y + RADIUS * angle.cos(), ball.x.z + RADIUS * angle.sin()));
            curves.push(Curve::new("", circle).styled(5, 0));
            for (name, axis, colour) in [("axis y of a ball", Vec3::y(), 1), ("axis z", Vec3::z(), 0)] {
                let tip = ball.x + ball.q * axis * RADIUS;
                curves.push(Curve::new(name, vec![at(ball.x), at(tip)]).styled(colour, 0));
            }
        }
        curves.push(Curve::new("", vec![(-0.45, 0.0), (0.45, 0.0)]).styled(5, 0));
        panels.push(Panel {
            title: format!("ηᵣ = {eta_r}, {mass} kg, {time:.2} s"),
            x: "y [m]".into(),
            y: "z [m]".into(),
            curves,
            x_range: Some((-0.45, 0.45)),
            y_range: Some((-0.05, 0.6)),
            legend: Legend::Off,
            equal: true,
            ..Panel::default()
        });
    }
    Ok(Figure::page(2, panels).with_shared_legend())
}
