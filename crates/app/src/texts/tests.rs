//! Every key that the sources name is in every language, with the same arguments, and no key is left over.

use super::{FluentValue, LANGUAGES, Language, tr_with};
use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Adds the names of the arguments of an expression.
fn in_expression(expression: &Expression<&str>, found: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(InlineExpression::VariableReference { id }) => {
            found.insert(id.name.to_owned());
        }
        Expression::Inline(InlineExpression::Placeable { expression }) => in_expression(expression, found),
        Expression::Inline(_) => {}
        Expression::Select { selector, variants } => {
            in_expression(&Expression::Inline(selector.clone()), found);
            variants.iter().for_each(|variant| in_pattern(&variant.value, found));
        }
    }
}

/// Adds the names of the arguments of a text.
fn in_pattern(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            in_expression(expression, found);
        }
    }
}

/// The arguments of each text of a language, by key.
fn arguments(language: &Language) -> BTreeMap<String, BTreeSet<String>> {
    let code = language.code;
    let resource = FluentResource::try_new(language.source.to_owned());
    let resource = resource.unwrap_or_else(|(_, errors)| panic!("{code}: {errors:?}"));
    let mut all = BTreeMap::new();
    for entry in resource.entries() {
        if let Entry::Message(message) = entry {
            let (key, mut found) = (message.id.name, BTreeSet::new());
            in_pattern(message.value.as_ref().unwrap_or_else(|| panic!("{code}: {key} has no text")), &mut found);
            assert!(all.insert(key.to_owned(), found).is_none(), "{code}: {key} stands twice");
        }
    }
    all
}

/// The strings of the sources of the window that look like keys, and those that are the argument of `tr`.
fn named_in_sources() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut all, mut asked, mut open) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    open.extend(["src", "../../src/view"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)));
    while let Some(path) = open.pop() {
        if path.is_dir() {
            if path.ends_with("texts") {
                continue;
            }
            open.extend(std::fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a source");
        let parts: Vec<&str> = source.split('"').collect();
        for pair in parts.windows(2) {
            let is_part = |part: &str| part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
            let is_key = pair[1].contains('-') && pair[1].split('-').all(|part| !part.is_empty() && is_part(part));
            all.extend(is_key.then(|| pair[1].to_owned()));
            let before = pair[0].trim_end();
            let is_asked = ["tr(", "tr_with(", "counted_text("].iter().any(|call| before.ends_with(call));
            asked.extend((is_asked && !before.ends_with("\\")).then(|| pair[1].to_owned()));
        }
    }
    (all, asked)
}

/// The first word of a key names its panel: `bar-play`.
fn panel(key: &str) -> &str {
    key.split_once('-').map_or(key, |(panel, _)| panel)
}

#[test]
fn every_key_of_the_sources_is_in_english_and_no_other() {
    let english = arguments(&LANGUAGES[0]);
    let (all, asked) = named_in_sources();
    let panels: BTreeSet<&str> = english.keys().map(|key| panel(key)).collect();
    let in_tables = all.iter().filter(|key| panels.contains(panel(key)));
    let unknown: Vec<_> = asked.iter().chain(in_tables).filter(|key| !english.contains_key(*key)).collect();
    assert!(unknown.is_empty(), "not in assets/texts/en.ftl: {unknown:#?}");
    let unused: Vec<_> = english.keys().filter(|key| !all.contains(*key)).collect();
    assert!(unused.is_empty(), "in assets/texts/en.ftl, but in no source: {unused:#?}");
    assert!(english.len() > 50, "only {} texts were found", english.len());
}

#[test]
fn every_language_has_every_key_with_the_same_arguments() {
    let english = arguments(&LANGUAGES[0]);
    for language in &LANGUAGES[1..] {
        let (code, other) = (language.code, arguments(language));
        let missing: Vec<_> = english.keys().filter(|key| !other.contains_key(*key)).collect();
        assert!(missing.is_empty(), "assets/texts/{code}.ftl lacks {missing:#?}");
        let more: Vec<_> = other.keys().filter(|key| !english.contains_key(*key)).collect();
        assert!(more.is_empty(), "assets/texts/{code}.ftl has {more:#?}, which English lacks");
        for (key, names) in &english {
            assert_eq!(&other[key], names, "{code}: arguments of {key}");
        }
    }
}

#[test]
fn every_text_is_formatted_in_every_language() {
    for language in &LANGUAGES {
        for (key, names) in arguments(language) {
            for count in [0, 1, 2, 71_000] {
                let value = |name: &String| (name.clone(), FluentValue::from(count));
                let text = language.catalogue().format(&key, &names.iter().map(value).collect());
                assert!(text.is_ok_and(|text| !text.trim().is_empty()), "{}: {key}", language.code);
            }
        }
    }
}

/// A locale names a language, a plural follows its rule, and an unknown key is visible.
#[test]
fn a_text_with_a_count() {
    assert!(!super::choose("xx") && super::choose("en_GB.UTF-8"));
    let steps = |language: &Language, n: usize| {
        let arguments = [("count", FluentValue::from(n)), ("number", n.to_string().into())].into_iter().collect();
        language.catalogue().format("count-steps", &arguments).map_err(str::to_owned)
    };
    let [english, german, french] = [0, 1, 2].map(|k| [0, 1, 5].map(|n| steps(&LANGUAGES[k], n).expect("a text")));
    assert_eq!(english, ["0 steps", "1 step", "5 steps"]);
    assert_eq!(german, ["0 Schritte", "1 Schritt", "5 Schritte"]);
    assert_eq!(french, ["0 pas", "1 pas", "5 pas"]);
    assert_eq!((super::tr("none-such"), tr_with("none-such", []).as_str()), ("none-such", "none-such"));
}
