//! Recordings: a run is written and replayed bit for bit, and a changed file is detected.

use crate::program::{ProgramOutput, RunToEnd, own_build};
use std::path::{Path, PathBuf};
use stickslip::lab::builtin;
use stickslip::laws::Vec3;
use stickslip::record::build::{VERSION, build, commit};
use stickslip::record::hash::WorldHash;
use stickslip::record::recording::{Recording, RecordingError};
use stickslip::run::simulation::Simulation;
use stickslip::run::timeline::Timeline;
use stickslip::scene::Scene;
use stickslip::step::edits::{Edit, FrictionParameter};

fn stickslip(arguments: &[&str]) -> (i32, String, String) {
    let ProgramOutput { code, out, err } = crate::program::stickslip(Path::new(".")).args(arguments).ends();
    (code, out, err)
}

fn path(folder: &temp_dir::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

fn verify(file: &Path) -> (i32, String, String) {
    stickslip(&["run", "--replay", file.to_str().unwrap(), "--verify"])
}

/// A run with a change of friction, a kick and a change of gravity, made with a timeline as in the window.
fn played() -> Recording {
    let name = "stack-rolls-apart";
    let text = builtin::text(name).expect("a scene");
    let mut simulation = Simulation::new(&Scene::parse(name, text).expect("no fault"));
    WorldHash::enable(simulation.world());
    let mut timeline = Timeline::begin(simulation.world());
    let kick = Edit::Kick { body: 2, velocity: Vec3::new(0.1, 1.0 / 3.0, 0.0), angular_velocity: Vec3::zeros() };
    let edits = [
        (0, Edit::Basic { rule: None, which: FrictionParameter::KE, value: 123_456.789 }),
        (700, kick),
        (700, Edit::Gravity(Vec3::new(0.1, -0.7, -9.8))),
        (1400, Edit::Basic { rule: None, which: FrictionParameter::MuK, value: 0.05 }),
    ];
    for (step, edit) in edits {
        timeline.seek(simulation.world(), step);
        timeline.edit(step, edit);
    }
    timeline.seek(simulation.world(), 2000);
    // Seeking back and forth compares each state with its hash and leaves no trace.
    timeline.seek(simulation.world(), 333);
    timeline.seek(simulation.world(), 2000);
    assert_eq!(timeline.difference(), None);
    assert_eq!((timeline.edits().len(), timeline.hashes().len()), (4, 2001));
    timeline.recording(name, text)
}

fn written(recording: &Recording) -> String {
    let mut bytes = Vec::new();
    recording.write(&mut bytes).expect("it is written");
    String::from_utf8(bytes).expect("text")
}

#[test]
fn a_run_is_recorded_and_verified() {
    let folder = temp_dir::TempDir::new().unwrap();
    let (file, again) = (path(&folder, "a.rec"), path(&folder, "b.rec"));
    let name = file.to_str().unwrap();
    let (code, out, err) =
        stickslip(&["run", "sphere-up-35", "--set", "friction.mu_s=0.3", "--until", "0.2", "--record", name]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, _) = verify(&file);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("all states of 2000 steps are bit-identical to the recording"), "{out}");
    // The replay writes the tables of the run.
    let tables = [path(&folder, "run"), path(&folder, "replay")];
    let [run, replay] = tables.each_ref().map(|dir| dir.to_str().unwrap());
    stickslip(&["run", "sphere-up-35", "--set", "friction.mu_s=0.3", "--duration", "0.2", "--out", run]);
    stickslip(&["run", "--replay", name, "--out", replay, "--record", again.to_str().unwrap()]);
    for table in ["bodies.csv", "contacts.csv", "events.csv", "world.csv"] {
        let [a, b] = tables.each_ref().map(|dir| std::fs::read(dir.join(table)).expect("a table"));
        assert!(a == b, "{table}");
    }
    assert!(std::fs::read(&file).unwrap() == std::fs::read(&again).unwrap(), "a recorded replay is the same file");
}

#[test]
fn edits_come_out_of_the_file_as_they_went_in() {
    let recording = played();
    let text = written(&recording);
    assert_eq!(Recording::parse(&text).expect("whole"), recording);
    let folder = temp_dir::TempDir::new().unwrap();
    let file = path(&folder, "played.rec");
    std::fs::write(&file, text).unwrap();
    let (code, out, err) = verify(&file);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("all states of 2000 steps"), "{out}");
}

