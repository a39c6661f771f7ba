//! The command palette: every action, found by typing a few letters.

use crate::app::control::actions::{Action, actions, fit};
use crate::app::state::change::Binding;
use crate::app::state::panels::Popups;
use crate::app::studies::gallery::Gallery;
use crate::texts::tr;
use crate::view::input::reader;
use crate::view::render::theme::size;
use crate::view::ui::frame::canvas::Canvas;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::{MessageWriter, Res};
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, Align2, Key, RichText, vec2};

/// Resources and messages used by the palette.
#[derive(SystemParam)]
pub(crate) struct PalettePanel<'w> {
    /// The chosen action.
    pub actions: MessageWriter<'w, Action>,
    /// Available scenes.
    pub gallery: Res<'w, Gallery>,
    /// Open popups.
    pub popups: Binding<'w, Popups>,
}

/// Longest list of matches.
const MAX_MATCHES: usize = 12;

/// Shows the palette, if it is open.
pub(crate) fn show(mut canvas: Canvas, mut panel: PalettePanel) -> Result {
    let Some(mut palette) = panel.popups.palette.clone() else { return Ok(()) };
    let ctx = canvas.ctx()?;
    let mut found: Vec<(usize, (String, Action))> =
        actions(&panel.gallery).into_iter().filter_map(|entry| Some((fit(&entry.0, &palette.typed)?, entry))).collect();
    found.sort_by_key(|(gaps, _)| *gaps);
    found.truncate(MAX_MATCHES);
    let (up, down, enter, escape) = ctx.input(|input| {
        let pressed = |key| input.key_pressed(key);
        (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter), pressed(Key::Escape))
    });
    palette.line =
        (palette.line + usize::from(down)).saturating_sub(usize::from(up)).min(found.len().saturating_sub(1));
    let mut chosen = enter.then(|| found.get(palette.line).map(|(_, (_, action))| action.clone())).flatten();
    let window = egui::Window::new(tr("help-search")).collapsible(false).resizable(false).default_width(460.0);
    window.anchor(Align2::CENTER_TOP, vec2(0.0, 90.0)).show(&ctx, |ui| {
        let field =
            egui::TextEdit::singleline(&mut palette.typed).desired_width(440.0).hint_text(tr("help-search-hint"));
        let field = reader::named(ui.add(field), tr("help-search-name"));
        field.request_focus();
        if field.changed() {
            palette.line = 0;
        }
        for (k, (_, (name, action))) in found.iter().enumerate() {
            let text = RichText::new(name).size(size::LARGE);
            if ui.selectable_label(k == palette.line, text).clicked() {
                chosen = Some(action.clone());
            }
        }
        if found.is_empty() {
            ui.label(RichText::new(tr("help-search-none")).weak());
        }
    });
    let done = escape || enter || chosen.is_some();
    panel.popups.bind(|popups| &mut popups.palette, |now| *now = (!done).then_some(palette));
    panel.actions.write_batch(chosen);
    Ok(())
}
