//! What the README shows is true: its scene is free of faults, its bad twin gives the error it prints, and its pictures
//! and files are there.

use stickslip::scene::Scene;

const README: &str = include_str!("../../README.md");

/// The text of the n-th block fenced as `language`.
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

#[test]
fn every_picture_and_folder_of_the_readme_exists() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let pictures = README.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let folders = README.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|rest| rest.split('`').next());
    let folders = folders.filter(|name| name.chars().all(char::is_lowercase)).map(|name| format!("src/{name}"));
    let named: Vec<String> = pictures.map(str::to_string).chain(folders).collect();
    assert!(named.len() > 8, "{named:?}");
    for name in named {
        let file = name.split('#').next().unwrap_or_default();
        assert!(root.join(file).exists(), "{name} is named in the README");
    }
}