/// Flips one bit of the hash of step 1234.
#[test]
fn a_flipped_bit_is_found_at_its_step() {
    let mut recording = played();
    recording.hashes[1234] ^= 1 << 17;
    let folder = temp_dir::TempDir::new().unwrap();
    let file = path(&folder, "flipped.rec");
    std::fs::write(&file, written(&recording)).unwrap();
    let (code, _, err) = verify(&file);
    assert_eq!(code, 1);
    assert!(err.contains("DIVERGED at step 1234"), "{err}");
    // Without --verify the difference is reported and the run continues.
    let (code, out, _) = stickslip(&["run", "--replay", file.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(out.contains("warning") && out.contains("DIVERGED at step 1234"), "{out}");
    // A missing edit is detected in the step after it, by a state with memory.
    let mut recording = played();
    recording.edits.remove(1);
    std::fs::write(&file, written(&recording)).unwrap();
    let (code, _, err) = verify(&file);
    assert_eq!(code, 1);
    assert!(err.contains("DIVERGED at step 701"), "{err}");
}

/// A recording of another build is replayed, and both builds are named, whether all states agree or one differs.
#[test]
fn another_build_is_named() {
    let folder = temp_dir::TempDir::new().unwrap();
    let file = path(&folder, "other.rec");
    let recording = played();
    let text = written(&recording);
    assert_eq!(recording.build, build());
    let head = format!("\"format\":2,\"version\":\"{VERSION}\",\"commit\":\"{}\"", commit());
    assert!(text.contains(&head), "{head}: {}", &text[..200]);
    let cases = [
        ("\"format\":2,\"version\":\"0.0.9\",\"commit\":\"0123456789ab\"", "0.0.9 (0123456789ab)"),
        // Files of format 1 had no commit.
        ("\"format\":1,\"version\":\"0.1.0\"", "0.1.0 (commit not recorded)"),
    ];
    for (other, other_build) in cases {
        let text = text.replacen(&head, other, 1);
        std::fs::write(&file, &text).unwrap();
        let both = format!("recorded by stickslip {other_build}, this is stickslip {}", own_build());
        let (code, out, _) = verify(&file);
        assert!(code == 0 && out.contains("all states of 2000 steps") && out.contains(&both), "{out}");
        let mut wrong = Recording::parse(&text).expect("it can be read");
        assert_eq!(wrong.build, other_build);
        wrong.hashes[3] ^= 1;
        std::fs::write(&file, written(&wrong).replacen(&head, other, 1)).unwrap();
        let (code, _, err) = verify(&file);
        assert!(code == 1 && err.contains("DIVERGED at step 3") && err.contains(&both), "{err}");
    }
    // As the program itself writes it, which knows its commit.
    let own = format!("\"format\":2,\"version\":\"{VERSION}\",\"commit\":\"{}\"", stickslip_commit::COMMIT);
    std::fs::write(&file, text.replacen(&head, &own, 1)).unwrap();
    let (code, out, _) = verify(&file);
    assert!(code == 0 && !out.contains("this is"), "the same build is not worth a word: {out}");
}

/// Any flipped bit either makes the file unreadable or fails verification, except in the fields that are only
/// informative (version and commit of the program, name of the scene).
#[test]
fn no_flipped_bit_goes_unseen() {
    let recording = played();
    let text = written(&recording);
    let first = text.find('\n').expect("lines");
    for k in 0..200 {
        let place = first + 1 + k * (text.len() - first - 2) / 200;
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1 << (k % 7);
        let seen = String::from_utf8(bytes).ok().and_then(|text| Recording::parse(&text).ok());
        assert!(seen.is_none_or(|seen| seen != recording), "byte {place}: {:?}", &text[place..place + 20]);
    }
    let changed = text.replacen("Stack", "stack", 1).replacen("stack", "Stack", 1);
    let other = changed.replacen("friction", "Friction", 1);
    assert_ne!(other, text);
    assert!(matches!(Recording::parse(&other), Err(RecordingError::Damaged { line: 1, .. })));
}

#[test]
fn a_file_that_was_cut_off_tells_how_far_it_is_good() {
    let recording = played();
    let text = written(&recording);
    let folder = temp_dir::TempDir::new().unwrap();
    let file = path(&folder, "cut.rec");
    std::fs::write(&file, &text[..text.len() * 3 / 5]).unwrap();
    let cut = Recording::parse(&text[..text.len() * 3 / 5]).expect("it can be read so far");
    assert_eq!(cut.end, None);
    let good = cut.last_step();
    assert!((1000..1400).contains(&good), "{good}");
    assert_eq!(cut.hashes[..], recording.hashes[..=good as usize]);
    let (code, _, err) = verify(&file);
    assert_eq!(code, 1);
    assert!(err.contains(&format!("cut off; it is good up to step {good}, and every state up to there")), "{err}");
}

#[test]
fn a_damaged_or_foreign_file_is_an_error_with_its_line() {
    let folder = temp_dir::TempDir::new().unwrap();
    let file = path(&folder, "bad.rec");
    let text = written(&played());
    let lines: Vec<&str> = text.lines().collect();
    let without = |k: usize| [&lines[..k], &lines[k + 1..]].concat().join("\n") + "\n";
    let cases = [
        ("Scene(schema: 1)".to_owned(), "not a recording of stickslip"),
        (String::new(), "not a recording of stickslip"),
        (without(5), "damaged at line 6: step 33 is missing"),
        (text.replacen("KE", "MuS", 1), "the edit at step 0 was changed; it is good up to step 0"),
        (text.replacen("\"format\":2", "\"format\":7", 1), "unsupported format 7 (this version reads up to 4)"),
        (text.clone() + "{}\n", "damaged at line"),
    ];
    for (text, expected) in cases {
        std::fs::write(&file, text).unwrap();
        let (code, _, err) = verify(&file);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(expected), "{expected}: {err}");
    }
    let (code, _, err) = stickslip(&["run", "--replay", path(&folder, "none.rec").to_str().unwrap()]);
    assert_eq!(code, 2, "{err}");
    // A recording is not a scene, and the message says how to use it.
    std::fs::write(&file, &text).unwrap();
    let (code, _, err) = stickslip(&["run", file.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(err.contains("is a recording") && err.contains("--replay"), "{err}");
    let (code, _, _) = stickslip(&["run", "--replay", file.to_str().unwrap(), "--set", "friction.mu_s=0.3"]);
    assert_eq!(code, 2, "what was recorded cannot be set");
}
