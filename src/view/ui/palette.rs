//! The command palette: everything that can be done, found by a few letters.

use crate::app::gallery::Gallery;
use crate::app::layout::{Layers, Layout};
use crate::app::playback::Playback;
use crate::app::saving::Saving;
use crate::app::session::{Request, Session};
use crate::app::shown::Shown;
use crate::study::lesson;
use crate::view::export::window_picture::TakePicture;
use crate::view::input::reader;
use crate::view::render::camera::{Orbit, plane_axis};
use crate::view::render::theme::Theme;
use crate::view::ui::canvas::Canvas;
use crate::view::ui::open::{Panels, Popups};
use bevy::ecs::error::Result;
use bevy::ecs::prelude::{MessageWriter, Res, ResMut};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, Align2, Key, RichText, vec2};

/// What the palette can do.
#[derive(SystemParam)]
pub(crate) struct PalettePanel<'w> {
    /// The scenes that can be opened.
    pub gallery: Res<'w, Gallery>,
    /// Which overlays are on.
    pub layers: ResMut<'w, Layers>,
    /// The camera.
    pub orbit: ResMut<'w, Orbit>,
    /// Which panels are shown.
    pub panels: ResMut<'w, Panels>,
    /// A picture of the window is asked for.
    pub picture: MessageWriter<'w, TakePicture>,
    /// Whether time runs.
    pub playback: ResMut<'w, Playback>,
    /// What lies over the window.
    pub popups: ResMut<'w, Popups>,
    /// What is asked for.
    pub requests: MessageWriter<'w, Request>,
    /// Questions about files.
    pub saving: ResMut<'w, Saving>,
    /// What is open.
    pub session: Res<'w, Session>,
    /// The state on the screen.
    pub shown: Res<'w, Shown>,
    /// Colours.
    pub theme: ResMut<'w, Theme>,
}

/// Something that can be done.
#[derive(Clone, Debug, PartialEq)]
enum Action {
    Ask(Request),
    Play,
    SaveAs,
    Picture,
    Dark,
    Safe,
    Plots,
    Chains,
    Colours,
    Plane,
    Help,
}

/// So many lines are shown.
const MOST: usize = 12;

/// Every action with its name.
fn actions(panel: &PalettePanel) -> Vec<(String, Action)> {
    let mut all: Vec<(String, Action)> = vec![
        ("play or pause · Space".to_owned(), Action::Play),
        ("start anew · Backspace".to_owned(), Action::Ask(Request::Reset)),
        ("go to the start · Home".to_owned(), Action::Ask(Request::Seek(0))),
        ("undo · Ctrl+Z".to_owned(), Action::Ask(Request::Undo)),
        ("redo · Ctrl+Shift+Z".to_owned(), Action::Ask(Request::Redo)),
        ("gallery of scenes and lessons · Ctrl+O".to_owned(), Action::Ask(Request::Gallery)),
        ("bookmark this step · M".to_owned(), Action::Ask(Request::Bookmark)),
        ("save a picture of the window · F12".to_owned(), Action::Picture),
        ("ghost with a tenth of the step".to_owned(), Action::Ask(Request::Finer)),
        ("read the file again · Ctrl+L".to_owned(), Action::Ask(Request::Reload)),
        ("save as another file · Ctrl+Shift+S".to_owned(), Action::SaveAs),
        ("layout: lesson".to_owned(), Action::Ask(Request::Layout(Layout::Lesson))),
        ("layout: explore".to_owned(), Action::Ask(Request::Layout(Layout::Explore))),
        ("layout: debug".to_owned(), Action::Ask(Request::Layout(Layout::Debug))),
        ("dark or light".to_owned(), Action::Dark),
        ("colour-blind safe colours".to_owned(), Action::Safe),
        ("plots · P".to_owned(), Action::Plots),
        ("force chains · C".to_owned(), Action::Chains),
        ("colours of many bodies · V".to_owned(), Action::Colours),
        ("view of the plane · 2".to_owned(), Action::Plane),
        ("keys and mouse · F1".to_owned(), Action::Help),
        ("end the program".to_owned(), Action::Ask(Request::Quit)),
    ];
    let lessons = lesson::all().iter().map(|(name, _)| {
        (format!("lesson: {}", name.replace('-', " ")), Action::Ask(Request::Lesson((*name).to_owned())))
    });
    all.extend(lessons);
    all.extend(panel.gallery.cards.iter().filter_map(|card| {
        let scene = card.scene.as_ref().ok()?;
        Some((format!("open: {}", scene.title), Action::Ask(Request::Open(Box::new(card.opened(scene))))))
    }));
    all
}

