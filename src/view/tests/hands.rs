//! Typing never triggers a shortcut, scrolling over a panel never zooms the scene, files can be dropped: tested
//! through the real panels, keyboard and mouse.

use crate::app::control::actions::Action as Chosen;
use crate::app::control::drive::drive;
use crate::app::files::saving::Saving;
use crate::app::state::inspect::{Inspect, Tab};
use crate::app::state::layout::Layers;
use crate::app::state::panels::{Panels, Popups, TakePicture};
use crate::app::state::request::Request;
use crate::app::state::request::SceneRequest;
use crate::app::state::session::Session;
use crate::app::timeline::playback::Playback;
use crate::draw::space::orbit::Orbit;
use crate::view::input::clipboard::SystemClipboard;
use crate::view::render::ViewSystems;
use crate::view::render::camera::SceneArea;
use crate::view::tests::test_window::{Desktop, SIZE, centre, opened};
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use bevy_egui::egui::accesskit::{Action, Role};
use bevy_egui::egui::{Pos2, pos2};
use std::collections::BTreeSet;

/// Every key that could be a shortcut.
const ALL: &[KeyCode] = {
    use KeyCode::*;
    &[
        KeyA,
        KeyB,
        KeyC,
        KeyD,
        KeyE,
        KeyF,
        KeyG,
        KeyH,
        KeyI,
        KeyJ,
        KeyK,
        KeyL,
        KeyM,
        KeyN,
        KeyO,
        KeyP,
        KeyQ,
        KeyR,
        KeyS,
        KeyT,
        KeyU,
        KeyV,
        KeyW,
        KeyX,
        KeyY,
        KeyZ,
        Digit0,
        Digit1,
        Digit2,
        Digit3,
        Digit4,
        Digit5,
        Digit6,
        Digit7,
        Digit8,
        Digit9,
        Numpad0,
        Numpad1,
        Numpad2,
        Numpad3,
        Numpad5,
        Numpad7,
        NumpadAdd,
        NumpadSubtract,
        Equal,
        Minus,
        Period,
        Comma,
        Space,
        ArrowLeft,
        ArrowRight,
        ArrowUp,
        ArrowDown,
        Home,
        End,
        Backspace,
        F1,
        F2,
        F3,
        F6,
        F11,
        F12,
        Tab,
        Escape,
        Delete,
    ]
};

const CTRL: KeyCode = KeyCode::ControlLeft;
const SHIFT: KeyCode = KeyCode::ShiftLeft;
const WITH: [&[KeyCode]; 4] = [&[], &[SHIFT], &[CTRL], &[CTRL, SHIFT]];

/// All state that a shortcut can change.
fn look(desktop: &Desktop) -> String {
    let session = desktop.res::<Session>();
    let session = (desktop.requests(), session.gallery, desktop.res::<Popups>(), session.notice.is_some());
    let playback = desktop.res::<Playback>();
    let playback = (playback.playing, playback.single, playback.until_event, playback.rung);
    let view = (desktop.res::<Orbit>(), desktop.res::<Panels>(), desktop.res::<Layers>());
    let asks = (desktop.res::<Saving>().asks(), !desktop.res::<Messages<TakePicture>>().is_empty());
    format!("{session:?} {playback:?} {view:?} {asks:?} {:?}", desktop.window().mode)
}

/// Restores the initial state, with a body selected.
fn calm(desktop: &mut Desktop) {
    let mut session = desktop.res_mut::<Session>();
    (session.gallery, session.notice) = (false, None);
    *desktop.res_mut::<Popups>() = Popups::default();
    desktop.res_mut::<Messages<Request>>().clear();
    desktop.res_mut::<Messages<TakePicture>>().clear();
    *desktop.res_mut::<Panels>() = Panels::default();
    *desktop.res_mut::<Playback>() = Playback::default();
    *desktop.res_mut::<Orbit>() = Orbit::default();
    desktop.res_mut::<Layers>().0.selected = Some(1);
    let mut saving = desktop.res_mut::<Saving>();
    (saving.form, saving.open_form) = (None, None);
    desktop.frames(2);
}

/// Strokes with an effect, among all keys with and without Ctrl and Shift; `ready` runs before each.
fn acting(desktop: &mut Desktop, mut ready: impl FnMut(&mut Desktop)) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for with in WITH {
        for &key in ALL {
            calm(desktop);
            ready(desktop);
            let before = look(desktop);
            desktop.strike(with, key);
            if look(desktop) != before {
                found.insert(format!("{with:?} {key:?}"));
            }
        }
    }
    found
}

