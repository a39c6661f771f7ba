//! Layout of the window: panels take their space one after another.

use bevy::ecs::error::Result;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy_egui::{EguiContexts, egui};

/// The space that no panel has taken yet in this frame.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct Room(pub egui::Rect);

impl Default for Room {
    fn default() -> Self {
        Self(egui::Rect::NOTHING)
    }
}

/// System parameter that shows a panel.
#[derive(SystemParam)]
pub(crate) struct Canvas<'w, 's> {
    contexts: EguiContexts<'w, 's>,
    /// The space left.
    pub room: ResMut<'w, Room>,
}

impl Canvas<'_, '_> {
    /// The egui context of the window.
    pub(crate) fn ctx(&mut self) -> Result<egui::Context> {
        Ok(self.contexts.ctx_mut()?.clone())
    }

    /// Shows a panel in the remaining space and subtracts what it occupies.
    pub(crate) fn show(&mut self, name: &str, add: impl FnOnce(&mut egui::Ui)) -> Result {
        let ctx = self.ctx()?;
        let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(self.room.0);
        let mut ui = egui::Ui::new(ctx.clone(), egui::Id::new(("window", name)), builder);
        ui.set_clip_rect(ctx.viewport_rect());
        add(&mut ui);
        self.room.0 = ui.available_rect_before_wrap();
        Ok(())
    }
}
