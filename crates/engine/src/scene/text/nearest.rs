//! Suggestions for misspelt names: "did you mean ...?"

use crate::laws::math::order::sort_by_key;
use std::collections::BTreeSet;

/// Number of names listed in full; of more, the nearest are.
const MAX_LISTED: usize = 20;
/// Number of names suggested when several are near, or when there are too many to list.
const MAX_SUGGESTED: usize = 3;
/// Minimum number of characters of a word that counts as a part of a name.
const MIN_PART: usize = 3;

/// Remedy for an unknown name: the legal name that it misspells, else those that contain it (those first, where more than
/// one letter is wrong); without either, the legal
/// names, introduced by `kind`, such as "the bodies are", or the nearest of them if there are many.
pub fn advice<'a>(name: &str, legal: impl IntoIterator<Item = &'a str>, kind: &str) -> String {
    let mut met = BTreeSet::new();
    let distinct = legal.into_iter().filter(|candidate| met.insert(*candidate));
    let mut legal: Vec<(usize, &str)> = distinct.map(|candidate| (distance(name, candidate), candidate)).collect();
    let count = legal.len();
    let has_part = legal.iter().any(|(_, candidate)| is_part(name, candidate));
    let most = |near: &str| if has_part { 1 } else { near.chars().count().div_ceil(3) };
    let misspelt = legal.iter().min_by_key(|(d, _)| *d).filter(|(d, near)| *d <= most(near));
    if let Some((_, near)) = misspelt {
        return format!("did you mean `{near}`?");
    }
    if count <= MAX_LISTED && !has_part {
        let names: Vec<&str> = legal.iter().map(|(_, name)| *name).collect();
        return if names.is_empty() {
            "there are no names here".to_owned()
        } else {
            format!("{kind}: {}", names.join(", "))
        };
    }
    sort_by_key(&mut legal, |(d, candidate)| (!is_part(name, candidate), *d));
    let suggested = legal.iter().take(MAX_SUGGESTED).map(|(_, candidate)| *candidate);
    if !is_part(name, legal[0].1) {
        return format!("{kind}, nearest first: {}, ...", suggested.collect::<Vec<_>>().join(", "));
    }
    let meant = suggested.filter(|candidate| is_part(name, candidate)).map(|name| format!("`{name}`"));
    format!("did you mean {}?", alternatives(&meant.collect::<Vec<_>>()))
}

/// True if the name, of at least [`MIN_PART`] characters, is a part of the candidate, ignoring case.
fn is_part(name: &str, candidate: &str) -> bool {
    name.chars().count() >= MIN_PART && candidate.to_lowercase().contains(&name.to_lowercase())
}

/// The names as `a`, `a or b`, `a, b or c`.
fn alternatives(names: &[String]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => names.concat(),
    }
}

/// Edit distance of two names, ignoring case: insertions, deletions and replacements.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
