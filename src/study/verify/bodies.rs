//! Sections 4.5 and 4.6: an ellipsoid, and a stack of three balls.

use super::plan::VerifyPlan;
use super::planar::{DT, PlanarFall, PlanarState, RollAxis, first_turn, geometric_mean_of_inertia};
use super::rows::CaseRows;
use crate::laws::extremes::largest_difference;
use crate::record::state::State;
use crate::study::stack::critical_mass;
use crate::study::trace::{self, Probe, StudyError, mover, scene};

const PROBES: &[(&str, Probe)] = &[
    ("wx", trace::turn_x),
    ("wn", trace::turn_n),
    ("T", trace::spin_torque),
    ("z", trace::height),
    ("tilt", trace::tilt),
    ("motion", motion),
];

/// ‖v‖ + ‖ω‖ of the moving body, a combined measure of rest.
fn motion(state: &State) -> f64 {
    mover(state).map_or(f64::NAN, |body| body.v.norm() + body.w.norm())
}

/// A published run of the falling ellipsoid: our scene; slide and roll damping ratios; first reversal in the authors'
/// program, s; its curves.
struct PublishedFall {
    scene: &'static str,
    factors: &'static str,
    damping: [f64; 2],
    turns: f64,
    file: &'static str,
}

const FALLS: [PublishedFall; 2] = [
    PublishedFall {
        scene: "ellipsoid-falls",
        factors: "2, 2",
        damping: [1.0, 1.0],
        turns: 1.0671,
        file: "rerun/s451_ellipsoid_falling_eta0.2_KD2DR2.csv",
    },
    PublishedFall {
        scene: "ellipsoid-falls-published-damping",
        factors: "1, 4",
        damping: [0.5, 2.0],
        turns: 1.0809,
        file: "rerun/s451_ellipsoid_falling_eta0.2.csv",
    },
];

/// The ellipsoid topples, rocks, and settles flat.
pub(super) fn ellipsoid_falls(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    for fall in &FALLS {
        fall_by_the_equations(fall, rows)?;
        fall_by_the_program(plan, fall, rows)?;
    }
    Ok(())
}

/// Compares with the same equations integrated in the plane, with the scene's normal damping ratio of 0.1.
fn fall_by_the_equations(fall: &PublishedFall, rows: &mut CaseRows) -> Result<(), StudyError> {
    let run = trace::trace(&scene(fall.scene, &[])?, PROBES)?;
    let ours = PlanarFall { damping: fall.damping, roll_inertia: 1.0, normal_damping: 0.1, axis: RollAxis::Normal };
    let planar = ours.run(run.len() - 1);
    let end = planar.last().copied().unwrap_or_default();
    let why = "the authors' program turns the ellipsoid by its roll torque about the line from contact point to centre, \
               the text about the normal, which is the same for a ball only; it also takes (I_x I_y I_z)^(1/3) for I and \
               has no normal damping. With these an integration in the plane gives what the program gives";
    let what =
        format!("damping factors {}: first reversal [s] (planar integration of the text's equations)", fall.factors);
    rows.erratum(what, fall.turns, (first_turn(&planar), 1e-4), run.zero("wx", 0.1), why);
    let what = |what: &str| format!("damping factors {}: {what} (planar integration)", fall.factors);
    rows.number(what("angle from upright at rest [degrees]"), -end.angle.to_degrees(), run.end("tilt"), 1e-6);
    rows.number(what("height at rest [m]"), end.z, run.end("z"), 1e-9);
    let last = run
        .column("motion")?
        .iter()
        .rposition(|speed| speed.is_nan() || *speed > 1e-4)
        .map_or(f64::NAN, |k| run.time(k));
    let still = f64::from(u8::from(last < 3.0));
    rows.number(format!("damping factors {}: at rest by 3 s (1: yes; text)", fall.factors), 1.0, still, 0.0);
    Ok(())
}

/// Compares the planar integration, with the authors' line of action, with their program.
fn fall_by_the_program(plan: &VerifyPlan, fall: &PublishedFall, rows: &mut CaseRows) -> Result<(), StudyError> {
    let program = PlanarFall {
        damping: fall.damping,
        roll_inertia: geometric_mean_of_inertia(),
        normal_damping: 0.0,
        axis: RollAxis::ToCentre,
    };
    let states = program.run(12_000);
    let what = format!("damping factors {}: first reversal [s] (planar integration as the program)", fall.factors);
    rows.number(what, fall.turns, first_turn(&states), 1.3e-3);
    let table = plan.source.table(fall.file)?;
    let of: [(&str, fn(&PlanarState) -> f64); 3] = [("py", |s| s.y), ("pz", |s| s.z), ("wx", |s| s.w)];
    for (name, of) in of {
        let ours = |t: f64| states.get((t / DT).round() as usize).map_or(f64::NAN, of);
        // The remaining difference is that contact points are taken on the ground, not in the middle of the overlap:
        // 1e-5 of a length. The fall is unstable and amplifies it later.
        let points = table.curve_named(name)?;
        let points = points.iter().skip(1).filter(|(t, _)| *t <= 0.5);
        let worst = largest_difference(points.map(|(t, theirs)| (ours(*t), *theirs)));
        rows.number(
            format!("{} {name}, planar, to 0.5 s: largest difference over its range", fall.file),
            0.0,
            worst,
            3e-5,
        );
    }
    Ok(())
}

