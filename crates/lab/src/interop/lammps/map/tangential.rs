//! Slide friction: `tangential linear_history` or one of the four `mindlin` models. Their damping coefficient is a multiple of the damping
//! coefficient of the normal force.

use super::super::report::Losses;
use super::body_pair::{BodyPair, PairLoss};
use super::normal::NormalCoefficients;
use stickslip_engine::laws::SlideLaw;
use stickslip_engine::laws::friction::limit::limit_surface::LimitSurface;

/// The tangential part of the coefficients of a pair.
pub(in crate::interop::lammps) struct TangentialCoefficients {
    /// Name of the model: `linear_history`, `mindlin`, `mindlin/force`, `mindlin_rescale` or `mindlin_rescale/force`.
    model: &'static str,
    /// k_t, N/m; for the `mindlin` models 8 G_eff, N/m².
    pub(in crate::interop::lammps) stiffness: f64,
    /// x_γt = η_t/η_n, dimensionless.
    damping: f64,
    /// μ_t.
    pub(in crate::interop::lammps) mu: f64,
}

/// Loss of the laws whose damping acts in stick only.
const NO_RESTART: &str = "damping of slide: also acts during slip, up to μN; in the scene in stick only";

impl TangentialCoefficients {
    pub(in crate::interop::lammps) fn new(
        pair: &BodyPair,
        normal: &NormalCoefficients,
        losses: &mut Losses,
    ) -> Result<Self, PairLoss> {
        let friction = pair.friction;
        if !friction.is_isotropic() {
            losses.add("grain: friction is that along the grain in all directions");
        }
        if friction.limit != LimitSurface::Independent {
            losses.add("limit: slide and spin do not limit each other");
        }
        let given = friction.slide_given.stiffness.unwrap_or(friction.k_e);
        let mut linear = |stiffness: f64, coefficient: f64, mu: f64| {
            let damping = damping_factor(coefficient, normal, losses);
            Self { model: "linear_history", stiffness, damping, mu }
        };
        match friction.laws.slide {
            SlideLaw::FangNegrut(_) => Ok(Self::of_path(pair, normal, losses)),
            SlideLaw::CundallStrack(law) => {
                let k = law.stiffness.unwrap_or(given);
                let words = linear(k, law.dashpot(pair.at.mass, k), law.mu.unwrap_or(friction.mu_k));
                losses.add(NO_RESTART);
                Ok(words)
            }
            SlideLaw::Luding(law) => {
                let k = law.stiffness.unwrap_or(given);
                let coefficient = friction.slide_given.damping.coefficient(pair.at.mass, k);
                let words = linear(k, coefficient, friction.mu_k);
                static_friction(friction.mu_s, friction.mu_k, losses);
                Ok(words)
            }
            SlideLaw::MindlinTsuji(law) => {
                let shear = pair.elastic.map_or(0.0, |elastic| elastic.shear);
                let mu = law.mu.unwrap_or(friction.mu_k);
                let damping = tsuji(law.alpha, normal)?;
                losses.add(NO_RESTART);
                Ok(Self { model: "mindlin", stiffness: 8.0 * shear, damping, mu })
            }
            SlideLaw::MindlinForce(law) => {
                let [mu, k, damping] = [law.mu, law.stiffness, law.damping];
                Self::without_partial_slip("mindlin/force", [mu, k, damping], (pair, normal), losses)
            }
            SlideLaw::MindlinRescale(law) => {
                let [mu, k, damping] = [law.mu, law.stiffness, law.damping];
                Self::without_partial_slip("mindlin_rescale", [mu, k, damping], (pair, normal), losses)
            }
            SlideLaw::MindlinRescaleForce(law) => {
                let [mu, k, damping] = [law.mu, law.stiffness, law.damping];
                Self::without_partial_slip("mindlin_rescale/force", [mu, k, damping], (pair, normal), losses)
            }
            other => Err([
                format!(
                    "the slide law `{}` has no counterpart in LAMMPS",
                    stickslip_engine::laws::pair::choice::AnyLaw::Slide(other).info().id
                ),
                "take `fang-negrut`, `cundall-strack`, `luding`, `mindlin-tsuji`, `mindlin-force`, `mindlin-rescale` or \
                 `mindlin-rescale-force`"
                    .to_owned(),
            ]),
        }
    }

