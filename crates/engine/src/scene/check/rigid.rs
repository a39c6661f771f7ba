//! Checks friction and solver of rigid contacts: one μ, limits ρ and σ, no springs.

use super::read::{Allowed, Check, Fields};
use crate::laws::choice::{AnyLaw, Friction, Laws};
use crate::laws::{RollLaw, SlideLaw, SpinLaw};
use crate::scene::language;
use crate::scene::raw::Node;
use crate::scene::{Cones, NormalLaw, Scene};

/// Fields of a friction table that only spring contacts have.
const OF_SPRINGS: [&str; 14] = [
    "k_e",
    "eta_r",
    "eta_e",
    "eta_theta",
    "spin",
    "slide_damping",
    "roll_damping",
    "spin_damping",
    "slide",
    "roll",
    "start",
    "saturated",
    "history",
    "damping_in_slip",
];

/// Reads `laws:` with `rho:` and `sigma:`, on top of the inherited or default laws.
pub(super) fn laws(check: &mut Check, fields: &Fields, base: Option<&Friction>, normal: &NormalLaw) -> Option<Laws> {
    let old = laws_by_default(base, normal);
    let mut laws = fields.or(check, "laws", old, |check, node| super::laws::laws(check, node, old))?;
    limits(check, fields, &mut laws, normal).map(|()| laws)
}

/// Laws of a table that names none: the inherited laws if they suit the normal law, otherwise rigid contact laws or the
/// laws of the paper.
fn laws_by_default(base: Option<&Friction>, normal: &NormalLaw) -> Laws {
    let is_rigid = |laws: &Laws| matches!(laws.slide, SlideLaw::Complementarity(_));
    match base.map(|base| base.laws) {
        Some(laws) if is_rigid(&laws) == normal.is_rigid() => laws,
        _ if normal.is_rigid() => Laws::rigid(),
        _ => Laws::default(),
    }
}

/// Reports fields that are incompatible with the normal law, and moves `rho` and `sigma` into the laws.
fn limits(check: &mut Check, fields: &Fields, laws: &mut Laws, normal: &NormalLaw) -> Option<()> {
    let before = check.faults.len();
    for name in ["mu_s", "mu_k"] {
        if let (Some(node), Some(_)) = (fields.get(name), fields.get("mu")) {
            check.fault(node, "conflicts with `mu`, which sets both", "keep `mu`, or `mu_s` and `mu_k`");
        }
    }
    let rho = fields.optional(check, "rho", Check::not_negative);
    let sigma = fields.optional(check, "sigma", Check::not_negative);
    if !normal.is_rigid() {
        refuse_cones(check, fields, laws.dae().is_some());
        return (check.faults.len() == before).then_some(());
    }
    if laws.each().iter().all(AnyLaw::is_cone) {
        for name in OF_SPRINGS {
            if let Some(node) = fields.get(name) {
                let message = format!("a rigid contact has no springs, and takes no `{name}`");
                check.fault(node, message, "leave it out, or give `normal` an elastic law");
            }
        }
    }
    let own = match &mut laws.roll {
        RollLaw::ComplementarityRoll(law) => Some(&mut law.rho),
        _ => None,
    };
    take_limit(check, fields, ["roll", "rho"], own, rho?);
    let own = match &mut laws.spin {
        SpinLaw::ComplementaritySpin(law) => Some(&mut law.sigma),
        _ => None,
    };
    take_limit(check, fields, ["spin", "sigma"], own, sigma?);
    (check.faults.len() == before).then_some(())
}

/// Moves the limit of a component, `given` by the table or else 0, into the parameter `own` of its law; `own` is `None`
/// if the component has another law.
fn take_limit(
    check: &mut Check,
    fields: &Fields,
    [component, name]: [&str; 2],
    own: Option<&mut Option<f64>>,
    given: Option<f64>,
) {
    match (own, given) {
        // A limit in the law itself takes precedence.
        (Some(Some(_)), _) if names_law(fields, component) => {}
        (Some(own), Some(limit)) => *own = Some(limit),
        (Some(own), None) => *own = own.or(Some(0.0)),
        (None, Some(_)) => {
            let node = fields.get(name).unwrap_or(&fields.node);
            let message = format!("is the limit of `complementarity`, and {component} has another law");
            check.fault(node, message, "leave one of them out");
        }
        (None, None) => {}
    }
}

/// True if `laws:` of this table names a law for the component.
fn names_law(fields: &Fields, component: &str) -> bool {
    let laws = fields.get("laws").and_then(|laws| laws.payload()).and_then(|laws| laws.fields()).unwrap_or_default();
    laws.iter().any(|(name, _)| *name == component)
}

/// Rejects the limits of friction cones in elastic contacts. `has_mu`: the slide law has a single μ, so that `mu` is
/// allowed.
fn refuse_cones(check: &mut Check, fields: &Fields, has_mu: bool) {
    for name in ["mu", "rho", "sigma"] {
        if let Some(node) = fields.get(name).filter(|_| !(has_mu && name == "mu")) {
            check.fault(
                node,
                format!("`{name}` is for rigid contacts"),
                match name {
                    "mu" => "give `mu_s` and `mu_k`, or write `normal: Rigid`",
                    _ => "leave it out, or write `normal: Rigid`",
                },
            );
        }
    }
}

