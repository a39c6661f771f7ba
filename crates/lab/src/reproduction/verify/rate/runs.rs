//! Set-ups of the friction laws of speed and rest, and what is measured in their runs.

use crate::reproduction::verify::rows::CaseRows;
use crate::trace::{self, StudyError, Trace, TraceProbe, first_fault};
use stickslip_engine::laws::Vec2;
use stickslip_engine::laws::friction::component::FrictionComponent;
use stickslip_engine::laws::friction::element::Mode;
use stickslip_engine::laws::friction::law::{ContactState, Relative};
use stickslip_engine::laws::math::extremes::{larger, largest, smallest};
use stickslip_engine::laws::pair::choice::Friction;
use stickslip_engine::laws::pair::probe::Probe;
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::Scene;

/// Series of a run: position and velocity of the block along the belt or up the slope, and friction on it.
const PROBES: &[(&str, TraceProbe)] =
    &[("x", trace::up), ("v", trace::speed_up), ("F", |state| trace::elastic_up(state) + trace::damping_up(state))];

/// A body that may only translate, on a plane.
#[derive(Clone, Debug)]
pub(super) struct RateCase {
    /// g, m/s².
    pub gravity: f64,
    /// m, kg.
    pub mass: f64,
    /// K_E, N/m.
    pub stiffness: f64,
    /// μ_s and μ_k.
    pub mu: [f64; 2],
    /// The slide law, as in a scene.
    pub law: String,
    /// Further fields of `friction:`, each with a comma.
    pub friction: String,
    /// Shape and motion of the ground.
    pub ground: String,
    /// Shape of the body.
    pub shape: &'static str,
    /// Initial velocity, m/s.
    pub velocity: f64,
    /// Entries of `pulls:`.
    pub pulls: String,
    /// Δt and duration, s.
    pub times: [f64; 2],
}

/// A body with one contact point.
pub(super) const BALL: &str = "Sphere(radius: 0.1)";
/// A body with four contact points.
pub(super) const BRICK: &str = "Box(half_extents: (0.05, 0.1, 0.05))";
/// Stands for the height of the body's centre, m, in the text of its spring.
const CENTRE: &str = "centre";

impl RateCase {
    /// A body of 1 kg on a plane at rest.
    pub(super) fn new(gravity: f64, mu: [f64; 2], law: &str, times: [f64; 2]) -> Self {
        Self {
            gravity,
            mass: 1.0,
            stiffness: 1e5,
            mu,
            law: law.to_owned(),
            friction: String::new(),
            ground: "Plane".to_owned(),
            shape: BALL,
            velocity: 0.0,
            pulls: String::new(),
            times,
        }
    }

    /// The same body on a belt of this velocity, m/s.
    pub(super) fn on_belt(self, velocity: f64) -> Self {
        Self { ground: format!("Plane, motion: Driven(velocity: (0.0, {velocity:?}, 0.0))"), ..self }
    }

    /// The same body held by a spring, N/m, whose other end is at `anchor`, m, and moves with `velocity`, m/s.
    pub(super) fn held(self, stiffness: f64, damping: f64, anchor: f64, velocity: f64) -> Self {
        let pulls = format!(
            "(body: \"block\", stiffness: {stiffness:?}, damping: Coefficient({damping:?}), anchor: (0.0, {anchor:?}, \
             {CENTRE}), velocity: (0.0, {velocity:?}, 0.0))"
        );
        Self { pulls, ..self }
    }

    /// The same body pulled by a force that grows at this rate, N/s.
    pub(super) fn pulled(self, force: f64, rate: f64) -> Self {
        let pulls = format!("(body: \"block\", force: (0.0, {force:?}, 0.0), rate: (0.0, {rate:?}, 0.0))");
        Self { pulls, ..self }
    }

    /// The same body pulled by `force`, N, times a factor over time, as in a scene.
    pub(super) fn pulled_over(self, force: f64, schedule: &str) -> Self {
        let pulls = format!("(body: \"block\", force: (0.0, {force:?}, 0.0), schedule: {schedule})");
        Self { pulls, ..self }
    }

    /// The same body with the deflection `z`, m, from which friction carries it along with a belt, and with the velocity that
    /// its spring takes in the first step, in which friction does not act yet.
    pub(super) fn deflected(self, z: f64) -> Self {
        let velocity = z * self.stiffness / self.mass * self.times[0];
        Self { velocity, friction: format!("history: (slide: (0.0, {z:?})), start: (slide: slip),"), ..self }
    }

