//! What an output path may be: a file, a link, a pipe, a device, standard output; and what two processes do to one file.

use crate::commands::study::SWEEP;
use crate::program::{RunToEnd, stickslip};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use temp_dir::TempDir;

/// A folder with a scene `s.ron`, a sweep `map.ron` of 240 cases, and `long.ron` of 2265.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("s.ron", stickslip::lab::builtin::text("sphere-up-35").unwrap());
    write("map.ron", SWEEP);
    write("long.ron", &SWEEP.replace("step: 0.02)", "step: 0.002)").replace("duration: 0.02", "duration: 0.6"));
    folder
}

fn typed(dir: &Path, line: &str) -> Command {
    let mut command = stickslip(dir);
    command.args(line.split_whitespace());
    command
}

/// Every command that writes one file, with `FILE` in its place.
const WRITERS: [&str; 8] = [
    "run s.ron --duration 0.01 --record FILE",
    "sweep map.ron --force --out FILE",
    "generate heap -n 10 --out FILE",
    "fit fit-slide --out FILE",
    "language --report FILE",
    "quantities --report FILE",
    "lesson brick-slips --worksheet FILE",
    "merge part1.csv part2.csv --out FILE",
];

/// Names of the files of a folder.
fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

/// What a command writes to a regular file, `file`.
fn in_a_file(dir: &Path, line: &str) -> Vec<u8> {
    typed(dir, &line.replace("FILE", "file")).succeeds();
    std::fs::read(dir.join("file")).unwrap()
}

/// Removes those of these files that exist.
fn remove_all(dir: &Path, names: &[&str]) {
    for name in names {
        let _ = std::fs::remove_file(dir.join(name));
    }
}

fn shards(dir: &Path) {
    for k in 1..=2 {
        typed(dir, &format!("sweep map.ron --shard {k}/2 --out part{k}.csv")).succeeds();
    }
}

/// Lines that differ between two equal commands: paths, and the text of the command in a page.
fn comparable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    text.lines().filter(|line| !line.starts_with("Made by `stickslip")).collect::<Vec<_>>().join("\n")
}

#[test]
#[cfg(unix)]
fn a_pipe_takes_what_a_file_would_and_stays_a_pipe() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    let dir = folder.path();
    shards(dir);
    let pipe = dir.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for line in WRITERS {
        let before = names(dir);
        let writer = typed(dir, &line.replace("FILE", "pipe")).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let writer = writer.unwrap();
        let mut found = Vec::new();
        std::fs::File::open(&pipe).unwrap().read_to_end(&mut found).unwrap();
        let output = writer.wait_with_output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo(), "{line} replaced the pipe");
        assert_eq!(names(dir), before, "{line} left files");
        let whole = in_a_file(dir, line);
        assert!(!whole.is_empty() && comparable(&found) == comparable(&whole), "{line}");
        remove_all(dir, &["file", "file.manifest.json"]);
    }
}

/// `-` and `/dev/stdout` are standard output; messages go to standard error.
#[test]
fn standard_output_takes_what_a_file_would() {
    let folder = folder();
    let dir = folder.path();
    shards(dir);
    for line in WRITERS {
        let whole = in_a_file(dir, line);
        let before = names(dir);
        for name in ["-", "/dev/stdout"].into_iter().filter(|name| cfg!(unix) || *name == "-") {
            let said = typed(dir, &line.replace("FILE", name)).succeeds();
            assert!(comparable(said.as_bytes()) == comparable(&whole), "{line} to {name}: {said}");
        }
        assert_eq!(names(dir), before, "{line} left files");
        remove_all(dir, &["file", "file.manifest.json"]);
    }
    for line in ["run s.ron --out -", "sweep map.ron --resume --out -", "export s.ron --to vtk --out -"] {
        let said = typed(dir, line).fails(2);
        assert!(said.contains("standard output") || said.contains("cannot be continued"), "{line}: {said}");
    }
}

#[test]
#[cfg(unix)]
fn a_device_stays_a_device() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    let dir = folder.path();
    shards(dir);
    let device = dir.join("null");
    let made = Command::new("mknod").arg(&device).args(["c", "1", "3"]).stderr(Stdio::null()).status();
    if !made.is_ok_and(|status| status.success()) {
        // Only root makes devices; the pipe of the other test is treated by the same code.
        return crate::report_skipped::report_skipped("devices as output", "no node of one can be made here");
    }
    for line in WRITERS {
        typed(dir, &line.replace("FILE", "null")).succeeds();
        assert!(std::fs::symlink_metadata(&device).unwrap().file_type().is_char_device(), "{line}");
        assert!(!dir.join("null.manifest.json").exists() && !dir.join("null.part").exists(), "{line}");
    }
}

#[test]
#[cfg(unix)]
fn a_link_is_followed_and_stays() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let dir = folder.path();
    shards(dir);
    std::fs::create_dir(dir.join("far")).unwrap();
    for line in WRITERS {
        let whole = in_a_file(dir, line);
        symlink("far/target", dir.join("link")).unwrap();
        // First to a file that does not exist yet, then over what was written.
        for _ in 0..2 {
            typed(dir, &line.replace("FILE", "link")).succeeds();
            assert!(std::fs::symlink_metadata(dir.join("link")).unwrap().is_symlink(), "{line} replaced the link");
            let found = std::fs::read(dir.join("far/target")).unwrap();
            assert!(comparable(&found) == comparable(&whole), "{line}");
        }
        remove_all(dir, &["link", "far/target", "file", "file.manifest.json", "link.manifest.json"]);
    }
}

