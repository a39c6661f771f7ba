//! The built-in scenes, read from the repository: the lab embeds them, the engine does not.

use std::path::Path;
use std::sync::LazyLock;

/// Name and text of every scene, by name.
static SCENES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let files = std::fs::read_dir(folder).expect("the scenes").map(|entry| entry.expect("an entry").path());
    let scene = |file: std::path::PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Some((file.file_stem()?.to_str()?.to_owned(), text))
    };
    let mut scenes: Vec<_> = files.filter_map(scene).collect();
    scenes.sort();
    assert!(scenes.len() > 60, "only {} scenes", scenes.len());
    scenes
});

/// Name and text of every scene, by name.
pub(crate) fn all() -> Vec<(&'static str, &'static str)> {
    SCENES.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

/// The text of the scene with this name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    SCENES.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
}
