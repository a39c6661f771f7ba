//! Output of a run: observable state, tables, events, hash and summary.

pub mod advice;
pub mod build;
pub mod coupled;
pub mod folder;
mod frames;
pub mod hash;
pub mod impacts;
pub mod kinetic;
pub mod many_body;
mod normal_springs;
pub mod packing;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub mod quantity;
pub mod recording;
pub mod rows;
pub mod save;
pub mod stability;
pub mod state;
pub mod summary;
pub mod table;
mod weakening;
