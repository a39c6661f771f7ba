//! What is kept of a run: the observable state, its tables, events, hash and summary.

pub mod advice;
pub mod crowd;
pub mod hash;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod quantity;
pub mod recording;
pub mod rows;
pub mod save;
pub mod stability;
pub mod state;
pub mod summary;
pub mod table;
pub mod write_error;