/// How well the letters fit a name: all of them in this order; the fewer gaps, the better. `None`: they do not.
pub(crate) fn fit(name: &str, typed: &str) -> Option<usize> {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    let (mut at, mut gaps) = (0, 0);
    for letter in typed.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let step = name[at..].iter().position(|c| *c == letter)?;
        gaps += usize::from(step > 0);
        at += step + 1;
    }
    Some(gaps)
}

/// Shows the palette, if it is open.
pub(crate) fn show(mut canvas: Canvas, mut panel: PalettePanel) -> Result {
    let Some(mut palette) = panel.popups.palette.clone() else { return Ok(()) };
    let ctx = canvas.ctx()?;
    let mut found: Vec<(usize, (String, Action))> =
        actions(&panel).into_iter().filter_map(|entry| Some((fit(&entry.0, &palette.typed)?, entry))).collect();
    found.sort_by_key(|(gaps, _)| *gaps);
    found.truncate(MOST);
    let (up, down, enter, escape) = ctx.input(|input| {
        let pressed = |key| input.key_pressed(key);
        (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter), pressed(Key::Escape))
    });
    palette.line =
        (palette.line + usize::from(down)).saturating_sub(usize::from(up)).min(found.len().saturating_sub(1));
    let mut chosen = enter.then(|| found.get(palette.line).map(|(_, (_, action))| action.clone())).flatten();
    let window = egui::Window::new("What shall be done?").collapsible(false).resizable(false).default_width(460.0);
    window.anchor(Align2::CENTER_TOP, vec2(0.0, 90.0)).show(&ctx, |ui| {
        let field = egui::TextEdit::singleline(&mut palette.typed).desired_width(440.0).hint_text("a few letters");
        let field = reader::named(ui.add(field), "what shall be done: a few letters");
        field.request_focus();
        if field.changed() {
            palette.line = 0;
        }
        for (k, (_, (name, action))) in found.iter().enumerate() {
            let text = RichText::new(name).size(15.0);
            if ui.selectable_label(k == palette.line, text).clicked() {
                chosen = Some(action.clone());
            }
        }
    });
    let done = escape || enter || chosen.is_some();
    panel.popups.palette = (!done).then_some(palette);
    if let Some(action) = chosen {
        perform(&mut panel, action);
    }
    Ok(())
}

fn perform(panel: &mut PalettePanel, action: Action) {
    match action {
        Action::Ask(request) => {
            panel.requests.write(request);
        }
        Action::Picture => {
            panel.picture.write_default();
        }
        Action::Play if panel.playback.playing => panel.playback.stop(),
        Action::Play => panel.playback.playing = true,
        Action::SaveAs => panel.saving.save_as(&panel.session, None),
        Action::Dark => *panel.theme = panel.theme.other(),
        Action::Safe => panel.theme.safe = !panel.theme.safe,
        Action::Plots => panel.panels.plots = !panel.panels.plots,
        Action::Chains => panel.layers.0.chains = !panel.layers.0.chains,
        Action::Colours => panel.layers.0.colouring = panel.layers.0.colouring.next(),
        Action::Plane => panel.orbit.toggle_plane(plane_axis(&panel.shown.state)),
        Action::Help => panel.popups.help = true,
    }
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
    }
}