    /// The scene.
    pub(super) fn scene(&self) -> Result<Scene, StudyError> {
        let Self { gravity, mass, stiffness, mu, law, friction, ground, shape, velocity, pulls, times } = self;
        // The shape may be chosen after the spring: a level spring pulls at the height of the centre.
        let pulls = pulls.replace(CENTRE, if *shape == BALL { "0.1" } else { "0.05" });
        let text = format!(
            r#"Scene(schema: 1, title: "a block", time: (dt: {:e}, duration: {:?}), gravity: (0.0, 0.0, {:?}),
            friction: (mu_s: {:?}, mu_k: {:?}, k_e: {stiffness:e}, {friction} laws: (slide: {law})), normal: Known(Weight),
            bodies: [(name: "ground", shape: {ground}),
                     (name: "block", shape: {shape}, mass: {mass:?}, motion: Translating,
                      on: (surface: "ground", at: (0.0, 0.0), velocity: (0.0, {velocity:?})))],
            pulls: [{pulls}])"#,
            times[0], times[1], -gravity, mu[0], mu[1]
        );
        Scene::parse("a block", &text).map_err(|faults| StudyError::new("a block", first_fault(&faults)))
    }

    /// A run.
    pub(super) fn run(&self) -> Result<Trace, StudyError> {
        trace::trace(&self.scene()?, PROBES)
    }

    /// A contact of this body without a world, driven with a step of `dt`, s.
    pub(super) fn probe(&self, dt: f64) -> Result<Probe, StudyError> {
        let Friction { laws, parameters } = self.scene()?.friction;
        Ok(Probe::new(laws, ContactState::ball_on_plane(parameters, 0.1, self.mass, None, dt)))
    }
}

/// Positions along y of the second to the fourth body of a built-in scene, m.
const PLACES: &[(&str, TraceProbe)] =
    &[("1", |state| place(state, 1)), ("2", |state| place(state, 2)), ("3", |state| place(state, 3))];
/// The same of the fourth to the sixth body.
const LATER_PLACES: &[(&str, TraceProbe)] =
    &[("1", |state| place(state, 3)), ("2", |state| place(state, 4)), ("3", |state| place(state, 5))];

fn place(state: &State, body: usize) -> f64 {
    state.bodies.get(body).map_or(f64::NAN, |body| body.x.y)
}

/// A run of a built-in scene with these edits; `first`: index of the first body whose place along y is kept.
pub(super) fn built_in(name: &str, edits: &[(&str, &str)], first: usize) -> Result<Trace, StudyError> {
    trace::trace(&trace::scene(name, edits)?, if first == 1 { PLACES } else { LATER_PLACES })
}

/// Slides a contact with this velocity, m/s, for one step under the normal force `normal`, N.
pub(super) fn slide(probe: &mut Probe, velocity: Vec2, normal: f64) {
    let dt = probe.contact_state.dt;
    probe.step(Relative::from_step(velocity * dt, Vec2::zeros(), 0.0, 0.1, dt), normal);
}

/// Slides a contact along u for this time, s; returns the load along u after each step, N.
pub(super) fn slide_for(probe: &mut Probe, speed: f64, time: f64, normal: f64) -> Vec<f64> {
    let steps = (time / probe.contact_state.dt).round() as usize;
    let step = |_| {
        slide(probe, Vec2::new(speed, 0.0), normal);
        probe.slide.load().x
    };
    (0..steps).map(step).collect()
}

/// A steady oscillation: period, s, largest and smallest value.
pub(super) struct Cycle {
    pub period: f64,
    pub highest: f64,
    pub lowest: f64,
}

/// Times at which a series rises through `level`, s, interpolated.
fn rises(values: &[f64], level: f64, dt: f64) -> Vec<f64> {
    let pairs = values.windows(2).enumerate().filter(|(_, pair)| pair[0] < level && pair[1] >= level);
    pairs.map(|(k, pair)| (k as f64 + (level - pair[0]) / (pair[1] - pair[0])) * dt).collect()
}

/// Times at which a series of a run rises through `level`, s, interpolated.
pub(super) fn rising(run: &Trace, name: &str, level: f64) -> Result<Vec<f64>, StudyError> {
    Ok(rises(run.column(name)?, level, run.dt))
}

/// The oscillation of a series after the time `from`, s; NaN without two whole periods.
pub(super) fn cycle(run: &Trace, name: &str, from: f64) -> Result<Cycle, StudyError> {
    Ok(cycle_of(run.column(name)?, run.dt, from))
}

