//! The parameters of the law, faults with their remedies, and the output of a run.

use super::support::{BLOCK, LEVEL, faults, parse, slope, text};
use stickslip_engine::laws::SlideLaw;
use stickslip_engine::laws::library::slide::dae::{Dae, DaeCoupling, DaeLevel};
use stickslip_engine::run::drive::{self, RunPlan};

const DT: f64 = 1e-4;
const KNOWN: &str = "Known(Weight)";

fn written(friction: &str) -> String {
    text(DT, friction, KNOWN, &[LEVEL, BLOCK], "")
}

fn law(friction: &str) -> (Dae, f64) {
    let scene = parse(&written(friction));
    let SlideLaw::Dae(law) = scene.friction.laws.slide else { panic!("{friction}: another law") };
    (law, law.mu.unwrap_or(scene.friction.mu_k))
}

#[test]
fn every_form_is_read() {
    for friction in [
        "mu: 0.5, laws: (slide: Dae)",
        "mu: 0.5, laws: (slide: \"dae\")",
        "laws: (slide: Dae(mu: 0.5))",
        "mu_s: 0.7, mu_k: 0.5, laws: (slide: Dae())",
        "mu_s: 0.7, mu_k: 0.6, k_e: 1e5, laws: (slide: Dae(mu: 0.5))",
    ] {
        let (law, mu) = law(friction);
        assert_eq!(mu, 0.5, "{friction}");
        assert_eq!((law.level(), law.coupling()), (DaeLevel::Velocity, DaeCoupling::Coupled));
        assert_eq!((law.sweeps(), law.tolerance()), (50, 1e-10));
    }
    let (law, _) =
        law("mu: 0.5, laws: (slide: Dae(level: Acceleration, coupling: Lagged, sweeps: 7, tolerance: 1e-6))");
    assert_eq!((law.level(), law.coupling()), (DaeLevel::Acceleration, DaeCoupling::Lagged));
    assert_eq!((law.sweeps(), law.tolerance()), (7, 1e-6));
}

/// A stiffness is required where a component besides slide has a spring, and only there.
#[test]
fn what_is_missing_or_wrong_is_said_with_its_remedy() {
    for (friction, normal, expected) in [
        ("laws: (slide: Dae)", KNOWN, "`mu`"),
        ("mu: 0.5, laws: (slide: Dae(sweeps: 0))", KNOWN, "friction.laws.slide.sweeps: must be positive"),
        (
            "mu: 0.5, laws: (slide: Dae(sweeps: 2.5))",
            KNOWN,
            "must be a whole number, found `2.5`; give one from 1 to 1e9",
        ),
        ("mu: 0.5, laws: (slide: Dae(tolerance: 0))", KNOWN, "friction.laws.slide.tolerance: must be positive"),
        ("mu: -0.5, laws: (slide: Dae)", KNOWN, "friction.mu: must be at least 0"),
        ("laws: (slide: Dae(mu: -0.5))", KNOWN, "friction.laws.slide.mu: must be at least 0"),
        ("mu: 0.5, laws: (slide: Dae(level: Accelration))", KNOWN, "did you mean `Acceleration`?"),
        ("mu: 0.5, laws: (slide: Dae(coupling: \"Lagged\"))", KNOWN, "friction.laws.slide.coupling"),
        (
            "mu: 0.5, eta_r: 0.3, laws: (slide: Dae)",
            KNOWN,
            "`fang-negrut` of roll needs a stiffness, and there is no `k_e`",
        ),
        ("mu: 0.5, spin: Hertz, laws: (slide: Dae)", KNOWN, "`fang-negrut` of spin needs a stiffness"),
        ("mu: 0.5, laws: (slide: Dae)", "Rigid", "use `complementarity`, or give `normal` an elastic law"),
    ] {
        let found = faults(&text(DT, friction, normal, &[LEVEL, BLOCK], ""));
        assert!(found.contains(expected), "{friction}: {found}");
    }
    parse(&text(DT, "mu: 0.5, eta_r: 0.3, k_e: 1e5, laws: (slide: Dae)", KNOWN, &[LEVEL, BLOCK], ""));
    let rolls = "mu: 0.5, laws: (slide: Dae, roll: ConstantTorque(mu_r: 0.1))";
    parse(&text(DT, rolls, KNOWN, &[LEVEL, BLOCK], ""));
}

