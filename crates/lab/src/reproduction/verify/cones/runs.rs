//! Scenes of one body on a plane, their runs, and the rows of a case.

use super::super::rows::{CaseRows, ROUNDING};
use crate::trace::{self, StudyError, Trace, TraceProbe, first_fault};
use stickslip_engine::laws::friction::limit::cones::ConeForm;
use stickslip_engine::laws::math::extremes::largest;
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::Scene;

/// Gravity, m/s².
pub(super) const G: f64 = 9.81;
/// Radius of balls and cylinders, and half the edge of blocks, m.
pub(super) const R: f64 = 0.1;
/// Roll and spin friction lengths ρ and σ, m.
pub(super) const RHO: f64 = 2e-3;
/// The step sizes of every case, s.
pub(super) const STEPS: [f64; 3] = [1e-2, 1e-3, 1e-4];
/// Relative tolerance: the rounding of about ten thousand steps.
pub(super) const EXACT: f64 = ROUNDING;
/// Tolerance for no motion, m or m/s: rounding.
pub(super) const NONE: f64 = ROUNDING;

const PROBES: &[(&str, TraceProbe)] = &[
    ("v", trace::speed_up),
    ("w", trace::angular_velocity_x),
    ("spin", trace::angular_velocity_n),
    ("x", trace::up),
    ("z", |state| of_moving_body(state, |body| trace::on_plane(state, &body.x).z)),
    ("vz", |state| of_moving_body(state, |body| trace::on_plane(state, &body.v).z)),
    ("slips", |state| (trace::speed_up(state) + R * trace::angular_velocity_x(state)).abs()),
    ("speed", |state| of_moving_body(state, |body| body.v.norm() + R * body.w.norm())),
];

fn of_moving_body(state: &State, of: impl Fn(&stickslip_engine::observe::state::BodyState) -> f64) -> f64 {
    trace::moving_body(state).map_or(f64::NAN, of)
}

/// A ball of radius R and 1 kg resting on the plane.
pub(super) const BALL: &str =
    r#"(name: "body", shape: Sphere(radius: 0.1), mass: 1.0, on: (surface: "ground", at: (0.0, 0.0)))"#;

/// A ball of radius R and 1 kg on level ground, with velocity `v` along y, m/s, and an angular velocity, rad/s.
pub(super) fn moving_ball(v: f64, [x, y, z]: [f64; 3]) -> String {
    format!(
        r#"(name: "body", shape: Sphere(radius: 0.1), mass: 1.0, position: (0.0, 0.0, 0.1), velocity: (0.0, {v:?}, 0.0),
            angular_velocity: ({x:?}, {y:?}, {z:?}))"#
    )
}

/// A cube of 1 kg and half-edge `half`, m, resting on the plane and moving up the slope at `v`, m/s.
pub(super) fn cube(half: f64, v: f64) -> String {
    format!(
        r#"(name: "body", shape: Box(half_extents: ({half:?}, {half:?}, {half:?})), mass: 1.0,
            on: (surface: "ground", at: (0.0, 0.0), velocity: (0.0, {v:?})))"#
    )
}

/// A scene with a body on a plane of slope `tan`; the plane's y axis points up the slope.
pub(super) fn on_slope(tan: f64, friction: &str, body: &str) -> Result<Scene, StudyError> {
    let degrees = libm::atan(tan).to_degrees();
    let text = format!(
        r#"Scene(schema: 1, title: "rigid", time: (dt: 1e-2, duration: 1.0), gravity: (0.0, 0.0, {:?}), friction: ({friction}),
            normal: Rigid, bodies: [(name: "ground", shape: Incline(degrees: {degrees:?})), {body}])"#,
        -G
    );
    Scene::parse("rigid", &text).map_err(|faults| StudyError::new("rigid", first_fault(&faults)))
}

/// The rows of one case, and the number of unconverged steps in its runs.
pub(super) struct ConeCase<'a> {
    pub(super) rows: &'a mut CaseRows,
    unsolved: u64,
}

impl<'a> ConeCase<'a> {
    pub(super) fn new(rows: &'a mut CaseRows) -> Self {
        Self { rows, unsolved: 0 }
    }

    /// Runs the scene in the exact form.
    pub(super) fn exact(&mut self, scene: &Scene, dt: f64, duration: f64) -> Result<Trace, StudyError> {
        self.run(Scene { dt, duration, ..scene.clone() })
    }

    /// Runs the scene in the relaxed form.
    pub(super) fn relaxed(&mut self, scene: &Scene, dt: f64, duration: f64) -> Result<Trace, StudyError> {
        let mut scene = Scene { dt, duration, ..scene.clone() };
        scene.solver.form = ConeForm::Relaxed;
        self.run(scene)
    }

    fn run(&mut self, scene: Scene) -> Result<Trace, StudyError> {
        self.traced(&scene, PROBES)
    }

    /// Runs a scene and records these quantities.
    pub(super) fn traced(&mut self, scene: &Scene, probes: &[(&'static str, TraceProbe)]) -> Result<Trace, StudyError> {
        let run = trace::trace(scene, probes)?;
        self.unsolved += run.cones.unconverged;
        Ok(run)
    }

    /// Adds a closed-form value with a relative tolerance.
    pub(super) fn near(&mut self, what: String, expected: f64, measured: f64, relative: f64) {
        self.rows.closed_form(what, expected, measured, relative * expected.abs());
    }

    /// Adds a rate from rest, see [`rate`]: each velocity is exact to rounding, 1e-12 m/s or rad/s, so the rate over
    /// the first step is exact to 1e-12/Δt.
    pub(super) fn rate(&mut self, what: String, expected: f64, measured: f64, dt: f64) {
        self.rows.closed_form(what, expected, measured, NONE / dt);
    }

    /// Adds a value that must be 0.
    pub(super) fn none(&mut self, what: String, measured: f64, tolerance: f64) {
        self.rows.closed_form(what, 0.0, measured, tolerance);
    }

    /// Adds the row that requires every step of every run to have converged.
    pub(super) fn end(self) {
        self.rows.count("unconverged steps", 0, self.unsolved);
    }
}

/// Largest deviation of a series from its expected value over time, without step 0; NaN if any value is NaN.
pub(super) fn farthest(run: &Trace, name: &str, expected: impl Fn(f64) -> f64) -> Result<f64, StudyError> {
    let values = run.column(name)?.iter().enumerate().skip(1);
    Ok(largest(values.map(|(k, value)| (value - expected(run.time(k))).abs())))
}

/// The mean rate from rest `value/t` that deviates most from `expected`, over all steps; NaN if any is NaN.
pub(super) fn rate(run: &Trace, name: &str, expected: f64) -> Result<f64, StudyError> {
    let rates = run.column(name)?.iter().enumerate().skip(1).map(|(k, value)| value / run.time(k));
    let worse = |a: f64, b: f64| if (a - expected).abs() >= (b - expected).abs() || a.is_nan() { a } else { b };
    Ok(rates.fold(expected, worse))
}

/// Sine and cosine of the angle with this tangent.
pub(super) fn sine(tan: f64) -> (f64, f64) {
    let cos = 1.0 / (1.0 + tan * tan).sqrt();
    (tan * cos, cos)
}
