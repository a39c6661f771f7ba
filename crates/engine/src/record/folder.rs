//! A result folder in which an incomplete result is never taken for a complete one.
//!
//! A command that writes several related files keeps this order:
//!
//! 1. Remove what an earlier command wrote here, first the file that marks completion (`summary.json`, ...).
//! 2. Write each file as `NAME.part` and rename it when complete ([`PartFile`]).
//! 3. Write the completion file last, in the same way.
//!
//! A summary therefore always belongs to complete tables of the same run, however the command ends. The file
//! `.stickslip-files` lists the files made here, one line each (kind of result, space, name), written before the file
//! is begun; cleaning up never touches a file that is not listed. The list is locked while a command runs, so that no
//! two commands write to one folder.

use crate::files::{PartFile, WriteError, part_of, remove};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// Name of the list of files made in a folder.
const LIST: &str = ".stickslip-files";

/// True if another process holds the lock; otherwise takes it. Retries for a second, since a command that has just
/// ended may still hold it through a child process.
fn is_locked(list: &File) -> bool {
    for _ in 0..50 {
        match list.try_lock() {
            // Some file systems do not support locks.
            Ok(()) | Err(TryLockError::Error(_)) => return false,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
        }
    }
    true
}

/// Kind of result in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// Tables of `run` or `compare`; they replace everything made there.
    Tables,
    /// Files of `export`; they replace the files of an earlier `export` and may share the folder with tables.
    Export,
    /// Tables and loops of `bench-law`; they replace the files of an earlier `bench-law` and may share the folder with
    /// others.
    Loops,
}

impl ResultKind {
    fn word(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Export => "export",
            Self::Loops => "loops",
        }
    }

    /// The files whose presence marks a result of this kind as complete.
    fn completion_files(self) -> &'static [&'static str] {
        match self {
            Self::Tables => &["summary.json", "summary.csv"],
            Self::Export => &["bodies.pvd", "contacts.pvd", "in.scene"],
            Self::Loops => &["summary.csv"],
        }
    }
}

/// A folder that a command writes its results to.
#[derive(Debug)]
pub struct ResultFolder {
    dir: PathBuf,
    kind: ResultKind,
    /// The open list of files; holds the lock.
    list: File,
    listed: BTreeSet<String>,
}

impl ResultFolder {
    /// Creates the folder if missing and removes earlier results of this kind; tables replace results of every kind.
    ///
    /// Fails if another command writes to the folder, if the completion file belongs to another kind of result, or if a
    /// file cannot be removed; the error names the file or folder.
    pub fn begin(dir: &Path, kind: ResultKind) -> Result<Self, WriteError> {
        let (mut folder, lines) = Self::open(dir, kind)?;
        let is_ours = |word: &str| kind == ResultKind::Tables || word == kind.word();
        for seal in kind.completion_files() {
            let is_others = lines.iter().any(|(word, name)| !is_ours(word) && name == seal);
            if is_others && dir.join(seal).exists() {
                let why = "this folder holds another command's results; choose another folder";
                return Err(WriteError::at(&dir.join(seal), why));
            }
            remove(&dir.join(seal))?;
        }
        // Newest first: the last file written marks the rest as complete.
        for (_, name) in lines.iter().rev().filter(|(word, _)| is_ours(word)) {
            remove(&dir.join(name))?;
            remove(&part_of(&dir.join(name)))?;
        }
        if lines.iter().all(|(word, _)| is_ours(word)) {
            let emptied = folder.list.set_len(0).and_then(|()| folder.list.rewind());
            emptied.map_err(|error| folder.list_error(error))?;
        } else {
            folder.listed = of_kind(lines, kind);
        }
        Ok(folder)
    }

    /// Resumes an incomplete result: keeps all files except those that mark completion.
    pub fn resume(dir: &Path, kind: ResultKind) -> Result<Self, WriteError> {
        let (mut folder, lines) = Self::open(dir, kind)?;
        for seal in kind.completion_files() {
            remove(&dir.join(seal))?;
        }
        folder.listed = of_kind(lines, kind);
        Ok(folder)
    }

