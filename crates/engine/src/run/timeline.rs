//! History of a run, from which any step can be restored exactly: snapshots at intervals, every edit and every event. A
//! step between two snapshots is re-simulated from the earlier snapshot.

use super::replay::Replay;
use super::simulation::Simulation;
use crate::record::build::build;
use crate::record::hash::WorldHash;
use crate::record::recording::{Difference, End, Recording};
use crate::step::edits::{Edit, EditLog};
use crate::step::events::{ContactEvent, EventLog};
use crate::step::snapshot::Snapshot;
use crate::step::{ConesReport, Outcome};
use crate::world::body::Body;
use crate::world::{CaseId, Clock};
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Default memory for the snapshots of one run, bytes; beyond it, every other snapshot is dropped.
const MAX_BYTES: usize = 256 << 20;
/// Target re-simulation time between snapshots, s.
const TARGET_RERUN: f64 = 0.02;
/// Minimum snapshot interval, steps: a snapshot takes about as long as a step.
const MIN_SPACING: u64 = 16;
/// Snapshot interval while the time per step is unknown, steps.
const DEFAULT_SPACING: u64 = 64;
/// Maximum number of events kept, and of unconverged steps; later ones are dropped.
const MAX_EVENTS: usize = 2_000_000;

fn new_version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// History of a run.
#[derive(Clone, Default)]
pub struct Timeline {
    keyframes: BTreeMap<u64, Arc<Snapshot>>,
    /// Edits and, in a world with a [`WorldHash`], the hash of every state reached or recorded.
    log: Replay,
    events: Vec<ContactEvent>,
    /// Steps in which the rigid contacts did not converge, in order.
    unconverged: Vec<u64>,
    reached: u64,
    /// Why the guard stopped the run at the last simulated step, if it did.
    stopped: Option<String>,
    /// Number that is unique to each run and each cut.
    version: u64,
    /// Smoothed wall time per step, s.
    pace: f64,
    /// Snapshot interval that suits the pace, steps.
    spacing: u64,
    /// Factor on `spacing`; doubles each time memory runs out.
    spacing_factor: u64,
    /// Memory of the snapshots, bytes.
    bytes: usize,
    max_bytes: usize,
}

/// A step that a world made, to be taken over by another with [`Timeline::adopt`].
pub struct NewStep {
    state: Snapshot,
    events: Vec<ContactEvent>,
    hash: Option<u64>,
}

impl NewStep {
    /// The last step of a world.
    pub fn new(world: &mut World) -> Self {
        let events = world.resource_mut::<EventLog>().take();
        Self { state: Snapshot::take(world, None), events, hash: WorldHash::now(world) }
    }
}

impl Timeline {
    /// Begins the history of a run with the current state of the world.
    pub fn begin(world: &mut World) -> Self {
        Self::with_memory(world, MAX_BYTES)
    }

    /// Begins a history with at most `max_bytes` bytes of snapshots; the first snapshot is always kept.
    pub fn with_memory(world: &mut World, max_bytes: usize) -> Self {
        let first = Snapshot::take(world, None);
        let mut events = world.resource_mut::<EventLog>().take();
        events.retain(|event| event.step == first.step());
        Self {
            reached: first.step(),
            log: Replay::new(world.resource::<EditLog>().0.clone(), WorldHash::now(world).into_iter().collect()),
            stopped: world.resource::<Outcome>().stopped.clone(),
            bytes: first.bytes(),
            keyframes: BTreeMap::from([(first.step(), Arc::new(first))]),
            events,
            unconverged: Vec::new(),
            version: new_version(),
            pace: 0.0,
            spacing: DEFAULT_SPACING,
            spacing_factor: 1,
            max_bytes,
        }
    }

    /// Last step simulated so far.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// Last step simulated or recorded.
    pub fn end(&self) -> u64 {
        self.reached.max(self.log.last)
    }

    /// Every edit in order, with the step count before which it acts.
    pub fn edits(&self) -> &[(u64, Edit)] {
        &self.log.edits
    }

    /// All events up to the last simulated step (the first 2 million), in order.
    pub fn events(&self) -> &[ContactEvent] {
        &self.events
    }

    /// Steps that ended above the tolerance of rigid contacts (the first 2 million), in order.
    pub fn unconverged(&self) -> &[u64] {
        &self.unconverged
    }

    /// Step from which on events are dropped; `None` while there is room.
    pub fn events_until(&self) -> Option<u64> {
        self.events.get(MAX_EVENTS - 1).map(|event| event.step)
    }