/// Table 7 (5 in the longer text), and which pose stops first.
pub(super) fn ellipsoid_spin(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut stops = Vec::new();
    for (pose, stiffness, threshold, torque, published, own) in [
        ("upright", (7.95e-3, 5e-6), (5.82e-3, 5e-6), (4.63e-5, 5e-8), 0.978, 2.61),
        ("flat", (2.11e-2, 5e-5), (3.58e-3, 5e-6), (7.53e-5, 5e-8), 0.500, 6.12),
    ] {
        let run = trace::trace(&scene(&format!("ellipsoid-spin-{pose}-published"), &[])?, PROBES)?;
        let spin = run.last.contacts.first().map(|c| c.normal.derived.spin).unwrap_or_default();
        rows.formula(format!("{pose}: K_psi [N m/rad]"), stiffness.0, spin.stiffness, stiffness.1);
        rows.formula(format!("{pose}: static threshold [rad]"), threshold.0, spin.static_cap, threshold.1);
        rows.formula(format!("{pose}: largest torque [N m]"), torque.0, spin.stiffness * spin.static_cap, torque.1);
        let why = "the table calls K_psi times the static threshold the kinetic torque; in the figure the torque in slip is \
                   I d omega/dt = mu_k/mu_s of that";
        let slip = published_torque(plan, &format!("paper/spinning_steel_ellipsoid_{pose}__ax1.csv"))?;
        let what = format!("{pose}: kinetic torque [N m] (slope of omega in the figure)");
        rows.erratum(what, torque.0, (slip, 8e-9), run.at("T", 0.3).abs(), why);
        let stop = run.zero("wn", 0.0);
        rows.number(format!("{pose}, inertia of a ball of 0.02 m: omega = 0 [s] (figure)"), published, stop, 1e-3);
        let run = trace::trace(&scene(&format!("ellipsoid-spin-{pose}"), &[("time.duration", "6.5")])?, PROBES)?;
        stops.push(run.zero("wn", 0.0));
        let what = format!("{pose}, its own inertia: omega = 0 [s] (authors' program, inertia corrected)");
        rows.number(what, own, stops.last().copied().unwrap_or(f64::NAN), 0.01 * own);
    }
    let why = "the paper concludes that the flat ellipsoid stops sooner; its programs gave both poses the inertia of a \
               ball of 0.02 m, and with the ellipsoid's own the upright one does";
    if let [upright, flat] = stops.as_slice() {
        let what =
            "stopping time flat over upright (figure 0.500/0.978; authors' program, inertia corrected, 6.12/2.61)";
        rows.erratum(what, 0.500 / 0.978, (6.12 / 2.61, 0.01), flat / upright, why);
    }
    Ok(())
}

/// Torque in slip from the published ω(t) with K_E = 5e6, N·m: −I Δω/Δt over a straight part, with the published I,
/// that of a ball of 0.02 m with the mass of the ellipsoid.
fn published_torque(plan: &VerifyPlan, file: &str) -> Result<f64, StudyError> {
    let points = plan.source.table(file)?.curve(1)?;
    let straight: Vec<&(f64, f64)> = points.iter().filter(|(t, _)| (0.05..0.45).contains(t)).collect();
    match (straight.first(), straight.last()) {
        (Some((t0, w0)), Some((t1, w1))) if t1 > t0 => Ok(-4.289e-5 * (w1 - w0) / (t1 - t0)),
        _ => Err(StudyError::new(file, "there are no two values between 0.05 and 0.45 s")),
    }
}

/// Figures 13 and 14 (15 and 16): the first top mass that collapses the stack, for gap 0.3 R at the three η_r of the
/// snapshots, and two η_r of the other gaps.
pub(super) fn stack(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let file = "paper/stacking_topMass_vs_eta__ax0.csv";
    let table = plan.source.table(file)?;
    for (column, gap, coefficients) in
        [(1, 0.2, [0.16, 0.30].as_slice()), (2, 0.3, &[0.16, 0.23, 0.35]), (3, 0.4, &[0.16, 0.30])]
    {
        for eta_r in coefficients {
            let points = table.curve(column)?;
            let published =
                points.iter().find(|(eta, _)| (eta - eta_r).abs() < 1e-9).map_or(f64::NAN, |(_, mass)| *mass);
            let what = format!("gap {gap} R, eta_r {eta_r}: critical top mass [kg] (figure)");
            rows.number(what, published, critical_mass(gap, *eta_r)?, 0.0201);
        }
    }
    Ok(())
}
