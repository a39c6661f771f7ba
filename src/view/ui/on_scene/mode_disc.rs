//! The disc of a mode with its letter, the same in the scene, the legend and the inspector.

use crate::draw::overlay::items::Role;
use crate::laws::friction::element::Mode;
use crate::view::render::theme::{Theme, ThemeColours};
use bevy_egui::egui::{self, Align2, FontId, Painter, Pos2, Sense, Stroke, pos2, vec2};

/// Paints the disc of a mode: filled in stick, hollow in slip, grey while open.
pub(crate) fn mode_disc(painter: &Painter, at: Pos2, radius: f32, mode: Mode, theme: &Theme) {
    let (friction, normal, ground) = (theme.role(Role::Friction), theme.role(Role::Normal), theme.background());
    let (fill, edge, ink) = match mode {
        Mode::Stick => (friction, friction, ground),
        Mode::Slip => (ground, friction, theme.text(Role::Friction)),
        Mode::Open => (ground, normal, normal),
    };
    painter.circle(at, radius, fill, Stroke::new(1.5, edge));
    // One of the sizes that are rasterized ahead of time, for the radii in use.
    let font = FontId::proportional((2.7 * radius).round() / 2.0);
    let at = (at - vec2(0.0, 0.5)).round();
    // Twice, half a point apart, because the font has no bold.
    for aside in [0.5, 0.0] {
        painter.text(at + vec2(aside, 0.0), Align2::CENTER_CENTER, mode.letter(), font.clone(), ink);
    }
}

/// A row of discs in a line of controls, with room for all three components.
pub(crate) fn mode_discs(ui: &mut egui::Ui, modes: &[Mode], theme: &Theme) {
    const STEP: f32 = 15.0;
    let (rect, response) = ui.allocate_exact_size(vec2(3.0 * STEP, STEP), Sense::hover());
    for (k, mode) in modes.iter().enumerate() {
        let at = pos2(rect.left() + (k as f32 + 0.5) * STEP, rect.center().y);
        mode_disc(ui.painter(), at, 0.4 * STEP, *mode, theme);
    }
    response.on_hover_text("slide, roll, spin: S sticks, K slips, O is open");
}