    /// Creates the folder if missing, opens and locks its list, and returns the kind and name on each line.
    fn open(dir: &Path, kind: ResultKind) -> Result<(Self, Vec<(String, String)>), WriteError> {
        std::fs::create_dir_all(dir).map_err(|error| WriteError::at(dir, error))?;
        let path = dir.join(LIST);
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut list = open.map_err(|error| WriteError::at(&path, error))?;
        if is_locked(&list) {
            let why = "another stickslip process is writing there; wait for it, or choose another folder";
            return Err(WriteError::at(dir, why));
        }
        let mut bytes = Vec::new();
        let read = list.read_to_end(&mut bytes);
        // A file whose list entry is incomplete was never begun.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let at_end = read
            .and_then(|_| if whole < bytes.len() { list.set_len(whole as u64) } else { Ok(()) })
            .and_then(|()| list.seek(SeekFrom::End(0)));
        at_end.map_err(|error| WriteError::at(&path, error))?;
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let lines = text.lines().filter_map(|line| line.split_once(' ')).filter(|(_, name)| is_plain_name(name));
        let lines = lines.map(|(word, name)| (word.to_owned(), name.to_owned())).collect();
        Ok((Self { dir: dir.to_path_buf(), kind, list, listed: BTreeSet::new() }, lines))
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Begins a file; removes any file of this name.
    pub fn create(&mut self, name: &str) -> Result<PartFile, WriteError> {
        self.add_to_list(name)?;
        let path = self.dir.join(name);
        remove(&path)?;
        PartFile::create(&path)
    }

    /// Resumes a file that had `bytes` bytes.
    pub fn append(&self, name: &str, bytes: u64) -> Result<PartFile, WriteError> {
        PartFile::resume(&self.dir.join(name), bytes)
    }

    /// Writes a complete file.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let mut file = self.create(name)?;
        file.write_all(bytes).map_err(|error| WriteError::at(file.path(), error))?;
        file.finish()
    }

    fn add_to_list(&mut self, name: &str) -> Result<(), WriteError> {
        if !self.listed.contains(name) {
            let line = format!("{} {name}\n", self.kind.word());
            self.list.write_all(line.as_bytes()).map_err(|error| self.list_error(error))?;
            self.listed.insert(name.to_owned());
        }
        Ok(())
    }

    fn list_error(&self, error: std::io::Error) -> WriteError {
        WriteError::at(&self.dir.join(LIST), error)
    }
}

/// Names that `lines` list for this kind of result.
fn of_kind(lines: Vec<(String, String)>, kind: ResultKind) -> BTreeSet<String> {
    lines.into_iter().filter(|(word, _)| word == kind.word()).map(|(_, name)| name).collect()
}

/// True if `name` is the plain name of a file in the folder; the list itself may have been tampered with.
fn is_plain_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let only = matches!((parts.next(), parts.next()), (Some(Component::Normal(only)), None) if only == name);
    only && name != LIST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_no_file_outside_of_its_folder() {
        for name in ["/etc/passwd", "../x", "a/b", ".", "..", "", LIST, "a/"] {
            assert!(!is_plain_name(name), "{name}");
        }
        for name in ["bodies.csv", "a b.vtp", "..x"] {
            assert!(is_plain_name(name), "{name}");
        }
    }

    #[test]
    fn what_was_made_goes_and_what_was_not_stays() {
        let dir = temp_dir::TempDir::new().unwrap();
        let names = || {
            let entries = std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name());
            let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
            names.sort();
            names
        };
        std::fs::write(dir.path().join("mine.txt"), "x").unwrap();
        let mut folder = ResultFolder::begin(dir.path(), ResultKind::Tables).unwrap();
        folder.write("old.csv", b"x").unwrap();
        drop(folder.create("cut.csv").unwrap());
        assert_eq!(names(), [LIST, "cut.csv.part", "mine.txt", "old.csv"]);
        assert!(ResultFolder::begin(dir.path(), ResultKind::Tables).is_err(), "the folder is in use");
        drop(folder);
        // A truncated line names no file.
        let mut list = OpenOptions::new().append(true).open(dir.path().join(LIST)).unwrap();
        list.write_all(b"tables mine.txt").unwrap();
        drop(list);
        let mut folder = ResultFolder::begin(dir.path(), ResultKind::Export).unwrap();
        folder.write("a.vtp", b"x").unwrap();
        drop(folder);
        assert_eq!(names(), [LIST, "a.vtp", "cut.csv.part", "mine.txt", "old.csv"], "an export leaves tables in place");
        drop(ResultFolder::begin(dir.path(), ResultKind::Tables).unwrap());
        assert_eq!(names(), [LIST, "mine.txt"]);
    }
}
