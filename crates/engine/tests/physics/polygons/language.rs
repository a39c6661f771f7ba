//! The syntax of polygon scenes, faults with their location and remedy, and warnings.

use super::support::*;
use stickslip_engine::observe::advice;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{NormalLaw, RotationDamping, Scene};

fn block(motion: &str, more: &str) -> String {
    square([0.0, 0.05], motion, more)
}

/// Checks that the only fault contains these words and is located at this text of the scene.
fn refused(case: &Case, at: &str, words: &[&str]) {
    let (text, found) = (case.text(), case.faults());
    for word in words {
        assert!(found.contains(word), "{word}: {found}");
    }
    assert_eq!(found.lines().count(), 1, "{found}");
    let byte = text.rfind(at).expect("it is there");
    let line = text[..byte].matches('\n').count() + 1;
    let column = text[..byte].rsplit('\n').next().expect("a line").chars().count() + 1;
    assert!(found.starts_with(&format!("t:{line}:{column}: ")), "{line}:{column}: {found}");
}

#[test]
fn what_can_be_written() {
    let law = |normal: &str| {
        let mut case = Case::new(vec![ground(""), block(PLANAR, "")]);
        case.normal = normal.to_owned();
        case.scene().normal
    };
    let expected = |damping, length, rotation| NormalLaw::OverlapArea { young: 1e7, damping, length, rotation };
    assert_eq!(law("OverlapArea(young: 1e7)"), expected(0.0, None, None));
    let rotation = |follow| Some(RotationDamping { damping: 0.5, follow });
    assert_eq!(
        law("OverlapArea(young: 1e7, damping: 0.5, rotation: (damping: 0.5))"),
        expected(0.5, None, rotation(true))
    );
    assert_eq!(
        law("OverlapArea(young: 1e7, length: 0.2, rotation: (damping: 0.5, follow: false))"),
        expected(0.0, Some(0.2), rotation(false))
    );
    // By axis or by its length, and on planes of any name.
    for motion in ["Planar(Z)", "Spinning(Z)", "Translating", "Fixed", "Driven(velocity: (0.1, 0.0, 0.0))"] {
        Case::new(vec![ground(""), block(PLANAR, ""), prism("other", &rectangle(0.1, 0.1), [0.0, 0.5], motion, "")])
            .scene();
    }
}

#[test]
fn bodies_that_do_not_lie_in_one_plane_are_refused() {
    let ball = "(name: \"ball\", shape: Sphere(radius: 0.1), mass: 1.0, motion: Planar((0.0, 0.0, 1.0)), position: (0.5, 0.2, 0.0))";
    let with = |body: &str| Case::new(vec![ground(""), block(PLANAR, ""), body.to_owned()]);
    let other = |motion: &str, more: &str| prism("other", &rectangle(0.1, 0.1), [0.0, 0.5], motion, more);
    refused(&with(ball), "Sphere(", &["bodies.ball.shape", "`ball` is neither", "make it a `Prism`", "`Hooke`"]);
    let leaning = other(PLANAR, "rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: 10.0)");
    refused(
        &with(&leaning),
        "AxisAngle(",
        &["bodies.other.rotation", "`block` and `other` are not parallel", "turn one of them"],
    );
    refused(
        &with(&other("Free", "")),
        "Free",
        &["bodies.other.motion", "can leave its plane", "write `motion: Planar((0.0, 0.0, 1.0))`"],
    );
    let across = "Planar((1.0, 0.0, 0.0))";
    refused(&with(&other(across, "")), across, &["about an axis other", "write `motion: Planar((0.0, 0.0, 1.0))`"]);
    let driven = "Driven(velocity: (0.0, 0.0, 1.0))";
    refused(&with(&other(driven, "")), driven, &["the drive of `other`", "move it perpendicular to the prisms' axis"]);
    let turning = "Driven(angular_velocity: (1.0, 0.0, 0.0))";
    refused(&with(&other(turning, "")), turning, &["the drive of `other`", "turn it about that axis"]);
    let lying = Case::new(vec!["(name: \"ground\", shape: Plane)".to_owned(), square([0.0, 0.05], PLANAR, "")]);
    refused(&lying, "(name: \"ground\"", &["bodies.ground", "is not perpendicular to", "turn it so that its normal"]);
    let mut falling = with(&other("Translating", ""));
    falling.bodies.remove(1);
    let text = falling.text().replace(", 0.0),\n            friction", ", -1.0),\n            friction");
    let found = Scene::parse("t", &text).expect_err("a fault").faults()[0].message.clone();
    assert!(found.contains("gravity or its velocity"), "{found}");
}

