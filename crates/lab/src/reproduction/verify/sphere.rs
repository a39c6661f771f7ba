//! Section 4.3: a sphere on an incline.

use super::plan::VerifyPlan;
use super::rows::{CaseRows, ROUNDING, RowKind};
use crate::reproduction::class_map::{CLASSES, ClassMap, class_map};
use crate::reproduction::reference::ReferenceSource;
use crate::sweep::keep::Value;
use crate::sweep::spec::{Sweep, SweepFile};
use crate::sweep::{collect, default_jobs};
use crate::trace::{self, StudyError, TraceProbe, scene};
use stickslip_engine::laws::friction::component::FrictionComponent;
use stickslip_engine::laws::friction::element::Mode::{Slip, Stick};
use stickslip_engine::laws::math::extremes::largest;

const PROBES: &[(&str, TraceProbe)] =
    &[("v", trace::speed_up), ("w", trace::angular_velocity_x), ("E", trace::elastic_up), ("T", trace::roll_torque)];

/// The four phases of a ball that goes up and down the incline.
pub(super) fn up_35(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let ball = trace::trace(&scene("sphere-up-35", &[])?, PROBES)?;
    let contact = ball.last.contacts.first();
    let cap = |mu: fn(&stickslip_engine::laws::pair::choice::Friction) -> f64| {
        contact.map_or(f64::NAN, |c| mu(&c.law.friction) * c.normal.n)
    };
    rows.formula("mu_k N [N]", 8.027, cap(|f| f.mu_k), 1e-3);
    rows.formula("mu_s N [N]", 10.03, cap(|f| f.mu_s), 5e-3);
    rows.number("slide force in phase IV [N]", 8.027, ball.end("E").abs(), 1e-3);
    rows.number("roll torque in slip [N m]", 0.963, ball.at("T", 0.04).abs(), 5e-4);
    let peak = largest(ball.column("T")?.iter().map(|t| t.abs()));
    rows.number("largest roll torque [N m] (figure data)", 1.204, peak, 4.5e-4);
    for (what, part, to, n, time) in [
        ("I: slide slips", FrictionComponent::Slide, Slip, 1, 0.0004),
        ("I to II: slide sticks", FrictionComponent::Slide, Stick, 1, 0.0488),
        ("III to IV: slide slips", FrictionComponent::Slide, Slip, 2, 0.0910),
        ("roll slips", FrictionComponent::RollJ, Slip, 1, 0.0012),
        ("roll sticks", FrictionComponent::RollJ, Stick, 1, 0.0749),
        ("roll slips again", FrictionComponent::RollJ, Slip, 2, 0.0834),
    ] {
        // The published programs write a mode one row after the state to which it belongs.
        rows.number(format!("{what} [s] (figure data)"), time, ball.change(part, to, n), 1.01e-4);
    }
    rows.number("reverses: v = 0 [s] (figure data)", 0.0744, ball.zero("v", 0.0), 1e-4);
    rows.number("omega = 0 [s] (figure data)", 0.0747, ball.zero("w", 0.01), 1e-4);
    let why = "the text calls roll friction kinetic throughout phases II and III; in its own data it is static from \
               0.0749 to 0.0834 s";
    let static_time = ball.change(FrictionComponent::RollJ, Slip, 2) - ball.change(FrictionComponent::RollJ, Stick, 1);
    let figure = (0.0834 - 0.0749, 0.0085 * ROUNDING);
    rows.erratum("time of static roll friction in phases II and III [s]", 0.0, figure, static_time, why);
    Ok(())
}

/// First angle of a class on the grid of 0.1 degrees between `low` and `high`, by bisection; NaN if not found.
fn border(eta_r: &str, class: &str, low: f64, high: f64) -> Result<f64, StudyError> {
    let text = format!(
        "Sweep(schema: 1, scene: \"sphere-up-35\", duration: 1.0, set: [(\"friction.slide_damping\", Uncapped(Ratio(0.5))), \
         (\"friction.roll_damping\", Uncapped(Ratio(0.5)))], axes: [(\"friction.eta_r\", List([{eta_r}]))], find: Bisect(path: \
         \"bodies.incline.shape.degrees\", low: {low:?}, high: {high:?}, tolerance: 0.1, condition: class(\"ball\", \
         \"{class}\")))"
    );
    let fault = |error| StudyError::new("sphere-up-35", error);
    let scene_text = crate::builtin::text("sphere-up-35").unwrap_or_default();
    let file = SweepFile::parse("border", &text).map_err(fault)?;
    let sweep = Sweep::new(file, scene_text).map_err(fault)?;
    let rows = collect(&sweep, default_jobs());
    match rows.first().and_then(|row| row.get(3)) {
        Some(Value::Number(angle)) => Ok(*angle),
        _ => Ok(f64::NAN),
    }
}

