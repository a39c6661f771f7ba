//! Screen-reader support: every control is named, sliders report simulation values, and everything can be reached and
//! operated by the keyboard or the reader alone.

use crate::app::files::saving::{SaveForm, Saving};
use crate::app::lessons::lesson_session::LessonSession;
use crate::app::plots::graphs::Graphs;
use crate::app::state::inspect::{Inspect, Tab};
use crate::app::state::panels::{Panels, Popups};
use crate::app::state::request::Request;
use crate::app::state::request::{SceneRequest, TimeRequest};
use crate::app::state::session::Session;
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::playback::Playback;
use crate::step::edits::{Edit, FrictionParameter, QueueEdit};
use crate::view::input::reader::own_name;
use crate::view::tests::test_window::Desktop;
use crate::world::{Cases, Clock};
use bevy::a11y::ActionRequest;
use bevy::prelude::*;
use bevy_egui::egui::accesskit::{Action, ActionRequest as Asked, NodeId, Role, TreeId};
use std::collections::BTreeSet;
use stickslip_lab::lessons::Prediction;

/// Unnamed controls, by role and position.
pub(crate) fn nameless(desktop: &Desktop) -> Vec<String> {
    let interactive = desktop.nodes().filter(|(_, node)| {
        // An empty text fills an empty table cell.
        let works = node.supports_action(Action::Focus) || node.supports_action(Action::Click);
        (works && node.role() != Role::Label) || node.role() == Role::Canvas
    });
    let without = interactive.filter(|(_, node)| desktop.name(node).is_empty() && own_name(node).is_none());
    without.map(|(_, node)| format!("{:?} at {:?}", node.role(), node.bounds())).collect()
}

#[test]
fn every_control_has_a_name() {
    let mut desktop = Desktop::open("block-on-a-spring");
    let states: [(&str, fn(&mut Desktop)); 11] = [
        ("panels", |_| {}),
        ("inspector", |desktop| desktop.res_mut::<Inspect>().tab = Tab::Inspect),
        ("help", |desktop| desktop.res_mut::<Popups>().help = true),
        ("palette", |desktop| desktop.res_mut::<Popups>().palette = Some(default())),
        ("law bench", |desktop| desktop.res_mut::<Panels>().bench = true),
        ("laws compared", |desktop| {
            desktop.res_mut::<Panels>().bench = false;
            desktop.res_mut::<Panels>().compare = true;
        }),
        ("form", |desktop| desktop.res_mut::<Saving>().form = Some(SaveForm::at("a.ron".to_owned(), None))),
        ("question", |desktop| desktop.res_mut::<Saving>().ask = Some(Request::Scene(SceneRequest::Reload))),
        ("gallery", |desktop| {
            (desktop.res_mut::<Saving>().form, desktop.res_mut::<Saving>().ask) = (None, None);
            desktop.res_mut::<Session>().gallery = true;
        }),
        ("lesson", |desktop| lesson(desktop, "brick-slips")),
        ("lesson that is judged", judged),
    ];
    for (what, show) in states {
        desktop.res_mut::<Inspect>().tab = Tab::Tune;
        show(&mut desktop);
        desktop.frames(3);
        let found = nameless(&desktop);
        assert!(found.is_empty(), "{what}: {} without a name: {found:#?}", found.len());
        assert!(desktop.nodes().count() > 60, "{what}: {}", desktop.nodes().count());
    }
}

/// Opens a lesson.
fn lesson(desktop: &mut Desktop, name: &str) {
    desktop.app.world_mut().write_message(Request::Scene(SceneRequest::Lesson(name.to_owned())));
    desktop.drive();
}

