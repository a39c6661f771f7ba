//! The commit that this build was made from. Only the program depends on this separate crate, so that a commit, or an
//! edit of a lesson, recompiles neither the engine nor the lab.

/// Last commit of the sources, with `-dirty` and a hash of the changes if some were not committed; for a crate archive,
/// the commit it was made from, if known.
pub const COMMIT: &str = env!("STICKSLIP_COMMIT");