    /// Current interval between snapshots, steps.
    pub fn interval(&self) -> u64 {
        self.spacing * self.spacing_factor
    }

    /// Version of the history; while it is unchanged, events are only appended.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Memory of the snapshots, bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Number of snapshots.
    pub fn snapshots(&self) -> usize {
        self.keyframes.len()
    }

    /// Hash of every state from step 0, in a world with a [`WorldHash`].
    pub fn hashes(&self) -> &[u64] {
        &self.log.hashes
    }

    /// First state that differed when it was re-simulated or replayed.
    pub fn difference(&self) -> Option<Difference> {
        self.log.difference
    }

    /// Loads a recording that reaches the step `last`: its edits will act at their steps, and each state is compared with
    /// its hash, where it has hashes.
    pub fn replay(&mut self, edits: Vec<(u64, Edit)>, hashes: Vec<u64>, last: u64) {
        let start = self.log.hashes.first().copied();
        self.log = Replay::new(edits, hashes);
        self.log.last = self.log.last.max(last);
        if let Some(hash) = start {
            self.log.compare(0, hash);
        }
    }

    /// The run so far as a recording, for a scene of this name and text.
    pub fn recording(&self, name: &str, scene: &str) -> Recording {
        Recording {
            build: build().to_owned(),
            name: name.to_owned(),
            scene: scene.to_owned(),
            edits: self.log.edits.clone(),
            hashes: self.log.hashes.clone(),
            end: Some(End { steps: self.end(), stopped: self.stopped.clone() }),
            played: self.keyframes.values().next().and_then(|first| first.played()),
        }
    }

    /// Notes the wall time that some steps took, s, which sets the interval of the following snapshots.
    pub fn note_pace(&mut self, seconds: f64, steps: u64) {
        if steps > 0 {
            let now = seconds / steps as f64;
            self.pace = if self.pace == 0.0 { now } else { self.pace + 0.2 * (now - self.pace) };
            if self.pace > 0.0 {
                self.spacing = ((TARGET_RERUN / self.pace) as u64).clamp(MIN_SPACING, 1 << 20);
            }
        }
    }

    /// Smoothed wall time per step, s; 0 before the first note.
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// Adds a requested edit at the current step; it acts at the start of the next step. An edit in the past cuts off
    /// everything after it (the caller may keep a clone of the timeline).
    pub fn edit(&mut self, now: u64, edit: Edit) {
        if now < self.end() || self.edits().last().is_some_and(|(step, _)| *step > now) {
            self.cut(now);
        }
        self.log.edits.push((now, edit));
    }

    /// Removes everything after this step, and the edits at this step.
    pub fn cut(&mut self, step: u64) {
        let tail = self.keyframes.split_off(&(step + 1));
        self.bytes -= tail.values().map(|keyframe| keyframe.bytes()).sum::<usize>().min(self.bytes);
        let log = &mut self.log;
        log.edits.retain(|(at, _)| *at < step);
        log.hashes.truncate(step as usize + 1);
        log.last = log.last.min(step);
        log.difference = log.difference.filter(|difference| difference.step <= step);
        self.events.retain(|event| event.step <= step);
        self.unconverged.retain(|at| *at <= step);
        if step < self.reached {
            self.stopped = None;
        }
        self.reached = self.reached.min(step);
        self.version = new_version();
    }

    /// Applies the edits of the current step now instead of at the start of the next step; the result is the same.
    pub fn apply(&mut self, world: &mut World) {
        self.log.apply(world);
    }

    /// Makes one step along this timeline: its edits act at their steps; events, hashes and, at intervals, snapshots of
    /// new states are stored.
    pub fn step(&mut self, world: &mut World) {
        let now = world.resource::<Clock>().step;
        let hash = self.log.step(world);
        self.note(world, now, hash);
    }

    /// Takes over a step that another world made from this one's state, in which no edit was due: the world and the
    /// timeline end as if they had made it.
    pub fn adopt(&mut self, world: &mut World, made: NewStep) {
        let now = world.resource::<Clock>().step;
        let NewStep { state, events, hash } = made;
        state.restore(world);
        let entities: BTreeMap<(u32, u32), Entity> = match events.is_empty() {
            true => BTreeMap::new(),
            false => {
                let bodies = world.query::<(Entity, &CaseId, &Body)>();
                { bodies }.iter(world).map(|(entity, case, body)| ((case.0, body.index), entity)).collect()
            }
        };
        let mut log = world.resource_mut::<EventLog>();
        for ContactEvent { step, key, kind, .. } in events {
            let of = |body: u32| entities.get(&(key.case, body)).copied().unwrap_or(Entity::PLACEHOLDER);
            log.push(step, key, [of(key.i), of(key.j)], kind);
        }
        if let Some(hash) = hash {
            self.log.compare(world.resource::<Clock>().step, hash);
        }
        self.note(world, now, hash);
    }

