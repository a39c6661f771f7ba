//! Locks, so that no two processes write to one file.

use super::{WriteError, part_of};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

/// Maximum number of times that a file is opened again because another process replaced it in between.
const MAX_ATTEMPTS: usize = 100;

/// Opens a file for reading and writing without truncating it, creates it if missing, and locks it until it is closed.
/// Refuses links, folders, pipes and devices, and a file that another process has locked.
pub fn open_locked(path: &Path) -> Result<File, WriteError> {
    for _ in 0..MAX_ATTEMPTS {
        let file = match open_regular(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            opened => opened.map_err(|error| WriteError::at(path, error))?,
        };
        if is_locked(&file) {
            return Err(in_use(path));
        }
        if is_at(&file, path) {
            return Ok(file);
        }
    }
    Err(in_use(path))
}

/// As [`open_locked`], for a file that is written under its final name; fails also while another process writes the file
/// that will replace it.
pub fn open_named(path: &Path) -> Result<File, WriteError> {
    // Whoever writes a file of this name begins with the lock of its temporary name, so that one of two comes first.
    let part = part_of(path);
    let claim = open_locked(&part)?;
    let file = open_locked(path);
    fs::remove_file(&part).map_err(|error| WriteError::at(&part, error))?;
    drop(claim);
    file
}

/// An error if another process has locked the file at `path`; no error if there is none.
#[cfg(not(target_arch = "wasm32"))]
pub fn check_unlocked(path: &Path) -> Result<(), WriteError> {
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|found| found.is_file()) && is_locked(&file) => Err(in_use(path)),
        _ => Ok(()),
    }
}

fn in_use(path: &Path) -> WriteError {
    WriteError::at(path, "another stickslip process is writing there; wait for it, or choose another file")
}

/// True if another process holds the lock; otherwise takes it. Retries for a second, since a command that has just
/// ended may still hold it through a child process.
fn is_locked(file: &File) -> bool {
    for _ in 0..50 {
        match file.try_lock() {
            // Some file systems do not support locks.
            Ok(()) | Err(TryLockError::Error(_)) => return false,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
        }
    }
    true
}

/// Opens a regular file, or creates it.
fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => match options.open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => options.create_new(true).open(path),
            opened => opened,
        },
        Ok(_) => Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file; remove it first")),
        // A new file is never opened through a link.
        Err(error) if error.kind() == ErrorKind::NotFound => options.create_new(true).open(path),
        Err(error) => Err(error),
    }
}

/// True if this file is the regular file that `path` names now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino(), found.is_file());
    let here = file.metadata().map(identity).ok();
    here.is_some() && here == fs::symlink_metadata(path).map(identity).ok()
}

/// True if there is a file of this name: an open file cannot be replaced here.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
