//! Pictures for the gallery cards.

use crate::app::studies::picture_sheet::{PictureSheet, SIZE};
use bevy_egui::egui::{ColorImage, Context, TextureHandle, TextureOptions};
use std::collections::BTreeMap;

/// Textures of the cards, loaded on first use.
#[derive(Clone, Default)]
pub(crate) struct Pictures {
    sheet: Option<PictureSheet>,
    ready: BTreeMap<String, TextureHandle>,
}

impl Pictures {
    /// The picture of this name.
    pub(crate) fn get(&mut self, ctx: &Context, name: &str) -> Option<TextureHandle> {
        if let Some(known) = self.ready.get(name) {
            return Some(known.clone());
        }
        let picture = self.sheet.get_or_insert_with(PictureSheet::unpack).picture(name)?;
        let picture = ColorImage::from_rgba_unmultiplied(SIZE, &picture);
        let handle = ctx.load_texture(name, picture, TextureOptions::LINEAR);
        self.ready.insert(name.to_owned(), handle.clone());
        Some(handle)
    }
}
