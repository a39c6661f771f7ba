//! An order of sweeps in which the processor works at several contacts at once.

use super::problem::DaeProblem;
use crate::step::solve::mover::InverseMass;
use std::ops::Range;

/// Pairs of bodies in rounds: no two pairs of a round share a body that friction moves, and a pair is in the round
/// after the last earlier pair that shares a body with it. A sweep by rounds is bitwise one in the order of keys, because
/// the velocities of each body change in that order; but the contacts of a round do not wait for each other.
pub(super) struct Rounds {
    pairs: Vec<Range<usize>>,
    /// Where each round begins, and where the last ends.
    begins: Vec<usize>,
}

impl Rounds {
    /// The rows of these pairs, in the order of their keys.
    pub(super) fn of(DaeProblem { rows, bodies, .. }: &DaeProblem, pairs: Vec<Range<usize>>) -> Self {
        let moves: Vec<bool> = bodies.iter().map(|body| body.mass != InverseMass::NONE).collect();
        // The round after the last in which a body has a pair.
        let mut next: Vec<usize> = vec![0; bodies.len()];
        let mut rounds = Vec::with_capacity(pairs.len());
        // First, one further on, how many pairs each round has.
        let mut begins = vec![0];
        for pair in pairs {
            let [i, j] = rows[pair.start].bodies.map(|body| body as usize);
            let of = |body: usize| if moves[body] { next[body] } else { 0 };
            let round = of(i).max(of(j));
            (next[i], next[j]) = (round + 1, round + 1);
            begins.resize(begins.len().max(round + 2), 0);
            begins[round + 1] += 1;
            rounds.push((round, pair));
        }
        for round in 1..begins.len() {
            begins[round] += begins[round - 1];
        }
        let (mut ordered, mut places) = (vec![0..0; rounds.len()], begins.clone());
        for (round, pair) in rounds {
            ordered[places[round]] = pair;
            places[round] += 1;
        }
        Self { pairs: ordered, begins }
    }

    /// The pairs of each round.
    pub(super) fn each(&self) -> impl Iterator<Item = &[Range<usize>]> {
        self.begins.windows(2).map(|round| &self.pairs[round[0]..round[1]])
    }
}
