//! The open scene under other laws, beside the world on the screen and in the same step: each set of laws in a world of
//! its own, with every edit that was made but those of the laws, drawn as tinted bodies.

use super::meshes::{self, Paint};
use super::past::Past;
use super::scale::moves;
use super::session::Session;
use super::sync::{Drawn, Units, transform};
use super::theme::{Theme, law_colour};
use crate::laws::Vec3 as Metres;
use crate::record::crowd::{FEW, is_crowd};
use crate::record::state::{BodyState, State, observe};
use crate::record::tape::Tape;
use crate::run::simulation::Simulation;
use crate::scene::{LawSet, Scene};
use crate::step::Outcome;
use crate::step::tune::Edit;
use crate::study::compare::THRESHOLD;
use crate::study::compare::differ::Differences;
use crate::study::compare::plot::QUANTITIES;
use crate::study::compare::tally::loads_on;
use crate::world::{CaseId, Clock};
use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use std::time::Instant;

/// At most so many sets beside the laws on the screen.
pub const MOST_OTHERS: usize = 3;
/// Time for all worlds in one frame of the screen, s; what is on the screen waits for those that are not there yet.
const SHARE: f64 = 0.06;
/// A body of another run is drawn so much smaller: where it is the same as that on the screen, it is hidden in it.
const SHRUNK: f32 = 0.996;
/// The budget is looked at every so many steps.
const GLANCE: u64 = 8;
/// For a jitter the last steps of each frame are looked at.
const LOOKED: u64 = 8;
/// Samples of each curve from start to end of a scene.
const SAMPLES: f64 = 2000.0;
/// So many samples are kept; when there are more, every other one goes.
const MOST_SAMPLES: usize = 4000;

/// The quantities of one body in one run, in the order of [`QUANTITIES`].
pub type Values = [f64; QUANTITIES.len()];

/// One run: its laws, its past, its world.
pub struct Rival {
    /// Its laws; of the first, the twin of what is on the screen, none.
    pub set: LawSet,
    /// Its state at the step on the screen; `None` while it is catching up, and once the guard has stopped it.
    pub state: Option<State>,
    tape: Tape,
    world: World,
    /// The edits of the shown run that its tape was given.
    given: Vec<(u64, Edit)>,
    jitter: Jitter,
}

/// Whether the loads on a body that hardly moves change sign from step to step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Jitter {
    /// Step, and slide force, roll and spin torque there.
    last: Option<(u64, [Metres; 3])>,
    /// Of each load the share of steps looked at of late that turned it round.
    share: [f64; 3],
    /// The largest of each so far: what is far smaller is rounding.
    largest: [f64; 3],
}

/// A share above this is a jitter: a spring that swings turns its load round far more seldom.
const JITTERS: f64 = 0.25;
/// A new step counts so much in a share.
const WEIGHT: f64 = 0.1;

impl Jitter {
    /// Looks at a state; only two that follow each other say something.
    fn note(&mut self, state: &State, body: usize) {
        let Some(slow) = state.bodies.get(body).map(|b| is_slow(b, &state.gravity)) else { return };
        let loads = loads_on(state, body);
        for (largest, load) in self.largest.iter_mut().zip(&loads) {
            *largest = largest.max(load.norm());
        }
        if let Some((_, before)) = self.last.filter(|(step, _)| step + 1 == state.step) {
            for (k, (a, b)) in before.iter().zip(&loads).enumerate() {
                let real = a.norm().min(b.norm()) > 1e-6 * self.largest[k];
                let turned = f64::from(u8::from(slow && real && a.dot(b) < 0.0));
                self.share[k] += WEIGHT * (turned - self.share[k]);
            }
        }
        self.last = Some((state.step, loads));
    }
}

/// A body that creeps or rests: slower than a thousandth of √(g·size).
fn is_slow(body: &BodyState, gravity: &Metres) -> bool {
    let scale = 1e-3 * (gravity.norm() * body.shape.size()).sqrt();
    body.v.norm() < scale && body.w.norm() * body.shape.size() < scale
}

