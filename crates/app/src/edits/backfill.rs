//! Backfills the history of a body or contact that is selected, inspected or plotted in the middle of a run. Recorded
//! curves and trails would begin at that step only, so a second world re-simulates the timeline from its start, within
//! a share of each frame, and records them for the whole past.

use crate::draw::overlay::draw_list::touches_body;
use crate::draw::overlay::items::is_pile;
use crate::draw::overlay::traces::Trails;
use crate::edits::travel::jump_budget;
use crate::plots::graphs::Graphs;
use crate::state::inspect::Inspect;
use crate::state::layout::Layers;
use crate::texts::{tr, tr_with};
use crate::timeline::display_state::{DisplayState, Followed};
use crate::timeline::history::History;
use crate::timeline::past::Past;
use crate::timeline::playback::Playback;
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use std::collections::BTreeSet;
use std::time::Duration;
use stickslip_engine::observe::many_body::{self, is_many_body};
use stickslip_engine::observe::quantity::Subject;
use stickslip_engine::observe::state::{State, observe};
use stickslip_engine::run::timeline::Timeline;
use stickslip_engine::step::Outcome;
use stickslip_engine::world::contact::ContactKey;
use stickslip_engine::world::{CaseId, Clock};

/// Time budget per frame while the run plays or jumps, or the camera moves, s.
const BUSY: f64 = 0.005;
/// Maximum computing time of a re-simulation of the past, s.
const MAX_BACKFILL_TIME: f64 = 300.0;

/// The re-simulation of the past, if one is in progress.
#[derive(Resource, Default)]
pub struct HistoryBackfill {
    run: Option<Box<BackfillRun>>,
    /// Reason why the past is not re-simulated.
    pub refused: Option<String>,
}

/// Inputs of a re-simulation; a change of any of them restarts it.
#[derive(Clone, Debug, PartialEq)]
struct BackfillInputs {
    version: u64,
    edits: usize,
    missing: BTreeSet<Subject>,
    selected: Option<usize>,
}

struct BackfillRun {
    of: BackfillInputs,
    timeline: Timeline,
    world: World,
    state: State,
    history: History,
    trails: Trails,
    wanted: Followed,
    goal: u64,
}

impl HistoryBackfill {
    /// True while the past is being re-simulated.
    pub fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// Progress of the re-simulation, or the reason why there is none; `None` if the history is complete.
    pub fn why(&self) -> Option<String> {
        let part = |run: &BackfillRun| run.world.resource::<Clock>().step as f64 / run.goal.max(1) as f64;
        let under_way = self
            .run
            .as_ref()
            .map(|run| tr_with("notice-backfill", [("percent", format!("{:.0}", 100.0 * part(run)).into())]));
        under_way.or_else(|| self.refused.clone())
    }
}

/// Makes the history track the plotted quantities and the inspected contact. In a many-body scene, the plots follow the
/// selected body.
pub fn follow_selection(
    (layers, inspect, shown): (Res<Layers>, Res<Inspect>, Res<DisplayState>),
    (mut history, mut graphs): (ResMut<History>, ResMut<Graphs>),
) {
    let selected = layers.0.selected.filter(|body| *body < shown.state.bodies.len());
    if is_pile(&shown.state.bodies) && graphs.followed != selected {
        graphs.follow_body(selected);
        selected.into_iter().for_each(|body| history.backfill(Subject::Body(body)));
    }
    let picked = inspect.picked.map(Subject::Contact);
    for of in graphs.subjects().chain(picked).filter(|of| !history.follows(of)).collect::<Vec<_>>() {
        history.follow(of);
    }
}

/// Advances the re-simulation while the history is incomplete; once finished, its curves and trails replace those on
/// screen.
pub fn backfill(world: &mut World) {
    let mut backfill = std::mem::take(&mut *world.resource_mut::<HistoryBackfill>());
    backfill.advance(world);
    *world.resource_mut::<HistoryBackfill>() = backfill;
}

