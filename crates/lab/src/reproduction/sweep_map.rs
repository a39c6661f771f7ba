//! A built-in sweep over two parameters as a map of classes.

use crate::sweep::keep::Value;
use crate::sweep::spec::{Sweep, SweepFile};
use crate::sweep::{builtin, collect, default_jobs};
use crate::trace::StudyError;

/// The class of every cell, and the values of the two parameters.
pub(crate) struct SweepMap {
    /// Value of the first parameter in each row.
    pub rows: Vec<f64>,
    /// Value of the second parameter in each column.
    pub columns: Vec<f64>,
    /// Rows of classes.
    pub cells: Vec<Vec<usize>>,
}

/// Runs the built-in sweep `name`, whose text `edit` may change; `class`: the class of a row of its table.
pub(crate) fn sweep_map(
    name: &str,
    edit: impl Fn(&str) -> String,
    class: impl Fn(&[Value]) -> usize,
) -> Result<SweepMap, StudyError> {
    let fault = |error| StudyError::new(name, error);
    let missing = |name: &str| StudyError::new(name, "there is no built-in file of this name");
    let text = builtin::text(name).ok_or_else(|| missing(name))?;
    let file = SweepFile::parse(name, &edit(text)).map_err(fault)?;
    let scene_text = crate::builtin::text(&file.scene).ok_or_else(|| missing(&file.scene))?;
    let sweep = Sweep::new(file, scene_text).map_err(fault)?;
    let labels = |axis: usize| -> Result<Vec<f64>, StudyError> {
        let values = sweep.axes.get(axis).map_or(&[][..], |axis| &axis.values[..]);
        values.iter().map(|value| value.parse().map_err(|error| StudyError::new(name, error))).collect()
    };
    let (rows, columns) = (labels(0)?, labels(1)?);
    let cells: Vec<usize> = collect(&sweep, default_jobs()).iter().map(|row| class(row)).collect();
    let cells = cells.chunks(columns.len().max(1)).map(<[usize]>::to_vec).collect();
    Ok(SweepMap { rows, columns, cells })
}
