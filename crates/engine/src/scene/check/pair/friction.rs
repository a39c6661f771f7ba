//! Checks `friction:` of the scene and of a pair.

use crate::laws::Vec2;
use crate::laws::friction::element::{DampingRule, Mode, Start, Uncapped};
use crate::laws::friction::limit::limit_surface::LimitSurface;
use crate::laws::friction::load_curve::{CurveFault, DampingCurve, LoadCurve, LoadCurves};
use crate::laws::friction::parameters::{
    Damping, FrictionParameters, InitialHistory, Overrides, RollCoefficient, SpinModel, Threshold,
};
use crate::laws::pair::choice::{Friction, Laws};
use crate::laws::pair::friction_parameter::FrictionParameter;
use crate::scene::NormalLaw;
use crate::scene::check::pair::anisotropy;
use crate::scene::check::pair::rigid;
use crate::scene::check::read::{Allowed, Check, Fields};
use crate::scene::language::{
    DAMPING, FRICTION, FRICTION_DAMPING, Field, GIVEN, HEURISTIC, HISTORY, MODES, SPIN, START, THRESHOLD,
};
use crate::scene::text::raw::Node;

const GIVEN_FORM: &str = "Given(stiffness: 1600.0, threshold: Kappa(0.5), damping: Coefficient(25.0))";

/// Checks a friction table. `base`: friction of the scene, which a pair inherits; `None` for the scene itself.
/// `normal`: normal law of the same pairs.
pub(in crate::scene::check) fn friction(
    check: &mut Check,
    node: &Node,
    base: Option<&Friction>,
    normal: &NormalLaw,
) -> Option<Friction> {
    let fields = check.fields(node, &FRICTION.table)?;
    let laws = rigid::laws(check, &fields, base, normal);
    let constraints = laws.as_ref().filter(|laws| normal.is_rigid() || laws.dae().is_some());
    let [mu_s, mu_k] = match laws {
        // A table with `mu` needs no `mu_s` and `mu_k`, even if its laws are faulty.
        None if fields.get(&FRICTION.mu).is_some() => [None; 2],
        _ => coefficients(check, &fields, base, constraints),
    };
    check_order(check, &fields, mu_s, mu_k);

    let old = base.copied().unwrap_or_else(placeholder_friction);
    let starts = starts(check, &fields, &old);
    let slide_table = fields.get(&FRICTION.slide).and_then(|node| given_table(check, node));
    let roll_table = fields.get(&FRICTION.roll).and_then(|node| given_table(check, node));
    let spin = spin(check, &fields, &old);
    let spin_table = spin.as_ref().and_then(|(_, table)| table.as_ref());
    let is_spin_new = fields.get(&FRICTION.spin).is_some();
    let spin_base = if is_spin_new { old.spin_given.without_model() } else { old.spin_given };
    let slide_given = given(check, &fields, &FRICTION.slide_damping, slide_table.as_ref(), old.slide_given);
    let roll_given = given(check, &fields, &FRICTION.roll_damping, roll_table.as_ref(), old.roll_given);
    let spin_given = given(check, &fields, &FRICTION.spin_damping, spin_table, spin_base);

    let reduction = roll_reduction(check, &fields, (base.map(|base| base.roll), mu_k), roll_table.as_ref());
    let history = fields.or(check, &FRICTION.history, old.history, history);
    let in_slip = fields.or(check, &FRICTION.damping_in_slip, old.damping_rule.in_slip, Check::flag);
    let tables = [slide_table.as_ref(), roll_table.as_ref(), spin_table];
    let uncapped = uncapped(&fields, tables, old.damping_rule.uncapped);
    let (old_across, old_limit) = anisotropy::inherited(base, normal);
    let across = anisotropy::across(check, &fields, old_across, (constraints.is_some() && normal.is_rigid(), mu_k));
    let spin_model = spin.as_ref().map_or(old.spin, |(spin, _)| *spin);
    let limit = anisotropy::limit(check, &fields, old_limit, spin_model);
    let drafted = FrictionParameters {
        roll: reduction.flatten().unwrap_or(old.roll),
        roll_given: roll_given.unwrap_or(old.roll_given),
        slide_given: slide_given.unwrap_or(old.slide_given),
        spin: spin_model,
        ..old.parameters
    };
    let k_e = match &laws {
        None if fields.get(&FRICTION.mu).is_some() => None,
        _ => stiffness(check, &fields, base, (laws.as_ref(), constraints, &drafted)),
    };
    let [slide_start, roll_start, spin_start] = starts?;
    let reduction = reduction?;
    let roll_given = Overrides { start: roll_start, ..roll_given? };
    // A written 0 switches roll friction off, whatever else is given.
    let is_roll_off = reduction.is_some_and(|roll| roll.eta_e() == 0.0);
    let parameters = FrictionParameters {
        mu_s: mu_s?,
        mu_k: mu_k?,
        k_e: k_e?,
        roll: reduction.unwrap_or(old.roll),
        spin: spin.and(limit)?.1,
        slide_given: Overrides { start: slide_start, ..slide_given? },
        roll_given: if is_roll_off { roll_given.without_spring() } else { roll_given },
        spin_given: Overrides { start: spin_start, ..spin_given? },
        history: history?,
        damping_rule: DampingRule { in_slip: in_slip?, uncapped },
        across: across?,
        limit: limit?.0,
    };
    let written = slide_table.as_ref().and_then(|table| table.get(&GIVEN.slip_curve));
    check_slip_curve(check, &fields, (written, node), &parameters);
    Some(Friction { laws: laws?, parameters })
}

