//! Drift off a constraint: Krengel & Matuttis, section 2.

use super::tables::FigureTable;
use crate::plot::{Curve, Figure, Legend, Panel};
use crate::reproduction::drift::{Pendulum, PendulumMethod, PendulumState, Projected, rotation_growth};
use crate::trace::StudyError;
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::math::extremes::largest;

/// Gravity of the swing, m/s².
const GRAVITY: f64 = 9.81;
/// Time step of the swing, s: its period of 2.37 s has 118 steps.
const DT: f64 = 0.02;
/// Duration of the swing, s.
const SWING: f64 = 10.0;
/// α = β of Baumgarte's stabilization, 1/s.
const ALPHA: f64 = 10.0;

/// The pendulums compared, with their names.
fn compared() -> [(&'static str, Pendulum); 6] {
    let plain = |method| Pendulum::plain(GRAVITY, method);
    let midpoint = plain(PendulumMethod::Midpoint);
    [
        ("RK2", midpoint),
        ("RK4", plain(PendulumMethod::Classical)),
        ("BDF2", plain(PendulumMethod::Bdf2)),
        ("RK2, Baumgarte α = β = 10/s", Pendulum { baumgarte: [ALPHA; 2], ..midpoint }),
        ("RK2, velocity projected", Pendulum { projected: Projected::Velocity, ..midpoint }),
        ("RK4, velocity projected", Pendulum { projected: Projected::Velocity, ..plain(PendulumMethod::Classical) }),
    ]
}

/// Starts at the horizontal with a velocity along the rod, m/s; 0 is consistent.
fn start(along: f64) -> PendulumState {
    PendulumState { x: Vec2::new(1.0, 0.0), v: Vec2::new(along, 0.0) }
}

/// Steps of Δt = `dt` in `seconds`.
fn steps(seconds: f64, dt: f64) -> usize {
    (seconds / dt).round() as usize
}

/// Largest |drift| of a swing, m; NaN if it left the finite numbers.
fn largest_drift(pendulum: &Pendulum, dt: f64, seconds: f64) -> f64 {
    let states = pendulum.run(start(0.0), dt, steps(seconds, dt));
    largest(states.iter().map(|state| state.drift().abs()))
}

/// Drift over time, drift over the step size, and the length from inconsistent initial values.
pub(super) fn pendulum() -> Result<Figure, StudyError> {
    let over_time = |(name, pendulum): (&str, Pendulum)| {
        let states = pendulum.run(start(0.0), DT, steps(SWING, DT));
        let points = states.iter().enumerate().map(|(k, state)| (k as f64 * DT, 1e3 * state.drift()));
        Curve::new(name, points.collect())
    };
    let over_step = |(name, pendulum): (&str, Pendulum)| {
        let sizes = [0.04, 0.02, 0.01, 0.005, 0.0025];
        let points = sizes.map(|dt| (libm::log10(dt), libm::log10(largest_drift(&pendulum, dt, SWING))));
        Curve::new(name, points.into_iter().filter(|(_, y)| y.is_finite()).collect())
    };
    let panels = vec![
        Panel::over_time("length − l [mm]", compared().map(over_time).into()).with_x(0.0, SWING).with_zero(),
        Panel {
            x: "log10 of Δt [s]".into(),
            y: "log10 of largest |length − l| [m]".into(),
            curves: compared().map(over_step).into(),
            legend: Legend::Off,
            ..Panel::default()
        },
        Panel::over_time("length [m]", inconsistent()).with_x(0.0, 4.0).with_y(0.4, 1.4),
    ];
    Ok(Figure::page(3, panels).with_shared_legend())
}

/// The length of the rod from a start with 0.1 m/s and −0.1 m/s along the rod.
fn inconsistent() -> Vec<Curve> {
    let [_, plain, _, baumgarte, _, projected] = compared();
    let one = |along: f64, (name, pendulum): (&str, Pendulum), colour| {
        let states = pendulum.run(start(along), 0.01, steps(4.0, 0.01));
        let points = states.iter().enumerate().map(|(k, state)| (k as f64 * 0.01, state.x.norm()));
        Curve::new(name, points.collect()).styled(colour, usize::from(along < 0.0))
    };
    let of = |along| [one(along, plain, 1), one(along, baumgarte, 3), one(along, projected, 5)];
    of(0.1).into_iter().chain(of(-0.1)).collect()
}

/// Drift of each method: in a free rotation, against its closed form, and in the swing.
pub(super) fn numbers() -> Result<FigureTable, StudyError> {
    let header = vec![
        "method",
        "free turn, closed form [m]",
        "found [m]",
        "swing 10 s, Δt 0.04 s [m]",
        "Δt 0.02 s [m]",
        "Δt 0.01 s [m]",
        "Δt 0.0025 s [m]",
    ];
    let rows = compared().map(|(name, pendulum)| {
        let [expected, found] = free_turn(&pendulum);
        let swings = [0.04, 0.02, 0.01, 0.0025].map(|dt| largest_drift(&pendulum, dt, SWING));
        let cells = [expected, found].into_iter().chain(swings).map(|x| format!("{x:.2e}"));
        std::iter::once(name.to_owned()).chain(cells).collect::<Vec<String>>()
    });
    Ok(FigureTable { header, rows: rows.into() })
}

/// Growth of the length in one free turn of 100 steps, m, by the closed form and as found; the closed form is that of the
/// method alone, so NaN where a stabilization changes it. Projecting the velocity does not: a free rotation keeps v ⟂ x.
fn free_turn(pendulum: &Pendulum) -> [f64; 2] {
    let theta = std::f64::consts::TAU / 100.0;
    let free = Pendulum { gravity: 0.0, ..*pendulum };
    let from = PendulumState { x: Vec2::new(1.0, 0.0), v: Vec2::new(0.0, 1.0) };
    let states = free.run(from, theta, 200);
    let found = states[200].x.norm() / states[100].x.norm() - 1.0;
    let expected = libm::pow(rotation_growth(pendulum.method, theta), 100.0) - 1.0;
    [if pendulum.baumgarte == [0.0; 2] { expected } else { f64::NAN }, found]
}
