//! Residual of the solver by iteration, and the steps that end above the tolerance.

use super::support::parse;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::{ConesReport, Convergence, HardestIsland};

/// Balls of 1, 100 and 10 000 kg on each other, the heaviest on top, and a ball of 1 kg beside them.
fn tower(solver: &str) -> Scene {
    let ball = |name: &str, mass: f64, [y, z]: [f64; 2]| {
        format!("(name: \"{name}\", shape: Sphere(radius: 0.1), mass: {mass:?}, position: (0.0, {y:?}, {z:?})),")
    };
    let bodies = [
        ("low", 1.0, [0.0, 0.1]),
        ("middle", 100.0, [0.0, 0.3]),
        ("high", 1e4, [0.0, 0.5]),
        ("beside", 1.0, [1.0, 0.1]),
    ];
    let bodies: String = bodies.into_iter().map(|(name, mass, at)| ball(name, mass, at)).collect();
    parse(&format!(
        "Scene(schema: 1, title: \"t\", time: (dt: 1e-3, duration: 1.0), gravity: (0.0, 0.0, -9.81), friction: (mu: 0.5, rho: 1e-3),
        normal: Rigid, solver: Cones({solver}), bodies: [(name: \"ground\", shape: Plane), {bodies}])"
    ))
}

/// The hardest island of the last step; `None` before the first step.
fn hardest(simulation: &mut Simulation) -> Option<HardestIsland> {
    simulation.world().resource::<Convergence>().hardest.first().cloned()
}

/// Of the two islands, the tower is the one reported. Its residuals are in the order of the iterations, not beyond the
/// last one, and end with the iterations and the residual that the step reports, for every method.
#[test]
fn the_residuals_of_a_step_end_with_what_it_reports() {
    for form in ["Exact", "Relaxed"] {
        for method in ["Auto", "GaussSeidel", "Apgd", "Newton"] {
            let solver = format!("form: {form}, method: {method}, max_iterations: 200, warm_start: false");
            let mut simulation = Simulation::new(&tower(&solver));
            simulation.step();
            let (last, found) = (simulation.cones().last, hardest(&mut simulation).expect("an island"));
            assert_eq!((last.contacts, last.islands, found.contacts), (4, 2, 3), "{solver}");
            let samples = found.history.samples();
            assert!(samples.len() >= 2 && samples.is_sorted_by_key(|sample| sample.0), "{solver}: {samples:?}");
            let (iterations, residual) = *samples.last().expect("samples");
            assert_eq!(iterations, last.iterations, "{solver}");
            // Once both islands are solved, the largest residual may be that of the other island.
            let is_solved = last.unconverged == 0;
            assert!(
                residual == last.residual || (is_solved && residual < last.residual),
                "{solver}: {residual:?} {last:?}"
            );
            assert!(samples[0].1 > last.residual, "{solver}: {samples:?}");
        }
    }
}

/// Seeking back restores reports and residuals, and each unconverged step is counted once; a cut forgets the steps
/// after it.
#[test]
fn a_step_that_comes_again_says_the_same_of_itself() {
    let scene = tower("method: GaussSeidel, max_iterations: 5");
    let mut simulation = Simulation::new(&scene);
    let mut timeline = Timeline::begin(simulation.world());
    let mut said = Vec::new();
    for step in 0..=200 {
        timeline.seek(simulation.world(), step);
        said.push((simulation.world().resource::<ConesReport>().clone(), hardest(&mut simulation)));
    }
    let above: Vec<u64> = (1..=200).filter(|step| said[*step as usize].0.0[0].last.unconverged > 0).collect();
    assert!(above.len() > 10, "{above:?}");
    // 64 and 128 are steps with a full snapshot.
    for step in [128, 64, 150, 3, 200] {
        timeline.seek(simulation.world(), step);
        let now = (simulation.world().resource::<ConesReport>().clone(), hardest(&mut simulation));
        assert_eq!(now, said[step as usize], "step {step}");
    }
    assert_eq!(timeline.unconverged(), above);
    timeline.cut(100);
    assert_eq!(timeline.unconverged(), &above[..above.partition_point(|step| *step <= 100)]);
}
