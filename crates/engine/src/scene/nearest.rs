//! Suggestions for misspelt names: "did you mean ...?"

/// Remedy for an unknown name: the nearest legal name if it is close, else the legal names, introduced by `kind`, such
/// as "the bodies are".
pub fn advice<'a>(name: &str, legal: impl IntoIterator<Item = &'a str>, kind: &str) -> String {
    let legal: Vec<&str> = legal.into_iter().collect();
    let near = legal.iter().map(|candidate| (distance(name, candidate), *candidate)).min_by_key(|(d, _)| *d);
    match near {
        Some((d, candidate)) if d <= candidate.chars().count().div_ceil(3) => format!("did you mean `{candidate}`?"),
        Some(_) => format!("{kind}: {}", shown(&legal)),
        None => "there are no names here".to_owned(),
    }
}

/// The first twenty names, separated by commas.
fn shown(names: &[&str]) -> String {
    let mut text = names.iter().take(20).copied().collect::<Vec<_>>().join(", ");
    if names.len() > 20 {
        text.push_str(", ...");
    }
    text
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_proposed_only_if_it_is_near() {
        assert_eq!(advice("mus", ["mu_k", "mu_s"], "fields"), "did you mean `mu_s`?");
        assert_eq!(advice("Stick", ["stick", "slip"], "modes"), "did you mean `stick`?");
        assert_eq!(advice("colour", ["mu_k", "mu_s"], "fields here"), "fields here: mu_k, mu_s");
        assert_eq!(advice("x", [], "bodies"), "there are no names here");
    }
}
