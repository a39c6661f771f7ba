//! Tests of `step::solve::cones::problem`.

use nalgebra::Matrix3;
use stickslip_engine::internals::{BlockSteps, ConeRow, InverseMass, Problem, Velocity, largest_eigenvalue};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::limit::cones::{ConeForm, FrictionCone, Limits};

/// Balls of R = 0.1 m with these masses, kg, each touching the one before it along +z, the first a fixed plane, with
/// the same velocity before the impulses.
pub(crate) fn column(masses: &[f64], velocity: Vec3, limits: Limits) -> Problem {
    let mut all = vec![InverseMass::NONE];
    all.extend(masses.iter().map(|mass| InverseMass {
        linear: 1.0 / mass,
        held: None,
        angular: Matrix3::identity() * (2.5 / (mass * 0.01)),
    }));
    let mut free = vec![Velocity { v: velocity, w: Vec3::zeros() }; all.len()];
    free[0] = Velocity::ZERO;
    let (up, x, y) = (Vec3::z(), Vec3::x(), Vec3::y());
    let row = |k: usize| {
        let below = if k == 0 { Vec3::zeros() } else { up * 0.1 };
        let row = ConeRow {
            bodies: [k + 1, k],
            frame: [up, x, y],
            slides: [x, y],
            turns: [x, y, up],
            arms: [up * -0.1, below],
            length: 0.1 * 0.4_f64.sqrt(),
            cone: FrictionCone::apart(limits),
            is_scaled: false,
            bias: 0.0,
            gap: 0.0,
            steps: BlockSteps::default(),
        };
        let mut memory = vec![Velocity::ZERO; all.len()];
        ConeRow { steps: BlockSteps::from_block(&row.block(&all, &mut memory), false), ..row }
    };
    let rows = (0..masses.len()).map(row).collect();
    Problem { form: ConeForm::Exact, kick: 9.81e-3, masses: all, free, rows }
}

/// A symmetric matrix with known eigenvalues: the path graph's 2 − 2 cos(kπ/7), the largest 2 + 2 cos(π/7).
#[test]
fn the_largest_eigenvalue_of_a_path() {
    let mut block = [[0.0; 6]; 6];
    for k in 0..6 {
        block[k][k] = 2.0;
        if k > 0 {
            (block[k][k - 1], block[k - 1][k]) = (-1.0, -1.0);
        }
    }
    let expected = 2.0 + 2.0 * libm::cos(std::f64::consts::PI / 7.0);
    let found = largest_eigenvalue(&block);
    assert!((found - expected).abs() < 1e-14, "{found}");
}
