//! The class map of section 4.3: the steady state of a ball on an incline, over slope angle and η_r.

use super::sweep_map::{SweepMap, sweep_map};
use crate::sweep::keep::Value;
use crate::trace::StudyError;

/// The built-in sweep of the whole map: 81 values of η_r from 0.2 to 0.6, 291 angles from 1 to 30 degrees.
const SWEEP: &str = "sphere-classes-full";

/// Published increment of η_r in the sweep.
pub(crate) const ETA_STEP: &str = "0.005";

/// Classes of the map with their labels; the last entry is the label of a stopped case.
pub const CLASSES: [(&str, &str); 5] = [
    ("S", "S: static"),
    ("PR", "PR: pure rolling"),
    ("PS", "PS: pure slip"),
    ("RwS", "RwS: rolling with slip"),
    ("", "no class: stopped"),
];

/// Index in [`CLASSES`] of a row of the sweep; its last two columns are the class and the reason why the case was
/// stopped.
pub fn class(row: &[Value]) -> usize {
    let none = CLASSES.len() - 1;
    match row {
        [.., Value::Text(class), Value::Text(stopped)] if stopped.is_empty() => {
            CLASSES.iter().position(|(name, _)| name == class).unwrap_or(none)
        }
        _ => none,
    }
}

/// The class of every cell, and the labels of rows and columns.
pub(crate) struct ClassMap {
    /// η_r of each row.
    pub eta_r: Vec<f64>,
    /// Slope angle of each column, degrees.
    pub degrees: Vec<f64>,
    /// One row per η_r with the index of the class in [`CLASSES`] at each angle.
    pub cells: Vec<Vec<usize>>,
}

impl ClassMap {
    /// Index in [`CLASSES`] of the cell at η_r and slope angle, degrees; `None` outside the map.
    pub(crate) fn find(&self, eta_r: f64, degrees: f64) -> Option<usize> {
        let place = |labels: &[f64], wanted: f64| labels.iter().position(|label| (label - wanted).abs() < 1e-9);
        let (row, column) = (place(&self.eta_r, eta_r)?, place(&self.degrees, degrees)?);
        self.cells.get(row)?.get(column).copied()
    }
}

/// Computes the map. `eta_step` replaces the [published step](ETA_STEP) of η_r.
pub(crate) fn class_map(eta_step: Option<&str>) -> Result<ClassMap, StudyError> {
    let step = |step: &str| format!("to: 0.6, step: {step}");
    let edit = |text: &str| eta_step.map_or(text.to_owned(), |eta_step| text.replace(&step(ETA_STEP), &step(eta_step)));
    let SweepMap { rows: eta_r, columns: degrees, cells } = sweep_map(SWEEP, edit, class)?;
    Ok(ClassMap { eta_r, degrees, cells })
}
