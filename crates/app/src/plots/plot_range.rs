//! The values that a plot resolves: zero below the level of rounding, cut above a multiple of a load's limit.

use crate::draw::scale::{moving, scene_size};
use crate::plots::limit_curves::LimitCurve;
use stickslip_engine::observe::quantity::Quantity;
use stickslip_engine::observe::state::State;

/// Share of a scene's typical value below which a value is rounding.
const ROUNDING: f64 = 1e-11;
/// Multiple of its largest limit at which a load is cut: a damper can bear a hundred times as much in the single step
/// that sets in at full speed, which would flatten the rest of the curve.
const MAX_LIMITS: f64 = 2.5;

/// Smallest and largest magnitude that a plot of a quantity resolves, in the unit of the quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotRange {
    floor: f64,
    ceiling: f64,
}

impl PlotRange {
    /// The range of a quantity in this scene, with these limits if it is a load.
    pub fn new(y: &Quantity, state: &State, limits: &[LimitCurve]) -> Self {
        let limits = limits.iter().filter(|limit| limit.is_static).flat_map(|limit| &limit.points);
        let largest = limits.map(|p| p[1]).filter(|limit| limit.is_finite()).fold(0.0, f64::max);
        let ceiling = if largest > 0.0 { MAX_LIMITS * largest } else { f64::INFINITY };
        Self { ceiling, ..Self::of_unit(y.row().unit, state) }
    }

    /// The range of all quantities with this unit in this scene, without upper end.
    pub fn of_unit(unit: &str, state: &State) -> Self {
        Self { floor: ROUNDING * typical(unit, state), ceiling: f64::INFINITY }
    }

    /// A value as it is drawn; NaN stays NaN.
    pub fn drawn(&self, value: f64) -> f64 {
        if value.abs() < self.floor { 0.0 } else { value.clamp(-self.ceiling, self.ceiling) }
    }

    /// A point of a curve as it is drawn.
    pub fn point(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x, self.drawn(y)]
    }
}

/// Typical value of a quantity with this unit in a scene: of a body of its size and largest mass, under its gravity; 0 if
/// there is none.
fn typical(unit: &str, state: &State) -> f64 {
    let (size, g) = (scene_size(state), state.gravity.norm());
    let weight = g * moving(state).map(|body| body.mass.mass).fold(0.0, f64::max);
    let speed = (g * size).sqrt();
    match unit {
        "m" => size,
        "m/s" => speed,
        "rad" => 1.0,
        "rad/s" => speed / size,
        "N" => weight,
        "N·m" | "J" => weight * size,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::observe::quantity::Subject;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_engine::scene::Scene;
    use stickslip_lab::builtin;

    /// A brick of 0.15 m: 10⁻¹³ m/s is rounding and drawn as zero, a creep of 10⁻⁹ m/s is not. Its friction is cut at
    /// two and a half times its static limit.
    #[test]
    fn rounding_is_drawn_as_zero_and_a_peak_of_the_damper_is_cut() {
        let scene = Scene::parse("brick", builtin::text("brick-damped").expect("a scene")).expect("no fault");
        let state = Simulation::new(&scene).state();
        let range = |symbol, limits: &[LimitCurve]| {
            PlotRange::new(&Quantity::find(Subject::Body(1), symbol, "| |").expect("a row"), &state, limits)
        };
        let speed = range("v", &[]);
        assert_eq!([1e-13, -3e-12, 1e-9, 1e9].map(|v| speed.drawn(v)), [0.0, 0.0, 1e-9, 1e9]);
        assert!(speed.drawn(f64::NAN).is_nan());
        let limit =
            LimitCurve { name: "μs N", is_static: true, points: vec![[0.0, 2.0], [0.1, f64::NAN], [0.2, 4.0]] };
        let force = range("F", &[limit]);
        assert_eq!([700.0, -700.0, 9.0, 1e-13].map(|f| force.drawn(f)), [10.0, -10.0, 9.0, 0.0]);
    }
}
