//! The texts of the window by key, in the language chosen: Fluent files in `assets/texts`, one per language.
//!
//! [`tr`] gives a text without arguments, [`tr_with`] one with arguments by name. A key that the chosen language
//! lacks is taken from English. Numbers come formatted from `draw::text::format`, with a decimal point in every language;
//! only a count that selects a plural is passed as a number. The language is that of the process, as a locale is:
//! English until [`choose`] sets another, so commands and tests are in English.

#![cfg_attr(not(feature = "view"), allow(dead_code, reason = "without the window there is nothing to translate"))]

#[cfg(test)]
mod tests;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::Entry;
use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use unic_langid::LanguageIdentifier;

/// A language of the window.
pub struct Language {
    /// ISO 639 code: `de`.
    pub code: &'static str,
    /// The language's name for itself.
    pub name: &'static str,
    /// The Fluent file.
    source: &'static str,
    catalogue: OnceLock<Catalogue>,
}

/// All languages; the first one has every text.
pub static LANGUAGES: [Language; 3] = [
    Language::new("en", "English", include_str!("../../assets/texts/en.ftl")),
    Language::new("de", "Deutsch", include_str!("../../assets/texts/de.ftl")),
    Language::new("fr", "Français", include_str!("../../assets/texts/fr.ftl")),
];

/// Index of the chosen language in [`LANGUAGES`].
static CHOSEN: AtomicUsize = AtomicUsize::new(0);

/// The texts of a language.
struct Catalogue {
    /// Texts without arguments, by key.
    plain: HashMap<String, String>,
    bundle: FluentBundle<FluentResource>,
}

impl Language {
    const fn new(code: &'static str, name: &'static str, source: &'static str) -> Self {
        Self { code, name, source, catalogue: OnceLock::new() }
    }

    /// The Fluent file.
    #[cfg(feature = "view")]
    pub fn source(&self) -> &'static str {
        self.source
    }

    fn catalogue(&self) -> &Catalogue {
        self.catalogue.get_or_init(|| Catalogue::read(self.code, self.source))
    }
}

impl Catalogue {
    /// Reads a Fluent file; entries with a syntax error, which a test finds, are left out.
    fn read(code: &str, source: &str) -> Self {
        let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(source.to_owned());
        let is_message = |entry: &Entry<&str>| match entry {
            Entry::Message(message) => Some(message.id.name.to_owned()),
            _ => None,
        };
        let keys: Vec<String> = resource.entries().filter_map(is_message).collect();
        let mut bundle = FluentBundle::new_concurrent(vec![code.parse::<LanguageIdentifier>().unwrap_or_default()]);
        // The fonts have no marks of writing direction.
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(resource);
        let mut catalogue = Self { plain: HashMap::new(), bundle };
        for key in keys {
            // An argument that is missing is an error.
            if let Ok(plain) = catalogue.format(&key, &FluentArgs::new()) {
                catalogue.plain.insert(key, plain);
            }
        }
        catalogue
    }

    /// A text with its arguments inserted. The error, an unknown key or a missing argument, is the key.
    fn format<'a>(&self, key: &'a str, arguments: &FluentArgs) -> Result<String, &'a str> {
        let pattern = self.bundle.get_message(key).and_then(|message| message.value()).ok_or(key)?;
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(arguments), &mut errors).into_owned();
        if errors.is_empty() { Ok(text) } else { Err(key) }
    }
}

/// The chosen language.
pub fn chosen() -> &'static Language {
    &LANGUAGES[CHOSEN.load(Ordering::Relaxed) % LANGUAGES.len()]
}

/// Chooses a language by its code, alone or at the beginning of a locale such as `de_DE.UTF-8` or `de-CH`; false, and no
/// change, if there is no such language.
pub fn choose(locale: &str) -> bool {
    let code = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
    let found = LANGUAGES.iter().position(|language| language.code.eq_ignore_ascii_case(code));
    found.into_iter().for_each(|index| CHOSEN.store(index, Ordering::Relaxed));
    found.is_some()
}

/// Chooses the language at the start of the window: the one asked for, else that of the environment variable
/// `STICKSLIP_LANG`, else the first of the system, or of the browser, that there is.
#[cfg(feature = "view")]
pub fn choose_at_start(asked: Option<&str>) {
    let own = asked.map(str::to_owned).into_iter().chain(std::env::var("STICKSLIP_LANG").ok());
    // Of a language without texts, the window is in English.
    own.chain(sys_locale::get_locales()).find(|locale| choose(locale));
}

/// The English captions, texts of several words or with a capital, that read otherwise in the chosen language.
#[cfg(feature = "view")]
pub fn english_captions() -> impl Iterator<Item = &'static str> {
    let mut keys: Vec<&String> = LANGUAGES[0].catalogue().plain.keys().collect();
    keys.sort();
    let texts = keys.into_iter().map(|key| [&LANGUAGES[0], chosen()].map(|of| of.catalogue().plain.get(key)));
    let is_caption = |text: &str| text.contains(' ') || text.starts_with(|c: char| !c.is_ascii_lowercase());
    texts
        .filter(|[own, other]| own != other)
        .filter_map(|[own, _]| own)
        .map(String::as_str)
        .filter(move |text| is_caption(text))
}

/// A text without arguments in the chosen language; the key if it is unknown.
pub fn tr(key: &'static str) -> &'static str {
    let languages = [chosen(), &LANGUAGES[0]];
    languages.iter().find_map(|language| language.catalogue().plain.get(key)).map_or(key, String::as_str)
}

/// A text with arguments in the chosen language; the key if it is unknown.
pub fn tr_with<const N: usize>(key: &str, arguments: [(&str, FluentValue); N]) -> String {
    let arguments: FluentArgs = arguments.into_iter().collect();
    let in_language = |language: &Language| language.catalogue().format(key, &arguments);
    in_language(chosen()).or_else(|_| in_language(&LANGUAGES[0])).unwrap_or_else(str::to_owned)
}
