//! `docs/adding-a-law.md` is correct: its example is the compiled file, and no other file names the law.

use std::path::{Path, PathBuf};

/// The repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn rust_files(folder: PathBuf, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn a_law_is_one_file_and_two_lines() {
    let law = read("crates/laws/src/library/spin/lubkin.rs");
    assert!(law.lines().count() < 100, "{} lines", law.lines().count());
    assert!(read("docs/adding-a-law.md").contains(&format!("```rust\n{law}```")), "the page shows another text");
    let mut files = Vec::new();
    for sources in ["src", "crates/laws/src", "crates/engine/src", "crates/lab/src"] {
        rust_files(root().join(sources), &mut files);
    }
    let mut named = Vec::new();
    // The list of the paper's Appendix A names its models, and so do the suites of other programs.
    let aside = ["spin/lubkin.rs", "pages/laws/appendix.rs", "suites/mod.rs", "suites/spinning.rs"];
    for file in files.iter().filter(|file| !aside.iter().any(|aside| file.ends_with(aside))) {
        let text = std::fs::read_to_string(file).expect("a source");
        let lines = text.lines().filter(|line| line.to_lowercase().contains("lubkin"));
        named.extend(lines.map(|line| (file.file_name().expect("a name").to_owned(), line.trim().to_owned())));
    }
    let lines = ["pub mod lubkin;", "Lubkin(lubkin::Lubkin),"];
    assert_eq!(named, lines.map(|line| ("mod.rs".into(), line.to_owned())), "the law is named elsewhere");
}
