//! Output of a command: standard output, and a folder for its files.

use super::failure::Failure;
use clap::builder::{OsStringValueParser, TypedValueParser};
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Parses an output folder: one that exists or can be created.
pub(super) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| {
        let path = PathBuf::from(name);
        if path.as_os_str().is_empty() {
            return Err("the name is empty; give a folder, `.` for this one");
        }
        if path.exists() && !path.is_dir() { Err("it is a file; give a folder") } else { Ok(path) }
    })
}

/// Checks the path of an output file: its folder must exist, and a file already there must be empty or accepted by
/// `is_own` as an older `what`.
pub(super) fn replaceable(
    flag: &str,
    file: &Path,
    what: &str,
    is_own: impl FnOnce(&Path) -> bool,
) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let holds_something = || std::fs::metadata(file).is_ok_and(|found| found.is_file() && found.len() > 0);
    let (why, help) = if folder.is_some_and(|folder| !folder.is_dir()) {
        ("there is no such folder".to_owned(), "create it first")
    } else if file.is_dir() {
        ("it is a folder".to_owned(), "give the name of a file")
    } else if holds_something() && !is_own(file) {
        (format!("the file exists and is not {what}"), "give another name, or remove the file")
    } else {
        return Ok(());
    };
    Err(Failure::Input(miette::miette!(help = help, "{flag} {}: {why}", file.display())))
}

/// Prints a value as one JSON document to standard output, piece by piece: with a million bodies it takes hundreds of
/// megabytes. A closed pipe is not an error.
pub(super) fn say_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let written = serde_json::to_writer_pretty(&mut out, value).map_err(std::io::Error::from);
    match written.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Other(error.to_string())),
        _ => Ok(()),
    }
}

/// Prints a line to standard output. A closed pipe (`| head`) is not an error.
pub(super) fn say(text: &str) -> Result<(), Failure> {
    match writeln!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Other(error.to_string())),
        _ => Ok(()),
    }
}
