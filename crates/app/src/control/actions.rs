//! The actions of the user: one table with their names and keys, which the keyboard, the command palette and the help
//! read. `perform` carries them out.

use crate::display::audio_mix::SoundSettings;
use crate::draw::space::orbit::Orbit;
use crate::state::keyboard::{Chord, Stroke};
use crate::state::layout::{Layers, Layout, layers};
use crate::state::panels::{LeftTab, Panels, TakePicture, ToggleFullScreen};
use crate::state::request::Request;
use crate::state::request::{BuildRequest, EditRequest, FileRequest, SceneRequest, TimeRequest};
use crate::state::theme::Theme;
use crate::studies::gallery::Gallery;
use crate::texts::{LANGUAGES, tr, tr_with};
use bevy::ecs::message::Message;
use bevy::input::keyboard::KeyCode;
use std::f32::consts::FRAC_PI_2;
use stickslip_engine::observe::quantity::{self, Quantity, Subject};

/// Keys of the texts for mouse gestures and their effects, listed after the keys in the help.
pub const MOUSE: &[(&str, &str)] = &[
    ("mouse-body", "mouse-body-does"),
    ("mouse-edge", "mouse-edge-does"),
    ("mouse-pull", "mouse-pull-does"),
    ("mouse-grow", "mouse-grow-does"),
    ("mouse-turn", "mouse-turn-does"),
    ("mouse-orbit", "mouse-orbit-does"),
    ("mouse-pan", "mouse-pan-does"),
    ("mouse-wheel", "mouse-wheel-does"),
    ("mouse-click", "mouse-click-does"),
    ("mouse-number", "mouse-number-does"),
    ("mouse-plot", "mouse-plot-does"),
    ("mouse-timeline", "mouse-timeline-does"),
    ("mouse-drop", "mouse-drop-does"),
];

/// Something the user can do by a key or from the command palette.
#[derive(Message, Clone, Debug)]
pub enum Action {
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
    OpenFile,
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
    /// Chooses the language with this code.
    Language(&'static str),
    /// Changes the settings of the sound.
    Sound(fn(&mut SoundSettings)),
}

impl Action {
    /// True if the action repeats while its key is held.
    fn repeats(&self) -> bool {
        use Action::{Frames, NextBookmark, NextEvent, PreviousEvent, Steps};
        matches!(self, Steps(_) | Frames(_) | NextEvent | PreviousEvent | NextBookmark)
    }

