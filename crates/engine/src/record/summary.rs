//! Summary of a run: `summary.json`.

use super::impacts::ImpactList;
use super::recording::Difference;
use crate::laws::math::extremes::larger;
use crate::observe::kinetic::KineticParts;
use crate::observe::stability::Stability;
use crate::observe::state::{ContactView, State};
use crate::scene::Cones;
use crate::step::{CaseReport, DaeCase};
use serde::Serialize;

/// The summary of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Title of the scene.
    pub title: String,
    /// Hash of the scene text after `--set`.
    pub scene_hash: String,
    /// Scene text after `--set`.
    pub settings: String,
    /// Step size, s.
    #[serde(rename = "dt [s]")]
    pub dt: f64,
    /// Number of completed steps.
    pub steps: u64,
    /// Simulated time, s.
    #[serde(rename = "time [s]")]
    pub time: f64,
    /// Wall time, s. Only this field and `steps_per_second` differ between two identical runs.
    pub wall_seconds: f64,
    /// Steps per second of wall time.
    pub steps_per_second: f64,
    /// Hash of the final state.
    pub state_hash: String,
    /// Largest Δt/Δt_crit of the run, by component.
    pub dt_over_critical: Stability,
    /// Warnings about the scene, and about steps that the solver did not solve, one line each.
    pub warnings: Vec<String>,
    /// Why the run ended early: reason of the guard, or interruption; null if it completed.
    pub stopped: Option<String>,
    /// True if the run was interrupted.
    #[serde(skip)]
    pub interrupted: bool,
    /// Speed below which a body is at rest, m/s.
    #[serde(rename = "rest_speed [m/s]")]
    pub rest_speed: f64,
    /// First state that differs from the recording, in a replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// Report of the solver of rigid contacts; omitted if the scene has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverSummary>,
    /// Report of the solver of static friction; omitted without the slide law `dae`.
    #[serde(flatten)]
    pub dae: Option<DaeSummary>,
    /// Largest plastic slip of a step over D_c, of the contacts at the end, since each began; omitted without the slide
    /// law `rate-state`. Above 0.1 the law is inaccurate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_slip_per_d_c: Option<f64>,
    /// Kinetic energies `E_com`, `E_diff` and `E_rot` at the end.
    #[serde(flatten)]
    pub kinetic: KineticParts,
    /// Number of contacts at the end.
    pub contacts: usize,
    /// Pairs of bodies that met and parted; omitted in a run that writes no folder, and in an imported one.
    #[serde(flatten)]
    pub impacts: Option<ImpactList>,
    /// Final state of each body.
    pub bodies: Vec<BodySummary>,
}

/// Largest plastic slip of a step over D_c of the contacts of a state, since each began; `None` without the slide law
/// `rate-state`.
pub fn largest_slip_per_d_c(state: &State) -> Option<f64> {
    state.contacts.iter().filter_map(ContactView::largest_slip_per_d_c).reduce(larger)
}

/// Warning about steps of `rate-state` that slipped further than D_c; `None` if there are none.
pub fn slip_warning(largest_slip_per_d_c: Option<f64>) -> Option<String> {
    let slip = largest_slip_per_d_c.filter(|slip| *slip > 1.0 || slip.is_nan())?;
    Some(format!(
        "a step of `rate-state` slipped {slip:.2} times its d_c, over which a contact forgets its state: the run is not \
         accurate; use a smaller dt, 0.1 d_c or less for each step"
    ))
}

/// Convergence of the rigid contacts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SolverSummary {
    /// `Exact` or `Relaxed`.
    pub form: &'static str,
    /// `Auto`, `GaussSeidel`, `Apgd` or `Newton`.
    pub method: &'static str,
    /// Number of steps with a rigid contact.
    pub steps: u64,
    /// Number of steps that ended above the tolerance.
    pub steps_unconverged: u64,
    /// Number of steps solved in the relaxed form, because the exact form ended above a tenth of gΔt.
    pub steps_relaxed: u64,
    /// Number of steps whose impulses were scaled down, because they would have added energy.
    pub steps_scaled: u64,
    /// Largest residual at the end of a step, m/s.
    pub worst_residual: f64,
    /// Mean number of passes over the contacts in these steps; in each step, the island with the most passes counts.
    pub mean_iterations: f64,
}

impl SolverSummary {
    /// Summary of a case; `None` if it had no rigid contact.
    pub fn from_report(cones: &Cones, report: &CaseReport) -> Option<Self> {
        (report.steps > 0).then(|| Self {
            form: cones.form_name(),
            method: cones.method_name(),
            steps: report.steps,
            steps_unconverged: report.unconverged,
            steps_relaxed: report.relaxed,
            steps_scaled: report.scaled,
            worst_residual: report.worst_residual,
            mean_iterations: report.iterations as f64 / report.steps as f64,
        })
    }

    /// Warning about steps that ended above this tolerance, m/s; `None` if there are none.
    pub fn warning(&self, tolerance: f64) -> Option<String> {
        let Self { steps, steps_unconverged, steps_relaxed, steps_scaled, worst_residual, .. } = self;
        let share = 100.0 * *steps_unconverged as f64 / *steps as f64;
        let rescued = match (steps_relaxed, steps_scaled) {
            (0, 0) => String::new(),
            _ => format!(
                ", {steps_relaxed} of them solved in the relaxed form, {steps_scaled} scaled down lest they add energy"
            ),
        };
        (*steps_unconverged > 0).then(|| {
            format!(
                "{steps_unconverged} of {steps} steps with rigid contacts ({share:.1} %) ended above the tolerance of the \
                 solver: residuals up to {worst_residual:.1e} m/s, tolerance {tolerance:.1e} m/s{rescued}; allow more \
                 iterations, or a smaller dt"
            )
        })
    }
}

/// Sweeps needed by the solver of static friction in a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DaeSummary {
    /// Mean number of sweeps over the contacts per step with a `dae` contact.
    pub sweeps_mean: f64,
    /// Number of steps that used all allowed sweeps and ended above the tolerance.
    pub sweeps_exhausted: u64,
}

impl DaeSummary {
    /// Summary of a case; `None` if it had no `dae` contact.
    pub fn from_report(case: &DaeCase) -> Option<Self> {
        let sweeps_mean = case.sweeps as f64 / case.steps as f64;
        (case.steps > 0).then_some(Self { sweeps_mean, sweeps_exhausted: case.exhausted })
    }
}

/// One body at the end of a run.
#[derive(Clone, Debug, Serialize)]
pub struct BodySummary {
    /// Name of the body.
    pub name: String,
    /// True if loads can move the body.
    #[serde(skip)]
    pub moves: bool,
    /// Steady state class `S`, `PR`, `PS` or `RwS` (FN20 Table 4); null for a body that no contact presses, such as a
    /// body in flight, and for a body that cannot move.
    pub class: Option<&'static str>,
    /// Final velocity, m/s, world.
    #[serde(rename = "velocity [m/s]")]
    pub velocity: [f64; 3],
    /// Final angular velocity, rad/s, world.
    #[serde(rename = "angular_velocity [rad/s]")]
    pub angular_velocity: [f64; 3],
    /// Time from which the body stays at rest to the end, s; null if it moves at the end.
    #[serde(rename = "rest_time [s]")]
    pub rest_time: Option<f64>,
}
