//! Checks friction and solver of rigid contacts: one μ, limits ρ and σ, no springs.

use crate::laws::pair::choice::{AnyLaw, Friction, Laws};
use crate::laws::{RollLaw, SlideLaw, SpinLaw};
use crate::scene::check::read::{Allowed, Check, Fields};
use crate::scene::language::{CONE_FORM, CONE_IMPACT, CONE_METHOD, CONES, FRICTION, Field, LAWS, SCENE, SOLVER};
use crate::scene::text::raw::Node;
use crate::scene::{Cones, NormalLaw, Scene};

/// Fields of a friction table that only spring contacts have.
static SPRING_FIELDS: [&Field; 15] = [
    &FRICTION.k_e,
    &FRICTION.eta_r,
    &FRICTION.eta_e,
    &FRICTION.eta_theta,
    &FRICTION.mu_r,
    &FRICTION.spin,
    &FRICTION.slide_damping,
    &FRICTION.roll_damping,
    &FRICTION.spin_damping,
    &FRICTION.slide,
    &FRICTION.roll,
    &FRICTION.start,
    &FRICTION.saturated,
    &FRICTION.history,
    &FRICTION.damping_in_slip,
];

/// Reads `laws:` with `rho:` and `sigma:`, on top of the inherited or default laws.
pub(in crate::scene::check) fn laws(
    check: &mut Check,
    fields: &Fields,
    base: Option<&Friction>,
    normal: &NormalLaw,
) -> Option<Laws> {
    let old = laws_by_default(base, normal);
    let mut laws =
        fields.or(check, &FRICTION.laws, old, |check, node| crate::scene::check::pair::laws::laws(check, node, old))?;
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
    for one in [&FRICTION.mu_s, &FRICTION.mu_k] {
        if let (Some(node), Some(_)) = (fields.get(one), fields.get(&FRICTION.mu)) {
            check.fault(node, "conflicts with `mu`, which sets both", "keep `mu`, or `mu_s` and `mu_k`");
        }
    }
    let rho = fields.optional(check, &FRICTION.rho, Check::not_negative);
    let sigma = fields.optional(check, &FRICTION.sigma, Check::not_negative);
    if !normal.is_rigid() {
        return torques(check, fields, laws, [rho?, sigma?]).filter(|()| check.faults.len() == before);
    }
    if laws.each().iter().all(AnyLaw::is_cone) {
        for field in SPRING_FIELDS {
            if let Some(node) = fields.get(field) {
                let message = format!("a rigid contact has no springs, and takes no `{}`", field.name);
                check.fault(node, message, "leave it out, or give `normal` an elastic law");
            }
        }
    }
    let own = match &mut laws.roll {
        RollLaw::ComplementarityRoll(law) => Some(&mut law.rho),
        _ => None,
    };
    take_limit(check, fields, [&LAWS.roll, &FRICTION.rho], own, rho?);
    let own = match &mut laws.spin {
        SpinLaw::ComplementaritySpin(law) => Some(&mut law.sigma),
        _ => None,
    };
    take_limit(check, fields, [&LAWS.spin, &FRICTION.sigma], own, sigma?);
    (check.faults.len() == before).then_some(())
}

/// Moves `rho` and `sigma` into the laws of roll and spin friction as a constraint, and rejects the limits of friction
/// cones beside any other law of an elastic contact.
fn torques(check: &mut Check, fields: &Fields, laws: &mut Laws, [rho, sigma]: [Option<f64>; 2]) -> Option<()> {
    let roll = match &mut laws.roll {
        RollLaw::DaeRoll(law) => Some(&mut law.rho),
        _ => None,
    };
    let spin = match &mut laws.spin {
        SpinLaw::DaeSpin(law) => Some(&mut law.sigma),
        _ => None,
    };
    refuse_cones(check, fields, [roll.is_some(), spin.is_some()]);
    for (component, own, given) in [(&LAWS.roll, roll, rho), (&LAWS.spin, spin, sigma)] {
        // A limit in the law itself takes precedence.
        if let (Some(own), Some(_)) = (own, given)
            && (own.is_none() || !names_law(fields, component))
        {
            *own = given;
        }
    }
    Some(())
}

/// Moves the limit of a component, `given` by the table or else 0, into the parameter `own` of its law; `own` is `None`
/// if the component has another law.
fn take_limit(
    check: &mut Check,
    fields: &Fields,
    [component, limit]: [&Field; 2],
    own: Option<&mut Option<f64>>,
    given: Option<f64>,
) {
    match (own, given) {
        // A limit in the law itself takes precedence.
        (Some(Some(_)), _) if names_law(fields, component) => {}
        (Some(own), Some(limit)) => *own = Some(limit),
        (Some(own), None) => *own = own.or(Some(0.0)),
        (None, Some(_)) => {
            let node = fields.get(limit).unwrap_or(&fields.node);
            let message = format!("is the limit of `complementarity`, and {} has another law", component.name);
            check.fault(node, message, "leave one of them out");
        }
        (None, None) => {}
    }
}

/// True if `laws:` of this table names a law for the component.
fn names_law(fields: &Fields, component: &Field) -> bool {
    let laws = fields.get(&FRICTION.laws).and_then(|laws| laws.payload());
    laws.is_some_and(|laws| laws.field(component).is_some())
}

