//! Which friction parameters a set of laws reads: a contact point is driven twice, with two values of the parameter, and
//! a law that reads it answers differently.

use super::Vec2;
use super::choice::Laws;
use super::element::FrictionSpring;
use super::law::{ContactState, Relative};
use super::limit_surface::LimitSurface;
use super::parameters::{FrictionParameters, InitialHistory, Overrides, RollCoefficient, SpinModel};
use super::probe::Probe;

/// The memory and load of a contact point after a step: slide, roll of both bodies, spin.
type Answer = (FrictionSpring<Vec2>, [FrictionSpring<Vec2>; 2], FrictionSpring<f64>);

/// Steps of the program.
const STEPS: usize = 240;
/// Δt of the program, s.
const DT: f64 = 1e-4;
/// Radius, m, and mass, kg, of the ball.
const BALL: [f64; 2] = [0.2, 5.0];
/// Young's modulus, Pa, and Poisson ratio of the ball.
const ELASTIC: (f64, f64) = (1e7, 0.3);
/// Mean normal force, N.
const NORMAL: f64 = 49.0;
/// μ_s N/K_E of [`every_component`], m; the thresholds of roll and spin follow from it.
const THRESHOLD: f64 = 2.5e-4;

impl Laws {
    /// True if a law reads what `change` changes. All components are on, static and kinetic friction differ, and the ball
    /// of the program is elastic, so that nothing but the laws decides.
    pub fn reads(&self, change: impl FnOnce(&mut FrictionParameters)) -> bool {
        let friction = every_component();
        let mut changed = friction;
        change(&mut changed);
        self.answers(friction) != self.answers(changed)
    }

    /// Drives a ball on a plane back and forth, each component far beyond its threshold, under a normal force that rises
    /// and falls.
    fn answers(&self, friction: FrictionParameters) -> Vec<Answer> {
        let [radius, mass] = BALL;
        let mut probe = Probe::new(*self, ContactState::ball_on_plane(friction, radius, mass, Some(ELASTIC), DT));
        let slide = THRESHOLD;
        let (roll, spin) = (0.5 * slide / radius, slide / radius);
        let program = (0..STEPS).map(|k| {
            let phase = std::f64::consts::TAU * k as f64 / STEPS as f64;
            // Small motions first, in stick; then some ten thresholds to and fro.
            let size = 0.5 * libm::sin(3.0 * phase) * (phase / std::f64::consts::TAU);
            let along = Vec2::new(1.0, 0.3) * size;
            let by = Relative::from_step(along * slide, along * roll, size * spin, radius, DT);
            probe.step(by, NORMAL * (1.0 + 0.2 * libm::sin(phase)));
            (probe.slide, [probe.roll_i, probe.roll_j], probe.spin)
        });
        program.collect()
    }
}

/// Friction parameters with which no component is off and no value equals another.
fn every_component() -> FrictionParameters {
    FrictionParameters {
        mu_s: 0.5,
        mu_k: 0.4,
        k_e: 1e5,
        roll: RollCoefficient::Single(0.3),
        spin: SpinModel::Heuristic { eta_psi: 0.2, curvature: 5.0 },
        slide_given: Overrides::default(),
        roll_given: Overrides::default(),
        spin_given: Overrides::default(),
        history: InitialHistory::default(),
        damping_rule: Default::default(),
        across: None,
        limit: LimitSurface::Independent,
    }
}
