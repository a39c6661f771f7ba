//! Building by hand in the window's driver: new scenes, files, whole bodies, undo.

use crate::app::build::patch::is_at_start;
use crate::app::build::templates;
use crate::app::edits::document::Document;
use crate::app::files::saving::{Saving, unsaved};
use crate::app::state::layout::Layers;
use crate::app::state::request::{BuildRequest, EditRequest, FileRequest, Request, SceneRequest};
use crate::app::state::scene_patch::ScenePatch;
use crate::app::state::session::{Opened, Session};
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::record::hash::state_hash;
use crate::run::simulation::Simulation;
use crate::scene::Scene;
use crate::step::edits::{Edit, FrictionParameter, QueueEdit};
use crate::view::tests::test_window::{frame, window};
use crate::world::Clock;
use bevy::app::App;
use std::path::PathBuf;

fn ask(app: &mut App, request: Request) {
    app.world_mut().write_message(request);
    settle(app);
}

/// Frames until nothing is being computed.
fn settle(app: &mut App) {
    frame(app, 0.01);
    while app.world().resource::<Past>().goal.is_some() {
        frame(app, 0.01);
    }
}

fn build(app: &mut App, request: BuildRequest) {
    ask(app, Request::Build(request));
}

fn opened(app: &App) -> Opened {
    app.world().resource::<Session>().opened.clone().expect("a scene")
}

fn notice(app: &App) -> String {
    app.world().resource::<Session>().notice.clone().expect("a notice").0
}

fn names(app: &App) -> Vec<String> {
    app.world().resource::<DisplayState>().state.bodies.iter().map(|body| body.name.clone()).collect()
}

fn select(app: &mut App, name: &str) {
    let index = names(app).iter().position(|own| own == name).unwrap_or_else(|| panic!("no {name}"));
    app.world_mut().resource_mut::<Layers>().0.selected = Some(index);
}

fn selected(app: &App) -> Option<String> {
    app.world().resource::<Layers>().0.selected.map(|index| names(app)[index].clone())
}

fn hash(app: &App) -> u64 {
    state_hash(&app.world().resource::<DisplayState>().state)
}

/// Plays until this step.
fn play_to(app: &mut App, step: u64) {
    ask(app, Request::Time(crate::app::state::request::TimeRequest::Seek(step)));
    assert_eq!(app.world().resource::<Clock>().step, step);
}

/// Opens a new scene, whether or not it asks because of what is not saved.
fn begin(app: &mut App, template: &'static str) {
    ask(app, Request::Sure(Box::new(Request::Scene(SceneRequest::New(template)))));
}

/// What a run of the text by the command has after this many steps.
fn run_of(text: &str, steps: u64) -> u64 {
    let mut simulation = Simulation::new(&Scene::parse("saved", text).expect("no fault"));
    simulation.steps(steps);
    state_hash(&simulation.state())
}

/// A scene built from a template, with a duplicate, a deleted body and a body from another scene, is saved, and the file
/// runs bit for bit as the window does; reopened, it has nothing unsaved.
#[test]
fn what_is_built_is_saved_and_runs_as_it_is_seen() {
    let folder = temp_dir::TempDir::new().expect("a folder");
    let path = folder.path().join("mine.ron");
    let mut app = window("sphere-up-35");
    select(&mut app, "ball");
    build(&mut app, BuildRequest::Copy);
    begin(&mut app, "ramp");
    assert_eq!(names(&app), ["floor", "ramp", "crate"]);
    build(&mut app, BuildRequest::Paste);
    assert_eq!(selected(&app).as_deref(), Some("ball"));
    select(&mut app, "crate");
    build(&mut app, BuildRequest::Duplicate);
    assert_eq!(selected(&app).as_deref(), Some("crate 2"));
    select(&mut app, "crate");
    build(&mut app, BuildRequest::Delete);
    assert_eq!(names(&app), ["floor", "ramp", "ball", "crate 2"]);
    assert!(unsaved(app.world_mut()) && app.world().resource::<Past>().timeline.edits().is_empty());
    ask(&mut app, Request::File(FileRequest::Save { path: path.clone(), poses: false, then: None }));
    assert!(!unsaved(app.world_mut()));
    play_to(&mut app, 3000);
    let text = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(hash(&app), run_of(&text, 3000));
    begin(&mut app, "floor");
    ask(&mut app, Request::File(FileRequest::Open(path)));
    assert_eq!((names(&app).len(), opened(&app).text), (4, text));
    assert!(!unsaved(app.world_mut()));
}

