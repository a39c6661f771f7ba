//! The scenes in which forms and methods of the solver are measured.

use crate::trace::{StudyError, first_fault, scene};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::step::snapshot::ChangedState;

/// A scene, and the range of its steps that is measured.
pub(super) struct SolverCase {
    /// Title of the case.
    pub(super) name: &'static str,
    pub(super) scene: Scene,
    /// State before the measured steps; `None` for the start of the scene.
    pub(super) start: Option<ChangedState>,
    /// Number of measured steps.
    pub(super) steps: u64,
}

/// All cases, the small ones first.
pub(super) fn cases() -> Result<Vec<SolverCase>, StudyError> {
    let built_in = |name, of, steps| Ok(SolverCase { name, scene: scene(of, &[])?, start: None, steps });
    let balls =
        |name, masses: &[f64], steps| Ok(SolverCase { name, scene: stack(&column(masses))?, start: None, steps });
    Ok(vec![
        built_in("A ball that rolls and stops", "rigid-ball-rolls", 800)?,
        built_in("A block that is set down, slides and stops", "rigid-block-set-down", 100)?,
        balls("A column of ten equal balls", &[1.0; 10], 50)?,
        balls("A column of three balls, 1e4 : 100 : 1 from below", &[1e4, 100.0, 1.0], 50)?,
        balls("A column of three balls, 1 : 100 : 1e4 from below", &[1.0, 100.0, 1e4], 50)?,
        SolverCase { name: "A stack of five bricks", scene: stack(&bricks(5))?, start: None, steps: 20 },
        pile()?,
    ])
}

/// A scene of bodies stacked on the ground, with steps of 1e-3 s.
fn stack(bodies: &str) -> Result<Scene, StudyError> {
    let text = format!(
        r#"Scene(schema: 1, title: "stack", time: (dt: 1e-3, duration: 1.0), gravity: (0.0, 0.0, -9.81),
            friction: (mu: 0.5, rho: 2e-3, sigma: 1e-3), normal: Rigid, bodies: [(name: "ground", shape: Plane), {bodies}])"#
    );
    Scene::parse("stack", &text).map_err(|faults| StudyError::new("stack", first_fault(&faults)))
}

/// Balls with a radius of 0.1 m in a column, the lowest first; masses in kg.
fn column(masses: &[f64]) -> String {
    let ball = |(k, mass): (usize, &f64)| {
        let z = 0.1 + 0.2 * k as f64;
        format!(r#"(name: "ball-{k}", shape: Sphere(radius: 0.1), mass: {mass:?}, position: (0.0, 0.0, {z:?}))"#)
    };
    masses.iter().enumerate().map(ball).collect::<Vec<_>>().join(", ")
}

/// Stacked bricks; every second one is shifted by 1 cm along y.
fn bricks(count: usize) -> String {
    let brick = |k: usize| {
        let (y, z) = (0.01 * (k % 2) as f64, 0.03 + 0.06 * k as f64);
        format!(
            r#"(name: "brick-{k}", shape: Box(half_extents: (0.12, 0.06, 0.03)), mass: 1.0, position: (0.0, {y:?}, {z:?}))"#
        )
    };
    (0..count).map(brick).collect::<Vec<_>>().join(", ")
}

/// A heap of 512 balls that fall onto each other, after 0.4 s.
fn pile() -> Result<SolverCase, StudyError> {
    let edits = [
        ("bodies.ball.fill", "Lattice(count: (8, 8, 8), spacing: 0.05, jitter: 0.0049, seed: 1)"),
        ("bodies.ball.position", "(-0.175, -0.175, 0.026)"),
    ];
    let mut scene = scene("rigid-heap", &edits)?;
    let mut falls = Simulation::new(&scene);
    falls.use_threads(1);
    falls.steps((0.4 / scene.dt).round() as u64);
    scene.solver.tolerance = 1e-5;
    Ok(SolverCase { name: "A pile of 512 balls", scene, start: Some(falls.changed()), steps: 5 })
}