/// The borders of the class map (figure 10, 12 in the longer text): against the published data (first angle of the
/// new class) and against the theory, to one cell of 0.1 degrees.
pub(super) fn borders(_: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    for (eta_r, angle) in [("0.2", 4.5), ("0.3", 6.8), ("0.4", 9.0), ("0.5", 11.2)] {
        let measured = border(eta_r, "S", 1.0, 14.0)?;
        rows.same(format!("S to PR at eta_r {eta_r} [degrees] (figure data)"), angle, measured);
    }
    for (eta_r, angle) in [("0.3", 29.3), ("0.4", 25.1), ("0.5", 20.3)] {
        let measured = border(eta_r, "PR", 14.0, 30.0)?;
        rows.same(format!("PR to RwS at eta_r {eta_r} [degrees] (figure data)"), angle, measured);
    }
    for (eta_r, angle) in [("0.55", 17.8), ("0.6", 15.1)] {
        let measured = border(eta_r, "PR", 14.0, 30.0)?;
        rows.same(format!("PR to PS at eta_r {eta_r} [degrees] (figure data)"), angle, measured);
    }
    let (mu_s, mu_k, eta_r) = (0.25_f64, 0.2_f64, 0.3_f64);
    let measured = border("0.3", "S", 1.0, 14.0)?;
    let theory = libm::atan(2.0 * eta_r * mu_k).to_degrees();
    rows.derived("S to PR at eta_r 0.3, tan alpha = 2 eta_r mu_k [degrees]", theory, measured, 0.1001);
    let printed = libm::atan(2.0 * eta_r * mu_s).to_degrees();
    let why = "Appendix D prints this border with mu_s; its figure and its theory follow tan alpha = 2 eta_r mu_k";
    let what = "S to PR at eta_r 0.3, printed as tan alpha = 2 eta_r mu_s [degrees]";
    rows.erratum(what, printed, (6.8, 6.8 * ROUNDING), measured, why);
    let theory = libm::atan(3.5 * mu_s - 5.0 * eta_r * mu_k).to_degrees();
    let measured = border("0.3", "PR", 14.0, 30.0)?;
    rows.derived("PR to RwS at eta_r 0.3, tan alpha = 3.5 mu_s - 5 eta_r mu_k [degrees]", theory, measured, 0.65);
    Ok(())
}

/// The class map of figure 10 (12): 81 values of η_r by 291 angles, cell by cell; every fourth η_r unless the plan
/// requests all.
pub(super) fn map(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let file = "paper/sphereUpInclineSweepMus25__surf.csv";
    let published = match published_map(&plan.source, file) {
        Ok(published) => published,
        Err(why) => {
            rows.unusable(RowKind::Run, format!("{file}: cells whose class differs"), why);
            return Ok(());
        }
    };
    let ours = class_map(if plan.whole { None } else { Some("0.02") })?;
    // The labels determine which cells are compared; a cell without a counterpart counts as different.
    let (mut cells, mut differ) = (0, 0);
    for (eta_r, row) in ours.eta_r.iter().zip(&ours.cells) {
        for (degrees, class) in ours.degrees.iter().zip(row) {
            cells += 1;
            differ += u32::from(published.find(*eta_r, *degrees) != Some(*class));
        }
    }
    let quantity = format!("{file}: cells of {cells} whose class differs");
    rows.points(RowKind::Run, quantity, (cells, f64::from(differ)), 0.0);
    Ok(())
}

/// Number of rows (η_r) and of columns (angles) of the published map.
const MAP_SIZE: (usize, usize) = (81, 291);

/// The published surface: η_r in the first column, angles in the headings, and cells 0 static, 1 pure rolling, 2
/// rolling with slip, 3 pure slip, converted to indices of [`CLASSES`]. Any other value or label is an error.
fn published_map(source: &ReferenceSource, file: &str) -> Result<ClassMap, StudyError> {
    let table = source.table(file)?;
    let axes = "eta_r\\angle_deg";
    if table.corner() != axes {
        return Err(StudyError::new(file, format!("its axes are `{}`, not `{axes}`", table.corner())));
    }
    let (rows, columns) = (table.rows().len(), table.column_labels()?.len());
    if (rows, columns) != MAP_SIZE {
        let why = format!("{rows} rows of {columns} angles, not {} of {}: it is cut", MAP_SIZE.0, MAP_SIZE.1);
        return Err(StudyError::new(file, why));
    }
    let class = |cell: &Option<f64>| {
        let known = [(0.0, "S"), (1.0, "PR"), (2.0, "RwS"), (3.0, "PS")];
        let name = known.into_iter().find(|(number, _)| Some(*number) == *cell).map(|(_, name)| name);
        let place = CLASSES.iter().position(|(class, _)| Some(*class) == name);
        place.ok_or_else(|| StudyError::new(file, format!("{cell:?} is not a class: 0, 1, 2 or 3")))
    };
    let eta_r = |row: &Vec<Option<f64>>| {
        row.first().copied().flatten().ok_or_else(|| StudyError::new(file, "a row has no eta_r"))
    };
    let row = |row: &Vec<Option<f64>>| row.iter().skip(1).map(class).collect::<Result<Vec<_>, _>>();
    Ok(ClassMap {
        eta_r: table.rows().iter().map(eta_r).collect::<Result<_, _>>()?,
        degrees: table.column_labels()?,
        cells: table.rows().iter().map(row).collect::<Result<_, _>>()?,
    })
}
