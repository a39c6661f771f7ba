//! Differences between two scene texts, by the paths that errors print and `--set` takes.

use super::text::raw::Node;
use std::collections::BTreeMap;

/// A value that differs between two scene texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneDifference {
    /// Path of the value, as in `friction.mu_s`.
    pub path: String,
    /// Old value; `None` if the old text lacks it.
    pub old: Option<String>,
    /// New value; `None` if the new text lacks it.
    pub new: Option<String>,
}

/// Formats as `friction.mu_s 0.5 → 0.25`.
impl std::fmt::Display for SceneDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let word = |value: &Option<String>| value.clone().unwrap_or_else(|| "–".to_owned());
        write!(f, "{} {} → {}", self.path, word(&self.old), word(&self.new))
    }
}

/// Values that differ, ordered by path; empty if a text is not RON.
pub fn difference(old: &str, new: &str) -> Vec<SceneDifference> {
    let (Ok(old), Ok(new)) = (Node::root(old), Node::root(new)) else { return Vec::new() };
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    leaves(&old, &mut before);
    leaves(&new, &mut after);
    let paths: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let at = |path: &String| SceneDifference {
        path: path.clone(),
        old: before.get(path).cloned(),
        new: after.get(path).cloned(),
    };
    paths.into_iter().map(at).filter(|difference| difference.old != difference.new).collect()
}

/// Collects the values without fields by path: numbers, texts, vectors, names of variants.
fn leaves(node: &Node, into: &mut BTreeMap<String, String>) {
    let variant = node.variant();
    let body = node.payload().unwrap_or_else(|| node.clone());
    if let Some((name, Some(_))) = &variant
        && !node.path().is_empty()
    {
        into.insert(node.path().to_owned(), (*name).to_owned());
    }
    if let Some(fields) = body.fields().filter(|fields| !fields.is_empty()) {
        for (_, field) in fields {
            leaves(&field, into);
        }
    } else if let Some(elements) = body.labelled() {
        for element in elements {
            leaves(&element, into);
        }
    } else {
        let value: Vec<&str> = node.raw().split_whitespace().collect();
        into.insert(node.path().to_owned(), value.join(" "));
    }
}
