//! A sweep in memory, column by column, for programs that use this library.

use super::error::SweepError;
use super::keep::Value;
use super::spec::{Sweep, SweepFile};
use super::{default_jobs, in_order};
use std::fmt::Write;
use stickslip_engine::record::rows::Kind;

/// Definition of a sweep: axes, and results to store.
#[derive(Clone, Debug, Default)]
pub struct SweepPlan {
    /// Paths as in `--set`, each with its values in RON; the last axis varies fastest.
    pub axes: Vec<(String, Vec<String>)>,
    /// Results to store for each case: quantities by name, such as `v(ball)`, or `rest_time(ball)`, `velocity(ball)`,
    /// `angular_velocity(ball)`, `position(ball)`.
    pub keep: Vec<String>,
    /// Simulated time of every case, s; `None` takes the duration of the scene.
    pub duration: Option<f64>,
    /// Number of threads; `None` uses all hardware threads.
    pub jobs: Option<usize>,
}

/// The cells of a column, one per case.
#[derive(Clone, Debug, PartialEq)]
pub enum SweepColumn {
    /// Numbers; NaN where a case has no value.
    Numbers(Vec<f64>),
    /// Counts.
    Counts(Vec<u64>),
    /// Texts.
    Texts(Vec<String>),
}

/// Entries of `keep:` that are not quantities of a state.
const OF_RUNS: [&str; 4] = ["rest_time", "velocity", "angular_velocity", "position"];

impl SweepPlan {
    /// The text of the sweep file that corresponds to this plan.
    fn file(&self, scene: &str) -> String {
        let mut text = format!("Sweep(schema: 1, scene: {scene:?}, axes: [");
        for (path, values) in &self.axes {
            // Writing to a string cannot fail.
            let _ = write!(text, "({path:?}, List([{}])), ", values.join(", "));
        }
        text += "], keep: [";
        for name in &self.keep {
            let split = name.trim().strip_suffix(')').and_then(|name| name.split_once('('));
            let _ = match split.filter(|(name, _)| OF_RUNS.contains(&name.trim())) {
                Some((name, body)) => write!(text, "{}({:?}), ", name.trim(), body.trim()),
                None => write!(text, "quantity({name:?}), "),
            };
        }
        text += "]";
        if let Some(duration) = self.duration {
            let _ = write!(text, ", duration: {duration:?}");
        }
        text + ")"
    }

    /// Runs all cases of a scene, given by name and text, and returns the columns with the headers that a sweep file
    /// would give. `keep_going` receives the number of completed cases and the total after every batch; if it returns
    /// false, the sweep ends without a result.
    pub fn run(
        &self,
        [name, scene]: [&str; 2],
        mut keep_going: impl FnMut(usize, usize) -> bool,
    ) -> Result<Option<Vec<(String, SweepColumn)>>, SweepError> {
        let sweep = Sweep::new(SweepFile::parse(name, &self.file(name))?, scene)?;
        let (mut rows, total) = (Vec::new(), sweep.cases());
        let ended = in_order(&sweep, 0..total, self.jobs.unwrap_or_else(default_jobs), |batch| {
            rows.extend(batch);
            if keep_going(rows.len(), total) { Ok(()) } else { Err(()) }
        });
        if ended.is_err() {
            return Ok(None);
        }
        let mut column = |(k, (header, kind)): (usize, (String, Kind))| {
            let cells = rows.iter_mut().filter_map(|row| row.get_mut(k));
            (header, SweepColumn::from_cells(kind, cells))
        };
        Ok(Some(sweep.columns().into_iter().enumerate().map(&mut column).collect()))
    }
}

impl SweepColumn {
    fn from_cells<'a>(kind: Kind, cells: impl Iterator<Item = &'a mut Value>) -> Self {
        match kind {
            Kind::Number => Self::Numbers(
                cells
                    .map(|cell| match cell {
                        Value::Number(number) => *number,
                        Value::Count(count) => *count as f64,
                        Value::Text(_) => f64::NAN,
                    })
                    .collect(),
            ),
            Kind::Count => {
                Self::Counts(cells.map(|cell| if let Value::Count(count) = cell { *count } else { 0 }).collect())
            }
            Kind::Text => Self::Texts(
                cells
                    .map(|cell| if let Value::Text(text) = cell { std::mem::take(text) } else { String::new() })
                    .collect(),
            ),
        }
    }
}
