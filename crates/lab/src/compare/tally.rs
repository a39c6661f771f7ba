//! Accumulated motion and loads of each body in a run: path, speed, creep and chatter.

use stickslip_engine::laws::Vec3;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::observe::state::{BodyState, State};

/// Fraction of the steps, at the end of a run, over which creep and chatter are evaluated.
pub(crate) const LAST_PART: f64 = 0.1;
/// Upper limit of the speed of a creeping body, as a fraction of √(g·size).
const CREEPING: f64 = 1e-3;
/// A load below this fraction of the largest load so far is rounding noise: its sign does not count.
const ROUNDING: f64 = 1e-6;

/// Accumulated motion and loads of one body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyTally {
    /// Index of the body.
    pub index: usize,
    /// Path length of the centre, m.
    pub path: f64,
    /// Largest speed of the centre, m/s.
    pub fastest: f64,
    /// Path length of the centre in the last part of the run, m.
    late_path: f64,
    /// Sign changes in the last part of the run of slide force, roll torque and spin torque.
    changes: [u32; 3],
    /// For slide force, roll torque and spin torque: the last load whose sign counted, and the largest magnitude so
    /// far, N or N·m.
    loads: [(Vec3, f64); 3],
    at: Vec3,
}

/// Accumulated results of one run.
#[derive(Clone, Debug)]
pub struct RunTally {
    /// All bodies that can move.
    pub bodies: Vec<BodyTally>,
    /// Largest residual of the energy account so far, J.
    pub energy_error: f64,
    /// Energy dissipated by all contacts so far, J.
    pub dissipated: f64,
    late: u64,
    late_time: f64,
    gravity: f64,
}

impl RunTally {
    /// An empty tally for a run of `steps` steps that begins with `state`; `gravity` in m/s².
    pub fn begin(state: &State, steps: u64, gravity: &Vec3) -> Self {
        let moving = state.bodies.iter().enumerate().filter(|(_, body)| body.mass.mass.is_finite());
        let tally = |(index, body): (usize, &BodyState)| BodyTally {
            index,
            path: 0.0,
            fastest: body.v.norm(),
            late_path: 0.0,
            changes: [0; 3],
            loads: [(Vec3::zeros(), 0.0); 3],
            at: body.x,
        };
        Self {
            bodies: moving.map(tally).collect(),
            energy_error: 0.0,
            dissipated: 0.0,
            late: steps - (steps as f64 * LAST_PART) as u64,
            late_time: 0.0,
            gravity: gravity.norm(),
        }
    }

    /// Adds the state after a step of `dt` seconds.
    pub fn note(&mut self, state: &State, dt: f64) {
        let late = state.step > self.late;
        if late {
            self.late_time += dt;
        }
        let loads = state.loads();
        for tally in &mut self.bodies {
            let (Some(body), Some(loads)) = (state.bodies.get(tally.index), loads.get(tally.index)) else { continue };
            let distance = (body.x - tally.at).norm();
            tally.path += distance;
            tally.fastest = larger(tally.fastest, body.v.norm());
            tally.at = body.x;
            for ((now, (last, largest)), changes) in loads.iter().zip(&mut tally.loads).zip(&mut tally.changes) {
                *largest = larger(*largest, now.norm());
                if now.norm() > ROUNDING * *largest {
                    *changes += u32::from(late && now.dot(last) < 0.0);
                    *last = *now;
                }
            }
            if late {
                tally.late_path += distance;
            }
        }
        if let Some(accounts) = &state.accounts {
            self.energy_error = larger(self.energy_error, accounts.budget.residual().abs());
            self.dissipated = accounts.budget.contacts.total().dissipated();
        }
    }

    /// Mean speed of a body over the last part of the run, m/s, if it is below a thousandth of √(g·size). `None` for
    /// a faster body, and without gravity.
    pub fn creep(&self, body: &BodyTally, state: &State) -> Option<f64> {
        let size = state.bodies.get(body.index)?.shape.size();
        let speed = body.late_path / self.late_time;
        let moves_on = speed >= CREEPING * (self.gravity * size).sqrt();
        (!moves_on).then_some(speed)
    }

    /// Sign changes per second of the slide force, the roll torque and the spin torque on a body over the last part
    /// of the run, 1/s; NaN if one of these loads was NaN.
    pub fn chatter(&self, body: &BodyTally) -> [f64; 3] {
        std::array::from_fn(|k| match body.loads[k] {
            (_, largest) if largest.is_nan() => f64::NAN,
            _ if self.late_time > 0.0 => f64::from(body.changes[k]) / self.late_time,
            _ => 0.0,
        })
    }
}
