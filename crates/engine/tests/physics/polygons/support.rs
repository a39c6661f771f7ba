//! Scenes and runs of prisms along z, which move in the xy-plane.

use stickslip_engine::laws::Vec3;
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::Scene;

/// Gravity, m/s².
pub(crate) const G: f64 = 9.81;

/// The square of most tests: 0.1 m wide, 0.01 m long, 2700 kg/m³; mass, kg, and moment of inertia, kg·m².
pub(crate) const M: f64 = 0.27;
pub(crate) const I: f64 = 4.5e-4;

/// k = Y h, N/m.
pub(crate) const K: f64 = 1e5;

/// Half of the length of all prisms, m.
const HALF_HEIGHT: f64 = 0.005;

/// Motion types of the prisms.
pub(crate) const PLANAR: &str = "Planar((0.0, 0.0, 1.0))";
pub(crate) const TRANSLATING: &str = "Translating";

/// The parts of a scene that the tests vary.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) dt: f64,
    pub(crate) friction: String,
    pub(crate) normal: String,
    /// The ground's slope, degrees: gravity is rotated, the ground stays across y.
    pub(crate) slope: f64,
    pub(crate) gravity: f64,
    pub(crate) bodies: Vec<String>,
    /// Other fields of the scene.
    pub(crate) more: String,
}

impl Case {
    /// These bodies on level ground, with μ = 0.5, Y = 1e7 Pa and γ = γ_t = 0.5.
    pub(crate) fn new(bodies: Vec<String>) -> Self {
        Self {
            dt: 1e-4,
            friction: dae(0.5, ""),
            normal: normal(0.5, Some(0.5)),
            slope: 0.0,
            gravity: G,
            bodies,
            more: String::new(),
        }
    }

    pub(crate) fn text(&self) -> String {
        let (sin, cos) = self.slope.to_radians().sin_cos();
        format!(
            "Scene(schema: 1, title: \"t\", time: (dt: {:?}, duration: 1000.0), gravity: ({:?}, {:?}, 0.0),
            friction: ({}), normal: {}, bodies: [{}], {})",
            self.dt,
            -self.gravity * sin,
            -self.gravity * cos,
            self.friction,
            self.normal,
            self.bodies.join(",\n"),
            self.more
        )
    }

    pub(crate) fn scene(&self) -> Scene {
        let text = self.text();
        Scene::parse("t", &text).unwrap_or_else(|found| panic!("{}\n{text}", lines(&found)))
    }

    /// Faults of the scene.
    pub(crate) fn faults(&self) -> String {
        lines(&Scene::parse("t", &self.text()).expect_err("a fault"))
    }

    /// The state after this time, s.
    pub(crate) fn after(&self, seconds: f64) -> State {
        let mut simulation = Simulation::new(&self.scene());
        simulation.steps((seconds / self.dt).round() as u64);
        assert_eq!(simulation.stopped(), None);
        simulation.state()
    }

    /// Runs for this time, s, and passes every state to `look`.
    pub(crate) fn run(&self, seconds: f64, look: impl FnMut(&State)) -> Simulation {
        self.run_from(0.0, seconds, look)
    }

    /// Runs for this time, s, and passes every state after the time `from` to `look`.
    pub(crate) fn run_from(&self, from: f64, seconds: f64, mut look: impl FnMut(&State)) -> Simulation {
        let mut simulation = Simulation::new(&self.scene());
        let [from, end] = [from, seconds].map(|time| (time / self.dt).round() as u64);
        simulation.steps(from);
        for _ in from..end {
            simulation.step();
            look(&simulation.state());
        }
        assert_eq!(simulation.stopped(), None);
        simulation
    }
}

fn lines(faults: &stickslip_engine::scene::Faults) -> String {
    faults.lines().map(|line| line.to_string()).collect::<Vec<_>>().join("\n")
}

/// The slide law `dae`.
pub(crate) fn dae(mu: f64, parameters: &str) -> String {
    format!("mu: {mu:?}, laws: (slide: Dae({parameters}))")
}

/// The normal law of Y = 1e7 Pa with γ and γ_t.
pub(crate) fn normal(damping: f64, rotation: Option<f64>) -> String {
    normal_of(1e7, damping, rotation)
}

/// The normal law of Y, γ and γ_t.
pub(crate) fn normal_of(young: f64, damping: f64, rotation: Option<f64>) -> String {
    let rotation = rotation.map_or(String::new(), |damping| format!(", rotation: (damping: {damping:?})"));
    format!("OverlapArea(young: {young:?}, damping: {damping:?}{rotation})")
}

/// A plane through the given point whose normal has this angle to x, degrees.
pub(crate) fn plane(name: &str, degrees: f64, [x, y]: [f64; 2], more: &str) -> String {
    let (sin, cos) = (0.5 * (degrees - 90.0).to_radians()).sin_cos();
    let h = std::f64::consts::FRAC_1_SQRT_2;
    // Rotated about x by −90°, the plane's normal z becomes y; then about z.
    let q = [cos * h, -cos * h, -sin * h, sin * h];
    format!(
        "(name: \"{name}\", shape: Plane, position: ({x:?}, {y:?}, 0.0), rotation: ({:?}, {:?}, {:?}, {:?}), {more})",
        q[0], q[1], q[2], q[3]
    )
}

