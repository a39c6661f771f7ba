//! Friction over slip speed, for the slide laws under which it depends on speed, and where the contacts of a rule are on it.

use stickslip_engine::laws::pair::choice::Friction;
use stickslip_engine::observe::state::{ContactView, State};

/// Decimal logarithms of the slowest and the fastest speed, m/s.
const RANGE: [f64; 2] = [-6.0, 1.0];
/// Intervals of the curve.
const INTERVALS: usize = 140;

/// The coefficient of friction in steady sliding over the decimal logarithm of the speed in m/s; `None` for a law under
/// which it is the same at every speed.
pub fn steady_curve(friction: &Friction) -> Option<Vec<[f64; 2]>> {
    let place = |k: usize| RANGE[0] + (RANGE[1] - RANGE[0]) * k as f64 / INTERVALS as f64;
    let mu = |log: f64| friction.laws.slide.steady_mu(&friction.parameters, libm::pow(10.0, log));
    (0..=INTERVALS).map(place).map(|log| mu(log).map(|mu| [log, mu])).collect()
}

/// Points on the curve of the contacts with this slide law and these coefficients that carry load and move in this step:
/// decimal logarithm of the speed of the bodies along each other, and friction force over N. `dt`: step size, s.
pub fn on_the_curve(state: &State, friction: &Friction, dt: f64) -> Vec<[f64; 2]> {
    let place = |contact: &ContactView| {
        let speed = contact.slide.0.increment.norm() / dt;
        let log = libm::log10(speed).clamp(RANGE[0], RANGE[1]);
        (speed > 0.0 && contact.normal.n > 0.0).then(|| [log, contact.slide.0.load().norm() / contact.normal.n])
    };
    // A pair may begin in another mode or with a history, and is on the curve all the same.
    let curve = |of: &Friction| (of.laws.slide, of.mu_s, of.mu_k);
    state.contacts.iter().filter(|contact| curve(&contact.law.friction) == curve(friction)).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;

    /// A block that a belt drags at 0.1 m/s under Stribeck's law is on the curve: μ(0.1) = 0.3 + 0.1 e⁻⁴ + 0.04 · 0.1. Its
    /// pair begins to slip with a history of its own.
    #[test]
    fn a_sliding_block_is_on_the_curve() {
        let text = r#"Scene(schema: 1, title: "belt", time: (dt: 1e-4, duration: 1.0), gravity: (0.0, 0.0, -10.0),
            friction: (mu_s: 0.4, mu_k: 0.3, k_e: 1e5, laws: (slide: Stribeck(v_s: 0.05, viscous: 0.04))),
            normal: Known(Weight),
            pairs: [(between: ("belt", "block"), friction: (start: (slide: slip), history: (slide: (0.0, 3e-5))))],
            bodies: [
                (name: "belt", shape: Plane, motion: Driven(velocity: (0.0, 0.1, 0.0))),
                (name: "block", shape: Box(half_extents: (0.1, 0.1, 0.05)), mass: 1.0, motion: Translating,
                 position: (0.0, 0.0, 0.05))],
            pulls: [(body: "block", stiffness: 1e4, damping: Coefficient(200.0))])"#;
        let scene = Scene::parse("belt", text).unwrap_or_else(|faults| panic!("{faults}"));
        let curve = steady_curve(&scene.friction).expect("a law of speed");
        let expected = 0.3 + 0.1 * libm::exp(-4.0) + 0.04 * 0.1;
        let at = curve.iter().min_by(|a, b| (a[0] + 1.0).abs().total_cmp(&(b[0] + 1.0).abs())).expect("a point");
        assert!((at[0] + 1.0).abs() < 1e-9 && (at[1] - expected).abs() < 1e-9, "{at:?}");
        let mut simulation = Simulation::new(&scene);
        simulation.steps(8000);
        let found = on_the_curve(&simulation.state(), &scene.friction, scene.dt);
        assert!(!found.is_empty());
        for point in found {
            assert!((point[0] + 1.0).abs() < 1e-3 && (point[1] - expected).abs() < 1e-4, "{point:?}");
        }
        let other =
            Scene::parse("belt", &text.replace("Stribeck(v_s: 0.05, viscous: 0.04)", "\"luding\"")).expect("one");
        assert_eq!(steady_curve(&other.friction), None);
    }
}
