//! Laws in scene files and in a running simulation.

use super::{ELASTIC, ball, probe, roll, slip};
use crate::builtin;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::law::ParameterForm;
use stickslip_engine::laws::library::roll::constant_torque::ConstantTorque;
use stickslip_engine::laws::pair::choice::{AnyLaw, Friction, Laws};
use stickslip_engine::laws::{RollLaw, SlideLaw};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, set};
use stickslip_engine::step::edits::{Edit, EditLog, QueueEdit};

const TOUCHING: &str = r#"on: (surface: "ground", at: (0.0, 0.0))"#;

fn fault(laws: &str, normal: &str, fields: &str) -> String {
    ball(laws, normal, fields).expect_err("a fault")
}

/// A rigid ball on a plane under these laws.
fn rigid_ball(laws: &str) -> Result<Scene, String> {
    let text = format!(
        "Scene(schema: 1, title: \"t\", time: (duration: 1.0), gravity: (0.0, 0.0, -9.81),
         friction: (mu: 0.5, laws: ({laws})), normal: Rigid, bodies: [(name: \"ground\", shape: Plane),
         (name: \"ball\", shape: Sphere(radius: 0.2), mass: 5.0, {TOUCHING})])"
    );
    Scene::parse("ball.ron", &text).map_err(|faults| format!("{:?}", faults.lines().collect::<Vec<_>>()))
}

/// A scene with these laws and a normal law that supports `law`.
fn ball_under(law: &AnyLaw, laws: &str) -> Result<Scene, String> {
    if law.is_cone() { rigid_ball(laws) } else { ball(laws, "Known(Weight)", ELASTIC) }
}

/// Ids and names with parameters denote the same law; `--set` accepts both.
#[test]
fn a_law_is_written_by_id_or_by_name() {
    for law in AnyLaw::all() {
        let (component, id, name) = (law.component(), law.info().id, law.name_in_scenes());
        for written in [format!("\"{id}\""), name.clone(), format!("{name}()")] {
            let alpha = if id == "mindlin-tsuji" && !written.ends_with(')') { continue } else { "alpha: 0.5" };
            let written = if id == "mindlin-tsuji" { format!("{name}({alpha})") } else { written };
            let scene = ball_under(&law, &format!("{component}: {written}"));
            let scene = scene.unwrap_or_else(|faults| panic!("{written}: {faults}"));
            let found = scene.friction.laws.each().into_iter().find(|law| law.component() == component).expect("one");
            assert_eq!(found.info(), law.info(), "{written}");
        }
    }
    let text = builtin::text("disk-panel-a").expect("a scene");
    let text = set(text, "friction.laws.roll", "\"constant-torque\"").expect("a path");
    let text = set(&text, "friction.laws.roll", "ConstantTorque(mu_r: 0.3)").expect("a path");
    let text = set(&text, "friction.laws.roll.mu_r", "0.1").expect("a path");
    let scene = Scene::parse("disk", &text).expect("a scene");
    assert_eq!(scene.friction.laws.roll, RollLaw::ConstantTorque(ConstantTorque { mu_r: Some(0.1) }));
}

/// The output of `Display` can be read back by a scene.
#[test]
fn a_law_is_written_as_it_is_read() {
    for law in AnyLaw::all() {
        let (mut law, parameters) = (law, law.info().parameters);
        for ((k, number), parameter) in law.numbers().into_iter().enumerate().zip(parameters) {
            *number = Some(match parameter.form {
                ParameterForm::Positive | ParameterForm::NotNegative => 1.0 / (1.0 + k as f64),
                ParameterForm::Fraction => 0.5,
                ParameterForm::Count => 1.0 + k as f64,
                ParameterForm::Word(words) => words.len() as f64 - 1.0,
            });
        }
        let scene = ball_under(&law, &format!("{}: {law}", law.component()));
        let scene = scene.unwrap_or_else(|faults| panic!("{law}: {faults}"));
        assert!(scene.friction.laws.each().contains(&law), "{law}");
    }
}

#[test]
fn faults_of_laws_have_a_place_and_a_remedy() {
    let known = "Known(Weight)";
    for (laws, normal, fields, expected) in [
        (
            "slide: \"cundal-strack\"",
            known,
            ELASTIC,
            "there is no slide law `cundal-strack`; did you mean `cundall-strack`?",
        ),
        ("slide: \"marshall\"", known, ELASTIC, "`marshall` is a law of spin, not of slide"),
        ("slide: Dae(sweeps: 0)", known, ELASTIC, "friction.laws.slide.sweeps: must be positive"),
        ("slide: Dae(sweeps: 1.5)", known, ELASTIC, "friction.laws.slide.sweeps: must be a whole number, found `1.5`"),
        ("slide: Dae(tolerance: 0.0)", known, ELASTIC, "friction.laws.slide.tolerance: must be positive"),
        ("slide: Dae(mu: -0.1)", known, ELASTIC, "friction.laws.slide.mu: must be at least 0"),
        ("slide: Dae(level: Position)", known, ELASTIC, "friction.laws.slide.level: "),
        (
            "slide: Dae",
            "Rigid",
            ELASTIC,
            "`dae` needs a normal force that is known before friction; rigid contacts do not provide one; use `complementarity`",
        ),
        ("roll: ConstantTorque(mu: 0.1)", known, ELASTIC, "friction.laws.roll.mu: unknown field `mu`"),
        ("roll: ConstantTorque(mu_r: -0.1)", known, ELASTIC, "friction.laws.roll.mu_r: must be at least 0"),
        ("slide: CoulombRegularised(epsilon: 0.0)", known, ELASTIC, "friction.laws.slide.epsilon: must be positive"),
        (
            "spin: \"marshall\"",
            known,
            TOUCHING,
            "friction.laws.spin: `marshall` needs the overlap, which rigid bodies under a known normal force do not have (`ground` and `ball`); give one of the bodies `youngs_modulus` and `poisson_ratio`, or use `Hooke` or `Hertz` for `normal`",
        ),
        (
            "slide: \"mindlin-tsuji\"",
            "Hooke(k_n: 1e5)",
            TOUCHING,
            "friction.laws.slide: `mindlin-tsuji` needs Young's modulus and Poisson ratio (`ground` and `ball`); give one of the bodies",
        ),
        (
            "slide: \"mindlin-tsuji\"",
            known,
            ELASTIC,
            "a known normal force has none; write `MindlinTsuji(alpha: 0.48)`",
        ),
        (
            "bounce: \"luding\"",
            known,
            ELASTIC,
            "friction.laws.bounce: unknown field `bounce`; the fields here are: slide, roll, spin",
        ),
        ("slide: 3", known, ELASTIC, "expected the id of a law in quotes, or a law with its parameters, found `3`"),
    ] {
        let text = fault(laws, normal, fields);
        assert!(text.contains(expected), "{laws}:\n{text}\nexpected\n{expected}");
    }
}

/// A law whose default coefficient follows from a friction that is off is a fault.
#[test]
fn a_law_without_its_coefficient_is_a_fault() {
    for (edits, expected) in [
        (
            [("friction.eta_r", "0.0"), ("friction.laws.roll", "\"spring-dashpot\"")],
            "friction.laws.roll: `spring-dashpot` has no coefficient: there is no eta_r from which mu_r would follow; \
             write `SpringDashpot(mu_r: 0.1)`, or give an eta_r above 0",
        ),
        (
            [("friction.spin", "Off"), ("friction.laws.spin", "\"luding-spin\"")],
            "friction.laws.spin: `luding-spin` has no coefficient: there is no spin model from which it would follow; \
             write `LudingSpin(mu_o: 0.01)`, or give `spin:` a model",
        ),
    ] {
        let text = builtin::text("sphere-up-35").expect("a scene").to_string();
        let text = edits.iter().fold(text, |text, (path, value)| set(&text, path, value).expect("a path"));
        let faults = Scene::parse("x.ron", &text).expect_err("a fault");
        let lines: Vec<String> = faults.lines().map(|line| line.to_string()).collect();
        assert!(lines.iter().any(|line| line.contains(expected)), "{lines:#?}\nexpected\n{expected}");
    }
}

/// A pair rule inherits the scene's laws and replaces those it names.
#[test]
fn pairs_have_laws_of_their_own() {
    let text = builtin::text("stack-stands").expect("a scene");
    let text = set(text, "friction.laws", r#"(slide: "luding", roll: "spring-dashpot")"#).expect("a path");
    let scene = Scene::parse("stack", &text).unwrap_or_else(|f| panic!("{f:?}"));
    assert!(!scene.pairs.is_empty(), "the scene has a pair rule");
    for rule in &scene.pairs {
        assert_eq!(rule.friction.laws, scene.friction.laws);
    }
    let [a, b] = scene.pairs[0].between.clone();
    let text = set(&text, &format!("pairs.{a}-{b}.friction.laws.roll"), "\"constant-torque\"").expect("a path");
    let scene = Scene::parse("stack", &text).unwrap_or_else(|f| panic!("{f:?}"));
    assert_eq!(scene.pairs[0].friction.laws.ids(), "luding+constant-torque");
    assert_eq!(scene.friction.laws.ids(), "luding+spring-dashpot");
}

#[test]
fn sets_of_laws_have_names() {
    let laws = Laws::from_ids("luding-roll + luding").expect("two laws");
    assert_eq!(laws.ids(), "luding+luding-roll");
    assert_eq!(Laws::from_ids("fang-negrut"), Ok(Laws::default()));
    assert_eq!(Laws::from_ids("luding+coulomb-regularised"), Err("coulomb-regularised".to_string()), "two for slide");
    assert_eq!(Laws::from_ids("lud"), Err("lud".to_string()));
}

/// A deflection is handed over from law to law; a law without memory neither gives nor takes one. The roll deflections
/// of the two bodies add up to the single angle of the pair laws.
#[test]
fn histories_are_handed_over_where_both_laws_have_one() {
    let mut probe = probe("");
    for _ in 0..10 {
        probe.step(slip(1e-6, 2e-6), 49.0);
        probe.step(roll(1e-6, 0.0), 49.0);
    }
    let (slide, rolled) = (probe.slide.history, probe.roll_i.history + probe.roll_j.history);
    assert!(slide.norm() > 0.0 && rolled.norm() > 0.0);
    let mut friction = Friction { laws: probe.laws, parameters: probe.contact_state.friction };
    friction.laws = Laws::from_ids("cundall-strack+luding-roll").expect("laws");
    probe.change(&friction);
    assert_eq!((probe.slide.history, probe.roll_i.history + probe.roll_j.history), (slide, rolled));
    probe.step(slip(0.0, 0.0), 49.0);
    assert!((probe.slide.elastic - slide * 1e5).norm() < 1e-12 * slide.norm() * 1e5, "the spring holds on");
    friction.laws = Laws::from_ids("coulomb-regularised+luding-roll").expect("laws");
    probe.change(&friction);
    assert_eq!((probe.slide.history.norm(), probe.slide.mode), (0.0, Mode::Slip));
    assert!(probe.roll_j.history.norm() > 0.0, "the other components keep theirs");
    friction.laws = Laws::default();
    probe.change(&friction);
    assert_eq!((probe.slide.history.norm(), probe.slide.mode), (0.0, Mode::Stick));
}

/// The edit acts at its step, is logged, and gives the bits of a scene file with that law.
#[test]
fn a_law_chosen_at_the_start_is_the_law_of_the_file() {
    for laws in ["slide: \"cundall-strack\"", "roll: \"constant-torque\"", "spin: \"luding-spin\""] {
        let place = r#"on: (surface: "ground", at: (0.0, 0.0), velocity: (0.3, 0.5), spin: 3.0)"#;
        let scene = ball(laws, "Known(Weight)", place).expect("a scene");
        let plain = ball("", "Known(Weight)", place).expect("a scene");
        let mut chosen = Simulation::new(&plain);
        for law in scene.friction.laws.each() {
            chosen.world().write_message(QueueEdit(Edit::Law { rule: None, law }));
        }
        let mut filed = Simulation::new(&scene);
        chosen.steps(300);
        filed.steps(300);
        let (a, b) = (chosen.state(), filed.state());
        assert_eq!(a.bodies[1].v, b.bodies[1].v, "{laws}");
        assert_eq!(a.bodies[1].w, b.bodies[1].w, "{laws}");
        assert_ne!(
            a.bodies[1].v,
            {
                let mut s = Simulation::new(&plain);
                s.steps(300);
                s.state().bodies[1].v
            },
            "{laws}"
        );
        assert_eq!(chosen.world().resource::<EditLog>().0.len(), 3);
    }
}

/// An edit to a law that the scene does not support is neither applied nor logged.
#[test]
fn a_law_that_lacks_something_is_not_chosen() {
    let scene = ball("", "Known(Weight)", TOUCHING).expect("a scene");
    let mut simulation = Simulation::new(&scene);
    for law in AnyLaw::all().into_iter().filter(|law| ["marshall", "mindlin-tsuji"].contains(&law.info().id)) {
        simulation.world().write_message(QueueEdit(Edit::Law { rule: None, law }));
    }
    let law = AnyLaw::Slide(SlideLaw::all()[1]);
    simulation.world().write_message(QueueEdit(Edit::Law { rule: Some(3), law }));
    simulation.steps(2);
    assert!(simulation.world().resource::<EditLog>().0.is_empty());
    assert!(simulation.state().contacts[0].law.friction.laws.is_paper());
}

/// Rolling friction switched off while its spring is stretched: the torque becomes zero and does not persist.
#[test]
fn a_component_switched_off_lets_go() {
    let place = r#"on: (surface: "ground", at: (0.0, 0.0), velocity: (0.0, 0.5))"#;
    let mut simulation = Simulation::new(&ball("", "Known(Weight)", place).expect("a scene"));
    simulation.steps(2000);
    assert!(simulation.state().contacts[0].loads.roll_on_j().norm() > 0.1);
    let edit = Edit::Basic { rule: None, which: stickslip_engine::step::edits::FrictionParameter::EtaR, value: 0.0 };
    simulation.world().write_message(QueueEdit(edit));
    simulation.steps(1);
    assert_eq!(simulation.state().contacts[0].loads.roll_on_j().norm(), 0.0);
}

/// The line of an edit in a recording reads back as the same edit.
#[test]
fn an_edit_of_a_law_goes_through_text() {
    let law = AnyLaw::Roll(RollLaw::ConstantTorque(ConstantTorque { mu_r: Some(0.1) }));
    let edit = Edit::Law { rule: Some(2), law };
    let text = ron::to_string(&edit).expect("text");
    assert_eq!(ron::from_str::<Edit>(&text).expect("an edit"), edit, "{text}");
    assert!(ron::from_str::<Edit>(&text.replace("constant-torque", "constant-tork")).is_err());
}
