//! The past of a run, kept so that any step of it can be reached again exactly: snapshots at intervals, every edit and
//! every event. A step between two snapshots is reached by running again from the one before it.

use super::replay::Replay;
use super::simulation::Simulation;
use crate::record::build::BUILD;
use crate::record::hash::WorldHash;
use crate::record::recording::{Difference, End, Recording};
use crate::step::events::{ContactEvent, EventLog};
use crate::step::snapshot::Snapshot;
use crate::step::tune::{Edit, EditLog};
use crate::step::{ConesReport, Outcome};
use crate::world::Clock;
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Memory for the snapshots of one run, bytes; when they need more, every other one goes.
const MOST_BYTES: usize = 256 << 20;
/// The time to run again from one snapshot to the next is to be about this, s,
const RERUN: f64 = 0.02;
/// and so many steps at least: a snapshot takes about as long as a step.
const CLOSEST: u64 = 16;
/// Steps between the snapshots of a run of which nobody has told how long a step takes.
const SPACING: u64 = 64;
/// So many events are kept; those after them are not.
const MOST_EVENTS: usize = 2_000_000;

fn new_version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// The past of a run.
#[derive(Clone, Default)]
pub struct Timeline {
    keyframes: BTreeMap<u64, Arc<Snapshot>>,
    /// The edits, and where the world has a [`WorldHash`] the hash of every state: of those reached, or of all that were
    /// recorded.
    log: Replay,
    events: Vec<ContactEvent>,
    /// Steps in which a rigid contact was not solved, in order.
    unconverged: Vec<u64>,
    reached: u64,
    /// Why the guard stopped the run at the last step that is known.
    stopped: Option<String>,
    /// Another one for every run and after every cut.
    version: u64,
    /// What a step takes, s, of late.
    pace: f64,
    /// A snapshot is taken every so many steps,
    spacing: u64,
    /// times this: memory ran out so often.
    stretch: u64,
    /// Memory of the snapshots, bytes.
    bytes: usize,
    most_bytes: usize,
}

impl Timeline {
    /// The past of a run that begins with the present state of the world.
    pub fn begin(world: &mut World) -> Self {
        Self::with_memory(world, MOST_BYTES)
    }

