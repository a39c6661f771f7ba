//! The energy budget over time: stored and dissipated energies, stacked. Their sum must stay constant.

use crate::draw::overlay::items::Role;
use crate::timeline::history::History;
use stickslip_engine::observe::quantity::{Quantity, Subject};

/// Maximum number of samples of each layer, besides the last.
const MAX_SAMPLES: usize = 500;

/// Layers from the bottom: symbol of the quantity, key of the short name, role, fraction of the role's colour.
pub const LAYERS: [(&str, &str, Role, f32); 7] = [
    ("kinetic", "energy-kinetic", Role::Velocity, 0.85),
    ("potential", "energy-potential", Role::Contact, 0.6),
    ("stored", "energy-springs", Role::Normal, 0.9),
    ("by slide", "energy-slide", Role::Friction, 0.8),
    ("by roll", "energy-roll", Role::Friction, 0.5),
    ("by spin", "energy-spin", Role::Friction, 0.3),
    ("by impact", "energy-impact", Role::Body, 0.6),
];

/// Times and the upper edge of each layer, J; potential energy is relative to its minimum.
pub struct Stack {
    /// Times, s.
    pub times: Vec<f64>,
    /// Upper edge of each layer, from the bottom.
    pub tops: Vec<Vec<f64>>,
    /// Residual of the budget, J.
    pub residual: Vec<f64>,
}

/// The stack up to a step.
pub fn stack(history: &History, until: u64) -> Option<Stack> {
    let read = |symbol: &str| -> Option<Vec<(u64, f64, f64)>> {
        let of = Quantity::find(Subject::World, symbol, "")?;
        let samples: Vec<_> = history.samples(&of).take_while(|s| s.step <= until).collect();
        let every = samples.len().div_ceil(MAX_SAMPLES).max(1);
        let last = samples.len().saturating_sub(1);
        let kept = samples.iter().enumerate().filter(|(k, _)| k.is_multiple_of(every) || *k == last);
        Some(kept.map(|(_, s)| (s.step, s.time, s.first)).collect())
    };
    let residual = read("residual")?;
    if residual.is_empty() || residual.iter().any(|(_, _, value)| !value.is_finite()) {
        return None;
    }
    let mut edge = vec![0.0; residual.len()];
    let mut tops = Vec::new();
    for (symbol, ..) in LAYERS {
        let values: Vec<f64> = read(symbol)?.into_iter().map(|(_, _, value)| value).collect();
        let floor = if symbol == "potential" { values.iter().copied().fold(f64::INFINITY, f64::min) } else { 0.0 };
        edge.iter_mut().zip(&values).for_each(|(edge, value)| *edge += value - floor);
        tops.push(edge.clone());
    }
    let times = residual.iter().map(|(_, time, _)| *time).collect();
    Some(Stack { times, tops, residual: residual.into_iter().map(|(_, _, value)| value).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    /// The top of the stack stays level, up to the residual, while a ball slides, rolls, turns back and slips down.
    #[test]
    fn the_top_of_the_stack_is_level() {
        let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
        let (mut simulation, mut history) = (Simulation::with_energy_ledger(&scene), History::new(&scene));
        for _ in 0..=3000 {
            history.push(&simulation.state());
            simulation.step();
        }
        let stack = stack(&history, 2500).expect("a budget");
        let top = stack.tops.last().expect("layers");
        assert!((stack.times.last().expect("samples") - 0.25).abs() < 1e-12, "it ends at the step shown");
        for (edge, residual) in top.iter().zip(&stack.residual) {
            assert!((edge - residual - top[0]).abs() < 1e-9 * top[0]);
        }
        assert!(stack.tops[0][0] > 0.5 && stack.tops[3].last() > stack.tops[2].last());
    }
}
