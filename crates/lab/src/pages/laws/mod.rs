//! Measurements of the friction laws: each law alone in the same few scenes, and the page with the results.

pub(crate) mod appendix;
mod over_speed;
mod page;
mod trial;

pub use over_speed::over_speed;
pub use page::{card, page};
pub(crate) use trial::{Measured, measure};

use crate::trace::StudyError;
use rayon::prelude::*;
use stickslip_engine::laws::SpinLaw;
use stickslip_engine::laws::pair::choice::AnyLaw;

/// Measures every law that acts on a single contact, in the order slide, roll, spin, with its defaults (and α and σ, which
/// may have none). Laws of rigid contacts are excluded: they are solved for all contacts together.
pub fn measure_all() -> Result<Vec<(AnyLaw, Measured)>, StudyError> {
    let alone = AnyLaw::all().into_iter().filter(|law| !law.is_cone());
    let laws: Vec<AnyLaw> = alone.map(complete).collect();
    laws.into_par_iter().map(|law| Ok((law, measure(law)?))).collect()
}

/// σ of a spin limit that does not follow from the Hertz spin of a scene, m.
const SIGMA: f64 = 1e-4;

/// Sets the parameter without a default under a prescribed normal force: α for a restitution of 0.5; σ of `dae-spin`.
fn complete(mut law: AnyLaw) -> AnyLaw {
    if let AnyLaw::Spin(SpinLaw::DaeSpin(law)) = &mut law {
        law.sigma = Some(SIGMA);
    }
    let alpha = law.info().parameters.iter().position(|parameter| parameter.name == "alpha");
    if let Some(number) = alpha.and_then(|k| law.numbers().into_iter().nth(k)) {
        *number = Some(0.48);
    }
    law
}
