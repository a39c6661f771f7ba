//! Scenes of the suites: a few bodies and one contact law, written as scene text.

use crate::trace::{self, StudyError, Trace, TraceProbe, first_fault};
use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{Scene, text::write};

/// Gravity, m/s².
pub(super) const G: f64 = 9.81;

/// Friction and normal force of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SuiteNormal {
    /// N carries the weight; no motion along the normal.
    Weight,
    Hooke,
    Hertz,
    Rigid,
}

/// A friction law with the normal force it is tried with.
#[derive(Clone, Copy, Debug)]
pub(super) struct SuiteLaw {
    /// Name in a row.
    pub(super) name: &'static str,
    /// Fields of `friction:` beyond μ and k_e, each with a comma before it.
    pub(super) fields: &'static str,
    pub(super) normal: SuiteNormal,
}

impl SuiteLaw {
    pub(super) const fn new(name: &'static str, fields: &'static str, normal: SuiteNormal) -> Self {
        Self { name, fields, normal }
    }

    pub(super) fn is_rigid(&self) -> bool {
        self.normal == SuiteNormal::Rigid
    }

    /// The `friction:` of a scene with this μ, and K_E, N/m, which rigid contacts do without.
    pub(super) fn friction(&self, mu: f64, k_e: f64) -> String {
        let fields = self.fields;
        if self.is_rigid() {
            return format!("mu: {mu:?}{fields}");
        }
        format!("mu_s: {mu:?}, mu_k: {mu:?}, k_e: {k_e:?}{fields}")
    }
}

/// A ball of a suite.
#[derive(Clone, Copy, Debug)]
pub(super) struct SuiteBall {
    /// Radius, m.
    pub(super) radius: f64,
    /// Density, kg/m³.
    pub(super) density: f64,
    /// E, Pa, and ν; `None` if rigid.
    pub(super) elastic: Option<(f64, f64)>,
    /// Centre, m, velocity, m/s, and angular velocity, rad/s.
    pub(super) x: Vec3,
    pub(super) v: Vec3,
    pub(super) w: Vec3,
}

impl SuiteBall {
    /// A rigid ball at rest that touches the plane z = 0.
    pub(super) fn new(radius: f64, density: f64) -> Self {
        let x = Vec3::z() * radius;
        Self { radius, density, elastic: None, x, v: Vec3::zeros(), w: Vec3::zeros() }
    }

    /// A ball above the plane, `gap` radii away, that falls at `fall`, m/s, slides at `along` in x, m/s, and turns about y
    /// at `turn`, rad/s.
    pub(super) fn thrown(self, gap: f64, [along, fall]: [f64; 2], turn: f64) -> Self {
        let x = Vec3::z() * (self.radius * (1.0 + gap));
        Self { x, v: Vec3::new(along, 0.0, -fall), w: Vec3::y() * turn, ..self }
    }

    /// Mass, kg.
    pub(super) fn mass(&self) -> f64 {
        4.0 / 3.0 * std::f64::consts::PI * self.density * self.radius * self.radius * self.radius
    }

    fn text(&self, name: &str) -> String {
        let Self { radius, density, x, v, w, .. } = self;
        let elastic = self.elastic.map_or_else(String::new, |(young, poisson)| {
            format!(", youngs_modulus: {young:?}, poisson_ratio: {poisson:?}")
        });
        let [x, v, w] = [x, v, w].map(write::vector);
        format!(
            "(name: {name:?}, shape: Sphere(radius: {radius:?}), density: {density:?}{elastic}, position: {x}, velocity: \
             {v}, angular_velocity: {w})"
        )
    }
}

/// A scene of a suite.
#[derive(Clone, Debug)]
pub(super) struct SuiteScene {
    /// Δt and duration, s.
    pub(super) times: [f64; 2],
    /// Gravity along −z, m/s².
    pub(super) gravity: f64,
    /// The fields of `friction:`.
    pub(super) friction: String,
    /// The normal force.
    pub(super) normal: String,
    /// The bodies.
    pub(super) bodies: Vec<String>,
}

impl SuiteScene {
    /// A scene without bodies and gravity.
    pub(super) fn new(times: [f64; 2], friction: impl Into<String>, normal: impl Into<String>) -> Self {
        Self { times, gravity: 0.0, friction: friction.into(), normal: normal.into(), bodies: Vec::new() }
    }

    pub(super) fn with(mut self, body: impl Into<String>) -> Self {
        self.bodies.push(body.into());
        self
    }

    pub(super) fn with_ball(self, ball: &SuiteBall) -> Self {
        let name = format!("ball{}", self.bodies.len());
        self.with(ball.text(&name))
    }

    /// The scene with the plane z = 0.
    pub(super) fn on_plane(self) -> Self {
        self.with(r#"(name: "plane", shape: Plane)"#)
    }

    pub(super) fn under(self, gravity: f64) -> Self {
        Self { gravity, ..self }
    }

    fn scene(&self) -> Result<Scene, StudyError> {
        let Self { times: [dt, duration], gravity, friction, normal, bodies } = self;
        let text = format!(
            "Scene(schema: 1, title: \"suite\", time: (dt: {dt:?}, duration: {duration:?}), gravity: (0.0, 0.0, {:?}), \
             friction: ({friction}), normal: {normal}, bodies: [{}])",
            -gravity,
            bodies.join(", ")
        );
        Scene::parse("suite", &text).map_err(|faults| StudyError::new(&text, first_fault(&faults)))
    }

    /// Runs to the end, and records these quantities at every step.
    pub(super) fn trace(&self, probes: &[(&'static str, TraceProbe)]) -> Result<Trace, StudyError> {
        trace::trace(&self.scene()?, probes)
    }

    /// The moving bodies at the end.
    pub(super) fn end(&self) -> Result<Vec<BodyState>, StudyError> {
        let scene = self.scene()?;
        let mut simulation = Simulation::new(&scene);
        simulation.use_threads(1);
        simulation.steps((scene.duration / scene.dt).round() as u64);
        if let Some(why) = simulation.stopped() {
            return Err(StudyError::new("suite", why));
        }
        Ok(moving(simulation.state()))
    }

    /// The one moving body at the end.
    pub(super) fn end_of_one(&self) -> Result<BodyState, StudyError> {
        self.end()?.into_iter().next().ok_or_else(|| StudyError::new("suite", "there is no moving body"))
    }
}

fn moving(state: State) -> Vec<BodyState> {
    state.bodies.into_iter().filter(|body| body.mass.mass.is_finite()).collect()
}
