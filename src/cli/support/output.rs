//! Output of a command: standard output, and a folder for its files.

use crate::cli::failure::Failure;
use crate::files::{Destination, read_text, stdout_has_data, write_whole};
use clap::builder::{OsStringValueParser, TypedValueParser};
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Parses an output folder: one that exists or can be created.
pub(in crate::cli) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| {
        let path = PathBuf::from(name);
        if path.as_os_str().is_empty() {
            return Err("the name is empty; give a folder, `.` for this one");
        }
        if path == Path::new("-") {
            return Err("several files cannot be written to standard output; give a folder");
        }
        if path.exists() && !path.is_dir() { Err("it is a file; give a folder") } else { Ok(path) }
    })
}

/// Checks the path of an output file: its folder must exist, and a file already there must be empty or accepted by
/// `is_own`, else it is said that it `is_other`. A pipe, a device and standard output can always be written to.
pub(in crate::cli) fn replaceable(
    flag: &str,
    file: &Path,
    is_other: &str,
    is_own: impl FnOnce(&Path) -> bool,
) -> Result<(), Failure> {
    let target = match Destination::from_path(file) {
        Ok(Destination::File(target)) => target,
        Ok(_) => return Ok(()),
        Err(error) => {
            let help = "give the name of a file";
            return Err(Failure::Input(miette::miette!(help = help, "{flag} {}: {}", file.display(), error.why)));
        }
    };
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let holds_something = || std::fs::metadata(&target).is_ok_and(|found| found.len() > 0);
    let (why, help) = if folder.is_some_and(|folder| !folder.is_dir()) {
        ("there is no such folder".to_owned(), "create it first")
    } else if holds_something() && !is_own(&target) {
        (format!("the file exists and {is_other}"), "give another name, or remove the file")
    } else {
        return Ok(());
    };
    Err(Failure::Input(miette::miette!(help = help, "{flag} {}: {why}", file.display())))
}

/// The first line of every page that a command writes, after its title.
const PAGE: &str = "Made by `stickslip ";

/// Checks the path of a page: it may replace only an older page.
pub(in crate::cli) fn check_page(flag: &str, file: &Path) -> Result<(), Failure> {
    let is_page =
        |file: &Path| read_text(file).is_ok_and(|text| text.lines().take(5).any(|line| line.starts_with(PAGE)));
    replaceable(flag, file, "is not a page that stickslip made", is_page)
}

/// Writes a scene to a file, which must not hold anything else.
pub(in crate::cli) fn write_scene(flag: &str, file: &Path, text: &str) -> Result<(), Failure> {
    replaceable(flag, file, "is a different scene", |file| {
        std::fs::read(file).is_ok_and(|old| old == text.as_bytes())
    })?;
    write(file, text.as_bytes())?;
    say(&format!("written to {}", file.display()))
}

/// Writes a whole file.
pub(in crate::cli) fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(file, bytes).map_err(|error| Failure::Other(error.to_string()))
}

/// Where messages and results go: standard output, or standard error if a file was written to standard output.
fn messages() -> Box<dyn Write> {
    if stdout_has_data() { Box::new(std::io::stderr()) } else { Box::new(std::io::stdout()) }
}

/// Prints a value as one JSON document, piece by piece: with a million bodies it takes hundreds of megabytes. A closed
/// pipe is not an error.
pub(in crate::cli) fn say_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = BufWriter::new(messages());
    let written = serde_json::to_writer_pretty(&mut out, value).map_err(std::io::Error::from);
    match written.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Other(error.to_string())),
        _ => Ok(()),
    }
}

/// Prints a line. A closed pipe (`| head`) is not an error.
pub(in crate::cli) fn say(text: &str) -> Result<(), Failure> {
    match writeln!(messages(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Other(error.to_string())),
        _ => Ok(()),
    }
}