/// Which dashpots act beyond the static cap; `tables`: `Given(...)` of slide, roll and spin.
fn uncapped(fields: &Fields, [slide, roll, spin]: [Option<&Fields>; 3], inherited: Uncapped) -> Uncapped {
    Uncapped {
        slide: is_uncapped(fields, &FRICTION.slide_damping, slide, inherited.slide),
        roll: is_uncapped(fields, &FRICTION.roll_damping, roll, inherited.roll),
        spin: is_uncapped(fields, &FRICTION.spin_damping, spin, inherited.spin),
    }
}

/// Replaces the friction of the scene, if that is faulty, in the checks of its pairs; causes no faults of its own.
pub(in crate::scene::check) fn placeholder_friction() -> Friction {
    let parameters = FrictionParameters {
        mu_s: f64::INFINITY,
        mu_k: f64::MIN_POSITIVE,
        k_e: 1.0,
        roll: RollCoefficient::Single(0.0),
        spin: SpinModel::Off,
        slide_given: Overrides::default(),
        roll_given: Overrides::default(),
        spin_given: Overrides::default(),
        history: InitialHistory::default(),
        damping_rule: DampingRule::default(),
        across: None,
        limit: LimitSurface::Independent,
    };
    Friction { laws: Laws::default(), parameters }
}

/// Reads μ_s and μ_k. `constraints`: laws of a contact whose friction is a constraint; `None` if it is not.
fn coefficients(
    check: &mut Check,
    fields: &Fields,
    base: Option<&Friction>,
    constraints: Option<&Laws>,
) -> [Option<f64>; 2] {
    if let Some(laws) = constraints {
        let both = rigid::mu(check, fields, laws, base.map(|base| [base.mu_s, base.mu_k]));
        return [0, 1].map(|k| both.map(|both| both[k]));
    }
    if let Some(node) = fields.get(&FRICTION.mu) {
        return [check.number(node, Allowed::NotNegative); 2];
    }
    [
        basic(check, fields, (&FRICTION.mu_s, FrictionParameter::MuS), base.map(|base| base.mu_s)),
        basic(check, fields, (&FRICTION.mu_k, FrictionParameter::MuK), base.map(|base| base.mu_k)),
    ]
}

/// Reads K_E, which is infinite where it is neither given nor read by a law. `drafted`: what is known of the other
/// parameters.
fn stiffness(
    check: &mut Check,
    fields: &Fields,
    base: Option<&Friction>,
    (laws, constraints, drafted): (Option<&Laws>, Option<&Laws>, &FrictionParameters),
) -> Option<f64> {
    let inherited = base.map(|base| base.k_e).filter(|k_e| k_e.is_finite());
    let is_given = fields.get(&FRICTION.k_e).is_some();
    // A spring law beside `dae`, in the scene or in its pair, is rejected later if K_E is not given.
    let is_dae = |laws: &Laws| laws.dae().is_some();
    let is_checked_later = constraints.is_some_and(is_dae) || base.is_some_and(|base| is_dae(&base.laws));
    match laws {
        _ if is_given => basic(check, fields, (&FRICTION.k_e, FrictionParameter::KE), inherited),
        // Limits without springs need no stiffness.
        Some(laws) if constraints.is_some() && !laws.has_springs() => Some(f64::INFINITY),
        Some(laws) if inherited.is_none() && (is_checked_later || !laws.take_stiffness(drafted)) => Some(f64::INFINITY),
        _ => basic(check, fields, (&FRICTION.k_e, FrictionParameter::KE), inherited),
    }
}

