//! A handle on the board of a lesson, drawn at the rising side; dragging it, or the edge of the board, tilts the board.
//! The slope is written where it is held.

use super::hands::tilt_to;
use crate::app::board::{at_slope, boards, slope_under};
use crate::app::display_state::DisplayState;
use crate::app::hand::PressTarget;
use crate::app::lesson_session::LessonSession;
use crate::draw::orbit::Orbit;
use crate::draw::scale::scene_size;
use crate::draw::units::Units;
use crate::step::tune::slope;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::lens::Lens;
use crate::view::render::theme::Theme;
use crate::view::ui::hands::HandsPanel;
use bevy::ecs::prelude::Res;
use bevy::ecs::system::SystemParam;
use bevy::math::Vec2;
use bevy_egui::egui::{self, Align2, FontId, Pos2, Rect, Sense, Stroke, vec2};

/// Resources and messages used by the handle.
#[derive(SystemParam)]
pub(crate) struct BoardGrip<'w> {
    /// The open lesson.
    pub lesson_session: Res<'w, LessonSession>,
    /// Parameters of the hands panel.
    pub hands: HandsPanel<'w>,
    /// Camera orbit.
    pub orbit: Res<'w, Orbit>,
    /// The displayed state.
    pub shown: Res<'w, DisplayState>,
    /// Colours.
    pub theme: Res<'w, Theme>,
    /// Conversion from metres to drawing units.
    pub units: Res<'w, Units>,
}

/// Distances of the handle from the hinge, in body sizes; the largest one inside the picture is used.
const ARMS: [f64; 5] = [7.0, 5.5, 4.0, 3.0, 2.0];
/// Radius of the handle, points.
const RADIUS: f32 = 11.0;

/// Shows a handle with the slope for each board that the lesson lets the user tilt, and the slope at an edge that is held.
pub(crate) fn show(ctx: &egui::Context, panel: &mut BoardGrip, area: Rect) {
    let state = panel.shown.state.clone();
    // Left of the force inset.
    let free = Rect::from_min_max(area.min, egui::pos2(area.right() - 270.0, area.bottom())).shrink(30.0);
    for index in boards(&panel.lesson_session, &state) {
        let body = &state.bodies[index];
        let now = slope(&body.q);
        let lens = Lens { orbit: &panel.orbit, area, units: &panel.units };
        if let Some(grip) = panel.hands.grab.grip
            && matches!(grip.target, PressTarget::Board(of, _) if of as usize == index)
        {
            let at = (grip.at / ctx.zoom_factor()).to_array().into();
            degrees(ctx, at, now, &panel.theme);
        }
        let place = |arm: f64| Some((arm, lens.project(&at_slope(body, [0.0, arm], now)?)?));
        let arms = ARMS.iter().filter_map(|arm| place(arm * scene_size(&state)));
        let Some((arm, at)) = arms.into_iter().find(|(_, at)| free.contains(*at)) else { continue };
        let name = tr_with("hand-grip", [("body", body.name.as_str().into())]);
        let grip = egui::Area::new(egui::Id::new(("grip", index))).order(egui::Order::Background).fixed_pos(at);
        let grip = grip.pivot(Align2::CENTER_CENTER).constrain(false).show(ctx, |ui| {
            let (rect, response) = ui.allocate_exact_size(vec2(2.0, 2.0) * (RADIUS + 3.0), Sense::drag());
            let ink = panel.theme.ink();
            let width = if response.hovered() || response.dragged() { 3.0 } else { 2.0 };
            ui.painter().circle(rect.center(), RADIUS, panel.theme.plate(), Stroke::new(width, ink));
            for up in [-7.0, 7.0] {
                ui.painter().arrow(rect.center(), vec2(0.0, up), Stroke::new(1.8, ink));
            }
            response.on_hover_cursor(egui::CursorIcon::ResizeVertical)
        });
        degrees(ctx, at, now, &panel.theme);
        let response = reader::named(grip.inner, &name);
        let pointer = response.interact_pointer_pos().filter(|_| response.dragged());
        let project = |at: &_| lens.project(at).map(|at| Vec2::new(at.x, at.y));
        let wanted = pointer.and_then(|at| slope_under(project, body, [0.0, arm], Vec2::new(at.x, at.y)));
        if let Some(degrees) = wanted {
            tilt_to(&mut panel.hands, index as u32, degrees);
        }
        response.on_hover_text(tr("hand-grip-tip"));
    }
}

/// Writes a slope, rad, above where a board is held.
fn degrees(ctx: &egui::Context, at: Pos2, slope: f64, theme: &Theme) {
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Background, "slopes".into()));
    let text = format!("{:.1}°", slope.to_degrees());
    let row = painter.layout_no_wrap(text, FontId::proportional(15.0), theme.ink());
    let rect = Align2::CENTER_BOTTOM.anchor_size(at - vec2(0.0, RADIUS + 6.0), row.size() + vec2(8.0, 2.0));
    painter.rect_filled(rect, 4.0, theme.plate());
    painter.galley(rect.center() - 0.5 * row.size(), row, theme.ink());
}