/// Focuses the text field of μ_s.
fn type_in_a_number(desktop: &mut Desktop) {
    let field = desktop.middle(Role::SpinButton, "μs");
    desktop.click(field);
    let typed = desktop.find(Role::TextInput, "μs").or(desktop.find(Role::SpinButton, "μs")).map(|(id, _)| id);
    assert_eq!(desktop.focus, typed, "the field has no focus");
}

#[test]
fn typing_in_a_field_never_triggers_a_shortcut() {
    let mut desktop = Desktop::open("sphere-up-35");
    // Without text focus the shortcuts act: the documented keys, with entries for several keys expanded.
    let free = acting(&mut desktop, |_| {});
    for stroke in [
        "[] Space",
        "[] ArrowLeft",
        "[] ArrowRight",
        "[] Period",
        "[] Comma",
        "[ShiftLeft] ArrowRight",
        "[] KeyE",
        "[] Home",
        "[] End",
        "[] Backspace",
        "[] KeyR",
        "[ControlLeft] KeyL",
        "[] Equal",
        "[] Minus",
        "[] Tab",
        "[ShiftLeft] Tab",
        "[] KeyP",
        "[] KeyF",
        "[] Digit1",
        "[] Digit2",
        "[] Digit3",
        "[] Digit5",
        "[] Digit7",
        "[] Escape",
        "[ControlLeft] KeyO",
        "[ControlLeft] KeyP",
        "[] F6",
        "[] F1",
        "[] F11",
        "[] F12",
        "[ControlLeft] Equal",
        "[ControlLeft] Minus",
        "[ControlLeft, ShiftLeft] KeyR",
        "[ControlLeft] KeyZ",
        "[ControlLeft, ShiftLeft] KeyZ",
        "[ControlLeft] KeyS",
        "[ControlLeft, ShiftLeft] KeyS",
        "[ControlLeft] KeyN",
        "[ControlLeft, ShiftLeft] KeyO",
        "[] Delete",
        "[ControlLeft] KeyC",
        "[ControlLeft] KeyD",
        "[ControlLeft] KeyV",
    ] {
        assert!(free.contains(stroke), "{stroke} does nothing");
    }
    let typing = acting(&mut desktop, type_in_a_number);
    // Ctrl + C belongs to the field: it copies the text, and a notice says so where there is no clipboard.
    let own = BTreeSet::from([format!("{:?} KeyC", [CTRL])]);
    assert!(typing.is_subset(&own), "while a number is typed: {typing:?}");
}

#[test]
fn typing_a_path_or_a_command_never_triggers_a_shortcut() {
    let mut desktop = Desktop::open("sphere-up-35");
    let strokes = [KeyCode::KeyR, KeyCode::Space, KeyCode::KeyP, KeyCode::Digit1, KeyCode::Home, KeyCode::F11];
    for opener in [&[CTRL, SHIFT][..], &[CTRL]] {
        calm(&mut desktop);
        let key = if opener.len() == 2 { KeyCode::KeyS } else { KeyCode::KeyP };
        desktop.strike(opener, key);
        let before = |desktop: &Desktop| {
            let popups = desktop.res::<Popups>();
            let flags = (desktop.requests(), desktop.res::<Session>().gallery, popups.help, popups.palette.is_some());
            format!("{flags:?} {:?} {:?}", desktop.res::<Panels>(), desktop.res::<Orbit>())
        };
        let was = before(&desktop);
        for key in strokes {
            desktop.strike(&[], key);
            assert_eq!(before(&desktop), was, "{key:?} after {opener:?}");
            assert!(!desktop.res::<Playback>().playing, "{key:?} after {opener:?}");
        }
    }
}

/// A stroke in the frame that opens the palette does not reach the scene.
#[test]
fn what_is_typed_right_after_the_palette_opens_does_nothing_else() {
    let mut desktop = Desktop::open("sphere-up-35");
    let orbit = *desktop.res::<Orbit>();
    desktop.strike_all(&[(&[CTRL], KeyCode::KeyP), (&[], KeyCode::KeyP), (&[], KeyCode::Digit1)]);
    assert!(desktop.res::<Popups>().palette.is_some());
    assert!(desktop.res::<Panels>().plots);
    assert_eq!(*desktop.res::<Orbit>(), orbit);
}