    /// Notes what a step from `now` led to.
    fn note(&mut self, world: &mut World, now: u64, hash: Option<u64>) {
        let step = world.resource::<Clock>().step;
        if step == now {
            return; // the guard has stopped the run
        }
        let mut log = world.resource_mut::<EventLog>();
        let new = if log.is_empty() { Vec::new() } else { log.take() };
        if step > self.reached {
            let room = MAX_EVENTS.saturating_sub(self.events.len());
            self.events.extend(new.into_iter().take(room));
            let is_above = world.resource::<ConesReport>().0.iter().any(|case| case.last.unconverged > 0);
            if is_above && self.unconverged.len() < MAX_EVENTS {
                self.unconverged.push(step);
            }
            self.reached = step;
            self.stopped = world.resource::<Outcome>().stopped.clone();
        }
        if self.log.hashes.len() as u64 == step {
            self.log.hashes.extend(hash);
        }
        let last = self.keyframes.last_key_value().map_or(0, |(last, _)| *last);
        if step >= last + self.spacing * self.spacing_factor {
            self.take_snapshot(world);
        }
    }

    fn take_snapshot(&mut self, world: &mut World) {
        let last = self.keyframes.last_key_value().map(|(_, last)| Arc::clone(last));
        let new = Snapshot::take(world, last.as_deref());
        self.bytes += new.bytes();
        self.keyframes.insert(new.step(), Arc::new(new));
        while self.bytes > self.max_bytes && self.keyframes.len() > 2 {
            self.thin();
        }
    }

    /// Drops every other snapshot, but never the first, and doubles the interval.
    fn thin(&mut self) {
        let mut place = 0;
        self.keyframes.retain(|_, _| {
            place += 1;
            place % 2 == 1
        });
        self.bytes = self.keyframes.values().map(|keyframe| keyframe.bytes()).sum();
        self.spacing_factor *= 2;
    }

    /// Loads the latest snapshot from which [`Timeline::step`] leads to `step`, unless the current state is at least as
    /// near. Returns true if it changed the world.
    pub fn rewind(&self, world: &mut World, step: u64) -> bool {
        let now = world.resource::<Clock>().step;
        let Some((at, keyframe)) = self.keyframes.range(..=step).next_back() else { return false };
        if now <= step && *at <= now {
            return false;
        }
        self.restore(world, keyframe);
        true
    }

    /// Loads the snapshot at or before `step` unconditionally.
    pub fn load(&self, world: &mut World, step: u64) {
        if let Some((_, keyframe)) = self.keyframes.range(..=step).next_back() {
            self.restore(world, keyframe);
        }
    }

    fn restore(&self, world: &mut World, keyframe: &Snapshot) {
        keyframe.restore(world);
        let before = self.edits().partition_point(|(step, _)| *step < keyframe.step());
        world.insert_resource(EditLog(self.edits()[..before].to_vec()));
    }

    /// Brings the world to exactly this step, or to the step where the guard stopped it.
    pub fn seek(&mut self, world: &mut World, step: u64) {
        self.rewind(world, step);
        while world.resource::<Clock>().step < step && world.resource::<Outcome>().stopped.is_none() {
            self.step(world);
        }
    }

    /// Builds a separate world at exactly this step, or at the step where the guard stopped the run.
    pub fn world_at(&mut self, step: u64) -> World {
        let mut world = Simulation::batch(&[]).into_world();
        self.load(&mut world, step);
        self.seek(&mut world, step);
        world
    }

    /// True if the step that led to this state had an event.
    pub fn has_event(&self, step: u64) -> bool {
        self.events.binary_search_by_key(&step, |event| event.step).is_ok()
    }

    /// Step of the first event after this one.
    pub fn next_event(&self, step: u64) -> Option<u64> {
        let k = self.events.partition_point(|event| event.step <= step);
        self.events.get(k).map(|event| event.step)
    }

    /// Step of the last event before this one.
    pub fn last_event(&self, step: u64) -> Option<u64> {
        let k = self.events.partition_point(|event| event.step < step);
        k.checked_sub(1).map(|k| self.events[k].step)
    }
}
