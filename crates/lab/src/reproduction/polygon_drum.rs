//! Polygons in a rotating drum: what the reference of the rotational damping changes.
//!
//! Source: D. Krengel and H.-G. Matuttis, section 10.4: polygons in the bulk turn with the drum, those of the avalanche
//! on the surface do not, and the damping should respect the motion of the bulk.

use crate::trace::{StudyError, scene};
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::simulation::Simulation;

/// Angular velocity of the drum, rad/s, and its inner radius, m, as in the scene.
pub(crate) const DRUM_RATE: f64 = 1.5;
const RADIUS: f64 = 0.12;
/// Time at which the avalanche flows steadily, s, and interval of the samples, s.
const FROM: f64 = 2.0;
const EVERY: f64 = 0.02;
/// A polygon is carried if its centre moves with the drum to this fraction of the wall's speed.
const CARRIED: f64 = 0.1;
/// Width of a ring about the axis, m: one mean diameter.
const RING: f64 = 0.02;

/// What a run of the drum gives.
pub(crate) struct DrumRun {
    /// Time, s, and root mean square of (ω − ω_drum)/ω_drum of the carried polygons.
    pub deviation: Vec<(f64, f64)>,
    /// Mean and root mean square of ω/ω_drum − 1 of the carried polygons, over all samples.
    pub carried: [f64; 2],
    /// Mean of ω/ω_drum of the other polygons.
    pub flowing: f64,
    /// Middle of each ring, m from the axis, and mean of ω/ω_drum of the polygons in it.
    pub rings: Vec<(f64, f64)>,
    /// Kinetic energy of the rotation relative to the drum's, of all polygons, mean over the samples, J.
    pub energy: f64,
}

/// Sum and number of values.
#[derive(Clone, Copy, Default)]
struct Sum(f64, f64);

impl Sum {
    fn add(&mut self, value: f64) {
        (self.0, self.1) = (self.0 + value, self.1 + 1.0);
    }

    fn mean(self) -> f64 {
        self.0 / self.1
    }
}

/// Runs the scene `drum-of-polygons` with the damping relative to the neighbours or to no rotation, for `seconds`.
pub(crate) fn drum_run(follow: bool, seconds: f64) -> Result<DrumRun, StudyError> {
    let name = "drum-of-polygons";
    let follow = if follow { "true" } else { "false" };
    let scene = scene(name, &[("normal.rotation.follow", follow)])?;
    let mut simulation = Simulation::new(&scene);
    simulation.use_threads(1);
    let steps = |time: f64| (time / scene.dt).round() as u64;
    simulation.steps(steps(FROM.min(0.5 * seconds)));
    let (mut deviation, mut carried, mut squares) = (Vec::new(), Sum::default(), Sum::default());
    let (mut flowing, mut energy) = (Sum::default(), Sum::default());
    let mut rings = [Sum::default(); (RADIUS / RING) as usize];
    while simulation.stopped().is_none() && simulation.step_count() < steps(seconds) {
        simulation.steps(steps(EVERY));
        let state = simulation.state();
        let mut now = Sum::default();
        let mut turning = 0.0;
        for body in grains(&state) {
            let part = body.w.x / DRUM_RATE;
            let relative = (part - 1.0) * (part - 1.0);
            turning += 0.5 * body.mass.inertia.z * DRUM_RATE * DRUM_RATE * relative;
            let ring = (libm::hypot(body.x.y, body.x.z) / RING) as usize;
            if let Some(ring) = rings.get_mut(ring) {
                ring.add(part);
            }
            if is_carried(body) {
                carried.add(part - 1.0);
                squares.add(relative);
                now.add(relative);
            } else {
                flowing.add(part);
            }
        }
        energy.add(turning);
        deviation.push((state.time, now.mean().sqrt()));
    }
    if let Some(why) = simulation.stopped() {
        return Err(StudyError::new(name, why));
    }
    let rings = rings.iter().enumerate().filter(|(_, ring)| ring.1 > 0.0);
    let rings = rings.map(|(k, ring)| ((k as f64 + 0.5) * RING, ring.mean())).collect();
    let carried = [carried.mean(), squares.mean().sqrt()];
    Ok(DrumRun { deviation, carried, flowing: flowing.mean(), rings, energy: energy.mean() })
}

fn grains(state: &State) -> impl Iterator<Item = &BodyState> {
    state.bodies.iter().filter(|body| body.mass.mass.is_finite())
}

/// True if the centre moves with the drum.
fn is_carried(body: &BodyState) -> bool {
    let (y, z) = (body.v.y + DRUM_RATE * body.x.z, body.v.z - DRUM_RATE * body.x.y);
    libm::hypot(y, z) < CARRIED * DRUM_RATE * RADIUS
}
