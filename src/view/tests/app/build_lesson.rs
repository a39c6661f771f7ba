//! A lesson in which the learner builds.

use crate::app::build::patch::is_at_start;
use crate::app::lessons::lesson_session::{ActiveLesson, LessonSession};
use crate::app::state::request::{BuildRequest, Request, SceneRequest, TimeRequest};
use crate::app::state::scene_patch::ScenePatch;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::view::tests::test_window::{frame, window};
use bevy::app::App;
use stickslip_lab::lessons::Prediction;

fn ask(app: &mut App, request: Request) {
    app.world_mut().write_message(request);
    frame(app, 0.01);
    while app.world().resource::<Past>().goal.is_some() {
        frame(app, 0.01);
    }
}

fn playing(app: &App) -> ActiveLesson {
    app.world().resource::<LessonSession>().open.clone().expect("a lesson")
}

fn pin(app: &mut App, answer: usize) {
    let mut lesson = app.world_mut().resource_mut::<LessonSession>();
    lesson.with(|playing| playing.pin(Prediction::Choice(answer)));
}

/// Plays until the lesson has judged the prediction.
fn play(app: &mut App) {
    app.world_mut().resource_mut::<Playback>().playing = true;
    for _ in 0..200 {
        frame(app, 0.02);
    }
}

/// The prediction is about the ramp as it is built: at 30° the crate slides, at 25° it holds, and the goal is reached. A
/// change takes the prediction back, and the answers of the class tell the two ramps apart.
#[test]
fn a_lesson_judges_what_is_built() {
    let mut app = window("brick-slips");
    ask(&mut app, Request::Scene(SceneRequest::Lesson("brick-slips".to_owned())));
    assert!(!is_at_start(app.world()), "nothing is built in other lessons");
    ask(&mut app, Request::Scene(SceneRequest::Lesson("a-ramp-that-holds".to_owned())));
    assert!(is_at_start(app.world()));
    pin(&mut app, 2);
    play(&mut app);
    let first = playing(&app);
    assert!(first.outcome().is_some_and(|outcome| outcome.right && outcome.values.is_empty()), "{:?}", first.outcome());
    assert_eq!(first.done, None);
    ask(&mut app, Request::Time(TimeRequest::Seek(0)));
    let patches = vec![ScenePatch::body("ramp", "shape.degrees", "25.0")];
    ask(&mut app, Request::Build(BuildRequest::Patch { what: "slope".to_owned(), patches }));
    assert!(playing(&app).pinned().is_none() && playing(&app).outcome().is_none());
    pin(&mut app, 0);
    play(&mut app);
    let built = playing(&app);
    let outcome = built.outcome().expect("a judgement");
    assert!(outcome.right && outcome.instead.is_none() && built.done.is_some(), "{outcome:?}");
    assert_eq!(outcome.values, "slope(ramp)=25.00");
}
