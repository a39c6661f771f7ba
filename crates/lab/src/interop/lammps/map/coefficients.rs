//! The coefficients of `pair_style granular` for one pair of atom types, or for a type and a wall.
//!
//! | here | LAMMPS |
//! |---|---|
//! | `Hooke(k_n, damping)` | `hooke k_n` with `damping coeff_restitution e` or `damping velocity c_n` |
//! | `Hertz(restitution)` | `hertz 4/3 E_eff` with `damping coeff_restitution e` |
//! | slide | `tangential linear_history` or one of the `mindlin` models |
//! | roll | `rolling sds` |
//! | spin | `twisting sds` or `marshall` |
//!
//! `limit_damping` keeps the normal force from becoming attractive, as in stickslip without `tension`.

use super::super::report::{Inexpressible, Losses};
use super::body_pair::{BodyPair, PairLoss, Side};
use super::normal::NormalCoefficients;
use super::tangential::TangentialCoefficients;
use super::turning::{rolling, twisting};
use stickslip_engine::laws::friction::parameters::{InitialHistory, Overrides};
use stickslip_engine::scene::Scene;

fn pair_coefficients(pair: &BodyPair, losses: &mut Losses) -> Result<String, PairLoss> {
    if pair.friction.has_curves() {
        return Err([
            "LAMMPS has no load curves or damping curves".to_owned(),
            "give a stiffness and a damping coefficient".to_owned(),
        ]);
    }
    let given = [&pair.friction.slide_given, &pair.friction.roll_given, &pair.friction.spin_given];
    if pair.friction.history != InitialHistory::default()
        || given.iter().any(|given| given.start != Overrides::default().start)
    {
        losses.add("start: every contact begins with empty springs");
    }
    let normal = NormalCoefficients::new(pair)?;
    if pair.normal.has_tension() {
        losses.add("tension: while the normal force pulls, friction is limited to μ|N|; in the scene it is 0");
    }
    let tangential = TangentialCoefficients::new(pair, &normal, losses)?;
    let parts = [
        normal.model.clone(),
        tangential.words(),
        rolling(pair, losses)?,
        twisting(pair, &tangential, losses)?,
        normal.damping.to_owned(),
        if pair.normal.has_tension() { "" } else { "limit_damping" }.to_owned(),
    ];
    Ok(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

/// The coefficients of a pair of bodies, as they follow `pair_coeff I J` and `fix ... wall/gran/region granular`.
pub(in crate::interop::lammps) fn words(
    scene: &Scene,
    sides: [Side; 2],
    losses: &mut Losses,
) -> Result<String, Inexpressible> {
    pair_coefficients(&BodyPair::new(scene, sides), losses).map_err(|[why, remedy]| {
        let [i, j] = sides.map(|side| &side.body.name);
        Inexpressible::new(format!("`{i}` on `{j}`"), why, remedy)
    })
}
