//! Tests of `files::memory`, which the engine contains only in a browser; here the test includes the file itself.

#[allow(dead_code, unreachable_pub, reason = "tested on every machine, used in a browser")]
#[path = "../../../src/files/memory.rs"]
mod page_files;

use page_files::{PageFile, downloads, exists, read_text, remove, upload, version, write_whole};
use std::io::{ErrorKind, Write};
use std::path::Path;
use stickslip_engine::files::{Prefix, PrefixHasher, WriteError};

/// An uploaded file can be read; a written file can be read back and is handed out once.
#[test]
fn a_page_holds_its_files() {
    assert_eq!(read_text("a.ron").map_err(|error| error.kind()), Err(ErrorKind::NotFound));
    upload("a.ron", "\u{feff}Scene()".into());
    assert_eq!(read_text("a.ron").expect("uploaded"), "Scene()");
    let first = version(Path::new("a.ron"));
    write_whole(Path::new("out/a.csv"), b"t,x\n").expect("written");
    write_whole(Path::new("a.ron"), b"Scene(schema: 1)").expect("written");
    assert_ne!(version(Path::new("a.ron")), first, "the file has changed");
    assert_eq!(read_text("out/a.csv").expect("written"), "t,x\n");
    let names: Vec<String> = downloads().into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["a.csv", "a.ron"]);
    assert_eq!(downloads(), []);
    let kept = |text: &str| {
        let mut file = PageFile::create(Path::new("kept")).expect("a file");
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).expect("written");
        file.sync().expect("a length and a hash")
    };
    let file = PageFile::resume(Path::new("out/a.csv"), &kept("t,")).expect("two bytes are there");
    assert_eq!(file.sync().expect("a length and a hash").bytes, 2);
    assert!(PageFile::resume(Path::new("out/a.csv"), &kept("x,")).is_err());
    assert!(PageFile::resume(Path::new("out/a.csv"), &kept("t,x\nand more")).is_err());
    remove(Path::new("out/a.csv")).expect("removed");
    assert!(!exists(Path::new("out/a.csv")));
    upload("b.ron", vec![0xff]);
    assert_eq!(read_text("b.ron").map_err(|error| error.kind()), Err(ErrorKind::InvalidData));
}