/// A chosen scene is open, with its panels, in the frame of the request: the previous scene is not drawn again.
#[test]
fn a_chosen_scene_is_shown_in_the_same_frame() {
    let mut desktop = Desktop::open("sphere-up-35");
    desktop.app.add_systems(Update, drive.in_set(ViewSystems::Drive));
    for name in ["brick-slips", "vibrated-box"] {
        let chosen = opened(name);
        let title = chosen.scene.title.clone();
        let is_told = |desktop: &Desktop| desktop.nodes().any(|(_, node)| desktop.name(node).contains(&title));
        assert!(!is_told(&desktop));
        desktop.app.world_mut().write_message(Chosen::Ask(Request::Scene(SceneRequest::Open(Box::new(chosen)))));
        desktop.frames(1);
        assert_eq!(desktop.res::<Session>().opened.as_ref().expect("a scene").name, name);
        assert!(is_told(&desktop), "the panels are those of {name}");
        assert!(desktop.requests().is_empty());
    }
}

/// Escape closes the topmost item, one at a time.
#[test]
fn escape_closes_one_thing_at_a_time() {
    let mut desktop = Desktop::open("sphere-up-35");
    calm(&mut desktop);
    desktop.res_mut::<Session>().gallery = true;
    desktop.res_mut::<Popups>().help = true;
    desktop.res_mut::<Saving>().ask = Some(Request::Scene(SceneRequest::Reload));
    desktop.frames(2);
    let open = |desktop: &Desktop| {
        let (session, popups) = (desktop.res::<Session>(), desktop.res::<Popups>());
        (desktop.res::<Saving>().asks(), popups.help, session.gallery, desktop.res::<Layers>().0.selected.is_some())
    };
    for left in [(false, true, true, true), (false, false, true, true), (false, false, false, true)] {
        desktop.strike(&[], KeyCode::Escape);
        assert_eq!(open(&desktop), left);
    }
    desktop.strike(&[], KeyCode::Escape);
    assert_eq!(desktop.res::<Layers>().0.selected, None);
}

fn zoomed(desktop: &mut Desktop, at: Pos2) -> bool {
    desktop.point(at);
    let before = *desktop.res::<Orbit>();
    // Last up, so that a page that scrolls is again at its top.
    desktop.wheel(-1.0);
    desktop.wheel(1.0);
    desktop.wheel(1.0);
    let after = *desktop.res::<Orbit>();
    *desktop.res_mut::<Orbit>() = before;
    after != before
}

/// Centres of all controls and texts except those drawn in the scene.
fn places(desktop: &Desktop) -> Vec<(String, Pos2)> {
    // A panel edge can also be grabbed from the scene side.
    let all = desktop.nodes().filter(|(_, node)| !matches!(node.role(), Role::Canvas | Role::Splitter));
    let on_screen = |at: &Pos2| at.x > 0.0 && at.y > 0.0 && at.x < SIZE.0 as f32 && at.y < SIZE.1 as f32;
    let name_of = |node| desktop.name(node);
    all.filter(|(_, node)| node.supports_action(Action::Focus) || node.role() == Role::Label)
        .filter_map(|(_, node)| Some((name_of(node), centre(node).filter(on_screen)?)))
        .collect()
}