/// Comments of an opened file survive what is built in it.
#[test]
fn comments_of_the_file_survive() {
    let folder = temp_dir::TempDir::new().expect("a folder");
    let path = folder.path().join("mine.ron");
    let text = templates::new("ramp").expect("a template").text;
    let text = format!("// Mine.\n{}", text.replace("(name: \"floor\"", "// Of concrete.\n        (name: \"floor\""));
    std::fs::write(&path, &text).expect("a file");
    let mut app = window("sphere-up-35");
    ask(&mut app, Request::File(FileRequest::Open(path)));
    select(&mut app, "crate");
    build(&mut app, BuildRequest::Duplicate);
    let built = opened(&app).text;
    assert!(text.lines().all(|line| built.contains(line.trim_end_matches(','))), "{built}");
    select(&mut app, "crate 2");
    build(&mut app, BuildRequest::Delete);
    let cleared: Vec<String> = opened(&app).text.lines().map(|line| line.trim_end_matches(',').to_owned()).collect();
    assert_eq!(cleared, text.lines().map(|line| line.trim_end_matches(',').to_owned()).collect::<Vec<_>>());
}

/// Changes of the text and edits of the runs between them are undone and redone in the order in which they were made, each
/// run with its step and its edits.
#[test]
fn changes_and_edits_are_undone_in_their_order() {
    let mut app = window("sphere-up-35");
    begin(&mut app, "ramp");
    let mu = |app: &mut App, value: f64| {
        let edit = Edit::Basic { rule: None, which: FrictionParameter::MuS, value };
        app.world_mut().write_message(QueueEdit(edit));
        settle(app);
    };
    let seen = |app: &App| (opened(app).text, app.world().resource::<Clock>().step, hash(app));
    let mut states = vec![seen(&app)];
    select(&mut app, "crate");
    build(&mut app, BuildRequest::Duplicate);
    states.push(seen(&app));
    play_to(&mut app, 200);
    mu(&mut app, 0.7);
    build(&mut app, BuildRequest::StartHere);
    assert!(is_at_start(app.world()), "{}", notice(&app));
    states.push(seen(&app));
    select(&mut app, "crate 2");
    build(&mut app, BuildRequest::Delete);
    states.push(seen(&app));
    let back: Vec<_> = (0..3)
        .map(|_| {
            ask(&mut app, Request::Edit(EditRequest::Undo));
            seen(&app)
        })
        .collect();
    assert_eq!(back[0], states[2]);
    // The run that was made the start is shown where it was left, with its edit, which is undone next.
    assert_eq!((&back[1].0, back[1].1), (&states[1].0, 200));
    assert_eq!((&back[2].0, back[2].1), (&states[1].0, 200));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    assert_eq!(seen(&app), states[0]);
    assert!(!app.world().resource::<Document>().can_undo());
    // The first run is shown again as it was left, at step 200.
    for state in [&states[2], &states[3]] {
        while seen(&app) != *state {
            ask(&mut app, Request::Edit(EditRequest::Redo));
            assert!(!notice(&app).contains("nothing to redo"), "{}", notice(&app));
        }
    }
}

