//! Trials: a stage run in many worlds, and its values against their closed forms.

use super::super::rows::CaseRows;
use super::moment::StageState;
use super::stage::{Stage, StageLaw};
use super::world::{StageUnits, World, WorldPose};
use rayon::prelude::*;

/// A value of a run, and its closed form.
#[derive(Clone, Debug)]
pub struct TrialValue {
    what: String,
    expected: f64,
    measured: f64,
    tolerance: f64,
}

impl TrialValue {
    /// A value, its closed form, and how far apart they may be.
    pub fn new(what: impl Into<String>, expected: f64, measured: f64, tolerance: f64) -> Self {
        Self { what: what.into(), expected, measured, tolerance }
    }

    /// A value that must be 0.
    pub(super) fn none(what: impl Into<String>, measured: f64, tolerance: f64) -> Self {
        Self::new(what, 0.0, measured, tolerance)
    }

    /// A value with a relative tolerance.
    pub fn near(what: impl Into<String>, expected: f64, measured: f64, relative: f64) -> Self {
        Self::new(what, expected, measured, relative * expected.abs())
    }

    /// A value that must lie in a range.
    pub(super) fn within(what: impl Into<String>, [low, high]: [f64; 2], measured: f64) -> Self {
        Self::new(what, 0.5 * (low + high), measured, 0.5 * (high - low))
    }

    /// Adds the value as a row.
    pub fn add(self, of: &str, rows: &mut CaseRows) {
        rows.closed_form(format!("{of}: {}", self.what), self.expected, self.measured, self.tolerance);
    }

    /// Quantity; expected value, measured value and tolerance.
    pub(super) fn parts(&self) -> (&str, [f64; 3]) {
        (&self.what, [self.expected, self.measured, self.tolerance])
    }

    /// True if the value is this quantity.
    pub(super) fn is(&self, what: &str) -> bool {
        self.what == what
    }

    /// Difference over tolerance; infinite if a value is NaN.
    fn excess(&self) -> f64 {
        let off = (self.measured - self.expected).abs();
        let excess = if off == 0.0 { 0.0 } else { off / self.tolerance };
        if excess.is_nan() { f64::INFINITY } else { excess }
    }
}

/// One run of a trial.
#[derive(Clone, Debug)]
pub struct TrialRun {
    /// Description of what distinguishes the run within its trial.
    pub(super) name: String,
    pub(super) stage: Stage,
    pub(super) world: World,
}

type Measure = Box<dyn Fn(&TrialRun, &[StageState]) -> Result<Vec<TrialValue>, String> + Sync + Send>;

/// A stage run in several worlds.
pub struct Trial {
    /// Description of laws and motion.
    group: String,
    /// Description of the shapes.
    subject: String,
    /// Times at which each run is read.
    times: Vec<f64>,
    trial_runs: Vec<TrialRun>,
    measure: Measure,
}

impl Trial {
    /// Runs to read at these times, and what is measured then.
    pub fn new(
        group: String,
        subject: impl Into<String>,
        times: &[f64],
        trial_runs: Vec<TrialRun>,
        measure: impl Fn(&TrialRun, &[StageState]) -> Result<Vec<TrialValue>, String> + Sync + Send + 'static,
    ) -> Self {
        Self { group, subject: subject.into(), times: times.to_vec(), trial_runs, measure: Box::new(measure) }
    }

    /// Description and values of each run, or the reason why it ended early.
    pub fn run(&self) -> Vec<(String, Result<Vec<TrialValue>, String>)> {
        let run = |play: &TrialRun| {
            let values = play.stage.play(&play.world, &self.times).and_then(|seen| (self.measure)(play, &seen));
            let place = format!("{}, {}dt {}, {}", self.subject, play.name, play.stage.dt, play.world.words());
            (place, values)
        };
        self.trial_runs.iter().map(run).collect()
    }
}

/// The worst value of a quantity so far.
pub struct WorstRun {
    of: String,
    worst: TrialValue,
    excess: f64,
    place: String,
    count: usize,
    bad: usize,
}

impl WorstRun {
    /// Counts a value of a run, and keeps the worst of each quantity.
    pub fn note(all: &mut Vec<Self>, of: &str, value: TrialValue, place: &str) {
        let excess = value.excess();
        let (bad, place) = (usize::from(excess > 1.0), place.to_string());
        match all.iter_mut().rev().find(|found| found.of == of && found.worst.what == value.what) {
            Some(found) => {
                (found.count, found.bad) = (found.count + 1, found.bad + bad);
                if excess > found.excess {
                    (found.worst, found.excess, found.place) = (value, excess, place);
                }
            }
            None => all.push(Self { of: of.to_string(), worst: value, excess, place, count: 1, bad }),
        }
    }

