//! Roll and spin friction: `rolling sds`, `twisting sds` and `twisting marshall`.
//!
//! LAMMPS applies a rolling pseudo force F to the displacement `∫R_eff (ω_i − ω_j) × n dt`, with the torque
//! `R_eff n × F` on i and its opposite on j. In pure rolling that displacement is the path p of the contact point
//! over either body, and the paper's law turns each body by κp, κ = 1/(2 R_eff), against the torque stiffness K_R:
//! the same torques follow from `k_roll = K_R/(2 R_eff²)`, and likewise for damping.

use super::super::report::Losses;
use super::body_pair::{BodyPair, PairLoss};
use super::tangential::TangentialCoefficients;
use stickslip_engine::laws::friction::element::Spring;
use stickslip_engine::laws::friction::parameters::{Damping, SpinModel};
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_engine::laws::{RollLaw, SpinLaw};

/// The rolling part of the coefficients; empty without roll friction.
pub(in crate::interop::lammps) fn rolling(pair: &BodyPair, losses: &mut Losses) -> Result<String, PairLoss> {
    let (friction, squared) = (pair.friction, pair.radius * pair.radius);
    let given = friction.slide_given.stiffness.unwrap_or(friction.k_e);
    let usual = |mu: f64| 2.0 * friction.roll.of_torque() * mu;
    let inertia = pair.at.roll_inertia[0];
    let [stiffness, damping, mu] = match friction.laws.roll {
        RollLaw::FangNegrut(_) => {
            let spring = &pair.springs.roll_i;
            if *spring == Spring::default() {
                return Ok(String::new());
            }
            losses.add(
                "roll: one torque for both bodies of a pair, from their relative rotation; it equals the torque of the scene in \
                 pure rolling, and differs when sliding or when the paths differ",
            );
            let [of_stick, of_slip] = spring.thresholds();
            static_torque(of_stick, of_slip, "roll", losses);
            [0.5 * spring.stiffness / squared, 0.5 * spring.damping / squared, of_slip / pair.radius]
        }
        RollLaw::SpringDashpot(law) => {
            let k = law.stiffness.unwrap_or(given);
            let rule = law.eta.map_or(friction.roll_given.damping, Damping::Ratio);
            let damping = rule.coefficient(inertia, k * squared);
            [k, damping / squared, law.mu_r.unwrap_or(usual(friction.mu_k))]
        }
        RollLaw::LudingRoll(law) => {
            let k = law.stiffness.unwrap_or(given);
            let damping = friction.roll_given.damping.coefficient(inertia, k * squared);
            let [of_stick, of_slip] = [friction.mu_s, friction.mu_k].map(|mu| law.mu_r.unwrap_or(usual(mu)));
            static_torque(of_stick, of_slip, "roll", losses);
            [k, damping / squared, of_slip]
        }
        other => return Err(no_counterpart(AnyLaw::Roll(other), "`fang-negrut`, `spring-dashpot` or `luding-roll`")),
    };
    Ok(format!("rolling sds {stiffness:?} {damping:?} {mu:?}"))
}

/// The twisting part of the coefficients; empty without spin friction.
pub(in crate::interop::lammps) fn twisting(
    pair: &BodyPair,
    slide: &TangentialCoefficients,
    losses: &mut Losses,
) -> Result<String, PairLoss> {
    let friction = pair.friction;
    let spring = match friction.laws.spin {
        SpinLaw::FangNegrut(_) => match friction.spin {
            SpinModel::Off => return Ok(String::new()),
            SpinModel::Hertz => {
                losses.add(
                    "spin: `twisting marshall` yields at 2/3 mu N a, not at 1/2 mu N a; its stiffness is the same",
                );
                return Ok("twisting marshall".to_owned());
            }
            SpinModel::Heuristic { .. } | SpinModel::Given | SpinModel::Limit => pair.springs.spin,
        },
        SpinLaw::Marshall(law) => {
            let own = [law.stiffness.is_some_and(|k| k != slide.stiffness), law.mu.is_some_and(|mu| mu != slide.mu)];
            if own != [false; 2] {
                losses.add(
                    "spin: `twisting marshall` takes stiffness and coefficient of slide, not those given for spin",
                );
            }
            return Ok("twisting marshall".to_owned());
        }
        SpinLaw::LudingSpin(law) => luding(pair, law.stiffness, law.mu_o),
        other => return Err(no_counterpart(AnyLaw::Spin(other), "`fang-negrut`, `luding-spin` or `marshall`")),
    };
    let [of_stick, of_slip] = spring.thresholds();
    static_torque(of_stick, of_slip, "spin", losses);
    Ok(format!("twisting sds {:?} {:?} {of_slip:?}", spring.stiffness, spring.damping))
}

/// The spring of the law `luding-spin` for N = 1 N.
fn luding(pair: &BodyPair, stiffness: Option<f64>, mu: Option<f64>) -> Spring {
    let friction = pair.friction;
    let k = stiffness.or(friction.slide_given.stiffness).unwrap_or(friction.k_e) * pair.radius * pair.radius;
    let damping = friction.spin_given.damping.coefficient(pair.at.spin_inertia, k);
    let caps = mu.map_or_else(|| pair.springs.spin.thresholds(), |mu| [mu * pair.radius; 2]);
    Spring::from_load_caps(caps, k, damping)
}

fn static_torque(of_stick: f64, of_slip: f64, component: &str, losses: &mut Losses) {
    if of_stick > of_slip {
        losses.add(format!(
            "{component}: the torque yields where it slips in the scene, by mu_k; the static limit is lost"
        ));
    }
}

fn no_counterpart(law: AnyLaw, instead: &str) -> PairLoss {
    let component = law.component();
    [
        format!("the {component} law `{}` has no counterpart in LAMMPS", law.info().id),
        format!("take {instead} for {component}"),
    ]
}
