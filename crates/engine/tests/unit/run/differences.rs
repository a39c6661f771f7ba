//! Tests of `run::differences`.

use crate::builtin;
use std::sync::Arc;
use stickslip_engine::observe::state::State;
use stickslip_engine::run::differences::{DifferenceKind, Differences};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

#[test]
fn a_state_with_what_is_no_number_differs() {
    let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
    let mut simulation = Simulation::new(&scene);
    simulation.steps(10);
    let whole = simulation.state();
    let found = |other: &State, kind| {
        let mut differences = Differences::new(2, 1e-3);
        differences.note(&[&whole, other].map(|state| Some(Arc::new(State::clone(state)))));
        differences.first(0, 1, kind).is_some()
    };
    for kind in DifferenceKind::ALL {
        assert!(!found(&whole, kind), "{}", kind.name());
    }
    let mut broken = State::clone(&whole);
    broken.bodies[1].x.y = f64::NAN;
    broken.contacts[0].normal.n = f64::NAN;
    for kind in [DifferenceKind::Pose, DifferenceKind::Force, DifferenceKind::Torque] {
        assert!(found(&broken, kind), "{}", kind.name());
    }
}