    /// The same with so many bytes for snapshots; the first is kept whatever it takes.
    pub fn with_memory(world: &mut World, most_bytes: usize) -> Self {
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
            spacing: SPACING,
            stretch: 1,
            most_bytes,
        }
    }

    /// The last step that is known.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// The last step that is known or was recorded.
    pub fn end(&self) -> u64 {
        self.reached.max((self.log.hashes.len() as u64).saturating_sub(1))
    }

    /// Every edit, with the step count before which it acts, in this order.
    pub fn edits(&self) -> &[(u64, Edit)] {
        &self.log.edits
    }

    /// Every event up to the last step (the first 2 million), in order.
    pub fn events(&self) -> &[ContactEvent] {
        &self.events
    }

    /// The steps up to the last one that ended above the tolerance of rigid contacts (the first 2 million), in order.
    pub fn unconverged(&self) -> &[u64] {
        &self.unconverged
    }

    /// The step from which on events are not kept any more, once there are too many.
    pub fn events_until(&self) -> Option<u64> {
        self.events.get(MOST_EVENTS - 1).map(|event| event.step)
    }

    /// Steps between the snapshots that are taken now.
    pub fn interval(&self) -> u64 {
        self.spacing * self.stretch
    }

    /// As long as this number stays, events are only added.
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

    /// The hash of every state from step 0, where the world has a [`WorldHash`].
    pub fn hashes(&self) -> &[u64] {
        &self.log.hashes
    }

    /// The first state that was reached again, or replayed, and was not what it had been.
    pub fn difference(&self) -> Option<Difference> {
        self.log.difference
    }

    /// Takes over what was recorded: the edits will be made at their steps, each state compared with its hash.
    pub fn replay(&mut self, edits: Vec<(u64, Edit)>, hashes: Vec<u64>) {
        let start = self.log.hashes.first().copied();
        self.log = Replay::new(edits, hashes);
        if let Some(hash) = start {
            self.log.compare(0, hash);
        }
    }

    /// The run so far, of a scene of this name and text.
    pub fn recording(&self, name: &str, scene: &str) -> Recording {
        Recording {
            build: BUILD.to_owned(),
            name: name.to_owned(),
            scene: scene.to_owned(),
            edits: self.log.edits.clone(),
            hashes: self.log.hashes.clone(),
            end: Some(End { steps: self.end(), stopped: self.stopped.clone() }),
        }
    }

    /// Takes in how long some steps took, s; the interval of the snapshots to come goes by it.
    pub fn note_pace(&mut self, seconds: f64, steps: u64) {
        if steps > 0 {
            let now = seconds / steps as f64;
            self.pace = if self.pace == 0.0 { now } else { self.pace + 0.2 * (now - self.pace) };
            if self.pace > 0.0 {
                self.spacing = ((RERUN / self.pace) as u64).clamp(CLOSEST, 1 << 20);
            }
        }
    }

    /// What a step takes, s, of late; 0 before any was noted.
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// Takes in a wished edit at the present step; it acts at the start of the next. In the past it ends this future:
    /// what came after is cut off (the caller keeps a clone of the timeline if it is to be seen again).
    pub fn edit(&mut self, now: u64, edit: Edit) {
        if now < self.end() || self.edits().last().is_some_and(|(step, _)| *step > now) {
            self.cut(now);
        }
        self.log.edits.push((now, edit));
    }

    /// Forgets everything after this step, and the edits at it.
    pub fn cut(&mut self, step: u64) {
        let tail = self.keyframes.split_off(&(step + 1));
        self.bytes -= tail.values().map(|keyframe| keyframe.bytes()).sum::<usize>().min(self.bytes);
        let log = &mut self.log;
        log.edits.retain(|(at, _)| *at < step);
        log.hashes.truncate(step as usize + 1);
        log.difference = log.difference.filter(|difference| difference.step <= step);
        self.events.retain(|event| event.step <= step);
        self.unconverged.retain(|at| *at <= step);
        if step < self.reached {
            self.stopped = None;
        }
        self.reached = self.reached.min(step);
        self.version = new_version();
    }

    /// Makes the edits of the present step now instead of at the start of the next one, which comes to the same.
    pub fn apply(&mut self, world: &mut World) {
        self.log.apply(world);
    }

    /// One step of the world along this timeline: its edits act where they did, and what is new is kept.
    pub fn step(&mut self, world: &mut World) {
        let now = world.resource::<Clock>().step;
        let hash = self.log.step(world);
        let step = world.resource::<Clock>().step;
        if step == now {
            return; // the guard has stopped the run
        }
        let mut log = world.resource_mut::<EventLog>();
        let new = if log.is_empty() { Vec::new() } else { log.take() };
        if step > self.reached {
            let room = MOST_EVENTS.saturating_sub(self.events.len());
            self.events.extend(new.into_iter().take(room));
            let is_above = world.resource::<ConesReport>().0.iter().any(|case| case.last.unconverged > 0);
            if is_above && self.unconverged.len() < MOST_EVENTS {
                self.unconverged.push(step);
            }
            self.reached = step;
            self.stopped = world.resource::<Outcome>().stopped.clone();
        }
        if self.log.hashes.len() as u64 == step {
            self.log.hashes.extend(hash);
        }
        let last = self.keyframes.last_key_value().map_or(0, |(last, _)| *last);
        if step >= last + self.spacing * self.stretch {
            self.keep(world);
        }
    }

    fn keep(&mut self, world: &mut World) {
        let last = self.keyframes.last_key_value().map(|(_, last)| Arc::clone(last));
        let new = Snapshot::take(world, last.as_deref());
        self.bytes += new.bytes();
        self.keyframes.insert(new.step(), Arc::new(new));
        while self.bytes > self.most_bytes && self.keyframes.len() > 2 {
            self.thin();
        }
    }

    /// Drops every other snapshot, never the first.
    fn thin(&mut self) {
        let mut place = 0;
        self.keyframes.retain(|_, _| {
            place += 1;
            place % 2 == 1
        });
        self.bytes = self.keyframes.values().map(|keyframe| keyframe.bytes()).sum();
        self.stretch *= 2;
    }

    /// Brings the world to the latest known state from which [`Timeline::step`] leads to `step`: the present one, if no
    /// snapshot is nearer. Says whether it changed the world.
    pub fn rewind(&self, world: &mut World, step: u64) -> bool {
        let now = world.resource::<Clock>().step;
        let Some((at, keyframe)) = self.keyframes.range(..=step).next_back() else { return false };
        if now <= step && *at <= now {
            return false;
        }
        self.restore(world, keyframe);
        true
    }

    /// Brings the world to the snapshot at or before `step`, whatever it is at now.
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

    /// Brings the world to this very step, or to where the guard stopped it.
    pub fn seek(&mut self, world: &mut World, step: u64) {
        self.rewind(world, step);
        while world.resource::<Clock>().step < step && world.resource::<Outcome>().stopped.is_none() {
            self.step(world);
        }
    }

    /// A world of its own at this very step, or where the guard stopped the run.
    pub fn world_at(&mut self, step: u64) -> World {
        let mut world = Simulation::lanes(&[]).into_world();
        self.load(&mut world, step);
        self.seek(&mut world, step);
        world
    }

    /// True if something happened in the step that led to this one.
    pub fn has_event(&self, step: u64) -> bool {
        self.events.binary_search_by_key(&step, |event| event.step).is_ok()
    }

    /// The step of the first event after this step.
    pub fn next_event(&self, step: u64) -> Option<u64> {
        let k = self.events.partition_point(|event| event.step <= step);
        self.events.get(k).map(|event| event.step)
    }

    /// The step of the last event before this step.
    pub fn last_event(&self, step: u64) -> Option<u64> {
        let k = self.events.partition_point(|event| event.step < step);
        k.checked_sub(1).map(|k| self.events[k].step)
    }
}
