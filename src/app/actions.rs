//! The actions of the user: one table with their names and keys, which the keyboard, the command palette and the help
//! read. `perform` carries them out.

use crate::app::gallery::Gallery;
use crate::app::keyboard::{Chord, Stroke};
use crate::app::layout::{Layers, Layout, layers};
use crate::app::panels::{Panels, TakePicture, ToggleFullScreen};
use crate::app::session::Request;
use crate::app::theme::Theme;
use crate::draw::orbit::Orbit;
use crate::record::quantity::{self, Quantity, Subject};
use bevy::ecs::message::Message;
use bevy::input::keyboard::KeyCode;
use std::f32::consts::FRAC_PI_2;

/// Mouse gestures and their effects, listed after the keys in the help.
pub(crate) const MOUSE: &[(&str, &str)] = &[
    ("Ctrl + right drag", "pull a body with a spring; its force is shown"),
    ("Ctrl + Shift + right drag", "pull with a force that grows until you let go"),
    ("Ctrl + left drag", "turn a body with a torsion spring"),
    ("left drag", "orbit the view (pan in plane view)"),
    ("right drag", "pan the view (or Shift + middle drag)"),
    ("wheel", "zoom to the pointer, in, out"),
    ("click, double-click", "select a body or a contact, frame a body"),
    ("drag an inspector number", "onto a plot to add its curve"),
    ("double-click on a plot", "show it alone, or all again"),
    ("wheel on the timeline", "zoom; double-click: fit the events, or the whole run"),
    ("drop a file on the window", "open a scene or a recording"),
];

/// Something the user can do by a key or from the command palette.
#[derive(Message, Clone, Debug)]
pub(crate) enum Action {
    Ask(Request),
    Play,
    ToEvent,
    /// Steps forward by this number of steps; backward if negative.
    Steps(i64),
    /// Steps forward by this number of display frames; backward if negative.
    Frames(i64),
    NextEvent,
    PreviousEvent,
    NextBookmark,
    Start,
    End,
    /// Changes the playback speed by this number of rungs; negative is slower.
    Speed(isize),
    Save,
    SaveAs,
    CopyLesson,
    Palette,
    Help,
    Tabbing,
    Escape,
    Picture(TakePicture),
    FullScreen(ToggleFullScreen),
    /// Frames the selected body, or all bodies if none is selected.
    Frame,
    /// Sets the azimuth and elevation of the camera, rad.
    Look(f32, f32),
    Plane,
    Camera(fn(&mut Orbit)),
    /// Plots a quantity over time.
    Plot(Quantity),
    Panels(fn(&mut Panels)),
    Layers(fn(&mut Layers)),
    /// Turns an overlay on or off.
    Layer(fn(&mut Layers) -> &mut bool),
    Theme(fn(&mut Theme)),
}

impl Action {
    /// True if the action repeats while its key is held.
    fn repeats(&self) -> bool {
        use Action::{Frames, NextBookmark, NextEvent, PreviousEvent, Steps};
        matches!(self, Steps(_) | Frames(_) | NextEvent | PreviousEvent | NextBookmark)
    }

    /// True if the action affects the run or its picture; such actions are ignored while the gallery covers them.
    pub(crate) fn needs_scene(&self) -> bool {
        use Action::{Ask, Camera, End, Frame, Frames, Look, NextBookmark, NextEvent};
        use Action::{Plane, Play, Plot, PreviousEvent, Speed, Start, Steps, ToEvent};
        match self {
            Ask(request) => matches!(request, Request::Bookmark | Request::Reset | Request::Finer),
            Play | ToEvent | Steps(_) | Frames(_) | NextEvent | PreviousEvent | NextBookmark | Start | End => true,
            Speed(_) | Frame | Look(..) | Plane | Camera(_) | Plot(_) => true,
            _ => false,
        }
    }
}

/// An action with its name and keys.
pub(crate) struct ActionEntry {
    /// Name of the action in the palette and the help.
    pub name: &'static str,
    /// Keys that trigger the action, the most common one first.
    pub keys: &'static [Chord],
    /// The action triggered.
    pub action: Action,
}

