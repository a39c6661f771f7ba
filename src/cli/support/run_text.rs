//! The result of `stickslip run` as text.

use crate::cli::support::colour::{self, Tone};
use crate::observe::kinetic::KineticParts;
use crate::observe::steady_class::{CLASSES, class_name};
use crate::record::impacts::ImpactList;
use crate::record::summary::{BodySummary, Summary};
use crate::run::drive::RunPlan;
use crate::scene::text::plural::counted;

/// A body faster than this is not reported as static, m/s.
const MAX_STATIC_SPEED: f64 = 1e-2;
/// Number of bodies reported individually; more are summed up.
const MAX_LISTED_BODIES: usize = 8;

/// The text of a summary: the run, its bodies, warnings, and the files written.
pub(in crate::cli) fn describe(summary: &Summary, plan: &RunPlan) -> String {
    let mut text = format!(
        "{}\n{} of {} s = {:.6} s in {:.2} s ({:.0} steps/s), state {}",
        summary.title,
        counted(summary.steps as usize, "step"),
        summary.dt,
        summary.time,
        summary.wall_seconds,
        summary.steps_per_second,
        summary.state_hash
    );
    let moving: Vec<_> = summary.bodies.iter().filter(|body| body.moves).collect();
    if moving.len() > MAX_LISTED_BODIES {
        text += &pile(summary, &moving);
    } else {
        text.extend(moving.iter().map(|body| line(body)));
    }
    if let Some(impacts) = summary.impacts.as_ref().filter(|impacts| **impacts != ImpactList::default()) {
        text += &format!("\n  {} in summary.json", counted(impacts.listed.len(), "impact"));
        if impacts.left_out > 0 {
            text += &format!(", {} more not listed", impacts.left_out);
        }
    }
    let label = Tone::Warning.paint("warning:", colour::on_output());
    for warning in summary.warnings.iter().chain(&summary.dt_over_critical.warnings()) {
        text += &format!("\n{label} {warning}");
    }
    if let Some(file) = plan.record {
        text += &format!("\nrecorded in {}", file.display());
    }
    if let Some(dir) = plan.out {
        text += &format!("\nwritten to {}", dir.display());
    }
    text
}

/// The line of one body.
fn line(body: &BodySummary) -> String {
    let rest = body.rest_time.map_or(String::new(), |t| format!(", at rest since {t:.4} s"));
    let [speed, turn] = speeds(body);
    format!("\n  {}: {}, v = {speed:.4e} m/s, w = {turn:.4e} rad/s{rest}", body.name, motion(body))
}

/// Number of bodies in each kind of motion, the fastest body, the energy and the contacts.
fn pile(summary: &Summary, moving: &[&BodySummary]) -> String {
    let kinds = CLASSES.iter().map(|class| class_name(class)).chain([STICKING, NO_CONTACT]);
    let numbers = kinds.filter_map(|kind| {
        let count = moving.iter().filter(|body| motion(body) == kind).count();
        (count > 0).then(|| format!("{count} {kind}"))
    });
    let resting = moving.iter().filter(|body| body.rest_time.is_some()).count();
    let fastest = moving.iter().max_by(|a, b| speeds(a)[0].total_cmp(&speeds(b)[0]));
    let fastest = fastest.map_or(String::new(), |body| format!("{:.4e} m/s ({})", speeds(body)[0], body.name));
    let KineticParts { common, relative, rotation } = summary.kinetic;
    format!(
        "\n  {}: {}; {resting} at rest\n  largest speed {fastest}\n  kinetic energy {:.4e} J, of which {rotation:.4e} J \
         in rotation\n  {}",
        counted(moving.len(), "moving body"),
        numbers.collect::<Vec<_>>().join(", "),
        common + relative + rotation,
        counted(summary.contacts, "contact"),
    )
}

const NO_CONTACT: &str = "without contact";
const STICKING: &str = "sticking";

/// The motion of a body in words.
fn motion(body: &BodySummary) -> &'static str {
    match body.class {
        None => NO_CONTACT,
        // Based on contact modes: a body that has just landed has no contact that slips or rolls yet.
        Some("S") if speeds(body)[0] > MAX_STATIC_SPEED => STICKING,
        Some(class) => class_name(class),
    }
}

/// Speed, m/s, and angular speed, rad/s.
fn speeds(body: &BodySummary) -> [f64; 2] {
    [body.velocity, body.angular_velocity].map(|of| of.iter().map(|x| x * x).sum::<f64>().sqrt())
}
