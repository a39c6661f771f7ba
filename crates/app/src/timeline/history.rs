//! History curves: every quantity of the tracked bodies and contacts, up to the displayed step.
//!
//! Runs of a few thousand steps are stored step by step. Longer runs use buckets of two, four, eight… steps, each
//! with its first, lowest and highest value, so that no peak is lost. A repeated step (after a seek) falls into its
//! old bucket and changes nothing.

use crate::draw::scale::moves;
use bevy::ecs::prelude::Resource;
use std::collections::{BTreeMap, BTreeSet};
use stickslip_engine::observe::quantity::{Quantity, Subject, all, rows};
use stickslip_engine::observe::state::State;
use stickslip_engine::scene::Scene;

/// Maximum number of tracked bodies, and of tracked contacts.
const MAX_TRACKED: usize = 8;
/// Maximum number of buckets; beyond it, neighbours are merged in pairs.
const MAX_BUCKETS: usize = 4096;
/// Scenes with at most this many bodies are sampled at every step.
const MAX_BODIES_EVERY_STEP: usize = 8;

/// The plotted history.
#[derive(Resource, Clone, Debug, Default)]
pub struct History {
    /// Steps between samples.
    every: u64,
    /// Steps per bucket.
    width: u64,
    /// First sampled step of each bucket, and its time, s.
    times: Vec<(u64, f64)>,
    /// Tracked subjects, and their values.
    subjects: BTreeMap<Subject, CurveTable>,
    /// Subjects whose earlier values were not recorded.
    missing: BTreeSet<Subject>,
    /// The values of a subject in the state that is added, kept to save an allocation per step.
    values: Vec<f64>,
}

/// All quantities of a subject in each bucket: one row per bucket, one after another.
#[derive(Clone, Debug, Default)]
struct CurveTable {
    /// Quantities of the subject.
    width: usize,
    first: Vec<f64>,
    /// Lowest and highest; empty while every bucket holds one sample.
    spread: Vec<(f64, f64)>,
}

/// The value of a bucket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveSample {
    /// Step of the first value.
    pub step: u64,
    /// Time of the first value, s.
    pub time: f64,
    /// The first value.
    pub first: f64,
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
}

impl History {
    /// An empty history for a scene.
    pub fn new(scene: &Scene) -> Self {
        let steps = scene.duration / scene.dt;
        let every = if scene.bodies.len() <= MAX_BODIES_EVERY_STEP { 1.0 } else { (steps / 4000.0).ceil().max(1.0) };
        Self { every: every as u64, width: every as u64, ..Self::default() }
    }

    /// A copy without samples or tracked subjects.
    pub fn emptied(&self) -> Self {
        Self { every: self.every, width: self.every, ..Self::default() }
    }

    /// A copy with the sampling interval multiplied by this factor.
    pub fn sparser(&self, times: u64) -> Self {
        let every = self.every * times;
        Self { every, width: every, ..Self::default() }
    }

    /// True if a sample is due at this step.
    pub fn wants(&self, step: u64) -> bool {
        self.every > 0 && step.is_multiple_of(self.every)
    }

    /// Number of buckets stored.
    pub fn bucket_count(&self) -> usize {
        self.times.len()
    }

    /// Number of steps per bucket.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// The last recorded step.
    pub fn last_step(&self) -> Option<u64> {
        self.times.last().map(|(step, _)| *step)
    }

    /// True if the subject is tracked.
    pub fn follows(&self, of: &Subject) -> bool {
        self.subjects.contains_key(of)
    }

    /// Tracked subjects, in order.
    pub fn subjects(&self) -> impl Iterator<Item = Subject> {
        self.subjects.keys().copied()
    }

    /// Tracks a subject from now on and marks its past as missing; no effect if it is already tracked.
    pub fn follow(&mut self, of: Subject) {
        if !self.subjects.contains_key(&of) {
            self.backfill(of);
        }
    }

