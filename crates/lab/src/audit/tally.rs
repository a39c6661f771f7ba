//! Where a limit is exceeded, by body or pair: the first step, the largest value, and how often.

use super::finding::{Audit, AuditFinding, CheckId};
use super::intervals::Intervals;
use std::collections::BTreeMap;

/// Deviations of one body or pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deviation {
    /// First step above the limit.
    pub(super) first: u64,
    /// Largest value and its limit.
    pub(super) worst: [f64; 2],
    /// Step of the largest value.
    pub(super) at: u64,
    /// Number of values above the limit.
    pub(super) count: usize,
}

/// Deviations by body i and, for a pair, body j.
#[derive(Default)]
pub(super) struct Tally(BTreeMap<(u32, Option<u32>), Deviation>);

impl Tally {
    /// Notes a value; a value that is not a number is above any limit.
    pub(super) fn note(&mut self, of: (u32, Option<u32>), step: u64, value: f64, limit: f64) {
        if value <= limit {
            return;
        }
        let new = Deviation { first: step, worst: [value, limit], at: step, count: 0 };
        let found = self.0.entry(of).or_insert(new);
        found.count += 1;
        if value > found.worst[0] || value.is_nan() {
            (found.worst, found.at) = ([value, limit], step);
        }
    }

    /// Adds a finding for each body or pair; `says` is given the deviation and the names.
    pub(super) fn report(
        self,
        run: &Intervals,
        check: CheckId,
        audit: &mut Audit,
        says: impl Fn(&Deviation, (u32, Option<u32>)) -> String,
    ) {
        for (of, deviation) in self.0 {
            let Deviation { first, worst: [value, limit], at, count } = deviation;
            let text = says(&deviation, of);
            let often = if count > 1 { format!(" ({count} times, largest at step {at})") } else { String::new() };
            audit.findings.push(AuditFinding {
                check,
                step: first,
                i: run.name(of.0).to_owned(),
                j: of.1.map_or("", |j| run.name(j)).to_owned(),
                value,
                limit,
                says: text + &often,
            });
        }
    }
}
