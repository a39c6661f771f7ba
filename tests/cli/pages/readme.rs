//! The README is correct: its scene is valid, its faulty variant gives the printed error, and its pictures and files
//! exist.

use crate::program::{RunToEnd, stickslip};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use stickslip::scene::Scene;

const README: &str = include_str!("../../../README.md");

/// Text of the n-th code block in this language.
fn block(language: &str, n: usize) -> String {
    let fence = format!("```{language}\n");
    let text = README.split(&fence).nth(n + 1).expect("a block");
    text.split("```").next().expect("its end").to_string()
}

#[test]
fn the_scene_of_the_readme_is_free_of_faults() {
    let scene = Scene::parse("ramp.ron", &block("ron", 0)).expect("no fault");
    assert_eq!(scene.title, "A ball on a ramp");
}

#[test]
fn the_bad_twin_gives_the_error_that_the_readme_prints() {
    let bad = block("ron", 0).replace("mu_k: 0.2", "mu_k: 0.3");
    let faults = Scene::parse("ramp.ron", &bad).expect_err("a fault");
    let lines: Vec<String> = faults.lines().map(|line| line.to_string()).collect();
    let printed = block("text", 1);
    assert_eq!(lines, [printed.trim_end()]);
}

/// Targets of the links of a page, without anchors within the page and web addresses.
fn links(page: &str) -> Vec<String> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter_map(|target| target.split('#').next()).filter(|file| !file.contains("://"));
    files.filter(|file| !file.is_empty()).map(str::to_owned).collect()
}

fn pages() -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join("docs")).expect("docs").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    pages.push(root().join("README.md"));
    pages
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_link_of_every_page_leads_somewhere() {
    let mut met = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        for link in links(&text) {
            let file = page.parent().expect("a folder").join(&link);
            assert!(file.exists(), "{}: {link} is not there", page.display());
            met += 1;
        }
    }
    assert!(met > 40, "only {met} links were found");
}

#[test]
fn every_folder_of_the_sources_is_in_the_map() {
    let rows = README.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|rest| rest.split('`').next());
    let mapped: BTreeSet<String> =
        rows.filter(|name| name.chars().all(char::is_lowercase)).map(str::to_owned).collect();
    let entries = std::fs::read_dir(root().join("src")).expect("src").map(|entry| entry.expect("an entry"));
    let folders = entries.filter(|entry| entry.path().is_dir());
    let folders: BTreeSet<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert!(folders.is_subset(&mapped), "{folders:?} and {mapped:?}");
}

#[test]
fn every_page_is_in_the_index() {
    let index = std::fs::read_to_string(root().join("docs/README.md")).expect("the index");
    for page in pages() {
        let name = page.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name == "README.md" || links(&index).contains(&name), "{name} is not in docs/README.md");
    }
}

/// The animation at the top of the README is small enough for a page.
#[test]
fn the_film_of_the_readme_is_small() {
    let film = std::fs::read(root().join("docs/ball.gif")).expect("the film");
    assert!(film.starts_with(b"GIF89a") && film.len() < 1_000_000, "{} bytes", film.len());
}

/// Commands that need a window, a driver or the output of another program, or that take a quarter of a minute and are
/// tested elsewhere.
const NOT_RUN: [&str; 7] = ["open", "movie", "snapshot", "sweep", "merge", "fit", "import"];

#[test]
fn the_commands_of_how_do_i_work() {
    let page = std::fs::read_to_string(root().join("docs/how-do-i.md")).expect("the page");
    let folder = temp_dir::TempDir::new().expect("a folder");
    let fenced = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines: Vec<&str> = fenced.flat_map(str::lines).filter_map(|line| line.strip_prefix("stickslip ")).collect();
    let mut run = 0;
    for line in lines.iter().filter(|line| !NOT_RUN.contains(&line.split(' ').next().unwrap_or_default())) {
        let (words, file) = line.split_once(" > ").map_or((*line, None), |(words, file)| (words, Some(file)));
        // A shell takes the quotes off.
        let said = stickslip(folder.path()).args(words.split(' ').map(|word| word.replace('\'', ""))).succeeds();
        if let Some(file) = file {
            std::fs::write(folder.path().join(file), said).expect("written");
        }
        run += 1;
    }
    assert!(run >= 15, "{run} of {lines:?}");
    assert_eq!(page.matches("\n**").count(), 23, "tasks");
}
