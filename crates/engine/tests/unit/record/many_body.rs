//! Tests of `record::many_body`.

use crate::builtin;
use stickslip_engine::observe::many_body::{is_many_body, update};
use stickslip_engine::observe::packing::Link;
use stickslip_engine::observe::state::{ContactView, observe};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::world::CaseId;
use stickslip_engine::world::contact::ContactKey;

/// Incremental reading gives the same contacts as `observe`; their short form has the same points, forces and
/// modes.
#[test]
fn incremental_reading_equals_observe() {
    let text = builtin::text("heap").expect("a scene");
    let mut simulation = Simulation::new(&Scene::parse("heap", text).expect("no fault"));
    let mut state = simulation.state();
    assert!(is_many_body(state.bodies.len()));
    for _ in 0..4 {
        simulation.steps(400);
        let whole = observe(simulation.world(), CaseId(0));
        let of_ten = |key: &ContactKey| key.i == 10 || key.j == 10;
        let found = update(simulation.world(), CaseId(0), &mut state, of_ten);
        assert!(found.same);
        assert_eq!(found.links.len(), whole.contacts.len());
        assert_eq!((&state.bodies, state.step), (&whole.bodies, whole.step));
        let chosen: Vec<ContactView> =
            whole.contacts.iter().filter(|contact| of_ten(&contact.pair.key)).cloned().collect();
        assert_eq!(state.contacts, chosen);
        for (link, contact) in found.links.iter().zip(&whole.contacts) {
            let expected = Link::from(contact);
            assert_eq!((link.key, link.normal, link.mode), (expected.key, expected.normal, expected.mode));
            assert!((link.c - expected.c).norm() < 1e-9, "{:?}", link.key);
            assert!((link.n - expected.n).norm() < 1e-9, "{:?}", link.key);
        }
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        let (one, all) = (&state.packing, &whole.packing);
        assert_eq!((one.touches, one.bearing, one.sliding), (all.touches, all.bearing, all.sliding));
        near(one.fabric_anisotropy(), all.fabric_anisotropy());
    }
    assert!(!state.contacts.is_empty());
}

/// A removed body is detected, and the state then holds the remaining bodies.
#[test]
fn another_set_of_bodies_is_noticed() {
    let text = builtin::text("heap").expect("a scene");
    let scene = Scene::parse("heap", text).expect("no fault");
    let mut fewer = scene.clone();
    fewer.bodies.truncate(350);
    let mut state = Simulation::new(&scene).state();
    let mut simulation = Simulation::new(&fewer);
    assert!(!update(simulation.world(), CaseId(0), &mut state, |_| false).same);
    assert_eq!(state.bodies, simulation.state().bodies);
}