    /// True if the action affects the run or its picture; such actions are ignored while the gallery covers them.
    pub fn needs_scene(&self) -> bool {
        use Action::{Ask, Camera, End, Frame, Frames, Look, NextBookmark, NextEvent};
        use Action::{Plane, Play, Plot, PreviousEvent, Speed, Start, Steps, ToEvent};
        match self {
            Ask(request) => matches!(
                request,
                Request::Time(TimeRequest::Bookmark)
                    | Request::Scene(SceneRequest::Reset)
                    | Request::Time(TimeRequest::Finer)
                    | Request::Build(_)
            ),
            Play | ToEvent | Steps(_) | Frames(_) | NextEvent | PreviousEvent | NextBookmark | Start | End => true,
            Speed(_) | Frame | Look(..) | Plane | Camera(_) | Plot(_) => true,
            _ => false,
        }
    }
}

/// An action with its name and keys.
pub struct ActionEntry {
    /// Key of the action's name in the palette and the help.
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
pub static ENTRIES: &[ActionEntry] = {
    use Action::{Ask, Camera, CopyLesson, End, Escape, Frame, Frames, FullScreen, Help, Layer, Look, NextBookmark};
    use Action::{NextEvent, Palette, Picture, Plane, Play, PreviousEvent, Save, SaveAs, Speed, Start, Steps};
    use Action::{Tabbing, ToEvent};
    use KeyCode::{ArrowLeft, ArrowRight, Backspace, Comma, Equal, Home, Minus, PageDown, PageUp, Period, Space};
    use KeyCode::{Digit0, Digit1, Digit2, Digit3, Digit5, Digit7, F1, F6, F11, F12, Tab};
    use KeyCode::{KeyC, KeyE, KeyF, KeyL, KeyM, KeyO, KeyP, KeyR, KeyS, KeyV, KeyZ};
    &[
        entry("action-play", &[Chord::key(Space)], Play),
        entry("action-to-event", &[Chord::key(KeyE)], ToEvent),
        entry("action-step", &[Chord::key(ArrowRight), Chord::key(Period)], Steps(1)),
        entry("action-step-back", &[Chord::key(ArrowLeft), Chord::key(Comma)], Steps(-1)),
        entry("action-steps", &[Chord::key(PageDown)], Steps(10)),
        entry("action-steps-back", &[Chord::key(PageUp)], Steps(-10)),
        entry("action-frames", &[Chord::shift(ArrowRight)], Frames(10)),
        entry("action-frames-back", &[Chord::shift(ArrowLeft)], Frames(-10)),
        entry("action-next-event", &[Chord::ctrl(ArrowRight)], NextEvent),
        entry("action-previous-event", &[Chord::ctrl(ArrowLeft)], PreviousEvent),
        entry("action-bookmark", &[Chord::key(KeyM)], Ask(Request::Time(TimeRequest::Bookmark))),
        entry("action-next-bookmark", &[Chord::shift(KeyM)], NextBookmark),
        entry("action-start", &[Chord::key(Home)], Start),
        entry("action-end", &[Chord::key(KeyCode::End)], End),
        entry("action-restart", &[Chord::key(Backspace), Chord::key(KeyR)], Ask(Request::Scene(SceneRequest::Reset))),
        entry("action-faster", &[Chord::key(Equal)], Speed(1)),
        entry("action-slower", &[Chord::key(Minus)], Speed(-1)),
        entry("action-ghost", &[], Ask(Request::Time(TimeRequest::Finer))),
        entry("action-undo", &[Chord::ctrl(KeyZ)], Ask(Request::Edit(EditRequest::Undo))),
        entry("action-redo", &[Chord::ctrl_shift(KeyZ)], Ask(Request::Edit(EditRequest::Redo))),
        entry(
            "action-build",
            &[Chord::key(KeyCode::KeyB)],
            Action::Panels(|panels| panels.toggle_left(LeftTab::Build)),
        ),
        entry("action-delete", &[Chord::key(KeyCode::Delete)], Ask(Request::Build(BuildRequest::Delete))),
        entry("action-duplicate", &[Chord::ctrl(KeyCode::KeyD)], Ask(Request::Build(BuildRequest::Duplicate))),
        entry("action-copy", &[Chord::ctrl(KeyC)], Ask(Request::Build(BuildRequest::Copy))),
        entry("action-paste", &[Chord::ctrl(KeyV)], Ask(Request::Build(BuildRequest::Paste))),
        entry("action-start-here", &[], Ask(Request::Build(BuildRequest::StartHere))),
        entry("action-reload", &[Chord::ctrl(KeyL)], Ask(Request::Scene(SceneRequest::Reload))),
        entry("action-new", &[Chord::ctrl(KeyCode::KeyN)], Ask(Request::Scene(SceneRequest::New("floor")))),
        entry("action-open-file", &[Chord::ctrl_shift(KeyO)], Action::OpenFile),
        entry("action-save", &[Chord::ctrl(KeyS)], Save),
        entry("action-save-as", &[Chord::ctrl_shift(KeyS)], SaveAs),
        entry("action-record", &[Chord::ctrl_shift(KeyR)], Ask(Request::File(FileRequest::Record))),
        entry("action-picture", &[Chord::key(F12)], Picture(TakePicture)),
        entry("action-frame", &[Chord::key(KeyF)], Frame),
        entry("action-front", &[Chord::key(Digit1)], Look(-FRAC_PI_2, 0.0)),
        entry("action-right", &[Chord::key(Digit3)], Look(0.0, 0.0)),
        entry("action-top", &[Chord::key(Digit7)], Look(-FRAC_PI_2, FRAC_PI_2)),
        entry("action-plane", &[Chord::key(Digit2)], Plane),
        entry("action-perspective", &[Chord::key(Digit5)], Camera(|orbit| orbit.toggle_perspective())),
        entry("action-chains", &[Chord::key(KeyC)], Layer(|layers| &mut layers.0.chains)),
        entry(
            "action-colours",
            &[Chord::key(KeyV)],
            Action::Layers(|layers| layers.0.colouring = layers.0.colouring.next()),
        ),
        entry("action-sound", &[Chord::key(KeyS)], Action::Sound(|sound| sound.on = !sound.on)),
        entry("action-escape", &[Chord::key(KeyCode::Escape)], Escape),
        entry("action-gallery", &[Chord::ctrl(KeyO)], Ask(Request::Scene(SceneRequest::Gallery))),
        entry("action-palette", &[Chord::ctrl(KeyP)], Palette),
        entry("action-help", &[Chord::key(F1)], Help),
        entry("action-left", &[Chord::key(Tab)], Action::Panels(|panels| panels.left = !panels.left)),
        entry("action-right-panel", &[Chord::shift(Tab)], Action::Panels(|panels| panels.right = !panels.right)),
        entry("action-plots", &[Chord::key(KeyP)], Action::Panels(|panels| panels.plots = !panels.plots)),
        entry("action-compare", &[], Action::Panels(|panels| panels.compare = !panels.compare)),
        entry("action-bench", &[], Action::Panels(|panels| panels.bench = !panels.bench)),
        entry("action-lesson", &[], Ask(Request::Layout(Layout::Lesson))),
        entry("action-explore", &[], Ask(Request::Layout(Layout::Explore))),
        entry("action-debug", &[], Ask(Request::Layout(Layout::Debug))),
        entry("action-larger", &[Chord::ctrl(Equal)], Action::Panels(|panels| panels.zoom(10))),
        entry("action-smaller", &[Chord::ctrl(Minus)], Action::Panels(|panels| panels.zoom(-10))),
        entry(
            "action-size",
            &[Chord::ctrl(Digit0)],
            Action::Panels(|panels| panels.percent = Panels::default().percent),
        ),
        entry("action-full-screen", &[Chord::key(F11)], FullScreen(ToggleFullScreen)),
        entry("action-tab", &[Chord::key(F6)], Tabbing),
        entry("action-theme", &[], Action::Theme(|theme| *theme = theme.other())),
        entry("action-safe", &[], Action::Theme(|theme| theme.safe = !theme.safe)),
        entry("action-copy-lesson", &[], CopyLesson),
        entry("action-answers", &[], Ask(Request::Answers(Vec::new()))),
        entry("action-quit", &[], Ask(Request::Scene(SceneRequest::Quit))),
    ]
};

/// The action of a key stroke. Shift is ignored if no entry has the key with Shift, because many keyboards type plus
/// with Shift.
pub fn action(stroke: Stroke) -> Option<&'static Action> {
    let find = |chord: Chord| ENTRIES.iter().find(|entry| entry.keys.contains(&chord));
    let found = find(stroke.chord).or_else(|| find(Chord { shift: false, ..stroke.chord }))?;
    Some(&found.action).filter(|action| !stroke.repeated || action.repeats())
}

/// Keys and mouse with their effects, as in the help.
pub fn help() -> Vec<(String, &'static str)> {
    let keys = ENTRIES.iter().filter(|entry| !entry.keys.is_empty()).map(|entry| {
        let keys: Vec<String> = entry.keys.iter().map(Chord::text).collect();
        (keys.join(tr("help-or")), tr(entry.name))
    });
    keys.chain(MOUSE.iter().map(|(gesture, what)| (tr(gesture).to_owned(), tr(what)))).collect()
}

/// All actions of the palette with their names.
pub fn actions(gallery: &Gallery) -> Vec<(String, Action)> {
    let named = ENTRIES.iter().map(|entry| {
        let key = entry.keys.first().map_or_else(String::new, |key| format!(" · {}", key.text()));
        (format!("{}{key}", tr(entry.name)), entry.action.clone())
    });
    let mut all: Vec<(String, Action)> = named.collect();
    let layers =
        layers().map(|(name, _, part)| (tr_with("action-overlay", [("name", tr(name).into())]), Action::Layer(*part)));
    all.extend(layers.filter(|(name, _)| ENTRIES.iter().all(|entry| tr(entry.name) != name)));
    all.extend(LANGUAGES.iter().map(|language| {
        (tr_with("action-language", [("name", language.name.into())]), Action::Language(language.code))
    }));
    all.extend(quantity::all(Subject::World).map(|quantity| {
        let what = quantity.row().about.split([':', ';']).next().unwrap_or_default();
        let quantity_name = format!("{}, {what}", quantity.symbol());
        (tr_with("action-plot", [("quantity", quantity_name.into())]), Action::Plot(quantity))
    }));
    let lessons = gallery.lessons.iter().map(|(name, lesson)| {
        let title = format!("{} · {name}", lesson.title);
        (
            tr_with("action-open-lesson", [("title", title.into())]),
            Action::Ask(Request::Scene(SceneRequest::Lesson((*name).to_owned()))),
        )
    });
    all.extend(lessons);
    all.extend(gallery.cards.iter().filter_map(|card| {
        let scene = card.scene().ok()?;
        Some((
            tr_with("action-open", [("title", format!("{} · {}", scene.title, card.name).into())]),
            Action::Ask(Request::Scene(SceneRequest::Open(Box::new(card.opened(scene))))),
        ))
    }));
    all
}

/// Fuzzy-match score, smaller for a better match: 0 if the name contains the typed text, else 1 plus the number of gaps
/// between the typed letters in the name. `None` if the letters do not occur in order.
pub fn fit(name: &str, typed: &str) -> Option<usize> {
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
        let page = include_str!("../../../../docs/window.md");
        let (_, table) = page.split_once("| key | what it does |\n|---|---|\n").expect("the table");
        let rows: Vec<String> = help().iter().map(|(key, what)| format!("| {key} | {what} |")).collect();
        assert_eq!(table.lines().collect::<Vec<_>>(), rows, "expected\n{}", rows.join("\n"));
    }
}