impl Rival {
    fn new(set: LawSet, scene: &Scene) -> Self {
        let mut world = Simulation::with_books(scene).into_world();
        let tape = Tape::begin(&mut world);
        Self { set, state: None, tape, world, given: Vec::new(), jitter: Jitter::default() }
    }

    /// The loads that change sign from step to step although the body hardly moves, as in `roll torque changes sign`.
    pub fn jitters(&self) -> Option<String> {
        let names = ["friction force", "roll torque", "spin torque"];
        let turned = self.jitter.share.into_iter().zip(names).filter(|(share, _)| *share > JITTERS);
        let turned: Vec<&str> = turned.map(|(_, name)| name).collect();
        let verb = if turned.len() == 1 { "changes sign" } else { "change sign" };
        (!turned.is_empty()).then(|| format!("{} {verb}", turned.join(" and ")))
    }

    fn step(&self) -> u64 {
        self.world.resource::<Clock>().step
    }

    fn has_stopped(&self) -> bool {
        self.world.resource::<Outcome>().stopped.is_some()
    }

    /// Takes over the edits of the shown run; gives the step from which they are others than before. A set of laws of its
    /// own is not edited.
    fn take_over(&mut self, edits: &[(u64, Edit)], twin: bool) -> Option<u64> {
        let edits: Vec<(u64, Edit)> =
            edits.iter().filter(|(_, edit)| twin || !matches!(edit, Edit::Law { .. })).cloned().collect();
        let same = edits.iter().zip(&self.given).take_while(|(new, old)| new == old).count();
        if same == edits.len() && same == self.given.len() {
            return None;
        }
        let at = |list: &[(u64, Edit)]| list.get(same).map_or(u64::MAX, |(step, _)| *step);
        let from = at(&edits).min(at(&self.given));
        self.tape.cut(from);
        self.tape.load(&mut self.world, from);
        for (step, edit) in edits.iter().filter(|(step, _)| *step >= from) {
            self.tape.edit(*step, edit.clone());
        }
        self.given = edits;
        Some(from)
    }
}

/// What is compared with the run on the screen.
#[derive(Resource)]
pub struct Compare {
    /// The sets of laws a person has chosen.
    pub sets: Vec<LawSet>,
    /// The twin of the run on the screen, and one run for each set.
    pub rivals: Vec<Rival>,
    /// When they part.
    pub differences: Differences,
    /// Steps, times and values of each run.
    pub samples: Vec<(u64, f64, Vec<Values>)>,
    /// Whether the strip is shown.
    pub open: bool,
    /// The quantity that is plotted, of [`QUANTITIES`].
    pub quantity: usize,
    /// Number of the body whose values are kept.
    pub body: usize,
    /// Distance between the runs on the screen, in sizes of a body; 0 lays them over each other.
    pub apart: f32,
    /// Why the sets cannot be run.
    pub fault: Option<String>,
    /// Some run has not reached the step on the screen.
    pub behind: bool,
    scene: Option<Scene>,
    running: Vec<LawSet>,
    followed: usize,
    noted: Option<u64>,
    stride: u64,
    /// Another one for other runs, so that their bodies are made anew.
    generation: u64,
}

impl Default for Compare {
    fn default() -> Self {
        Self {
            sets: Vec::new(),
            rivals: Vec::new(),
            differences: Differences::new(0, THRESHOLD),
            samples: Vec::new(),
            open: false,
            quantity: QUANTITIES.iter().position(|q| q.name == "v").unwrap_or(0),
            body: 0,
            apart: 0.0,
            fault: None,
            behind: false,
            scene: None,
            running: Vec::new(),
            followed: 0,
            noted: None,
            stride: 1,
            generation: 0,
        }
    }
}

