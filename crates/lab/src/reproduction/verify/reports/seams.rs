//! A box slides, and balls roll, from one fixed body to the next.

use super::super::plan::VerifyPlan;
use super::super::rows::CaseRows;
use super::scene::{G, ReportScene};
use crate::theory::stopping::sliding_distance;
use crate::trace::StudyError;
use stickslip_engine::laws::math::turning::rotation_vector;

/// Laws of a box of half a kilogram that has the size `size` of the report's, times √size as long, and size³ as heavy.
fn laws(name: &str, mu: f64, size: f64) -> String {
    let (k_n, k_e) = (1e6 * size * size, 8e5 * size * size);
    let springs = |more: &str| {
        format!(
            "friction: (mu_s: {mu:?}, mu_k: {mu:?}, k_e: {k_e:?}{more}), normal: Hooke(k_n: {k_n:?}, damping: Ratio(0.5))"
        )
    };
    match name {
        "Rigid" => format!("friction: (mu: {mu:?}), normal: Rigid"),
        "dae" => {
            format!("friction: (mu: {mu:?}, laws: (slide: Dae)), normal: Hooke(k_n: {k_n:?}, damping: Ratio(0.5))")
        }
        "cundall-strack" => springs(", laws: (slide: \"cundall-strack\")"),
        _ => springs(""),
    }
}

/// Two slabs with a seam at y = 0, the second higher by `step`; in units of `size`.
fn slabs(size: f64, step: f64, overlap: f64) -> Vec<String> {
    let slab = |name: &str, y: f64, z: f64| {
        let [half_x, half_y, half_z, y, z] = [0.3, 0.5, 0.05, y, z].map(|x| x * size);
        format!(
            r#"(name: "{name}", shape: Box(half_extents: ({half_x:?}, {half_y:?}, {half_z:?})), motion: Fixed, position: (0.0, {y:?}, {z:?}))"#
        )
    };
    vec![slab("slab-1", -0.5 + overlap, -0.05), slab("slab-2", 0.5, step - 0.05)]
}

/// The box of rapier#404 at y = −0.2 with 1.5 m/s: where it stops, y, and its rotation.
fn slide(law: &str, dt: f64, mu: f64, size: f64, [step, overlap]: [f64; 2]) -> Result<[f64; 3], StudyError> {
    let time = size.sqrt();
    let [x, y, z, at, up, mass, speed] =
        [0.06 * size, 0.07 * size, 0.03 * size, -0.2 * size, 0.03 * size, 0.5 * size * size * size, 1.5 * time];
    let mut bodies = slabs(size, step, overlap);
    bodies.push(format!(
        r#"(name: "box", shape: Box(half_extents: ({x:?}, {y:?}, {z:?})), mass: {mass:?}, position: (0.0, {at:?}, {up:?}), velocity: (0.0, {speed:?}, 0.0))"#
    ));
    let times = [dt * time, if mu > 0.0 { 0.9 } else { 0.4 } * time];
    let end = ReportScene::new(times, laws(law, mu, size), bodies).end_of("box")?;
    Ok([end.x.y / size, end.v.y / time, rotation_vector(&end.q).norm()])
}

/// A ball that rolls at 0.9 m/s over tiles of this length, m, askew to their edges: its speed along y at the end.
fn roll(law: &str, dt: f64, length: f64) -> Result<f64, StudyError> {
    let tiles = (1.2 / length).round() as usize;
    let tile = |k: usize| {
        format!(
            r#"(name: "tile-{k}", shape: Box(half_extents: (0.2, {:?}, 0.05)), motion: Fixed, position: (0.0, {:?}, -0.05))"#,
            0.5 * length,
            length * (k as f64 + 0.5) - 0.05
        )
    };
    let mut bodies: Vec<String> = (0..tiles).map(tile).collect();
    bodies.push(
        r#"(name: "ball", shape: Sphere(radius: 0.05), mass: 0.5, position: (0.0, 0.0, 0.05), velocity: (0.1, 0.9, 0.0), angular_velocity: (-18.0, 2.0, 0.0))"#
            .to_string(),
    );
    Ok(ReportScene::new([dt, 1.0], laws(law, 0.5, 1.0), bodies).end_of("ball")?.v.y)
}

/// A ball over a real gap of 20 mm between two slabs rests on both edges, R − √(R² − (gap/2)²) lower than on one slab.
fn gap(rows: &mut CaseRows) -> Result<(), StudyError> {
    let (radius, gap): (f64, f64) = (0.1, 0.02);
    let lower = radius - (radius * radius - 0.25 * gap * gap).sqrt();
    for dt in [1e-3, 1e-2] {
        let slab = |name: &str, y: f64| {
            format!(
                r#"(name: "{name}", shape: Box(half_extents: (0.3, 0.5, 0.05)), motion: Fixed, position: (0.0, {y:?}, -0.05))"#
            )
        };
        let bodies = vec![
            slab("left", -0.5 - 0.5 * gap),
            slab("right", 0.5 + 0.5 * gap),
            format!(
                r#"(name: "ball", shape: Sphere(radius: {radius:?}), mass: 1.0, position: (0.0, 0.0, {:?}))"#,
                radius - lower
            ),
        ];
        let end = ReportScene::new([dt, 1.0], laws("Rigid", 0.3, 1.0), bodies).end_of("ball")?;
        rows.closed_form(
            format!("Rigid, dt {dt}: a ball over a gap of 20 mm is lower by [m]"),
            lower,
            radius - end.x.z,
            1e-9,
        );
    }
    Ok(())
}

