//! The page of the laws is up to date.

use crate::program::{RunToEnd, stickslip};
use std::path::Path;

/// `docs/laws.md` is what `stickslip laws --report docs/laws.md` writes.
#[test]
fn the_page_of_the_laws_is_not_stale() {
    let dir = temp_dir::TempDir::new().expect("a folder");
    std::fs::create_dir(dir.path().join("docs")).expect("a folder");
    stickslip(dir.path()).args(["laws", "--report", "docs/laws.md"]).succeeds();
    let made = std::fs::read_to_string(dir.path().join("docs/laws.md")).expect("the page made now");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/laws.md");
    let kept = std::fs::read_to_string(kept).expect("the page of the repository");
    for (line, (made, kept)) in made.lines().zip(kept.lines()).enumerate() {
        assert_eq!(kept, made, "line {} of docs/laws.md; make it anew: stickslip laws --report docs/laws.md", line + 1);
    }
    assert_eq!(kept.len(), made.len(), "docs/laws.md is stale: stickslip laws --report docs/laws.md");
}
