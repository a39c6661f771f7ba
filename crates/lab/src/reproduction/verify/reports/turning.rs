//! Bodies on a turntable: a box rides on it, and one slides.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::scene::{G, ReportScene};
use crate::trace::StudyError;
use std::f64::consts::TAU;

/// Angular velocity of the table, rad/s, and the distance of the box from its axis, m.
const TURN: f64 = 2.0;
const RADIUS: f64 = 0.5;

/// A box that rides on a table for ten turns: its distance from the axis, m.
fn rides(table: &str, (shape, z): (&str, f64), laws: &str, dt: f64) -> Result<f64, StudyError> {
    let bodies = vec![
        table.to_string(),
        format!(
            r#"(name: "box", shape: {shape}, mass: 1.0, position: ({RADIUS:?}, 0.0, {z:?}), velocity: (0.0, {:?}, 0.0), angular_velocity: (0.0, 0.0, {TURN:?}))"#,
            TURN * RADIUS
        ),
    ];
    let end = ReportScene::new([dt, 10.0 * TAU / TURN], laws, bodies).end_of("box")?;
    Ok(libm::hypot(end.x.x, end.x.y))
}

/// Laws on springs whose slip is an integral of the velocity, and the paper's.
const LAWS: [&str; 7] =
    ["fang-negrut", "cundall-strack", "luding", "stribeck", "elasto-plastic", "lugre", "mindlin-incremental"];

const BOX: (&str, f64) = ("Box(half_extents: (0.05, 0.05, 0.05))", 0.05);

pub(super) fn run(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let plane = r#"(name: "table", shape: Plane, motion: Driven(angular_velocity: (0.0, 0.0, 2.0)))"#;
    let disk = r#"(name: "table", shape: Cylinder(radius: 0.8, half_height: 0.05), position: (0.0, 0.0, -0.05), motion: Driven(angular_velocity: (0.0, 0.0, 2.0)))"#;
    let rigid = "friction: (mu: 0.5), normal: Rigid";
    for (name, table) in [("plane", plane), ("disk", disk)] {
        for (dt, most) in [(1e-3, 1e-6), (1e-2, 1e-4)] {
            let r = rides(table, BOX, rigid, dt)?;
            rows.closed_form(format!("Rigid, dt {dt}, {name}: a box after ten turns, r [m]"), RADIUS, r, most);
        }
    }
    let cylinder = ("Cylinder(radius: 0.05, half_height: 0.05)", 0.05);
    let r = rides(plane, cylinder, rigid, 1e-2)?;
    rows.closed_form("Rigid, dt 0.01, plane: a cylinder after ten turns, r [m]", RADIUS, r, 1e-4);
    let stiffness = 1e4;
    // The spring is stretched until it holds the body on its circle.
    let stretched = RADIUS / (1.0 - TURN * TURN / stiffness);
    for law in LAWS {
        let laws = format!(
            "friction: (mu_s: 0.5, mu_k: 0.5, k_e: {stiffness:?}, laws: (slide: \"{law}\")), \
             normal: Hooke(k_n: 1e5, restitution: 0.3)"
        );
        let r = rides(plane, BOX, &laws, 1e-4)?;
        // Bristles creep below the limit, and a softening spring stretches more.
        let most = if ["lugre", "mindlin-incremental"].contains(&law) { 5e-4 } else { 1e-4 };
        rows.closed_form(format!("{law}, dt 0.0001: a box after ten turns, r [m]"), stretched, r, most);
    }
    tilts(rows)?;
    slides(rows)
}