/// A ball goes down a valley of two slabs at 45° that meet, 20° down, with one contact on each side and none at the bottom. It
/// slides without friction, with N = m g cos 20°/√2 on each side, and rolls with it: a = g sin 20°/(1 + 2/5 · 2).
fn valley(rows: &mut CaseRows) -> Result<(), StudyError> {
    let (radius, alpha) = (0.1, 20.0_f64.to_radians());
    let (down, pressed) = (G * libm::sin(alpha), G * libm::cos(alpha));
    let half = 0.5_f64.sqrt();
    // The slabs meet in their upper edges, on the line x = z = 0.
    let slab = |name: &str, side: f64| {
        let [x, z] = [side * half * (0.5 - 0.05) + side * 2.0 * half * 0.05, half * (0.5 - 0.05)];
        format!(
            r#"(name: "{name}", shape: Box(half_extents: (0.5, 2.0, 0.05)), motion: Fixed, position: ({x:?}, 0.0, {z:?}), rotation: AxisAngle(axis: (0.0, 1.0, 0.0), degrees: {:?}))"#,
            -45.0 * side
        )
    };
    for (law, dt) in [("Rigid", 1e-3), ("fang-negrut", 1e-4), ("cundall-strack", 1e-4)] {
        for mu in [0.0, 0.5] {
            let ball = format!(
                r#"(name: "ball", shape: Sphere(radius: {radius:?}), mass: 1.0, position: (0.0, -0.5, {:?}))"#,
                radius / half
            );
            let bodies = vec![slab("left", -1.0), slab("right", 1.0), ball];
            let edits = format!(r#", edits: [(at: 0.0, set: "gravity", to: (0.0, {down:?}, {:?}))]"#, -pressed);
            let states = ReportScene::new([dt, 0.4], laws(law, mu, 1.0) + &edits, bodies).states(&[0.2, 0.4])?;
            let [early, late] = &states[..] else { return Err(StudyError::new("report", "there are not two states")) };
            let gained = super::scene::body(late, "ball")?.v.y - super::scene::body(early, "ball")?.v.y;
            let a = if mu > 0.0 { down / 1.8 } else { down };
            let what = format!("{law}, dt {dt}, μ {mu}: ball in a valley");
            rows.closed_form(format!("{what}, acceleration [m/s²]"), a, gained / 0.2, 1e-3 * a);
            rows.condition(format!("{what}, two contacts"), true, late.contacts.len() == 2);
            // With friction the sides may also hold the ball by it.
            for (k, contact) in late.contacts.iter().enumerate().filter(|_| mu == 0.0) {
                let expected = half * pressed;
                rows.closed_form(
                    format!("{what}, N on side {} [N]", k + 1),
                    expected,
                    contact.normal.n,
                    1e-3 * expected,
                );
            }
        }
    }
    Ok(())
}

pub(super) fn run(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let stop = -0.2 + sliding_distance(1.5, 0.2, G);
    for (law, dt) in [("Rigid", 1e-3), ("Rigid", 1e-2), ("fang-negrut", 1e-4), ("cundall-strack", 1e-4), ("dae", 1e-4)]
    {
        // First order: half a step more at the initial speed; springs rock when the box stops, by μN/k.
        let most = 0.5 * 1.5 * dt * 1.05 + 1e-5;
        for (name, step, overlap) in [
            ("flush", 0.0, 0.0),
            ("overlapping", 0.0, 0.05),
            ("1e-9 m lower", -1e-9, 0.0),
            ("1e-7 m lower", -1e-7, 0.0),
            ("1e-5 m lower", -1e-5, 0.0),
            ("1e-9 m higher", 1e-9, 0.0),
        ] {
            let [y, _, turned] = slide(law, dt, 0.2, 1.0, [step, overlap])?;
            rows.closed_form(format!("{law}, dt {dt}, slabs {name}: the box stops at y [m]"), stop, y, most);
            rows.closed_form(format!("{law}, dt {dt}, slabs {name}: rotation [rad]"), 0.0, turned, 3e-4);
        }
        let [_, v, _] = slide(law, dt, 0.0, 1.0, [0.0, 0.0])?;
        rows.closed_form(format!("{law}, dt {dt}, no friction: speed after the seam [m/s]"), 1.5, v, 1e-9);
        for size in [1e-3, 1e3] {
            let [y, ..] = slide(law, dt, 0.2, size, [0.0, 0.0])?;
            rows.closed_form(format!("{law}, dt {dt}, size {size}: the box stops at y over size [m]"), stop, y, most);
        }
    }
    gap(rows)?;
    valley(rows)?;
    // A real step stops the box.
    let [y, ..] = slide("Rigid", 1e-3, 0.2, 1.0, [2e-3, 0.0])?;
    rows.condition("Rigid: a step of 2 mm stops the box", true, y < 0.0);
    for (law, dt) in [("Rigid", 1e-3), ("Rigid", 1e-2), ("fang-negrut", 1e-4), ("cundall-strack", 1e-4)] {
        let [tiles, slab] = [roll(law, dt, 0.1)?, roll(law, dt, 1.2)?];
        rows.closed_form(format!("{law}, dt {dt}: speed of a rolling ball over a slab [m/s]"), 0.9, slab, 2e-5);
        rows.closed_form(format!("{law}, dt {dt}: the same over nine seams [m/s]"), slab, tiles, 1e-10);
    }
    Ok(())
}
