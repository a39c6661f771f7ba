//! Tests of `step::solve::cones::smoothing`.

use super::problem::column;
use stickslip_engine::internals::{EliminationOrder, Problem, Smoothing};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::limit::cones::ConeForm;

/// Six balls of 1 and 10⁴ kg in turn, a heavy one on top, that are pressed down and sideways for one step: they stay at
/// rest, each contact carries the momentum of all above it, and the sides of the column hold by friction and roll
/// resistance. Sweeps would take some 10⁵ passes.
#[test]
fn heavy_balls_on_light_ones_are_solved_in_few_factorisations() {
    let masses = [1.0, 1e4, 1.0, 1e4, 1.0, 1e4];
    let kick = 9.81e-3;
    for form in [ConeForm::Exact, ConeForm::Relaxed] {
        let problem = Problem { form, ..column(&masses, Vec3::z() * -kick, [0.5, 1e-2, 1e-2]) };
        let moves = [false, true, true, true, true, true, true];
        let order = EliminationOrder::new(&moves, problem.rows.iter().map(|row| row.bodies));
        let mut at = problem.at(vec![[0.0; 6]; masses.len()]);
        let progress = Smoothing::new(&problem, &order).follow(&mut at, 1e-8, [40, 40]);
        assert!(progress.residual < 1e-8 && progress.iterations <= 40, "{form:?}: {progress:?}");
        for (k, x) in at.x.iter().enumerate() {
            // Each of the contacts below leaves up to the residual as a velocity of all masses above.
            let above: f64 = masses[k..].iter().sum();
            assert!((x[0] - kick * above).abs() < 6.0 * 1e-8 * above, "{form:?} {k}: {x:?}");
        }
    }
}