/// μ_s, μ_k or K_E: required in the scene, inherited in a pair.
fn basic(
    check: &mut Check,
    fields: &Fields,
    (field, which): (&Field, FrictionParameter),
    inherited: Option<f64>,
) -> Option<f64> {
    let read = reader(which);
    match inherited {
        Some(value) => fields.or(check, field, value, read),
        None => fields.required(check, field, read),
    }
}

/// Reads the value of a friction parameter.
fn reader(which: FrictionParameter) -> impl Fn(&mut Check, &Node) -> Option<f64> {
    move |check, node| check.parameter(node, which.info().form)
}

/// `eta_r`, `eta_e` with `eta_theta`, or `mu_r`; `Some(None)` if the table has none of them.
fn roll_reduction(
    check: &mut Check,
    fields: &Fields,
    (base, mu_k): (Option<RollCoefficient>, Option<f64>),
    given: Option<&Fields>,
) -> Option<Option<RollCoefficient>> {
    if let Some(node) = fields.get(&FRICTION.mu_r) {
        return of_mu_r(check, fields, node, mu_k).map(Some);
    }
    let eta_r = fields.optional(check, &FRICTION.eta_r, reader(FrictionParameter::EtaR));
    let eta_e = fields.optional(check, &FRICTION.eta_e, reader(FrictionParameter::EtaE));
    let eta_theta = fields.optional(check, &FRICTION.eta_theta, reader(FrictionParameter::EtaTheta));
    let inherited = match base {
        Some(RollCoefficient::Split { eta_e, eta_theta }) => Some((eta_e, eta_theta)),
        _ => None,
    };
    for part in [&FRICTION.eta_e, &FRICTION.eta_theta] {
        if let (Some(_), Some(node)) = (fields.get(&FRICTION.eta_r), fields.get(part)) {
            let remedy = "keep `eta_r` (which is eta_e with eta_theta = 1), or give `eta_e` and `eta_theta` instead";
            check.fault(node, "conflicts with `eta_r`, which sets both", remedy);
            return None;
        }
    }
    if let Some(node) = fields.get(&FRICTION.eta_theta) {
        if fields.get(&FRICTION.eta_e).is_none() && inherited.is_none() {
            check.fault(node, "requires `eta_e`", "give `eta_e` too, or `eta_r` instead of both");
            return None;
        }
        if given.is_some_and(|table| table.get(&GIVEN.threshold).is_some()) {
            let remedy = "leave out `eta_theta`, or the threshold of `roll`";
            check.fault(node, "scales the threshold of roll friction, which is given", remedy);
            return None;
        }
    }
    match (eta_r?, eta_e?, eta_theta?) {
        (Some(eta_r), ..) => Some(Some(RollCoefficient::Single(eta_r))),
        (None, None, None) => Some(None),
        (None, eta_e, eta_theta) => {
            let (old_e, old_theta) = inherited.unwrap_or((0.0, 1.0));
            let (eta_e, eta_theta) = (eta_e.unwrap_or(old_e), eta_theta.unwrap_or(old_theta));
            Some(Some(RollCoefficient::Split { eta_e, eta_theta }))
        }
    }
}

/// η_r of the coefficient μ_r of other programs: `η_r = μ_r/(2 μ_k)`, with which the torque in slip is μ_r R_eff N (FN20
/// section 4.3).
fn of_mu_r(check: &mut Check, fields: &Fields, node: &Node, mu_k: Option<f64>) -> Option<RollCoefficient> {
    for other in [&FRICTION.eta_r, &FRICTION.eta_e, &FRICTION.eta_theta] {
        if fields.get(other).is_some() {
            check.fault(node, format!("conflicts with `{}`", other.name), "keep one of them");
            return None;
        }
    }
    let mu_r = check.number(node, Allowed::NotNegative)?;
    let mu_k = mu_k?;
    if mu_r > 0.0 && mu_k == 0.0 {
        let message = "needs kinetic friction: the torque in slip is 2 eta_r mu_k R_eff N, and mu_k is 0";
        check.fault(node, message, "give `mu_k` a value above 0, or leave out `mu_r`");
        return None;
    }
    Some(RollCoefficient::Single(if mu_r > 0.0 { mu_r / (2.0 * mu_k) } else { 0.0 }))
}

