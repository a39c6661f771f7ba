//! The window in each of its languages. The language is that of the process, so each has a test process of its own.

use crate::app::control::actions::Action;
use crate::app::files::saving::{SaveForm, Saving};
use crate::app::lessons::lesson_session::LessonSession;
use crate::app::state::inspect::{Inspect, Tab};
use crate::app::state::layout::Layout;
use crate::app::state::panels::Popups;
use crate::app::state::request::Request;
use crate::app::state::request::SceneRequest;
use crate::app::state::session::Session;
use crate::app::studies::gallery::{Gallery, first_sentence};
use crate::app::timeline::playback::Playback;
use crate::step::edits::{Edit, QueueEdit};
use crate::texts::{LANGUAGES, choose_at_start, chosen, english_captions};
use crate::view::tests::test_window::Desktop;
use crate::world::Clock;
use bevy::prelude::*;
use std::collections::BTreeSet;
use std::process::Command;
use stickslip_lab::lessons::{Lesson, Predict, Prediction, all};

#[test]
fn the_window_speaks_each_language() {
    let program = std::env::current_exe().expect("this program");
    for language in &LANGUAGES {
        let walk = ["--exact", "view::tests::languages::walk_through_a_lesson", "--ignored"];
        let output = Command::new(&program).args(walk).env("STICKSLIP_LANG", language.code).output().expect("a run");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{}: {said}", language.code);
    }
}

/// The English captions on the screen that the chosen language has a text for.
fn english_on_screen(desktop: &Desktop) -> BTreeSet<String> {
    let lessons = all().iter().filter_map(|(name, _)| Lesson::read(name, LANGUAGES[0].code).ok());
    let mut english: BTreeSet<String> = english_captions().map(str::to_owned).collect();
    if chosen().code != LANGUAGES[0].code {
        english.extend(lessons.flat_map(|lesson| [lesson.title, lesson.question, lesson.task, lesson.explain]));
    }
    // Titles and texts of scenes are in English, and some lessons have the same.
    let scenes = desktop.res::<Gallery>().cards.iter().filter_map(|card| card.scene().ok());
    for scene in scenes {
        english.remove(&scene.title);
        english.remove(first_sentence(&scene.about));
    }
    desktop.nodes().map(|(_, node)| desktop.name(node)).filter(|name| english.contains(name)).collect()
}

/// From the gallery through a lesson, its outcome, the help and the dialogs to the parameters, in the language of
/// `STICKSLIP_LANG`; no text of the panels is in English.
#[test]
#[ignore = "it sets the language of the process: the test above runs it in one of its own"]
fn walk_through_a_lesson() {
    choose_at_start(None);
    let language = chosen();
    let mut desktop = Desktop::open("sphere-up-35");
    let stages: [(&str, fn(&mut Desktop)); 7] = [
        ("gallery", |desktop| desktop.res_mut::<Session>().gallery = true),
        ("question", |desktop| ask(desktop, Request::Scene(SceneRequest::Lesson("brick-slips".to_owned())))),
        ("outcome", judged),
        ("help", |desktop| desktop.res_mut::<Popups>().help = true),
        ("dialog", |desktop| {
            desktop.res_mut::<Popups>().help = false;
            desktop.res_mut::<Saving>().form = Some(SaveForm::at("a.ron".to_owned(), None));
        }),
        ("unsaved changes", |desktop| {
            desktop.res_mut::<Saving>().form = None;
            desktop.res_mut::<Saving>().ask = Some(Request::Scene(SceneRequest::Reload));
        }),
        ("parameters", |desktop| {
            desktop.res_mut::<Saving>().ask = None;
            ask(desktop, Request::Layout(Layout::Explore));
            desktop.res_mut::<Inspect>().tab = Tab::Tune;
        }),
    ];
    for (what, show) in stages {
        show(&mut desktop);
        desktop.frames(3);
        let english = english_on_screen(&desktop);
        assert!(english.is_empty(), "{}, {what}: {english:#?}", language.code);
        assert!(desktop.nodes().count() > 30, "{what}: {}", desktop.nodes().count());
    }
    // The choice of another language changes what is open.
    let title = |code: &str| Lesson::read("brick-slips", code).expect("a lesson").title;
    for language in &LANGUAGES {
        desktop.app.world_mut().write_message(Action::Language(language.code));
        ask(&mut desktop, Request::Layout(Layout::Lesson));
        assert!(desktop.nodes().any(|(_, node)| desktop.name(node) == title(language.code)), "{}", language.code);
    }
}

fn ask(desktop: &mut Desktop, request: Request) {
    desktop.app.world_mut().write_message(request);
    desktop.frames(2);
    desktop.drive();
}

/// Predicts 25° and tilts the board until the brick slips.
fn judged(desktop: &mut Desktop) {
    let lesson = &mut desktop.res_mut::<LessonSession>();
    let playing = lesson.open.as_mut().expect("a lesson");
    assert!(matches!(playing.lesson.predict, Predict::Number { .. }));
    playing.pin(Prediction::Number(25.0));
    desktop.app.world_mut().write_message(QueueEdit(Edit::Tilt { body: 0, degrees: 30.0, rate: 60.0 }));
    while desktop.res::<LessonSession>().open.as_ref().is_some_and(|playing| playing.outcome().is_none()) {
        let left = 8000u64.saturating_sub(desktop.res::<Clock>().step);
        assert!(left > 0, "the brick never slips");
        desktop.res_mut::<Playback>().single = left;
        desktop.drive();
    }
}
