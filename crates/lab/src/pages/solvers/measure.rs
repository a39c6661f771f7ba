//! Runs every form and method in every case.

use super::cases::{SolverCase, cases};
use crate::trace::StudyError;
use std::time::Instant;
use stickslip_engine::laws::math::extremes::larger;
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{ConeMethod, Cones, Scene};

/// A case, and the results of each form and method.
pub struct MeasuredCase {
    pub(super) case: SolverCase,
    pub(super) rows: Vec<MethodRow>,
}

/// Results of one form and method in the steps of a case that have a contact.
pub(super) struct MethodRow {
    pub(super) cones: Cones,
    /// `None` if the method is not available for this many contacts.
    pub(super) costs: Option<StepCosts>,
}

/// Costs over the measured steps.
#[derive(Clone, Copy, Default)]
pub(super) struct StepCosts {
    /// Number of steps with a contact.
    pub(super) steps: u64,
    /// Passes over the contacts of the island that needs the most, summed over the steps.
    pub(super) passes: u64,
    /// Largest number of passes in one step.
    pub(super) most: u64,
    /// Number of steps that ended above the tolerance.
    pub(super) unsolved: u64,
    /// Largest residual at the end of a step, m/s.
    pub(super) worst: f64,
    /// Wall time of whole steps, s.
    pub(super) seconds: f64,
    /// Largest number of contacts in a step.
    pub(super) contacts: usize,
}

/// Largest number of contacts for the direct method, whose matrix has (6 n)² entries.
const MAX_NEWTON_CONTACTS: usize = 300;

/// Measures every case on one thread.
pub fn measure_all() -> Result<Vec<MeasuredCase>, StudyError> {
    cases()?.into_iter().map(measure).collect()
}

fn measure(case: SolverCase) -> Result<MeasuredCase, StudyError> {
    let mut rows = Vec::new();
    let mut contacts = 0;
    for (_, form) in Cones::FORMS {
        for (_, method) in Cones::METHODS {
            let cones = Cones { form, method, ..case.scene.solver };
            let fits = method != ConeMethod::Newton || contacts <= MAX_NEWTON_CONTACTS;
            let costs = if fits { Some(run(&case, cones)?) } else { None };
            contacts = contacts.max(costs.map_or(0, |costs| costs.contacts));
            rows.push(MethodRow { cones, costs });
        }
    }
    Ok(MeasuredCase { case, rows })
}

fn run(case: &SolverCase, cones: Cones) -> Result<StepCosts, StudyError> {
    let scene = Scene { solver: cones, ..case.scene.clone() };
    let mut simulation = match &case.start {
        Some(start) => Simulation::at(&scene, start.clone())
            .ok_or_else(|| StudyError::new(case.name, "the initial state belongs to another scene"))?,
        None => Simulation::new(&scene),
    };
    simulation.use_threads(1);
    let mut costs = StepCosts::default();
    for _ in 0..case.steps {
        let begin = Instant::now();
        simulation.step();
        let seconds = begin.elapsed().as_secs_f64();
        let last = simulation.cones().last;
        if last.islands == 0 {
            continue;
        }
        costs.steps += 1;
        costs.passes += last.iterations;
        costs.most = costs.most.max(last.iterations);
        costs.unsolved += u64::from(last.unconverged > 0);
        costs.worst = larger(costs.worst, last.residual);
        costs.seconds += seconds;
        costs.contacts = costs.contacts.max(last.contacts);
    }
    match simulation.stopped() {
        Some(why) => Err(StudyError::new(case.name, why)),
        None => Ok(costs),
    }
}