/// Reports a curve of the load in slip that does not fit the other parameters, at the curve if it is `written` there.
fn check_slip_curve(
    check: &mut Check,
    fields: &Fields,
    (written, table): (Option<&Node>, &Node),
    parameters: &FrictionParameters,
) {
    let Some([what, remedy]) = parameters.slip_curve_fault() else { return };
    let basic = [&FRICTION.mu_k, &FRICTION.mu_s, &FRICTION.slide].into_iter().find_map(|field| fields.get(field));
    check.fault(written.or(basic).unwrap_or(table), what, remedy);
}

fn check_order(check: &mut Check, fields: &Fields, mu_s: Option<f64>, mu_k: Option<f64>) {
    let (Some(mu_s), Some(mu_k)) = (mu_s, mu_k) else { return };
    let Some(node) = fields.get(&FRICTION.mu_k).or(fields.get(&FRICTION.mu_s)).filter(|_| mu_k > mu_s) else { return };
    let message = format!("kinetic friction {mu_k:?} is larger than static friction mu_s {mu_s:?}");
    let message =
        if fields.get(&FRICTION.mu_k).is_some() { message } else { message.replace("kinetic", "inherited kinetic") };
    check.fault(node, message, "lower mu_k or raise mu_s");
}

/// Reads `Given(...)` of slide or roll; the word `Given` may be omitted.
fn given_table<'a>(check: &mut Check, node: &Node<'a>) -> Option<Fields<'a>> {
    let table = match node.variant() {
        Some(_) => check.named(node, GIVEN_FORM)?,
        None => node.clone(),
    };
    check.fields(&table, &GIVEN.table)
}

/// Reads the overrides of one component, on top of the inherited overrides.
fn given(
    check: &mut Check,
    fields: &Fields,
    damping_field: &Field,
    table: Option<&Fields>,
    inherited: Overrides,
) -> Option<Overrides> {
    let outer_damping = fields.or(check, damping_field, inherited.damping, dashpot);
    // A written damping replaces an inherited curve.
    let damping_curve = inherited.damping_curve.filter(|_| fields.get(damping_field).is_none());
    let Some(table) = table else {
        return Some(Overrides { damping: outer_damping?, damping_curve, ..inherited });
    };
    for inner in [&GIVEN.damping, &GIVEN.damping_curve] {
        if let (Some(node), Some(_)) = (fields.get(damping_field), table.get(inner)) {
            let message = format!("damping is also given in {}", table.node.path_to(inner.name));
            check.fault(node, message, "keep one of them");
        }
    }
    for (curve, line) in [(&GIVEN.curve, &GIVEN.stiffness), (&GIVEN.damping_curve, &GIVEN.damping)] {
        if let (Some(node), Some(_)) = (table.get(curve), table.get(line)) {
            let message = format!("conflicts with `{}`, which a curve replaces", line.name);
            check.fault(node, message, "keep one of them");
        }
    }
    let spring = spring(check, table, &inherited);
    let threshold = table.or(check, &GIVEN.threshold, inherited.threshold, threshold);
    let damping = table.or(check, &GIVEN.damping, outer_damping.unwrap_or(inherited.damping), dashpot);
    let damping_curve = damping_curve.filter(|_| table.get(&GIVEN.damping).is_none());
    let written = table.optional(check, &GIVEN.damping_curve, damping_table);
    let damping_curve = written.map(|written| written.or(damping_curve));
    let (stiffness, curves) = spring?;
    Some(Overrides {
        stiffness,
        curves,
        threshold: threshold?,
        damping: damping?,
        damping_curve: damping_curve?,
        start: inherited.start,
    })
}

