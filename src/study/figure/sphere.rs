//! Section 4.3: a sphere on an incline.

use super::panels::{Curve, Figure, Legend, Map, Panel};
use crate::record::state::State;
use crate::study::sweep::keep::Value;
use crate::study::sweep::spec::{Sweep, SweepFile};
use crate::study::sweep::{builtin, collect, default_jobs};
use crate::study::trace::{self, Probe, StudyError, Trace, mover, on_plane, scene};

const PROBES: &[(&str, Probe)] = &[
    ("x", trace::up),
    ("v", trace::speed_up),
    ("w", trace::turn_x),
    ("E", trace::elastic_up),
    ("T", trace::roll_torque),
    ("turned", turned),
];

/// Angle by which the ball has turned about the slope's x axis, rad; turns less than half around.
fn turned(state: &State) -> f64 {
    mover(state).map_or(f64::NAN, |body| on_plane(state, &body.q.scaled_axis()).x)
}

fn up_35_run() -> Result<Trace, StudyError> {
    trace::trace(&scene("sphere-up-35", &[("time.duration", "0.3")])?, PROBES)
}

/// Figure 9 (11): velocity, turning, slide force and roll torque over the four phases.
pub(super) fn up_35() -> Result<Figure, StudyError> {
    let run = up_35_run()?;
    let marks = vec![(0.0487, "II".to_string()), (0.0745, "III".into()), (0.0909, "IV".into())];
    let panel = |y: &str, curves: Vec<Curve>, legend| Panel {
        x: "time [s]".into(),
        y: y.into(),
        curves,
        marks: marks.clone(),
        legend,
        x_range: Some((0.0, 0.15)),
        ..Panel::default()
    };
    let curve = |name: &str, column, scale| Curve::until(name, &run, column, scale, 0.15);
    let velocity = vec![curve("v", "v", 1.0), curve("−R ω", "w", -0.2)];
    let panels = vec![
        Panel { y_range: Some((-0.6, 0.6)), ..panel("velocity [m/s]", velocity, Legend::BottomLeft) },
        panel("E_f up the slope [N]", vec![curve("", "E", 1.0)], Legend::Off),
        panel("T_E [N m]", vec![curve("", "T", 1.0)], Legend::Off),
    ];
    Ok(Figure::page(3, panels))
}

/// Figure 9 (11), snapshots: the ball from the side at four times, with its own axis and the friction force.
pub(super) fn snapshots() -> Result<Figure, StudyError> {
    let run = up_35_run()?;
    let slope = 35.0_f64.to_radians();
    let mut panels = Vec::new();
    for (phase, t) in [("I", 0.004), ("II", 0.05), ("III", 0.08), ("IV", 0.3)] {
        let (along, turned) = (run.at("x", t), run.at("turned", t));
        let centre = (along * slope.cos() - 0.2 * slope.sin(), along * slope.sin() + 0.2 * slope.cos());
        let touch = (along * slope.cos(), along * slope.sin());
        let force = run.at("E", t) / 40.0;
        // The force on the ball, drawn a little below the slope so that the line does not hide it.
        let foot = (touch.0 + 0.02 * slope.sin(), touch.1 - 0.02 * slope.cos());
        let tip = (foot.0 + force * slope.cos(), foot.1 + force * slope.sin());
        let back = if force > 0.0 { -0.04 } else { 0.04 };
        let barb = |turn: f64| (tip.0 + back * (slope + turn).cos(), tip.1 + back * (slope + turn).sin());
        let axis = |angle: f64| (centre.0 + 0.2 * angle.cos(), centre.1 + 0.2 * angle.sin());
        let circle = (0..=72).map(|k| axis(f64::from(k) * std::f64::consts::TAU / 72.0)).collect();
        let ground = [-0.45, 0.35].map(|s: f64| (s * slope.cos(), s * slope.sin())).to_vec();
        let curves = vec![
            Curve::new("", ground).styled(5, 0),
            Curve::new("ball and slope", circle).styled(5, 0),
            Curve::new("axis of the ball", vec![centre, axis(slope + turned)]).styled(0, 0),
            Curve::new("friction force", vec![foot, tip, barb(0.4), tip, barb(-0.4)]).styled(1, 0),
        ];
        panels.push(Panel {
            title: format!("{phase}: t = {t} s"),
            x: "y [m]".into(),
            y: "z [m]".into(),
            curves,
            x_range: Some((-0.5, 0.3)),
            y_range: Some((-0.3, 0.5)),
            legend: Legend::Off,
            equal: true,
            ..Panel::default()
        });
    }
    Ok(Figure::page(2, panels).with_shared_legend())
}

/// Figure 10 (12): the classes over angle and η_r, with the analytic borders.
pub(super) fn classes() -> Result<Figure, StudyError> {
    let fault = |error| StudyError::new("sphere-classes-full", error);
    let text = builtin::text("sphere-classes-full").unwrap_or_default();
    let file = SweepFile::parse("sphere-classes-full", text).map_err(fault)?;
    let scene_text = crate::scene::builtin::text(&file.scene).unwrap_or_default();
    let sweep = Sweep::new(file, scene_text).map_err(fault)?;
    let columns = sweep.axes.last().map_or(1, |axis| axis.values.len());
    let names = ["S", "PR", "PS", "RwS"];
    let class = |row: &Vec<Value>| {
        let is = |name: &&str| row.iter().any(|value| matches!(value, Value::Text(text) if text == name));
        names.iter().position(is).unwrap_or(0)
    };
    let flat: Vec<usize> = collect(&sweep, default_jobs()).iter().map(class).collect();
    let cells: Vec<Vec<usize>> = flat.chunks(columns).map(<[usize]>::to_vec).collect();
    let rows = cells.len() as f64;
    let (width, height) = (29.0 / (columns as f64 - 1.0), 0.4 / (rows - 1.0));
    let border = |name: &str, tangent: fn(f64) -> f64, low: f64, high: f64| {
        let at = |k: i32| low + (high - low) * f64::from(k) / 100.0;
        let points = (0..=100).map(|k| (tangent(at(k)).atan().to_degrees(), at(k)));
        Curve::new(name, points.filter(|(degrees, _)| (1.0..=30.0).contains(degrees)).collect())
    };
    let (slide, roll, half) = ("tan α = 3.5 μs − 5 ηr μk", "tan α = 2 ηr μk", "ηr = 0.5");
    let panel = Panel {
        x: "slope angle [degrees]".into(),
        y: "ηr".into(),
        curves: vec![
            border(roll, |eta| 2.0 * eta * 0.2, 0.2, 0.6).styled(5, 0),
            border(slide, |eta| 3.5 * 0.25 - 5.0 * eta * 0.2, 0.2, 0.5).styled(5, 1),
            Curve::new(half, vec![(20.556, 0.5), (30.0, 0.5)]).styled(5, 2),
        ],
        map: Some(Map {
            cells,
            x: (1.0 - width / 2.0, 30.0 + width / 2.0),
            y: (0.2 - height / 2.0, 0.6 + height / 2.0),
            classes: vec!["S: static", "PR: pure rolling", "PS: pure slip", "RwS: rolling with slip"],
        }),
        x_range: Some((1.0, 30.0)),
        y_range: Some((0.2, 0.6)),
        legend: Legend::Right,
        ..Panel::default()
    };
    Ok(Figure::page(1, vec![panel]))
}
