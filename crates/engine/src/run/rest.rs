//! Tracks since when each body has been at rest.

use super::simulation::Simulation;
use serde::{Deserialize, Serialize};

/// Entry at `index`; grows the list if necessary.
fn at<T: Clone + Default>(list: &mut Vec<T>, index: usize) -> &mut T {
    if index >= list.len() {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}

/// Step since which each body has been at rest, per case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RestClock {
    since: Vec<Vec<Option<u64>>>,
}

impl RestClock {
    /// Updates from the current state; call it after every step.
    pub fn note(&mut self, simulation: &mut Simulation) {
        let step = simulation.step_count();
        simulation.for_each_rest(|case, index, rests| {
            let since = at(at(&mut self.since, case), index);
            *since = if rests { since.or(Some(step)) } else { None };
        });
    }

    /// Step since which a body of a case has been at rest; `None` if it moves.
    pub fn since(&self, case: usize, index: usize) -> Option<u64> {
        self.since.get(case)?.get(index).copied().flatten()
    }
}
