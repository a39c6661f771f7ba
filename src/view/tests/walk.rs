//! Mouse-driven inspection of a run: picking a contact, dragging a number onto a plot, using the bar.

use crate::app::hand::body_form::BodyForm;
use crate::app::lessons::lesson_session::LessonSession;
use crate::app::plots::graphs::{Content, Graphs};
use crate::app::state::inspect::{Inspect, Tab};
use crate::app::state::layout::Layers;
use crate::app::state::layout::Layout;
use crate::app::state::panels::{Panels, Popups};
use crate::app::state::request::Request;
use crate::app::state::request::{SceneRequest, TimeRequest};
use crate::app::timeline::display_state::DisplayState;
use crate::app::timeline::past::Past;
use crate::app::timeline::playback::Playback;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::units::Units;
use crate::step::edits::{Edit, QueueEdit};
use crate::view::render::camera::SceneArea;
use crate::view::render::lens::Lens;
use crate::view::tests::test_window::{Desktop, centre};
use bevy::prelude::*;
use bevy_egui::egui::accesskit::{Node, Role};
use bevy_egui::egui::{Context, Pos2};
use stickslip_lab::lessons::Prediction;

/// Screen position of a world point.
fn on_screen(desktop: &Desktop, point: &crate::laws::Vec3) -> Pos2 {
    let area = crate::view::render::lens::area_on_screen(&Context::default(), desktop.res::<SceneArea>());
    let lens = Lens { orbit: desktop.res::<Orbit>(), area, units: desktop.res::<Units>() };
    lens.project(point).expect("in front of the eye")
}

/// A click on a row of the legend hides its overlay, another one brings it back; the view stays.
#[test]
fn rows_of_the_legend_are_switches() {
    let mut desktop = Desktop::open("sphere-up-35");
    let (view, picked) = (*desktop.res::<Orbit>(), desktop.res::<Inspect>().picked);
    for (name, on) in [("hide: velocity", false), ("show: velocity", true)] {
        let at = desktop.nodes().find(|(_, node)| desktop.name(node).starts_with(name)).and_then(|(_, n)| centre(n));
        desktop.click(at.unwrap_or_else(|| panic!("no row {name:?}")));
        assert_eq!(desktop.res::<Layers>().0.velocity, on, "{name}");
        desktop.drive();
    }
    assert_eq!((*desktop.res::<Orbit>(), desktop.res::<Inspect>().picked), (view, picked));
}

/// The rail opens and closes the left panel, and the tabs above the plots choose one of them.
#[test]
fn the_rail_and_the_tabs_of_the_plots_choose_what_is_shown() {
    let mut desktop = Desktop::open("sphere-up-35");
    let wide = |desktop: &Desktop| desktop.res::<SceneArea>().0.expect("a scene").width();
    let before = wide(&desktop);
    for (name, open) in [("Scene", true), ("Overlays", true), ("Overlays", false)] {
        let at = desktop.middle(Role::Button, name);
        desktop.click(at);
        assert_eq!(desktop.res::<Panels>().left, open, "{name}");
        assert_eq!(wide(&desktop) < before - 100.0, open, "{name}");
    }
    let tab = desktop.nodes().find(|(_, node)| desktop.name(node) == "|v| [m/s]").and_then(|(_, node)| centre(node));
    desktop.click(tab.expect("a tab"));
    let shown: Vec<String> = desktop.res::<Graphs>().visible().iter().map(|graph| graph.title()).collect();
    assert_eq!(shown, ["|v| [m/s]"]);
}