/// μ_s and μ_k of a contact whose friction is a constraint: `mu` for both; or `mu_s` and `mu_k` (equal if the contact
/// is rigid), one of which stands for both; or μ of the slide law; or the inherited values.
pub(super) fn mu(check: &mut Check, fields: &Fields, laws: &Laws, inherited: Option<[f64; 2]>) -> Option<[f64; 2]> {
    let of_law = match &laws.slide {
        SlideLaw::Complementarity(law) => law.mu,
        SlideLaw::Dae(law) => law.mu,
        _ => None,
    };
    if let Some(node) = fields.get("mu") {
        let mu = check.number(node, Allowed::NotNegative)?;
        return Some([mu; 2]);
    }
    let given = |check: &mut Check, name: &str| fields.optional(check, name, Check::not_negative);
    let (mu_s, mu_k) = (given(check, "mu_s")?, given(check, "mu_k")?);
    let both = match (mu_s, mu_k, of_law, inherited) {
        (None, None, Some(mu), _) => [mu; 2],
        (Some(one), None, ..) | (None, Some(one), ..) => [one; 2],
        (Some(mu_s), Some(mu_k), ..) => [mu_s, mu_k],
        (None, None, None, Some(both)) => both,
        (None, None, None, None) => {
            fields.required(check, "mu", |check, node| check.number(node, Allowed::NotNegative))?;
            return None;
        }
    };
    if both[0] != both[1] && matches!(laws.slide, SlideLaw::Complementarity(_)) {
        let node = fields.get("mu_s").or(fields.get("mu_k")).unwrap_or(&fields.node);
        let message = format!("a rigid contact has one mu, found mu_s {:?} and mu_k {:?}", both[0], both[1]);
        check.fault(node, message, "write `mu: ...`");
        return None;
    }
    Some(both)
}

/// Rejects known normal forces beside rigid contacts: they hold a body along its normal against any load, which a rigid
/// contact cannot take into account.
pub(super) fn check_known(check: &mut Check, scene: &Scene, root: &Node) {
    let laws = || scene.pairs.iter().map(|rule| &rule.normal).chain([&scene.normal]);
    if laws().any(NormalLaw::is_rigid) && laws().any(NormalLaw::is_known) {
        let node = super::hertz::field(root, "normal");
        let message = "a scene cannot have rigid contacts and known normal forces";
        check.fault(&node, message, "give the others `Hooke` or `Hertz`, or make them `Rigid` too");
    }
}

/// Rejects `dae` beside rigid contacts: it needs the loads of all other contacts, but the loads of rigid contacts are
/// found later.
pub(super) fn check_dae(check: &mut Check, scene: &Scene, root: &Node) {
    let rules =
        || scene.pairs.iter().map(|rule| (&rule.friction, &rule.normal)).chain([(&scene.friction, &scene.normal)]);
    let is_dae = |(friction, normal): (&Friction, &NormalLaw)| friction.laws.dae().is_some() && !normal.is_rigid();
    if rules().any(is_dae) && rules().any(|(_, normal)| normal.is_rigid()) {
        let node = super::hertz::field(root, "normal");
        let message = "a scene cannot have rigid contacts and the slide law `dae`";
        check.fault(&node, message, "give the others `Hooke` or `Hertz`, or use another slide law");
    }
}

/// Reads `Cones(form: Exact, method: Auto, tolerance: 1e-9, max_iterations: 1000, warm_start: true, impact:
/// Energetic)`; the name may be omitted.
pub(super) fn solver(check: &mut Check, node: &Node) -> Option<Cones> {
    let payload = match node.variant() {
        Some(_) => check.variant(node, &language::SOLVER)?.1,
        None => node.clone(),
    };
    let table = check.fields(&payload, &language::CONES)?;
    let standard = Cones::default();
    let form = table.or(check, "form", standard.form, |check, node| {
        let (name, _) = check.variant(node, &language::CONE_FORM)?;
        named(&Cones::FORMS, name)
    });
    let method = table.or(check, "method", standard.method, |check, node| {
        let (name, _) = check.variant(node, &language::CONE_METHOD)?;
        named(&Cones::METHODS, name)
    });
    let tolerance = table.or(check, "tolerance", standard.tolerance, Check::positive);
    let max_iterations = table.or(check, "max_iterations", standard.max_iterations, Check::count);
    let warm_start = table.or(check, "warm_start", standard.warm_start, Check::flag);
    let impact = table.or(check, "impact", standard.impact, |check, node| {
        let (name, _) = check.variant(node, &language::CONE_IMPACT)?;
        named(&Cones::IMPACTS, name)
    });
    Some(Cones {
        form: form?,
        method: method?,
        tolerance: tolerance?,
        max_iterations: max_iterations?,
        warm_start: warm_start?,
        impact: impact?,
    })
}

fn named<T: Copy>(all: &[(&str, T)], name: &str) -> Option<T> {
    all.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}
