//! Counts in messages: `1 row`, `12 rows`.

/// The noun in the singular if the count is 1, else in the plural; `body` becomes `bodies`, `contact` `contacts`.
pub fn plural(count: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == 1 => noun.to_owned(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

/// The count with its noun: `1 row`, `12 rows`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {}", plural(count, noun))
}
