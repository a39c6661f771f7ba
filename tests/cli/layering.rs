//! Architecture rules of the sources: which module may import which, file lengths, dependencies of a headless build.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates, each of which uses only those before it (cargo holds that), and their rooms in the order in which data flows:
/// none names one that comes after it.
const CRATES: [(&str, &[&str]); 5] = [
    ("crates/laws/src", &["math", "friction", "library", "pair", "motion"]),
    ("crates/engine/src", &["files", "shapes", "scene", "world", "step", "observe", "record", "run"]),
    (
        "crates/lab/src",
        &[
            "builtin",
            "generate",
            "theory",
            "trace",
            "plot",
            "lessons",
            "sweep",
            "fit",
            "compare",
            "law_bench",
            "bench",
            "interop",
            "audit",
            "reproduction",
            "engines",
            "pages",
        ],
    ),
    (
        "crates/app/src",
        &[
            "texts", "draw", "state", "timeline", "hand", "plots", "lessons", "display", "edits", "files", "studies",
            "build", "control",
        ],
    ),
    ("src", &["view", "cli"]),
];

/// The tests of the crates, in the same order.
const TESTS: [&str; 4] = ["crates/laws/tests", "crates/engine/tests", "crates/lab/tests", "tests"];

/// Per room, or crate, what its files never name beside that, in code, though their crate could.
const NEVER: &[(&str, &[&str])] = &[
    ("math", &["bevy", "std::fs", "std::time", "HashMap", "HashSet", "f32"]),
    ("friction", &["std::fs", "std::time", "HashMap", "HashSet", "f32"]),
    ("library", &["bevy", "std::fs", "std::time", "HashMap", "HashSet", "f32"]),
    ("pair", &["bevy", "std::fs", "std::time", "HashMap", "HashSet", "f32"]),
    ("motion", &["bevy", "std::fs", "std::time", "HashMap", "HashSet", "f32"]),
    ("shapes", &["bevy", "std::fs", "std::time", "HashMap", "HashSet", "f32"]),
    ("scene", &["bevy"]),
    ("world", &["Transform"]),
    ("step", &["Transform", "Instant", "Time", "std::time"]),
    (
        "draw",
        &["egui", "bevy_egui", "bevy::prelude", "bevy::render", "bevy::pbr", "Transform", "World", "Commands", "Query"],
    ),
    (
        "crates/app/src",
        &["egui", "bevy_egui", "bevy::prelude", "bevy::render", "bevy::pbr", "bevy::window", "Transform"],
    ),
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
            "&mut Grain",
            "&mut InitialPose",
        ],
    ),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A Rust file of the repository, or every one below a folder.
fn rust_files(place: &str) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![root().join(place)]);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            open.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no source in {place}");
    found
}

/// Numbered lines of a file, without comments, doc comments and the unit tests at its end.
fn code(path: &Path) -> Vec<(usize, String)> {
    code_of(&std::fs::read_to_string(path).expect("a source file"))
}

fn code_of(text: &str) -> Vec<(usize, String)> {
    let (mut found, mut lines) = (Vec::new(), text.lines().enumerate());
    while let Some((k, line)) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            // An item ends with its line, or with the brace below its beginning.
            let end = line.replace("#[cfg(test)]", "}");
            let item = lines.find(|(_, line)| !line.trim_start().starts_with("#["));
            if item.is_some_and(|(_, item)| !item.ends_with(';')) {
                lines.find(|(_, line)| *line == end);
            }
        } else {
            found.push((k + 1, line.split_once("//").map_or(line, |(code, _)| code).to_owned()));
        }
    }
    found
}

#[test]
fn only_items_of_tests_are_left_out() {
    let text =
        "a\n#[cfg(test)]\nmod b;\nc\n    #[cfg(test)]\n    #[allow(d)]\n    fn e() {\n        f\n    }\n}\ng // h\n";
    let left: Vec<_> = code_of(text).into_iter().map(|(k, line)| (k, line.trim().to_owned())).collect();
    assert_eq!(left, [(1, "a"), (4, "c"), (10, "}"), (11, "g")].map(|(k, line)| (k, line.to_owned())));
}

/// Whether the line contains `word` as a whole name, not as part of a longer one.
fn names(line: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        // `bevy` also matches `bevy_ecs`; every other word must match to its end.
        !before.is_some_and(is_name) && (word == "bevy" || !after.is_some_and(is_name))
    })
}