/// Ground across y, with these other fields.
pub(crate) fn ground(more: &str) -> String {
    plane("ground", 90.0, [0.0, 0.0], more)
}

/// A prism of 2700 kg/m³, with these other fields.
pub(crate) fn prism(name: &str, corners: &[[f64; 2]], [x, y]: [f64; 2], motion: &str, more: &str) -> String {
    let corners: Vec<String> = corners.iter().map(|[x, y]| format!("({x:?}, {y:?})")).collect();
    let mass = if more.contains("mass:") { "" } else { "density: 2700.0, " };
    format!(
        "(name: \"{name}\", shape: Prism(polygon: [{}], half_height: {HALF_HEIGHT:?}), {mass}motion: {motion},
          position: ({x:?}, {y:?}, 0.0), {more})",
        corners.join(", ")
    )
}

/// The square of mass [`M`] with its centre at `at`, m.
pub(crate) fn square(at: [f64; 2], motion: &str, more: &str) -> String {
    prism("block", &rectangle(0.1, 0.1), at, motion, more)
}

pub(crate) fn rectangle(width: f64, height: f64) -> [[f64; 2]; 4] {
    let (x, y) = (0.5 * width, 0.5 * height);
    [[-x, -y], [x, -y], [x, y], [-x, y]]
}

/// Corners of a regular polygon, m; the first corner is at the angle `first`, rad.
pub(crate) fn regular(corners: usize, radius: f64, first: f64) -> Vec<[f64; 2]> {
    let angle = |k: usize| first + std::f64::consts::TAU * k as f64 / corners as f64;
    (0..corners).map(|k| [radius * angle(k).cos(), radius * angle(k).sin()]).collect()
}

/// The field `rotation:` of a rotation about z.
pub(crate) fn turned(radians: f64) -> String {
    format!("rotation: AxisAngle(axis: (0.0, 0.0, 1.0), degrees: {:?})", radians.to_degrees())
}

/// A force at the body's centre along x, N, and its rate, N/s.
pub(crate) fn force(name: &str, force: f64, rate: f64) -> String {
    format!("pulls: [(body: \"{name}\", force: ({force:?}, 0.0, 0.0), rate: ({rate:?}, 0.0, 0.0))]")
}

/// Twice the radius of the circle with this area, m: the length l of a body on a plane, and of two such bodies.
pub(crate) fn length(area: f64) -> f64 {
    2.0 * (area / std::f64::consts::PI).sqrt()
}

/// The overlap of a face of this width under N, m: N l/(k w).
pub(crate) fn depth(load: f64, width: f64, length: f64) -> f64 {
    load * length / (K * width)
}

pub(crate) fn body<'a>(state: &'a State, name: &str) -> &'a BodyState {
    state.bodies.iter().find(|body| body.name == name).unwrap()
}

/// The angle of a body about z, rad.
pub(crate) fn angle(body: &BodyState) -> f64 {
    let x = body.q * Vec3::x();
    x.y.atan2(x.x)
}

pub(crate) fn kinetic(body: &BodyState) -> f64 {
    let w = body.q.inverse_transform_vector(&body.w);
    0.5 * (body.mass.mass * body.v.norm_squared() + body.mass.inertia.dot(&w.component_mul(&w)))
}

/// |λ − ½| of every contact.
pub(crate) fn used(state: &State) -> Vec<f64> {
    state.contacts.iter().map(|contact| (contact.lambda().expect("dae") - 0.5).abs()).collect()
}

pub(crate) fn near(found: f64, expected: f64, within: f64, what: &str) {
    eprintln!("{what}: {found:?}, expected {expected:?} ± {within:e}");
    assert!((found - expected).abs() <= within, "{what}: {found:?}, expected {expected:?} to {within:e}");
}

/// ω of an oscillation, rad/s, from the times of its upward zero crossings.
pub(crate) fn frequency(samples: &[(f64, f64)]) -> f64 {
    let ups = samples.windows(2).filter(|pair| pair[0].1 < 0.0 && pair[1].1 >= 0.0);
    let times: Vec<f64> = ups.map(|p| p[0].0 - p[0].1 * (p[1].0 - p[0].0) / (p[1].1 - p[0].1)).collect();
    std::f64::consts::TAU * (times.len() - 1) as f64 / (times[times.len() - 1] - times[0])
}

/// Times and values of the extremes of an oscillation.
pub(crate) fn peaks(samples: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let is_peak = |s: &&[(f64, f64)]| (s[1].1 - s[0].1) * (s[2].1 - s[1].1) <= 0.0 && s[1].1 != s[2].1;
    samples.windows(3).filter(is_peak).map(|s| s[1]).collect()
}
