//! Overlays painted on the scene: symbols, values, legend, the forces of a lesson, the grip of a board.

use crate::app::hand::{Grip, PressTarget};
use crate::app::lessons::board::BoardHandles;
use crate::app::lessons::body_loads::BodyLoads;
use crate::app::lessons::lesson_session::LessonSession;
use crate::app::state::change::Binding;
use crate::app::state::layout::{Layers, Layout};
use crate::app::state::panels::{BuildMode, Panels};
use crate::app::state::session::Session;
use crate::app::timeline::display_state::DisplayState;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::units::Units;
use crate::draw::text::legend::rows_off;
use crate::observe::many_body::is_many_body;
use crate::view::input::reader;
use crate::view::render::camera::SceneArea;
use crate::view::render::lens::{Lens, area_on_screen};
use crate::view::render::theme::Theme;
use crate::view::ui::frame::canvas::Canvas;
use crate::view::ui::on_scene::board::{self, BoardGrip};
use crate::view::ui::on_scene::labels::OverScene;
use crate::view::ui::{on_scene::free_body, on_scene::labels, on_scene::legend};
use bevy::ecs::error::Result;
use bevy::ecs::prelude::*;
use bevy_egui::egui::{CursorIcon, Rect};

/// Paints the labels.
pub(crate) fn paint(
    mut canvas: Canvas,
    (session, lesson_session, shown, panels): (Res<Session>, Res<LessonSession>, Res<DisplayState>, Res<Panels>),
    (orbit, units, area, theme): (Res<Orbit>, Res<Units>, Res<SceneArea>, Res<Theme>),
    (handles, mode): (Res<BoardHandles>, Res<BuildMode>),
    mut layers: Binding<Layers>,
) -> Result {
    let ctx = canvas.ctx()?;
    let full_title = session.opened.as_ref().map_or("", |opened| opened.scene.title.as_str());
    // The lesson panel shows its own title.
    let titled = panels.left || lesson_session.layout == Layout::Lesson;
    let area = area_on_screen(&ctx, &area);
    let lens = Lens { orbit: &orbit, area, units: &units };
    let playing = lesson_session.open.as_ref().filter(|_| lesson_session.layout == Layout::Lesson);
    let loads = playing.and_then(|playing| BodyLoads::from_state(playing, &shown.state));
    let inset = loads.as_ref().map_or(Rect::NOTHING, |loads| free_body::plate(loads, area));
    let has_switches = !shown.on.calm && !mode.0 && !is_many_body(shown.state.bodies.len());
    let off = if has_switches { rows_off(&shown.on) } else { Vec::new() };
    let title = if titled { "" } else { full_title };
    let handles = board::covered(&handles, ctx.zoom_factor());
    let over = OverScene { title, inset, handles: &handles, off: &off };
    let legend = labels::paint(&ctx, &lens, &shown, &theme, &over);
    reader::scene(&ctx, area, full_title, &shown);
    if let Some(loads) = &loads {
        free_body::forces(&ctx, loads, &lens, &theme);
    }
    if !panels.bench
        && let Some(switch) = legend::switches(&ctx, &legend)
    {
        layers.change(move |layers| *switch.flag(&mut layers.0) ^= true);
    }
    Ok(())
}

/// Shows the handle of each board that can be tilted, and by the cursor what a press would take hold of.
pub(crate) fn grip(mut canvas: Canvas, grip: BoardGrip) -> Result {
    let ctx = canvas.ctx()?;
    let hand = &grip.hand;
    let icon = match (hand.grip, hand.offered) {
        (Some(Grip { target: PressTarget::Body(..) | PressTarget::Part(..), .. }), _) => Some(CursorIcon::Grabbing),
        (None, Some(PressTarget::Body(..) | PressTarget::Part(..))) => Some(CursorIcon::Grab),
        (Some(Grip { target: PressTarget::Line(_) | PressTarget::Band, .. }), _)
        | (None, Some(PressTarget::Line(_) | PressTarget::Band)) => Some(CursorIcon::Crosshair),
        (Some(Grip { target: PressTarget::Board(..), .. }), _) | (None, Some(PressTarget::Board(..))) => {
            Some(CursorIcon::ResizeVertical)
        }
        (Some(_), _) | (None, Some(PressTarget::Waiting)) => Some(CursorIcon::NotAllowed),
        (None, None) => None,
    };
    icon.into_iter().for_each(|icon| ctx.set_cursor_icon(icon));
    board::show(&ctx, &grip);
    Ok(())
}
