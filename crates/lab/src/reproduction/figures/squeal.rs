//! Friction that depends on speed, and where it makes a block on a belt squeal.

use crate::plot::{Curve, Figure, Legend, Map, Panel};
use crate::reproduction::sweep_map::sweep_map;
use crate::sweep::keep::Value;
use crate::trace::{StudyError, scene};
use stickslip_engine::laws::SlideLaw;
use stickslip_engine::laws::pair::choice::Friction;

/// The built-in sweep of the map: stiffness of the spring in rows, speed of the belt in columns.
const SWEEP: &str = "squeal-map";
/// Classes of the map; the last one is that of a stopped run.
const CLASSES: [&str; 3] = ["slides steadily", "squeals", "stopped"];
/// Gravity of the scene, m/s².
const G: f64 = 9.81;
/// A block that has slid for longer than this, s, does not squeal: the sweep's last column.
const SLID: f64 = 2.0;
/// Step of the integration of a block that slips, s.
const DT: f64 = 1e-4;

/// Friction over speed of the laws that depend on it, and the map of the squeal with its two critical lines.
pub(super) fn map() -> Result<Figure, StudyError> {
    let friction = scene("belt-squeals", &[])?.friction;
    let map = sweep_map(SWEEP, str::to_owned, |row| match row {
        [.., Value::Number(slid), Value::Text(stopped)] if stopped.is_empty() => usize::from(*slid <= SLID),
        _ => CLASSES.len() - 1,
    })?;
    let edges = |values: &[f64]| match values {
        [first, second, .., last] => (first - 0.5 * (second - first), last + 0.5 * (second - first)),
        _ => (f64::NAN, f64::NAN),
    };
    let (x, y) = (edges(&map.columns), edges(&map.rows));
    let stable = stable_above(&friction);
    let ends = |k: f64| (ends_above(&friction, k), k);
    let panel = Panel {
        title: "a block on a belt that begins stuck".into(),
        x: "speed of the belt [m/s]".into(),
        y: "stiffness of its spring [N/m]".into(),
        curves: vec![
            Curve::new("steady sliding is stable to the right", vec![(stable, y.0), (stable, y.1)]).styled(5, 1),
            Curve::new("a squeal ends to the right", map.rows.iter().map(|k| ends(*k)).collect()).styled(5, 0),
        ],
        map: Some(Map {
            classes: CLASSES[..2].iter().map(|name| (*name).to_owned()).collect(),
            cells: map.cells,
            x,
            y,
        }),
        x_range: Some(x),
        y_range: Some(y),
        legend: Legend::Off,
        ..Panel::default()
    };
    Ok(Figure::page(2, vec![over_speed(&friction), panel]).with_shared_legend())
}

/// Friction over the logarithm of speed of the laws under which it depends on speed, the scene's law as it is there.
fn over_speed(friction: &Friction) -> Panel {
    let own = friction.laws.slide;
    let others = SlideLaw::all().into_iter().filter(|law| law.info() != own.info());
    let curve = |law: SlideLaw| {
        let place = |k: i32| -6.0 + 0.05 * f64::from(k);
        let mu = |log: f64| law.steady_mu(&friction.parameters, libm::pow(10.0, log));
        let points: Option<Vec<_>> = (0..=140).map(place).map(|log| mu(log).map(|mu| (log, mu))).collect();
        points.map(|points| Curve::new(law.info().name, points))
    };
    Panel {
        title: "friction in steady sliding".into(),
        x: "log₁₀ of the slip speed in m/s".into(),
        y: "friction coefficient".into(),
        curves: std::iter::once(own).chain(others).filter_map(curve).collect(),
        ..Panel::default()
    }
}

/// μ(v) of the scene's slide law; NaN if it does not depend on speed.
fn mu(friction: &Friction, speed: f64) -> f64 {
    friction.laws.slide.steady_mu(&friction.parameters, speed).unwrap_or(f64::NAN)
}

/// The speed between `low` and `high`, m/s, above which `is_above` holds.
fn threshold(mut low: f64, mut high: f64, is_above: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if is_above(middle) { high = middle } else { low = middle }
    }
    0.5 * (low + high)
}

/// Speed of the belt, m/s, above which friction rises with speed, so that a small oscillation about steady sliding dies
/// out on any spring.
pub fn stable_above(friction: &Friction) -> f64 {
    threshold(0.05, 1.0, |v| mu(friction, v + 1e-6) > mu(friction, v - 1e-6))
}

/// Speed of the belt, m/s, above which a rigid block of 1 kg that has stuck to it does not stick again, on a spring of
/// `stiffness`, N/m.
pub fn ends_above(friction: &Friction, stiffness: f64) -> f64 {
    threshold(0.05, 3.0, |v| !sticks_again(friction, stiffness, v))
}

/// True if a block that slips on a belt of speed `v`, m/s, comes to its speed again. It slips where the spring holds μ_s N;
/// from there `ẍ = −k x + g μ(v − ẋ)`, by the classical Runge–Kutta method.
fn sticks_again(friction: &Friction, stiffness: f64, v: f64) -> bool {
    let rate = |[x, u]: [f64; 2]| [u, G * mu(friction, v - u) - stiffness * x];
    let moved = |[x, u]: [f64; 2], [dx, du]: [f64; 2], h: f64| [x + h * dx, u + h * du];
    let mut state = [friction.mu_s * G / stiffness, v];
    let mut is_speeding_up = false;
    // It swings once.
    for _ in 0..(20.0 / stiffness.sqrt() / DT) as usize {
        let a = rate(state);
        let b = rate(moved(state, a, 0.5 * DT));
        let c = rate(moved(state, b, 0.5 * DT));
        let d = rate(moved(state, c, DT));
        let mean = [0, 1].map(|k| (a[k] + 2.0 * (b[k] + c[k]) + d[k]) / 6.0);
        state = moved(state, mean, DT);
        let speeds_up = mean[1] > 0.0;
        if is_speeding_up && (state[1] >= v || !speeds_up) {
            return state[1] >= v;
        }
        is_speeding_up = speeds_up;
    }
    false
}
