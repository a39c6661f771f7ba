//! Curves of one quantity per panel, under several laws.

use super::RunOutcome;
use crate::plot::{Curve, Figure, FigureWidth, Legend, Panel};
use stickslip_engine::observe::quantity::named::NamedQuantity;
use stickslip_engine::observe::quantity::{BODY, QuantityEntry, SubjectAt, WORLD, select};
use stickslip_engine::observe::state::State;

/// A quantity of a body or of the world that the window can compare.
#[derive(Clone, Copy, Debug)]
pub struct ComparedQuantity {
    /// Entry in the list of quantities.
    pub entry: QuantityEntry,
    is_of_body: bool,
}

const OF_BODY: [QuantityEntry; 20] = select(
    BODY,
    [
        "x", "y", "z", "v", "vx", "vy", "vz", "w", "wx", "wy", "wz", "F", "Fx", "Fy", "Fz", "Troll", "Trollx",
        "Trolly", "Trollz", "Tspin",
    ],
);
const OF_WORLD: [QuantityEntry; 3] = select(WORLD, ["E", "W", "dE"]);

/// All quantities that the window can compare.
pub const QUANTITIES: [ComparedQuantity; OF_BODY.len() + OF_WORLD.len()] = {
    let mut all = [ComparedQuantity { entry: OF_WORLD[0], is_of_body: false }; OF_BODY.len() + OF_WORLD.len()];
    let mut k = 0;
    while k < all.len() {
        let is_of_body = k < OF_BODY.len();
        let entry = if is_of_body { OF_BODY[k] } else { OF_WORLD[k - OF_BODY.len()] };
        all[k] = ComparedQuantity { entry, is_of_body };
        k += 1;
    }
    all
};

/// Symbols on figure axes that differ from the symbols in the list of quantities.
const SYMBOLS: [(&str, &str); 9] = [
    ("x", "x"),
    ("y", "y"),
    ("z", "z"),
    ("Trollx", "T_roll,x"),
    ("Trolly", "T_roll,y"),
    ("Trollz", "T_roll,z"),
    ("E", "E_kin"),
    ("W", "W_diss"),
    ("dE", "ΔE"),
];

/// Axis label of a quantity: symbol and unit.
pub fn label(entry: &QuantityEntry) -> String {
    let symbol = SYMBOLS.iter().find(|(name, _)| entry.is_called(name)).map(|(_, symbol)| (*symbol).to_owned());
    let (symbol, unit) = (symbol.unwrap_or_else(|| entry.symbol()), entry.plain_unit());
    if unit.is_empty() { symbol } else { format!("{symbol} [{unit}]") }
}

impl ComparedQuantity {
    /// Axis label: symbol and unit.
    pub fn label(&self) -> String {
        label(&self.entry)
    }

    /// The value for the body with index `body`; NaN if there is no such body.
    pub fn of(&self, state: &State, body: usize) -> f64 {
        let index = if self.is_of_body { body } else { 0 };
        let is_there = !self.is_of_body || index < state.bodies.len();
        if is_there { self.entry.value(&SubjectAt { state, index }) } else { f64::NAN }
    }
}

/// The figure of `quantities`; each run has one curve per quantity, in this order.
pub fn figure(quantities: &[NamedQuantity], runs: &[RunOutcome]) -> Figure {
    let curve = |run: &RunOutcome, k: usize| {
        let mut series = run.series[k].clone();
        series.close();
        Curve { name: run.name.clone(), points: series.points, style: None }
    };
    let panel = |(k, quantity): (usize, &NamedQuantity)| Panel {
        x: "time [s]".into(),
        y: label(&quantity.entry()),
        legend: Legend::Off,
        curves: runs.iter().map(|run| curve(run, k)).collect(),
        ..Panel::default()
    };
    let panels: Vec<Panel> = quantities.iter().enumerate().map(panel).collect();
    let columns = panels.len().clamp(1, 2);
    Figure {
        width: if columns == 1 { FigureWidth::Column } else { FigureWidth::Page },
        columns,
        panels,
        shared_legend: true,
    }
}
