//! The pictures of the gallery on its cards.

use crate::view::export::pictures::PictureSheet;
use bevy::ecs::prelude::Resource;
use bevy_egui::egui::{Context, TextureHandle, TextureOptions};
use std::collections::BTreeMap;

/// The pictures of the cards, made ready when they are first wanted.
#[derive(Resource, Clone, Default)]
pub(crate) struct Pictures {
    sheet: Option<PictureSheet>,
    ready: BTreeMap<String, TextureHandle>,
}

impl Pictures {
    /// The picture of a built-in scene.
    pub(crate) fn of(&mut self, ctx: &Context, name: &str) -> Option<TextureHandle> {
        if let Some(known) = self.ready.get(name) {
            return Some(known.clone());
        }
        let picture = self.sheet.get_or_insert_with(PictureSheet::unpack).picture(name)?;
        let handle = ctx.load_texture(name, picture, TextureOptions::LINEAR);
        self.ready.insert(name.to_owned(), handle.clone());
        Some(handle)
    }
}
