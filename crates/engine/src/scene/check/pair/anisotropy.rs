//! Checks slide friction across a grain, and limit surfaces.

use crate::laws::friction::limit::anisotropy::{Across, GrainRule};
use crate::laws::friction::limit::limit_surface::LimitSurface;
use crate::laws::friction::parameters::SpinModel;
use crate::laws::pair::choice::Friction;
use crate::scene::check::read::{Allowed, Check, Fields};
use crate::scene::language::{ACROSS, DISK_LIMIT, FRICTION, GRAIN_RULE, LIMIT};
use crate::scene::text::raw::Node;
use crate::scene::{BodySpec, Motion, NormalLaw, Scene};

/// Reads `across` with `grain_rule`, on top of the inherited values. `is_rigid`: the contact has a single μ; `along`: μ_k along
/// the grain.
pub(in crate::scene::check) fn across(
    check: &mut Check,
    fields: &Fields,
    old: Option<Across>,
    (is_rigid, along): (bool, Option<f64>),
) -> Option<Option<Across>> {
    let inherited = old.map_or_else(GrainRule::default, |across| across.rule);
    let rule = fields.or(check, &FRICTION.grain_rule, inherited, |check, node| {
        let (name, _) = check.variant(node, &GRAIN_RULE)?;
        Some(if name == "Collinear" { GrainRule::Collinear } else { GrainRule::Associated })
    });
    let written = fields.optional(check, &FRICTION.across, |check, node| coefficients(check, node, old, is_rigid));
    let (rule, written) = (rule?, written?);
    let Some([mu_s, mu_k]) = written.or(old.map(|across| [across.mu_s, across.mu_k])) else {
        if let Some(node) = fields.get(&FRICTION.grain_rule) {
            check.fault(node, "friction is the same in all directions", "give `across: (mu_s: ..., mu_k: ...)` too");
            return None;
        }
        return Some(None);
    };
    let across = Across { mu_s, mu_k, rule };
    remark_on_none(check, fields, across, along);
    Some(Some(across))
}

/// Remarks on `Collinear` with a limit of 0 along or across the grain: a force in any direction but that of the other limit is
/// outside, and what opposes the motion is then 0.
fn remark_on_none(check: &mut Check, fields: &Fields, across: Across, along: Option<f64>) {
    let Some(along) = along else { return };
    let is_none = (along == 0.0) != (across.mu_k == 0.0);
    let node = [&FRICTION.grain_rule, &FRICTION.across].into_iter().find_map(|field| fields.get(field));
    if let (true, GrainRule::Collinear, Some(node)) = (is_none, across.rule, node) {
        let [free, rough] = if along == 0.0 { ["along", "across"] } else { ["across", "along"] };
        check.remark(
            node,
            format!(
                "has no friction at all: mu is 0 {free} the grain, so the ellipse of the limit is a line, and with `Collinear` \
                 only a motion exactly {rough} it meets friction; `Associated` keeps that part of any motion"
            ),
        );
    }
}

/// Reads μ_s and μ_k across the grain.
fn coefficients(check: &mut Check, node: &Node, old: Option<Across>, is_rigid: bool) -> Option<[f64; 2]> {
    let table = check.fields(node, &ACROSS.table)?;
    let read = |check: &mut Check, node: &Node| check.number(node, Allowed::NotNegative);
    if is_rigid {
        for field in [&ACROSS.mu_s, &ACROSS.mu_k] {
            if let Some(node) = table.get(field) {
                check.fault(node, "a rigid contact has one mu", "write `across: (mu: ...)`");
                return None;
            }
        }
        let mu = table.required(check, &ACROSS.mu, read)?;
        return Some([mu; 2]);
    }
    if let Some(node) = table.get(&ACROSS.mu) {
        if let Some(other) = [&ACROSS.mu_s, &ACROSS.mu_k].into_iter().find_map(|field| table.get(field)) {
            check.fault(other, "conflicts with `mu`, which sets both", "keep `mu`, or `mu_s` and `mu_k`");
            return None;
        }
        return read(check, node).map(|mu| [mu; 2]);
    }
    let [mu_s, mu_k] =
        [(&ACROSS.mu_s, old.map(|old| old.mu_s)), (&ACROSS.mu_k, old.map(|old| old.mu_k))].map(|(field, inherited)| {
            match inherited {
                Some(inherited) => table.or(check, field, inherited, read),
                None => table.required(check, field, read),
            }
        });
    let (mu_s, mu_k) = (mu_s?, mu_k?);
    if mu_k > mu_s {
        let node = table.get(&ACROSS.mu_k).or(table.get(&ACROSS.mu_s)).unwrap_or(node);
        let message = format!("kinetic friction {mu_k:?} is larger than static friction {mu_s:?} across the grain");
        check.fault(node, message, "lower mu_k or raise mu_s");
        return None;
    }
    Some([mu_s, mu_k])
}

