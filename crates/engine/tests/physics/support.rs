//! Scenes and runs for the tests.

use crate::builtin;
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{BodyState, ContactView, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, set};

/// A built-in scene with values replaced.
pub(crate) fn scene(name: &str, edits: &[(&str, &str)]) -> Scene {
    let text = builtin::text(name).unwrap_or_else(|| panic!("no built-in scene {name}"));
    let text = edits.iter().fold(text.to_string(), |text, (path, value)| {
        set(&text, path, value).unwrap_or_else(|fault| panic!("{name}: {path}: {fault}"))
    });
    Scene::parse(name, &text).unwrap_or_else(|faults| panic!("{:?}", faults.lines().collect::<Vec<_>>()))
}

/// The state after each of the steps 0..=n.
pub(crate) fn trajectory(scene: &Scene, n: u64) -> Vec<State> {
    let mut simulation = Simulation::new(scene);
    let mut states = vec![simulation.state()];
    for _ in 0..n {
        simulation.step();
        states.push(simulation.state());
    }
    assert_eq!(simulation.stopped(), None);
    states
}

/// A body of a state, by name.
pub(crate) fn body<'a>(state: &'a State, name: &str) -> &'a BodyState {
    state.bodies.iter().find(|b| b.name == name).unwrap_or_else(|| panic!("no body {name}"))
}

/// The only contact of a state.
pub(crate) fn contact(state: &State) -> &ContactView {
    assert_eq!(state.contacts.len(), 1, "one contact expected at step {}", state.step);
    &state.contacts[0]
}

/// The component of `v` along the slope of a plane body (its own y-axis).
pub(crate) fn up_slope(plane: &BodyState, v: &Vec3) -> f64 {
    plane.q.inverse_transform_vector(v).y
}
