//! Runs under other laws, the law bench, the audit of an imported run, the gallery.

pub mod compare;
pub mod gallery;
pub mod law_bench;
pub mod law_card;
pub mod law_sets;
pub mod picture_sheet;
pub mod run_audit;