/// Reads the stiffness, and the curves that replace it. Written values replace all inherited ones; a lone slip curve is
/// combined with the inherited load in stick.
fn spring(check: &mut Check, table: &Fields, inherited: &Overrides) -> Option<(Option<f64>, Option<LoadCurves>)> {
    let stiffness = table.optional(check, &GIVEN.stiffness, Check::positive);
    let stick = table.optional(check, &GIVEN.curve, |check, node| curve(check, node, LoadCurve::new));
    let slip = table.optional(check, &GIVEN.slip_curve, |check, node| curve(check, node, LoadCurve::new));
    let (stiffness, stick, slip) = (stiffness?, stick?, slip?);
    let Some(slip) = slip else {
        return Some(match (stiffness, stick) {
            (None, None) => (inherited.stiffness, inherited.curves),
            (stiffness, stick) => (stiffness, stick.map(LoadCurves::both)),
        });
    };
    let node = table.get(&GIVEN.slip_curve)?;
    let line = |check: &mut Check, stiffness: f64| made(check, node, &[], LoadCurve::line(stiffness));
    let (stiffness, stick) = match (stiffness, stick, inherited.curves, inherited.stiffness) {
        (_, Some(stick), ..) => (None, stick),
        (Some(stiffness), None, ..) | (None, None, None, Some(stiffness)) => (Some(stiffness), line(check, stiffness)?),
        (None, None, Some(curves), stiffness) => (stiffness, curves.stick),
        (None, None, None, None) => {
            let message = "requires `curve` or `stiffness` for the load in stick";
            check.fault(node, message, "give one of them too");
            return None;
        }
    };
    Some((stiffness, Some(LoadCurves { stick, slip })))
}

/// Reads `[(0.0, 0.0), (1e-5, 1.0), ...]`: pairs of micro-deflection (m or rad) or rate (m/s or rad/s) and load (N or
/// N·m).
pub(in crate::scene::check) fn curve<T>(
    check: &mut Check,
    node: &Node,
    make: fn(&[[f64; 2]]) -> Result<T, CurveFault>,
) -> Option<T> {
    let Some(nodes) = node.list() else {
        return check.wrong_form(node, "a list of pairs", "[(0.0, 0.0), (1e-5, 1.0)]");
    };
    let pairs: Vec<Option<[f64; 2]>> = nodes.iter().map(|pair| check.numbers(pair, Allowed::Any)).collect();
    let pairs: Option<Vec<[f64; 2]>> = pairs.into_iter().collect();
    made(check, node, &nodes, make(&pairs?))
}

/// Reads a damping curve, optionally wrapped in `Uncapped(...)`.
fn damping_table(check: &mut Check, node: &Node) -> Option<DampingCurve> {
    let form = "Uncapped([(0.0, 0.0), (1e-2, 1.0)])";
    let table = match node.variant() {
        Some(("Uncapped", Some(payload))) => check.only(&payload, form)?,
        _ => node.clone(),
    };
    curve(check, &table, DampingCurve::new)
}

/// Unwraps a curve; reports its fault at the faulty row of the table.
fn made<T>(check: &mut Check, node: &Node, nodes: &[Node], curve: Result<T, CurveFault>) -> Option<T> {
    match curve {
        Ok(curve) => Some(curve),
        Err(fault) => {
            let at = fault.pair.and_then(|k| nodes.get(k)).unwrap_or(node);
            check.fault(at, fault.what, fault.remedy);
            None
        }
    }
}

/// Reads `Ratio(r)` or `Coefficient(c)`.
pub(in crate::scene::check) fn damping(check: &mut Check, node: &Node) -> Option<Damping> {
    let (name, payload) = check.variant(node, &DAMPING)?;
    let value = check.only(&payload, "Ratio(1.0)")?;
    let number = check.not_negative(&value)?;
    Some(if name == "Ratio" { Damping::Ratio(number) } else { Damping::Coefficient(number) })
}

/// Reads `Ratio(r)` or `Coefficient(c)`, optionally wrapped in `Capped(...)` or `Uncapped(...)`.
fn dashpot(check: &mut Check, node: &Node) -> Option<Damping> {
    let (name, payload) = check.variant(node, &FRICTION_DAMPING)?;
    match name {
        "Capped" | "Uncapped" => {
            let inner =
                check.only(&payload, if name == "Capped" { "Capped(Ratio(1.0))" } else { "Uncapped(Ratio(1.0))" })?;
            damping(check, &inner)
        }
        _ => damping(check, node),
    }
}