#[test]
fn numbers_out_of_range_are_refused() {
    let with = |normal: &str| {
        let mut case = Case::new(vec![ground(""), block(PLANAR, "")]);
        case.normal = normal.to_owned();
        case
    };
    for (normal, at, words) in [
        ("OverlapArea(young: 0.0)", "0.0)", ["normal.young: must be positive", "greater than 0"]),
        ("OverlapArea(young: -1e7)", "-1e7", ["normal.young: must be positive", "greater than 0"]),
        ("OverlapArea(young: 1e7, length: 0)", "0)", ["normal.length: must be positive", "greater than 0"]),
        ("OverlapArea(young: 1e7, damping: -1)", "-1)", ["normal.damping: must be at least 0", "give 0 or a positive"]),
        (
            "OverlapArea(young: 1e7, rotation: (damping: -2))",
            "-2))",
            ["normal.rotation.damping: must be at least 0", "give 0"],
        ),
    ] {
        let case = with(normal);
        let (text, found) = (case.text(), case.faults());
        assert!(words.iter().all(|word| found.contains(word)) && found.lines().count() == 1, "{normal}: {found}");
        let column = text.lines().nth(1).expect("a line").find(normal).expect("it is there")
            + normal.find(at).expect("it is there");
        assert!(found.starts_with(&format!("t:2:{}: ", column + 1)), "{found}");
    }
    assert!(with("OverlapArea(damping: 0.5)").faults().contains("add `young: ...`"));
    for (law, word) in [("sweeps: 0", "sweeps: must be positive"), ("tolerance: -1e-3", "tolerance: must be positive")]
    {
        let mut case = with("OverlapArea(young: 1e7)");
        case.friction = dae(0.5, law);
        let found = case.faults();
        assert!(found.contains(word) && found.lines().count() == 1, "{found}");
    }
}

/// Damping of rocking needs the contact line, which other laws do not have.
#[test]
fn rotation_goes_with_overlaps_alone() {
    for law in ["Hooke(k_n: 1e5, rotation: (damping: 0.5))", "Hertz(restitution: 0.5, rotation: (damping: 0.5))"] {
        let mut case = Case::new(vec![ground(""), block(PLANAR, "youngs_modulus: 1e7, poisson_ratio: 0.3")]);
        case.normal = law.to_owned();
        refused(
            &case,
            "rotation: (damping",
            &["normal.rotation: unknown field", "OverlapArea(young: ..., rotation: (damping: ...))"],
        );
    }
}

/// A pair under another law needs none of this.
#[test]
fn a_ball_may_meet_prisms_under_another_law() {
    let ball = "(name: \"ball\", shape: Sphere(radius: 0.02), mass: 0.1, position: (0.5, 0.02, 0.0))";
    let rule =
        |other: &str| format!("(between: (\"ball\", \"{other}\"), normal: Hooke(k_n: 1e4, damping: Ratio(0.5)))");
    let mut case = Case::new(vec![ground(""), block(PLANAR, ""), ball.to_owned()]);
    case.more = format!("pairs: [{}, {}]", rule("ground"), rule("block"));
    case.after(0.01);
}

fn warnings(case: &Case) -> Vec<String> {
    let scene = case.scene();
    advice::at_start(&scene, &Simulation::new(&scene).state())
}

