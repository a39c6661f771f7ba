//! Whether a run may continue, and why it stopped.

use bevy_ecs::prelude::*;
use std::collections::BTreeMap;

/// Whether the run may continue.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Why the guard stopped the run; `None` if it has not. No steps are taken once this is set.
    pub stopped: Option<String>,
    /// Why individual cases were stopped, by case number; the other cases continue.
    pub cases: BTreeMap<u32, String>,
}

impl Outcome {
    /// Stops a case at its first fault, and the whole run if that was the last of `count` cases.
    pub fn stop(&mut self, case: u32, count: usize, why: String) {
        self.cases.entry(case).or_insert(why);
        if self.cases.len() >= count {
            self.stopped = self.cases.values().next().cloned();
        }
    }

    /// True for a case that was stopped.
    pub fn has_stopped(&self, case: u32) -> bool {
        !self.cases.is_empty() && self.cases.contains_key(&case)
    }
}
