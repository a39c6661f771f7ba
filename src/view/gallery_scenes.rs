//! The scenes that can be chosen.

use super::session::Opened;
use crate::scene::{Scene, builtin};
use bevy::prelude::Resource;

/// A scene that can be chosen.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// The scene, or why it cannot be read.
    pub scene: Result<Scene, String>,
}

impl Card {
    /// True if the card fits what was typed (in small letters).
    pub fn matches(&self, search: &str) -> bool {
        let about = self.scene.as_ref().map_or(String::new(), |s| format!("{} {}", s.title, s.about));
        search
            .split_whitespace()
            .all(|word| self.name.to_lowercase().contains(word) || about.to_lowercase().contains(word))
    }

    /// The scene of the card, to be opened.
    pub fn opened(&self, scene: &Scene) -> Opened {
        let text = builtin::text(&self.name).unwrap_or_default().to_owned();
        Opened { name: self.name.clone(), file: None, text, scene: scene.clone() }
    }
}

/// All scenes that can be chosen.
#[derive(Resource, Clone, Debug)]
pub struct Gallery {
    /// The scenes.
    pub cards: Vec<Card>,
    /// What was typed into the search field.
    pub search: String,
}

impl Default for Gallery {
    fn default() -> Self {
        let card = |(name, text): &(&str, &str)| Card {
            name: (*name).to_owned(),
            scene: Scene::parse(name, text).map_err(|faults| faults.to_string()),
        };
        let cards = builtin::all().iter().map(card).collect();
        Self { cards, search: String::new() }
    }
}