/// On a slow machine motion, press and release arrive in one frame: still a click, and the view does not move.
#[test]
fn a_click_in_one_slow_frame_picks_the_contact() {
    let mut desktop = Desktop::open("sphere-up-35");
    let contact = desktop.res::<DisplayState>().state.contacts[0].clone();
    let (view, at) = (*desktop.res::<Orbit>(), on_screen(&desktop, &contact.touch.c));
    desktop.point(at + bevy_egui::egui::vec2(-150.0, -60.0));
    desktop.dab(at);
    assert_eq!(desktop.res::<Inspect>().picked, Some(contact.pair.key));
    assert_eq!(desktop.res::<Inspect>().tab, Tab::Inspect);
    assert_eq!(*desktop.res::<Orbit>(), view);
    let ball = desktop.res::<DisplayState>().state.bodies[1].x;
    let at = on_screen(&desktop, &ball);
    desktop.dab(at);
    assert_eq!(desktop.res::<Layers>().0.selected, Some(1));
}

/// An inspector number dragged onto the plot of its unit joins that plot.
#[test]
fn a_number_is_dragged_onto_a_plot() {
    let mut desktop = Desktop::open("sphere-up-35");
    let key = desktop.res::<DisplayState>().state.contacts[0].pair.key;
    desktop.res_mut::<Inspect>().pick(key);
    desktop.frames(3);
    let curves = |desktop: &Desktop| {
        let of = |content: &Content| match content {
            Content::Curves { ys, .. } => ys.iter().map(|y| y.symbol()).collect::<Vec<_>>(),
            Content::Energy => Vec::new(),
        };
        desktop.res::<Graphs>().list.iter().map(|graph| of(&graph.of)).collect::<Vec<_>>()
    };
    let before = curves(&desktop);
    assert_eq!(before[1], ["|F|"]);
    let number = |node: &Node| node.label().is_some_and(|name| name.starts_with("E_w") && name.ends_with("plot it"));
    let place = |desktop: &Desktop| desktop.nodes().find_map(|(_, node)| centre(node).filter(|_| number(node)));
    // Its row may be the last one that is seen, behind the button to the next ones.
    let first = place(&desktop).expect("a number");
    desktop.point(first - bevy_egui::egui::vec2(0.0, 150.0));
    desktop.wheel(-2.0);
    desktop.frames(8);
    let from = place(&desktop).expect("a number");
    assert!(from.y < first.y, "{from}");
    let plots: Vec<Pos2> = desktop
        .nodes()
        .filter(|(_, node)| node.role() == Role::Image && desktop.name(node).starts_with("plot of |F| "))
        .filter_map(|(_, node)| centre(node))
        .collect();
    assert_eq!(plots.len(), 1);
    desktop.drag(from, plots[0]);
    let after = curves(&desktop);
    assert_eq!(after[1], ["|F|", "E_w"]);
    assert_eq!(after.len(), before.len());
}

/// The bar fits on one line in each layout, with a ghost, a recording and a divergence, from 1280 points on.
#[test]
fn the_bar_is_one_line_in_a_small_window() {
    let mut desktop = Desktop::sized("sphere-up-35", (1280, 720));
    let line = |desktop: &mut Desktop, what: &str| {
        desktop.frames(4);
        let top = |role, name| {
            let (_, node) = desktop.find(role, name).unwrap_or_else(|| panic!("{what}: no {name}"));
            node.bounds().expect("a place")
        };
        // Lessons have no law bench.
        let end = if desktop.res::<LessonSession>().layout == Layout::Lesson { "Compare laws" } else { "Law bench" };
        let [first, last] = [top(Role::Button, "▶ Play"), top(Role::Button, end)];
        assert!(last.y0 < first.y1 && first.y0 < last.y1, "{what}: {first:?} {last:?}");
        assert!(last.x1 <= 1280.0, "{what}: {last:?}");
        let timeline = top(Role::Slider, "timeline");
        assert!(timeline.y0 - first.y1 < 12.0, "{what}: {first:?} {timeline:?}");
    };
    for layout in [Layout::Lesson, Layout::Explore, Layout::Debug] {
        desktop.app.world_mut().write_message(Request::Layout(layout));
        desktop.drive();
        line(&mut desktop, &format!("{layout:?}"));
    }
    desktop.app.world_mut().write_message(Request::Time(TimeRequest::Finer));
    desktop.drive();
    line(&mut desktop, "a ghost");
    desktop.res_mut::<Past>().ghost.as_mut().expect("a ghost").kind = crate::app::timeline::ghost::GhostKind::Future;
    let hashes = vec![1; 100_000];
    desktop.res_mut::<Past>().timeline.replay(Vec::new(), hashes, 0);
    line(&mut desktop, "a ghost and a divergence");
}

