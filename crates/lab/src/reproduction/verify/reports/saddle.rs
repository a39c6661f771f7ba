//! A fine grain rolls off the saddle between two coarse balls.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::scene::{G, ReportScene, body};
use crate::trace::StudyError;
use std::f64::consts::PI;

/// Radius of the coarse balls, m, μ, and the angle at which the grain starts, from the top, rad.
const COARSE: f64 = 0.01;
const MU: f64 = 0.5;
const START: f64 = 3.0 * PI / 180.0;
/// Density of the grain, kg/m³, and k_n, N/m.
const DENSITY: f64 = 2500.0;
const STIFFNESS: f64 = 1e4;

/// A grain on two coarse balls that touch each other.
#[derive(Clone, Copy, Debug)]
struct Saddle {
    /// Radius of the grain, m.
    radius: f64,
}

impl Saddle {
    /// Radius of the circle on which the grain's centre moves, m.
    fn circle(&self) -> f64 {
        let far = COARSE + self.radius;
        (far * far - COARSE * COARSE).sqrt()
    }

    /// The angle from the top at which rigid bodies part, rad. The grain rolls on two points at the distance
    /// r_e = r ρ/(R + r) from the axis of its rotation, and slips once its friction has reached μ N:
    /// m a = m g sin φ − F, 2/5 m r² ω' = F r_e, N = (R + r)/ρ · m (g cos φ − v²/ρ). Steps of the second order.
    fn parting(&self) -> f64 {
        let (rho, r) = (self.circle(), self.radius);
        let lean = rho / (COARSE + r);
        let arm = r * lean;
        let inertia = 0.4 * r * r / (arm * arm);
        let h = 1e-6;
        let (mut phi, mut v, mut slips) = (START, 0.0_f64, false);
        loop {
            let mut rate = |phi: f64, v: f64| {
                let pressed = G * libm::cos(phi) - v * v / rho;
                let most = MU * pressed / lean;
                let wanted = G * libm::sin(phi) * inertia / (1.0 + inertia);
                slips |= wanted > most;
                (v / rho, G * libm::sin(phi) - if slips { most } else { wanted }, pressed)
            };
            let (turn, gain, pressed) = rate(phi, v);
            if pressed <= 0.0 {
                return phi;
            }
            let (turn, gain, _) = rate(phi + 0.5 * h * turn, v + 0.5 * h * gain);
            (phi, v) = (phi + h * turn, v + h * gain);
        }
    }

    /// The angle from the top at which the grain first touches neither ball, rad; `part`: Δt over the time of contact.
    fn found(&self, laws: &str, part: f64) -> Result<f64, StudyError> {
        let (rho, r) = (self.circle(), self.radius);
        let mass = DENSITY * 4.0 / 3.0 * PI * r * r * r;
        let dt = PI * (mass / STIFFNESS).sqrt() * part;
        let ball = |name: &str, x: f64| {
            format!(
                r#"(name: "{name}", shape: Sphere(radius: {COARSE:?}), motion: Fixed, position: ({x:?}, 0.0, 0.0))"#
            )
        };
        let (sin, cos) = (libm::sin(START), libm::cos(START));
        let bodies = vec![
            ball("left", -COARSE),
            ball("right", COARSE),
            format!(
                r#"(name: "grain", shape: Sphere(radius: {r:?}), density: {DENSITY:?}, position: (0.0, {:?}, {:?}))"#,
                rho * sin,
                rho * cos
            ),
        ];
        let laws = format!(
            "friction: (mu_s: {MU:?}, mu_k: {MU:?}, k_e: 8235.0{laws}), normal: Hooke(k_n: {STIFFNESS:?}, restitution: 0.5)"
        );
        let mut simulation = ReportScene::new([dt, 1.0], laws, bodies).begin()?;
        // The contacts of the first steps may bounce.
        let settled = (200.0 / part) as u64;
        loop {
            simulation.steps(if simulation.step_count() < settled { settled } else { 20 });
            if let Some(why) = simulation.stopped() {
                return Err(StudyError::new("report", why));
            }
            let state = simulation.state();
            let grain = body(&state, "grain")?;
            let angle = libm::atan2(grain.x.y.abs(), grain.x.z);
            if state.contacts.is_empty() || angle > 0.5 * PI {
                return Ok(angle);
            }
        }
    }
}

pub(super) fn run(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let laws = ["", "cundall-strack", "stribeck", "elasto-plastic", "mindlin-incremental", "luding"];
    let mut compare = |ratio: f64, law: &str| -> Result<(), StudyError> {
        let saddle = Saddle { radius: COARSE / ratio };
        let field = if law.is_empty() { String::new() } else { format!(", laws: (slide: \"{law}\")") };
        let found = saddle.found(&field, 1.0 / 50.0)?.to_degrees();
        let name = if law.is_empty() { "fang-negrut" } else { law };
        rows.closed_form(
            format!("{name}, R/r {ratio}, dt t_c/50: the grain parts at [degrees]"),
            saddle.parting().to_degrees(),
            found,
            0.2,
        );
        Ok(())
    };
    laws.iter().try_for_each(|law| compare(10.0, law))?;
    laws[..2].iter().try_for_each(|law| compare(20.0, law))?;
    compare(50.0, "cundall-strack")
}
