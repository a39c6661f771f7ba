//! Comparison runs: the open scene under other laws, stepped in sync with the main run. Each set of laws has its own
//! world, receives every edit except law edits, and is drawn as tinted bodies.

use crate::state::panels::Panels;
use crate::state::session::Session;
use crate::state::tuning::Tuning;
use crate::studies::law_sets::{first, solver_on_screen};
use crate::texts::{tr, tr_with};
use crate::timeline::past::Past;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use std::ops::ControlFlow;
use std::sync::Arc;
use stickslip_engine::laws::Vec3 as Metres;
use stickslip_engine::observe::many_body::{MAX_FULLY_READ, is_many_body};
use stickslip_engine::observe::state::{BodyState, State};
use stickslip_engine::run::differences::THRESHOLD;
use stickslip_engine::run::side_by_side::{ComparedRun, SideBySide, states};
use stickslip_engine::run::simulation::Simulation;
use stickslip_engine::scene::{LawSet, Scene};
use stickslip_engine::step::edits::Edit;
use stickslip_engine::world::Clock;
use stickslip_engine::world::contact::ContactKey;
use stickslip_lab::compare::plot::QUANTITIES;

/// Maximum number of law sets besides the laws of the main run.
pub const MAX_OTHER_SETS: usize = 3;
/// Time budget for all worlds per frame, s; the main run waits for worlds that lag behind.
const SHARE: f64 = 0.06;
/// Number of steps between budget checks.
const BUDGET_CHECK_STEPS: u64 = 8;
/// Number of steps at the end of each frame that are checked for jitter.
const JITTER_STEPS: u64 = 8;
/// Samples of each curve over the scene's duration.
const SAMPLES: f64 = 2000.0;
/// Maximum number of samples; beyond it every other one is dropped.
const MAX_SAMPLES: usize = 4000;

/// Quantities of one body in one run, in the order of [`QUANTITIES`].
pub type ComparedValues = [f64; QUANTITIES.len()];

/// Step, time (s), and the values of each run.
pub type ComparedSample = (u64, f64, Vec<ComparedValues>);

/// Per-run data kept by the window.
pub struct ShownRun {
    /// Law set of the run; the first run, a copy of the main run, changes no law.
    pub set: LawSet,
    /// Differences from the scene other than the laws, as text.
    pub notes: Vec<String>,
    jitter: Jitter,
}

/// Detects loads that change sign from step to step on a body that hardly moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Jitter {
    /// Last step, with its slide force, roll torque and spin torque.
    last: Option<(u64, [Metres; 3])>,
    /// Recent share of checked steps in which each load reversed.
    share: [f64; 3],
    /// Largest magnitude of each load so far, at least a thousandth of the normal force (times the size); much
    /// smaller loads count as rounding.
    largest: [f64; 3],
}

/// A larger share counts as jitter; an oscillating spring reverses its load far less often.
const JITTERS: f64 = 0.25;
/// Weight of a new step in the moving share.
const WEIGHT: f64 = 0.1;

