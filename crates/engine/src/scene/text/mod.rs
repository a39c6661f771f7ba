//! The text of a scene: values with their positions, nesting, splitting, writing, patches, the nearest name.

pub mod nearest;
pub mod nesting;
pub mod patch;
pub mod plural;
pub(crate) mod raw;
pub(crate) mod split;
pub mod write;
