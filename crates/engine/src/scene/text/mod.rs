//! The text of a scene: values with their positions, nesting, splitting, writing, the nearest name.

pub mod nearest;
pub mod nesting;
pub mod plural;
pub(crate) mod raw;
pub(crate) mod split;
pub mod write;