    /// Tracks a subject and marks its past as missing, even if it is already tracked.
    pub fn backfill(&mut self, of: Subject) {
        if !self.times.is_empty() {
            self.missing.insert(of);
        }
        self.track(of);
    }

    /// Subjects whose earlier values were not recorded.
    pub fn missing(&self) -> &BTreeSet<Subject> {
        &self.missing
    }

    /// Declares the history of all subjects complete: the samples begin with the run.
    pub fn set_whole(&mut self) {
        self.missing.clear();
    }

    /// Tracks a subject from now on; earlier samples are NaN.
    fn track(&mut self, of: Subject) {
        if self.subjects.contains_key(&of) {
            return;
        }
        let width = all(of).count();
        let cells = self.times.len() * width;
        let spread = if self.spread() { vec![(f64::NAN, f64::NAN); cells] } else { Vec::new() };
        self.subjects.insert(of, CurveTable { width, first: vec![f64::NAN; cells], spread });
    }

    /// Discards all samples after a step, from which the run continues differently.
    pub fn cut(&mut self, step: u64) {
        let keep = self.times.partition_point(|(first, _)| *first <= step);
        self.times.truncate(keep);
        self.subjects.values_mut().for_each(|table| table.cut(keep));
    }

    /// Adds the state to its bucket.
    pub fn push(&mut self, state: &State) {
        self.find_subjects(state);
        let width = self.width.max(1);
        let bucket = state.step / width;
        let place = self.times.partition_point(|(step, _)| step / width < bucket);
        let known = self.times.get(place).is_some_and(|(step, _)| step / width == bucket);
        if known && width == self.every.max(1) {
            return;
        }
        let earlier = !known || self.times[place].0 > state.step;
        match (known, earlier) {
            (false, _) => self.times.insert(place, (state.step, state.time)),
            (true, true) => self.times[place] = (state.step, state.time),
            (true, false) => {}
        }
        let spread = self.spread();
        for (of, table) in &mut self.subjects {
            of.values(state, &mut self.values);
            table.put(place, &self.values, known, earlier, spread);
        }
        if self.times.len() > MAX_BUCKETS {
            self.halve();
        }
    }

    fn spread(&self) -> bool {
        self.width > self.every
    }

    /// Tracks the world, the first moving bodies and the first contacts.
    fn find_subjects(&mut self, state: &State) {
        if !self.follows(&Subject::World) {
            self.track(Subject::World);
            let moving_bodies = state.bodies.iter().enumerate().filter(|(_, body)| moves(body));
            let moving_bodies: Vec<usize> = moving_bodies.map(|(index, _)| index).take(MAX_TRACKED).collect();
            moving_bodies.into_iter().for_each(|index| self.track(Subject::Body(index)));
        }
        let mut contacts = self.subjects.keys().filter(|of| matches!(of, Subject::Contact(_))).count();
        for contact in &state.contacts {
            let of = Subject::Contact(contact.pair.key);
            if contacts < MAX_TRACKED && !self.follows(&of) {
                self.track(of);
                contacts += 1;
            }
        }
    }

    /// Merges neighbouring buckets in pairs.
    fn halve(&mut self) {
        let wide = 2 * self.width;
        let groups: Vec<std::ops::Range<usize>> = {
            let mut from = 0;
            let runs = self.times.chunk_by(|a, b| a.0 / wide == b.0 / wide);
            runs.map(|run| {
                from += run.len();
                from - run.len()..from
            })
            .collect()
        };
        self.subjects.values_mut().for_each(|table| table.merge(&groups));
        self.times = groups.iter().map(|range| self.times[range.start]).collect();
        self.width = wide;
    }

    /// Samples of a quantity in time order; empty if it is not tracked.
    pub fn samples(&self, of: &Quantity) -> impl Iterator<Item = CurveSample> {
        let before: usize = rows(&of.of)[..of.row].iter().map(|row| row.parts.len()).sum();
        self.subjects.get(&of.of).into_iter().flat_map(move |table| {
            self.times.iter().enumerate().map(move |(bucket, (step, time))| {
                let cell = bucket * table.width + before + of.part;
                let (low, high) = table.bounds(cell);
                CurveSample { step: *step, time: *time, first: table.first[cell], low, high }
            })
        })
    }

