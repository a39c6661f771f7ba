//! A factor on a prescribed velocity or force over time: a table of times, for slide–hold–slide, steps of speed and
//! ramps.

use crate::friction::load_curve::CurveFault;
use crate::math::interned::interned;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::sync::Mutex;

/// A factor over time: linear between the rows of a table, constant before the first and after the last row; two rows of
/// one time are a step. Without a table the factor is 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Schedule(Option<&'static Vec<ScheduleRow>>);

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ScheduleRow {
    /// Time, s.
    t: f64,
    /// The factor.
    factor: f64,
    /// Integral of the factor since the first row, s.
    integral: f64,
}

/// Every distinct table created so far.
static TABLES: Mutex<Vec<&'static Vec<ScheduleRow>>> = Mutex::new(Vec::new());

impl Schedule {
    /// The factor through these pairs of time (s) and factor; times must not fall, and no time occurs three times.
    pub fn new(pairs: &[[f64; 2]]) -> Result<Self, CurveFault> {
        let fault = |pair, what, remedy| Err(CurveFault { pair, what, remedy });
        if pairs.is_empty() {
            return fault(None, "a schedule needs a row", "write it like [(0.0, 1.0), (2.0, 1.0), (2.0, 0.0)]");
        }
        if let Some(k) = pairs.iter().position(|pair| !pair.iter().all(|number| number.is_finite())) {
            return fault(Some(k), "a schedule is of finite numbers", "give a time in s and a factor");
        }
        if let Some(k) = (1..pairs.len()).find(|k| pairs[*k][0] < pairs[k - 1][0]) {
            return fault(Some(k), "the times of a schedule must not fall", "order the rows by their times");
        }
        if let Some(k) = (2..pairs.len()).find(|k| pairs[*k][0] == pairs[k - 2][0]) {
            return fault(
                Some(k),
                "a schedule has three rows of one time",
                "keep the factors before and after the step",
            );
        }
        let mut rows: Vec<ScheduleRow> = Vec::with_capacity(pairs.len());
        for [t, factor] in pairs {
            let last = rows.last().copied().unwrap_or(ScheduleRow { t: *t, factor: *factor, integral: 0.0 });
            let integral = last.integral + 0.5 * (last.factor + factor) * (t - last.t);
            rows.push(ScheduleRow { t: *t, factor: *factor, integral });
        }
        Ok(Self(Some(interned(&TABLES, rows))))
    }

    /// The pairs of time, s, and factor; `None` without a table.
    pub fn pairs(&self) -> Option<Vec<[f64; 2]>> {
        self.0.map(|rows| rows.iter().map(|row| [row.t, row.factor]).collect())
    }

    /// True if there is a table.
    pub fn is_given(&self) -> bool {
        self.0.is_some()
    }

    /// The factor just before the time `t`, s: of the step that ends there.
    pub fn before(&self, t: f64) -> f64 {
        self.0.map_or(1.0, |rows| factor(rows, rows.partition_point(|row| row.t < t), t))
    }

    /// The factor just after the time `t`, s: of the step that begins there.
    pub fn after(&self, t: f64) -> f64 {
        self.0.map_or(1.0, |rows| factor(rows, rows.partition_point(|row| row.t <= t), t))
    }

    /// Integral of the factor between two times, s: the time for which the whole velocity would give the same way.
    pub fn elapsed(&self, from: f64, to: f64) -> f64 {
        self.0.map_or(to - from, |rows| integral(rows, to) - integral(rows, from))
    }

    /// The schedule as seen from the time `now`, s, on: its times are counted from there.
    pub fn since(&self, now: f64) -> Self {
        let Some(rows) = self.0 else { return *self };
        let later = rows.iter().filter(|row| row.t > now).map(|row| [row.t - now, row.factor]);
        let pairs: Vec<[f64; 2]> = std::iter::once([0.0, self.after(now)]).chain(later).collect();
        Self::new(&pairs).unwrap_or(*self)
    }

    /// True if the factor is 0 from the time `now`, s, on.
    pub fn has_ended(&self, now: f64) -> bool {
        self.0.is_some_and(|rows| self.after(now) == 0.0 && rows.iter().all(|row| row.t <= now || row.factor == 0.0))
    }
}

/// The factor at `t`; `next`: index of the first row after it.
fn factor(rows: &[ScheduleRow], next: usize, t: f64) -> f64 {
    match (next.checked_sub(1).and_then(|last| rows.get(last)), rows.get(next)) {
        (Some(a), Some(b)) => a.factor + (b.factor - a.factor) * ((t - a.t) / (b.t - a.t)),
        (Some(row), None) | (None, Some(row)) => row.factor,
        (None, None) => f64::NAN,
    }
}

/// Integral of the factor from the first row to `t`, s.
fn integral(rows: &[ScheduleRow], t: f64) -> f64 {
    let next = rows.partition_point(|row| row.t <= t);
    let from = rows.get(next.saturating_sub(1)).copied().unwrap_or(ScheduleRow { t, factor: 0.0, integral: 0.0 });
    from.integral + 0.5 * (from.factor + factor(rows, next, t)) * (t - from.t)
}

/// Writes the pairs, or nothing without a table.
impl Serialize for Schedule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.pairs().unwrap_or_default().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Schedule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pairs: Vec<[f64; 2]> = Vec::deserialize(deserializer)?;
        if pairs.is_empty() { Ok(Self::default()) } else { Self::new(&pairs).map_err(D::Error::custom) }
    }
}
