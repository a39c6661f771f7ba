//! What stops a run: bodies that diverge or pass through each other, contacts that another app altered.

pub(crate) mod guard;
pub(crate) mod integrity;
