//! Well-known piles, a heap and a rotating drum, with few beads. A single bead moves chaotically; the tests are on
//! properties of the whole pile.

use crate::support::body;
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, set};
use stickslip_lab::generate;

fn pile(name: &str, beads: u64, edits: &[(&str, &str)]) -> Scene {
    let text = generate::text(name, beads).expect("a scene");
    let text = edits.iter().fold(text, |text, (path, value)| set(&text, path, value).expect("a path"));
    Scene::parse(name, &text).expect("no fault")
}

fn beads(state: &State) -> impl Iterator<Item = &stickslip_engine::observe::state::BodyState> {
    state.bodies.iter().filter(|body| body.name.starts_with("grain"))
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count)
}

/// A collapsing column of beads leaves a heap at rest with roll friction; without it the beads roll away in a single
/// layer: each on the plane, at its remaining speed, which nothing reduces. A bead may stay in the hollow of three or
/// four others: slide friction of μ > tan 17.6° = 0.32 or tan 22.5° = 0.41 holds such a pyramid, here 0.5. At most one
/// bead in 50.
#[test]
fn a_heap_stands_by_roll_friction() {
    let end = |eta: &str| {
        let mut simulation = Simulation::new(&pile("heap", 150, &[("friction.eta_r", eta), ("time.duration", "0.9")]));
        simulation.steps(18_000);
        assert_eq!(simulation.stopped(), None);
        simulation.state()
    };
    let (heap, layer) = (end("0.3"), end("0.0"));
    let height = |state: &State| largest(beads(state).map(|bead| bead.x.z));
    let speed = |state: &State| mean(beads(state).map(|bead| bead.v.norm()));
    let spread = |state: &State| mean(beads(state).map(|bead| bead.x.xy().norm()));
    assert!(height(&heap) > 0.004 + 0.008, "two layers and more: {}", height(&heap));
    let above = mean(beads(&layer).map(|bead| if (bead.x.z - 0.004).abs() < 2e-4 { 0.0 } else { 1.0 }));
    assert!(above <= 0.02, "one layer: {above} of the beads are not in it");
    assert!(speed(&heap) < 0.01 && speed(&layer) > 0.05, "{} and {} m/s", speed(&heap), speed(&layer));
    assert!(spread(&layer) > 2.0 * spread(&heap), "{} and {} m", spread(&heap), spread(&layer));
}

/// Means over some tenths of a second: the torque of the bed's weight about the axis of the drum and the largest torque
/// with which slide friction at wall and ends can balance it, N·m, and the angle of the centre of mass, degrees.
fn drum(eta: &str) -> [f64; 3] {
    let scene = pile("drum", 150, &[("friction.eta_r", eta)]);
    let mut simulation = Simulation::new(&scene);
    simulation.steps(16_000);
    let samples: Vec<[f64; 3]> = (0..70)
        .map(|_| {
            simulation.steps(200);
            let state = simulation.state();
            let mass: f64 = beads(&state).map(|bead| bead.mass.mass).sum();
            let middle: Vec3 = beads(&state).map(|bead| bead.x * (bead.mass.mass / mass)).sum();
            let axis = body(&state, "drum").x;
            let walls = state.contacts.iter().filter(|contact| contact.pair.key.i < 3);
            let hold = |contact: &stickslip_engine::observe::state::ContactView| {
                contact.law.friction.mu_s * contact.normal.n * (contact.touch.c - axis).yz().norm()
            };
            let angle = middle.y.atan2(-middle.z).to_degrees();
            [9.81 * mass * middle.y, walls.map(hold).sum(), angle]
        })
        .collect();
    assert_eq!(simulation.stopped(), None);
    std::array::from_fn(|k| mean(samples.iter().map(|sample| sample[k])))
}

/// The bed of a turning drum lies on the rising side, at most as high as friction at the drum can hold its weight (the
/// mean rate of its angular momentum is zero); with roll friction it is steeper.
#[test]
fn a_drum_carries_its_bed_up_to_the_angle_friction_allows() {
    let angles = ["0.1", "0.0"].map(|eta| {
        let [weight, most, angle] = drum(eta);
        assert!(weight > 0.0 && weight < 1.05 * most, "eta_r {eta}: {weight} N m against at most {most}");
        assert!((15.0..60.0).contains(&angle), "eta_r {eta}: {angle} degrees");
        angle
    });
    assert!(angles[0] > angles[1] + 2.0, "{angles:?}");
}
