//! An interrupted run resumes bit-identically to an uninterrupted one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use stickslip::lab::{builtin, generate};
use stickslip::run::checkpoint::{Checkpoint, NoCheckpoint};
use stickslip::run::drive::{RunPlan, resume, run};
use stickslip::scene::Scene;

/// Visible files of a folder; a summary is without its two times.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let timeless = |bytes: Vec<u8>| {
        let mut summary: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        for field in ["wall_seconds", "steps_per_second"] {
            summary.as_object_mut().unwrap().remove(field).unwrap();
        }
        summary.to_string().into_bytes()
    };
    let file = |path: PathBuf| {
        let (name, bytes) = (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap());
        if name == "summary.json" { (name, timeless(bytes)) } else { (name, bytes) }
    };
    let all = std::fs::read_dir(dir).unwrap().map(|entry| file(entry.unwrap().path()));
    all.filter(|(name, _)| !name.starts_with('.')).collect()
}

fn assert_same(found: &Path, whole: &Path, what: &str) {
    let (found, whole) = (files(found), files(whole));
    assert_eq!(found.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>(), "{what}");
    for (name, bytes) in &whole {
        assert!(found[name] == *bytes, "{what}: {name} differs");
    }
    assert!(whole.contains_key("summary.json") && whole["bodies.csv"].len() > 1000, "{what}: {:?}", whole.keys());
}

/// Scenes of every kind: the built-in ones, laws with extra memory, and a pile whose pair list is rebuilt.
fn scenes() -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        builtin::all().iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    let text = builtin::text("sphere-up-35").unwrap();
    for laws in [
        r#"(slide: "cundall-strack", roll: ConstantTorque(mu_r: 0.1), spin: "luding-spin")"#,
        r#"(slide: "mindlin-incremental", roll: "luding-roll")"#,
        r#"(slide: "marshall", roll: "edem-disk")"#,
    ] {
        if let Ok(text) = stickslip::scene::set(text, "friction.laws", laws)
            && Scene::parse("laws", &text).is_ok()
        {
            all.push((format!("sphere-up-35 with {laws}"), text));
        }
    }
    let tables = "(mu_s: 0.25, mu_k: 0.2, k_e: 1e5, eta_r: 0.3, \
                  slide: (stiffness: 1e5, slip_curve: [(0.0, 0.0), (1e-4, 12.0)], damping_curve: [(0.0, 0.0), (0.1, 50.0)]), \
                  roll: (damping_curve: [(0.0, 0.0), (0.1, 2.0), (1.0, 2.0)]))";
    all.push(("sphere-up-35 with tables".to_owned(), stickslip::scene::set(text, "friction", tables).unwrap()));
    assert!(all.len() > 30, "{} scenes", all.len());
    all.retain(|(_, text)| Scene::parse("s", text).unwrap().bodies.len() < 200);
    all.push(("heap of 100".to_owned(), generate::text("heap", 100).unwrap()));
    all.push(("drum of 100".to_owned(), generate::text("drum", 100).unwrap()));
    all
}

