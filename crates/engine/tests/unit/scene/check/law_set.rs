//! Tests of `scene::check::law_set`.

use stickslip_engine::scene::LawSet;

fn ids(text: &str) -> Vec<String> {
    let set = LawSet::parse(text).unwrap_or_else(|fault| panic!("{fault}"));
    set.laws.iter().map(|law| format!("{} {law}", law.component())).collect()
}

#[test]
fn a_set_is_read_as_it_is_written() {
    assert_eq!(ids("luding"), [r#"slide "luding""#]);
    assert_eq!(ids("slide=luding + roll=constant-torque"), [r#"slide "luding""#, r#"roll "constant-torque""#]);
    assert_eq!(ids("marshall/ConstantTorque(mu_r: 0.1)"), [r#"spin "marshall""#, "roll ConstantTorque(mu_r: 0.1)"]);
    assert_eq!(ids("spin=fang-negrut"), [r#"spin "fang-negrut""#]);
    assert_eq!(ids("fang-negrut").len(), 3, "an id of several components is meant for each");
    assert!(ids("scene").is_empty());
    let sets = LawSet::list("fang-negrut, luding/CundallStrack(mu: 0.1, stiffness: 2e4)");
    assert!(sets.is_err(), "two slide laws in one set");
    let sets = LawSet::list("fang-negrut,roll=luding-roll/CundallStrack(mu: 0.1, stiffness: 2e4)").expect("sets");
    assert_eq!(sets[1].laws[1].to_string(), "CundallStrack(mu: 0.1, stiffness: 20000.0)");
}

#[test]
fn a_set_says_how_rigid_contacts_are_solved() {
    let sets = LawSet::list("complementarity, complementarity/Cones(form: Relaxed, tolerance: 1e-8),scene/Cones()");
    let sets = sets.unwrap_or_else(|fault| panic!("{fault}"));
    assert!(sets[0].is_rigid() && sets[1].is_rigid() && !sets[2].is_rigid());
    let solvers: Vec<Option<String>> = sets.iter().map(|set| set.solver.map(|cones| cones.to_string())).collect();
    let written = ["Cones(form: Relaxed, tolerance: 1e-8)", "Cones()"].map(|text| Some(text.to_owned()));
    assert_eq!(solvers, [None, written[0].clone(), written[1].clone()]);
}

#[test]
fn what_is_wrong_with_a_set_is_said() {
    let deep = format!("Cones(tolerance: {}", "(".repeat(100_000));
    let too_deep = format!("{}...`: not read: brackets are nested more than 60 deep, at character 77", "(".repeat(23));
    for (text, expected) in [
        ("cundal-strack", "there is no law `cundal-strack`; did you mean `cundall-strack`?"),
        ("roll=marshall", "`marshall` is a law of spin; the laws of roll are: "),
        ("slip=luding", "`slip` is not a component of friction; did you mean `slide`?"),
        ("luding/coulomb-regularised", "`luding/coulomb-regularised` names two laws of slide; keep one of them"),
        ("fang-negrut/luding", "names two laws of slide"),
        ("Dae(level: Sideways)", "unknown choice `Sideways`; choose one of: Velocity, Acceleration"),
        ("Dae(sweeps: 0)", "must be positive"),
        ("", "a law is missing; write `luding`"),
        ("constant-torque(mu: 0.1)", "unknown field `mu`; did you mean `mu_r`?"),
        ("constant-torque(mu_r: -1.0)", "must be at least 0"),
        ("luding,luding", "`luding` is named twice"),
        ("Cones()/complementarity/Cones()", "names two solvers"),
        ("Cones(form: Relax)", "`Cones(form: Relax)`: "),
        ("Cones(forms: Exact)", "did you mean `form`?"),
        ("Cones(tolerance: 0.0)", "must be"),
        (deep.as_str(), too_deep.as_str()),
    ] {
        let fault = LawSet::list(text).expect_err(text).to_string();
        assert!(fault.contains(expected), "{text}: {fault}");
    }
}