/// A box that rides on a board which tilts at 0.5 rad/s about an axis through its centre: it stays where it is on the board
/// until the slope has its limit angle, and turns with it.
fn tilts(rows: &mut CaseRows) -> Result<(), StudyError> {
    let (rate, far, up, time) = (0.5, 0.3, 0.1, 0.6);
    for (name, laws, dt, most) in [
        ("Rigid", "friction: (mu: 0.5), normal: Rigid", 1e-3, 1e-6),
        ("Rigid", "friction: (mu: 0.5), normal: Rigid", 1e-2, 1e-6),
        (
            "cundall-strack",
            "friction: (mu_s: 0.5, mu_k: 0.5, k_e: 1e6, laws: (slide: \"cundall-strack\")), normal: Hooke(k_n: 1e6, damping: Ratio(0.5))",
            1e-4,
            1e-4,
        ),
    ] {
        let bodies = vec![
            format!(
                r#"(name: "board", shape: Box(half_extents: (0.2, 0.5, 0.05)), position: (0.0, 0.0, 0.0), motion: Driven(angular_velocity: ({rate:?}, 0.0, 0.0)))"#
            ),
            format!(
                r#"(name: "box", shape: Box(half_extents: (0.05, 0.05, 0.05)), mass: 1.0, position: (0.0, {far:?}, {up:?}), velocity: (0.0, {:?}, {:?}), angular_velocity: ({rate:?}, 0.0, 0.0))"#,
                -rate * up,
                rate * far
            ),
        ];
        let end = ReportScene::new([dt, time], laws, bodies).end_of("box")?;
        let (sin, cos) = (libm::sin(rate * time), libm::cos(rate * time));
        let along = end.x.y * cos + end.x.z * sin;
        rows.closed_form(format!("{name}, dt {dt}: a box on a tilting board, from its axis [m]"), far, along, most);
    }
    Ok(())
}

/// A block set down at rest on a disk that turns at 3 rad/s, μ 0.2, 0.3 m from its axis (sympy#26929): where it is after 1.5 s,
/// by the equation of motion of one point, `v' = −μ g (v − Ω × x)/|v − Ω × x|`.
fn slides(rows: &mut CaseRows) -> Result<(), StudyError> {
    let disk = r#"(name: "disk", shape: Plane, motion: Driven(angular_velocity: (0.0, 0.0, 3.0)))"#.to_string();
    let expected = sliding_point([0.3, 0.0], 3.0, 0.2, 1.5);
    for (shape, z) in [("Sphere(radius: 0.02)", 0.02), ("Box(half_extents: (1e-5, 1e-5, 0.02))", 0.02)] {
        for dt in [1e-3, 1e-4] {
            let block = format!(
                r#"(name: "block", shape: {shape}, motion: Translating, mass: 0.5, position: (0.3, 0.0, {z:?}))"#
            );
            let bodies = vec![disk.clone(), block];
            let end = ReportScene::new([dt, 1.5], "friction: (mu: 0.2), normal: Rigid", bodies).end_of("block")?;
            // First order: μ g t Δt/2 of the way.
            let most = 3.0 * dt;
            for (axis, expected, found) in [("x", expected[0], end.x.x), ("y", expected[1], end.x.y)] {
                rows.closed_form(
                    format!("Rigid, dt {dt}, {shape}: a sliding block, {axis} [m]"),
                    expected,
                    found,
                    most,
                );
            }
        }
    }
    Ok(())
}

/// The path of a point that slides on a table turning at `turn`, rad/s, from rest at `from`, m: where it is after `time`, s. By
/// Runge–Kutta steps of the fourth order.
fn sliding_point(from: [f64; 2], turn: f64, mu: f64, time: f64) -> [f64; 2] {
    let rate = |[x, y, u, v]: [f64; 4]| {
        let slip = [u + turn * y, v - turn * x];
        let speed = libm::hypot(slip[0], slip[1]);
        let pull = if speed > 0.0 { -mu * G / speed } else { 0.0 };
        [u, v, pull * slip[0], pull * slip[1]]
    };
    let along = |at: [f64; 4], by: [f64; 4], h: f64| -> [f64; 4] { std::array::from_fn(|k| at[k] + h * by[k]) };
    let (steps, mut at) = (100_000, [from[0], from[1], 0.0, 0.0]);
    let h = time / f64::from(steps);
    for _ in 0..steps {
        let a = rate(at);
        let b = rate(along(at, a, 0.5 * h));
        let c = rate(along(at, b, 0.5 * h));
        let d = rate(along(at, c, h));
        at = std::array::from_fn(|k| at[k] + h / 6.0 * (a[k] + 2.0 * b[k] + 2.0 * c[k] + d[k]));
    }
    [at[0], at[1]]
}
