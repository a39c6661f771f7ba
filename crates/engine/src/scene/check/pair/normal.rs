//! Checks `normal:` of the scene and of a pair.

use crate::laws::friction::normal::{NormalDamping, exact_damping_ratio, published_damping_ratio};
use crate::laws::friction::parameters::Damping;
use crate::scene::check::pair::friction::damping;
use crate::scene::check::read::{Check, Fields};
use crate::scene::language::{
    HERTZ, HERTZ_DAMPING, HOOKE, KNOWN, NORMAL, OVERLAP_AREA, RIGID, ROTATION_DAMPING, SCENE,
};
use crate::scene::text::raw::Node;
use crate::scene::{NormalLaw, RotationDamping};

/// Reads a normal force law.
pub(in crate::scene::check) fn normal(check: &mut Check, node: &Node) -> Option<NormalLaw> {
    let (name, payload) = check.variant(node, &NORMAL)?;
    let before = check.faults.len();
    let law = match name {
        "Known" => known(check, &payload),
        "Hooke" => hooke(check, &payload),
        "OverlapArea" => return overlap_area(check, &payload),
        "Rigid" => rigid(check, node),
        _ => hertz(check, &payload),
    };
    for fault in check.faults[before..].iter_mut().filter(|fault| fault.unknown && fault.path.ends_with(".rotation")) {
        fault.remedy = "leave it out, or write `OverlapArea(young: ..., rotation: (damping: ...))`: rocking damping \
                        needs the contact line of prisms"
            .to_owned();
    }
    law
}

/// The normal law with which friction is checked: `law` or, if `normal` is faulty, a rigid law if it is named `Rigid`,
/// else `otherwise`.
pub(in crate::scene::check) fn law_or_default(
    fields: &Fields,
    law: Option<NormalLaw>,
    otherwise: NormalLaw,
) -> NormalLaw {
    let is_rigid = || {
        let name = fields.get(&SCENE.normal).and_then(|node| node.variant()).map(|(name, _)| name);
        name.is_some_and(|name| name.eq_ignore_ascii_case("Rigid"))
    };
    law.unwrap_or_else(|| if is_rigid() { NormalLaw::Rigid { restitution: 0.0, threshold: None } } else { otherwise })
}

/// Reads `Hooke(k_n: 1e7)`, also with `damping: Ratio(0.1)`, `damping: Coefficient(20.0)` or `restitution: 0.6`, and `tension: true`.
fn hooke(check: &mut Check, payload: &Node) -> Option<NormalLaw> {
    let table = check.fields(payload, &HOOKE.table)?;
    let k_n = table.required(check, &HOOKE.k_n, Check::positive);
    let damping = table.or(check, &HOOKE.damping, Damping::Ratio(0.0), damping);
    let restitution = table.optional(check, &HOOKE.restitution, restitution);
    if let (Some(node), Some(_)) = (table.get(&HOOKE.restitution), table.get(&HOOKE.damping)) {
        check.fault(node, "the damping is given twice, by `damping` and by `restitution`", "keep one of them");
    }
    let given = damping.map(NormalDamping::Given);
    let tension = table.or(check, &HOOKE.tension, false, Check::flag)?;
    remark_on_zero(check, table.get(&HOOKE.restitution), restitution?, tension);
    let exact = restitution?.map(|e| NormalDamping::Restitution(damping_ratio(e, tension)));
    Some(NormalLaw::Hooke { k_n: k_n?, damping: exact.or(given)?, tension })
}

