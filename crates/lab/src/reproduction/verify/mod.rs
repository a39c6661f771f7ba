//! `stickslip verify`: every number of the paper against the simulated value, and the engine against closed forms.
//!
//! Source of the numbers: FN20 (see `laws`) and, where a row says so, the data of its published figures and reruns of
//! the authors' programs. Where the text contradicts the figure or the program, the simulation must match the latter,
//! and the row is marked as an erratum.

pub(crate) mod beside;
mod bodies;
mod case;
mod cones;
mod coupled;
pub(crate) mod curves;
mod plan;
mod planar;
mod polygons;
mod rate;
mod reports;
pub(crate) mod rows;
mod slide;
mod sphere;
mod spin;
mod suites;
mod torques;

pub use beside::{ConformanceValue, conformance_values};
pub use case::Case;
pub use plan::VerifyPlan;
pub use rows::{RowKind, VerifyRow, short, table, tally};

use crate::trace::StudyError;
use rows::CaseRows;
use std::sync::LazyLock;

/// The cases of the paper in its order, then rigid contacts, polygons, and the cases beyond the papers.
static OWN_CASES: &[Case] = &[
    Case { seconds: 0.1, id: "brick-holds", title: "4.1 A brick sticks at 0.18 rad", run: slide::brick_holds },
    Case { seconds: 0.1, id: "brick-oscillates", title: "4.1 The same without damping", run: slide::brick_oscillates },
    Case { seconds: 0.1, id: "brick-slips", title: "4.1 A brick slips at 0.25 rad", run: slide::brick_slips },
    Case { seconds: 2.2, id: "disk", title: "4.2 A sliding disk begins to roll and stops", run: slide::disk },
    Case {
        seconds: 0.5,
        id: "disk-legacy",
        title: "4.2 The disk at rest under two roll laws",
        run: slide::disk_legacy,
    },
    Case { seconds: 0.1, id: "sphere-35", title: "4.3 A sphere goes up an incline of 35 degrees", run: sphere::up_35 },
    Case { seconds: 2.2, id: "sphere-classes", title: "4.3 Borders of the four steady states", run: sphere::borders },
    Case { seconds: 13.0, id: "sphere-map", title: "4.3 The map of the four steady states", run: sphere::map },
    Case { seconds: 5.4, id: "spin", title: "4.4 A spinning sphere, heuristic model", run: spin::heuristic },
    Case { seconds: 5.0, id: "spin-hertz", title: "4.4 A spinning sphere, Hertz model", run: spin::hertz },
    Case { seconds: 0.4, id: "ellipsoid-falls", title: "4.5.1 An ellipsoid falls over", run: bodies::ellipsoid_falls },
    Case { seconds: 2.1, id: "ellipsoid-spin", title: "4.5.2 A spinning ellipsoid", run: bodies::ellipsoid_spin },
    Case { seconds: 1.7, id: "stack", title: "4.6 Three balls", run: bodies::stack },
    Case {
        seconds: 3.0,
        id: "cones-roll",
        title: "Rigid contacts: a ball rolls and stops (closed forms)",
        run: cones::roll,
    },
    Case {
        seconds: 2.0,
        id: "cones-incline",
        title: "Rigid contacts: a ball rests, rolls or slides (closed forms)",
        run: cones::incline,
    },
    Case {
        seconds: 1.0,
        id: "cones-spin",
        title: "Rigid contacts: a ball spins, and slides (closed forms)",
        run: cones::spin,
    },
    Case {
        seconds: 1.0,
        id: "cones-bowling",
        title: "Rigid contacts: from sliding to rolling (closed forms)",
        run: cones::bowling,
    },
    Case {
        seconds: 1.5,
        id: "cones-block",
        title: "Rigid contacts: a block at its limit angle, and set down (closed forms)",
        run: cones::block,
    },
    Case {
        seconds: 0.1,
        id: "cones-column",
        title: "Rigid contacts: heavy on light (closed forms)",
        run: cones::column,
    },
    Case {
        seconds: 2.5,
        id: "cones-spool",
        title: "Rigid contacts: a spool and its thread (closed forms)",
        run: cones::spool,
    },
    Case {
        seconds: 0.7,
        id: "cones-relaxed",
        title: "Rigid contacts in the relaxed form of their source (closed forms)",
        run: cones::relaxed,
    },
    Case {
        seconds: 2.0,
        id: "cones-bearings",
        title: "Rigid contacts: bearings and guideways (closed forms)",
        run: cones::bearings,
    },
    Case {
        seconds: 0.3,
        id: "polygons-slope",
        title: "Polygons, static friction as a constraint: a square on a slope (closed forms)",
        run: polygons::slope,
    },
    Case {
        seconds: 0.2,
        id: "polygons-turning",
        title: "Static friction as a constraint: a hexagon between six walls, a ball that rolls or slides (closed forms)",
        run: polygons::turning,
    },
    Case {
        seconds: 1.0,
        id: "polygons-bed",
        title: "Polygons: bounces, rocking and hits on the area of the overlap (closed forms)",
        run: polygons::bed,
    },
    Case {
        seconds: 3.0,
        id: "dae-torques",
        title: "Roll and spin friction as constraints: round bodies that rest, roll, stop and spin down (closed forms)",
        run: torques::torques,
    },
    Case {
        seconds: 6.0,
        id: "rate-stribeck",
        title: "Friction of speed and rest: Stribeck (closed forms)",
        run: rate::stribeck,
    },
    Case {
        seconds: 5.0,
        id: "rate-lugre",
        title: "Friction of speed and rest: LuGre (closed forms)",
        run: rate::lugre,
    },
    Case {
        seconds: 5.0,
        id: "rate-elasto-plastic",
        title: "Friction of speed and rest: elasto-plastic bristles (closed forms)",
        run: rate::elasto_plastic,
    },
    Case {
        seconds: 8.0,
        id: "rate-state",
        title: "Friction of speed and rest: rate and state (closed forms)",
        run: rate::rate_state,
    },
    Case {
        seconds: 2.0,
        id: "rate-grain",
        title: "Beside the papers: friction along and across a grain (closed forms)",
        run: coupled::grain,
    },
    Case {
        seconds: 2.0,
        id: "rate-limit",
        title: "Beside the papers: slide and spin under one limit (closed forms)",
        run: coupled::limit,
    },
    Case {
        seconds: 2.3,
        id: "beside-rest",
        title: "Beside the papers: bodies rest where they touch",
        run: beside::rest,
    },
    Case {
        seconds: 3.8,
        id: "beside-stack",
        title: "Beside the papers: bodies rest on each other",
        run: beside::stack,
    },
    Case {
        seconds: 0.8,
        id: "beside-slide",
        title: "Beside the papers: bodies slide with mu, hold below it, and begin to roll",
        run: beside::slide,
    },
    Case { seconds: 3.2, id: "beside-bounce", title: "Beside the papers: bodies bounce with e", run: beside::bounce },
    Case {
        seconds: 1.2,
        id: "beside-free",
        title: "Beside the papers: free bodies keep momentum, angular momentum and energy",
        run: beside::free,
    },
    Case {
        seconds: 0.5,
        id: "beside-scale",
        title: "Beside the papers: the same numbers at every size",
        run: beside::scale,
    },
    Case {
        seconds: 0.1,
        id: "beside-energy",
        title: "Beside the papers: energy of rigid bodies never rises",
        run: beside::energy,
    },
    Case {
        seconds: 0.2,
        id: "conformance-cones",
        title: "Beside the papers: the cases that compare engines, rigid contacts",
        run: beside::conformance_cones,
    },
    Case {
        seconds: 0.3,
        id: "conformance-springs",
        title: "Beside the papers: the cases that compare engines, springs",
        run: beside::conformance_springs,
    },
    Case {
        seconds: 0.2,
        id: "conformance-dae",
        title: "Beside the papers: the cases that compare engines, static friction as a constraint",
        run: beside::conformance_dae,
    },
];

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| [OWN_CASES, reports::CASES, suites::CASES].concat());