/// A file with something else in it is not replaced without being asked.
#[test]
fn a_file_of_the_user_is_not_replaced() {
    let folder = folder();
    let dir = folder.path();
    shards(dir);
    std::fs::write(dir.join("mine"), "my notes\n").unwrap();
    for line in WRITERS.iter().filter(|line| !line.contains("--force")) {
        let said = typed(dir, &line.replace("FILE", "mine")).fails(2);
        assert!(said.contains("mine") && said.contains("exists"), "{line}: {said}");
        assert_eq!(std::fs::read_to_string(dir.join("mine")).unwrap(), "my notes\n", "{line}");
    }
    std::fs::create_dir(dir.join("results")).unwrap();
    for name in ["bodies.csv", "summary.json"] {
        std::fs::write(dir.join("results").join(name), "my notes\n").unwrap();
        let said = typed(dir, "run s.ron --duration 0.01 --out results").fails(1);
        assert!(said.contains(name) && said.contains("not made by this command"), "{said}");
        assert_eq!(std::fs::read_to_string(dir.join("results").join(name)).unwrap(), "my notes\n");
        std::fs::remove_file(dir.join("results").join(name)).unwrap();
    }
}

/// Starts a command, and waits until a file of at least this size is there.
fn under_way(dir: &Path, line: &str, file: &str, bytes: u64) -> Child {
    let child = typed(dir, line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while !std::fs::metadata(dir.join(file)).is_ok_and(|file| file.len() >= bytes) {
        assert!(start.elapsed() < Duration::from_secs(60), "{line} writes nothing");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn two_sweeps_do_not_write_to_one_table() {
    let folder = folder();
    let dir = folder.path();
    typed(dir, "sweep long.ron --out whole.csv").succeeds();
    let whole = std::fs::read(dir.join("whole.csv")).unwrap();
    for second in ["--resume", "--force"] {
        let mut first = under_way(dir, "sweep long.ron --out t.csv --resume --jobs 1", "t.csv", 1);
        let said = typed(dir, &format!("sweep long.ron --out t.csv {second}")).ends();
        let is_first_running = first.try_wait().unwrap().is_none();
        assert!(is_first_running, "the first sweep ended before the second was refused: make it longer");
        assert!(said.code != 0 && said.err.contains("another stickslip process"), "{second}: {}", said.err);
        assert!(first.wait().unwrap().success());
        assert!(std::fs::read(dir.join("t.csv")).unwrap() == whole, "{second}");
        std::fs::remove_file(dir.join("t.csv")).unwrap();
    }
    // One after the other, both may.
    typed(dir, "sweep long.ron --out t.csv --resume").succeeds();
    typed(dir, "sweep long.ron --out t.csv --resume").succeeds();
    assert!(std::fs::read(dir.join("t.csv")).unwrap() == whole);
}

#[test]
fn two_runs_do_not_write_to_one_recording() {
    let folder = folder();
    let dir = folder.path();
    let mut first = under_way(dir, "run s.ron --duration 900 --record r.rec", "r.rec", 1);
    for line in ["run s.ron --duration 0.01 --record r.rec", "run s.ron --duration 0.01 --out o --record r.rec"] {
        let said = typed(dir, line).fails(1);
        assert!(said.contains("another stickslip process") && said.contains("r.rec"), "{said}");
        assert!(first.try_wait().unwrap().is_none());
    }
    first.kill().unwrap();
    first.wait().unwrap();
    // The file of the first run can be read up to where it was killed.
    let said = typed(dir, "run --replay r.rec").succeeds();
    assert!(said.contains("is the same") || said.contains("bit-identical"), "{said}");
    typed(dir, "run s.ron --duration 0.01 --record r.rec").succeeds();
    typed(dir, "run --replay r.rec --verify").succeeds();
}

#[test]
#[cfg(feature = "parquet")]
fn parquet_shards_are_merged_by_their_own_name() {
    let folder = folder();
    let dir = folder.path();
    typed(dir, "sweep map.ron --out whole.csv").succeeds();
    for k in 1..=2 {
        typed(dir, &format!("sweep map.ron --shard {k}/2 --out q{k}.parquet")).succeeds();
    }
    let left = |name: &str| names(dir).into_iter().filter(|file| file.starts_with(name)).count();
    assert_eq!(left("q"), 4, "two tables and their manifests: {:?}", names(dir));
    typed(dir, "merge q1.parquet q2.parquet --out all.csv").succeeds();
    assert!(std::fs::read(dir.join("all.csv")).unwrap() == std::fs::read(dir.join("whole.csv")).unwrap());
    let manifest = |name: &str| std::fs::read_to_string(dir.join(format!("{name}.manifest.json"))).unwrap();
    assert_eq!(manifest("all.csv"), manifest("whole.csv"));
    typed(dir, "merge q1.parquet q2.parquet --out all.parquet").succeeds();
    assert_eq!(left("all.parquet"), 2);
    // A finished table has nothing left to do; a changed one is not taken for it.
    let before = std::fs::read(dir.join("q1.parquet")).unwrap();
    assert!(typed(dir, "sweep map.ron --shard 1/2 --out q1.parquet --resume").succeeds().contains("120 in q1.parquet"));
    assert!(std::fs::read(dir.join("q1.parquet")).unwrap() == before);
    std::fs::copy(dir.join("q2.parquet"), dir.join("q1.parquet")).unwrap();
    let said = typed(dir, "merge q1.parquet q2.parquet --out all.csv").fails(2);
    assert!(said.contains("q1.parquet") && said.contains("not those that the sweep wrote"), "{said}");
    typed(dir, "sweep map.ron --shard 1/2 --out q1.parquet --resume").fails(2);
    typed(dir, "sweep map.ron --shard 1/2 --out q1.parquet --force").succeeds();
    typed(dir, "merge q1.parquet q2.parquet --out all.csv").succeeds();
}