impl Compare {
    /// Makes the runs anew where the scene, the sets or the body are others.
    fn prepare(&mut self, scene: &Scene) {
        let same = self.scene.as_ref() == Some(scene) && self.running == self.sets && self.followed == self.body;
        if same {
            return;
        }
        if self.scene.as_ref().is_none_or(|old| old.bodies != scene.bodies) {
            self.body = scene.bodies.iter().position(|body| body.mass.is_finite()).unwrap_or(0);
        }
        (self.scene, self.running, self.followed) = (Some(scene.clone()), self.sets.clone(), self.body);
        let others: Result<Vec<Rival>, String> = self
            .sets
            .iter()
            .map(|set| scene.under(set).map(|scene| Rival::new(set.clone(), &scene)).map_err(|fault| fault.to_string()))
            .collect();
        self.rivals.clear();
        self.fault = None;
        if is_crowd(scene.bodies.len()) {
            self.fault =
                Some(format!("more than {FEW} bodies: `stickslip compare` runs such scenes, the window does not"));
            return;
        }
        match others {
            Ok(others) if !others.is_empty() => {
                self.rivals.push(Rival::new(LawSet { name: "on the screen".to_owned(), laws: Vec::new() }, scene));
                self.rivals.extend(others);
            }
            Ok(_) => {}
            Err(fault) => self.fault = Some(fault),
        }
        self.differences = Differences::new(self.rivals.len(), self.differences.threshold);
        self.samples.clear();
        (self.noted, self.behind) = (None, false);
        self.stride = (scene.duration / scene.dt / SAMPLES).ceil().max(1.0) as u64;
        self.generation += 1;
    }

    /// Forgets what was seen and begins anew with another threshold.
    pub fn set_threshold(&mut self, threshold: f64) {
        self.differences.threshold = threshold;
        self.running.clear();
    }

    /// The curves of all runs, tab-separated: time, step, and of each run the chosen quantity of the chosen body.
    pub fn table(&self) -> String {
        let label = QUANTITIES[self.quantity].label;
        let names = self.rivals.iter().map(|rival| format!("{label} {}", rival.set.name));
        let head: Vec<String> = ["t [s]".to_owned(), "step".to_owned()].into_iter().chain(names).collect();
        let mut text = head.join("\t") + "\n";
        for (step, time, values) in &self.samples {
            let values = values.iter().map(|values| values[self.quantity].to_string());
            let row: Vec<String> = [time.to_string(), step.to_string()].into_iter().chain(values).collect();
            text += &(row.join("\t") + "\n");
        }
        text
    }

    /// Brings every run to the step on the screen, or a part of the way.
    fn advance(&mut self, edits: &[(u64, Edit)], step: u64) {
        for (k, rival) in self.rivals.iter_mut().enumerate() {
            if let Some(from) = rival.take_over(edits, k == 0) {
                self.differences.forget_after(from);
                self.samples.retain(|(at, ..)| *at <= from);
                self.noted = self.noted.map(|noted| noted.min(from));
            }
        }
        // To see when the runs part, every step that was not looked at yet is taken by all of them together.
        let goal = self.noted.unwrap_or(0).min(step);
        for rival in &mut self.rivals {
            rival.tape.rewind(&mut rival.world, goal);
        }
        if self.noted.is_none() {
            self.note(0);
        }
        let start = Instant::now();
        let lowest = |rivals: &[Rival]| rivals.iter().filter(|r| !r.has_stopped()).map(Rival::step).min();
        while let Some(now) = lowest(&self.rivals).filter(|now| *now < step) {
            for rival in self.rivals.iter_mut().filter(|rival| rival.step() == now && !rival.has_stopped()) {
                rival.tape.step(&mut rival.world);
                if now + LOOKED >= step {
                    rival.jitter.note(&observe(&mut rival.world, CaseId(0)), self.body);
                }
            }
            if self.noted.is_none_or(|noted| now + 1 > noted) {
                self.note(now + 1);
            }
            if now.is_multiple_of(GLANCE) && start.elapsed().as_secs_f64() > SHARE {
                break;
            }
        }
        self.behind = lowest(&self.rivals).is_some_and(|now| now < step);
        for rival in &mut self.rivals {
            let known = rival.state.as_ref().is_some_and(|state| state.step == step);
            if rival.step() != step {
                rival.state = None;
            } else if !known {
                rival.state = Some(observe(&mut rival.world, CaseId(0)));
            }
        }
    }

