//! Tests of `scene::timed`.

use crate::builtin;
use stickslip_engine::scene::{Fault, RuleChange, Scene};

fn with(edits: &str) -> Result<Scene, Vec<Fault>> {
    let text =
        builtin::text("sphere-up-35").expect("a scene").replacen("bodies:", &format!("edits: [{edits}], bodies:"), 1);
    Scene::parse("s", &text).map_err(|faults| faults.faults().to_vec())
}

/// Edits act in the order of time, each on the scene that the last one left.
#[test]
fn edits_change_what_they_name() {
    let scene = with(
        "(at: 0.3, set: \"friction.mu_s\", to: 0.1), (at: 0.2, set: \"friction.mu_k\", to: 0.05), \
         (at: 0.2, set: \"gravity\", to: (0.0, 0.0, -1.6))",
    )
    .expect("no fault");
    let changes: Vec<(f64, usize)> = scene.edits.iter().map(|edit| (edit.at, edit.changes.len())).collect();
    assert_eq!(changes, [(0.2, 1), (0.2, 1), (0.3, 1)]);
    let RuleChange::Friction(None, last) = scene.edits[2].changes[0] else { panic!("{:?}", scene.edits[2]) };
    assert_eq!((last.mu_s, last.mu_k), (0.1, 0.05));
    assert_eq!(scene.edits[1].changes, [RuleChange::Gravity(stickslip_engine::laws::Vec3::new(0.0, 0.0, -1.6))]);
    assert_eq!(scene.edits[0].step(1e-4), 2000);
    assert_eq!(
        [0.0, 1e-5, 1e-4].map(|at| stickslip_engine::scene::TimedEdit { at, ..scene.edits[0].clone() }.step(1e-4)),
        [0, 1, 1]
    );
}

/// Each fault is found at the field that causes it.
#[test]
fn faults_of_edits_name_their_field() {
    for (edit, path, message) in [
        ("(at: 0.2, set: \"friction.mu_s\", to: 0.1)", "edits.0.to", "from 0.2 s on, friction.mu_k: kinetic friction"),
        ("(at: 0.2, set: \"friction.mu_z\", to: 0.1)", "edits.0.set", "mu_z"),
        ("(at: 0.2, set: \"bodies.ball.mass\", to: 1.0)", "edits.0.set", "`bodies.ball.mass` cannot change"),
        ("(at: 0.2, set: \"time.dt\", to: 1.0)", "edits.0.set", "`time.dt` cannot change"),
        ("(at: -0.2, set: \"friction.mu_k\", to: 0.1)", "edits.0.at", "-0.2"),
        ("(at: 0.2, set: \"friction.mu_k\")", "edits.0.to", "missing field `to`"),
        ("(at: 0.2, set: 3, to: 0.1)", "edits.0.set", "3"),
        ("7", "edits.0", "7"),
    ] {
        let faults = with(edit).expect_err(edit);
        assert_eq!(faults[0].path, path, "{edit}: {:?}", faults[0]);
        assert!(faults[0].message.contains(message), "{edit}: {:?}", faults[0]);
    }
}
