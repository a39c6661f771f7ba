//! What a run comes to: `summary.json`.

use super::kinetic::KineticParts;
use super::recording::Difference;
use super::stability::Stability;
use super::state::{BodyState, ContactView, State};
use crate::laws::element::Mode;
use crate::scene::Cones;
use crate::step::{CaseReport, DaeCase};
use serde::Serialize;

/// A body counts as resting while no point of it moves faster than this, m/s.
pub const REST_SPEED: f64 = 1e-5;

/// The summary of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Title of the scene.
    pub title: String,
    /// Hash of the scene's text after `--set`.
    pub scene_hash: String,
    /// The scene's text after `--set`.
    pub settings: String,
    /// Step size, s.
    #[serde(rename = "dt [s]")]
    pub dt: f64,
    /// Steps done.
    pub steps: u64,
    /// Simulated time, s.
    #[serde(rename = "time [s]")]
    pub time: f64,
    /// Wall time, s: the one thing that differs between two equal runs, with the next.
    pub wall_seconds: f64,
    /// Steps per second of wall time.
    pub steps_per_second: f64,
    /// Hash of the last state.
    pub state_hash: String,
    /// Largest Δt/Δt_crit seen, by component.
    pub dt_over_critical: Stability,
    /// What a user should know of the scene before it runs, a line each.
    pub warnings: Vec<String>,
    /// Why the run did not come to its end: what the guard says, or that it was interrupted; null if it did.
    pub stopped: Option<String>,
    /// It was interrupted.
    #[serde(skip)]
    pub interrupted: bool,
    /// Speed below which a body counts as resting, m/s.
    #[serde(rename = "rest_speed [m/s]")]
    pub rest_speed: f64,
    /// The first state that is not that of the recording that was run again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// What the solver of rigid contacts says; left out of a scene without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverSummary>,
    /// What the solver of static friction says, with the slide law `dae`; left out of a scene without.
    #[serde(flatten)]
    pub dae: Option<DaeSummary>,
    /// `E_com`, `E_diff` and `E_rot` at the end.
    #[serde(flatten)]
    pub kinetic: KineticParts,
    /// Each body at the end.
    pub bodies: Vec<BodySummary>,
}

/// How well the rigid contacts of a run were solved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SolverSummary {
    /// `Exact` or `Relaxed`.
    pub form: &'static str,
    /// `Auto`, `GaussSeidel`, `Apgd` or `Newton`.
    pub method: &'static str,
    /// Steps that had a rigid contact.
    pub steps: u64,
    /// Those of them that ended above the tolerance.
    pub steps_unconverged: u64,
    /// The largest residual at the end of a step, m/s.
    pub worst_residual: f64,
    /// Passes over the contacts, of a step the most of its islands, on average over these steps.
    pub mean_iterations: f64,
}

impl SolverSummary {
    /// Of a case; `None` if it had no rigid contact.
    pub fn of(cones: &Cones, report: &CaseReport) -> Option<Self> {
        (report.steps > 0).then(|| Self {
            form: cones.form_name(),
            method: cones.method_name(),
            steps: report.steps,
            steps_unconverged: report.unconverged,
            worst_residual: report.worst_residual,
            mean_iterations: report.iterations as f64 / report.steps as f64,
        })
    }
}

/// How many sweeps static friction took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DaeSummary {
    /// Sweeps over the contacts in a step, on average over the steps that had a contact with `dae`.
    pub sweeps_mean: f64,
    /// Those of them that had all the sweeps they may have and ended above the tolerance.
    pub sweeps_exhausted: u64,
}

impl DaeSummary {
    /// Of a case; `None` if it had no such contact.
    pub fn of(case: &DaeCase) -> Option<Self> {
        let sweeps_mean = case.sweeps as f64 / case.steps as f64;
        (case.steps > 0).then_some(Self { sweeps_mean, sweeps_exhausted: case.exhausted })
    }
}

/// One body at the end of a run.
#[derive(Clone, Debug, Serialize)]
pub struct BodySummary {
    /// Name.
    pub name: String,
    /// Whether loads can move it.
    #[serde(skip)]
    pub moves: bool,
    /// `S`, `PR`, `PS` or `RwS` (Table 4); null for a body that touches nothing or cannot move.
    pub class: Option<&'static str>,
    /// Last velocity, m/s, world.
    #[serde(rename = "velocity [m/s]")]
    pub velocity: [f64; 3],
    /// Last angular velocity, rad/s, world.
    #[serde(rename = "angular_velocity [rad/s]")]
    pub angular_velocity: [f64; 3],
    /// From when on it rests to the end, s; null if it does not.
    #[serde(rename = "rest_time [s]")]
    pub rest_time: Option<f64>,
}

/// The steady state classes (FN20 section 4.3, Table 4): static, pure rolling, pure slip, rolling with slip.
pub const CLASSES: &[&str] = &["S", "PR", "PS", "RwS"];

/// The steady state class of every body, of [`CLASSES`], by the modes of its contacts. Where roll friction is off, a body that
/// turns counts as rolling. `None` for a body that touches nothing or cannot move. Each contact is looked at once.
pub fn classes(state: &State) -> Vec<Option<&'static str>> {
    let mut seen = vec![ContactsSeen::default(); state.bodies.len()];
    for contact in &state.contacts {
        for key in [contact.pair.key.i, contact.pair.key.j] {
            if let Some(seen) = seen.get_mut(key as usize) {
                seen.note(state, contact, key as usize);
            }
        }
    }
    seen.iter().zip(&state.bodies).map(|(seen, body)| seen.class(body).map(|class| CLASSES[class])).collect()
}

/// That of one body, by its place in [`CLASSES`].
pub fn class(state: &State, index: usize) -> Option<usize> {
    let mut seen = ContactsSeen::default();
    let is_its = |contact: &&ContactView| [contact.pair.key.i, contact.pair.key.j].contains(&(index as u32));
    state.contacts.iter().filter(is_its).for_each(|contact| seen.note(state, contact, index));
    seen.class(state.bodies.get(index)?)
}

/// What the contacts of a body do.
#[derive(Clone, Copy, Debug, Default)]
struct ContactsSeen {
    touches: bool,
    slips: bool,
    rolls: bool,
}

impl ContactsSeen {
    /// Takes in a contact of the body of this number.
    fn note(&mut self, state: &State, contact: &ContactView, index: usize) {
        let Some(body) = state.bodies.get(index) else { return };
        let (key, derived) = (&contact.pair.key, &contact.normal.derived);
        let (roll, spring, partner) = if key.i as usize == index {
            (&contact.roll.i, &derived.roll_i, key.j)
        } else {
            (&contact.roll.j, &derived.roll_j, key.i)
        };
        let n = &contact.frame.now.n;
        let w = body.w - state.bodies.get(partner as usize).map_or_else(Default::default, |partner| partner.w);
        let turning = (w - n * n.dot(&w)).norm() * body.shape.size() > REST_SPEED;
        self.touches = true;
        self.slips |= contact.slide.0.mode == Mode::Slip;
        self.rolls |= if spring.is_on() { roll.mode == Mode::Slip } else { turning };
    }

    fn class(self, of: &BodyState) -> Option<usize> {
        let class = 2 * usize::from(self.slips) + usize::from(self.rolls);
        (self.touches && of.mass.mass.is_finite()).then_some(class)
    }
}
