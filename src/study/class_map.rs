//! The class map of section 4.3: the steady state of a ball on an incline, over slope angle and η_r.

use super::sweep::keep::Value;
use super::sweep::spec::{Sweep, SweepFile};
use super::sweep::{builtin, collect, default_jobs};
use super::trace::StudyError;

/// The built-in sweep of the whole map: 81 values of η_r from 0.2 to 0.6, 291 angles from 1 to 30 degrees.
const SWEEP: &str = "sphere-classes-full";

/// Its increment of η_r.
pub(crate) const ETA_STEP: &str = "0.005";

/// Classes of the map, and the label of a stopped case.
pub(crate) const CLASSES: [(&str, &str); 5] = [
    ("S", "S: static"),
    ("PR", "PR: pure rolling"),
    ("PS", "PS: pure slip"),
    ("RwS", "RwS: rolling with slip"),
    ("", "no class: stopped"),
];

/// Index of the class in a row of the sweep: the second-last column; the last one says why a case was stopped.
fn class(row: &[Value]) -> usize {
    let none = CLASSES.len() - 1;
    match row {
        [.., Value::Text(class), Value::Text(stopped)] if stopped.is_empty() => {
            CLASSES.iter().position(|(name, _)| name == class).unwrap_or(none)
        }
        _ => none,
    }
}

/// The map: one row per η_r with the class index at each angle. `eta_step` replaces the [published step](ETA_STEP) of
/// η_r.
pub(crate) fn class_map(eta_step: Option<&str>) -> Result<Vec<Vec<usize>>, StudyError> {
    let fault = |error| StudyError::new(SWEEP, error);
    let missing = |name: &str| StudyError::new(name, "there is no built-in file of this name");
    let text = builtin::text(SWEEP).ok_or_else(|| missing(SWEEP))?;
    let step = |step: &str| format!("to: 0.6, step: {step}");
    let text = eta_step.map_or(text.to_string(), |eta_step| text.replace(&step(ETA_STEP), &step(eta_step)));
    let file = SweepFile::parse(SWEEP, &text).map_err(fault)?;
    let scene_text = crate::scene::builtin::text(&file.scene).ok_or_else(|| missing(&file.scene))?;
    let sweep = Sweep::new(file, scene_text).map_err(fault)?;
    let columns = sweep.axes.last().map_or(1, |axis| axis.values.len());
    let cells: Vec<usize> = collect(&sweep, default_jobs()).iter().map(|row| class(row)).collect();
    Ok(cells.chunks(columns).map(<[usize]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_or_unknown_case_is_no_static_one() {
        let row =
            |class: &str, stopped: &str| vec![Value::Count(7), Value::Text(class.into()), Value::Text(stopped.into())];
        for (k, (name, _)) in CLASSES.iter().take(4).enumerate() {
            assert_eq!(class(&row(name, "")), k);
        }
        for odd in [row("", ""), row("X", ""), row("S", "it flew away"), Vec::new()] {
            assert_eq!(class(&odd), 4, "{odd:?}");
        }
    }
}
