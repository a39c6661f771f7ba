//! Whether a run may go on, and why it stopped.

use bevy_ecs::prelude::*;
use std::collections::BTreeMap;

/// Whether the run may go on.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Why the guard stopped the run; `None` while all is well. Steps do nothing once this is set.
    pub stopped: Option<String>,
    /// Why single lanes were stopped, by number; the others go on.
    pub lanes: BTreeMap<u32, String>,
}

impl Outcome {
    /// Stops a lane for its first fault, and the whole run when that was the last of `count` lanes.
    pub fn stop(&mut self, lane: u32, count: usize, why: String) {
        self.lanes.entry(lane).or_insert(why);
        if self.lanes.len() >= count {
            self.stopped = self.lanes.values().next().cloned();
        }
    }

    /// True for a lane that was stopped.
    pub fn has_stopped(&self, lane: u32) -> bool {
        !self.lanes.is_empty() && self.lanes.contains_key(&lane)
    }
}