    /// The step of the sample nearest to a time, s.
    pub fn nearest_step(&self, time: f64) -> Option<u64> {
        let place = self.times.partition_point(|(_, t)| *t < time);
        let near = [place.checked_sub(1), Some(place)].into_iter().flatten().filter_map(|k| self.times.get(k));
        near.min_by(|a, b| (a.1 - time).abs().total_cmp(&(b.1 - time).abs())).map(|(step, _)| *step)
    }
}

impl CurveTable {
    fn bounds(&self, cell: usize) -> (f64, f64) {
        self.spread.get(cell).copied().unwrap_or((self.first[cell], self.first[cell]))
    }

    /// Adds the values of a step to the bucket at `place`: a new one, or one that is `known`, of whose steps this is the
    /// first if it is `earlier`.
    fn put(&mut self, place: usize, values: &[f64], known: bool, earlier: bool, spread: bool) {
        let from = place * self.width;
        let cells = from..from + self.width;
        if !known {
            insert(&mut self.first, from, values);
            if spread {
                let bounds: Vec<(f64, f64)> = values.iter().map(|value| (*value, *value)).collect();
                insert(&mut self.spread, from, &bounds);
            }
            return;
        }
        if let Some(bounds) = self.spread.get_mut(cells.clone()) {
            for (bounds, value) in bounds.iter_mut().zip(values) {
                *bounds = wider(*bounds, (*value, *value));
            }
        }
        if earlier {
            self.first[cells].copy_from_slice(values);
        }
    }

    /// Keeps this many buckets. The last one may contain later steps than its first.
    fn cut(&mut self, buckets: usize) {
        let cells = buckets * self.width;
        self.first.truncate(cells);
        self.spread.truncate(cells);
        let last = cells.saturating_sub(self.width);
        for (bounds, first) in self.spread.iter_mut().zip(&self.first).skip(last) {
            *bounds = (*first, *first);
        }
    }

    /// Merges each of these ranges of buckets into one.
    fn merge(&mut self, groups: &[std::ops::Range<usize>]) {
        let (mut first, mut spread) = (Vec::new(), Vec::new());
        for group in groups {
            let cells = |bucket: usize| bucket * self.width..(bucket + 1) * self.width;
            first.extend_from_slice(&self.first[cells(group.start)]);
            let at = spread.len();
            spread.extend(cells(group.start).map(|cell| self.bounds(cell)));
            for bucket in group.start + 1..group.end {
                for (bounds, cell) in spread[at..].iter_mut().zip(cells(bucket)) {
                    *bounds = wider(*bounds, self.bounds(cell));
                }
            }
        }
        (self.first, self.spread) = (first, spread);
    }
}

/// Inserts a row of cells; nearly always at the end.
fn insert<T: Copy>(cells: &mut Vec<T>, at: usize, row: &[T]) {
    if at == cells.len() {
        cells.extend_from_slice(row);
    } else {
        cells.splice(at..at, row.iter().copied());
    }
}