/// Rejects the limits of friction cones in elastic contacts. `has`: roll, spin have a law with this limit, so that `rho`,
/// `sigma` is allowed.
fn refuse_cones(check: &mut Check, fields: &Fields, has: [bool; 2]) {
    for (field, has) in [&FRICTION.rho, &FRICTION.sigma].into_iter().zip(has) {
        if let Some(node) = fields.get(field).filter(|_| !has) {
            let remedy = "leave it out, or write `normal: Rigid`";
            check.fault(node, format!("`{}` is for rigid contacts", field.name), remedy);
        }
    }
}

/// μ_s and μ_k of a contact whose friction is a constraint: `mu` for both; or `mu_s` and `mu_k` (equal if the contact
/// is rigid), one of which stands for both; or μ of the slide law; or the inherited values.
pub(in crate::scene::check) fn mu(
    check: &mut Check,
    fields: &Fields,
    laws: &Laws,
    inherited: Option<[f64; 2]>,
) -> Option<[f64; 2]> {
    let of_law = match &laws.slide {
        SlideLaw::Complementarity(law) => law.mu,
        SlideLaw::Dae(law) => law.mu,
        _ => None,
    };
    if let Some(node) = fields.get(&FRICTION.mu) {
        let mu = check.number(node, Allowed::NotNegative)?;
        return Some([mu; 2]);
    }
    let given = |check: &mut Check, field: &Field| fields.optional(check, field, Check::not_negative);
    let (mu_s, mu_k) = (given(check, &FRICTION.mu_s)?, given(check, &FRICTION.mu_k)?);
    let both = match (mu_s, mu_k, of_law, inherited) {
        (None, None, Some(mu), _) => [mu; 2],
        (Some(one), None, ..) | (None, Some(one), ..) => [one; 2],
        (Some(mu_s), Some(mu_k), ..) => [mu_s, mu_k],
        (None, None, None, Some(both)) => both,
        (None, None, None, None) => {
            fields.required(check, &FRICTION.mu, |check, node| check.number(node, Allowed::NotNegative))?;
            return None;
        }
    };
    if both[0] != both[1] && matches!(laws.slide, SlideLaw::Complementarity(_)) {
        let node = fields.get(&FRICTION.mu_s).or(fields.get(&FRICTION.mu_k)).unwrap_or(&fields.node);
        let message = format!("a rigid contact has one mu, found mu_s {:?} and mu_k {:?}", both[0], both[1]);
        check.fault(node, message, "write `mu: ...`");
        return None;
    }
    Some(both)
}

/// Rejects known normal forces beside rigid contacts: they hold a body along its normal against any load, which a rigid
/// contact cannot take into account.
pub(in crate::scene::check) fn check_known(check: &mut Check, scene: &Scene, root: &Node) {
    let laws = || scene.pairs.iter().map(|rule| &rule.normal).chain([&scene.normal]);
    if laws().any(NormalLaw::is_rigid) && laws().any(NormalLaw::is_known) {
        let node = crate::scene::check::pair::hertz::field(root, &SCENE.normal);
        let message = "a scene cannot have rigid contacts and known normal forces";
        check.fault(&node, message, "give the others `Hooke` or `Hertz`, or make them `Rigid` too");
    }
}

/// Rejects `dae` beside rigid contacts: it needs the loads of all other contacts, but the loads of rigid contacts are
/// found later.
pub(in crate::scene::check) fn check_dae(check: &mut Check, scene: &Scene, root: &Node) {
    let rules =
        || scene.pairs.iter().map(|rule| (&rule.friction, &rule.normal)).chain([(&scene.friction, &scene.normal)]);
    let is_dae = |(friction, normal): (&Friction, &NormalLaw)| friction.laws.is_coupled() && !normal.is_rigid();
    if rules().any(is_dae) && rules().any(|(_, normal)| normal.is_rigid()) {
        let node = crate::scene::check::pair::hertz::field(root, &SCENE.normal);
        let message = "a scene cannot have rigid contacts and the slide law `dae`, or one with `coupling: Implicit`";
        check.fault(&node, message, "give the others `Hooke` or `Hertz`, or use another slide law");
    }
}

/// Reads `Cones(form: Exact, method: Auto, tolerance: 1e-9, max_iterations: 1000, warm_start: true, impact:
/// Energetic)`; the name may be omitted. `standard`: what omitted fields mean.
pub(in crate::scene::check) fn solver(check: &mut Check, node: &Node, standard: Cones) -> Option<Cones> {
    let payload = match node.variant() {
        Some(_) => check.variant(node, &SOLVER)?.1,
        None => node.clone(),
    };
    let table = check.fields(&payload, &CONES.table)?;
    let form = table.or(check, &CONES.form, standard.form, |check, node| {
        let (name, _) = check.variant(node, &CONE_FORM)?;
        named(&Cones::FORMS, name)
    });
    let method = table.or(check, &CONES.method, standard.method, |check, node| {
        let (name, _) = check.variant(node, &CONE_METHOD)?;
        named(&Cones::METHODS, name)
    });
    let tolerance = table.or(check, &CONES.tolerance, standard.tolerance, Check::positive);
    let max_iterations = table.or(check, &CONES.max_iterations, standard.max_iterations, Check::count);
    let warm_start = table.or(check, &CONES.warm_start, standard.warm_start, Check::flag);
    let impact = table.or(check, &CONES.impact, standard.impact, |check, node| {
        let (name, _) = check.variant(node, &CONE_IMPACT)?;
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
