//! The law of each component with a contact's numbers inserted, as lines of text.

use crate::draw::text::format::{number, quantity};
use crate::draw::text::words::mode_verb;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::law::LawInfo;
use stickslip_engine::laws::friction::parameters::{Overrides, RollCoefficient, SpinModel, Threshold};
use stickslip_engine::observe::quantity::{Component, component};
use stickslip_engine::observe::state::ContactView;

/// Names for a component: deflection, elastic load, damping load, stiffness, damper, increment, units.
struct Symbols {
    deflection: &'static str,
    elastic: &'static str,
    damping: &'static str,
    stiffness: &'static str,
    damper: &'static str,
    length: &'static str,
    load: &'static str,
    per: &'static str,
}

const SYMBOLS: [Symbols; 4] = [
    symbols("S", "E", "D", "K", "K_D", "m", "N", "N/m"),
    symbols("Θ_i", "T_i", "D_i", "K_R", "D_R", "rad", "N·m", "N·m/rad"),
    symbols("Θ_j", "T_j", "D_j", "K_R", "D_R", "rad", "N·m", "N·m/rad"),
    symbols("Ψ", "T_ψ", "D_ψ", "K_ψ", "C_ψ", "rad", "N·m", "N·m/rad"),
];

const fn symbols(
    deflection: &'static str,
    elastic: &'static str,
    damping: &'static str,
    stiffness: &'static str,
    damper: &'static str,
    length: &'static str,
    load: &'static str,
    per: &'static str,
) -> Symbols {
    Symbols { deflection, elastic, damping, stiffness, damper, length, load, per }
}

/// Lines that explain why the k-th component (slide, roll of i, roll of j, spin) of a contact sticks or slips at this
/// step; empty if the component is off.
pub fn equations(contact: &ContactView, k: usize, dt: f64) -> Vec<String> {
    let part = component(contact, k);
    let symbols = &SYMBOLS[k];
    let law = contact.law.friction.laws.each()[[0, 1, 1, 2][k]];
    if law.info().id != "fang-negrut" {
        return of_another_law(law.info(), &part, symbols);
    }
    if !part.spring.is_on() {
        return Vec::new();
    }
    let mut lines = vec![elastic(&part, symbols)];
    lines.extend(stiffness(contact, k, &part, symbols));
    lines.push(threshold(contact, k, &part, symbols));
    lines.push(damping(&part, symbols, contact.law.friction.damping_rule.in_slip, dt));
    if given(contact, k).damping_curve.is_some() {
        lines.push(format!("{} = load / rate on the given damping curve at the rate of this step", symbols.damper));
    }
    lines
}

/// The equation of a law other than FN20, and its loads in the last step.
fn of_another_law(card: &LawInfo, part: &Component, symbols: &Symbols) -> Vec<String> {
    let verdict = mode_verb(part.mode);
    let of_limit = |limit: f64| format!("limit {}", quantity(limit, symbols.load));
    if part.limits[0] > 0.0 && !part.spring.is_on() {
        let load = quantity(part.load().norm(), symbols.load);
        return vec![
            format!("{}: {}", card.name, card.formula),
            format!("last step: {load}, {}: {verdict}", of_limit(part.limits[0])),
        ];
    }
    let (elastic, damping) = (quantity(part.elastic.norm(), symbols.load), quantity(part.damping.norm(), symbols.load));
    vec![
        format!("{}: {}", card.name, card.formula),
        format!(
            "elastic part {elastic}, damping part {damping}, total {}: {verdict}",
            quantity(part.load().norm(), symbols.load)
        ),
    ]
}

/// Elastic load, limit and verdict: `E = K S = 10⁵ N/m × 3.21×10⁻⁵ m = 3.21 N ≤ K S_s = μ_s N = 10.03 N → sticks`.
fn elastic(part: &Component, symbols: &Symbols) -> String {
    let Symbols { deflection: s, elastic: e, stiffness: k, length, load, per, .. } = symbols;
    let (deflection, spring) = (part.history.norm(), &part.spring);
    let [upper, lower] = part.limits;
    let verdict = match part.mode {
        Mode::Stick => format!("≤ {k} {s}_s = {} → sticks", quantity(upper, load)),
        // In its first slip step a contact still carries the static load.
        Mode::Slip if deflection > spring.kinetic_cap * (1.0 + 1e-9) => {
            format!("= {k} {s}_s = {} → starts to slip", quantity(upper, load))
        }
        Mode::Slip | Mode::Open => format!("= {k} {s}_k = {} → {}", quantity(lower, load), mode_verb(part.mode)),
    };
    format!(
        "{e} = {k} {s} = {} × {} = {} {verdict}",
        quantity(spring.stiffness, per),
        quantity(deflection, length),
        quantity(part.elastic.norm(), load)
    )
}

