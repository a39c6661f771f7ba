//! The beginning of a file that was written: its length and hash.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use xxhash_rust::xxh3::Xxh3;

/// The first bytes of a file, by which a later process knows that they are still those that were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefix {
    /// Number of bytes.
    pub bytes: u64,
    /// XXH3 (64 bit) of these bytes.
    pub hash: u64,
}

/// The length and hash of all bytes written so far.
#[derive(Clone, Default)]
pub struct PrefixHasher {
    bytes: u64,
    hash: Box<Xxh3>,
}

impl std::fmt::Debug for PrefixHasher {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.prefix().fmt(f)
    }
}

impl PrefixHasher {
    /// Appends bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.hash.update(bytes);
    }

    /// The bytes appended so far.
    pub fn prefix(&self) -> Prefix {
        Prefix { bytes: self.bytes, hash: self.hash.digest() }
    }
}

impl Prefix {
    /// Reads the beginning of a file and returns its hasher; the error says why it is not this one.
    pub fn check(&self, path: &Path) -> Result<PrefixHasher, String> {
        let found = std::fs::metadata(path).map_err(|error| error.to_string())?;
        if !found.is_file() {
            return Err("it is not a regular file".to_owned());
        }
        self.check_reader(File::open(path).map_err(|error| error.to_string())?)
    }

    /// As [`Prefix::check`], from a reader at the beginning of the file.
    pub fn check_reader(&self, file: impl Read) -> Result<PrefixHasher, String> {
        let (mut file, mut found, mut buffer) = (file.take(self.bytes), PrefixHasher::default(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut buffer).map_err(|error| error.to_string())? {
                0 => break,
                read => found.update(&buffer[..read]),
            }
        }
        match found.prefix() {
            prefix if prefix == *self => Ok(found),
            Prefix { bytes, .. } if bytes < self.bytes => Err(format!("it has only {bytes} of {} bytes", self.bytes)),
            _ => Err("it is not the one that was written: it was replaced or changed".to_owned()),
        }
    }
}
