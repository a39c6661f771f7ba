//! A grip on the board of a lesson, drawn at the rising side; dragging it tilts the board.

use super::hands::{can_tilt, tilt_to};
use crate::app::display_state::DisplayState;
use crate::app::layout::Layout;
use crate::app::lesson_session::LessonSession;
use crate::draw::orbit::Orbit;
use crate::draw::scale::scene_size;
use crate::draw::units::Units;
use crate::laws::{Vec3, unit};
use crate::record::state::State;
use crate::step::tune::slope;
use crate::texts::{tr, tr_with};
use crate::view::input::reader;
use crate::view::render::lens::Lens;
use crate::view::render::theme::Theme;
use crate::view::ui::hands::HandsPanel;
use bevy::ecs::prelude::Res;
use bevy::ecs::system::SystemParam;
use bevy_egui::egui::{self, Align2, Pos2, Rect, Sense, Stroke, vec2};
use stickslip_lab::lessons::Control;

/// Resources and messages used by the grip.
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

/// Slopes that a drag can set, degrees: minimum, maximum, increment.
const SLOPES: (f64, f64, f64) = (-45.0, 60.0, 0.1);
/// Distances of the grip from the hinge, in body sizes; the largest one inside the picture is used.
const ARMS: [f64; 5] = [7.0, 5.5, 4.0, 3.0, 2.0];
/// Radius of the grip, points.
const RADIUS: f32 = 11.0;

/// World position, m, of the point at distance `arm` up the plane's y-axis if the plane had this slope.
fn at_slope(state: &State, index: usize, arm: f64, slope: f64) -> Option<Vec3> {
    let plane = state.bodies.get(index)?;
    let up = plane.q * Vec3::y();
    let level = unit(&Vec3::new(up.x, up.y, 0.0), 1e-9)?;
    Some(plane.x + (level * slope.cos() + Vec3::z() * slope.sin()) * arm)
}

/// The slope, degrees, that brings the grip nearest to a screen position.
pub(crate) fn slope_under(lens: &Lens, state: &State, index: usize, arm: f64, place: Pos2) -> Option<f64> {
    let (low, high, step) = SLOPES;
    let slopes = (0..=((high - low) / step).round() as u32).map(|k| low + f64::from(k) * step);
    let away = |degrees: f64| {
        let at = lens.project(&at_slope(state, index, arm, degrees.to_radians())?)?;
        Some((degrees, at.distance(place)))
    };
    slopes.filter_map(away).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(degrees, _)| degrees)
}

/// Shows a grip for each board that the lesson lets the user tilt.
pub(crate) fn show(ctx: &egui::Context, panel: &mut BoardGrip, area: Rect) {
    let playing = panel.lesson_session.open.as_ref().filter(|playing| playing.pinned.is_some());
    let tilts = playing.is_some_and(|playing| playing.lesson.controls.contains(&Control::Tilt));
    if !tilts || panel.lesson_session.layout != Layout::Lesson {
        return;
    }
    let state = panel.shown.state.clone();
    // Left of the force inset.
    let free = Rect::from_min_max(area.min, egui::pos2(area.right() - 270.0, area.bottom())).shrink(30.0);
    for (index, body) in state.bodies.iter().enumerate().filter(|(_, body)| can_tilt(body)) {
        let now = slope(&body.q);
        let lens = Lens { orbit: &panel.orbit, area, units: &panel.units };
        let place = |arm: f64| Some((arm, lens.project(&at_slope(&state, index, arm, now)?)?));
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
        let response = reader::named(grip.inner, &name);
        let pointer = response.interact_pointer_pos().filter(|_| response.dragged());
        let wanted = pointer.and_then(|pointer| slope_under(&lens, &state, index, arm, pointer));
        if let Some(degrees) = wanted {
            tilt_to(&mut panel.hands, index as u32, degrees);
        }
        response.on_hover_text(tr("hand-grip-tip"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::orbit::Orbit;
    use crate::draw::units::Units;
    use crate::run::simulation::Simulation;
    use crate::scene::Scene;
    use bevy_egui::egui::pos2;
    use stickslip_lab::builtin;

    /// The slope under the drawn grip equals the slope of the board, at any slope.
    #[test]
    fn the_grip_says_the_slope_it_is_drawn_at() {
        let scene = Scene::parse("brick", builtin::text("brick-slips").unwrap()).unwrap();
        let state = Simulation::new(&scene).state();
        let units = Units::from_state(&state);
        let mut orbit = Orbit::default();
        orbit.frame(&state, &units, None);
        let lens = Lens { orbit: &orbit, area: Rect::from_min_max(pos2(0.0, 0.0), pos2(1000.0, 700.0)), units: &units };
        for degrees in [-20.0, 0.0, 12.3, 35.0, 50.0f64] {
            let at = lens.project(&at_slope(&state, 0, 0.4, degrees.to_radians()).unwrap()).unwrap();
            let found = slope_under(&lens, &state, 0, 0.4, at).unwrap();
            assert!((found - degrees).abs() < 0.11, "{found} for {degrees}");
        }
        let drawn = state.bodies[0].q * Vec3::y() * 0.4 + state.bodies[0].x;
        let expected = at_slope(&state, 0, 0.4, slope(&state.bodies[0].q)).unwrap();
        assert!((drawn - expected).norm() < 1e-12, "{drawn} {expected}");
    }
}
