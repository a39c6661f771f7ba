//! The scenes of the repository, for tests.

use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes"))
}

/// The text of the scene with this name.
pub(crate) fn text(name: &str) -> String {
    let path = folder().join(format!("{name}.ron"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Name and text of every scene, by name.
pub(crate) fn all() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder()).expect("the scenes").map(|entry| entry.expect("an entry").path());
    let mut names: Vec<String> = entries.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    assert!(names.len() > 60, "only {} scenes", names.len());
    names.into_iter().map(|name| (name.clone(), text(&name))).collect()
}
