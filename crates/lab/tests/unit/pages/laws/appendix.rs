//! Tests of `pages::laws::appendix`.

use std::collections::BTreeSet;
use stickslip_engine::laws::pair::choice::AnyLaw;
use stickslip_lab::internals::APPENDIX;

/// The sections of the appendix as laws cite them, and the source of [32], which has pages of its own.
const SOURCES: [&str; 4] = ["A.1", "A.2", "A.3", "Tasora & Anitescu"];

/// Every law named in the table exists, and every law that cites the appendix is named in the table.
#[test]
fn the_appendix_names_the_laws_that_cite_it() {
    let named: BTreeSet<String> = APPENDIX.iter().flat_map(|model| model.laws).map(|law| kebab(law)).collect();
    let citing: BTreeSet<String> = AnyLaw::all()
        .into_iter()
        .map(|law| law.info())
        .filter(|card| SOURCES.iter().any(|source| card.source.contains(source)))
        .map(|card| card.id.to_string())
        .collect();
    assert_eq!(named, citing);
    assert!(citing.len() > 8, "the sources name their sections: {citing:?}");
    for model in APPENDIX {
        assert!(!model.laws.is_empty() || model.missing.starts_with("all of it"), "{}", model.description);
    }
}

/// Identifier of a law: `SpringDashpot(eta: 0.0)` becomes `spring-dashpot`.
fn kebab(law: &str) -> String {
    let name = law.split('(').next().unwrap_or(law);
    let mut id = String::new();
    for (k, letter) in name.char_indices() {
        if letter.is_uppercase() && k > 0 {
            id.push('-');
        }
        id.extend(letter.to_lowercase());
    }
    id
}