/// All controls of every lesson are named, before and after the prediction.
#[test]
fn every_control_of_a_lesson_has_a_name() {
    let mut desktop = Desktop::open("sphere-up-35");
    for (name, _) in stickslip_lab::lessons::all() {
        lesson(&mut desktop, name);
        let without = nameless(&desktop);
        desktop.res_mut::<LessonSession>().open.as_mut().expect("a lesson").pin(Prediction::Choice(0));
        desktop.frames(3);
        let found = [without, nameless(&desktop)].concat();
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

/// The number at which the slider of a prediction starts cannot be pinned; a number chosen by the user can.
#[test]
fn an_untouched_prediction_cannot_be_pinned() {
    let mut desktop = Desktop::open("sphere-up-35");
    lesson(&mut desktop, "brick-slips");
    let is_off = |desktop: &Desktop| desktop.find(Role::Button, "Predict").expect("a button").1.is_disabled();
    assert!(is_off(&desktop));
    desktop.res_mut::<LessonSession>().with(|playing| playing.choose(12.0));
    desktop.frames(3);
    assert!(!is_off(&desktop));
}

/// A lesson with its prediction judged, and all of its controls.
fn judged(desktop: &mut Desktop) {
    desktop.res_mut::<LessonSession>().open.as_mut().expect("a lesson").pin(Prediction::Number(25.0));
    desktop.app.world_mut().write_message(QueueEdit(Edit::Tilt { body: 0, degrees: 30.0, rate: 60.0 }));
    desktop.res_mut::<Playback>().single = 8000;
    while desktop.res::<LessonSession>().open.as_ref().is_some_and(|playing| playing.outcome().is_none()) {
        let left = 8000u64.saturating_sub(desktop.res::<Clock>().step);
        assert!(left > 0, "the brick never slips");
        desktop.res_mut::<Playback>().single = left;
        desktop.drive();
    }
    desktop.frames(2);
    for (role, name) in [
        (Role::Button, "Copy table"),
        (Role::Button, "Save picture"),
        (Role::Button, "Just before"),
        (Role::Slider, "μk"),
        (Role::Slider, "slope of incline"),
    ] {
        assert!(desktop.find(role, name).is_some(), "no {name}");
    }
}

/// The gallery cards are buttons named after what they open, lessons first.
#[test]
fn the_gallery_is_told() {
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.res_mut::<Session>().gallery = true;
    desktop.frames(3);
    for (k, (_, text)) in stickslip_lab::lessons::all().iter().enumerate() {
        let title = stickslip_lab::lessons::Lesson::parse(text).expect("a lesson").title;
        let name = format!("{}  {title}", k + 1);
        assert!(desktop.find(Role::Button, &name).is_some(), "no {name}");
    }
    desktop.click(desktop.middle(Role::Button, "3  "));
    assert_eq!(
        desktop.requests(),
        [Request::Scene(SceneRequest::Lesson(stickslip_lab::lessons::all()[2].0.to_owned()))]
    );
}

fn value(desktop: &Desktop, name: &str) -> f64 {
    let (_, node) = desktop.find(Role::Slider, name).unwrap_or_else(|| panic!("no slider {name:?}"));
    node.numeric_value().unwrap_or_else(|| panic!("{name} has no value"))
}

/// Sliders report the world's values before and after an edit; so does the slope.
#[test]
fn sliders_say_what_is_simulated() {
    let mut desktop = Desktop::open("sphere-up-35");
    let compare = |desktop: &Desktop| {
        let now = desktop.res::<Cases>().0[0].friction;
        for (name, which) in [
            ("μs", FrictionParameter::MuS),
            ("μk", FrictionParameter::MuK),
            ("K_E", FrictionParameter::KE),
            ("ηr", FrictionParameter::EtaR),
            ("ηψ", FrictionParameter::EtaPsi),
        ] {
            assert_eq!(Some(value(desktop, name)), which.read(&now), "{name}");
        }
        let plane = &desktop.res::<DisplayState>().state.bodies[0];
        let slope = crate::step::edits::slope(&plane.q).to_degrees();
        assert!((value(desktop, "slope of incline") - slope).abs() < 1e-9);
        assert_eq!(value(desktop, "timeline"), desktop.res::<Clock>().step as f64);
        now
    };
    let before = compare(&desktop);
    let edit = |which, value| QueueEdit(Edit::Basic { rule: None, which, value });
    for (which, to) in [(FrictionParameter::MuS, 0.37), (FrictionParameter::KE, 3.2e4), (FrictionParameter::EtaR, 0.05)]
    {
        desktop.app.world_mut().write_message(edit(which, to));
    }
    desktop.res_mut::<Playback>().single = 40;
    desktop.drive();
    desktop.drive();
    let after = compare(&desktop);
    assert_ne!(before, after);
    assert_eq!(desktop.res::<Clock>().step, 40);
}

/// The scene and the plots describe what they show.
#[test]
fn the_scene_is_told() {
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.res_mut::<Playback>().single = 300;
    desktop.res_mut::<Graphs>().large = None;
    desktop.drive();
    let state = desktop.res::<DisplayState>().state.clone();
    let (_, scene) = desktop.find(Role::Canvas, "3D view: Sphere").expect("the scene");
    let description = scene.value().expect("words");
    let ball = &state.bodies[1];
    assert!(description.contains(&format!("step {}", state.step)), "{description}");
    assert!(
        description.contains(&format!("ball: v = {} m/s", crate::draw::text::format::number(ball.v.norm()))),
        "{description}"
    );
    let mode = state.contacts[0].slide.0.mode.name();
    assert!(description.contains(&format!("incline – ball: slide {mode}")), "{description}");
    let plots: Vec<String> =
        desktop.nodes().filter(|(_, node)| node.role() == Role::Image).filter_map(|(_, node)| own_name(node)).collect();
    let now = format!("|v| [m/s] of ball, now {}", crate::draw::text::format::number(ball.v.norm()));
    assert!(plots.iter().any(|plot| plot.contains(&now)), "{now} is not among {plots:?}");
}

/// After F6, Tab visits every focusable control and returns to the first.
#[test]
fn tab_reaches_every_control() {
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.strike(&[], KeyCode::F6);
    assert!(desktop.res::<Popups>().tabbing);
    let mut reached = BTreeSet::new();
    for _ in 0..250 {
        desktop.strike(&[], KeyCode::Tab);
        reached.extend(desktop.focus.and_then(|id| desktop.node(id)).map(|node| desktop.name(node)));
    }
    assert_eq!(*desktop.res::<Panels>(), Panels::default(), "Tab hid a panel");
    let inside =
        |node: &bevy_egui::egui::accesskit::Node| node.role() != Role::Splitter && node.role() != Role::ScrollBar;
    let all = desktop.nodes().filter(|(_, node)| node.supports_action(Action::Focus) && !node.is_disabled());
    let missed: BTreeSet<String> = all
        .filter(|(_, node)| inside(node))
        .map(|(_, node)| desktop.name(node))
        .filter(|n| !reached.contains(n))
        .collect();
    assert!(missed.is_empty(), "Tab does not come to {missed:?}");
    assert!(reached.len() > 50, "{reached:?}");
    desktop.strike(&[], KeyCode::Escape);
    assert!(!desktop.res::<Popups>().tabbing);
}

/// The reader presses a button and moves a slider; arrow keys move the timeline.
#[test]
fn a_reader_works_the_controls() {
    let mut desktop = Desktop::open("sphere-up-35");
    let ask = |desktop: &mut Desktop, role, name: &str, action| {
        let target_node: NodeId = desktop.find(role, name).unwrap_or_else(|| panic!("no {name}")).0;
        let request = Asked { action, target_tree: TreeId::ROOT, target_node, data: None };
        desktop.app.world_mut().write_message(ActionRequest(request));
        desktop.frames(2);
    };
    ask(&mut desktop, Role::Button, "▶ Play", Action::Click);
    assert!(desktop.res::<Playback>().playing);
    desktop.res_mut::<Playback>().stop();
    let before = value(&desktop, "μs");
    ask(&mut desktop, Role::Slider, "μs", Action::Increment);
    desktop.drive();
    assert!((value(&desktop, "μs") - before - 0.01).abs() < 1e-12);
    desktop.res_mut::<Playback>().single = 10;
    desktop.drive();
    ask(&mut desktop, Role::Slider, "timeline", Action::Decrement);
    assert_eq!(desktop.requests().last(), Some(&Request::Time(TimeRequest::Seek(9))));
}
