//! An order of sweeps in which the processor works at several contacts at once.

use super::problem::DaeProblem;
use crate::step::solve::mover::InverseMass;
use std::ops::Range;

/// The pairs of a problem in rounds: no two pairs of a round share a body that friction moves, and a pair is in the
/// round after the last earlier pair that shares a body with it. A sweep in this order is bitwise one in the order of
/// keys, because the velocities of each body change in that order; but a contact seldom waits for the one before it.
pub(super) fn in_rounds(problem: &DaeProblem) -> Vec<Range<usize>> {
    let DaeProblem { pairs, rows, bodies, .. } = problem;
    let moves: Vec<bool> = bodies.iter().map(|body| body.mass != InverseMass::NONE).collect();
    // The round after the last in which a body has a pair.
    let mut next: Vec<usize> = vec![0; bodies.len()];
    let mut rounds = Vec::with_capacity(pairs.len());
    // Where each round begins; first, one further on, how many pairs it has.
    let mut begins = vec![0];
    for pair in pairs.iter().filter(|pair| !pair.is_empty()) {
        let [i, j] = rows[pair.start].bodies;
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
    let mut ordered = vec![0..0; rounds.len()];
    for (round, pair) in rounds {
        ordered[begins[round]] = pair.clone();
        begins[round] += 1;
    }
    ordered
}