/// Reads `Hertz(restitution: 0.4)`, or with the published damping `Hertz(restitution: 0.4, damping: Published)`.
fn hertz(check: &mut Check, payload: &Node) -> Option<NormalLaw> {
    let table = check.fields(payload, &HERTZ.table)?;
    let restitution = table.required(check, &HERTZ.restitution, restitution);
    let damping = table
        .or(check, &HERTZ.damping, "Exact", |check, node| check.variant(node, &HERTZ_DAMPING).map(|(name, _)| name));
    let tension = table.or(check, &HERTZ.tension, false, Check::flag)?;
    remark_on_zero(check, table.get(&HERTZ.restitution), restitution, tension);
    let ratio = if damping? == "Exact" { damping_ratio } else { |e, _| published_damping_ratio(e) };
    Some(NormalLaw::Hertz { damping_ratio: ratio(restitution?, tension), tension })
}

/// The damping ratio ζ with which two free bodies separate at exactly e times their approach speed.
fn damping_ratio(e: f64, tension: bool) -> f64 {
    if tension { published_damping_ratio(e) } else { exact_damping_ratio(e) }
}

/// Reads `OverlapArea(young: 1e7, damping: 0.5, rotation: (damping: 0.5, follow: true))`.
fn overlap_area(check: &mut Check, payload: &Node) -> Option<NormalLaw> {
    let table = check.fields(payload, &OVERLAP_AREA.table)?;
    let young = table.required(check, &OVERLAP_AREA.young, Check::positive);
    let damping = table.or(check, &OVERLAP_AREA.damping, 0.0, Check::not_negative);
    let length = table.optional(check, &OVERLAP_AREA.length, Check::positive);
    let rotation = table.optional(check, &OVERLAP_AREA.rotation, rotation_damping);
    Some(NormalLaw::OverlapArea { young: young?, damping: damping?, length: length?, rotation: rotation? })
}

fn rotation_damping(check: &mut Check, node: &Node) -> Option<RotationDamping> {
    let table = check.fields(node, &ROTATION_DAMPING.table)?;
    let damping = table.required(check, &ROTATION_DAMPING.damping, Check::not_negative);
    let follow = table.or(check, &ROTATION_DAMPING.follow, true, Check::flag);
    Some(RotationDamping { damping: damping?, follow: follow? })
}

/// Notes an e of 0, which no damper gives while N is never negative: it stands for critical damping.
fn remark_on_zero(check: &mut Check, node: Option<&Node>, restitution: Option<f64>, tension: bool) {
    let Some(node) = node.filter(|_| restitution == Some(0.0) && !tension) else { return };
    check.remark(
        node,
        "is 0, which no damper reaches: the contact is critically damped, and two free bodies part at e^-2 = 0.135 of their \
         approach speed, since N is never negative; `Rigid(restitution: 0.0)` gives 0",
    );
}

fn restitution(check: &mut Check, node: &Node) -> Option<f64> {
    let value = check.not_negative(node)?;
    if value > 1.0 {
        let message = format!("must lie in [0, 1], found {}", node.quote());
        check.fault(node, message, "give 1 for no loss, less for some");
    }
    Some(value)
}

/// Reads `Rigid`, or `Rigid(restitution: 0.3, threshold: 0.05)`.
fn rigid(check: &mut Check, node: &Node) -> Option<NormalLaw> {
    let Some(payload) = node.payload() else {
        return Some(NormalLaw::Rigid { restitution: 0.0, threshold: None });
    };
    let table = check.fields(&payload, &RIGID.table)?;
    let restitution = table.or(check, &RIGID.restitution, 0.0, restitution);
    let threshold = table.optional(check, &RIGID.threshold, Check::not_negative);
    Some(NormalLaw::Rigid { restitution: restitution?, threshold: threshold? })
}

/// Reads `Known(Weight)` or `Known(Force(40.1))`.
fn known(check: &mut Check, payload: &Node) -> Option<NormalLaw> {
    let inner = check.only(payload, "Known(Weight)")?;
    let (name, force) = check.variant(&inner, &KNOWN)?;
    if name == "Weight" {
        return Some(NormalLaw::KnownWeight);
    }
    let value = check.only(&force, "Force(40.1)")?;
    check.not_negative(&value).map(NormalLaw::KnownForce)
}