const fn entry(name: &'static str, keys: &'static [Chord], action: Action) -> ActionEntry {
    ActionEntry { name, keys, action }
}

/// The actions of keys and palette; the palette also lists overlays, quantities to plot, lessons and scenes.
pub(crate) static ENTRIES: &[ActionEntry] = {
    use Action::{Ask, Camera, CopyLesson, End, Escape, Frame, Frames, FullScreen, Help, Layer, Look, NextBookmark};
    use Action::{NextEvent, Palette, Picture, Plane, Play, PreviousEvent, Save, SaveAs, Speed, Start, Steps};
    use Action::{Tabbing, ToEvent};
    use KeyCode::{ArrowLeft, ArrowRight, Backspace, Comma, Equal, Home, Minus, PageDown, PageUp, Period, Space};
    use KeyCode::{Digit0, Digit1, Digit2, Digit3, Digit5, Digit7, F1, F6, F11, F12, Tab};
    use KeyCode::{KeyC, KeyE, KeyF, KeyL, KeyM, KeyO, KeyP, KeyR, KeyS, KeyV, KeyZ};
    &[
        entry("play or pause", &[Chord::key(Space)], Play),
        entry("play until the next event", &[Chord::key(KeyE)], ToEvent),
        entry("one step forward", &[Chord::key(ArrowRight), Chord::key(Period)], Steps(1)),
        entry("one step back", &[Chord::key(ArrowLeft), Chord::key(Comma)], Steps(-1)),
        entry("10 steps forward", &[Chord::key(PageDown)], Steps(10)),
        entry("10 steps back", &[Chord::key(PageUp)], Steps(-10)),
        entry("10 frames forward", &[Chord::shift(ArrowRight)], Frames(10)),
        entry("10 frames back", &[Chord::shift(ArrowLeft)], Frames(-10)),
        entry("next event", &[Chord::ctrl(ArrowRight)], NextEvent),
        entry("previous event", &[Chord::ctrl(ArrowLeft)], PreviousEvent),
        entry("add or remove a bookmark at this step", &[Chord::key(KeyM)], Ask(Request::Bookmark)),
        entry("next bookmark", &[Chord::shift(KeyM)], NextBookmark),
        entry("go to the start", &[Chord::key(Home)], Start),
        entry("go to the last computed step", &[Chord::key(KeyCode::End)], End),
        entry("restart", &[Chord::key(Backspace), Chord::key(KeyR)], Ask(Request::Reset)),
        entry("faster", &[Chord::key(Equal)], Speed(1)),
        entry("slower", &[Chord::key(Minus)], Speed(-1)),
        entry("ghost run with Δt/10", &[], Ask(Request::Finer)),
        entry("undo the last edit", &[Chord::ctrl(KeyZ)], Ask(Request::Undo)),
        entry("redo the last undone edit", &[Chord::ctrl_shift(KeyZ)], Ask(Request::Redo)),
        entry("reload the scene file", &[Chord::ctrl(KeyL)], Ask(Request::Reload)),
        entry("save the scene with its parameters", &[Chord::ctrl(KeyS)], Save),
        entry("save the scene as another file", &[Chord::ctrl_shift(KeyS)], SaveAs),
        entry("save recording: scene, edits, a hash of every state", &[Chord::ctrl_shift(KeyR)], Ask(Request::Record)),
        entry("save a screenshot (PNG)", &[Chord::key(F12)], Picture(TakePicture)),
        entry("frame the selected body, or all", &[Chord::key(KeyF)], Frame),
        entry("front view", &[Chord::key(Digit1)], Look(-FRAC_PI_2, 0.0)),
        entry("right view", &[Chord::key(Digit3)], Look(0.0, 0.0)),
        entry("top view", &[Chord::key(Digit7)], Look(-FRAC_PI_2, FRAC_PI_2)),
        entry("orthographic view onto the plane of motion", &[Chord::key(Digit2)], Plane),
        entry("perspective or orthographic view", &[Chord::key(Digit5)], Camera(|orbit| orbit.toggle_perspective())),
        entry("overlay: force chains", &[Chord::key(KeyC)], Layer(|layers| &mut layers.0.chains)),
        entry(
            "body colours in many-body scenes: plain, speed, contacts, load",
            &[Chord::key(KeyV)],
            Action::Layers(|layers| layers.0.colouring = layers.0.colouring.next()),
        ),
        entry("clear the selection, close an overlay", &[Chord::key(KeyCode::Escape)], Escape),
        entry("gallery of scenes and lessons", &[Chord::ctrl(KeyO)], Ask(Request::Gallery)),
        entry("command palette: search all actions", &[Chord::ctrl(KeyP)], Palette),
        entry("keys and mouse", &[Chord::key(F1)], Help),
        entry("show or hide the left panel", &[Chord::key(Tab)], Action::Panels(|panels| panels.left = !panels.left)),
        entry(
            "show or hide the right panel",
            &[Chord::shift(Tab)],
            Action::Panels(|panels| panels.right = !panels.right),
        ),
        entry("show or hide the plots", &[Chord::key(KeyP)], Action::Panels(|panels| panels.plots = !panels.plots)),
        entry("compare laws", &[], Action::Panels(|panels| panels.compare = !panels.compare)),
        entry("law bench", &[], Action::Panels(|panels| panels.bench = !panels.bench)),
        entry("layout: lesson", &[], Ask(Request::Layout(Layout::Lesson))),
        entry("layout: explore", &[], Ask(Request::Layout(Layout::Explore))),
        entry("layout: debug", &[], Ask(Request::Layout(Layout::Debug))),
        entry("larger panels and text", &[Chord::ctrl(Equal)], Action::Panels(|panels| panels.zoom(10))),
        entry("smaller panels and text", &[Chord::ctrl(Minus)], Action::Panels(|panels| panels.zoom(-10))),
        entry(
            "default size of panels and text",
            &[Chord::ctrl(Digit0)],
            Action::Panels(|panels| panels.percent = Panels::default().percent),
        ),
        entry("full screen", &[Chord::key(F11)], FullScreen(ToggleFullScreen)),
        entry("Tab navigates the controls; Esc exits", &[Chord::key(F6)], Tabbing),
        entry("toggle dark / light theme", &[], Action::Theme(|theme| *theme = theme.other())),
        entry("toggle colour-blind-safe colours", &[], Action::Theme(|theme| theme.safe = !theme.safe)),
        entry("copy the command that opens this lesson", &[], CopyLesson),
        entry("answers of a class: histograms of predictions", &[], Ask(Request::Answers(Vec::new()))),
        entry("quit", &[], Ask(Request::Quit)),
    ]
};

