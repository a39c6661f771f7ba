//! Writes `assets.rs`, the list of the files embedded in the program.

#![allow(clippy::print_stdout, reason = "cargo reads it there")]

use std::path::{Path, PathBuf};

/// Embedded files: constant, name of the kind in `assets/order.txt`, folder, file name ending.
const EMBEDDED: [[&str; 4]; 7] = [
    ["SCENES", "scenes", "scenes", ".ron"],
    ["LESSONS", "lessons", "assets/lessons", ".ron"],
    ["TEXTS", "texts", "assets/texts", ".ron"],
    ["TEMPLATES", "templates", "assets/templates", ".ron"],
    ["SWEEPS", "sweeps", "assets/studies/sweeps", ".ron"],
    ["FITS", "fits", "assets/studies/fits", ".ron"],
    ["REFERENCE", "reference", "assets/reference", ".csv"],
];

fn main() {
    // At run time: two checkouts that share a target folder share the program of this script.
    let crate_folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    // In the repository, scenes and assets lie at the root; in an archive of this crate, beside this script.
    let repository = crate_folder.join("../..");
    let root = if repository.join("assets/order.txt").is_file() { repository } else { crate_folder };
    for source in ["assets", "scenes"] {
        println!("cargo:rerun-if-changed={}", root.join(source).display());
    }
    println!("cargo:rerun-if-changed=build.rs");
    embed(&root);
}

/// Writes `assets.rs` to `OUT_DIR`.
fn embed(root: &Path) {
    let file = root.join("assets/order.txt");
    let order = do_or_fail(&file, |path| std::fs::read_to_string(path));
    let order: Vec<&str> = order.lines().filter(|line| !line.starts_with('#')).map(str::trim_start).collect();
    let mut list =
        format!("/// The order of the files, with groups.\npub static ORDER: &str = include_str!({file:?});\n");
    for [constant, kind, folder, ending] in EMBEDDED {
        let mut names = below(&root.join(folder), "", ending);
        let place =
            |name: &String| order.iter().position(|line| *line == format!("{kind}/{name}")).unwrap_or(order.len());
        names.sort_by(|a, b| (place(a), a).cmp(&(place(b), b)));
        list += &format!("/// Name and text of each file of `{folder}`.\n");
        list += &format!("pub static {constant}: &[(&str, &str)] = &[\n");
        for name in names {
            let path = root.join(folder).join(format!("{name}{ending}"));
            list += &format!("    ({name:?}, include_str!({path:?})),\n");
        }
        list += "];\n";
    }
    let out = std::env::var_os("OUT_DIR").unwrap_or_else(|| panic!("cargo gives OUT_DIR"));
    do_or_fail(&Path::new(&out).join("assets.rs"), |path| std::fs::write(path, &list));
}

/// Paths, relative to `folder` and without the ending, of all files below `folder` whose name ends with `ending`.
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
