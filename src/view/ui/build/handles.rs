//! The handles of the selected body over the scene, the line that a tool draws, and what is told at the pointer.

use crate::app::build::group::BodyGroup;
use crate::app::build::handles::BodyHandles;
use crate::app::build::toolbox::Toolbox;
use crate::app::hand::{Grab, Grip, HandleKind, PressTarget};
use crate::app::state::layout::Layers;
use crate::app::timeline::display_state::DisplayState;
use crate::draw::scale::extent;
use crate::draw::space::orbit::Orbit;
use crate::draw::space::units::Units;
use crate::texts::tr_with;
use crate::view::input::reader;
use crate::view::render::camera::SceneArea;
use crate::view::render::lens::{Lens, area_on_screen};
use crate::view::render::theme::{Theme, ThemeColours};
use crate::view::ui::frame::canvas::Canvas;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::Res;
use bevy_egui::egui::{self, Pos2, Rect, RichText, Stroke, vec2};

/// Shows the handles and the line.
pub(crate) fn paint(
    mut canvas: Canvas,
    (handles, toolbox, hand): (Res<BodyHandles>, Res<Toolbox>, Res<Grab>),
    (group, layers): (Res<BodyGroup>, Res<Layers>),
    (shown, orbit, units, area, theme): (Res<DisplayState>, Res<Orbit>, Res<Units>, Res<SceneArea>, Res<Theme>),
) -> Result {
    let ctx = canvas.ctx()?;
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Background, "body handles".into()));
    let zoom = ctx.zoom_factor();
    let held = hand.grip.map(|grip| grip.target).or(hand.offered);
    let name = shown.state.bodies.get(handles.body).map_or("", |body| body.name.as_str());
    for (index, handle) in handles.all.iter().enumerate() {
        let at: Pos2 = (handle.at / zoom).to_array().into();
        let is_held = matches!(held, Some(PressTarget::Part(_, kind)) if kind == handle.kind);
        let radius = handles.radius / zoom * if is_held { 1.3 } else { 1.0 };
        let fill = if is_held { theme.accent() } else { theme.plate().to_opaque() };
        painter.circle(at, radius, fill, Stroke::new(2.0, theme.accent()));
        match handle.kind {
            HandleKind::Turn => {
                let arc: Vec<Pos2> =
                    (0..=18).map(|k| at + (radius + 4.5) * egui::Vec2::angled(-2.4 + 4.0 * k as f32 / 18.0)).collect();
                painter.line(arc, Stroke::new(2.0, theme.accent()));
            }
            HandleKind::Slope => {
                for up in [-1.0, 1.0] {
                    painter.arrow(at + vec2(0.0, up * radius), vec2(0.0, up * 9.0), Stroke::new(2.0, theme.accent()));
                }
            }
            _ => {}
        }
        let area = Rect::from_center_size(at, egui::Vec2::splat(2.0 * radius));
        let name = handle_key(handle.kind).map_or(String::new(), |key| tr_with(key, [("body", name.into())]));
        reader::painted(&ctx, egui::Id::new(("body handle", index)), area, &name);
    }
    let lens = Lens { orbit: &orbit, area: area_on_screen(&ctx, &area), units: &units };
    // The others of a group; the first one has the handles.
    for index in group.indices(&shown.state, layers.0.selected).into_iter().skip(1) {
        let body = &shown.state.bodies[index];
        let reach = extent(&body.shape).zip(lens.project(&body.x));
        if let Some((reach, at)) = reach {
            let radius = lens.pixels(&body.x, reach).max(6.0) + 3.0;
            painter.circle_stroke(at, radius, Stroke::new(1.5, theme.accent()));
        }
    }
    if let Some(Grip { target: PressTarget::Band, start, at, is_drag: true, .. }) = hand.grip {
        let corner = |at: bevy::math::Vec2| Pos2::from((at / zoom).to_array());
        let band = Rect::from_two_pos(corner(start), corner(at));
        painter.rect_stroke(band, 0.0, Stroke::new(1.5, theme.accent()), egui::StrokeKind::Middle);
    }
    if let Some(line) = &toolbox.line
        && let (Some(from), Some(to)) = (lens.project(&line.from), lens.project(&line.end.point()))
    {
        painter.line_segment([from, to], Stroke::new(2.5, theme.accent()));
        painter.circle_filled(from, 4.0, theme.accent());
        painter.circle_filled(to, 4.0, theme.accent());
    }
    Ok(())
}

/// Key of what a handle does; the body itself is none.
fn handle_key(kind: HandleKind) -> Option<&'static str> {
    match kind {
        HandleKind::Turn => Some("handle-turn"),
        HandleKind::Slope => Some("handle-slope"),
        HandleKind::Face { .. } => Some("handle-size"),
        HandleKind::Move => None,
    }
}

/// Tells at the pointer what is offered: on what the body stands, what it overlaps, how long a line is.
pub(crate) fn tell(
    mut canvas: Canvas,
    (toolbox, shown, theme, hand): (Res<Toolbox>, Res<DisplayState>, Res<Theme>, Res<Grab>),
) -> Result {
    let ctx = canvas.ctx()?;
    let handle = hand.offered.filter(|_| hand.grip.is_none()).and_then(|offered| {
        let PressTarget::Part(body, kind) = offered else { return None };
        let body = shown.state.bodies.get(body as usize)?.name.as_str();
        Some((tr_with(handle_key(kind)?, [("body", body.into())]), false))
    });
    let line = toolbox.line.as_ref().zip(toolbox.tool).map(|(line, tool)| (line.text(tool, &shown.state), false));
    let offer = toolbox.offer.as_ref().map(|offer| (offer.text(), offer.overlap.is_some()));
    let (Some((text, is_fault)), Some(at)) = (line.or(offer).or(handle), ctx.pointer_hover_pos()) else {
        return Ok(());
    };
    let area = egui::Area::new(egui::Id::new("offer")).fixed_pos(at + vec2(18.0, 18.0)).interactable(false);
    area.order(egui::Order::Tooltip).show(&ctx, |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            let text = RichText::new(text);
            ui.label(if is_fault { text.color(theme.fault()) } else { text });
        });
    });
    Ok(())
}
