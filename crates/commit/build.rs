//! Passes the commit of the sources to the compiler as `STICKSLIP_COMMIT`.

#![allow(clippy::print_stdout, reason = "cargo reads it there")]

use std::path::Path;
use std::process::Command;

/// Paths from the repository root whose contents determine what the program computes. A commit that touches none of
/// them neither changes the commit the program reports nor triggers a rebuild.
const SOURCES: [&str; 5] = ["Cargo.lock", "Cargo.toml", "assets", "crates", "scenes"];

/// The repository root, relative to the folder of this script.
const ROOT: &str = "../..";

fn main() {
    for source in SOURCES {
        println!("cargo:rerun-if-changed={ROOT}/{source}");
    }
    let commit = checkout().or_else(archive);
    println!("cargo:rustc-env=STICKSLIP_COMMIT={}", commit.as_deref().unwrap_or("no commit known"));
}

/// In a checkout of this repository: the last commit that touched [`SOURCES`], with `-dirty` and a hash of the changes
/// if some are not committed. `None` elsewhere.
fn checkout() -> Option<String> {
    // A crate unpacked inside another repository is not a checkout of this one.
    git(&["rev-parse", "--show-prefix"]).filter(|prefix| prefix.trim_ascii().is_empty())?;
    Path::new(ROOT).join("crates/commit").is_dir().then_some(())?;
    let text = |answer: Vec<u8>| String::from_utf8_lossy(answer.trim_ascii()).into_owned();
    let commit = git_of_sources(&["log", "-1", "--abbrev=12", "--format=%h"]).map(text)?;
    if commit.is_empty() || git_of_sources(&["status", "--porcelain"])?.is_empty() {
        return Some(commit).filter(|commit| !commit.is_empty());
    }
    // Committing the changes as they are gives the program a new name without touching a source file: only the log of
    // HEAD shows it to cargo.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        .map(|log| Path::new(ROOT).join(text(log)))
        .filter(|log| log.is_file())
    {
        println!("cargo:rerun-if-changed={}", log.display());
    }
    let mut changes = git_of_sources(&["diff", "HEAD", "--binary"])?;
    for file in text(git_of_sources(&["ls-files", "--others", "--exclude-standard"])?).lines() {
        changes.extend_from_slice(file.as_bytes());
        changes.extend(std::fs::read(Path::new(ROOT).join(file)).unwrap_or_default());
    }
    // FNV-1a.
    let hash = changes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    Some(format!("{commit}-dirty-{:08x}", hash >> 32))
}

/// In an unpacked crate archive: the commit that `cargo package` recorded in the archive.
fn archive() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, sha1) = text.split_once("\"sha1\"")?;
    let commit = sha1.split('"').nth(1)?.get(..12)?;
    Some(format!("crate archive of {commit}"))
}

/// Standard output of git, run at the repository root; `None` if git is missing or fails.
fn git(arguments: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("git").args(["-C", ROOT, "--no-optional-locks"]).args(arguments).output().ok()?;
    output.status.success().then_some(output.stdout)
}

fn git_of_sources(arguments: &[&str]) -> Option<Vec<u8>> {
    git(&[arguments, &["--"], &SOURCES].concat())
}
