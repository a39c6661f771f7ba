//! Windows of studies: other laws, the law bench, the audit.

pub(crate) mod compare;
pub(crate) mod law_bench;
pub(in crate::view::ui) mod run_audit;
