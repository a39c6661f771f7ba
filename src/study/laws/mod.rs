//! What the friction laws do, measured: each law alone in the same few scenes, and the page that says it.

mod appendix;
mod page;
mod trial;

pub(crate) use page::{card, page};
pub(crate) use trial::{Measured, measure};

use super::trace::StudyError;
use crate::laws::choice::AnyLaw;
use rayon::prelude::*;

/// Every law that acts by itself with its defaults (and α, which has none) and what was measured, slide, roll and spin in this
/// order. Those of rigid contacts are solved for all contacts together.
pub(crate) fn measure_all() -> Result<Vec<(AnyLaw, Measured)>, StudyError> {
    let alone = AnyLaw::all().into_iter().filter(|law| !law.is_cone());
    let laws: Vec<AnyLaw> = alone.map(complete).collect();
    laws.into_par_iter().map(|law| Ok((law, measure(law)?))).collect()
}

/// The law with the parameter that has no default under a known normal force: α of a restitution of 0.5.
fn complete(mut law: AnyLaw) -> AnyLaw {
    let alpha = law.card().parameters.iter().position(|parameter| parameter.name == "alpha");
    if let Some(number) = alpha.and_then(|k| law.numbers().into_iter().nth(k)) {
        *number = Some(0.48);
    }
    law
}