/// Reads `limit`, and the spin model that follows from it and from the one written or inherited.
pub(in crate::scene::check) fn limit(
    check: &mut Check,
    fields: &Fields,
    old: LimitSurface,
    spin: SpinModel,
) -> Option<(LimitSurface, SpinModel)> {
    let limit = fields.or(check, &FRICTION.limit, old, |check, node| {
        let (name, payload) = check.variant(node, &LIMIT)?;
        Some(match name {
            "Ellipsoid" => LimitSurface::Ellipsoid,
            "Hertz" => LimitSurface::Hertz,
            "Disk" => {
                let table = check.fields(&payload, &DISK_LIMIT.table)?;
                LimitSurface::Disk { radius: table.required(check, &DISK_LIMIT.radius, Check::length)? }
            }
            _ => LimitSurface::Independent,
        })
    })?;
    let of_area = limit.spin_limit().is_some();
    if let (Some(node), true) = (fields.get(&FRICTION.spin), of_area) {
        let message = "conflicts with `limit`, whose contact area sets stiffness and limit of spin";
        check.fault(node, message, "leave out `spin`, or write `limit: Ellipsoid`");
        return None;
    }
    let spin = match (of_area, spin) {
        (true, _) => SpinModel::Limit,
        // The area of an inherited limit is gone.
        (false, SpinModel::Limit) => SpinModel::Off,
        (false, spin) => spin,
    };
    Some((limit, spin))
}

/// Reports pairs of bodies that can meet under friction with a grain and have none or two, and pairs of faces under the
/// limit surface of one contact area. `pairs`: nodes of the pair rules.
pub(in crate::scene::check) fn check_meetings(check: &mut Check, scene: &Scene, root: &Node, pairs: &[Node]) {
    for place in std::iter::once(None).chain((0..scene.pairs.len()).map(Some)) {
        let friction = scene.friction_of(place);
        let node = place.and_then(|k| pairs.get(k)).unwrap_or(root);
        let node = crate::scene::check::pair::hertz::field(node, &crate::scene::language::SCENE.friction);
        if !friction.is_isotropic() {
            check_grains(check, scene, place, &crate::scene::check::pair::hertz::field(&node, &FRICTION.across));
        }
        if friction.limit.spin_limit().is_some()
            && let Some((a, b)) = scene.meeting(place, |a, b| [a, b].iter().all(|body| body.shape.contact_points() > 1))
        {
            let message = format!(
                "`{}` and `{}` can touch at several points, which limit each other by themselves",
                a.name, b.name
            );
            let remedy = "write `limit: Ellipsoid` or `Independent` for them";
            check.fault(&crate::scene::check::pair::hertz::field(&node, &FRICTION.limit), message, remedy);
        }
    }
}

fn check_grains(check: &mut Check, scene: &Scene, place: Option<usize>, node: &Node) {
    let count = |a: &BodySpec, b: &BodySpec| usize::from(a.grain.is_some()) + usize::from(b.grain.is_some());
    if let Some((a, b)) = scene.meeting(place, |a, b| count(a, b) == 0) {
        let message = format!("neither `{}` nor `{}` has a grain", a.name, b.name);
        check.fault(node, message, "give one of them `grain: (1.0, 0.0, 0.0)`, or give `across` in `pairs` alone");
    }
    if let Some((a, b)) = scene.meeting(place, |a, b| count(a, b) == 2) {
        let message = format!("`{}` and `{}` both have a grain", a.name, b.name);
        check.fault(node, message, "leave out one of them");
    }
}

impl Scene {
    /// The first two bodies for which `is_meant` that can meet under the laws of the scene (`None`) or of a pair rule.
    pub(in crate::scene::check) fn meeting(
        &self,
        place: Option<usize>,
        is_meant: impl Fn(&BodySpec, &BodySpec) -> bool,
    ) -> Option<(&BodySpec, &BodySpec)> {
        let is_held = |body: &BodySpec| matches!(body.motion, Motion::Fixed | Motion::Driven(_));
        let all = self.bodies.iter().enumerate();
        let pairs = all.flat_map(|(k, a)| self.bodies[k + 1..].iter().map(move |b| (a, b)));
        pairs.filter(|(a, b)| is_meant(a, b) && !(is_held(a) && is_held(b))).find(|(a, b)| self.rule_of(a, b) == place)
    }
}

/// The grain and the limit of a table, as far as they suit the normal force law; the inherited ones do not if the pair
/// changes between rigid and elastic contacts.
pub(in crate::scene::check) fn inherited(
    base: Option<&Friction>,
    normal: &NormalLaw,
) -> (Option<Across>, LimitSurface) {
    match base.filter(|base| base.laws.has_springs() != normal.is_rigid()) {
        Some(base) => (base.across, base.limit),
        None => (None, LimitSurface::Independent),
    }
}
