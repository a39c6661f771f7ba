//! Since when the bodies of a run rest.

use super::simulation::Simulation;

/// Since which step each body rests, lane by lane.
#[derive(Clone, Debug, Default)]
pub struct RestClock {
    since: Vec<Vec<Option<u64>>>,
}

impl RestClock {
    /// Takes in the present state; every step has to be noted.
    pub fn note(&mut self, simulation: &mut Simulation) {
        let step = simulation.step_count();
        simulation.for_each_rest(|lane, index, rests| {
            if lane >= self.since.len() {
                self.since.resize(lane + 1, Vec::new());
            }
            let bodies = &mut self.since[lane];
            if index >= bodies.len() {
                bodies.resize(index + 1, None);
            }
            let since = &mut bodies[index];
            *since = if rests { since.or(Some(step)) } else { None };
        });
    }

    /// The step since which a body of a lane rests; `None` if it moves.
    pub fn since(&self, lane: usize, index: usize) -> Option<u64> {
        self.since.get(lane)?.get(index).copied().flatten()
    }
}