impl Jitter {
    /// Processes a state; only two consecutive states yield information.
    fn note(&mut self, state: &State, body: usize) {
        let Some(of) = state.bodies.get(body) else { return };
        if self.last.is_some_and(|(step, _)| state.step < step) {
            // After a jump back, the shares belong to later steps.
            (self.last, self.share) = (None, [0.0; 3]);
        }
        let slow = is_slow(of, &state.gravity);
        let loads = state.loads_on(body);
        let touches = |key: &ContactKey| [key.i, key.j].contains(&(body as u32));
        let pressed: f64 = state.contacts.iter().filter(|c| touches(&c.pair.key)).map(|c| c.normal.n.abs()).sum();
        let arms = [1.0, of.shape.size(), of.shape.size()];
        for ((largest, load), arm) in self.largest.iter_mut().zip(&loads).zip(arms) {
            *largest = largest.max(load.norm()).max(1e-3 * pressed * arm);
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

/// True for a body that creeps or rests: slower than a thousandth of √(g·size).
fn is_slow(body: &BodyState, gravity: &Metres) -> bool {
    let scale = 1e-3 * (gravity.norm() * body.shape.size()).sqrt();
    body.v.norm() < scale && body.w.norm() * body.shape.size() < scale
}

impl ShownRun {
    fn begin(set: LawSet, notes: Vec<String>, scene: &Scene) -> ComparedRun<Self> {
        ComparedRun::with_history(Simulation::with_energy_ledger(scene), Self { set, notes, jitter: Jitter::default() })
    }

    /// The loads that change sign from step to step while the body hardly moves, as in `roll torque changes sign`.
    pub fn jitters(&self) -> Option<String> {
        let names = [tr("compare-load-friction"), tr("compare-load-roll"), tr("compare-load-spin")];
        let turned = self.jitter.share.into_iter().zip(names).filter(|(share, _)| *share > JITTERS);
        let turned: Vec<&str> = turned.map(|(_, name)| name).collect();
        let count = turned.len();
        let both =
            |first: String, second: &str| tr_with("compare-and", [("first", first.into()), ("second", second.into())]);
        let loads =
            turned.split_first().map(|(first, rest)| rest.iter().fold((*first).to_owned(), |all, one| both(all, one)));
        loads.map(|loads| tr_with("compare-sign", [("count", count.into()), ("loads", loads.into())]))
    }
}

/// Comparison with the main run.
#[derive(Resource)]
pub struct Compare {
    /// Law sets chosen by the user.
    pub sets: Vec<LawSet>,
    /// The copy of the main run, followed by one run per set.
    pub beside: SideBySide<ShownRun>,
    /// Relative difference above which two runs count as different.
    pub threshold: f64,
    /// Curves in time order.
    pub samples: Vec<ComparedSample>,
    /// True while the comparison strip is shown.
    pub open: bool,
    /// The plotted quantity, an index into [`QUANTITIES`].
    pub quantity: usize,
    /// Index of the body whose values are recorded.
    pub body: usize,
    /// Spacing of the runs on screen, in body sizes; 0 overlays them.
    pub apart: f32,
    /// Reason why the sets cannot be run.
    pub fault: Option<String>,
    /// True if some run has not reached the displayed step.
    pub behind: bool,
    scene: Option<Scene>,
    running: Vec<LawSet>,
    followed: usize,
    /// The displayed step.
    step: u64,
    stride: u64,
    /// Changes with the set of runs, so that their bodies are rebuilt.
    pub generation: u64,
}

impl Default for Compare {
    fn default() -> Self {
        Self {
            sets: Vec::new(),
            beside: SideBySide::new(Vec::new(), THRESHOLD),
            threshold: THRESHOLD,
            samples: Vec::new(),
            open: false,
            quantity: QUANTITIES.iter().position(|q| q.entry.is_called("v")).unwrap_or(0),
            body: 0,
            apart: 0.0,
            fault: None,
            behind: false,
            scene: None,
            running: Vec::new(),
            followed: 0,
            step: 0,
            stride: 1,
            generation: 0,
        }
    }
}

impl Compare {
    /// A comparison of these laws that has not begun.
    pub fn new(sets: Vec<LawSet>) -> Self {
        Self { sets, ..Self::default() }
    }

    /// Rebuilds the runs if the scene, the sets or the body changed.
    fn prepare(&mut self, scene: &Scene) {
        let same = self.scene.as_ref() == Some(scene) && self.running == self.sets && self.followed == self.body;
        if same {
            return;
        }
        if self.scene.as_ref().is_none_or(|old| old.bodies != scene.bodies) {
            self.body = scene.bodies.iter().position(|body| body.mass.is_finite()).unwrap_or(0);
        }
        (self.scene, self.running, self.followed) = (Some(scene.clone()), self.sets.clone(), self.body);
        self.beside = SideBySide::new(Vec::new(), self.threshold);
        self.fault = None;
        if is_many_body(scene.bodies.len()) {
            self.fault = Some(format!(
                "more than {MAX_FULLY_READ} bodies: too many to compare in the window; use `stickslip compare`"
            ));
            return;
        }
        let begin = |set: &LawSet, under: Scene| ShownRun::begin(set.clone(), scene.law_set_notes(set), &under);
        let other = |set: &LawSet| scene.under(set).map(|under| begin(set, under));
        match self.sets.iter().map(other).collect::<Result<Vec<_>, _>>() {
            Ok(others) if !others.is_empty() => {
                let twin = begin(&LawSet { name: "displayed".to_owned(), ..LawSet::default() }, scene.clone());
                let runs = std::iter::once(twin).chain(others).collect();
                self.beside = SideBySide::new(runs, self.threshold);
            }
            Ok(_) => {}
            Err(fault) => self.fault = Some(fault.to_string()),
        }
        self.samples.clear();
        self.behind = false;
        self.stride = (scene.duration / scene.dt / SAMPLES).ceil().max(1.0) as u64;
        self.generation += 1;
    }

    /// Discards the results and restarts with another threshold.
    pub fn set_threshold(&mut self, threshold: f64) {
        self.threshold = threshold;
        self.running.clear();
    }

    /// The curves of all runs, tab-separated: time, step, and the chosen quantity of the chosen body in each run.
    pub fn table(&self) -> String {
        let label = QUANTITIES[self.quantity].label();
        let names = self.beside.runs.iter().map(|run| format!("{label} {}", run.kept.set.name));
        let head: Vec<String> = ["t [s]".to_owned(), "step".to_owned()].into_iter().chain(names).collect();
        let mut text = head.join("\t") + "\n";
        for (step, time, values) in &self.samples {
            let values = values.iter().map(|values| values[self.quantity].to_string());
            let row: Vec<String> = [time.to_string(), step.to_string()].into_iter().chain(values).collect();
            text += &(row.join("\t") + "\n");
        }
        text
    }

    /// A run's state at the displayed step; `None` while it catches up, and after the guard has stopped it.
    pub fn state(&self, run: usize) -> Option<&State> {
        self.beside.runs.get(run)?.state_at(self.step)
    }

    /// The chosen quantity of the chosen body in a run at the displayed step; `None` where [`Self::state`] is.
    pub fn value(&self, run: usize) -> Option<f64> {
        self.state(run).map(|state| QUANTITIES[self.quantity].of(state, self.body))
    }

    /// Advances every run towards the displayed step, within the time budget.
    fn advance(&mut self, edits: &[(u64, Edit)], step: u64) {
        if let Some(from) = self.beside.follow(edits) {
            self.samples.retain(|(at, ..)| *at <= from);
        }
        let Self { beside, samples, stride, body, .. } = self;
        let start = Instant::now();
        let visit = |runs: &mut [ComparedRun<ShownRun>], now: u64| {
            if now + JITTER_STEPS > step {
                for run in runs.iter_mut().filter(|run| run.simulation.step_count() == now) {
                    let state = run.state();
                    run.kept.jitter.note(&state, *body);
                }
            }
            if now.is_multiple_of(*stride) && samples.last().is_none_or(|(at, ..)| *at < now) {
                samples.extend(sample(runs, now, *body));
            }
            let spent = now.is_multiple_of(BUDGET_CHECK_STEPS) && start.elapsed().as_secs_f64() > SHARE;
            if spent { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let _ = beside.go_to(step, visit);
        states(&mut beside.runs, step);
        self.step = step;
        self.behind = self.beside.step_count().is_some_and(|now| now < step);
        if self.samples.len() > MAX_SAMPLES {
            self.stride *= 2;
            self.samples.retain(|(at, ..)| at.is_multiple_of(self.stride));
        }
    }
}

/// Values of all runs at a step; NaN where a run has not reached it.
fn sample(runs: &mut [ComparedRun<ShownRun>], step: u64, body: usize) -> Option<ComparedSample> {
    let states = states(runs, step);
    let time = states.iter().flatten().next()?.time;
    let value = |state: &Option<Arc<State>>, k: usize| state.as_ref().map_or(f64::NAN, |s| QUANTITIES[k].of(s, body));
    Some((step, time, states.iter().map(|state| std::array::from_fn(|k| value(state, k))).collect()))
}

/// Starts with two law sets when the strip opens; drops all runs when it closes.
pub fn open_strip(panels: Res<Panels>, session: Res<Session>, tuning: Res<Tuning>, mut compare: ResMut<Compare>) {
    if panels.compare == compare.open {
        return;
    }
    compare.open = panels.compare;
    let scene = session.opened.as_ref().map(|opened| &opened.scene).filter(|_| panels.compare);
    compare.sets = scene.map(|scene| first(scene, &solver_on_screen(tuning.solver, Some(scene)))).unwrap_or_default();
}

/// Advances the comparison runs along with the main run.
pub fn follow(session: Res<Session>, past: Res<Past>, clock: Res<Clock>, mut compare: ResMut<Compare>) {
    let Some(opened) = past.scene(&session) else { return };
    if past.fixed().is_some() {
        compare.sets.clear();
    }
    if compare.sets.is_empty() && compare.beside.runs.is_empty() {
        return;
    }
    compare.prepare(&opened.scene);
    if !compare.beside.runs.is_empty() {
        compare.advance(past.timeline.edits(), clock.step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_lab::builtin;

    /// The law that jittered at rest is not said to jitter where it still slides.
    #[test]
    fn a_jump_back_forgets_the_jitter_of_later_steps() {
        let scene = Scene::parse("disk", builtin::text("disk-panels-bc").expect("a scene")).expect("no fault");
        let state = |step: u64| State { step, ..Simulation::new(&scene).state() };
        let mut jitter =
            Jitter { last: Some((900, [Metres::zeros(); 3])), share: [0.0, 1.0, 0.0], ..Jitter::default() };
        jitter.note(&state(901), 1);
        assert!(jitter.share[1] > JITTERS);
        jitter.note(&state(200), 1);
        assert_eq!(jitter.share, [0.0; 3]);
    }
}
