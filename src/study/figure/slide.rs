//! Sections 4.1 and 4.2: a brick and a disk.

use super::panels::{Curve, Figure, Legend, Panel};
use crate::record::state::State;
use crate::study::trace::{self, Probe, StudyError, Trace, mover, scene};

const PROBES: &[(&str, Probe)] = &[
    ("x", trace::up),
    ("v", trace::speed_up),
    ("w", trace::turn_x),
    ("E", trace::elastic_up),
    ("D", trace::damping_up),
    ("S", trace::stretch),
    ("T", trace::roll_torque),
    ("whole T", trace::whole_roll_torque),
    ("angle", angle),
];

/// Angle by which the disk has rolled towards +y, rad: only for one that turns about x, by less than half a turn.
fn angle(state: &State) -> f64 {
    mover(state).map_or(f64::NAN, |body| -body.q.scaled_axis().x)
}

fn run(name: &str, edits: &[(&str, &str)]) -> Result<Trace, StudyError> {
    trace::trace(&scene(name, edits)?, PROBES)
}

fn panel(x: &str, y: &str, curves: Vec<Curve>, legend: Legend) -> Panel {
    Panel { x: x.to_string(), y: y.to_string(), curves, legend, ..Panel::default() }
}

/// Figure 5 (6): force, velocity and S of the brick at 0.18 rad with and without damping.
pub(super) fn damping() -> Result<Figure, StudyError> {
    let (with, without) = (run("brick-damped", &[])?, run("brick-undamped", &[])?);
    let both = |column: &str, scale: f64| {
        vec![
            Curve::until("with damping", &with, column, scale, 0.05),
            Curve::until("without", &without, column, scale, 0.05),
        ]
    };
    let weight = 9.8 * 0.18_f64.cos();
    let force = Panel {
        levels: vec![(0.25 * weight, "μs N".into()), (0.2 * weight, "μk N".into())],
        y_range: Some((0.0, 3.2)),
        ..panel("time [s]", "E_f [N]", both("E", 1.0), Legend::BottomRight)
    };
    let panels = vec![
        force,
        panel("time [s]", "velocity [mm/s]", both("v", -1e3), Legend::TopRight),
        panel("time [s]", "S [µm]", both("S", 1e6), Legend::BottomRight),
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// Figure 5 (7), second: the brick on three inclines.
pub(super) fn angles() -> Result<Figure, StudyError> {
    let names = [("atan μk", "brick-atan-mu-k"), ("atan μs", "brick-atan-mu-s"), ("0.25 rad", "brick-slips")];
    let runs =
        names.iter().map(|(label, name)| Ok((*label, run(name, &[])?))).collect::<Result<Vec<_>, StudyError>>()?;
    let all = |column: &str, scale: f64| {
        runs.iter().map(|(label, trace)| Curve::of(*label, trace, column, scale)).collect::<Vec<_>>()
    };
    let weight = 9.8 * 0.25_f64.cos();
    let force = Panel {
        levels: vec![(0.25 * weight, "μs N".into()), (0.2 * weight, "μk N".into())],
        y_range: Some((0.0, 2.8)),
        ..panel("time [s]", "E_f [N]", all("E", 1.0), Legend::BottomRight)
    };
    let panels = vec![
        force,
        panel("time [s]", "velocity [mm/s]", all("v", -1e3), Legend::TopLeft),
        panel("time [s]", "S [µm]", all("S", 1e6), Legend::BottomRight),
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// Figure 6 (8): the disk. Positions as in panel a, velocities and loads as in panels b and c.
pub(super) fn disk() -> Result<Figure, StudyError> {
    let (a, b) = (run("disk-panel-a", &[])?, run("disk-panels-bc", &[])?);
    let position = vec![Curve::of("x", &a, "x", 1.0), Curve::of("R θ", &a, "angle", 0.2)];
    let velocity = vec![Curve::of("v", &b, "v", 1.0), Curve::of("R ω", &b, "w", -0.2)];
    let force = vec![Curve::of("E_f", &b, "E", 1.0), Curve::of("T_E / R", &b, "T", 5.0)];
    let panels = vec![
        panel("time [s]", "position [m]", position, Legend::BottomRight),
        panel("time [s]", "velocity [m/s]", velocity, Legend::TopRight),
        panel("time [s]", "E_f, T_E/R [N]", force, Legend::BottomRight),
    ];
    Ok(Figure::page(3, panels))
}

/// Figure 7 (9): three dampings. The published runs halve the roll threshold.
pub(super) fn disk_damping() -> Result<Figure, StudyError> {
    let mut runs = Vec::new();
    for factor in ["0.6", "1.0", "1.5"] {
        let ratio = format!("Ratio({factor})");
        let edits = [
            ("friction.roll", "Given(stiffness: 1600.0, threshold: Kappa(1.25))"),
            ("friction.slide_damping", ratio.as_str()),
            ("friction.roll_damping", ratio.as_str()),
            ("time.duration", "3.0"),
        ];
        runs.push((format!("{factor} × critical"), run("disk-panels-bc", &edits)?));
    }
    // Only the part in which something happens, with every step.
    let part = |column: &'static str, from: f64, to: f64| {
        let curve = |(label, trace): &(String, Trace)| {
            let (first, last) = ((from / trace.dt).round() as usize, (to / trace.dt).round() as usize);
            let values = trace.column(column);
            let points = (first..=last.min(values.len() - 1)).step_by(5).map(|k| (trace.time(k), values[k]));
            Curve::new(label, points.collect())
        };
        runs.iter().map(curve).collect::<Vec<_>>()
    };
    let (early, late) = (|column| part(column, 0.0, 0.4), |column| part(column, 2.2, 2.8));
    let panels = vec![
        Panel { x_range: Some((0.0, 0.4)), ..panel("time [s]", "E_f [N]", early("E"), Legend::Off) },
        Panel { x_range: Some((2.2, 2.8)), ..panel("time [s]", "T_E [N m]", late("T"), Legend::Off) },
    ];
    Ok(Figure::page(2, panels).with_shared_legend())
}

/// Figure 8 (10): the disk under the constant torque of (8) with μ_r = 0.1, and under the paper's law.
pub(super) fn disk_legacy() -> Result<Figure, StudyError> {
    let legacy = run("disk-panels-bc", &[("friction.laws.roll", "ConstantTorque(mu_r: 0.1)")])?;
    let history = run("disk-panels-bc", &[])?;
    let both = |column: &str| {
        vec![Curve::of("constant torque", &legacy, column, 1.0), Curve::of("Fang and Negrut", &history, column, 1.0)]
    };
    // Every seventh step: an even stride would meet the same sign each time and show no chatter.
    let odd = |name: &str, trace: &Trace| {
        let steps = (0..trace.len()).step_by(7);
        Curve::new(name, steps.map(|k| (trace.time(k), trace.column("whole T")[k])).collect())
    };
    let torque = vec![odd("constant torque", &legacy), odd("Fang and Negrut", &history)];
    let (from, to) = (1.4, 1.401);
    let close = |name: &str, trace: &Trace| {
        let steps = (from / trace.dt).round() as usize..=(to / trace.dt).round() as usize;
        Curve::new(name, steps.map(|k| (1e3 * (trace.time(k) - from), trace.column("whole T")[k])).collect())
    };
    let near = vec![close("constant torque", &legacy), close("Fang and Negrut", &history)];
    let at_rest = Panel { title: "at rest".into(), ..panel("time - 1.4 s [ms]", "torque [N m]", near, Legend::Off) };
    let panels = vec![
        panel("time [s]", "angle [rad]", both("angle"), Legend::BottomRight),
        panel("time [s]", "torque [N m]", torque, Legend::Off),
        at_rest,
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}