/// The scene has at least half of the width and of the height of a window of 1280 by 720, also with all timeline rows.
#[test]
fn the_scene_has_half_of_a_small_window() {
    for name in ["sphere-up-35", "roll-and-spin", "brick-slips", "drum"] {
        let mut desktop = Desktop::sized(name, (1280, 720));
        desktop.res_mut::<Playback>().single = 200;
        desktop.drive();
        desktop.frames(6);
        let area = desktop.res::<SceneArea>().0.expect("a scene");
        assert!(area.width() >= 640.0 && area.height() >= 360.0, "{name}: {area:?}");
    }
}

/// The bar and the timeline keep their places when the first events of a run come.
#[test]
fn an_event_moves_nothing() {
    for name in ["sphere-up-35", "rigid-block-set-down"] {
        let mut desktop = Desktop::open(name);
        let places = |desktop: &Desktop| {
            [(Role::Button, "▶ Play"), (Role::Slider, "timeline")].map(|(role, name)| {
                let (_, node) = desktop.find(role, name).unwrap_or_else(|| panic!("no {name}"));
                let bounds = node.bounds().expect("a place");
                [bounds.y0, bounds.y1]
            })
        };
        let before = places(&desktop);
        seek(&mut desktop, 1000);
        desktop.frames(3);
        assert!(!desktop.res::<Past>().timeline.events().is_empty(), "{name}");
        assert_eq!(places(&desktop), before, "{name}");
    }
}

/// The tabs of the right panel stay in sight while its page scrolls.
#[test]
fn the_tabs_stay_while_their_page_scrolls() {
    let mut desktop = Desktop::sized("sphere-up-35", (1280, 480));
    let top = |desktop: &Desktop, role, name: &str| {
        desktop.find(role, name).and_then(|(_, node)| node.bounds()).map(|bounds| bounds.y0)
    };
    let before = (top(&desktop, Role::Button, "Tune"), top(&desktop, Role::Label, "Friction"));
    assert!(before.0.is_some() && before.1.is_some());
    desktop.point(Pos2::new(1240.0, 160.0));
    for _ in 0..4 {
        desktop.wheel(-3.0);
        desktop.frames(10);
    }
    assert_ne!(top(&desktop, Role::Label, "Friction"), before.1, "the page scrolls");
    assert_eq!(top(&desktop, Role::Button, "Tune"), before.0);
}

/// A paused window requests no frames and leaves the machine idle.
#[test]
fn a_paused_window_asks_for_no_frame() {
    for (name, size) in [("sphere-up-35", (1400, 880)), ("brick-slips", (1280, 720))] {
        for layout in [Layout::Lesson, Layout::Explore, Layout::Debug] {
            for strip in ["plots", "compare", "bench"] {
                let mut desktop = Desktop::sized(name, size);
                desktop.app.world_mut().write_message(Request::Layout(layout));
                desktop.drive();
                let mut panels = desktop.res_mut::<Panels>();
                (panels.compare, panels.bench) = (strip == "compare", strip == "bench");
                desktop.frames(20);
                let why = desktop.asks_for_frames();
                assert_eq!(why, [""; 0], "{name}, {layout:?}, {strip}");
            }
        }
    }
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.res_mut::<Popups>().palette = Some(default());
    desktop.frames(20);
    assert_eq!(desktop.asks_for_frames(), [""; 0], "while a text field waits for letters");
}

