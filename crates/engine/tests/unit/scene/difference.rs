//! Tests of `scene::difference`.

use crate::builtin;
use stickslip_engine::scene::difference;

#[test]
fn what_differs_is_named_by_its_path() {
    let old = builtin::text("sphere-up-35").expect("a scene");
    assert!(difference(old, old).is_empty());
    let new = old.replace("mu_s: 0.25", "mu_s: 0.3").replace("degrees: 35.0", "degrees: 30.0");
    let new = new.replace("velocity: (0.0, 0.5)", "velocity: (0.0,  0.8)");
    let lines: Vec<String> = difference(old, &new).iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "bodies.ball.on.velocity (0.0, 0.5) → (0.0, 0.8)",
            "bodies.incline.shape.degrees 35.0 → 30.0",
            "friction.mu_s 0.25 → 0.3"
        ]
    );
}
