//! A block let go on a slope, a puck that flies on after it has left a table, and a tangential spring that rings.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::scene::{G, ReportScene};
use crate::trace::StudyError;

pub(super) fn run(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    settled(rows)?;
    flight(rows)?;
    ringing(rows)
}

/// A block on a slope of 30°, below its limit of 31.8° (webots#2412), that begins in equilibrium: it stays. Let go with unloaded
/// springs, it slides for ever under these laws: the load overshoots.
fn settled(rows: &mut CaseRows) -> Result<(), StudyError> {
    for law in ["fang-negrut", "luding", "stribeck", "lugre"] {
        let way = |is_settled: bool| -> Result<f64, StudyError> {
            let bodies = vec![
                r#"(name: "ramp", shape: Incline(degrees: 30.0))"#.to_string(),
                format!(
                    r#"(name: "block", shape: Box(half_extents: (0.05, 0.05, 0.05)), mass: 1.0, on: (surface: "ramp", settled: {is_settled}))"#
                ),
            ];
            let laws = format!(
                "friction: (mu_s: 0.62, mu_k: 0.5, k_e: 1e5, laws: (slide: \"{law}\")), \
                 normal: Hooke(k_n: 1e6, damping: Ratio(0.5))"
            );
            let scene = ReportScene::new([1e-4, 2.0], laws, bodies);
            let states = scene.states(&[0.0, 2.0])?;
            let at: Result<Vec<_>, _> =
                states.iter().map(|state| super::scene::body(state, "block").cloned()).collect();
            let [begins, ends] = &at?[..] else { return Err(StudyError::new("report", "there are not two states")) };
            Ok((ends.x - begins.x).norm())
        };
        rows.closed_form(
            format!("{law}: way of a settled block on 30° in 2 s [m]"),
            0.0,
            way(true)?,
            if law == "lugre" { 1e-6 } else { 1e-8 },
        );
        rows.condition(format!("{law}: a block that is let go there slides off"), true, way(false)? > 0.1);
    }
    Ok(())
}

/// A puck that slides over an edge and falls: its speed along the edge stays, and however fast it falls, free flight is no
/// fault.
fn flight(rows: &mut CaseRows) -> Result<(), StudyError> {
    let bodies = vec![
        r#"(name: "board", shape: Box(half_extents: (1.0, 0.5, 0.05)), motion: Fixed, position: (0.0, -0.5, -0.05))"#
            .to_string(),
        r#"(name: "puck", shape: Cylinder(radius: 0.03, half_height: 0.005), mass: 0.1, position: (0.0, -0.02, 0.005), velocity: (0.1, 0.1, 0.0))"#
            .to_string(),
    ];
    for dt in [1e-3, 1e-2] {
        let scene = ReportScene::new([dt, 3.0], "friction: (mu: 1e-5), normal: Rigid", bodies.clone());
        let states = scene.states(&[2.0, 3.0])?;
        let speeds: Result<Vec<_>, _> = states.iter().map(|state| super::scene::body(state, "puck").cloned()).collect();
        let [early, late] = &speeds?[..] else { return Err(StudyError::new("report", "there are not two states")) };
        rows.closed_form(format!("puck over an edge, dt {dt}: speed along it [m/s]"), 0.1, late.v.x, 1e-4);
        let gained = early.v.z - late.v.z;
        rows.closed_form(format!("puck in free flight, dt {dt}: speed gained in 1 s [m/s]"), G, gained, 1e-9 * G);
    }
    Ok(())
}

/// A block that swings on its undamped tangential spring below the limit keeps its energy, m v²/2 + K S²/2.
fn ringing(rows: &mut CaseRows) -> Result<(), StudyError> {
    let (mass, stiffness, speed): (f64, f64, f64) = (1.0, 1e4, 0.01);
    for law in ["fang-negrut", "luding"] {
        let bodies = vec![
            r#"(name: "ground", shape: Plane)"#.to_string(),
            format!(
                r#"(name: "block", shape: Box(half_extents: (0.05, 0.05, 0.05)), motion: Translating, mass: {mass:?}, position: (0.0, 0.0, 0.05), velocity: ({speed:?}, 0.0, 0.0))"#
            ),
        ];
        let laws = format!(
            "friction: (mu_s: 0.5, mu_k: 0.5, k_e: {stiffness:?}, slide_damping: Ratio(0.0), laws: (slide: \"{law}\")), \
             normal: Known(Weight)"
        );
        let end = ReportScene::new([1e-4, 2.0], laws, bodies).end_of("block")?;
        let energy = mass * end.v.x * end.v.x + stiffness * end.x.x * end.x.x;
        let what = format!("{law}: energy of an undamped spring after 32 periods, over that of the start");
        // ω Δt of the energy swings within a period.
        rows.closed_form(what, 1.0, energy / (mass * speed * speed), (stiffness / mass).sqrt() * 1e-4);
    }
    Ok(())
}