/// Interrupted at each of the first steps, and a thousand steps later with a damaged newest checkpoint, every scene
/// ends with the files of an uninterrupted run.
#[test]
fn every_scene_goes_on_to_the_same_bits() {
    const BREAKS: usize = 8;
    for (name, text) in scenes() {
        let mut scene = Scene::parse(&name, &text).unwrap();
        scene.duration = 1300.0 * scene.dt;
        let folder = temp_dir::TempDir::new().unwrap();
        let [whole, broken] = ["whole", "broken"].map(|sub| folder.path().join(sub));
        let [whole_record, broken_record] = ["whole.rec", "broken.rec"].map(|file| folder.path().join(file));
        let stop = AtomicBool::new(true);
        let plan = |out| RunPlan { out: Some(out), every: 7, ..RunPlan::new(&scene, &text) };
        let unbroken = RunPlan { record: Some(&whole_record), ..plan(&whole) };
        run(&unbroken, |_| ()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let record = Some(broken_record.as_path());
        let plan = RunPlan { record, checkpoint: Some(100.0 * scene.dt), stop: Some(&stop), ..plan(&broken) };
        let mut summary = run(&plan, |_| ()).unwrap();
        for _ in 0..BREAKS {
            assert!(summary.interrupted || summary.stopped.is_some(), "{name}");
            let Ok(from) = Checkpoint::newest(&broken) else { break };
            summary = resume(&plan, from, |_| ()).unwrap();
        }
        if summary.interrupted {
            // Runs a thousand steps from here, then resumes from the checkpoint before the newest one.
            stop.store(false, Ordering::Relaxed);
            let from = Checkpoint::newest(&broken).unwrap();
            let progress = |step| stop.store(step >= 1024, Ordering::Relaxed);
            summary = resume(&plan, from, progress).unwrap();
        }
        if summary.interrupted {
            let is_newest = |file: &PathBuf| {
                let other = if file.ends_with("checkpoint-1") { "checkpoint-2" } else { "checkpoint-1" };
                let bytes = std::fs::read(broken.join(other)).unwrap();
                std::fs::remove_file(broken.join(other)).unwrap();
                let step = Checkpoint::newest(&broken).unwrap().state.step();
                std::fs::write(broken.join(other), bytes).unwrap();
                step == 1024
            };
            let both = ["checkpoint-1", "checkpoint-2"].map(|name| broken.join(name));
            let newest = both.into_iter().find(is_newest).unwrap();
            let mut bytes = std::fs::read(&newest).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(&newest, bytes).unwrap();
            stop.store(false, Ordering::Relaxed);
            let from = Checkpoint::newest(&broken).unwrap();
            assert_eq!(from.state.step(), 1000, "{name}");
            resume(&plan, from, |_| ()).unwrap();
        }
        assert_same(&broken, &whole, &name);
        assert!(std::fs::read(&broken_record).unwrap() == std::fs::read(&whole_record).unwrap(), "{name}: recordings");
    }
}

/// What can happen to the bytes of a file, with its name.
pub(crate) fn damages() -> [(&'static str, fn(&mut Vec<u8>)); 8] {
    fn row(bytes: &[u8], k: usize) -> std::ops::Range<usize> {
        let ends: Vec<usize> = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
        ends[k] + 1..ends[k + 1] + 1
    }
    [
        ("zeros in a block", |bytes| {
            let middle = bytes.len() / 2;
            bytes[middle..].fill(0);
        }),
        ("zeros from the beginning", |bytes| bytes.fill(0)),
        ("a flipped bit", |bytes| {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        }),
        ("a digit", |bytes| {
            let digit = bytes.iter().rposition(|byte| *byte == b'1').unwrap();
            bytes[digit] = b'2';
        }),
        ("two rows exchanged", |bytes| {
            let (a, b) = (row(bytes, 0), row(bytes, 1));
            let exchanged = [&bytes[b.clone()], &bytes[a.clone()]].concat();
            bytes.splice(a.start..b.end, exchanged);
        }),
        ("a row twice", |bytes| {
            let (a, copy) = (row(bytes, 0), bytes[row(bytes, 0)].to_vec());
            bytes.splice(a.end..a.end, copy);
        }),
        ("a row less", |bytes| _ = bytes.splice(row(bytes, 0), [])),
        ("another header", |bytes| bytes[0] ^= 1),
    ]
}

#[test]
fn a_damaged_checkpoint_or_table_is_not_gone_on_with() {
    let text = builtin::text("sphere-up-35").unwrap();
    let scene = Scene::parse("s", text).unwrap();
    let stop = AtomicBool::new(true);
    let folder = temp_dir::TempDir::new().unwrap();
    let out = folder.path();
    let plan = RunPlan { out: Some(out), checkpoint: Some(0.1), stop: Some(&stop), ..RunPlan::new(&scene, text) };
    assert!(run(&plan, |_| ()).unwrap().interrupted);
    let (file, table) = (out.join("checkpoint-1"), out.join("bodies.csv"));
    let (whole, rows) = (std::fs::read(&file).unwrap(), std::fs::read(&table).unwrap());
    let tables = Checkpoint::newest(out).unwrap().tables;
    let kept = tables.iter().find(|(name, _)| name == "bodies.csv").unwrap().1.bytes as usize;
    let unusable = |what: &str, why: &str| match Checkpoint::newest(out) {
        Err(NoCheckpoint::Unusable(_, found)) => assert!(found.contains(why), "{what}: {found}"),
        other => panic!("{what}: {other:?}"),
    };
    for cut in (0..whole.len()).step_by(37) {
        std::fs::write(&file, &whole[..cut]).unwrap();
        unusable("cut", "");
        let mut changed = whole.clone();
        changed[cut] ^= 4;
        std::fs::write(&file, changed).unwrap();
        unusable("changed", "");
    }
    let other = [&b"stickslip checkpoint 1 of 0.0.9 (abc)\n"[..], &whole[40..]].concat();
    std::fs::write(&file, other).unwrap();
    unusable("another build", "it was written by stickslip 0.0.9 (abc)");
    std::fs::write(&file, &whole).unwrap();
    std::fs::write(&table, &rows[..10]).unwrap();
    unusable("a cut table", "it has only 10 of");
    // A power loss leaves zeros where the file system had not written yet.
    for (what, change) in damages() {
        let mut damaged = rows[..kept].to_vec();
        change(&mut damaged);
        std::fs::write(&table, damaged).unwrap();
        unusable(what, "bodies.csv");
    }
    std::fs::write(&table, &rows).unwrap();
    assert!(Checkpoint::newest(out).is_ok(), "what follows a checkpoint does not count");
    std::fs::remove_file(&table).unwrap();
    unusable("no table", "bodies.csv is missing");
    std::fs::remove_file(&file).unwrap();
    assert!(matches!(Checkpoint::newest(out), Err(NoCheckpoint::None(_))));
}

fn stickslip(dir: &Path, line: &str) -> Command {
    let mut command = crate::program::stickslip(dir);
    command.args(line.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn done(dir: &Path, line: &str) -> Output {
    let output = stickslip(dir, line).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// A run killed repeatedly at random times, with a different number of threads each time, until it completes.
#[test]
fn a_run_killed_at_random_times_comes_to_the_same_files() {
    let folder = temp_dir::TempDir::new().unwrap();
    let dir = folder.path();
    std::fs::write(dir.join("heap.ron"), generate::text("heap", 60).unwrap()).unwrap();
    let line = "run heap.ron --duration 0.05 --every 5 --out";
    let start = Instant::now();
    done(dir, &format!("{line} whole --record whole/run.rec"));
    let time = start.elapsed();
    let (mut random, mut kills) = (0x9e37_79b9_7f4a_7c15_u64, 0);
    for round in 0..3 {
        let _ = std::fs::remove_dir_all(dir.join("o"));
        let mut command = format!("{line} o --record o/run.rec --checkpoint 0.002 --threads 1");
        loop {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let wait = time.mul_f64(0.5 * (random % 1000) as f64 / 1e3).max(Duration::from_millis(5));
            let mut child = stickslip(dir, &command).spawn().unwrap();
            std::thread::sleep(wait);
            let ended = child.try_wait().unwrap();
            let _ = child.kill();
            let output = child.wait_with_output().unwrap();
            if let Some(status) = ended {
                assert!(status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
                break;
            }
            kills += 1;
            assert!(kills < 300, "it never ends");
            let is_checkpoint = |name: &str| name.starts_with("checkpoint-") && !name.ends_with(".part");
            let names = dir.join("o").read_dir().into_iter().flatten();
            let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            if !names.any(|name| is_checkpoint(&name) || name == "summary.json") {
                continue; // killed before its first checkpoint
            }
            command = format!("run --continue o --threads {}", 1 + random % 3);
        }
        assert_same(&dir.join("o"), &dir.join("whole"), &format!("round {round}"));
    }
    assert!(kills >= 6, "only {kills} kills");
    let again = done(dir, "run --continue o");
    assert!(String::from_utf8_lossy(&again.stdout).contains("is already complete"));
}

/// A run is not resumed if its recording has changed since the checkpoint; a folder may be moved together with the
/// recording in it.
#[test]
fn a_recording_that_was_changed_is_not_gone_on_with() {
    let text = builtin::text("sphere-up-35").unwrap();
    let scene = Scene::parse("s", text).unwrap();
    let stop = AtomicBool::new(true);
    let folder = temp_dir::TempDir::new().unwrap();
    let [old, out] = ["old", "new"].map(|sub| folder.path().join(sub));
    let record = old.join("run.rec");
    let plan = RunPlan { out: Some(&old), record: Some(&record), checkpoint: Some(0.1), ..RunPlan::new(&scene, text) };
    assert!(run(&RunPlan { stop: Some(&stop), ..plan }, |_| ()).unwrap().interrupted);
    std::fs::rename(&old, &out).unwrap();
    let record = out.join("run.rec");
    let whole = std::fs::read(&record).unwrap();
    assert_eq!(Checkpoint::newest(&out).unwrap().recording_file(&out), Some(record.clone()));
    let unusable = |why: &str| match Checkpoint::newest(&out) {
        Err(NoCheckpoint::Unusable(_, found)) => assert!(found.contains(why) && found.contains("run.rec"), "{found}"),
        other => panic!("{why}: {other:?}"),
    };
    let mut changed = whole.clone();
    changed[200] ^= 1;
    std::fs::write(&record, changed).unwrap();
    unusable("it is not the one that was written");
    std::fs::write(&record, &whole[..100]).unwrap();
    unusable("it has only 100 of");
    std::fs::remove_file(&record).unwrap();
    unusable("run.rec");
    std::fs::write(&record, &whole).unwrap();
    let moved = RunPlan { out: Some(&out), record: Some(&record), ..RunPlan::new(&scene, text) };
    let without = RunPlan { record: None, ..moved.clone() };
    assert!(resume(&without, Checkpoint::newest(&out).unwrap(), |_| ()).is_err(), "the recording would lose its rest");
    resume(&moved, Checkpoint::newest(&out).unwrap(), |_| ()).unwrap();
    done(&out, "run --replay run.rec --verify");
}

/// A run that a checkpoint cannot resume is refused before anything is written, with reason and remedy.
#[test]
fn what_cannot_be_gone_on_with_is_refused() {
    let folder = temp_dir::TempDir::new().unwrap();
    let dir = folder.path();
    done(dir, "run sphere-up-35 --duration 0.01 --record a.rec");
    let mut lines = vec![("run --replay a.rec --out o --checkpoint 0.1", "the changes made by edits", "run its scene")];
    if cfg!(feature = "parquet") {
        let line = "run sphere-up-35 --format parquet --out o --checkpoint 0.1";
        lines.push((line, "a Parquet file cannot be read", "use --format csv"));
    }
    for (line, why, help) in lines {
        let output = stickslip(dir, line).output().unwrap();
        let terminal_text =
            String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ").replace("│ ", "");
        assert!(
            output.status.code() == Some(2) && terminal_text.contains(why) && terminal_text.contains(help),
            "{line}: {terminal_text}"
        );
        assert!(!dir.join("o").exists(), "{line}");
    }
}
