//! Tells the program which commit it is built from, as `STICKSLIP_COMMIT`: of two builds that differ, recordings and tables
//! name both.

#![allow(clippy::print_stdout, reason = "cargo reads it there")]

use std::path::Path;
use std::process::Command;

/// What decides what the program computes, from the root of the repository. A commit of anything else is no other program, and
/// builds nothing anew.
const SOURCES: [&str; 7] = ["Cargo.lock", "Cargo.toml", "assets", "build.rs", "crates", "scenes", "src"];

/// The root of the repository, from the folder of this script.
const ROOT: &str = "../..";

fn main() {
    for source in SOURCES {
        println!("cargo:rerun-if-changed={ROOT}/{source}");
    }
    let commit = checkout().or_else(archive);
    println!("cargo:rustc-env=STICKSLIP_COMMIT={}", commit.as_deref().unwrap_or("no commit known"));
}

/// In a checkout of this repository: the last commit of the sources; `-dirty` and a hash of the changes where some are not
/// committed.
fn checkout() -> Option<String> {
    // A crate that was unpacked within another repository is no part of it.
    git(&["rev-parse", "--show-prefix"]).filter(|prefix| prefix.trim_ascii().is_empty())?;
    Path::new(ROOT).join("crates/engine").is_dir().then_some(())?;
    let text = |answer: Vec<u8>| String::from_utf8_lossy(answer.trim_ascii()).into_owned();
    let commit = git_of_sources(&["log", "-1", "--abbrev=12", "--format=%h"]).map(text)?;
    if commit.is_empty() || git_of_sources(&["status", "--porcelain"])?.is_empty() {
        return Some(commit).filter(|commit| !commit.is_empty());
    }
    // They may be committed as they are: then the program has another name, and nothing else tells cargo.
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

/// In an unpacked crate: the commit that `cargo package` wrote into it.
fn archive() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, sha1) = text.split_once("\"sha1\"")?;
    let commit = sha1.split('"').nth(1)?.get(..12)?;
    Some(format!("crate archive of {commit}"))
}

/// What git says; `None` where there is no git, or no repository.
fn git(arguments: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("git").args(["-C", ROOT, "--no-optional-locks"]).args(arguments).output().ok()?;
    output.status.success().then_some(output.stdout)
}

fn git_of_sources(arguments: &[&str]) -> Option<Vec<u8>> {
    git(&[arguments, &["--"], &SOURCES].concat())
}
