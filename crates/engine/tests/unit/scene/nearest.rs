//! Tests of `scene::nearest`.

use stickslip_engine::scene::text::nearest::advice;

#[test]
fn the_nearest_name_is_proposed_only_if_it_is_near() {
    assert_eq!(advice("mus", ["mu_k", "mu_s"], "fields"), "did you mean `mu_s`?");
    assert_eq!(advice("Stick", ["stick", "slip"], "modes"), "did you mean `stick`?");
    assert_eq!(advice("colour", ["mu_k", "mu_s"], "fields here"), "fields here: mu_k, mu_s");
    assert_eq!(advice("x", [], "bodies"), "there are no names here");
}

#[test]
fn names_that_contain_the_word_are_proposed() {
    let laws = ["fang-negrut", "fang-negrut", "luding", "mindlin-deresiewicz", "mindlin-incremental", "mindlin-tsuji"];
    assert_eq!(advice("fang", laws, "the laws are"), "did you mean `fang-negrut`?");
    assert_eq!(
        advice("Mindlin", laws, "the laws are"),
        "did you mean `mindlin-tsuji`, `mindlin-deresiewicz` or `mindlin-incremental`?"
    );
    assert_eq!(advice("no", ["normal", "tangential"], "there are"), "there are: normal, tangential");
}

/// Of many names the nearest are listed, not the first.
#[test]
fn of_many_names_the_nearest_are_listed() {
    let names: Vec<String> = (10..60).map(|k| format!("scene-number-{k}")).collect();
    let found = advice("xyz", names.iter().map(String::as_str).chain(["wave", "box"]), "built-in scenes");
    assert_eq!(found, "built-in scenes, nearest first: box, wave, scene-number-10, ...");
}
