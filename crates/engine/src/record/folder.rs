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
//! two commands write to one folder. The list itself is not trusted: only names of files that results have are taken from
//! it, and a file that is not listed is never replaced.

use crate::files::{PartFile, Prefix, WriteError, open_locked, part_of, remove};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Name of the list of files made in a folder.
const LIST: &str = ".stickslip-files";

/// Kind of result in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// Tables of `run` or `compare`; they replace everything made there.
    Tables,
    /// Files of `export`; they replace the files of an earlier `export` and may share the folder with tables.
    Export,
    /// Files of `audit`; they replace the files of an earlier `audit` and may share the folder with others.
    Audit,
    /// Tables and loops of `bench-law`; they replace the files of an earlier `bench-law` and may share the folder with
    /// others.
    Loops,
}

impl ResultKind {
    fn word(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::Export => "export",
            Self::Audit => "audit",
            Self::Loops => "loops",
        }
    }

    /// The files whose presence marks a result of this kind as complete.
    fn completion_files(self) -> &'static [&'static str] {
        match self {
            Self::Tables => &["summary.json", "summary.csv"],
            Self::Export => &["bodies.pvd", "contacts.pvd", "in.scene"],
            Self::Audit => &["audit.json"],
            Self::Loops => &["summary.csv"],
        }
    }

    /// The names of the files of this kind; `#` stands for the number of a step.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Tables => &[
                "world.csv",
                "bodies.csv",
                "contacts.csv",
                "events.csv",
                "pulls.csv",
                "world.parquet",
                "bodies.parquet",
                "contacts.parquet",
                "events.parquet",
                "pulls.parquet",
                "differences.csv",
                "impacts.csv",
                "curves.csv",
                "curves.svg",
                "curves.png",
                "run.json",
                "checkpoint-1",
                "checkpoint-2",
                "summary.json",
                "summary.csv",
            ],
            Self::Export => &[
                "bodies-#.vtp",
                "contacts-#.vtp",
                "bodies.pvd",
                "contacts.pvd",
                "bodies.xyz",
                "scene.ron",
                "data.scene",
                "in.scene",
            ],
            Self::Audit => &["audit.json", "audit.csv"],
            Self::Loops => &["bench.csv", "loops.csv", "loops.svg", "loops.png", "summary.csv"],
        }
    }

    /// True if results of this kind have a file of this name.
    pub fn writes(self, name: &str) -> bool {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        self.names().iter().any(|known| match known.split_once('#') {
            None => *known == name,
            Some((before, after)) => {
                name.strip_prefix(before).and_then(|name| name.strip_suffix(after)).is_some_and(is_number)
            }
        })
    }

    /// The kind that a line of the list names.
    fn from_word(word: &str) -> Option<Self> {
        [Self::Tables, Self::Export, Self::Audit, Self::Loops].into_iter().find(|kind| kind.word() == word)
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
    /// Fails if another command writes to the folder, if the completion file belongs to another kind of result or was
    /// not made here, or if a file cannot be removed; the error names the file or folder.
    pub fn begin(dir: &Path, kind: ResultKind) -> Result<Self, WriteError> {
        let (mut folder, lines) = Self::open(dir, kind)?;
        let is_ours = |of: ResultKind| kind == ResultKind::Tables || of == kind;
        for name in kind.completion_files() {
            let is_others = lines.iter().any(|(of, listed)| !is_ours(*of) && listed == name);
            if is_others && dir.join(name).exists() {
                let why = "this folder holds another command's results; choose another folder";
                return Err(WriteError::at(&dir.join(name), why));
            }
            check_ours(&dir.join(name), lines.iter().any(|(_, listed)| listed == name))?;
        }
        kind.completion_files().iter().try_for_each(|name| remove(&dir.join(name)))?;
        // Newest first: the last file written marks the rest as complete.
        for (_, name) in lines.iter().rev().filter(|(of, _)| is_ours(*of)) {
            remove(&dir.join(name))?;
            remove(&part_of(&dir.join(name)))?;
        }
        if lines.iter().all(|(of, _)| is_ours(*of)) {
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
        folder.listed = of_kind(lines, kind);
        for name in kind.completion_files() {
            check_ours(&dir.join(name), folder.listed.contains(*name))?;
            remove(&dir.join(name))?;
        }
        Ok(folder)
    }

    /// Creates the folder if missing, opens and locks its list, and returns the kind and name on each line.
    fn open(dir: &Path, kind: ResultKind) -> Result<(Self, Vec<(ResultKind, String)>), WriteError> {
        std::fs::create_dir_all(dir).map_err(|error| WriteError::at(dir, error))?;
        let path = dir.join(LIST);
        let mut list = open_locked(&path)?;
        let mut bytes = Vec::new();
        let read = list.read_to_end(&mut bytes);
        // A file whose list entry is incomplete was never begun.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let at_end = read
            .and_then(|_| if whole < bytes.len() { list.set_len(whole as u64) } else { Ok(()) })
            .and_then(|()| list.seek(SeekFrom::End(0)));
        at_end.map_err(|error| WriteError::at(&path, error))?;
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        let lines = lines.filter_map(|(word, name)| Some((ResultKind::from_word(word)?, name.to_owned())));
        // The list may have been tampered with: no line is a reason to remove anything else.
        let lines = lines.filter(|(kind, name)| kind.writes(name)).collect();
        Ok((Self { dir: dir.to_path_buf(), kind, list, listed: BTreeSet::new() }, lines))
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.dir
    }

    /// Fails if the folder has a file of one of these names that was not made here.
    pub fn check_free(&self, names: &[&str]) -> Result<(), WriteError> {
        names.iter().try_for_each(|name| check_ours(&self.dir.join(name), self.listed.contains(*name)))
    }

    /// Begins a file; replaces one of this name that was made here, and fails if there is another.
    pub fn create(&mut self, name: &str) -> Result<PartFile, WriteError> {
        self.check_free(&[name])?;
        self.add_to_list(name)?;
        let path = self.dir.join(name);
        remove(&path)?;
        PartFile::create(&path)
    }

    /// Resumes a file that began with `kept`.
    pub fn append(&self, name: &str, kept: &Prefix) -> Result<PartFile, WriteError> {
        PartFile::resume(&self.dir.join(name), kept)
    }

    /// Writes a complete file.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let mut file = self.create(name)?;
        file.write_all(bytes).map_err(|error| WriteError::at(file.path(), error))?;
        file.finish()
    }

    fn add_to_list(&mut self, name: &str) -> Result<(), WriteError> {
        if !self.kind.writes(name) {
            return Err(WriteError::at(&self.dir.join(name), format!("{} have no such file", self.kind.word())));
        }
        if !self.listed.contains(name) {
            let line = format!("{} {name}\n", self.kind.word());
            // Flushed, since a file that the list lacks after a power loss would be taken for another's.
            let written = self.list.write_all(line.as_bytes()).and_then(|()| self.list.sync_data());
            written.map_err(|error| self.list_error(error))?;
            self.listed.insert(name.to_owned());
        }
        Ok(())
    }

    fn list_error(&self, error: std::io::Error) -> WriteError {
        WriteError::at(&self.dir.join(LIST), error)
    }
}

/// Names that `lines` list for this kind of result.
fn of_kind(lines: Vec<(ResultKind, String)>, kind: ResultKind) -> BTreeSet<String> {
    lines.into_iter().filter(|(of, _)| *of == kind).map(|(_, name)| name).collect()
}

/// An error if there is a file at `path` that is not listed.
fn check_ours(path: &Path, is_listed: bool) -> Result<(), WriteError> {
    if is_listed || path.symlink_metadata().is_err() {
        return Ok(());
    }
    Err(WriteError::at(path, "a file of this name is there that was not made by this command; choose another folder"))
}
