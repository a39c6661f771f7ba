//! Backfills the history of a body or contact that is selected, inspected or plotted in the middle of a run. Recorded
//! curves and trails would begin at that step only, so a second world re-simulates the timeline from its start, within
//! a share of each frame, and records them for the whole past.

use crate::app::edits::travel::jump_budget;
use crate::app::plots::graphs::Graphs;
use crate::app::state::inspect::Inspect;
use crate::app::state::layout::Layers;
use crate::app::timeline::display_state::{DisplayState, Followed};
use crate::app::timeline::history::History;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::draw::overlay::draw_list::touches_body;
use crate::draw::overlay::items::is_pile;
use crate::draw::overlay::traces::Trails;
use crate::observe::many_body::{self, is_many_body};
use crate::observe::quantity::Subject;
use crate::observe::state::{State, observe};
use crate::run::timeline::Timeline;
use crate::step::Outcome;
use crate::texts::{tr, tr_with};
use crate::world::contact::ContactKey;
use crate::world::{CaseId, Clock};
use bevy::ecs::prelude::*;
use bevy::platform::time::Instant;
use std::collections::BTreeSet;
use std::time::Duration;

/// Time budget per frame while the run plays or jumps, or the camera moves, s.
const BUSY: f64 = 0.005;
/// Maximum computing time of a re-simulation of the past, s.
const MAX_BACKFILL_TIME: f64 = 300.0;

/// The re-simulation of the past, if one is in progress.
#[derive(Resource, Default)]
pub(crate) struct HistoryBackfill {
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
    pub(crate) fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// Progress of the re-simulation, or the reason why there is none; `None` if the history is complete.
    pub(crate) fn why(&self) -> Option<String> {
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
pub(crate) fn follow_selection(
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
pub(crate) fn backfill(world: &mut World) {
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
pub(crate) fn no_trail_reason(shown: &DisplayState, backfill: &HistoryBackfill, on: &Layers) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::files::open::open;
    use crate::app::state::session::{Opened, Session};
    use crate::observe::quantity::Quantity;
    use crate::run::simulation::Simulation;
    use crate::scene::Scene;
    use crate::view::tests::test_window::{frame, window};
    use bevy::app::App;
    use stickslip_lab::generate;

    const BEAD: usize = 3;
    const END: u64 = 1500;

    fn steps(app: &mut App, count: u64) {
        let goal = app.world().resource::<Clock>().step + count;
        while app.world().resource::<Clock>().step < goal {
            let left = goal - app.world().resource::<Clock>().step;
            app.world_mut().resource_mut::<Playback>().single = left;
            frame(app, 0.01);
        }
    }

    fn settle(app: &mut App) {
        for _ in 0..2000 {
            frame(app, 0.01);
            if !app.world().resource::<HistoryBackfill>().is_running() {
                return;
            }
        }
        panic!("the past is still being recomputed");
    }

    /// A heap at step [`END`], whose bead was selected at step `at`.
    fn heap(balls: u64, at: u64) -> App {
        let text = generate::text("heap", balls).expect("a scene");
        let scene = Scene::parse("heap", &text).expect("no fault");
        let mut app = window("sphere-up-35");
        open(app.world_mut(), Opened { name: "heap".to_owned(), file: None, text, scene });
        steps(&mut app, at);
        app.world_mut().resource_mut::<Layers>().0.selected = Some(BEAD);
        frame(&mut app, 0.01);
        steps(&mut app, END - at);
        settle(&mut app);
        app
    }

    fn speeds(app: &App) -> Vec<(u64, u64)> {
        let v = Quantity::find(Subject::Body(BEAD), "v", "| |").expect("a row");
        let samples = app.world().resource::<History>().samples(&v);
        samples.map(|sample| (sample.step, sample.first.to_bits())).collect()
    }

    /// The curves of a bead selected at the end of a run are bit-identical to a run of the engine alone, both where all
    /// contacts are read and in a many-body scene; the trails begin with the bead's first contact.
    #[test]
    fn a_bead_selected_late_has_its_whole_past() {
        for balls in [60, 400] {
            let late = heap(balls, END);
            let found = speeds(&late);
            assert!(found.len() > 100 && found.last().is_some_and(|(step, _)| step + 10 > END), "{balls}: {found:?}");
            let scene = &late.world().resource::<Session>().opened.as_ref().expect("a scene").scene;
            let mut simulation = Simulation::new(scene);
            let (mut now, mut touched, every) = (0, None, found[1].0);
            for (step, speed) in found {
                simulation.steps(step - now);
                now = step;
                let state = simulation.state();
                assert_eq!(speed, state.bodies[BEAD].v.norm().to_bits(), "{balls}, step {step}");
                let touches = state.contacts.iter().any(|contact| touches_body(&contact.pair.key, Some(BEAD)));
                touched = touched.or(touches.then_some(step));
            }
            let begins = late.world().resource::<Trails>().first_step().expect("a trail");
            let touched = touched.expect("a contact");
            assert!((touched..=touched + every).contains(&begins), "{balls}: {begins} {touched}");
            let plotted = late.world().resource::<Graphs>().subjects().any(|of| of == Subject::Body(BEAD));
            assert!(plotted, "{balls}: the plots follow the bead");
        }
    }

    /// Without a selection, the plots of a heap show quantities of the whole scene only, and no trail is drawn, for a
    /// stated reason.
    #[test]
    fn without_a_selection_there_is_a_reason() {
        let mut app = heap(400, END);
        app.world_mut().resource_mut::<Layers>().0.selected = None;
        settle(&mut app);
        let world = app.world();
        assert!(world.resource::<Graphs>().subjects().all(|of| of == Subject::World));
        let (shown, layers) = (world.resource::<DisplayState>(), world.resource::<Layers>());
        let why = no_trail_reason(shown, world.resource::<HistoryBackfill>(), layers).expect("a reason");
        assert!(why.contains("select a body"), "{why}");
    }
}