    /// Adds the row of the worst value, which names its run if the value is outside its tolerance.
    pub fn add(mut self, rows: &mut CaseRows) {
        if self.bad > 0 {
            self.worst.what += &format!(" [{} of {} runs; worst: {}]", self.bad, self.count, self.place);
        }
        self.worst.add(&self.of, rows);
    }
}

/// Runs the trials in parallel. Each quantity of a trial gives one row, that of the run farthest from its closed
/// form; in a sample, all trials of a group share one row per quantity.
pub fn run(trials: &[Trial], whole: bool, rows: &mut CaseRows) {
    let runs: Vec<_> = trials.par_iter().map(Trial::run).collect();
    let mut found: Vec<WorstRun> = Vec::new();
    for (trial, runs) in trials.iter().zip(runs) {
        let of = if whole { format!("{}, {}", trial.group, trial.subject) } else { trial.group.clone() };
        for (place, values) in runs {
            match values {
                Ok(values) => values.into_iter().for_each(|value| WorstRun::note(&mut found, &of, value, &place)),
                // A run without a result fails in a row of its own.
                Err(why) => {
                    let fault = TrialValue::none("runs that end early", f64::NAN, 0.0);
                    WorstRun::note(&mut found, &of, fault, &format!("{place}: {why}"));
                }
            }
        }
    }
    found.into_iter().for_each(|found| found.add(rows));
}

/// The shapes in the trials of a law: all of them or, in a sample under springs, which need many steps, every fourth
/// one, different for each law.
pub(super) fn chosen<T>(shapes: impl IntoIterator<Item = T>, law: StageLaw, whole: bool) -> impl Iterator<Item = T> {
    let takes = move |k: usize| whole || law.is_rigid() || (k + law as usize).is_multiple_of(4);
    shapes.into_iter().enumerate().filter(move |(k, _)| takes(*k)).map(|(_, shape)| shape)
}

/// Sizes of the bodies, m.
const SIZES: [f64; 5] = [1e-6, 1e-3, 1.0, 1e2, 1e3];
const POSES: [WorldPose; 4] = [WorldPose::AsWritten, WorldPose::Turned, WorldPose::Mirrored, WorldPose::Swapped];

/// Every size in every pose; in a sample, three worlds.
pub(super) fn worlds(whole: bool) -> Vec<World> {
    let world = |(size, pose)| World::new(StageUnits::of_size(size), pose);
    if whole {
        return SIZES.into_iter().flat_map(|size| POSES.map(|pose| world((size, pose)))).collect();
    }
    [(1e-6, WorldPose::Turned), (1.0, WorldPose::Swapped), (1e3, WorldPose::Mirrored)].map(world).to_vec()
}

/// Every size in one pose each, for stages that need many steps; in a sample, one world.
pub(super) fn few_worlds(whole: bool) -> Vec<World> {
    let world = |(size, pose)| World::new(StageUnits::of_size(size), pose);
    if whole {
        let poses =
            [WorldPose::Turned, WorldPose::Mirrored, WorldPose::AsWritten, WorldPose::Swapped, WorldPose::Turned];
        return SIZES.into_iter().zip(poses).map(world).collect();
    }
    vec![world((1e-6, WorldPose::Turned))]
}

/// The worlds for the law of a stage.
pub(super) fn worlds_of(stage: &Stage, whole: bool) -> Vec<World> {
    if stage.law.is_rigid() { worlds(whole) } else { few_worlds(whole) }
}

/// Runs of a stage with each step size, in every world for its law.
pub fn trial_runs(name: &str, stage: &Stage, steps: &[f64], whole: bool) -> Vec<TrialRun> {
    trial_runs_in(&worlds_of(stage, whole), name, stage, steps)
}

/// Runs of a stage with each step size, in each of `worlds`.
pub(super) fn trial_runs_in(worlds: &[World], name: &str, stage: &Stage, steps: &[f64]) -> Vec<TrialRun> {
    let of = |dt: &f64| {
        let stage = Stage { dt: *dt, ..stage.clone() };
        worlds.iter().map(move |world| TrialRun { name: name.to_string(), stage: stage.clone(), world: *world })
    };
    steps.iter().flat_map(of).collect()
}
