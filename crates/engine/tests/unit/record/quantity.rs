//! Tests of `record::quantity`.

use crate::builtin;
use stickslip_engine::observe::quantity::FrameTurn;
use stickslip_engine::observe::quantity::{Group, SubjectAt};
use stickslip_engine::observe::quantity::{Quantity, Subject, all};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;
use stickslip_engine::world::contact::ContactKey;

fn after(name: &str, steps: u64) -> State {
    let scene = Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault");
    let mut simulation = Simulation::with_energy_ledger(&scene);
    simulation.steps(steps);
    simulation.state()
}

fn value(state: &State, of: Subject, symbol: &str, part: &str) -> f64 {
    Quantity::find(of, symbol, part).unwrap_or_else(|| panic!("{symbol} {part}")).value(state)
}

/// A brick just below the slope atan μ_s: friction is m g sin α, as in the textbook; sliding, it is μ_k N.
#[test]
fn the_textbook_says_what_a_brick_does() {
    let friction = |name: &str, steps: u64| {
        let state = after(name, steps);
        let of = Subject::Body(1);
        let n = value(&state, of, "F_n", "| |");
        (["F", "F_load", "F_C"].map(|s| value(&state, of, s, if s == "F_C" { "" } else { "| |" })), n)
    };
    let ([f, load, book], _) = friction("brick-damped", 20_000);
    let weight = 9.8 * libm::sin(0.18f64);
    assert!((load - weight).abs() < 1e-9 && (book - weight).abs() < 1e-9, "{load} {book}");
    assert!((f - book).abs() < 1e-6 * book, "{f}");
    let ([f, _, book], n) = friction("brick-slips", 5000);
    assert!((book - 0.2 * n).abs() < 1e-9 && (f - book).abs() < 1e-9, "{f} {book}");
    let slope = value(&after("brick-slips", 1), Subject::Body(0), "slope", "");
    assert!(slope > 14.0 && value(&after("brick-slips", 1), Subject::Body(1), "slope", "").is_nan(), "{slope}");
}

/// In every built-in scene the contact frames are carried over: u rotates no further than n and the spin account
/// for. A frame rebuilt with a rotation of 5° about n fails the check by those 5°.
#[test]
fn frames_are_carried_and_one_that_is_not_is_found() {
    for (name, text) in &builtin::all() {
        let scene = Scene::parse(name, text).expect("no fault");
        if scene.bodies.len() > 20 {
            continue;
        }
        let mut simulation = Simulation::new(&scene);
        for _ in 0..800 {
            simulation.step();
            let state = simulation.state();
            for index in 0..state.contacts.len() {
                let turn = FrameTurn::of(&SubjectAt { state: &state, index });
                assert!(turn.excess() < 1e-9, "{name}, step {}: {turn:?}", state.step);
            }
        }
    }
    let mut state = after("sphere-up-35", 100);
    let frame = &mut state.contacts[0].frame.now;
    let angle = 5f64.to_radians();
    (frame.u, frame.w) = (
        frame.u * libm::cos(angle) + frame.w * libm::sin(angle),
        frame.w * libm::cos(angle) - frame.u * libm::sin(angle),
    );
    let turn = FrameTurn::of(&SubjectAt { state: &state, index: 0 });
    assert!((turn.excess() - angle).abs() < 1e-3 * angle, "{turn:?}");
}

/// Phase I of section 4.3: E = μ_k N = 8.027 N, T = 2 η_r R μ_k N = 0.963 N·m, stick limit 10.03 N.
#[test]
fn the_rows_of_a_rolling_ball_are_the_papers_numbers() {
    let state = after("sphere-up-35", 100);
    let of = Subject::Contact(state.contacts[0].pair.key);
    let normal = 5.0 * 9.8 * libm::cos(35f64.to_radians());
    for (symbol, part, expected) in [
        ("N", "", normal),
        ("E", "| |", 0.2 * normal),
        ("K S_s", "", 0.25 * normal),
        ("T_j", "| |", 2.0 * 0.3 * 0.2 * 0.2 * normal),
        ("S", "| |", 0.2 * normal / 1e5),
        ("S_s", "", 0.25 * normal / 1e5),
        ("κ_j", "", 5.0),
        ("slide utilization", "", 0.8),
    ] {
        let found = value(&state, of, symbol, part);
        assert!((found - expected).abs() < 1e-9 * expected, "{symbol}: {found} for {expected}");
    }
    assert_eq!(value(&state, Subject::Body(1), "v", "| |"), state.bodies[1].v.norm());
}

