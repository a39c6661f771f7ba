//! Section 4.3: a sphere on an incline.

use crate::plot::sketch::{Viewpoint, states};
use crate::plot::{Curve, Figure, Legend, Map, Panel};
use crate::reproduction::class_map::{CLASSES, class_map};
use crate::trace::{self, StudyError, Trace, TraceProbe, moving_body_is_i, scene};
use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::friction::component::FrictionComponent;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::observe::state::State;

const PROBES: &[(&str, TraceProbe)] = &[
    ("x", trace::up),
    ("v", trace::speed_up),
    ("w", trace::angular_velocity_x),
    ("E", trace::elastic_up),
    ("T", trace::roll_torque),
];

/// Figure 9 (11): velocity, rotation, slide force and roll torque over the four phases. Phase II begins when the
/// slide friction sticks, III when the roll friction sticks as the ball reverses, IV when the slide friction slips
/// again.
pub(super) fn up_35() -> Result<Figure, StudyError> {
    let run = trace::trace(&scene("sphere-up-35", &[("time.duration", "0.3")])?, PROBES)?;
    let phases = [
        (FrictionComponent::Slide, Mode::Stick, 1, "II"),
        (roll_of_ball(&run), Mode::Stick, 1, "III"),
        (FrictionComponent::Slide, Mode::Slip, 2, "IV"),
    ];
    let marks: Vec<_> =
        phases.into_iter().map(|(part, to, n, name)| (run.change(part, to, n), name.to_string())).collect();
    let panel = |y: &str, curves: Vec<(&str, &str, f64)>| {
        let curves = curves
            .into_iter()
            .map(|(name, column, scale)| Curve::from_trace(name, &run, column, scale).within(0.0, 0.15));
        Panel { marks: marks.clone(), ..Panel::over_time(y, curves.collect()).with_x(0.0, 0.15) }
    };
    let panels = vec![
        panel("velocity [m/s]", vec![("v, up the slope", "v", 1.0), ("−Rω", "w", -0.2)]).with_y(-0.4, 0.7),
        panel("elastic force [N]", vec![("", "E", 1.0)]).with_y(-12.0, 15.0),
        panel("elastic torque [N m]", vec![("", "T", 1.0)]).with_y(-1.5, 1.7),
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// The roll component of the moving body, which is i or j.
fn roll_of_ball(run: &Trace) -> FrictionComponent {
    let is_i = run.last.contacts.first().is_some_and(|contact| moving_body_is_i(&run.last, contact));
    if is_i { FrictionComponent::RollI } else { FrictionComponent::RollJ }
}

/// Figure 9 (11), snapshots: the ball in the four phases with its body axes, the contact frame, velocity and friction
/// force. The last one is at 0.30 s; the paper states 0.2 s.
pub(super) fn snapshots() -> Result<Figure, StudyError> {
    let times = [0.004, 0.05, 0.09, 0.3];
    let states = states(&scene("sphere-up-35", &[("time.duration", "0.3")])?, &times)?;
    let viewpoint = Viewpoint::from(-25.0, 15.0);
    let panel = |((t, phase), state): ((&f64, &str), &State)| {
        viewpoint.ball(state, &Vec3::new(0.0, -0.06, 0.1), 0.72).titled(format!("{phase}: {t} s"))
    };
    let panels = times.iter().zip(["I", "II", "III", "IV"]).zip(&states).map(panel).collect();
    Ok(Figure::page(4, panels).with_shared_legend())
}

/// Figure 10 (12): the classes over angle and η_r, with the analytic borders.
pub(super) fn classes() -> Result<Figure, StudyError> {
    let cells = class_map(None)?.cells;
    let columns = cells.first().map_or(1, Vec::len);
    let named = |(k, (_, name)): (usize, &(&str, &str))| {
        format!("{name} ({})", cells.iter().flatten().filter(|class| **class == k).count())
    };
    let rows = cells.len() as f64;
    let (width, height) = (29.0 / (columns as f64 - 1.0), 0.4 / (rows - 1.0));
    let border = |name: &str, tangent: fn(f64) -> f64, low: f64, high: f64| {
        let at = |k: i32| low + (high - low) * f64::from(k) / 100.0;
        let points = (0..=100).map(|k| (tangent(at(k)).atan().to_degrees(), at(k)));
        Curve::new(name, points.filter(|(degrees, _)| (1.0..=30.0).contains(degrees)).collect())
    };
    let (slide, roll, half) = ("tan α = 3.5 μₛ − 5 ηᵣμₖ", "tan α = 2 ηᵣμₖ", "ηᵣ = 0.5");
    let panel = Panel {
        x: "slope angle [degrees]".into(),
        y: "ηᵣ".into(),
        curves: vec![
            border(roll, |eta| 2.0 * eta * 0.2, 0.2, 0.6).styled(5, 0),
            border(slide, |eta| 3.5 * 0.25 - 5.0 * eta * 0.2, 0.2, 0.5).styled(5, 1),
            Curve::new(half, vec![(20.556, 0.5), (30.0, 0.5)]).styled(5, 2),
        ],
        map: Some(Map {
            classes: CLASSES.iter().enumerate().map(named).collect(),
            cells,
            x: (1.0 - width / 2.0, 30.0 + width / 2.0),
            y: (0.2 - height / 2.0, 0.6 + height / 2.0),
        }),
        x_range: Some((1.0, 30.0)),
        y_range: Some((0.2, 0.6)),
        legend: Legend::Off,
        ..Panel::default()
    };
    Ok(Figure::page(1, vec![panel]).with_shared_legend())
}
