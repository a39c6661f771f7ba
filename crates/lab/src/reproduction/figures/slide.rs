//! Sections 4.1 and 4.2: a brick and a disk.

use crate::plot::{Curve, Figure, Panel};
use crate::trace::{self, StudyError, Trace, TraceProbe, scene};

const PROBES: &[(&str, TraceProbe)] = &[
    ("x", trace::up),
    ("v", trace::speed_up),
    ("w", trace::angular_velocity_x),
    ("E", trace::elastic_up),
    ("D", trace::damping_up),
    ("S", trace::slide_deflection_up),
    ("dS", trace::increment_up),
    ("T", trace::roll_torque),
    ("TD", trace::roll_damping),
    ("Theta", trace::roll_deflection),
    ("whole T", trace::whole_roll_torque),
    ("angle", trace::rolled),
];

fn run(name: &str, edits: &[(&str, &str)]) -> Result<Trace, StudyError> {
    trace::trace(&scene(name, edits)?, PROBES)
}

/// The six quantities that the paper plots for a brick, up to time `end`, s; `incline` is the slope angle for N, rad.
fn brick(runs: &[(&str, Trace)], end: f64, incline: f64) -> Figure {
    let panel = |(y, column, scale): &(&str, &str, f64)| {
        let curves =
            runs.iter().map(|(label, run)| Curve::from_trace(*label, run, column, *scale).within(0.0, end)).collect();
        Panel::over_time(y, curves).with_x(0.0, end)
    };
    let quantities = [
        ("position [µm]", "x", -1e6),
        ("elastic force [N]", "E", 1.0),
        ("S [µm]", "S", 1e6),
        ("velocity [mm/s]", "v", -1e3),
        ("damping force [N]", "D", 1.0),
        ("ΔS [µm]", "dS", 1e6),
    ];
    let mut panels: Vec<Panel> = quantities.iter().map(panel).collect();
    panels[1] = panels[1].clone().with_caps(9.8 * incline.cos(), 0.25, 0.2).with_y(0.0, 3.0);
    Figure::page(3, panels).with_shared_legend()
}

/// Figure 5 (6): the brick at 0.18 rad with and without damping.
pub(super) fn damping() -> Result<Figure, StudyError> {
    let runs = [
        ("with damping, K_D = 632 N s/m", run("brick-damped", &[])?),
        ("without damping", run("brick-undamped", &[])?),
    ];
    Ok(brick(&runs, 0.1, 0.18))
}

/// Figure 5 (6), second part: the brick on three inclines.
pub(super) fn angles() -> Result<Figure, StudyError> {
    let runs = [
        ("incline of atan μₖ = 0.197 rad", run("brick-atan-mu-k", &[])?),
        ("atan μₛ = 0.245 rad", run("brick-atan-mu-s", &[])?),
        ("0.25 rad", run("brick-slips", &[])?),
    ];
    Ok(brick(&runs, 0.04, 0.25))
}

/// Radius of the disk, m.
const DISK: f64 = 0.2;