/// The derivation of the stiffness; `None` for a spin component without a stiffness model.
fn stiffness(contact: &ContactView, k: usize, part: &Component, symbols: &Symbols) -> Option<String> {
    let friction = &contact.law.friction;
    let (given, share) = (given(contact, k), contact.normal.share);
    let part_of_face = if share < 1.0 { format!(" × share {}", number(share)) } else { String::new() };
    if given.curves.is_some() {
        let of = format!("load / deflection on the given curve{part_of_face}");
        return Some(format!("{} = {of} = {}", symbols.stiffness, quantity(part.spring.stiffness, symbols.per)));
    }
    let rule = match (given.stiffness, k, &friction.spin) {
        (Some(value), ..) => format!("given, {}", quantity(value, symbols.per)),
        (None, 0, _) => format!("K_E = {}", quantity(friction.k_e, symbols.per)),
        (None, 1 | 2, _) => {
            let kappa = 0.5 * (contact.paths.kappa_i + contact.paths.kappa_j);
            let (kappa, k_e) = (number(kappa), number(friction.k_e));
            match friction.roll {
                RollCoefficient::Single(eta_r) => {
                    format!("η_r K_E/κ² = {} × {k_e} N/m / ({kappa} 1/m)²", number(eta_r))
                }
                RollCoefficient::Split { eta_e, eta_theta } => {
                    let (e, theta) = (number(eta_e), number(eta_theta));
                    format!("(η_e/η_θ²) K_E/κ² = {e} / {theta}² × {k_e} N/m / ({kappa} 1/m)²")
                }
            }
        }
        (None, _, SpinModel::Heuristic { eta_psi, curvature }) => {
            let k_e = number(friction.k_e);
            format!("η_ψ K_E/𝒦² = {} × {k_e} N/m / ({} 1/m)²", number(*eta_psi), number(*curvature))
        }
        (None, _, SpinModel::Hertz) => {
            format!("½ a² K_E = ½ × ({})² × {} N/m", quantity(contact.normal.patch, "m"), number(friction.k_e))
        }
        (None, _, SpinModel::Off | SpinModel::Given | SpinModel::Limit) => return None,
    };
    Some(format!("{} = {rule}{part_of_face} = {}", symbols.stiffness, quantity(part.spring.stiffness, symbols.per)))
}

/// Static and kinetic deflection limits, beginning with `S_s = μ_s N/K_E = 0.25 × 40.14 N / 10⁵ N/m = 1.003×10⁻⁴ m`.
fn threshold(contact: &ContactView, k: usize, part: &Component, symbols: &Symbols) -> String {
    let friction = &contact.law.friction;
    let (s, k_e) = (symbols.deflection, number(friction.k_e));
    let normal = quantity(contact.normal.n / contact.normal.share.max(f64::MIN_POSITIVE), "N");
    let (mu, mu_k) = (number(friction.mu_s), number(friction.mu_k));
    let kappa = 0.5 * (contact.paths.kappa_i + contact.paths.kappa_j);
    if k == 0 && given(contact, k).curves.is_some() && given(contact, k).threshold == Threshold::Model {
        let caps = [part.spring.static_cap, part.spring.kinetic_cap].map(|cap| quantity(cap, symbols.length));
        return format!(
            "{s}_s = {}, where the stick curve reaches μ_s N; {s}_k = {}, where the slip curve reaches μ_k N",
            caps[0], caps[1]
        );
    }
    let (rule, numbers) = match (given(contact, k).threshold, k, &friction.spin) {
        (Threshold::PerLoad(c), ..) => ("c μ_s N".to_owned(), format!("{} × {mu} × {normal}", number(c))),
        (Threshold::Kappa(c), ..) => ("k μ_s N/K_E".to_owned(), format!("{} × {mu} × {normal} / {k_e} N/m", number(c))),
        (Threshold::Model, 0, _) => ("μ_s N/K_E".to_owned(), format!("{mu} × {normal} / {k_e} N/m")),
        (Threshold::Model, 1 | 2, _) if matches!(friction.roll, RollCoefficient::Split { .. }) => {
            let (theta, kappa) = (number(friction.roll.eta_theta()), number(kappa));
            ("η_θ κ μ_s N/K_E".to_owned(), format!("{theta} × {kappa} 1/m × {mu} × {normal} / {k_e} N/m"))
        }
        (Threshold::Model, 1 | 2, _) => {
            ("κ μ_s N/K_E".to_owned(), format!("{} 1/m × {mu} × {normal} / {k_e} N/m", number(kappa)))
        }
        (Threshold::Model, _, SpinModel::Heuristic { curvature, .. }) => {
            ("𝒦 μ_s N/K_E".to_owned(), format!("{} 1/m × {mu} × {normal} / {k_e} N/m", number(*curvature)))
        }
        (Threshold::Model, ..) => {
            let a = quantity(contact.normal.patch, "m");
            ("μ_s N/(K_E a)".to_owned(), format!("{mu} × {normal} / ({k_e} N/m × {a})"))
        }
    };
    format!(
        "{s}_s = {rule} = {numbers} = {}; {s}_k with μ_k = {mu_k}: {}",
        quantity(part.spring.static_cap, symbols.length),
        quantity(part.spring.kinetic_cap, symbols.length)
    )
}

