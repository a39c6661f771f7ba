//! Section 4.6: a stack of three balls.

use super::panels::{Curve, Figure, FigureWidth, Legend, Panel};
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use crate::study::stack::{RADIUS, scene_text};
use crate::study::trace::{StudyError, first_fault};
use rayon::prelude::*;

fn stack(gap: f64, eta_r: f64, mass: f64) -> Result<Simulation, StudyError> {
    let scene = Scene::parse("stack", &scene_text(gap, eta_r, mass))
        .map_err(|faults| StudyError::new("stack", first_fault(&faults)))?;
    Ok(Simulation::new(&scene))
}

fn top(simulation: &mut Simulation) -> f64 {
    simulation.state().bodies.last().map_or(f64::NAN, |ball| ball.x.z)
}

/// Whether the top ball is still up after 1.5 s.
fn stands(gap: f64, eta_r: f64, mass: f64) -> Result<bool, StudyError> {
    let mut simulation = stack(gap, eta_r, mass)?;
    let start = top(&mut simulation);
    for _ in 0..15 {
        simulation.steps(1000);
        if start - top(&mut simulation) > 0.3 * RADIUS {
            return Ok(false);
        }
    }
    Ok(start - top(&mut simulation) < 0.05 * RADIUS)
}

/// The smallest mass, on a grid of 0.01 kg, whose stack falls.
fn critical(gap: f64, eta_r: f64) -> Result<f64, StudyError> {
    let (mut low, mut high) = (40_u32, 250_u32);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if stands(gap, eta_r, f64::from(middle) / 100.0)? { low = middle } else { high = middle }
    }
    Ok(f64::from(high) / 100.0)
}

/// Figure 13 (15): the critical mass over η_r for three gaps.
pub(super) fn critical_mass() -> Result<Figure, StudyError> {
    let coefficients: Vec<f64> =
        (15..=30).map(|k| f64::from(k) / 100.0).chain((7..=12).map(|k| f64::from(k) / 20.0)).collect();
    let mut curves = Vec::new();
    for gap in [0.2, 0.3, 0.4] {
        let masses: Result<Vec<f64>, StudyError> = coefficients.par_iter().map(|eta| critical(gap, *eta)).collect();
        curves.push(Curve::new(format!("gap {gap} R"), coefficients.iter().copied().zip(masses?).collect()));
    }
    let panel = Panel {
        x: "ηr".into(),
        y: "critical mass [kg]".into(),
        curves,
        x_range: Some((0.15, 0.6)),
        legend: Legend::BottomRight,
        ..Panel::default()
    };
    Ok(Figure { width: FigureWidth::Column, columns: 1, panels: vec![panel], shared_legend: false })
}

/// Figure 14 (16): the last stack that stands and the first that falls, for three η_r.
pub(super) fn snapshots() -> Result<Figure, StudyError> {
    let mut panels = Vec::new();
    for (eta_r, mass, t) in [
        (0.16, 0.95, 1.5),
        (0.16, 0.96, 1.5),
        (0.23, 1.75, 1.5),
        (0.23, 1.76, 1.5),
        (0.35, 1.57, 1.5),
        (0.35, 1.58, 1.5),
    ] {
        let mut simulation = stack(0.3, eta_r, mass)?;
        let start = top(&mut simulation);
        let mut time = 0.0;
        while time < t && start - top(&mut simulation) < 0.5 * RADIUS {
            simulation.steps(50);
            time = simulation.step_count() as f64 * simulation.dt();
        }
        let state = simulation.state();
        let mut curves = Vec::new();
        for ball in state.bodies.iter().filter(|body| body.mass.mass.is_finite()) {
            let turned = ball.q.scaled_axis().x;
            let at = |angle: f64| (ball.x.y + RADIUS * angle.cos(), ball.x.z + RADIUS * angle.sin());
            let circle = (0..=60).map(|k| at(f64::from(k) * std::f64::consts::TAU / 60.0)).collect();
            curves.push(Curve::new("", circle).styled(5, 0));
            curves.push(
                Curve::new("", vec![(ball.x.y, ball.x.z), at(turned + std::f64::consts::FRAC_PI_2)]).styled(0, 0),
            );
        }
        curves.push(Curve::new("", vec![(-0.45, 0.0), (0.45, 0.0)]).styled(5, 0));
        panels.push(Panel {
            title: format!("ηr {eta_r}, {mass} kg, {time:.2} s"),
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
    Ok(Figure::page(2, panels))
}
