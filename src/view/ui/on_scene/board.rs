//! The handle on the board of a lesson, at its rising side or where the board is held: dragging it, or the edge of the
//! board, tilts the board. The slope is written above it.

use crate::app::hand::{Grab, PressTarget};
use crate::app::lessons::board::{BoardHandles, HANDLE, slope_text};
use crate::app::lessons::lesson_session::LessonSession;
use crate::app::timeline::display_state::DisplayState;
use crate::texts::tr_with;
use crate::view::input::reader;
use crate::view::render::theme::{Theme, ThemeColours, size};
use bevy::ecs::prelude::Res;
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, Align2, FontId, Pos2, Rect, Stroke, vec2};

/// Resources used by the handles.
#[derive(SystemParam)]
pub(crate) struct BoardGrip<'w> {
    /// The handles of this frame.
    pub handles: Res<'w, BoardHandles>,
    /// What the user holds.
    pub hand: Res<'w, Grab>,
    /// The open lesson.
    pub lesson_session: Res<'w, LessonSession>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Colours.
    pub theme: Res<'w, Theme>,
}

/// How far the slope above a handle extends to the left and to the right, where the inset is, points.
const SLOPE: [f32; 2] = [96.0, 26.0];

/// What the handles and the slopes above them cover.
pub(crate) fn covered(handles: &BoardHandles, zoom: f32) -> Vec<Rect> {
    let around = |at: Pos2| {
        let half = HANDLE / zoom + 4.0;
        let [left, right] = SLOPE;
        Rect::from_min_max(at - vec2(left, half + size::LARGE + 8.0), at + vec2(right, half))
    };
    handles.0.iter().map(|handle| around((handle.at / zoom).to_array().into())).collect()
}

/// Shows a handle with the slope for each board that the lesson lets the user tilt. A press goes to the scene, which takes
/// hold of the board as it does at the edge.
pub(crate) fn show(ctx: &egui::Context, panel: &BoardGrip) {
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Background, "handles".into()));
    let grip = panel.hand.grip.map(|grip| grip.target).or(panel.hand.offered);
    let (radius, ink) = (HANDLE / ctx.zoom_factor(), panel.theme.ink());
    for handle in &panel.handles.0 {
        let Some(body) = panel.shown.state.bodies.get(handle.index) else { continue };
        let at: Pos2 = (handle.at / ctx.zoom_factor()).to_array().into();
        let is_held = matches!(grip, Some(PressTarget::Board(index, _)) if index as usize == handle.index);
        let width = if is_held { 3.0 } else { 2.0 };
        painter.circle(at, radius, panel.theme.plate(), Stroke::new(width, ink));
        for up in [-0.64 * radius, 0.64 * radius] {
            painter.arrow(at, vec2(0.0, up), Stroke::new(1.8, ink));
        }
        let name = tr_with("hand-grip", [("body", panel.lesson_session.word(&body.name).into())]);
        let area = Rect::from_center_size(at, egui::Vec2::splat(2.0 * radius));
        reader::painted(ctx, egui::Id::new(("handle", handle.index)), area, &name);
        let text = slope_text(body, panel.shown.state.time);
        let row = painter.layout_no_wrap(text, FontId::proportional(size::LARGE), ink);
        let corner = at + vec2(SLOPE[1], -radius - 6.0);
        let plate = Align2::RIGHT_BOTTOM.anchor_size(corner, row.size() + vec2(8.0, 2.0));
        painter.rect_filled(plate, 4.0, panel.theme.plate());
        painter.galley(plate.center() - 0.5 * row.size(), row, ink);
    }
}
