//! Trials: a stage in many worlds, and its values against their closed forms.

use super::super::rows::CaseRows;
use super::stage::{Moment, Pose, Stage, Units, World};
use rayon::prelude::*;

/// A value of a run and what it must be.
#[derive(Clone, Debug)]
pub(super) struct Value {
    what: String,
    expected: f64,
    measured: f64,
    tolerance: f64,
}

impl Value {
    pub(super) fn new(what: impl Into<String>, expected: f64, measured: f64, tolerance: f64) -> Self {
        Self { what: what.into(), expected, measured, tolerance }
    }

    /// A value that must be 0.
    pub(super) fn none(what: impl Into<String>, measured: f64, tolerance: f64) -> Self {
        Self::new(what, 0.0, measured, tolerance)
    }

    /// A value within a relative tolerance.
    pub(super) fn near(what: impl Into<String>, expected: f64, measured: f64, relative: f64) -> Self {
        Self::new(what, expected, measured, relative * expected.abs())
    }

    /// A value that lies in a range.
    pub(super) fn within(what: impl Into<String>, [low, high]: [f64; 2], measured: f64) -> Self {
        Self::new(what, 0.5 * (low + high), measured, 0.5 * (high - low))
    }

    /// Adds it as a row of this subject.
    pub(super) fn add(self, of: &str, rows: &mut CaseRows) {
        rows.closed_form(format!("{of}: {}", self.what), self.expected, self.measured, self.tolerance);
    }

    /// True for this quantity.
    pub(super) fn is(&self, what: &str) -> bool {
        self.what == what
    }

    /// Difference over tolerance; infinite if a number is missing.
    fn excess(&self) -> f64 {
        let off = (self.measured - self.expected).abs();
        let excess = if off == 0.0 { 0.0 } else { off / self.tolerance };
        if excess.is_nan() { f64::INFINITY } else { excess }
    }
}

/// One run of a trial.
#[derive(Clone, Debug)]
pub(super) struct Play {
    /// What distinguishes it, in words.
    pub(super) name: String,
    pub(super) stage: Stage,
    pub(super) world: World,
}

type Measure = Box<dyn Fn(&Play, &[Moment]) -> Result<Vec<Value>, String> + Sync + Send>;

/// A stage in several worlds; each of its quantities gives one row, that of the run farthest from its closed form.
pub(super) struct Trial {
    what: String,
    /// When each run is read.
    times: Vec<f64>,
    plays: Vec<Play>,
    measure: Measure,
}

impl Trial {
    pub(super) fn new(
        what: String,
        times: &[f64],
        plays: Vec<Play>,
        measure: impl Fn(&Play, &[Moment]) -> Result<Vec<Value>, String> + Sync + Send + 'static,
    ) -> Self {
        Self { what, times: times.to_vec(), plays, measure: Box::new(measure) }
    }

    fn run(&self) -> Vec<Value> {
        let mut found: Vec<Found> = Vec::new();
        let mut faults: Vec<String> = Vec::new();
        for play in &self.plays {
            let values = play.stage.play(&play.world, &self.times).and_then(|seen| (self.measure)(play, &seen));
            let where_ = || format!("{}dt {}, {}", play.name, play.stage.dt, play.world.words());
            match values {
                Ok(values) => values.into_iter().for_each(|value| Found::note(&mut found, value, &where_)),
                Err(why) => faults.push(format!("{}: {why}", where_())),
            }
        }
        let mut rows: Vec<Value> = found.into_iter().map(Found::row).collect();
        if let Some(first) = faults.first() {
            let what = format!("{} of {} runs fail, as {first}", faults.len(), self.plays.len());
            rows.push(Value::none(what, f64::NAN, 0.0));
        }
        rows
    }
}

/// The worst value of a quantity so far.
struct Found {
    worst: Value,
    excess: f64,
    in_world: String,
    count: usize,
    bad: usize,
}

impl Found {
    fn note(all: &mut Vec<Self>, value: Value, in_world: &dyn Fn() -> String) {
        let excess = value.excess();
        let bad = usize::from(excess > 1.0);
        match all.iter_mut().find(|found| found.worst.what == value.what) {
            Some(found) => {
                (found.count, found.bad) = (found.count + 1, found.bad + bad);
                if excess > found.excess {
                    (found.worst, found.excess, found.in_world) = (value, excess, in_world());
                }
            }
            None => all.push(Self { worst: value, excess, in_world: in_world(), count: 1, bad }),
        }
    }

    /// The row of the worst value, which names its run if it is not within its tolerance.
    fn row(self) -> Value {
        let mut what = self.worst.what.clone();
        if self.bad > 0 {
            what += &format!(" [{} of {} runs; worst: {}]", self.bad, self.count, self.in_world);
        }
        Value { what, ..self.worst }
    }
}

/// Runs the trials, on all threads, and adds their rows in order.
pub(super) fn run(trials: &[Trial], rows: &mut CaseRows) {
    let found: Vec<Vec<Value>> = trials.par_iter().map(Trial::run).collect();
    for (trial, values) in trials.iter().zip(found) {
        values.into_iter().for_each(|value| value.add(&trial.what, rows));
    }
}

/// Sizes of the bodies, m.
const SIZES: [f64; 5] = [1e-6, 1e-3, 1.0, 1e2, 1e3];
const POSES: [Pose; 4] = [Pose::AsWritten, Pose::Turned, Pose::Mirrored, Pose::Swapped];

/// Every size in every pose; as a sample, three.
pub(super) fn worlds(whole: bool) -> Vec<World> {
    let world = |(size, pose)| World::new(Units::of_size(size), pose);
    if whole {
        return SIZES.into_iter().flat_map(|size| POSES.map(|pose| world((size, pose)))).collect();
    }
    [(1e-6, Pose::Turned), (1.0, Pose::Swapped), (1e3, Pose::Mirrored)].map(world).to_vec()
}

/// Every size in one pose each; as a sample, one. For stages that need many steps.
pub(super) fn few_worlds(whole: bool) -> Vec<World> {
    let world = |(size, pose)| World::new(Units::of_size(size), pose);
    if whole {
        let poses = [Pose::Turned, Pose::Mirrored, Pose::AsWritten, Pose::Swapped, Pose::Turned];
        return SIZES.into_iter().zip(poses).map(world).collect();
    }
    vec![world((1e-6, Pose::Turned))]
}

/// The worlds of a law's runs.
pub(super) fn worlds_of(stage: &Stage, whole: bool) -> Vec<World> {
    if stage.law.is_rigid() { worlds(whole) } else { few_worlds(whole) }
}

/// A stage, with each of these steps, in every world.
pub(super) fn plays(name: &str, stage: &Stage, steps: &[f64], whole: bool) -> Vec<Play> {
    let of = |dt: &f64| {
        let stage = Stage { dt: *dt, ..stage.clone() };
        worlds_of(&stage, whole).into_iter().map(move |world| Play {
            name: name.to_string(),
            stage: stage.clone(),
            world,
        })
    };
    steps.iter().flat_map(of).collect()
}
