//! Files that get their name only when complete: written as `NAME.part` in the same folder, then renamed. Pipes, devices
//! and standard output are written to directly.

use super::lock::{check_unlocked, open_locked, open_named};
use super::{Destination, Prefix, PrefixHasher, WriteError, note_stdout_has_data, part_of};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write, stdout};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A file being written under a temporary name, locked against other processes; if dropped before it is finished, it
/// keeps the temporary name.
#[derive(Debug)]
pub struct PartFile {
    sink: PartSink,
    path: PathBuf,
    written: PrefixHasher,
}

/// What the bytes are written to.
#[derive(Debug)]
enum PartSink {
    /// A regular file: its temporary name, and its final name with links followed.
    File { file: File, part: PathBuf, target: PathBuf },
    /// A pipe or device.
    Stream(File),
    /// Standard output.
    Stdout,
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
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(WriteError::at(path, error)),
    }
}

/// Writes a file completely or not at all; an older file of the same name is replaced only once the new one is
/// complete. Pipes and devices are written to directly; a closed pipe on standard output is not an error.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let mut file = PartFile::create(path)?;
    match file.write_all(bytes).and_then(|()| file.flush()) {
        Err(error) if matches!(file.sink, PartSink::Stdout) && error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(file.discard(error)),
        Ok(()) => file.name().map_err(|error| file.discard(error.why)),
    }
}

impl PartFile {
    /// Begins the file that will be called `path`; an error if another process is writing it.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let sink = match Destination::from_path(path)? {
            Destination::Stdout => {
                note_stdout_has_data();
                PartSink::Stdout
            }
            Destination::Stream(stream) => {
                let opened = OpenOptions::new().write(true).open(&stream);
                PartSink::Stream(opened.map_err(|error| WriteError::at(path, error))?)
            }
            Destination::File(target) => {
                let part = part_of(&target);
                let file = open_locked(&part)?;
                // A file whose content shows whether it is complete has its name while it is written.
                check_unlocked(&target).inspect_err(|_| _ = fs::remove_file(&part))?;
                file.set_len(0).map_err(|error| WriteError::at(&part, error))?;
                PartSink::File { file, part, target }
            }
        };
        Ok(Self { sink, path: path.to_path_buf(), written: PrefixHasher::default() })
    }

    /// Reopens a file that was being written, drops what follows `kept` and continues there; an error if it does not
    /// begin with `kept`. A file that already has its final name gets its temporary name back.
    pub(crate) fn resume(path: &Path, kept: &Prefix) -> Result<Self, WriteError> {
        let part = part_of(path);
        if !part.exists() {
            fs::rename(path, &part).map_err(|error| WriteError::at(path, error))?;
        }
        let file = open_locked(&part)?;
        Self::reopen(path, PartSink::File { file, part, target: path.to_path_buf() }, kept)
    }

    /// As [`PartFile::resume`], for a file that keeps its final name while being written because its content shows
    /// whether it is complete.
    pub(crate) fn resume_named(path: &Path, kept: &Prefix) -> Result<Self, WriteError> {
        match Destination::from_path(path)? {
            Destination::File(target) => {
                let file = open_named(&target)?;
                Self::reopen(path, PartSink::File { file, part: target.clone(), target }, kept)
            }
            _ => Err(WriteError::at(path, "what was written to a pipe or device cannot be continued")),
        }
    }

    /// Drops what follows `kept` in a file that was just opened, and continues there.
    fn reopen(path: &Path, mut sink: PartSink, kept: &Prefix) -> Result<Self, WriteError> {
        let mut written = PrefixHasher::default();
        if let PartSink::File { file, part, .. } = &mut sink {
            written = kept.check_reader(&*file).map_err(|why| WriteError::at(part, why))?;
            let at_end = file.set_len(kept.bytes).and_then(|()| file.seek(SeekFrom::Start(kept.bytes)));
            at_end.map_err(|error| WriteError::at(part, error))?;
        }
        Ok(Self { sink, path: path.to_path_buf(), written })
    }

    /// The final path of the file, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Flushes the file to disk, so that the data survive a crash of the machine; returns what was written.
    pub fn sync(&self) -> Result<Prefix, WriteError> {
        let flushed = match &self.sink {
            PartSink::File { file, .. } => file.sync_data(),
            // A device may refuse to be flushed to a disk.
            PartSink::Stream(_) => Ok(()),
            PartSink::Stdout => stdout().flush(),
        };
        flushed.map(|()| self.written.prefix()).map_err(|error| self.error(error))
    }

    /// Gives the file its final name; it may still be written to.
    pub fn name(&self) -> Result<(), WriteError> {
        self.sync()?;
        match &self.sink {
            PartSink::File { part, target, .. } => fs::rename(part, target).map_err(|error| self.error(error)),
            PartSink::Stream(_) | PartSink::Stdout => Ok(()),
        }
    }

    /// Finishes the file and gives it its final name.
    pub fn finish(self) -> Result<(), WriteError> {
        self.name()
    }

    /// Removes the temporary file after this error.
    fn discard(&self, why: impl ToString) -> WriteError {
        if let PartSink::File { part, .. } = &self.sink {
            // Report the first error, not one of the cleanup.
            let _ = fs::remove_file(part);
        }
        self.error(why)
    }

    fn error(&self, why: impl ToString) -> WriteError {
        WriteError::at(&self.path, why)
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = match &mut self.sink {
            PartSink::File { file, .. } | PartSink::Stream(file) => file.write(bytes),
            PartSink::Stdout => stdout().write(bytes),
        }?;
        self.written.update(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            PartSink::File { file, .. } | PartSink::Stream(file) => file.flush(),
            PartSink::Stdout => stdout().flush(),
        }
    }
}
