//! Tests of `record::folder`.

use std::io::Write;
use stickslip_engine::record::folder::{ResultFolder, ResultKind};

/// The list of the files that a folder has from here.
const LIST: &str = ".stickslip-files";

#[test]
fn a_list_names_only_files_that_results_have() {
    for name in ["/etc/passwd", "../x", "a/b", ".", "..", "", LIST, "notes.txt", "bodies-.vtp", "bodies-1x.vtp"] {
        let kinds = [ResultKind::Tables, ResultKind::Export, ResultKind::Loops];
        assert!(!kinds.iter().any(|kind| kind.writes(name)), "{name}");
    }
    assert!(ResultKind::Tables.writes("bodies.csv") && !ResultKind::Tables.writes("bodies-00000001.vtp"));
    assert!(ResultKind::Export.writes("bodies-00000001.vtp") && !ResultKind::Export.writes("bodies.csv"));
    let dir = temp_dir::TempDir::new().unwrap();
    std::fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    std::fs::write(dir.path().join(LIST), "tables notes.txt\nnotes notes.txt\nloops bodies.csv\n").unwrap();
    std::fs::write(dir.path().join("bodies.csv"), "mine").unwrap();
    let mut folder = ResultFolder::begin(dir.path(), ResultKind::Tables).unwrap();
    assert!(dir.path().join("notes.txt").exists() && dir.path().join("bodies.csv").exists());
    assert!(folder.create("notes.txt").is_err(), "not a table");
}

/// A link in place of the list would lead to another file, a pipe would be read for ever.
#[test]
#[cfg(unix)]
fn a_list_is_a_regular_file() {
    let dir = temp_dir::TempDir::new().unwrap();
    let [list, other] = [LIST, "other"].map(|name| dir.path().join(name));
    std::fs::write(&other, "tables bodies.csv\n").unwrap();
    std::os::unix::fs::symlink(&other, &list).unwrap();
    let refused = |what: &str| match ResultFolder::begin(dir.path(), ResultKind::Tables) {
        Err(error) => assert!(error.why.contains("not a regular file"), "{what}: {error}"),
        Ok(_) => panic!("{what}"),
    };
    refused("a link");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "tables bodies.csv\n");
    std::fs::remove_file(&list).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&list).status().unwrap().success());
    refused("a pipe");
}

#[test]
fn a_file_that_was_not_made_here_is_not_replaced() {
    for name in ["summary.json", "bodies.csv"] {
        let dir = temp_dir::TempDir::new().unwrap();
        std::fs::write(dir.path().join(name), "mine").unwrap();
        let made = ResultFolder::begin(dir.path(), ResultKind::Tables).and_then(|mut folder| folder.create(name));
        assert!(made.is_err_and(|error| error.path.ends_with(name) && error.why.contains("not made")), "{name}");
        assert_eq!(std::fs::read_to_string(dir.path().join(name)).unwrap(), "mine");
    }
}

#[test]
fn what_was_made_goes_and_what_was_not_stays() {
    let dir = temp_dir::TempDir::new().unwrap();
    let names = || {
        let entries = std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    };
    std::fs::write(dir.path().join("mine.txt"), "x").unwrap();
    let mut folder = ResultFolder::begin(dir.path(), ResultKind::Tables).unwrap();
    folder.write("world.csv", b"x").unwrap();
    drop(folder.create("bodies.csv").unwrap());
    assert_eq!(names(), [LIST, "bodies.csv.part", "mine.txt", "world.csv"]);
    assert!(ResultFolder::begin(dir.path(), ResultKind::Tables).is_err(), "the folder is in use");
    drop(folder);
    // A truncated line names no file.
    let mut list = std::fs::OpenOptions::new().append(true).open(dir.path().join(LIST)).unwrap();
    list.write_all(b"tables mine.txt").unwrap();
    drop(list);
    let mut folder = ResultFolder::begin(dir.path(), ResultKind::Export).unwrap();
    folder.write("bodies.xyz", b"x").unwrap();
    drop(folder);
    let all = [LIST, "bodies.csv.part", "bodies.xyz", "mine.txt", "world.csv"];
    assert_eq!(names(), all, "an export leaves tables in place");
    drop(ResultFolder::begin(dir.path(), ResultKind::Tables).unwrap());
    assert_eq!(names(), [LIST, "mine.txt"]);
}
