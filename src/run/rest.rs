//! Since when the bodies of a run rest.

use super::simulation::Simulation;
use serde::{Deserialize, Serialize};

/// The entry of a list that grows as far as it has to.
fn at<T: Clone + Default>(list: &mut Vec<T>, index: usize) -> &mut T {
    if index >= list.len() {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}

/// Since which step each body rests, lane by lane.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RestClock {
    since: Vec<Vec<Option<u64>>>,
}

impl RestClock {
    /// Takes in the present state; every step has to be noted.
    pub fn note(&mut self, simulation: &mut Simulation) {
        let step = simulation.step_count();
        simulation.for_each_rest(|lane, index, rests| {
            let since = at(at(&mut self.since, lane), index);
            *since = if rests { since.or(Some(step)) } else { None };
        });
    }

    /// The step since which a body of a lane rests; `None` if it moves.
    pub fn since(&self, lane: usize, index: usize) -> Option<u64> {
        self.since.get(lane)?.get(index).copied().flatten()
    }
}
