//! Sections 4.5 and 4.6: an ellipsoid, and a stack of three balls.

use super::rows::CaseRows;
use crate::laws::Vec3;
use crate::record::state::State;
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use crate::study::stack::{RADIUS, scene_text};
use crate::study::trace::{self, Probe, StudyError, first_fault, mover, scene};

const PROBES: &[(&str, Probe)] = &[("wx", trace::turn_x), ("wn", trace::turn_n), ("motion", motion)];

/// ‖v‖ + ‖ω‖ of the moving body, a mixed measure of rest.
fn motion(state: &State) -> f64 {
    mover(state).map_or(f64::NAN, |body| body.v.norm() + body.w.norm())
}

/// It falls over, rolls to and fro, and settles flat.
pub(super) fn ellipsoid_falls(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (name, factors) in [("ellipsoid-falls", "2, 2"), ("ellipsoid-falls-published-damping", "1, 4")] {
        let run = trace::trace(&scene(name, &[])?, PROBES)?;
        let reverses = run.zero("wx", 0.1);
        let text = "turns back between 0.9 and 1.8 s (distance of the first time from 1.35 s) [s]";
        rows.number(format!("damping factors {factors}: {text}"), 0.0, reverses - 1.35, 0.45);
        let figure = format!("damping factors {factors}: first turns back [s] (authors' program)");
        rows.number(figure, 1.07, reverses, 0.02);
        let motion = run.column("motion");
        let last = motion.iter().rposition(|speed| *speed > 1e-4).map_or(f64::NAN, |k| run.time(k));
        rows.number(format!("damping factors {factors}: still moves after 3 s (0 is no)"), 0.0, still(last, 3.0), 0.0);
        let end = mover(&run.last);
        let tilt = end.map_or(f64::NAN, |body| (body.q * Vec3::z()).z.clamp(-1.0, 1.0).acos().to_degrees());
        rows.number(format!("damping factors {factors}: angle from upright [degrees]"), 87.2, tilt, 1.5);
        let height = end.map_or(f64::NAN, |body| body.x.z);
        rows.number(format!("damping factors {factors}: height at rest [m]"), 0.2011, height, 0.001);
    }
    Ok(())
}

fn still(last: f64, limit: f64) -> f64 {
    if last >= limit { 1.0 } else { 0.0 }
}

/// Table 7 (5 in the longer text), and which pose stops first.
pub(super) fn ellipsoid_spin(rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut stops = Vec::new();
    for (pose, stiffness, threshold, torque, published, own) in [
        ("upright", (7.95e-3, 5e-6), (5.82e-3, 5e-6), (4.63e-5, 5e-8), 0.978, 2.61),
        ("flat", (2.11e-2, 5e-5), (3.58e-3, 5e-6), (7.53e-5, 5e-8), 0.500, 6.12),
    ] {
        let run = trace::trace(&scene(&format!("ellipsoid-spin-{pose}-published"), &[])?, PROBES)?;
        let spin = run.last.contacts.first().map(|c| c.normal.derived.spin).unwrap_or_default();
        rows.number(format!("{pose}: K_psi [N m/rad]"), stiffness.0, spin.stiffness, stiffness.1);
        rows.number(format!("{pose}: static threshold [rad]"), threshold.0, spin.static_cap, threshold.1);
        let [largest, kinetic] = spin.thresholds();
        rows.number(format!("{pose}: largest torque [N m]"), torque.0, largest, torque.1);
        let why = "the table calls this torque kinetic; it is K_psi times the static threshold";
        rows.erratum(format!("{pose}: kinetic torque [N m]"), torque.0, kinetic, torque.1, why);
        let stop = run.zero("wn", 0.0);
        rows.number(format!("{pose}, inertia of a ball of 0.02 m: omega = 0 [s] (figure)"), published, stop, 1e-3);
        let run = trace::trace(&scene(&format!("ellipsoid-spin-{pose}"), &[("time.duration", "6.5")])?, PROBES)?;
        stops.push(run.zero("wn", 0.0));
        let what = format!("{pose}, its own inertia: omega = 0 [s] (authors' program, inertia mended)");
        rows.number(what, own, stops.last().copied().unwrap_or(f64::NAN), 0.01 * own);
    }
    let why = "the paper concludes that the flat ellipsoid stops sooner; its programs gave both poses the inertia of a \
               ball of 0.02 m, and with the ellipsoid's own the upright one does";
    if let [upright, flat] = stops.as_slice() {
        rows.erratum("the flat one stops sooner (1 is yes)", 1.0, f64::from(u8::from(flat < upright)), 0.5, why);
    }
    Ok(())
}

/// How far the top ball has come down in 1.5 s, in radii (1 if more than 0.3).
fn drop(gap: f64, eta_r: f64, mass: f64) -> Result<f64, StudyError> {
    let scene = Scene::parse("stack", &scene_text(gap, eta_r, mass))
        .map_err(|faults| StudyError::new("stack", first_fault(&faults)))?;
    let mut simulation = Simulation::new(&scene);
    let mut top = || {
        let state = simulation.state();
        simulation.steps(1000);
        state.bodies.last().map_or(f64::NAN, |ball| ball.x.z)
    };
    let start = top();
    let down = (0..15).map(|_| (start - top()) / RADIUS).find(|down| *down > 0.3);
    Ok(down.map_or_else(|| (start - top()) / RADIUS, |_| 1.0))
}

/// Figure 14 (16): the last mass that stands and the first that does not, gap 0.3 R, to 0.02 kg.
pub(super) fn stack(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (eta_r, critical) in [(0.16, 0.96), (0.23, 1.76), (0.35, 1.58)] {
        let stands = |mass: f64| drop(0.3, eta_r, mass).map(|down| down < 0.05);
        let mut mass = critical - 0.03;
        while mass < critical + 0.035 && stands(mass)? {
            mass += 0.01;
        }
        rows.number(format!("gap 0.3 R, eta_r {eta_r}: critical top mass [kg]"), critical, mass, 0.02);
    }
    Ok(())
}
