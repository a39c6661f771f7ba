//! Kinetic energy of all dynamic bodies, in three parts that sum to the total.

use crate::laws::Vec3;
use crate::laws::motion::apply_inertia;
use crate::observe::state::BodyState;
use serde::Serialize;

/// Kinetic energy, J: of the common motion, of the relative motion, and of the rotation.
///
/// | part | equation |
/// |---|---|
/// | E_com | ½ M v_com², M = Σ m, v_com = Σ m v / M |
/// | E_diff | ½ Σ m (v − v_com)² |
/// | E_rot | ½ Σ ω·I ω |
///
/// Fixed and driven bodies, whose mass is infinite, are excluded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KineticParts {
    /// Energy of the common centre of mass, J.
    #[serde(rename = "E_com")]
    pub common: f64,
    /// Energy of the centres of the bodies relative to the common centre of mass, J.
    #[serde(rename = "E_diff")]
    pub relative: f64,
    /// Rotational energy of the bodies about their own centres, J.
    #[serde(rename = "E_rot")]
    pub rotation: f64,
}

impl KineticParts {
    /// Kinetic energies of these bodies.
    pub fn from_bodies(bodies: &[BodyState]) -> Self {
        Self { common: common(bodies), relative: relative(bodies), rotation: rotation(bodies) }
    }
}

/// 1, or NaN if the program that computed an imported run did not say the velocity of a movable body.
fn told(bodies: &[BodyState]) -> f64 {
    if movable(bodies).all(|body| body.is_velocity_known) { 1.0 } else { f64::NAN }
}

fn movable(bodies: &[BodyState]) -> impl Iterator<Item = &BodyState> {
    bodies.iter().filter(|body| body.mass.mass.is_finite())
}

/// Total mass M, kg, and velocity v_com, m/s, of the movable bodies; zero without such bodies.
fn centre(bodies: &[BodyState]) -> (f64, Vec3) {
    let (mut mass, mut momentum) = (0.0, Vec3::zeros());
    for body in movable(bodies) {
        mass += body.mass.mass;
        momentum += body.v * body.mass.mass;
    }
    (mass, if mass > 0.0 { momentum / mass } else { momentum })
}

/// Total kinetic energy Σ ½ m v² + ½ ω·I ω, J; equals the sum of the three parts.
pub fn total(bodies: &[BodyState]) -> f64 {
    movable(bodies).map(|body| 0.5 * body.mass.mass * body.v.norm_squared() + body.rotational_energy()).sum::<f64>()
        * told(bodies)
}

/// Energy E_com of the common centre of mass, J.
pub(crate) fn common(bodies: &[BodyState]) -> f64 {
    let (mass, v) = centre(bodies);
    0.5 * mass * v.norm_squared() * told(bodies)
}

/// Energy E_diff of the bodies' centres relative to the common centre of mass, J.
pub(crate) fn relative(bodies: &[BodyState]) -> f64 {
    let (_, v) = centre(bodies);
    0.5 * movable(bodies).map(|body| body.mass.mass * (body.v - v).norm_squared()).sum::<f64>() * told(bodies)
}

/// Rotational energy E_rot of the bodies about their own centres, J.
pub(crate) fn rotation(bodies: &[BodyState]) -> f64 {
    movable(bodies).map(BodyState::rotational_energy).sum::<f64>() * told(bodies)
}

impl BodyState {
    /// Rotational energy ½ ω·I ω of a body of finite mass, J.
    pub(crate) fn rotational_energy(&self) -> f64 {
        0.5 * self.w.dot(&apply_inertia(&self.mass.inertia, &self.q, &self.w))
    }
}
