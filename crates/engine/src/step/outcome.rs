//! Whether a run may continue, and why it stopped.

use bevy_ecs::prelude::*;
use std::collections::BTreeMap;

/// Whether the run may continue.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Why the guard stopped the run; `None` if it has not. No steps are taken once this is set.
    pub stopped: Option<String>,
    /// Why individual cases were stopped, by case number; the other cases continue.
    pub lanes: BTreeMap<u32, String>,
}

impl Outcome {
    /// Stops a case at its first fault, and the whole run if that was the last of `count` cases.
    pub fn stop(&mut self, lane: u32, count: usize, why: String) {
        self.lanes.entry(lane).or_insert(why);
        if self.lanes.len() >= count {
            self.stopped = self.lanes.values().next().cloned();
        }
    }

    /// True for a case that was stopped.
    pub fn has_stopped(&self, lane: u32) -> bool {
        !self.lanes.is_empty() && self.lanes.contains_key(&lane)
    }
}