fn wider(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Decimates a curve to at most `most` + 2 points: the minimum and maximum of each chunk. Gaps (NaN) are kept.
pub fn thinned(points: &[[f64; 2]], most: usize) -> Vec<[f64; 2]> {
    if points.len() <= most.max(2) {
        return points.to_vec();
    }
    let run = (2 * points.len()).div_ceil(most);
    let mut thin = Vec::with_capacity(most + 2);
    for chunk in points.chunks(run) {
        if chunk.iter().any(|p| !p[1].is_finite()) {
            thin.extend(chunk.iter().find(|p| p[1].is_finite()));
            thin.push([chunk[0][0], f64::NAN]);
            continue;
        }
        let lowest = (0..chunk.len()).min_by(|a, b| chunk[*a][1].total_cmp(&chunk[*b][1])).unwrap_or(0);
        let highest = (0..chunk.len()).max_by(|a, b| chunk[*a][1].total_cmp(&chunk[*b][1])).unwrap_or(0);
        thin.push(chunk[lowest.min(highest)]);
        if lowest != highest {
            thin.push(chunk[lowest.max(highest)]);
        }
    }
    thin.extend(points.last());
    thin
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_engine::run::simulation::Simulation;
    use stickslip_lab::builtin;

    fn scene(name: &str) -> Scene {
        Scene::parse(name, builtin::text(name).expect("a scene")).expect("no fault")
    }

    /// A history in which the states of some steps occur twice, as after a seek.
    fn run(name: &str, steps: u64, again: std::ops::Range<u64>) -> (History, Quantity) {
        let scene = scene(name);
        let (mut simulation, mut history) = (Simulation::with_energy_ledger(&scene), History::new(&scene));
        let mut states = vec![simulation.state()];
        history.push(&states[0]);
        for _ in 0..steps {
            simulation.step();
            let state = simulation.state();
            history.push(&state);
            if again.contains(&state.step) {
                states.push(state);
            }
        }
        states.iter().for_each(|state| history.push(state));
        let of = Subject::Contact(states[0].contacts[0].pair.key);
        (history, Quantity::find(of, "E", "| |").expect("a row"))
    }

    #[test]
    fn a_curve_holds_the_simulated_values() {
        let (history, force) = run("sphere-up-35", 300, 0..0);
        let mut simulation = Simulation::new(&scene("sphere-up-35"));
        for sample in history.samples(&force) {
            simulation.steps(sample.step - simulation.step_count());
            assert_eq!(sample.first, simulation.state().contacts[0].slide.0.elastic.norm());
            assert_eq!(sample.low, sample.high);
        }
        assert_eq!(simulation.step_count(), 300);
    }

    #[test]
    fn steps_that_come_again_change_nothing() {
        let (once, force) = run("sphere-up-35", 300, 0..0);
        let (twice, _) = run("sphere-up-35", 300, 100..300);
        assert!(once.samples(&force).eq(twice.samples(&force)));
    }

    /// 10 000 steps in at most 4096 buckets keep the peak E = μ_s N of the single yielding step.
    #[test]
    fn a_long_run_is_kept_in_buckets_that_lose_no_peak() {
        let (history, force) = run("sphere-up-35", 10_000, 4000..6000);
        assert!(history.bucket_count() <= MAX_BUCKETS && history.bucket_count() > MAX_BUCKETS / 2);
        assert_eq!(history.width(), 4);
        let normal = 5.0 * 9.8 * 35f64.to_radians().cos();
        let peak = history.samples(&force).map(|sample| sample.high).fold(0.0, f64::max);
        assert!((peak - 0.25 * normal).abs() < 1e-9 * peak, "{peak}");
        let mut steps: Vec<u64> = history.samples(&force).map(|sample| sample.step).collect();
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]));
        steps.retain(|step| !step.is_multiple_of(4));
        assert_eq!(steps, [] as [u64; 0], "each bucket begins at its first step");
    }

    #[test]
    fn a_cut_forgets_what_came_after() {
        let (mut history, force) = run("sphere-up-35", 300, 0..0);
        history.cut(120);
        assert_eq!(history.last_step(), Some(120));
        assert_eq!(history.samples(&force).count(), 121);
    }

    #[test]
    fn thinning_keeps_both_ends_and_every_peak() {
        let mut points: Vec<[f64; 2]> = (0..50_000).map(|k| [f64::from(k), (f64::from(k) * 1e-3).sin()]).collect();
        points[12_345][1] = 7.0;
        points[40_001][1] = -7.0;
        let thin = thinned(&points, 2000);
        assert!(thin.len() <= 2002, "{}", thin.len());
        for kept in [points[12_345], points[40_001], points[49_999]] {
            assert!(thin.contains(&kept));
        }
        assert!(thin.windows(2).all(|pair| pair[0][0] <= pair[1][0]));
        assert_eq!(thinned(&points[..10], 2000), points[..10]);
    }
}
