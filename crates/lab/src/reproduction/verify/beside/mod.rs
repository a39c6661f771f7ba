//! Closed forms beyond the papers, for combinations that users make: every shape on every other, under every normal
//! law and solver, at sizes from 1e-6 to 1e3 m and in several poses of the world.
//!
//! A row shows the worst of many runs; if it fails, it names that run. Stages are in units of the bodies' size, of the
//! time in which gravity accelerates them over that distance (√(size/g)) and of their mass, so that one number applies
//! at every size. `docs/beside.md` lists what is covered.

mod bounce;
mod conformance;
mod conformance_impacts;
mod conformance_setting;
mod conformance_turning;
mod energy;
mod free;
mod impact_limit;
pub(crate) mod moment;
mod rest;
mod scale;
pub(crate) mod shapes;
mod slide;
pub(crate) mod stage;
pub(crate) mod trial;
mod world;

pub use conformance::{ConformanceValue, conformance_values};

use super::plan::VerifyPlan;
use super::rows::CaseRows;
use crate::trace::StudyError;
use conformance::{ALL, OF_BLOCKS};
use conformance_setting::CaseSetting;
use stage::StageLaw;

/// Bodies rest where they touch ground or a tube.
pub(super) fn rest(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut trials = rest::on_ground(plan.matrix);
    trials.extend(rest::in_a_tube(plan.matrix));
    trials.push(rest::on_area(plan.matrix));
    trial::run(&trials, plan.matrix, rows);
    Ok(())
}

/// Two bodies rest on each other.
pub(super) fn stack(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    trial::run(&rest::stacks(plan.matrix), plan.matrix, rows);
    Ok(())
}

/// Bodies slide with μ, hold below the limit, and begin to roll.
pub(super) fn slide(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut trials = slide::slides(plan.matrix);
    trials.extend(slide::slopes(plan.matrix));
    trials.extend(slide::rolls(plan.matrix));
    trial::run(&trials, plan.matrix, rows);
    Ok(())
}

/// Bodies bounce with restitution e.
pub(super) fn bounce(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut trials = bounce::on_ground(plan.matrix);
    trials.extend(bounce::head_on(plan.matrix));
    trials.extend(bounce::oblique(plan.matrix));
    trials.extend(impact_limit::slides(plan.matrix));
    trials.extend(impact_limit::turns(plan.matrix));
    trial::run(&trials, plan.matrix, rows);
    Ok(())
}

/// Free bodies conserve momentum and angular momentum, and gain no energy.
pub(super) fn free(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let mut trials = free::pairs(plan.matrix);
    trials.extend(free::tops(plan.matrix));
    trial::run(&trials, plan.matrix, rows);
    Ok(())
}

/// Results are the same at every size.
pub(super) fn scale(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    trial::run(&scale::falls(plan.matrix), plan.matrix, rows);
    Ok(())
}

/// The energy of passive rigid bodies never rises.
pub(super) fn energy(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    trial::run(&energy::random(plan.matrix), plan.matrix, rows);
    Ok(())
}

/// The conformance cases with rigid contacts.
pub(super) fn conformance_cones(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let steps: &[f64] = if plan.matrix { &[1e-2, 1e-3] } else { &[1e-2] };
    let settings: Vec<CaseSetting> = steps.iter().map(|dt| CaseSetting { law: StageLaw::Cones, dt: *dt }).collect();
    conformance::run(&settings, &ALL, rows);
    Ok(())
}

/// The conformance cases with the paper's springs.
pub(super) fn conformance_springs(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let numbers: &[u8] = if plan.matrix { &ALL } else { &[3, 10, 13, 21, 23, 24, 25] };
    conformance::run(&[CaseSetting { law: StageLaw::Hooke, dt: 1e-4 }], numbers, rows);
    Ok(())
}

/// The conformance cases of blocks with static friction as a constraint.
pub(super) fn conformance_dae(plan: &VerifyPlan, rows: &mut CaseRows) -> Result<(), StudyError> {
    let numbers: &[u8] = if plan.matrix { &OF_BLOCKS } else { &[3, 13] };
    conformance::run(&[CaseSetting { law: StageLaw::Dae, dt: 1e-4 }], numbers, rows);
    Ok(())
}