/// Figure 6 (8): the disk. Positions and elastic loads are from the run of panel a, the others from the run of panels
/// b and c. Rotation is shown at the rim; loads are positive against the motion.
pub(super) fn disk() -> Result<Figure, StudyError> {
    let (a, b) = (run("disk-panel-a", &[])?, run("disk-panels-bc", &[])?);
    let (slide, roll) = ("translation and slide friction", "rotation and roll friction, at the rim");
    let pair = |y: &str, run: &Trace, translation: (&str, f64), rotation: (&str, f64)| {
        let curve = |name, (column, scale)| Curve::from_trace(name, run, column, scale);
        Panel::over_time(y, vec![curve(slide, translation), curve(roll, rotation)]).with_x(0.0, 1.5)
    };
    let acceleration = vec![Curve::rate(slide, &b, "v", 1.0), Curve::rate(roll, &b, "w", -DISK)];
    let panels = vec![
        pair("x, Rθ [m]", &a, ("x", 1.0), ("angle", DISK)),
        pair("velocity v, Rω [m/s]", &b, ("v", 1.0), ("w", -DISK)),
        Panel::over_time("acceleration [m/s²]", acceleration).with_x(0.0, 1.5),
        pair("elastic load [N]", &a, ("E", -1.0), ("T", 1.0 / DISK)),
        pair("damping load [N]", &b, ("D", -1.0), ("TD", 1.0 / DISK)),
        pair("S, RΘ [µm]", &b, ("S", -1e6), ("Theta", 1e6 * DISK)),
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// Figure 7 (9): three dampings. The published runs start in stick and halve the roll threshold.
pub(super) fn disk_damping() -> Result<Figure, StudyError> {
    let mut runs = Vec::new();
    for factor in ["0.6", "1.0", "1.5"] {
        let ratio = format!("Uncapped(Ratio({factor}))");
        let edits = [
            ("friction.roll", "Given(stiffness: 1600.0, threshold: Kappa(1.25))"),
            ("friction.slide_damping", ratio.as_str()),
            ("friction.roll_damping", ratio.as_str()),
            ("time.duration", "3.0"),
        ];
        runs.push((format!("K_D, D_R = {factor} × critical"), run("disk-panel-a", &edits)?));
    }
    let panel = |y: &str, (from, to): (f64, f64), curve: &dyn Fn(&str, &Trace) -> Curve| {
        let curves = runs.iter().map(|(label, run)| curve(label, run).within(from, to)).collect();
        Panel::over_time(y, curves).with_x(from, to)
    };
    let of = |column: &'static str, scale| move |label: &str, run: &Trace| Curve::from_trace(label, run, column, scale);
    let rate = |column: &'static str, scale| move |label: &str, run: &Trace| Curve::rate(label, run, column, scale);
    let (all, start, stop) = ((0.0, 3.0), (0.0, 0.15), (2.45, 2.75));
    let panels = vec![
        panel("x [m]", all, &of("x", 1.0)),
        panel("dx/dt [mm/s]", stop, &of("v", 1e3)).with_zero(),
        panel("d²x/dt² [m/s²]", stop, &rate("v", 1.0)).with_zero(),
        panel("θ [rad]", all, &of("angle", 1.0)),
        panel("dθ/dt [mrad/s]", stop, &of("w", -1e3)).with_zero(),
        panel("d²θ/dt² [rad/s²]", stop, &rate("w", -1.0)).with_zero(),
        panel("elastic force [N]", start, &of("E", -1.0)),
        panel("elastic force [N]", stop, &of("E", -1.0)).with_zero(),
        panel("elastic torque [N m]", stop, &of("T", 1.0)).with_zero(),
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// Figure 8 (10): the disk under the constant torque of (8) with μ_r = 0.1, and under the paper's law.
pub(super) fn disk_legacy() -> Result<Figure, StudyError> {
    let runs = [
        (
            "constant torque, equation (8)",
            run("disk-panels-bc", &[("friction.laws.roll", "ConstantTorque(mu_r: 0.1)")])?,
        ),
        ("with history", run("disk-panels-bc", &[])?),
    ];
    let panel = |y: &str, column, (from, to)| {
        let curves =
            runs.iter().map(|(label, run)| Curve::from_trace(*label, run, column, 1.0).within(from, to)).collect();
        Panel::over_time(y, curves).with_x(from, to)
    };
    let mut close = panel("torque [N m]", "whole T", (1.4, 1.401)).with_x(0.0, 1.0).with_y(-1.2, 1.2);
    close.x = "time − 1.4 s [ms]".into();
    close.curves.iter_mut().flat_map(|curve| &mut curve.points).for_each(|(t, _)| *t = 1e3 * (*t - 1.4));
    let panels = vec![
        panel("angle [rad]", "angle", (0.0, 1.5)),
        panel("torque [N m]", "whole T", (0.0, 1.5)).with_y(-1.2, 1.2),
        close,
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}
