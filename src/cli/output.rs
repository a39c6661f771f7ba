//! Output of a command: standard output, and a folder for its files.

use super::failure::Failure;
use std::io::Write;
use std::path::PathBuf;

/// An output folder: one that exists or can be created.
pub(super) fn folder(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    if path.exists() && !path.is_dir() { Err("it is a file; give a folder".to_owned()) } else { Ok(path) }
}

/// Prints a line to standard output. A closed pipe (`| head`) is not an error.
pub(super) fn say(text: &str) -> Result<(), Failure> {
    match writeln!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Other(error.to_string())),
        _ => Ok(()),
    }
}