    /// Looks at a step that no run has been at before.
    fn note(&mut self, step: u64) {
        self.noted = Some(step);
        let sampled = step.is_multiple_of(self.stride);
        if !sampled && self.differences.is_complete() {
            return;
        }
        let look = |rival: &mut Rival| (rival.step() == step).then(|| observe(&mut rival.world, CaseId(0)));
        let states: Vec<Option<State>> = self.rivals.iter_mut().map(look).collect();
        let seen: Vec<Option<&State>> = states.iter().map(Option::as_ref).collect();
        self.differences.note(&seen);
        let Some(time) = seen.iter().flatten().map(|state| state.time).next().filter(|_| sampled) else { return };
        let of = |state: &Option<&State>| {
            std::array::from_fn(|k| state.map_or(f64::NAN, |state| QUANTITIES[k].of(state, self.body)))
        };
        self.samples.push((step, time, seen.iter().map(of).collect()));
        if self.samples.len() > MOST_SAMPLES {
            self.stride *= 2;
            let stride = self.stride;
            self.samples.retain(|(step, ..)| step.is_multiple_of(stride));
        }
    }
}

/// Whether the run on the screen has to wait for the others.
pub fn is_behind(world: &World) -> bool {
    world.get_resource::<Compare>().is_some_and(|compare| compare.behind)
}

/// The other runs go along with the one on the screen.
pub fn follow(world: &mut World) {
    let idle = |compare: &Compare| compare.sets.is_empty() && compare.rivals.is_empty();
    if world.get_resource::<Compare>().is_none_or(idle) {
        return;
    }
    let Some(scene) = world.resource::<Session>().opened.as_ref().map(|opened| opened.scene.clone()) else { return };
    let step = world.resource::<Clock>().step;
    world.resource_scope(|world, mut compare: Mut<Compare>| {
        compare.prepare(&scene);
        if !compare.rivals.is_empty() {
            let edits = world.resource::<Past>().tape.edits().to_vec();
            compare.advance(&edits, step);
        }
    });
}

/// A tinted body: number of its run, its own number in the scene.
#[derive(Component, Clone, Copy, Debug)]
pub struct Tinted(usize, usize);

/// Draws the bodies of the other runs where they are.
pub fn draw(
    mut commands: Commands,
    compare: Res<Compare>,
    units: Res<Units>,
    theme: Res<Theme>,
    mut made: Local<(u64, Theme)>,
    mut tinted: Query<(Entity, &Tinted, &mut Transform, &mut Visibility)>,
    mut paint: Paint,
) {
    if *made != (compare.generation, *theme) {
        tinted.iter().for_each(|(entity, ..)| commands.entity(entity).despawn());
        *made = (compare.generation, *theme);
        return;
    }
    let aside = |run: usize| Vec3::X * (compare.apart * run as f32);
    for (_, Tinted(run, index), mut place, mut visible) in &mut tinted {
        let state = compare.rivals.get(*run).and_then(|rival| rival.state.as_ref());
        let body = state.and_then(|state| state.bodies.get(*index));
        visible.set_if_neq(if body.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        if let Some(body) = body {
            let at = transform(body, &units);
            let at = at.with_scale(at.scale * SHRUNK);
            place.set_if_neq(at.with_translation(at.translation + aside(*run)));
        }
    }
    if !tinted.is_empty() {
        return;
    }
    for (run, rival) in compare.rivals.iter().enumerate().skip(1) {
        let Some(state) = &rival.state else { continue };
        for (index, body) in state.bodies.iter().enumerate().filter(|(_, body)| moves(body)) {
            if let Some(mesh) = meshes::mesh(&body.shape, &units, 1.0) {
                let parts = paint.tinted(mesh, law_colour(run, &theme));
                commands.spawn((Drawn, Tinted(run, index), parts, NotShadowCaster, transform(body, &units)));
            }
        }
    }
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
