//! Reads a file as text, up to a size limit, so that a file named by mistake cannot exhaust memory.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Default maximum size of a text file that is read, bytes (see [`set_max_bytes`]): 1 GiB. A scene of a million bodies has
/// 0.2 GB.
pub const MAX_BYTES: u64 = 1 << 30;

static LIMIT: AtomicU64 = AtomicU64::new(MAX_BYTES);

/// Sets the maximum size of the text files read from now on, bytes.
pub fn set_max_bytes(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Length of the block that is searched for NUL bytes before a file is read whole, bytes.
const FIRST_BLOCK: u64 = 1 << 16;

/// Reads a text file in UTF-8, skipping a leading byte order mark. A pipe is read to its end; a device, a file that
/// begins with binary data, or anything above the limit, is an error.
pub fn read_text(path: impl AsRef<Path>) -> Result<String> {
    let most = LIMIT.load(Ordering::Relaxed);
    let file = File::open(path)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    if is_device(&about) {
        return Err(Error::new(ErrorKind::Unsupported, "it is not a regular file"));
    }
    if about.len() > most { Err(too_large(about.len(), most)) } else { read_text_from(file, about.len(), most) }
}

/// Reads standard input to its end, under the rules of [`read_text`].
pub fn read_standard_input() -> Result<String> {
    read_text_from(std::io::stdin().lock(), 0, LIMIT.load(Ordering::Relaxed))
}

/// Reads a text of about `length` and at most `most` bytes to its end, under the rules of [`read_text`].
pub fn read_text_from(mut file: impl Read, length: u64, most: u64) -> Result<String> {
    let mut head = Vec::new();
    file.by_ref().take(FIRST_BLOCK.min(most.saturating_add(1))).read_to_end(&mut head)?;
    if head.contains(&0) {
        return Err(Error::new(ErrorKind::InvalidData, "it is not text: it has NUL bytes"));
    }
    // Exact capacity: growing a string of megabytes would hold it twice.
    let mut text = String::with_capacity(length as usize + 1);
    let rest = file.take(most.saturating_add(1) - head.len() as u64);
    let length = head.as_slice().chain(rest).read_to_string(&mut text)? as u64;
    if length > most {
        return Err(too_large(length, most));
    }
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

fn too_large(length: u64, most: u64) -> Error {
    let why =
        format!("it has more than {most} bytes; if that is intended, give --largest-file {}", length.max(2 * most));
    Error::new(ErrorKind::FileTooLarge, why)
}

#[cfg(unix)]
fn is_device(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = about.file_type();
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(about: &std::fs::Metadata) -> bool {
    !about.is_file()
}
