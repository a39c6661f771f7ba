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
use crate::record::state::State;
use crate::step::tune::slope;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::lens::Lens;
use crate::view::render::theme::Theme;
use crate::view::render::theme::size;
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
/// Half the width of the slope above a handle, points.
const SLOPE_WIDTH: f32 = 26.0;

/// A handle of a board.
struct BoardHandle {
    /// Index of the board.
    index: usize,
    /// Distance from the hinge, m.
    arm: f64,
    /// Place in the window.
    at: Pos2,
}

/// The handles of the boards that the lesson lets the user tilt.
fn handles(lesson_session: &LessonSession, state: &State, lens: &Lens) -> Vec<BoardHandle> {
    // Left of the force inset.
    let area = lens.area;
    let free = Rect::from_min_max(area.min, egui::pos2(area.right() - 270.0, area.bottom())).shrink(30.0);
    let handle = |index: usize| {
        let body = &state.bodies[index];
        let place = |arm: f64| {
            let at = lens.project(&at_slope(body, [0.0, arm], slope(&body.q))?)?;
            Some(BoardHandle { index, arm, at })
        };
        let arms = ARMS.iter().filter_map(|arm| place(arm * scene_size(state)));
        { arms }.find(|handle| free.contains(handle.at))
    };
    boards(lesson_session, state).into_iter().filter_map(handle).collect()
}

/// What the handles and the slopes above them cover.
pub(crate) fn covered(lesson_session: &LessonSession, state: &State, lens: &Lens) -> Vec<Rect> {
    let around = |handle: BoardHandle| {
        let half = vec2(SLOPE_WIDTH, RADIUS + 4.0);
        Rect::from_min_max(handle.at - half - vec2(0.0, size::LARGE + 8.0), handle.at + half)
    };
    handles(lesson_session, state, lens).into_iter().map(around).collect()
}

/// Shows a handle with the slope for each board that the lesson lets the user tilt, and the slope at an edge that is held.
pub(crate) fn show(ctx: &egui::Context, panel: &mut BoardGrip, area: Rect) {
    let state = panel.shown.state.clone();
    let (orbit, units) = (*panel.orbit, *panel.units);
    let lens = Lens { orbit: &orbit, area, units: &units };
    if let Some(grip) = panel.hands.grab.grip
        && let PressTarget::Board(index, _) = grip.target
        && let Some(body) = state.bodies.get(index as usize)
    {
        let at = (grip.at / ctx.zoom_factor()).to_array().into();
        degrees(ctx, at, slope(&body.q), &panel.theme);
    }
    for BoardHandle { index, arm, at } in handles(&panel.lesson_session, &state, &lens) {
        let body = &state.bodies[index];
        let now = slope(&body.q);
        let name = tr_with("hand-grip", [("body", panel.lesson_session.word(&body.name).into())]);
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
    let row = painter.layout_no_wrap(text, FontId::proportional(size::LARGE), theme.ink());
    let rect = Align2::CENTER_BOTTOM.anchor_size(at - vec2(0.0, RADIUS + 6.0), row.size() + vec2(8.0, 2.0));
    painter.rect_filled(rect, 4.0, theme.plate());
    painter.galley(rect.center() - 0.5 * row.size(), row, theme.ink());
}