/// The path field of a curve file keeps the focus gained by a click.
#[test]
fn the_file_of_a_curve_can_be_typed_in_the_menu_of_a_plot() {
    let mut desktop = Desktop::open("sphere-up-35");
    let menu = desktop.middle(Role::Button, "what this plot shows");
    desktop.click(menu);
    let more = desktop.middle(Role::Button, "Compare with a curve");
    desktop.point(more);
    desktop.frames(3);
    let field = desktop.middle(Role::TextInput, "curve.csv");
    desktop.point(more + 0.5 * (field - more));
    desktop.click(field);
    desktop.frames(3);
    let typed = desktop.find(Role::TextInput, "curve.csv").map(|(id, _)| id);
    assert!(typed.is_some() && desktop.focus == typed, "{typed:?} {:?}", desktop.focus);
}

/// Seeks to a step, over as many frames as it takes.
fn seek(desktop: &mut Desktop, step: u64) {
    desktop.app.world_mut().write_message(Request::Time(TimeRequest::Seek(step)));
    desktop.drive();
    while desktop.res::<Past>().goal.is_some() {
        desktop.drive();
    }
}

/// A lesson's follow-up question stays on screen while the user tries it, in runs without an outcome of their own;
/// its answer comes once the block has slid for 2 s under a pull of 0.25 m/s.
#[test]
fn what_to_try_next_stays_while_it_is_tried() {
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.app.world_mut().write_message(Request::Scene(SceneRequest::Lesson("spring-pull".to_owned())));
    desktop.drive();
    let is_shown = |desktop: &Desktop, text: &str| desktop.find(Role::Label, text).is_some();
    let [question, answer] = ["Which two changes stop the squeal?", "✔ It has slid for 2 s"];
    desktop.res_mut::<LessonSession>().open.as_mut().expect("a lesson").pin(Prediction::Number(2.1));
    desktop.frames(2);
    assert!(!is_shown(&desktop, question));
    seek(&mut desktop, 52_000);
    assert!(is_shown(&desktop, question) && !is_shown(&desktop, answer));
    desktop.app.world_mut().write_message(Request::Scene(SceneRequest::Reset));
    desktop.drive();
    assert!(is_shown(&desktop, question), "after a restart");
    desktop.res_mut::<LessonSession>().open.as_mut().expect("a lesson").pin(Prediction::Number(2.1));
    let velocity = crate::laws::Vec3::y() * 0.25;
    desktop.app.world_mut().write_message(QueueEdit(Edit::Puller { body: 1, number: 0, stiffness: 50.0, velocity }));
    desktop.drive();
    seek(&mut desktop, 30_000);
    assert_eq!(desktop.res::<LessonSession>().open.as_ref().expect("a lesson").outcome(), None);
    assert!(is_shown(&desktop, question) && is_shown(&desktop, answer));
}

/// In a window of 1280 by 720, the verdict, its reason and the way on are in sight at once, and the view is that of the
/// beginning again after a restart.
#[test]
fn the_verdict_is_in_sight_in_a_small_window() {
    let mut desktop = Desktop::sized("sphere-up-35", (1280, 720));
    desktop.app.world_mut().write_message(Request::Scene(SceneRequest::Lesson("brick-slips".to_owned())));
    desktop.drive();
    let first = *desktop.res::<Orbit>();
    desktop.res_mut::<LessonSession>().open.as_mut().expect("a lesson").pin(Prediction::Number(25.0));
    let tilt = Edit::Tilt { body: 0, degrees: 30.0, rate: 20.0 };
    desktop.app.world_mut().write_message(QueueEdit(tilt));
    desktop.drive();
    seek(&mut desktop, 20_000);
    desktop.frames(4);
    assert!(desktop.res::<LessonSession>().open.as_ref().expect("a lesson").judged);
    let bottom = |role, name: &str| {
        let (_, node) = desktop.find(role, name).unwrap_or_else(|| panic!("no {name}"));
        node.bounds().expect("a place").y1
    };
    let bar = desktop.find(Role::Button, "▶ Play").and_then(|(_, node)| node.bounds()).expect("a bar").y0;
    for (role, name) in [
        (Role::Label, "Not quite"),
        (Role::Label, "α is the slope"),
        (Role::Button, "Next lesson"),
        (Role::Button, "Before"),
    ] {
        assert!(bottom(role, name) < bar, "{name}: {} of {bar}", bottom(role, name));
    }
    let more = desktop.find(Role::Button, "▾ More").is_some();
    assert!(more || bottom(Role::Button, "For a class") < bar, "what is below is announced");
    desktop.res_mut::<Orbit>().turn(Vec2::new(80.0, 30.0));
    desktop.app.world_mut().write_message(Request::Scene(SceneRequest::Reset));
    desktop.drive();
    desktop.frames(3);
    assert_eq!(*desktop.res::<Orbit>(), first);
}