/// The folder of a module: the engine's modules are in a crate of their own.
fn place(folder: &str, room: &str) -> String {
    let file = format!("{folder}/{room}.rs");
    if root().join(&file).is_file() { file } else { format!("{folder}/{room}") }
}

/// The sources of all crates.
fn sources() -> Vec<PathBuf> {
    CRATES.iter().flat_map(|(folder, _)| rust_files(folder)).collect()
}

/// Violations of the rules in a file of this module.
fn violations(module: &str, never: &[&str], path: &Path) -> Vec<String> {
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
    for (folder, rooms) in CRATES {
        for (k, room) in rooms.iter().enumerate() {
            let after: Vec<String> = rooms[k + 1..].iter().map(|later| format!("crate::{later}")).collect();
            let own = NEVER
                .iter()
                .filter(|(of, _)| [*room, folder].contains(of))
                .flat_map(|(_, never)| never.iter().copied());
            let never: Vec<&str> = after.iter().map(String::as_str).chain(own).collect();
            let is_tests = |path: &PathBuf| path.to_str().is_some_and(|path| path.ends_with("_tests.rs"));
            for path in rust_files(&place(folder, room)).into_iter().filter(|path| !is_tests(path)) {
                found.extend(violations(room, &never, &path));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The word search finds words: the test above can fail.
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

/// A panel declares what it shows by its parameters and writes messages only; of the window's resources, only the
/// layout writes any: the space left and the area of the scene.
#[test]
fn panels_write_only_messages() {
    let layout = root().join("src/view/ui/frame/canvas.rs");
    assert!(layout.is_file(), "no layout");
    let never = ["&World", "mut World", "Commands", "NonSendMut", "ResMut"];
    for path in rust_files("src/view/ui") {
        let never = if path == layout { &never[..never.len() - 1] } else { &never };
        let found = violations("a panel", never, &path);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

/// Glam types of parry occur in few places: `step`, `shapes`, and the scene's check of a polyhedron (hull and mass
/// properties).
#[test]
fn parry_is_met_in_few_places() {
    let named = |path: &PathBuf| code(path).iter().any(|(_, line)| names(line, "parry3d_f64"));
    let allowed = ["step", "shapes", "scene/check/shapes/polyhedron.rs"]
        .map(|place| root().join("crates/engine/src").join(place));
    for place in &allowed {
        assert!(place.exists(), "there is no {}", place.display());
    }
    for path in sources().iter().filter(|path| named(path)) {
        assert!(allowed.iter().any(|place| path.starts_with(place)), "{} names parry", path.display());
    }
}

/// The type that a line declares; types of a test module are indented, and left out.
fn type_name(line: &str) -> Option<&str> {
    let public = line.strip_prefix("pub").map(str::trim_start);
    let item =
        public.map(|rest| rest.strip_prefix('(').and_then(|rest| rest.split_once(") ")).map_or(rest, |(_, item)| item));
    let (kind, rest) = item.unwrap_or(line).split_once(' ')?;
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    ["struct", "enum", "trait", "type"].contains(&kind).then(|| &rest[..end])
}

#[test]
fn the_search_for_types_finds_types() {
    let lines = [
        "struct A;",
        "pub enum B<T> {",
        "pub(in crate::step) type C = u8;",
        "pub(crate) trait D: E {",
        "    struct F;",
    ];
    assert_eq!(lines.map(type_name), [Some("A"), Some("B"), Some("C"), Some("D"), None]);
}

/// One name, one meaning: no two types of the crates are called alike.
#[test]
fn no_type_name_stands_twice() {
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in sources() {
        let text = std::fs::read_to_string(&path).expect("a source file");
        for line in text.lines() {
            if let Some(name) = type_name(line) {
                named.entry(name.to_owned()).or_default().push(path.display().to_string());
            }
        }
    }
    assert!(named.len() > 200, "only {} types were found", named.len());
    let twice: Vec<_> = named.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// `f64::max` and `f64::min` drop a NaN, so a broken result would pass a comparison. Compared or displayed values take
/// their extremes from `laws::math::extremes`; only drawing may ignore NaN.
#[test]
fn no_extreme_leaves_a_nan_out() {
    let allowed = ["crates/lab/src/plot", "crates/lab/src/reproduction/figures"].map(|place| root().join(place));
    assert!(allowed.iter().all(|place| place.is_dir()), "{allowed:?}");
    let words = ["max", "min"].map(|end| format!("f64::{end}"));
    let mut found = Vec::new();
    let compared = ["crates/engine/src/observe", "crates/engine/src/record", "crates/engine/src/run", "crates/lab/src"];
    for path in compared.into_iter().chain(TESTS).flat_map(rust_files) {
        let lines = code(&path).into_iter().filter(|(_, line)| words.iter().any(|word| names(line, word)));
        let own = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        if !allowed.iter().any(|place| path.starts_with(place)) {
            found.extend(lines.map(|(number, line)| format!("{own}:{number}: {}", line.trim())));
        }
    }
    assert!(found.is_empty(), "take the extreme from laws::math::extremes:\n{}", found.join("\n"));
}

/// No source is longer than 500 lines. A test may contain long tables of cases, up to 800 lines.
#[test]
fn files_are_short() {
    for path in ["crates", "src", "benches", "tests"].into_iter().flat_map(rust_files) {
        let most = if TESTS.iter().any(|folder| path.starts_with(root().join(folder))) { 800 } else { 500 };
        let lines = std::fs::read_to_string(&path).expect("a source file").lines().count();
        assert!(lines < most, "{} has {lines} lines", path.display());
    }
}

/// Laws, engine and lab are compiled once: tests within them would need each a second time, so theirs are all in `tests`.
#[test]
fn laws_engine_and_lab_have_no_tests_within() {
    for (folder, _) in &CRATES[..3] {
        let manifest = std::fs::read_to_string(root().join(folder).join("../Cargo.toml")).expect("a manifest");
        assert!(manifest.contains("\n[lib]\ntest = false\n"), "{folder}: its tests are looked for");
        for path in rust_files(folder) {
            let text = std::fs::read_to_string(&path).expect("a source file");
            assert!(!text.contains("cfg(test)"), "{}: the tests of this crate are in its `tests`", path.display());
        }
    }
}

/// `main.rs` parses, runs and maps an error to its exit code, in under 40 lines.
#[test]
fn main_is_short() {
    let text = std::fs::read_to_string(root().join("src/main.rs")).expect("main.rs");
    assert!(text.lines().count() < 40);
}

/// Every file starts with a line that states its purpose.
#[test]
fn every_file_says_what_it_is_for() {
    for path in sources() {
        let text = std::fs::read_to_string(&path).expect("a source file");
        assert!(text.starts_with("//! "), "{} has no first line", path.display());
    }
}

/// A build without the window depends on no window or rendering crate.
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

/// The modules of the crate by their paths, such as `shapes::touch`, with their code. Unit tests are left out.
type Modules = BTreeMap<String, String>;

/// For each module, the modules it imports from, and the names it imports from each.
type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn modules() -> Modules {
    let module = |path: PathBuf| {
        let own = CRATES.iter().find_map(|(folder, _)| path.strip_prefix(root().join(folder)).ok());
        let own = own.expect("a source").with_extension("");
        let words = own.iter().filter_map(|word| word.to_str()).filter(|word| !["mod", "lib"].contains(word));
        (words.collect::<Vec<_>>().join("::"), code(&path).into_iter().map(|(_, line)| line + "\n").collect())
    };
    let all = sources().into_iter().map(module);
    all.filter(|(name, _)| name != "main" && !name.ends_with("_tests") && !name.contains("::tests")).collect()
}

/// The tokens of some code in order.
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

/// The paths that begin at `at`, which ends behind them: `a::{b::C, d}` is `a::b::C` and `a::d`.
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

/// The paths of a module's `use` items (true for `pub use`), the paths elsewhere, and all other words.
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

/// The module that a path in `here` leads to, and the first name after it or nothing; `None` outside the crate.
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

/// The imports of all modules. A re-exported name (`pub use`) counts as imported from its definition.
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

/// All modules that a module imports, directly or indirectly.
fn reached<'a>(imports: &'a Imports, module: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![module]);
    while let Some(module) = open.pop() {
        let next = imports.get(module).into_iter().flat_map(|to| to.keys());
        open.extend(next.map(String::as_str).filter(|to| reached.insert(*to)));
    }
    reached
}

/// Import cycles of more than `most` files through one of these modules, with the names behind each import.
fn circles(modules: &Modules) -> Vec<String> {
    let imports = imports(modules);
    let reached: BTreeMap<_, _> = imports.keys().map(|from| (from.as_str(), reached(&imports, from))).collect();
    let circle = |from: &str| -> BTreeSet<&str> {
        let back = |to: &&str| reached.get(to).is_some_and(|reached| reached.contains(from));
        reached[from].iter().copied().filter(back).collect()
    };
    let found: BTreeSet<_> = reached.keys().copied().map(circle).filter(|circle| !circle.is_empty()).collect();
    let ties = |circle: BTreeSet<&str>| {
        let arrows = circle.iter().flat_map(|from| imports[*from].iter().map(move |(to, names)| (from, to, names)));
        let inside = arrows.filter(|(_, to, _)| circle.contains(to.as_str()));
        let lines = inside.map(|(from, to, names)| format!("\n  {from} takes from {to}: {names:?}"));
        format!("{} files import each other:{}", circle.len(), lines.collect::<String>())
    };
    found.into_iter().map(ties).collect()
}

/// Types stand apart from what works with them, so that files import each other one way only.
#[test]
fn no_files_import_each_other() {
    let found = circles(&modules());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The cycle search finds cycles: the test above can fail.
#[test]
fn the_search_for_circles_finds_circles() {
    let (uses, elsewhere, _) = said("pub use super::{a::{self, B}, c}; fn f() -> crate::x::Y { d::g() }");
    assert_eq!(uses, [vec!["super", "a"], vec!["super", "a", "B"], vec!["super", "c"]].map(|path| (true, path)));
    assert_eq!(elsewhere, [vec!["crate", "x", "Y"], vec!["d", "g"]]);
    for (file, line, tie) in [
        ("shapes::surface", "use super::{common_normal::touch, Shape};", "shapes::common_normal: {\"touch\"}"),
        ("scene::spec", "fn f() { crate::scene::check::scene(\"\"); }", "scene::check: {\"scene\"}"),
        ("scene::check::read", "use crate::scene::LawSet;", "scene::check::pair::law_set: {\"LawSet\"}"),
        ("observe::state", "use crate::record::rows;", "record::rows: {\"\"}"),
    ] {
        let mut modules = modules();
        modules.get_mut(file).expect("a module").push_str(line);
        let found = circles(&modules);
        assert!(found.len() == 1 && found[0].contains(&format!("{file} takes from {tie}")), "{file}: {found:#?}");
    }
}

/// The view only draws and takes input; everything else is in `app` or `draw`. Its renderer stands alone.
#[test]
fn the_view_is_small() {
    let (mut view, mut renderer) = (0, 0);
    for path in rust_files("src/view").iter().filter(|path| !path.starts_with(root().join("src/view/tests"))) {
        let lines = code(path).iter().filter(|(_, line)| !line.trim().is_empty()).count();
        *(if path.starts_with(root().join("src/view/render/lit")) { &mut renderer } else { &mut view }) += lines;
    }
    assert!((4000..11_000).contains(&view), "{view} lines of code in the view");
    assert!((200..800).contains(&renderer), "{renderer} lines of code in its renderer");
}

/// Buttons are written as sentences begin, in every language.
#[test]
fn buttons_begin_with_a_capital() {
    let mut buttons = 0;
    for path in rust_files("src/view/ui") {
        for (number, line) in code(&path) {
            for start in ["button(\"", "Button::new(\"", "button(format!(\"", "Button::new(format!(\""] {
                for (at, _) in line.match_indices(start) {
                    let name = &line[at + start.len()..];
                    let is_lower = name.starts_with(|c: char| c.is_ascii_lowercase());
                    assert!(!is_lower, "{}:{number}: {name}", path.display());
                    buttons += 1;
                }
            }
            for start in ["button(tr(\"", "Button::new(tr(\"", "button(tr_with(\"", "Button::new(tr_with(\""] {
                for (at, _) in line.match_indices(start) {
                    let key = line[at + start.len()..].split('"').next().unwrap_or_default();
                    for (place, texts) in languages() {
                        let text = texts.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")));
                        let text = text.unwrap_or_else(|| panic!("{place} has no {key}"));
                        // A name or a number may come first.
                        let is_lower = text.starts_with(char::is_lowercase);
                        assert!(!is_lower, "{place}: {key} = {text}");
                    }
                    buttons += 1;
                }
            }
        }
    }
    assert!(buttons > 30, "only {buttons} buttons were found");
}

/// The texts of the window in each language, with the path of their file.
fn languages() -> Vec<(String, String)> {
    let folder = root().join("assets/texts");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let files = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
    let read = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).expect("a file of texts"));
    files.map(read).collect()
}
