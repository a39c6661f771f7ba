//! Sections 4.1 and 4.2: a brick and a disk.

use super::rows::CaseRows;
use crate::laws::element::Mode::{Slip, Stick};
use crate::step::events::Part;
use crate::study::trace::{self, Probe, StudyError, Trace, scene};

const PROBES: &[(&str, Probe)] = &[
    ("v", trace::speed_up),
    ("x", trace::up),
    ("E", trace::elastic_up),
    ("w", trace::turn_x),
    ("T", trace::whole_roll_torque),
];

fn run(name: &str, edits: &[(&str, &str)]) -> Result<Trace, StudyError> {
    trace::trace(&scene(name, edits)?, PROBES)
}

/// Springs and end of the brick that sticks.
pub(super) fn brick_holds(rows: &mut CaseRows) -> Result<(), StudyError> {
    let brick = run("brick-damped", &[])?;
    let spring = |pick: fn(&crate::laws::element::Spring) -> f64| {
        brick.last.contacts.first().map_or(f64::NAN, |c| pick(&c.normal.derived.slide))
    };
    rows.number("static threshold S_s [m]", 2.41e-5, spring(|s| s.static_cap), 0.5e-7);
    rows.number("kinetic threshold S_k [m]", 1.92e-5, spring(|s| s.kinetic_cap), 1e-7);
    let damping: f64 = brick.last.contacts.iter().map(|c| c.normal.derived.slide.damping).sum();
    rows.number("damping K_D [N s/m]", 632.0, damping, 0.5);
    rows.number("elastic force at the end [N]", 1.75, brick.end("E"), 0.005);
    let rest = run("brick-damped", &[("time.duration", "1.0")])?;
    rows.number("rest position down the slope [m] (authors' program)", 1.75449e-5, -rest.end("x"), 1e-9);
    let steep = run("brick-atan-mu-s", &[])?;
    let slips = steep.change(Part::Slide, Slip, 1);
    rows.number("times it slips at atan(mu_s)", 0.0, if slips.is_nan() { 0.0 } else { 1.0 }, 0.0);
    Ok(())
}

/// The same without damping.
pub(super) fn brick_oscillates(rows: &mut CaseRows) -> Result<(), StudyError> {
    let brick = run("brick-undamped", &[])?;
    rows.number("first slip [s] (authors' program)", 0.0062, brick.change(Part::Slide, Slip, 1), 1e-4);
    rows.number("sticks again [s] (authors' program)", 0.0355, brick.change(Part::Slide, Stick, 1), 1e-4);
    let force = brick.column("E");
    let late = &force[force.len() / 2..];
    let (low, high) = late.iter().fold((f64::MAX, f64::MIN), |(low, high), e| (low.min(*e), high.max(*e)));
    rows.number("middle of the oscillation of the elastic force [N]", 1.75, 0.5 * (low + high), 0.05);
    Ok(())
}

/// The brick that slips.
pub(super) fn brick_slips(rows: &mut CaseRows) -> Result<(), StudyError> {
    let brick = run("brick-slips", &[])?;
    rows.number("first slip [s] (authors' program)", 0.0185, brick.change(Part::Slide, Slip, 1), 1e-4);
    rows.number("elastic force in slip [N]", 1.899, brick.end("E"), 5e-4);
    rows.number("acceleration in slip [m/s^2]", 0.525, -brick.slope("v", 0.025, 0.04), 1e-3);
    Ok(())
}

/// The disk: the published panels, then what the text says.
pub(super) fn disk(rows: &mut CaseRows) -> Result<(), StudyError> {
    for (name, panel, slide, roll, end) in [
        ("disk-panel-a", "panel a", 0.0868, 1.2465, 0.2093),
        ("disk-panels-bc", "panels b and c", 0.0983, 1.2757, 0.2207),
    ] {
        let disk = run(name, &[])?;
        rows.number(format!("{panel}: slide sticks [s]"), slide, disk.change(Part::Slide, Stick, 1), 1e-4);
        rows.number(format!("{panel}: roll sticks [s]"), roll, disk.change(Part::RollJ, Stick, 1), 1e-4);
        rows.number(format!("{panel}: position at 1.5 s [m]"), end, disk.end("x"), 5e-5);
    }
    let text = run("disk-panels-bc", &[("bodies.disk.on.velocity", "(0.0, 5.0)")])?;
    let why = "the text's initial speed of 5 m/s slips until v0/(1.96 + 3.136) = 0.98 s; the figures are of 0.5 m/s and \
               0.098 s, and no setting gives the text's 0.11 s";
    rows.erratum("text: slide sticks with v0 = 5 m/s [s]", 0.11, text.change(Part::Slide, Stick, 1), 0.005, why);
    let figure = run("disk-panels-bc", &[])?;
    rows.erratum("text: slide sticks with v0 = 0.5 m/s [s]", 0.11, figure.change(Part::Slide, Stick, 1), 0.005, why);
    let equation = run("disk-equation-2b", &[])?;
    rows.number("K_R = 6400 of equation (2b): slide sticks [s]", 0.182, equation.change(Part::Slide, Stick, 1), 5e-4);
    let why = "the text's K_r = 1600 is eta_r R^2 K_E; equation (2b) for a disk on a plane gives four times that";
    let stiffness = equation.last.contacts.first().map_or(f64::NAN, |c| c.normal.derived.roll_j.stiffness);
    rows.erratum("roll stiffness K_R [N m/rad]", 1600.0, stiffness, 1.0, why);
    Ok(())
}

/// The disk at rest under the constant torque of (8), which jumps between two values, and under the paper's law.
pub(super) fn disk_legacy(rows: &mut CaseRows) -> Result<(), StudyError> {
    let at_rest = |edits: &[(&str, &str)]| {
        let disk = run("disk-panels-bc", &[&[("time.duration", "4.0")], edits].concat())?;
        let late = disk.column("T")[disk.len() - 10_000..].to_vec();
        let (low, high) = late.iter().fold((f64::MAX, f64::MIN), |(low, high), t| (low.min(*t), high.max(*t)));
        let flips = late.windows(2).filter(|pair| pair[0] * pair[1] < 0.0 && pair[0].abs() > 1e-6).count();
        Ok::<_, StudyError>((low, high, flips as f64, disk.end("v").abs()))
    };
    let (low, high, flips, _) = at_rest(&[("friction.laws.roll", "ConstantTorque(mu_r: 0.1)")])?;
    let size = 0.1 * 0.2 * 5.0 * 9.8;
    rows.number("constant torque at rest: lower value [N m]", -size, low, 1e-9);
    rows.number("constant torque at rest: upper value [N m]", size, high, 1e-9);
    rows.number("constant torque at rest: changes its sign (1: yes)", 1.0, if flips > 100.0 { 1.0 } else { 0.0 }, 0.0);
    let (low, high, flips, speed) = at_rest(&[])?;
    rows.number("the paper's law at rest: largest torque [N m]", 0.0, high.max(-low), 1e-7);
    rows.number("the paper's law at rest: changes its sign (1: yes)", 0.0, if flips > 0.0 { 1.0 } else { 0.0 }, 0.0);
    rows.number("the paper's law at rest: speed [m/s]", 0.0, speed, 1e-12);
    Ok(())
}
