//! Tests of `step::solve::cones::convergence`.

use stickslip_engine::step::{Convergence, HardestIsland, ResidualHistory};

/// Maximum number of samples in a history.
const MAX_SAMPLES: usize = 256;

fn of(residuals: &[f64]) -> ResidualHistory {
    let mut history = ResidualHistory::default();
    (1..).zip(residuals).for_each(|(k, residual)| history.note(k, *residual));
    history
}

/// 10 000 residuals give at most 257 samples at equal intervals, including the last.
#[test]
fn a_long_history_is_bounded_and_even() {
    let residuals: Vec<f64> = (1..=10_000).map(|k| 1.0 / f64::from(k)).collect();
    let mut history = of(&residuals);
    history.end(10_000, 1e-4);
    let samples = history.samples();
    assert!(samples.len() > MAX_SAMPLES / 2 && samples.len() <= MAX_SAMPLES + 1, "{}", samples.len());
    assert_eq!(samples[0], (1, 1.0));
    assert_eq!(samples.last(), Some(&(10_000, 1e-4)));
    let gaps: Vec<u64> = samples.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    assert!(gaps[..gaps.len() - 1].iter().all(|gap| *gap == gaps[0]), "{gaps:?}");
    assert!(samples.iter().all(|(k, residual)| *residual == 1.0 / *k as f64));
}

/// The iterations of a second solver continue the count of the first.
#[test]
fn iterations_of_two_solvers_are_counted_on() {
    let mut history = of(&[1.0, 0.5]);
    history.extend(2, &of(&[0.4, 0.1]));
    assert_eq!(history.samples(), [(1, 1.0), (2, 0.5), (3, 0.4), (4, 0.1)]);
    history.end(4, 0.2);
    assert_eq!(history.samples().last(), Some(&(4, 0.2)));
    assert_eq!(history.samples().len(), 4);
}

/// An island above the tolerance outranks all solved ones, however long those took; NaN outranks all.
#[test]
fn the_hardest_island_is_the_one_that_is_kept() {
    let mut convergence = Convergence::default();
    convergence.begin(1);
    let islands: [(&[f64], usize); 6] =
        [(&[1e-12], 1), (&[1e-3, 1e-12], 2), (&[1e-12], 3), (&[1e-5], 4), (&[1.0, 0.1, 1e-12], 5), (&[f64::NAN], 6)];
    let kept = islands.map(|(residuals, contacts)| {
        convergence.note(0, &of(residuals), 1e-9, contacts);
        convergence.hardest[0].contacts
    });
    assert_eq!(kept, [1, 2, 2, 4, 4, 6]);
    convergence.begin(1);
    assert_eq!(convergence.hardest[0], HardestIsland::default());
}
