//! Rigid bodies on symmetric supports: redundant contacts share the load as equal compliances would.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::scene::{G, ReportScene, body};
use crate::trace::StudyError;
use std::f64::consts::TAU;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::laws::{Rotation, Vec3};
use stickslip_engine::observe::state::State;

/// A roller along y that turns at `turn`, rad/s, its top at z = 0.
fn roller(name: &str, [radius, half, x]: [f64; 3], turn: f64) -> String {
    format!(
        r#"(name: "{name}", shape: Cylinder(radius: {radius:?}, half_height: {half:?}), position: ({x:?}, 0.0, {:?}), rotation: AxisAngle(axis: (1.0, 0.0, 0.0), degrees: 90.0), motion: Driven(angular_velocity: (0.0, {turn:?}, 0.0)))"#,
        -radius
    )
}

/// Rotation about the vertical, rad.
fn yaw(q: &Rotation) -> f64 {
    let ahead = q * Vec3::x();
    libm::atan2(ahead.y, ahead.x)
}

/// Normal forces of all contacts, N, ascending.
fn loads(state: &State) -> Vec<f64> {
    let mut loads: Vec<f64> = state.contacts.iter().map(|contact| contact.normal.n).collect();
    loads.sort_by(f64::total_cmp);
    loads
}

pub(super) fn run(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    plank(rows)?;
    crate_between_rollers(rows)?;
    for method in ["Auto", "GaussSeidel", "Apgd", "Newton"] {
        at_rest(method, rows)?;
    }
    translating(rows)
}

/// A plank on two rollers that turn inwards: ω² = 2 μ g/(L − 2 μ h) with rollers L apart and the centre h above them.
fn plank(rows: &mut CaseRows) -> Result<(), StudyError> {
    let (mu, length, height): (f64, f64, f64) = (0.3, 1.0, 0.02);
    let period = TAU / (2.0 * mu * G / (length - 2.0 * mu * height)).sqrt();
    for (motion, name) in [("", "free"), (", motion: Planar((0.0, 1.0, 0.0))", "planar")] {
        let dt = 1e-3;
        let bodies = vec![
            roller("left", [0.1, 0.15, -0.5], 20.0),
            roller("right", [0.1, 0.15, 0.5], -20.0),
            format!(
                r#"(name: "plank", shape: Box(half_extents: (1.0, 0.1, {height:?})), mass: 2.0, position: (0.2, 0.0, {height:?}){motion})"#
            ),
        ];
        let scene = ReportScene::new([dt, 10.0], format!("friction: (mu: {mu:?}), normal: Rigid"), bodies);
        let mut simulation = scene.begin()?;
        simulation.step();
        // μ h of the friction on both rollers shifts the load.
        let [near, far] = [0.3, 0.7].map(|arm| 2.0 * G * (arm - mu * height) / (length - 2.0 * mu * height));
        let found = loads(&simulation.state());
        for (k, expected) in [near, near, far, far].into_iter().enumerate() {
            let load = found.get(k).copied().unwrap_or(f64::NAN);
            rows.closed_form(
                format!("plank on rollers, {name}: load of corner {} [N]", k + 1),
                0.5 * expected,
                load,
                1e-3,
            );
        }
        let mut crossings = Vec::new();
        let mut last = 0.2;
        for step in 2..=(10.0 / dt) as u64 {
            simulation.step();
            let state = simulation.state();
            let plank = body(&state, "plank")?;
            let x = plank.x.x;
            if step == 2000 {
                // Yaw grows by itself, as exp(1.6 t): friction on the rollers turns a plank that is askew farther.
                rows.closed_form(format!("plank on rollers, {name}: yaw after 2 s [rad]"), 0.0, yaw(&plank.q), 1e-8);
                rows.closed_form(format!("plank on rollers, {name}: way across after 2 s [m]"), 0.0, plank.x.y, 1e-9);
            }
            if last * x < 0.0 {
                crossings.push((step as f64 - x / (x - last)) * dt);
            }
            last = x;
        }
        let [first, .., end] = crossings.as_slice() else {
            return Err(StudyError::new("report", "the plank does not swing"));
        };
        let found = 2.0 * (end - first) / (crossings.len() - 1) as f64;
        rows.closed_form(format!("plank on rollers, {name}: period [s]"), period, found, 1e-3 * period);
    }
    Ok(())
}

