//! An order of sweeps that lets the processor work on several contacts at once.

use super::problem::DaeProblem;
use std::ops::Range;

/// Pairs of bodies in rounds: no two pairs of a round share a body that friction moves, and a pair is in the round
/// after the last earlier pair that shares a body with it. A sweep by rounds gives the same bits as a sweep in the
/// order of keys, because the velocities of each body change in that order; but the contacts of a round need not wait
/// for each other.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    pairs: Vec<Range<usize>>,
    /// Index in `pairs` at which each round begins, and at which the last ends.
    begins: Vec<usize>,
    /// The round of each pair of the problem.
    rounds: Vec<usize>,
    /// For each body, the round after the last one with a pair of the body.
    next: Vec<usize>,
}

impl Rounds {
    /// Arranges the pairs of a problem, which are in the order of their keys.
    pub(super) fn arrange(&mut self, DaeProblem { points, bodies, pairs: given, .. }: &DaeProblem) {
        let Self { pairs, begins, rounds, next } = self;
        next.clear();
        next.resize(bodies.len(), 0);
        rounds.clear();
        // Counts the pairs of each round, stored one place later.
        begins.clear();
        begins.push(0);
        for pair in given {
            let [i, j] = points[pair.start].bodies.map(|body| body as usize);
            let [moves_i, moves_j] = [bodies[i].moves, bodies[j].moves];
            let after = |body: usize, moves: bool| if moves { next[body] } else { 0 };
            let round = after(i, moves_i).max(after(j, moves_j));
            next[i] = if moves_i { round + 1 } else { 0 };
            next[j] = if moves_j { round + 1 } else { 0 };
            begins.resize(begins.len().max(round + 2), 0);
            begins[round + 1] += 1;
            rounds.push(round);
        }
        for round in 1..begins.len() {
            begins[round] += begins[round - 1];
        }
        pairs.clear();
        pairs.resize(given.len(), 0..0);
        // Each beginning advances to the end of its round, which is the beginning of the next.
        for (round, pair) in rounds.iter().zip(given) {
            pairs[begins[*round]] = pair.clone();
            begins[*round] += 1;
        }
        begins.rotate_right(1);
        begins[0] = 0;
    }

    /// The pairs of each round.
    pub(super) fn each(&self) -> impl Iterator<Item = &[Range<usize>]> {
        self.begins.windows(2).map(|round| &self.pairs[round[0]..round[1]])
    }
}