/// A double-click on a handle of the friction coefficients brings back the values of the lesson.
#[test]
fn a_double_click_resets_the_friction_coefficients() {
    for name in ["μs", "μk"] {
        let mut desktop = Desktop::open("sphere-up-35");
        desktop.app.world_mut().write_message(Request::Scene(SceneRequest::Lesson("brick-slips".to_owned())));
        desktop.drive();
        desktop.res_mut::<LessonSession>().with(|playing| {
            playing.pin(Prediction::Number(20.0));
            playing.judged = true;
        });
        desktop.frames(3);
        let mu = |desktop: &Desktop| {
            let now = &desktop.res::<crate::app::state::tuning::Tuning>().sets[0].now;
            (now.mu_k, now.mu_s)
        };
        let file = mu(&desktop);
        let handle = desktop.middle(Role::Slider, "μs");
        desktop.drag(handle, handle + bevy_egui::egui::vec2(60.0, 0.0));
        desktop.drive();
        assert_ne!(mu(&desktop), file);
        let handle = desktop.middle(Role::Slider, name);
        desktop.point(handle);
        desktop.dab(handle);
        desktop.dab(handle);
        desktop.drive();
        assert_eq!(mu(&desktop), file, "{name}");
    }
}

/// The grip tilts the board and leaves the view alone; on the background the same drag orbits the view.
#[test]
fn the_grip_of_a_board_does_not_turn_the_view() {
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.app.world_mut().write_message(Request::Scene(SceneRequest::Lesson("brick-slips".to_owned())));
    desktop.drive();
    desktop.res_mut::<LessonSession>().open.as_mut().expect("a lesson").pin(Prediction::Number(20.0));
    desktop.frames(3);
    let grip = |node: &Node| node.label().is_some_and(|name| name.starts_with("handle of incline"));
    let at = desktop.nodes().find_map(|(_, node)| centre(node).filter(|_| grip(node))).expect("a grip");
    let view = *desktop.res::<Orbit>();
    desktop.drag(at, at + bevy_egui::egui::vec2(0.0, -60.0));
    assert_eq!(*desktop.res::<Orbit>(), view);
    assert!(desktop.res::<BodyForm>().tilt.is_some_and(|(body, degrees)| body == 0 && degrees > 5.0));
    let scene = desktop.res::<SceneArea>().0.expect("a scene");
    let beside = Pos2::new(scene.min.x + 60.0, scene.max.y - 60.0);
    desktop.drag(beside, beside + bevy_egui::egui::vec2(0.0, -60.0));
    assert_ne!(*desktop.res::<Orbit>(), view);
}