/// A thousand random gestures, each undone and redone now and then, and all undone in the end: the text is what it was, and
/// redone it is what it became; so is the run.
#[test]
fn a_thousand_gestures_are_undone_and_redone() {
    let mut app = window("sphere-up-35");
    begin(&mut app, "two-ramps");
    let first = opened(&app).text;
    let mut random = 12_345_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut changes = 0;
    for _ in 0..1000 {
        let bodies = names(&app);
        let name = bodies[next(bodies.len())].clone();
        select(&mut app, &name);
        let before = (opened(&app).text, hash(&app));
        // Few enough bodies that the test stays short.
        if next(3) == 0 {
            let group = [name.clone(), bodies[next(bodies.len())].clone()];
            build(&mut app, BuildRequest::Select(group.to_vec()));
        }
        let request = match next(if bodies.len() > 8 { 3 } else { 8 }) {
            0 | 1 => BuildRequest::Delete,
            2 => BuildRequest::Cut,
            3 => BuildRequest::Duplicate,
            4 => BuildRequest::Copy,
            5 => BuildRequest::Mirror { axis: next(2), at_far_end: next(2) == 0 },
            6 => BuildRequest::Row { counts: [2, 1], by: [0.7, 0.4] },
            _ => BuildRequest::Paste,
        };
        build(&mut app, request);
        let after = (opened(&app).text, hash(&app));
        if after.0 == before.0 {
            continue;
        }
        changes += 1;
        if next(10) == 0 {
            ask(&mut app, Request::Edit(EditRequest::Undo));
            assert_eq!((opened(&app).text, hash(&app)), before);
            ask(&mut app, Request::Edit(EditRequest::Redo));
            assert_eq!((opened(&app).text, hash(&app)), after);
        }
    }
    assert!(changes > 300, "{changes}");
    let last = (opened(&app).text, hash(&app));
    let kept = 200.min(changes);
    (0..kept).for_each(|_| ask(&mut app, Request::Edit(EditRequest::Undo)));
    assert!(!app.world().resource::<Document>().can_undo());
    if changes <= 200 {
        assert_eq!(opened(&app).text, first);
    }
    (0..kept).for_each(|_| ask(&mut app, Request::Edit(EditRequest::Redo)));
    assert_eq!((opened(&app).text, hash(&app)), last);
    assert_eq!(run_of(&last.0, 0), last.1);
}

/// A change that the scene does not allow is refused with the reason; nothing is changed.
#[test]
fn a_refused_change_leaves_the_scene() {
    let mut app = window("sphere-up-35");
    begin(&mut app, "floor");
    let text = opened(&app).text;
    select(&mut app, "floor");
    build(&mut app, BuildRequest::Delete);
    assert_eq!(opened(&app).text, text);
    assert!(notice(&app).contains("delete floor"), "{}", notice(&app));
    app.world_mut().resource_mut::<Layers>().0.selected = None;
    build(&mut app, BuildRequest::Delete);
    assert!(notice(&app).contains("select"), "{}", notice(&app));
}

/// After the start, whole bodies are added and deleted as edits of the run; the text stays.
#[test]
fn after_the_start_gestures_are_edits_of_the_run() {
    let mut app = window("sphere-up-35");
    begin(&mut app, "ramp");
    let text = opened(&app).text;
    play_to(&mut app, 100);
    select(&mut app, "crate");
    build(&mut app, BuildRequest::Duplicate);
    app.world_mut().resource_mut::<Playback>().request_steps(1);
    settle(&mut app);
    assert_eq!(names(&app), ["floor", "ramp", "crate", "crate 2"]);
    select(&mut app, "crate");
    build(&mut app, BuildRequest::Delete);
    app.world_mut().resource_mut::<Playback>().request_steps(1);
    settle(&mut app);
    assert_eq!(names(&app), ["floor", "ramp", "crate 2"]);
    assert_eq!((opened(&app).text, app.world().resource::<Past>().timeline.edits().len()), (text, 2));
    assert!(unsaved(app.world_mut()));
}

/// Hostile files are refused with their faults in the form; the open scene stays.
#[test]
fn a_hostile_file_leaves_the_open_scene() {
    let folder = temp_dir::TempDir::new().expect("a folder");
    let path = folder.path().join("bad.ron");
    let mut app = window("sphere-up-35");
    begin(&mut app, "ramp");
    let before = (opened(&app), hash(&app));
    let deep = "(".repeat(100_000);
    for (bad, why) in [
        ("Scene(schema: 1, titel: \"x\")", "titel"),
        ("", "1:1"),
        ("\u{0}\u{1}PNG", "NUL"),
        (deep.as_str(), "deep"),
        ("Scene(schema: 99)", "schema"),
    ] {
        std::fs::write(&path, bad).expect("a file");
        ask(&mut app, Request::File(FileRequest::Open(path.clone())));
        let form = app.world().resource::<Saving>().open_form.clone().expect("the form");
        let faults = form.faults.expect("faults");
        assert!(faults.contains("bad.ron") && faults.contains(why), "{bad:.30}: {faults}");
        assert_eq!((opened(&app), hash(&app)), before);
    }
    ask(&mut app, Request::File(FileRequest::Open(PathBuf::from("/no/such/file.ron"))));
    let form = app.world().resource::<Saving>().open_form.clone().expect("the form");
    assert!(form.faults.expect("a fault").contains("/no/such/file.ron"));
}

