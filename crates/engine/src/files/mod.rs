//! Files: on disk, or in a browser, in memory.
//!
//! The rest of the program reads and writes files through [`read_text`], [`write_whole`] and [`PartFile`]. In a
//! browser, the web page holds its files in memory: `upload` adds one, and files written wait in `downloads` until the
//! page offers them to the user.

mod destination;
mod lock;
#[cfg(target_arch = "wasm32")]
mod memory;
#[cfg(not(target_arch = "wasm32"))]
mod part_file;
mod prefix;
#[cfg(not(target_arch = "wasm32"))]
mod text;
mod write_error;

pub use destination::{Destination, note_stdout_has_data, stdout_has_data};
#[cfg(not(target_arch = "wasm32"))]
pub use lock::check_unlocked;
pub use lock::{open_locked, open_named};
#[cfg(target_arch = "wasm32")]
pub use memory::remove;
#[cfg(target_arch = "wasm32")]
pub use memory::{Download, PageFile as PartFile, downloads, read_text, upload, write_whole};
#[cfg(target_arch = "wasm32")]
pub use memory::{StoredVersion as Version, exists, version};
#[cfg(not(target_arch = "wasm32"))]
pub use part_file::remove;
#[cfg(not(target_arch = "wasm32"))]
pub use part_file::{PartFile, write_whole};
#[cfg(not(target_arch = "wasm32"))]
pub use part_file::{Version, exists, version};
pub use prefix::{Prefix, PrefixHasher};
#[cfg(not(target_arch = "wasm32"))]
pub use text::{MAX_BYTES, read_standard_input, read_text, read_text_from, set_max_bytes};
pub use write_error::WriteError;

use std::path::{Path, PathBuf};

/// The temporary name of a file being written.
pub fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}
