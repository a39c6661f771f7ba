//! Remarks on options of `friction:` that no law of the same pairs reads.

use crate::laws::Vec2;
use crate::laws::friction::element::{Mode, Start};
use crate::laws::friction::law::Law;
use crate::laws::friction::parameters::{Damping, FrictionParameters, RollCoefficient, SpinModel, Threshold};
use crate::laws::library::fang_negrut::FangNegrutSlide;
use crate::laws::pair::choice::{AnyLaw, Laws};
use crate::scene::Scene;
use crate::scene::check::read::Check;
use crate::scene::language::{FRICTION, Field, GIVEN, HISTORY, PAIR, SCENE, START};
use crate::scene::text::raw::Node;

/// An option of a friction table.
struct FrictionOption {
    /// Its fields, from the friction table down.
    path: [Option<&'static Field>; 2],
    /// The component whose law should read it; `None` if any may.
    component: Option<&'static str>,
    /// Names of parameters by which a law may have a value of its own instead.
    own: &'static [&'static str],
    /// Gives the option another value.
    change: fn(&mut FrictionParameters),
}

/// Names under which laws have a dashpot of their own.
const DASHPOTS: &[&str] = &["damping", "eta", "alpha"];

const fn option(
    path: [Option<&'static Field>; 2],
    component: Option<&'static str>,
    own: &'static [&'static str],
    change: fn(&mut FrictionParameters),
) -> FrictionOption {
    FrictionOption { path, component, own, change }
}

const SLIDE: Option<&str> = Some("slide");
const ROLL: Option<&str> = Some("roll");
const SPIN: Option<&str> = Some("spin");
const RATIO: Damping = Damping::Ratio(0.3);
const PER_LOAD: Threshold = Threshold::PerLoad(1e-6);
const SLIPS: Start = Start::In(Mode::Slip);

/// The options, each with another value than the one with which [`Laws::reads`] begins.
fn options() -> Vec<FrictionOption> {
    let [slide, roll, spin] = [Some(&FRICTION.slide), Some(&FRICTION.roll), Some(&FRICTION.spin)];
    let (start, history) = (Some(&FRICTION.start), Some(&FRICTION.history));
    vec![
        option([Some(&FRICTION.mu_s), None], SLIDE, &["mu"], |friction| friction.mu_s = 0.6),
        option([Some(&FRICTION.k_e), None], None, &["stiffness"], |friction| friction.k_e = 2e5),
        option([Some(&FRICTION.eta_r), None], ROLL, &["mu_r", "rho"], |friction| friction.roll = other_roll()),
        option([Some(&FRICTION.eta_e), None], ROLL, &["mu_r", "rho"], |friction| friction.roll = other_roll()),
        option([Some(&FRICTION.mu_r), None], ROLL, &["mu_r", "rho"], |friction| friction.roll = other_roll()),
        option([spin, None], SPIN, &["mu", "mu_o", "sigma"], |friction| friction.spin = other_spin()),
        option([Some(&FRICTION.slide_damping), None], SLIDE, DASHPOTS, |friction| friction.slide_given.damping = RATIO),
        option([Some(&FRICTION.roll_damping), None], ROLL, DASHPOTS, |friction| friction.roll_given.damping = RATIO),
        option([Some(&FRICTION.spin_damping), None], SPIN, DASHPOTS, |friction| friction.spin_given.damping = RATIO),
        option([slide, Some(&GIVEN.damping)], SLIDE, DASHPOTS, |friction| friction.slide_given.damping = RATIO),
        option([roll, Some(&GIVEN.damping)], ROLL, DASHPOTS, |friction| friction.roll_given.damping = RATIO),
        option([slide, Some(&GIVEN.stiffness)], None, &["stiffness"], |f| f.slide_given.stiffness = Some(3e5)),
        option([roll, Some(&GIVEN.stiffness)], ROLL, &["stiffness"], |f| f.roll_given.stiffness = Some(3e3)),
        option([slide, Some(&GIVEN.threshold)], SLIDE, &[], |friction| friction.slide_given.threshold = PER_LOAD),
        option([roll, Some(&GIVEN.threshold)], ROLL, &[], |friction| friction.roll_given.threshold = PER_LOAD),
        option([Some(&FRICTION.damping_in_slip), None], None, &[], |friction| friction.damping_rule.in_slip = true),
        option([start, Some(&START.slide)], SLIDE, &[], |friction| friction.slide_given.start = SLIPS),
        option([start, Some(&START.roll)], ROLL, &[], |friction| friction.roll_given.start = SLIPS),
        option([start, Some(&START.spin)], SPIN, &[], |friction| friction.spin_given.start = SLIPS),
        option([Some(&FRICTION.saturated), None], None, &[], |friction| {
            for given in [&mut friction.slide_given, &mut friction.roll_given, &mut friction.spin_given] {
                given.start = Start::Saturated;
            }
        }),
        option([history, Some(&HISTORY.slide)], SLIDE, &[], |f| f.history.slide = Vec2::new(1e-5, 0.0)),
        option([history, Some(&HISTORY.roll_i)], ROLL, &[], |f| f.history.roll_i = Vec2::new(1e-5, 0.0)),
        option([history, Some(&HISTORY.roll_j)], ROLL, &[], |f| f.history.roll_j = Vec2::new(1e-5, 0.0)),
        option([history, Some(&HISTORY.spin)], SPIN, &[], |friction| friction.history.spin = 1e-5),
    ]
}

