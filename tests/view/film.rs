//! Movies of a few pictures: two runs give the same bytes.

use crate::machine::{has_driver, report_skipped};
use std::path::Path;
use std::process::{Command, Stdio};
use stickslip::lab::builtin;
use stickslip::scene::Scene;
use stickslip::view::{Film, film};

const PICTURES: usize = 4;

/// Films the first 0.03 s of the ball on the slope, at 100 pictures per simulated second; returns their number.
fn shoot(out: &Path) -> Result<usize, String> {
    let scene = Scene::parse("ball", builtin::text("sphere-up-35").unwrap()).unwrap();
    let (span, fps, speed, size) = ([0.0, 0.03], 10.0, 0.1, (161, 101));
    let made = film(&Film { scene: &scene, recording: None, span, fps, speed, size, out }, |_| {});
    made.map(|(pictures, _)| pictures).map_err(|fault| fault.to_string())
}

#[test]
fn two_runs_of_a_film_are_the_same_bytes() {
    if !has_driver() {
        return;
    }
    let folder = temp_dir::TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["a.gif", "b.gif", "a", "b"] {
        assert_eq!(shoot(&at(name)), Ok(PICTURES), "{name}");
    }
    let gif = std::fs::read(at("a.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a") && gif.len() > 2_000, "{} bytes", gif.len());
    assert!(gif == std::fs::read(at("b.gif")).unwrap(), "the two GIFs differ");
    let picture = |film: &str, n: usize| std::fs::read(at(film).join(format!("frame-{n:05}.png"))).unwrap();
    for n in 1..=PICTURES {
        assert!(picture("a", n) == picture("b", n), "picture {n} differs");
    }
    assert!(picture("a", 1) != picture("a", PICTURES), "nothing moves");
    assert_eq!(std::fs::read_dir(at("a")).unwrap().count(), PICTURES);
}

/// H.264 requires even sizes: an odd one is padded. Errors of ffmpeg about a path that cannot be written are passed on.
#[test]
fn an_mp4_comes_from_ffmpeg() {
    let quiet = |name: &str| Command::new(name).arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !has_driver() {
        return;
    }
    if quiet("ffmpeg").is_err() {
        report_skipped("MP4 films", "apt-get install ffmpeg");
        return;
    }
    let folder = temp_dir::TempDir::new().unwrap();
    let path = folder.path().join("ball.mp4");
    assert_eq!(shoot(&path), Ok(PICTURES));
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(&bytes[4..8], b"ftyp");
    // The sample entry of the picture track: its name, then 24 bytes, then width and height, big-endian.
    let entry = bytes.windows(4).rposition(|word| word == b"avc1").unwrap();
    assert_eq!(bytes[entry + 28..entry + 32], [0, 162, 0, 102]);
    let fault = shoot(&folder.path().join("no-such-folder/ball.mp4")).unwrap_err();
    assert!(fault.contains("ffmpeg: ") && fault.contains("No such file"), "{fault}");
}
