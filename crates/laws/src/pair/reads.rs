//! Which friction parameters a set of laws reads: a contact point is driven twice, with two values of the parameter, and
//! a law that reads it answers differently.

use crate::Vec2;
use crate::friction::element::FrictionSpring;
use crate::friction::law::{ContactState, Relative};
use crate::friction::limit::limit_surface::LimitSurface;
use crate::friction::parameters::{FrictionParameters, InitialHistory, Overrides, RollCoefficient, SpinModel};
use crate::pair::choice::Laws;
use crate::pair::probe::Probe;

/// The loads of a contact point in a step: slide, N, roll of both bodies and spin, N·m.
type Answer = ([Vec2; 3], f64);

/// Steps of the program to and fro.
const STEPS: usize = 240;
/// First steps of the short programs, as fractions of the thresholds: from the first to the second, by the third.
const FIRST_STEPS: [f64; 3] = [1e-3, 3.0, 1.1];
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

    /// The loads on a ball that is driven over a plane: to and fro, each component far beyond its threshold, under a normal
    /// force that rises and falls; and, for what matters at the start alone, in a few steps of many sizes.
    fn answers(&self, friction: FrictionParameters) -> Vec<Answer> {
        let [radius, mass] = BALL;
        let new = || Probe::new(*self, ContactState::ball_on_plane(friction, radius, mass, Some(ELASTIC), DT));
        let step = |probe: &mut Probe, size: f64, normal: f64| {
            let along = Vec2::new(1.0, 0.3) * (size * THRESHOLD);
            probe.step(
                Relative::from_step(along, along * (0.5 / radius), size * THRESHOLD / radius, radius, DT),
                normal,
            );
            let of = |part: &FrictionSpring<Vec2>| part.elastic + part.damping;
            let loads = [&probe.slide, &probe.roll_i, &probe.roll_j].map(of);
            (loads, probe.spin.elastic + probe.spin.damping)
        };
        let mut probe = new();
        let to_and_fro = (0..STEPS).map(|k| {
            let phase = std::f64::consts::TAU * k as f64 / STEPS as f64;
            // Small motions first, in stick; then some thresholds to and fro.
            let size = 0.5 * libm::sin(3.0 * phase) * (phase / std::f64::consts::TAU);
            step(&mut probe, size, NORMAL * (1.0 + 0.2 * libm::sin(phase)))
        });
        let mut answers: Vec<Answer> = to_and_fro.collect();
        let [first, last, by] = FIRST_STEPS;
        for size in std::iter::successors(Some(first), |size| Some(size * by)).take_while(|size| *size < last) {
            let mut probe = new();
            answers.extend((0..3).map(|_| step(&mut probe, size, NORMAL)));
        }
        answers
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
