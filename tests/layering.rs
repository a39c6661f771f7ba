//! Holds the sources to the rules of the house: who may import whom, how long a file may be, what a headless build needs.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails loudly and says what it measured")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Per module, what its files never name, in code.
const NEVER: &[(&str, &[&str])] = &[
    (
        "laws",
        &[
            "bevy",
            "egui",
            "parry3d",
            "std::fs",
            "std::time",
            "HashMap",
            "HashSet",
            "f32",
            "crate::scene",
            "crate::shapes",
            "crate::world",
            "crate::step",
            "crate::run",
            "crate::record",
            "crate::study",
            "crate::cli",
            "crate::view",
        ],
    ),
    (
        "shapes",
        &[
            "bevy",
            "egui",
            "std::fs",
            "std::time",
            "HashMap",
            "HashSet",
            "f32",
            "crate::scene",
            "crate::world",
            "crate::step",
            "crate::run",
            "crate::record",
            "crate::study",
            "crate::cli",
            "crate::view",
        ],
    ),
    (
        "scene",
        &[
            "bevy",
            "egui",
            "crate::world",
            "crate::step",
            "crate::run",
            "crate::record",
            "crate::study",
            "crate::cli",
            "crate::view",
        ],
    ),
    (
        "world",
        &[
            "Transform",
            "egui",
            "bevy_render",
            "bevy_pbr",
            "crate::step",
            "crate::run",
            "crate::record",
            "crate::study",
            "crate::cli",
            "crate::view",
        ],
    ),
    (
        "step",
        &[
            "Transform",
            "Gizmos",
            "egui",
            "Instant",
            "Time",
            "std::time",
            "crate::run",
            "crate::record",
            "crate::study",
            "crate::cli",
            "crate::view",
        ],
    ),
    ("run", &["crate::view", "crate::cli", "crate::study", "egui", "winit", "bevy_window", "wgpu"]),
    ("record", &["crate::run", "crate::study", "crate::view", "crate::cli", "egui", "winit", "bevy_window", "wgpu"]),
    ("study", &["crate::view", "crate::cli", "egui", "winit", "bevy_window", "wgpu"]),
    (
        "view",
        &[
            "&mut Pose",
            "&mut Twist",
            "&mut Mass",
            "&mut Wrench",
            "&mut NormalConstraints",
            "&mut ContactPair",
            "&mut FrictionHistory",
            "&mut StepMotion",
            "&mut ContactIdentity",
            "&mut ContactExtras",
            "&mut BodyShape",
            "&mut MotionType",
            "&mut ElasticMaterial",
            "&mut InitialPose",
        ],
    ),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below a folder of the repository.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no source in {folder}");
    found
}

/// The lines of a file with their numbers, without comments and doc comments; the unit tests at its end are left out.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path).expect("a source file");
    let lines = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
    lines
        .enumerate()
        .map(|(k, line)| (k + 1, line.split_once("//").map_or(line, |(code, _)| code).to_string()))
        .collect()
}

/// Whether the line names `word`, not merely a longer name that contains it.
fn names(line: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        // `bevy` also forbids `bevy_ecs`; every other word must end where it ends.
        !before.is_some_and(is_name) && (word == "bevy" || !after.is_some_and(is_name))
    })
}

/// What is wrong with a file of this module.
fn breaches(module: &str, never: &[&str], path: &Path) -> Vec<String> {
    let own = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut found = Vec::new();
    for (number, line) in code(path) {
        for word in never.iter().filter(|word| names(&line, word)) {
            found.push(format!("{own}:{number}: {module} never names `{word}`: {}", line.trim()));
        }
        if module == "world" && names(&line, "crate::step") {
            found.push(format!("{own}:{number}: world never names `crate::step`: {}", line.trim()));
        }
    }
    found
}