    /// The coefficients of the paper's law, whose increments LAMMPS takes from the velocities.
    fn of_path(pair: &BodyPair, normal: &NormalCoefficients, losses: &mut Losses) -> Self {
        let spring = &pair.springs.slide;
        let [of_stick, of_slip] = spring.thresholds();
        let damping = damping_factor(spring.damping, normal, losses);
        losses.add(
            "path: slip is the velocity difference at the contact, not the difference of the two paths of the contact point, \
             and its spring turns with the contact plane",
        );
        losses
            .add("saturation: spring plus damping is limited to μN; in the scene the spring alone to its kinetic cap");
        losses.add(NO_RESTART);
        static_friction(of_stick, of_slip, losses);
        Self { model: "linear_history", stiffness: spring.stiffness, damping, mu: of_slip }
    }

    /// The coefficients of a law after Mindlin without partial slip, from its `mu`, `stiffness` and `damping`.
    fn without_partial_slip(
        model: &'static str,
        [mu, stiffness, damping]: [Option<f64>; 3],
        (pair, normal): (&BodyPair, &NormalCoefficients),
        losses: &mut Losses,
    ) -> Result<Self, PairLoss> {
        let Some(elastic) = pair.elastic.filter(|_| stiffness.is_none()) else {
            return Err([
                format!("the stiffness of `tangential {model}` grows with the contact radius; here it is constant"),
                "leave out `stiffness` and give one of the bodies `youngs_modulus` and `poisson_ratio`, or take \
                 `cundall-strack`"
                    .to_owned(),
            ]);
        };
        losses.add(NO_RESTART);
        let damping = damping.map_or(1.0, |coefficient| damping_factor(coefficient, normal, losses));
        Ok(Self { model, stiffness: 8.0 * elastic.shear, damping, mu: mu.unwrap_or(pair.friction.mu_k) })
    }

    pub(in crate::interop::lammps) fn words(&self) -> String {
        let Self { model, stiffness, damping, mu } = self;
        format!("tangential {model} {stiffness:?} {damping:?} {mu:?}")
    }
}

fn static_friction(of_stick: f64, of_slip: f64, losses: &mut Losses) {
    if of_stick > of_slip {
        losses.add(format!(
            "static friction: LAMMPS has one coefficient of friction, here that of slip, {of_slip:?}; mu_s, {of_stick:?}, is lost"
        ));
    }
}

/// x_γt of a damping coefficient, N·s/m; 0 if the normal force has no damping.
fn damping_factor(coefficient: f64, normal: &NormalCoefficients, losses: &mut Losses) -> f64 {
    if coefficient == 0.0 {
        return 0.0;
    }
    if normal.coefficient == 0.0 {
        losses.add("damping of slide: LAMMPS has it as a multiple of the damping of the normal force, which is 0 here");
        return 0.0;
    }
    if normal.hertz_ratio.is_some() {
        losses.add(
            "damping of slide: it varies with the overlap as that of the normal force does, and is that of the scene at the \
             overlap of a ball at rest under its weight",
        );
    }
    coefficient / normal.coefficient
}

/// x_γt of Tsuji's α, with `η_t = α √(m_eff K_n) δ^¼` and `η_n = √5 ζ √(m_eff K_n) δ^¼`, K_n = 4/3 E_eff √R_eff; 1 if
/// α takes its default, the value of the normal force.
fn tsuji(alpha: Option<f64>, normal: &NormalCoefficients) -> Result<f64, PairLoss> {
    match (alpha, normal.hertz_ratio) {
        (None, _) => Ok(1.0),
        (Some(alpha), Some(zeta)) if zeta > 0.0 => Ok(alpha / (5.0_f64.sqrt() * zeta)),
        (Some(_), _) => Err([
            "LAMMPS takes the damping of slide as a multiple of the normal damping, which cannot express this `alpha`"
                .to_owned(),
            "leave out `alpha`, or take `normal: Hertz` with a restitution below 1".to_owned(),
        ]),
    }
}