#[test]
fn prisms_that_never_meet_are_warned_of() {
    let beside = |z: f64, motion: &str| {
        let at = format!("position: (0.0, 0.15, {z:?})");
        let other = prism("other", &rectangle(0.1, 0.1), [0.0, 0.15], motion, "");
        Case::new(vec![ground(""), block(PLANAR, ""), other.replace("position: (0.0, 0.15, 0.0)", &at)])
    };
    for (z, is_told) in [(0.0, false), (0.0099, false), (0.0101, true), (-0.5, true)] {
        let found = warnings(&beside(z, PLANAR));
        assert_eq!(found.iter().any(|line| line.contains("`block` and `other` never meet")), is_told, "{z}: {found:?}");
        assert_eq!(found.len(), usize::from(is_told), "{found:?}");
    }
    // Two fixed bodies never collide.
    let mut case = beside(-0.5, "Fixed");
    case.bodies[1] = block("Fixed", "");
    assert_eq!(warnings(&case), [""; 0]);
}

/// 0.2 √(m/k) of a square of 0.27 kg and 1e5 N/m is 3.286e-4 s.
#[test]
fn a_step_that_is_too_long_for_hits_is_warned_of() {
    let mut case =
        Case::new(vec![ground(""), block(PLANAR, ""), prism("heavy", &rectangle(1.0, 1.0), [0.0, 2.0], PLANAR, "")]);
    for (dt, is_told) in [(3.2e-4, false), (4e-4, true)] {
        case.dt = dt;
        let found = warnings(&case);
        assert_eq!(
            found.iter().any(|line| line.contains("3.29e-4 s of `block` under `OverlapArea`")),
            is_told,
            "{found:?}"
        );
    }
    case.normal = "Hooke(k_n: 1e4, damping: Ratio(0.5))".to_owned();
    assert_eq!(warnings(&case), [""; 0]);
}

/// The stiffness of an overlap is k b/l: 8.86e4 N/m for a whole face of the square. The critical step satisfies k_n Δt²
/// + 2 c Δt = 4 m with c = γ √(k m) b/l: 3.49e-3 s undamped.
#[test]
fn the_step_is_measured_against_the_spring_of_the_overlap() {
    let part = 0.1 / length(0.01);
    let mut case = Case::new(vec![ground(""), square([0.0, 0.05 - 1e-5], PLANAR, "")]);
    for damping in [0.0, 0.5] {
        case.normal = normal(damping, None);
        let (stiffness, c) = (K * part, damping * (K * M).sqrt() * part);
        let critical = ((c * c + 4.0 * stiffness * M).sqrt() - c) / stiffness;
        for (dt, is_told) in [(0.999 * critical, false), (1.001 * critical, true)] {
            case.dt = dt;
            let found = warnings(&case);
            let told = |words: &str| found.iter().any(|line| line.contains(words));
            assert_eq!(told("critical step of the normal spring"), is_told, "{dt:e} s: {found:?}");
            assert_eq!(told("the normal force has no damping"), damping == 0.0, "{found:?}");
        }
    }
}

/// A polygon inside another has no direction in which to separate: the run stops and names both.
#[test]
fn a_polygon_inside_another_stops_the_run() {
    let small = |x: f64, speed: f64| {
        prism("small", &rectangle(0.02, 0.02), [x, 0.1], PLANAR, &format!("velocity: ({speed:?}, 0.0, 0.0)"))
    };
    let large = prism("large", &rectangle(0.2, 0.2), [0.0, 0.1], "Fixed", "");
    let mut case = Case::new(vec![large.clone(), small(0.0, 0.0)]);
    case.gravity = 0.0;
    let words = ["`large`", "`small`", "inside"];
    let told = |text: &str| words.iter().all(|word| text.contains(&word.replace('`', "\"")) || text.contains(word));
    let reason = Simulation::new(&case.scene()).ready().err().expect("it cannot begin");
    assert!(told(&reason), "{reason}");
    // Shot in from outside, faster than its overlap can stop it.
    case.bodies[1] = small(0.15, -200.0);
    let mut simulation = Simulation::new(&case.scene());
    simulation.steps(100);
    let reason = simulation.stopped().expect("stopped").to_owned();
    eprintln!("{reason}");
    assert!(told(&reason), "{reason}");
}