/// The oscillation of values at steps of `dt`, s, after the time `from`, s; NaN without two whole periods.
pub(super) fn cycle_of(values: &[f64], dt: f64, from: f64) -> Cycle {
    let late = values.get((from / dt).round() as usize..).unwrap_or_default();
    let [highest, lowest] = [largest(late.iter().copied()), smallest(late.iter().copied())];
    let times = rises(late, 0.5 * (highest + lowest), dt);
    let count = times.len().saturating_sub(1);
    let period = if count < 2 { f64::NAN } else { (times[count] - times[0]) / count as f64 };
    Cycle { period, highest, lowest }
}

/// Growth of a small oscillation between two times, s, and its angular frequency, both 1/s; NaN without three extremes.
///
/// Differences of successive extremes grow as the amplitude does and need no mean value.
pub(super) fn growth(run: &Trace, name: &str, [from, to]: [f64; 2]) -> Result<[f64; 2], StudyError> {
    let values = run.column(name)?;
    let range = (from / run.dt).round() as usize..((to / run.dt).round() as usize).min(values.len());
    let mut extremes = Vec::new();
    for k in range.start.max(1)..range.end.saturating_sub(1) {
        let [a, b, c] = [values[k - 1], values[k], values[k + 1]];
        if (b - a) * (c - b) <= 0.0 && b != a {
            // The parabola through the three values.
            let (slope, bend) = (0.5 * (c - a), a - 2.0 * b + c);
            extremes.push(((k as f64 - slope / bend) * run.dt, b - 0.5 * slope * slope / bend));
        }
    }
    let swings: Vec<(f64, f64)> =
        extremes.windows(2).map(|pair| (0.5 * (pair[0].0 + pair[1].0), (pair[1].1 - pair[0].1).abs())).collect();
    let (Some(first), Some(last)) = (swings.first(), swings.last()) else { return Ok([f64::NAN; 2]) };
    let time = last.0 - first.0;
    Ok([libm::log(last.1 / first.1) / time, std::f64::consts::PI * (swings.len() - 1) as f64 / time])
}

/// The largest friction before the speed of the block reaches `speed`, m/s, in N, and the time at which it does, s.
pub(super) fn break_away(run: &Trace, speed: f64) -> Result<[f64; 2], StudyError> {
    let time = rising(run, "v", speed)?.first().copied().unwrap_or(f64::NAN);
    let friction = run.column("F")?;
    let until = friction.get(..(time / run.dt) as usize).unwrap_or_default();
    Ok([largest(until.iter().map(|f| f.abs())), time])
}

/// Number of changes of the slide mode between two times, s, counted up to 1000 of each.
pub(super) fn mode_changes(run: &Trace, [from, to]: [f64; 2]) -> u64 {
    let times = |mode| (1..=1000).map(move |n| run.change(FrictionComponent::Slide, mode, n));
    let all = times(Mode::Stick).chain(times(Mode::Slip));
    all.filter(|t| *t > from && *t <= to).count() as u64
}

/// The integral of a smooth function by Simpson's rule.
pub(super) fn integral(f: impl Fn(f64) -> f64, [from, to]: [f64; 2]) -> f64 {
    const PANELS: usize = 20_000;
    let h = (to - from) / (2 * PANELS) as f64;
    let weight = |k: usize| if k == 0 || k == 2 * PANELS { 1.0 } else { 2.0 + 2.0 * (k % 2) as f64 };
    (0..=2 * PANELS).map(|k| weight(k) * f(from + k as f64 * h)).sum::<f64>() * h / 3.0
}

impl CaseRows {
    /// Adds a closed form that a run must meet to this fraction.
    pub(super) fn meets(&mut self, quantity: impl Into<String>, expected: f64, measured: f64, fraction: f64) {
        self.closed_form(quantity, expected, measured, fraction * expected.abs());
    }

    /// Adds period and extremes of a steady oscillation, each to this fraction.
    pub(super) fn cycle(&mut self, what: &str, [period, high, low]: [f64; 3], found: &Cycle, fraction: f64) {
        self.meets(format!("{what}: period [s]"), period, found.period, fraction);
        self.meets(format!("{what}: largest"), high, found.highest, fraction);
        self.meets(format!("{what}: smallest"), low, found.lowest, fraction);
    }
}

/// Numbers from 0 to 1 that look random: xorshift64* (S. Vigna, ACM Trans. Mathematical Software 42 (2016) 30).
pub(super) fn random(mut seed: u64) -> impl FnMut() -> f64 {
    move || {
        seed ^= seed >> 12;
        seed ^= seed << 25;
        seed ^= seed >> 27;
        (seed.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The largest difference of values from one, over it.
pub(super) fn spread(values: &[f64], expected: f64) -> f64 {
    values.iter().fold(0.0, |worst, value| larger(worst, (value / expected - 1.0).abs()))
}
