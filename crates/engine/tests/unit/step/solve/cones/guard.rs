//! Tests of `step::solve::cones::guard`.

use super::problem::column;
use stickslip_engine::internals::{Remedy, SolvedIsland, SolverProgress};
use stickslip_engine::laws::Vec3;

/// A ball of 1 kg that falls onto a plane at 1 m/s: an impulse of 1 N·s stops it. An impulse of 3 N·s would throw it
/// up at 2 m/s, with four times its energy; scaled down to 2 N·s it keeps its energy. 1.5 N·s is left as it is, and an
/// impulse on a ball that rises is removed.
#[test]
fn an_impulse_that_adds_energy_is_scaled_to_keep_it() {
    for (speed, impulse, expected) in [(-1.0, 3.0, 2.0), (-1.0, 1.5, 1.5), (1.0, 0.5, 0.0), (-1.0, f64::NAN, 0.0)] {
        let problem = column(&[1.0], Vec3::z() * speed, [0.5, 0.0, 0.0]);
        let at = problem.at(vec![[impulse, 0.0, 0.0, 0.0, 0.0, 0.0]]);
        let mut found = SolvedIsland { at, progress: SolverProgress::default(), remedy: Remedy::default() };
        problem.remove_gain(&mut found, &problem.free);
        assert!((found.at.x[0][0] - expected).abs() < 1e-12, "{speed} {impulse}: {:?}", found.at.x);
        assert!((found.at.velocities[1].v.z - speed - expected).abs() < 1e-12);
        assert_eq!(found.remedy.is_scaled, impulse != expected);
    }
}