/// Damping load, `D = K_D ΔS/Δt = …`, or a note that slip has no damping.
fn damping(part: &Component, symbols: &Symbols, damped_slip: bool, dt: f64) -> String {
    let Symbols { deflection: s, damping: d, damper: c, length, load, .. } = symbols;
    if part.mode == Mode::Slip && !damped_slip {
        return format!("{d} = 0: no damping in slip");
    }
    let whole = part.spring.damping * part.increment.norm() / dt;
    let line = format!(
        "{d} = {c} Δ{s}/Δt = {} {load}·s/{length} × {} / {} = {}",
        number(part.spring.damping),
        quantity(part.increment.norm(), length),
        quantity(dt, "s"),
        quantity(whole, load)
    );
    let found = part.damping.norm();
    if found < whole * (1.0 - 1e-9) {
        return format!("{line}, cut to {}: the total stays within the static limit", quantity(found, load));
    }
    let over = (part.elastic + part.damping).norm() > part.limits[0] * (1.0 + 1e-9);
    if over { format!("{line}; the total exceeds the static limit, which applies to the spring alone") } else { line }
}

fn given(contact: &ContactView, k: usize) -> &Overrides {
    let friction = &contact.law.friction;
    match k {
        0 => &friction.slide_given,
        1 | 2 => &friction.roll_given,
        _ => &friction.spin_given,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    fn lines(name: &str, steps: u64, k: usize) -> Vec<String> {
        let scene = Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault");
        let mut simulation = Simulation::new(&scene);
        simulation.steps(steps);
        equations(&simulation.state().contacts[0], k, scene.dt)
    }

    /// Section 4.3, phase I: μ_k N = 8.027 N, μ_s N/K_E = 1.003e-4 m, T = 0.9633 N·m, K_R = 0.3·1e5/2.5² N·m/rad.
    #[test]
    fn the_numbers_of_a_slipping_ball_are_those_of_the_paper() {
        let slide = lines("sphere-up-35", 100, 0);
        assert!(slide[0].contains("= 8.028 N = K S_k = 8.028 N → slips"), "{slide:?}");
        assert!(slide[2].contains("0.2500 × 40.14 N / 1.000×10⁵ N/m = 1.003×10⁻⁴ m"), "{slide:?}");
        assert_eq!(slide[3], "D = 0: no damping in slip");
        let roll = lines("sphere-up-35", 100, 2);
        assert!(roll[0].contains("= 0.9633 N·m → slips"), "{roll:?}");
        assert!(roll[1].ends_with("= 4800 N·m/rad"), "{roll:?}");
        assert_eq!(lines("sphere-up-35", 100, 2).len(), 4);
        assert_eq!(lines("brick-slips", 100, 3), [] as [&str; 0], "spin is off");
    }

    /// The ball of section 4.3 meets 17 μN in its first step; by default the dashpot is cut, and the line says both numbers.
    #[test]
    fn a_cut_dashpot_is_told_with_both_of_its_loads() {
        let whole = lines("sphere-up-35", 1, 0);
        assert!(
            whole[3].ends_with("; the total exceeds the static limit, which applies to the spring alone"),
            "{whole:?}"
        );
        let text = builtin::text("sphere-up-35").expect("a scene").replace("Uncapped(Ratio(1.0))", "Ratio(1.0)");
        let mut simulation = Simulation::new(&Scene::parse("capped", &text).expect("no fault"));
        simulation.steps(1);
        let cut = equations(&simulation.state().contacts[0], 0, 1e-4);
        // μ_s N − K S = 10.034 N − 4.994 N.
        let limit = "cut to 5.040 N: the total stays within the static limit";
        assert!(
            whole[3].starts_with(cut[3].split(", cut").next().expect("a line")) && cut[3].ends_with(limit),
            "{cut:?}"
        );
    }

    /// Section 4.1: the brick on 0.18 rad holds with E = m g sin α = 1.754 N.
    #[test]
    fn the_numbers_of_a_holding_brick_are_those_of_the_paper() {
        let slide = lines("brick-damped", 3000, 0);
        assert!(slide[0].ends_with("→ sticks"), "{slide:?}");
        assert!(slide[1].contains("× share 0.2500"), "{slide:?}");
        assert!(slide[2].contains("= 2.410×10⁻⁵ m"), "{slide:?}");
    }
}
