//! Tests of `compare::tally`.

use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_lab::builtin;
use stickslip_lab::compare::tally::RunTally;

#[test]
fn what_was_no_number_once_is_none_in_the_end() {
    let scene = Scene::parse("ball", builtin::text("sphere-up-35").expect("a scene")).expect("no fault");
    let mut simulation = Simulation::with_energy_ledger(&scene);
    simulation.steps(10);
    let whole = simulation.state();
    let mut broken = State::clone(&whole);
    broken.bodies[1].v.y = f64::NAN;
    broken.contacts[0].loads.friction_on_j.y = f64::NAN;
    broken.accounts.as_mut().expect("the account is kept").budget.kinetic = f64::NAN;
    let mut tally = RunTally::begin(&whole, 10, &scene.gravity);
    for state in [&whole, &broken, &whole] {
        tally.note(state, scene.dt);
    }
    let ball = &tally.bodies[0];
    assert!(ball.fastest.is_nan() && tally.energy_error.is_nan() && tally.chatter(ball)[0].is_nan(), "{tally:?}");
}