fn other_roll() -> RollCoefficient {
    RollCoefficient::Single(0.17)
}

fn other_spin() -> SpinModel {
    SpinModel::Heuristic { eta_psi: 0.13, curvature: 7.0 }
}

/// Remarks on each option, in the friction of the scene and of its pairs, that changes nothing because no law to which it
/// applies reads it. `pairs`: nodes of the pair rules.
pub(in crate::scene::check) fn remark_on_effects(check: &mut Check, scene: &Scene, root: &Node, pairs: &[Node]) {
    let of_pairs = || scene.pairs.iter().map(|rule| rule.friction.laws);
    // A pair inherits what the scene's table says.
    let all: Vec<Laws> = std::iter::once(scene.friction.laws).chain(of_pairs()).collect();
    let whole = root.payload().and_then(|table| table.field(&SCENE.friction));
    let tables = pairs.iter().zip(of_pairs()).map(|(node, laws)| (field_of(node, &PAIR.friction), vec![laws]));
    for (table, laws) in std::iter::once((whole, all)).chain(tables) {
        if let Some(table) = table.filter(|_| !laws.iter().any(Laws::is_paper)) {
            remark_on_table(check, &table, &laws);
        }
    }
}

fn field_of<'a>(node: &Node<'a>, field: &Field) -> Option<Node<'a>> {
    node.payload()?.field(field)
}

/// Remarks on the options of one friction table, to which these laws apply.
fn remark_on_table(check: &mut Check, table: &Node, laws: &[Laws]) {
    for option in options() {
        let [outer, inner] = option.path;
        let written =
            [outer, inner].into_iter().flatten().try_fold(table.clone(), |node, field| field_of(&node, field));
        // μ_s says nothing of its own where it equals μ_k.
        let is_mu = outer.is_some_and(|field| field.name == FRICTION.mu_s.name);
        let same = || field_of(table, &FRICTION.mu_k).and_then(|node| node.number());
        let Some(node) = written.filter(|node| !is_mu || node.number() != same()) else { continue };
        if laws.iter().any(|laws| laws.reads(option.change)) {
            continue;
        }
        check.remark(&node, format!("has no effect: {}", reason(&option, laws)));
    }
}

/// Which law does not read an option, and what to write instead.
fn reason(option: &FrictionOption, laws: &[Laws]) -> String {
    let papers = FangNegrutSlide::INFO.id;
    let Some((component, [laws])) = option.component.zip(<&[Laws; 1]>::try_from(laws).ok()) else {
        return "no law here reads it; leave it out".to_owned();
    };
    let law = laws.each().into_iter().find(|law| law.component() == component);
    let Some(law) = law else { return "leave it out".to_owned() };
    let own = |law: &AnyLaw| law.info().parameters.iter().find(|parameter| option.own.contains(&parameter.name));
    let instead = match own(&law) {
        Some(parameter) => format!("give the law its own: `{}({}: ...)`", law.name_in_scenes(), parameter.name),
        None => format!("use `{papers}` for {component}"),
    };
    format!("`{}` of {component} does not read it; leave it out, or {instead}", law.info().id)
}
