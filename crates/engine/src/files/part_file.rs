//! Files that get their name only when complete: written as `NAME.part` in the same folder, then renamed.

use super::{WriteError, part_of};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A file being written under a temporary name; if dropped before it is finished, it keeps the temporary name.
#[derive(Debug)]
pub struct PartFile {
    file: File,
    path: PathBuf,
    part: PathBuf,
}

/// Distinguishes the contents a file has had: the time of its last change.
pub type Version = SystemTime;

/// The version of a file; `None` if it is missing.
pub fn version(file: &Path) -> Option<Version> {
    fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// True if there is a file or folder of this name.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Removes a file if it exists; a folder of that name stays.
pub fn remove(path: &Path) -> Result<(), WriteError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => fs::remove_file(path).map_err(|error| WriteError::at(path, error)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(WriteError::at(path, error)),
    }
}

/// Writes a file completely or not at all; an older file of the same name is replaced only once the new one is
/// complete. Pipes and devices are written to directly.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    // Follow a link, so that it stays and leads to the new file.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if fs::metadata(&path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return fs::write(&path, bytes).map_err(|error| WriteError::at(&path, error));
    }
    let mut file = PartFile::create(&path)?;
    let written = file.write_all(bytes).map_err(|error| file.error(error)).and_then(|()| file.finish());
    if written.is_err() {
        // Report the first error, not one of the cleanup.
        let _ = fs::remove_file(part_of(&path));
    }
    written
}

impl PartFile {
    /// Creates the temporary file of the file that will be called `path`.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let part = part_of(path);
        let file = File::create(&part).map_err(|error| WriteError::at(&part, error))?;
        Ok(Self { file, path: path.to_path_buf(), part })
    }

    /// Reopens a file that was being written, truncates it to `bytes` bytes and continues at its end; a file that
    /// already has its final name gets its temporary name back.
    pub(crate) fn resume(path: &Path, bytes: u64) -> Result<Self, WriteError> {
        let part = part_of(path);
        if !part.exists() {
            fs::rename(path, &part).map_err(|error| WriteError::at(path, error))?;
        }
        Self::reopen(path, part, bytes)
    }

    /// As [`PartFile::resume`], for a file that keeps its final name while being written because its content shows
    /// whether it is complete.
    pub(crate) fn resume_named(path: &Path, bytes: u64) -> Result<Self, WriteError> {
        Self::reopen(path, path.to_path_buf(), bytes)
    }

    fn reopen(path: &Path, part: PathBuf, bytes: u64) -> Result<Self, WriteError> {
        let open = || -> io::Result<File> {
            let mut file = OpenOptions::new().write(true).open(&part)?;
            file.set_len(bytes)?;
            file.seek(SeekFrom::Start(bytes))?;
            Ok(file)
        };
        let file = open().map_err(|error| WriteError::at(&part, error))?;
        Ok(Self { file, path: path.to_path_buf(), part })
    }

    /// The final path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Flushes the file to disk, so that the data survive a crash of the machine; returns the length, bytes.
    pub fn sync(&self) -> Result<u64, WriteError> {
        let length = self.file.sync_data().and_then(|()| (&self.file).stream_position());
        length.map_err(|error| self.error(error))
    }

    /// Gives the file its final name; it may still be written to.
    pub fn name(&self) -> Result<(), WriteError> {
        self.sync()?;
        fs::rename(&self.part, &self.path).map_err(|error| self.error(error))
    }

    /// Finishes the file and gives it its final name.
    pub fn finish(self) -> Result<(), WriteError> {
        self.name()
    }

    fn error(&self, why: impl ToString) -> WriteError {
        WriteError::at(&self.path, why)
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