/// All cases: the paper's in its order, then rigid contacts, polygons, the cases beyond the papers, public bug reports, and the
/// suites of other programs.
pub fn cases() -> &'static [Case] {
    &CASES
}

/// The cases of the suites of other programs.
pub fn suite_cases() -> Vec<&'static Case> {
    cases().iter().filter(|case| case.is_suite()).collect()
}

/// The cases with these identifiers; all cases if `ids` is empty.
pub fn wanted(ids: &[String]) -> Vec<&'static Case> {
    cases().iter().filter(|case| ids.is_empty() || ids.iter().any(|id| id == case.id)).collect()
}

/// Runs the cases in parallel, compares their curves, and calls `tell` after each case.
pub fn verify(
    wanted: &[&'static Case],
    plan: &VerifyPlan,
    tell: &(dyn Fn(&Case) + Sync),
) -> Result<Vec<VerifyRow>, StudyError> {
    use rayon::prelude::*;
    let run = |case: &&Case| {
        let mut rows = CaseRows { case: case.id, rows: Vec::new() };
        (case.run)(plan, &mut rows)?;
        curves::compare(case.id, &plan.source, &mut rows)?;
        tell(case);
        Ok(rows.rows)
    };
    let rows: Result<Vec<Vec<VerifyRow>>, StudyError> = wanted.par_iter().map(run).collect();
    Ok(rows?.into_iter().flatten().collect())
}