impl HistoryBackfill {
    fn advance(&mut self, world: &mut World) {
        let missing = world.resource::<History>().missing();
        if missing.is_empty() {
            (self.run, self.refused) = (None, None);
            return;
        }
        let timeline = &world.resource::<Past>().timeline;
        let selected = world.resource::<Layers>().0.selected;
        let of = BackfillInputs {
            version: timeline.version(),
            edits: timeline.edits().len(),
            missing: missing.clone(),
            selected,
        };
        let seconds = timeline.reached() as f64 * timeline.pace();
        self.refused = (seconds > MAX_BACKFILL_TIME).then(|| {
            let minutes = (seconds / 60.0).ceil();
            tr_with("notice-followed", [("minutes", minutes.into())])
        });
        if self.refused.is_some() {
            self.run = None;
            return;
        }
        if self.run.as_ref().is_none_or(|run| run.of != of) {
            self.run = Some(Box::new(BackfillRun::new(world, of)));
        }
        let playback = world.resource::<Playback>();
        let is_busy = playback.playing || playback.view_moves || world.resource::<Past>().goal.is_some();
        let share = if is_busy { BUSY } else { jump_budget(world) };
        let goal = world.resource::<Past>().timeline.reached();
        if let Some(run) = self.run.as_mut()
            && run.advance(goal, Duration::from_secs_f64(share))
            && let Some(run) = self.run.take()
        {
            let BackfillRun { history, trails, .. } = *run;
            world.insert_resource(history);
            world.insert_resource(trails);
        }
    }
}

impl BackfillRun {
    fn new(world: &World, of: BackfillInputs) -> Self {
        let mut timeline = world.resource::<Past>().timeline.clone();
        let mut history = world.resource::<History>().emptied();
        let inspect = world.resource::<Inspect>();
        let contacts = inspect.picked.iter().chain(&inspect.pinned).map(|key| Subject::Contact(*key));
        let selected = of.selected.map(Subject::Body);
        for subject in world.resource::<Graphs>().subjects().chain(contacts).chain(selected) {
            history.follow(subject);
        }
        let wanted = Followed::from_history(world, &history);
        let trails = Trails::default();
        let world = timeline.world_at(0);
        let mut run = Self { of, timeline, world, state: State::default(), history, trails, wanted, goal: 0 };
        run.read();
        run
    }

    /// Re-simulates for at most `share`; true once step `goal` is reached or the guard has stopped the run.
    fn advance(&mut self, goal: u64, share: Duration) -> bool {
        self.goal = goal;
        let start = Instant::now();
        loop {
            let step = self.world.resource::<Clock>().step;
            if step >= goal || self.world.resource::<Outcome>().stopped.is_some() {
                self.read();
                self.history.set_whole();
                return true;
            }
            if start.elapsed() > share {
                return false;
            }
            self.timeline.step(&mut self.world);
            if self.history.wants(step + 1) {
                self.read();
            }
        }
    }

    /// Adds the present state of the re-simulation to its curves and trails.
    fn read(&mut self) {
        if is_many_body(self.state.bodies.len()) {
            let (wanted, selected) = (&self.wanted, self.of.selected);
            let is_wanted = |key: &ContactKey| touches_body(key, selected) || wanted.has(key);
            many_body::update(&mut self.world, CaseId(0), &mut self.state, is_wanted);
        } else {
            self.state = observe(&mut self.world, CaseId(0));
        }
        self.history.push(&self.state);
        let (wanted, selected) = (&self.wanted, self.of.selected);
        self.trails.push(&self.state, |key| touches_body(key, selected) || wanted.has(key));
    }
}

/// Reason why no trail is drawn although trails are on; `None` if one is drawn or trails are off.
pub fn no_trail_reason(shown: &DisplayState, backfill: &HistoryBackfill, on: &Layers) -> Option<String> {
    if shown.traced > 0 || !on.0.trails {
        return None;
    }
    let chosen = on.0.selected.is_some();
    Some(match backfill.why() {
        _ if shown.contacts == 0 => tr("notice-no-touch").to_owned(),
        _ if Trails::are_of_the_selected(&shown.state) && !chosen => tr("notice-select").to_owned(),
        Some(why) => why,
        None => tr("notice-no-trail").to_owned(),
    })
}
