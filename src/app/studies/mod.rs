//! Runs under other laws, the law bench, the audit of an imported run, the gallery.

pub(crate) mod compare;
pub(crate) mod gallery;
pub(crate) mod law_bench;
pub(crate) mod law_card;
pub(crate) mod law_sets;
pub(crate) mod picture_sheet;
pub(crate) mod run_audit;
