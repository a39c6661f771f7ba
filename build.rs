//! Tells the program which commit it is built from, as `STICKSLIP_COMMIT`: of two builds that differ, recordings and tables
//! name both. Makes the list of the files that are embedded in it, `assets.rs`.

#![allow(clippy::print_stdout, reason = "cargo reads it there")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// What decides what the program computes. A commit of anything else is no other program, and builds nothing anew.
const SOURCES: [&str; 6] = ["Cargo.lock", "Cargo.toml", "assets", "build.rs", "scenes", "src"];

/// What is embedded: the constant, what `assets/order.txt` calls the kind, its folder, the ending of its files.
const EMBEDDED: [[&str; 4]; 5] = [
    ["SCENES", "scenes", "scenes", ".ron"],
    ["LESSONS", "lessons", "assets/lessons", ".ron"],
    ["SWEEPS", "sweeps", "assets/studies/sweeps", ".ron"],
    ["FITS", "fits", "assets/studies/fits", ".ron"],
    ["REFERENCE", "reference", "assets/reference", ".csv"],
];

fn main() {
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
    }
    embed();
    let commit = checkout().or_else(archive);
    println!("cargo:rustc-env=STICKSLIP_COMMIT={}", commit.as_deref().unwrap_or("no commit known"));
}

/// Writes the list of the embedded files.
fn embed() {
    // At run time: two checkouts that share a target folder share the program of this script.
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let order = do_or_fail(&root.join("assets/order.txt"), |path| std::fs::read_to_string(path));
    let order: Vec<&str> = order.lines().filter(|line| !line.starts_with('#')).collect();
    let mut list = String::new();
    for [constant, kind, folder, ending] in EMBEDDED {
        let mut names = below(&root.join(folder), "", ending);
        let place =
            |name: &String| order.iter().position(|line| *line == format!("{kind}/{name}")).unwrap_or(order.len());
        names.sort_by(|a, b| (place(a), a).cmp(&(place(b), b)));
        list += &format!("/// Name and text of each file of `{folder}`.\n");
        list += &format!("pub(crate) const {constant}: &[(&str, &str)] = &[\n");
        for name in names {
            let path = root.join(folder).join(format!("{name}{ending}"));
            list += &format!("    ({name:?}, include_str!({path:?})),\n");
        }
        list += "];\n";
    }
    let out = std::env::var_os("OUT_DIR").unwrap_or_else(|| panic!("cargo gives OUT_DIR"));
    do_or_fail(&Path::new(&out).join("assets.rs"), |path| std::fs::write(path, &list));
}

/// The files below a folder that end so, by their paths in it without the ending.
fn below(folder: &Path, before: &str, ending: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in do_or_fail(folder, |path| std::fs::read_dir(path)) {
        let entry = do_or_fail(folder, |_| entry);
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            names.extend(below(&entry.path(), &format!("{name}/"), ending));
        } else {
            names.extend(name.strip_suffix(ending).map(str::to_owned));
        }
    }
    names
}

fn do_or_fail<T>(path: &Path, work: impl FnOnce(&Path) -> std::io::Result<T>) -> T {
    work(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// In a checkout of this repository: the last commit of the sources; `-dirty` and a hash of the changes where some are not
/// committed.
fn checkout() -> Option<String> {
    // A crate that was unpacked within another repository is no part of it.
    git(&["rev-parse", "--show-prefix"]).filter(|prefix| prefix.trim_ascii().is_empty())?;
    let text = |answer: Vec<u8>| String::from_utf8_lossy(answer.trim_ascii()).into_owned();
    let commit = git_of_sources(&["log", "-1", "--abbrev=12", "--format=%h"]).map(text)?;
    if commit.is_empty() || git_of_sources(&["status", "--porcelain"])?.is_empty() {
        return Some(commit).filter(|commit| !commit.is_empty());
    }
    // They may be committed as they are: then the program has another name, and nothing else tells cargo.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).map(text).filter(|log| Path::new(log).is_file()) {
        println!("cargo:rerun-if-changed={log}");
    }
    let mut changes = git_of_sources(&["diff", "HEAD", "--binary"])?;
    for file in text(git_of_sources(&["ls-files", "--others", "--exclude-standard"])?).lines() {
        changes.extend_from_slice(file.as_bytes());
        changes.extend(std::fs::read(file).unwrap_or_default());
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
    let output = Command::new("git").arg("--no-optional-locks").args(arguments).output().ok()?;
    output.status.success().then_some(output.stdout)
}

fn git_of_sources(arguments: &[&str]) -> Option<Vec<u8>> {
    git(&[arguments, &["--"], &SOURCES].concat())
}