/// The table "Never" of the design.
#[test]
fn no_module_names_what_it_must_not() {
    let mut found = Vec::new();
    for (module, never) in NEVER {
        for path in rust_files(&format!("src/{module}")) {
            found.extend(breaches(module, never, &path));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The test above must be able to fail.
#[test]
fn the_word_search_finds_words() {
    assert!(names("use bevy_ecs::prelude::*;", "bevy"));
    assert!(names("fn f(x: f32) -> f64 {", "f32"));
    assert!(names("use std::time::Instant;", "Instant"));
    assert!(names("mut poses: Query<&mut Pose>", "&mut Pose"));
    assert!(!names("fn f32_of(x: f64)", "f32"));
    assert!(!names("let real_time = TimeLine::new();", "Time"));
    assert!(!names("fn f(pose: &mut PoseView)", "&mut Pose"));
}

/// Glam types of parry stay in few places: `step`, `shapes`, and the scene's check of a polyhedron (hull and mass
/// properties).
#[test]
fn parry_is_met_in_few_places() {
    let named = |path: &PathBuf| code(path).iter().any(|(_, line)| names(line, "parry3d_f64"));
    let allowed = ["src/step", "src/shapes", "src/scene/check/polyhedron.rs"].map(|place| root().join(place));
    for path in rust_files("src").iter().filter(|path| named(path)) {
        assert!(allowed.iter().any(|place| path.starts_with(place)), "{} names parry", path.display());
    }
}

/// One name, one meaning: no two types of the crate are called alike.
#[test]
fn no_type_name_stands_twice() {
    let mut named: std::collections::BTreeMap<String, Vec<String>> = std::collections::BTreeMap::new();
    for path in rust_files("src") {
        let text = std::fs::read_to_string(&path).expect("a source file");
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().skip_while(|word| word.starts_with("pub")).collect();
            let [kind, name, ..] = words[..] else { continue };
            // Types of a test module are indented.
            if line.starts_with(' ') || !["struct", "enum", "trait"].contains(&kind) {
                continue;
            }
            let end = name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len());
            named.entry(name[..end].to_owned()).or_default().push(path.display().to_string());
        }
    }
    assert!(named.len() > 200, "only {} types were found", named.len());
    let twice: Vec<_> = named.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// No source is longer than 500 lines. A test may hold long tables of cases, up to 800.
#[test]
fn files_are_short() {
    for (folder, most) in [("src", 500), ("benches", 500), ("tests", 800)] {
        for path in rust_files(folder) {
            let lines = std::fs::read_to_string(&path).expect("a source file").lines().count();
            assert!(lines < most, "{} has {lines} lines", path.display());
        }
    }
}

/// `main.rs` parses, runs and maps an error to its exit code, in under 40 lines.
#[test]
fn main_is_short() {
    let text = std::fs::read_to_string(root().join("src/main.rs")).expect("main.rs");
    assert!(text.lines().count() < 40);
}

/// Every file opens with a line that says what it is for.
#[test]
fn every_file_says_what_it_is_for() {
    for path in rust_files("src") {
        let text = std::fs::read_to_string(&path).expect("a source file");
        assert!(text.starts_with("//! "), "{} has no first line", path.display());
    }
}

/// A build without the window pulls in nothing of a window.
#[test]
fn a_headless_build_has_no_window() {
    let tree = |features: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(["tree", "--offline", "--locked", "-e", "normal", "--prefix", "none", "--no-default-features"])
            .args(features)
            .current_dir(root())
            .output()
            .expect("cargo tree");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let windowed = |tree: &str| -> Vec<String> {
        let is =
            |line: &&str| ["egui", "wgpu", "winit", "bevy_render", "bevy_window"].iter().any(|w| line.starts_with(w));
        tree.lines().filter(is).map(str::to_string).collect()
    };
    // The packages of other features may not be on this machine.
    let parquet: &[&str] = if cfg!(feature = "parquet") { &["--features", "parquet"] } else { &[] };
    for features in [&[], parquet] {
        let tree = tree(features);
        assert!(tree.lines().any(|line| line.starts_with("bevy_ecs ")), "cargo tree shows no bevy_ecs:\n{tree}");
        assert_eq!(windowed(&tree), Vec::<String>::new());
    }
    if cfg!(feature = "view") {
        assert!(!windowed(&tree(&["--features", "view"])).is_empty(), "the search finds no window where there is one");
    }
}
