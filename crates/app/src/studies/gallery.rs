//! The scenes in the gallery.

use crate::state::session::Opened;
use crate::texts::{self, tr};
use bevy::ecs::prelude::Resource;
use std::collections::BTreeSet;
use std::sync::OnceLock;
use stickslip_engine::scene::Scene;
use stickslip_lab::builtin::{self, SceneGroup};
use stickslip_lab::lessons::{self, Lesson};

/// A gallery entry.
#[derive(Clone, Debug)]
pub struct GalleryCard {
    /// Name of the built-in scene.
    pub name: String,
    /// The scene once it is read.
    read: OnceLock<Result<Scene, String>>,
}

impl GalleryCard {
    /// The scene, read when first asked for, or why it cannot be read. All together take a third of a second in a browser.
    pub fn scene(&self) -> Result<&Scene, &String> {
        let read = || {
            let text = builtin::text(&self.name).unwrap_or_default();
            Scene::parse(&self.name, text).map_err(|faults| faults.to_string())
        };
        self.read.get_or_init(read).as_ref()
    }

    /// The text that a search goes through.
    fn text(&self) -> String {
        let about = self.scene().map_or(String::new(), |scene| format!("{} {}", scene.title, scene.about));
        format!("{} {about}", self.name)
    }

    /// The card's scene, ready to be opened.
    pub fn opened(&self, scene: &Scene) -> Opened {
        let text = builtin::text(&self.name).unwrap_or_default().to_owned();
        Opened { name: self.name.clone(), file: None, text, scene: scene.clone() }
    }
}

/// All gallery entries.
#[derive(Resource, Clone)]
pub struct Gallery {
    /// Lessons by name, in teaching order.
    pub lessons: Vec<(&'static str, Lesson)>,
    /// The scenes.
    pub cards: Vec<GalleryCard>,
    /// The scenes in groups.
    pub groups: Vec<SceneGroup>,
}

/// What the gallery shows of its scenes and lessons.
#[derive(Clone, Debug, Default)]
pub struct GalleryFilter {
    /// Words that a card must have.
    pub search: String,
    /// The only part shown; `None` shows all.
    pub part: Option<GalleryPart>,
    /// Scenes whose variants are shown.
    pub unfolded: BTreeSet<&'static str>,
}

/// A part of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GalleryPart {
    /// The lessons.
    Lessons,
    /// The group of scenes with this number.
    Scenes(usize),
}

/// A card that the gallery shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownCard {
    /// Number of the card.
    pub card: usize,
    /// The scene whose variants can be folded and unfolded here, and their number.
    pub folds: Option<(&'static str, usize)>,
}

impl GalleryFilter {
    /// True if this part of the gallery is shown.
    pub fn shows(&self, part: GalleryPart) -> bool {
        self.part.is_none_or(|only| only == part)
    }

    /// Shows the variants of a scene, or hides them.
    pub fn fold(&mut self, scene: &'static str) {
        if !self.unfolded.remove(scene) {
            self.unfolded.insert(scene);
        }
    }

    /// True if a text (any case) has all words of the search.
    fn matches(&self, text: &str) -> bool {
        let (text, search) = (text.to_lowercase(), self.search.to_lowercase());
        search.split_whitespace().all(|word| text.contains(word))
    }
}

impl Gallery {
    /// All lessons in the chosen language.
    pub fn read_lessons() -> Vec<(&'static str, Lesson)> {
        // Unreadable lessons are caught by the tests.
        let read = |name: &'static str| Lesson::read(name, texts::chosen().code).ok().map(|lesson| (name, lesson));
        lessons::all().iter().filter_map(|(name, _)| read(name)).collect()
    }

