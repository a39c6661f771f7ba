//! Tests of `lessons::expression`.

use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::scene::text::nesting::MAX_DEPTH;
use stickslip_lab::builtin;
use stickslip_lab::lessons::expression::Expression;

fn value(text: &str) -> f64 {
    let scene = Scene::parse("x", builtin::text("sphere-up-35").unwrap()).unwrap();
    let state = Simulation::new(&scene).state();
    Expression::parse(text).unwrap().value(&state).unwrap()
}

#[test]
fn signs_bind_as_usual() {
    assert_eq!(value("1 + 2 * 3 - 4 / 2"), 5.0);
    assert_eq!(value("(1 + 2) * 3 > 8 and 1 < 2"), 1.0);
    assert_eq!(value("2 > 3"), 0.0);
}

#[test]
fn signs_of_one_level_bind_from_left_to_right() {
    assert_eq!(value("7 - 2 - 1 + 8 / 4 / 2"), 5.0);
    assert_eq!(value("2 * (3 - (1 - 4)) / 3 - 1e1"), -6.0);
    assert_eq!(value("3 > 2 > 0 and 1 < 2 and (0 < 1)"), 1.0);
    assert!((value("atan ( (1) ) + 2 * atan(0 - atan(0)) - 5") - 40.0).abs() < 1e-12);
}

/// A sum of 100 000 terms is as deep as it is long, if it is held as a tree.
#[test]
fn an_expression_may_be_long_but_not_deep() {
    let long = format!("0.5{} - 2 * 3{}", " + 0".repeat(100_000), " + 1 * 1".repeat(100_000));
    assert_eq!(value(&long), 100_000.0 - 5.5);
    let copied = Expression::parse(&long).unwrap().clone();
    drop(copied);
    for open in ["(", "1 + (", "atan("] {
        let nested = |depth: usize| format!("{}1{}", open.repeat(depth), ")".repeat(depth));
        assert!(value(&nested(MAX_DEPTH)).is_finite());
        let column = MAX_DEPTH * open.len() + open.len();
        for depth in [MAX_DEPTH + 1, 100_000] {
            let why = Expression::parse(&nested(depth)).unwrap_err();
            assert_eq!(why, format!("brackets are nested more than {MAX_DEPTH} deep, at character {column}"));
        }
    }
    for text in ["1 - ", "1 2 ", "v(", "-"].map(|text| text.repeat(100_000)) {
        let why = Expression::parse(&text).unwrap_err();
        assert!(why.len() < 300, "{why}");
    }
}

#[test]
fn quantities_are_those_of_the_state() {
    assert!((value("speed(ball)") - 0.5).abs() < 1e-12);
    assert!((value("slope(incline)") - 35.0).abs() < 1e-9);
    assert!((value("normal(ball)") - 5.0 * 9.8 * libm::cos(35f64.to_radians())).abs() < 1e-9);
    assert_eq!(value("touches(ball) + time"), 1.0);
    assert_eq!(value("mu_s(ball) - mu_k(ball)"), 0.25 - 0.2);
    assert!((value("2 * atan(mu_s(ball) / 0.25)") - 90.0).abs() < 1e-12);
}

#[test]
fn what_makes_no_sense_is_said() {
    for (text, reason) in [
        ("sped(ball)", "no quantity `sped`"),
        ("speed", "needs a body"),
        ("1 +", "expected a quantity"),
        ("(1", "not closed"),
        ("atan 1", "needs an argument"),
        ("1 2", "unexpected `2`"),
    ] {
        assert!(Expression::parse(text).unwrap_err().contains(reason), "{text}");
    }
}

#[test]
fn a_group_has_the_mean_of_its_bodies() {
    let scene = Scene::parse("x", builtin::text("heap-loses-friction").unwrap()).unwrap();
    let state = Simulation::new(&scene).state();
    let measured = |text: &str| Expression::parse(text).unwrap().value(&state);
    let heights = state.bodies.iter().filter(|body| body.name.starts_with("ball-")).map(|body| body.x.z);
    let (count, sum) = heights.fold((0.0, 0.0), |(count, sum), z| (count + 1.0, sum + z));
    assert_eq!(count, 30.0);
    assert!((measured("height(ball-*)").unwrap() - sum / count).abs() < 1e-15);
    assert_eq!(measured("height(ball-27*)"), measured("height(ball-27)"));
    assert_eq!(measured("height(cube-*)").unwrap_err(), "there is no body `cube-*`");
    assert_eq!(measured("N(floor, ball-*)").unwrap_err(), "there is no body `ball-*`");
}
