//! The command palette: every action, found by typing a few letters.

use crate::app::actions::{Action, actions, fit};
use crate::app::change::Binding;
use crate::app::course::Course;
use crate::app::gallery::Gallery;
use crate::app::goto::CopyText;
use crate::app::layout::Layers;
use crate::app::panels::{Panels, Popups, ToggleFullScreen};
use crate::app::playback::Playback;
use crate::app::saving::{SaveForm, Saving};
use crate::app::session::{Notice, Request, Session};
use crate::app::shown::Shown;
use crate::draw::orbit::{Orbit, plane_axis};
use crate::draw::units::Units;
use crate::view::export::window_picture::TakePicture;
use crate::view::input::reader;
use crate::view::render::theme::Theme;
use crate::view::ui::canvas::Canvas;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, Align2, Key, RichText, vec2};

/// Resources and messages used by the palette.
#[derive(SystemParam)]
pub(crate) struct PalettePanel<'w> {
    /// Available scenes.
    pub gallery: Res<'w, Gallery>,
    /// Enabled overlays.
    pub layers: Binding<'w, Layers>,
    /// Camera orbit.
    pub orbit: Binding<'w, Orbit>,
    /// Visible panels.
    pub panels: Binding<'w, Panels>,
    /// Screenshot requests.
    pub picture: MessageWriter<'w, TakePicture>,
    /// Playback state.
    pub playback: Binding<'w, Playback>,
    /// Open popups.
    pub popups: Binding<'w, Popups>,
    /// Texts for the clipboard.
    pub copy: MessageWriter<'w, CopyText>,
    /// The open lesson.
    pub course: Res<'w, Course>,
    /// Requests to switch between full screen and window.
    pub full_screen: MessageWriter<'w, ToggleFullScreen>,
    /// Short notices to the user.
    pub notices: MessageWriter<'w, Notice>,
    /// Requests to the run.
    pub requests: MessageWriter<'w, Request>,
    /// File dialogs.
    pub saving: Binding<'w, Saving>,
    /// The open session.
    pub session: Res<'w, Session>,
    /// The displayed state.
    pub shown: Res<'w, Shown>,
    /// Conversion from metres to drawing units.
    pub units: Res<'w, Units>,
    /// Colours.
    pub theme: Binding<'w, Theme>,
}

/// Longest list of matches.
const MOST: usize = 12;

/// Shows the palette, if it is open.
pub(crate) fn show(mut canvas: Canvas, mut panel: PalettePanel) -> Result {
    let Some(mut palette) = panel.popups.palette.clone() else { return Ok(()) };
    let ctx = canvas.ctx()?;
    let mut found: Vec<(usize, (String, Action))> =
        actions(&panel.gallery).into_iter().filter_map(|entry| Some((fit(&entry.0, &palette.typed)?, entry))).collect();
    found.sort_by_key(|(gaps, _)| *gaps);
    found.truncate(MOST);
    let (up, down, enter, escape) = ctx.input(|input| {
        let pressed = |key| input.key_pressed(key);
        (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter), pressed(Key::Escape))
    });
    palette.line =
        (palette.line + usize::from(down)).saturating_sub(usize::from(up)).min(found.len().saturating_sub(1));
    let mut chosen = enter.then(|| found.get(palette.line).map(|(_, (_, action))| action.clone())).flatten();
    let window = egui::Window::new("Search actions").collapsible(false).resizable(false).default_width(460.0);
    window.anchor(Align2::CENTER_TOP, vec2(0.0, 90.0)).show(&ctx, |ui| {
        let field = egui::TextEdit::singleline(&mut palette.typed).desired_width(440.0).hint_text("type a few letters");
        let field = reader::named(ui.add(field), "search actions: a few letters");
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
        if found.is_empty() {
            ui.label(RichText::new("nothing found").weak());
        }
    });
    let done = escape || enter || chosen.is_some();
    panel.popups.bind(|popups| &mut popups.palette, |now| *now = (!done).then_some(palette));
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
        Action::Play => panel.playback.change(Playback::toggle),
        Action::SaveAs => {
            let form = SaveForm::of(&panel.session, None);
            panel.saving.change(|saving| saving.form = form);
        }
        Action::Dark => panel.theme.change(|theme| *theme = theme.other()),
        Action::Safe => panel.theme.change(|theme| theme.safe = !theme.safe),
        Action::Panel(part) => panel.panels.change(move |panels| *part(panels) = !*part(panels)),
        Action::Layer(part) => panel.layers.change(move |layers| *part(layers) = !*part(layers)),
        Action::Step(steps) => panel.playback.change(move |playback| playback.request_steps(steps)),
        Action::ToEvent => panel.playback.change(Playback::play_to_event),
        Action::Speed(rungs) => panel.playback.change(move |playback| playback.change_speed(rungs)),
        Action::Frame => {
            let (state, units, selected) = (panel.shown.state.clone(), *panel.units, panel.layers.0.selected);
            panel.orbit.change(move |orbit| orbit.frame(&state, &units, selected));
        }
        Action::Look(yaw, pitch) => panel.orbit.change(move |orbit| orbit.look(yaw, pitch)),
        Action::Perspective => panel.orbit.change(|orbit| orbit.toggle_perspective()),
        Action::Zoom(by) => panel.panels.change(move |panels| panels.zoom(by)),
        Action::FullScreen => {
            panel.full_screen.write_default();
        }
        Action::CopyLesson => {
            let lesson = panel.course.open.as_ref().map(|playing| format!("stickslip open --lesson {}", playing.name));
            let said = if lesson.is_some() { "copied" } else { "no lesson is open" };
            panel.copy.write_batch(lesson.map(CopyText));
            panel.notices.write(Notice::new(said));
        }
        Action::Colours => panel.layers.change(|layers| layers.0.colouring = layers.0.colouring.next()),
        Action::Plane => {
            let axis = plane_axis(&panel.shown.state);
            panel.orbit.change(move |orbit| orbit.toggle_plane(axis));
        }
        Action::Help => panel.popups.change(|popups| popups.help = true),
    }
}
