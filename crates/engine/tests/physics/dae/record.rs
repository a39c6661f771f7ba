//! Recorded quantities of static friction: numbers of the world and of `summary.json`.

use super::support::{BLOCK, G, LEVEL, M, after, body, dae, near, parse, scene, slope, text, uphill};
use stickslip_engine::observe::quantity::{Quantity, Subject};
use stickslip_engine::observe::state::State;
use stickslip_engine::run::drive::{self, RunPlan};
use stickslip_engine::run::simulation::Simulation;

const DT: f64 = 1e-4;
const KNOWN: &str = "Known(Weight)";

fn value(state: &State, symbol: &str) -> f64 {
    Quantity::find(Subject::World, symbol, "").unwrap_or_else(|| panic!("no row {symbol}")).value(state)
}

/// Two equal blocks on level ground, one at rest and one sliding at 1 m/s: half of the points are static, v_com is 1/2
/// m/s. The sliding block loses μ g Δt per step.
#[test]
fn half_of_the_contacts_are_static() {
    let slider =
        BLOCK.replace("\"block\"", "\"slider\"").replace("at: (0.0, 0.0)", "at: (0.5, 0.0), velocity: (0.0, 1.0)");
    let state = after(&scene(DT, &dae(0.5, ""), KNOWN, &[LEVEL, BLOCK, &slider], ""), 100);
    near(value(&state, "static share"), 0.5, 0.0, "static share");
    near(value(&state, "sweeps"), 1.0, 0.0, "sweeps");
    near(value(&state, "|u′|/Δt"), 0.0, 1e-12, "residual");
    let v = 1.0 - 0.5 * G * 100.0 * DT;
    near(value(&state, "E_com"), 0.5 * (2.0 * M) * (0.5 * v).powi(2), 1e-12, "E_com");
    near(value(&state, "E_diff"), 2.0 * 0.5 * M * (0.5 * v).powi(2), 1e-12, "E_diff");
    near(value(&state, "E_rot"), 0.0, 0.0, "E_rot");
}

/// If all contacts slide, none is static and there is no residual.
#[test]
fn nothing_is_static_on_a_steep_slope() {
    let state = after(&scene(DT, &dae(0.5, ""), KNOWN, &[&slope(30.0), BLOCK], ""), 100);
    near(value(&state, "static share"), 0.0, 0.0, "static share");
    assert!(value(&state, "|u′|/Δt").is_nan());
    // Other laws do not have these quantities.
    let state = after(&scene(DT, "mu_s: 0.5, mu_k: 0.4, k_e: 1e5", KNOWN, &[LEVEL, BLOCK], ""), 10);
    for symbol in ["static share", "sweeps", "|u′|/Δt"] {
        assert!(value(&state, symbol).is_nan(), "{symbol}");
    }
}

/// The residual is the slip velocity at the end of the step over Δt. At the level of velocities it is 0 to rounding; at
/// the level of accelerations the drift remains, and the next state has it.
#[test]
fn the_residual_is_the_slip_that_is_left() {
    let found = ["", "level: Acceleration"].map(|parameters| {
        let hooke = "Hooke(k_n: 1e5, damping: Ratio(0.5))";
        let mut simulation = Simulation::new(&scene(DT, &dae(0.5, parameters), hooke, &[&slope(25.0), BLOCK], ""));
        simulation.steps(500);
        let residual = value(&simulation.state(), "|u′|/Δt");
        simulation.step();
        let state = simulation.state();
        let left = body(&state, "block").v.dot(&uphill(&state)).abs() / DT;
        near(residual, left, 1e-10, parameters);
        residual
    });
    // g sin α = 4.1 m/s² is held; rounding leaves 1e-16 of it over Δt.
    assert!(found[0] < 1e-11, "{found:?}");
    // A drift of 7e-7 m/s.
    assert!(found[1] > 1e-3, "{found:?}");
}

/// Two balls, of 1 kg at 3 m/s and of 3 kg at 1 m/s across it, the second spinning in the air at 10 rad/s: 2.25 J and
/// 3.75 J, and ½ · 2/5 m R² ω² = 0.6 J. The summary of every run has these energies, with and without static friction.
#[test]
fn the_summary_has_the_three_energies() {
    let folder = temp_dir::TempDir::new().expect("a folder");
    let balls = [
        "(name: \"a\", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.0), velocity: (3.0, 0.0, 0.0))",
        "(name: \"b\", shape: Sphere(radius: 0.1), mass: 3.0, position: (0.0, 0.0, 1.0), velocity: (0.0, 1.0, 0.0),
          angular_velocity: (10.0, 0.0, 0.0))",
    ];
    for (name, friction) in [("dae", dae(0.5, "")), ("springs", "mu_s: 0.5, mu_k: 0.5, k_e: 1e5".to_owned())] {
        let text = text(DT, &friction, "Hooke(k_n: 1e6, damping: Ratio(0.5))", &balls, "");
        let text = text.replace("duration: 1000.0", "duration: 0.01").replace("(0.0, 0.0, -9.81)", "(0.0, 0.0, 0.0)");
        let out = folder.path().join(name);
        let scene = parse(&text);
        drive::run(&RunPlan { out: Some(&out), ..RunPlan::new(&scene, &text) }, |_| ()).expect("it runs");
        let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
        let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
        for (key, expected) in [("E_com", 2.25), ("E_diff", 3.75), ("E_rot", 0.6)] {
            near(summary[key].as_f64().unwrap_or(f64::NAN), expected, 1e-14, key);
        }
    }
}