/// True if the cap limits the spring of a component alone. A written dashpot, be it a number or a curve, replaces the whole
/// inherited one.
fn is_uncapped(fields: &Fields, outer: &Field, table: Option<&Fields>, inherited: bool) -> bool {
    let inner = |field: &Field| table.and_then(|table| table.get(field));
    let written = fields.get(outer).or_else(|| inner(&GIVEN.damping)).or_else(|| inner(&GIVEN.damping_curve));
    written.map_or(inherited, |node| node.variant().is_some_and(|(name, _)| name == "Uncapped"))
}

fn threshold(check: &mut Check, node: &Node) -> Option<Threshold> {
    let (name, payload) = check.variant(node, &THRESHOLD)?;
    let value = check.only(&payload, "Kappa(0.5)")?;
    let number = check.positive(&value)?;
    Some(if name == "PerLoad" { Threshold::PerLoad(number) } else { Threshold::Kappa(number) })
}

/// Reads the spin model, and the table of `Given(...)`.
fn spin<'a>(check: &mut Check, fields: &Fields<'a>, old: &Friction) -> Option<(SpinModel, Option<Fields<'a>>)> {
    let Some(node) = fields.get(&FRICTION.spin) else { return Some((old.spin, None)) };
    let (name, payload) = check.variant(node, &SPIN)?;
    match name {
        "Off" => Some((SpinModel::Off, None)),
        "Hertz" => Some((SpinModel::Hertz, None)),
        "Heuristic" => {
            let table = check.fields(&payload, &HEURISTIC.table)?;
            let eta_psi = table.required(check, &HEURISTIC.eta_psi, reader(FrictionParameter::EtaPsi));
            let curvature = table.required(check, &HEURISTIC.curvature, Check::positive);
            Some((SpinModel::Heuristic { eta_psi: eta_psi?, curvature: curvature? }, None))
        }
        _ => {
            let table = check.fields(&payload, &GIVEN.table)?;
            let spring = if table.get(&GIVEN.curve).is_some() { &GIVEN.curve } else { &GIVEN.stiffness };
            let stiffness = table.required(check, spring, |_, _| Some(()));
            let threshold = table.required(check, &GIVEN.threshold, |_, _| Some(()));
            stiffness.and(threshold)?;
            Some((SpinModel::Given, Some(table)))
        }
    }
}

/// Reads the initial modes of slide, roll and spin.
fn starts(check: &mut Check, fields: &Fields, old: &Friction) -> Option<[Start; 3]> {
    let saturated = fields.optional(check, &FRICTION.saturated, Check::flag);
    let inherited = [old.slide_given.start, old.roll_given.start, old.spin_given.start].map(|start| match saturated {
        Some(Some(true)) => Start::Saturated,
        Some(Some(false)) if start == Start::Saturated => Start::In(Mode::Stick),
        _ => start,
    });
    let Some(node) = fields.get(&FRICTION.start) else {
        saturated?;
        return Some(inherited);
    };
    let table = check.fields(node, &START.table)?;
    let [slide, roll, spin] = inherited;
    let slide = table.or(check, &START.slide, slide, start);
    let roll = table.or(check, &START.roll, roll, start);
    let spin = table.or(check, &START.spin, spin, start);
    let starts = [slide?, roll?, spin?];
    if saturated? == Some(true) && starts != [Start::Saturated; 3] {
        check.fault(node, "contradicts `saturated: true`", "leave out `saturated`, or this field");
    }
    Some(starts)
}

fn start(check: &mut Check, node: &Node) -> Option<Start> {
    let (name, _) = check.variant(node, &MODES)?;
    Some(match name {
        "stick" => Start::In(Mode::Stick),
        "slip" => Start::In(Mode::Slip),
        _ => Start::Saturated,
    })
}

fn history(check: &mut Check, node: &Node) -> Option<InitialHistory> {
    let pair = |check: &mut Check, node: &Node| check.numbers(node, Allowed::Any).map(Vec2::from);
    let table = check.fields(node, &HISTORY.table)?;
    let slide = table.or(check, &HISTORY.slide, Vec2::zeros(), pair);
    let roll_i = table.or(check, &HISTORY.roll_i, Vec2::zeros(), pair);
    let roll_j = table.or(check, &HISTORY.roll_j, Vec2::zeros(), pair);
    let spin = table.or(check, &HISTORY.spin, 0.0, Check::any);
    Some(InitialHistory { slide: slide?, roll_i: roll_i?, roll_j: roll_j?, spin: spin? })
}
