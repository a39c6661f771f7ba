//! Where the bytes of an output go: to a regular file, to standard output, or to a pipe or device.

use super::WriteError;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Maximum number of links that lead to a file.
const MAX_LINKS: usize = 40;

/// The place that an output path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A regular file, existing or to be created, with all links followed: it is replaced once the new one is complete.
    File(PathBuf),
    /// Standard output: `-` or `/dev/stdout`.
    Stdout,
    /// A pipe or a character device: it is written to as it is.
    Stream(PathBuf),
}

impl Destination {
    /// The place that `path` names. An error for a folder, a block device or a socket, and for links in a circle.
    pub fn from_path(path: &Path) -> Result<Self, WriteError> {
        if ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name)) {
            return Ok(Self::Stdout);
        }
        let target = match fs::metadata(path) {
            Ok(found) if found.is_file() => follow(path)?,
            Ok(found) if is_stream(&found) => return Ok(Self::Stream(path.to_path_buf())),
            Ok(found) if found.is_dir() => return Err(WriteError::at(path, "it is a folder")),
            Ok(_) => return Err(WriteError::at(path, "it is neither a file nor a pipe; choose another file")),
            Err(error) if error.kind() == ErrorKind::NotFound => follow(path)?,
            Err(error) => return Err(WriteError::at(path, error)),
        };
        Ok(Self::File(target))
    }

    /// True if what is written cannot be read again, so that nothing there is lost or can be continued.
    pub fn is_stream(&self) -> bool {
        !matches!(self, Self::File(_))
    }
}

/// The file that a chain of links leads to; it need not exist.
fn follow(path: &Path) -> Result<PathBuf, WriteError> {
    let mut at = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&at) {
            Ok(next) => at = at.parent().map_or_else(|| next.clone(), |folder| folder.join(&next)),
            Err(_) => return Ok(at),
        }
    }
    Err(WriteError::at(path, "it is a link that leads nowhere"))
}

#[cfg(unix)]
fn is_stream(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = found.file_type();
    kind.is_fifo() || kind.is_char_device()
}

#[cfg(not(unix))]
fn is_stream(_: &fs::Metadata) -> bool {
    false
}

static STDOUT_HAS_DATA: AtomicBool = AtomicBool::new(false);

/// True once a file has been written to standard output: messages then belong to standard error.
pub fn stdout_has_data() -> bool {
    STDOUT_HAS_DATA.load(Ordering::Relaxed)
}

/// Notes that a file is written to standard output.
pub fn note_stdout_has_data() {
    STDOUT_HAS_DATA.store(true, Ordering::Relaxed);
}