    /// The lessons that fit, each with its number from 1.
    pub fn lessons_shown(&self, filter: &GalleryFilter) -> Vec<(usize, &(&'static str, Lesson))> {
        let fits = |lesson: &Lesson| filter.matches(&format!("{} {}", lesson.title, lesson.question));
        let all = (1..).zip(&self.lessons).filter(|(_, (_, lesson))| fits(lesson));
        if filter.shows(GalleryPart::Lessons) { all.collect() } else { Vec::new() }
    }

    /// Title and cards of each group that has a fitting card. Variants are folded under their scene, unless a search
    /// finds them.
    pub fn groups_shown(&self, filter: &GalleryFilter) -> Vec<(&'static str, Vec<ShownCard>)> {
        let is_search = !filter.search.trim().is_empty();
        let fits = |card: &GalleryCard| !is_search || filter.matches(&card.text());
        let card = |name: &str| self.cards.iter().position(|card| card.name == name && fits(card));
        let mut shown = Vec::new();
        for (_, group) in self.groups.iter().enumerate().filter(|(k, _)| filter.shows(GalleryPart::Scenes(*k))) {
            let mut cards = Vec::new();
            for family in &group.families {
                let variants = family.variants.len();
                let folds = (variants > 0 && !is_search).then_some((family.name, variants));
                cards.extend(card(family.name).map(|card| ShownCard { card, folds }));
                if is_search || filter.unfolded.contains(family.name) {
                    let found = family.variants.iter().filter_map(|name| card(name));
                    cards.extend(found.map(|card| ShownCard { card, folds: None }));
                }
            }
            if !cards.is_empty() {
                shown.push((group.title, cards));
            }
        }
        shown
    }
}

impl Default for Gallery {
    fn default() -> Self {
        let card = |(name, _): &(&str, &str)| GalleryCard { name: (*name).to_owned(), read: OnceLock::new() };
        let cards = builtin::all().iter().map(card).collect();
        Self { lessons: Self::read_lessons(), cards, groups: builtin::groups() }
    }
}

/// The title of a group of scenes in the chosen language; `title` is the one in `assets/order.txt`.
pub fn group_title(title: &'static str) -> &'static str {
    match title {
        "The paper" => tr("gallery-paper"),
        "Curved surfaces, moving supports" => tr("gallery-curved"),
        "Friction of speed, rest and direction" => tr("gallery-rate"),
        "Piles" => tr("gallery-piles"),
        "Rigid contacts" => tr("gallery-rigid"),
        "Static friction as a constraint" => tr("gallery-constraint"),
        other => other,
    }
}

/// The first sentence of a text; a decimal point does not end one.
pub fn first_sentence(text: &str) -> &str {
    let end = text
        .char_indices()
        .find(|(at, c)| {
            let rest = &text[at + c.len_utf8()..];
            matches!(c, '.' | '?' | '!') && (rest.is_empty() || rest.starts_with(char::is_whitespace))
        })
        .map_or(text.len(), |(at, c)| at + c.len_utf8());
    &text[..end]
}

/// Longest question that a card shows in full, characters.
const MAX_QUESTION: usize = 120;

/// A question as a card has room for it: in full if it is short, else only the last sentence that asks.
pub fn short_question(text: &str) -> &str {
    let text = text.trim();
    if text.chars().count() <= MAX_QUESTION {
        return text;
    }
    let (mut rest, mut asked) = (text, text);
    while !rest.is_empty() {
        let sentence = first_sentence(rest);
        if sentence.ends_with('?') {
            asked = sentence;
        }
        rest = rest[sentence.len()..].trim_start();
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every scene is found by its name, and folded variants only when asked for.
    #[test]
    fn variants_are_folded_until_they_are_wanted() {
        let gallery = Gallery::default();
        let count = |filter: &GalleryFilter| -> usize {
            gallery.groups_shown(filter).iter().map(|(_, cards)| cards.len()).sum()
        };
        let mut filter = GalleryFilter::default();
        let folded = count(&filter);
        let variants: usize = gallery.groups.iter().flat_map(|group| &group.families).map(|f| f.variants.len()).sum();
        assert!(variants > 15 && folded + variants == gallery.cards.len(), "{folded} and {variants} folded");
        filter.fold("brick-damped");
        assert_eq!(count(&filter), folded + 3);
        filter.fold("brick-damped");
        assert_eq!(count(&filter), folded);
        for card in &gallery.cards {
            let filter = GalleryFilter { search: card.name.to_uppercase(), ..GalleryFilter::default() };
            let found = gallery.groups_shown(&filter);
            assert!(found.iter().flat_map(|(_, cards)| cards).any(|shown| gallery.cards[shown.card].name == card.name));
        }
        assert_eq!(gallery.lessons_shown(&filter).len(), gallery.lessons.len());
        let piles = gallery.groups.iter().position(|group| group.title == "Piles").expect("a group");
        let only = GalleryFilter { part: Some(GalleryPart::Scenes(piles)), ..GalleryFilter::default() };
        assert!(gallery.lessons_shown(&only).is_empty() && gallery.groups_shown(&only).len() == 1);
        assert_eq!(gallery.groups_shown(&only)[0].0, "Piles");
    }

    #[test]
    fn a_sentence_ends_at_a_point_that_a_blank_follows() {
        assert_eq!(first_sentence("Figure 9.1 of the paper. More."), "Figure 9.1 of the paper.");
        assert_eq!(first_sentence("When does it slip? At 14°."), "When does it slip?");
        assert_eq!(first_sentence("no end"), "no end");
    }

    #[test]
    fn a_long_question_is_cut_to_what_it_asks() {
        let short = "A ball at 1.5 m/s. What does it do?";
        assert_eq!((short_question(short), short_question("")), (short, ""));
        let long = format!("{short} {} Why? (At 2.5 m/s.)", "It is on a level floor. ".repeat(8));
        assert_eq!(short_question(&long), "Why?");
        for (name, lesson) in Gallery::default().lessons {
            let question = short_question(&lesson.question);
            assert!(question.contains('?') && question.chars().count() <= 160, "{name}: {question}");
        }
    }
}
