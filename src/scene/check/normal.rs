//! `normal:` of the scene and of a pair.

use super::friction::damping;
use super::read::Check;
use crate::laws::parameters::Damping;
use crate::scene::NormalLaw;
use crate::scene::raw::Node;

const FORMS: &[&str] = &["Known(Weight)", "Hooke(k_n: 1e7, damping: Ratio(0.1))", "Hertz(restitution: 0.4)"];

/// The normal force law.
pub(super) fn normal(check: &mut Check, node: &Node) -> Option<NormalLaw> {
    let (name, payload) = check.variant(node, FORMS)?;
    match name {
        "Known" => known(check, &payload),
        "Hooke" => {
            let table = check.fields(&payload, &["k_n", "damping"])?;
            let k_n = table.required(check, "k_n", Check::positive);
            let damping = table.or(check, "damping", Damping::Ratio(0.0), damping);
            Some(NormalLaw::Hooke { k_n: k_n?, damping: damping? })
        }
        _ => {
            let table = check.fields(&payload, &["restitution"])?;
            let restitution = table.required(check, "restitution", |check, node| {
                let value = check.positive(node)?;
                if value > 1.0 {
                    check.fault(
                        node,
                        format!("must lie in (0, 1], found {}", node.quote()),
                        "give 1 for no loss, less for some",
                    );
                }
                Some(value)
            });
            Some(NormalLaw::Hertz { restitution: restitution? })
        }
    }
}

/// `Known(Weight)` or `Known(Force(40.1))`.
fn known(check: &mut Check, payload: &Node) -> Option<NormalLaw> {
    let inner = check.only(payload, "Known(Weight)")?;
    let (name, force) = check.variant(&inner, &["Weight", "Force(40.1)"])?;
    if name == "Weight" {
        return Some(NormalLaw::KnownWeight);
    }
    let value = check.only(&force, "Force(40.1)")?;
    check.not_negative(&value).map(NormalLaw::KnownForce)
}