/// The action of a key stroke. Shift is ignored if no entry has the key with Shift, because many keyboards type plus
/// with Shift.
pub(crate) fn action(stroke: Stroke) -> Option<&'static Action> {
    let find = |chord: Chord| ENTRIES.iter().find(|entry| entry.keys.contains(&chord));
    let found = find(stroke.chord).or_else(|| find(Chord { shift: false, ..stroke.chord }))?;
    Some(&found.action).filter(|action| !stroke.repeated || action.repeats())
}

/// Keys and mouse with their effects, as in the help.
pub(crate) fn help() -> Vec<(String, &'static str)> {
    let keys = ENTRIES.iter().filter(|entry| !entry.keys.is_empty()).map(|entry| {
        let keys: Vec<String> = entry.keys.iter().map(Chord::text).collect();
        (keys.join("  or  "), entry.name)
    });
    keys.chain(MOUSE.iter().map(|(gesture, what)| ((*gesture).to_owned(), *what))).collect()
}

/// All actions of the palette with their names.
pub(crate) fn actions(gallery: &Gallery) -> Vec<(String, Action)> {
    let named = ENTRIES.iter().map(|entry| {
        let key = entry.keys.first().map_or_else(String::new, |key| format!(" · {}", key.text()));
        (format!("{}{key}", entry.name), entry.action.clone())
    });
    let mut all: Vec<(String, Action)> = named.collect();
    let layers = layers().map(|(name, _, part)| (format!("overlay: {name}"), Action::Layer(*part)));
    all.extend(layers.filter(|(name, _)| ENTRIES.iter().all(|entry| entry.name != name)));
    all.extend(quantity::all(Subject::World).map(|quantity| {
        let what = quantity.row().about.split([':', ';']).next().unwrap_or_default();
        (format!("plot: {}, {what}", quantity.symbol()), Action::Plot(quantity))
    }));
    let lessons = gallery.lessons.iter().map(|(name, lesson)| {
        (format!("lesson: {} · {name}", lesson.title), Action::Ask(Request::Lesson((*name).to_owned())))
    });
    all.extend(lessons);
    all.extend(gallery.cards.iter().filter_map(|card| {
        let scene = card.scene.as_ref().ok()?;
        Some((
            format!("open: {} · {}", scene.title, card.name),
            Action::Ask(Request::Open(Box::new(card.opened(scene)))),
        ))
    }));
    all
}

