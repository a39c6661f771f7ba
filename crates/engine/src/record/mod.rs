//! Writes a run: tables, events, recordings, hash and summary.

pub mod build;
pub mod folder;
mod frames;
pub mod hash;
pub mod impacts;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub mod recording;
pub mod rows;
pub mod save;
pub mod summary;
pub mod table;