/// The run that was played before a change of the scene stays as a ghost, step by step as it was, through further changes; with
/// other bodies it has no curves, with another step it is gone.
#[test]
fn the_run_before_a_change_stays_as_a_ghost() {
    let mut app = window("sphere-up-35");
    begin(&mut app, "ramp");
    let old = opened(&app).text;
    let steeper = |degrees: &str| BuildRequest::Patch {
        what: "slope".to_owned(),
        patches: vec![ScenePatch::body("ramp", "shape.degrees", degrees)],
    };
    build(&mut app, steeper("25.0"));
    assert!(app.world().resource::<Past>().ghost.is_none(), "no run was played");
    build(&mut app, steeper("30.0"));
    play_to(&mut app, 2000);
    play_to(&mut app, 0);
    build(&mut app, steeper("35.0"));
    build(&mut app, steeper("40.0"));
    play_to(&mut app, 1500);
    let past = app.world().resource::<Past>();
    let ghost = past.ghost.as_ref().expect("a ghost");
    assert!(ghost.curves().is_some() && !ghost.is_awaited());
    let state = ghost.state.as_ref().expect("a state");
    let thirty = ScenePatch::body("ramp", "shape.degrees", "30.0").apply(&old).expect("a text");
    assert_eq!((state.step, state_hash(state)), (1500, run_of(&thirty, 1500)));
    assert_ne!(hash(&app), state_hash(state));
    play_to(&mut app, 0);
    select(&mut app, "crate");
    build(&mut app, BuildRequest::Delete);
    let now = app.world().resource::<Past>().ghost.as_ref().expect("a ghost");
    assert!(now.curves().is_none());
    let dt = vec![ScenePatch::Set { path: "time.dt".to_owned(), value: "5e-5".to_owned() }];
    build(&mut app, BuildRequest::Patch { what: "step".to_owned(), patches: dt });
    assert!(app.world().resource::<Past>().ghost.is_none());
}

/// A pose that is set, a body that is added or deleted by the panel *Manipulate* before the run begins are changes of the scene:
/// they are saved, no step is taken, and each is undone. Later they are edits of the run.
#[test]
fn edits_of_bodies_at_the_start_change_the_scene() {
    let mut app = window("sphere-up-35");
    let before = opened(&app).text;
    let edit = |app: &mut App, edit: Edit| {
        app.world_mut().write_message(QueueEdit(edit));
        settle(app);
    };
    let q = crate::laws::Rotation::from_axis_angle(&crate::laws::Vec3::x_axis(), 0.3);
    let position = crate::laws::Vec3::new(0.25, 0.5, 1.75);
    edit(&mut app, Edit::Place { body: 1, position, rotation: q });
    edit(
        &mut app,
        Edit::Add("(name: \"new\", shape: Sphere(radius: 0.1), mass: 1.0, position: (2.0, 0.0, 4.0))".to_owned()),
    );
    let past = app.world().resource::<Past>();
    assert!(past.timeline.edits().is_empty() && app.world().resource::<Clock>().step == 0);
    let built = opened(&app);
    assert_eq!(names(&app), ["incline", "ball", "new"]);
    let ball = &built.scene.bodies[1];
    assert!((ball.position - position).norm() < 1e-12 && (ball.rotation.inverse() * q).angle() < 1e-7, "{ball:?}");
    play_to(&mut app, 300);
    assert_eq!(hash(&app), run_of(&built.text, 300));
    edit(&mut app, Edit::Delete { body: 2 });
    assert_eq!((opened(&app).text, app.world().resource::<Past>().timeline.edits().len()), (built.text, 1));
    ask(&mut app, Request::Edit(EditRequest::Undo));
    play_to(&mut app, 0);
    edit(&mut app, Edit::Delete { body: 2 });
    assert_eq!(names(&app), ["incline", "ball"]);
    for _ in 0..3 {
        ask(&mut app, Request::Edit(EditRequest::Undo));
    }
    assert_eq!(opened(&app).text, before);
}
