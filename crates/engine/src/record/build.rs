//! Identity of the running build: recordings and sweep tables name it, since another build may round differently.

use std::sync::OnceLock;

/// Version of the crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Stands for the commit where the program named none.
const UNKNOWN: &str = "no commit known";

static NAME: OnceLock<BuildName> = OnceLock::new();

/// The commit, and the version with the commit.
struct BuildName {
    commit: &'static str,
    build: String,
}

impl BuildName {
    fn new(commit: &'static str) -> Self {
        Self { commit, build: format!("{VERSION} ({commit})") }
    }

    fn get() -> &'static Self {
        NAME.get_or_init(|| Self::new(UNKNOWN))
    }
}

/// Names the commit that the program was built from, for all that it writes. A program calls this before anything else:
/// once the build has been read, its name stays.
pub fn set_commit(commit: &'static str) {
    // A second call in the same program names the same commit.
    _ = NAME.set(BuildName::new(commit));
}

/// The commit given by [`set_commit`], else `no commit known`.
pub fn commit() -> &'static str {
    BuildName::get().commit
}

/// Version and commit: `0.1.0 (61dac754e2a1)`.
pub fn build() -> &'static str {
    &BuildName::get().build
}

/// Message that another build made a file, such as `recorded by stickslip 0.1.0 (61dac754e2a1), this is stickslip 0.1.0
/// (8c0fd1e9bb36)`; `None` if `other` is [`build`]. `done`: the verb, such as `recorded`.
pub fn another(done: &str, other: &str) -> Option<String> {
    let own = build();
    (other != own).then(|| format!("{done} by stickslip {other}, this is stickslip {own}"))
}