/// ρ and σ stand in the table or in the law; without either, they are those of the paper's laws in slip.
#[test]
fn the_limits_of_roll_and_spin_are_read() {
    let limits = |friction: &str| parse(&written(friction)).friction.dae_torques(0.1);
    let both = "mu: 0.5, rho: 1e-3, sigma: 2e-3, laws: (slide: Dae, roll: Dae, spin: Dae)";
    assert_eq!(limits(both), [Some(1e-3), Some(2e-3)]);
    assert_eq!(limits("mu: 0.5, laws: (slide: Dae, roll: Dae(rho: 1e-3), spin: \"dae\")"), [Some(1e-3), Some(0.0)]);
    assert_eq!(
        limits("mu: 0.5, laws: (roll: \"dae-roll\", slide: Dae, spin: DaeSpin(sigma: 2e-3))"),
        [Some(0.0), Some(2e-3)]
    );
    let of_paper = "mu: 0.5, eta_r: 0.3, laws: (slide: Dae, roll: Dae)";
    let expected = parse(&written(of_paper)).friction.roll_torque_in_slip(0.1);
    assert!(expected > 0.0);
    assert_eq!(limits(of_paper), [Some(expected), None]);
    for (friction, expected) in [
        ("mu: 0.5, rho: 1e-3, laws: (slide: Dae)", "friction.rho: `rho` is for rigid contacts"),
        ("mu: 0.5, laws: (slide: Dae, roll: Dae(rho: -1e-3))", "friction.laws.roll.rho: must be at least 0"),
        ("mu: 0.5, spin: Hertz, laws: (slide: Dae, spin: Dae)", "write `DaeSpin(sigma: 1e-3)`, in m"),
    ] {
        let found = faults(&written(friction));
        assert!(found.contains(expected), "{friction}: {found}");
    }
}

/// This friction takes all other loads as known, and rigid contacts are solved after it: a scene has one or the other.
#[test]
fn a_scene_has_rigid_contacts_or_this_friction() {
    let rule = "pairs: [(between: (\"ground\", \"block\"), normal: Rigid, friction: (mu: 0.5))]";
    let found = faults(&text(DT, "mu: 0.5, laws: (slide: Dae)", "Hooke(k_n: 1e5)", &[LEVEL, BLOCK], rule));
    assert!(found.contains("rigid contacts and the slide law `dae`"), "{found}");
}

/// `lambda` is empty under other laws; `summary.json` counts sweeps only under this law.
#[test]
fn a_run_writes_lambda_and_sweeps() {
    let folder = temp_dir::TempDir::new().expect("a folder");
    let run = |name: &str, friction: &str| {
        let out = folder.path().join(name);
        let text = text(DT, friction, KNOWN, &[&slope(15.0), BLOCK], "").replace("duration: 1000.0", "duration: 0.01");
        let scene = parse(&text);
        drive::run(&RunPlan { out: Some(&out), ..RunPlan::new(&scene, &text) }, |_| ()).expect("it runs");
        let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file");
        let contacts = read("contacts.csv");
        let header = contacts.lines().next().expect("a header");
        let column = header.split(',').position(|name| name == "lambda").expect("a column");
        let row = contacts.lines().last().expect("a row");
        (row.split(',').nth(column).unwrap_or_default().to_owned(), read("summary.json"))
    };
    let (lambda, summary) = run("dae", "mu: 0.5, laws: (slide: Dae)");
    let expected = 0.5 - 15f64.to_radians().tan() / (2.0 * 0.5);
    super::support::near(lambda.parse().expect("a number"), expected, 1e-6, "λ");
    assert!(summary.contains("\"sweeps_mean\"") && summary.contains("\"sweeps_exhausted\": 0"), "{summary}");
    let (lambda, summary) = run("paper", "mu_s: 0.5, mu_k: 0.5, k_e: 1e5");
    assert_eq!(lambda, "");
    assert!(!summary.contains("sweeps_mean"), "{summary}");
}
