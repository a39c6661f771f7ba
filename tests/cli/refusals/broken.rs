//! Randomly changed texts are read or refused without a panic.

use crate::example::{GOOD, parse, with_bodies};
use stickslip::cli::failure::Failure;
use stickslip::scene;
use stickslip::scene::random::SplitMix64;

fn survives(text: &str) {
    if let Err(faults) = parse(text) {
        assert!(!faults.faults().is_empty());
        assert!(faults.lines().all(|line| !line.to_string().is_empty()));
        let _ = Failure::from(faults).text();
    }
}

/// The random cases of a test, the same in every run.
fn seeds() -> impl Iterator<Item = SplitMix64> {
    (0..1500).map(SplitMix64::new)
}

/// A text of at most `most` letters: printable ASCII, line ends, and letters of more than one byte.
fn letters(random: &mut SplitMix64, most: usize, alphabet: &[char]) -> String {
    (0..random.below(most + 1)).map(|_| alphabet[random.below(alphabet.len())]).collect()
}

fn printable() -> Vec<char> {
    (' '..='~').chain(['\n', '\u{e9}', '\u{3c8}']).collect()
}

#[test]
fn random_text_never_panics() {
    let alphabet = printable();
    seeds().for_each(|mut random| survives(&letters(&mut random, 80, &alphabet)));
}

#[test]
fn changed_bytes_never_panic() {
    for mut random in seeds() {
        let mut bytes = GOOD.as_bytes().to_vec();
        for _ in 0..=random.below(5) {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
        survives(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn moved_and_deleted_chunks_never_panic() {
    for mut random in seeds() {
        let mut cut = || {
            let (a, b) = (random.below(GOOD.len()), random.below(GOOD.len()));
            a.min(b)..a.max(b)
        };
        let mut text = GOOD.to_owned();
        text.replace_range(cut(), "");
        survives(&text);
        let mut text = GOOD.to_owned();
        text.replace_range(cut(), &GOOD[cut()]);
        survives(&text);
    }
}

#[test]
fn any_value_at_any_path_never_panics() {
    let (paths, values) = (('a'..='z').chain(['_', '.']).chain('0'..='9').collect::<Vec<_>>(), printable());
    for mut random in seeds() {
        let (path, value) = (letters(&mut random, 20, &paths), letters(&mut random, 12, &values));
        let known = [
            "friction.mu_s",
            "bodies.ball.shape",
            "bodies.ball.on",
            "normal",
            "bodies.incline.shape.degrees",
            "bodies.ball.rotation",
            "friction.spin",
        ];
        for path in [known[random.below(known.len())], &path] {
            if let Ok(text) = scene::set(GOOD, path, &value) {
                survives(&text);
            }
        }
    }
}

#[test]
fn any_corners_never_panic() {
    for mut random in seeds() {
        let scale = random.below(600) as i32 - 300;
        let count = random.below(12);
        let mut small = || random.below(6) as i32 - 3;
        let corners: Vec<[i32; 3]> = (0..count).map(|_| [(); 3].map(|()| small())).collect();
        let points: Vec<String> =
            corners.iter().map(|[x, y, z]| format!("({x}e{scale}, {y}e{scale}, {z}e{scale})")).collect();
        survives(&with_bodies(&format!(
            "(name: \"b\", shape: ConvexPolyhedron(points: [{}]), mass: 1, on: (surface: \"incline\"))",
            points.join(", ")
        )));
    }
}