/// In a lesson a drag on the body pulls it and leaves the view alone; before the prediction it does neither.
#[test]
fn a_body_is_dragged_in_a_lesson() {
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.app.world_mut().write_message(Request::Scene(SceneRequest::Lesson("brick-slips".to_owned())));
    desktop.drive();
    desktop.frames(3);
    let brick = desktop.res::<DisplayState>().state.bodies[1].x;
    let at = on_screen(&desktop, &brick);
    let view = *desktop.res::<Orbit>();
    let edits = |desktop: &Desktop| -> Vec<Edit> {
        desktop.res::<Messages<QueueEdit>>().iter_current_update_messages().map(|edit| edit.0.clone()).collect()
    };
    desktop.drag(at, at + bevy_egui::egui::vec2(80.0, 0.0));
    assert_eq!((edits(&desktop), *desktop.res::<Orbit>()), (Vec::new(), view));
    desktop.res_mut::<LessonSession>().open.as_mut().expect("a lesson").pin(Prediction::Number(20.0));
    desktop.frames(3);
    desktop.drag(at, at + bevy_egui::egui::vec2(80.0, 0.0));
    let edits = edits(&desktop);
    assert!(matches!(edits.first(), Some(Edit::Hold { body: 1, .. })), "{edits:?}");
    assert!(matches!(edits.last(), Some(Edit::Release { body: 1 })), "{edits:?}");
    assert_eq!(*desktop.res::<Orbit>(), view);
    assert!(desktop.res::<Playback>().playing);
}

/// K dragged past S stops there, and μ_s stays; S dragged past K stops at it.
#[test]
fn a_handle_of_the_friction_coefficients_stops_at_the_other() {
    let mut desktop = Desktop::open("sphere-up-35");
    let mu = |desktop: &Desktop| {
        let now = &desktop.res::<crate::app::state::tuning::Tuning>().sets[0].now;
        (now.mu_k, now.mu_s)
    };
    assert_eq!(mu(&desktop), (0.2, 0.25));
    for (name, by, expected) in [("μk", 120.0, (0.25, 0.25)), ("μs", -120.0, (0.25, 0.25))] {
        let handle = desktop.middle(Role::Slider, name);
        desktop.drag(handle, handle + bevy_egui::egui::vec2(by, 0.0));
        desktop.drive();
        assert_eq!(mu(&desktop), expected, "{name}");
    }
}

/// A recording whose motion another program computed is not run under other laws, and says why.
#[test]
fn an_imported_run_is_not_compared() {
    use crate::app::timeline::past::PlayedRecording;
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.res_mut::<Panels>().compare = true;
    desktop.res_mut::<Panels>().bench = true;
    desktop.drive();
    let why = crate::world::played::FIXED;
    let shown_count = |desktop: &Desktop| desktop.nodes().filter(|(_, node)| desktop.name(node) == why).count();
    assert_eq!(shown_count(&desktop), 0);
    assert!(!desktop.res::<crate::app::studies::compare::Compare>().sets.is_empty());
    let (file, build) = ("run.rec".to_owned(), String::new());
    desktop.res_mut::<Past>().replay = Some(PlayedRecording { file, build, cut_off: None, is_imported: true });
    desktop.drive();
    assert_eq!(shown_count(&desktop), 2, "the strip and the bench");
    assert!(desktop.res::<crate::app::studies::compare::Compare>().sets.is_empty());
}

/// Panels magnified to twice their size leave the scene a third of the window's width and a quarter of its height, in
/// each layout.
#[test]
fn magnified_panels_leave_room_for_the_scene() {
    for size in [(1440, 900), (1280, 720)] {
        let mut desktop = Desktop::sized("brick-slips", size);
        desktop.res_mut::<Panels>().percent = 200;
        for layout in [Layout::Explore, Layout::Debug, Layout::Lesson] {
            desktop.app.world_mut().write_message(Request::Layout(layout));
            desktop.drive();
            desktop.frames(6);
            let area = desktop.res::<SceneArea>().0.expect("a scene");
            let share = [area.width() / size.0 as f32, area.height() / size.1 as f32];
            assert!(share[0] > 0.33 && share[1] > 0.25, "{size:?} {layout:?}: {share:?}");
        }
    }
}
