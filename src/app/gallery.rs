//! The scenes in the gallery.

use crate::app::session::Opened;
use crate::scene::Scene;
use bevy::ecs::prelude::Resource;
use stickslip_lab::builtin;
use stickslip_lab::lessons::{self, Lesson};

/// A gallery entry.
#[derive(Clone, Debug)]
pub(crate) struct GalleryCard {
    /// Name of the built-in scene.
    pub name: String,
    /// The scene, or why it cannot be read.
    pub scene: Result<Scene, String>,
}

impl GalleryCard {
    /// True if the card matches the search text (lower case).
    pub(crate) fn matches(&self, search: &str) -> bool {
        let about = self.scene.as_ref().map_or(String::new(), |s| format!("{} {}", s.title, s.about));
        search
            .split_whitespace()
            .all(|word| self.name.to_lowercase().contains(word) || about.to_lowercase().contains(word))
    }

    /// The card's scene, ready to be opened.
    pub(crate) fn opened(&self, scene: &Scene) -> Opened {
        let text = builtin::text(&self.name).unwrap_or_default().to_owned();
        Opened { name: self.name.clone(), file: None, text, scene: scene.clone() }
    }
}

/// All gallery entries.
#[derive(Resource, Clone)]
pub(crate) struct Gallery {
    /// Lessons by name, in teaching order.
    pub lessons: Vec<(&'static str, Lesson)>,
    /// The scenes.
    pub cards: Vec<GalleryCard>,
}

impl Default for Gallery {
    fn default() -> Self {
        let card = |(name, text): &(&str, &str)| GalleryCard {
            name: (*name).to_owned(),
            scene: Scene::parse(name, text).map_err(|faults| faults.to_string()),
        };
        let cards = builtin::all().iter().map(card).collect();
        // Unreadable lessons are caught by the tests.
        let lesson = |(name, text): &(&'static str, &str)| Lesson::parse(text).ok().map(|lesson| (*name, lesson));
        let lessons = lessons::all().iter().filter_map(lesson).collect();
        Self { lessons, cards }
    }
}

/// The first sentence of a text; a decimal point does not end one.
pub(crate) fn first_sentence(text: &str) -> &str {
    let end = text
        .char_indices()
        .find(|(at, c)| {
            let rest = &text[at + c.len_utf8()..];
            matches!(c, '.' | '?' | '!') && (rest.is_empty() || rest.starts_with(char::is_whitespace))
        })
        .map_or(text.len(), |(at, c)| at + c.len_utf8());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_at_a_point_that_a_blank_follows() {
        assert_eq!(first_sentence("Figure 9.1 of the paper. More."), "Figure 9.1 of the paper.");
        assert_eq!(first_sentence("When does it slip? At 14°."), "When does it slip?");
        assert_eq!(first_sentence("no end"), "no end");
    }
}