/// A crate from rollers of 1 m/s to rollers of 2 m/s: on equal springs it has 1.55513 m/s after 0.6 s.
fn crate_between_rollers(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (dt, most) in [(1e-3, 7e-3), (2.5e-4, 2e-3)] {
        let mut bodies: Vec<String> = (0..12)
            .map(|k| {
                let turn = if k < 6 { 20.0 } else { 40.0 };
                roller(&format!("r{k}"), [0.05, 0.25, 0.12 * f64::from(k)], turn)
            })
            .collect();
        bodies.push(
            r#"(name: "crate", shape: Box(half_extents: (0.2, 0.15, 0.1)), mass: 5.0, position: (0.3, 0.0, 0.1), velocity: (1.0, 0.0, 0.0))"#
                .to_string(),
        );
        let end = ReportScene::new([dt, 0.6], "friction: (mu: 0.4), normal: Rigid", bodies).end_of("crate")?;
        rows.closed_form(format!("crate between rollers, dt {dt}: speed [m/s]"), 1.55513, end.v.x, most);
        // In a step in which its edge reaches a roller, both sides agree to the tolerance of the solver, and each such step
        // enlarges what is there.
        rows.closed_form(format!("crate between rollers, dt {dt}: yaw [rad]"), 0.0, yaw(&end.q), 1e-5);
        rows.closed_form(format!("crate between rollers, dt {dt}: way across [m]"), 0.0, end.x.y, 1e-6);
    }
    Ok(())
}

/// A crate of 4 kg at rest on a plane: each corner bears a quarter, by every method.
fn at_rest(method: &str, rows: &mut CaseRows) -> Result<(), StudyError> {
    let bodies = vec![
        r#"(name: "ground", shape: Plane)"#.to_string(),
        r#"(name: "crate", shape: Box(half_extents: (0.2, 0.15, 0.1)), mass: 4.0, position: (0.0, 0.0, 0.1), rotation: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: 20.0))"#
            .to_string(),
    ];
    let laws = format!("friction: (mu: 0.5), normal: Rigid, solver: Cones(method: {method})");
    let states = ReportScene::new([1e-3, 0.01], laws, bodies).states(&[0.001, 0.01])?;
    for state in &states {
        let found = loads(state);
        let worst = largest(found.iter().map(|load| (load - G).abs()));
        let worst = if found.len() == 4 { worst } else { f64::NAN };
        rows.closed_form(
            format!("crate at rest, {method}, step {}: corners off m g/4 [N]", state.step),
            0.0,
            worst,
            1e-7,
        );
    }
    Ok(())
}

/// A body that does not rotate slides on a turning disk: each of its corners bears a quarter.
fn translating(rows: &mut CaseRows) -> Result<(), StudyError> {
    let bodies = vec![
        r#"(name: "disk", shape: Plane, motion: Driven(angular_velocity: (0.0, 0.0, 3.0)))"#.to_string(),
        r#"(name: "block", shape: Box(half_extents: (0.02, 0.02, 0.02)), motion: Translating, mass: 0.5, position: (0.3, 0.0, 0.02))"#
            .to_string(),
    ];
    let scene = ReportScene::new([1e-3, 0.5], "friction: (mu: 0.2), normal: Rigid", bodies);
    for state in scene.states(&[0.001, 0.5])? {
        let worst = largest(loads(&state).iter().map(|load| (load - 0.125 * G).abs()));
        let worst = if state.contacts.len() == 4 { worst } else { f64::NAN };
        let what = format!("block that does not rotate, step {}: corners off m g/4 [N]", state.step);
        rows.closed_form(what, 0.0, worst, 1e-7);
    }
    Ok(())
}
