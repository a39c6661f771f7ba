//! User actions: keyboard shortcuts and the named actions of the command palette.

use crate::app::gallery::Gallery;
use crate::app::layout::{LAYERS, Layers, Layout};
use crate::app::panels::Panels;
use crate::app::session::Request;
use crate::study::lesson;
use std::f32::consts::FRAC_PI_2;

/// Keys and their effects, as listed in the help overlay.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("Space", "play / pause"),
    ("→ ←  or  . ,", "step forward, step back"),
    ("Page Down, Page Up", "10 steps forward, back"),
    ("Shift + → ←", "10 display frames forward, back"),
    ("Ctrl + → ←", "next event, previous event"),
    ("E", "play until the next event"),
    ("M", "add or remove a bookmark at this step"),
    ("Shift + M", "next bookmark"),
    ("Home  End", "first and last computed step"),
    ("Backspace, R", "back to the start"),
    ("Ctrl + L", "reload the scene file"),
    ("+  −", "faster, slower"),
    ("Tab", "hide or show the left panel"),
    ("Shift + Tab", "hide or show the right panel"),
    ("P", "hide or show the plots"),
    ("C", "force chains on / off"),
    ("V", "body colours in many-body scenes: plain, speed, contacts, load"),
    ("F", "frame the selected body, or all"),
    ("1  3  7", "front, right, top view"),
    ("2", "toggle the orthographic view onto the plane of motion"),
    ("5", "perspective on / off"),
    ("Esc", "clear the selection, close an overlay"),
    ("Ctrl + O", "gallery of scenes and lessons"),
    ("Ctrl + P", "command palette: search all actions"),
    ("F6", "Tab navigates the controls; Esc exits"),
    ("F1", "this list"),
    ("F11", "full screen"),
    ("Ctrl + plus, minus, 0", "zoom panels and text in, out, reset"),
    ("Ctrl + Shift + R", "save the run as a recording: scene, edits, a hash of every state"),
    ("F12", "save a screenshot (PNG)"),
    ("Ctrl + right drag", "pull a body with a spring; its force is shown"),
    ("Ctrl + Shift + right drag", "pull with a force that grows until you let go"),
    ("Ctrl + left drag", "turn a body with a torsion spring"),
    ("Ctrl + Z", "undo the last edit"),
    ("Ctrl + Shift + Z", "redo the last undone edit"),
    ("Ctrl + S", "save the scene with its parameters"),
    ("Ctrl + Shift + S", "save as another file"),
    ("left drag", "orbit the view (pan in plane view)"),
    ("right drag", "pan the view (or Shift + middle drag)"),
    ("wheel", "zoom in, out"),
    ("click, double-click", "select a body or a contact, frame a body"),
    ("drag an inspector number", "onto a plot to add its curve"),
    ("double-click on a plot", "show it alone, or all again"),
    ("wheel on the timeline", "zoom; double-click: fit the events, or the whole run"),
    ("drop a file on the window", "open a scene or a recording"),
];

/// An action in the command palette.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Ask(Request),
    Play,
    SaveAs,
    Picture,
    Dark,
    Safe,
    Colours,
    Plane,
    Help,
    Step(u64),
    ToEvent,
    Speed(isize),
    Frame,
    Look(f32, f32),
    Perspective,
    Zoom(i16),
    FullScreen,
    CopyLesson,
    /// Shows or hides a panel.
    Panel(fn(&mut Panels) -> &mut bool),
    /// Turns an overlay on or off.
    Layer(fn(&mut Layers) -> &mut bool),
}

/// All actions with their names.
pub(crate) fn actions(gallery: &Gallery) -> Vec<(String, Action)> {
    let mut all: Vec<(String, Action)> = vec![
        ("play or pause · Space".to_owned(), Action::Play),
        ("restart · Backspace".to_owned(), Action::Ask(Request::Reset)),
        ("go to the start · Home".to_owned(), Action::Ask(Request::Seek(0))),
        ("undo · Ctrl+Z".to_owned(), Action::Ask(Request::Undo)),
        ("redo · Ctrl+Shift+Z".to_owned(), Action::Ask(Request::Redo)),
        ("gallery of scenes and lessons · Ctrl+O".to_owned(), Action::Ask(Request::Gallery)),
        ("bookmark this step · M".to_owned(), Action::Ask(Request::Bookmark)),
        ("save a screenshot · F12".to_owned(), Action::Picture),
        ("ghost run with Δt/10".to_owned(), Action::Ask(Request::Finer)),
        ("reload the scene file · Ctrl+L".to_owned(), Action::Ask(Request::Reload)),
        ("save as another file · Ctrl+Shift+S".to_owned(), Action::SaveAs),
        ("layout: lesson".to_owned(), Action::Ask(Request::Layout(Layout::Lesson))),
        ("layout: explore".to_owned(), Action::Ask(Request::Layout(Layout::Explore))),
        ("layout: debug".to_owned(), Action::Ask(Request::Layout(Layout::Debug))),
        ("toggle dark / light theme".to_owned(), Action::Dark),
        ("toggle colour-blind-safe colours".to_owned(), Action::Safe),
        ("save the run as a recording · Ctrl+Shift+R".to_owned(), Action::Ask(Request::Record)),
        ("play until the next event · E".to_owned(), Action::ToEvent),
        ("one step forward · →".to_owned(), Action::Step(1)),
        ("ten steps forward · Page Down".to_owned(), Action::Step(10)),
        ("faster · +".to_owned(), Action::Speed(1)),
        ("slower · −".to_owned(), Action::Speed(-1)),
        ("compare laws".to_owned(), Action::Panel(|panels| &mut panels.compare)),
        ("law bench".to_owned(), Action::Panel(|panels| &mut panels.bench)),
        ("show or hide plots · P".to_owned(), Action::Panel(|panels| &mut panels.plots)),
        ("show or hide the left panel · Tab".to_owned(), Action::Panel(|panels| &mut panels.left)),
        ("show or hide the right panel · Shift+Tab".to_owned(), Action::Panel(|panels| &mut panels.right)),
        ("frame the selected body, or all · F".to_owned(), Action::Frame),
        ("front view · 1".to_owned(), Action::Look(-FRAC_PI_2, 0.0)),
        ("right view · 3".to_owned(), Action::Look(0.0, 0.0)),
        ("top view · 7".to_owned(), Action::Look(-FRAC_PI_2, FRAC_PI_2)),
        ("perspective or orthographic view · 5".to_owned(), Action::Perspective),
        ("larger panels and text · Ctrl+plus".to_owned(), Action::Zoom(10)),
        ("smaller panels and text · Ctrl+minus".to_owned(), Action::Zoom(-10)),
        ("full screen · F11".to_owned(), Action::FullScreen),
        ("copy the command that opens this lesson".to_owned(), Action::CopyLesson),
        ("cycle body colours · V".to_owned(), Action::Colours),
        ("plane view · 2".to_owned(), Action::Plane),
        ("keys and mouse · F1".to_owned(), Action::Help),
        ("quit".to_owned(), Action::Ask(Request::Quit)),
    ];
    all.extend(LAYERS.iter().map(|(name, _, part)| (format!("overlay: {name}"), Action::Layer(*part))));
    let lessons = lesson::all().iter().map(|(name, _)| {
        (format!("lesson: {}", name.replace('-', " ")), Action::Ask(Request::Lesson((*name).to_owned())))
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

/// Fuzzy-match score, smaller for a better match: the typed text as it stands, or all its letters in order with few gaps.
/// `None` if they do not match.
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
}
