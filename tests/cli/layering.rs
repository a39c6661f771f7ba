//! Holds the sources to the rules of the house: who may import whom, how long a file may be, what a headless build needs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules in the order in which data flows: none names one that comes after it.
const ORDER: &[&str] =
    &["files", "laws", "shapes", "scene", "world", "step", "record", "run", "study", "draw", "app", "view", "cli"];

/// Per module, what its files never name beside that, in code.
const NEVER: &[(&str, &[&str])] = &[
    ("laws", &["bevy", "egui", "parry3d", "std::fs", "std::time", "HashMap", "HashSet", "f32"]),
    ("shapes", &["bevy", "egui", "std::fs", "std::time", "HashMap", "HashSet", "f32"]),
    ("scene", &["bevy", "egui"]),
    ("world", &["Transform", "egui", "bevy_render", "bevy_pbr"]),
    ("step", &["Transform", "Gizmos", "egui", "Instant", "Time", "std::time"]),
    ("run", &["egui", "winit", "bevy_window", "wgpu"]),
    ("record", &["egui", "winit", "bevy_window", "wgpu"]),
    ("study", &["egui", "winit", "bevy_window", "wgpu"]),
    (
        "draw",
        &["egui", "bevy_egui", "bevy::prelude", "bevy::render", "bevy::pbr", "Transform", "World", "Commands", "Query"],
    ),
    ("app", &["egui", "bevy_egui", "bevy::prelude", "bevy::render", "bevy::pbr", "bevy::window", "Transform"]),
    (
        "view",
        &[
            "&mut Pose",
            "&mut Twist",
            "&mut Mass",
            "&mut Wrench",
            "&mut NormalConstraints",
            "&mut ContactPair",
            "&mut ContactHistory",
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

/// The folder of a module: those of the engine are a crate of their own.
fn home(module: &str) -> String {
    let engine = format!("crates/engine/src/{module}");
    if root().join(&engine).is_dir() { engine } else { format!("src/{module}") }
}

/// The sources of both crates.
fn sources() -> Vec<PathBuf> {
    [rust_files("crates/engine/src"), rust_files("src")].concat()
}

/// What is wrong with a file of this module.
fn breaches(module: &str, never: &[&str], path: &Path) -> Vec<String> {
    let own = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut found = Vec::new();
    for (number, line) in code(path) {
        for word in never.iter().filter(|word| names(&line, word)) {
            found.push(format!("{own}:{number}: {module} never names `{word}`: {}", line.trim()));
        }
    }
    found
}

/// The table "Never" of the design.
#[test]
fn no_module_names_what_it_must_not() {
    let mut found = Vec::new();
    for (place, module) in ORDER.iter().enumerate() {
        let after: Vec<String> = ORDER[place + 1..].iter().map(|later| format!("crate::{later}")).collect();
        let own = NEVER.iter().filter(|(of, _)| of == module).flat_map(|(_, never)| never.iter().copied());
        let never: Vec<&str> = after.iter().map(String::as_str).chain(own).collect();
        for path in rust_files(&home(module)) {
            found.extend(breaches(module, &never, &path));
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

/// A panel says what it shows by its parameters, and writes messages only; of the window's resources the layout alone
/// writes the space left and the area of the scene.
#[test]
fn panels_write_only_messages() {
    let layout = root().join("src/view/ui/canvas.rs");
    let never = ["&World", "mut World", "Commands", "NonSendMut", "ResMut"];
    for path in rust_files("src/view/ui") {
        let never = if path == layout { &never[..never.len() - 1] } else { &never };
        let found = breaches("a panel", never, &path);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

/// Glam types of parry stay in few places: `step`, `shapes`, and the scene's check of a polyhedron (hull and mass
/// properties).
#[test]
fn parry_is_met_in_few_places() {
    let named = |path: &PathBuf| code(path).iter().any(|(_, line)| names(line, "parry3d_f64"));
    let allowed =
        ["step", "shapes", "scene/check/polyhedron.rs"].map(|place| root().join("crates/engine/src").join(place));
    for path in sources().iter().filter(|path| named(path)) {
        assert!(allowed.iter().any(|place| path.starts_with(place)), "{} names parry", path.display());
    }
}

/// One name, one meaning: no two types of the crate are called alike.
#[test]
fn no_type_name_stands_twice() {
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in sources() {
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

/// `f64::max` and `f64::min` leave a NaN out, so that what is compared with the result passes though it is broken. What is
/// compared or shown takes its extremes from `laws::extremes`; only drawing may do without the NaN.
#[test]
fn no_extreme_leaves_a_nan_out() {
    let allowed = [root().join("src/study/figure")];
    let words = ["max", "min"].map(|end| format!("f64::{end}"));
    let mut found = Vec::new();
    for path in
        ["crates/engine/src/record", "crates/engine/src/run", "src/study", "tests"].into_iter().flat_map(rust_files)
    {
        let lines = code(&path).into_iter().filter(|(_, line)| words.iter().any(|word| names(line, word)));
        let own = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        if !allowed.iter().any(|place| path.starts_with(place)) {
            found.extend(lines.map(|(number, line)| format!("{own}:{number}: {}", line.trim())));
        }
    }
    assert!(found.is_empty(), "take the extreme from laws::extremes:\n{}", found.join("\n"));
}

/// No source is longer than 500 lines. A test may hold long tables of cases, up to 800.
#[test]
fn files_are_short() {
    for (folder, most) in [("crates", 500), ("src", 500), ("benches", 500), ("tests", 800)] {
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
    for path in sources() {
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

/// Modules whose files import each other one way only: types stand apart from what works with them.
const WITHOUT_CIRCLES: &[&str] =
    &["files", "laws", "shapes", "scene", "world", "step", "record", "run", "cli", "study", "app"];

/// The most files that may import each other anywhere.
const LARGEST_CIRCLE: usize = 6;

/// The modules of the crate by their paths, such as `shapes::touch`, with their code. Unit tests are left out.
type Modules = BTreeMap<String, String>;

/// Which module imports which, and the names that it takes from it.
type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn modules() -> Modules {
    let module = |path: PathBuf| {
        let own =
            path.strip_prefix(root().join("crates/engine/src")).or_else(|_| path.strip_prefix(root().join("src")));
        let own = own.expect("a source").with_extension("");
        let words = own.iter().filter_map(|word| word.to_str()).filter(|word| !["mod", "lib"].contains(word));
        (words.collect::<Vec<_>>().join("::"), code(&path).into_iter().map(|(_, line)| line + "\n").collect())
    };
    let all = sources().into_iter().map(module);
    all.filter(|(name, _)| name != "main" && !name.ends_with("_tests") && !name.contains("::tests")).collect()
}

/// The words and signs of some code in order.
fn tokens(code: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut rest) = (Vec::new(), code.trim_start());
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if is_name(first) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            _ if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found
}

/// The paths that begin at `at`, which is left behind them: `a::{b::C, d}` is `a::b::C` and `a::d`.
fn paths<'a>(tokens: &[&'a str], at: &mut usize, before: &[&'a str], found: &mut Vec<Vec<&'a str>>) {
    let next = |at: usize| tokens.get(at).copied().unwrap_or_default();
    let mut path = before.to_vec();
    while next(*at) != "{" {
        path.extend(Some(next(*at)).filter(|word| *word != "self" || path.is_empty()));
        *at += 1;
        if next(*at) != "::" {
            return found.push(path);
        }
        *at += 1;
    }
    while !["}", ""].contains(&next(*at)) {
        *at += 1;
        if !["}", ",", ""].contains(&next(*at)) {
            paths(tokens, at, &path, found);
        }
    }
    *at += 1;
}

/// What a module says: the paths of its `use` items (true for `pub use`), the paths elsewhere, and all other words.
fn said(code: &str) -> (Vec<(bool, Vec<&str>)>, Vec<Vec<&str>>, BTreeSet<&str>) {
    let tokens = tokens(code);
    let (mut uses, mut elsewhere, mut words, mut at) = (Vec::new(), Vec::new(), BTreeSet::new(), 0);
    while at < tokens.len() {
        let (before, mut found) = (at.checked_sub(1).map_or("", |k| tokens[k]), Vec::new());
        if tokens[at] == "use" {
            at += 1;
            paths(&tokens, &mut at, &[], &mut found);
            uses.extend(found.into_iter().map(|path| (["pub", ")"].contains(&before), path)));
        } else if tokens.get(at + 1) == Some(&"::") && before != "::" && !tokens[..at].ends_with(&["pub", "(", "in"]) {
            paths(&tokens, &mut at, &[], &mut elsewhere);
        } else {
            words.extend(Some(tokens[at]).filter(|_| !["mod", "fn", "."].contains(&before)));
            at += 1;
        }
    }
    (uses, elsewhere, words)
}

/// The module that a path in `here` leads to, and the first name behind it or nothing; `None` outside of the crate.
/// `aliases` are modules that `here` imports.
fn resolve(modules: &Modules, aliases: &Modules, here: &str, path: &[&str]) -> Option<(String, String)> {
    let below = |module: &str, word: &str| format!("{module}::{word}").trim_start_matches("::").to_owned();
    let (mut module, mut rest) = match path[0] {
        "crate" => (String::new(), &path[1..]),
        "self" => (here.to_owned(), &path[1..]),
        word if word == "super" || modules.contains_key(&below(here, word)) => (here.to_owned(), path),
        word => (aliases.get(word)?.clone(), &path[1..]),
    };
    while let [word, behind @ ..] = rest {
        let parent = || module.rsplit_once("::").map_or(String::new(), |(parent, _)| parent.to_owned());
        let next = if *word == "super" { parent() } else { below(&module, word) };
        if !modules.contains_key(&next) {
            break;
        }
        (module, rest) = (next, behind);
    }
    Some((module, rest.first().map_or(String::new(), |name| (*name).to_owned())))
}

/// The imports of all modules. What a module only passes on (`pub use`) is taken from where it stands.
fn imports(modules: &Modules) -> Imports {
    let (mut passed_on, mut taken) = (BTreeMap::new(), Vec::new());
    for (here, code) in modules {
        let (uses, elsewhere, words) = said(code);
        let mut aliases = Modules::new();
        for (is_pub, path) in &uses {
            let Some((module, name)) = resolve(modules, &aliases, here, path) else { continue };
            if name.is_empty() {
                aliases.insert(path[path.len() - 1].to_owned(), module.clone());
            }
            if *is_pub {
                passed_on.insert((here.clone(), name.clone()), module.clone());
            }
            if !is_pub || words.contains(name.as_str()) {
                taken.push((here, module, name));
            }
        }
        let elsewhere = elsewhere.iter().filter_map(|path| resolve(modules, &aliases, here, path));
        taken.extend(elsewhere.map(|(module, name)| (here, module, name)));
    }
    let mut imports = Imports::new();
    for (here, mut module, name) in taken {
        while let Some(behind) = passed_on.get(&(module.clone(), name.clone())) {
            module.clone_from(behind);
        }
        if module != *here {
            imports.entry(here.clone()).or_default().entry(module).or_default().insert(name);
        }
    }
    imports
}

/// All that a module imports, and what that imports, and so on.
fn reached<'a>(imports: &'a Imports, module: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![module]);
    while let Some(module) = open.pop() {
        let next = imports.get(module).into_iter().flat_map(|to| to.keys());
        open.extend(next.map(String::as_str).filter(|to| reached.insert(*to)));
    }
    reached
}

/// The circles of more files than `most` that pass through one of these rooms, with the names that tie each.
fn circles(rooms: &[&str], modules: &Modules, most: usize) -> Vec<String> {
    let imports = imports(modules);
    let reached: BTreeMap<_, _> = imports.keys().map(|from| (from.as_str(), reached(&imports, from))).collect();
    let circle = |from: &str| -> BTreeSet<&str> {
        let back = |to: &&str| reached.get(to).is_some_and(|reached| reached.contains(from));
        reached[from].iter().copied().filter(back).collect()
    };
    let in_rooms = |module: &&str| rooms.contains(&module.split("::").next().unwrap_or_default());
    let found: BTreeSet<_> = reached.keys().copied().filter(in_rooms).map(circle).filter(|c| c.len() > most).collect();
    let ties = |circle: BTreeSet<&str>| {
        let arrows = circle.iter().flat_map(|from| imports[*from].iter().map(move |(to, names)| (from, to, names)));
        let inside = arrows.filter(|(_, to, _)| circle.contains(to.as_str()));
        let lines = inside.map(|(from, to, names)| format!("\n  {from} takes from {to}: {names:?}"));
        format!("{} files import each other:{}", circle.len(), lines.collect::<String>())
    };
    found.into_iter().map(ties).collect()
}

#[test]
fn no_files_import_each_other() {
    let found = circles(WITHOUT_CIRCLES, &modules(), 0);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A few files about one thing may import each other; no circle is larger than can be read at once.
#[test]
fn no_circle_of_imports_is_large() {
    let found = circles(ORDER, &modules(), LARGEST_CIRCLE);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The test above must be able to fail.
#[test]
fn the_search_for_circles_finds_circles() {
    let (uses, elsewhere, _) = said("pub use super::{a::{self, B}, c}; fn f() -> crate::x::Y { d::g() }");
    assert_eq!(uses, [vec!["super", "a"], vec!["super", "a", "B"], vec!["super", "c"]].map(|path| (true, path)));
    assert_eq!(elsewhere, [vec!["crate", "x", "Y"], vec!["d", "g"]]);
    for (file, line, tie) in [
        ("shapes::surface", "use super::{common_normal::touch, Shape};", "shapes::common_normal: {\"touch\"}"),
        ("scene::spec", "fn f() { crate::scene::check::scene(\"\"); }", "scene::check: {\"scene\"}"),
        ("scene::check::read", "use crate::scene::LawSet;", "scene::check::law_set: {\"LawSet\"}"),
        ("record::state", "use super::rows;", "record::rows: {\"\"}"),
    ] {
        let mut modules = modules();
        modules.get_mut(file).expect("a module").push_str(line);
        let found = circles(WITHOUT_CIRCLES, &modules, 0);
        assert!(found.len() == 1 && found[0].contains(&format!("{file} takes from {tie}")), "{file}: {found:#?}");
    }
}

/// The view is what draws and takes input; what does neither is in `app` or `draw`.
#[test]
fn the_view_is_small() {
    let lines: usize = rust_files("src/view")
        .iter()
        .filter(|path| !path.starts_with(root().join("src/view/tests")))
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("a source file");
            text.lines().take_while(|line| line.trim() != "#[cfg(test)]").count()
        })
        .sum();
    assert!((4000..9000).contains(&lines), "{lines} lines");
}
