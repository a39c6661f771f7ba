//! Convergence history of a solve: the residual by iteration.

use crate::world::contact::ContactKey;
use bevy_ecs::prelude::*;

/// Maximum number of samples in a history.
const MAX_SAMPLES: usize = 256;

/// Residuals after some iterations of a solve, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResidualHistory {
    samples: Vec<(u64, f64)>,
    /// Number of residuals added, including dropped ones.
    noted: u64,
    /// k, where every 2^k-th residual is kept.
    doublings: u32,
}

impl ResidualHistory {
    /// Pairs of the number of iterations done and the residual after them, m/s. Beyond 256 residuals only every second,
    /// fourth, … is kept, and the last.
    pub fn samples(&self) -> &[(u64, f64)] {
        &self.samples
    }

    /// Adds the residual after an iteration.
    #[doc(hidden)]
    pub fn note(&mut self, iteration: u64, residual: f64) {
        if self.noted.is_multiple_of(1 << self.doublings) {
            if self.samples.len() == MAX_SAMPLES {
                let mut place = 0;
                self.samples.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                self.doublings += 1;
            }
            self.samples.push((iteration, residual));
        }
        self.noted += 1;
    }

    /// Appends the history of a solver that ran after the first `done` iterations.
    #[doc(hidden)]
    pub fn extend(&mut self, done: u64, next: &Self) {
        next.samples.iter().for_each(|(iteration, residual)| self.note(done + iteration, *residual));
    }

    /// Ends the history with the final residual, m/s, and removes samples from `iteration` on.
    #[doc(hidden)]
    pub fn end(&mut self, iteration: u64, residual: f64) {
        self.samples.retain(|(at, _)| *at < iteration);
        self.samples.push((iteration, residual));
    }
}

/// Hardest island of a case in the last step: the island that ended farthest above the tolerance or, if all are solved,
/// that took the most iterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HardestIsland {
    /// Number of contacts of the island; 0 in a step without rigid contacts.
    pub contacts: usize,
    /// Residuals of the island by iteration.
    pub history: ResidualHistory,
    is_solved: bool,
}

/// Where the last step was not solved: the hardest island of each case, and the contacts above the tolerance.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Convergence {
    /// The hardest island of each case.
    pub hardest: Vec<HardestIsland>,
    /// Contacts of all cases that ended the last step above the tolerance, with their residuals, m/s, in the order of
    /// their islands.
    pub unsolved: Vec<(ContactKey, f64)>,
}

impl Convergence {
    /// Clears the records for a step of `cases` cases.
    #[doc(hidden)]
    pub fn begin(&mut self, cases: usize) {
        self.hardest.clear();
        self.hardest.resize_with(cases, HardestIsland::default);
        self.unsolved.clear();
    }

    /// Records an island if it is harder than those recorded before; `tolerance`: m/s, `contacts`: number of contacts.
    #[doc(hidden)]
    pub fn note(&mut self, case: u32, history: &ResidualHistory, tolerance: f64, contacts: usize) {
        let hardest = &mut self.hardest[case as usize];
        let Some((iterations, residual)) = history.samples.last().copied() else { return };
        let is_solved = residual < tolerance;
        let (most, worst) = hardest.history.samples.last().copied().unwrap_or_default();
        let is_harder = match (is_solved, hardest.is_solved) {
            _ if hardest.contacts == 0 => true,
            (true, true) => iterations > most,
            // NaN is worse than any number.
            (false, false) => residual > worst || residual.is_nan(),
            (solved, _) => !solved,
        };
        if is_harder {
            *hardest = HardestIsland { contacts, history: history.clone(), is_solved };
        }
    }

    /// Approximate memory use, bytes.
    pub(in crate::step) fn bytes(&self) -> usize {
        let island = |island: &HardestIsland| size_of::<HardestIsland>() + size_of_val(island.history.samples());
        self.hardest.iter().map(island).sum::<usize>() + size_of_val(self.unsolved.as_slice())
    }
}
