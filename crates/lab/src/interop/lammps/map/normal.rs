//! The normal force: `hooke` or `hertz`, with its damping.

use super::body_pair::{BodyPair, PairLoss};
use stickslip_engine::laws::friction::normal::{HertzPair, restitution_with_tension};
use stickslip_engine::laws::friction::parameters::Damping;
use stickslip_engine::scene::NormalLaw;

/// The normal part of the coefficients of a pair.
pub(in crate::interop::lammps) struct NormalCoefficients {
    /// Model and its numbers: `hooke k_n η` or `hertz k_n e`.
    pub(in crate::interop::lammps) model: String,
    /// Keyword of the damping model: `damping coeff_restitution` or `damping velocity`.
    pub(in crate::interop::lammps) damping: &'static str,
    /// η_n, N·s/m; for Hertz at the overlap of a ball at rest under its own weight.
    pub(in crate::interop::lammps) coefficient: f64,
    /// Damping ratio ζ of a Hertz contact; `None` for Hooke.
    pub(in crate::interop::lammps) hertz_ratio: Option<f64>,
}

impl NormalCoefficients {
    pub(in crate::interop::lammps) fn new(pair: &BodyPair) -> Result<Self, PairLoss> {
        let remedy = |law: &str| format!("write `normal: {law}`, or `--set 'normal={law}'`");
        let hooke = || remedy("Hooke(k_n: 1e5, damping: Ratio(0.2))");
        match *pair.normal {
            NormalLaw::Hooke { k_n, damping, .. } => Self::hooke(pair, k_n, damping.rule()),
            NormalLaw::Hertz { damping_ratio, .. } => Self::hertz(pair, damping_ratio),
            NormalLaw::KnownWeight | NormalLaw::KnownForce(_) => {
                Err(["LAMMPS takes the normal force from the overlap; it cannot be `Known`".to_owned(), hooke()])
            }
            NormalLaw::Rigid { .. } => Err(["LAMMPS has no rigid contacts".to_owned(), hooke()]),
            NormalLaw::OverlapArea { .. } => {
                Err(["LAMMPS has no force from the area of an overlap".to_owned(), hooke()])
            }
        }
    }

    fn hooke(pair: &BodyPair, k_n: f64, damping: Damping) -> Result<Self, PairLoss> {
        let coefficient = damping.coefficient(pair.effective_mass, k_n);
        let (number, damping) = match damping {
            Damping::Coefficient(c) => (c, "damping velocity"),
            Damping::Ratio(zeta) => (restitution(zeta)?, "damping coeff_restitution"),
        };
        Ok(Self { model: format!("hooke {k_n:?} {number:?}"), damping, coefficient, hertz_ratio: None })
    }

    /// LAMMPS computes `coeff_restitution` as `η_n = 2√(5/6) ζ √(S_n m_eff)`, the damping of [`HertzPair::force`].
    fn hertz(pair: &BodyPair, zeta: f64) -> Result<Self, PairLoss> {
        let Some(elastic) = pair.elastic else {
            return Err([
                "`Hertz` needs Young's modulus and Poisson ratio".to_owned(),
                "give one of them `youngs_modulus` and `poisson_ratio`".to_owned(),
            ]);
        };
        let hertz = HertzPair { modulus: elastic.modulus, radius: pair.radius };
        let overlap = hertz.overlap(pair.effective_mass * if pair.gravity > 0.0 { pair.gravity } else { 9.81 });
        Ok(Self {
            model: format!("hertz {:?} {:?}", 4.0 / 3.0 * elastic.modulus, restitution(zeta)?),
            damping: "damping coeff_restitution",
            coefficient: hertz.damping(overlap, pair.effective_mass, zeta),
            hertz_ratio: Some(zeta),
        })
    }
}

/// The coefficient of restitution e from which LAMMPS computes the damping ratio ζ ([`restitution_with_tension`]).
fn restitution(zeta: f64) -> Result<f64, PairLoss> {
    if zeta < 1.0 {
        return Ok(restitution_with_tension(zeta));
    }
    Err([
        format!("a damping ratio of {zeta:?} is beyond critical, which no coefficient of restitution of LAMMPS gives"),
        "give a ratio below 1, or Hooke's damping as a `Coefficient`".to_owned(),
    ])
}
