//! Tests of [`crate::app::edits::backfill`] in the window.

use crate::app::edits::backfill::*;
use crate::app::files::open::open;
use crate::app::plots::graphs::Graphs;
use crate::app::state::layout::Layers;
use crate::app::state::session::{Opened, Session};
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::history::History;
use crate::app::timeline::playback::Playback;
use crate::draw::overlay::draw_list::touches_body;
use crate::draw::overlay::traces::Trails;
use crate::observe::quantity::Quantity;
use crate::observe::quantity::Subject;
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use crate::view::tests::test_window::{frame, window};
use crate::world::Clock;
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