/// Fuzzy-match score, smaller for a better match: 0 if the name contains the typed text, else 1 plus the number of gaps
/// between the typed letters in the name. `None` if the letters do not occur in order.
pub(crate) fn fit(name: &str, typed: &str) -> Option<usize> {
    if name.to_lowercase().contains(&typed.trim().to_lowercase()) {
        return Some(0);
    }
    let name: Vec<char> = name.to_lowercase().chars().collect();
    let (mut at, mut gaps) = (0, 1);
    for letter in typed.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let step = name[at..].iter().position(|c| *c == letter)?;
        gaps += usize::from(step > 0);
        at += step + 1;
    }
    Some(gaps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_letters_in_order_are_enough() {
        assert!(fit("open: Sphere rolling up", "sph").is_some());
        assert!(fit("open: Sphere rolling up", "sphx").is_none());
        assert!(fit("undo · Ctrl+Z", "undo") < fit("lesson: the unusual door", "undo"));
        assert_eq!(fit("anything", ""), Some(0));
        assert!(fit("lesson: which stack", "stack") < fit("restart · Backspace", "stack"));
    }

    /// No key triggers two actions, and no two entries of the palette share a name.
    #[test]
    fn keys_and_names_are_unique() {
        let mut keys: Vec<String> = ENTRIES.iter().flat_map(|entry| entry.keys).map(Chord::text).collect();
        let mut names: Vec<String> = actions(&Gallery::default()).into_iter().map(|(name, _)| name).collect();
        for texts in [&mut keys, &mut names] {
            let count = texts.len();
            assert!(count > 40, "{count}");
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), count);
        }
    }

    #[test]
    fn a_held_key_repeats_steps_only_and_shift_matters_only_where_it_is_defined() {
        let of = |chord, repeated| action(Stroke { chord, repeated });
        assert!(matches!(of(Chord::key(KeyCode::ArrowRight), true), Some(Action::Steps(1))));
        assert!(matches!(of(Chord::shift(KeyCode::ArrowRight), true), Some(Action::Frames(10))));
        assert!(of(Chord::key(KeyCode::Space), true).is_none());
        assert!(matches!(of(Chord::shift(KeyCode::Equal), false), Some(Action::Speed(1))));
        assert!(of(Chord::ctrl(KeyCode::Space), false).is_none());
    }

    /// `docs/window.md` lists the same keys and gestures.
    #[test]
    fn the_page_of_the_window_has_the_same_keys() {
        let page = include_str!("../../docs/window.md");
        let (_, table) = page.split_once("| key | what it does |\n|---|---|\n").expect("the table");
        let rows: Vec<String> = help().iter().map(|(key, what)| format!("| {key} | {what} |")).collect();
        assert_eq!(table.lines().collect::<Vec<_>>(), rows, "expected\n{}", rows.join("\n"));
    }
}