/// Symbols identify rows, so that a plot can be described by text.
#[test]
fn no_two_rows_of_a_subject_share_a_symbol() {
    let key = ContactKey { case: 0, i: 0, j: 1, feature: 0 };
    for of in [Subject::World, Subject::Body(0), Subject::Contact(key)] {
        let mut symbols: Vec<String> = all(of).map(|quantity| quantity.symbol()).collect();
        let count = symbols.len();
        symbols.sort();
        symbols.dedup();
        assert_eq!(symbols.len(), count);
    }
}

#[test]
fn every_quantity_of_a_face_has_a_value() {
    let state = after("brick-slips", 300);
    let contacts = state.contacts.iter().map(|contact| Subject::Contact(contact.pair.key));
    for of in contacts.chain([Subject::World, Subject::Body(1)]) {
        for quantity in all(of) {
            // Only planes have a slope, only rigid and `dae` contacts a solver, only some spin laws an η_ψ; a body
            // alone on a plane is a rattler.
            let row = quantity.row();
            let solved = [Group::Solver, Group::StaticFriction].contains(&row.group);
            let of_rigid = ["s Δt", "n*", "r*_i", "r*_j"];
            let known =
                !solved && !of_rigid.contains(&row.symbol) && !["slope", "λ", "η_ψ", "Z_m"].contains(&row.symbol);
            assert_eq!(quantity.value(&state).is_finite(), known, "{}", quantity.column());
        }
    }
}

/// A 1 kg block lands on a plane at 2 m/s with μ = 0.5, Δt = 1e-2 s. The relaxed form lifts it: with v_1 = (v_0 −
/// μgΔt)/(1 + μ²) = 1.56076 m/s it leaves at μ v_1, so that Φ = s Δt = μ v_1 Δt. In the exact form, with v_1 = v_0
/// − μgΔt, it stays, and s Δt is the lift that the relaxed form would add.
#[test]
fn gap_and_lift_of_a_sliding_block_are_those_of_the_closed_form() {
    let after_a_step = |form: &str| {
        let text = format!(
            "Scene(schema: 1, title: \"t\", time: (dt: 1e-2, duration: 1.0), gravity: (0.0, 0.0, -9.81),
             friction: (mu: 0.5), normal: Rigid, solver: Cones(form: {form}), bodies: [(name: \"ground\", shape: Plane),
             (name: \"block\", shape: Box(half_extents: (0.1, 0.1, 0.1)), mass: 1.0, position: (0.0, 0.0, 0.1),
              velocity: (0.0, 2.0, 0.0))])"
        );
        let mut simulation = Simulation::new(&Scene::parse("block", &text).expect("no fault"));
        let before = simulation.state();
        assert!(value(&before, Subject::World, "r", "").is_nan(), "no step was solved yet");
        simulation.step();
        simulation.state()
    };
    let free = 2.0 - 0.5 * 9.81 * 1e-2;
    for (form, gap, lift) in
        [("Relaxed", 0.5 * free / 1.25 * 1e-2, 0.5 * free / 1.25 * 1e-2), ("Exact", 0.0, 0.5 * free * 1e-2)]
    {
        let state = after_a_step(form);
        assert_eq!(state.contacts.len(), 4, "{form}");
        for contact in &state.contacts {
            let of = Subject::Contact(contact.pair.key);
            let found = ["Φ", "s Δt"].map(|symbol| value(&state, of, symbol, ""));
            // The solver's tolerance is 1e-9 m/s; four points share the load, so the block pitches only by
            // rounding.
            assert!((found[0] - gap).abs() < 1e-10 && (found[1] - lift).abs() < 1e-10, "{form}: {found:?}");
        }
        let solver =
            ["r", "iterations", "rigid contacts", "islands", "islands above tolerance", "steps above tolerance"]
                .map(|symbol| value(&state, Subject::World, symbol, ""));
        assert!(solver[0] < 1e-9 && solver[1] >= 1.0, "{form}: {solver:?}");
        assert_eq!(solver[2..], [4.0, 1.0, 0.0, 0.0], "{form}");
    }
}

#[test]
fn a_contact_that_is_not_there_has_no_value() {
    let state = after("brick-slips", 1);
    let of = Subject::Contact(ContactKey { case: 0, i: 5, j: 9, feature: 0 });
    assert!(Quantity::find(of, "N", "").expect("a row").value(&state).is_nan());
}