#[test]
fn the_wheel_over_a_panel_never_zooms_the_scene() {
    let mut desktop = Desktop::open("sphere-up-35");
    let open: [(&str, fn(&mut Desktop)); 7] = [
        ("panels", |_| {}),
        ("inspector", |desktop| desktop.res_mut::<Inspect>().tab = Tab::Inspect),
        ("help", |desktop| desktop.res_mut::<Popups>().help = true),
        ("palette", |desktop| desktop.res_mut::<Popups>().palette = Some(default())),
        ("question", |desktop| desktop.res_mut::<Saving>().ask = Some(Request::Scene(SceneRequest::Reload))),
        ("law bench", |desktop| desktop.res_mut::<Panels>().bench = true),
        ("list of laws", |desktop| {
            let list = desktop.middle(Role::ComboBox, "slide law");
            desktop.click(list);
        }),
    ];
    for (what, show) in open {
        calm(&mut desktop);
        desktop.res_mut::<Inspect>().tab = Tab::Tune;
        desktop.res_mut::<Saving>().ask = None;
        desktop.strike(&[], KeyCode::Escape);
        calm(&mut desktop);
        show(&mut desktop);
        desktop.frames(3);
        let all = places(&desktop);
        assert!(all.len() > 20, "{what}: {} places", all.len());
        for (name, at) in all {
            assert!(!zoomed(&mut desktop, at), "{what}: the wheel over {name:?} at {at:?}");
        }
    }
    desktop.strike(&[], KeyCode::Escape);
    calm(&mut desktop);
    desktop.res_mut::<Saving>().ask = None;
    desktop.frames(3);
    let scene = desktop.res::<SceneArea>().0.expect("a scene");
    for part in [0.2, 0.4, 0.6] {
        let at = scene.min + scene.size() * Vec2::new(part, 0.9 - part);
        assert!(zoomed(&mut desktop, pos2(at.x, at.y)), "over the scene at {at}");
    }
    // Larger panels move the scene.
    let before = scene;
    desktop.res_mut::<Panels>().percent = 150;
    desktop.frames(3);
    let scene = desktop.res::<SceneArea>().0.expect("a scene");
    let inside = scene.center();
    assert!(zoomed(&mut desktop, pos2(inside.x, inside.y)));
    let left = Vec2::new(0.5 * scene.min.x, 200.0);
    assert!(scene.min.x > before.min.x && !zoomed(&mut desktop, pos2(left.x, left.y)));
}

fn drop(desktop: &mut Desktop, path: &std::path::Path) {
    let window = Entity::PLACEHOLDER;
    let event = FileDragAndDrop::DroppedFile { window, path_buf: path.to_path_buf() };
    desktop.app.world_mut().write_message(event);
    desktop.frames(2);
}

/// Scenes and recordings open; a broken file, a picture or a folder reports why not and leaves the open scene alone.
#[test]
fn files_can_be_dropped_on_the_window() {
    let mut desktop = Desktop::open("sphere-up-35");
    let folder = std::env::temp_dir().join(format!("stickslip-drop-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let text = stickslip_lab::builtin::text("stack-stands").expect("a scene");
    let (scene, broken, recording) = (folder.join("a.ron"), folder.join("b.ron"), folder.join("c.rec"));
    std::fs::write(&scene, text).expect("a file");
    std::fs::write(&broken, text.replacen("mass: ", "mas: ", 1)).expect("a file");
    let ran = crate::app::files::replay::recording(desktop.app.world()).expect("a run");
    let file = std::fs::File::create(&recording).expect("a file");
    ran.write(file).expect("a recording");

    let name = |desktop: &Desktop| desktop.res::<Session>().opened.as_ref().expect("a scene").scene.title.clone();
    drop(&mut desktop, &scene);
    desktop.drive();
    let stack = name(&desktop);
    assert_eq!(stack, crate::scene::Scene::parse("a", text).expect("no fault").title);
    for bad in [&broken, &folder, &folder.join("not-there.ron")] {
        desktop.res_mut::<Session>().notice = None;
        drop(&mut desktop, bad);
        desktop.drive();
        assert_eq!(name(&desktop), stack);
        let said = desktop.res::<Session>().notice.clone().expect("a message").0;
        assert!(said.contains(&bad.display().to_string()), "{said}");
        assert!(*bad != broken || said.contains("mas"), "{said}");
    }
    drop(&mut desktop, &recording);
    desktop.drive();
    assert!(desktop.res::<crate::app::timeline::past::Past>().replay.is_some());
    assert_ne!(name(&desktop), stack);
    std::fs::remove_dir_all(&folder).expect("the folder is gone");
}

/// Text cut from one field can be pasted again, and text copied by the window is on the clipboard.
#[test]
fn cut_and_paste_in_a_field() {
    let mut desktop = Desktop::open("sphere-up-35");
    calm(&mut desktop);
    desktop.strike(&[CTRL, SHIFT], KeyCode::KeyS);
    let path = |desktop: &Desktop| desktop.res::<Saving>().form.as_ref().map(|form| form.path.clone());
    let whole = path(&desktop).expect("the form");
    assert!(!whole.is_empty());
    desktop.hold(CTRL, true);
    desktop.strike(&[], KeyCode::KeyA);
    desktop.strike(&[], KeyCode::KeyX);
    assert_eq!(path(&desktop).as_deref(), Some(""));
    assert_eq!(desktop.res::<SystemClipboard>().copied, whole);
    desktop.strike(&[], KeyCode::KeyV);
    desktop.hold(CTRL, false);
    assert_eq!(path(&desktop), Some(whole));
}
