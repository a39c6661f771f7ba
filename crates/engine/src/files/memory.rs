//! The files of a web page: held in memory, and offered as downloads when written.

use super::{Prefix, PrefixHasher, WriteError};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Distinguishes the contents a file has had: a count of the writes of all files.
pub type StoredVersion = u64;

/// A written file that waits to be downloaded by the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// File name, without a folder.
    pub name: String,
    /// Contents of the file.
    pub bytes: Vec<u8>,
}

/// All files of the web page.
struct PageFiles {
    files: BTreeMap<PathBuf, (StoredVersion, Vec<u8>)>,
    written: Vec<Download>,
    versions: StoredVersion,
}

static HELD: Mutex<PageFiles> = Mutex::new(PageFiles { files: BTreeMap::new(), written: Vec::new(), versions: 0 });

fn held() -> MutexGuard<'static, PageFiles> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn put(path: &Path, bytes: Vec<u8>) {
    let mut held = held();
    held.versions += 1;
    let version = held.versions;
    held.files.insert(path.to_path_buf(), (version, bytes));
}

/// Adds a file of the user, which [`read_text`] then finds by its name.
pub fn upload(name: &str, bytes: Vec<u8>) {
    put(Path::new(name), bytes);
}

/// Takes the files written since the last call, in order.
pub fn downloads() -> Vec<Download> {
    std::mem::take(&mut held().written)
}

/// Reads a text file in UTF-8, skipping a leading byte order mark.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    let held = held();
    let (_, bytes) = held.files.get(path.as_ref()).ok_or_else(|| {
        io::Error::new(ErrorKind::NotFound, "the page has no such file; open it with the page's button first")
    })?;
    let text = std::str::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned())
}

/// Writes a file and offers it as a download.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let mut file = PageFile::create(path)?;
    file.bytes = bytes.to_vec();
    file.finish()
}

/// True if the page holds a file of this name.
pub fn exists(path: &Path) -> bool {
    held().files.contains_key(path)
}

/// The version of a file; `None` if it is missing.
pub fn version(path: &Path) -> Option<StoredVersion> {
    held().files.get(path).map(|(version, _)| *version)
}

/// Removes a file if it exists.
pub fn remove(path: &Path) -> Result<(), WriteError> {
    held().files.remove(path);
    Ok(())
}

/// A file being written, which exists under its name only once it is finished.
#[derive(Debug)]
pub struct PageFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl PageFile {
    /// Begins the file that will be called `path`, with no bytes.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        match path.file_name() {
            Some(_) => Ok(Self { path: path.to_path_buf(), bytes: Vec::new() }),
            None => Err(WriteError::at(path, "it is not the name of a file")),
        }
    }

    /// Continues a file after `kept` and drops what follows; an error if it does not begin with `kept`.
    pub(crate) fn resume(path: &Path, kept: &Prefix) -> Result<Self, WriteError> {
        let mut bytes = held().files.get(path).map(|(_, bytes)| bytes.clone()).unwrap_or_default();
        kept.check_reader(&bytes[..]).map_err(|why| WriteError::at(path, why))?;
        bytes.truncate(kept.bytes as usize);
        Ok(Self { path: path.to_path_buf(), bytes })
    }

    /// As [`PageFile::resume`]: files in memory have no temporary name.
    pub(crate) fn resume_named(path: &Path, kept: &Prefix) -> Result<Self, WriteError> {
        Self::resume(path, kept)
    }

    /// The final path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was written so far; there is no disk to flush to.
    pub fn sync(&self) -> Result<Prefix, WriteError> {
        let mut written = PrefixHasher::default();
        written.update(&self.bytes);
        Ok(written.prefix())
    }

    /// Gives the file its name, so that it can be read, and offers it as a download.
    pub fn name(&self) -> Result<(), WriteError> {
        let name = self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        put(&self.path, self.bytes.clone());
        held().written.push(Download { name, bytes: self.bytes.clone() });
        Ok(())
    }

    /// Finishes the file, gives it its name and offers it as a download.
    pub fn finish(self) -> Result<(), WriteError> {
        self.name()
    }
}

impl Write for PageFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
