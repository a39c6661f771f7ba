//! Layout of the window: panels take their space one after another, and the scene gets the rest. This file alone
//! writes resources while the panels are shown: the space left, and the scene's area.

use crate::view::render::camera::SceneArea;
use bevy::ecs::error::Result;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::math::{Rect, Vec2};
use bevy_egui::{EguiContexts, egui};

/// The space that no panel has taken yet in this frame.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct FreeArea(pub egui::Rect);

impl Default for FreeArea {
    fn default() -> Self {
        Self(egui::Rect::NOTHING)
    }
}

/// System parameter that shows a panel.
#[derive(SystemParam)]
pub(crate) struct Canvas<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    free_area: ResMut<'w, FreeArea>,
}

impl Canvas<'_, '_> {
    /// The egui context of the window.
    pub(crate) fn ctx(&mut self) -> Result<egui::Context> {
        Ok(self.contexts.ctx_mut()?.clone())
    }

    /// Makes the full window available, at the start of a frame.
    pub(crate) fn begin(&mut self, ctx: &egui::Context) {
        self.free_area.0 = ctx.viewport_rect();
    }

    /// Shows a panel in the remaining space and subtracts what it occupies.
    pub(crate) fn show(&mut self, name: &str, add: impl FnOnce(&mut egui::Ui)) -> Result {
        let ctx = self.ctx()?;
        let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(self.free_area.0);
        let mut ui = egui::Ui::new(ctx.clone(), egui::Id::new(("window", name)), builder);
        ui.set_clip_rect(ctx.viewport_rect());
        add(&mut ui);
        self.free_area.0 = ui.available_rect_before_wrap();
        Ok(())
    }
}

/// Assigns the space left by the panels to the scene.
pub(crate) fn place(mut canvas: Canvas, mut area: ResMut<SceneArea>) -> Result {
    let (zoom, FreeArea(left)) = (canvas.ctx()?.zoom_factor(), *canvas.free_area);
    let corner = |p: egui::Pos2| Vec2::new(p.x, p.y) * zoom;
    let new = Some(Rect::from_corners(corner(left.min), corner(left.max)));
    let ctx = canvas.ctx()?;
    // Panels shown for the first time take their size in a second pass.
    if new != area.0 && !ctx.input(|input| input.pointer.any_down()) {
        ctx.request_discard("the panels have changed");
    }
    area.0 = new;
    Ok(())
}

/// Leaves no space to the scene: the gallery covers it.
pub(crate) fn cover(mut area: ResMut<SceneArea>) {
    area.0 = None;
}
